"""The picker of cards; a card is drawn again only when its own state has changed."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Self

import flet as ft

from companion.core.cards import NO_CARDS, Cards, card
from companion.ui.acting import Hands, edit
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.panels import balanced_columns, in_rows, stretched
from companion.ui.parts.basics.text import disc, text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.routes import Viewport
from companion.ui.session import Session
from companion.views.at_table.cards import note_menu
from companion.views.at_table.reveal import CardsLeft, Known, PickedCards, RevealCard
from companion.views.blocks import Edit

Pick = Callable[[str], Awaitable[None]]
"""The handler of a tap on the card with that code."""

_MARK = 20
_OPACITY = {Known.ELSEWHERE: 0.3, Known.DEDUCED: 0.7}


@dataclass(frozen=True, slots=True)
class PickerGrid:
    """The number of columns, and the size of a touch target in dp."""

    columns: int
    width: float
    height: float

    @classmethod
    def within(cls, space: float, longest: int, *, most: float = 64) -> Self:
        """Return the grid for suits of up to `longest` cards, in rows of about equal length."""
        columns = balanced_columns(longest, max(1, int(space // LEAST)))
        width = min(most, space // columns)
        return cls(columns, width, max(56, round(width * 1.25)))


@dataclass(frozen=True, slots=True)
class Picking:
    """The state of a picker: the cards picked so far, with those that are certain.

    A `full` picker accepts no other card. Identifiers are the `prefix` and the code of the card.
    A tap on a `noted` card leads to `correct` its note.
    """

    prefix: str
    picked: Cards
    pick: Pick
    full: bool = False
    noted: Cards = NO_CARDS
    correct: Pick | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a card: picked, or noted with a note that can be taken back."""

    picked: bool
    noted: bool


def card_picker(
    session: Session,
    suits: Sequence[tuple[str, tuple[RevealCard, ...]]],
    grid: PickerGrid,
    picking: Picking,
) -> ft.Control:
    """Arrange the cards in rows; each suit begins a new row."""
    rows = [
        ft.Row(
            [_keyed(session, shown, grid, picking) for shown in row],
            spacing=0,
            key=f"{suit}-{number}",
        )
        for suit, cards in suits
        for number, row in enumerate(in_rows(cards, grid.columns))
    ]
    return ft.Column([*rows], spacing=2, tight=True)


def _keyed(session: Session, shown: RevealCard, grid: PickerGrid, picking: Picking) -> ft.Control:
    code = shown.face.code
    picked = bool(card(code).bit & picking.picked)
    free = shown.known is Known.NOTHING and (picked or not picking.full)
    noted = bool(card(code).bit & picking.noted)
    pick = picking.correct if noted else picking.pick if free else None
    identifier, marks = f"{picking.prefix}-{code}", Marks(picked=picked, noted=noted)
    return keyed(code, PickerCard, session, shown, grid, pick, identifier, marks)


@component
def LeftCards(hands: Hands, view: CardsLeft, viewport: Viewport) -> ft.Control:
    """Draw the cards left after a round."""
    session, longest = hands.session, max(len(c) for group in view.groups for _, c in group.suits)
    grid = PickerGrid.within(viewport.width, longest, most=72)

    async def pick(code: str) -> None:
        edit(hands, Edit("toggled", (code,)))

    picking = Picking("reveal", view.picked, ft.use_callback(pick, []))
    lines: list[ft.Control] = []
    for group in view.groups:
        if group.title:
            lines.append(text(group.title, size=15, face=TEXT.semibold))
        lines.append(card_picker(session, group.suits, grid, picking))
    if view.deduced_says:
        says = text(view.deduced_says, size=13, tone=Tone.MUTED)
        lines.append(ft.Row([_deduction(), says], spacing=6))
    return stretched(lines)


@component
def HandCards(hands: Hands, view: PickedCards, viewport: Viewport) -> ft.Control:
    """Draw all cards, of which those of a hand are picked."""
    session = hands.session

    async def pick(code: str) -> None:
        edit(hands, Edit("toggled", (code, *view.args)))

    async def open_note(code: str) -> None:
        session.pointer.menu = note_menu(card(code))

    stable, correct = ft.use_callback(pick, [view.args]), ft.use_callback(open_note, [])
    choice = Picking(view.prefix, view.picked, stable, view.full, view.noted, correct)
    grid = PickerGrid.within(viewport.width, len(view.suits[0][1]))
    return card_picker(session, view.suits, grid, choice)


@component
def PickerCard(
    session: Session,
    shown: RevealCard,
    grid: PickerGrid,
    pick: Pick | None,
    identifier: str,
    marks: Marks,
) -> ft.Control:
    """Draw a card as a touch target, with its mark at the lower corner."""
    picked = marks.picked
    certain = shown.known in {Known.HELD, Known.DEDUCED}
    size = CardSize(grid.width - 5, grid.height - 5)
    dimmed = shown.known is Known.NOTHING and pick is None and not picked
    opacity = 0.55 if dimmed else _OPACITY.get(shown.known, 1)
    layers: list[ft.Control] = [
        ft.Container(card_face(shown.face, size, on_paper=True), opacity=opacity, left=2, top=2)
    ]
    if picked:
        layers.append(
            ft.Container(
                left=2,
                top=2,
                width=size.width,
                height=size.height,
                border=ft.Border.all(3, Tone.ACTION),
                border_radius=size.radius,
            )
        )
    if picked or shown.player is not None:
        layers.append(ft.Container(_mark(shown, marks), right=0, bottom=0))
    return touchable(
        ft.Stack(layers, width=grid.width, height=grid.height),
        None if pick is None else session.tap(pick, shown.face.code),
        identifier=identifier,
        label=shown.says,
        selected=picked or certain,
        radius=size.radius,
        width=grid.width,
        height=grid.height,
        align=None,
    )


def _mark(shown: RevealCard, marks: Marks) -> ft.Control:
    """Draw a tick on a picked card, a lock on a certain one, or the avatar of the holder.

    The lock is open if the card is certain by a note that can be taken back.
    """
    if shown.player is not None and not marks.picked:
        holder = avatar(shown.player.initial, shown.player.tint, size=_MARK)
        if shown.known is not Known.DEDUCED:
            return holder
        return ft.Row([_deduction(), holder], spacing=2, tight=True)
    lock = ft.Icons.LOCK_OPEN if marks.noted else ft.Icons.LOCK
    sign = ft.Icons.CHECK if shown.known is Known.NOTHING else lock
    return disc(_MARK, Tone.ACTION, ft.Icon(sign, size=13, color=Tone.ON_ACTION))


def _deduction() -> ft.Control:
    """Draw the sign of a card that follows from the others."""
    bulb = ft.Icon(ft.Icons.LIGHTBULB_OUTLINE, size=13, color=Tone.INK)
    return disc(_MARK - 2, Tone.QUIET, bulb)
