"""The fines that stand on the table until they are paid or let go."""

import pytest

from companion.core.cards import card
from companion.core.rounds.events import (
    CalledOff,
    Event,
    FineCharged,
    FineTicked,
    FineWaived,
    HandEntered,
    Played,
)
from companion.desk.table import Snapshot
from companion.screens.news import tell
from companion.screens.table import table
from companion.screens.tray import OwedFine, owed_fines, tray
from companion.words import ENGLISH
from tests.screens.nights import BEN_PASSED, TWICE_SHOWN, cards_of, night, then

SEVEN_LAID = BEN_PASSED + " 3  9D  7H  .\n"
EIGHT_LAID = BEN_PASSED + " 3  9D  7H  8H\n"
BOTH_BY_CEM = BEN_PASSED + " 3  9D  7H  8H\n 4  5D  4D  6H\n"
FALSE_BY_ANOTHER = BEN_PASSED + " 3  9D  5D  .\n"
TWICE = BEN_PASSED + " 3  9D  --  10D\n 4  5D  7H  .\n"
OVER = """
deal Ann 3 Ben 3 Cem 46
dealer Cem
    Ann Ben Cem
 1  7C  --  6C
 2  8C  7S  8S
 3  6S  .   .
"""
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
AT_3, WINNER_LATER = "false pass at turn 3", "3 more to the winner of the round"
HELD_BACK = f"{AT_3} · held 7♥ back"
SEVENS_TO_COME = "more to come if one of 7♣, 7♥, 7♠ was held back"
BOTH_TO_COME = "held 7♥ back · 5 more each to whoever holds 6♥ and 8♥"
OWED = {
    "the pot, and more to come": (SEVEN_LAID, [f"Ben owes the pot 3 · {AT_3} · {BOTH_TO_COME}"]),
    "a holder": (
        EIGHT_LAID,
        [f"Ben owes the pot 3 and Cem 5 · {HELD_BACK} · 5 more to whoever holds 6♥"],
    ),
    "one player who holds both": (BOTH_BY_CEM, [f"Ben owes the pot 3 and Cem 10 · {HELD_BACK}"]),
    "the pot, and sevens": (FALSE_BY_ANOTHER, [f"Ben owes the pot 3 · {AT_3} · {SEVENS_TO_COME}"]),
    "several passes stand apart": (
        TWICE,
        [f"Ben owes the pot 3 · false pass at turn {n} · {BOTH_TO_COME}" for n in (3, 6)],
    ),
    "before the winner": (WINNER_TO_COME, [f"Ben owes Cem 10 · {HELD_BACK} · {WINNER_LATER}"]),
    "the winner too": (WINNER_KNOWN, [f"Ben owes Ann 3 and Cem 10 · {HELD_BACK}"]),
}


@pytest.mark.parametrize(("sheet", "owed"), OWED.values(), ids=OWED)
def test_what_is_owed(sheet: str, owed: list[str]) -> None:
    shown = owed_fines(night(sheet), 1, ENGLISH)
    assert [f"{fine.says} · {fine.why}" for fine in shown] == owed


def test_nothing_is_owed_before_a_pass_is_false_and_nothing_to_a_winner_to_come() -> None:
    assert owed_fines(night(BEN_PASSED), 1, ENGLISH) == ()
    (fine,) = owed_fines(night(EIGHT_LAID, rules="kartendomino"), 1, ENGLISH)
    assert fine.says == "Ben owes Cem 5"


def only(at: Snapshot) -> OwedFine:
    """Return the only fine that is owed."""
    (fine,) = owed_fines(at, 1, ENGLISH)
    return fine


@pytest.mark.parametrize("sheet", [BOTH_BY_CEM, SEVEN_LAID, FALSE_BY_ANOTHER, WINNER_TO_COME])
def test_a_tick_is_for_what_is_certain_now(sheet: str) -> None:
    at = night(sheet)
    assert only(at).tick == FineTicked(only(at).turn)
    assert owed_fines(then(at, only(at).tick), 1, ENGLISH) == ()


def test_after_the_last_card_the_list_has_the_fines() -> None:
    assert tray(night(OVER), ENGLISH) == ()


def test_the_tray_is_empty_where_the_app_keeps_the_chips() -> None:
    at = night(SEVEN_LAID, rules="bicycle chips=app")
    assert (tray(at, ENGLISH), tray(then(at, FineWaived(3)), ENGLISH)) == ((), ())


def test_whose_whole_hand_is_known_held_no_other_seven_back() -> None:
    hand = "5D 3D AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC QH QS"
    fine = only(then(night(FALSE_BY_ANOTHER), HandEntered(1, cards_of(hand))))
    assert fine.why == "false pass at turn 3"


@pytest.mark.parametrize("decided", [FineTicked(3), FineWaived(3), CalledOff()], ids=repr)
def test_what_ends_it(decided: Event) -> None:
    turns = [fine.turn for fine in owed_fines(then(night(TWICE), decided), 1, ENGLISH)]
    assert turns == ([] if decided == CalledOff() else [6])


def test_a_hand_that_is_entered_shows_it_at_once() -> None:
    assert only(then(night(BEN_PASSED), HandEntered(1, cards_of(HAND)))).turn == 3


def test_what_the_tray_tells_no_notice_tells_again() -> None:
    seen = then(night(BEN_PASSED), HandEntered(1, cards_of(HAND)))
    shown = table(seen, ENGLISH)
    assert [news.turn for news in tell(seen, ENGLISH)] == [3]
    assert (shown.notices, len(shown.owed)) == ((), 1)


def test_what_comes_to_light_after_the_tick_waits_in_the_tray() -> None:
    shown = table(then(then(night(SEVEN_LAID), FineTicked(3)), Played(2, card("8H"))), ENGLISH)
    assert ([part.chips for part in shown.owed[0].parts], shown.notices) == ([5], ())


OWES, PAID, LET_GO = (False, False), (True, False), (False, True)
KEPT: dict[str, tuple[list[Event], dict[int, tuple[bool, bool]]]] = {
    "what is owed": ([], {3: OWES, 6: OWES}),
    "the one that was ticked": ([FineTicked(3)], {3: PAID, 6: OWES}),
    "the one that was let go": ([FineWaived(6)], {3: OWES, 6: LET_GO}),
    "both, one after the other": ([FineTicked(6), FineWaived(3)], {3: LET_GO, 6: PAID}),
    "a tick taken back": ([FineTicked(3), FineTicked(6), FineCharged(3)], {3: OWES, 6: PAID}),
    "nothing settled once a card was laid": ([FineTicked(3), Played(1, card("7H"))], {6: OWES}),
}


def after(at: Snapshot, events: list[Event]) -> Snapshot:
    for event in events:
        at = then(at, event)
    return at


@pytest.mark.parametrize(("events", "kept"), KEPT.values(), ids=KEPT)
def test_a_fine_keeps_its_place(events: list[Event], kept: dict[int, tuple[bool, bool]]) -> None:
    shown = tray(after(night(TWICE_SHOWN), events), ENGLISH)
    assert {fine.turn: (fine.ticked, fine.let_go) for fine in shown} == kept


@pytest.mark.parametrize(
    ("events", "shown"),
    [([], [6]), ([FineTicked(6)], [6]), ([FineTicked(6), FineCharged(3)], [3, 6])],
)
def test_what_was_closed_before_shows_no_more(events: list[Event], shown: list[int]) -> None:
    ticked = then(night(TWICE_SHOWN), FineTicked(3))
    opened = after(Snapshot(1, ticked.revision, ticked.log), events)
    assert [fine.turn for fine in tray(opened, ENGLISH)] == shown


SAID = {"Ben has paid the pot 3": FineTicked(3), "Let go: Ben owed the pot 3": FineWaived(3)}


@pytest.mark.parametrize(("says", "event"), SAID.items(), ids=SAID)
def test_a_fine_says_what_was_decided_and_how_many_there_are(says: str, event: Event) -> None:
    first = tray(then(night(TWICE_SHOWN), event), ENGLISH)[0]
    assert (first.says, first.why[:29]) == (says, "1 of 2 · false pass at turn 3")


def test_what_was_let_go_waits_for_no_card() -> None:
    (fine,) = tray(then(night(SEVEN_LAID), FineWaived(3)), ENGLISH)
    assert fine.why == HELD_BACK


DECIDED: dict[str, tuple[tuple[Event, ...], int]] = {
    "not paid yet": ((), 3),
    "paid": ((FineTicked(3),), 0),
    "let go": ((FineWaived(3),), 0),
    "charged again": ((FineWaived(3), FineCharged(3)), 3),
}


@pytest.mark.parametrize(("events", "owes"), DECIDED.values(), ids=DECIDED)
def test_pot_and_seats_add_up_with_what_is_still_owed(events: tuple[Event, ...], owes: int) -> None:
    played = night(FALSE_BY_ANOTHER)
    for event in events:
        played = then(played, event)
    shown = table(played, ENGLISH)
    assert [seat.owes for seat in shown.seats] == [0, owes, 0]
    assert sum((seat.chips or 0) + seat.owes for seat in shown.seats) + (shown.pot or 0) == 0


def test_fine_that_went_by_is_owed_to_the_taker_of_the_pot() -> None:
    """Ben passed at turn 2 with 7♠ in hand, and Ann took the pot."""
    played = night(OVER)
    (fine,) = owed_fines(played, 1, ENGLISH)
    assert [part.payee.handle for part in fine.parts][:1] == ["Ann"]
