"""The verdict of a pass: its cards, its evidence, its fine, and the ways on."""

import pytest

from companion.core.rounds.events.decisions import CalledOff, FineCharged, FineTicked, FineWaived
from companion.core.rounds.position import Event
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.blocks import Cards, Document, Status, Text
from companion.screens.kit import ScreenFacts
from companion.screens.routes import Screen
from companion.screens.turns import turns
from companion.screens.verdict import verdict
from tests.cases import cases
from tests.screens import nights as n
from tests.screens.documents import actions, blocks, heroes, rows, texts
from tests.screens.nights import holds, night, shows, then

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


PER_SEVEN = "bicycle seven_fine_per=seven"
TO_WINNER = "kartendomino"
OVER, LEGAL = night(n.ANN_GOES_OUT), night(HAND_KNOWN.format(cards="QS KS"))


def here(played: Snapshot, turn: int) -> ScreenFacts:
    return ScreenFacts(snapshot=played, route=Screen(f"/table/1/verdict/{turn}"))


def view_of(played: Snapshot, turn: int = 2) -> Document:
    """Return the screen of the pass at the turn."""
    return verdict(here(played, turn))


def marks(view: Document) -> dict[str, str]:
    """Return whether each card that could be played is marked, faded or neither, by its code."""
    shown = next(one for one in blocks(view) if isinstance(one, Cards))
    return {
        card.face.code: "marked" if card.marked else "faded" if card.faded else ""
        for card in shown.cards
    }


PLAYED, SEEN = night(IN_PLAY_TOLD), then(OVER, holds(1, "7C 7H"))
SHOWN = then(OVER, shows(1, n.LEFT_TO_BEN))
HAND, OTHERS = night(HAND_KNOWN.format(cards="7C KS")), night(ALL_WITH_OTHERS)
COUNTED = then(OVER, shows(2, HEARTS_AND_SPADES))
FOR_WINNER = night(n.NO_ROOM_ELSEWHERE, rules=TO_WINNER)
KNOWN = {
    "the hand is known": (LEGAL, "legal", ""),
    "others held": (OTHERS, "legal", "faded"),
    "a hand": (HAND, "illegal", "marked"),
    "seen": (SEEN, "illegal", "marked"),
    "shown": (SHOWN, "illegal", "marked"),
    "left over": (COUNTED, "illegal", "marked"),
    "one of several": (night(n.NO_ROOM_ELSEWHERE), "illegal", ""),
}


@cases("played, mark, seven", KNOWN)
def test_verdict_marks_who_held_a_card(played: Snapshot, mark: str, seven: str) -> None:
    view = view_of(played)
    assert heroes(view)[0].mark == Text(mark, "verdict-2")
    assert marks(view)["7C"] == seven


ANN_ENTERED = """
deal Ann 3 Ben 24 Cem 25
dealer Cem
hand Ann 7D 8D KD
    Ann Ben Cem
 1  7D  --  --
"""
"""The sevens that Ben and Cem both denied lie with one of them, while the round is in play."""


def test_round_called_off_costs_nothing() -> None:
    view = view_of(then(PLAYED, CalledOff()))
    assert (heroes(view)[0].status, [row.id for row in rows(view)]) == (Status.BAD, ["rule-link"])
    assert texts(view).keys() == {"remark"}
    assert actions(view).keys() == {"edit-2", "referee-2", "done"}
    assert "doubt" in texts(view_of(night(ANN_ENTERED)))
    assert "doubt" not in texts(view_of(then(night(ANN_ENTERED), CalledOff())))


UNNAMED = n.recorded("five_or_nine_withheld")
FIRST_OF_ANY = "deal Ann 17 Ben 18 Cem 17\ndealer Cem\n   Ann Ben Cem\n 1 --  9D  --\n 2 8D . ."
TWICE = night(n.PASSED_TWICE)
SAID: dict[str, tuple[Snapshot, int, set[str]]] = {
    "a part waits for its payee": (night(n.ALL_TOLD), 2, {"pending"}),
    "let go": (then(night(n.ALL_TOLD), FineWaived(2)), 2, set()),
    "the winner gets it": (FOR_WINNER, 2, {"pending"}),
    "ticked off": (then(night(n.ALL_TOLD), FineTicked(2)), 2, {"pending", "remark"}),
    "the winner gets it back with the pot": (night(ANN_HOLDS_BACK), 1, {"remark", "pending"}),
    "the winner would pay": (night(ANN_HOLDS_BACK, rules=TO_WINNER), 1, {"remark", "pending"}),
    "two sevens that came to light together": (TWICE, 2, {"pending"}),
    "a further false pass": (TWICE, 5, {"pending"}),
    "each seven": (night(n.PASSED_TWICE, rules=PER_SEVEN), 2, {"pending"}),
    "both neighbours are the passer’s own": (night(OWN_NEIGHBOURS), 2, set[str]()),
    "no rank is named yet": (UNNAMED, 1, set[str]()),
    "no rank is named yet, and nothing else is fined": (
        night(FIRST_OF_ANY, rules="domino seven_fine=5"),
        1,
        {"remark"},
    ),
    "rules without fines": (night(n.ALL_TOLD, rules="pagat"), 2, {"remark"}),
}


@cases("played, turn, said", SAID)
def test_remarks_about_the_fine(played: Snapshot, turn: int, said: set[str]) -> None:
    every = {"pending", "remark"}
    assert texts(view_of(played, turn)).keys() & every == said


WAYS: dict[str, tuple[Snapshot, set[str]]] = {
    "a fine that the table hands over": (night(n.ALL_TOLD), {"waive-2"}),
    "a fine, counted when the series is settled": (
        night(n.ALL_TOLD, rules="bicycle chips=app"),
        {"waive-2"},
    ),
    "a fine that waits for the winner": (FOR_WINNER, {"waive-2"}),
    "a fine that is ticked off at the table": (PLAYED, {"waive-2"}),
    "a fine let go": (then(night(n.ALL_TOLD), FineWaived(2)), {"charge-2"}),
    "nothing to let go": (night(n.ALL_TOLD, rules="pagat"), set()),
    "an open pass": (OVER, {"reveal"}),
    "a legal pass": (LEGAL, set()),
}


@cases("played, ways", WAYS)
def test_table_decides_about_fines_alone(played: Snapshot, ways: set[str]) -> None:
    every = {"waive-2", "charge-2", "reveal"}
    assert actions(view_of(played)).keys() & every == ways


@pytest.mark.parametrize("turn", [1, 99])
def test_turn_that_is_no_pass_leads_to_the_turns(turn: int) -> None:
    at = here(night(n.ALL_TOLD), turn)
    assert verdict(at) == turns(at)


LAST, ENDED = night(f"{n.IN_PLAY} 2 8D 7H .\n"), night(n.OVER_WITH_A_FINE)
LET_GO: dict[str, tuple[Snapshot, tuple[Event, ...], bool]] = {
    "never ticked off": (PLAYED, (FineWaived(2),), False),
    "of the last turn": (LAST, (FineWaived(2),), False),
    "it would be handed over at the end": (OVER, (shows(1, n.LEFT_TO_BEN), FineWaived(2)), False),
    "ticked off": (PLAYED, (FineTicked(2), FineWaived(2)), True),
    "tick taken back": (PLAYED, (FineTicked(2), FineCharged(2), FineWaived(2)), False),
    "ticked off in a round that is over": (ENDED, (FineTicked(3), FineWaived(3)), True),
}


@cases("played, events, remark", LET_GO)
def test_fine_let_go_is_given_back(
    played: Snapshot,
    events: tuple[Event, ...],
    remark: bool,  # noqa: FBT001 - a case of the table
) -> None:
    for event in events:
        played = then(played, event)
    turn = next(iter(played.round.decisions.waived))
    assert ("remark" in texts(view_of(played, turn))) is remark


NO_SEVEN = "hand Cem AC 2C 3C 4C 5C AD 2D 3D 4D 5D AH 2H 3H 4H 5H AS 2S"
PASSES = "Ann Ben Cem\n 1 7D 7C --"
NOTES = {
    "a seven held back, and whoever gets a part of the fine": (
        f"holds Cem 7S\nholds Ann 6S\nholds Ben 6C\n{PASSES}",
        ["note-6S", "note-7S"],
    ),
    "a legal pass of a known hand": (
        f"{NO_SEVEN}\nholds Ben 6D\n{PASSES}",
        ["note-6D"],
    ),
    "a card that was laid later": (f"holds Cem 8D\n{PASSES}\n 2 6D 6C 8D", []),
}


@cases("noted, notes", NOTES)
def test_notes_that_a_verdict_rests_on_are_corrected_there(noted: str, notes: list[str]) -> None:
    view = view_of(night(f"dealer Cem\n{noted}"), 3)
    assert [one.id for one in actions(view).values() if one.id.startswith("note-")] == notes
    assert all(actions(view)[name].intent == b.Ask(name) for name in notes)
    assert len(view.menus) == len(notes)
