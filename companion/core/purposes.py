"""What open payments are for: the moves and debts from which each of them was netted (R18).

The fewest payments have other payers and payees than the moves. Each of their chips follows a chain
of moves from its payer to its payee. Where no such chain is left, others pay in exchange: who owes
Ann pays Cem, and who owes Cem pays Ann.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import takewhile
from typing import NamedTuple

from companion.core.books import Reason, Transfer
from companion.core.dues import due_moves
from companion.core.payments import Payment
from companion.core.rounds.round import Round
from companion.core.rounds.texts import POT_WORD
from companion.core.series import Series


class Purpose(Enum):
    """Purpose of a move, in the order in which the moves between two players are paid."""

    POT = "pot"
    CARDS = "cards_left"
    FINE = "fine"
    BACK = "back"
    BEFORE = "before"


class Part(NamedTuple):
    """Chips of a payment that the payer owes for a purpose, out of a `whole`.

    They are less than nothing where the payee owes them. `via` are those on the way to the payee,
    from the one whom the payer owes, as far as all these chips have it in common.
    """

    purpose: Purpose
    chips: int
    whole: int
    via: tuple[str, ...] = ()


Moves = Mapping[tuple[str, str, Purpose], int]
"""Chips by payer, payee and purpose."""


def purposes(series: Series) -> list[list[Part]]:
    """Return the parts of each payment that is open, of a round whose chips are on the table."""
    made = series.fewest(series.handed)
    return parts_of(moves_of(series), made, series.open)[len(made) :]


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


def _purpose(round_: Round, moved: Transfer) -> Purpose:
    if round_.void:
        return Purpose.BACK
    if moved.reason in {Reason.POT, Reason.CARDS_LEFT}:
        return Purpose(moved.reason.value)
    offender = round_.turns[moved.turn - 1].seat
    others = {moved.source: Purpose.FINE, moved.target: Purpose.BACK}
    return others.get(offender, Purpose.POT)


def parts_of(moves: Moves, made: Sequence[Payment], open_: Sequence[Payment]) -> list[list[Part]]:
    """Return the parts of the payments that were made, and of those that are open.

    All of them together settle the moves, those that were made first.
    """
    netting = _Netting(moves, (*made, *open_))
    numbers = range(len(netting.rows))
    for group in (numbers[: len(made)], numbers[len(made) :]):
        for number in group:
            netting.pay_directly(number)
        for number in group:
            while netting.rest[number]:
                netting.follow_chain(number)
    return [[*parts.values()] for parts in netting.parts]


class _Link(NamedTuple):
    """A step of a chain: what one owes another, or the payment `row` backwards."""

    start: str
    end: str
    chips: int
    row: int | None = None


class _Netting:
    """The moves that no payment has paid yet, and the `rest` of each payment without a purpose."""

    def __init__(self, moves: Moves, rows: Sequence[Payment]) -> None:
        self.whole = moves
        self.left = Counter(moves)
        self.rows = rows
        self.rest = [row.chips for row in rows]
        self.parts: list[dict[object, Part]] = [{} for _ in rows]

    def pay_directly(self, number: int) -> None:
        """Pay what the payer owes the payee, less what the payee owes the payer."""
        payer, payee, _ = self.rows[number]
        if chips := min(self.rest[number], self._owed(payer, payee)):
            back = sum(self.left[payee, payer, purpose] for purpose in Purpose)
            for part in self._take(payer, payee, chips + back):
                self._add(number, part)
            for part in self._take(payee, payer, back):
                self._add(number, part._replace(chips=-part.chips))
            self.rest[number] -= chips

    def follow_chain(self, number: int) -> None:
        """Pay what the payer owes somebody, who owes somebody else, up to the payee.

        Where another payment is a link of the chain, both are made in exchange.
        """
        circle = self._circle(number)
        chips = min(link.chips for link in circle)
        taken = [
            [Part(Purpose.BACK, chips, chips)]
            if link.row is not None
            else [*self._take(link.start, link.end, chips)]
            for link in circle
        ]
        for place, link in enumerate(circle):
            if link.row is not None:
                first, *onward = circle[place + 1 :] + circle[:place]
                via = tuple(other.start for other in onward)
                for part in taken[circle.index(first)]:
                    self._add(link.row, part._replace(via=via))
                self.rest[link.row] -= chips

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
        for end in dict.fromkeys(payee for payer, payee, _ in self.left if payer == here):
            if chips := self._owed(here, end):
                yield _Link(here, end, chips)
        for number, row in enumerate(self.rows):
            if row.target == here and self.rest[number]:
                yield _Link(here, row.source, self.rest[number], number)

    def _owed(self, payer: str, payee: str) -> int:
        """Return what the payer owes the payee, less what the payee owes the payer."""
        ends = (payer, payee), (payee, payer)
        there, back = (sum(self.left[*pair, purpose] for purpose in Purpose) for pair in ends)
        return max(0, there - back)

    def _take(self, payer: str, payee: str, chips: int) -> Iterator[Part]:
        """Take these chips from the moves, and yield their parts."""
        for purpose in Purpose:
            move = payer, payee, purpose
            if taken := min(chips, self.left[move]):
                self.left[move] -= taken
                chips -= taken
                yield Part(purpose, taken, self.whole[move])

    def _add(self, number: int, part: Part) -> None:
        """Add a part to those of a payment, as one with what is owed to the same for the same."""
        key = part.purpose, part.via[:1], part.chips < 0
        same = self.parts[number].get(key)
        if same:
            shared = takewhile(
                lambda pair: pair[0] == pair[1], zip(part.via, same.via, strict=False)
            )
            via = tuple(name for name, _ in shared)
            chips = same.chips + part.chips
            part = Part(part.purpose, chips, max(chips, part.whole), via)
        self.parts[number][key] = part
