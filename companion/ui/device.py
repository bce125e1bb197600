"""Functions of a device beside showing the app.

A device keeps preferences, ticks, stays awake and reports its settings. The app works without any
function that the device does not have.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import date, datetime
from typing import Any, TypeVar, cast

import flet as ft
from flet.controls.exceptions import FletException

from companion.preferences import Preferences
from companion.screens.kit import BrowserStorage
from companion.screens.seating import NOTHING
from companion.words import best

_log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")
_Silent = TypeVar("_Silent")
_KEPT_AS = "fantan.preferences"
_DRAFT_KEPT_AS = "fantan.draft"
_TURN_KEPT_AS = "fantan.turn"
_CHIME_KEPT_AS = "fantan.chime"
_PRINT_KEPT_AS = "fantan.print"
_PATIENCE_SECONDS = 3.0
_CANNOT = (RuntimeError, TimeoutError, FletException)
_STRANGE = (AttributeError, LookupError, TypeError, ValueError)
"""Exceptions that Flet raises on an answer of an unexpected shape."""
_SILENT = ""
"""Value for preferences that the device did not send; stored preferences are never empty."""

_HEIGHT = 20
"""Height of the measured text, in dp."""
_STEPS = 20
"""Number of steps of the text scale between 1 and 2; each hides the rounding to a pixel."""
_PHONES = {ft.PagePlatform.ANDROID, ft.PagePlatform.IOS}


class Browser:
    """The browser around the app and the series that it alone keeps, as seen by a session.

    `now` returns the state of the storage; by default the series are not the browser's own. `heard`
    reports a change of the storage, `refuse_file` a file that was too large to be read, and
    `invite` an opened invitation to a shared table. `on_hand` is for the app to call when it keeps
    a private hand, of which the browser may keep nothing.
    """

    def __init__(self, now: Callable[[], BrowserStorage] = BrowserStorage) -> None:
        self.now = now
        self.on_change: Callable[[], None] = lambda: None
        self.on_large_file: Callable[[], None] = lambda: None
        self.on_invitation: Callable[[], None] = lambda: None
        self.on_hand: Callable[[], None] = lambda: None
        self._invitation = ""

    def heard(self) -> None:
        """Report a change to the listener."""
        self.on_change()

    def refuse_file(self) -> None:
        """Report a chosen file that is too large."""
        self.on_large_file()

    def invite(self, invitation: str) -> None:
        """Keep an opened invitation until it is taken, and report it."""
        self._invitation = invitation
        self.on_invitation()

    def take_invitation(self) -> str:
        """Return the opened invitation, or an empty text, and forget the invitation."""
        taken = self._invitation
        self._invitation = ""
        return taken


class Device:
    """The device of one session.

    `meet` sets the fields. `calm` is true if the device is set to show no motion. `draft` is the
    text of an unfinished new series. The browser's Back calls `close_dialog` while one is open.
    """

    def __init__(self, page: ft.Page) -> None:
        self._page = page
        self._kept = ft.SharedPreferences()
        self._wakelock = ft.Wakelock()
        self._haptics = ft.HapticFeedback()
        self._semantics = ft.SemanticsService()
        self._awake = False
        self.calm = False
        self.draft = NOTHING
        self.close_dialog: Callable[[], None] | None = None

    @property
    def handheld(self) -> bool:
        """True if the device is a phone or a tablet, without keys."""
        return self._page.platform in _PHONES

    @property
    def dark(self) -> bool:
        """True if the device is set to dark colours."""
        return self._page.platform_brightness is ft.Brightness.DARK

    async def meet(self) -> tuple[Preferences, str]:
        """Ask the device for its settings, and return its stored preferences and its language.

        A device that does not answer is asked once more. After a restart of the server an open page
        is cut off a second time, and the first answer is lost.
        """
        stored, language, self.calm, draft = await self._settings()
        if stored == _SILENT:
            stored, language, self.calm, draft = await self._settings()
        self.draft = draft if isinstance(draft, str) else NOTHING
        return Preferences.read(stored), language

    async def _settings(self) -> tuple[object, str, bool, object]:
        return await asyncio.gather(
            _answer(self._kept.get(_KEPT_AS), _SILENT),
            _answer(self._language(), spoken(())),
            _answer(self._set_to_be_calm(), silent=False),
            _answer(self._kept.get(_DRAFT_KEPT_AS), NOTHING),
        )

    async def _language(self) -> str:
        about = await self._page.get_device_info()
        return spoken(about.locales if about else ())

    async def _set_to_be_calm(self) -> bool:
        features = await self._semantics.get_accessibility_features()
        return bool(features.disable_animations or features.reduce_motion)

    async def keep(self, preferences: Preferences) -> None:
        """Store the preferences on the device."""
        await _answer(self._kept.set(_KEPT_AS, preferences.written()), None)

    async def keep_draft(self, text: str) -> None:
        """Store the draft of a new series in place of the former draft."""
        if text != self.draft:
            self.draft = text
            await _answer(self._kept.set(_DRAFT_KEPT_AS, text), None)

    async def keep_print(self, text: str) -> None:
        """Keep what a browser prints in place of its picture of the app."""
        if self._page.web:
            await _answer(self._kept.set(_PRINT_KEPT_AS, text), None)

    async def tick(self) -> None:
        """Vibrate briefly, on phones."""
        if self.handheld:
            await _answer(self._haptics.light_impact(), None)

    async def tell_turn(self, turn: str, *, aloud: bool) -> bool:
        """Tick at the own turn, and chime if `aloud`; an empty text is a turn of somebody else.

        The device keeps the turn, so that it says so once, also if the app is loaded again. The
        page in a browser chimes when it keeps the turn a second time. Return whether the device
        has answered.
        """
        before = await _answer(self._kept.get(_TURN_KEPT_AS), silent=False)
        if before is False:
            return False
        if turn == (before or ""):
            return True
        if not await _answer(self._kept.set(_TURN_KEPT_AS, turn), silent=False):
            return False
        if turn and aloud:
            await _answer(self._kept.set(_CHIME_KEPT_AS, turn), silent=False)
        if turn and self.handheld:
            await _answer(self._haptics.heavy_impact(), None)
        return True

    async def stay_awake(self, *, awake: bool) -> None:
        """Keep the screen on, or let it go dark again."""
        if awake != self._awake:
            self._awake = awake
            await _answer(self._wakelock.enable() if awake else self._wakelock.disable(), None)

    async def stay_awake_again(self) -> None:
        """Keep the screen on after the app was out of sight, when browsers let it go dark."""
        if self._awake:
            await _answer(self._wakelock.enable(), None)

    async def share(self, text: str) -> bool:
        """Offer a text to the share sheet of the device, and return whether there is one."""
        try:
            # Without a sheet of its own a browser would open a mail, or download the text.
            result = await ft.Share().share_text(
                text, download_fallback_enabled=False, mail_to_fallback_enabled=False
            )
        except (RuntimeError, FletException):
            return False
        return result.status is not ft.ShareResultStatus.UNAVAILABLE

    async def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        await ft.Clipboard().set(text)

    async def pick_day(self, shown: date) -> date | None:
        """Let a person choose a day in a calendar, which opens at the day shown."""
        chosen: asyncio.Future[date | None] = asyncio.get_running_loop().create_future()

        def answer(day: date | None) -> None:
            self.close_dialog = None
            if not chosen.done():
                chosen.set_result(day)

        def take(event: ft.Event[ft.DatePicker]) -> None:
            value = event.control.value
            answer(value.date() if isinstance(value, datetime) else value)

        picker = ft.DatePicker(
            value=shown,
            on_change=take,
            on_dismiss=lambda: answer(None),
        )

        def close() -> None:
            self._page.pop_dialog()

        self.close_dialog = close
        self._page.show_dialog(picker)
        return await chosen

    async def choose_file(self) -> tuple[str, bytes] | None:
        """Let a person choose a file, and return its name and content."""
        for file in await ft.FilePicker().pick_files(with_data=True):
            # Flet declares no type for the content
            return file.name, cast("Any", file).bytes or b""
        return None

    async def save_file(self, name: str, content: bytes) -> bool:
        """Offer the file for saving; return whether it was saved, in a browser always True."""
        saved = await ft.FilePicker().save_file(file_name=name, src_bytes=content)
        return bool(saved) or self._page.web

    async def read_out(self, text: str) -> None:
        """Let a screen reader read the text."""
        await _answer(self._semantics.announce_message(text), None)


def spoken(locales: Iterable[ft.Locale]) -> str:
    """Return the app's language for a device with these locales, the preferred one first."""
    return best(locale.language_code for locale in locales)


async def _answer(request: Awaitable[_Answer], silent: _Silent) -> _Answer | _Silent:
    """Return the answer of the device, or `silent` if there is no valid answer."""
    try:
        return await asyncio.wait_for(request, _PATIENCE_SECONDS)
    except (*_CANNOT, *_STRANGE) as cannot:
        _log.debug("the device cannot: %r", cannot)
        return silent


def ruler(on_scale: Callable[[float], None]) -> ft.Control:
    """Build an invisible control that reports the scale of text on the device.

    A text of known height is measured whenever the page is laid out anew.
    """

    def measured(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        on_scale(round(event.height / _HEIGHT * _STEPS) / _STEPS)

    line = ft.Text(
        "0",
        size=_HEIGHT,
        style=ft.TextStyle(height=1),
        opacity=0,
        on_size_change=measured,
        size_change_interval=0,
    )
    return ft.TransparentPointer(content=ft.Semantics(content=line, exclude_semantics=True))
