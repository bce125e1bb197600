"""The way of a device from screen to screen."""

from collections.abc import Awaitable, Callable

import flet as ft

from companion.screens.routes import Screen
from companion.ui.device import Device
from companion.ui.notices import Notices
from companion.ui.shown import DeviceState

Arrive = Callable[[Screen, Callable[[], bool]], Awaitable[bool]]
"""Shows a screen if it is still asked for once its table is open; returns whether it shows."""


class Navigation:
    """The screens that a device asks for, the last one alone, as steps of the back button."""

    def __init__(
        self, page: ft.Page, shown: DeviceState, device: Device, notices: Notices, arrive: Arrive
    ) -> None:
        self._page = page
        self._shown = shown
        self._device = device
        self._notices = notices
        self._arrive = arrive
        self._asked_for: Screen | None = None
        self._pushing = ""

    async def visit(self, screen: Screen) -> bool:
        """Show the screen; return whether it shows.

        It does not if another screen was requested while the series was being opened.
        """
        self._asked_for = screen
        return await self._arrive(screen, lambda: self._asked_for is screen)

    async def go(self, path: str, notice: str = "") -> None:
        """Open the screen at the path, with a notice, as a step that the back button takes back."""
        self._notices.say(notice, explains=True)
        if await self.visit(Screen(path)):
            await self.push(path)

    async def open(self, word: str) -> None:
        """Open a screen on top of the current one."""
        await self.go(f"{self._shown.screen.path}/{word}")

    async def back(self) -> None:
        """Return to the screen below the current one."""
        await self.go(self._shown.screen.parent.path)

    async def push(self, path: str) -> None:
        """Make the screen at the path a step that the back button takes back."""
        self._pushing = path
        try:
            await self._page.push_route(path)
        finally:
            if self._pushing == path:
                self._pushing = ""

    async def follow(self, path: str) -> None:
        """Show the screen at which the client arrived.

        Nothing happens while a later step is on its way to the client. Another screen has no notice
        of the former screen. The browser's Back closes an open dialog instead, and the client
        returns to the screen below.
        """
        if self._pushing not in {"", path}:
            return
        close = self._device.close_dialog
        here = self._shown.screen.path
        if close and Screen(path).path != here:
            close()
            await self.push(here)
            return
        if Screen(path).path != here:
            self._notices.say("")
        await self.visit(Screen(path))
