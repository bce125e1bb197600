"""The form of a new series as a value: seats, the dealer, the cut."""

from random import Random

from companion.forms.seating import SeatsForm


def seated(*names: str) -> SeatsForm:
    """Return a form with the names."""
    return SeatsForm().seating_all(names)


def luck() -> Random:
    """Return the same source of chance each time."""
    return Random(1)  # noqa: S311 - nothing is at stake


def names(draft: SeatsForm) -> list[str]:
    return [place.name for place in draft.seated]


def test_four_places_are_there_to_start_with() -> None:
    assert [place.name for place in SeatsForm().places] == ["", "", "", ""]


def test_a_name_of_blanks_is_nobody() -> None:
    assert SeatsForm().named(0, "  ").seated == ()


def test_known_names_take_the_first_free_place() -> None:
    draft = SeatsForm().named(1, "Ben").seating("Ann").seating("Cem")
    assert names(draft) == ["Ann", "Ben", "Cem"]


def test_known_names_add_a_place_when_all_are_taken() -> None:
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


def test_free_places_stay_behind_those_who_moved() -> None:
    draft = SeatsForm().named(0, "Ann").named(3, "Dee").moved(3, 0)
    assert [place.name for place in draft.places] == ["Dee", "Ann", "", ""]


def test_the_first_player_deals_until_another_is_chosen() -> None:
    draft = seated("Ann", "Ben", "Cem")
    assert draft.dealer_seat == 0
    assert draft.dealt_by(2).dealer_seat == 2


def test_the_dealer_keeps_the_deal_in_another_seat() -> None:
    assert seated("Ann", "Ben", "Cem").dealt_by(2).moved(2, 0).dealer_seat == 0


def test_a_dealer_who_left_deals_no_more() -> None:
    assert seated("Ann", "Ben", "Cem").dealt_by(2).without(2).dealer_seat == 0


def test_the_highest_card_deals() -> None:
    draft = seated("Ann", "Ben", "Cem").cut(luck())
    ranks = [card.rank for _, card in draft.drawn]
    assert ranks.index(max(ranks)) == draft.dealer_seat


def test_nobody_cuts_at_an_empty_table() -> None:
    assert SeatsForm().cut(luck()) == SeatsForm()


def test_a_cut_is_void_once_somebody_else_sits_there() -> None:
    cut = seated("Ann", "Ben").cut(luck())
    assert cut.drawn
    assert cut.named(0, "Zoe").drawn == ()
    assert cut.without(0).drawn == ()
    assert cut.moved(0, 1).drawn == cut.drawn


def test_only_an_added_place_awaits_a_name() -> None:
    assert SeatsForm().awaits_name is None
    assert SeatsForm().with_place().awaits_name == 4
    assert SeatsForm().with_place().named(4, "E").awaits_name is None


def test_a_spare_place_comes_below_the_last_name_before_anybody_asks_for_it() -> None:
    draft = SeatsForm().written(3, "D")
    assert [place.key for place in draft.places] == [0, 1, 2, 3, 4]
    assert draft.awaits_name is None
    assert len(draft.written(3, "De").places) == 5
    assert len(draft.written(4, "E").places) == 6
    assert len(SeatsForm().written(1, "B").places) == 4


def test_a_spare_place_is_taken_before_another_one_is_added() -> None:
    draft = SeatsForm().written(3, "D").with_place()
    assert len(draft.places) == 5
    assert draft.awaits_name == 4


def test_a_full_table_has_no_spare_place() -> None:
    draft = seated(*"ABCDEFGHI").with_place().written(9, "J")
    assert len(draft.places) == 10
