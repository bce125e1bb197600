"""The pages of settling up and of a correction."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import flet as ft

from companion.desk.commands import record
from companion.desk.table import Snapshot
from companion.forms.entries import Correction
from companion.ui.acting import Hands
from companion.ui.component import component, latest, use_begun, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import disc_pill
from companion.ui.parts.basics.buttons import icon_button, submit_button
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.frames import frame
from companion.ui.parts.basics.panels import (
    list_row,
    panel,
)
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import LEAST, Tap
from companion.ui.parts.payment_rows import (
    account_disc,
)
from companion.ui.render import render
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.of_series.settling import (
    AccountLine,
    CorrectionView,
    PaymentNote,
    correction,
    settling,
)

_DISC = 32
_AROUND, _BOX = 78, LEAST + 8
"""The width of the margins and paddings of a column, and of the box in a row, in dp."""


@component
def SettlePage(session: Session, snapshot: Snapshot, room: Room, refusal: str) -> ft.Control:
    """Draw the page of settling up; no row moves until the page is left."""
    begun = use_begun(lambda: snapshot.series)
    return render(Hands(session), settling(snapshot, session.words, begun), room, refusal)


_STEPS = (-5, -1, 1, 5)
Step = Callable[[Correction], Correction]


@dataclass(frozen=True, slots=True)
class _Form:
    """The state of the form of a correction, and the setter of its changes."""

    session: Session
    view: CorrectionView
    change: Callable[[Step], None]

    def doing(self, step: Step) -> Tap:
        """Return a handler that changes the correction by the step."""

        async def take() -> None:
            self.change(step)

        return self.session.tap(take)


@component
def Pay(session: Session, snapshot: Snapshot, number: int, room: Room, refusal: str) -> ft.Control:
    """Draw the page of a correction in round `number`, counted from 1."""
    filled_in, set_filled_in = use_state(Correction())
    view = correction(filled_in, snapshot, number, session.words)
    form = _Form(session, view, cast("Callable[[Step], None]", set_filled_in))
    say = session.words.say
    people = [
        _people(form, say("Who pays?"), "pay-from", view.accounts),
        _people(form, say("Who gets it?"), "pay-to", view.accounts),
    ]
    rest = [_chips(form), *_made(form)]

    async def write_down() -> None:
        paid = correction(latest(form.change), snapshot, number, session.words).paid
        if paid and await session.ask(record(paid, number), place="pay"):
            await session.back()

    action = submit_button(
        say("Write it down"),
        session.tap(write_down),
        identifier="pay",
        obstacle=view.obstacle,
        beneath=view.says,
    )
    return frame(
        session,
        view.title,
        [people, rest],
        room,
        refusal,
        subtitle=view.subtitle,
        actions=[action],
    )


def _people(form: _Form, title: str, name: str, accounts: tuple[AccountLine, ...]) -> ft.Control:
    chips = [_account(form, name, line) for line in accounts]
    return panel([ft.Row(chips, spacing=8, run_spacing=8, wrap=True)], title=title, key=name)


def _account(form: _Form, name: str, line: AccountLine) -> ft.Control:
    pays = name == "pay-from"

    def choose(correction: Correction) -> Correction:
        return correction.from_(line.account) if pays else correction.to(line.account)

    return disc_pill(
        account_disc(line.person, 30),
        line.person.name,
        form.doing(choose),
        identifier=f"{name}-{line.person.handle}",
        label=line.pays_says if pays else line.gets_says,
        selected=line.pays if pays else line.gets,
    )


def _chips(form: _Form) -> ft.Control:
    view, say = form.view, form.session.words.say
    number = ft.Container(
        named("pay-chips", text(str(view.chips), size=26, face=TEXT.bold, leading=1.2), live=True),
        alignment=ft.Alignment.CENTER,
        expand=True,
    )
    less, more = [_step(form, n) for n in _STEPS[:2]], [_step(form, n) for n in _STEPS[2:]]
    note = field(
        view.note,
        lambda words: form.change(lambda filled_in: filled_in.noted(words)),
        identifier="pay-note",
        hint=say("What for?"),
    )
    return panel([ft.Row([*less, number, *more], spacing=6), note], title=say("Chips"), key="chips")


def _step(form: _Form, by: int) -> ft.Control:
    """Return the button that changes the number of chips `by` so many."""
    count = form.session.words.count
    icons = {
        -5: ft.Icons.KEYBOARD_DOUBLE_ARROW_LEFT,
        -1: ft.Icons.REMOVE,
        1: ft.Icons.ADD,
        5: ft.Icons.KEYBOARD_DOUBLE_ARROW_RIGHT,
    }
    kind = "less" if by < 0 else "more"
    label = (
        count("{n} chip less", "{n} chips less", -by)
        if by < 0
        else count("{n} chip more", "{n} chips more", by)
    )
    name = f"pay-chips-{kind}" if abs(by) == 1 else f"pay-chips-{kind}-{abs(by)}"
    possible = by > 0 or form.view.chips > 1
    return icon_button(
        icons[by],
        form.doing(lambda filled_in: filled_in.with_chips(by)) if possible else None,
        identifier=name,
        label=label,
        ground=Tone.QUIET,
    )


def _made(form: _Form) -> list[ft.Control]:
    """Return the panel of earlier corrections of the round."""
    if not form.view.made:
        return []
    last = len(form.view.made)
    rows = [
        _line(number, line, lined=number < last) for number, line in enumerate(form.view.made, 1)
    ]
    title = form.session.words.say("Corrections of this round")
    return [panel(rows, title=title, spacing=0, key="made")]


def _line(number: int, made: PaymentNote, *, lined: bool) -> ft.Control:
    return list_row(
        made.says,
        identifier=f"correction-{number}",
        beneath=made.note,
        before=account_disc(made.payer, 30),
        lined=lined,
        key=f"correction-{number}",
    )
