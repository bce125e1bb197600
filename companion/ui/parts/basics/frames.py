"""Frames of screens: paper, sheet and banner, with notices and questions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.ui.component import use_begun
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import DANGER, SECONDARY, button, icon_button
from companion.ui.parts.basics.field import show_written_field
from companion.ui.parts.basics.panels import notice, row_or_column, stretched, title_size
from companion.ui.parts.basics.text import heading, kept_together, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.routes import Room
from companion.ui.session import Session


def _title_row(
    title: str,
    subtitle: str,
    size: float,
    back: ft.Control | None,
    beside: ft.Control | None,
    *,
    on_felt: bool = False,
) -> ft.Row:
    """Return the title over its subtitle, between the Back button and the control `beside`."""
    tone, muted = (Tone.ON_FELT, Tone.FELT_MUTED) if on_felt else (Tone.HEADING, Tone.MUTED)
    words: list[ft.Control] = [heading(title, size=size, tone=tone, level=1)]
    if subtitle:
        words.append(text(kept_together(subtitle), size=14, tone=muted))
    cells: list[ft.Control] = [ft.Column(words, spacing=2, tight=True, expand=True)]
    if back is not None:
        cells.insert(0, back)
    if beside is not None:
        cells.append(ft.Container(beside, padding=ft.Padding.only(left=8)))
    return ft.Row(cells, spacing=4)


def back_button(on_back: Tap, says: str, tone: ft.Colors) -> ft.Control:
    """Return the button that leads to the screen below."""
    return icon_button(ft.Icons.ARROW_BACK, on_back, identifier="back", label=says, tone=tone)


def scaffold(
    head: Sequence[ft.Control],
    body: ft.Control,
    bar: Sequence[ft.Control],
    room: Room,
    key: str = "body",
) -> ft.Control:
    """Return a screen whose body scrolls between head and bar.

    Where text is large the head scrolls with the body, and where a keyboard leaves little height
    the bar scrolls as well. A new `key` scrolls the body to its beginning.
    """
    # The body keeps its place in the tree, since a field that moves there loses its keyboard.
    column: ft.Ref[ft.Column] = use_begun(ft.Ref[ft.Column])
    ft.use_effect(partial(show_written_field, column), [room.height])
    head_moves = room.large_text or room.shallow
    scrolling = ft.Column(
        [_strip(head, shown=head_moves), body, _strip(bar, shown=room.shallow)],
        scroll=ft.ScrollMode.AUTO,
        spacing=0,
        ref=column,
    )
    middle = ft.Container(scrolling, expand=True, key=key)
    above, below = _strip(head, shown=not head_moves), _strip(bar, shown=not room.shallow)
    return ft.Column([above, middle, below], spacing=0)


def _strip(controls: Sequence[ft.Control], *, shown: bool) -> ft.Control:
    return ft.Column(list(controls) if shown else [], spacing=0, tight=True)


def centred(content: ft.Control, widest: float, padding: ft.PaddingValue = 0) -> ft.Control:
    """Centre the content, and limit its width to `widest` dp."""
    column = ft.Container(content, width=widest, padding=padding)
    return ft.Container(column, alignment=ft.Alignment.TOP_CENTER)


def bottom_bar(content: ft.Control) -> ft.Control:
    """Draw a line above the content."""
    return ft.Container(content, border=ft.Border.only(top=ft.BorderSide(1, Tone.LINE)))


def refusals(session: Session, refusal: str) -> list[ft.Control]:
    """Return the notice of a refused tap, with a button that closes it."""
    if not refusal:
        return []
    close = session.words.say("Close")
    return [
        notice(
            refusal,
            identifier="refusal",
            on_close=session.tap(session.close_notice),
            close_says=close,
        )
    ]


_WIDEST = 440
"""The greatest width of an explanation, in dp."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question; the identifiers of the answers are `NAME-yes` and `NAME-no`."""

    name: str
    asks: str
    explains: str
    yes: str
    no: str


def question(asked: Question, on_yes: Tap, on_no: Tap, *, large: bool = False) -> ft.AlertDialog:
    """Return the question as a dialog, with the answers one below the other where text is large."""
    no = button(asked.no, on_no, identifier=f"{asked.name}-no", look=SECONDARY, height=52)
    yes = button(asked.yes, on_yes, identifier=f"{asked.name}-yes", look=DANGER, height=52)
    return ft.AlertDialog(
        modal=True,
        bgcolor=Tone.PANEL,
        # Text this large grows less with the device's text; a dialog without room scrolls.
        title=text(asked.asks, size=15 if large else 20, face=TEXT.heading),
        scrollable=large,
        content=_explained(asked.explains) if asked.explains else None,
        content_padding=ft.Padding.only(left=24, right=24, top=12, bottom=20),
        actions_padding=ft.Padding.only(left=20, right=20, bottom=20),
        actions=[row_or_column([no, yes], large=large, spacing=10)],
        on_dismiss=on_no,
    )


def use_dialog(session: Session, dialog: ft.AlertDialog | None, close: Callable[[], None]) -> None:
    """Show the dialog, if there is one, until a tap or the browser's Back closes it."""
    shows = dialog is not None

    def offer() -> None:
        session.close_dialog = close if shows else None

    def withdraw() -> None:
        session.close_dialog = None

    ft.use_effect(offer, [shows], withdraw)
    ft.use_dialog(dialog)


def _explained(words: str) -> ft.Control:
    return ft.Container(text(words, tone=Tone.MUTED), width=_WIDEST)


WIDEST = 680
"""The greatest width of the content of a paper screen, in dp."""


def paper(
    title: str,
    body: Sequence[ft.Control],
    room: Room,
    *,
    actions: Sequence[ft.Control] = (),
    notices: Sequence[ft.Control] = (),
    refused: Sequence[ft.Control] = (),
    subtitle: str = "",
    on_back: Tap | None = None,
    back_says: str = "",
    beside: ft.Control | None = None,
    widest: float = WIDEST,
    largest_title: float = 26,
    body_key: str = "body",
) -> ft.Control:
    """Return a paper screen.

    The body scrolls. The title stays above it, with the Back button on its left and `beside` on its
    right, and the notices below; the `refused` tap and the actions stay in the bottom bar. Where
    text is large, title and notices scroll with the body. The content grows to `widest`, and the
    title to `largest_title`, in dp. A new `body_key` scrolls the body to its beginning.
    """
    back = None if on_back is None else back_button(on_back, back_says, Tone.INK)
    top = _title_row(title, subtitle, title_size(largest_title, room), back, beside)
    left = 20 if back is None else 8
    head = [
        centred(top, widest, ft.Padding(left, 14, 20, 10)),
        *(centred(notice, widest, ft.Padding(20, 0, 20, 8)) for notice in notices),
    ]
    shown = centred(stretched(body), widest, ft.Padding(20, 2, 20, 24))
    foot = [*refused]
    if actions:
        foot.append(row_or_column(actions, large=room.large_text))
    padding = ft.Padding.symmetric(horizontal=20, vertical=12)
    bar = [bottom_bar(centred(stretched(foot, spacing=8), widest, padding))] if foot else []
    page = ft.Container(scaffold(head, shown, bar, room, body_key), height=room.height)
    # A keyboard covers the page before the app is notified. Until then the page keeps its height
    # and scrolls, because a body without height would drop the focused field.
    covered = ft.Column([page], scroll=ft.ScrollMode.AUTO, spacing=0)
    return ft.Container(ft.SafeArea(covered, expand=True), bgcolor=Tone.PAPER, expand=True)


WIDEST_SHEET = 560
_RADIUS = 28


def sheet_page(
    title: str,
    body: Sequence[ft.Control],
    room: Room,
    *,
    on_back: Tap,
    back_says: str,
    actions: Sequence[ft.Control] = (),
) -> ft.Control:
    """Return a sheet on felt, which reaches the edges of a phone but not of a wide window."""
    free = room.width > WIDEST_SHEET + 2 * _RADIUS
    width = WIDEST_SHEET if free else None
    below = 24 if free and room.height > WIDEST_SHEET else 0
    foot = _RADIUS if below else 0
    laid = ft.Container(
        ft.Column([_scrolling(body), *_bar(actions, large=room.large_text)], spacing=0),
        bgcolor=Tone.PAPER,
        border_radius=ft.BorderRadius(_RADIUS, _RADIUS, foot, foot),
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        width=width,
        expand=True,
    )
    across = ft.CrossAxisAlignment.CENTER if free else ft.CrossAxisAlignment.STRETCH
    back = back_button(on_back, back_says, Tone.ON_FELT)
    row = ft.Row([back, heading(title, size=20, tone=Tone.ON_FELT, level=1)], spacing=4)
    top = ft.Container(row, width=width, padding=ft.Padding(8, 12, 20, 12))
    lines: list[ft.Control] = [top, laid, ft.Container(height=below)]
    column = ft.Column(lines, spacing=0, horizontal_alignment=across)
    return ft.Container(
        ft.SafeArea(column, expand=True),
        gradient=ft.RadialGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE], center=ft.Alignment(0, -0.25), radius=1.05
        ),
        expand=True,
    )


def _scrolling(body: Sequence[ft.Control]) -> ft.Control:
    shown = ft.Container(stretched(body, spacing=16), padding=ft.Padding(20, 20, 20, 24))
    column = stretched([shown], spacing=0)
    column.scroll, column.tight = ft.ScrollMode.AUTO, False
    return ft.Container(column, expand=True)


def _bar(actions: Sequence[ft.Control], *, large: bool) -> list[ft.Control]:
    if not actions:
        return []
    row = row_or_column(actions, large=large)
    return [bottom_bar(ft.Container(row, padding=ft.Padding.symmetric(horizontal=20, vertical=12)))]


_MARGIN = 20


def banner_page(
    title: str,
    body: Sequence[ft.Control],
    room: Room,
    *,
    actions: Sequence[ft.Control] = (),
    notices: Sequence[ft.Control] = (),
    refused: Sequence[ft.Control] = (),
    subtitle: str = "",
    on_back: Tap | None = None,
    back_says: str = "",
    beside: ft.Control | None = None,
    beneath: ft.Control | None = None,
    widest: float = WIDEST,
    margin: float = _MARGIN,
) -> ft.Control:
    """Return a screen under a felt banner, with `beside` and `beneath` around its title.

    The body scrolls, between notices and a bottom bar of the `refused` tap and the actions. Where
    text is large, banner and notices scroll with the body. The content grows to `widest`, with a
    `margin` on either side, in dp.
    """
    back = None if on_back is None else back_button(on_back, back_says, Tone.ON_FELT)
    banner: ft.Control = _title_row(
        title, subtitle, title_size(26, room), back, beside, on_felt=True
    )
    if beneath is not None:
        banner = ft.Column([banner, beneath], spacing=8, tight=True)
    left = _MARGIN if back is None else 8
    head = [
        _banner(centred(banner, widest, ft.Padding(left, 16, _MARGIN, 18))),
        *(centred(notice, widest, ft.Padding(margin, 10, margin, 0)) for notice in notices),
    ]
    shown = centred(stretched(body), widest, ft.Padding(margin, 16, margin, 24))
    foot = [*refused, *([ft.Row([*actions], spacing=10)] if actions else [])]
    padding = ft.Padding.symmetric(horizontal=margin, vertical=12)
    row = centred(stretched(foot, spacing=8), widest, padding)
    bar = [bottom_bar(_safe(row, bottom=True))] if foot else []
    page = scaffold(head, shown, bar, room)
    return ft.Container(page, bgcolor=Tone.PAPER, expand=True)


def _banner(content: ft.Control) -> ft.Control:
    return ft.Container(
        _safe(content, top=True),
        gradient=ft.LinearGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE],
            begin=ft.Alignment.TOP_LEFT,
            end=ft.Alignment.BOTTOM_RIGHT,
        ),
    )


def _safe(content: ft.Control, *, top: bool = False, bottom: bool = False) -> ft.Control:
    return ft.SafeArea(content, avoid_intrusions_top=top, avoid_intrusions_bottom=bottom)
