"""The fines that stand on the table until they are paid or let go."""

import pytest

from companion.core.books import ledger
from companion.core.cards import card
from companion.core.rounds.setup import (
    CalledOff,
    Charged,
    Event,
    FinePaid,
    HandEntered,
    Played,
    Seen,
    Waived,
)
from companion.desk.table import Snapshot
from companion.views.at_table.table import notices, table
from companion.views.at_table.tray import owed_fines, tray
from companion.words import ENGLISH
from tests.views.nights import TWICE_SHOWN, cards_of, night, then

START = """
deal Ann 17 Ben 17 Cem 18
dealer Ben
    Ann Ben Cem
 1  .   .   7D
 2  6D  --  8D
"""
SEVEN_LAID = START + " 3  9D  7H  .\n"
EIGHT_LAID = START + " 3  9D  7H  8H\n"
BOTH_BY_CEM = START + " 3  9D  7H  8H\n 4  5D  4D  6H\n"
FALSE_BY_ANOTHER = START + " 3  9D  5D  .\n"
SEVENS_LAID = START + " 3  9D  5D  7C\n 4  7H  --  7S\n"
TWICE = START + " 3  9D  --  10D\n 4  5D  7H  .\n"
ENDS = """
deal Ann 3 Ben 3 Cem 46
dealer Cem
    Ann Ben Cem
 1  7C  --  6C
 2  8C  7S  8S
"""
OVER = ENDS + " 3  6S  .   .\n"
OVER_WITH_SEVENS_LEFT = """
deal Ann 4 Ben 24 Cem 24
dealer Cem
    Ann Ben Cem
 1  7D  --  8D
 2  9D  6D  10D
 3  JD  5D  4D
 4  3D  .   .
"""
OVER_WITH_A_SEVEN_TO_TELL = """
deal Ann 4 Ben 24 Cem 24
dealer Cem
    Ann Ben Cem
 1  7D  --  8D
 2  9D  6D  --
 3  10D JD  QD
 4  5D  .   .
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
WINNER_AT_THE_END = WINNER_TO_COME.replace(" play_on=yes", "")
NOTHING_TO_THE_WINNER = WINNER_TO_COME.replace("play_on", "false_pass_fine=0 play_on")
WINNER_KNOWN = WINNER_TO_COME + " 5  10D .   .\n"

OWED = {
    "nothing while no pass is false": (START, []),
    "the pot, with what is still to come": (
        SEVEN_LAID,
        [
            (
                "Ben owes the pot 3",
                ("false pass at turn 3 · held 7♥ back · 5 more each to whoever holds 6♥ and 8♥"),
            )
        ],
    ),
    "a player who holds a neighbour": (
        EIGHT_LAID,
        [
            (
                "Ben owes the pot 3 and Cem 5",
                "false pass at turn 3 · held 7♥ back · 5 more to whoever holds 6♥",
            )
        ],
    ),
    "one player who holds both": (
        BOTH_BY_CEM,
        [("Ben owes the pot 3 and Cem 10", "false pass at turn 3 · held 7♥ back")],
    ),
    "the pot, with what is to come if a seven was held back": (
        FALSE_BY_ANOTHER,
        [
            (
                "Ben owes the pot 3",
                "false pass at turn 3 · more to come if one of 7♣, 7♥, 7♠ was held back",
            )
        ],
    ),
    "several passes stand apart": (
        TWICE,
        [
            (
                "Ben owes the pot 3",
                ("false pass at turn 3 · held 7♥ back · 5 more each to whoever holds 6♥ and 8♥"),
            ),
            (
                "Ben owes the pot 3",
                ("false pass at turn 6 · held 7♥ back · 5 more each to whoever holds 6♥ and 8♥"),
            ),
        ],
    ),
    "what the winner gets, once that is known": (
        WINNER_TO_COME,
        [
            (
                "Ben owes Cem 10",
                "false pass at turn 3 · held 7♥ back · 3 more to the winner of the round",
            )
        ],
    ),
    "the winner too": (
        WINNER_KNOWN,
        [("Ben owes Ann 3 and Cem 10", "false pass at turn 3 · held 7♥ back")],
    ),
    "of a round that is over what came to light before its last card": (
        OVER,
        [("Ben owes the pot 3 and Cem 5", "false pass at turn 2 · held 7♠ back")],
    ),
}


@pytest.mark.parametrize(("expected", "owed"), OWED.values(), ids=OWED)
def test_what_is_owed(expected: str, owed: list[tuple[str, str]]) -> None:
    shown = owed_fines(night(expected), 1, ENGLISH)
    assert [(fine.says, fine.why) for fine in shown] == owed


@pytest.mark.parametrize(
    ("expected", "can_tick"),
    [
        (SEVEN_LAID, False),
        (EIGHT_LAID, False),
        (BOTH_BY_CEM, True),
        (OVER, True),
        (FALSE_BY_ANOTHER, False),
        (SEVENS_LAID, True),
        (OVER_WITH_SEVENS_LEFT, False),
        (OVER_WITH_A_SEVEN_TO_TELL, False),
        (WINNER_TO_COME, False),
        (WINNER_KNOWN, True),
        (WINNER_AT_THE_END, True),
        (NOTHING_TO_THE_WINNER, True),
    ],
    ids=[
        "two parts to come",
        "one part to come",
        "all known",
        "a round that is over",
        "a seven may have been held back",
        "no seven can have been held back",
        "a round that is over, in which sevens were not laid",
        "a round that is over, in which a pass hangs on sevens",
        "the winner gets a part",
        "the winner is known",
        "the winner gets a part when the round is over",
        "the winner gets nothing",
    ],
)
def test_a_tick_is_for_the_whole_fine(expected: str, can_tick: bool) -> None:  # noqa: FBT001
    assert [fine.can_tick for fine in owed_fines(night(expected), 1, ENGLISH)] == [can_tick]


AWAITED = {
    "the first of two cards": (SEVEN_LAID, ["Who holds 6♥?", "Ann", "Ben", "Cem"]),
    "the one that is left": (EIGHT_LAID, ["Who holds 6♥?", "Ann", "Ben", "Cem"]),
    "all are known": (BOTH_BY_CEM, []),
    "a seven that may have been held back": (
        FALSE_BY_ANOTHER,
        ["Who holds 7♣?", "Ann", "Ben", "Cem"],
    ),
}


@pytest.mark.parametrize(("expected", "asked"), AWAITED.values(), ids=AWAITED)
def test_what_a_fine_waits_for_is_asked(expected: str, asked: list[str]) -> None:
    (fine,) = owed_fines(night(expected), 1, ENGLISH)
    awaited = fine.awaited
    shown = [awaited.asks, *(may.name for may in awaited.holders)] if awaited else []
    assert shown == asked


def test_whoever_is_known_to_hold_another_hand_is_not_asked_about() -> None:
    hand = "7C 6D 9D 5D AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC"
    (fine,) = owed_fines(then(night(EIGHT_LAID), HandEntered(0, cards_of(hand))), 1, ENGLISH)
    assert fine.awaited is not None
    assert [may.name for may in fine.awaited.holders] == ["Ben", "Cem"]


def test_once_each_holder_is_said_it_can_be_ticked() -> None:
    night_ = night(SEVEN_LAID)
    for seat, held in ((0, "6H"), (2, "8H")):
        (fine,) = owed_fines(night_, 1, ENGLISH)
        assert fine.awaited is not None
        assert (str(fine.awaited.card), fine.can_tick) == (held, False)
        night_ = then(night_, Seen(seat, fine.awaited.card.bit))
    (fine,) = owed_fines(night_, 1, ENGLISH)
    assert (fine.says, fine.can_tick) == ("Ben owes the pot 3, Ann 5 and Cem 5", True)


def test_once_no_seven_can_have_been_held_back_it_can_be_ticked() -> None:
    night_ = night(FALSE_BY_ANOTHER)
    for held in ("7C", "7H", "7S"):
        (fine,) = owed_fines(night_, 1, ENGLISH)
        assert fine.awaited is not None
        assert (str(fine.awaited.card), fine.can_tick) == (held, False)
        night_ = then(night_, Seen(0, fine.awaited.card.bit))
    (fine,) = owed_fines(night_, 1, ENGLISH)
    assert (fine.says, fine.why) == ("Ben owes the pot 3", "false pass at turn 3")
    assert fine.can_tick


def test_whose_whole_hand_is_known_held_no_other_seven_back() -> None:
    hand = "5D 3D AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC QH QS"
    (fine,) = owed_fines(then(night(FALSE_BY_ANOTHER), HandEntered(1, cards_of(hand))), 1, ENGLISH)
    assert (fine.why, fine.can_tick) == ("false pass at turn 3", True)


@pytest.mark.parametrize("decided", [FinePaid(3), Waived(3), CalledOff()], ids=repr)
def test_what_ends_it(decided: FinePaid | Waived | CalledOff) -> None:
    after = then(night(EIGHT_LAID), decided)
    assert owed_fines(after, 1, ENGLISH) == ()


def test_a_tick_ends_only_its_own() -> None:
    after = then(night(TWICE), FinePaid(3))
    assert [fine.turn for fine in owed_fines(after, 1, ENGLISH)] == [6]


def test_the_parts_are_those_of_the_ledger() -> None:
    cem_passed = night(BOTH_BY_CEM)
    (fine,) = owed_fines(cem_passed, 1, ENGLISH)
    booked = sum(paid.chips for paid in ledger(cem_passed.round).transfers if paid.turn == 3) - 1
    assert sum(part.chips for part in fine.parts) == booked
    assert [(part.payee.handle, part.chips) for part in fine.parts] == [("pot", 3), ("Cem", 10)]


def test_a_fine_for_the_winner_waits_for_one() -> None:
    shown = owed_fines(night(EIGHT_LAID, rules="kartendomino"), 1, ENGLISH)
    assert [fine.says for fine in shown] == ["Ben owes Cem 5"]


def test_a_hand_that_is_entered_shows_it_at_once() -> None:
    hand = "7C 7H 7S AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC KC"
    after = then(night(START), HandEntered(1, cards_of(hand)))
    assert [fine.turn for fine in owed_fines(after, 1, ENGLISH)] == [3]


def test_what_the_tray_tells_no_notice_tells_again() -> None:
    shown = table(night(SEVEN_LAID), ENGLISH)
    assert len(notices(night(SEVEN_LAID), ENGLISH)) == 1
    assert (shown.told, len(shown.owed)) == ((), 1)


def test_what_comes_to_light_after_the_tick_is_shown_as_a_notice() -> None:
    ticked = then(night(SEVEN_LAID), FinePaid(3))
    later = then(ticked, Played(2, card("8H")))
    shown = table(later, ENGLISH)
    assert (shown.owed, shown.told) == (
        (),
        ("Ben’s pass at turn 3 was false: 5 to Cem, who held 8♥",),
    )


PAID, LET_GO = (True, False), (False, True)
KEPT: dict[str, tuple[list[Event], dict[int, tuple[bool, bool]]]] = {
    "what is owed": ([], {3: (False, False), 6: (False, False)}),
    "the one that was ticked": ([FinePaid(3)], {3: PAID, 6: (False, False)}),
    "the one that was let go": ([Waived(6)], {3: (False, False), 6: LET_GO}),
    "both, one after the other": ([FinePaid(6), Waived(3)], {3: LET_GO, 6: PAID}),
    "one whose tick was taken back": (
        [FinePaid(3), FinePaid(6), Charged(3)],
        {3: (False, False), 6: PAID},
    ),
    "nothing settled once a card was laid": (
        [FinePaid(3), Played(1, card("7H"))],
        {6: (False, False)},
    ),
}


@pytest.mark.parametrize(("events", "kept"), KEPT.values(), ids=KEPT)
def test_a_fine_keeps_its_place_until_something_else_happens(
    events: list[Event], kept: dict[int, tuple[bool, bool]]
) -> None:
    played = night(TWICE_SHOWN)
    for event in events:
        played = then(played, event)
    shown = tray(played, ENGLISH)
    assert {fine.turn: (fine.ticked, fine.let_go) for fine in shown} == kept


@pytest.mark.parametrize(
    ("events", "shown"), [([], [6]), ([FinePaid(6)], [6]), ([FinePaid(6), Charged(3)], [3, 6])]
)
def test_what_was_closed_before_the_series_was_opened_shows_no_more(
    events: list[Event], shown: list[int]
) -> None:
    ticked = then(night(TWICE_SHOWN), FinePaid(3))
    opened = Snapshot(1, ticked.revision, ticked.log)
    for event in events:
        opened = then(opened, event)
    assert [fine.turn for fine in tray(opened, ENGLISH)] == shown


@pytest.mark.parametrize(
    ("paid", "expected"), [(False, ()), (True, ("Pot gives Ben 3 back: turn 3",))], ids=repr
)
def test_what_was_not_paid_nobody_gives_back(paid: bool, expected: tuple[str, ...]) -> None:  # noqa: FBT001
    played = night(TWICE_SHOWN)
    if paid:
        played = then(played, FinePaid(3))
    assert table(then(played, Waived(3)), ENGLISH).told == expected


SAID = {
    "owed": ([], "Ben owes the pot 3", "1 of 2 · false pass at turn 3 · held 7♥ back"),
    "paid": ([FinePaid(3)], "Ben has paid the pot 3", "1 of 2 · false pass at turn 3"),
    "let go": ([Waived(3)], "Let go: Ben owed the pot 3", "1 of 2 · false pass at turn 3"),
}


@pytest.mark.parametrize(("events", "says", "why"), SAID.values(), ids=SAID)
def test_a_fine_says_what_was_decided_and_how_many_there_are(
    events: list[Event], says: str, why: str
) -> None:
    at = night(TWICE_SHOWN)
    for event in events:
        at = then(at, event)
    first = tray(at, ENGLISH)[0]
    assert first.says == says
    assert first.why.startswith(why)


def test_what_was_let_go_waits_for_no_card() -> None:
    (fine,) = tray(then(night(SEVEN_LAID), Waived(3)), ENGLISH)
    assert fine.why == "false pass at turn 3 · held 7♥ back"
