"""What open payments are for: the moves from which they were netted."""

from collections import Counter
from os import environ

from hypothesis import assume, given, settings

from companion.core.log import Log
from companion.core.payments import Payment, balances_of
from companion.core.purposes import Moves, Part, Purpose, moves_of, purposes
from companion.core.rounds.events.decisions import CalledOff, FineWaived
from companion.core.rules import ChipPlace
from companion.core.steps import Ended, HandedOver, Recorded, Step
from tests.cases import cases
from tests.core.tables import log_of
from tests.strategies import logs

EXAMPLES = int(environ.get("FANTAN_ROUNDS", "60"))
"""Random evenings; more are asked for by the environment."""
A_OUT = "rules bicycle\nround 1\ndeal A 3 B 20 C 29\ndealer C\nA B C\nresult A 0 0 B 7 0 C 1 0\n"
"""A goes out: B has 7 cards left, C 1, and 4 chips lie in the pot."""
FALSE = (
    "rules bicycle\nround 1\ndeal A 2 B 20 C 30\ndealer C\nA B C\n1 7D -- 6D\n2 8D . .\n"
    "holds B 7H 8H\nholds C 6H\n"
)
"""B passed with the 7H: 3 chips to A, who took the pot, and 5 to C, who has 29 cards left."""


def _written(log: Log) -> list[str]:
    """Return each payment with its parts, e.g. `B A 5: cards 7, before -2 A`."""
    return [
        " ".join(map(str, paid)) + ": " + ", ".join(map(_part, parts))
        for paid, parts in zip(log.series.open, purposes(log.series), strict=True)
    ]


def _part(part: Part) -> str:
    return " ".join((part.purpose.name.lower(), str(part.chips), part.other)).strip()


CASES: dict[str, tuple[str, list[Step], list[str]]] = {
    "cards": (A_OUT, [], ["B A 7: cards 7", "C A 1: cards 1", "pot A 5: pot 5"]),
    "less a debt of the payee": (
        f"{A_OUT}open A B 2",
        [],
        ["B A 5: cards 7, before -2 A", "C A 1: cards 1", "pot A 5: pot 5"],
    ),
    "and more of the payer": (
        f"{A_OUT}open B A 2",
        [],
        ["B A 9: cards 7, before 2", "C A 1: cards 1", "pot A 5: pot 5"],
    ),
    "what somebody else owes the payee": (
        # C owes B, who owes A: C pays A in place of B.
        f"{A_OUT}open C B 7",
        [],
        ["C A 8: cards 1, for 7 B", "pot A 5: pot 5"],
    ),
    "a part of the cards": (
        f"{A_OUT}open C B 3",
        [],
        ["B A 4: cards 7, owed -3 C", "C A 4: cards 1, for 3 B", "pot A 5: pot 5"],
    ),
    "for two others": (
        f"{A_OUT}open D B 6 D C 1",
        [],
        ["B A 1: cards 7, owed -6 D", "D A 7: for 6 B, for 1 C", "pot A 5: pot 5"],
    ),
    "a fine": (
        FALSE,
        [],
        ["B A 28: cards 20, fine 3, fine 5 C", "C A 24: cards 29, owed -5 B", "pot A 6: pot 6"],
    ),
    "a fine let go that was paid": (
        # C gave 24 of 29 cards, for B gave A the 5 for her.
        FALSE,
        [Ended(), Recorded(1, FineWaived(2))],
        ["A B 3: back 3", "C B 5: back 5"],
    ),
    "what is left of a list": (
        A_OUT,
        [HandedOver("B", "A", 4)],
        ["B A 3: cards 7, handed -4", "C A 1: cards 1", "pot A 5: pot 5"],
    ),
    "what was handed over too much": (
        A_OUT,
        [HandedOver("B", "A", 9)],
        ["C B 1: cards 1 A", "pot A 4: pot 5, ahead -1 B", "pot B 1: for 1 A"],
    ),
    "what goes back of a round called off": (
        A_OUT,
        [Recorded(1, CalledOff())],
        ["pot A 2: back 2", "pot B 2: back 2", "pot C 1: back 1"],
    ),
    "beside what goes back": (
        f"{A_OUT}open B C 3",
        [Recorded(1, CalledOff())],
        ["B C 1: before 3, owed -2 pot", "pot A 2: back 2", "pot C 3: back 1, for 2 B"],
    ),
}


@cases("sheet, steps, expected", CASES)
def test_r18_parts_of_payments(sheet: str, steps: list[Step], expected: list[str]) -> None:
    log = log_of(sheet)
    for step in steps:
        log = log.after(step)
    assert _written(log) == expected


@settings(max_examples=EXAMPLES, deadline=None)
@given(logs())
def test_r18_parts_make_up_each_payment(log: Log) -> None:
    series = log.series
    assume(series.last and series.chips is ChipPlace.TABLE)
    moves = moves_of(series)
    accounts = {end for payer, payee, _ in moves for end in (payer, payee)} | balances_of(
        series.handed
    ).keys()
    owed = Counter[tuple[str, str]]()
    for (payer, payee, _), chips in moves.items():
        owed.update({(payer, payee): chips, (payee, payer): -chips})
    for paid, parts in zip(series.open, purposes(series), strict=True):
        assert sum(part.chips for part in parts) == paid.chips
        puts_off = paid.source in series.later and not series.handed
        assert owed[paid[:2]] > 0 or not puts_off  # nobody waits for a stranger
        told = {part.purpose: part for part in parts if not part.other}
        for purpose in told.keys() - {Purpose.HANDED, Purpose.BACK}:
            assert told[purpose].chips == moves[paid.source, paid.target, purpose]
        ahead, owed_to = (
            {part.other for part in parts if part.purpose is purpose}
            for purpose in (Purpose.AHEAD, Purpose.FOR)
        )
        assert not ahead & owed_to
        for part in parts:
            _check_other(moves, paid, part, accounts)


def _check_other(moves: Moves, paid: Payment, part: Part, accounts: set[str]) -> None:
    """Check that somebody owes, to the one whom the part names or by that one, what it says."""
    owing = {(payer, payee): chips for (payer, payee, _), chips in moves.items()}
    match part.purpose:
        case Purpose.OWED:
            assert (part.other, paid.source) in owing
        case _ if part.other and part.chips > 0:
            assert (paid.source, part.other) in owing
            assert part.other != paid.target
        case Purpose.AHEAD:
            assert part.other in accounts - {paid.source}
        case _:
            assert part.other in {"", paid.target}
