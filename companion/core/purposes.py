"""What open payments are for: the moves and debts from which each of them was netted (R18).

The fewest payments have other payers and payees than the moves. Each of their chips follows a chain
of moves from its payer to its payee. Where no such chain is left, others pay in exchange: who owes
Ann pays Cem, and who owes Cem pays Ann.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
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
    CARDS = "cards"
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


def purposes(series: Series) -> tuple[tuple[Part, ...], ...]:
    """Return the parts of each payment that is open, of a round whose chips are on the table."""
    made = series.fewest(series.handed)
    return parts_of(made, series.open, tuple(moves_of(series)))[len(made) :]


def moves_of(series: Series) -> Iterator[tuple[Payment, Purpose]]:
    """Yield the moves that are due of the last round, and the debts of those before it."""
    if last := series.last:
        names = (*last.setup.players, POT_WORD)
        for moved in due_moves(last):
            paid = Payment(names[moved.source], names[moved.target], moved.chips)
            yield paid, _purpose(last, moved)
    yield from ((paid, Purpose.BEFORE) for paid in series.debts)


def _purpose(round_: Round, moved: Transfer) -> Purpose:
    if round_.void:
        return Purpose.BACK
    if moved.reason in {Reason.POT, Reason.CARDS_LEFT}:
        return Purpose(moved.reason.value.removesuffix("_left"))
    offender = round_.turns[moved.turn - 1].seat
    if moved.source == offender:
        return Purpose.FINE
    return Purpose.BACK if moved.target == offender else Purpose.POT


def parts_of(
    made: Sequence[Payment], open_: Sequence[Payment], moves: Sequence[tuple[Payment, Purpose]]
) -> tuple[tuple[Part, ...], ...]:
    """Return the parts of payments that were made and of those that are open.

    All of them together settle the moves.
    """
    netting = _Netting((*made, *open_), moves)
    numbers = range(len(netting.rest))
    # What was handed over was handed over first.
    for group in (numbers[: len(made)], numbers[len(made) :]):
        for number in group:
            netting.pay_directly(number)
        for number in group:
            while netting.rest[number]:
                netting.follow_chain(number)
    return tuple(tuple(_joined(parts)) for parts in netting.parts)


def _joined(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts with one for all that the payer owes somebody for a purpose."""
    alike = defaultdict[tuple[Purpose, tuple[str, ...], bool], list[Part]](list)
    for part in parts:
        alike[part.purpose, part.via[:1], part.chips < 0].append(part)
    for (purpose, *_), same in alike.items():
        chips = sum(part.chips for part in same)
        whole = max(chips, *(part.whole for part in same))
        vias = zip(*(part.via for part in same), strict=False)
        shared = takewhile(lambda names: len({*names}) == 1, vias)
        yield Part(purpose, chips, whole, tuple(names[0] for names in shared))


class _Link(NamedTuple):
    """A step of a chain: a move, or the payment with this number backwards."""

    start: str
    end: str
    row: int | None = None


class _Netting:
    """The moves that no payment has paid yet, and the `rest` of each payment without a purpose."""

    def __init__(self, rows: Sequence[Payment], moves: Iterable[tuple[Payment, Purpose]]) -> None:
        self.rows = rows
        self.rest = [row.chips for row in rows]
        self.parts: list[list[Part]] = [[] for _ in rows]
        self.left = defaultdict[tuple[str, str], Counter[Purpose]](Counter)
        self.whole = Counter[tuple[str, str, Purpose]]()
        for (payer, payee, chips), purpose in moves:
            self.left[payer, payee][purpose] += chips
            self.whole[payer, payee, purpose] += chips

    def pay_directly(self, number: int) -> None:
        """Pay what the payer owes the payee, less what the payee owes the payer."""
        payer, payee, _ = self.rows[number]
        if chips := min(self.rest[number], self._owed(payer, payee)):
            back = self.left[payee, payer].total()
            self.parts[number] += self._take(payer, payee, chips + back)
            less = self._take(payee, payer, back)
            self.parts[number] += (part._replace(chips=-part.chips) for part in less)
            self.rest[number] -= chips

    def follow_chain(self, number: int) -> None:
        """Pay what the payer owes somebody, who owes somebody else, up to the payee.

        Where another payment is a link of the chain, both are made in exchange.
        """
        payer, payee, _ = self.rows[number]
        circle = [*self._chain(payer, payee), _Link(payee, payer, number)]
        chips = min(map(self._most, circle))
        taken = [
            [Part(Purpose.BACK, chips, chips)]
            if link.row is not None
            else [*self._take(link.start, link.end, chips)]
            for link in circle
        ]
        for place, link in enumerate(circle, 1):
            if link.row is not None:
                onward = (*circle[place:], *circle[: place - 1])
                via = tuple(other.start for other in onward[1:])
                parts = taken[place % len(circle)]
                self.parts[link.row] += (part._replace(via=via) for part in parts)
                self.rest[link.row] -= chips

    def _chain(self, payer: str, payee: str) -> list[_Link]:
        """Return the shortest chain of moves, and of payments backwards."""
        came: dict[str, _Link] = {}
        waiting = deque([payer])
        while payee not in came:
            here = waiting.popleft()
            for link in self._links(here):
                if link.end not in {payer, *came}:
                    came[link.end] = link
                    waiting.append(link.end)
        chain = [came[payee]]
        while chain[0].start != payer:
            chain.insert(0, came[chain[0].start])
        return chain

    def _links(self, here: str) -> Iterator[_Link]:
        for payer, payee in list(self.left):
            if payer == here and self._owed(payer, payee):
                yield _Link(payer, payee)
        for number, row in enumerate(self.rows):
            if row.target == here and self.rest[number]:
                yield _Link(here, row.source, number)

    def _most(self, link: _Link) -> int:
        return self._owed(*link[:2]) if link.row is None else self.rest[link.row]

    def _owed(self, payer: str, payee: str) -> int:
        """Return what the payer owes the payee, less what the payee owes the payer."""
        return max(0, self.left[payer, payee].total() - self.left[payee, payer].total())

    def _take(self, payer: str, payee: str, chips: int) -> Iterator[Part]:
        """Take these chips from the moves, and yield their parts."""
        left = self.left[payer, payee]
        for purpose in Purpose:
            if taken := min(chips, left[purpose]):
                left[purpose] -= taken
                chips -= taken
                yield Part(purpose, taken, self.whole[payer, payee, purpose])
