"""Differences of two logs as values."""

from hypothesis import given, settings

from companion.core.dues import put_down
from companion.core.explain import Difference, TurnChange, explain
from companion.core.judge import Verdict
from companion.core.log import Log
from companion.core.rounds.events.decisions import FineTicked
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.reading import read_event
from companion.core.rounds.repair import Draft
from companion.core.rules import ChipPlace
from companion.core.steps import Recorded
from tests.core.tables import log_of
from tests.strategies import logs

# B holds back 7S at turn 2 and lays it at turn 5; C lays 8S.
NIGHT = log_of("round 1\ndeal A 3 B 3 C 46\nA B C\n1 7C -- 6C\n2 8C 7S 8S\n")


def after(log: Log, words: str, number: int = 1) -> Log:
    players = log.series.round(number).setup.players
    return log.after(Recorded(number, read_event(words, players)))


def test_a_tick_moves_the_chips_that_are_put_down() -> None:
    changes = explain(NIGHT, after(NIGHT, "paid 2"))
    (change,) = changes.rounds
    assert changes.done == (Recorded(1, FineTicked(2)),)
    assert (changes.undone, change.turns, change.fines) == ((), (), Difference((), ()))
    assert (change.pot, change.payments) == (Difference(6, 9), (("B", "C", 5), ("B", "pot", 3)))


def test_an_undo_asks_for_the_payments_the_other_way_round() -> None:
    (change,) = explain(after(NIGHT, "paid 2"), NIGHT).rounds
    assert sorted(change.payments) == [("C", "B", 5), ("pot", "B", 3)]


def test_an_undone_pass_comes_back_from_the_pot() -> None:
    passed = after(NIGHT, "A --")
    changes = explain(passed, NIGHT)
    assert changes.undone == (Recorded(1, Passed(0)),)
    assert changes.rounds[0].payments == (("pot", "A", 1),)


def test_a_late_fact_changes_a_verdict_and_brings_a_fine() -> None:
    was = log_of("round 1\nA B C\n1 7C -- 6C\n")
    (change,) = explain(was, after(was, "holds B 8C")).rounds
    assert change.verdicts == {2: Difference(Verdict.OPEN, Verdict.ILLEGAL)}
    assert [(fine.turn, fine.chips) for fine in change.fines.now] == [(2, 3)]
    assert change.payments == ()


def test_a_late_fact_of_an_earlier_round_owes_its_difference() -> None:
    was = log_of("round 1\ndeal A 1 B 2 C 49\nA B C\n1 7C . .\nround 2\nA B C\n")
    assert explain(was, after(was, "pay A B 1")).more_open == ()
    late = log_of("round 1\ndeal A 2 B 2 C 48\nA B C\n1 7C -- 6C\n2 8C . .\nround 2\nA B C\n")
    assert explain(late, after(late, "holds B 7D")).more_open == (("B", "A", 3),)


def test_an_inserted_pass_keeps_the_verdicts_of_the_others() -> None:
    was = log_of("round 1\nholds B 8C\nA B C\n1 7C -- 6C\n2 5C . .\n")
    draft = Draft.of(1, was.round).inserted(4, None)
    (change,) = explain(was, was.after(draft.step)).rounds
    assert change.turns[0] == TurnChange(4, (), (None,))
    assert all(turn >= 4 for turn in change.verdicts)


@settings(max_examples=40, deadline=None)
@given(logs(most=2))
def test_payments_are_the_difference_of_what_was_put_down(log: Log) -> None:
    if not log.steps:
        return
    before = log.without_last()
    for change in explain(before, log).rounds:
        sums: dict[str, int] = {}
        for source, target, chips in change.payments:
            sums[source] = sums.get(source, 0) - chips
            sums[target] = sums.get(target, 0) + chips
        expected: dict[str, int] = {}
        for round_, sign in ((change.was, -1), (change.now, 1)):
            if round_ and round_.setup.rules.chips is ChipPlace.TABLE:
                names = (*round_.setup.players, "pot")
                for moved in put_down(round_):
                    for account, chips in (
                        (moved.source, -moved.chips),
                        (moved.target, moved.chips),
                    ):
                        name = names[account]
                        expected[name] = expected.get(name, 0) + sign * chips
        assert {name: chips for name, chips in expected.items() if chips} == sums
