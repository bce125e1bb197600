"""Slips in words: possible wrong entries, beside or before a false pass."""

import pytest

from companion.core.slips import Slip, SlipKind, search
from companion.desk.table import Snapshot
from companion.forms.entries import Repair, seats_without_slip
from companion.screens.seating import dealt_seats
from companion.views.at_table.repair import repair
from companion.views.at_table.slip_offers import SlipsView, slip_changes, slips_view
from companion.views.at_table.table import table
from companion.words import ENGLISH
from tests.views.nights import ANN_GOES_OUT, PASS_TOO_MANY, TWO_FALSE_BY_A_SLIP, night, recorded

_ONE_TOO_MANY = (
    "One slip would explain 2 false passes: One of the passes from turn 11 to turn 12 may be one "
    "too many."
)
FIRST = {
    "one slip and two fines": (PASS_TOO_MANY, _ONE_TOO_MANY, "2 fines wait until then"),
    "one fine is ruled on": (PASS_TOO_MANY + "waive 4\n", _ONE_TOO_MANY, "1 fine waits until then"),
    "all are ruled about": (PASS_TOO_MANY + "waive 4\nwaive 11\n", None, None),
    "one false pass, for which a slip is as good": (
        "\n".join(PASS_TOO_MANY.splitlines()[:6]) + "\n 3  8S  --  --  9C  7D\n",
        None,
        None,
    ),
    "no false pass": (ANN_GOES_OUT, None, None),
}


@pytest.mark.parametrize(("played", "says", "waits"), FIRST.values(), ids=FIRST)
def test_the_slip_stands_before_the_fines(played: str, says: str | None, waits: str | None) -> None:
    slip = table(night(played), ENGLISH).slip
    assert (slip and f"{slip.title} {slip.says}", slip and slip.waits) == (says, waits)


def test_a_slip_that_was_none_stands_nowhere_any_more() -> None:
    at = night(PASS_TOO_MANY)
    assert slips_view(at.series, 1, ENGLISH) is not None
    denied = slip_changes(at.round)
    assert slips_view(at.series, 1, ENGLISH, denied) is None
    assert table(at, ENGLISH, denied).slip is None
    assert [fine.turn for fine in table(at, ENGLISH, denied).owed] == [4, 11]


def told(view: SlipsView | None) -> list[str]:
    return [f"{one.slip or ''} {one.says}".strip() for one in view.explanations] if view else []


def test_one_slip_that_explains_two_false_passes_comes_first_and_accuses_nobody() -> None:
    view = slips_view(night(TWO_FALSE_BY_A_SLIP).series, 1, ENGLISH)
    assert view
    assert view.title == "One slip would explain 2 false passes"
    assert told(view) == [
        "1 A pass may have been forgotten between turns 18 and 20.",
        "2 9♦ at turn 20 may be one too many.",
        "3 8♠ may have been forgotten between turns 18 and 20.",
    ]
    assert view.no_says == "No, they were false"


def test_of_cards_that_are_equally_likely_all_are_offered_or_none() -> None:
    at = night("""
        rules pagat
        dealer Cem
        holds Ben 7D
        hand Ann 7C AC 2C 3C AD 2D 3D 4D 5D AH 2H 3H 4H 5H AS 2S 3S 4S
           Ann Ben Cem
        1  7C  --  .
        """)
    assert told(slips_view(at.series, 1, ENGLISH))[1:] == [
        "1 Ben’s pass at turn 2 may be one too many."
    ]


SHEETS = {
    "two false passes": night(TWO_FALSE_BY_A_SLIP),
    "one false pass": recorded("friday_night"),
    "an exchange": recorded("own_six"),
    "not certain which": recorded("in_play_all_passed"),
}


@pytest.mark.parametrize("at", SHEETS.values(), ids=SHEETS)
def test_a_slip_that_is_mended_leaves_no_false_pass(at: Snapshot) -> None:
    found = search(at.round).slips
    assert found
    for slip in found:
        seating = seats_without_slip(slip, dealt_seats(at.series))
        form = Repair.of(at, 1).without_slip(slip)
        view = repair(form, seating, at, ENGLISH)
        assert view.obstacle == ""
        assert view.act == "Repair it"
        assert slips_view(at.log.after(view.draft.step).series, 1, ENGLISH) is None


def test_another_leader_is_another_dealer() -> None:
    at = night("dealer Cem\nAnn Ben Cem\n1 7H 8H 6H\n")
    led = Slip(SlipKind.OTHER_LEADER, places=(1,), seats=(1,), card=None, leader=1)
    seating = seats_without_slip(led, dealt_seats(at.series))
    assert seating.setup.dealer == 0
    assert Repair.of(at, 1).without_slip(led).draft.unchanged
