"""A round under repair: the sheet before and after, the consequences, and the obstacles."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.core.cards import card
from companion.core.names import Player
from companion.core.rounds.events import FineWaived, Passed, Played, Seen
from companion.core.rounds.setup import Setup
from companion.desk.table import Snapshot
from companion.forms.entries import Repair
from companion.screens.seating import SeatsForm, dealt_seats
from companion.views.at_table.repair import RepairView, repair
from companion.words import ENGLISH
from tests.views.nights import ANN_FIRST, BEN_FIRST, cards_of, night, then

IN_PLAY = """
dealer Cem
Ann Ben Cem
1   7D  7C  8D
2   6D  5D  --
3   9D  .   .
waive 6
"""
Edit = Callable[[Repair], Repair]
SeatEdit = Callable[[SeatsForm], SeatsForm]


def shown(
    at: Snapshot, *edits: Edit, turn: int = 0, number: int = 1, seats: SeatEdit = lambda form: form
) -> RepairView:
    form = Repair.of(at, number, turn)
    for edit in edits:
        form = edit(form)
    return repair(form, seats(dealt_seats(at.series, number)), at, ENGLISH)


def told(view: RepairView) -> list[str]:
    """Return the consequences, line by line."""
    return [f"{line.says} {line.amount}".strip() for line in view.follows]


def after(view: RepairView) -> str:
    """Return the repaired column, and the kind of each row."""
    return "  ".join(
        f"{row.after.player} {row.after.text} {row.mark.value}".strip()
        for row in view.rows
        if row.after
    )


def test_nothing_is_changed_yet() -> None:
    view = shown(night(IN_PLAY), turn=3)
    assert (view.title, view.subtitle) == ("Repair turn 3", "Round 1")
    assert (view.can_act, view.obstacle, view.follows) == (False, "", ())
    assert {row.mark.value for row in view.rows} == {"same"}
    assert [row.turn for row in view.rows if row.chosen] == [3]
    assert view.first == 2


def test_a_pass_that_was_forgotten() -> None:
    view = shown(night(IN_PLAY), Repair.with_pass_before, turn=3)
    assert after(view) == (
        "Ann 7♦ same  Ben 7♣ same  Cem pass new  Ann 8♦ moved  Ben 6♦ moved"
        "  Cem 5♦ moved  Ann pass moved  Ben 9♦ moved"
    )
    assert told(view) == [
        "Every turn is possible.",
        "What was entered from turn 3 on goes to other players.",
        "Passes 1 → 2",
        "Pot 6 → 7",
        "Ann chips -1 → -2",
    ]
    assert (view.act, view.beneath, view.obstacle) == ("Repair it", "every turn is possible", "")


def test_the_first_turn_that_does_not_fit_is_shown_and_where_it_would_be_cut() -> None:
    view = shown(night(IN_PLAY), Repair.without_turn, turn=4)
    assert after(view) == ("Ann 7♦ same  Ben 7♣ same  Cem 8♦ same  Ann 5♦ misfit  pass cut  9♦ cut")
    assert told(view)[:3] == [
        "Turn 4 is not possible then. 5♦ cannot be played: 6♦ is not on the table.",
        "Cutting there removes 3 turns.",
        "Left out: letting the fine for turn 5 go. Turn 5 is not a pass.",
    ]
    assert all(line.warns for line in view.follows[:3])
    assert (view.act, view.beneath) == ("Cut at turn 4", "leaves out 3 turns")
    assert view.obstacle == ""
    assert view.rows[3].says == "Turn 4: Ann 6♦; repaired: Ann 5♦, not possible"
    assert view.rows[6].says == "Turn 7: Ann 9♦; repaired: nothing"


CHOICES = {
    "a card": (1, "Another card", "Swap with 2", False),
    "a pass": (6, "A card instead", "Swap with 7", True),
    "the last turn": (7, "Another card", "", False),
}


@pytest.mark.parametrize(("turn", "change", "swap", "passed"), CHOICES.values(), ids=CHOICES)
def test_what_can_be_done_to_a_turn(turn: int, change: str, swap: str, passed: bool) -> None:  # noqa: FBT001
    choice = shown(night(IN_PLAY), turn=turn).choice
    assert choice
    says = (choice.change_says, choice.swap_says, choice.passed, choice.cards)
    assert says == (change, swap, passed, ())


def test_the_cards_that_could_be_played_then_are_offered_or_all_where_nobody_knows() -> None:
    choice = shown(night(IN_PLAY), Repair.choosing, turn=2).choice
    assert choice
    assert [one.face.code for one in choice.cards] == ["7C", "6D", "8D", "7H", "7S"]
    assert [one.face.code for one in choice.cards if one.chosen] == ["7C"]
    edits: tuple[Edit, ...] = (lambda form: form.without_turn().looking_at(6), Repair.choosing)
    choice = shown(night(IN_PLAY), *edits, turn=4).choice
    assert choice
    assert len(choice.cards) == 52 - 3


def test_a_card_for_a_pass_takes_back_what_was_decided_about_it() -> None:
    view = shown(night(IN_PLAY), lambda form: form.with_move(card("8C")), turn=6)
    assert "Left out: letting the fine for turn 6 go." in told(view)


def ben_led(form: SeatsForm) -> SeatsForm:
    """Return a night dealt by Ann, with the hands as recorded."""
    return replace(form.dealt_by(0), sizes=(1, 1, 50))


def test_a_round_that_was_over_has_another_winner() -> None:
    view = shown(night(ANN_FIRST), seats=ben_led)
    assert "Ben goes out, not Ann." in told(view)
    assert "Ann chips +54 → -3, points 0 → 1" in told(view)


def test_an_earlier_round_needs_its_end_and_changes_the_totals() -> None:
    two = night(ANN_FIRST, BEN_FIRST)
    view = shown(two, Repair.without_turn, turn=1)
    assert view.obstacle == told(view)[0] == "Then nobody would have gone out in round 1."
    assert "Ann does not go out." in told(view)
    total = two.series.standing.points["Ann"]
    view = shown(two, seats=ben_led)
    assert view.obstacle == ""
    line = next(line for line in view.follows if line.says == "Ann")
    assert f"points {total} → {total + 1}" in line.amount


def test_somebody_sat_there_instead() -> None:
    def dov_for_ben(form: SeatsForm) -> SeatsForm:
        return form.without(1).seating("Dov").moved(3, 1)

    view = shown(night(IN_PLAY), seats=dov_for_ben)
    assert view.draft.setup == Setup.dealt(view.draft.setup.rules, ("Ann", "Dov", "Cem"), 2)
    assert view.draft.joined == (Player("Dov", "Dov"),)
    assert "Dov 7♣" in after(view)
    assert any(line.says == "Dov" for line in view.follows)


def test_seats_at_which_no_round_can_be_played() -> None:
    view = shown(night(IN_PLAY), seats=lambda form: form.without(0).without(1))
    assert view.obstacle == told(view)[0] == "At least two players are needed."


def test_what_is_known_of_a_hand_that_does_not_fit_is_shown() -> None:
    seen = then(night(IN_PLAY), Seen(1, cards_of("7C 5D")))
    view = shown(seen, lambda form: form.with_move(card("7C")), turn=1)
    assert told(view)[0] == "Turn 1 is not possible then. 7♣ is in the hand of Ben."


def test_the_table_has_changed_meanwhile() -> None:
    begun = night(IN_PLAY)
    form, now = Repair.of(begun, 1, 3).with_pass_before(), then(begun, Played(1, card("8C")))
    view = repair(form, dealt_seats(begun.series), now, ENGLISH)
    assert view.stale
    assert view.can_carry
    assert view.obstacle.startswith("Somebody else was quicker")
    carried = form.carried_to(now)
    assert carried
    again = repair(carried, dealt_seats(begun.series), now, ENGLISH)
    assert not again.stale
    assert after(again).endswith("Ben 9♦ moved  Cem 8♣ moved")


CARRIED = {
    "a turn more": (lambda at: then(at, Passed(1)), 9),
    "something else": (lambda at: then(at, FineWaived(6)), 8),
    "another round altogether": (lambda _: night(IN_PLAY.replace("7C", "7H")), None),
}


@pytest.mark.parametrize(("change", "turns"), CARRIED.values(), ids=CARRIED)
def test_changes_are_carried_on(change: Callable[[Snapshot], Snapshot], turns: int | None) -> None:
    begun = night(IN_PLAY.replace("waive 6\n", ""))
    carried = Repair.of(begun, 1, 3).with_pass_before().carried_to(change(begun))
    assert (len(carried.draft.turns) if carried else None) == turns


def test_a_change_is_taken_back() -> None:
    form = Repair.of(night(IN_PLAY), 1, 7).without_turn().without_turn()
    assert (form.turn, len(form.draft.turns)) == (5, 5)
    form = form.taken_back().taken_back()
    assert form.draft.unchanged
    assert not form.can_take_back
    assert form.taken_back() == form


LEADS = {
    "the opening card in a hand": "deal Ann 25 Ben 25 Cem 2\ndealer Ann\nhand Cem 7D KD",
    "room for it in one hand alone": (
        "deal Ann 2 Ben 2 Cem 48\ndealer Ann\nhand Ann 2C 3C\nhand Ben 4C 5C"
    ),
}


@pytest.mark.parametrize("hands", LEADS.values(), ids=LEADS)
def test_nobody_is_asked_who_led_where_the_hands_tell(hands: str) -> None:
    leads = f"{hands}\nAnn Ben Cem\n1 . . 7D\n"
    choice = shown(night(leads, rules="seven-of-diamonds"), turn=1).choice
    assert choice
    assert choice.leaders == ()


def test_another_player_led_where_a_card_opens() -> None:
    leads = "rules seven-of-diamonds\ndealer Ann\nAnn Ben Cem\n1 . 7D 7C\n"
    view = shown(night(leads), lambda form: form.led_by("Cem"), turn=1)
    assert view.choice
    leaders = [(leader.name, chosen) for leader, chosen in view.choice.leaders]
    assert leaders == [("Ann", False), ("Ben", False), ("Cem", True)]
    assert after(view) == "Cem 7♦ moved  Ann 7♣ moved"
    assert not view.choice.can_pass
