"""Corrections: the obstacles, the text and the recorded payment."""

import pytest

from companion.core.rounds.setup import POT, CalledOff, Paid
from companion.forms.entries import MOST, Correction
from companion.views.of_series.settling import CorrectionView, correction
from companion.words import ENGLISH
from tests.views.nights import ANN_GOES_OUT, night, then

OVER = night(ANN_GOES_OUT)


def shown(form: Correction) -> CorrectionView:
    return correction(form, OVER, 1, ENGLISH)


@pytest.mark.parametrize(
    ("form", "obstacle", "says"),
    [
        (Correction(), "Tap who pays.", ""),
        (Correction().to(0), "Tap who pays.", ""),
        (Correction().from_(1), "Tap who gets it.", ""),
        (Correction().from_(1).to(0), "", "Ben pays Ann 1"),
        (Correction().from_(1).to(0).from_(0), "Tap who gets it.", ""),
        (Correction().from_(1).to(0).to(1), "Tap who pays.", ""),
        (Correction().from_(POT).to(2).with_chips(5), "", "Pot pays Cem 6"),
        (Correction().from_(2).to(POT).with_chips(-5), "", "Cem pays Pot 1"),
        (Correction().from_(2).to(POT).with_chips(MOST), "", f"Cem pays Pot {MOST}"),
    ],
    ids=[
        "nothing",
        "payee only",
        "payer only",
        "both",
        "the payee pays",
        "the payer gets",
        "the pot pays",
        "at least one",
        "at most",
    ],
)
def test_a_correction_shows_its_obstacle_or_its_payment(
    form: Correction, obstacle: str, says: str
) -> None:
    view = shown(form)
    assert (view.obstacle, view.says) == (obstacle, says)
    assert (view.paid is None) is bool(obstacle)


def test_everybody_and_the_pot_can_pay() -> None:
    view = shown(Correction().from_(1).to(POT))
    assert [account.person.handle for account in view.accounts] == ["Ann", "Ben", "Cem", "pot"]
    assert [account.pays for account in view.accounts] == [False, True, False, False]
    assert [account.gets for account in view.accounts] == [False, False, False, True]


def test_the_note_is_recorded() -> None:
    form = Correction().from_(1).to(0).with_chips(2).noted(" forgot  the ante ")
    assert shown(form).paid == Paid(1, 0, 3, "forgot the ante")


def test_corrections_of_the_round_are_listed() -> None:
    paid = then(OVER, Paid(1, 0, 3, "forgot the ante"))
    (line,) = correction(Correction(), paid, 1, ENGLISH).made
    assert (line.says, line.note, line.chips) == ("Ben pays Ann 3", "forgot the ante", 3)


def test_a_round_called_off_takes_none() -> None:
    void = then(OVER, CalledOff())
    view = correction(Correction().from_(1).to(0), void, 1, ENGLISH)
    assert view.obstacle == "The round is called off."
