"""Numbers of a round by its result: passes that follow, numbers that are missing, and doubt."""

from companion.core.objections import Why
from companion.core.rounds.round import Round
from companion.screens.blocks import Document
from companion.screens.kit import ScreenFacts, edit, submit
from companion.screens.result import ResultForm, save_result
from tests.cases import cases
from tests.screens.documents import actions, rows
from tests.screens.nights import night, played

BEN_LEADS = "dealer Ann\nAnn Ben Cem Dee\n1 . 7D {cem} .\n"
"""All were dealt 13 cards."""
ONLY_BEN_IS_OUT = {0: 3, 1: 0, 2: 2, 3: 1}
"""Cards left by seat; the passes follow them, as seats 4 to 7."""
Case = tuple[str, dict[int, int], tuple[int, ...], Why | None]

FOLLOWING: dict[str, Case] = {
    "nobody is out": ("--", {}, (0, 0, 1, 0), None),
    "two are out": ("--", {1: 0, 2: 0}, (0, 0, 1, 0), None),
    "as few as can be": (".", ONLY_BEN_IS_OUT, (2, 0, 1, 0), None),
    "no fewer than noted": ("--", ONLY_BEN_IS_OUT | {2: 1}, (3, 1, 1, 1), None),
    "too few of one player": ("--", ONLY_BEN_IS_OUT | {2: 1, 4: 0}, (0, 1, 1, 1), Why.TURNS_MISFIT),
    "those of one player": (".", ONLY_BEN_IS_OUT | {4: 5}, (5, 3, 4, 3), None),
    "against each other": (
        ".",
        ONLY_BEN_IS_OUT | {5: 0, 6: 5},
        (2, 0, 5, 0),
        Why.TURNS_MISFIT,
    ),
}


def entered(round_text: str, numbers: dict[int, int], rules: str = "bicycle") -> ResultForm:
    """Return the form of a round with these numbers entered."""
    form = ResultForm.of(night(round_text, rules=rules), 1)
    for at, number in numbers.items():
        form = form.look_at(at).enter(number)
    return form


@cases("cem, numbers, passes, why", FOLLOWING)
def test_passes_follow_from_the_cards_left(
    cem: str, numbers: dict[int, int], passes: tuple[int, ...], why: Why | None
) -> None:
    form = entered(BEN_LEADS.format(cem=cem), numbers)
    assert (form.passes, form.doubt and form.doubt.why) == (passes, why)


def view(form: ResultForm) -> Document:
    return form.view(ScreenFacts(snapshot=played(Round.begin(form.setup))))


def save(form: ResultForm) -> object:
    return actions(view(form))["save-result"].intent


def test_a_result_that_the_round_takes_from_nobody_asks_for_no_number() -> None:
    nobody = entered("dealer Ann\nAnn Ben Cem Dee\n", {0: 4})
    assert save(nobody) is None
    places = entered("dealer Ann\nAnn Ben Cem Dee\n", {0: 0}, rules="bicycle play_on=yes")
    assert save(places) is None


def test_passes_that_no_honest_play_gives_are_asked_about() -> None:
    form = entered(BEN_LEADS.format(cem="."), ONLY_BEN_IS_OUT | {5: 0, 6: 5})
    assert save(form) == edit(ResultForm.ask)
    asked = view(form.ask()).question
    assert asked
    assert asked.on_yes == submit(save_result)
    again = form.ask().look_again()
    assert (again.asking, again.at) == (False, 6)


def test_too_many_passes_are_asked_about() -> None:
    form = entered("dealer Ann\nAnn Ben Cem Dee\n", {0: 0, 1: 3, 2: 3, 3: 3, 4: 90})
    assert form.doubt
    assert form.doubt.why is Why.TURNS_MISFIT
    assert save(form) == edit(ResultForm.ask)


def test_turns_that_differ_by_more_than_one_are_told_beside_the_number() -> None:
    numbers = {0: 0, 1: 3, 2: 2, 3: 4, 4: 4, 5: 2, 6: 6, 7: 8}
    form = entered("dealer Dee\nAnn Ben Cem Dee\n", numbers)
    (pad,) = (row for row in rows(view(form)) if row.choices)
    assert "12" in pad.choices[0].says
    assert "Ben" in pad.choices[0].says
    fits = entered("dealer Dee\nAnn Ben Cem Dee\n", numbers | {5: 6, 6: 5, 7: 7})
    (pad,) = (row for row in rows(view(fits)) if row.choices)
    assert "Ben" not in pad.choices[0].says
