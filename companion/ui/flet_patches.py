"""Faults of the pinned Flet that are mended at start; each goes when Flet mends it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext, suppress
from functools import wraps
from typing import Any, cast

from flet.controls.object_patch import DiffBuilder
from flet.messaging.protocol import Message


def patch_flet() -> None:
    """Spare what takes most of the time between a tap and its answer, and of making a first screen.

    The web server's log line writes out every control of every message that it sends, whether
    anybody reads the log or not. And controls are looked for in each value of each new control,
    fifty of them plain ones for every one that might hold any.
    """
    cast("Any", Message).__repr__ = object.__repr__
    _look_into_no_plain_value()


def _look_into_no_plain_value() -> None:
    builder = cast("Any", DiffBuilder)
    look_into = builder._configure_dataclass  # noqa: SLF001 - Flet has no other way

    @wraps(look_into)
    def look(differ: Any, item: object, *about: object) -> Iterable[object]:
        return () if type(item) in _PLAIN else look_into(differ, item, *about)

    builder._configure_dataclass = look  # noqa: SLF001


_PLAIN = frozenset({type(None), bool, int, float, str, tuple})
"""Flet looks for controls in dataclasses, lists and dicts alone; in a tuple it finds none."""


def patch_web_server() -> None:
    """Let a device that is leaving miss what is sent to it. For a moment its line has no queue any
    more and is not yet taken off its session: Flet raises there, which ends all drawing of the
    session, and a page that is loaded again just then comes back to that one. What it misses is
    packed all the same: that takes the snapshot from which the next change is told.
    """
    from flet_web.fastapi.flet_app import FletApp  # noqa: PLC0415 - not there in packaged apps

    line = cast("Any", FletApp)
    send = line.send_message

    def send_or_miss(app: Any, message: Message) -> None:
        leaving = vars(app)["_FletApp__send_queue"] is None
        with suppress(AttributeError) if leaving else nullcontext():
            send(app, message)

    line.send_message = send_or_miss
