"""The frame of all screens, and questions in dialogs."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

import flet as ft

from companion.screens.blocks import Ground
from companion.ui.component import Controls, use_begun
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics import panels
from companion.ui.parts.basics.buttons import DANGER, SECONDARY, button, icon_button
from companion.ui.parts.basics.field import show_more, show_written_field
from companion.ui.parts.basics.text import heading, kept_together, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.routes import Shape, Viewport
from companion.ui.session import Session
from companion.ui.shown import NO_MESSAGE, Message

WIDEST = 680
"""The greatest width of a screen with one column, in dp."""
WIDEST_SHEET = 560
"""The greatest width of a sheet on felt, in dp."""
TITLE = 26
TITLE_OF_COVER = 44
_TITLE_ON_FELT = 20
_TITLE_BESIDE = 20
_LARGE_TITLE = 15
_LONG_WORD = 11
"""The sizes of a title with a long word beside something else and where text is large, and the most
letters of a word that is not long.
"""
MARGIN = 20
_UNFOLDED = 0.5
"""How far a screen scrolls on to what was unfolded, as a share of its height."""
_RADIUS = 28
_ABOVE_BODY = {Ground.PAPER: 2, Ground.BANNER: 16, Ground.SHEET: 20}


def has_two_columns(body: Viewport, columns: Sequence[object], ground: Ground) -> bool:
    """Return whether the columns of a screen are side by side in its body.

    Those of a sheet are so on a phone on its side alone, where little of one column is in sight.
    """
    fits = body.shape is Shape.SIDE if ground is Ground.SHEET else True
    return body.two_columns and len(columns) > 1 and fits


def frame(
    session: Session,
    title: str,
    columns: Sequence[Sequence[ft.Control]],
    viewport: Viewport,
    message: Message = NO_MESSAGE,
    *,
    ground: Ground = Ground.PAPER,
    subtitle: str = "",
    back: bool = True,
    beside: ft.Control | None = None,
    actions: Sequence[ft.Control] = (),
    widest: float | None = None,
    margin: float = MARGIN,
    largest_title: float = TITLE,
    body_key: str = "body",
    in_side_bar: bool = False,
    parts: int = 0,
) -> ft.Control:
    """Return a screen on its ground.

    Two columns with content are side by side where there is room, otherwise one below the other;
    they scroll below the title, with the Back button on its left and `beside` on its right. The
    words about a tap and the actions are in the bottom bar, or the actions `in_side_bar`, at the
    right of the body. Where text is large, the title scrolls with the body. The content grows to
    `widest`, with a `margin` on either side, in dp. A new `body_key` scrolls the body to its
    beginning, and more `parts` scroll it on.
    """
    filled = [list(column) for column in columns if column]
    in_side_bar = in_side_bar and bool(actions)
    wide = has_two_columns(viewport.beside_bar() if in_side_bar else viewport, filled, ground)
    widest = panels.WIDE if wide or in_side_bar else widest or WIDEST
    body = [panels.side_by_side(*filled)] if wide else [*chain.from_iterable(filled)]
    padding = ft.Padding(margin, _ABOVE_BODY[ground], margin, 24)
    on_felt = ground is not Ground.PAPER
    way = None
    if back:
        tone = Tone.ON_FELT if on_felt else Tone.INK
        way = back_button(session.tap(session.navigation.back), session.words.say("Back"), tone)
    size = _TITLE_ON_FELT if ground is Ground.SHEET or viewport.large_text else largest_title
    if max(map(len, title.split()), default=0) > _LONG_WORD:
        if viewport.large_text:
            size = _LARGE_TITLE
        elif beside is not None:
            size = min(size, _TITLE_BESIDE)
    top: ft.Control = _title(title, subtitle, size, way, on_felt=on_felt, large=viewport.large_text)
    if beside is not None:
        narrow = viewport.large_text and viewport.width < WIDEST
        top = _beside(top, beside, below=narrow)
    side = _side_bar(actions, viewport.side_bar) if in_side_bar else None
    shown_below = None
    if actions and not side:
        shown_below = panels.row_or_column(actions, large=viewport.large_text)
    bar = _bar(session, message, shown_below, widest, margin)
    shown = panels.stretched(body, spacing=16 if ground is Ground.SHEET else 14)
    if ground is Ground.SHEET:
        page = scaffold([], ft.Container(shown, padding=padding), bar, viewport, side=side)
        return _sheet(top, page, viewport)
    on_banner = ground is Ground.BANNER
    top = centred(top, widest, ft.Padding(MARGIN if way is None else 8, 14, MARGIN, 12))
    head = _banner(top) if on_banner else top
    content = centred(shown, widest, padding)
    page = scaffold([head], content, bar, viewport, body_key, side, parts=(title, parts))
    if on_banner:
        return ft.Container(page, bgcolor=Tone.PAPER, expand=True)
    # A keyboard covers the page before the app is notified. Until then the page keeps its height
    # and scrolls, because a body without height would drop the focused field.
    page = ft.Column(
        [ft.Container(page, height=viewport.height)], scroll=ft.ScrollMode.AUTO, spacing=0
    )
    return ft.Container(ft.SafeArea(page, expand=True), bgcolor=Tone.PAPER, expand=True)


def _title(
    title: str, subtitle: str, size: float, back: ft.Control | None, *, on_felt: bool, large: bool
) -> ft.Control:
    """Return the title over its subtitle, after the Back button; large ones share a broad line."""
    tone, muted = (Tone.ON_FELT, Tone.FELT_MUTED) if on_felt else (Tone.HEADING, Tone.MUTED)
    words: Controls = [heading(title, size=size, tone=tone, level=1)]
    if subtitle:
        words.append(text(kept_together(subtitle), size=14, tone=muted))
    lines = panels.wrapped(words) if large else ft.Column(words, spacing=2, tight=True)
    lines.expand = True
    return ft.Row([*([back] if back else []), lines], spacing=4)


def _beside(title: ft.Control, beside: ft.Control, *, below: bool) -> ft.Control:
    if below:
        return ft.Column([title, beside], spacing=8, tight=True)
    title.expand = True
    return ft.Row([title, beside], spacing=12)


def back_button(on_back: Tap, says: str, tone: ft.Colors) -> ft.Control:
    """Return the button that leads to the screen below."""
    return icon_button(ft.Icons.ARROW_BACK, on_back, identifier="back", label=says, tone=tone)


def _bar(
    session: Session,
    message: Message,
    actions: ft.Control | None,
    widest: float,
    margin: float,
) -> Controls:
    """Return the bottom bar with the message above the actions; none without either."""
    foot: Controls = []
    if message.says:
        close, says = session.tap(session.notices.close), session.words.say("Close")
        look = panels.REMARK if message.explains else panels.WARNING
        foot = [
            panels.notice(
                message.says, identifier="refusal", look=look, on_close=close, close_says=says
            )
        ]
    if actions:
        foot.append(actions)
    padding = ft.Padding.symmetric(horizontal=margin, vertical=12)
    row = centred(panels.stretched(foot, spacing=8), widest, padding)
    line = ft.Border.only(top=ft.BorderSide(1, Tone.LINE))
    safe = ft.SafeArea(row, avoid_intrusions_top=False)
    return [ft.Container(safe, border=line)] if foot else []


def _side_bar(actions: Sequence[ft.Control], width: int) -> ft.Control:
    """Return the actions one below the other, at the lower end, where a thumb is."""
    for action in actions:
        action.expand = None
    across = ft.CrossAxisAlignment.STRETCH
    column = ft.Column(
        list(actions), spacing=8, horizontal_alignment=across, scroll=ft.ScrollMode.AUTO
    )
    column.alignment = ft.MainAxisAlignment.END
    return ft.Container(
        ft.SafeArea(column, avoid_intrusions_top=False, avoid_intrusions_left=False),
        width=width,
        padding=ft.Padding(12, 12, 16, 12),
        border=ft.Border.only(left=ft.BorderSide(1, Tone.LINE)),
    )


def _sheet(top: ft.Control, page: ft.Control, viewport: Viewport) -> ft.Control:
    """Return a sheet on felt, which reaches the edges of a phone but not of a wide window."""
    free = viewport.width > WIDEST_SHEET + 2 * _RADIUS and not viewport.side_bar
    width = WIDEST_SHEET if free else None
    below = 24 if free and viewport.height > WIDEST_SHEET else 0
    foot = _RADIUS if below else 0
    laid = ft.Container(
        page,
        bgcolor=Tone.PAPER,
        border_radius=ft.BorderRadius(_RADIUS, _RADIUS, foot, foot),
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        width=width,
        expand=True,
    )
    across = ft.CrossAxisAlignment.CENTER if free else ft.CrossAxisAlignment.STRETCH
    above = ft.Container(top, width=width, padding=ft.Padding(8, 12, 20, 12))
    lines: Controls = [above, laid, ft.Container(height=below)]
    column = ft.Column(lines, spacing=0, horizontal_alignment=across)
    return ft.Container(
        ft.SafeArea(column, expand=True),
        gradient=ft.RadialGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE], center=ft.Alignment(0, -0.25), radius=1.05
        ),
        expand=True,
    )


def _banner(content: ft.Control) -> ft.Control:
    return ft.Container(
        ft.SafeArea(content, avoid_intrusions_bottom=False),
        gradient=ft.LinearGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE],
            begin=ft.Alignment.TOP_LEFT,
            end=ft.Alignment.BOTTOM_RIGHT,
        ),
    )


def scaffold(
    head: Sequence[ft.Control],
    body: ft.Control,
    bar: Sequence[ft.Control],
    viewport: Viewport,
    key: str = "body",
    side: ft.Control | None = None,
    *,
    parts: tuple[str, int] = ("", 0),
) -> ft.Control:
    """Return a screen whose body scrolls between head and bar, and beside the `side` bar.

    Where text is large the head scrolls with the body, and where a keyboard leaves little height
    the bar scrolls as well. A new `key` scrolls the body to its beginning, and more `parts` under
    the same name scroll it on.
    """
    # The body keeps its place in the tree, since a field that moves there loses its keyboard.
    column: ft.Ref[ft.Column] = use_begun(ft.Ref[ft.Column])
    ft.use_effect(partial(show_written_field, column), [viewport.height])
    before = use_begun(lambda: [parts])
    (name, count), before[0] = before[0], parts
    unfolds = name == parts[0] and count < parts[1]
    on = partial(show_more, column, viewport.height * _UNFOLDED)
    ft.use_effect(on if unfolds else lambda: None, [parts])
    head_moves = viewport.large_text or viewport.shallow
    scrolling = ft.Column(
        [_strip(head, shown=head_moves), body, _strip(bar, shown=viewport.shallow)],
        scroll=ft.ScrollMode.AUTO,
        spacing=0,
        ref=column,
    )
    middle: ft.Control = ft.Container(scrolling, expand=True, key=key)
    if side is not None:
        across = ft.CrossAxisAlignment.STRETCH
        middle = ft.Row([middle, side], spacing=0, expand=True, vertical_alignment=across)
    above = _strip(head, shown=not head_moves)
    below = _strip(bar, shown=not viewport.shallow)
    return ft.Column([above, middle, below], spacing=0)


def _strip(controls: Sequence[ft.Control], *, shown: bool) -> ft.Control:
    return ft.Column(list(controls) if shown else [], spacing=0, tight=True)


def centred(content: ft.Control, widest: float, padding: ft.PaddingValue = 0) -> ft.Control:
    """Centre the content, and limit its width to `widest` dp."""
    column = ft.Container(content, width=widest, padding=padding)
    return ft.Container(column, alignment=ft.Alignment.TOP_CENTER)


def question(
    name: str,
    asks: str,
    explains: str,
    yes: str,
    no: str,
    *,
    on_yes: Tap,
    on_no: Tap,
    large: bool,
) -> ft.AlertDialog:
    """Return a question as a dialog; the answers have the identifiers `NAME-yes` and `NAME-no`.

    Where text is `large` the answers are one below the other.
    """
    refuse = button(no, on_no, identifier=f"{name}-no", look=SECONDARY, height=52)
    agree = button(yes, on_yes, identifier=f"{name}-yes", look=DANGER, height=52)
    return ft.AlertDialog(
        modal=True,
        bgcolor=Tone.PANEL,
        # Text this large grows less with the device's text; a dialog without room scrolls.
        title=text(asks, size=15 if large else 20, face=TEXT.heading),
        scrollable=large,
        content=ft.Container(text(explains, tone=Tone.MUTED), width=440) if explains else None,
        content_padding=ft.Padding.only(left=24, right=24, top=12, bottom=20),
        actions_padding=ft.Padding.only(left=20, right=20, bottom=20),
        actions=[panels.row_or_column([refuse, agree], large=large, spacing=10)],
        on_dismiss=on_no,
    )


def use_dialog(session: Session, dialog: ft.AlertDialog | None, close: Callable[[], None]) -> None:
    """Show the dialog, if there is one, until a tap or the browser's Back closes it."""
    shows = dialog is not None

    def offer() -> None:
        session.device.close_dialog = close if shows else None

    def withdraw() -> None:
        session.device.close_dialog = None

    ft.use_effect(offer, [shows], withdraw)
    ft.use_dialog(dialog)
