"""The verdict of a pass: the cards, the evidence, and the fine line by line."""

import pytest

from companion.core.rounds.setup import CalledOff, Charged, FinePaid, Waived
from companion.desk.table import Snapshot
from companion.views.at_table.passes import decider, doubt
from companion.views.at_table.tray import ticked_before_let_go
from companion.views.at_table.verdict import VerdictView, verdict
from companion.words import ENGLISH
from tests.views.nights import (
    ALL_TOLD,
    ANN_GOES_OUT,
    LEFT_TO_BEN,
    OVER_WITH_A_FINE,
    holds,
    night,
    shows,
    then,
)

NO_ROOM_ELSEWHERE = """
deal Ann 2 Ben 49 Cem 1
dealer Cem
    Ann Ben Cem
 1  7D  --  .
"""
"""At turn 2 five cards could be played, and there is room for two of them besides Ben."""

HAND_KNOWN = """
deal Ann 2 Ben 2 Cem 48
dealer Cem
hand Ben {cards}
    Ann Ben Cem
 1  7D  --  .
"""

ALL_WITH_OTHERS = """
deal Ann 8 Ben 22 Cem 22
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
 2  8D  9D  7C
 3  7H  8H  7S
"""
"""At turn 2 five cards could be played, and others laid them."""

ANN_HOLDS_BACK = """
deal Ann 2 Ben 25 Cem 25
dealer Cem
    Ann Ben Cem
 1  --  7C  8C
 2  9C  6C  5C
 3  7D  .   .
"""
"""Ann passed at turn 1 with 7D in hand, and goes out first."""


HEARTS_AND_SPADES = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS"
"""The twenty-four cards that Cem has left."""


def view_of(played: Snapshot, turn: int = 2) -> VerdictView:
    """Return the screen of the pass at the turn."""
    view = verdict(played, 1, turn, ENGLISH)
    assert view
    return view


def in_doubt() -> Snapshot:
    """Return a night in which Ben or Cem holds the sevens that both denied."""
    return night(
        """
deal Ann 2 Ben 25 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  --
 2  8D  .   .
"""
    )


IN_PLAY_TOLD = """
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
 2  8D  7H  8H
 3  9D  .   .
"""
"""Ben passed falsely at turn 2, and of one neighbour of the 7♥ it is known who held it."""

ANN_ENTERED = """
deal Ann 3 Ben 24 Cem 25
dealer Cem
hand Ann 7D 8D KD
    Ann Ben Cem
 1  7D  --  --
"""
"""The sevens that Ben and Cem both denied lie with one of them, while the round is in play."""


def known(cards: str) -> Snapshot:
    """Return a night in which Ben passed, with Ben's hand entered."""
    return night(HAND_KNOWN.format(cards=cards))


@pytest.mark.parametrize(
    ("played", "mark", "title", "because"),
    [
        pytest.param(
            night(ANN_GOES_OUT),
            "open",
            "Could Ben have played?",
            (
                "Nobody knows yet whether Ben held one of them.",
                "It depends on who held 7♣, 7♥ and 7♠.",
            ),
            id="nobody knows",
        ),
        pytest.param(
            known("QS KS"),
            "legal",
            "Ben could not play",
            ("Ben certainly held none of them.", "All cards of Ben are known."),
            id="the hand is known",
        ),
        pytest.param(
            night(ALL_WITH_OTHERS),
            "legal",
            "Ben could not play",
            ("Ben certainly held none of them.", "Others held them all."),
            id="others held them",
        ),
        pytest.param(
            night(ALL_TOLD),
            "illegal",
            "Ben could have played",
            ("Ben later played 7♥ (turn 5): held all along.",),
            id="played later",
        ),
        pytest.param(
            known("7C KS"),
            "illegal",
            "Ben could have played",
            ("The hand entered for Ben has 7♣.",),
            id="an entered hand",
        ),
        pytest.param(
            then(night(ANN_GOES_OUT), holds(1, "7C 7H")),
            "illegal",
            "Ben could have played",
            ("The table saw that Ben held 7♣ and 7♥.",),
            id="seen",
        ),
        pytest.param(
            then(night(ANN_GOES_OUT), shows(1, LEFT_TO_BEN)),
            "illegal",
            "Ben could have played",
            ("Ben showed 7♣ and 7♥ after the round.",),
            id="shown",
        ),
        pytest.param(
            then(night(ANN_GOES_OUT), shows(2, HEARTS_AND_SPADES)),
            "illegal",
            "Ben could have played",
            ("Nobody else has room for 7♣: Ben held it.",),
            id="left over by counting",
        ),
        pytest.param(
            night(NO_ROOM_ELSEWHERE),
            "illegal",
            "Ben could have played",
            ("The others together have no room for all of these cards, so Ben held at least one.",),
            id="one of several",
        ),
    ],
)
def test_the_verdict_and_how_it_is_known(
    played: Snapshot, mark: str, title: str, because: tuple[str, ...]
) -> None:
    view = view_of(played)
    assert (view.verdict, view.mark, view.title) == (mark, mark, title)
    assert view.because == because


def test_each_card_that_could_be_played_says_who_held_it_and_how_that_is_known() -> None:
    met = view_of(then(night(ALL_TOLD), holds(2, "7S"))).met
    assert [(card.face.code, card.who, card.known, card.held, card.elsewhere) for card in met] == [
        ("7C", "?", "unknown", False, False),
        ("6D", "Cem", "turn 3", False, True),
        ("8D", "Ann", "turn 4", False, True),
        ("7H", "Ben", "turn 5", True, False),
        ("7S", "Cem", "seen", False, True),
    ]
    assert [card.says for card in met[2:4]] == [
        "8 of diamonds, held by Ann, turn 4",
        "7 of hearts, held by Ben, turn 5",
    ]
    assert met[0].says == "7 of clubs, holder unknown"


@pytest.mark.parametrize(
    ("played", "known"),
    [
        pytest.param(known("7C KS"), "hand entered", id="entered"),
        pytest.param(then(night(ANN_GOES_OUT), shows(1, LEFT_TO_BEN)), "shown", id="shown"),
        pytest.param(
            then(night(ANN_GOES_OUT), shows(2, HEARTS_AND_SPADES)), "follows", id="counted"
        ),
    ],
)
def test_how_it_is_known_in_a_word(played: Snapshot, known: str) -> None:
    met = {card.face.code: card for card in view_of(played).met}
    assert (met["7C"].who, met["7C"].known) == ("Ben", known)


def test_a_doubt_names_the_suspects_and_whose_cards_would_settle_it() -> None:
    view = view_of(in_doubt())
    assert view.doubt
    assert view.doubt.says == "The open passes cannot all be legal, unless a card was left out."
    assert [(one.turn, one.player.name) for one in view.doubt.suspects] == [(2, "Ben"), (3, "Cem")]
    assert view.doubt.settles == "The cards of Ben and Cem would settle it."


def test_while_cards_are_played_they_may_still_tell() -> None:
    view = view_of(night("dealer Cem\n Ann Ben Cem\n 1 7D -- 6D"))
    assert view.because[-1] == "Cards played later or shown after the round will tell."


def test_of_a_round_that_was_called_off_nothing_is_to_be_paid() -> None:
    view = view_of(then(night(ALL_TOLD.partition(" 3  9D")[0]), CalledOff()))
    assert (view.verdict, view.fines, view.total, view.pending) == ("illegal", (), 0, "")
    assert view.remark == "The round was called off: everything that was paid in it goes back."
    assert not view.can_rule


def test_of_a_round_that_was_called_off_nothing_is_doubted() -> None:
    doubted = night(ANN_ENTERED)
    assert doubt(doubted.round, ENGLISH)
    off = then(doubted, CalledOff())
    assert (doubt(off.round, ENGLISH), view_of(off).doubt) == ("", None)


def test_where_all_passes_can_be_honest_there_is_no_doubt() -> None:
    assert view_of(night(ANN_GOES_OUT)).doubt is None


def test_only_once_the_round_is_over_an_open_pass_asks_for_the_card_that_decides() -> None:
    asked = view_of(night(ANN_GOES_OUT)).decider
    assert asked
    assert (asked.asks, asked.further) == ("Who held 7♣?", "2 other cards")
    assert asked.why == "It decides Ben’s pass at turn 2."
    assert [may.says for may in asked.holders] == ["Ben held 7 of clubs", "Cem held 7 of clubs"]
    assert view_of(night("dealer Cem\n Ann Ben Cem\n 1 7D -- 6D")).decider is None


def test_many_passes_that_hang_on_a_card_are_counted() -> None:
    passed = "\n".join(f" {trip}  --  --  --" for trip in range(2, 5))
    begins = "deal Ann 2 Ben 25 Cem 25\ndealer Cem\n    Ann Ben Cem\n 1  7D  --  6D\n"
    text = f"{begins}{passed}\n 5  8D  .   .\n"
    asked = decider(night(text), 1, ENGLISH)
    assert asked
    assert asked.why == "It decides 7 passes."


def test_the_fine_is_shown_line_by_line() -> None:
    view = view_of(night(ALL_TOLD))
    assert [(fine.what, fine.who, fine.chips) for fine in view.fines] == [
        ("False pass", "Ben → pot", 3),
        ("7♥ held back", "Ben → Cem, holds 8♥", 5),
    ]
    assert (view.total_says, view.total) == ("Ben pays", 8)
    assert view.pending == "To come: 5 to whoever holds 6♥."


def test_a_fine_to_the_winner_waits_for_one() -> None:
    view = view_of(night(NO_ROOM_ELSEWHERE, rules="kartendomino"))
    assert view.fines == ()
    assert view.pending == "To come: 3 to the winner of the round."
    assert view.can_rule


@pytest.mark.parametrize(
    ("played", "turn", "remark"),
    [
        pytest.param(night(ALL_TOLD), 2, "", id="an ordinary fine"),
        pytest.param(
            then(night(ALL_TOLD), FinePaid(2)),
            2,
            "Ticked off as paid. To take the tick back, let the fine go and charge it again.",
            id="ticked off",
        ),
        pytest.param(
            night(ANN_HOLDS_BACK),
            1,
            "Whoever goes out first takes the pot, so these 3 chips come back.",
            id="the winner gets it back with the pot",
        ),
        pytest.param(
            night(ANN_HOLDS_BACK, rules="kartendomino"),
            1,
            "The fine goes to whoever went out first, so nobody pays it.",
            id="the winner would pay the winner",
        ),
        pytest.param(
            night(ALL_TOLD, rules="pagat"),
            2,
            "These house rules have no fine for it.",
            id="rules without fines",
        ),
        pytest.param(night(ANN_GOES_OUT), 2, "", id="an open pass"),
    ],
)
def test_what_is_odd_about_the_fine(played: Snapshot, turn: int, remark: str) -> None:
    assert view_of(played, turn).remark == remark


def test_a_fine_let_go_still_says_what_it_would_cost() -> None:
    view = view_of(then(night(ALL_TOLD), Waived(2)))
    assert view.waived
    assert view.waived_says
    assert (view.total_says, view.total) == ("Ben would pay", 8)
    again = view_of(then(then(night(ALL_TOLD), Waived(2)), Charged(2)))
    assert (again.waived, again.waived_says, again.total_says) == (False, "", "Ben pays")
    assert [(shown.charged, shown.let_go) for shown in (view, again)] == [
        ("", "Let go"),
        ("Charged", ""),
    ]


@pytest.mark.parametrize(
    ("played", "can_rule"),
    [
        pytest.param(night(ALL_TOLD), True, id="a fine"),
        pytest.param(night(ALL_TOLD, rules="pagat"), False, id="nothing to let go"),
        pytest.param(night(ANN_GOES_OUT), False, id="an open pass"),
        pytest.param(known("QS KS"), False, id="a legal pass"),
    ],
)
def test_the_table_decides_about_fines_alone(played: Snapshot, *, can_rule: bool) -> None:
    assert view_of(played).can_rule is can_rule


def test_an_open_pass_leads_to_the_cards_left_once_the_round_is_over() -> None:
    assert view_of(night(ANN_GOES_OUT)).can_reveal
    assert not view_of(night("dealer Cem\n Ann Ben Cem\n 1 7D -- 6D")).can_reveal


def test_the_rule_names_the_house_rules_and_their_source() -> None:
    rule = view_of(night(ALL_TOLD)).rule
    assert "“Bicycle”" in rule
    assert "Source: Bicycle’s rules" in rule


@pytest.mark.parametrize(
    ("number", "turn"),
    [
        pytest.param(1, 1, id="a card"),
        pytest.param(1, 99, id="no turn"),
        pytest.param(2, 1, id="no round"),
    ],
)
def test_without_a_pass_there_is_no_verdict(number: int, turn: int) -> None:
    assert verdict(night(ALL_TOLD), number, turn, ENGLISH) is None


@pytest.mark.parametrize(
    ("played", "remark"),
    [
        pytest.param(
            then(night(IN_PLAY_TOLD), Waived(2)),
            "If it was paid: Pot gives Ben 3 back and Cem gives Ben 5 back.",
            id="paid as it happened",
        ),
        pytest.param(
            then(night("dealer Cem\n Ann Ben Cem\n 1 7D -- 6D\n 2 8D 7H .\n"), Waived(2)),
            "If it was paid: Pot gives Ben 3 back.",
            id="paid with the last turn of a round in play",
        ),
        pytest.param(
            then(then(night(ANN_GOES_OUT), shows(1, LEFT_TO_BEN)), Waived(2)),
            "",
            id="it would be handed over at the end",
        ),
        pytest.param(
            then(then(night(IN_PLAY_TOLD), FinePaid(2)), Waived(2)),
            "It was ticked off as paid: Pot gives Ben 3 back and Cem gives Ben 5 back.",
            id="ticked off as paid",
        ),
        pytest.param(
            then(then(then(night(IN_PLAY_TOLD), FinePaid(2)), Charged(2)), Waived(2)),
            "If it was paid: Pot gives Ben 3 back and Cem gives Ben 5 back.",
            id="the tick was taken back",
        ),
        pytest.param(
            then(night(OVER_WITH_A_FINE), Waived(3)),
            "If it was paid, it comes back when you settle up.",
            id="the round is over",
        ),
        pytest.param(
            then(then(night(OVER_WITH_A_FINE), FinePaid(3)), Waived(3)),
            "It was paid. The round is over, so it comes back when you settle up.",
            id="ticked off in a round that is over",
        ),
    ],
)
def test_a_fine_let_go_says_who_gives_it_back(played: Snapshot, remark: str) -> None:
    turn = next(iter(played.round.decisions.waived))
    was_ticked = ticked_before_let_go(played, 1, turn)
    shown = verdict(played, 1, turn, ENGLISH, was_ticked=was_ticked)
    assert shown is not None
    assert shown.remark == remark


@pytest.mark.parametrize(
    ("played", "way"),
    [
        pytest.param(night(ALL_TOLD), True, id="counted when the series is settled"),
        pytest.param(then(night(ALL_TOLD), Waived(2)), False, id="let go"),
        pytest.param(night(IN_PLAY_TOLD), False, id="ticked off at the table"),
        pytest.param(then(night(ALL_TOLD), CalledOff()), False, id="called off"),
        pytest.param(night(ANN_GOES_OUT), False, id="an open pass"),
    ],
)
def test_a_fine_leads_to_where_it_is_settled(played: Snapshot, *, way: bool) -> None:
    shown = verdict(played, 1, 2, ENGLISH)
    assert shown is not None
    assert shown.settle_says == ("Settle up" if way else "")


SEVEN_HELD = "dealer Cem\nholds Cem 7S\nholds Ann 6S\nholds Ben 6C\n Ann Ben Cem\n 1 7D 7C --"
SEVEN_ELSEWHERE = "dealer Cem\nhand Cem AC 2C 3C 4C 5C AD 2D 3D 4D 5D AH 2H 3H 4H 5H AS 2S\n"
NOTES = {
    "a seven held back, and whoever gets a part of the fine": (
        SEVEN_HELD,
        ["6♠ was noted for Ann.", "7♠ was noted for Cem."],
    ),
    "a legal pass of a hand that has none of them": (
        f"{SEVEN_ELSEWHERE}holds Ben 6D\n Ann Ben Cem\n 1 7D 7C --",
        ["6♦ was noted for Ben."],
    ),
    "a card that was laid later": (
        "dealer Cem\nholds Cem 8D\n Ann Ben Cem\n 1 7D 7C --\n 2 6D 6C 8D",
        [],
    ),
}


@pytest.mark.parametrize(("expected", "notes"), NOTES.values(), ids=NOTES)
def test_the_notes_that_a_verdict_rests_on(expected: str, notes: list[str]) -> None:
    view = verdict(night(expected), 1, 3, ENGLISH)
    assert view
    assert [noted.says for noted in view.notes] == notes
