"""The verdict of a pass: the cards, the evidence, and the fine line by line."""

from itertools import dropwhile

import pytest

from companion.core.cards import card
from companion.core.rounds.setup import CalledOff, Charged, FinePaid, Waived
from companion.core.steps import Recorded
from companion.desk.commands import Reveal
from companion.desk.table import Snapshot
from companion.views.at_table.passes import decider, doubt
from companion.views.at_table.tray import ticked_before_let_go
from companion.views.at_table.verdict import Aside, verdict, verdict_notes
from companion.views.blocks import (
    Act,
    CaptionedCard,
    Cards,
    Do,
    Document,
    Go,
    Status,
    Text,
    plain,
)
from companion.words import ENGLISH
from tests.views.documents import actions, blocks, heroes, people, rows, texts
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


NOTHING_ELSE = Aside()


def view_of(played: Snapshot, turn: int = 2, aside: Aside = NOTHING_ELSE) -> Document:
    """Return the screen of the pass at the turn."""
    view = verdict(played, 1, turn, ENGLISH, aside)
    assert view
    return view


def fine(view: Document) -> list[tuple[str, str, str]]:
    """Return the title, the subtitle and the chips of each line of the fine, and of its sum."""
    lined = [row for row in rows(view) if row.leading is None]
    return [(plain(row.title), plain(row.subtitle), plain(row.value)) for row in lined]


def met(view: Document) -> dict[str, CaptionedCard]:
    """Return the cards that could be played, by code."""
    shown = next(one for one in blocks(view) if isinstance(one, Cards))
    return {card.face.code: card for card in shown.cards}


def because(view: Document) -> str:
    """Return the evidence, the text below the cards."""
    after = dropwhile(lambda one: not isinstance(one, Cards), blocks(view))
    return next(one.says for one in after if isinstance(one, Text))


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
    ("played", "mark", "title", "evidence"),
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
    played: Snapshot, mark: str, title: str, evidence: tuple[str, ...]
) -> None:
    view = view_of(played)
    shown = heroes(view)[0]
    assert (shown.title, shown.mark) == (title, Text(mark, "verdict-2"))
    assert because(view) == " ".join(evidence)


def test_each_card_that_could_be_played_says_who_held_it_and_how_that_is_known() -> None:
    shown = met(view_of(then(night(ALL_TOLD), holds(2, "7S"))))
    assert [
        (code, card.title, card.subtitle, card.marked, card.faded) for code, card in shown.items()
    ] == [
        ("7C", "?", "unknown", False, False),
        ("6D", "Cem", "turn 3", False, True),
        ("8D", "Ann", "turn 4", False, True),
        ("7H", "Ben", "turn 5", True, False),
        ("7S", "Cem", "seen", False, True),
    ]
    assert [shown[code].label for code in ("7C", "8D", "7H")] == [
        "7 of clubs, holder unknown",
        "8 of diamonds, held by Ann, turn 4",
        "7 of hearts, held by Ben, turn 5",
    ]


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
    seven = met(view_of(played))["7C"]
    assert (seven.title, seven.subtitle) == ("Ben", known)


def test_a_doubt_names_the_suspects_and_whose_cards_would_settle_it() -> None:
    view = view_of(in_doubt())
    assert texts(view)["doubt"] == (
        "The open passes cannot all be legal, unless a card was left out."
    )
    suspects = [row for row in rows(view) if row.id]
    assert [(row.id, row.title, row.intent) for row in suspects] == [
        ("turn-2", "Ben", None),
        ("turn-3", "Cem", Go("../verdict/3")),
    ]
    assert texts(view)["settles"] == "The cards of Ben and Cem would settle it."


def test_while_cards_are_played_they_may_still_tell() -> None:
    view = view_of(night("dealer Cem\n Ann Ben Cem\n 1 7D -- 6D"))
    assert because(view).endswith("Cards played later or shown after the round will tell.")


def test_of_a_round_that_was_called_off_nothing_is_to_be_paid() -> None:
    view = view_of(then(night(ALL_TOLD.partition(" 3  9D")[0]), CalledOff()))
    assert heroes(view)[0].status is Status.BAD
    assert fine(view) == []
    assert texts(view) == {
        "remark": "The round was called off: everything that was paid in it goes back."
    }
    assert actions(view).keys() == {"edit-2", "done"}


def test_of_a_round_that_was_called_off_nothing_is_doubted() -> None:
    doubted = night(ANN_ENTERED)
    assert doubt(doubted.round, ENGLISH)
    off = then(doubted, CalledOff())
    assert doubt(off.round, ENGLISH) == ""
    assert "doubt" not in texts(view_of(off))


def test_where_all_passes_can_be_honest_there_is_no_doubt() -> None:
    assert "doubt" not in texts(view_of(night(ANN_GOES_OUT)))


def test_only_once_the_round_is_over_an_open_pass_asks_for_the_card_that_decides() -> None:
    view = view_of(night(ANN_GOES_OUT))
    (question,) = rows(view)
    assert question.title == Text("Who held 7♣?", "asks", live=True)
    assert (question.subtitle, question.note) == (
        "It decides Ben’s pass at turn 2.",
        "2 other cards",
    )
    seven = card("7C").bit
    assert [(may.id, may.label, may.intent) for may in people(view)] == [
        ("reveal-to-Ben", "Ben held 7 of clubs", Do(Reveal(1, seven, 1))),
        ("reveal-to-Cem", "Cem held 7 of clubs", Do(Reveal(2, seven, 1))),
    ]
    assert people(view_of(night("dealer Cem\n Ann Ben Cem\n 1 7D -- 6D"))) == []


def test_many_passes_that_hang_on_a_card_are_counted() -> None:
    passed = "\n".join(f" {trip}  --  --  --" for trip in range(2, 5))
    begins = "deal Ann 2 Ben 25 Cem 25\ndealer Cem\n    Ann Ben Cem\n 1  7D  --  6D\n"
    text = f"{begins}{passed}\n 5  8D  .   .\n"
    (question,) = rows(Document("", (decider(night(text), 1, ENGLISH),)))
    assert question.subtitle == "It decides 7 passes."


def test_the_fine_is_shown_line_by_line() -> None:
    view = view_of(night(ALL_TOLD))
    assert fine(view) == [
        ("False pass", "Ben → pot", "3"),
        ("7♥ held back", "Ben → Cem, holds 8♥", "5"),
        ("Ben pays", "", "8"),
    ]
    assert texts(view)["pending"] == "To come: 5 to whoever holds 6♥."


def test_a_fine_to_the_winner_waits_for_one() -> None:
    view = view_of(night(NO_ROOM_ELSEWHERE, rules="kartendomino"))
    assert fine(view) == []
    assert texts(view)["pending"] == "To come: 3 to the winner of the round."
    assert "waive-2" in actions(view)


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
    assert texts(view_of(played, turn)).get("remark", "") == remark


def test_a_fine_let_go_still_says_what_it_would_cost() -> None:
    view = view_of(then(night(ALL_TOLD), Waived(2)))
    assert texts(view)["waived"] == "The table let this fine go."
    assert fine(view)[-1] == ("Ben would pay", "", "8")
    assert {row.status for row in rows(view)} == {Status.MUTED}
    again = view_of(then(then(night(ALL_TOLD), Waived(2)), Charged(2)))
    assert "waived" not in texts(again)
    assert fine(again)[-1] == ("Ben pays", "", "8")
    assert [(one.says, one.intent) for one in view.footer[1:]] == [
        ("Charge it", Do(Recorded(1, Charged(2)), exact=True)),
        ("Let go", None),
    ]
    assert [(one.says, one.intent) for one in again.footer[1:]] == [
        ("Charged", None),
        ("Let it go", Do(Recorded(1, Waived(2)), exact=True)),
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
    assert ("waive-2" in actions(view_of(played))) is can_rule


def test_an_open_pass_leads_to_the_cards_left_once_the_round_is_over() -> None:
    view = view_of(night(ANN_GOES_OUT), aside=Aside("/table/1"))
    assert actions(view)["reveal"].intent == Go("/table/1/cards/1")
    in_play = view_of(night("dealer Cem\n Ann Ben Cem\n 1 7D -- 6D"))
    assert "reveal" not in actions(in_play)


def test_the_rule_names_the_house_rules_and_their_source() -> None:
    rule = blocks(view_of(night(ALL_TOLD)))[-1]
    assert isinstance(rule, Text)
    assert "“Bicycle”" in rule.says
    assert "Source: Bicycle’s rules" in rule.says


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
    aside = Aside(was_ticked=ticked_before_let_go(played, 1, turn))
    assert texts(view_of(played, turn, aside)).get("remark", "") == remark


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
    assert ("settle" in actions(view_of(played))) is way


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
    played = night(expected)
    behind = verdict_notes(played.series, 1, 3, ENGLISH)
    assert [noted.says for noted in behind] == notes
    shown = actions(view_of(played, 3)).values()
    assert [one.says for one in shown if isinstance(one.intent, Act)] == notes
