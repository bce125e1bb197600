"""Patches of two faults of the pinned Flet; each goes when Flet has it right."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import Any, cast

from flet.messaging.protocol import Message


def patch_flet() -> None:
    """Make the `repr` of a message short. The web server formats every message that it sends for a
    debug log line, all controls in it included, whether anybody reads the log or not. Not reported
    yet: flet-dev/flet, `FletApp.send_message`.
    """
    cast("Any", Message).__repr__ = object.__repr__


def patch_web_server() -> None:
    """Let a device that is leaving miss what is sent to it. For a moment its connection has no
    queue any more and is not yet taken off its session: Flet raises there, which ends all drawing
    of the session, and a page that is loaded again just then comes back to that one. The message is
    packed all the same, since packing takes the snapshot that the next change is compared with. Not
    reported yet: flet-dev/flet, `FletApp.send_message`.
    """
    from flet_web.fastapi.flet_app import FletApp  # noqa: PLC0415 - not there in packaged apps

    connection = cast("Any", FletApp)
    send = connection.send_message

    def send_or_miss(app: Any, message: Message) -> None:
        leaving = vars(app)["_FletApp__send_queue"] is None
        with suppress(AttributeError) if leaving else nullcontext():
            send(app, message)

    connection.send_message = send_or_miss
