"""Chips as they lie: what was put down, and the list at the end."""

from collections import Counter
from os import environ
from random import Random

from hypothesis import assume, given, settings

from companion.core.books import ledger
from companion.core.dues import due_moves, dues, hand_overs, lying, put_down
from companion.core.rounds.events.decisions import ChipsCorrection
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT
from companion.core.rules import ChipPlace
from companion.core.sheet import dumps, loads
from tests.cases import cases
from tests.core.books.random_nights import play_round, with_facts
from tests.core.tables import log_of, round_of
from tests.strategies import rounds

ROUNDS = int(environ.get("FANTAN_ROUNDS", "400"))
"""Random rounds; more are asked for by the environment."""


def _sums(round_: Round) -> dict[str, int]:
    """Return what each has after the moves of the play and the list."""
    sums = Counter[str]()
    names = (*round_.setup.players, "pot")
    for moved in put_down(round_):
        sums[names[moved.source]] -= moved.chips
        sums[names[moved.target]] += moved.chips
    for payer, payee, chips in hand_overs(round_):
        sums[payer] -= chips
        sums[payee] += chips
    return {account: chips for account, chips in sums.items() if chips}


def _net(round_: Round) -> dict[str, int]:
    books = ledger(round_)
    pairs = zip((*round_.setup.players, "pot"), (*books.chips, books.pot), strict=True)
    return {handle: chips for handle, chips in pairs if chips}


@settings(max_examples=60, deadline=None)
@given(rounds())
def test_what_lies_there_and_the_list_make_every_balance(round_: Round) -> None:
    assume(round_.over and round_.setup.rules.chips is ChipPlace.TABLE)
    assert _sums(round_) == _net(round_)
    given = [paid.chips * (paid.source == "pot") for paid in hand_overs(round_)]
    filled = [paid.chips * (paid.target == "pot") for paid in hand_overs(round_)]
    assert lying(round_)["pot"] == sum(given) - sum(filled) + ledger(round_).pot
    assert all(paid.chips > 0 and paid.source != paid.target for paid in hand_overs(round_))
    moves = Counter[int]()
    for moved in due_moves(round_):
        moves[moved.source] -= moved.chips
        moves[moved.target] += moved.chips
    names = (*round_.setup.players, "pot")
    assert {names[seat]: chips for seat, chips in moves.items() if chips} == {
        handle: chips for handle, chips in dues(round_).items() if chips
    }


@settings(max_examples=60, deadline=None)
@given(rounds())
def test_nothing_is_booked_to_a_pot_that_the_rules_do_not_fill(round_: Round) -> None:
    corrected = any(
        POT in {paid.source, paid.target}
        for paid in round_.decided
        if isinstance(paid, ChipsCorrection)
    )
    assume(not corrected and not round_.setup.rules.fill_pot)
    assert not any(moved.target == POT for moved in ledger(round_).transfers)


def test_the_order_of_facts_changes_nothing_in_the_list() -> None:
    for seed in range(ROUNDS):
        night = play_round(Random(seed))  # noqa: S311 - no secret
        if night.round.setup.rules.chips is ChipPlace.APP:
            continue
        told = with_facts(night.round, night.facts)
        other = with_facts(night.round, night.facts[::-1])
        assert _sums(other) == _sums(told) == _net(told), seed
        ticked = sum(tick.chips for tick in told.decisions.paid)
        assert ticked or lying(told)["pot"] == lying(night.round)["pot"], seed


# B holds back 7S at turn 2 and lays it at turn 5; C lays 8S and A the 6S with the last card.
PLAY = "deal A 3 B 3 C 46\nA B C\n1 7C -- 6C\n2 8C 7S 8S\n3 6S . .\n"
TICKED = {
    "all that is certain": ("paid 2", ["2 pot 3", "2 A 5", "2 C 5"]),
    "one part by its payee": ("paid 2 C 5", ["2 C 5"]),
    "one part, and then all": ("paid 2 pot 3\npaid 2", ["2 pot 3", "2 A 5", "2 C 5"]),
    "and let go afterwards": ("paid 2 pot 3\nwaive 2", ["2 pot 3"]),
}


@cases("lines, expected", TICKED)
def test_a_tick_keeps_what_was_put_down_by_its_payee(lines: str, expected: list[str]) -> None:
    log = log_of(f"round 1\n{PLAY}{lines}")
    assert [
        line.removeprefix("paid ")
        for line in (fact.words("ABC") for fact in log.round.decided)
        if line.startswith("paid")
    ] == expected
    assert loads(dumps(log)).series == log.series


def test_a_tick_whose_fine_is_no_longer_certain_goes_back() -> None:
    # Of the 9 in the pot 3 are B's, who has 3 cards left: the list nets them.
    round_ = round_of("deal A 2 B 3 C 47\nA B C\n1 7C -- 6C\n2 8C . .\npaid 2 pot 3\n")
    assert (lying(round_)["pot"], hand_overs(round_)) == (9, (("C", "A", 46), ("pot", "A", 9)))
