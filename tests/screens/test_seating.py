"""The form for a deal: seats and the dealer."""

from companion.screens.seating import SeatsForm


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


def test_a_table_has_ten_places_at_most() -> None:
    draft = seated(*"ABCDEFGHIJ")
    assert not draft.has_room
    assert draft.with_place() == draft
    assert draft.seating("K") == draft


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


def test_only_an_added_place_awaits_a_name() -> None:
    assert SeatsForm().awaits_name is None
    assert SeatsForm().with_place().awaits_name == 4
    assert SeatsForm().with_place().named(4, "E").awaits_name is None
