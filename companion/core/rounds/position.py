"""Position in a round, and the kind of event that leads to the next one.

An event declares everything about its kind. The sheet, the store and a shared table write and read
it by its words; a round asks `objection` and takes `effect`; a repair takes `moved`. The kinds are
in `events/`, and know a position, which knows none of them; a new one is a class there, its place
in `KINDS` of `reading.py` and its line in the document of the score sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from companion.core.cards import NO_CARDS, Card, Cards, spread
from companion.core.names import tidy
from companion.core.objections import Objection, Why
from companion.core.rounds.layout import Layout
from companion.core.rounds.setup import Account, Knowledge, Seat, Setup, with_item
from companion.core.rounds.texts import PASS, Line, Moves, Players, forms
from companion.core.rules import Laid

MOST_TURNS = 999
"""Upper bound of the turns in a round (RULES, Readings)."""
Played_ = TypeVar("Played_", bound="Position")


@dataclass(frozen=True)
class Event(Line):
    """Something that happens in a round.

    An event that `undoes` another stands on no sheet. One that is `late` may follow the calling
    off. `young` words may be handles on older sheets.
    """

    undoes: ClassVar[bool] = False
    late: ClassVar[bool] = False
    young: ClassVar[bool] = False

    def objection(self, played: Position) -> Objection | None:
        """Return why the rules object to the event, or None."""
        if not self.late and played.void:
            return Objection(Why.ROUND_IS_VOID)
        return self.against(played)

    def against(self, played: Position) -> Objection | None:  # noqa: ARG002 - most events ask it
        """Return why the rules object to the event in a round that was not called off."""
        return None

    def effect(self, played: Played_) -> Played_:
        """Return the round after the event, without checking the event."""
        return played.deciding(self.decided(played.decisions))

    def decided(self, made: Decisions) -> Decisions:
        """Return the decisions after the event."""
        return made

    def moved(self, moves: Moves) -> Self | None:
        """Return the event in a repaired round, None without its player or its pass."""
        try:
            return type(self)(
                *(form.move(getattr(self, name), moves) for name, form in forms(type(self)))
            )
        except KeyError:
            return None


@dataclass(frozen=True)
class Turn(Event):
    """Turn of a player: a card or a pass (R3)."""

    late = True
    seat: Seat

    def against(self, played: Position) -> Objection | None:
        """Return why the turn is illegal, or None (R2, R3, R4, R12)."""
        if (played.due is None or played.void) and played.over:
            return Objection(Why.ROUND_IS_VOID if played.void else Why.ROUND_IS_OVER)
        if refusal := to_seat(played, self.seat):
            return refusal
        if len(played.turns) >= MOST_TURNS:
            return Objection(Why.TOO_MANY_TURNS, expected=MOST_TURNS)
        if played.due is not None and self.seat != played.due:
            player = handle_of(played, self.seat)
            other = handle_of(played, played.due)
            return Objection(Why.OUT_OF_TURN, player=player, other=other)
        if played.turns:
            return None
        if missing := played.unclaimed:
            return Objection(Why.STARTER_UNKNOWN, card=spread(missing)[0])
        opening = played.opening
        if opening and self.laid != opening:
            return Objection(Why.MUST_LEAD, card=opening)
        return None

    @property
    def laid(self) -> Card | None:
        """Card that was laid, None for a pass."""
        return None

    @property
    def cell(self) -> str:
        """Word of the turn in a row of the sheet."""
        return str(self.laid or PASS)

    def words(self, players: Players) -> str:
        """Write the turn, e.g. `Ana 7D`."""
        return f"{players[self.seat]} {self.cell}"

    def effect(self, played: Played_) -> Played_:
        """Return the round after the turn."""
        layout = played.layout
        left = played.cards_left
        out = played.out
        laid_out = played.laid_out
        if card := self.laid:
            layout = layout.with_card(card)
            left = with_item(left, self.seat, left[self.seat] - 1)
            out = out if left[self.seat] else (*out, self.seat)
        elif played.passes_left(self.seat) == 0:
            layout = layout.with_cards(played.rest(self.seat) or NO_CARDS)
            left = with_item(left, self.seat, 0)
            laid_out = (*laid_out, self.seat)
        over = played.setup.ends(out, left)
        return type(played)(
            played.setup,
            (*played.turns, self),
            layout,
            (*played.met, played.playable),
            left,
            out,
            None if over else next_seat(self.seat, left),
            played.knowledge,
            played.decisions,
            laid_out=laid_out,
        )


class Tick(NamedTuple):
    """Chips of the fine for the pass at a turn that were put down for a payee."""

    turn: int
    payee: Account
    chips: int


class Correction(Event):
    """Correction decided by the table; counts at whatever time it is recorded."""

    late = True
    note: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "note", tidy(self.note))

    @property
    def account(self) -> Account:
        """Payer of chips, or the player whose points are corrected."""
        raise NotImplementedError


@dataclass(frozen=True)
class Decisions:
    """Decisions of the table.

    `waived` are turns of passes, and `paid` the ticks, one for each payee of a pass. `payments` and
    `points` are the corrections of chips and of points. `after_void` are those made after the round
    was called off, which stay when the others are returned.
    """

    waived: frozenset[int] = frozenset()
    paid: tuple[Tick, ...] = ()
    payments: tuple[Correction, ...] = ()
    points: tuple[Correction, ...] = ()
    called_off: bool = False
    after_void: tuple[Correction, ...] = ()

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """Corrections that count: of a round called off, those made since then."""
        return self.after_void if self.called_off else (*self.payments, *self.points)

    def ticked(self, turn: int) -> bool:
        """Return whether chips of the fine for the pass at a turn were put down."""
        return any(tick.turn == turn for tick in self.paid)


OF_PLAY = set[object]()
"""Functions whose results no decision changes: a sheet full of ticks is judged once."""


def _no_results() -> dict[object, Any]:
    # Calling dict[object, Any] takes six times as long, a twentieth of a replay.
    return {}


@dataclass(frozen=True)
class Position:
    """Round so far.

    `met[k]` are the cards that were playable at turn k + 1, `cards_left` the number of cards in
    each hand, `out` the seats that went out, in order, `laid_out` those that laid their hands out,
    and `due` the seat whose turn it is. A round entered by its result alone has no turns, but in
    `passes` the number of passes of each seat; one of which the points alone are known has them in
    `scored`, and no cards left or passes.
    """

    setup: Setup
    turns: tuple[Turn, ...]
    layout: Layout
    met: tuple[Cards, ...]
    cards_left: tuple[int, ...]
    out: tuple[Seat, ...]
    due: Seat | None
    knowledge: Knowledge
    decisions: Decisions = field(default_factory=Decisions)
    passes: tuple[int, ...] = ()
    scored: tuple[int | None, ...] = ()
    laid_out: tuple[Seat, ...] = ()
    kept: dict[object, Any] = field(
        default_factory=_no_results, init=False, compare=False, repr=False
    )
    """Results of functions decorated with `once` or `once_of_play`."""

    @property
    def void(self) -> bool:
        """True if the round was called off."""
        return self.decisions.called_off

    @property
    def by_result(self) -> bool:
        """True if the round was entered by its result alone (R19)."""
        return bool(self.passes)

    @property
    def played_out(self) -> bool:
        """True if the rules end the round here (R7, R11, R25)."""
        return self.setup.ends(self.out, self.cards_left)

    @property
    def over(self) -> bool:
        """True if the next round can be dealt."""
        return self.void or self.played_out

    @property
    def next_turn(self) -> int:
        """Number of the next turn, counted from 1."""
        return len(self.turns) + 1

    @property
    def winner(self) -> Seat | None:
        """Seat that went out first, or else is left over by hands laid out (R7, R25)."""
        if self.out or not self.laid_out:
            return self.out[0] if self.out else None
        holding = [seat for seat, left in enumerate(self.cards_left) if left]
        return holding[0] if len(holding) == 1 else None

    @property
    def leader(self) -> Seat | None:
        """Seat that leads the round; None while unknown (R2, R12)."""
        if self.by_result and not self.setup.rules.opening:
            return (self.setup.dealer + 1) % len(self.setup.players)
        return self.turns[0].seat if self.turns else self.due

    @property
    def playable(self) -> Cards:
        """Cards that can be laid now, in any hand (R4, R12)."""
        opening = self.opening
        return opening.bit if opening else self.layout.playable

    @property
    def opening(self) -> Card | None:
        """Card that has to be laid now, because it leads the round (R12, R21)."""
        rules = self.setup.rules
        return None if self.turns or rules.laid is Laid.STARTERS else rules.opening

    @property
    def starters(self) -> Cards:
        """Cards that lie on the table before the first turn (R21)."""
        rules = self.setup.rules
        return Layout.empty(rules).laid if rules.laid is Laid.STARTERS else NO_CARDS

    @property
    def unclaimed(self) -> Cards:
        """Starters on the table of which nobody knows yet who laid them (R21)."""
        if self.turns:
            return NO_CARDS
        return self.starters & ~sum(self.laid_first())

    def laid_first(self) -> list[Cards]:
        """Return the cards that each player laid before the first turn, by seat (R21)."""
        starters = self.starters
        if not starters:
            return [NO_CARDS] * len(self.setup.players)
        known = self.knowledge
        return [known.held(seat) & starters for seat in range(len(self.setup.players))]

    @property
    def first_left(self) -> tuple[int, ...]:
        """Number of cards in each hand before the first turn (R1, R21)."""
        pairs = zip(self.setup.hand_sizes, self.laid_first(), strict=True)
        return tuple(size - laid.bit_count() for size, laid in pairs)

    def passes_left(self, seat: Seat) -> int | None:
        """Return the passes that the seat has left in this round; None without a limit (R23)."""
        limit = self.setup.rules.passes
        return max(0, limit - len(self.passes_of(seat))) if limit else None

    @property
    def awaited_hand(self) -> Seat | None:
        """Seat that is due and lays the hand out once it is known whole, unless it plays (R23)."""
        due = self.due
        if due is None or self.over or self.unclaimed or self.passes_left(due) != 0:
            return None
        return due if self.rest(due) is None else None

    def passes_freely(self, seat: Seat) -> bool:
        """Return whether the seat may pass now though it could play (R22, R23)."""
        return self.setup.rules.free_pass and self.passes_left(seat) != 0

    def passes_of(self, seat: Seat) -> tuple[int, ...]:
        """Return the turns at which the seat passed."""
        turns = enumerate(self.turns, 1)
        return tuple(turn for turn, event in turns if event.seat == seat and not event.laid)

    @property
    def lay_outs(self) -> frozenset[int]:
        """Turns at which a hand was laid out (R23)."""
        return frozenset(self.passes_of(seat)[-1] for seat in self.laid_out)

    def held(self, seat: Seat) -> Cards | None:
        """Return the cards left of an entered hand; None if the hand was not entered."""
        hand = self.knowledge.hands[seat]
        return None if hand is None else hand & ~self.layout.laid

    def rest(self, seat: Seat) -> Cards | None:
        """Return the cards left of a hand that is known whole; None if it is not (R23)."""
        rest = self.knowledge.noted(seat) & ~self.layout.laid
        return rest if rest.bit_count() == self.cards_left[seat] else None

    def played_by(self, seat: Seat) -> Cards:
        """Return the cards that the player laid in this round."""
        return self.played()[seat]

    def played(self) -> list[Cards]:
        """Return the cards that each player laid in this round, by seat."""
        laid = self.laid_first() if self.turns else [NO_CARDS] * len(self.setup.players)
        for turn in self.turns:
            if card := turn.laid:
                laid[turn.seat] |= card.bit
        for seat in self.laid_out:
            laid[seat] |= self.knowledge.noted(seat)
        return laid

    def knowing(self, knowledge: Knowledge) -> Self:
        """Return the round with this knowledge, which may decide who leads (R12, R21)."""
        known = replace(self, knowledge=knowledge)
        if self.turns or self.by_result:
            return known
        due = _leader(knowledge, self.setup) if self.setup.rules.opening else self.due
        return replace(known, due=due, cards_left=known.first_left)

    def deciding(self, decisions: Decisions) -> Self:
        """Return the round with these decisions, which change no result of the play alone."""
        decided = replace(self, decisions=decisions)
        of_play = {key: found for key, found in self.kept.items() if key in OF_PLAY}
        decided.kept.update(of_play)
        return decided

    def without_note(self, seat: Seat, cards: Cards) -> Self:
        """Return the round without the note that these cards were dealt to the seat.

        The other cards of an entered hand stay noted as seen, and so do starters on the table.
        """
        if self.turns:
            cards &= ~self.laid_first()[seat]
        now = self.knowledge
        hands = self.knowledge.hands
        if (hands[seat] or NO_CARDS) & cards:
            hands = with_item(hands, seat, None)
            seen = now.noted(seat)
        else:
            seen = now.seen[seat]
        rest = with_item(now.seen, seat, seen & ~cards)
        return self.knowing(replace(now, hands=hands, seen=rest))


def _leader(known: Knowledge, setup: Setup) -> Seat | None:
    """Return the seat that must hold the opening card, or None while unknown (R12)."""
    opening = setup.rules.opening
    if opening is None:
        return None
    held = [known.held(seat) for seat in range(len(setup.players))]
    sure = [seat for seat, cards in enumerate(held) if cards & opening.bit]
    may = sure or [
        seat for seat, cards in enumerate(held) if cards.bit_count() < setup.hand_sizes[seat]
    ]
    return may[0] if len(may) == 1 else None


def next_seat(seat: Seat, left: Sequence[int]) -> Seat:
    """Return the next seat with cards left, clockwise."""
    players = len(left)
    following = (seat + 1) % players
    if left[following]:
        return following
    return next(
        following for step in range(1, players + 1) if left[following := (seat + step) % players]
    )


def handle_of(played: Position, seat: Seat) -> str:
    """Return the handle of a seat, or its number from 1 where nobody sits."""
    return played.setup.players[seat] if at_table(played, seat) else str(seat + 1)


def at_table(played: Position, account: Account) -> bool:
    """Return whether the account is a seat of the round."""
    return 0 <= account < len(played.setup.players)


def to_seat(played: Position, account: Account) -> Objection | None:
    """Require a seat of the round."""
    seated = at_table(played, account)
    return None if seated else Objection(Why.NOT_AT_TABLE, number=account + 1)
