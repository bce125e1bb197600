"""Chips that are still owed in a series, which lie on the table or are kept by the app (R18)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.core.books import ledger
from companion.core.debts import series_payments
from companion.core.log import Log
from companion.core.rounds.events import MarkedUnpaid, MarkWithdrawn
from companion.core.rounds.round import Round
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.steps import DebtPaid, Recorded, Step
from tests.core.tables import log_of
from tests.strategies import log_of as log_of_rounds
from tests.strategies import logs, luck

ONE = "round 1\ndealer C\ndeal A 1 B 20 C 31\nA B C\n1 7C . .\n"
APP = f"rules parlour chips=app\n{ONE}"
# B holds back 7S at turn 2: 3 to the pot, which A takes, 5 to C with 8S, 5 to A with 6S.
FINED = "round 1\ndeal A 3 B 3 C 46\nA B C\n1 7C -- 6C\n2 8C 7S 8S\n3 6S . .\n"
SERIES = {
    "nothing on the table": (ONE, []),
    "no fine, which the list has": (FINED, []),
    "a debt": (f"{ONE}owed B A 4", ["B A 4"]),
    "debts of a round in play": ("round 1\nA B C\nowed B A 4\nowed B A 1", ["B A 5"]),
    "debts that meet": (f"{ONE}owed B A 4\nowed A C 4", ["B C 4"]),
    "no debt of a list that a calling off put away": (f"{ONE}owed B A 4\nvoid", []),
    "a debt of a round called off": (f"{ONE}void\nowed B A 4", ["B A 4"]),
    "a correction, paid at once": (f"{ONE}pay B A 4", []),
    "a part of a debt": (f"{ONE}owed B A 4\nsettled B A 3", ["B A 1"]),
    "more than a debt": (f"{ONE}owed B A 4\nsettled B A 6", ["A B 2"]),
    "the balances that the app keeps": (APP, ["B A 21", "C A 32"]),
    "a part was handed over": (f"{APP}settled B A 20", ["B A 1", "C A 32"]),
    "in several parts": (f"{APP}settled B A 20\nsettled B A 1", ["C A 32"]),
    "all of it": (f"{APP}settled B A 21\nsettled C A 32", []),
    "too much of it": (f"{APP}settled B A 30\nsettled C A 32", ["A B 9"]),
    "to another": (f"{APP}settled B C 21", ["C A 53"]),
    "no round in play": (f"{APP}round 2\nA B C\npay A B 9", ["B A 21", "C A 32"]),
    "no round called off": (f"{APP}round 2\nA B C\npay A B 9\nvoid", ["B A 21", "C A 32"]),
    "its later corrections": (f"{APP}round 2\nA B C\nvoid\npay A B 9", ["B A 12", "C A 32"]),
    "a result": ("rules parlour chips=app\nround 1\nA B\nresult A 0 0 B 2 1\n", ["B A 4"]),
    "the others as planned after one payment": (
        (
            "rules pagat chips=app\nround 1\nA B C D E\nresult A 0 0 B 1 0 C 1 0 D 1 0 E 1 0\n"
            "pay C A 51\npay C D 8\npay E B 15\npay E D 24\nsettled C A 51"
        ),
        ["C D 8", "E B 15", "E D 24"],
    ),
    "nothing where nothing was marked": (
        "rules parlour\nround 1\nA B\nresult A 0 0 B 2 1\nsettled B A 3",
        [],
    ),
    "settled by a newcomer": (f"{APP}round 2\nA B D\nsettled D A 5", ["B A 16", "B D 5", "C A 32"]),
    "each round by its own rules": (
        f"{APP}round 2\nrules parlour\ndealer C\ndeal A 1 B 20 C 31\nA B C\n1 7C . .\nowed C B 2",
        ["B A 19", "C A 34"],
    ),
}


@pytest.mark.parametrize(("sheet", "expected"), SERIES.values(), ids=SERIES)
def test_r18_payments_that_settle_the_series(sheet: str, expected: list[str]) -> None:
    owed = series_payments(log_of(sheet).series)
    assert [f"{one.source} {one.target} {one.chips}" for one in owed] == expected


def _kept(round_: Round, place: ChipPlace) -> Round:
    """Return the round with its chips in this place and without debts."""
    setup = replace(round_.setup, rules=replace(round_.setup.rules, chips=place))
    return Round.of(
        setup, (event for event in round_.events if not isinstance(event, MarkedUnpaid))
    )


@st.composite
def _nights(draw: st.DrawFn, place: ChipPlace) -> Log:
    """Draw a series with its chips in this place, and with nothing marked."""
    played = draw(logs(most=3)).series.rounds
    assume(played)
    return log_of_rounds(*(_kept(round_, place) for round_ in played))


def _net(owed: tuple[DebtPaid, ...]) -> Mapping[str, int]:
    """Return the balance of each player who pays or receives chips."""
    net = Counter[str]()
    for one in owed:
        net[one.source] -= one.chips
        net[one.target] += one.chips
    return {handle: chips for handle, chips in net.items() if chips}


@settings(max_examples=25, deadline=None)
@given(_nights(ChipPlace.TABLE))
def test_nothing_marked_is_nothing_owed(log: Log) -> None:
    assert series_payments(log.series) == ()


@settings(max_examples=25, deadline=None)
@given(_nights(ChipPlace.APP), luck())
def test_r18_the_app_asks_for_the_balances_less_what_was_settled(log: Log, chance: Random) -> None:
    for _ in range(chance.randrange(3)):
        source, target = chance.sample(sorted(log.series.totals.chips), 2)
        log = log.after(DebtPaid(source, target, chance.randint(1, 40)))
    balances = Counter[str]()
    for round_ in log.series.rounds:
        if round_.over:
            balances.update(dict(zip(round_.setup.players, ledger(round_).chips, strict=True)))
    for settled in log.series.settled:
        balances.update({settled.source: settled.chips, settled.target: -settled.chips})
    expected = {handle: chips for handle, chips in balances.items() if chips}
    assert _net(series_payments(log.series)) == expected


@settings(max_examples=25, deadline=None)
@given(_nights(ChipPlace.TABLE), luck())
def test_debts_marked_and_settled_in_any_order_end_at_zero(log: Log, chance: Random) -> None:
    waiting: list[Step] = []
    for number, round_ in enumerate(log.series.rounds, 1):
        if round_.void:
            continue
        source, target = chance.sample(range(len(round_.setup.players)), 2)
        players, chips = round_.setup.players, chance.randint(1, 30)
        waiting.append(Recorded(number, MarkedUnpaid(source, target, chips)))
        waiting.append(DebtPaid(players[source], players[target], chips))
        withdrawn = chance.choice(
            (MarkedUnpaid(target, source, chips), MarkWithdrawn(target, source))
        )
        waiting.append(Recorded(number, MarkedUnpaid(target, source, chips)))
        if isinstance(withdrawn, MarkedUnpaid):
            waiting.append(DebtPaid(players[target], players[source], chips))
        else:
            log = log.after(waiting.pop()).after(Recorded(number, withdrawn))
    chance.shuffle(waiting)
    for step in waiting:
        log = log.after(step)
    assert series_payments(log.series) == ()


@settings(max_examples=30, deadline=None)
@given(logs(), st.booleans())
def test_settled_players_owe_nothing_more(log: Log, at_once: bool) -> None:  # noqa: FBT001 - drawn
    for owed in series_payments(log.series):
        before = _net(series_payments(log.series))
        log = log.after(owed if at_once else replace(owed, chips=1))
        after = _net(series_payments(log.series))
        assert sum(map(abs, after.values())) < sum(map(abs, before.values()))
    assert not at_once or series_payments(log.series) == ()


def test_nobody_owes_anything_before_the_first_round() -> None:
    assert series_payments(Series()) == ()
