"""Marks the English phrases of the core, so that the message catalogues find them.

The core never speaks to people: it carries phrases as data, and whoever shows them translates.
"""

from __future__ import annotations


def phrase(english: str) -> str:
    """The text itself; the extractor of messages looks for this call."""
    return english
