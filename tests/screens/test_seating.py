"""The form for a deal: seats, the dealer and the cut."""

from random import Random

from companion.screens.seating import SeatsForm


def seated(*names: str) -> SeatsForm:
    return SeatsForm().seating_all(names)


def luck() -> Random:
    """Return the same random numbers each time."""
    return Random(1)  # noqa: S311 - nothing is at stake


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


def test_the_highest_card_deals() -> None:
    draft = seated("Ann", "Ben", "Cem").cut(luck())
    ranks = [card.rank for _, card in draft.drawn]
    assert ranks.index(max(ranks)) == draft.dealer_seat
    assert SeatsForm().cut(luck()) == SeatsForm()


def test_other_players_void_a_cut() -> None:
    cut = seated("Ann", "Ben").cut(luck())
    assert cut.drawn
    assert cut.named(0, "Zoe").drawn == ()
    assert cut.without(0).drawn == ()
    assert cut.moved(0, 1).drawn == cut.drawn


def test_only_an_added_place_awaits_a_name() -> None:
    assert SeatsForm().awaits_name is None
    assert SeatsForm().with_place().awaits_name == 4
    assert SeatsForm().with_place().named(4, "E").awaits_name is None


def test_a_spare_place_appears_below_the_last_name() -> None:
    draft = SeatsForm().written(3, "D")
    assert [place.key for place in draft.places] == [0, 1, 2, 3, 4]
    assert draft.awaits_name is None
    assert len(draft.written(3, "De").places) == 5
    assert len(draft.written(4, "E").places) == 6
    assert len(SeatsForm().written(1, "B").places) == 4


def test_a_spare_place_is_taken_before_another_one_is_added_if_there_is_room() -> None:
    draft = SeatsForm().written(3, "D").with_place()
    assert (len(draft.places), draft.awaits_name) == (5, 4)
    assert len(seated(*"ABCDEFGHI").with_place().written(9, "J").places) == 10
