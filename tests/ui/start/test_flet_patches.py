"""The patches of Flet: short messages, and no search where a control holds nothing."""

from __future__ import annotations

import flet as ft
import pytest
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import ObjectPatch
from flet.controls.value_types import Prop
from flet.messaging.protocol import Message, MessageAction, SessionCrashedBody

from companion.ui.start.flet_patches import patch_flet

MESSAGE = Message(MessageAction.SESSION_CRASHED, SessionCrashedBody("any"))


def test_a_message_is_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Message, "__repr__", Message.__repr__)
    patch_flet()
    assert "any" not in repr(MESSAGE)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the properties that are read of any control from now on."""
    names: list[str] = []
    get = Prop.__get__

    def noted(prop: Prop, control: object, kind: object = None) -> object:
        names.append(prop.name)
        return get(prop, control, kind)

    monkeypatch.setattr(Prop, "__get__", noted)
    return names


def test_controls_are_found_where_they_stand_and_looked_for_where_something_stands(
    read: list[str],
) -> None:
    patch_flet()
    text, icon, nested, title = ft.Text("a"), ft.Icon(ft.Icons.ADD), ft.Text("b"), ft.Text("c")
    box, field = ft.Container(text, padding=4), ft.TextField(label=nested, value="d")
    asked = ft.AlertDialog(title=title, actions=[field], content=icon)
    there = ft.Column([box, asked])
    _, added, _ = ObjectPatch.from_diff(None, there, BaseControl)
    assert added == [there, box, text, asked, icon, title, field, nested]
    read.clear()
    _, _, removed = ObjectPatch.from_diff(there, None, BaseControl)
    assert removed == [text, box, icon, title, nested, field, asked, there]
    assert set(read) <= {"content", "title", "label"}
