"""Chips as they lie: what was put down, the list at the end, and what late facts change of it."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from os import environ
from random import Random

import pytest
from hypothesis import assume, given, settings

from companion.core.books import Transfer, ledger
from companion.core.debts import series_payments
from companion.core.log import Log
from companion.core.payments import PaymentDue, hand_overs, lying_pot, moved_in_play
from companion.core.rounds.events import (
    CalledOff,
    ChipsCorrection,
    Event,
    FineCharged,
    FineTicked,
    FineWaived,
    MarkedUnpaid,
    Passed,
)
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT
from companion.core.rules import ChipPlace
from companion.core.sheet import dumps, loads
from companion.core.steps import Dealt, Recorded
from tests.core.books.referee import balances, has_several_sevens, play_round, with_facts
from tests.core.tables import log_of, round_of
from tests.strategies import luck, rounds

ROUNDS = int(environ.get("FANTAN_ROUNDS", "400"))
"""Rounds of the referee; more are asked for by the environment."""


def _sums(*moves: Iterable[Transfer | PaymentDue]) -> dict[int, int]:
    sums = Counter[int]()
    for moved in chain.from_iterable(moves):
        sums[moved.source] -= moved.chips
        sums[moved.target] += moved.chips
    return {account: chips for account, chips in sums.items() if chips}


def _net(round_: Round) -> dict[int, int]:
    books = ledger(round_)
    return {seat: chips for seat, chips in (*enumerate(books.chips), (POT, books.pot)) if chips}


@settings(max_examples=60, deadline=None)
@given(rounds())
def test_what_lies_there_and_the_list_make_every_balance(round_: Round) -> None:
    assume(round_.over and round_.setup.rules.chips is ChipPlace.TABLE)
    assert _sums(moved_in_play(round_), hand_overs(round_)) == ({} if round_.void else _net(round_))
    given = [paid.chips * (paid.source == POT) for paid in hand_overs(round_)]
    filled = [paid.chips * (paid.target == POT) for paid in hand_overs(round_)]
    assert lying_pot(round_) == sum(given) - sum(filled) + (
        0 if round_.void else ledger(round_).pot
    )
    assert all(paid.chips > 0 and paid.source != paid.target for paid in hand_overs(round_))


@settings(max_examples=60, deadline=None)
@given(rounds())
def test_nothing_is_booked_to_a_pot_that_the_rules_do_not_fill(round_: Round) -> None:
    corrected = any(POT in {paid.source, paid.target} for paid in round_.decisions.payments)
    assume(not corrected and not round_.setup.rules.fill_pot)
    assert not any(moved.target == POT for moved in ledger(round_).transfers)


def test_the_referee_and_the_list_agree_in_random_rounds() -> None:
    judged = 0
    for seed in range(ROUNDS):
        night = play_round(Random(seed))  # noqa: S311 - no secret
        if has_several_sevens(night):
            continue
        told = with_facts(night.round, night.facts)
        ticked = sum(tick.chips for tick in told.decisions.paid)
        assert _sums(moved_in_play(told), hand_overs(told)) == {
            seat: chips for seat, chips in balances(night).items() if chips
        }, seed
        other = with_facts(night.round, night.facts[::-1])
        assert hand_overs(other) == hand_overs(told), seed
        assert ticked or lying_pot(told) == lying_pot(night.round), seed
        judged += 1
    assert judged > ROUNDS // 2


LATE = ("waive", "charge", "tick", "pay", "void", "fact", "fact")


@settings(max_examples=40, deadline=None)
@given(luck())
def test_late_facts_owe_their_difference_and_nothing_is_asked_twice(chance: Random) -> None:
    night = play_round(chance)
    log = Log.begin(log_of(f"rules {'bicycle'}\n").head).after(Dealt(night.round.setup))
    for event in night.round.events:
        log = log.after(Recorded(1, event))
    seats = range(len(night.hands))
    payer, payee = chance.sample(seats, 2)
    marks = chance.randrange(2) * [MarkedUnpaid(payer, payee, 2)]
    for mark in marks:
        log = log.after(Recorded(1, mark))
    handed = hand_overs(log.series.rounds[0])
    taken = log.series.rounds[0].winner
    assert taken is not None
    log = log.after(Dealt(log.series.next_setup()))
    facts = list(night.facts)
    for kind in chance.choices(LATE, k=6):
        late = _late(chance, kind, log.series.rounds[0], facts)
        if late is not None and not log.objection(Recorded(1, late)):
            before, log = log, log.after(Recorded(1, late))
            assert log.without_last() == before
            assert log.without_last().series == before.series
    round_, chips = log.series.rounds[0], Counter[str]()
    players = round_.setup.players
    later = [made for made in round_.decisions.after_void if isinstance(made, ChipsCorrection)]
    moves: list[Transfer | PaymentDue] = [*moved_in_play(round_), *handed]
    for source, target, amount in (
        *((moved.source, moved.target, moved.chips) for moved in moves),
        *((paid.source, paid.target, paid.chips) for paid in later),
        *((mark.target, mark.source, mark.chips) for mark in marks),
    ):
        chips[players[taken if source == POT else source]] -= amount
        chips[players[taken if target == POT else target]] += amount
    for owed in series_payments(log.series):
        chips[owed.source] -= owed.chips
        chips[owed.target] += owed.chips
    books = dict(zip(players, ledger(round_).chips, strict=True))
    assert {name: total for name, total in chips.items() if total} == {
        name: total for name, total in books.items() if total
    }
    assert loads(dumps(log)).series == log.series


def _late(chance: Random, kind: str, round_: Round, facts: list[Event]) -> Event | None:
    passes = [turn for turn, event in enumerate(round_.turns, 1) if isinstance(event, Passed)] or [
        1
    ]
    seats = [POT, *range(len(round_.setup.players))]
    match kind:
        case "waive":
            return FineWaived(chance.choice(passes))
        case "charge":
            return FineCharged(chance.choice([*round_.decisions.waived, *passes[:1]]))
        case "tick":
            return FineTicked(chance.choice(passes))
        case "pay":
            source, target = chance.sample(seats, 2)
            return ChipsCorrection(source, target, chance.randint(1, 9))
        case "void":
            return CalledOff() if chance.randrange(3) == 0 else None
        case _:
            return facts.pop() if facts else None


# B holds back 7S at turn 2 and lays it at turn 5; C lays 8S and A the 6S with the last card.
PLAY = "deal A 3 B 3 C 46\nA B C\n1 7C -- 6C\n2 8C 7S 8S\n3 6S . .\n"
TICKED = {
    "all that is certain": ("paid 2", ["2 pot 3", "2 A 5", "2 C 5"]),
    "one part by its payee": ("paid 2 C 5", ["2 C 5"]),
    "one part, and then all": ("paid 2 pot 3\npaid 2", ["2 pot 3", "2 A 5", "2 C 5"]),
    "and let go afterwards": ("paid 2 pot 3\nwaive 2", ["2 pot 3"]),
}


@pytest.mark.parametrize(("lines", "expected"), TICKED.values(), ids=TICKED)
def test_a_tick_keeps_what_was_put_down_by_its_payee(lines: str, expected: list[str]) -> None:
    log = log_of(f"round 1\n{PLAY}{lines}")
    assert [
        tick.words("ABC").removeprefix("paid ") for tick in log.round.decisions.paid
    ] == expected
    assert loads(dumps(log)).series == log.series


def test_a_tick_whose_fine_is_no_longer_certain_goes_back() -> None:
    # Of the 9 in the pot 3 are B's, who has 3 cards left: the list nets them.
    round_ = round_of("deal A 2 B 3 C 47\nA B C\n1 7C -- 6C\n2 8C . .\npaid 2 pot 3\n")
    owed = [(paid.source, paid.target, paid.chips) for paid in hand_overs(round_)]
    assert (lying_pot(round_), owed) == (9, [(2, 0, 46), (POT, 0, 9)])
