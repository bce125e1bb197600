"""The fines that stand on the table until they are paid or let go."""

import pytest

from companion.core.books import awaited
from companion.core.cards import card
from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.decisions import FineCharged, FineTicked, FineWaived
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.position import Event
from companion.desk.table import Snapshot
from companion.screens.news import tell, tell_shown
from companion.screens.table import table
from companion.screens.tray import OwedFine, fines_due, newest_fine, owed_fines
from companion.words import ENGLISH
from tests.cases import cases
from tests.screens.documents import chips_named, numbers
from tests.screens.nights import (
    ALL_TOLD,
    ANN_FIRST,
    ANN_GOES_OUT,
    BEN_PASSED,
    OVER_WITH_A_FINE,
    TWICE_SHOWN,
    cards_of,
    holds,
    night,
    then,
)

SEVEN_LAID = BEN_PASSED + " 3  9D  7H  .\n"
EIGHT_LAID = BEN_PASSED + " 3  9D  7H  8H\n"
BOTH_BY_CEM = BEN_PASSED + " 3  9D  7H  8H\n 4  5D  4D  6H\n"
FALSE_BY_ANOTHER = BEN_PASSED + " 3  9D  5D  .\n"
TWICE = BEN_PASSED + " 3  9D  --  10D\n 4  5D  7H  .\n"
WINNER_TO_COME = """
rules bicycle false_pass_to=winner play_on=yes
deal Ann 4 Ben 20 Cem 28
dealer Ben
    Ann Ben Cem
 1  .   .   7D
 2  6D  --  8D
 3  9D  7H  8H
 4  5D  4D  6H
"""
WINNER_KNOWN = WINNER_TO_COME + " 5  10D .   .\n"

HAND = "7C 7H 7S AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC KC"
Owed = list[tuple[int, str, list[tuple[str, int]], int]]
"""Turn, payer and parts of each fine, and the number of cards that may bring more."""
OWED: dict[str, tuple[str, Owed]] = {
    "the pot, and more to come": (SEVEN_LAID, [(3, "Ben", [("pot", 3)], 2)]),
    "a holder": (EIGHT_LAID, [(3, "Ben", [("pot", 3), ("Cem", 5)], 1)]),
    "one player who holds both": (BOTH_BY_CEM, [(3, "Ben", [("pot", 3), ("Cem", 10)], 0)]),
    "the pot, and sevens": (FALSE_BY_ANOTHER, [(3, "Ben", [("pot", 3)], 3)]),
    "several passes stand apart": (TWICE, [(turn, "Ben", [("pot", 3)], 2) for turn in (3, 6)]),
    "before the winner": (WINNER_TO_COME, [(3, "Ben", [("Cem", 10)], 0)]),
    "the winner too": (WINNER_KNOWN, [(3, "Ben", [("Ann", 3), ("Cem", 10)], 0)]),
}


@cases("sheet, owed", OWED)
def test_what_is_owed(sheet: str, owed: Owed) -> None:
    at = night(sheet)
    assert [
        (
            fine.turn,
            fine.payer.handle,
            [(part.payee.handle, part.chips) for part in fine.parts],
            awaited(at.round).bit_count(),
        )
        for fine in owed_fines(at, 1, ENGLISH)
    ] == owed


def test_nothing_is_owed_before_a_pass_is_false_and_nothing_to_a_winner_to_come() -> None:
    assert owed_fines(night(BEN_PASSED), 1, ENGLISH) == ()
    (fine,) = owed_fines(night(EIGHT_LAID, rules="kartendomino"), 1, ENGLISH)
    assert [(part.payee.handle, part.chips) for part in fine.parts] == [("Cem", 5)]


def only(at: Snapshot) -> OwedFine:
    """Return the only fine that is owed."""
    (fine,) = owed_fines(at, 1, ENGLISH)
    return fine


@pytest.mark.parametrize("sheet", [BOTH_BY_CEM, SEVEN_LAID, FALSE_BY_ANOTHER, WINNER_TO_COME])
def test_a_tick_is_for_what_is_certain_now(sheet: str) -> None:
    at = night(sheet)
    assert only(at).tick == FineTicked(only(at).turn)
    assert owed_fines(then(at, only(at).tick), 1, ENGLISH) == ()


def test_what_a_slip_tells_no_notice_tells_again() -> None:
    seen = then(night(BEN_PASSED), HandEntered(1, cards_of(HAND)))
    shown = table(seen, ENGLISH)
    assert [news.turn for news in tell(seen, ENGLISH)] == [3]
    assert (shown.news.notices, len(shown.fines.owed)) == ((), 1)


def test_fine_of_an_earlier_round_is_told_like_a_slip() -> None:
    (fine, owed) = tell(then(night(ALL_TOLD, ANN_FIRST), holds(2, "6H")), ENGLISH)
    assert fine.says == "Round 1: Turn 2: Ben kept 7♥ back: 5 to Cem for 6♥"
    assert numbers(owed.says) == [5]


def test_fine_found_after_the_round_is_for_whoever_took_the_pot() -> None:
    (fine, owed) = tell(then(night(ANN_GOES_OUT, ANN_FIRST), holds(1, "7H")), ENGLISH)
    assert (fine.says[-8:], numbers(owed.says)) == ("3 to Ann", [3])
    assert "Ann" in owed.says


def test_who_held_a_card_in_an_earlier_round_is_told_with_the_fine() -> None:
    fined = then(night(ANN_GOES_OUT, ANN_FIRST), holds(1, "7H"))
    assert chips_named(tell_shown(fined, 1, ENGLISH)) == 3


def test_what_a_fine_let_go_in_an_earlier_round_changes_is_told() -> None:
    fined = night(OVER_WITH_A_FINE, ANN_FIRST)
    (let_go, owed) = tell(then(fined, FineWaived(3)), ENGLISH)
    assert (let_go.lets_go, numbers(owed.says)) == (False, [3])
    (charged, owed) = tell(then(then(fined, FineWaived(3)), FineCharged(3)), ENGLISH)
    assert (charged.says[-8:], numbers(owed.says)) == ("3 to Ann", [3])


DEBTS = {
    "a new one": ("", "Ann", [3]),
    "one that is less": ("open Ben Ann 5", "Ben", [2]),
    "none any more": ("open Ben Ann 3", "Ben", []),
}


@cases("before, payer, chips", DEBTS)
def test_debts_are_told_as_they_stand_after_a_late_fact(
    before: str, payer: str, chips: list[int]
) -> None:
    """Ben gets the 3 of his fine back of Ann."""
    in_play = night(OVER_WITH_A_FINE, f"Ann Ben Cem\n{before}")
    (_, owed) = tell(then(in_play, FineWaived(3)), ENGLISH)
    assert (owed.says.split()[0], numbers(owed.says)) == (payer, chips)


KEPT_FROM_THE_WINNER = """
deal Ann 17 Ben 17 Cem 18
dealer Ben
    Ann Ben Cem
 1  .   .   7D
 2  6D  --  8D
 3  --  .   .
"""
"""Ben passed at turn 3, and is due."""


@pytest.mark.parametrize("rules", ["kartendomino", "pagat", "bicycle"])
def test_a_false_pass_is_told_at_once_whatever_it_costs(rules: str) -> None:
    before = night(KEPT_FROM_THE_WINNER, rules=rules)
    after = then(before, Played(1, card("7H")))
    assert [news.turn for news in tell(after, ENGLISH)] == [3]
    shown = table(after, ENGLISH)
    assert len(shown.news.notices) + len(shown.fines.owed) == 1
    assert tell(then(before, Played(1, card("9D"))), ENGLISH) == ()


def test_what_comes_to_light_after_the_tick_is_the_newest_again() -> None:
    shown = table(then(then(night(SEVEN_LAID), FineTicked(3)), Played(2, card("8H"))), ENGLISH)
    assert shown.fines.newest == shown.fines.owed[0]
    assert ([part.chips for part in shown.fines.owed[0].parts], shown.news.notices) == ([5], ())


def test_who_lets_a_fine_go_is_told_all_of_it() -> None:
    (fine,) = fines_due(after(night(SEVEN_LAID), [FineTicked(3), Played(2, card("8H"))]), ENGLISH)
    assert chips_named(fine.waive_label) == 3 + 5 + 5


NEWEST: dict[str, tuple[str, list[Event], tuple[int | None, set[int]]]] = {
    "the one fine": (SEVEN_LAID, [], (3, {3})),
    "the later pass of two that came to light together": (TWICE_SHOWN, [], (6, {3, 6})),
    "none once it is ticked off": (TWICE_SHOWN, [FineTicked(6)], (None, {3})),
    "none once it is let go": (TWICE_SHOWN, [FineWaived(6)], (None, {3})),
    "while an older one is ticked off": (TWICE_SHOWN, [FineTicked(3)], (6, {6})),
    "once it is charged again": (TWICE_SHOWN, [FineWaived(6), FineCharged(6)], (6, {3, 6})),
    "the part that came to light last": (TWICE, [Played(2, card("6H"))], (6, {3, 6})),
    "the part of the other pass where one was let go before": (
        TWICE,
        [FineWaived(6), FineTicked(3), Played(2, card("8H"))],
        (3, {3}),
    ),
    "the part that came to light while it was let go": (
        TWICE,
        [FineWaived(6), Played(2, card("6H")), FineCharged(6)],
        (6, {3, 6}),
    ),
    "as long as nobody answers": (TWICE_SHOWN, [Played(1, card("7H"))], (6, {3, 6})),
}


def after(at: Snapshot, events: list[Event]) -> Snapshot:
    for event in events:
        at = then(at, event)
    return at


@cases("sheet, events, shown", NEWEST)
def test_the_newest_fine_is_shown(
    sheet: str, events: list[Event], shown: tuple[int | None, set[int]]
) -> None:
    at = after(night(sheet), events)
    newest = newest_fine(at, ENGLISH)
    due = {fine.turn for fine in fines_due(at, ENGLISH)}
    assert (newest.turn if newest else None, due) == shown


IN_APP = "bicycle chips=app"


def test_where_the_app_keeps_the_chips_a_fine_is_shown_for_a_turn_of_everybody() -> None:
    at = night(SEVEN_LAID, rules=IN_APP)
    seen = [newest_fine(at, ENGLISH)]
    for turn in (Played(2, card("8H")), Played(0, card("5D")), Passed(1), Passed(2), Passed(0)):
        at = then(at, turn)
        seen.append(newest_fine(at, ENGLISH))
    # Whoever laid 8H is paid, which is new once more.
    assert [fine and sum(part.chips for part in fine.parts) for fine in seen] == [
        3,
        *[8] * 3,
        None,
        None,
    ]
    assert fines_due(at, ENGLISH) == ()


def test_what_was_let_go_is_shown_no_more_where_the_app_keeps_the_chips() -> None:
    assert newest_fine(then(night(SEVEN_LAID, rules=IN_APP), FineWaived(3)), ENGLISH) is None


DECIDED: dict[str, tuple[tuple[Event, ...], int]] = {
    "not paid yet": ((), 3),
    "paid": ((FineTicked(3),), 0),
    "let go": ((FineWaived(3),), 0),
    "charged again": ((FineWaived(3), FineCharged(3)), 3),
}


@cases("events, owed", DECIDED)
def test_the_pot_and_the_seats_show_chips_that_were_moved_and_what_is_owed_stands_beside(
    events: tuple[Event, ...], owed: int
) -> None:
    shown = table(after(night(FALSE_BY_ANOTHER), [*events]), ENGLISH)
    assert (shown.pot_owed, sum(seat.owes for seat in shown.seats)) == (owed, owed)
    assert sum(seat.chips or 0 for seat in shown.seats) + (shown.pot or 0) == 0
