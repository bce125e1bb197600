"""Frames of whole screens: paper, sheet and banner, with notices and questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypedDict, Unpack

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


class TitleMore(TypedDict, total=False):
    """What stands round a screen's title: the way back left of it, `beside` right of it."""

    subtitle: str
    on_back: Tap | None
    back_says: str
    beside: ft.Control | None


def title_row(title: str, more: TitleMore, size: float, *, on_felt: bool = False) -> ft.Row:
    """The title over its subtitle, between the way back and what stands beside."""
    tone, muted = (Tone.ON_FELT, Tone.FELT_MUTED) if on_felt else (Tone.HEADING, Tone.MUTED)
    words: list[ft.Control] = [heading(title, size=size, tone=tone, level=1)]
    if subtitle := more.get("subtitle"):
        words.append(text(kept_together(subtitle), size=14, tone=muted))
    cells: list[ft.Control] = [ft.Column(words, spacing=2, tight=True, expand=True)]
    on_back, beside = more.get("on_back"), more.get("beside")
    if on_back is not None:
        ink = Tone.ON_FELT if on_felt else Tone.INK
        cells.insert(0, back_button(on_back, more.get("back_says", ""), ink))
    if beside is not None:
        cells.append(ft.Container(beside, padding=ft.Padding.only(left=8)))
    return ft.Row(cells, spacing=4)


def back_button(on_back: Tap, says: str, tone: ft.Colors) -> ft.Control:
    """The way back to the screen below."""
    return icon_button(ft.Icons.ARROW_BACK, on_back, identifier="back", label=says, tone=tone)


def scaffold(
    head: Sequence[ft.Control],
    body: ft.Control,
    bar: Sequence[ft.Control],
    room: Room,
    key: str = "body",
) -> ft.Control:
    """Return a screen whose body scrolls between head and bar. Where text is large the head scrolls
    with the body; where a keyboard leaves little height both do. Another `key` shows another body
    from its beginning.

    The body keeps its place in the tree: a field that moved there would lose its keyboard.
    """
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
    """The content in the middle, as wide as it may be; a narrow screen clamps it."""
    column = ft.Container(content, width=widest, padding=padding)
    return ft.Container(column, alignment=ft.Alignment.TOP_CENTER)


def bottom_bar(content: ft.Control) -> ft.Control:
    """The content under a line."""
    return ft.Container(content, border=ft.Border.only(top=ft.BorderSide(1, Tone.LINE)))


def refusals(session: Session, refusal: str) -> list[ft.Control]:
    """The refusal with a way to put it away; nothing while there is none."""
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
"""The lines of what is explained grow no longer than this, in dp."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked; the answers' identifiers are `NAME-yes` and `NAME-no`."""

    name: str
    asks: str
    explains: str
    yes: str
    no: str


def question(asked: Question, on_yes: Tap, on_no: Tap, *, large: bool = False) -> ft.AlertDialog:
    """The question as a dialog, its answers below each other where text is large."""
    no = button(asked.no, on_no, identifier=f"{asked.name}-no", look=SECONDARY, height=52)
    yes = button(asked.yes, on_yes, identifier=f"{asked.name}-yes", look=DANGER, height=52)
    return ft.AlertDialog(
        modal=True,
        bgcolor=Tone.PANEL,
        # What is large already grows less, and what has no room scrolls.
        title=text(asked.asks, size=15 if large else 20, face=TEXT.heading),
        scrollable=large,
        content=_explained(asked.explains) if asked.explains else None,
        content_padding=ft.Padding.only(left=24, right=24, top=12, bottom=20),
        actions_padding=ft.Padding.only(left=20, right=20, bottom=20),
        actions=[row_or_column([no, yes], large=large, spacing=10)],
        on_dismiss=on_no,
    )


def use_dialog(session: Session, dialog: ft.AlertDialog | None, close: Callable[[], None]) -> None:
    """Show the dialog, if there is one, until the browser's Back or anything else closes it."""
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
"""The content of a paper screen grows no wider than this, in dp."""


class PaperMore(TitleMore, total=False):
    """How wide the content grows, and how large the title is, in dp; `refused` says why a tap was
    refused in the bottom bar, where it moves no row under a finger. With another `body_key` the
    body shows from its beginning.
    """

    widest: float
    title_size: float
    refused: Sequence[ft.Control]
    body_key: str


def paper(
    title: str,
    body: Sequence[ft.Control],
    room: Room,
    *,
    actions: Sequence[ft.Control] = (),
    notices: Sequence[ft.Control] = (),
    **more: Unpack[PaperMore],
) -> ft.Control:
    """A whole paper screen. The body scrolls; title, notices and actions, which share the bottom
    bar, stay where they are. Where text is large, title and notices scroll with the body.
    """
    widest = more.get("widest", WIDEST)
    size = title_size(more.get("title_size", 26), room)
    top = title_row(title, more, size)
    left = 8 if more.get("on_back") is not None else 20
    head = [
        centred(top, widest, ft.Padding(left, 14, 20, 10)),
        *(centred(notice, widest, ft.Padding(20, 0, 20, 8)) for notice in notices),
    ]
    shown = centred(stretched(body), widest, ft.Padding(20, 2, 20, 24))
    foot = [*more.get("refused", ())]
    if actions:
        foot.append(row_or_column(actions, large=room.large_text))
    padding = ft.Padding.symmetric(horizontal=20, vertical=12)
    bar = [bottom_bar(centred(stretched(foot, spacing=8), widest, padding))] if foot else []
    page = ft.Container(
        scaffold(head, shown, bar, room, more.get("body_key", "body")), height=room.height
    )
    # A keyboard covers the page before the app hears of it. Until then the page keeps its height
    # and scrolls; a body without height would drop the field that is written into.
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
    """A whole screen. On a phone the sheet reaches the edges; in a wide window it lies free."""
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


class BannerMore(TitleMore, total=False):
    """`beneath` stands below the title; `margin` is at either side of the body, in dp; `refused`
    says why a tap was refused in the bottom bar, where it moves no row under a finger.
    """

    beneath: ft.Control | None
    refused: Sequence[ft.Control]
    widest: float
    margin: float


def banner_page(
    title: str,
    body: Sequence[ft.Control],
    room: Room,
    *,
    actions: Sequence[ft.Control] = (),
    notices: Sequence[ft.Control] = (),
    **more: Unpack[BannerMore],
) -> ft.Control:
    """A whole screen under a felt banner. Banner, notices and actions stay where they are; where
    text is large, banner and notices scroll with the body.
    """
    widest, margin = more.get("widest", WIDEST), more.get("margin", _MARGIN)
    told = [centred(notice, widest, ft.Padding(margin, 10, margin, 0)) for notice in notices]
    shown = centred(stretched(body), widest, ft.Padding(margin, 16, margin, 24))
    foot = [*more.get("refused", ()), *([ft.Row([*actions], spacing=10)] if actions else [])]
    padding = ft.Padding.symmetric(horizontal=margin, vertical=12)
    row = centred(stretched(foot, spacing=8), widest, padding)
    bar = [bottom_bar(_safe(row, bottom=True))] if foot else []
    page = scaffold([_banner(title, more, widest, room), *told], shown, bar, room)
    return ft.Container(page, bgcolor=Tone.PAPER, expand=True)


def _banner(title: str, more: BannerMore, widest: float, room: Room) -> ft.Control:
    shown: ft.Control = title_row(title, more, title_size(26, room), on_felt=True)
    if (beneath := more.get("beneath")) is not None:
        shown = ft.Column([shown, beneath], spacing=8, tight=True)
    left = 8 if more.get("on_back") is not None else _MARGIN
    return ft.Container(
        _safe(centred(shown, widest, ft.Padding(left, 16, _MARGIN, 18)), top=True),
        gradient=ft.LinearGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE],
            begin=ft.Alignment.TOP_LEFT,
            end=ft.Alignment.BOTTOM_RIGHT,
        ),
    )


def _safe(content: ft.Control, *, top: bool = False, bottom: bool = False) -> ft.Control:
    return ft.SafeArea(content, avoid_intrusions_top=top, avoid_intrusions_bottom=bottom)
