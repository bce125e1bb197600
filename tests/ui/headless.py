"""A Flet client without a screen: runs the app's `main(page)` and taps its controls in memory.

It stands under Flet's own session in the place of a browser. Every message is packed as for the
wire, for packing takes the snapshots that the next patch is made from, and then applied to a tree
of controls as the real client applies it.

    async with Headless(main) as app:
        await app.tap("pass")
        assert app.text("turn-of") == "Cem to play"
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self, cast
from unittest.mock import patch

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    configure_encode_object_for_msgpack,
    decode_ext_from_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from tests.ui.client_tree import ClientTree, Node, Trail

_CALM_TURNS = 25
"""Turns of the event loop without a message, after which nothing more is on its way."""
_PATIENCE_SECONDS = 10.0
_FEATURES = (
    "accessible_navigation",
    "bold_text",
    "disable_animations",
    "high_contrast",
    "invert_colors",
    "reduce_motion",
    "on_off_switch_labels",
    "supports_announcements",
)
_encode = configure_encode_object_for_msgpack(BaseControl)


class CrashError(AssertionError):
    """The app showed its crash screen, or stopped drawing for good."""


class Headless(Connection):
    """One session of the app. Give several the same hub, and they hear each other."""

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
        """Takes properties of the page beside those that every client sends; a calm device is
        set to show no motion.
        """
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
        self.replies: dict[tuple[str, str], object] = {
            ("Page", "get_device_info"): {
                "locales": [{"language_code": language}],
                "browser_name": "chrome",
            },
            ("SemanticsService", "get_accessibility_features"): dict.fromkeys(_FEATURES, calm),
            ("SharedPreferences", "get"): lambda asked: self.kept.get(asked["key"]),
            ("SharedPreferences", "set"): self._keep,
        }
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

    def _keep(self, asked: dict[str, object]) -> bool:
        self.kept[str(asked["key"])] = asked["value"]
        return True

    # --- What shows ---

    def has(self, what: str) -> bool:
        """Whether a control of that identifier, key or those words shows."""
        return bool(self.tree.find(what))

    def find(self, what: str) -> Node:
        """The first such control."""
        return self._trail(what)[-1]

    def text(self, what: str) -> str:
        """All that assistive technology reads inside the control."""
        return " ".join(self.tree.spoken(self.find(what)))

    def texts(self) -> list[str]:
        """All that can be read."""
        return self.tree.texts(self.tree.root)

    # --- What people do ---

    async def tap(self, what: str) -> None:
        """Tap the control, or what can be tapped inside it or around it."""
        await self._send(what, ("click", "tap"))

    async def enter_text(self, what: str, text: str, *, submit: bool = False) -> None:
        """Write into the text field, over what stands there; then press Enter if asked to."""
        await self.change(what, text)
        if submit:
            await self._send(what, ("submit",), text)

    async def change(self, what: str, value: object) -> None:
        """Set the value of a field, switch, checkbox, slider or choice."""
        node = self._target(what, lambda node: "on_change" in node or node["_c"] == "TextField")
        node["value"] = value
        self.session.apply_patch(node["_i"], {"value": value})
        if node.get("on_change"):
            self._dispatch(node["_i"], "change", value)
        await self.settle()

    async def go(self, route: str) -> None:
        """Open the address in the browser's line."""
        self._arrive(route)
        await self.settle()

    async def resize(self, width: float, height: float) -> None:
        """Turn the device, or drag the window's edge."""
        size = {"width": width, "height": height}
        await self.page_event("resize", size, **size)

    async def press(self, key: str) -> None:
        """Press a key, named as Flet names it."""
        plain = {"shift": False, "ctrl": False, "alt": False, "meta": False}
        await self.page_event("keyboard_event", {"key": key, **plain})

    async def write_larger(self, scale: float) -> None:
        """Set the device to write text so many times its size: what the app measures grows."""
        for node in self.tree.below(self.tree.root):
            if node.get("on_size_change"):
                high = node["size"] * scale
                self._dispatch(node["_i"], "size_change", {"width": high, "height": high})
        await self.settle()

    async def page_event(self, name: str, data: object = None, **changed: object) -> None:
        """Let something happen to the page as a whole, with the properties it changes."""
        self._happen(name, data, **changed)
        await self.settle()

    # --- Waiting ---

    async def settle(self) -> None:
        """Wait until no thread works for the app and nothing more is sent.

        :raises CrashError: when the app has crashed, or stopped drawing
        :raises TimeoutError: when it does not come to rest
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
        """Wait for something that comes after a pause.

        :raises TimeoutError: when it does not come
        """
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while not holds():
                await asyncio.sleep(0.005)
                await self.settle()

    # --- The wire ---

    def send_message(self, message: Message) -> None:
        """What the session sends to its client: the name is Flet's."""
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

    async def _send(self, what: str, names: tuple[str, ...], data: object = None) -> None:
        node = self._target(what, lambda node: any(node.get(f"on_{name}") for name in names))
        self._dispatch(node["_i"], next(name for name in names if node.get(f"on_{name}")), data)
        await self.settle()

    def _target(self, what: str, suits: Callable[[Node], bool]) -> Node:
        """What a finger meets there: the control itself or one inside it, else one around it."""
        trail = self._trail(what)
        for node in (*self.tree.below(trail[-1]), *reversed(trail)):
            if suits(node):
                if any(around.get("disabled") for around in (*trail, node)):
                    raise AssertionError(f"{what!r} is disabled")
                return node
        raise AssertionError(f"{what!r} does not react")

    def _trail(self, what: str) -> Trail:
        for trail in self.tree.find(what):
            return trail
        raise AssertionError(f"no {what!r} shows, only {self.texts()}")

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
