"""Corrections: the obstacles, the text and the recorded payment."""

import pytest
from companion.forms.entries import MOST, Correction

from companion.core.rounds.events import (
    CalledOff,
    ChipsCorrection,
    MarkedUnpaid,
    MarkWithdrawn,
    PointsCorrection,
)
from companion.core.rounds.setup import POT
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.screens.correction import begin_correction, correction
from companion.screens.round_over import round_over
from companion.views.blocks import Do
from companion.words import ENGLISH
from tests.views.documents import actions, people, rows, texts
from tests.views.nights import ANN_GOES_OUT, night, then

OVER = night(ANN_GOES_OUT)
FORMS = {
    "nothing": (Correction(1), "Tap who pays.", ""),
    "payee only": (Correction(1).to(0), "Tap who pays.", ""),
    "payer only": (Correction(1).from_(1), "Tap who gets it.", ""),
    "both": (Correction(1).from_(1).to(0), "", "Ben pays Ann 1"),
    "the payee pays": (Correction(1).from_(1).to(0).from_(0), "Tap who gets it.", ""),
    "the payer gets": (Correction(1).from_(1).to(0).to(1), "Tap who pays.", ""),
    "the pot pays": (Correction(1).from_(POT).to(2).with_chips(5), "", "Pot pays Cem 5"),
    "at least one": (Correction(1).from_(2).to(POT).with_chips(-5), "", "Cem pays Pot 1"),
    "at most": (Correction(1).from_(2).to(POT).with_chips(MOST), "", f"Cem pays Pot {MOST}"),
}


@pytest.mark.parametrize(("form", "obstacle", "says"), FORMS.values(), ids=FORMS)
def test_an_obstacle_or_the_payment_is_shown(form: Correction, obstacle: str, says: str) -> None:
    act = actions(correction(OVER, ENGLISH, form))["pay"]
    assert (act.obstacle, act.beneath) == (obstacle, says)
    assert (form.event is None) is bool(obstacle)


def test_the_note_is_recorded() -> None:
    form = Correction(1).from_(1).to(0).with_chips(2).noted(" forgot  the ante ")
    assert form.event == ChipsCorrection(1, 0, 2, "forgot the ante")


def test_a_round_called_off_is_corrected_too() -> None:
    view = correction(then(OVER, CalledOff()), ENGLISH, Correction(1).from_(1).to(0))
    assert actions(view)["pay"].obstacle == ""
    options = {option.id for option in people(view)}
    assert {"pay-from-Ann", "pay-to-Ann"} <= options
    assert not {"pay-from-pot", "pay-to-pot"} & options


POINTS = {
    "nobody": (Correction(1, in_points=True), "Tap the player whose points change.", ""),
    "more": (Correction(1).of(True).at(1).with_points(5), "", "Ben: 5 points more"),
    "less": (Correction(1).of(True).at(0).with_points(-5), "", "Ann: 5 points less"),
    "never none": (Correction(1).of(True).at(0).with_points(-1), "", "Ann: 1 point less"),
}


@pytest.mark.parametrize(("form", "obstacle", "says"), POINTS.values(), ids=POINTS)
def test_the_points_of_a_player_are_corrected(form: Correction, obstacle: str, says: str) -> None:
    act = actions(correction(OVER, ENGLISH, form))["pay"]
    assert (act.obstacle, act.beneath) == (obstacle, says)


CEM_PAID, CEM_OWES = then(OVER, ChipsCorrection(2, 0, 4)), MarkedUnpaid(2, 0, 4)
AT_THE_END = MarkedUnpaid(2, 0, 24)
OWED: dict[str, tuple[Snapshot, list[bool]]] = {
    "not marked": (CEM_PAID, [False]),
    "marked": (then(CEM_PAID, CEM_OWES), [True]),
    "of two alike one": (then(then(CEM_PAID, ChipsCorrection(2, 0, 4)), CEM_OWES), [True, False]),
    "the mark of the round": (then(CEM_PAID, AT_THE_END), [False]),
    "as many chips as the round": (
        then(then(OVER, ChipsCorrection(2, 0, 24)), AT_THE_END),
        [False],
    ),
    "with the pot": (then(OVER, ChipsCorrection(POT, 0, 4)), []),
    "called off": (then(CEM_PAID, CalledOff()), []),
    "points": (then(OVER, PointsCorrection(0, 4)), []),
    "in the app": (
        then(night(ANN_GOES_OUT, rules="bicycle chips=app"), ChipsCorrection(2, 0, 4)),
        [],
    ),
}


@pytest.mark.parametrize(("now", "ticked"), OWED.values(), ids=OWED)
def test_a_payment_of_a_correction_is_marked_owed(now: Snapshot, ticked: list[bool]) -> None:
    ticks = [row.tick for row in rows(correction(now, ENGLISH, Correction(1))) if row.tick]
    assert [tick.on for tick in ticks] == ticked
    if now.round.decisions.payments == (ChipsCorrection(2, 0, 4),) and ticks:
        event = MarkWithdrawn(2, 0) if ticks[0].on else CEM_OWES
        assert [tick.intent for tick in ticks] == [Do(Recorded(1, event), exact=True)]


def test_the_mark_of_a_correction_leaves_the_hand_over_of_the_round() -> None:
    view = round_over(then(CEM_PAID, CEM_OWES), ENGLISH)
    assert [row.tick.on for row in rows(view) if row.to and row.tick] == [False, False]
    given = "Ben and Cem give Ann 25 and 24; Ann takes the pot, 5."
    assert texts(view)["hand-over"] == f"{given} Cem still owes Ann 4."


COUNTED = {
    "bicycle": "correct-chips correct-points pay-chips-less-5",
    "pagat-pool": "pay-chips-less-5",
    "pagat points=card": "pay-points-less-5",
    "pagat": "",
}


@pytest.mark.parametrize(("rules", "controls"), COUNTED.items())
def test_chips_or_points_are_corrected_as_the_rules_count(rules: str, controls: str) -> None:
    at = night(ANN_GOES_OUT, rules=rules)
    view = actions(correction(at, ENGLISH, begin_correction(1, at.round)))
    kinds = ("correct-chips", "correct-points", "pay-chips-less-5", "pay-points-less-5")
    assert " ".join(name for name in kinds if name in view) == controls
    assert ("pay" in view) is bool(controls)
