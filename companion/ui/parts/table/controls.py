"""Head and controls of the table: the pot, the player to move, undo, pass, turns, and the menu."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.desk.commands import answer_lead
from companion.screens.phones import PhonesView, is_own_turn
from companion.screens.speech import capital, explained
from companion.screens.table import LeadQuestion, PassView, SeatView, UndoView, turn_of
from companion.screens.table_menus import MORE, PASSES
from companion.screens.turns import TurnLine
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.buttons import BRASS, ButtonLook, button
from companion.ui.parts.basics.frames import back_button
from companion.ui.parts.basics.panels import min_height
from companion.ui.parts.basics.text import disc, heading, named, plate, silent, text
from companion.ui.parts.basics.touch import LEAST, Tap, ringed, strut, touchable
from companion.ui.parts.cards.card_face import Signs, card_face
from companion.ui.parts.table.chips import chip_count
from companion.ui.session import Session
from companion.ui.shown import WatchedValues

_CENTER = ft.MainAxisAlignment.CENTER
_TITLE = 17.5
_LONG_TITLE = 13
_LINES = 3
_LETTERS_OF_TITLE = 18
_LETTERS_OF_WORD = 13
_LARGE_TITLE = 11
_DUE = 15.5
_PROMPT = 14.5
"""Sizes of the title, of one with more letters in all or in a word, of one where text is large, of
the player to move, and of the prompt.
"""


@component
def TableHead(
    session: Session,
    title: str,
    subtitle: str,
    phones: PhonesView | None,
    *,
    large: bool,
    grow: float,
) -> ft.Control:
    """Draw the name of the series, in three lines at most, and the round.

    At a shared table the words lead to the company, and which phone is out of reach replaces the
    name.
    """
    longest = max(map(len, title.split()), default=0)
    short = len(title) <= _LETTERS_OF_TITLE and longest <= _LETTERS_OF_WORD
    usual = _TITLE if short else _LONG_TITLE
    size = (_LARGE_TITLE if large else usual) * grow
    name = heading(title, size=size, tone=Tone.ON_FELT, level=1, lines=_LINES)
    small = (10 if large else 12.5) * grow
    round_: ft.Control = text(subtitle, size=small, tone=Tone.FELT_MUTED)
    if phones:
        alarmed = phones.alarm or phones.unshared
        name = _alarm(phones, _ALARM * grow, _LINES) if alarmed else name
        sign = ft.Icons.GROUPS_OUTLINED if phones.reached else ft.Icons.CLOUD_OFF
        icon = ft.Icon(sign, size=_SIGN * grow, color=Tone.BRASS if alarmed else Tone.ON_FELT)
        round_.expand = True
        round_ = ft.Row([icon, round_], spacing=6)
    words = ft.Column([name, round_], spacing=1, tight=True)
    if phones is None:
        return words
    return _company_link(session, phones, min_height(words, align=ft.Alignment.CENTER_LEFT))


_ALARM = 14.5
_SIGN = 18
"""The sizes of what is out of reach, and of the sign of a shared table."""


def _alarm(phones: PhonesView, size: float, lines: int | None) -> ft.Control:
    """Draw the number of steps that are not shared yet, or else which phone is out of reach."""
    tone = Tone.BRASS
    face = TEXT.semibold
    if not phones.unshared:
        says = text(phones.alarm, size=size, tone=tone, face=face, lines=lines, leading=1.15)
        return named("phones", says, live=True)
    number = text(str(phones.unshared), size=size, tone=tone, face=TEXT.bold, leading=1.15)
    unit = text(phones.unit, size=size, tone=tone, face=face, lines=lines, leading=1.15)
    unit.expand = True
    return ft.Row([named("not-shared", number, live=True), unit], spacing=4)


def _company_link(session: Session, phones: PhonesView, words: ft.Control) -> ft.Control:
    """Make the words of the head lead to the company of a shared table."""
    return ft.Semantics(
        content=ringed(words, session.tap(session.navigation.open, "company"), _ROUND),
        label=phones.says,
        identifier="company",
        button=True,
        container=True,
    )


def back(session: Session) -> ft.Control:
    """Build the button back."""
    return back_button(
        session.tap(session.navigation.back), session.words.say("Back"), Tone.ON_FELT
    )


def pot_pill(session: Session, pot: int, owed: str, grow: float = 1) -> ft.Control:
    """Draw the pot in a dark pill, and below it what is owed to it."""
    label = text(session.words.say("Pot"), size=13 * grow, tone=Tone.FELT_MUTED)
    chips = chip_count("pot", str(pot), 20 * grow, Tone.BRASS, moves=session.moves)
    lines: list[ft.Control] = [ft.Row([label, chips], spacing=8, tight=True)]
    if owed:
        more = text(owed, size=10 * grow, tone=Tone.FELT_MUTED, face=TEXT.semibold, leading=1.1)
        lines.append(named("pot-owed", more))
    across = ft.CrossAxisAlignment.CENTER
    return plate(
        # As high without a debt as with one, so that the layout below stays where it is.
        min_height(
            ft.Column(lines, spacing=0, tight=True, horizontal_alignment=across), _POT * grow
        ),
        bgcolor=Tone.TILE,
        border_radius=22 * grow,
        padding=ft.Padding.symmetric(horizontal=12, vertical=1),
    )


_POT = 44
"""The least height of the pot, in dp."""
_LETTERS = 26
"""The greatest number of letters of the whole sentence about the player to move."""


@component
def Prompt(session: Session, watched: WatchedValues, prompt: str, grow: float) -> ft.Control:
    """Draw the player to move in the watched snapshot, and what to do.

    A change of the player is announced. The own turn at a shared table is on brass. The focus rests
    here after a turn, so that Enter presses no button.
    """
    shown = watched.snapshot
    due = turn_of(shown, session.words) if shown else ""
    own = bool(shown and is_own_turn(shown))
    if shown and len(due) > _LETTERS:
        due = turn_of(shown, session.words, briefly=True)
    tone = Tone.ON_BRASS if own else Tone.BRASS
    due_text = text(due, size=_DUE * grow, tone=tone, face=TEXT.semibold, lines=1, leading=1.15)
    rest = ft.KeyboardListener(
        _pill(due_text) if own else due_text, autofocus=True, ref=session.rest
    )
    parts = [named("turn-of", rest, live=True)]
    if prompt:
        parts.append(text(f"— {prompt}", size=_PROMPT * grow, tone=Tone.ON_FELT, leading=1.15))
    return ft.Row(parts, alignment=_CENTER, spacing=5, run_spacing=0, wrap=True)


def _pill(words: ft.Control) -> ft.Control:
    padding = ft.Padding.symmetric(horizontal=12, vertical=3)
    return plate(words, bgcolor=Tone.BRASS, border_radius=14, padding=padding)


_ICON = 20
_CAPTION = 11
_WORD = {False: 13, True: 9.5}
_COSTS = {False: 12, True: 10}
_BIG = 58
"""Sizes of icons, of the words below them and of what a pass costs, where text is large or not, and
the least height of the big buttons, in dp.
"""


@dataclass(frozen=True)
class Tool:
    """A control with an icon and one word beneath; `says` is its label.

    One that `rests` is as faint as one without a tap, though a tap tells why.
    """

    name: str
    icon: ft.IconData
    says: str
    caption: str
    on_tap: Tap | None
    rests: bool = False


@component
def UndoButton(session: Session, undo: UndoView, *, large: bool) -> ft.Control:
    """Draw the button that takes back the last event, or says why this phone may not."""

    async def explain() -> None:
        session.tell(undo.barred)

    on_tap = session.tap(session.undo) if undo.possible else None
    says = undo.says
    if undo.barred:
        on_tap = session.tap(explain)
        says = explained(says, undo.barred, session.words)
    caption = session.words.say("Undo")
    tool = Tool("undo", ft.Icons.UNDO, says, caption, on_tap, rests=bool(undo.barred))
    return _beside_pass(tool, large=large)


@component
def TurnsButton(session: Session, *, large: bool) -> ft.Control:
    """Draw the button that opens the list of turns."""
    turns = session.words.say("Turns")
    tool = Tool("turns", ft.Icons.LIST, turns, turns, session.tap(session.navigation.open, "turns"))
    return _beside_pass(tool, large=large)


@component
def MoreButton(session: Session) -> ft.Control:
    """Draw the button that opens the menu of all that is rarer than a turn."""
    more = session.words.say("More")
    opens = session.tap(session.open_menu, MORE)
    return _tool(Tool("more", ft.Icons.MORE_HORIZ, more, more, opens), None, _CAPTION)


def _beside_pass(tool: Tool, *, large: bool) -> ft.Control:
    """Draw a big button, in large text as wide as its word needs."""
    shown = _tool(tool, Tone.TILE_LIT, _WORD[large])
    shown.expand = None if large else 5
    return shown


def _tool(tool: Tool, ground: ft.Colors | None, size: float) -> ft.Control:
    # At rest the colour is faint, because a layer with less opacity is slow to draw.
    ink = Tone.ON_FELT if ground else Tone.FELT_MUTED
    shade = ft.Colors.with_opacity(0.4, ink) if tool.rests or tool.on_tap is None else ink
    face = TEXT.semibold if ground else TEXT.regular
    caption = text(tool.caption, size=size, tone=shade, face=face, lines=1, leading=1.2)
    shown = ft.Column(
        [ft.Icon(tool.icon, size=_ICON, color=shade), caption],
        spacing=1,
        alignment=_CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        tight=True,
    )
    return touchable(
        min_height(shown, _BIG if ground else LEAST, width=LEAST),
        tool.on_tap,
        identifier=tool.name,
        label=tool.says,
        radius=14,
        bgcolor=ground,
        padding=ft.Padding.symmetric(horizontal=4),
        align=None,
        ink=Tone.FELT_MUTED,
    )


_ELSEWHERE = ButtonLook(Tone.TILE_LIT, Tone.FELT_MUTED)


@component
def PassButton(session: Session, passing: PassView, asks: str, *, large: bool) -> ft.Control:
    """Draw the button that passes for the player to move on this device.

    With `asks` it opens the menu of that name first. A long press offers to pass several turns in a
    row. A button that is barred is plain, and says why.
    """

    async def explain() -> None:
        session.tell(passing.barred)

    on_tap = session.tap(session.open_menu, asks) if asks else session.tap(session.pass_turn)
    if passing.barred:
        on_tap = session.tap(explain)
    in_a_row = passing.possible and not (passing.lays_out or passing.barred or asks)
    return button(
        passing.says,
        on_tap if passing.possible else None,
        on_hold=session.tap(session.open_menu, PASSES) if in_a_row else None,
        identifier="pass",
        look=_ELSEWHERE if passing.barred else BRASS,
        beneath=passing.costs,
        small=_COSTS[large],
        height=_BIG,
        narrow=True,
        expand=7,
        ripples=False,
    )


@component
def LooksOn(session: Session) -> ft.Control:
    """Say in the place of Pass that this phone looks on; a tap leads to the seats."""
    return button(
        capital(session.words.say("you look on")),
        session.tap(session.navigation.open, "company"),
        identifier="looks-on",
        look=_ELSEWHERE,
        height=_BIG,
        expand=7,
        ripples=False,
    )


_ANSWER = 50
_LINE = 1.5
"""The least height of a button with a name, in dp, and its rim."""


def lead_question(
    session: Session, lead: LeadQuestion, seats: Sequence[SeatView], *, low: bool
) -> ft.Control:
    """Build the question for the leader: the card, where there is room, and a button per player."""
    card = (
        [] if low else [ft.Container(silent(card_face(lead.card, Signs(22))), width=48, height=66)]
    )
    question = text(lead.asks, size=19, tone=Tone.ON_FELT, face=TEXT.heading, expand=True)
    question.expand_loose = True
    answers = [keyed(seat.handle, LeadAnswer, session, seat) for seat in seats]
    return ft.Column(
        [
            ft.Row([*card, question], spacing=16, alignment=_CENTER),
            ft.Container(height=4),
            ft.Row(answers, spacing=6, run_spacing=6, wrap=True, alignment=_CENTER),
        ],
        spacing=6,
        scroll=ft.ScrollMode.AUTO,
        alignment=_CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


@component
def LeadAnswer(session: Session, seat: SeatView) -> ft.Control:
    """Draw the button of a player who may hold the card."""
    name = text(seat.title, size=14.5, tone=Tone.ON_FELT, face=TEXT.semibold, leading=1.15)
    name.expand = name.expand_loose = True
    row = ft.Row([avatar(seat.initial, seat.tint, size=28), name], spacing=8, tight=True)
    player = ft.Container(row, padding=ft.Padding.symmetric(vertical=4))
    return touchable(
        min_height(player, _ANSWER - 2 * _LINE),
        session.tap(session.lay, answer_lead(seat.handle), "lead"),
        identifier=f"lead-{seat.handle}",
        radius=16,
        bgcolor=Tone.PILL,
        border=ft.Border.all(_LINE, Tone.BRASS),
        padding=ft.Padding.symmetric(horizontal=10),
        align=None,
        ripples=False,
    )


_TURN = 13
"""The size of a turn in the list."""
_ROUND = 8
"""The radius of the focus ring around a pass, in dp."""


@component
def TurnRow(session: Session, line: TurnLine, grow: float) -> ft.Control:
    """Draw a turn on the felt; a tap on a pass opens its verdict."""
    done = Tone.FELT_MUTED if line.verdict else Tone.ON_FELT
    size = _TURN * grow
    number = text(str(line.turn), size=size, tone=Tone.FELT_MUTED, lines=1)
    cells: list[ft.Control] = [
        ft.Container(number, width=24 * grow),
        tint_dot(line.tint, 8 * grow),
        text(line.player, size=size, tone=Tone.ON_FELT, lines=1, expand=True),
        text(line.text, size=size, tone=done, face=TEXT.semibold),
    ]
    if line.verdict:
        pill = _verdict_pill(line, 11.5 * grow)
        cells.append(named(f"verdict-{line.turn}", pill))
    verdict = session.tap(session.navigation.open, f"verdict/{line.turn}") if line.verdict else None
    row = ft.Row([strut(), *cells], spacing=5)
    return ft.Semantics(
        content=ringed(row, verdict, _ROUND) if verdict else row,
        identifier=f"turn-{line.turn}",
        button=bool(verdict) or None,
        container=True,
    )


def tint_dot(tint: int, size: float) -> ft.Control:
    """Draw a dot in a player's colour."""
    return disc(size, player_colour(tint))


def _verdict_pill(line: TurnLine, size: float) -> ft.Control:
    """Draw the verdict in one word."""
    illegal = line.verdict == "illegal"
    ground, words = (Tone.DANGER, Tone.ON_DANGER) if illegal else (Tone.TILE, Tone.FELT_MUTED)
    return plate(
        text(line.verdict_text, size=size, tone=words, face=TEXT.medium, lines=1),
        bgcolor=ground,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=5, vertical=2),
    )
