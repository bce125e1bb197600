"""Faults of the pinned Flet that are mended at start; each goes when Flet mends it."""

from __future__ import annotations

from typing import Any, cast

from flet.messaging.protocol import Message


def mend_flet() -> None:
    """Spare the web server's log line, which writes out every control of every message it sends
    whether anybody reads the log or not: most of the time between a tap and its answer.
    """
    cast("Any", Message).__repr__ = object.__repr__
