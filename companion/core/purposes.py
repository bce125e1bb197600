"""What open payments are for: the moves and debts from which each of them was netted (R18).

The fewest payments have other payers and payees than the moves. Each of their chips follows a chain
of moves from its payer to its payee. Where no such chain is left, others pay in exchange: who owes
Ann pays Cem, and who owes Cem pays Ann. So a payment is what its payer owes its payee, less what
other payments settle of it, and what it settles for others.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

from companion.core.books import Reason, Transfer
from companion.core.dues import due_moves
from companion.core.payments import Payment
from companion.core.rounds.round import Round
from companion.core.rounds.texts import POT_WORD
from companion.core.series import Series


class Purpose(Enum):
    """Purpose of a part of a payment, in the order in which they are told."""

    POT = auto()
    CARDS = auto()
    FINE = auto()
    BACK = auto()
    """What goes back: of a round called off, of a fine let go, or given too much before."""
    BEFORE = auto()
    OWED = auto()
    """What others owe the payer, and settle with the payee."""
    AHEAD = auto()
    """What the payer gives somebody else, to whom the payee owes it."""
    HANDED = auto()
    """What was handed over already."""
    FOR = auto()
    """What the payer owes somebody else, who owes it to others, up to the payee."""


class Part(NamedTuple):
    """Chips of a payment for a purpose; they are less than nothing where the payer gives less.

    `other` is the player, or the pot, who owes them, or to whom they are owed if not to the payee.
    """

    purpose: Purpose
    chips: int
    other: str = ""


Moves = Mapping[tuple[str, str, Purpose], int]
"""Chips by payer, payee and purpose."""


def purposes(series: Series) -> list[list[Part]]:
    """Return the parts of each payment that is open, of a round whose chips are on the table."""
    return parts_of(moves_of(series), series.handed, series.open)


def moves_of(series: Series) -> Moves:
    """Return the moves that are due of the last round, and the debts of those before it."""
    last = series.last
    assert last is not None
    names = (*last.setup.players, POT_WORD)
    moves = Counter[tuple[str, str, Purpose]]()
    for moved in due_moves(last):
        moves[names[moved.source], names[moved.target], _purpose(last, moved)] += moved.chips
    for payer, payee, chips in series.debts:
        moves[payer, payee, Purpose.BEFORE] += chips
    return moves


_OF_REASONS = {Reason.POT: Purpose.POT, Reason.CARDS_LEFT: Purpose.CARDS}


def _purpose(round_: Round, moved: Transfer) -> Purpose:
    if round_.void:
        return Purpose.BACK
    if moved.reason in _OF_REASONS:
        return _OF_REASONS[moved.reason]
    offender = round_.turns[moved.turn - 1].seat
    others = {moved.source: Purpose.FINE, moved.target: Purpose.BACK}
    return others.get(offender, Purpose.POT)


def parts_of(moves: Moves, made: Sequence[Payment], open_: Sequence[Payment]) -> list[list[Part]]:
    """Return the parts of the payments that are open, after those that were made.

    All of them together settle the moves, those that were made first.
    """
    netting = _Netting(moves, made, open_)
    numbers = range(len(netting.rows))
    for group in (numbers[: len(made)], numbers[len(made) :]):
        for number in group:
            netting.pay_directly(number)
        for number in group:
            while netting.rest[number]:
                netting.follow_chain(number)
    netting.close_circles()
    return [[*_parts(moves, netting, number)] for number in numbers[len(made) :]]


def _parts(moves: Moves, netting: "_Netting", number: int) -> Iterator[Part]:
    payer, payee, _ = netting.rows[number]
    gained = Counter(netting.gained[number])
    if netting.paid_directly[number]:
        for purpose in Purpose:
            if chips := moves.get((payer, payee, purpose)):
                yield Part(purpose, chips)
        for purpose in Purpose:
            if chips := moves.get((payee, payer, purpose)):
                yield Part(purpose, -chips, payee)
        for (purpose, other), chips in netting.settled[payer, payee].items():
            # What is paid to somebody ahead is not owed to that one as well.
            both = min(chips, gained[Purpose.FOR, other]) if purpose is Purpose.AHEAD else 0
            gained[Purpose.FOR, other] -= both
            if chips > both:
                yield Part(purpose, both - chips, other)
    for (purpose, other), chips in (+gained).items():
        owed = [why for why in Purpose if (payer, other, why) in moves]
        # Cards or a fine owed to another, and paid here whole, are told as such.
        whole = owed in ([Purpose.CARDS], [Purpose.FINE]) and moves[payer, other, owed[0]] == chips
        yield Part(owed[0] if whole else purpose, chips, other)


class _Link(NamedTuple):
    """A step of a chain: what one owes another, or the payment `row` backwards."""

    start: str
    end: str
    chips: int
    row: int | None = None


_Why = tuple[Purpose, str]
"""Purpose of a part, with the other player."""


class _Netting:
    """What no payment has settled yet, and the `rest` of each payment that has settled nothing yet.

    `owed` are chips by payer and payee, each pair in one direction. `settled` is what other
    payments than the pair's own settle of it.
    """

    def __init__(self, moves: Moves, made: Sequence[Payment], open_: Sequence[Payment]) -> None:
        self.rows = (*made, *open_)
        self.made = len(made)
        self.rest = [row.chips for row in self.rows]
        both = Counter[tuple[str, str]]()
        for (payer, payee, _), chips in moves.items():
            both[payer, payee] += chips
        self.owed = {pair: chips - both[pair[1], pair[0]] for pair, chips in [*both.items()]}
        self.paid_directly = [0 for _ in self.rows]
        self.settled = defaultdict[tuple[str, str], Counter[_Why]](Counter)
        self.gained: list[Counter[_Why]] = [Counter() for _ in self.rows]

    def pay_directly(self, number: int) -> None:
        """Pay what the payer owes the payee, less what the payee owes the payer."""
        payer, payee, _ = self.rows[number]
        chips = min(self.rest[number], self._owed(payer, payee))
        if not chips:
            return
        self.owed[payer, payee] -= chips
        self.rest[number] -= chips
        self.paid_directly[number] = chips
        if number < self.made:
            self.settled[payer, payee][Purpose.HANDED, ""] += chips

    def follow_chain(self, number: int) -> None:
        """Pay what the payer owes somebody, who owes somebody else, up to the payee.

        Where another payment is a link of the chain, both are made in exchange.
        """
        circle = self._circle(number)
        chips = min(link.chips for link in circle)
        paying = number  # a circle starts with its payment
        for place, link in enumerate(circle):
            former, following = circle[place - 1], circle[(place + 1) % len(circle)]
            if link.row is not None:
                paying = link.row
                self.rest[paying] -= chips
                is_move = following.row is None
                why = (Purpose.FOR, following.end) if is_move else (Purpose.BACK, "")
                self.gained[paying][why] += chips
                continue
            self.owed[link.start, link.end] -= chips
            if paying < self.made:
                why = Purpose.HANDED, ""
            elif former.row is not None:
                why = Purpose.AHEAD, self.rows[paying].target
            else:
                why = Purpose.OWED, former.start
            self.settled[link.start, link.end][why] += chips

    def close_circles(self) -> None:
        """Settle what is left without a payment: debts that come round to whom they started."""
        left = Counter({pair: chips for pair, chips in self.owed.items() if chips > 0})
        for payer, payee in [*left]:
            for owing, owed in [*left]:
                due = self._owed(payer, payee)
                if owed == payer and (chips := min(due, left[owing, payer])):
                    left[owing, payer] -= chips
                    self.owed[payer, payee] -= chips
                    self.settled[payer, payee][Purpose.OWED, owing] += chips

    def _circle(self, number: int) -> list[_Link]:
        """Return a payment and the shortest chain from its payer to its payee."""
        payer, payee, _ = self.rows[number]
        chains = {payer: [_Link(payee, payer, self.rest[number], number)]}
        reached = [payer]
        for here in reached:
            for link in self._links(here):
                if link.end not in chains:
                    chains[link.end] = [*chains[here], link]
                    reached.append(link.end)
        return chains[payee]

    def _links(self, here: str) -> Iterator[_Link]:
        for payer, payee in self.owed:
            if payer == here and (chips := self._owed(payer, payee)):
                yield _Link(payer, payee, chips)
        for number, row in enumerate(self.rows):
            if row.target == here and self.rest[number]:
                yield _Link(here, row.source, self.rest[number], number)

    def _owed(self, payer: str, payee: str) -> int:
        return max(0, self.owed.get((payer, payee), 0))
