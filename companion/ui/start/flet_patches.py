"""A patch of the pinned Flet, which goes when Flet has it right."""

from __future__ import annotations

from typing import Any, cast

from flet.messaging.protocol import Message


def patch_flet() -> None:
    """Make the `repr` of a message short. The server of a window formats every message that it
    sends for a debug log line, all controls in it included, whether anybody reads the log or not.
    Not reported yet: flet-dev/flet, `FletSocketServer.send_message`.
    """
    cast("Any", Message).__repr__ = object.__repr__
