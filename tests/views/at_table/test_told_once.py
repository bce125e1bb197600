"""The effects of the last change that no screen shows by itself, each reported once."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.core.cards import card
from companion.core.presets import parse
from companion.core.rounds.repair import Draft
from companion.core.rounds.setup import POT, CalledOff, Forgotten, Paid, Passed, Seen, Setup, Waived
from companion.core.steps import (
    Dealt,
    Ended,
    Planned,
    PlayerRenamed,
    Recorded,
    Redealt,
    Renamed,
    Repaired,
    Settled,
    Step,
)
from companion.desk.commands import deal_again
from companion.desk.table import Snapshot
from companion.views.at_table.table import table
from companion.views.at_table.tray import dealt_again, repaired, taken_back, undo_says
from companion.views.of_series.settling import booked
from companion.words import ENGLISH
from tests.views.nights import ALL_TOLD, ANN_FIRST, night, then

IN_PLAY = "dealer Cem\nAnn Ben Cem\n1 7D -- 6D\n"


def undone(before: Snapshot, step: Step) -> Snapshot:
    """Return the night after the step was taken and undone."""
    return replace(before, before=before.log.after(step), revision=before.revision + 2)


def then_named(before: Snapshot, step: Step) -> Snapshot:
    """Return the night with a player's new name."""
    return replace(before, log=before.log.after(step))


HELD = card("7H").bit
OVER, PLAY = night(ALL_TOLD), night(ANN_FIRST, IN_PLAY)
TAKEN = {
    "a turn": (PLAY, Recorded(2, Passed(0)), ""),
    "a fine let go": (PLAY, Recorded(2, Waived(2)), "Taken back: a note in round 2."),
    "a note": (
        then(PLAY, Seen(2, HELD), 2),
        Recorded(2, Forgotten(2, HELD)),
        "Taken back: a note in round 2.",
    ),
    "a round called off": (PLAY, Recorded(2, CalledOff()), "Taken back: calling off round 2."),
    "a deal": (OVER, Dealt(OVER.series.next_setup()), "Taken back: the deal of round 2."),
    "a repair": (
        PLAY,
        Repaired(2, PLAY.round.setup, (Passed(0),)),
        "Taken back: the repair of round 2.",
    ),
    "a deal anew": (PLAY, deal_again(PLAY.log), "Taken back: the second deal of round 2."),
    "plans": (PLAY, Planned(parse("pagat")), "Taken back: the change of the rules."),
    "the end": (OVER, Ended(), "Taken back: the end of the series."),
    "a name": (PLAY, Renamed("Porch"), "Taken back: the name Porch."),
    "a player's name": (PLAY, PlayerRenamed("Ben", "Benno"), "Taken back: the name Benno."),
    "a hand-over": (PLAY, Settled("Ben", "Ann", 3), "Taken back: Ben has paid Ann 3."),
}


@pytest.mark.parametrize(("before", "step", "expected"), TAKEN.values(), ids=TAKEN)
def test_what_an_undo_took_back_is_shown(before: Snapshot, step: Step, expected: str) -> None:
    assert taken_back(undone(before, step), ENGLISH) == expected


def test_a_deal_set_up_anew_is_shown() -> None:
    dealt = night("dealer Cem\nAnn Ben Cem\n")
    step = Redealt(dealt.round.setup)
    assert taken_back(undone(dealt, step), ENGLISH) == "Taken back: the new setup of round 1."


def test_nothing_is_shown_about_a_series_that_was_opened_or_played_on() -> None:
    assert taken_back(PLAY, ENGLISH) == dealt_again(PLAY, ENGLISH) == ""
    log = PLAY.log.after(Recorded(2, Passed(0)))
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
    assert said in table(now, ENGLISH).told
    again = replace(now, log=log.after(deal_again(log)), before=log)
    assert dealt_again(again, ENGLISH) == ""


ENTERED = night("dealer Cem\nAnn Ben Cem\n1 7D -- --\n2 8D 9D .\n")
REPAIRS = {
    "a pass too many": (lambda draft: draft.deleted(3), "Round 1: turn 2 was deleted: a pass"),
    "a card too many": (lambda draft: draft.deleted(5), "Round 1: turn 5 was deleted: 9♦"),
    "a pass forgotten": (
        lambda draft: draft.inserted(5, None),
        "Round 1: turn 5 was inserted: a pass",
    ),
    "a card forgotten": (
        lambda draft: draft.inserted(4, card("7H")),
        "Round 1: turn 4 was inserted: 7♥",
    ),
    "another card": (
        lambda draft: draft.changed(5, card("7H")),
        "Round 1: turn 5 is now 7♥, not 9♦",
    ),
    "a pass for a card": (
        lambda draft: draft.changed(5, None),
        "Round 1: turn 5 is now a pass, not 9♦",
    ),
    "two neighbours": (
        lambda draft: draft.swapped(3),
        "Round 1: turns 3 and 4 were exchanged: first 8♦, then a pass",
    ),
    "others sit there": (
        lambda draft: draft.seated(Setup.dealt(draft.setup.rules, ("Ben", "Ann", "Cem"), 2)),
        "Round 1: Ann and Ben changed seats",
    ),
    "all sit elsewhere": (
        lambda draft: draft.seated(Setup.dealt(draft.setup.rules, ("Ben", "Cem", "Ann"), 1)),
        "Round 1: the seats are now Ben, Cem and Ann",
    ),
    "another dealer": (
        lambda draft: draft.seated(Setup.dealt(draft.setup.rules, draft.setup.players, 0)),
        "Round 1: Ann deals now",
    ),
    "one sits out and another deals": (
        lambda draft: draft.seated(Setup.dealt(draft.setup.rules, ("Ann", "Ben"), 1)),
        "Round 1: Cem sits out now; Ben deals now",
    ),
    "other rules": (
        lambda draft: draft.seated(replace(draft.setup, rules=parse("pagat"))),
        "Round 1: other house rules apply now",
    ),
    "other hand sizes": (
        lambda draft: draft.seated(replace(draft.setup, hand_sizes=(16, 18, 18))),
        "Round 1: the hands have other sizes now",
    ),
    "a pass forgotten and another dealer": (
        lambda draft: draft.inserted(5, None).seated(
            Setup.dealt(draft.setup.rules, draft.setup.players, 0)
        ),
        "Round 1: turn 5 was inserted: a pass; Ann deals now",
    ),
    "several": (
        lambda draft: draft.deleted(5).changed(1, card("7H")).changed(4, None),
        "Round 1: its turns were repaired",
    ),
}


@pytest.mark.parametrize(("change", "expected"), REPAIRS.values(), ids=REPAIRS)
def test_what_a_repair_did_is_shown(change: Callable[[Draft], Draft], expected: str) -> None:
    draft = change(Draft.of(1, ENTERED.round))
    now = replace(ENTERED, log=ENTERED.log.after(draft.step), before=ENTERED.log)
    assert table(now, ENGLISH).told == (expected,)
    log = now.log.after(Recorded(1, Passed(now.round.due or 0)))
    assert repaired(replace(now, log=log, before=now.log), ENGLISH) == ""


def test_sums_that_would_be_cut_are_left_out_of_a_deal_again() -> None:
    names = " ".join(f"Alexandra{letter}" for letter in "ABCDE")
    before = night(f"dealer AlexandraE\n{names}\n1 7D -- -- 6D 8D\n")
    now = replace(before, log=before.log.after(deal_again(before.log)), before=before.log)
    assert (
        dealt_again(now, ENGLISH)
        == "Dealt again: antes and fees go back, and everybody pays a new ante."
    )


@pytest.mark.parametrize(
    "named", [Renamed("Porch"), PlayerRenamed("Ben", "Benno")], ids=["a series", "a player"]
)
def test_what_is_shown_once_outlasts_a_name(named: Step) -> None:
    log = PLAY.log.after(deal_again(PLAY.log))
    view = dealt_again(replace(PLAY, log=log, before=PLAY.log), ENGLISH)
    later = replace(PLAY, log=log.after(named), before=PLAY.log, changed=log)
    assert view
    assert dealt_again(later, ENGLISH) == view
    assert view in table(later, ENGLISH).told
    paid = PLAY.log.after(Recorded(2, Paid(1, POT, 3, "")))
    named_since = replace(PLAY, log=paid.after(named), before=PLAY.log, changed=paid)
    assert booked(named_since, ENGLISH).startswith("Booked: Ben")
    taken = replace(
        undone(PLAY, Planned(parse("pagat"))), log=PLAY.log.after(named), changed=PLAY.log
    )
    assert taken_back(taken, ENGLISH) == "Taken back: the change of the rules."


UNDOES = {
    "a turn": (PLAY, "Undo"),
    "a player's name": (then_named(PLAY, PlayerRenamed("Ben", "Benno")), "Undo: the name Benno"),
    "a series' name": (then_named(PLAY, Renamed("Porch")), "Undo: the name Porch"),
}


@pytest.mark.parametrize(("now", "says"), UNDOES.values(), ids=UNDOES)
def test_undo_says_beforehand_that_it_takes_back_a_name(now: Snapshot, says: str) -> None:
    assert undo_says(now, "Undo", ENGLISH) == table(now, ENGLISH).undo_says == says
