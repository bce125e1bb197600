"""The screen of a new series: choices, warnings and obstacles."""

from dataclasses import replace
from datetime import date

import pytest

from companion.core.cards import card
from companion.core.forecast import Entry
from companion.core.presets import parse, preset
from companion.desk.archive import Catalogue
from companion.screens.blocks import Action, Cards, Document, Edit, Field
from companion.screens.new_series import default_title, new_series, series_name
from companion.screens.seating import SeatsForm, SeatsView
from companion.words import ENGLISH
from tests.views.documents import actions, blocks, custom, people, texts
from tests.views.nights import EVENING

FRIDAY = date(2026, 11, 20)
LAST = replace(EVENING, number=7, name="Thursday evening", date="2026-11-19")
BEFORE = replace(LAST, number=6, name="Porch", players=("Cem", "ann", "Dee"))


def shown(draft: SeatsForm, *entries: Entry) -> Document:
    return new_series(Catalogue(entries), FRIDAY, ENGLISH, draft)


def seats(draft: SeatsForm, *entries: Entry) -> SeatsView:
    (view,) = custom(shown(draft, *entries), "seats")
    assert isinstance(view, SeatsView)
    return view


def obstacle(draft: SeatsForm) -> str:
    (start,) = shown(draft).footer
    return start.obstacle


def targets(draft: SeatsForm) -> list[Action]:
    """Return the aims to choose from."""
    return [act for name, act in actions(shown(draft)).items() if name.startswith("target-")]


def handles(draft: SeatsForm) -> list[str]:
    """Return the handles of the possible dealers."""
    return [dealer.person.handle for dealer in people(shown(draft))]


def seated(*names: str) -> SeatsForm:
    return SeatsForm().seating_all(names)


def test_at_least_two_players_are_needed() -> None:
    assert obstacle(seated("Ann")) == "At least two players are needed."
    (start,) = shown(seated("Ann", " Ben  Two ")).footer
    assert (start.beneath, start.obstacle) == ("2 players · Ann deals", "")
    assert handles(seated("Ann", " Ben  Two ")) == ["Ann", "Ben"]


def roster(view: SeatsView) -> str:
    """Return the known names, those of seated players in brackets."""
    return " ".join(f"({known.name})" if known.seated else known.name for known in view.roster)


PLACES = {
    "the app alone": ("bicycle chips=app", ""),
    "the app and another rule": ("bicycle chips=app ante=2", "Before the deal each player pays 2"),
    "saved rules in the app": ("bicycle chips=app ante=3", ""),
}


@pytest.mark.parametrize(("rules", "says"), PLACES.values(), ids=PLACES)
def test_the_place_of_the_chips_is_no_changed_rule(rules: str, says: str) -> None:
    catalogue = Catalogue((), saved=(("Ours", parse("bicycle ante=3")),))
    view = new_series(catalogue, FRIDAY, ENGLISH, replace(SeatsForm(), rules=parse(rules)))
    changes = texts(view).get("preset-says", "")
    assert changes == (f"Changed: {says} chips to the pot." if says else "")


def test_known_names_come_newest_first_and_keep_their_places() -> None:
    assert (roster(seats(SeatsForm())), seats(SeatsForm()).same_table) == ("", ())
    assert roster(seats(SeatsForm(), LAST, BEFORE)) == "Ann Ben Cem Dee"
    assert roster(seats(seated("ben"), LAST, BEFORE)) == "Ann (Ben) Cem Dee"
    assert seats(seated("Zoe"), LAST).same_table == ()


def test_players_who_left_are_known_and_not_of_the_last_table() -> None:
    view = seats(SeatsForm(), replace(LAST, left=("Eva",)), BEFORE)
    assert roster(view) == "Ann Ben Eva Cem Dee"
    assert view.same_table == ("Ann", "Ben")


AGAIN = "Ben has played before. If ben is the same person, spell the name the same way."
LOOK_ALIKES: dict[str, tuple[tuple[str, ...], tuple[Entry, ...], str]] = {
    "letters of another script": (("Ann", "\u0410nn", "Cem"), (), "Ann and \u0410nn look alike."),
    "strokes": (("Ida", "lda", "Cem"), (), "Ida and lda look alike."),
    "somebody of an earlier evening": (("ben", "Cem", "Dee"), (LAST,), AGAIN),
    "a name twice": (("Ann", "ann", "Cem"), (), "Two players are called Ann."),
    "two players": (("Ann", "Ben"), (), "With two players hands are no secret"),
    "nobody": (("Ann", "Anna", "Cem"), (LAST,), ""),
    "the same as before": (("Ann", "Ben", "Cem"), (LAST,), ""),
}


@pytest.mark.parametrize(("names", "entries", "warning"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_names_look_alike(names: tuple[str, ...], entries: tuple[Entry, ...], warning: str) -> None:
    remarks = seats(seated(*names), *entries).remarks
    assert bool(remarks) is bool(warning)
    assert " ".join(remarks).startswith(warning)


HANDLES = {
    "a name twice": (("Ann", "ann", "Cem"), ["Ann", "ann2", "Cem"]),
    "any script": (
        ("Wilhelmina Featherstonehaugh", "Μαρία Παπαδοπούλου", "李小龙", "123"),
        ["Wilhelmi", "Μαρία", "李小龙", "Player"],
    ),
}


@pytest.mark.parametrize(("names", "expected"), HANDLES.values(), ids=HANDLES)
def test_handles_are_short_and_differ(names: tuple[str, ...], expected: list[str]) -> None:
    assert handles(seated(*names)) == expected
    assert not obstacle(seated(*names))


def test_places_have_numbers_and_players_their_colours() -> None:
    places = seats(SeatsForm().named(1, "Ann").named(3, "Ben")).seats
    assert [(seat.number, seat.initial) for seat in places] == [
        *((1, "1"), (2, "A"), (3, "3"), (4, "B"))
    ]
    assert [seat.tint < 0 for seat in places] == [True, False, True, False]
    assert places[1].tint != places[3].tint


def test_players_take_their_colours_along_to_another_seat() -> None:
    before = {seat.name: seat.tint for seat in seats(seated("Ann", "Ben", "Cem")).seats}
    moved = seated("Ann", "Ben", "Cem").moved(2, 0)
    after = [(name, before[name]) for name in ("Cem", "Ann", "Ben")]
    assert [(seat.name, seat.tint) for seat in seats(moved).seats[:3]] == after
    dealers = [dealer.person for dealer in people(shown(moved))]
    assert [(dealer.name, dealer.tint) for dealer in dealers] == after


CUTS = {
    "the highest": ("9H KS 2S", "Ben drew K♠ and deals."),
    "a tie": ("KH KS 2S", "Ann and Ben cut equal cards and cut again: Ben deals."),
}


@pytest.mark.parametrize(("codes", "says"), CUTS.values(), ids=CUTS)
def test_the_cut_is_described(codes: str, says: str) -> None:
    drawn = tuple(enumerate(map(card, codes.split())))
    view = shown(replace(seated("Ann", "Ben", "Cem"), dealer=1, drawn=drawn))
    assert texts(view)["cut-says"] == says
    (cards,) = (block.cards for block in blocks(view) if isinstance(block, Cards))
    assert [(one.face.code, one.faded) for one in cards] == [
        (code, place != 1) for place, code in enumerate(codes.split())
    ]


FORECASTS = {
    "bicycle target=70": "An estimate: about 35 rounds to 70.",
    "fwend": "An estimate: about 8 rounds to 100.",
    "badam-satti": "After 7 rounds the lowest total wins.",
    "pagat-pool rounds=1": "After 1 round the most chips win.",
    "bicycle rounds=9": (
        "An estimate: about 50 rounds to 100. After 9 rounds it ends at the latest."
    ),
}


@pytest.mark.parametrize(("rules", "said"), FORECASTS.items(), ids=FORECASTS)
def test_the_length_of_a_series_is_estimated_or_known(rules: str, said: str) -> None:
    assert texts(shown(SeatsForm(rules=parse(rules))))["forecast"] == said


def test_without_points_there_is_no_target() -> None:
    assert targets(SeatsForm(rules=preset("parlour"))) == []
    assert "no points" in texts(shown(SeatsForm(rules=preset("parlour"))))["forecast"]


TARGETS = ["to 25", "to 50", "to 100", "open end"]
AIMS = {
    "bicycle target=70": (["to 70"], TARGETS, "bicycle target=0"),
    "badam-satti": (["to 7 rounds"], TARGETS, "badam-satti rounds=0"),
    "parlour rounds=5": (["to 5 rounds"], ["open end"], "parlour"),
    "bicycle points=none rounds=5": (["to 5 rounds"], ["open end"], "bicycle points=none"),
}


@pytest.mark.parametrize("rules", AIMS)
def test_the_aim_that_was_chosen_is_among_the_answers(rules: str) -> None:
    chosen, others, open_end = AIMS[rules]
    view = targets(SeatsForm(rules=parse(rules)))
    assert [answer.says for answer in view if answer.chosen] == chosen
    assert [answer.says for answer in view if not answer.chosen] == others
    assert view[-1].intent == Edit("under", (parse(open_end),))


def test_the_day_names_the_series() -> None:
    entries = [replace(LAST, name=name) for name in ("Friday evening", "Friday evening 2")]
    assert default_title(entries, FRIDAY, ENGLISH) == "Friday evening 3"
    draft = SeatsForm().titled("  ")
    (name,) = (block for block in blocks(shown(draft)) if isinstance(block, Field))
    assert name.value == "  "
    assert series_name(draft, (), FRIDAY, ENGLISH) == "Friday evening"
