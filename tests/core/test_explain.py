"""Differences of two logs as values."""

from collections import Counter

from hypothesis import assume, given, settings

from companion.core.cards import card
from companion.core.dues import put_down
from companion.core.explain import Difference, TurnChange, explain
from companion.core.judge import Verdict
from companion.core.log import Log
from companion.core.payments import balances_of
from companion.core.rounds.events.decisions import FineTicked
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.reading import read_event
from companion.core.rounds.repair import Draft
from companion.core.rules import ChipPlace
from companion.core.steps import Recorded, Repaired
from tests.cases import cases
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
    assert (change.pot, changes.at_once) == (Difference(6, 9), (("B", "C", 5), ("B", "pot", 3)))


def test_an_undo_asks_for_the_payments_the_other_way_round() -> None:
    changes = explain(after(NIGHT, "paid 2"), NIGHT)
    assert sorted(changes.at_once) == [("C", "B", 5), ("pot", "B", 3)]


def test_an_undone_pass_comes_back_from_the_pot() -> None:
    passed = after(NIGHT, "A --")
    changes = explain(passed, NIGHT)
    assert changes.undone == (Recorded(1, Passed(0)),)
    assert changes.at_once == (("pot", "A", 1),)


def test_a_late_fact_changes_a_verdict_and_brings_a_fine() -> None:
    was = log_of("round 1\nA B C\n1 7C -- 6C\n")
    changes = explain(was, after(was, "holds B 8C"))
    (change,) = changes.rounds
    assert change.verdicts == {2: Difference(Verdict.OPEN, Verdict.ILLEGAL)}
    assert [(fine.turn, fine.chips) for fine in change.fines.now] == [(2, 3)]
    assert changes.at_once == ()


def test_a_late_fact_of_an_earlier_round_owes_its_difference() -> None:
    was = log_of("round 1\ndeal A 1 B 2 C 49\nA B C\n1 7C . .\nround 2\nA B C\n")
    assert explain(was, after(was, "pay A B 1")).open == ()
    late = log_of("round 1\ndeal A 2 B 2 C 48\nA B C\n1 7C -- 6C\n2 8C . .\nround 2\nA B C\n")
    assert explain(late, after(late, "holds B 7D")).open == (("B", "A", 3),)


def test_an_inserted_pass_keeps_the_verdicts_of_the_others() -> None:
    was = log_of("round 1\nholds B 8C\nA B C\n1 7C -- 6C\n2 5C . .\n")
    draft = Draft.of(1, was.round).inserted(4, None)
    (change,) = explain(was, was.after(draft.step)).rounds
    assert change.turns[0] == TurnChange(4, (), (None,))
    assert all(turn >= 4 for turn in change.verdicts)


def test_inserted_turns_move_a_fine_and_bring_none() -> None:
    was = log_of("round 1\nholds B 8C\nA B C\n1 7C -- 6C\n2 5C . .\n")
    draft = Draft.of(1, was.round)
    for turn, code in enumerate(("7D", "8D", "6D"), 1):
        draft = draft.inserted(turn, card(code))
    (change,) = explain(was, was.after(draft.step)).rounds
    assert change.fines == Difference((), ())
    without = Draft.of(1, was.round).changed(2, card("8C"))
    (change,) = explain(was, was.after(without.step)).rounds
    assert [fine.turn for fine in change.fines.was] == [2]


def test_an_inserted_turn_gives_the_pass_and_its_fine_to_another() -> None:
    was = log_of("round 1\nholds B 6C\nholds C 8C\nA B C\n1 7C -- .\n")
    draft = Draft.of(1, was.round).inserted(1, card("7D"))
    (change,) = explain(was, was.after(draft.step)).rounds
    players = was.round.setup.players
    gone, come = (
        [players[fine.offender] for fine in one] for one in (change.fines.was, change.fines.now)
    )
    assert (gone, come) == (["B"], ["C"])


RESULT = "round 1\ndeal A 3 B 20 C 29\ndealer C\nA B C\nresult A 0 0 B 2 1 C 4 0\n"
OVER = {
    "a list that is open": (RESULT, [("B", "A", 1)]),
    "one that the end has settled": (f"{RESULT}end", [("A", "B", 1)]),
    "one that a deal has settled": (f"{RESULT}round 2\nA B C\n", [("A", "B", 1)]),
    "none where the app keeps the chips": (f"rules bicycle chips=app\n{RESULT}", [("B", "A", 4)]),
}


@cases("sheet, owed", OVER)
def test_repair_takes_a_pass_out_of_a_round_with(
    sheet: str, owed: list[tuple[str, str, int]]
) -> None:
    log = log_of(sheet)
    without = Repaired(1, log.series.rounds[0].setup, (Result((0, 2, 4), (0, 0, 0)),))
    changes = explain(log, log.after(without))
    assert ([*changes.at_once], [*changes.open]) == ([], owed)


@settings(max_examples=40, deadline=None)
@given(logs(most=2))
def test_what_is_handed_over_at_once_is_the_difference_of_what_was_put_down(log: Log) -> None:
    step = log.steps[-1] if log.steps else None
    assume(isinstance(step, Recorded) and step.number == log.round_number)
    before = log.without_last()
    assume(not before.round.over)
    assume(before.series.chips is ChipPlace.TABLE and not log.round.setup.rules.play_on)
    names = (*log.round.setup.players, "pot")
    expected = Counter[str]()
    for round_, sign in ((before.round, -1), (log.round, 1)):
        for moved in put_down(round_):
            expected.update({names[moved.target]: sign * moved.chips})
            expected.update({names[moved.source]: -sign * moved.chips})
    at_once = balances_of(explain(before, log).at_once)
    assert {name: chips for name, chips in expected.items() if chips} == at_once
