"""Lines after the last round, and the order of the written lines."""

import pytest

from companion.core.presets import parse
from companion.core.rounds.setup import (
    FinePaid,
    HandEntered,
    Paid,
    PointsCorrected,
    Seen,
    Shown,
    Waived,
)
from companion.core.sheet import dumps, loads, read
from companion.core.steps import Dealt, Ended, Planned, Recorded, Settled
from tests.core.tables import faults, log_of, refusal

SHEET = """\
fantan 1
series   Club night
date     2026-11-20
worth    0.05 €
rules    bicycle
called   Cy  Cyrus

round    1
dealer   Cy
deal     A 2  B 2  Cy 48
hand     A 7C 8C
holds    B 9C
holds    Cy 6C

         A    B    Cy 
  1      7C   --   6C 
  2      --   --   -- 
  3      8C   .    .  

left     B 9C KS
waive    5
pay      A pot 3 late
pay      pot B 1
paid     4
paid     6
points   B +2
points   Cy -7 miscounted

= layout 68/-/-/-
= out    A
= left   A 0  B 2  Cy 47
= pot    0
= passes 2 legal  4 illegal  5 legal  6 illegal
= chips  A +57  B -5  Cy -52
= points A 0  B 4  Cy 40

end
settled  Cy A 40
settled  B A 3
planned  pagat ante=1

= total chips  A +57  B -5  Cy -52
= total points A 0  B 4  Cy 40
= winner A
"""  # noqa: W291 - columns are as wide as their handles


def test_a_sheet_with_every_line_is_written_as_it_was_read() -> None:
    assert dumps(loads(SHEET)) == SHEET


def test_and_its_checks_hold() -> None:
    # A passed 8C by at turn 4, and Cy at 6 had more cards to lay than B has room for: 3 each to the
    # pot. That has 5 of antes, 4 of passes, 6 of fines, 3 paid in, 1 paid out: 17.
    # A -2 -1 -3 -3 +17 +49, B -2 -2 +1 -2, Cy -1 -1 -3 -47.
    assert read(SHEET).faults == ()


def test_the_steps_stand_in_the_order_of_the_sheet() -> None:
    dealt, *steps = loads(SHEET).steps
    assert isinstance(dealt, Dealt)
    facts = [step.event if isinstance(step, Recorded) else step for step in steps]
    kinds = [type(one).__name__ for one in facts]
    turns = ["Played", "Passed", "Played", "Passed", "Passed", "Passed", "Played"]
    assert [kind for kind in kinds if kind not in {"Played", "Passed"}] == [
        *(HandEntered.__name__, Seen.__name__, Seen.__name__, Shown.__name__, Waived.__name__),
        *(Paid.__name__, Paid.__name__, FinePaid.__name__, FinePaid.__name__),
        *(PointsCorrected.__name__, PointsCorrected.__name__),
        *(Ended.__name__, Settled.__name__, Settled.__name__, Planned.__name__),
    ]
    assert kinds[3:10] == turns


FORGIVEN = {
    "decisions in any order": SHEET.replace("waive    5\n", "").replace(
        "points   B +2\n", "points   B +2\nwaive 5\n"
    ),
    "points without a plus": SHEET.replace("points   B +2", "points B 2"),
    "a seen card below the handles": SHEET.replace("holds    Cy 6C\n", "").replace(
        "  1      7C   --", "holds Cy 6♣\n 1 7C --"
    ),
    "seen cards line by line": SHEET.replace("holds    B 9C\n", "holds B 9C\nholds B KS\n").replace(
        "holds B KS\n", ""
    ),
    "what follows the last round in any order": SHEET.replace("end\n", "", 1).replace(
        "planned  pagat ante=1\n", "planned  pagat ante=1\nend\n"
    ),
    "checks of the round below them": SHEET.replace("= out    A\n", "").replace(
        "= winner A", "= out A\n= winner A"
    ),
    "a name below them": SHEET.replace("called   Cy  Cyrus\n", "") + "called Cy Cyrus\n",
}


@pytest.mark.parametrize("text", FORGIVEN.values(), ids=FORGIVEN)
def test_a_reader_forgives(text: str) -> None:
    reading = read(text)
    assert dumps(reading.log) == SHEET
    assert reading.faults == ()


def test_several_lines_of_seen_cards_add_up() -> None:
    log = log_of("round 1\nholds A 7C\nA B\nholds A 9C 8C\nholds A 8C 10C\n")
    assert "holds    A 7C 8C 9C 10C\n" in dumps(log)


OVER = "round 1\ndeal A 1 B 1 C 50\nA B C\n1 7C . .\n"
IN_PLAY = "round 1\nA B C\n1 7C . .\n"
REFUSED = {
    "a round below the end": (
        f"{OVER}end\nround 2",
        "7: round must come before end, which follows the last round",
    ),
    "a round below plans": (
        f"{OVER}planned pagat\nround 2",
        "7: round must come before planned, which follows the last round",
    ),
    "a round below a settlement": (
        f"{OVER}settled C A 3\nround 2",
        "7: round must come before settled, which follows the last round",
    ),
    "a row below plans in play": (
        f"{IN_PLAY}planned pagat\n2 . 8C .",
        "6: 2 must come before planned, which follows the last round",
    ),
    "a decision below the end": (
        f"{OVER}end\npay A B 3",
        "7: pay must come before end, which follows the last round",
    ),
    "rules below the end": (
        f"{OVER}end\nrules pagat",
        "7: rules must come before end, which follows the last round",
    ),
    "an end in play": (f"{IN_PLAY}end", "5: the round is still in play"),
    "an end above the handles": ("round 1\nend", "3: this belongs below the row of handles"),
    "a second end": (f"{OVER}end\nend", "7: the series has ended already"),
    "an end with a word": (f"{OVER}end now", "6: end takes nothing after it"),
    "plans twice": (f"{OVER}planned pagat\nplanned pagat", "7: planned is already given here"),
    "plans of nothing known": (f"{OVER}planned skat", "6: no house rules are called skat"),
    "half a settlement": (
        f"{OVER}settled A 3",
        "6: settled takes two players and a number of chips",
    ),
    "a settlement with a note": (
        f"{OVER}settled A B 3 thanks",
        "6: settled takes two players and a number of chips",
    ),
    "a settlement with a stranger": (
        f"{OVER}settled A D 3",
        "6: D does not play in this series",
    ),
    "a settlement with the pot": (f"{OVER}settled A pot 3", "6: pot does not play in this series"),
    "a settlement with oneself": (f"{OVER}settled A A 3", "6: nobody pays chips to themselves"),
    "a settlement of nothing": (f"{OVER}settled A B 0", "6: 0 is not a number from 1 up"),
}


@pytest.mark.parametrize(("lines", "expected"), REFUSED.values(), ids=REFUSED)
def test_a_line_that_cannot_stand_there(lines: str, expected: str) -> None:
    assert refusal(lines) == expected


def test_chips_are_settled_and_rules_planned_while_a_round_is_in_play() -> None:
    written = dumps(log_of(f"{IN_PLAY}planned pagat\nsettled A B 3\n"))
    assert "\nsettled  A B 3\nplanned  pagat\n\n= total" in written
    assert dumps(loads(written)) == written


def test_a_player_who_left_can_settle_too() -> None:
    assert faults(f"{OVER}round 2\nA B\nvoid\nsettled C A 3\n= total chips C -51\n") == []


def test_the_winner_below_plans_that_raise_the_target_is_not_known() -> None:
    over = OVER.replace("round 1\n", "rules bicycle target=50\nround 1\n")
    assert faults(f"{over}= winner A\n") == []
    assert faults(f"{over}planned bicycle\n= winner A\n") == ["winner is not known, not A"]


def test_plans_are_the_rules_of_the_next_round() -> None:
    log = log_of(f"{OVER}planned pagat")
    assert log.series.next_setup().rules == parse("pagat")
