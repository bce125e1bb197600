"""Parts of the repair screen."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVarTuple, cast

import flet as ft

from companion.core.cards import card
from companion.forms.entries import Repair
from companion.ui.component import component, keyed, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import account_disc, disc_pill
from companion.ui.parts.basics import panels
from companion.ui.parts.basics.buttons import PRIMARY, QUIET, SECONDARY, button, low_button, pill
from companion.ui.parts.basics.text import disc, named, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.cards.card_face import CardSize, card_face, card_tag
from companion.ui.parts.table.controls import tint_dot
from companion.ui.routes import Viewport
from companion.ui.session import Session
from companion.views.at_table.follows import FollowLine
from companion.views.at_table.repair import Mark, MoveChoice, RepairRow, TurnCell, TurnChoice

_Args = TypeVarTuple("_Args")
RepairEdit = Callable[[Repair], Repair]
"""A change of the form."""


@dataclass(frozen=True, slots=True)
class Editing:
    """The form of a repair as its parts change it."""

    session: Session
    change: Callable[[RepairEdit], None]

    def on_tap(self, place: str, edit: Callable[[Repair, *_Args], Repair], *args: *_Args) -> Tap:
        """Return a handler of that place that changes the form by `edit(form, *args)`.

        A second tap on the place is ignored for a moment.
        """

        async def change() -> None:
            here, requests = f"{self.session.shown.screen.path} {place}", self.session.requests
            if not requests.bounced(here):
                with requests.answering(here):
                    self.change(lambda form: edit(form, *args))
                    await asyncio.sleep(0)  # Flet draws changes in the next turn of the loop

        return self.session.tap(change)


def use_repair(session: Session, begun: Repair) -> tuple[Repair, Editing]:
    """Return the form of a screen, at first `begun`, and the object that changes it."""
    form, set_form = use_state(begun)
    change = cast("Callable[[RepairEdit], None]", set_form)
    return form, Editing(session, change)


_NUMBER, _DOT, _SIZE = 32, 9, 14
_TO_LINE = 4
_MOST = 30
"""The number of rows that show at first; a button shows the others."""

_SIGNS = {
    Mark.NEW: (ft.Icons.EDIT, Tone.HEADING),
    Mark.MISFIT: (ft.Icons.ERROR_OUTLINE, Tone.LOSS),
    Mark.LEFT_OUT: (ft.Icons.CONTENT_CUT, Tone.MUTED),
}


def sheets(
    editing: Editing,
    rows: Sequence[RepairRow],
    first: int,
    viewport: Viewport,
    show_all: Tap | None,
) -> ft.Control:
    """Build the panel of turns from `first` on; `show_all` is None once all turns show."""
    say, large = editing.session.words.say, viewport.large_text
    shown = rows if show_all is None else rows[first - 1 : first - 1 + _MOST]
    lines = [keyed(f"row-{row.turn}", SheetRow, editing, row, large=large) for row in shown]
    columns = [
        text(words, size=13, tone=Tone.MUTED, expand=True)
        for words in (say("as recorded"), say("repaired"))
    ]
    head = [] if large else [ft.Row([ft.Container(width=_NUMBER), *columns], spacing=8)]
    body: list[ft.Control] = [*head, panels.stretched(lines, spacing=0)]
    if len(shown) < len(rows) and show_all is not None:
        body.append(
            low_button(say("Show all turns"), show_all, identifier="repair-all", look=QUIET)
        )
    return panels.panel(body, title=say("Before and after"), spacing=6, key="sheets")


@component
def SheetRow(editing: Editing, row: RepairRow, *, large: bool) -> ft.Control:
    """Draw a turn before and after the repair, with large text one below the other."""
    number = text(str(row.turn), size=13.5, tone=Tone.MUTED)
    cells: list[ft.Control] = [
        _cell(row.before, Mark.SAME, muted=row.before != row.after),
        _cell(row.after, row.mark, muted=False),
    ]
    if large:
        shown: ft.Control = panels.stretched([number, *cells], spacing=4)
    else:
        for cell in cells:
            cell.expand = True
        shown = ft.Row([ft.Container(number, width=_NUMBER), *cells], spacing=8)
    padded = ft.Container(shown, padding=ft.Padding.symmetric(vertical=5))
    identifier, line = f"turn-{row.turn}", ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE))
    target = touchable(
        panels.min_height(padded, align=ft.Alignment.CENTER_LEFT),
        editing.on_tap(identifier, Repair.looking_at, row.turn) if row.after else None,
        identifier=identifier,
        label=row.says,
        selected=row.chosen,
        radius=8,
        bgcolor=Tone.QUIET if row.chosen else None,
    )
    return ft.Container(target, border=line)


def _cell(cell: TurnCell | None, mark: Mark, *, muted: bool) -> ft.Control:
    """Draw player and move; a difference has bold letters or a sign."""
    if cell is None:
        return ft.Row([text("–", tone=Tone.MUTED)])
    sign, tone = _SIGNS.get(mark, (None, Tone.INK))
    ink = Tone.MUTED if muted else tone
    face = TEXT.semibold if mark in {Mark.OTHER_PLAYER, Mark.NEW} else TEXT.regular
    name = text(cell.player, size=_SIZE, tone=ink, face=face, leading=1.2, expand=True)
    name.expand_loose = True
    dot = tint_dot(cell.tint, _DOT) if cell.tint >= 0 else disc(_DOT, Tone.LINE)
    player: list[ft.Control] = [dot, name]
    done = [card_tag(cell.text, cell.suit, size=14)]
    if sign:
        done.append(ft.Icon(sign, size=14, color=tone))
    lines = [ft.Row(part, spacing=6, tight=True) for part in (player, done)]
    return ft.Row([*lines], spacing=6, run_spacing=3, wrap=True)


def turn_actions(
    editing: Editing, choice: TurnChoice | None, viewport: Viewport, *, can_take_back: bool
) -> ft.Control:
    """Build the panel of the chosen turn, or a hint while no turn is chosen."""
    say = editing.session.words.say
    if choice is None:
        body: list[ft.Control] = [text(say("Tap the turn that was entered wrongly."))]
    else:
        body = [*_leaders(editing, choice), _buttons(editing, choice, viewport)]
        body += _cards(editing, choice) if choice.picking else []
    if can_take_back:
        back = low_button(
            say("Take back the last change"),
            editing.on_tap("repair-undo", Repair.taken_back),
            identifier="repair-undo",
            look=QUIET,
            icon=ft.Icons.UNDO,
        )
        body.append(back)
    return panels.panel(body, title=choice.says if choice else "", key="turn-actions")


def _buttons(editing: Editing, choice: TurnChoice, viewport: Viewport) -> ft.Control:
    """Build the four buttons of a turn, in rows of two, or of one where text is large."""
    say, turn = editing.session.words.say, choice.turn
    ways = (
        ("edit", choice.change_says, Repair.choosing),
        ("insert", say("Insert a pass before"), Repair.with_pass_before),
        ("delete", say("Delete"), Repair.without_turn),
        ("swap", choice.swap_says or say("Swap"), Repair.swapped if choice.swap_says else None),
    )
    cells = [
        button(
            words,
            # The place lacks the turn, which may change under the finger.
            editing.on_tap(name, edit) if edit else None,
            identifier=f"{name}-{turn}",
            look=PRIMARY if name == "edit" and choice.picking else SECONDARY,
            height=52,
            narrow=True,
            expand=not viewport.large_text or None,
        )
        for name, words, edit in ways
    ]
    if viewport.large_text:
        return panels.stretched(cells, spacing=8)
    return panels.stretched(
        [ft.Row(row, spacing=10) for row in panels.in_rows(cells, 2)], spacing=10
    )


def _cards(editing: Editing, choice: TurnChoice) -> list[ft.Control]:
    """Build the cards that could be played in the turn, and the pass."""
    cards = [_card(editing, option) for option in choice.cards]
    rows = ft.Row(cards, spacing=0, run_spacing=4, wrap=True)
    passing = pill(
        editing.session.words.say("pass"),
        editing.on_tap("edit-pass", Repair.with_move, None),
        identifier="edit-pass",
        chosen=choice.passed,
    )
    says = editing.session.words.say("These cards could be played then:")
    known = [text(says, size=14, tone=Tone.MUTED), rows]
    return [*(known if cards else []), *([ft.Row([passing])] if choice.can_pass else [])]


def _card(editing: Editing, choice: MoveChoice) -> ft.Control:
    size = CardSize(LEAST - 6, 58)
    identifier = f"edit-card-{choice.face.code}"
    return touchable(
        ft.Container(card_face(choice.face, size, newest=choice.chosen, on_paper=True), padding=3),
        editing.on_tap(identifier, Repair.with_move, card(choice.face.code)),
        identifier=identifier,
        label=choice.says,
        selected=choice.chosen,
        width=LEAST,
        height=64,
        align=None,
    )


def _leaders(editing: Editing, choice: TurnChoice) -> list[ft.Control]:
    """Build the question for the leader, if no hand reveals the leader."""
    if not choice.leaders:
        return []
    pills = [
        disc_pill(
            account_disc(leader, 24),
            leader.name,
            editing.on_tap(f"lead-{leader.handle}", Repair.led_by, leader.handle),
            identifier=f"lead-{leader.handle}",
            selected=chosen,
        )
        for leader, chosen in choice.leaders
    ]
    asks = text(editing.session.words.say("Who led?"), face=TEXT.semibold)
    return [asks, ft.Row(pills, spacing=8, run_spacing=8, wrap=True)]


_ARROW = "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}"
"""An arrow that keeps the values before and after it in one line."""


def consequences(session: Session, lines: Sequence[FollowLine], *, large: bool) -> ft.Control:
    """Build the panel of consequences, or of a remark that nothing is changed yet."""
    say = session.words.say
    undo = say("One undo takes it all back.") if lines else say("Nothing is changed yet.")
    rows: list[ft.Control] = [_line(line, large=large) for line in lines]
    rows.append(text(undo, size=13, tone=Tone.MUTED))
    body = named("repair-follows", panels.stretched(rows, spacing=6), live=True)
    return panels.panel([body], title=say("What follows"), key="follows")


def _line(line: FollowLine, *, large: bool) -> ft.Control:
    tone = Tone.LOSS if line.warns else Tone.INK
    says = text(line.says, tone=tone, leading=1.25)
    if line.warns:
        says.expand = True
        icon = ft.Icon(ft.Icons.ERROR_OUTLINE, size=18, color=tone)
        return ft.Row([icon, says], spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)
    if not line.amount:
        return says
    amount = text(line.amount.replace(" → ", _ARROW), face=TEXT.semibold)
    amount.semantics_label = line.amount
    if large:
        return ft.Column([says, amount], spacing=0, tight=True)
    says.expand = 2
    amount.expand, amount.text_align = 3, ft.TextAlign.END
    return ft.Row([says, amount], spacing=10)
