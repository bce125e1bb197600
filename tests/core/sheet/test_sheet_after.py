"""Lines after the last round, and the order of the written lines."""

from companion.core.objections import Why
from companion.core.sheet import dumps, loads, read
from companion.core.steps import Dealt, Recorded
from tests.cases import cases
from tests.core.tables import english, faults, log_of, refusal, written

SHEET = written("lines_after_the_round")


def test_the_steps_stand_in_the_order_of_the_sheet() -> None:
    dealt, *steps = loads(SHEET).steps
    assert isinstance(dealt, Dealt)
    kinds = [type(step.event if isinstance(step, Recorded) else step).__name__ for step in steps]
    turns = "Played Passed Played Passed Passed Passed Played"
    decisions = "FineWaived ChipsCorrection ChipsCorrection FineTicked FineTicked"
    facts = f"Shown {decisions} PointsCorrection PointsCorrection"
    assert " ".join(kinds) == (
        f"HandEntered Seen Seen {turns} {facts} Ended LeftOpen PutOff Planned"
    )


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


@cases("text", FORGIVEN)
def test_a_reader_forgives(text: str) -> None:
    reading = read(text)
    assert dumps(reading.log) == SHEET
    assert reading.faults == ()


OVER = "round 1\ndeal A 1 B 1 C 50\nA B C\n1 7C . .\n"
IN_PLAY = "round 1\nA B C\n1 7C . .\n"
TOO_LATE = {
    "a round below the end": (f"{OVER}end\nround 2", "7: round must come before end"),
    "a round below plans": (f"{OVER}planned pagat\nround 2", "7: round must come before planned"),
    "a round below payment": (f"{OVER}settled C A 3\nround 2", "7: round must come before handed"),
    "a row below plans": (f"{IN_PLAY}planned pagat\n2 . 8C .", "6: 2 must come before planned"),
    "a decision below the end": (f"{OVER}end\npay A B 3", "7: pay must come before end"),
    "rules below the end": (f"{OVER}end\nrules pagat", "7: rules must come before end"),
}


@cases("lines, expected", TOO_LATE)
def test_what_follows_the_last_round_is_followed_by_nothing_else(lines: str, expected: str) -> None:
    assert refusal(lines) == f"{expected}, which follows the last round"


REFUSED = {
    "an end in play": (f"{IN_PLAY}end", f"5: {english(Why.ROUND_IN_PLAY)}"),
    "an end above the handles": ("round 1\nend", "3: this belongs below the row of handles"),
    "an end with a word": (f"{OVER}end now", "6: end takes nothing after it"),
    "plans twice": (f"{OVER}planned pagat\nplanned pagat", "7: planned is already given here"),
    "half a payment": (f"{OVER}settled A 3", "6: handed takes two players and a number of chips"),
    "a settlement with a note": (
        f"{OVER}settled A B 3 thanks",
        "6: handed takes two players and a number of chips",
    ),
    "a settlement of nothing": (f"{OVER}settled A B 0", "6: 0 is not a number from 1 up"),
}


@cases("lines, expected", REFUSED)
def test_a_line_that_cannot_stand_there(lines: str, expected: str) -> None:
    assert refusal(lines) == expected


def test_chips_are_settled_and_rules_planned_while_a_round_is_in_play() -> None:
    written = dumps(log_of(f"{IN_PLAY}planned pagat\nsettled A B 3\n"))
    assert "\nopen     B A 3\nplanned  pagat\n\n= total" in written
    assert dumps(loads(written)) == written


def test_the_winner_below_plans_that_raise_the_target_is_not_known() -> None:
    over = OVER.replace("round 1\n", "rules bicycle target=50\nround 1\n")
    assert faults(f"{over}= winner A\n") == []
    assert faults(f"{over}planned bicycle\n= winner A\n") == ["winner is not known, not A"]
