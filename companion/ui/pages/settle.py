"""The pages of settling up and of a correction."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import cast

import flet as ft

from companion.desk.commands import record, settle
from companion.desk.table import Snapshot
from companion.forms.entries import Correction
from companion.ui.component import component, latest, use_begun, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar, disc_pill
from companion.ui.parts.basics.buttons import icon_button, submit_button
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.frames import WIDEST, frame
from companion.ui.parts.basics.panels import (
    REMARK,
    column_width,
    list_row,
    notice,
    panel,
    stretched,
)
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import LEAST, Tap, tick_box
from companion.ui.parts.payment_rows import (
    account_disc,
    beneath_names,
    chips_paid,
    fit_in_line,
    in_line,
)
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.of_series.settling import (
    AccountLine,
    BalanceLine,
    CorrectionView,
    HandOver,
    PaymentNote,
    SettlingView,
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
    view = settling(snapshot, session.words, begun)
    to_do = _to_do(session, view, room)
    columns = [to_do, [_balances(session, view, room)]]
    return frame(session, view.title, columns, room, refusal, subtitle=view.subtitle)


def _to_do(session: Session, view: SettlingView, room: Room) -> list[ft.Control]:
    """Return the payments to hand over, or the notice that everybody is even."""
    in_play = [notice(view.in_play, identifier="in-play", look=REMARK)] if view.in_play else []
    width = min(column_width(room), WIDEST) - _AROUND - _BOX
    pairs = [(line.payer, line.payee) for line in view.rows]
    fits = fit_in_line(pairs, width, room.text_scale)
    draw = partial(_hand_over, session, fits=fits, large=room.large_text)
    rows = [draw(number, line) for number, line in enumerate(view.rows, 1)]
    counts = named("counts", text(view.counts_says, size=13, tone=Tone.MUTED))
    title = session.words.say("Hand over these chips")
    listed = [panel([counts, *rows], title=title, spacing=10)] if rows else []
    even = [notice(view.even, identifier="even", look=REMARK)] if view.even else []
    return [*in_play, *listed, *even]


def _hand_over(
    session: Session, number: int, line: HandOver, *, fits: bool, large: bool
) -> ft.Control:
    """Draw a payment with its box, in words where the drawing of a payment does not fit."""
    tone = Tone.MUTED if line.ticked else Tone.INK
    words = named(f"settle-{number}", text(line.says, size=16, face=TEXT.medium, tone=tone))
    disc = avatar(line.payer.initial, line.payer.tint, size=_DISC)
    name = f"paid-{number}"
    box = tick_box(
        session.tap(_tick, session, line, name),
        ticked=line.ticked,
        identifier=name,
        label=line.paid_says,
    )
    paid = line.settled
    key = f"settle-{number}-{paid.source}-{paid.target}-{paid.chips}"
    if large:
        ends = ft.MainAxisAlignment.SPACE_BETWEEN
        column = ft.Column([ft.Row([disc, box], alignment=ends), words], spacing=2, tight=True)
        edge = ft.Border.only(top=ft.BorderSide(1, Tone.LINE))
        return ft.Container(column, border=edge if number > 1 else None, key=key)
    if fits:
        return ft.Row([_drawn(number, line, tone), box], spacing=8, key=key)
    padded = ft.Container(words, padding=ft.Padding.symmetric(vertical=4), expand=True)
    return ft.Row([disc, padded, box], spacing=10, key=key)


def _drawn(number: int, line: HandOver, tone: ft.Colors) -> ft.Control:
    """Draw payer, payee and chips, and below the worth in money."""
    people = ft.Row(
        [in_line(line.payer, line.payee, tone), chips_paid(line.chips, tone)], spacing=8
    )
    worth = [beneath_names(text(line.worth, size=13, tone=Tone.MUTED))] if line.worth else []
    return ft.Semantics(
        content=stretched([people, *worth], spacing=0),
        exclude_semantics=True,
        label=line.says,
        identifier=f"settle-{number}",
        container=True,
        expand=True,
    )


async def _tick(session: Session, line: HandOver, place: str) -> None:
    """Record a payment, or take it back by an undo or, if not the newest, by its opposite."""
    paid = line.opposite if line.ticked else line.settled
    if line.newest:
        await session.undo(place, only_shown=True)
    elif line.ticked:
        await session.ask(settle(paid.source, paid.target, paid.chips), place=place)
    else:
        await session.lay(settle(paid.source, paid.target, paid.chips), place)


def _balances(session: Session, view: SettlingView, room: Room) -> ft.Control:
    """Return the panel of all balances, their open parts, and the sum."""
    rows = [_balance(line, large=room.large_text) for line in view.balances]
    rows.append(named("checks", text(view.checks, size=13, tone=Tone.MUTED)))
    return panel(rows, title=session.words.say("Balances"), spacing=10)


def _balance(line: BalanceLine, *, large: bool) -> ft.Control:
    name = text(line.player.name, size=15, face=TEXT.medium)
    open_ = text(line.open_says, size=13, tone=Tone.MUTED)
    chips = text(line.chips, size=16, face=TEXT.semibold)
    disc, key = avatar(line.player.initial, line.player.tint, size=_DISC), line.player.handle
    if large:
        return ft.Column(
            [name, ft.Row([chips, ft.Container(open_, expand=True)], spacing=12)],
            spacing=2,
            tight=True,
            key=key,
        )
    who = ft.Column([name, open_], spacing=0, tight=True, expand=True)
    return ft.Row([disc, who, chips], spacing=10, key=key)


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
