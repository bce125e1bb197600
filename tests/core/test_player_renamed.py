"""Renaming of players, which changes the name alone."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.presets import parse
from companion.core.rounds.setup import Setup
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.steps import Dealt, PlayerRenamed, Redealt, Repaired, Step
from tests.cases import cases
from tests.strategies import dealt_logs

HEAD = Series("Friday", "", parse("bicycle"), (Player("A", "Ana"),))
SETUP = Setup.dealt(parse("bicycle"), ("A", "B", "C"), 0)
OTHERS = Setup.dealt(parse("bicycle"), ("A", "B", "D"), 1)
BEGUN = Log.of(HEAD, [Dealt(SETUP)])


def names(log: Log) -> dict[str, str]:
    return {player.handle: player.name for player in log.series.players}


def test_the_last_name_of_a_player_counts() -> None:
    log = BEGUN.after(PlayerRenamed("A", "  Ana\tMaría ")).after(PlayerRenamed("B", "Benno"))
    assert names(log) == {"A": "Ana María", "B": "Benno", "C": "C"}
    assert names(log.without_last()) == {"A": "Ana María", "B": "B", "C": "C"}
    assert log.without_last().without_last() == BEGUN


def test_the_name_of_somebody_who_never_sat_there_is_free() -> None:
    joined = Log.of(HEAD, [Dealt(OTHERS, (Player("D", "Dora"),))])
    assert joined.objection(PlayerRenamed("A", "Dora")) == Objection(Why.NAME_TAKEN, player="D")
    head = Series("Friday", "", parse("bicycle"), (Player("A", "Ana"), Player("D", "Dora")))
    assert Log.of(head, [Dealt(SETUP)]).objection(PlayerRenamed("A", "Dora")) is None


GIVEN_AWAY = BEGUN.after(Redealt(OTHERS)).after(PlayerRenamed("D", "c"))
"""C was dealt out, and D has the name of C since."""
AGAIN = Setup.dealt(parse("bicycle"), ("A", "C", "D"), 0)
TWINS = Setup.dealt(parse("bicycle"), ("A", "E", "F"), 0)
TAKEN: dict[str, tuple[Step, str]] = {
    "by a new name": (PlayerRenamed("B", "ana"), "A"),
    "by a deal set up anew": (Redealt(AGAIN), "D"),
    "by a repair": (Repaired(1, AGAIN, ()), "D"),
    "two of one name": (Redealt(TWINS, (Player("E", "Eva"), Player("F", "eva"))), "E"),
    "under the name of somebody known": (Redealt(TWINS, (Player("F", "ANA"),)), "A"),
}


@cases("step, holder", TAKEN)
def test_nobody_gets_the_name_of_somebody_else(step: Step, holder: str) -> None:
    assert GIVEN_AWAY.objection(step) == Objection(Why.NAME_TAKEN, player=holder)
    with pytest.raises(IllegalEventError):
        GIVEN_AWAY.after(step)


@settings(max_examples=20)
@given(dealt_logs(3), st.data())
def test_a_new_name_changes_nothing_else(log: Log, data: st.DataObject) -> None:
    player = data.draw(st.sampled_from(log.series.players))
    name = data.draw(st.sampled_from(("Renée", "Zoë 2", player.handle)))
    step = PlayerRenamed(player.handle, name)
    assume(log.objection(step) is None)
    renamed = log.after(step)
    expected = {**names(log), player.handle: name}
    assert {**names(renamed), player.handle: name} == expected
    assert replace(renamed.series, players=log.series.players) == log.series
    assert renamed.series.standing == log.series.standing
    assert loads(dumps(renamed)).series == renamed.series
    assert renamed.without_last() == log
    assert renamed.without_last().series == log.series
