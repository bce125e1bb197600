"""Corrections: the obstacles, the text and the recorded payment."""

import pytest

from companion.core.rounds.setup import POT, CalledOff, Paid
from companion.forms.entries import MOST, Correction
from companion.views.blocks import Action, Document, plain
from companion.views.of_series.settling import correction
from companion.words import ENGLISH
from tests.views.documents import actions, people, rows
from tests.views.nights import ANN_GOES_OUT, night, then

OVER = night(ANN_GOES_OUT)


def shown(form: Correction) -> Document:
    return correction(form, OVER, ENGLISH)


def act(form: Correction) -> Action:
    """Return the button that records the correction."""
    return actions(shown(form))["pay"]


@pytest.mark.parametrize(
    ("form", "obstacle", "says"),
    [
        (Correction(1), "Tap who pays.", ""),
        (Correction(1).to(0), "Tap who pays.", ""),
        (Correction(1).from_(1), "Tap who gets it.", ""),
        (Correction(1).from_(1).to(0), "", "Ben pays Ann 1"),
        (Correction(1).from_(1).to(0).from_(0), "Tap who gets it.", ""),
        (Correction(1).from_(1).to(0).to(1), "Tap who pays.", ""),
        (Correction(1).from_(POT).to(2).with_chips(5), "", "Pot pays Cem 6"),
        (Correction(1).from_(2).to(POT).with_chips(-5), "", "Cem pays Pot 1"),
        (Correction(1).from_(2).to(POT).with_chips(MOST), "", f"Cem pays Pot {MOST}"),
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
    assert (act(form).obstacle, act(form).beneath) == (obstacle, says)
    assert (form.paid is None) is bool(obstacle)


def test_everybody_and_the_pot_can_pay() -> None:
    view = shown(Correction(1).from_(1).to(POT))
    accounts = ("Ann", "Ben", "Cem", "pot")
    chosen = {option.id: option.chosen for option in people(view)}
    assert list(chosen) == [f"pay-{way}-{who}" for way in ("from", "to") for who in accounts]
    assert [name for name, on in chosen.items() if on] == ["pay-from-Ben", "pay-to-pot"]


def test_the_note_is_recorded() -> None:
    form = Correction(1).from_(1).to(0).with_chips(2).noted(" forgot  the ante ")
    assert form.paid == Paid(1, 0, 3, "forgot the ante")


def test_corrections_of_the_round_are_listed() -> None:
    paid = then(OVER, Paid(1, 0, 3, "forgot the ante"))
    (row,) = rows(correction(Correction(1), paid, ENGLISH), "Corrections of this round")
    assert (plain(row.title), row.subtitle) == ("Ben pays Ann 3", "forgot the ante")


def test_a_round_called_off_takes_none() -> None:
    void = then(OVER, CalledOff())
    view = correction(Correction(1).from_(1).to(0), void, ENGLISH)
    assert actions(view)["pay"].obstacle == "The round is called off."


def test_the_number_of_chips_stays_above_zero() -> None:
    steps = {name: action.intent for name, action in actions(shown(Correction(1))).items()}
    assert steps["pay-chips-less"] is None
    assert steps["pay-chips-less-5"] is None
    assert steps["pay-chips-more"]
