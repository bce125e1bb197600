"""Head and controls of the table: prompt, pass, undo, tools, turns, and moving chips."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import flet as ft

from companion.desk.commands import answer_lead
from companion.screens.phones import PhonesView, is_own_turn
from companion.screens.table import ChipMove, LeadQuestion, SeatView, turn_of
from companion.screens.turns import TurnLine
from companion.ui.component import component, keyed, use_state
from companion.ui.looks import TEXT, Tone, text_width
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.buttons import BRASS, ButtonLook, button, icon_button
from companion.ui.parts.basics.frames import back_button
from companion.ui.parts.basics.panels import in_rows, min_height
from companion.ui.parts.basics.text import disc, heading, named, silent, text
from companion.ui.parts.basics.touch import LEAST, Tap, repaint_boundary, ringed, touchable
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.parts.table.fine_tray import TrayPlace, phones_tile
from companion.ui.parts.table.menus import LAYOUT, MORE, PASSES, opens
from companion.ui.parts.table.plan import TOOLS, Corner
from companion.ui.session import Session
from companion.ui.shown import WatchedValues

_CENTER = ft.MainAxisAlignment.CENTER
_TITLE = 17.5
_SMALL_TITLE = 15.5
_DUE = 15.5
_PROMPT = 14.5
"""Sizes of the player to move, and of the prompt."""


@component
def TableHead(  # noqa: PLR0913 - all that stands in the head
    session: Session,
    title: str,
    subtitle: str,
    pot: tuple[int, str] | None,
    phones: PhonesView | None,
    *,
    small: bool,
    grow: float,
    news: str,
) -> ft.Control:
    """Draw the way back, the name of the series in two lines at most, the round and the pot.

    In their place are the `news` for this phone if they have no other place.

    On a screen that scrolls (`small`) the whole title shows, and the way back is elsewhere; without
    `pot` the pot is elsewhere. At a shared table the words lead to the company, and which phone is
    out of reach replaces the name.
    """
    size, lines = (_SMALL_TITLE, None) if small else (_TITLE, 2)
    before = [] if small else [back(session)]
    name = heading(title, size=size * grow, tone=Tone.ON_FELT, level=1, lines=lines)
    round_: ft.Control = text(subtitle, size=12.5 * grow, tone=Tone.FELT_MUTED)
    if phones:
        alarmed = phones.alarm or phones.unshared
        name = _alarm(phones, _ALARM * grow, lines) if alarmed else name
        sign = ft.Icons.GROUPS_OUTLINED if phones.reached else ft.Icons.CLOUD_OFF
        icon = ft.Icon(sign, size=_SIGN * grow, color=Tone.BRASS if alarmed else Tone.ON_FELT)
        round_.expand = True
        round_ = ft.Row([icon, round_], spacing=6)
    words: ft.Control = ft.Column([name, round_], spacing=1, tight=True)
    if phones:
        words = _company_link(session, phones, min_height(words, align=ft.Alignment.CENTER_LEFT))
    if news:
        words = phones_tile(session, news, TrayPlace(True, 1, grow, scrolls=False))
    words.expand = True
    cells = [pot_pill(session, *pot, grow)] if pot is not None else []
    return ft.Row([*before, words, *cells], spacing=4)


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
        content=ringed(words, session.tap(session.open, "company"), _ROUND),
        label=phones.says,
        identifier="company",
        button=True,
        container=True,
    )


def back(session: Session) -> ft.Control:
    """Build the button back."""
    return back_button(session.tap(session.back), session.words.say("Back"), Tone.ON_FELT)


def pot_pill(session: Session, pot: int, owed: str, grow: float = 1) -> ft.Control:
    """Draw the pot in a dark pill, `grow` times its usual size, and what is owed to it."""
    label = text(session.words.say("Pot"), size=13 * grow, tone=Tone.FELT_MUTED)
    chips = text(str(pot), size=20 * grow, tone=Tone.BRASS, face=TEXT.bold, leading=1.1)
    parts: list[ft.Control] = [label, named("pot", chips)]
    if owed:
        more = text(owed, size=14 * grow, tone=Tone.FELT_MUTED, face=TEXT.semibold)
        parts.append(named("pot-owed", more))
    return ft.Container(
        ft.Row(parts, spacing=8, tight=True),
        bgcolor=Tone.TILE,
        border_radius=22 * grow,
        padding=ft.Padding.symmetric(horizontal=16, vertical=9),
    )


@component
def Prompt(
    session: Session, watched: WatchedValues, prompt: str, width: float, grow: float
) -> ft.Control:
    """Draw the player to move in the watched snapshot in one line, and what to do.

    The line has a `width` in dp at the usual size of text.

    A change of the player is announced. The own turn at a shared table is on brass. The focus rests
    here while the arrow keys point at cards, so that Enter presses no button, and after a turn.
    """
    shown = watched.snapshot
    due = turn_of(shown, session.words) if shown else ""
    own = bool(shown and is_own_turn(shown))
    if shown and text_width(due, _DUE, TEXT.semibold, grow) > width:
        due = turn_of(shown, session.words, briefly=True)
    tone = Tone.ON_BRASS if own else Tone.BRASS
    due_text = text(due, size=_DUE * grow, tone=tone, face=TEXT.semibold, leading=1.15)
    rest = ft.KeyboardListener(
        _pill(due_text) if own else due_text, autofocus=True, ref=session.rest
    )
    parts = [named("turn-of", rest, live=True)]
    if prompt:
        parts.append(text(f"— {prompt}", size=_PROMPT * grow, tone=Tone.ON_FELT, leading=1.15))
    return ft.Row(parts, alignment=_CENTER, spacing=5, run_spacing=0, wrap=True)


def _pill(words: ft.Control) -> ft.Control:
    padding = ft.Padding.symmetric(horizontal=12, vertical=3)
    return ft.Container(words, bgcolor=Tone.BRASS, border_radius=14, padding=padding)


_ICON = 20
_CAPTION = 10.5
_WORD = 13.0
_BESIDE_PASS = 58
"""The height of the buttons beside the big one, in dp."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A small control with an icon and one word beneath; `says` is its label.

    One that `rests` is as faint as one without a tap, though a tap tells why.
    """

    name: str
    icon: ft.IconData
    says: str
    caption: str
    on_tap: Tap | None
    rests: bool = False


@component
def UndoButton(
    session: Session, says: str, barred: str, *, can_undo: bool, bare: bool, room: float
) -> ft.Control:
    """Draw the button that takes back the last event, or says why this phone is `barred` from it.

    A `bare` one is an icon alone; on others the word has a width of `room`.
    """

    async def explain() -> None:
        session.tell(barred)

    on_tap = session.tap(session.undo) if can_undo else None
    if barred:
        on_tap = session.tap(explain)
        says = f"{says}. {barred}"
    caption = session.words.say("Undo")
    tool = Tool("undo", ft.Icons.UNDO, says, caption, on_tap, rests=bool(barred))
    return _beside_pass(tool, bare=bare, room=room)


@component
def TurnsButton(session: Session, *, bare: bool, room: float) -> ft.Control:
    """Draw the button that opens the list of turns, like the button beside it."""
    turns = session.words.say("Turns")
    tool = Tool("turns", ft.Icons.LIST, turns, turns, session.tap(session.open, "turns"))
    return _beside_pass(tool, bare=bare, room=room)


def _beside_pass(tool: Tool, *, bare: bool, room: float) -> ft.Control:
    if bare:
        return icon_button(
            tool.icon,
            tool.on_tap,
            identifier=tool.name,
            label=tool.says,
            tone=Tone.ON_FELT,
            ground=Tone.TILE_LIT,
            rests=tool.rests,
        )
    size = min(_WORD, _WORD * room / text_width(tool.caption, _WORD, TEXT.semibold))
    shown = _tool(tool, None, Tone.TILE_LIT, size=size, height=_BESIDE_PASS)
    shown.expand = 5
    return shown


_ELSEWHERE = ButtonLook(Tone.TILE_LIT, Tone.FELT_MUTED)


@component
def PassButton(  # noqa: PLR0913 - what the button says and does
    session: Session,
    says: str,
    costs: str,
    *,
    can_pass: bool,
    barred: str,
    asks: str,
    in_a_row: bool,
    height: float,
) -> ft.Control:
    """Draw the button that passes for the player to move on this device.

    With `asks` it opens the menu of that name first. A long press offers to pass several turns
    `in_a_row`. A `barred` button is plain, and says why.
    """

    async def explain() -> None:
        session.tell(barred)

    on_tap = opens(session, asks) if asks else session.tap(session.pass_turn)
    if barred:
        on_tap = session.tap(explain)
    return button(
        says,
        on_tap if can_pass else None,
        on_hold=opens(session, PASSES) if can_pass and in_a_row and not (barred or asks) else None,
        identifier="pass",
        look=_ELSEWHERE if barred else BRASS,
        beneath=costs,
        height=height,
        expand=7,
        ripples=False,
    )


@component
def LooksOn(session: Session, height: float) -> ft.Control:
    """Say in the place of Pass that this phone looks on; a tap leads to the seats."""
    return button(
        session.words.say("You look on"),
        session.tap(session.open, "company"),
        identifier="looks-on",
        look=_ELSEWHERE,
        height=height,
        expand=7,
        ripples=False,
    )


@component
def Tools(session: Session, width: float, columns: int, *, can_redo: bool, hand: str) -> ft.Control:
    """Draw redo, the layout, the way to the `hand`, and the menu, in rows of `columns`."""
    say = session.words.say
    icons = ft.Icons
    redo = session.tap(session.redo) if can_redo else None
    to_hand = session.tap(session.open, hand)
    layout = opens(session, LAYOUT)
    more = opens(session, MORE)
    tools = [
        Tool("redo", icons.REDO, say("Redo"), say("Redo"), redo),
        Tool("layout-menu", icons.DASHBOARD_OUTLINED, say("Layout"), say("Layout"), layout),
        Tool("enter-hand", icons.BACK_HAND_OUTLINED, say("My hand"), say("Hand"), to_hand),
        Tool("more", icons.MORE_HORIZ, say("More"), say("More"), more),
    ]
    cells = [_tool(tool, width / columns) for tool in tools if hand or tool.name != "enter-hand"]
    rows: list[ft.Control] = [
        ft.Row(row, spacing=0, alignment=_CENTER, key=f"tools-{number}")
        for number, row in enumerate(in_rows(cells, columns))
    ]
    return repaint_boundary(ft.Column(rows, spacing=0, tight=True))


@component
def MoreButton(session: Session, width: float) -> ft.Control:
    """Draw the menu beside the slip of a fine, which has the place of the other tools."""
    more = session.words.say("More")
    return _tool(Tool("more", ft.Icons.MORE_HORIZ, more, more, opens(session, MORE)), width)


def _tool(
    tool: Tool,
    width: float | None,
    ground: ft.Colors | None = None,
    *,
    size: float = _CAPTION,
    height: float = TOOLS,
) -> ft.Control:
    # Tools at rest have a faint colour, because a layer with less opacity is slow to draw.
    full = Tone.ON_FELT if ground else Tone.FELT_MUTED
    faint = tool.rests or tool.on_tap is None
    ink = ft.Colors.with_opacity(0.4, full) if faint else full
    face = TEXT.semibold if ground else TEXT.regular
    shown = ft.Column(
        [
            ft.Icon(tool.icon, size=_ICON, color=ink),
            text(tool.caption, size=size, tone=ink, face=face, lines=1, leading=1.2),
        ],
        spacing=2,
        alignment=_CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        tight=True,
    )
    return touchable(
        min_height(shown, height),
        tool.on_tap,
        identifier=tool.name,
        label=tool.says,
        radius=14,
        bgcolor=ground,
        width=max(LEAST, width) if width else None,
        align=None,
        ink=Tone.FELT_MUTED,
    )


_ANSWER = 50
_LINE = 1.5
_GAP = 6.0
_NARROWEST = 160
"""The least width of a button with a name at the usual text scale, in dp."""
_CARD = CardSize(48, 66)


def lead_question(
    session: Session,
    lead: LeadQuestion,
    seats: Sequence[SeatView],
    measures: tuple[float, float],
    *,
    low: bool,
) -> ft.Control:
    """Build the question for the leader: the card, unless room is `low`, and a button per player.

    The `measures` are the width in dp and the text scale.
    """
    width, scale = measures
    columns = max(1, min(len(seats), int((width + _GAP) // (_NARROWEST * scale + _GAP))))
    share = (width + _GAP) / columns - _GAP
    card = [] if low else [silent(card_face(lead.card, _CARD))]
    question = text(lead.asks, size=19, tone=Tone.ON_FELT, face=TEXT.heading, expand=True)
    question.expand_loose = True
    answers = [keyed(seat.handle, LeadAnswer, session, seat, share) for seat in seats]
    return ft.Column(
        [
            ft.Row([*card, question], spacing=16, alignment=_CENTER),
            ft.Container(height=4),
            ft.Row(answers, spacing=_GAP, run_spacing=_GAP, wrap=True, alignment=_CENTER),
        ],
        spacing=_GAP,
        scroll=ft.ScrollMode.AUTO,
        alignment=_CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        expand=True,
    )


@component
def LeadAnswer(session: Session, seat: SeatView, width: float) -> ft.Control:
    """Draw the button of a player who may hold the card."""
    name = text(seat.title, size=14.5, tone=Tone.ON_FELT, face=TEXT.semibold, leading=1.15)
    name.expand = True
    row = ft.Row([avatar(seat.initial, seat.tint, size=28), name], spacing=8)
    player = ft.Container(row, padding=ft.Padding.symmetric(vertical=4))
    return touchable(
        min_height(player, _ANSWER - 2 * _LINE),
        session.tap(session.lay, answer_lead(seat.handle), "lead"),
        identifier=f"lead-{seat.handle}",
        radius=16,
        bgcolor=Tone.PILL,
        border=ft.Border.all(_LINE, Tone.BRASS),
        padding=ft.Padding.symmetric(horizontal=10),
        width=width,
        align=None,
        ripples=False,
    )


TURN = 13.5
"""The size of a turn in the list."""
_ROUND = 8
"""The radius of the focus ring around a pass, in dp."""


@component
def TurnRow(session: Session, line: TurnLine, height: float, grow: float) -> ft.Control:
    """Draw a turn on the felt; a tap on a pass opens its verdict."""
    done = Tone.FELT_MUTED if line.verdict else Tone.ON_FELT
    size = TURN * grow
    number = text(str(line.turn), size=size, tone=Tone.FELT_MUTED, lines=1)
    cells: list[ft.Control] = [
        ft.Container(number, width=28 * grow),
        tint_dot(line.tint, 8 * grow),
        text(line.player, size=size, tone=Tone.ON_FELT, lines=1, expand=True),
        text(line.text, size=size, tone=done, face=TEXT.semibold),
    ]
    if line.verdict:
        pill = _verdict_pill(line, 11.5 * grow)
        cells.append(named(f"verdict-{line.turn}", pill))
    verdict = session.tap(session.open, f"verdict/{line.turn}") if line.verdict else None
    row = ft.Container(ft.Row(cells, spacing=8), height=height)
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
    return ft.Container(
        text(line.verdict_text, size=size, tone=words, face=TEXT.medium, lines=1),
        bgcolor=ground,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=8, vertical=2),
    )


_CHIP = 16
_MOST = 5
"""The greatest number of chips that are drawn."""
_CHIPS_APART = 5
_MOVE_MILLISECONDS = 190
_START_SECONDS = 0.03
_GONE_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class ChipMoves:
    """The chips that move in a step, and the positions of the seats and of the pot (None)."""

    step: int
    moves: tuple[ChipMove, ...]
    positions: tuple[tuple[int | None, Corner], ...]


def chip_moves(
    step: int, moves: Sequence[ChipMove], positions: Mapping[int | None, Corner]
) -> ChipMoves:
    """Return the moves between known positions."""
    known = tuple(move for move in moves if {move.source, move.target} <= positions.keys())
    return ChipMoves(step, known, tuple(positions.items()))


@dataclass(frozen=True, slots=True)
class _Phase:
    """The step whose chips show, at the start or at the end of their way."""

    step: int = 0
    at_end: bool = False


@component
def ChipAnimation(chips: ChipMoves) -> ft.Control:
    """Move the chips of a step, over the table and without stopping any tap.

    The step has to happen while the screen shows; an undo moves no chips.
    """
    phase, set_phase = use_state(_Phase())
    seen = ft.use_ref(chips.step)
    fresh = chips.step == (seen.current or 0) + 1 and bool(chips.moves)
    seen.current = chips.step

    async def show() -> None:
        if not fresh:
            return
        set_phase(_Phase(chips.step))
        await asyncio.sleep(_START_SECONDS)
        set_phase(_Phase(chips.step, at_end=True))
        await asyncio.sleep(_GONE_SECONDS)
        set_phase(_Phase())

    ft.use_effect(show, [chips.step])
    shown = _discs(chips, at_end=phase.at_end) if phase.step == chips.step else []
    return ft.TransparentPointer(content=ft.Stack(shown, expand=True), expand=True)


def _discs(chips: ChipMoves, *, at_end: bool) -> list[ft.Control]:
    positions = dict(chips.positions)
    at = [positions[move.target if at_end else move.source] for move in chips.moves]
    return [
        _disc(f"{chips.step}-{number}-{level}", x, y - level * _CHIPS_APART)
        for number, ((x, y), move) in enumerate(zip(at, chips.moves, strict=True))
        for level in range(min(move.chips, _MOST))
    ]


def _disc(key: str, x: float, y: float) -> ft.Control:
    chip = disc(_CHIP, Tone.BRASS)
    chip.key = key
    chip.left = x - _CHIP / 2
    chip.top = y - _CHIP / 2
    chip.border = ft.Border.all(2.5, Tone.ON_BRASS)
    chip.animate_position = ft.Animation(_MOVE_MILLISECONDS, ft.AnimationCurve.EASE_IN_OUT)
    return chip
