"""The page of a finished round: payments, the race, and the next deal in one tap."""

from collections.abc import Awaitable, Callable

import flet as ft

from companion.ui.component import component
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import SECONDARY, button, icon_button
from companion.ui.parts.basics.frames import WIDEST, Ground, frame
from companion.ui.parts.basics.panels import (
    REMARK,
    WIDE,
    NavTile,
    min_height,
    nav_tiles,
    notice,
    panel,
    row_or_column,
)
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.parts.charts import race_panel
from companion.ui.parts.payment_rows import Ticks, false_passes, net_panel, owed_panel, payment_rows
from companion.ui.parts.saving import reminding
from companion.ui.parts.series_end import answer_lines, decider_question, winner_panel
from companion.ui.parts.table.controls import ChipAnimation, chip_moves, pot_pill
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.at_table.table import ChipMove
from companion.views.of_series.round_over import NextDeal, RoundOverView
from companion.views.of_series.settling import PaymentKey, PaymentLine

_WIDEST_BUTTON = 440
_CENTRE = ft.TextAlign.CENTER
_ROW = 60
_ROUND_PANEL = 76
"""The width of the margins and paddings of a column, in dp."""

_BANNER_EDGE, _BANNER_MIDDLE, _POT_IN, _NAME_IN = 20, 41.0, 45, 60
"""The places of the pot and of the winner's name in the banner, in dp from its edge."""


@component
def RoundOver(
    session: Session,
    view: RoundOverView,
    room: Room,
    refusal: str,
    handed_over: frozenset[PaymentKey],
    *,
    on_next: Tap,
) -> ft.Control:
    """Draw the page; `on_next` deals the next round, and payments in `handed_over` are ticked."""
    wide = room.two_columns
    width = (min(room.width, WIDE) / 2 if wide else min(room.width, WIDEST)) - _ROUND_PANEL
    news = _news(view)
    # A booking on another screen comes first; other news move no payment under a finger.
    first, later = news[: int(view.booked)], news[int(view.booked) :]
    left = [
        *first,
        *_winners(view, room),
        _payments(session, view, handed_over, width, room),
        *owed_panel(session, view.owed, room),
        *later,
        *reminding(session, room),
        *_open(session, view, width, room),
        *false_passes(session, view.false_passes, room),
    ]
    right = [
        *net_panel(session, view.nets, room),
        race_panel(view.race, room.text_scale),
        *_doubt(session, view),
        _ways_on(session, view, room),
    ]
    widest = WIDE if wide else WIDEST
    pot = None if view.void else pot_pill(session, view.pot_taken)
    page = frame(
        session,
        view.title,
        [left, right],
        room,
        refusal,
        ground=Ground.BANNER,
        back=False,
        subtitle=view.subtitle,
        beside=pot,
        actions=[ft.Row([*_actions(session, view, on_next, room)], spacing=10)],
    )
    if view.void or room.large_text or not session.moves:
        return page
    return ft.Stack([page, _pot_run(view.pot_taken, room.width, widest)], expand=True)


def _pot_run(pot: int, width: float, widest: float) -> ft.Control:
    """Animate the chips of the pot towards the name of the winner in the banner."""
    edge = max(0.0, (width - widest) / 2) + _BANNER_EDGE
    spots = {None: (width - edge - _POT_IN, _BANNER_MIDDLE), 0: (edge + _NAME_IN, _BANNER_MIDDLE)}
    run = chip_moves(1, [ChipMove(None, 0, pot)] if pot else [], spots)
    return ft.SafeArea(ChipAnimation(run, at_once=True), expand=True)


def _winners(view: RoundOverView, room: Room) -> list[ft.Control]:
    if not view.series_over:
        return []
    return [winner_panel(view.winners, room, view.series_over, view.won_with)]


def _news(view: RoundOverView) -> list[ft.Control]:
    return [
        notice(line, identifier=f"news-{place}", look=REMARK, key=f"news-{place}")
        for place, line in enumerate(view.news, 1)
    ]


def _payments(
    session: Session,
    view: RoundOverView,
    handed_over: frozenset[PaymentKey],
    width: float,
    room: Room,
) -> ft.Control:
    ticks = Ticks(
        handed_over,
        lambda line, name: session.tap(_tick, session, line, name),
        below=room.large_text,
    )
    rows: list[ft.Control] = payment_rows(view.payments, ticks, width, room.text_scale)
    if view.nothing_to_pay:
        rows = [text(view.nothing_to_pay, tone=Tone.MUTED)]
    if view.netted_says:
        rows.append(text(view.netted_says, size=13, tone=Tone.MUTED))
    if view.counts_says:
        rows.append(named("counts", text(view.counts_says, size=13, tone=Tone.MUTED)))
    return panel(rows, title=view.paid_title)


async def _tick(session: Session, line: PaymentLine, place: str) -> None:
    """Tick or untick a payment on this device alone, without a change of the record."""
    if session.table and not session.requests.bounced(f"{session.shown.screen.path} {place}"):
        now = session.table.snapshot
        session.shown.handed_over ^= {(now.number, now.round_number, line.hand_over)}


def _doubt(session: Session, view: RoundOverView) -> list[ft.Control]:
    if not view.doubt:
        return []
    row = ft.Row(
        [
            ft.Icon(ft.Icons.HELP_OUTLINE, size=20, color=Tone.ON_WARNING),
            text(view.doubt, size=14, tone=Tone.ON_WARNING, face=TEXT.medium, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.ON_WARNING),
        ],
        spacing=10,
    )
    return [
        touchable(
            row,
            session.tap(session.open, "turns"),
            identifier="doubt",
            radius=14,
            bgcolor=Tone.WARNING,
            padding=ft.Padding.symmetric(horizontal=14, vertical=14),
            height=None,
            ink=Tone.ON_WARNING,
        )
    ]


def _open(session: Session, view: RoundOverView, width: float, room: Room) -> list[ft.Control]:
    """Return the question for the card that decides, or the button to show all cards left."""
    answer = answer_lines(session, view.answer)
    if not view.can_reveal:
        return [panel(answer, key="told")] if answer else []
    show = button(
        view.reveal_says,
        session.tap(session.open, "cards"),
        identifier="reveal",
        look=SECONDARY,
        height=52,
    )
    if not view.open_title:
        return [*([panel(answer, key="told")] if answer else []), show]
    asks: ft.Control = text(view.open_says, size=14, tone=Tone.MUTED)
    if view.decider is not None:
        asks = decider_question(session, view.decider, width, room.text_scale)
    return [panel([*answer, asks, show], title=view.open_title, key="open")]


def _ways_on(session: Session, view: RoundOverView, room: Room) -> ft.Control:
    say = session.words.say
    further = [
        NavTile(say("Turns"), ft.Icons.FORMAT_LIST_NUMBERED, _to(session, "turns"), "turns"),
        NavTile(say("House rules"), ft.Icons.MENU_BOOK_OUTLINED, _to(session, "rules"), "rules"),
        NavTile(say("Correction"), ft.Icons.SWAP_HORIZ, _to(session, "pay"), "correction"),
    ]
    if view.next_deal is not None:
        further = [
            NavTile(say("Series"), ft.Icons.LEADERBOARD_OUTLINED, _to(session, "series"), "series"),
            *further,
            NavTile(
                say("Change the table"),
                ft.Icons.GROUPS_OUTLINED,
                _to(session, "next"),
                "next-table",
            ),
            NavTile(say("Home"), ft.Icons.HOME_OUTLINED, session.tap(session.go, "/"), "home"),
        ]
    return nav_tiles(further, across=1 if room.large_text else 2)


def _to(session: Session, screen: str) -> Tap:
    return session.tap(session.open, screen)


def _actions(session: Session, view: RoundOverView, on_next: Tap, room: Room) -> list[ft.Control]:
    say = session.words.say
    steps = [
        _step(
            session,
            ft.Icons.UNDO,
            session.undo if view.can_undo else None,
            "undo",
            view.undo_says,
        )
    ]
    if view.can_redo:
        steps.append(_step(session, ft.Icons.REDO, session.redo, "redo", say("Redo")))
    if view.next_deal is None:
        home = button(say("Home"), session.tap(session.go, "/"), identifier="home", look=SECONDARY)
        series = button(say("The series"), _to(session, "series"), identifier="series")
        ahead: ft.Control = row_or_column([home, series], large=room.large_text, spacing=10)
    else:
        ahead = _deal(view.next_deal, on_next)
    if room.two_columns:
        return [*steps, ft.Container(expand=True), ft.Container(ahead, width=_WIDEST_BUTTON)]
    return [*steps, ft.Container(ahead, expand=True)]


def _step(
    session: Session,
    icon: ft.IconData,
    act: Callable[[], Awaitable[None]] | None,
    identifier: str,
    label: str,
) -> ft.Control:
    tap = None if act is None else session.tap(act)
    return icon_button(icon, tap, identifier=identifier, label=label, ground=Tone.QUIET)


def _deal(deal: NextDeal, on_next: Tap) -> ft.Control:
    lines = [
        text(words, size=size, tone=Tone.ON_ACTION, face=face, leading=1.2, align=_CENTRE)
        for words, size, face in ((deal.title, 17, TEXT.semibold), (deal.dealer, 13, TEXT.medium))
    ]
    column = ft.Column(
        [*lines],
        spacing=1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return touchable(
        min_height(ft.Container(column, padding=ft.Padding.symmetric(vertical=6)), _ROW),
        on_next,
        identifier="next-round",
        label=deal.says,
        radius=16,
        bgcolor=Tone.ACTION,
        padding=ft.Padding.symmetric(horizontal=12),
        height=None,
        ink=Tone.ON_ACTION,
    )
