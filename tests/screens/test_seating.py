"""The form for a deal: seats and the dealer."""

from dataclasses import replace

from companion.core.entries import entry_of
from companion.desk.archive import Catalogue
from companion.screens.seating import SeatsForm, next_seats, seats_view
from companion.words import ENGLISH
from tests.screens.nights import ANN_GOES_OUT, night


def seated(*names: str) -> SeatsForm:
    return SeatsForm().seating_all(names)


def names(draft: SeatsForm) -> list[str]:
    return [place.name for place in draft.seated]


def test_known_names_take_the_first_free_place_or_a_new_one() -> None:
    assert [place.name for place in SeatsForm().places] == ["", "", "", ""]
    assert SeatsForm().named(0, "  ").seated == ()
    draft = SeatsForm().named(1, "Ben").seating("Ann").seating("Cem")
    assert names(draft) == ["Ann", "Ben", "Cem"]
    assert len(seated("Ann", "Ben", "Cem", "Dee", "Eve").places) == 5


def test_the_next_round_offers_no_table_of_another_series() -> None:
    played = night(ANN_GOES_OUT)
    catalogue = Catalogue((entry_of(1, played.series),))
    nobody = replace(next_seats(played.series, SeatsForm), places=())
    assert seats_view(SeatsForm(), catalogue, ENGLISH).same_table == ("Ann", "Ben", "Cem")
    assert seats_view(nobody, catalogue, ENGLISH).same_table == ()


def test_players_move_and_the_others_close_up() -> None:
    draft = seated("Ann", "Ben", "Cem")
    assert names(draft.moved(2, 0)) == ["Cem", "Ann", "Ben"]
    assert names(draft.moved(0, 1)) == ["Ben", "Ann", "Cem"]
    assert names(draft.moved(0, -1)) == ["Ann", "Ben", "Cem"]


def test_free_places_stay_behind_moved_players() -> None:
    draft = SeatsForm().named(0, "Ann").named(3, "Dee").moved(3, 0)
    assert [place.name for place in draft.places] == ["Dee", "Ann", "", ""]


def test_the_first_player_deals_until_another_is_chosen_who_keeps_the_deal() -> None:
    draft = seated("Ann", "Ben", "Cem")
    assert draft.dealer_seat == 0
    assert draft.dealt_by(2).dealer_seat == 2
    assert draft.dealt_by(2).moved(2, 0).dealer_seat == 0
    assert draft.dealt_by(2).without(2).dealer_seat == 0
