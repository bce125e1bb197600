"""The slip of a fine: who kept which card back and what it costs, with the answers of the table."""

from dataclasses import dataclass
from enum import Enum

import flet as ft

from companion.core.rounds.events import FineTicked, FineWaived
from companion.desk.commands import record
from companion.screens.table import TableView
from companion.screens.tray import OwedFine
from companion.ui.component import component, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import account_disc
from companion.ui.parts.basics.buttons import BRASS, ButtonLook, icon_button
from companion.ui.parts.basics.panels import min_height
from companion.ui.parts.basics.text import keep_sums_together, text
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.session import Session
from companion.ui.shown import Pointer

_SAYS = 13
_MORE = 11
_WORD = 12.5
"""Sizes of the sentence, of what is still to come, and of the words on the buttons."""
_TIGHT = 1.1
_FACE = 34
_FACE_GROWS = 1.3
_BUTTON = 100
"""The size of the player's face, how much it grows with text at most, and the width of a button."""
_SLIDE_MILLISECONDS = 180
_PLAIN = ButtonLook(Tone.PANEL, Tone.INK)
_RED = ButtonLook(Tone.WARNING, Tone.ON_WARNING)


class SlipForm(Enum):
    """The form of a slip: two lines, a narrow column, one line, or a column of large text.

    The first two leave room for the menu beside them.
    """

    LINES = "lines"
    NARROW = "narrow"
    WIDE = "wide"
    LARGE = "large"


@dataclass(frozen=True, slots=True)
class SlipPlace:
    """The form and height of a slip, None for as high as it needs.

    Text is `grow` times its usual size, times the text `scale` of the device. The slip `slides` in
    unless nothing on this device moves.
    """

    form: SlipForm
    height: float | None
    scale: float
    grow: float
    slides: bool

    @property
    def face(self) -> float:
        """The size of the player's face."""
        return _FACE * self.grow * min(self.scale, _FACE_GROWS)


@dataclass(frozen=True, slots=True)
class FinePile:
    """The fine on top of the pile, if there is one, and the `turn` of the next one, 0 for none.

    The `newest` fine stays away once a fine is put aside. Only a fine that is `due` can be paid;
    `says` counts those that are; the one on top has a `place` among so `many`, from 1.
    """

    fine: OwedFine | None
    newest: tuple[int, int, int] | None
    turn: int
    due: bool
    says: str
    place: int
    many: int


def pile_of(view: TableView, pointer: Pointer, revision: int) -> FinePile:
    """Return the fines as this device shows them: on top the newest, or one that was asked for.

    Other news come first, unless the fine was asked for since, at this `revision`.
    """
    newest = view.newest
    moment = newest.moment if newest else None
    shown = next((fine for fine in view.owed if fine.turn == pointer.fine), None)
    if shown is None and moment != pointer.aside:
        shown = newest
    if pointer.fine_asked_at != revision and not comes_first(view):
        shown = None
    others = [fine for fine in view.owed if fine != shown]
    below = [fine for fine in others if shown and fine.turn < shown.turn]
    following = max(below or others, key=lambda fine: (fine.since, fine.turn), default=None)
    turn = following.turn if following else 0
    place = 1 + sum(fine.turn > shown.turn for fine in view.owed) if shown else 0
    due = shown in view.owed
    return FinePile(shown, moment, turn, due, view.owed_says, place, len(view.owed))


def comes_first(view: TableView) -> bool:
    """Return whether a fine comes before the notices of the last change, being as new as they.

    It never does before a contradiction to the private hand, which may prove it wrong.
    """
    if view.own and view.own.clash:
        return False
    turns = view.turns[0].turn if view.turns else 0
    return not view.notices or (view.newest is not None and view.newest.since >= turns)


def ask_for(session: Session, turn: int, newest: tuple[int, int, int] | None) -> Tap:
    """Return a handler that shows the fine for the pass at a turn, or with 0 the table alone.

    Neither then does the newest fine come back before there is another one.
    """

    def show() -> None:
        snapshot = session.watched.snapshot
        session.pointer.fine_asked_at = snapshot.revision if snapshot and turn else None
        session.pointer.fine = turn
        session.pointer.aside = newest

    return show


def put_aside(session: Session, pile: FinePile, tone: ft.Colors) -> ft.Control:
    """Build the cross that takes the slip away without an answer."""
    return icon_button(
        ft.Icons.CLOSE,
        ask_for(session, 0, pile.newest),
        identifier="fine-aside",
        label=session.words.say("Close"),
        tone=tone,
    )


@component
def FineSlip(session: Session, pile: FinePile, fine: OwedFine, place: SlipPlace) -> ft.Control:
    """Draw the slip, red until it is answered; a tap on its words opens the verdict."""
    is_new = fine.moment == pile.newest != session.felt
    below, set_below = use_state(place.slides and is_new)

    def arrive() -> None:
        set_below(False)
        if is_new:
            session.felt = fine.moment
            session.begin(session.device.tick)

    ft.on_mounted(arrive)
    face = account_disc(fine.payer, place.face)
    close = put_aside(session, pile, Tone.ON_WARNING)
    words = _words(session, fine, place)
    other = [_next_fine(session, pile, place.grow)] if pile.turn else []
    answers = _answers(session, pile, fine, place)
    middle = ft.MainAxisAlignment.CENTER
    sentence = ft.Column([words], scroll=ft.ScrollMode.AUTO, alignment=middle, expand=True)
    content: ft.Control
    match place.form:
        case SlipForm.LINES:
            top = ft.Row([face, sentence], spacing=8, expand=True)
            content = _column([top, _shared([*other, *answers])])
        case SlipForm.NARROW:
            for button in other:
                button.expand = True
            top = ft.Row([face, *other], spacing=8, alignment=middle)
            content = _column([top, sentence, _shared(answers)])
        case SlipForm.WIDE:
            width = _BUTTON * place.grow
            buttons = [ft.Container(button, width=width) for button in (*other, *answers)]
            content = ft.Row([face, sentence, *buttons, close], spacing=8)
        case SlipForm.LARGE:
            expected = ft.Container(answers[-1], expand=True)
            top = ft.Row([face, expected, close], spacing=8)
            row = ft.Row([ft.Container(words, expand=True)])
            content = _column([top, row, _shared([*other, *answers[:-1]])])
    at_top = place.form in {SlipForm.NARROW, SlipForm.LARGE}
    slip = ft.Container(
        content,
        height=place.height,
        bgcolor=Tone.WARNING,
        border=ft.Border.all(2, Tone.DANGER),
        border_radius=16,
        padding=ft.Padding.only(left=8, right=6, top=4 if at_top else 0, bottom=4),
    )
    slip.offset = ft.Offset(0, 1 if below else 0)
    slip.animate_offset = ft.Animation(_SLIDE_MILLISECONDS, ft.AnimationCurve.EASE_OUT)
    return slip


def _column(lines: list[ft.Control]) -> ft.Column:
    return ft.Column(lines, spacing=2, tight=True)


def _shared(buttons: list[ft.Control]) -> ft.Control:
    """Return the buttons in a row, each as wide as the others."""
    for button in buttons:
        button.expand = True
    return ft.Row(buttons, spacing=6)


def _words(session: Session, fine: OwedFine, place: SlipPlace) -> ft.Control:
    """Draw the sentence, and below it what is still to come; a tap opens the verdict."""
    ink = Tone.ON_WARNING
    says = text(
        keep_sums_together(fine.says),
        size=_SAYS * place.grow,
        tone=ink,
        face=TEXT.semibold,
        leading=_TIGHT,
    )
    lines: list[ft.Control] = [says]
    if fine.more:
        lines.append(text(fine.more, size=_MORE * place.grow, tone=ink, leading=_TIGHT))
    return touchable(
        min_height(ft.Column(lines, spacing=2, tight=True), align=ft.Alignment.CENTER_LEFT),
        session.tap(session.open, f"verdict/{fine.turn}"),
        identifier=f"owed-{fine.turn}",
        label=fine.why_label,
        radius=10,
        align=None,
        ink=ink,
        live=True,
    )


def _answers(
    session: Session, pile: FinePile, fine: OwedFine, place: SlipPlace
) -> list[ft.Control]:
    """Build the answers of the table, of which the last one is the usual one."""
    say = session.words.say
    waive = _answer(session, fine, FineWaived(fine.turn), "waive-fine")
    no = _button(say("Let it go"), waive, f"waive-{fine.turn}", place.grow, label=fine.waive_label)
    if not pile.due:
        return [no]
    tick = _answer(session, fine, fine.tick, "pay-fine")
    paid = _button(
        say("Paid"), tick, f"paid-{fine.turn}", place.grow, label=fine.paid_label, look=BRASS
    )
    return [no, paid]


def _answer(session: Session, fine: OwedFine, event: FineTicked | FineWaived, place: str) -> Tap:
    """Return a handler that records the answer; all slips answer at the same place."""
    return session.tap(session.lay, record(event, fine.number), place)


def _next_fine(session: Session, pile: FinePile, grow: float) -> ft.Control:
    """Build the button that tells which fine this is of all, and leads to the next one."""
    if not pile.due:
        return due_button(session, pile, grow, _PLAIN)
    says = session.words.say("Fine {n} of {count}", n=pile.place, count=pile.many)
    return _button(says, ask_for(session, pile.turn, pile.newest), "fines-due", grow)


def due_button(
    session: Session, pile: FinePile, grow: float, look: ButtonLook = _RED
) -> ft.Control:
    """Build the button that counts the fines due and shows the next one."""
    show = ask_for(session, pile.turn, pile.newest)
    return _button(pile.says, show, "fines-due", grow, look=look)


def _button(
    says: str,
    on_tap: Tap,
    identifier: str,
    grow: float,
    *,
    label: str = "",
    look: ButtonLook = _PLAIN,
) -> ft.Control:
    words = text(
        says,
        size=_WORD * grow,
        tone=look.words,
        face=TEXT.semibold,
        leading=1.1,
        align=ft.TextAlign.CENTER,
    )
    return touchable(
        min_height(ft.Container(words, padding=ft.Padding.symmetric(horizontal=2))),
        on_tap,
        identifier=identifier,
        label=label,
        bgcolor=look.ground,
        align=None,
        ink=look.words,
    )
