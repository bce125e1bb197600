"""The websocket of one page: its messages to the session, and the session's messages to it.

It stands in the place of Flet's own, which lets a silent one stay for ever, keeps the session of
one that was cut off while it registered, and takes every message as it comes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, cast

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import (
    _context_page,  # pyright: ignore[reportPrivateUsage] - there is no public name for it
    context,
)
from flet.messaging import protocol
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, MessageAction, RegisterClientResponseBody
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.ui.client_events import SENT_TOO_MUCH
from companion.ui.web import frames, guard
from companion.ui.web.asgi import Receive, Send
from companion.ui.web.sessions import PageSession, Sessions
from companion.words import Words

REGISTER_SECONDS = 10.0
MOST_UNSENT_BYTES = 8 * 2**20
"""Of what a page has not taken yet; the largest screen is a hundredth of that."""
MOST_UNDER_WAY = 200
"""Events whose handlers run at the same time; a person's fingers are not that fast."""

_CLOSED_NORMALLY, _CLOSED_AS_BAD, _CLOSED_AS_TOO_LONG = 1000, 1008, 1009
_log = logging.getLogger(__name__)
_encode = cast("Any", protocol).configure_encode_object_for_msgpack(BaseControl)
_packed = cast("Callable[..., bytes]", cast("Any", msgpack).packb)


@dataclass(frozen=True)
class Hosted:
    """The app that the server shows, and what all its pages share."""

    main: Callable[[ft.Page], Awaitable[None]]
    before_main: Callable[[ft.Page], None]
    sessions: Sessions
    hub: PubSubHub
    executor: ThreadPoolExecutor
    url: str


class PageConnection(Connection):
    """The connection of one page, from its first frame to its end; then nothing is left of it but
    a session asleep, if a page was there to come back for it.
    """

    def __init__(self, hosted: Hosted, words: Words, on_heard: Callable[[], None]) -> None:
        """Takes the words of its browser, and what is to be done whenever the page is heard of."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = asyncio.get_running_loop()
        self.executor = hosted.executor
        self.pubsubhub = hosted.hub
        self.page_url = hosted.url
        self.words = words
        self._hosted = hosted
        self._on_heard = on_heard
        self._session: Session | None = None
        self._started: asyncio.Task[None] | None = None
        self._answered = False
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue()
        self._unsent_bytes = 0
        self._ended: asyncio.Future[int] = self.loop.create_future()
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, receive: Receive, send: Send) -> None:
        """Accept the websocket, and pass messages on until one of both ends it."""
        await receive()
        await send({"type": "websocket.accept"})
        work = [asyncio.create_task(job) for job in (self._read(receive), self._write(send))]
        try:
            code = await self._ended
        finally:
            for task in work:
                task.cancel()
            await self._leave()
        with suppress(OSError):
            await send({"type": "websocket.close", "code": code})

    def _end(self, code: int = _CLOSED_NORMALLY) -> None:
        if not self._ended.done():
            self._ended.set_result(code)

    # --- From the page ---

    async def _read(self, receive: Receive) -> None:
        code = _CLOSED_NORMALLY
        try:
            async with asyncio.timeout(REGISTER_SECONDS):
                await self._register(receive)
            while (frame := await self._next(receive)) is not None:
                self._take(*frames.read(frame))
        except TimeoutError:
            _log.info("a page has not registered in time")
        except frames.BadFrameError as problem:
            _log.warning("a page has sent a bad frame: %s", problem)
            code = _CLOSED_AS_BAD
        except Exception:  # noqa: BLE001 - this is the page's outermost shell
            _log.exception("a message of a page failed")
        finally:
            self._end(code)

    async def _next(self, receive: Receive) -> bytes | None:
        """The next frame; None when the page is gone. One that was too long ended its line before
        it was here, and the page is told when it comes back.

        :raises BadFrameError: when it is text
        """
        message = await receive()
        if message["type"] == "websocket.disconnect":
            if self._session and message.get("code") == _CLOSED_AS_TOO_LONG:
                self._session.store.set(SENT_TOO_MUCH, True)
            return None
        frame = message.get("bytes")
        if frame is None:
            raise frames.BadFrameError("of text")
        return cast("bytes", frame)

    async def _register(self, receive: Receive) -> None:
        """Give the page its session: the one that waits for it, or a new one."""
        frame = await self._next(receive)
        if frame is None:
            self._end()
            return
        action, body = frames.read(frame)
        if action is not MessageAction.REGISTER_CLIENT:
            raise frames.BadFrameError("not registered yet")
        self._on_heard()
        known = self._hosted.sessions.wake(body["session_id"])
        self._session = session = known or cast("Any", PageSession)(self)
        _enter(session)
        session.apply_page_patch(guard.allowed(session.page, body["page"]))
        if known is None:
            self._hosted.before_main(session.page)
        # A page that comes back gets all of it, for it has begun anew.
        patch = session.page if known else cast("Any", session).get_page_patch()
        about = RegisterClientResponseBody(session_id=session.id, page_patch=patch, error="")
        self.send_message(Message(MessageAction.REGISTER_CLIENT, about))
        if known is None:
            self._started = self._run(self._start(session))
        else:
            self._answered = True
            session.attach_connection(self)
            self._run(session.dispatch_connect_event())

    async def _start(self, session: Session) -> None:
        """Run the app for a new page, as Flet does."""
        try:
            context.reset_auto_update()
            await self._hosted.main(session.page)
            await session.after_event(session.page)
        except Exception:  # noqa: BLE001 - the app may raise anything
            _log.exception("a page could not be shown")
            session.error("")

    def _take(self, action: MessageAction, body: dict[str, Any]) -> None:
        """Do what a page asks for, as far as it may."""
        session = self._session
        if session is None or action is MessageAction.REGISTER_CLIENT:
            raise frames.BadFrameError("registered twice")
        self._on_heard()
        self._answered = True
        number = next(body[name] for name in ("target", "id", "control_id") if name in body)
        control: BaseControl | None = session.index.get(number)
        if control is None:
            return
        if action is MessageAction.INVOKE_METHOD:
            session.handle_invoke_method_results(**body)
        elif action is MessageAction.UPDATE_CONTROL_PROPS:
            session.apply_patch(number, guard.allowed(control, body["props"]))
        elif len(self._tasks) < MOST_UNDER_WAY and guard.may_happen(
            control, body["name"], body["data"]
        ):
            self._run(session.dispatch_event(number, body["name"], body["data"]))

    def _run(self, job: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self.loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- To the page ---

    def send_message(self, message: Message) -> None:
        """Send what the session has to say: the name is Flet's. What is said after the end is
        packed all the same, for that takes the snapshot from which the next change is told.
        """
        content = [message.action, message.body]
        frame = b"\0" + _packed(content, default=_encode)
        self._unsent_bytes += len(frame)
        if self._unsent_bytes > MOST_UNSENT_BYTES:
            self._end()
        if not self._ended.done():
            self._unsent.put_nowait(frame)

    async def _write(self, send: Send) -> None:
        with suppress(OSError):
            while True:
                frame = await self._unsent.get()
                await send({"type": "websocket.send", "bytes": frame})
                self._unsent_bytes -= len(frame)
        self._end()

    # --- The end ---

    async def _leave(self) -> None:
        """Let the session sleep. Of one whose page was gone before it answered nothing is kept."""
        session = self._session
        if session is None or cast("Connection | None", session.connection) is not self:
            return
        if self._answered:
            await self._hosted.sessions.sleep(session)
            return
        session.close()  # what the app waits for from the page ends with that
        if self._started is not None:
            self._started.add_done_callback(lambda _task: session.close())  # now the app hears it


def _enter(session: Session) -> None:
    """Let what runs from here on belong to the session; Flet has no public name for that."""
    cast("ContextVar[object]", _context_page).set(session.page)
