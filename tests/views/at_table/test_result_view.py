"""Numbers of a round by its result: the passes that follow, and turns that cannot be."""

import pytest

from companion.screens.result import Misfit, ResultForm
from tests.views.nights import night

Case = tuple[str, dict[int, int], tuple[int, ...], Misfit | None]
BEN_LEADS = "dealer Ann\nAnn Ben Cem Dee\n1 . 7D {cem} .\n"
"""All were dealt 13 cards."""
ONLY_BEN_IS_OUT = {0: 3, 1: 0, 2: 2, 3: 1}
"""Cards left by seat; the passes follow them, as seats 4 to 7."""

FOLLOWING: dict[str, Case] = {
    "nobody is out": ("--", {}, (0, 0, 1, 0), None),
    "two are out": ("--", {1: 0, 2: 0}, (0, 0, 1, 0), None),
    "as few as can be": (".", ONLY_BEN_IS_OUT, (2, 0, 1, 0), None),
    "no fewer than noted": ("--", ONLY_BEN_IS_OUT | {2: 1}, (3, 1, 1, 1), None),
    "those of one player": (".", ONLY_BEN_IS_OUT | {4: 5}, (5, 3, 4, 3), None),
    "against each other": (".", ONLY_BEN_IS_OUT | {5: 0, 6: 5}, (2, 0, 5, 0), Misfit(2, 16, 12)),
}
NOBODY_KNOWS_WHO_LED = {
    "Ann led": ((3, 0, 1, 0), None),
    "one turn too many": ((2, 0, 2, 0), Misfit(2, 13, 12)),
    "many turns too many": ((3, 0, 1, 4), Misfit(3, 16, 12)),
}


def entered(round_text: str, numbers: dict[int, int], rules: str = "bicycle") -> ResultForm:
    """Return the form of a round with these numbers entered."""
    form = ResultForm.of(night(round_text, rules=rules), 1)
    for at, number in numbers.items():
        form = form.look_at(at).enter(number)
    return form


@pytest.mark.parametrize(("cem", "numbers", "passes", "misfit"), FOLLOWING.values(), ids=FOLLOWING)
def test_passes_follow_from_the_cards_left(
    cem: str, numbers: dict[int, int], passes: tuple[int, ...], misfit: Misfit | None
) -> None:
    form = entered(BEN_LEADS.format(cem=cem), numbers)
    assert (form.passes, form.misfit) == (passes, misfit)


@pytest.mark.parametrize(
    ("passes", "misfit"), NOBODY_KNOWS_WHO_LED.values(), ids=NOBODY_KNOWS_WHO_LED
)
def test_any_player_may_have_led(passes: tuple[int, ...], misfit: Misfit | None) -> None:
    numbers = ONLY_BEN_IS_OUT | dict(enumerate(passes, 4))
    form = entered("dealer Ann\nAnn Ben Cem Dee\n", numbers, "seven-of-diamonds")
    assert (form.passes, form.misfit) == (passes, misfit)
