"""A Flet client without a screen: runs the app's `main(page)` and taps its controls in memory.

Every action waits until the app has come to rest:

    async with opened(desk, "/table") as app:
        await app.tap("pass")
        assert app.due == "Cem"
"""

from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from itertools import count
from typing import Any

from companion.ui.device import Browser
from companion.ui.screens import main_for
from tests.desks import Desk
from tests.layout.boxes import Size
from tests.layout.screen import Rect, screen
from tests.ui.client_tree import Node, Trail
from tests.ui.wire import Wire


class Headless(Wire):
    """A person with one device. Give several the same hub, and they hear each other."""

    taps = 0
    """Number of taps and long presses so far."""

    # --- What shows ---

    def has(self, what: str) -> bool:
        """Return whether a control with the identifier, key or words shows."""
        return bool(self.tree.find(what))

    def find(self, what: str) -> Node:
        """Return the first control with the identifier, key or words."""
        return self._trail(what)[-1]

    def text(self, what: str) -> str:
        """Return the text that assistive technology reads inside the control."""
        return " ".join(self.tree.spoken(self.find(what)))

    @property
    def due(self) -> str:
        """The player to move by the marked seat at the table, or "" where no seat is marked."""
        marked = (node for node in self.tree.below(self.tree.root) if node.get("selected"))
        names = (str(node.get("identifier")) for node in marked)
        return next((name[5:] for name in names if name.startswith("seat-")), "")

    def texts(self) -> list[str]:
        """Return all readable texts."""
        return self.tree.texts(self.tree.root)

    def sent(self, method: str) -> list[dict[str, Any]]:
        """Return what the app asked of the method of a service, the first first."""
        return [arguments for _, name, arguments in self.invoked if name == method]

    def rests(self, *whats: str) -> bool:
        """Return whether a tap on any of the controls, all of which show, does nothing."""
        return not any(self._reacts(what) for what in whats)

    def places(self, *beginnings: str, scale: float = 1, whole: bool = False) -> dict[str, Rect]:
        """Return the places of all identifiers, or of those that begin so; whole means in sight."""
        window = Size(self.page.width or 0, self.page.height or 0)
        return {
            name: found.place
            for found in screen(self.tree.root, window, scale)
            if (name := str(found.node.get("identifier") or "")).startswith(beginnings or "")
            if not whole or found.place.shared(found.seen) == found.place
        }

    # --- What people do ---

    async def tap(self, *whats: str) -> None:
        """Tap each control, or the nearest control inside or around it that reacts."""
        for what in whats:
            self.taps += 1
            await self._send(what, ("click", "tap"))

    def finger_on(self, what: str) -> Callable[[], Awaitable[None]]:
        """Return a tap already on its way, which arrives even when the control closes meanwhile."""
        number = self._target(what, lambda node: bool(node.get("on_click")))["_i"]

        async def tapped() -> None:
            self._dispatch(number, "click")
            await self.settle()

        return tapped

    async def hold(self, what: str) -> None:
        """Press the control long."""
        self.taps += 1
        await self._send(what, ("long_press",))

    async def touch(self, what: str) -> None:
        """Put a finger on the control, and leave it there."""
        await self._send(what, ("tap_down",), {"k": "touch"})

    async def lift(self, what: str) -> None:
        """Lift the finger from the control."""
        await self._send(what, ("tap_up",), {"k": "touch"})

    async def enter_text(self, what: str, text: str, *, submit: bool = False) -> None:
        """Replace the content of the text field; then press Enter if asked to."""
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

    async def pick_day(self, day: date) -> None:
        """Choose a day in the calendar, which then closes and says so, too."""
        below = self.tree.below(self.tree.root)
        calendar = next(node["_i"] for node in below if node["_c"] == "DatePicker")
        self.session.apply_patch(calendar, {"value": day})
        for event in ("change", "dismiss"):
            self._dispatch(calendar, event)
        await self.settle()

    async def focus(self, what: str) -> None:
        """Give the keyboard to the text field."""
        await self._send(what, ("focus",))

    def write_at_once(self, what: str, text: str, further: str = "") -> None:
        """Replace the content of the text field, without waiting for the effect.

        The app hears of `further` letters before it handles the event of the text.
        """
        self._dispatch(self.fill(what, text + further), "change", text)

    def fill(self, what: str, text: str) -> int:
        """Replace the content of the text field, whose event is still under way; return its id."""
        node = self._target(what, lambda node: node["_c"] == "TextField")
        node["value"] = text
        self.session.apply_patch(node["_i"], {"value": text})
        return int(node["_i"])

    async def go(self, route: str) -> None:
        """Open the address in the browser's address bar."""
        self._arrive(route)
        await self.settle()

    async def resize(self, width: float, height: float, scale: float | None = None) -> None:
        """Turn the device, or drag the window's edge; the scale of text may change too."""
        if scale is not None:
            self._write_at(scale)
        size = {"width": width, "height": height}
        await self.page_event("resize", size, **size)

    def speak_at_once(self, language: str) -> None:
        """Set the device to another language, without waiting for the effect."""
        self._happen("locale_change", {"locales": [{"language_code": language}]})

    async def press(self, key: str) -> None:
        """Press a key, named as Flet names it."""
        plain = {"shift": False, "ctrl": False, "alt": False, "meta": False}
        await self.page_event("keyboard_event", {"key": key, **plain})

    async def write_at(self, scale: float) -> None:
        """Set the device's scale of text, which the measures of the app follow."""
        self._write_at(scale)
        await self.settle()

    async def page_event(self, name: str, data: object = None, **changed: object) -> None:
        """Trigger an event of the page, with the properties it changes."""
        self._happen(name, data, **changed)
        await self.settle()

    def _write_at(self, scale: float) -> None:
        for node in self.tree.below(self.tree.root):
            if node.get("on_size_change"):
                side = node["size"] * scale
                self._dispatch(node["_i"], "size_change", {"w": side, "h": side})

    # --- Where a finger meets the tree ---

    async def _send(self, what: str, names: tuple[str, ...], data: object = None) -> None:
        node = self._target(what, lambda node: any(node.get(f"on_{name}") for name in names))
        self._dispatch(node["_i"], next(name for name in names if node.get(f"on_{name}")), data)
        await self.settle()

    def _reacts(self, what: str) -> bool:
        self._trail(what)
        try:
            self._target(what, lambda node: bool(node.get("on_click") or node.get("on_tap")))
        except AssertionError:
            return False
        return True

    def _target(self, what: str, suits: Callable[[Node], bool]) -> Node:
        """Return the control that reacts: the control itself, else one inside, else one around."""
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


def unhurried() -> Callable[[], float]:
    """Return the clock of people who look at every change before they tap."""
    return partial(next, count(0.0))


def opened(
    desk: Desk,
    route: str = "/",
    *,
    browser: Browser | None = None,
    clock: Callable[[], float] | None = None,
    **device: Any,
) -> Headless:
    """Return a device that opens the address of the desk's app."""
    main = main_for(desk.archive, browser=browser, clock=clock or unhurried())
    return Headless(main, route=route, **device)


class Small(Headless):
    """A person with a small app, which draws on Flet's first screen."""

    before = staticmethod(lambda _page: None)


class Unhurried(Headless):
    """A device whose dialogs close only when the test has waited for them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._closing: list[int] = []

    def _dispatch(self, control: int, name: str, data: object = None) -> None:
        if name == "dismiss":
            self._closing.append(control)
        else:
            super()._dispatch(control, name, data)

    async def closed(self) -> None:
        """Wait until every closing dialog is gone."""
        closing, self._closing = self._closing, []
        for dialog in closing:
            super()._dispatch(dialog, "dismiss")
        await self.settle()
