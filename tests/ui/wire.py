"""Flet's own session with a client in memory at its other end, in place of a browser.

Every message is packed as for the wire, since packing takes the snapshots for the next patch, and
is then applied to a tree of controls as by the real client. Flet is patched as in the running app.
"""

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import fields
from types import TracebackType
from typing import Any, Self, cast
from unittest.mock import patch

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.controls.services.semantics_service import AccessibilityFeatures
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    configure_encode_object_for_msgpack,
    decode_ext_from_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.ui.component import patch_flet
from companion.ui.screens import without_screens
from tests.ui.client_tree import ClientTree

_CALM_TURNS = 25
"""Turns of the event loop without a message, after which nothing more is on its way."""
_PATIENCE_SECONDS = 60.0
_FEATURES = tuple(feature.name for feature in fields(AccessibilityFeatures))
_encode = configure_encode_object_for_msgpack(BaseControl)
patch_flet()


class CrashError(AssertionError):
    """The app showed its crash screen, or stopped drawing for good."""


class Wire(Connection):
    """A session of the app, and the client at its end."""

    before: Callable[[ft.Page], None] = staticmethod(without_screens)
    """What Flet runs before `main`."""

    def __init__(
        self,
        main: Callable[[ft.Page], object],
        *,
        route: str = "/",
        size: tuple[float, float] = (390, 844),
        hub: PubSubHub | None = None,
        language: str = "en",
        calm: bool = True,
        **page: object,
    ) -> None:
        """Take properties of the page beside the usual ones; a calm device shows no motion."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.page_url = "http://127.0.0.1"
        self.main = main
        self.hub = hub
        self.client = {
            "route": route,
            "width": size[0],
            "height": size[1],
            "web": True,
            "platform": "linux",
            "platform_brightness": "light",
        } | page
        self.frames: list[bytes] = []
        self.invoked: list[tuple[str, str, dict[str, Any]]] = []
        self.kept: dict[str, object] = {}
        self.replies = self._usual_replies(language, calm=calm)
        self.crash = ""
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads: set[asyncio.Future[Any]] = set()

    async def __aenter__(self) -> Self:
        self.loop = asyncio.get_running_loop()
        self._count_threads()
        self.executor = ThreadPoolExecutor(2)
        self.pubsubhub = self.hub or PubSubHub(self.loop, self.executor)
        self.session = Session(self)
        self.page = self.session.page
        cast("ContextVar[object]", _context_page).set(self.page)
        self.session.apply_page_patch(self.client)
        self.before(self.page)
        self.tree = ClientTree(self._packed(self.session.get_page_patch()))
        self._spawn(self._run_main())
        try:
            await self.settle()
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        self.session.close()
        await asyncio.sleep(0)
        for task in self._tasks:
            task.cancel()
        self.executor.shutdown()
        self._patched_loop.stop()

    def _usual_replies(self, language: str, *, calm: bool) -> dict[tuple[str, str], object]:
        """Return a browser's answers to the app's requests."""
        return {
            ("Page", "get_device_info"): {
                "locales": [{"language_code": language}],
                "browser_name": "chrome",
            },
            ("SemanticsService", "get_accessibility_features"): dict.fromkeys(_FEATURES, calm),
            ("SharedPreferences", "get"): lambda asked: self.kept.get(asked["key"]),
            ("SharedPreferences", "set"): self._keep,
        }

    def _keep(self, asked: dict[str, object]) -> bool:
        self.kept[str(asked["key"])] = asked["value"]
        return True

    # --- Waiting ---

    async def settle(self) -> None:
        """Wait until no thread works for the app and no message is on its way.

        :raises CrashError: when the app has crashed or stopped drawing
        :raises TimeoutError: when the app does not come to rest
        """
        async with asyncio.timeout(_PATIENCE_SECONDS):
            calm = 0
            while calm < _CALM_TURNS:
                sent = len(self.frames)
                if self._threads:
                    await asyncio.wait(self._threads)
                await asyncio.sleep(0)
                calm = 0 if self._threads or len(self.frames) > sent else calm + 1
        self._complain_of_crash()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for a condition that comes true after a pause.

        :raises TimeoutError: when the condition stays false
        """
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while not holds():
                await asyncio.sleep(0.005)
                await self.settle()

    # --- The wire ---

    def send_message(self, message: Message) -> None:
        """Receive a message of the session; the name is Flet's."""
        action, body = self._packed([message.action, message.body])
        match MessageAction(action):
            case MessageAction.PATCH_CONTROL:
                for dialog in self.tree.patch(body["id"], body["patch"]):
                    self._dispatch(dialog, "dismiss")
            case MessageAction.INVOKE_METHOD:
                self._spawn(self._answer(body))
            case MessageAction.SESSION_CRASHED:
                self.crash = body["message"]
            case _:
                raise AssertionError(f"the client does not know {message.action}")

    def _packed(self, value: object) -> Any:
        frame = cast("bytes", msgpack.packb(value, default=_encode))
        self.frames.append(frame)
        return msgpack.unpackb(frame, ext_hook=decode_ext_from_msgpack, strict_map_key=False)

    async def _run_main(self) -> None:
        context.reset_auto_update()
        result = self.main(self.page)
        if inspect.isawaitable(result):
            await result
        await self.session.after_event(self.page)

    async def _answer(self, asked: dict[str, Any]) -> None:
        control = self.session.index.get(asked["control_id"])
        name, arguments = asked["name"], asked.get("args") or {}
        kind = type(control).__name__
        self.invoked.append((kind, name, arguments))
        reply = self.replies.get((kind, name))
        result = reply(arguments) if callable(reply) else reply
        refusal = str(result) if isinstance(result, Exception) else None
        self.session.handle_invoke_method_results(
            asked["control_id"], asked["call_id"], None if refusal else result, refusal
        )
        if (kind, name) == ("Page", "push_route"):
            self._arrive(arguments["route"])

    # --- Events ---

    def _arrive(self, route: str) -> None:
        self._happen("route_change", {"route": route}, route=route)

    def _happen(self, name: str, data: object, **changed: object) -> None:
        self.tree.root.update(changed)
        self.session.apply_page_patch(changed)
        self._dispatch(self.tree.root["_i"], name, data)

    def _dispatch(self, control: int, name: str, data: object = None) -> None:
        self._spawn(self.session.dispatch_event(control, name, data))

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- The watch over threads and crashes ---

    def _count_threads(self) -> None:
        run = self.loop.run_in_executor

        def counted(*job: Any) -> asyncio.Future[Any]:
            running = run(*job)
            self._threads.add(running)
            running.add_done_callback(self._threads.discard)
            return running

        self._patched_loop = patch.object(self.loop, "run_in_executor", counted)
        self._patched_loop.start()

    def _complain_of_crash(self) -> None:
        if self.crash:
            raise CrashError(self.crash)
        drawing = cast("asyncio.Task[None] | None", vars(self.session)["_Session__updates_task"])
        if drawing and drawing.done() and not drawing.cancelled():
            raise CrashError("the app no longer draws") from drawing.exception()
