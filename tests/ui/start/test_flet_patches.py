"""The patches of Flet: short messages, and no search in plain values."""

import flet as ft
import pytest
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder, ObjectPatch
from flet.messaging.protocol import Message, MessageAction, SessionCrashedBody

from companion.ui.component import patch_flet

MESSAGE = Message(MessageAction.SESSION_CRASHED, SessionCrashedBody("any"))
SEARCHES = ("_configure_dataclass", "_removed_controls")


def test_a_message_is_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Message, "__repr__", Message.__repr__)
    patch_flet()
    assert "any" not in repr(MESSAGE)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[type]:
    """Return the types given to Flet's own search under the patch."""
    kinds: list[type] = []
    for name in SEARCHES:
        search = getattr(DiffBuilder, name)

        def noted(
            builder: DiffBuilder, item: object, *rest: object, search: object = search
        ) -> object:
            kinds.append(type(item))
            return search(builder, item, *rest)  # type: ignore[operator]

        monkeypatch.setattr(DiffBuilder, name, noted)
    patch_flet()
    return kinds


def test_no_plain_value_is_searched_for_controls(searched: list[type]) -> None:
    text, icon, nested = ft.Text("a"), ft.Icon(ft.Icons.ADD), ft.Text("b")
    style = ft.TextField(label=nested, data={"x": [ft.Text("c")]})
    there = ft.Column([ft.Container(text), icon, style])
    _, added, _ = ObjectPatch.from_diff(None, there, BaseControl)
    assert {id(one) for one in added} >= {id(one) for one in (there, text, icon, style, nested)}
    _, _, removed = ObjectPatch.from_diff(there, None, BaseControl)
    assert {id(one) for one in removed} == {id(one) for one in added}
    assert searched
    assert not {str, int, float, bool, type(None)} & set(searched)
