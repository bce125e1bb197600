"""The table between two rounds: default seats, the dealer and the edits."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.core.names import Player
from companion.core.presets import parse, preset
from companion.core.rounds.setup import CalledOff, Passed, Setup
from companion.core.steps import Dealt, Redealt
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.forms.seating import SeatsForm, dealt_seats, next_seats
from companion.views.at_table.table import table
from companion.views.blocks import Document, plain
from companion.views.setting_up.deal import next_deal, next_round
from companion.views.setting_up.seats import SeatsView
from companion.words import ENGLISH
from tests.views.documents import actions, custom, panels, people, rows, texts
from tests.views.nights import ANN_GOES_OUT, SEVEN_ROUNDS, WITHOUT_CEM, night, planned, then

OVER = night(ANN_GOES_OUT)
"""Ann, Ben and Cem; Cem dealt, so Ann deals next."""

Edit = Callable[[SeatsForm], SeatsForm]


def dealt(before: Snapshot, setup: Setup, joined: tuple[Player, ...] = ()) -> Snapshot:
    return replace(before, log=before.log.after(Dealt(setup, joined)))


def form(at: Snapshot, *edits: Edit) -> SeatsForm:
    draft = next_seats(at.series) if at.round.over else dealt_seats(at.series)
    for edit in edits:
        draft = edit(draft)
    return draft


def shown(at: Snapshot, *edits: Edit) -> Document:
    return next_round(form(at, *edits), at.log, Catalogue((), colours=at.colours), ENGLISH)


def deal(at: Snapshot, *edits: Edit) -> Dealt | Redealt:
    """Return the step of the button."""
    return next_deal(form(at, *edits), at.log)


def seats(view: Document) -> SeatsView:
    (shown,) = custom(view, "seats")
    assert isinstance(shown, SeatsView)
    return shown


def leaves(key: int) -> Edit:
    return lambda draft: draft.without(key)


def joins(name: str) -> Edit:
    return lambda draft: draft.seating(name)


def moves(key: int, to: int) -> Edit:
    return lambda draft: draft.moved(key, to)


def deals(key: int) -> Edit:
    return lambda draft: draft.dealt_by(key)


def cards(seat: int, more: int) -> Edit:
    return lambda draft: draft.with_cards(seat, more)


@pytest.mark.parametrize(
    ("edits", "players", "dealer"),
    [
        ((), "Ann Ben Cem", "Ann"),
        ((leaves(0),), "Ben Cem", "Ben"),
        ((leaves(2),), "Ann Ben", "Ann"),
        ((leaves(2), leaves(0), joins("Zoe")), "Ben Zoe", "Ben"),
        ((joins("Zoe"),), "Ann Ben Cem Zoe", "Zoe"),
        ((joins("Zoe"), moves(3, 1)), "Ann Zoe Ben Cem", "Ann"),
        ((moves(2, 0),), "Cem Ann Ben", "Ann"),
        ((deals(1),), "Ann Ben Cem", "Ben"),
        ((deals(1), leaves(0), joins("Zoe")), "Ben Cem Zoe", "Ben"),
        ((deals(1), leaves(1)), "Ann Cem", "Ann"),
        ((leaves(1), joins("ben")), "Ann Cem Ben", "Ben"),
        ((leaves(1), joins("Ben"), joins("Ben")), "Ann Cem Ben Ben2", "Ben"),
    ],
    ids=[
        "as it sits",
        "the next dealer leaves",
        "the last dealer leaves",
        "both leave",
        "somebody joins left of the last dealer",
        "somebody joins elsewhere",
        "the last dealer moves",
        "another is picked",
        "the picked one stays picked",
        "the picked one leaves",
        "who left returns",
        "who returns has a namesake",
    ],
)
def test_the_deal_passes_left_until_another_is_picked(
    edits: tuple[Edit, ...], players: str, dealer: str
) -> None:
    setup = deal(OVER, *edits).setup
    assert (" ".join(setup.players), setup.players[setup.dealer]) == (players, dealer)
    assert setup == Setup.dealt(preset("bicycle"), setup.players, setup.dealer)


def test_the_next_deal_is_described() -> None:
    view = shown(OVER)
    assert (view.title, view.subtitle) == ("Change the table", "Round 2 · to 100")
    assert texts(view)["cut-says"] == "The deal passes left: Ann deals."
    (act,) = view.footer
    assert (act.says, act.beneath, act.obstacle) == ("Deal round 2", "3 players · Ann deals", "")
    assert texts(view)["hands-say"] == "18 cards: Ben · 17 cards: Ann and Cem"
    assert texts(view)["next-rules"] == "As before."
    assert "Bicycle" in panels(view)


def test_a_picked_dealer_needs_no_reason() -> None:
    assert "cut-says" not in texts(shown(OVER, deals(1)))


def test_newcomers_get_colours_of_their_own() -> None:
    view = shown(OVER, leaves(0), joins("Zoe Quill"))
    assert deal(OVER, leaves(0), joins("Zoe Quill")).joined == (Player("Zoe", "Zoe Quill"),)
    before = {dealer.person.name: dealer.person.tint for dealer in people(shown(OVER))}
    there = {dealer.person.name: dealer.person.tint for dealer in people(view)}
    assert there == {name: before.get(name, there[name]) for name in ("Ben", "Cem", "Zoe Quill")}
    assert len({*before.values(), *there.values()}) == 4


def test_earlier_players_are_in_the_roster() -> None:
    assert seats(shown(OVER, leaves(1))).roster == ("Ben",)
    assert deal(OVER, leaves(1), joins("Ben")).joined == ()


def test_names_of_the_series_are_settled() -> None:
    places = seats(shown(OVER, joins("Zoe"))).seats
    assert [seat.settled for seat in places] == [True, True, True, False]


@pytest.mark.parametrize(
    ("edits", "obstacle"),
    [
        ((leaves(0), leaves(1)), "At least two players are needed."),
        ((leaves(0), leaves(1), leaves(2)), "At least two players are needed."),
        ((cards(0, -1),), "The hands add up to 51 cards, not 52."),
        ((cards(0, -1), cards(1, 1)), ""),
        ((cards(0, -1), leaves(0)), ""),
        ((cards(0, -1), SeatsForm.dealt_honestly), ""),
        ((joins("ben"),), "Somebody else in this series is called Ben."),
    ],
    ids=[
        "alone",
        "nobody",
        "a card missing",
        "a misdeal",
        "hands anew",
        "honest again",
        "a namesake",
    ],
)
def test_an_impossible_deal_has_an_obstacle(edits: tuple[Edit, ...], obstacle: str) -> None:
    (act,) = shown(OVER, *edits).footer
    assert act.obstacle == obstacle


def test_a_misdeal_differs_from_an_honest_deal() -> None:
    unfolded: Edit = lambda draft: draft.fold("hands")  # noqa: E731 - an edit like the others
    assert "honest-deal" not in actions(shown(OVER, unfolded))
    view = shown(OVER, unfolded, cards(0, -1), cards(1, 1))
    assert "honest-deal" in actions(view)
    counters = [row.counter for row in rows(view, "Cards dealt")]
    assert [plain(counter.value) for counter in counters if counter] == ["16", "19", "17"]
    assert "honest-deal" not in actions(shown(OVER, unfolded, cards(0, -1), cards(0, 1)))


def test_changed_rules_are_listed_and_dealt() -> None:
    view = shown(planned(OVER, "bicycle ante=2"))
    assert texts(view)["next-rules"] == "From the next round on: Ante 2 chips"
    assert deal(planned(OVER, "bicycle ante=2")).setup.rules == parse("bicycle ante=2")


def test_a_series_that_is_over_says_how_to_go_on() -> None:
    over = night(ANN_GOES_OUT, rules="bicycle target=1")
    (act,) = shown(over).footer
    assert act.obstacle == "The series is over: raise the target to go on."


def test_a_round_is_set_up_anew_as_it_was_dealt() -> None:
    zoe = Player("Zoe", "Zoe Quill")
    setup = Setup(preset("bicycle"), ("Ann", "Ben", "Zoe"), 1, (17, 16, 19))
    at = dealt(OVER, setup, (zoe,))
    view = shown(at)
    assert table(at, ENGLISH).can_deal_anew
    assert deal(at) == Redealt(setup, (zoe,))
    (act,) = view.footer
    assert (view.title, act.says) == ("Set up this round anew", "Deal round 2 anew")
    assert deal(at, leaves(2)).joined == ()
    assert not table(then(at, Passed(2), 2), ENGLISH).can_deal_anew


def test_a_round_called_off_is_followed_by_another() -> None:
    assert isinstance(deal(then(OVER, CalledOff())), Dealt)


def test_newcomers_see_their_first_points() -> None:
    assert seats(shown(OVER)).remarks == ()
    assert seats(shown(OVER, joins("Zoe"))).remarks == ("Zoe begins with 25 points.",)
    mean = night(ANN_GOES_OUT, rules="bicycle join_points=mean")
    assert seats(shown(mean, joins("Zoe"))).remarks == ("Zoe begins with 17 points.",)
    assert seats(shown(night(ANN_GOES_OUT, rules="pagat-pool"), joins("Zoe"))).remarks == ()


def test_returning_players_never_have_fewer_points_than_before() -> None:
    back = night(ANN_GOES_OUT, WITHOUT_CEM, rules="bicycle join_points=zero")
    assert seats(shown(back, joins("Cem"))).remarks == ("Cem begins with 24 points.",)


def test_newcomers_see_their_first_points_in_a_deal_set_up_anew() -> None:
    at = dealt(OVER, Setup.dealt(preset("bicycle"), ("Ann", "Ben"), 0))
    remarks = seats(shown(at, joins("Zoe"))).remarks
    assert remarks == ("Zoe begins with 25 points.",)


@pytest.mark.parametrize(
    ("rules", "subtitle"),
    [
        (SEVEN_ROUNDS, "Round 2 · to 7 rounds"),
        ("bicycle rounds=9", "Round 2 · to 100 or 9 rounds"),
        ("bicycle points=none", "Round 2"),
    ],
    ids=["a limit", "both", "no points"],
)
def test_the_subtitle_has_the_aim(rules: str, subtitle: str) -> None:
    assert shown(night(ANN_GOES_OUT, rules=rules)).subtitle == subtitle


def test_points_of_newcomers_can_be_chosen_if_points_count() -> None:
    assert "joining" in panels(shown(OVER, joins("Zoe")))
    assert "joining" not in panels(shown(OVER))
    assert "joining" not in panels(shown(night(ANN_GOES_OUT, rules="pagat"), joins("Zoe")))
