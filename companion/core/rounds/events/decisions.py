"""Decisions of the table: on fines, chips and points, and on the whole round."""

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Self

from companion.core.objections import LineError, Objection, Why, phrase
from companion.core.rounds.position import Correction, Decisions, Event, Position, Tick, to_seat
from companion.core.rounds.setup import POT, Account
from companion.core.rounds.texts import (
    MOST_CHIPS,
    AccountWord,
    ChipsWord,
    CountWord,
    NoteWords,
    PayeeWord,
    Players,
    PointsWord,
    SeatWord,
    TurnWord,
    read_account,
    read_number,
)

MOST_CORRECTIONS = 999
"""Upper bound of the corrections of chips and points in a round."""


@dataclass(frozen=True)
class FineDecision(Event):
    """Decision on the fine for the pass at a turn."""

    takes = "{word} takes one turn"
    turn: TurnWord

    def against(self, played: Position) -> Objection | None:
        """Require a pass, and a fine that is not waived."""
        turns = played.turns
        turn = self.turn
        if not 1 <= turn <= len(turns) or turns[turn - 1].laid:
            return Objection(Why.NOT_A_PASS, number=turn)
        waived = turn in played.decisions.waived
        return Objection(Why.ALREADY_WAIVED, number=turn) if waived else None


@dataclass(frozen=True)
class FineWaived(FineDecision):
    """Decision to waive the fine for the pass at a turn."""

    word = "waive"
    about = phrase("letting the fine for turn {turn} go")

    def decided(self, made: Decisions) -> Decisions:
        """Return the decisions with the waiver; what was ticked still lies there."""
        return replace(made, waived=made.waived | {self.turn})


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class FineTicked(FineDecision):
    """Tick that chips of a fine were put down in play, or lie in the pot already.

    With a `payee` it is for one part of the fine, without one for all that is certain by then. The
    decisions keep a tick for each payee, so that it stays what was put down, whatever becomes known
    of the fine later.
    """

    word = "paid"
    about = phrase("paying the fine for turn {turn}")
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
        tick = Tick(self.turn, self.payee, self.chips)
        paid = list(made.paid)
        place = bisect_left(paid, tick[:2])  # a tick comes behind its own turn and payee
        if place < len(paid) and paid[place][:2] == tick[:2]:
            paid[place] = tick._replace(chips=tick.chips + paid[place].chips)
        else:
            paid.insert(place, tick)
        return replace(made, paid=tuple(paid))


@dataclass(frozen=True)
class ChipsCorrection(Correction):
    """Correction of chips between two accounts; counts at whatever time it is recorded."""

    word = "pay"
    about = phrase("the correction of {chips} from {payer} to {payee}")
    takes = "pay takes two accounts and a number of chips"
    source: AccountWord
    target: AccountWord
    chips: ChipsWord
    note: NoteWords = ""

    @property
    def account(self) -> Account:
        """Payer, at whom the correction is listed."""
        return self.source

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


@dataclass(frozen=True)
class PointsCorrection(Correction):
    """Correction of a player's points in this round, decided by the table."""

    word = "points"
    about = phrase("the correction of {points} for {name}")
    takes = "points takes a player and a number with its sign"
    seat: SeatWord
    points: PointsWord
    note: NoteWords = ""

    @property
    def account(self) -> Account:
        """Player whose points are corrected."""
        return self.seat

    def against(self, played: Position) -> Objection | None:
        """Require at least one point, and rules that count points."""
        if refusal := to_seat(played, self.seat):
            return refusal
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


@dataclass(frozen=True)
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


def to_chips(chips: int) -> Objection | None:
    """Return why so many chips cannot be paid at once, or None."""
    if chips > MOST_CHIPS:
        return Objection(Why.TOO_MUCH, expected=MOST_CHIPS)
    return None if chips > 0 else Objection(Why.TOO_LITTLE)


def _to_pair(
    played: Position, source: Account, target: Account, *, pot: bool = False
) -> Objection | None:
    """Require two different accounts of the table."""
    for account in (source, target):
        if not (pot and account == POT) and (refusal := to_seat(played, account)):
            return refusal
    return Objection(Why.SAME_ACCOUNT) if source == target else None


def _to_many(played: Position) -> Objection | None:
    """Return an objection if a further correction would be one too many."""
    made = played.decisions
    corrections = len(made.payments) + len(made.points) + len(made.after_void)
    if corrections < MOST_CORRECTIONS:
        return None
    return Objection(Why.TOO_MANY_PAYMENTS, expected=MOST_CORRECTIONS)
