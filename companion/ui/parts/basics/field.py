"""Text fields of one line or of many."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import cast

import flet as ft

from companion.core.names import LONGEST
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.panels import stretched
from companion.ui.parts.basics.touch import Tap
from companion.ui.session import shown_frames


class TextField(ft.TextField):
    """Text field that keeps what was written since the app heard of it last, when it is drawn.

    The field holds letters before their event comes, and the app may draw it in between.
    """

    def init(self) -> None:
        """Begin with the content that the app gives."""
        self._known = self.value

    @property
    def known(self) -> str:
        """The content that the app knows of; the field may hold other letters already."""
        return self._known

    def change(self, on_change: Callable[[str], None], content: str) -> None:
        """Handle a change to this content."""
        self._known = content
        on_change(content)

    def _migrate_state(self, other: ft.BaseControl) -> None:
        super()._migrate_state(other)
        if isinstance(other, TextField) and self.value == other.known:
            self.value = other.value


scroll_key = cast("Callable[[str], ft.ScrollKey]", ft.ScrollKey)
_WRITTEN = "written_field"
"""Key of a session's store: the identifier of the field that has the focus."""

_RISING_SECONDS = 0.3
"""The time in which a keyboard rises, or a busy device lays out the screen above it."""


def field(
    value: str,
    on_change: Callable[[str], None],
    size: float = 16,
    *,
    identifier: str,
    hint: str,
    on_submit: Tap | None = None,
    ref: ft.Ref[ft.TextField] | None = None,
    longest: int = LONGEST,
    code: bool = False,
) -> ft.Control:
    """Build a field of one line; the hint shows while it is empty, and labels it.

    Enter calls `on_submit`; with `ref` the caller can focus the field. The letters of a `code` are
    large, and a keyboard on the screen writes capitals.
    """
    shown = _text_field(value, on_change, hint, size * 3 / 2 if code else size, ref)
    shown.max_length = longest
    shown.counter = ""
    shown.on_submit = on_submit
    if code:
        shown.capitalization = ft.TextCapitalization.CHARACTERS
    return _named(shown, identifier)


async def show_written_field(column: ft.Ref[ft.Column]) -> None:
    """Scroll the column to the field that has the focus, if any."""
    scrolled = column.current
    with suppress(RuntimeError, TimeoutError):  # the screen may have been left meanwhile
        store = scrolled.page.session.store if scrolled else None
        if scrolled and store and store.contains_key(_WRITTEN):
            await shown_frames()  # until the screen is laid out in its new size
            await scrolled.scroll_to(scroll_key=store.get(_WRITTEN))
            await asyncio.sleep(_RISING_SECONDS)
            if store.contains_key(_WRITTEN):
                await scrolled.scroll_to(scroll_key=store.get(_WRITTEN))


async def show_more(column: ft.Ref[ft.Column], by: float) -> None:
    """Scroll the column on, to what a tap has unfolded at its end."""
    scrolled = column.current
    with suppress(RuntimeError, TimeoutError):  # the screen may have been left meanwhile
        await shown_frames()
        if scrolled:
            await scrolled.scroll_to(delta=by)


async def scroll_to(mark: ft.Ref[ft.Container], key: str) -> None:
    """Scroll the column around the control with this scroll key to it."""
    column: ft.BaseControl | None = mark.current
    while column and not (isinstance(column, ft.Column) and column.scroll):
        column = column.parent
    with suppress(RuntimeError, TimeoutError):  # the screen may have been left meanwhile
        await shown_frames()
        if isinstance(column, ft.Column):
            await column.scroll_to(scroll_key=key)


def text_area(
    value: str,
    on_change: Callable[[str], None],
    *,
    identifier: str,
    hint: str,
    lines: int,
) -> ft.Control:
    """Build a field for pasted text, `lines` high."""
    shown = _text_field(value, on_change, hint, 14)
    shown.multiline = True
    shown.min_lines = lines
    shown.max_lines = lines
    return _named(shown, identifier)


def _text_field(
    value: str,
    on_change: Callable[[str], None],
    hint: str,
    size: float,
    ref: ft.Ref[ft.TextField] | None = None,
) -> TextField:
    def changed(event: ft.Event[ft.TextField]) -> None:
        cast("TextField", event.control).change(on_change, str(event.data or ""))

    return TextField(
        value=value,
        hint_text=hint,
        text_style=_style(size, Tone.INK),
        hint_style=_style(min(16, size + 2), Tone.MUTED),
        autocorrect=False,
        enable_suggestions=False,
        border={
            ft.ControlState.FOCUSED: _border(2, Tone.ACTION),
            ft.ControlState.DEFAULT: _border(1, Tone.EDGE),
        },
        content_padding=ft.Padding.symmetric(horizontal=14, vertical=14),
        filled=True,
        fill_color=Tone.PANEL,
        hover_color=Tone.PANEL,
        on_change=changed,
        ref=ref,
    )


def _style(size: float, tone: ft.Colors) -> ft.TextStyle:
    return ft.TextStyle(
        size=size,
        letter_spacing=0,
        color=tone,
        font_family=TEXT.regular,
        font_family_fallback=[TEXT.suits],
    )


def _border(width: float, tone: ft.Colors) -> ft.OutlineInputBorder:
    return ft.OutlineInputBorder(side=ft.BorderSide(width, tone), border_radius=14)


def _named(shown: ft.TextField, identifier: str) -> ft.Control:
    """Give the field its identifier; the hint labels an empty field."""

    def focused(event: ft.Event[ft.TextField]) -> None:
        event.page.session.store.set(_WRITTEN, identifier)

    def left(event: ft.Event[ft.TextField]) -> None:
        store = event.page.session.store
        if store.contains_key(_WRITTEN) and store.get(_WRITTEN) == identifier:
            store.remove(_WRITTEN)

    shown.on_focus = focused
    shown.on_blur = left
    label = str(shown.hint_text) if shown.value else None
    # The key is not on the field: Flet 1.0.5 would then create the field anew in every drawing.
    mark = ft.Container(height=0, key=scroll_key(identifier))
    line = ft.Semantics(content=shown, identifier=identifier, label=label)
    return stretched([mark, ft.MergeSemantics(content=line)], spacing=0)
