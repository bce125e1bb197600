"""What is mended of Flet: a device that leaves while something is sent to it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from flet.messaging.protocol import Message, MessageAction, SessionCrashedBody
from flet_web.fastapi.flet_app import FletApp

from companion.ui.mended import mend_web_server

MESSAGE = Message(MessageAction.SESSION_CRASHED, SessionCrashedBody("any"))


def line(queue: asyncio.Queue[bytes] | None) -> Any:
    """The server's end of the line to a device; one that is leaving has no queue any more."""
    app = FletApp.__new__(FletApp)
    vars(app)["_FletApp__send_queue"] = queue
    return app


@pytest.fixture(autouse=True)
def _flet_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FletApp, "send_message", FletApp.send_message)


def test_a_device_that_is_leaving_misses_what_is_sent() -> None:
    with pytest.raises(AttributeError, match="put_nowait"):
        line(None).send_message(MESSAGE)
    mend_web_server()
    line(None).send_message(MESSAGE)


def test_all_others_get_it() -> None:
    mend_web_server()
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    line(queue).send_message(MESSAGE)
    assert queue.qsize() == 1
