"""Books of a round: transfers of chips, points, and the fines for false passes.

Transfers are booked in the order of play: antes, then for each turn its pass fee and the fines that
became certain with it, then the settlement when a player goes out. Corrections are booked before
the first turn, so the winner takes a pot that includes them.

A fine depends on what has come to light: the verdict, the seven that was held back, and who holds
its two neighbours. It is booked at the moment when the last of these is known, never on a guess.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from companion.core.cards import Card, Cards, Rank, at, gather, spread
from companion.core.judge import Holding, Judgement, Moment, Ruling, Verdict, judge
from companion.core.rounds.events.decisions import ChipsCorrection, FineTicked, PointsCorrection
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.layout import Growth
from companion.core.rounds.position import Correction, Decisions
from companion.core.rounds.round import Round, once
from companion.core.rounds.setup import POT, Account, Seat
from companion.core.rules import FinePer, FineTo, Points


class Reason(Enum):
    """Reason of a transfer."""

    ANTE = "ante"
    SHORT_ANTE = "short_ante"
    PASS = "pass"
    FALSE_PASS = "false_pass"
    WITHHELD_SEVEN = "withheld_seven"
    CARDS_LEFT = "cards_left"
    POT = "pot"
    CORRECTION = "correction"


@dataclass(frozen=True)
class Transfer:
    """One movement of at least one chip between two accounts.

    `turn` is the turn that caused it: 0 before the first turn, the turn of the pass for a fine.
    `moment` is the moment at which it was booked, as the judge counts moments.
    """

    source: Account
    target: Account
    chips: int
    reason: Reason
    turn: int
    moment: Moment


@dataclass(frozen=True)
class Books:
    """Transfers of a round, the net chips of each seat, and the chips left in the pot."""

    transfers: tuple[Transfer, ...]
    chips: tuple[int, ...]
    pot: int


class _Clerk:
    """Bookkeeper of one round."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.rules = round_.setup.rules
        self.left = list(round_.first_left)
        self.transfers: list[Transfer] = []
        self.balances: dict[Account, int] = defaultdict(int)
        self.due: dict[Moment, list[Fine]] = defaultdict(list)
        for fine in fines_due(round_):
            self.due[fine.moment].append(fine)

    def write(self) -> None:
        if not self.round.scored:
            self._antes()
        self.correct(self.round.decisions.payments)  # as they were before it was called off
        lay_outs = self.round.lay_outs
        for turn, event in enumerate(self.round.turns, 1):
            if turn in lay_outs:
                self._lay_out(event.seat, turn)
            elif isinstance(event, Passed):
                self._move(event.seat, POT, self.rules.pass_fee, Reason.PASS, turn, turn)
            self._fines(turn)
            if isinstance(event, Played):
                self.left[event.seat] -= 1
                self._finish(event.seat, turn)
        self._result()
        self._left_over(len(self.round.turns))
        self._fines(len(self.round.turns) + 1)

    def _lay_out(self, seat: Seat, turn: int) -> None:
        """Pay the pot for a hand that is laid out, in place of the pass fee (R23)."""
        chips = self.rules.card_fee * self.left[seat]
        self._move(seat, POT, chips, Reason.CARDS_LEFT, turn, turn)
        self.left[seat] = 0

    def _left_over(self, turn: int) -> None:
        """Pay the pot to the player whom a hand laid out leaves over (R25)."""
        if self.round.played_out and turn in self.round.lay_outs:
            held = next(seat for seat, left in enumerate(self.left) if left)
            self._move(POT, held, self.balances[POT], Reason.POT, turn, turn)

    def correct(self, corrections: Iterable[Correction]) -> None:
        for paid in corrections:
            if isinstance(paid, ChipsCorrection):
                self._move(paid.source, paid.target, paid.chips, Reason.CORRECTION, 0, 0)

    @property
    def books(self) -> Books:
        chips = tuple(self.balances[seat] for seat in range(len(self.left)))
        return Books(tuple(self.transfers), chips, self.balances[POT])

    def _result(self) -> None:
        """Book a round that was entered by its result alone (R19)."""
        for seat, passes in enumerate(self.round.passes):
            self._move(seat, POT, passes * self.rules.pass_fee, Reason.PASS, 0, 0)
        if self.round.by_result:
            self.left = list(self.round.cards_left)
            self._finish(self.round.out[0], 0)

    def _move(
        self, source: Account, target: Account, chips: int, reason: Reason, turn: int, at: Moment
    ) -> None:
        if chips < 0:
            source, target, chips = target, source, -chips
        if chips:
            self.transfers.append(Transfer(source, target, chips, reason, turn, at))
            self.balances[source] -= chips
            self.balances[target] += chips

    def _antes(self) -> None:
        longest = max(self.round.setup.hand_sizes)
        for seat, size in enumerate(self.round.setup.hand_sizes):
            self._move(seat, POT, self.rules.ante, Reason.ANTE, 0, 0)
            if size < longest:
                self._move(seat, POT, self.rules.short_ante, Reason.SHORT_ANTE, 0, 0)

    def _fines(self, moment: Moment) -> None:
        for fine in self.due.get(moment, ()):
            reason = Reason.WITHHELD_SEVEN if fine.withheld else Reason.FALSE_PASS
            self._move(fine.offender, fine.target, fine.chips, reason, fine.turn, moment)

    def _finish(self, seat: Seat, turn: int) -> None:
        """Pay a player who has no card left: the pot and a fee for each card left (R7, R11)."""
        if self.left[seat]:
            return
        self._move(POT, seat, self.balances[POT], Reason.POT, turn, turn)
        for other, left in enumerate(self.left):
            self._move(other, seat, self.rules.card_fee * left, Reason.CARDS_LEFT, turn, turn)


@once
def ledger(round_: Round) -> Books:
    """Return the books of the round so far, with nothing but later corrections if it was called
    off.
    """
    if not round_.void:
        return booked(round_)
    clerk = _Clerk(round_)
    clerk.correct(round_.decisions.corrections)
    return clerk.books


@once
def booked(round_: Round) -> Books:
    """Return the books of the round so far, even if the round was called off."""
    clerk = _Clerk(round_)
    clerk.write()
    return clerk.books


def cards_left(round_: Round) -> tuple[int, ...] | None:
    """Return each seat's cards left when the first player went out; None before that, or if nobody
    noted them.

    A hand that was laid out counts. Where nobody goes out, the cards at the end count.
    """
    if round_.winner is None or round_.scored:
        return None
    if round_.by_result:
        return round_.cards_left
    left = list(round_.first_left)
    for event in round_.turns:
        if isinstance(event, Played):
            left[event.seat] -= 1
            if not left[event.seat]:
                break
    return tuple(left)


def places(round_: Round) -> tuple[int, ...] | None:
    """Return the place of each seat, 1 for the first; None before the end (R25).

    Whoever went out comes first, in order, then who holds cards, fewer before more, then who laid
    the hand out, the latest first.
    """
    if not round_.played_out:
        return None

    def merit(seat: Seat) -> tuple[int, int]:
        if seat in round_.out:
            return 0, round_.out.index(seat)
        if seat in round_.laid_out:
            return 2, -round_.laid_out.index(seat)
        return 1, round_.cards_left[seat]

    merits = [merit(seat) for seat in range(len(round_.cards_left))]
    return tuple(1 + sum(other < own for other in merits) for own in merits)


@once
def points(round_: Round) -> tuple[int | None, ...]:
    """Return the points of each seat: None while unknown.

    A round that was called off counts nothing but its later corrections.
    """
    players = range(len(round_.setup.players))
    left = cards_left(round_)
    counting = round_.setup.rules.points
    corrections = Counter[Seat]()
    for change in round_.decisions.corrections:
        if isinstance(change, PointsCorrection):
            corrections[change.seat] += change.points
    counted: Sequence[int | None]
    if round_.void or (counting is Points.NONE and (left or round_.scored)):
        counted = [0 for _ in players]
    elif round_.scored:
        counted = round_.scored
    elif counting is Points.PLACE:
        counted = places(round_) or [None for _ in players]
    elif left is None:
        counted = [None for _ in players]
    elif counting is Points.CARD:
        counted = left
    else:
        counted = [_weight(round_, seat, left[seat]) for seat in players]
    if left and counting is not Points.PLACE and round_.winner not in round_.out:
        counted = [0 if seat == round_.winner else own for seat, own in enumerate(counted)]
    return tuple(
        None if own is None else own + corrections[seat] for seat, own in enumerate(counted)
    )


def _weight(round_: Round, seat: Seat, left: int) -> int | None:
    rules = round_.setup.rules
    if round_.by_result:
        shown = spread(round_.knowledge.shown[seat])
        return sum(rules.points_of(card.rank) for card in shown) if len(shown) == left else None
    known = [card for card, holding in judge(round_).holdings.items() if holding.seat == seat]
    early = round_.first_left[seat] - left
    laid = [
        event.card for event in round_.turns if isinstance(event, Played) and event.seat == seat
    ][:early]
    left_cards = [card for card in known if card not in laid and not card.bit & round_.starters]
    if len(left_cards) < left:
        return None
    return sum(rules.points_of(card.rank) for card in left_cards)


@dataclass(frozen=True)
class Fine:
    """Fine for the pass at a turn.

    `target` has the chips in the books, and the `payee` is where they are put down: a fine for the
    pot that came to light after the round is booked to the winner. `withheld` is the seven held
    back and `neighbour` the card whose holder is paid; both are None in the fine for the false pass
    itself.
    """

    turn: int
    offender: Seat
    payee: Account
    target: Account
    chips: int
    moment: Moment
    withheld: Card | None = None
    neighbour: Card | None = None


def fines(round_: Round, judgement: Judgement) -> Iterator[Fine]:
    """Yield the certain fines of all illegal passes that were not waived, pass by pass."""
    for ruling in judgement.rulings:
        if ruling.verdict is Verdict.ILLEGAL and ruling.turn not in round_.decisions.waived:
            yield from cost(round_, judgement, ruling)


@once
def fines_due(round_: Round) -> tuple[Fine, ...]:
    """Return the certain fines that were not waived, pass by pass."""
    return tuple(fines(round_, judge(round_)))


def cost(round_: Round, judgement: Judgement, ruling: Ruling) -> Iterator[Fine]:
    """Yield the fines for an illegal pass, waived or not."""
    yield from _for_false_pass(round_, ruling)
    for seven in withheld(round_, ruling):
        yield from _for_withheld(round_, judgement, ruling, seven)


def certain(round_: Round, turn: int) -> list[Fine]:
    """Return the fines for the pass at a turn that are certain, waived or not."""
    judgement = judge(round_)
    ruling = judgement.ruling(turn)
    if ruling is None or ruling.verdict is not Verdict.ILLEGAL:
        return []
    return list(cost(round_, judgement, ruling))


def not_ticked(due: Iterable[Fine], decisions: Decisions) -> Iterator[Fine]:
    """Yield these fines less what was ticked of them."""
    if not decisions.paid:
        yield from due
        return
    ticked = {(tick.turn, tick.payee): tick.chips for tick in decisions.paid}
    for fine in due:
        key = fine.turn, fine.payee
        put_down = min(fine.chips, ticked.get(key, 0))
        if put_down:
            ticked[key] -= put_down
        if put_down < fine.chips:
            yield replace(fine, chips=fine.chips - put_down)


def ticks_of(round_: Round, turn: int) -> tuple[FineTicked, ...] | None:
    """Return a tick for each payee of what is certain of a fine and has no tick; None if nothing is
    certain.
    """
    due = sorted(certain(round_, turn), key=lambda fine: fine.moment)
    chips = Counter[Account]()
    for fine in not_ticked(due, round_.decisions):
        chips[fine.payee] += fine.chips
    return tuple(FineTicked(turn, *put) for put in chips.items()) if due else None


def _for_false_pass(round_: Round, ruling: Ruling) -> Iterator[Fine]:
    rules = round_.setup.rules
    winner = round_.winner
    since = ruling.since
    assert since is not None
    payee: Account = POT
    target: Account = POT
    if rules.false_pass_to is FineTo.WINNER:
        if winner is None:
            return
        payee = target = winner
        since = max(since, _won_at(round_))
    elif since > len(round_.turns) and winner is not None:
        target = winner
    if rules.false_pass_fine and target != ruling.seat:
        yield Fine(ruling.turn, ruling.seat, payee, target, rules.false_pass_fine, since)


@once
def _won_at(round_: Round) -> Moment:
    if not round_.out:  # hands laid out left the winner over
        return len(round_.turns)
    return max(turn for turn, seat in _plays(round_) if seat == round_.winner)


@once
def _named_at(round_: Round) -> Moment:
    """Return the turn of the first card."""
    return next((turn for turn, _ in _plays(round_)), len(round_.turns) + 1)


def _plays(round_: Round) -> Iterator[tuple[Moment, Seat]]:
    for turn, event in enumerate(round_.turns, 1):
        if isinstance(event, Played):
            yield turn, event.seat


def held_back(round_: Round, ruling: Ruling) -> tuple[Holding, ...]:
    """Return the sevens held back in the pass, in the order in which they came to light (R9)."""
    starter = starter_at(round_, ruling.turn)
    sevens = [held for held in ruling.proof if held.card.rank is starter]
    return tuple(sorted(sevens, key=lambda held: (held.moment, held.card)))


def withheld(round_: Round, ruling: Ruling) -> tuple[Holding, ...]:
    """Return the sevens held back in the pass that are fined (R9)."""
    once_per_pass = round_.setup.rules.seven_fine_per is FinePer.PASS
    return held_back(round_, ruling)[: 1 if once_per_pass else None]


def starter_at(round_: Round, turn: int) -> Rank | None:
    """Return the rank that opens a suit; None if no card named the rank before the turn (R13)."""
    fixed = round_.layout.growth.starter
    return fixed or (round_.layout.starter if _named_at(round_) < turn else None)


def _for_withheld(
    round_: Round, judgement: Judgement, ruling: Ruling, seven: Holding
) -> Iterator[Fine]:
    chips = round_.setup.rules.seven_fine
    assert ruling.since is not None
    for card in _neighbours(round_.layout.growth, seven.card):
        held = judgement.holdings.get(card)
        if held and chips and held.seat != ruling.seat:
            known = max(ruling.since, seven.moment, held.moment)
            ends = ruling.seat, held.seat, held.seat
            yield Fine(ruling.turn, *ends, chips, known, seven.card, card)


@cache
def _neighbours(growth: Growth, seven: Card) -> list[Card]:
    ranks = (growth.below(seven.rank), growth.above(seven.rank))
    return [at(seven.suit, rank) for rank in ranks if rank]


def unclaimed(round_: Round, judgement: Judgement, ruling: Ruling) -> Iterator[Card]:
    """Yield the neighbours of withheld sevens that have no known holder to pay yet."""
    if round_.setup.rules.seven_fine and ruling.verdict is Verdict.ILLEGAL:
        for seven in withheld(round_, ruling):
            for card in _neighbours(round_.layout.growth, seven.card):
                if card not in judgement.holdings:
                    yield card


def awaited(round_: Round) -> Cards:
    """Return the cards that may add to fines, except fines that were waived."""
    judgement = judge(round_)
    found = set[Card]()
    for ruling in judgement.rulings:
        if ruling.verdict is Verdict.ILLEGAL and ruling.turn not in round_.decisions.waived:
            found.update(unclaimed(round_, judgement, ruling))
            found.update(_may_be_withheld(round_, judgement, ruling))
    return gather(found)


def _may_be_withheld(round_: Round, judgement: Judgement, ruling: Ruling) -> Iterator[Card]:
    """Yield the sevens that were playable at an illegal pass and have no known holder."""
    rules = round_.setup.rules
    held = judgement.holdings.values()
    settled = rules.seven_fine_per is FinePer.PASS and withheld(round_, ruling)
    if settled or not rules.seven_fine:
        return
    if sum(holding.seat == ruling.seat for holding in held) < round_.setup.hand_sizes[ruling.seat]:
        starter = starter_at(round_, ruling.turn)
        for card in spread(ruling.playable):
            if card.rank is starter and card not in judgement.holdings:
                yield card
