"""The screen of a new series: choices, warnings and obstacles."""

import re
from dataclasses import replace
from datetime import date

import pytest

from companion.core.entries import Entry
from companion.core.presets import PRESETS, parse, preset
from companion.desk.archive import Catalogue
from companion.screens.blocks import Action, Document, Row, plain
from companion.screens.kit import ScreenFacts, edit
from companion.screens.new_series import NewForm
from companion.screens.seating import SeatsForm, SeatsView
from companion.words import LANGUAGES, words_in
from tests.cases import cases
from tests.screens.documents import actions, custom, people, rows
from tests.screens.nights import EVENING

FRIDAY = date(2026, 11, 20)
LAST = replace(EVENING, number=7, name="Thursday evening", date="2026-11-19")
BEFORE = replace(LAST, number=6, name="Porch", players=("Cem", "ann", "Dee"))


def shown(draft: NewForm, *entries: Entry) -> Document:
    return draft.view(ScreenFacts(catalogue=Catalogue(entries), today=FRIDAY))


def seats(draft: NewForm, *entries: Entry) -> SeatsView:
    (view,) = custom(shown(draft, *entries), SeatsView)
    return view


def obstacle(draft: NewForm) -> str:
    (start,) = shown(draft).footer
    return start.obstacle


def targets(draft: NewForm) -> list[Action]:
    """Return the aims to choose from."""
    view = shown(draft.open("length"))
    return [act for name, act in actions(view).items() if name.startswith("target-")]


def handles(draft: NewForm) -> list[str]:
    """Return the handles of the possible dealers."""
    return [dealer.person.handle for dealer in people(shown(draft.open("dealer")))]


def seated(*names: str) -> NewForm:
    return NewForm().seating_all(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_the_pot_is_refused_in_every_language(language: str) -> None:
    pot = words_in(language).say("Pot")
    assert obstacle(seated("Ann", pot.upper()))
    assert obstacle(seated("Ann", f"{pot}ter")) == ""


def roster(view: SeatsView) -> str:
    """Return the known names, those of seated players in brackets."""
    return " ".join(f"({known.name})" if known.seated else known.name for known in view.roster)


PLACES = {
    "the app alone": ("bicycle chips=app", False),
    "the app and another rule": ("bicycle chips=app ante=2", True),
}


@cases("rules, changed", PLACES)
def test_the_place_of_the_chips_is_no_changed_rule(rules: str, *, changed: bool) -> None:
    view = NewForm(rules=parse(rules)).view(ScreenFacts(today=FRIDAY))
    (line,) = (row for row in rows(view) if row.id == "open-rules")
    assert bool(line.note) is changed


def test_known_names_come_newest_first_and_keep_their_places() -> None:
    assert (roster(seats(NewForm())), seats(NewForm()).same_table) == ("", ())
    assert roster(seats(NewForm(), LAST, BEFORE)) == "Ann Ben Cem Dee"
    assert roster(seats(seated("ben"), LAST, BEFORE)) == "Ann (Ben) Cem Dee"
    assert seats(seated("Zoe"), LAST).same_table == ()


LOOK_ALIKES: dict[str, tuple[tuple[str, ...], tuple[Entry, ...], int]] = {
    "somebody of an earlier evening": (("ben", "Cem", "Dee"), (LAST,), 1),
    "a name twice": (("Ann", "ann", "Cem"), (), 1),
    "two players": (("Ann", "Ben"), (), 0),
    "nobody": (("Ann", "Anna", "Cem"), (LAST,), 0),
    "the same as before": (("Ann", "Ben", "Cem"), (LAST,), 0),
}


@cases("names, entries, count", LOOK_ALIKES)
def test_names_look_alike(names: tuple[str, ...], entries: tuple[Entry, ...], count: int) -> None:
    assert len(seats(seated(*names), *entries).remarks) == count


HANDLES = {
    "a name twice": (("Ann", "ann", "Cem"), ["Ann", "ann2", "Cem"]),
    "any script": (
        ("Wilhelmina Featherstonehaugh", "Μαρία Παπαδοπούλου", "李小龙", "123"),
        ["Wilhelmi", "Μαρία", "李小龙", "Player"],
    ),
}


@cases("names, expected", HANDLES)
def test_handles_are_short_and_differ(names: tuple[str, ...], expected: list[str]) -> None:
    assert handles(seated(*names)) == expected
    assert not obstacle(seated(*names))


LENGTH_SAYS = {
    "bicycle target=70": ["70", "35"],
    "fwend": ["100", "8"],
    "badam-satti": ["7"],
    "bicycle rounds=9": ["100", "9", "9"],
}


def lines(draft: NewForm) -> dict[str, Row]:
    """Return the lines of the form."""
    return {row.id: row for row in rows(shown(draft)) if row.id.startswith("open-")}


@pytest.mark.parametrize(("rules", "rounds"), LENGTH_SAYS.items(), ids=LENGTH_SAYS)
def test_length_to_a_total_is_estimated(rules: str, rounds: list[str]) -> None:
    says = plain(lines(NewForm(rules=parse(rules)))["open-length"].subtitle)
    assert re.findall(r"\d+", says) == rounds


SAYS = {name: len(re.findall(r"[\w’]+", facts.brief)) for name, facts in PRESETS.items()}


@pytest.mark.parametrize("name", SAYS)
def test_rules_are_a_sentence_of_twelve_words_at_most(name: str) -> None:
    assert 0 < SAYS[name] <= 12
    assert plain(lines(NewForm(rules=preset(name)))["open-rules"].subtitle)


TARGETS = ["25", "50", "100", "0"]
AIMS = {
    "bicycle target=70": (["70"], TARGETS, "bicycle target=0"),
    "badam-satti": (["0-7-rounds"], TARGETS, "badam-satti rounds=0"),
    "parlour rounds=5": (["0-5-rounds"], ["0"], "parlour"),
    "bicycle points=none rounds=5": (["0-5-rounds"], ["0"], "bicycle points=none"),
}


@pytest.mark.parametrize("rules", AIMS)
def test_the_aim_that_was_chosen_is_among_the_answers(rules: str) -> None:
    chosen, others, open_end = AIMS[rules]
    view = targets(NewForm(rules=parse(rules)))
    names = {answer.id.removeprefix("target-"): answer.chosen for answer in view}
    assert [name for name, is_chosen in names.items() if is_chosen] == chosen
    assert [name for name, is_chosen in names.items() if not is_chosen] == others
    assert view[-1].intent == edit(SeatsForm.under, parse(open_end))
