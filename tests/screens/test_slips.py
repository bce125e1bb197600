"""Possible wrong entries, beside or before a false pass."""

import pytest

from companion.core.slips import search
from companion.desk.commands import PassUntil
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.kit import Here, act
from companion.screens.passes import doubt
from companion.screens.repair import Repair
from companion.screens.routes import Screen
from companion.screens.slip_offers import deny, forgotten, pass_until, slip_changes, slips_view
from companion.screens.table import table
from companion.screens.turns import turns
from companion.words import ENGLISH
from tests.screens.documents import actions, blocks
from tests.screens.nights import (
    ANN_GOES_OUT,
    DOUBTED,
    HELD_BY_BEN,
    PASS_TOO_MANY,
    TWO_FALSE_BY_A_SLIP,
    night,
    recorded,
)

FIRST = {
    "one slip and two fines": (PASS_TOO_MANY, True),
    "one fine is ruled on": (PASS_TOO_MANY + "waive 4\n", True),
    "all are ruled about": (PASS_TOO_MANY + "waive 4\nwaive 11\n", False),
    "one false pass, for which a slip is as good": (
        "\n".join(PASS_TOO_MANY.splitlines()[:6]) + "\n 3  8S  --  --  9C  7D\n",
        False,
    ),
    "no false pass": (ANN_GOES_OUT, False),
}


@pytest.mark.parametrize(("played", "first"), FIRST.values(), ids=FIRST)
def test_slip_stands_before_the_fines(played: str, first: bool) -> None:  # noqa: FBT001
    assert (table(night(played), ENGLISH).slip is not None) is first


def test_slip_that_explains_a_doubt_stands_below_it_in_one_notice() -> None:
    at = night(DOUBTED)
    shown = table(at, ENGLISH)
    assert shown.slip is not None
    assert (shown.slip.title, shown.doubt) == (doubt(at.round, ENGLISH), "")
    denied = table(at, ENGLISH, slip_changes(at.round))
    assert (denied.slip, denied.doubt) == (None, doubt(at.round, ENGLISH))


def test_denied_slip_stands_nowhere_any_more() -> None:
    at = night(PASS_TOO_MANY)
    assert slips_view(at.series, 1, ENGLISH) is not None
    denied = slip_changes(at.round)
    assert slips_view(at.series, 1, ENGLISH, denied) is None
    assert table(at, ENGLISH, denied).slip is None
    assert [fine.turn for fine in table(at, ENGLISH, denied).owed] == [4, 11]


def ways(at: Snapshot) -> list[str]:
    """Return where the explanations on the screen of the turns lead to."""
    links = [one.tap for one in blocks(turns(Here(snapshot=at))) if isinstance(one, b.Notice)]
    return [link.intent.path for link in links if link and isinstance(link.intent, b.Go)]


def test_slip_that_explains_two_false_passes_accuses_nobody() -> None:
    at = night(TWO_FALSE_BY_A_SLIP)
    assert ways(at) == ["slip/1", "slip/2", "slip/3"]
    assert actions(turns(Here(snapshot=at)))["slips-no"].intent == act(deny, 1)


def test_equally_likely_cards_are_offered_all_or_none() -> None:
    at = night("""
        rules pagat
        dealer Cem
        holds Ben 7D
        hand Ann 7C AC 2C 3C AD 2D 3D 4D 5D AH 2H 3H 4H 5H AS 2S 3S 4S
           Ann Ben Cem
        1  7C  --  .
        """)
    assert ways(at) == ["verdict/2", "slip/1"]


def test_doubtful_passes_are_recorded_all_the_same() -> None:
    at = night(HELD_BY_BEN)
    view = forgotten(Here(snapshot=at, route=Screen("/table/1/forgotten/3")))
    assert actions(view)["all-the-same"].intent == act(pass_until, PassUntil("Cem"))


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
        mended = Repair.of(at, 1).without_slip(slip).repaired
        assert mended.fitting.misfit is None
        assert slips_view(at.log.after(mended.step).series, 1, ENGLISH) is None
