"""Events of a round, one class a kind: its words, what the rules object to, and what it does.

A class declares everything about its kind. The sheet, the store and a shared table write and read
an event by its words; a round asks `objection` and takes `effect`; a repair takes `moved`. A new
kind is a class here, its place in `KINDS` of `reading.py` and its line in the document of the score
sheet. A position stands with them: each is made of the other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, ClassVar, Final, Self, TypeVar

from companion.core.cards import NO_CARDS, Card, Cards, spread
from companion.core.names import tidy
from companion.core.objections import LineError, Objection, Why, phrase
from companion.core.rounds.layout import Layout
from companion.core.rounds.setup import (
    POT,
    Account,
    Knowledge,
    Seat,
    Setup,
    is_date,
    is_time,
    with_item,
)
from companion.core.rounds.texts import (
    A_TIME,
    MOST_CHIPS,
    ONE_DATE,
    OPEN_POINTS,
    PASS,
    AccountWord,
    CardsWords,
    ChipsWord,
    CountWord,
    DateWord,
    Line,
    Moves,
    NoteWords,
    OtherTimeWord,
    PayeeWord,
    Players,
    PointsWord,
    SeatWord,
    TimeWord,
    TurnWord,
    forms,
    read_account,
    read_count,
    read_number,
    read_score,
    read_seat,
    write_cards,
)
from companion.core.rules import Laid

MOST_TURNS: Final = 999
"""Upper bound of the turns in a round (RULES, Readings)."""
MOST_CORRECTIONS: Final = 999
"""Upper bound of the corrections of chips and points in a round."""
_PAIR: Final = 2
_ONE_TURN: Final = "{word} takes one turn"

Played_ = TypeVar("Played_", bound="Position")


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """Turn of a player: a card or a pass (R3)."""

    late = True
    seat: Seat

    def against(self, played: Position) -> Objection | None:
        """Return why the turn is illegal, or None (R2, R3, R4, R12)."""
        if (played.due is None or played.void) and played.over:
            return Objection(Why.ROUND_IS_VOID if played.void else Why.ROUND_IS_OVER)
        if self.seat != played.due and not at_table(played, self.seat):
            return Objection(Why.NOT_AT_TABLE, number=self.seat + 1)
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


@dataclass(frozen=True, slots=True)
class Played(Turn):
    """Turn in which a card was laid on the table (R3)."""

    about = phrase("{name}’s {cards}")
    card: Card

    @property
    def laid(self) -> Card:
        """Card that was laid."""
        return self.card

    def against(self, played: Position) -> Objection | None:
        """Return why the card cannot be laid, or None."""
        refusal = Turn.against(self, played) or played.layout.objection(self.card)
        return refusal or _to_holder(played, self.seat, self.card)


@dataclass(frozen=True, slots=True)
class Passed(Turn):
    """Turn in which no card was laid (R3); after the last pass the hand is laid out (R23)."""

    def against(self, played: Position) -> Objection | None:
        """Return why the player cannot pass, or None."""
        if refusal := Turn.against(self, played):
            return refusal
        lays_out = played.passes_left(self.seat) == 0
        if lays_out and played.rest(self.seat) is None:
            return Objection(Why.HAND_UNKNOWN, player=handle_of(played, self.seat))
        return None

    about = phrase("{name}’s pass")


@dataclass(frozen=True, slots=True)
class PassRun(Event):
    """Passes of two or more players in a row, recorded and taken back together."""

    about = phrase("the last passes")
    late = True
    seats: tuple[Seat, ...]

    @property
    def turns(self) -> tuple[Passed, ...]:
        """Turns of the run, in order."""
        return tuple(map(Passed, self.seats))

    def words(self, players: Players) -> str:
        """Write the passes, e.g. `Ben -- Cem --`."""
        return " ".join(turn.words(players) for turn in self.turns)

    def against(self, played: Position) -> Objection | None:
        """Return the objection to the first illegal pass of the run, or None."""
        if len(self.seats) < _PAIR:
            return Objection(Why.NOBODY_PASSES)
        for turn in self.turns:
            if refusal := turn.objection(played):
                return refusal
            played = turn.effect(played)
        return None

    def effect(self, played: Played_) -> Played_:
        """Return the round after the passes."""
        return reduce(lambda round_, turn: turn.effect(round_), self.turns, played)


@dataclass(frozen=True, slots=True)
class Knowing(Event):
    """Cards that a player is known to hold or to have held."""

    seat: SeatWord
    cards: CardsWords

    def objection(self, played: Position) -> Objection | None:
        """Return why the rules object to the event, or None."""
        if not played.void and not at_table(played, self.seat):
            return Objection(Why.NOT_AT_TABLE, number=self.seat + 1)
        return Event.objection(self, played)

    def known(self, now: Knowledge) -> Knowledge:
        """Return the known cards after the event."""
        raise NotImplementedError

    def effect(self, played: Played_) -> Played_:
        """Return the round with these cards known."""
        return played.knowing(self.known(played.knowledge))


@dataclass(frozen=True, slots=True)
class HandEntered(Knowing):
    """Complete hand as dealt."""

    word = "hand"
    about = phrase("the note about {name}’s cards")

    def against(self, played: Position) -> Objection | None:
        """Require the size of the hand dealt, and every card its player is known to have held."""
        seat = self.seat
        player = handle_of(played, self.seat)
        if played.knowledge.hands[seat] is not None:
            return Objection(Why.CARDS_KNOWN, player=player)
        count = self.cards.bit_count()
        size = played.setup.hand_sizes[seat]
        if count != size:
            return Objection(Why.WRONG_HAND_SIZE, player=player, number=count, expected=size)
        missing = (played.played_by(seat) | played.knowledge.held(seat)) & ~self.cards
        if missing:
            return Objection(Why.NOT_IN_HAND, player=player, card=spread(missing)[0])
        return _to_claim(played, seat, self.cards)

    def known(self, now: Knowledge) -> Knowledge:
        """Return the known cards with the hand."""
        return replace(now, hands=with_item(now.hands, self.seat, self.cards))


@dataclass(frozen=True, slots=True)
class LaidOut(HandEntered):
    """Complete hand as dealt, the rest of which its player lays out at once (R23).

    The hand and the pass after the last are recorded and taken back together.
    """

    @property
    def turn(self) -> Passed:
        """Pass by which the hand is laid out."""
        return Passed(self.seat)

    def words(self, players: Players) -> str:
        """Write the hand and the pass, e.g. `hand Chi 6H 9S then Chi --`."""
        return f"{HandEntered.words(self, players)} {INSTEAD} {self.turn.words(players)}"

    def against(self, played: Position) -> Objection | None:
        """Return the objection to the hand, or to laying it out now."""
        refusal = HandEntered.against(self, played)
        return refusal or self.turn.objection(HandEntered.effect(self, played))

    def effect(self, played: Played_) -> Played_:
        """Return the round with the hand laid out."""
        return self.turn.effect(HandEntered.effect(self, played))


@dataclass(frozen=True, slots=True)
class Seen(Knowing):
    """Some cards of a hand as dealt; its other cards are unknown."""

    word = "holds"
    about = phrase("the note about {name}’s cards")

    def against(self, played: Position) -> Objection | None:
        """Require that the seen cards fit into the hand as dealt."""
        seat = self.seat
        cards = self.cards
        if not cards:
            return Objection(Why.NOTHING_SHOWN)
        player = handle_of(played, seat)
        hand = played.knowledge.hands[seat]
        if not cards & ~played.knowledge.seen[seat]:
            return Objection(Why.CARDS_KNOWN, player=player)
        if hand is not None and cards & ~hand:
            return Objection(Why.NOT_IN_HAND, player=player, card=spread(cards & ~hand)[0])
        held = played.played_by(seat) | played.knowledge.held(seat) | cards
        count = held.bit_count()
        size = played.setup.hand_sizes[seat]
        if count > size:
            return Objection(Why.WRONG_HAND_SIZE, player=player, number=count, expected=size)
        return _to_claim(played, seat, cards)

    def known(self, now: Knowledge) -> Knowledge:
        """Return the known cards with those seen."""
        return replace(now, seen=with_item(now.seen, self.seat, now.seen[self.seat] | self.cards))


@dataclass(frozen=True, slots=True)
class Shown(Knowing):
    """All cards left in a player's hand, shown after the round."""

    word = "left"
    about = phrase("the note about {name}’s cards")

    def against(self, played: Position) -> Objection | None:
        """Require all cards that are left, every card known to be among them included."""
        seat = self.seat
        cards = self.cards
        known = played.knowledge
        if not played.played_out:
            return Objection(Why.ROUND_IN_PLAY)
        if not cards:
            return Objection(Why.NOTHING_SHOWN)
        if cards & played.layout.laid:
            return Objection(Why.ALREADY_LAID, card=spread(cards & played.layout.laid)[0])
        player = handle_of(played, seat)
        hand = known.hands[seat]
        if known.shown[seat]:
            return Objection(Why.CARDS_KNOWN, player=player)
        if hand is not None and cards & ~hand:
            return Objection(Why.NOT_IN_HAND, player=player, card=spread(cards & ~hand)[0])
        count = cards.bit_count()
        left = played.cards_left[seat]
        if count != left:
            return Objection(Why.WRONG_CARDS_LEFT, player=player, number=count, expected=left)
        missing = known.seen[seat] & ~played.layout.laid & ~cards
        laid = played.setup.hand_sizes[seat] - left if played.by_result else 0
        if missing.bit_count() > laid:
            return Objection(Why.HELD_FOR_CERTAIN, player=player, card=spread(missing)[0])
        return _to_claim(played, seat, cards)

    def known(self, now: Knowledge) -> Knowledge:
        """Return the known cards with those shown."""
        return replace(now, shown=with_item(now.shown, self.seat, self.cards))


@dataclass(frozen=True, slots=True)
class Forgotten(Knowing):
    """Withdrawal of the note that these cards were in a hand.

    `instead` is the event that contradicts the note and is recorded together with the withdrawal:
    one of the cards laid by another player, or noted for another player.
    """

    word = "forget"
    about = phrase("the note about {name}’s cards")
    undoes = True
    young = True
    instead: Played | Seen | None = None

    def words(self, players: Players) -> str:
        """Write the withdrawal, e.g. `forget Cem 6H then Ben 6H`."""
        forgot = f"{self.word} {players[self.seat]} {write_cards(self.cards)}"
        return f"{forgot} {INSTEAD} {self.instead.words(players)}" if self.instead else forgot

    def against(self, played: Position) -> Objection | None:
        """Require that no turn or shown card confirms the note, and that `instead` fits."""
        seat = self.seat
        cards = self.cards
        if not cards:
            return Objection(Why.NOTHING_SHOWN)
        player = handle_of(played, seat)
        proved = played.played_by(seat) | played.knowledge.shown[seat]
        if not cards & ~proved:
            return Objection(Why.HELD_FOR_CERTAIN, player=player, card=spread(cards)[0])
        missing = cards & ~played.knowledge.noted(seat)
        if missing:
            return Objection(Why.NOT_NOTED, player=player, card=spread(missing)[0])
        return self.instead.objection(played.without_note(seat, cards)) if self.instead else None

    def effect(self, played: Played_) -> Played_:
        """Return the round without the note, and with the event in its place."""
        forgot = played.without_note(self.seat, self.cards)
        return self.instead.effect(forgot) if self.instead else forgot


INSTEAD: Final = "then"


@dataclass(frozen=True, slots=True)
class Result(Event):
    """Round by its result alone, in place of its turns: cards left and passes of each seat (R19).

    Exactly one seat, the winner, has no cards left.
    """

    word = "result"
    about = phrase("the result of the round")
    young = True
    cards_left: tuple[int, ...]
    passes: tuple[int, ...]

    def words(self, players: Players) -> str:
        """Write the result, e.g. `result Ana 0 2  Ben 3 1`."""
        counts = zip(players, self.cards_left, self.passes, strict=True)
        return f"{self.word} {'  '.join(f'{handle} {left} {n}' for handle, left, n in counts)}"

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:
        """Read the words behind `result`."""
        for handle in rest[::3] if len(rest) == 3 * len(players) else ():
            read_seat(handle, players)
        if len(rest) != 3 * len(players) or rest[::3] != list(players):
            raise LineError("result takes each player in seating order, with cards left and passes")
        return cls(*(tuple(map(read_count, rest[place::3])) for place in (1, 2)))

    def against(self, played: Position) -> Objection | None:
        """Require a count for each player, one winner, no more cards left than were dealt (R19)."""
        sizes = played.setup.hand_sizes
        if not played.setup.rules.takes_results:
            return Objection(Why.RESULT_AND_PLAY_ON)
        if not len(self.cards_left) == len(self.passes) == len(sizes):
            return Objection(Why.RESULT_FITS_NO_TABLE, expected=len(sizes))
        if self.cards_left.count(0) != 1:
            return Objection(Why.ONE_IS_OUT)
        for seat, (left, size) in enumerate(zip(self.cards_left, sizes, strict=True)):
            if not 0 <= left <= size:
                player = handle_of(played, seat)
                return Objection(Why.TOO_MANY_LEFT, player=player, number=left, expected=size)
        if min(self.passes) < 0 or sum(self.passes) > MOST_TURNS:
            return Objection(Why.TOO_MANY_TURNS, expected=MOST_TURNS)
        return None

    def effect(self, played: Played_) -> Played_:
        """Return the round without its turns, and without what was decided or shown of them."""
        nothing = (NO_CARDS,) * len(played.setup.players)
        return replace(
            played,
            turns=(),
            met=(),
            layout=played.layout.empty(played.setup.rules),
            cards_left=self.cards_left,
            out=(self.cards_left.index(0),),
            due=None,
            knowledge=replace(played.knowledge, shown=nothing),
            decisions=replace(played.decisions, waived=frozenset(), paid=()),
            passes=self.passes,
            scored=(),
        )

    def moved(self, moves: Moves) -> Self | None:
        """Return the result with its seats in the new order."""
        order = _reorder_seats(moves, len(self.cards_left))
        if order is None:
            return None
        return type(self)(
            tuple(self.cards_left[seat] for seat in order),
            tuple(self.passes[seat] for seat in order),
        )


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Round by its winner and its points alone; cards left, passes and chips stay open.

    `scores` are the points of the seats, None where nobody noted them.
    """

    word = "scored"
    about = phrase("the result of the round")
    young = True
    winner: Seat
    scores: tuple[int | None, ...]

    def words(self, players: Players) -> str:
        """Write the winner and the points, e.g. `scored Ana  Ana 0  Ben ?  Chi -3`."""
        counts = zip(players, self.scores, strict=True)
        noted = (f"{handle} {OPEN_POINTS if n is None else n}" for handle, n in counts)
        return "  ".join((f"{self.word} {players[self.winner]}", *noted))

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:
        """Read the words behind `scored`."""
        if rest[1::2] != list(players) or len(rest) != 1 + 2 * len(players):
            raise LineError("scored takes the winner, and each player with points")
        return cls(read_seat(rest[0], players), tuple(map(read_score, rest[2::2])))

    def against(self, played: Position) -> Objection | None:
        """Require rules that take a result, and points of each player."""
        if not played.setup.rules.takes_results:
            return Objection(Why.RESULT_AND_PLAY_ON)
        expected = len(played.setup.players)
        fits = len(self.scores) == expected and at_table(played, self.winner)
        return None if fits else Objection(Why.RESULT_FITS_NO_TABLE, expected=expected)

    def effect(self, played: Played_) -> Played_:
        """Return the round with its points, and without cards that anybody has left."""
        none = (0,) * len(self.scores)
        after = Result(none, none).effect(played)
        return replace(after, out=(self.winner,), scored=self.scores)

    def moved(self, moves: Moves) -> Self | None:
        """Return the points with their seats in the new order."""
        order = _reorder_seats(moves, len(self.scores))
        if order is None:
            return None
        return type(self)(moves.seats[self.winner], tuple(self.scores[seat] for seat in order))


def _reorder_seats(moves: Moves, count: int) -> list[Seat] | None:
    """Return the seats in their new order, None where one is not taken any more."""
    seats = [moves.seats.get(seat, -1) for seat in range(count)]
    if sorted(seats) != list(range(count)):
        return None
    return sorted(range(count), key=seats.__getitem__)


@dataclass(frozen=True, slots=True)
class When(Event):
    """Day or time of a round, which may stand above the row of handles as well."""

    late = True

    def placed(self, setup: Setup) -> Setup:
        """Return the setup with this day or time."""
        raise NotImplementedError

    def effect(self, played: Played_) -> Played_:
        """Return the round of that day or time."""
        return replace(played, setup=self.placed(played.setup))


@dataclass(frozen=True, slots=True)
class Dated(When):
    """Day on which the round was dealt, as `YYYY-MM-DD`."""

    word = "date"
    about = phrase("the change of the date")
    takes = ONE_DATE
    date: DateWord

    def against(self, played: Position) -> Objection | None:  # noqa: ARG002
        """Require a day of the calendar."""
        return None if is_date(self.date) else Objection(Why.NO_DATE)

    def placed(self, setup: Setup) -> Setup:
        """Return the setup with the day."""
        return replace(setup, date=self.date)


@dataclass(frozen=True, slots=True)
class Timed(When):
    """Times of day at which the round was dealt and, once it is over, ended, as `HH:MM`."""

    word = "time"
    about = phrase("the change of the time")
    takes = A_TIME
    young = True
    dealt_at: TimeWord
    ended_at: OtherTimeWord = ""

    def against(self, played: Position) -> Objection | None:  # noqa: ARG002
        """Require times of day."""
        fits = is_time(self.dealt_at) and (not self.ended_at or is_time(self.ended_at))
        return None if fits else Objection(Why.NO_TIME)

    def placed(self, setup: Setup) -> Setup:
        """Return the setup with the times."""
        return replace(setup, dealt_at=self.dealt_at, ended_at=self.ended_at)


@dataclass(frozen=True, slots=True)
class FineDecision(Event):
    """Decision on the fine for the pass at a turn."""

    takes = _ONE_TURN
    turn: TurnWord

    def against(self, played: Position) -> Objection | None:
        """Require a pass, and a fine that is not waived."""
        turns = played.turns
        turn = self.turn
        if not 1 <= turn <= len(turns) or not isinstance(turns[turn - 1], Passed):
            return Objection(Why.NOT_A_PASS, number=turn)
        waived = turn in played.decisions.waived
        return Objection(Why.ALREADY_WAIVED, number=turn) if waived else None


@dataclass(frozen=True, slots=True)
class FineWaived(FineDecision):
    """Decision to waive the fine for the pass at a turn."""

    word = "waive"
    about = phrase("the fine for turn {turn}")

    def decided(self, made: Decisions) -> Decisions:
        """Return the decisions with the waiver; what was ticked still lies there."""
        return replace(made, waived=made.waived | {self.turn})


@dataclass(frozen=True, slots=True)
class FineCharged(FineDecision):
    """Withdrawal of a waiver, or else of the ticks: the fine is owed again."""

    word = "charge"
    about = phrase("the fine for turn {turn}")
    undoes = True

    def against(self, played: Position) -> Objection | None:
        """Require a waiver or a tick to withdraw."""
        refusal = FineDecision.against(self, played)
        made = played.decisions
        if refusal and refusal.why is Why.NOT_A_PASS:
            return refusal
        free = self.turn in made.waived or made.ticked(self.turn)
        return None if free else Objection(Why.NOT_WAIVED, number=self.turn)

    def decided(self, made: Decisions) -> Decisions:
        """Return the decisions without the last one on this fine."""
        if self.turn in made.waived:
            return replace(made, waived=made.waived - {self.turn})
        return replace(made, paid=tuple(tick for tick in made.paid if tick.turn != self.turn))


@dataclass(frozen=True, slots=True)
class FineTicked(FineDecision):
    """Tick that chips of a fine were put down in play, or lie in the pot already.

    With a `payee` it is for one part of the fine, without one for all that is certain by then. The
    decisions keep a tick for each payee, so that it stays what was put down, whatever becomes known
    of the fine later.
    """

    word = "paid"
    about = phrase("the fine for turn {turn}")
    takes = "paid takes a turn, and perhaps a payee and a number of chips"
    payee: PayeeWord = None
    chips: CountWord = 0

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:
        """Read the words behind `paid`."""
        match rest:
            case [turn]:
                return cls(read_number(turn))
            case [turn, payee, chips]:
                return cls(read_number(turn), read_account(payee, players), read_number(chips))
            case _:
                raise LineError(cls.takes)

    def against(self, played: Position) -> Objection | None:
        """Require a pass, and a payee and chips: what is certain is known to the books alone."""
        refusal = FineDecision.against(self, played)
        if refusal and refusal.why is Why.NOT_A_PASS:
            return refusal
        if self.payee is None:
            return refusal or Objection(Why.NOT_CERTAIN, number=self.turn)
        passer = played.turns[self.turn - 1].seat
        return _to_pair(played, passer, self.payee, pot=True) or to_chips(self.chips)

    def decided(self, made: Decisions) -> Decisions:
        """Return the decisions with the tick, those of one payee as one."""
        assert self.payee is not None, "the books say what a tick without a payee is for"
        paid = list(made.paid)
        order = _tick_order(self)
        place = bisect_left(paid, order, key=_tick_order)
        if paid[place : place + 1] and _tick_order(paid[place]) == order:
            paid[place] = replace(self, chips=self.chips + paid[place].chips)
        else:
            paid.insert(place, self)
        return replace(made, paid=tuple(paid))


def _tick_order(tick: FineTicked) -> tuple[int, Account]:
    return tick.turn, POT if tick.payee is None else tick.payee


@dataclass(frozen=True, slots=True)
class ChipsCorrection(Event):
    """Correction of chips between two accounts; counts at whatever time it is recorded."""

    word = "pay"
    about = phrase("the correction of {chips} from {payer} to {payee}")
    takes = "pay takes two accounts and a number of chips"
    late = True
    source: AccountWord
    target: AccountWord
    chips: ChipsWord
    note: NoteWords = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "note", tidy(self.note))

    def against(self, played: Position) -> Objection | None:
        """Require at least one chip and two different accounts; a void round has no pot."""
        if played.void and POT in {self.source, self.target}:
            return Objection(Why.ROUND_IS_VOID)
        refusal = _to_pair(played, self.source, self.target, pot=True)
        return refusal or to_chips(self.chips) or _to_many(played)

    def decided(self, made: Decisions) -> Decisions:
        """Return the decisions with the correction."""
        if made.called_off:
            return replace(made, after_void=(*made.after_void, self))
        return replace(made, payments=(*made.payments, self))


@dataclass(frozen=True, slots=True)
class PointsCorrection(Event):
    """Correction of a player's points in this round, decided by the table."""

    word = "points"
    about = phrase("the correction of {points} for {name}")
    takes = "points takes a player and a number with its sign"
    late = True
    seat: SeatWord
    points: PointsWord
    note: NoteWords = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "note", tidy(self.note))

    def against(self, played: Position) -> Objection | None:
        """Require at least one point, and rules that count points."""
        if not at_table(played, self.seat):
            return Objection(Why.NOT_AT_TABLE, number=self.seat + 1)
        if not played.setup.rules.count_points:
            return Objection(Why.POINTS_NOT_COUNTED)
        if abs(self.points) > MOST_CHIPS:
            return Objection(Why.TOO_MUCH, expected=MOST_CHIPS)
        return _to_many(played) if self.points else Objection(Why.TOO_LITTLE)

    def decided(self, made: Decisions) -> Decisions:
        """Return the decisions with the correction."""
        if made.called_off:
            return replace(made, after_void=(*made.after_void, self))
        return replace(made, points=(*made.points, self))


@dataclass(frozen=True, slots=True)
class CalledOff(Event):
    """Decision to void the round: all of its chips are returned, and no points count.

    Corrections recorded later count.
    """

    word = "void"
    about = phrase("calling off round {number}")
    takes = "{word} takes nothing after it"

    def decided(self, made: Decisions) -> Decisions:
        """Return the decisions with this one."""
        return replace(made, called_off=True)


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions of the table.

    `waived` are turns of passes, and `paid` the ticks, one for each payee of a pass.
    `after_void` are the corrections made after the round was called off, which stay when the others
    are returned.
    """

    waived: frozenset[int] = frozenset()
    paid: tuple[FineTicked, ...] = ()
    payments: tuple[ChipsCorrection, ...] = ()
    points: tuple[PointsCorrection, ...] = ()
    called_off: bool = False
    after_void: tuple[ChipsCorrection | PointsCorrection, ...] = ()

    @property
    def events(self) -> Iterator[Deciding]:
        """Decisions in the order of the score sheet."""
        yield from (FineWaived(turn) for turn in sorted(self.waived))
        yield from self.payments
        yield from self.paid
        yield from self.points
        if self.called_off:
            yield CalledOff()
        yield from self.after_void

    @property
    def corrections(self) -> tuple[ChipsCorrection | PointsCorrection, ...]:
        """Corrections that count: of a round called off, those made since then."""
        return self.after_void if self.called_off else (*self.payments, *self.points)

    def ticked(self, turn: int) -> bool:
        """Return whether chips of the fine for the pass at a turn were put down."""
        return any(tick.turn == turn for tick in self.paid)


Deciding = FineDecision | ChipsCorrection | PointsCorrection | CalledOff
Fact = Turn | Result | Scored | HandEntered | Seen | Shown | Deciding


OF_PLAY: Final = set[object]()
"""Functions whose results no decision changes: a sheet full of ticks is judged once."""


def _no_results() -> dict[object, Any]:
    # Calling dict[object, Any] takes six times as long, a twentieth of a replay.
    return {}


@dataclass(frozen=True, slots=True)
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
    def result(self) -> Result | Scored | None:
        """Event of a round that was entered by its result alone."""
        if self.scored:
            return Scored(self.out[0], self.scored)
        return Result(self.cards_left, self.passes) if self.by_result else None

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

    @property
    def events(self) -> Iterator[Fact]:
        """Facts of the round in the order of the score sheet."""
        for seat, hand in enumerate(self.knowledge.hands):
            if hand is not None:
                yield HandEntered(seat, hand)
        yield from (Seen(seat, cards) for seat, cards in enumerate(self.knowledge.seen) if cards)
        yield from self.turns
        if self.result:
            yield self.result
        yield from (Shown(seat, cards) for seat, cards in enumerate(self.knowledge.shown) if cards)
        yield from self.decisions.events

    @property
    def untouched(self) -> bool:
        """True if the round has no event yet."""
        return next(self.events, None) is None

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
            if isinstance(turn, Played):
                laid[turn.seat] |= turn.card.bit
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


def to_chips(chips: int) -> Objection | None:
    """Return why so many chips cannot be paid at once, or None."""
    if chips > MOST_CHIPS:
        return Objection(Why.TOO_MUCH, expected=MOST_CHIPS)
    return None if chips > 0 else Objection(Why.TOO_LITTLE)


def handle_of(played: Position, seat: Seat) -> str:
    """Return the handle of a seat, or its number from 1 where nobody sits."""
    return played.setup.players[seat] if at_table(played, seat) else str(seat + 1)


def at_table(played: Position, account: Account) -> bool:
    """Return whether the account is a seat of the round."""
    return 0 <= account < len(played.setup.players)


def _to_pair(
    played: Position, source: Account, target: Account, *, pot: bool = False
) -> Objection | None:
    """Require two different accounts of the table."""
    for account in (source, target):
        if not (pot and account == POT) and not at_table(played, account):
            return Objection(Why.NOT_AT_TABLE, number=account + 1)
    return Objection(Why.SAME_ACCOUNT) if source == target else None


def _to_many(played: Position) -> Objection | None:
    """Return an objection if a further correction would be one too many."""
    made = played.decisions
    corrections = len(made.payments) + len(made.points) + len(made.after_void)
    if corrections < MOST_CORRECTIONS:
        return None
    return Objection(Why.TOO_MANY_PAYMENTS, expected=MOST_CORRECTIONS)


def _to_holder(played: Position, seat: Seat, card: Card) -> Objection | None:
    """Require that no other player holds the card, and that all known cards of the hand fit."""
    known = played.knowledge
    if known.silent:
        return None
    for other in range(len(known.hands)):
        if other != seat and known.held(other) & card.bit:
            return Objection(Why.HELD_BY_OTHER, other=handle_of(played, other), card=card)
    hand = known.hands[seat]
    seen = known.seen[seat]
    unlaid = (seen & ~played.layout.laid & ~card.bit).bit_count() if seen else 0
    if (hand is not None and not hand & card.bit) or unlaid >= played.cards_left[seat]:
        return Objection(Why.NOT_IN_HAND, player=handle_of(played, seat), card=card)
    return None


def _to_claim(played: Position, seat: Seat, cards: Cards) -> Objection | None:
    pack = played.setup.rules.pack
    if outside := spread(cards & ~pack.cards):
        return Objection(Why.NOT_IN_PACK, card=outside[0], expected=pack.size)
    for other, laid in enumerate(played.played()):
        known = laid | played.knowledge.held(other)
        if other != seat and known & cards:
            clash = spread(known & cards)[0]
            return Objection(Why.HELD_BY_OTHER, other=handle_of(played, other), card=clash)
    return None
