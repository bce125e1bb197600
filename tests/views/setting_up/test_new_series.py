"""The screen of a new series: choices, warnings and obstacles."""

from dataclasses import replace
from datetime import date

import pytest

from companion.core.cards import card
from companion.core.forecast import Entry
from companion.core.presets import parse, preset
from companion.desk.archive import Catalogue
from companion.forms.seating import SeatsForm
from companion.views.blocks import Action, Cards, Document, Edit, Field
from companion.views.setting_up.deal import default_title, new_series, series_name
from companion.views.setting_up.seats import SeatsView
from companion.words import ENGLISH
from tests.views.documents import actions, blocks, custom, people, texts

FRIDAY = date(2026, 11, 20)
LAST = Entry(
    number=7,
    name="Thursday evening",
    date="2026-11-19",
    players=("Ann", "Ben"),
    dealt=9,
    rounds=3,
    over=True,
    leaders=("Ann",),
    score=12,
    in_points=True,
)
BEFORE = replace(LAST, number=6, name="Porch", players=("Cem", "ann", "Dee"))


def shown(draft: SeatsForm, *entries: Entry) -> Document:
    return new_series(draft, Catalogue(entries), FRIDAY, ENGLISH)


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


def test_an_empty_form_shows_its_obstacle() -> None:
    assert obstacle(SeatsForm()) == "At least two players are needed."
    assert people(shown(SeatsForm())) == []
    assert seats(SeatsForm()).roster == ()
    assert seats(SeatsForm()).same_table == ()


def test_one_player_is_too_few() -> None:
    assert obstacle(seated("Ann")) == "At least two players are needed."


def test_with_names_the_series_can_start() -> None:
    (start,) = shown(seated("Ann", " Ben  Two ")).footer
    assert (start.beneath, start.obstacle) == ("2 players · Ann deals", "")
    assert [dealer.label for dealer in people(shown(seated("Ann", " Ben  Two ")))] == [
        *("Ann", "Ben Two")
    ]


def test_known_names_come_newest_first_without_seated_players() -> None:
    assert seats(SeatsForm(), LAST, BEFORE).roster == ("Ann", "Ben", "Cem", "Dee")
    assert seats(seated("ben"), LAST, BEFORE).roster == ("Ann", "Cem", "Dee")


def test_players_who_left_are_known_and_not_of_the_last_table() -> None:
    view = seats(SeatsForm(), replace(LAST, left=("Eva",)), BEFORE)
    assert view.roster == ("Ann", "Ben", "Eva", "Cem", "Dee")
    assert view.same_table == ("Ann", "Ben")


def test_the_last_table_can_be_seated_as_it_was() -> None:
    view = seats(SeatsForm(), LAST, BEFORE)
    assert view.same_table == ("Ann", "Ben")
    assert view.same_table_says == "As last time: Ann and Ben"
    assert seats(seated("Zoe"), LAST).same_table == ()


def test_two_players_are_warned_that_hands_are_no_secret() -> None:
    assert any("no secret" in remark for remark in seats(seated("Ann", "Ben")).remarks)
    assert seats(seated("Ann", "Ben", "Cem")).remarks == ()


LOOK_ALIKES = {
    "letters of another script": (("Ann", "\u0410nn", "Cem"), (), "Ann and \u0410nn look alike."),
    "strokes": (("Ida", "lda", "Cem"), (), "Ida and lda look alike."),
    "width": (("Ann", "\uff21\uff4e\uff4e", "Cem"), (), "Ann and \uff21\uff4e\uff4e look alike."),
    "somebody of an earlier evening": (
        ("ben", "Cem", "Dee"),
        (LAST,),
        "Ben has played before. If ben is the same person, spell the name the same way.",
    ),
    "nobody": (("Ann", "Anna", "Cem"), (LAST,), ""),
    "the same as before": (("Ann", "Ben", "Cem"), (LAST,), ""),
}


@pytest.mark.parametrize(("names", "entries", "warning"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_names_that_look_alike_are_reported(
    names: tuple[str, ...], entries: tuple[Entry, ...], warning: str
) -> None:
    remarks = seats(seated(*names), *entries).remarks
    assert bool(remarks) is bool(warning)
    assert " ".join(remarks).startswith(warning)


def test_a_name_twice_is_allowed_with_a_warning() -> None:
    draft = seated("Ann", "ann", "Cem")
    assert "called Ann" in seats(draft).remarks[0]
    assert handles(draft) == ["Ann", "ann2", "Cem"]
    assert not obstacle(draft)


def test_the_same_name_gets_another_handle() -> None:
    draft = seated("Ann", "Ann", "Cem")
    assert handles(draft) == ["Ann", "Ann2", "Cem"]
    assert not obstacle(draft)


def test_long_names_in_any_script_have_short_handles() -> None:
    draft = seated("Wilhelmina Featherstonehaugh", "Μαρία Παπαδοπούλου", "李小龙", "123")
    assert handles(draft) == ["Wilhelmi", "Μαρία", "李小龙", "Player"]


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


def test_the_cut_is_described() -> None:
    cut = replace(seated("Ann", "Ben"), dealer=1, drawn=((0, card("9H")), (1, card("KS"))))
    view = shown(cut)
    assert texts(view)["cut-says"] == "Ben drew K♠ and deals."
    (drawn,) = (block.cards for block in blocks(view) if isinstance(block, Cards))
    assert [(one.face.code, one.faded) for one in drawn] == [("9H", True), ("KS", False)]


def test_a_tie_in_the_cut_is_described() -> None:
    drawn = ((0, card("KH")), (1, card("KS")), (2, card("2S")))
    view = shown(replace(seated("Ann", "Ben", "Cem"), dealer=1, drawn=drawn))
    assert texts(view)["cut-says"] == "Ann and Ben cut equal cards and cut again: Ben deals."


def test_aims_of_a_new_series() -> None:
    view = targets(SeatsForm())
    assert [answer.says for answer in view] == ["to 25", "to 50", "to 100", "open end"]
    assert [answer.says for answer in view if answer.chosen] == ["to 100"]
    assert view[1].intent == Edit("under", (parse("bicycle target=50"),))
    assert texts(shown(SeatsForm()))["forecast"] == "An estimate: about 50 rounds to 100."


def test_another_target_is_among_the_answers() -> None:
    view = targets(SeatsForm(rules=parse("bicycle target=70")))
    assert [answer.says for answer in view if answer.chosen] == ["to 70"]
    forecast = texts(shown(SeatsForm(rules=parse("bicycle target=70"))))["forecast"]
    assert forecast == "An estimate: about 35 rounds to 70."


def test_pips_reach_a_target_sooner() -> None:
    forecast = texts(shown(SeatsForm(rules=preset("fwend"))))["forecast"]
    assert forecast == "An estimate: about 8 rounds to 100."


def test_without_points_there_is_no_target() -> None:
    view = targets(SeatsForm(rules=preset("parlour")))
    assert view == []
    assert "no points" in texts(shown(SeatsForm(rules=preset("parlour"))))["forecast"]


@pytest.mark.parametrize(
    ("taken", "title"),
    [((), "Friday evening"), (("Friday evening", "Friday evening 2"), "Friday evening 3")],
    ids=["free", "taken"],
)
def test_the_day_names_the_series(taken: tuple[str, ...], title: str) -> None:
    entries = [replace(LAST, name=name) for name in taken]
    assert default_title(entries, FRIDAY, ENGLISH) == title


def test_an_empty_name_is_the_days() -> None:
    draft = SeatsForm().titled("  ")
    (name,) = (block for block in blocks(shown(draft)) if isinstance(block, Field))
    assert name.value == "  "
    assert series_name(draft, (), FRIDAY, ENGLISH) == "Friday evening"


def test_a_number_of_rounds_is_among_the_answers() -> None:
    view = targets(SeatsForm(rules=preset("badam-satti")))
    assert [answer.says for answer in view] == [
        "to 7 rounds",
        "to 25",
        "to 50",
        "to 100",
        "open end",
    ]
    assert [answer.says for answer in view if answer.chosen] == ["to 7 rounds"]
    assert view[2].intent == Edit("under", (parse("badam-satti rounds=0 target=50"),))
    assert view[-1].intent == Edit("under", (parse("badam-satti rounds=0"),))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("badam-satti", "After 7 rounds the lowest total wins."),
        ("pagat-pool rounds=1", "After 1 round the most chips win."),
        (
            "bicycle rounds=9",
            "An estimate: about 50 rounds to 100. After 9 rounds it ends at the latest.",
        ),
    ],
    ids=["points", "chips", "a target as well"],
)
def test_a_number_of_rounds_is_no_estimate(rules: str, said: str) -> None:
    assert texts(shown(SeatsForm(rules=parse(rules))))["forecast"] == said


def test_rounds_limit_a_game_for_chips() -> None:
    view = targets(SeatsForm(rules=parse("parlour rounds=5")))
    assert [answer.says for answer in view] == ["to 5 rounds", "open end"]
    assert view[1].intent == Edit("under", (preset("parlour"),))
    view = targets(SeatsForm(rules=parse("bicycle points=none rounds=5")))
    assert [answer.says for answer in view] == ["to 5 rounds", "open end"]
    assert view[1].intent == Edit("under", (parse("bicycle points=none"),))
