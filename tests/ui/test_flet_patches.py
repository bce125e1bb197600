"""The patches of Flet: a device that leaves while something is sent to it, and short messages."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from flet.messaging.protocol import Message, MessageAction, SessionCrashedBody
from flet_web.fastapi.flet_app import FletApp

from companion.ui.flet_patches import patch_flet, patch_web_server

MESSAGE = Message(MessageAction.SESSION_CRASHED, SessionCrashedBody("any"))


def connection(queue: asyncio.Queue[bytes] | None) -> Any:
    """The server's end of the connection to a device; one that is leaving has no queue any more."""
    app = FletApp.__new__(FletApp)
    vars(app)["_FletApp__send_queue"] = queue
    return app


@pytest.fixture(autouse=True)
def _flet_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FletApp, "send_message", FletApp.send_message)
    monkeypatch.setattr(Message, "__repr__", Message.__repr__)


def test_a_message_is_not_written_out() -> None:
    patch_flet()
    assert "any" not in repr(MESSAGE)


def test_a_device_that_is_leaving_misses_what_is_sent() -> None:
    with pytest.raises(AttributeError, match="put_nowait"):
        connection(None).send_message(MESSAGE)
    patch_web_server()
    connection(None).send_message(MESSAGE)


def test_all_others_get_it() -> None:
    patch_web_server()
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    connection(queue).send_message(MESSAGE)
    assert queue.qsize() == 1
