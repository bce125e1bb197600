"""The effects of the last change that no screen shows by itself, each reported once."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.core import steps
from companion.core.cards import card
from companion.core.presets import parse
from companion.core.rounds.events import (
    CalledOff,
    ChipsCorrection,
    Dated,
    FineWaived,
    Forgotten,
    MarkedUnpaid,
    MarkWithdrawn,
    Passed,
    Result,
    Seen,
)
from companion.core.rounds.repair import Draft
from companion.core.rounds.setup import POT, Setup
from companion.desk.commands import deal_again
from companion.desk.table import Snapshot
from companion.screens.correction import booked
from companion.views.at_table.table import table
from companion.views.at_table.tray import dealt_again, repaired, taken_back, undo_says
from companion.words import ENGLISH
from tests.views.nights import ALL_TOLD, ANN_FIRST, IN_PLAY, night, then


def undone(before: Snapshot, step: steps.Step) -> Snapshot:
    """Return the night after the step was taken and undone."""
    return replace(before, before=before.log.after(step), revision=before.revision + 2)


HELD = card("7H").bit
OVER, PLAY, DEALT = night(ALL_TOLD), night(ANN_FIRST, IN_PLAY), night("dealer Cem\nAnn Ben Cem\n")
RESULT = Result((0, 1, 2), (0, 0, 0))
NOTED, PASS = then(PLAY, Seen(2, HELD), 2), Passed(0)
TAKEN: dict[str, tuple[Snapshot, steps.Step, str]] = {
    "a turn": (PLAY, steps.Recorded(2, PASS), ""),
    "a fine let go": (PLAY, steps.Recorded(2, FineWaived(2)), "letting the fine for turn 2 go."),
    "a note": (PLAY, steps.Recorded(2, Seen(2, HELD)), "the note that Cem held 7♥."),
    "a note withdrawn": (
        NOTED,
        steps.Recorded(2, Forgotten(2, HELD)),
        "withdrawing the note that Cem held 7♥.",
    ),
    "a result": (PLAY, steps.Recorded(2, RESULT), "the result of the round."),
    "a date": (PLAY, steps.Recorded(2, Dated("2026-11-21")), "the date of round 2."),
    "a correction of an earlier round": (
        PLAY,
        steps.Recorded(1, ChipsCorrection(2, 0, 4)),
        "the correction of 4 chips from Cem to Ann (round 1).",
    ),
    "a debt": (
        OVER,
        steps.Recorded(1, MarkedUnpaid(1, 0, 4)),
        "the note that Ben owes Ann 4 chips.",
    ),
    "a debt paid": (
        then(OVER, MarkedUnpaid(1, 0, 4)),
        steps.Recorded(1, MarkWithdrawn(1, 0)),
        "the note that Ben has paid Ann.",
    ),
    "a round called off": (PLAY, steps.Recorded(2, CalledOff()), "calling off round 2."),
    "a deal": (OVER, steps.Dealt(OVER.series.next_setup()), "the deal of round 2."),
    "a setup": (DEALT, steps.Redealt(DEALT.round.setup), "the new setup of round 1."),
    "a repair": (PLAY, steps.Repaired(2, PLAY.round.setup, (PASS,)), "the repair of round 2."),
    "a deal anew": (PLAY, deal_again(PLAY.log), "the second deal of round 2."),
    "plans": (PLAY, steps.Planned(parse("pagat")), "the change of the rules."),
    "the end": (OVER, steps.Ended(), "the end of the series."),
    "a name": (PLAY, steps.Renamed("Porch"), "the name Porch."),
    "a player's name": (PLAY, steps.PlayerRenamed("Ben", "Benno"), "the name Benno."),
    "a worth": (PLAY, steps.Valued("1 sweet"), "the worth of a chip."),
    "a hand-over": (PLAY, steps.DebtPaid("Ben", "Ann", 3), "Ben has paid Ann 3."),
}


@pytest.mark.parametrize(("before", "step", "expected"), TAKEN.values(), ids=TAKEN)
def test_what_an_undo_took_back_is_shown(before: Snapshot, step: steps.Step, expected: str) -> None:
    said = f"Taken back: {expected}" if expected else ""
    assert taken_back(undone(before, step), ENGLISH) == said


def test_nothing_is_shown_about_a_series_that_was_opened_or_played_on() -> None:
    assert taken_back(PLAY, ENGLISH) == dealt_again(PLAY, ENGLISH) == ""
    log = PLAY.log.after(steps.Recorded(2, Passed(0)))
    played = replace(PLAY, log=log, before=PLAY.log)
    assert taken_back(played, ENGLISH) == dealt_again(played, ENGLISH) == ""


def test_what_a_round_dealt_again_gives_back_is_shown() -> None:
    log = PLAY.log.after(deal_again(PLAY.log))
    now = replace(PLAY, log=log, before=PLAY.log)
    said = (
        "Dealt again: antes and fees go back, and everybody pays a new ante. "
        "Given back: Pot pays Ann 1; Pot pays Ben 3; Pot pays Cem 2."
    )
    assert dealt_again(now, ENGLISH) == said
    assert said in table(now, ENGLISH).notices
    again = replace(now, log=log.after(deal_again(log)), before=log)
    assert dealt_again(again, ENGLISH) == ""


ENTERED = night("dealer Cem\nAnn Ben Cem\n1 7D -- --\n2 8D 9D .\n")


def seated(players: str, dealer: int) -> Callable[[Draft], Draft]:
    """Return the repair with these players."""
    return lambda draft: draft.seated(
        Setup.dealt(draft.setup.rules, tuple(players.split()), dealer)
    )


def set_up(**changes: Any) -> Callable[[Draft], Draft]:
    """Return the repair with another setup."""
    return lambda draft: draft.seated(replace(draft.setup, **changes))


SEVEN, ANN_DEALS = card("7H"), seated("Ann Ben Cem", 0)
REPAIRS: dict[str, Callable[[Draft], Draft]] = {
    "turn 2 was deleted: a pass": lambda draft: draft.deleted(3),
    "turn 5 was deleted: 9♦": lambda draft: draft.deleted(5),
    "turn 5 was inserted: a pass": lambda draft: draft.inserted(5, None),
    "turn 4 was inserted: 7♥": lambda draft: draft.inserted(4, SEVEN),
    "turn 5 is now 7♥, not 9♦": lambda draft: draft.changed(5, SEVEN),
    "turn 5 is now a pass, not 9♦": lambda draft: draft.changed(5, None),
    "turns 3 and 4 were exchanged: first 8♦, then a pass": lambda draft: draft.swapped(3),
    "Ann and Ben changed seats": seated("Ben Ann Cem", 2),
    "the seats are now Ben, Cem and Ann": seated("Ben Cem Ann", 1),
    "Ann deals now": ANN_DEALS,
    "Cem sits out now; Ben deals now": seated("Ann Ben", 1),
    "other house rules apply now": set_up(rules=parse("pagat")),
    "the hands have other sizes now": set_up(hand_sizes=(16, 18, 18)),
    "turn 5 was inserted: a pass; Ann deals now": lambda draft: ANN_DEALS(draft.inserted(5, None)),
    "its turns were repaired": lambda draft: draft.deleted(5).changed(1, SEVEN).changed(4, None),
}


@pytest.mark.parametrize(("said", "change"), REPAIRS.items(), ids=REPAIRS)
def test_what_a_repair_did_is_shown(said: str, change: Callable[[Draft], Draft]) -> None:
    draft = change(Draft.of(1, ENTERED.round))
    now = replace(ENTERED, log=ENTERED.log.after(draft.step), before=ENTERED.log)
    assert table(now, ENGLISH).notices == (f"Round 1: {said}",)
    log = now.log.after(steps.Recorded(1, Passed(now.round.due or 0)))
    assert repaired(replace(now, log=log, before=now.log), ENGLISH) == ""


def test_sums_that_would_be_cut_are_left_out_of_a_deal_again() -> None:
    names = " ".join(f"Alexandra{letter}" for letter in "ABCDE")
    before = night(f"dealer AlexandraE\n{names}\n1 7D -- -- 6D 8D\n")
    now = replace(before, log=before.log.after(deal_again(before.log)), before=before.log)
    said = "Dealt again: antes and fees go back, and everybody pays a new ante."
    assert dealt_again(now, ENGLISH) == said


@pytest.mark.parametrize(
    "named",
    [steps.Renamed("Porch"), steps.PlayerRenamed("Ben", "Benno")],
    ids=["a series", "a player"],
)
def test_what_is_shown_once_outlasts_a_name(named: steps.Step) -> None:
    log = PLAY.log.after(deal_again(PLAY.log))
    view = dealt_again(replace(PLAY, log=log, before=PLAY.log), ENGLISH)
    later = replace(PLAY, log=log.after(named), before=PLAY.log, changed=log)
    assert view
    assert dealt_again(later, ENGLISH) == view
    assert view in table(later, ENGLISH).notices
    paid = PLAY.log.after(steps.Recorded(2, ChipsCorrection(1, POT, 3, "")))
    named_since = replace(PLAY, log=paid.after(named), before=PLAY.log, changed=paid)
    assert booked(named_since, ENGLISH).startswith("Booked: Ben")
    taken = replace(
        undone(PLAY, steps.Planned(parse("pagat"))), log=PLAY.log.after(named), changed=PLAY.log
    )
    assert taken_back(taken, ENGLISH) == "Taken back: the change of the rules."


UNDOES: dict[str, steps.Step] = {
    "Undo": steps.Recorded(2, PASS),
    "Undo: the name Benno": steps.PlayerRenamed("Ben", "Benno"),
    "Undo: the worth of a chip": steps.Valued("1 sweet"),
    "Undo: the name Porch": steps.Renamed("Porch"),
}


@pytest.mark.parametrize(("says", "step"), UNDOES.items(), ids=UNDOES)
def test_undo_says_beforehand_that_it_takes_back_a_name(says: str, step: steps.Step) -> None:
    now = replace(PLAY, log=PLAY.log.after(step))
    assert undo_says(now, "Undo", ENGLISH) == table(now, ENGLISH).undo_says == says
