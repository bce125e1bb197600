"""What is mended of Flet: looking for controls in plain values, and a device that leaves while
something is sent to it.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import Counter
from typing import Any

import flet as ft
import pytest
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder, ObjectPatch
from flet.messaging.protocol import Message, MessageAction, SessionCrashedBody
from flet_web.fastapi.flet_app import FletApp

from companion.ui.flet_patches import patch_flet, patch_web_server

MESSAGE = Message(MessageAction.SESSION_CRASHED, SessionCrashedBody("any"))
FOUND = {"Column": 1, "Container": 2, "Row": 1, "Text": 2, "TextField": 1, "Icon": 1, "Badge": 1}


def controls() -> ft.Control:
    """Some in lists, alone, in one another, and beside plain values."""
    return ft.Column(
        [
            ft.Container(ft.Row([ft.Text("A", size=12)]), padding=ft.Padding.all(4)),
            ft.TextField(label="Name", prefix=ft.Icon(ft.Icons.ADD), max_length=24),
            ft.Container(badge=ft.Badge(label=ft.Text("1")), width=10),
        ]
    )


def line(queue: asyncio.Queue[bytes] | None) -> Any:
    """The server's end of the line to a device; one that is leaving has no queue any more."""
    app = FletApp.__new__(FletApp)
    vars(app)["_FletApp__send_queue"] = queue
    return app


@pytest.fixture(autouse=True)
def _flet_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FletApp, "send_message", FletApp.send_message)
    monkeypatch.setattr(Message, "__repr__", Message.__repr__)
    as_flet_has_it = inspect.unwrap(DiffBuilder._configure_dataclass)  # noqa: SLF001
    monkeypatch.setattr(DiffBuilder, "_configure_dataclass", as_flet_has_it)


def added(control: ft.Control) -> list[tuple[str, str]]:
    """The type of every control that Flet finds, and what that hangs by."""
    _, found, _ = ObjectPatch.from_diff(None, control, BaseControl)
    return [(type(each).__name__, type(each.parent).__name__) for each in found]


def test_all_controls_are_found_as_flet_finds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    with_flet = added(controls())
    looked: list[object] = []
    look_into = DiffBuilder._configure_dataclass  # noqa: SLF001

    def watched(differ: DiffBuilder, item: object, *about: Any) -> Any:
        looked.append(item)
        return look_into(differ, item, *about)

    monkeypatch.setattr(DiffBuilder, "_configure_dataclass", watched)
    patch_flet()
    assert added(controls()) == with_flet
    assert Counter(name for name, _ in with_flet) == FOUND
    assert not [each for each in looked if each is None or isinstance(each, str)]


def test_a_device_that_is_leaving_misses_what_is_sent() -> None:
    with pytest.raises(AttributeError, match="put_nowait"):
        line(None).send_message(MESSAGE)
    patch_web_server()
    line(None).send_message(MESSAGE)


def test_flet_finds_none_in_a_tuple() -> None:
    tabs = ft.Container(data=(ft.Text("A"),))
    assert [name for name, _ in added(tabs)] == ["Container"]


def test_all_others_get_it() -> None:
    patch_web_server()
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    line(queue).send_message(MESSAGE)
    assert queue.qsize() == 1
