"""Faults of the pinned Flet that are mended at start; each goes when Flet mends it."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import Any, cast

from flet.messaging.protocol import Message


def mend_flet() -> None:
    """Spare the web server's log line, which writes out every control of every message it sends
    whether anybody reads the log or not: most of the time between a tap and its answer.
    """
    cast("Any", Message).__repr__ = object.__repr__


def mend_web_server() -> None:
    """Let a device that is leaving miss what is sent to it. For a moment its line has no queue any
    more and is not yet taken off its session: Flet raises there, which ends all drawing of the
    session, and a page that is loaded again just then comes back to that one.
    """
    from flet_web.fastapi.flet_app import FletApp  # noqa: PLC0415 - not there in packaged apps

    line = cast("Any", FletApp)
    send = line.send_message

    def send_or_miss(app: Any, message: Message) -> None:
        leaving = vars(app)["_FletApp__send_queue"] is None
        with suppress(AttributeError) if leaving else nullcontext():
            send(app, message)

    line.send_message = send_or_miss
