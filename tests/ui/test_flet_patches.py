"""The patch of Flet: short messages."""

from __future__ import annotations

import pytest
from flet.messaging.protocol import Message, MessageAction, SessionCrashedBody

from companion.ui.start.flet_patches import patch_flet

MESSAGE = Message(MessageAction.SESSION_CRASHED, SessionCrashedBody("any"))


def test_a_message_is_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Message, "__repr__", Message.__repr__)
    patch_flet()
    assert "any" not in repr(MESSAGE)
