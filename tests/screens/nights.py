"""Nights on the desk, each written as the rounds of a score sheet."""

from dataclasses import replace

from companion.core.cards import Cards, card, gather
from companion.core.entries import Entry
from companion.core.log import Log
from companion.core.names import with_colours
from companion.core.presets import parse
from companion.core.rounds.events.cards import Seen, Shown
from companion.core.rounds.position import Event
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.sheet import loads
from companion.core.steps import Dealt, Ended, Planned, Recorded
from companion.desk.table import Snapshot
from tests.places import RECORDS

ANN_GOES_OUT = """
deal Ann 2 Ben 25 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
 2  8D  .   .
"""
"""Ben passed at turn 2: open, for 7C, 7H and 7S may lie with him or with Cem."""

IN_PLAY = """
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""
"""Ben passed, and Ann is due."""

BEN_PASSED = """
deal Ann 17 Ben 17 Cem 18
dealer Ben
    Ann Ben Cem
 1  .   .   7D
 2  6D  --  8D
"""
"""Ben passed at turn 3, and Ann is due."""

DOUBTED = """
deal Ann 2 Ben 25 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  --
 2  8D  .   .
"""
"""Ben or Cem holds the sevens that both denied."""

SAID_TO_BE_WITH_CEM = """
dealer Cem
holds Cem 6H
    Ann Ben Cem
 1  7H  7C  --
 2  --  .   .
"""
"""6♥ was noted for Cem, so his pass at turn 3 is false; Ben is due."""

LEFT_TO_BEN = "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AD 2D 3D 4D 5D 9D 10D JD QD KD 7H 2H"
"""All that Ben may have left then, two sevens among them."""

PASSES_IN_A_ROW = """
deal Ann 5 Ben 2 Cem 45
Ann Ben Cem
1 7C -- 7D
2 6C -- 7H
3 5C -- 6H
4 4C -- 7S
5 3C . .
"""
"""Ben passed four times in a row, and 7♠ was laid at turn 12."""
ANN_IS_LAST = "Ann Ben Cem\nresult Ann 9 0 Ben 0 0 Cem 1 0\n"
ANN_LEADS = "Ann Ben Cem\nresult Ann 0 0 Ben 10 0 Cem 12 0\n"

ALL_TOLD = """
deal Ann 3 Ben 24 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
 2  8D  7H  8H
 3  9D  .   .
"""
"""Ben passed at turn 2 with 7H in hand: 3 to the pot, 5 to Cem for 8H, 5 to whoever has 6H."""

FALSE_TWICE = """
deal Ann 4 Ben 23 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  --
 2  8D  --  9D
 3  6D  7H  8H
 4  5D  .   .
"""
"""Ben passed twice with 7H in hand, and nobody knows yet who has 6H; Cem's pass is open."""

NO_ROOM_ELSEWHERE = """
deal Ann 2 Ben 49 Cem 1
dealer Cem
    Ann Ben Cem
 1  7D  --  .
"""
"""At turn 2 five cards could be played, and there is room for two of them besides Ben."""

PASSED_TWICE = """
dealer Cem
hand Ben 7C 7D AC 2C 3C 4C 5C AD 2D 3D 4D 5D AH 2H 3H AS 2S
    Ann Ben Cem
 1  7H  --  6H
 2  8H  --  --
"""
"""Ben passed falsely at turns 2 and 5 with two sevens in an entered hand, and Cem passed at 6."""

FEW_LEFT = """
deal Ann 48 Ben 2 Cem 2
dealer Cem
    Ann Ben Cem
 1  7D  6D  8D
 2  9D  5D  .
"""
"""Ben goes out, Cem has one card left and Ann forty-six: which one nobody knows."""


PASS_TOO_MANY = """
deal Ann 10 Ben 11 Cem 11 Dee 10 Eva 10
dealer Ann
    Ann Ben Cem Dee Eva
 1  .   7H  --  6H  --
 2  7C  7S  8C  6C  6S
 3  8S  --  --  9C  7D
 4  6D  8H  10C 5S  4S
 5  JC  QC  8D  5H  .
"""
"""A pass at turn 11 or 12 is one too many: without it all are honest; as it stands Eva and Ben
passed falsely.
"""

OVER_WITH_A_FINE = """
deal Ann 3 Ben 46 Cem 3
dealer Ben
    Ann Ben Cem
 1  .   .   7D
 2  6D  --  8D
 3  9D  7H  --
 4  10D .   .
"""
"""Ben passed falsely at turn 3, and Ann goes out."""

ANN_FIRST = """
deal Ann 1 Ben 1 Cem 50
dealer Cem
    Ann Ben Cem
 1  7D  .   .
"""
"""Ann goes out, Ben has one card left and Cem fifty."""

BEN_FIRST = """
deal Ann 1 Ben 1 Cem 50
dealer Ann
    Ann Ben Cem
 1  .   7D  .
"""
"""Ben goes out: after both Ann and Ben have 1 point and Cem 100."""

WITHOUT_CEM = """
deal Ann 1 Ben 51
dealer Ben
    Ann Ben
 1  7D  .
"""
"""Cem sits it out; Ann goes out, Ben has fifty-one cards left."""

WON_WITH_A_FINE = """
deal Ann 2 Ben 3 Cem 47
dealer Ben
    Ann Ben Cem
 1  .   .   7D
 2  6D  --  8D
 3  --  7H  8H
 4  --  9D  6H
 5  --  10D .
"""
"""Ben passed falsely at turn 3 and goes out: 3 to the pot, which he takes, and 10 to Cem."""

BEN_HOLDS_TWO_SEVENS = """
deal Ann 2 Ben 10 Cem 10 Dee 10 Eva 10 Fay 10
dealer Fay
Ann Ben Cem Dee Eva Fay
1 7D -- 6D 8D 5D 9D
2 10D . . . . .
holds Cem 6H
holds Dee 8H
holds Eva 6S
holds Fay 8S
"""
"""Ben passed at turn 2; of 7H and 7S nobody knows yet."""

TWICE_SHOWN = """
deal Ann 17 Ben 17 Cem 18
dealer Ben
    Ann Ben Cem
 1  .   .   7D
 2  6D  --  8D
 3  9D  --  10D
 4  5D  .   .
hand Ben 7H AC 2C 3C 4C 5C 6C 8C 9C 10C JC QC KC AS 2S 3S 4S
"""
"""Ben passed at turns 3 and 6 with 7H in hand, and the table has seen his hand."""

EVENING = Entry(
    *(1, "Evening", "2026-03-06", ("Ann", "Ben"), 9, 9),
    over=True,
    leaders=("Ann",),
    score=41,
    in_points=True,
)
"""A series for points, of nine rounds, that Ann won."""


def night(
    *rounds: str, rules: str = "bicycle", name: str = "Friday night", date: str = "2026-11-20"
) -> Snapshot:
    """Return the night with the rounds, each written as on the sheet below its number."""
    played = [f"round {number}\n{told}" for number, told in enumerate(rounds, 1)]
    lines = ["fantan 1", f"series {name}", f"date {date}", f"rules {rules}", *played]
    log = loads("\n".join(lines))
    return opened(log)


def played(round_: Round) -> Snapshot:
    """Return a night with only this round."""
    facts = (Recorded(1, event) for event in round_.events)
    return opened(Log.of(Series(rules=round_.setup.rules), (Dealt(round_.setup), *facts)))


def opened(log: Log) -> Snapshot:
    """Return the snapshot of a log that was just opened, alone in its archive."""
    colours = with_colours({}, (player.name for player in log.series.players))
    return Snapshot(1, len(log.steps), log, colours=colours)


def recorded(name: str) -> Snapshot:
    """Return the snapshot of a log from the records."""
    return opened(loads((RECORDS / f"{name}.fantan").read_text("utf-8")))


def then(before: Snapshot, event: Event, number: int = 1) -> Snapshot:
    """Return the night after a further event in the round."""
    log = before.log.after(Recorded(number, event))
    return replace(before, log=log, before=before.log, revision=before.revision + 1)


def shows(seat: int, cards: str) -> Shown:
    """Return the event in which the player at the seat shows all cards left."""
    return Shown(seat, cards_of(cards))


def holds(seat: int, cards: str) -> Seen:
    """Return the event in which some cards are seen in the hand of the player at the seat."""
    return Seen(seat, cards_of(cards))


def cards_of(written: str) -> Cards:
    """Return the cards from their notation on a sheet."""
    return gather(map(card, written.split()))


def planned(before: Snapshot, rules: str) -> Snapshot:
    """Return the night with other rules from the next round on."""
    return replace(before, log=before.log.after(Planned(parse(rules))))


def ended(before: Snapshot) -> Snapshot:
    """Return the night called over by the table."""
    return replace(before, log=before.log.after(Ended()))
