"""Why a page cannot be built."""

from __future__ import annotations


class PageError(Exception):
    """The page cannot be built; the text says why, for whoever asked for it."""
