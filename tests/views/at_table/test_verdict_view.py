"""The verdict of a pass: the cards, the evidence, and the fine line by line."""

from itertools import dropwhile

import pytest

from companion.core.rounds.events import CalledOff, Event, FineCharged, FineTicked, FineWaived
from companion.desk.table import Snapshot
from companion.screens.verdict import Aside, verdict, verdict_notes
from companion.views.at_table.passes import doubt
from companion.views.at_table.tray import ticked_before_let_go
from companion.views.blocks import Act, Cards, Document, Status, Text
from companion.words import ENGLISH
from tests.views import nights as n
from tests.views.documents import actions, blocks, heroes, rows, texts
from tests.views.nights import holds, night, shows, then

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

OWN_NEIGHBOURS = """
dealer Cem
    Ann Ben Cem
 1  7H  --  8H
 2  6H  7D  5H
 3  4H  6D  9H
 4  3H  8D  .
"""
"""Ben passed with the 7♦ and both its neighbours in hand."""

HEARTS_AND_SPADES = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS"
"""The twenty-four cards that Cem has left."""

IN_PLAY_TOLD = f"{n.IN_PLAY} 2  8D  7H  8H\n 3  9D  .   .\n"
"""Ben passed falsely at turn 2, and of one neighbour of the 7♥ it is known who held it."""

ANN_ENTERED = """
deal Ann 3 Ben 24 Cem 25
dealer Cem
hand Ann 7D 8D KD
    Ann Ben Cem
 1  7D  --  --
"""
"""The sevens that Ben and Cem both denied lie with one of them, while the round is in play."""

NOTHING_ELSE = Aside()
PER_SEVEN = "bicycle seven_fine_per=seven"
TO_WINNER = "kartendomino"
OVER, LEGAL = night(n.ANN_GOES_OUT), night(HAND_KNOWN.format(cards="QS KS"))


def view_of(played: Snapshot, turn: int = 2, aside: Aside = NOTHING_ELSE) -> Document:
    """Return the screen of the pass at the turn."""
    view = verdict(played, 1, turn, ENGLISH, aside)
    assert view
    return view


def met(view: Document) -> dict[str, tuple[str, str]]:
    """Return the captions of the cards that could be played, by code."""
    shown = next(one for one in blocks(view) if isinstance(one, Cards))
    return {card.face.code: (card.title, card.subtitle) for card in shown.cards}


def because(view: Document) -> str:
    """Return the evidence, the text below the cards."""
    after = dropwhile(lambda one: not isinstance(one, Cards), blocks(view))
    return next(one.says for one in after if isinstance(one, Text))


PLAYED, SEEN = night(IN_PLAY_TOLD), then(OVER, holds(1, "7C 7H"))
SHOWN = then(OVER, shows(1, n.LEFT_TO_BEN))
HAND, OTHERS = night(HAND_KNOWN.format(cards="7C KS")), night(ALL_WITH_OTHERS)
COUNTED = then(OVER, shows(2, HEARTS_AND_SPADES))
FOR_WINNER = night(n.NO_ROOM_ELSEWHERE, rules=TO_WINNER)
ALL_KNOWN = "All 2 cards dealt to Ben are known."
FEW_PLACES = (
    "For 5 of these cards no holder is known: 7♣, 6♦, 8♦, 7♥ and 7♠. Ben has 49 unknown cards; the"
    " others have room for only 2 of these 5, so Ben held at least 3."
)
HONEST = "Ben certainly held none of them."
KNOWN = {
    "the hand is known": (LEGAL, "legal", f"{HONEST} {ALL_KNOWN}", "?, unknown"),
    "others held": (OTHERS, "legal", f"{HONEST} Others held them all.", "Cem, turn 6"),
    "a hand": (HAND, "illegal", "The hand entered for Ben has 7♣.", "Ben, hand entered"),
    "seen": (SEEN, "illegal", "The table saw that Ben held 7♣ and 7♥.", "Ben, seen"),
    "shown": (SHOWN, "illegal", "Ben showed 7♣ and 7♥ after the round.", "Ben, shown"),
    "left over": (
        COUNTED,
        "illegal",
        "All other hands are known, so the 25 cards left over are Ben’s, 7♣ among them.",
        "Ben, follows",
    ),
    "one of several": (night(n.NO_ROOM_ELSEWHERE), "illegal", FEW_PLACES, "?, unknown"),
}


@pytest.mark.parametrize(("played", "mark", "evidence", "seven"), KNOWN.values(), ids=KNOWN)
def test_a_verdict_and_its_evidence(played: Snapshot, mark: str, evidence: str, seven: str) -> None:
    view = view_of(played)
    assert heroes(view)[0].mark == Text(mark, "verdict-2")
    assert because(view) == evidence
    assert ", ".join(filter(None, met(view)["7C"])) == seven


def test_of_a_round_that_was_called_off_nothing_is_to_be_paid_or_doubted() -> None:
    view = view_of(then(PLAYED, CalledOff()))
    assert (heroes(view)[0].status, [row.id for row in rows(view)]) == (Status.BAD, ["rule-link"])
    assert texts(view) == {
        "remark": "The round was called off: everything that was paid in it goes back."
    }
    assert actions(view).keys() == {"edit-2", "referee-2", "done"}
    doubted = night(ANN_ENTERED)
    off = then(doubted, CalledOff())
    assert doubt(doubted.round, ENGLISH)
    assert doubt(off.round, ENGLISH) == ""
    assert "doubt" not in texts(view_of(off))


UNNAMED = n.recorded("five_or_nine_withheld")
NOTHING_YET = "Nothing is due for 5♥ and 9♠: no rank had been named yet."
NOTHING_FOR_ANY = "Nothing is due for cards held back: no rank had been named yet."
FIRST_OF_ANY = "deal Ann 17 Ben 18 Cem 17\ndealer Cem\n   Ann Ben Cem\n 1 --  9D  --\n 2 8D . ."
NO_FINE = "These house rules have no fine for it."
BACK_WITH_THE_POT = "Whoever goes out first takes the pot, so these 3 chips come back."
NOBODY_PAYS = "The fine goes to whoever went out first, so nobody pays it."
TWICE = night(n.PASSED_TWICE)
SEVENS = "7♣ and 7♦ were held back"
TOGETHER = (
    f"{SEVENS}; only one is fined per pass. Of those that came to light first, together, it is 7♣:"
    " clubs come before diamonds, hearts and spades."
)
AGAIN = "Ben had passed falsely before, at turn 2: every false pass is fined."
EACH = f"{SEVENS}, and each of them is fined."
OWN = "Nothing is due for 6♦ and 8♦, Ben’s own cards."
TICKED = "Ticked off as paid. To take the tick back, let the fine go and charge it again."
SAID = {
    "an ordinary fine": (night(n.ALL_TOLD), 2, "pending", "To come: 5 to whoever holds 6♥."),
    "let go": (then(night(n.ALL_TOLD), FineWaived(2)), 2, "pending", ""),
    "the winner gets it": (FOR_WINNER, 2, "pending", "To come: 3 to the winner of the round."),
    "ticked off": (then(night(n.ALL_TOLD), FineTicked(2)), 2, "remark", TICKED),
    "the winner gets it back with the pot": (night(ANN_HOLDS_BACK), 1, "remark", BACK_WITH_THE_POT),
    "the winner would pay": (night(ANN_HOLDS_BACK, rules=TO_WINNER), 1, "remark", NOBODY_PAYS),
    "two sevens that came to light together": (TWICE, 2, "of-fine", TOGETHER),
    "a further false pass": (TWICE, 5, "of-fine", f"{TOGETHER} {AGAIN}"),
    "each seven": (night(n.PASSED_TWICE, rules=PER_SEVEN), 2, "of-fine", EACH),
    "both neighbours are the passer’s own": (night(OWN_NEIGHBOURS), 2, "of-fine", OWN),
    "no rank is named yet": (UNNAMED, 1, "of-fine", NOTHING_YET),
    "any rank, and none is named yet": (
        night(FIRST_OF_ANY, rules="domino false_pass_fine=3 seven_fine=5"),
        1,
        "of-fine",
        NOTHING_FOR_ANY,
    ),
    "no rank is named yet, and nothing else is fined": (
        night(FIRST_OF_ANY, rules="domino seven_fine=5"),
        1,
        "remark",
        NOTHING_FOR_ANY,
    ),
    "rules without fines": (night(n.ALL_TOLD, rules="pagat"), 2, "remark", NO_FINE),
}


@pytest.mark.parametrize(("played", "turn", "name", "says"), SAID.values(), ids=SAID)
def test_what_is_said_about_the_fine(played: Snapshot, turn: int, name: str, says: str) -> None:
    assert texts(view_of(played, turn)).get(name, "") == says


WAYS: dict[str, tuple[Snapshot, set[str]]] = {
    "a fine, counted when the series is settled": (night(n.ALL_TOLD), {"waive-2", "settle"}),
    "a fine that waits for the winner": (FOR_WINNER, {"waive-2"}),
    "a fine that is ticked off at the table": (PLAYED, {"waive-2"}),
    "a fine let go": (then(night(n.ALL_TOLD), FineWaived(2)), {"charge-2"}),
    "nothing to let go": (night(n.ALL_TOLD, rules="pagat"), set()),
    "an open pass": (OVER, {"reveal"}),
    "a legal pass": (LEGAL, set()),
}


@pytest.mark.parametrize(("played", "ways"), WAYS.values(), ids=WAYS)
def test_the_table_decides_about_fines_alone(played: Snapshot, ways: set[str]) -> None:
    every = {"waive-2", "charge-2", "settle", "reveal"}
    assert actions(view_of(played, aside=Aside("/table/1"))).keys() & every == ways


@pytest.mark.parametrize(("number", "turn"), [(1, 1), (1, 99), (2, 1)])
def test_of_a_card_no_turn_or_no_round_there_is_no_verdict(number: int, turn: int) -> None:
    assert verdict(night(n.ALL_TOLD), number, turn, ENGLISH) is None


GIVEN_BACK = "Pot gives Ben 3 back and Cem gives Ben 5 back."
AT_THE_END = "It was ticked off as paid: Ann gives Ben 3 back."
IF_PAID = f"If it was paid: {GIVEN_BACK}"
LAST, ENDED = night(f"{n.IN_PLAY} 2 8D 7H .\n"), night(n.OVER_WITH_A_FINE)
LET_GO: dict[str, tuple[Snapshot, tuple[Event, ...], str]] = {
    "paid as it happened": (PLAYED, (FineWaived(2),), IF_PAID),
    "paid with the last turn": (LAST, (FineWaived(2),), "If it was paid: Pot gives Ben 3 back."),
    "it would be handed over at the end": (OVER, (shows(1, n.LEFT_TO_BEN), FineWaived(2)), ""),
    "ticked off": (
        PLAYED,
        (FineTicked(2), FineWaived(2)),
        f"It was ticked off as paid: {GIVEN_BACK}",
    ),
    "tick taken back": (PLAYED, (FineTicked(2), FineCharged(2), FineWaived(2)), IF_PAID),
    "ticked off in a round that is over": (ENDED, (FineTicked(3), FineWaived(3)), AT_THE_END),
}


@pytest.mark.parametrize(("played", "events", "remark"), LET_GO.values(), ids=LET_GO)
def test_who_gives_a_fine_back(played: Snapshot, events: tuple[Event, ...], remark: str) -> None:
    for event in events:
        played = then(played, event)
    turn = next(iter(played.round.decisions.waived))
    aside = Aside(was_ticked=ticked_before_let_go(played, 1, turn))
    assert texts(view_of(played, turn, aside)).get("remark", "") == remark


NO_SEVEN = "hand Cem AC 2C 3C 4C 5C AD 2D 3D 4D 5D AH 2H 3H 4H 5H AS 2S"
PASSES = "Ann Ben Cem\n 1 7D 7C --"
NOTES = {
    "a seven held back, and whoever gets a part of the fine": (
        f"holds Cem 7S\nholds Ann 6S\nholds Ben 6C\n{PASSES}",
        ["6♠ was noted for Ann.", "7♠ was noted for Cem."],
    ),
    "a legal pass of a known hand": (
        f"{NO_SEVEN}\nholds Ben 6D\n{PASSES}",
        ["6♦ was noted for Ben."],
    ),
    "a card that was laid later": (f"holds Cem 8D\n{PASSES}\n 2 6D 6C 8D", []),
}


@pytest.mark.parametrize(("noted", "notes"), NOTES.values(), ids=NOTES)
def test_the_notes_that_a_verdict_rests_on(noted: str, notes: list[str]) -> None:
    played = night(f"dealer Cem\n{noted}")
    behind = verdict_notes(played.series, 1, 3, ENGLISH)
    assert [noted.says for noted in behind] == notes
    shown = actions(view_of(played, 3)).values()
    assert [one.says for one in shown if isinstance(one.intent, Act)] == notes


SEVEN_FINED = (
    "Whoever holds back the 7 of a suit pays {chips} chips to the holder of its 6 and {chips} chips"
    " to the holder of its 8. However many are held back, a pass is fined for one."
)
FALSE = "A player who can play a card must not pass. Passing anyway is a false pass."
TO_THE_WINNER = "A false pass costs 2 chips more, to the winner of the round."
QUOTED = {
    "a seven held back": ("bicycle", f"{FALSE} {SEVEN_FINED.format(chips=5)}", "not changed"),
    "a changed fine for a seven": ("bicycle seven_fine=4", FALSE, SEVEN_FINED.format(chips=4)),
    "two options with one sentence": (
        "bicycle false_pass_fine=2 false_pass_to=winner",
        f"{FALSE} {SEVEN_FINED.format(chips=5)}",
        f"changed by the table: {TO_THE_WINNER}",
    ),
    "no fine for a seven": ("pagat", FALSE, "not changed"),
}


@pytest.mark.parametrize(("rules", "title", "subtitle"), QUOTED.values(), ids=QUOTED)
def test_the_rules_of_a_false_pass_are_quoted_once(rules: str, title: str, subtitle: str) -> None:
    rule = rows(view_of(night(n.ALL_TOLD, rules=rules)))[-1]
    assert (rule.id, rule.title) == ("rule-link", title)
    shown = str(rule.subtitle)
    assert shown.count(subtitle) == 1
    assert shown.endswith((f"{subtitle} by the table", subtitle))
