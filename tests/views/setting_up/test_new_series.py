"""The screen of a new series: choices, warnings and obstacles."""

from dataclasses import replace
from datetime import date

import pytest

from companion.core.cards import card
from companion.core.forecast import Entry
from companion.core.presets import parse, preset
from companion.desk.archive import Catalogue
from companion.forms.seating import SeatsForm
from companion.views.setting_up.deal import NewSeriesView, default_title, new_series
from companion.words import ENGLISH

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


def shown(draft: SeatsForm, *entries: Entry) -> NewSeriesView:
    return new_series(draft, Catalogue(entries), FRIDAY, ENGLISH)


def seated(*names: str) -> SeatsForm:
    return SeatsForm().seating_all(names)


def test_an_empty_form_shows_its_obstacle() -> None:
    view = shown(SeatsForm())
    assert view.obstacle == "At least two players are needed."
    assert view.people.dealers == ()
    assert view.people.roster == ()
    assert view.people.same_table == ()


def test_one_player_is_too_few() -> None:
    assert shown(seated("Ann")).obstacle == "At least two players are needed."


def test_with_names_the_series_can_start() -> None:
    view = shown(seated("Ann", " Ben  Two "))
    assert not view.obstacle
    assert view.names == ("Ann", "Ben Two")
    assert view.summary == "2 players · Ann deals"


def test_known_names_come_newest_first_without_seated_players() -> None:
    assert shown(SeatsForm(), LAST, BEFORE).people.roster == ("Ann", "Ben", "Cem", "Dee")
    assert shown(seated("ben"), LAST, BEFORE).people.roster == ("Ann", "Cem", "Dee")


def test_players_who_left_are_known_and_not_of_the_last_table() -> None:
    people = shown(SeatsForm(), replace(LAST, left=("Eva",)), BEFORE).people
    assert people.roster == ("Ann", "Ben", "Eva", "Cem", "Dee")
    assert people.same_table == ("Ann", "Ben")


def test_the_last_table_can_be_seated_as_it_was() -> None:
    view = shown(SeatsForm(), LAST, BEFORE)
    assert view.people.same_table == ("Ann", "Ben")
    assert view.people.same_table_says == "As last time: Ann and Ben"
    assert shown(seated("Zoe"), LAST).people.same_table == ()


def test_two_players_are_warned_that_hands_are_no_secret() -> None:
    assert any("no secret" in remark for remark in shown(seated("Ann", "Ben")).people.remarks)
    assert shown(seated("Ann", "Ben", "Cem")).people.remarks == ()


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
    remarks = shown(seated(*names), *entries).people.remarks
    assert bool(remarks) is bool(warning)
    assert " ".join(remarks).startswith(warning)


def test_a_name_twice_is_allowed_with_a_warning() -> None:
    view = shown(seated("Ann", "ann", "Cem"))
    assert "called Ann" in view.people.remarks[0]
    assert [dealer.handle for dealer in view.people.dealers] == ["Ann", "ann2", "Cem"]
    assert not view.obstacle


def test_the_same_name_gets_another_handle() -> None:
    view = shown(seated("Ann", "Ann", "Cem"))
    assert [dealer.handle for dealer in view.people.dealers] == ["Ann", "Ann2", "Cem"]
    assert not view.obstacle


def test_long_names_in_any_script_have_short_handles() -> None:
    view = shown(seated("Wilhelmina Featherstonehaugh", "Μαρία Παπαδοπούλου", "李小龙", "123"))
    handles = [dealer.handle for dealer in view.people.dealers]
    assert handles == ["Wilhelmi", "Μαρία", "李小龙", "Player"]


def test_places_have_numbers_and_players_their_colours() -> None:
    view = shown(SeatsForm().named(1, "Ann").named(3, "Ben"))
    seats = view.people.seats
    assert [(seat.number, seat.initial) for seat in seats] == [
        *((1, "1"), (2, "A"), (3, "3"), (4, "B"))
    ]
    assert [seat.tint < 0 for seat in seats] == [True, False, True, False]
    assert seats[1].tint != seats[3].tint


def test_players_take_their_colours_along_to_another_seat() -> None:
    before = {seat.name: seat.tint for seat in shown(seated("Ann", "Ben", "Cem")).people.seats}
    people = shown(seated("Ann", "Ben", "Cem").moved(2, 0)).people
    after = [(name, before[name]) for name in ("Cem", "Ann", "Ben")]
    assert [(seat.name, seat.tint) for seat in people.seats[:3]] == after
    assert [(dealer.name, dealer.tint) for dealer in people.dealers] == after


def test_the_cut_is_described() -> None:
    cut = replace(seated("Ann", "Ben"), dealer=1, drawn=((0, card("9H")), (1, card("KS"))))
    view = shown(cut)
    assert view.people.dealer_says == "Ben drew K♠ and deals."
    assert [dealer.drawn and dealer.drawn.code for dealer in view.people.dealers] == ["9H", "KS"]


def test_a_tie_in_the_cut_is_described() -> None:
    drawn = ((0, card("KH")), (1, card("KS")), (2, card("2S")))
    view = shown(replace(seated("Ann", "Ben", "Cem"), dealer=1, drawn=drawn))
    assert view.people.dealer_says == "Ann and Ben cut equal cards and cut again: Ben deals."


def test_aims_of_a_new_series() -> None:
    view = shown(SeatsForm())
    assert [answer.words for answer in view.targets] == ["to 25", "to 50", "to 100", "open end"]
    assert [answer.words for answer in view.targets if answer.chosen] == ["to 100"]
    assert view.targets[1].rules == parse("bicycle target=50")
    assert view.forecast == "An estimate: about 50 rounds to 100."


def test_another_target_is_among_the_answers() -> None:
    view = shown(SeatsForm(rules=parse("bicycle target=70")))
    assert [answer.words for answer in view.targets if answer.chosen] == ["to 70"]
    assert view.forecast == "An estimate: about 35 rounds to 70."


def test_pips_reach_a_target_sooner() -> None:
    assert shown(SeatsForm(rules=preset("fwend"))).forecast == "An estimate: about 8 rounds to 100."


def test_without_points_there_is_no_target() -> None:
    view = shown(SeatsForm(rules=preset("parlour")))
    assert view.targets == ()
    assert "no points" in view.forecast


@pytest.mark.parametrize(
    ("taken", "title"),
    [((), "Friday evening"), (("Friday evening", "Friday evening 2"), "Friday evening 3")],
    ids=["free", "taken"],
)
def test_the_day_names_the_series(taken: tuple[str, ...], title: str) -> None:
    entries = [replace(LAST, name=name) for name in taken]
    assert default_title(entries, FRIDAY, ENGLISH) == title


def test_an_empty_name_is_the_days() -> None:
    view = shown(SeatsForm().titled("  "))
    assert view.title == "  "
    assert view.called == "Friday evening"


def test_a_number_of_rounds_is_among_the_answers() -> None:
    view = shown(SeatsForm(rules=preset("badam-satti")))
    assert [answer.words for answer in view.targets] == [
        "to 7 rounds",
        "to 25",
        "to 50",
        "to 100",
        "open end",
    ]
    assert [answer.words for answer in view.targets if answer.chosen] == ["to 7 rounds"]
    assert view.targets[2].rules == parse("badam-satti rounds=0 target=50")
    assert view.targets[-1].rules == parse("badam-satti rounds=0")


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
    assert shown(SeatsForm(rules=parse(rules))).forecast == said


def test_rounds_limit_a_game_for_chips() -> None:
    view = shown(SeatsForm(rules=parse("parlour rounds=5")))
    assert [answer.words for answer in view.targets] == ["to 5 rounds", "open end"]
    assert view.targets[1].rules == preset("parlour")
    view = shown(SeatsForm(rules=parse("bicycle points=none rounds=5")))
    assert [answer.words for answer in view.targets] == ["to 5 rounds", "open end"]
    assert view.targets[1].rules == parse("bicycle points=none")
