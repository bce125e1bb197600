"""What a device can do beside showing the app: keep preferences, tick, stay awake, say what it is
set to. What a device cannot do is left out; the app works without it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import flet as ft
from flet.controls.exceptions import FletException

from companion.forms.drafts import NOTHING
from companion.preferences import Preferences
from companion.views.backups import Keeping
from companion.views.home import VERSION
from companion.words import best

_log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")
_Silent = TypeVar("_Silent")
_KEPT_AS = "fantan.preferences"
_VERSION_KEPT_AS = "fantan.version"
_DRAFT_KEPT_AS = "fantan.draft"
_PATIENCE_SECONDS = 3.0
_CANNOT = (RuntimeError, TimeoutError, FletException)
_STRANGE = (AttributeError, LookupError, TypeError, ValueError)
"""What Flet raises on an answer of a shape that it does not expect."""
_SILENT = ""
"""Stands for preferences that the device did not tell; kept ones are never written like that."""

_HEIGHT = 20
"""Of the text that is measured, in dp."""
_STEPS = 20
"""A scale of text is told in twentieths, so that a rounded pixel changes nothing."""
_PHONES = {ft.PagePlatform.ANDROID, ft.PagePlatform.IOS}


class Kept:
    """What a browser that alone has the series keeps of them: `now` tells it, and `heard` that it
    has changed. `refuse_file` reports a file that was too large to be read.
    """

    def __init__(self, now: Callable[[], Keeping] = Keeping) -> None:
        """Without `now` the series are not the browser's own."""
        self.now = now
        self.on_change: Callable[[], None] = lambda: None
        self.on_large_file: Callable[[], None] = lambda: None

    def heard(self) -> None:
        """Tell whoever listens that it has changed."""
        self.on_change()

    def refuse_file(self) -> None:
        """Report a file that was chosen and is too large."""
        self.on_large_file()


class Device:
    """The device of one session; `calm` says whether it is set to show no motion, `seen` which
    version it showed last: None on a first visit, this one if it does not tell. `draft` is the text
    of the new series that somebody was writing down.
    """

    def __init__(self, page: ft.Page) -> None:
        """The device that shows the page; `meet` finds out about it."""
        self._page = page
        self._kept = ft.SharedPreferences()
        self._wakelock = ft.Wakelock()
        self._haptics = ft.HapticFeedback()
        self._semantics = ft.SemanticsService()
        self._awake = False
        self.calm = False
        self.seen: str | None = VERSION
        self.draft = NOTHING

    @property
    def handheld(self) -> bool:
        """Whether it is a phone or a tablet, which has no keys."""
        return self._page.platform in _PHONES

    @property
    def dark(self) -> bool:
        """Whether it is set to dark colours."""
        return self._page.platform_brightness is ft.Brightness.DARK

    async def meet(self) -> tuple[Preferences, str]:
        """Ask it for its settings; gives the preferences it has kept, and its language.

        It is asked again if it does not answer, as when the server comes back to an open page: that
        cuts the page's line once more.
        """
        kept, language, self.calm, seen, draft = await self._told()
        if kept == _SILENT:
            kept, language, self.calm, seen, draft = await self._told()
        self.draft = draft if isinstance(draft, str) else NOTHING
        self.seen = _seen(seen, kept)
        return Preferences.read(kept), language

    async def _told(self) -> tuple[object, str, bool, object, object]:
        return await asyncio.gather(
            _answer(self._kept.get(_KEPT_AS), _SILENT),
            _answer(self._language(), spoken(())),
            _answer(self._set_to_be_calm(), silent=False),
            _answer(self._kept.get(_VERSION_KEPT_AS), VERSION),
            _answer(self._kept.get(_DRAFT_KEPT_AS), NOTHING),
        )

    async def _language(self) -> str:
        about = await self._page.get_device_info()
        return spoken(about.locales if about else ())

    async def _set_to_be_calm(self) -> bool:
        features = await self._semantics.get_accessibility_features()
        return bool(features.disable_animations or features.reduce_motion)

    async def keep(self, preferences: Preferences) -> None:
        """Keep the preferences for the next time."""
        await _answer(self._kept.set(_KEPT_AS, preferences.written()), None)

    async def keep_draft(self, text: str) -> None:
        """Keep the draft of a new series, in place of the former one."""
        if text != self.draft:
            self.draft = text
            await _answer(self._kept.set(_DRAFT_KEPT_AS, text), None)

    async def keep_version(self) -> None:
        """Keep that it showed this version, unless that is kept already."""
        if self.seen == VERSION:
            return
        if await _answer(self._kept.set(_VERSION_KEPT_AS, VERSION), silent=False):
            self.seen = VERSION

    async def tick(self) -> None:
        """A light touch in the hand, on phones."""
        if self.handheld:
            await _answer(self._haptics.light_impact(), None)

    async def stay_awake(self, *, awake: bool) -> None:
        """Keep the screen on, or let it go dark again."""
        if awake != self._awake:
            self._awake = awake
            await _answer(self._wakelock.enable() if awake else self._wakelock.disable(), None)


def _seen(version: object, preferences: object) -> str | None:
    """The version that was seen last. A device that kept preferences and no version showed one from
    before versions were kept.
    """
    if isinstance(version, str):
        return version
    return "" if preferences else None


def spoken(locales: Iterable[ft.Locale]) -> str:
    """The language of ours that suits a device best whose locales are these, the liked first."""
    return best(locale.language_code for locale in locales)


async def _answer(asked: Awaitable[_Answer], silent: _Silent) -> _Answer | _Silent:
    """The device's answer, or `silent` where it cannot or does not give one that makes sense."""
    try:
        return await asyncio.wait_for(asked, _PATIENCE_SECONDS)
    except (*_CANNOT, *_STRANGE) as cannot:
        _log.debug("the device cannot: %r", cannot)
        return silent


def ruler(on_scale: Callable[[float], None]) -> ft.Control:
    """Tells how large the device writes: a text of known height lies unseen on the page, and is
    measured whenever it is laid out anew.
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
