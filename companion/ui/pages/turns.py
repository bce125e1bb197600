"""The pages of the turns and of a verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.core.rounds.setup import Charged, Event, Waived
from companion.core.slips import Change
from companion.desk.commands import record
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone, text_width
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.buttons import PRIMARY, QUIET, SECONDARY, button
from companion.ui.parts.basics.frames import WIDEST_SHEET, Ground, frame
from companion.ui.parts.basics.panels import (
    REMARK,
    WARNING,
    list_row,
    min_height,
    notice,
    panel,
    stretched,
    title_size,
)
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.basics.touch import touchable
from companion.ui.parts.cards.card_face import card_tag
from companion.ui.parts.cards.card_picker import met_cards
from companion.ui.parts.repairing import slips_panel
from companion.ui.parts.series_end import decider_question
from companion.ui.parts.table.controls import tint_dot, verdict_pill
from companion.ui.parts.table.menus import of_note, opens, use_note_menu
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.ui.shown import Pointer
from companion.views.at_table.turns import MetTurn, TurnLine, TurnsView
from companion.views.at_table.verdict import FineLine, Suspect, VerdictView

_NUMBER = 30
"""The width of the number of a turn, in dp."""


@component
def TurnsPage(session: Session, view: TurnsView, path: str, room: Room, refusal: str) -> ft.Control:
    """Draw the page of all turns; `path` is its path."""
    doubts = [notice(view.doubt, identifier="doubt", look=WARNING)] if view.doubt else []
    slips: list[ft.Control] = []
    if view.slips:
        deny = session.tap(_deny, session, view.number, view.slips.changes)
        slips, doubts = [slips_panel(session, view.slips, path, room, deny), *doubts], []
    scale, large = room.text_scale, room.large_text
    rows = [
        keyed(f"turn-{turn.line.turn}", TurnLineRow, session, turn, path, scale, large=large)
        for turn in view.turns
    ]
    undone = [
        keyed(f"undone-{line.turn}", UndoneRow, line, view.undone_says, scale, large=large)
        for line in view.undone
    ]
    shown = _list([*undone, *rows]) if rows or undone else text(view.empty, tone=Tone.MUTED)
    return frame(
        session,
        view.title,
        [[*slips, shown]],
        room,
        refusal,
        subtitle=view.subtitle,
        notices=doubts,
    )


async def _deny(session: Session, number: int, changes: Iterable[Change]) -> None:
    """Note on this device that none of these changes of the round was a slip.

    The record has no entry, because its fines already treat the passes as false.
    """
    if session.table:
        series = session.table.snapshot.number
        session.shown.denied |= {(series, number, change) for change in changes}


def _list(rows: list[ft.Control]) -> ft.Control:
    return ft.Column(
        rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


@component
def TurnLineRow(
    session: Session, turn: MetTurn, path: str, scale: float, *, large: bool
) -> ft.Control:
    """Draw a turn, in two lines where text is large."""
    line = turn.line
    row = _opens(session, turn, path, scale, large=large)
    marks = [_verdict(session, turn, path)] if line.verdict else []
    if large and marks:
        end = ft.Row([*marks], alignment=ft.MainAxisAlignment.END)
        shown: ft.Control = stretched([row, end], spacing=0)
    else:
        row.expand = True
        shown = ft.Row([row, *marks], spacing=2)
    return ft.Container(shown, border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)))


def _opens(session: Session, turn: MetTurn, path: str, scale: float, *, large: bool) -> ft.Control:
    """Draw the number, the player and the act of a turn; a tap opens its repair."""
    line = turn.line
    done = card_tag(line.text, line.suit)
    # A chevron beside a verdict would seem to open the verdict.
    sign = [] if line.verdict else [ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.MUTED)]
    row = _row(_player_cells(turn.line, turn.met, scale), [done, *sign], large=large)
    return touchable(
        ft.Container(row, padding=ft.Padding.symmetric(vertical=8)),
        session.tap(session.go, f"{path}/repair/{line.turn}"),
        identifier=f"turn-{line.turn}",
        height=None,
        radius=8,
    )


@component
def UndoneRow(line: TurnLine, says: str, scale: float, *, large: bool) -> ft.Control:
    """Draw an undone turn that a redo can repeat, in grey."""
    done = text(line.text, size=16, tone=Tone.MUTED)
    row = _row(_player_cells(line, says, scale, muted=True), [done], large=large)
    padding = ft.Padding.only(top=8, bottom=8, right=30)
    return ft.Semantics(
        content=ft.Container(
            row, padding=padding, border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE))
        ),
        identifier=f"undone-{line.turn}",
        container=True,
    )


def _row(who: list[ft.Control], done: list[ft.Control], *, large: bool) -> ft.Control:
    """Put the act behind the player, or below where text is large."""
    if not large:
        return ft.Row([*who, *done], spacing=10)
    end = ft.Row(done, spacing=10, alignment=ft.MainAxisAlignment.END)
    return stretched([ft.Row(who, spacing=10), end], spacing=2)


def _player_cells(
    line: TurnLine, beneath: str, scale: float, *, muted: bool = False
) -> list[ft.Control]:
    """Return the number of the turn, its player, and a line beneath."""
    left = ft.Alignment.CENTER_LEFT
    number = min_height(text(str(line.turn), size=14, tone=Tone.MUTED), align=left)
    tone, face = (Tone.MUTED, TEXT.regular) if muted else (Tone.INK, TEXT.semibold)
    words: list[ft.Control] = [
        text(line.player, size=16, tone=tone, face=face),
        text(beneath, size=12.5, tone=Tone.MUTED, leading=1.25),
    ]
    return [
        ft.Container(number, width=_NUMBER * scale),
        tint_dot(line.tint, 10),
        ft.Column(words, spacing=1, tight=True, expand=True),
    ]


def _verdict(session: Session, turn: MetTurn, path: str) -> ft.Control:
    """Return the verdict in a word; a tap opens its page."""
    line = turn.line
    shown = ft.Container(
        verdict_pill(line, on_felt=False), padding=ft.Padding.symmetric(horizontal=4)
    )
    pill = touchable(
        min_height(shown),
        session.tap(session.go, f"{path}/verdict/{line.turn}"),
        identifier=f"verdict-{line.turn}",
        height=None,
        align=None,
        radius=8,
    )
    if not turn.waived_text:
        return pill
    let_go = text(turn.waived_text, size=12, tone=Tone.MUTED)
    end = ft.CrossAxisAlignment.END
    return ft.Column([pill, let_go], spacing=0, tight=True, horizontal_alignment=end)


_KIND_WIDTH = 118
_BUTTON = 56
_ROUND_PANEL = 78
"""The width of the margins and paddings of a panel, in dp."""
_NAMES_SIZE, _NAMES_WIDEST = 15, 180
"""The size of the names, and their greatest width beside the kind of fine, in dp."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The look of a verdict: its ground, the tone of its title, its disc and sign."""

    ground: ft.Colors
    title: ft.Colors
    disc: ft.Colors
    sign: ft.IconData


_LOOKS = {
    "illegal": _Look(Tone.WARNING, Tone.ON_WARNING, Tone.DANGER, ft.Icons.CLOSE),
    "legal": _Look(Tone.QUIET, Tone.HEADING, Tone.ACTION, ft.Icons.CHECK),
    "open": _Look(Tone.QUIET, Tone.INK, Tone.MUTED, ft.Icons.QUESTION_MARK),
}


@component
def VerdictPage(  # noqa: PLR0913 - what the screen is drawn from
    session: Session,
    view: VerdictView,
    room: Room,
    refusal: str,
    pointer: Pointer,
    *,
    base: str,
    answer: str,
) -> ft.Control:
    """Draw the page of a verdict.

    `base` is the common path of the cards and turns of the round, and `answer` the result of the
    last card named as a decider.
    """
    use_note_menu(session, view.notes, pointer.menu, room)
    say = session.words.say
    body: list[ft.Control] = [
        _headline(view, room),
        text(view.asks, size=16),
        met_cards(view.met, min(room.width, WIDEST_SHEET) - 40, room.text_scale),
        text(" ".join(view.because), size=16),
        *_notes(session, view),
        *([notice(answer, identifier="answer", look=REMARK, key="answer")] if answer else []),
        *_decider(session, view, room),
        *_doubt(session, view),
        *_fines(view, room),
        *_remarks(view),
        *_settling(session, view),
        button(
            say("A turn was entered wrongly"),
            session.tap(session.go, f"{base}/turns/{view.number}/repair/{view.turn}"),
            identifier=f"edit-{view.turn}",
            look=QUIET,
            icon=ft.Icons.EDIT_OUTLINED,
            height=48,
        ),
        text(view.rule, size=13, tone=Tone.MUTED),
    ]
    return frame(
        session,
        say("Verdict"),
        [body],
        room,
        refusal,
        ground=Ground.SHEET,
        actions=_actions(session, view, f"{base}/cards/{view.number}"),
    )


def _headline(view: VerdictView, room: Room) -> ft.Control:
    look = _LOOKS[view.verdict]
    disc = ft.Container(
        ft.Icon(look.sign, size=24, color=Tone.PAPER if view.verdict == "open" else Tone.ON_ACTION),
        width=44,
        height=44,
        border_radius=22,
        bgcolor=look.disc,
        alignment=ft.Alignment.CENTER,
    )
    words = ft.Column(
        [
            heading(view.title, size=title_size(22, room), tone=look.title),
            text(view.subtitle, size=14, tone=look.title),
        ],
        spacing=1,
        tight=True,
        expand=None if room.large_text else True,
    )
    mark = named(
        f"verdict-{view.turn}", text(view.mark, size=13, tone=look.title, face=TEXT.semibold)
    )
    return ft.Container(
        ft.Column([ft.Row([disc, mark], spacing=14), words], spacing=8, tight=True)
        if room.large_text
        else ft.Row([disc, words, mark], spacing=14),
        bgcolor=look.ground,
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
    )


def _notes(session: Session, view: VerdictView) -> list[ft.Control]:
    """Return a button to correct each note that the verdict or its fine relies on."""
    return [
        button(
            noted.says,
            opens(session, of_note(noted.card.text)),
            identifier=of_note(noted.card.text),
            beneath=session.words.say("Noted wrongly?"),
            look=SECONDARY,
            height=48,
            key=of_note(noted.card.text),
        )
        for noted in view.notes
    ]


def _decider(session: Session, view: VerdictView, room: Room) -> list[ft.Control]:
    """Return the question for the card that decides, after the end of the round."""
    if view.decider is None:
        return []
    width = min(room.width, WIDEST_SHEET) - _ROUND_PANEL
    asked = decider_question(session, view.decider, width, room.text_scale)
    return [panel([asked], key="decider")]


def _doubt(session: Session, view: VerdictView) -> list[ft.Control]:
    """Return the panel of contradictory passes, with the suspects."""
    doubt = view.doubt
    if doubt is None:
        return []
    last = doubt.suspects[-1] if doubt.suspects else None
    rows = [
        _suspect(session, view, suspect, lined=suspect is not last) for suspect in doubt.suspects
    ]
    contradiction = named("doubt", text(doubt.says, face=TEXT.medium))
    settles = named("settles", text(doubt.settles, size=14, tone=Tone.MUTED))
    return [
        panel([contradiction, *rows, settles], title=session.words.say("Who is it?"), key="doubt")
    ]


def _suspect(session: Session, view: VerdictView, suspect: Suspect, *, lined: bool) -> ft.Control:
    """Return the row of a suspected pass, which opens its verdict."""
    other = suspect.turn != view.turn
    path = f"{session.shown.screen.parent.path}/verdict/{suspect.turn}"
    return list_row(
        suspect.player.name,
        identifier=f"turn-{suspect.turn}",
        beneath=suspect.beneath,
        on_tap=session.tap(session.go, path) if other else None,
        before=avatar(suspect.player.initial, suspect.player.tint, size=30),
        after=ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.MUTED) if other else None,
        label=suspect.says,
        lined=lined,
        key=f"turn-{suspect.turn}",
    )


def _fines(view: VerdictView, room: Room) -> list[ft.Control]:
    """Return the lines of the fine, in grey if the fine was waived."""
    if not view.fines:
        return []
    ink = Tone.MUTED if view.waived else Tone.INK
    total = ft.Container(
        ft.Row(
            [
                text(view.total_says, size=16, face=TEXT.semibold, tone=ink, expand=True),
                named("fine", text(str(view.total), size=18, face=TEXT.bold, tone=ink)),
            ]
        ),
        padding=ft.Padding.symmetric(vertical=12),
    )
    stacked = room.large_text or any(
        text_width(line.who, _NAMES_SIZE) > _NAMES_WIDEST for line in view.fines
    )
    lines = [_fine(line, ink, stacked=stacked) for line in view.fines]
    return [ft.Column([*lines, total], spacing=0)]


def _fine(line: FineLine, ink: ft.Colors, *, stacked: bool) -> ft.Control:
    what, who = text(line.what, tone=ink), text(line.who, tone=Tone.MUTED if stacked else ink)
    words = (
        ft.Column([what, who], spacing=1, tight=True, expand=True)
        if stacked
        else ft.Row(
            [ft.Container(what, width=_KIND_WIDTH), ft.Container(who, expand=True)], expand=True
        )
    )
    chips = text(str(line.chips), size=16, face=TEXT.bold, tone=ink)
    return ft.Container(
        ft.Row([words, chips], spacing=10),
        padding=ft.Padding.symmetric(vertical=10),
        border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
    )


def _remarks(view: VerdictView) -> list[ft.Control]:
    lines = (("waived", view.waived_says), ("pending", view.pending), ("remark", view.remark))
    return [notice(words, identifier=name, look=REMARK, key=name) for name, words in lines if words]


def _settling(session: Session, view: VerdictView) -> list[ft.Control]:
    """Return the button to settle up, from which Back leads here."""
    if not view.settle_says:
        return []
    settle = session.tap(session.open, "settle")
    icon = ft.Icons.HANDSHAKE_OUTLINED
    return [
        button(view.settle_says, settle, identifier="settle", look=SECONDARY, icon=icon, height=48)
    ]


def _actions(session: Session, view: VerdictView, cards: str) -> list[ft.Control]:
    say = session.words.say
    if view.can_reveal:
        reveal = session.tap(session.go, cards)
        return [button(say("Show the cards left"), reveal, identifier="reveal", expand=True)]
    narrow = view.can_rule
    done = button(
        say("Done"),
        session.tap(session.back),
        identifier="done",
        look=PRIMARY if narrow else SECONDARY,
        narrow=narrow,
        expand=True,
    )
    if not view.can_rule:
        return [done]
    charge = _ruling(
        session, view, view.charged, (say("Charge it"), f"charge-{view.turn}", Charged(view.turn))
    )
    let_go = _ruling(
        session, view, view.let_go, (say("Let it go"), f"waive-{view.turn}", Waived(view.turn))
    )
    return [done, charge, let_go]


def _ruling(
    session: Session, view: VerdictView, holds: str, way: tuple[str, str, Event]
) -> ft.Control:
    """Return the button of a ruling, or the words `holds` if the ruling is in force.

    `way` consists of the words, the identifier and the event of the button.
    """
    words, identifier, ruled = way
    if not holds:
        act = session.tap(partial(session.ask, record(ruled, view.number), place="rule"))
        return button(words, act, identifier=identifier, look=SECONDARY, narrow=True, expand=True)
    cells = [
        ft.Icon(ft.Icons.CHECK, size=16, color=Tone.MUTED),
        text(holds, tone=Tone.MUTED, leading=1.2),
    ]
    middle = ft.MainAxisAlignment.CENTER
    row = ft.Row([*cells], spacing=4, alignment=middle, wrap=True, run_spacing=0)
    return ft.Semantics(
        content=min_height(row, _BUTTON),
        identifier="ruled",
        container=True,
        selected=True,
        expand=True,
    )
