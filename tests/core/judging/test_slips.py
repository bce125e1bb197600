"""Slips that explain false passes: the offers, and their relation to the false passes."""

import pytest

from companion.core.slips import MOST_WORK, Slip, search, slips
from tests.core.tables import round_of

OFFERED = {
    "a pass was forgotten": (
        """
        dealer C
        deal A 4 B 4 C 44
           A   B   C
        1  --  --  7C
        2  6C  7H  --
        3  5C  7S  .
        """,
        ["pass forgotten 4 A", "card forgotten 4-5 A B: 8C"],
    ),
    "a pass is too many, whichever of two": (
        """
        dealer C
        deal A 4 B 4 C 44
           A   B   C
        1  7S  --  --
        2  7C  8S  .
        """,
        ["pass too many 2-3 B C"],
    ),
    "a card was forgotten, one of two": (
        """
        dealer C
        deal A 5 B 6 C 41
           A   B   C
        1  --  --  --
        2  --  7D  --
        3  8D  7S  .
        """,
        ["card forgotten 3 C: 7C", "card forgotten 3 C: 7H"],
    ),
    "a card is too many": (
        """
        dealer C
        deal A 4 B 4 C 44
           A   B   C
        1  --  --  7H
        2  --  7S  8H
        3  7C  .   .
        """,
        ["card too many 5 B: 7S"],
    ),
    "two turns were swapped": (
        """
        dealer C
        deal A 4 B 4 C 44
           A   B   C
        1  --  7C  --
        2  --  --  .
        """,
        ["swapped 2 B"],
    ),
    "the eight was laid, and not the seven of another suit": (
        """
        dealer C
        deal A 4 B 4 C 44
           A   B   C
        1  --  --  7S
        2  7H  6S  5S
        3  --  .   .
        """,
        ["other card 4 A: 8S"],
    ),
    "a player led who does not sit at the dealer's left, or one card was forgotten or too many": (
        """
        rules pagat
        dealer C
        holds B 7D
           A   B   C
        1  7C  --  .
        """,
        [
            "swapped 1 A",
            "pass too many 2 B",
            "other leader 1 B",
            "other leader 1 C",
            "pass forgotten 1 A",
            "card too many 1 A: 7C",
            "card forgotten 1-2 A B: 7H",
            "card forgotten 1-2 A B: 7S",
            "card forgotten 2 B: 6C",
            "card forgotten 2 B: 8C",
            "card forgotten 2 B: 7D",
        ],
    ),
    "a hand of eighteen was entered, so that its player was dealt to first and led": (
        """
        rules pagat
        dealer C
        holds B 7D
        hand A 7C AC 2C 3C AD 2D 3D 4D 5D AH 2H 3H 4H 5H AS 2S 3S 4S
           A   B   C
        1  7C  --  .
        """,
        [
            "pass too many 2 B",
            "card forgotten 2 B: 6C",
            "card forgotten 2 B: 8C",
            "card forgotten 2 B: 7D",
            "card forgotten 2 B: 7H",
            "card forgotten 2 B: 7S",
        ],
    ),
    "who leads with the named card cannot be who holds its neighbour and passed": (
        """
        rules pagat opening=7C
        dealer C
        deal A 4 B 4 C 44
        holds B 7D
        holds C 8C
           A   B   C
        1  7C  --  .
        """,
        ["pass too many 2 B", "other leader 1 C"],
    ),
    "places that are no neighbours stand apart": (
        """
        dealer C
           A   B   C
        1  7C  --  --
        2  --  6C  .
        """,
        [
            "pass too many 2-4 B C A",
            "swapped 1 A",
            "swapped 4 A",
            "card forgotten 3 C: 8C",
            "card forgotten 3 C: 7D",
            "card forgotten 3 C: 7H",
            "card forgotten 3 C: 7S",
        ],
    ),
    "two cards were swapped of which the first names the rank that opens": (
        """
        rules domino
        dealer C
        deal A 4 B 4 C 44
        holds A 5D 5H 5S
           A   B   C
        1  5C  6C  7C
        2  --  8C  9C
        3  --  .   .
        """,
        ["swapped 1 A"],
    ),
    "who is out is skipped": (
        """
        rules kartendomino-ranking
        dealer C
        deal A 1 B 2 C 49
           A   B   C
        1  7C  --  8C
        2  .   9C  --
        3  .   6C  .
        """,
        [
            "pass too many 2-5 B C",
            "other leader 1 C",
            "swapped 1 A",
            "pass forgotten 4 B",
            "swapped 5 C",
            "card too many 4 B: 9C",
            "card forgotten 5 C: 10C",
            "card forgotten 5 C: 7D",
            "card forgotten 5 C: 7H",
            "card forgotten 5 C: 7S",
        ],
    ),
    "a card that was seen stays with its player": (
        """
        dealer C
        deal A 4 B 4 C 44
        holds A 7H
           A   B   C
        1  --  --  7C
        2  6C  --  --
        3  5C  7S  .
        """,
        [],
    ),
    "all passes can have been honest": (
        """
        dealer C
        deal A 4 B 4 C 44
           A   B   C
        1  --  --  7C
        2  6C  --  .
        """,
        [],
    ),
    "a round called off": (
        """
        dealer C
        deal A 4 B 4 C 44
           A   B   C
        1  --  --  7H
        2  --  7S  8H
        3  7C  .   .
        void
        """,
        [],
    ),
}


def _written(slip: Slip) -> str:
    """Write a slip in the form of the tables: kind, places, players and card."""
    places = f"{slip.first}-{slip.last}" if len(slip.places) > 1 else str(slip.first)
    seats = " ".join("ABC"[seat] for seat in slip.seats)
    return f"{slip.kind.value} {places} {seats}" + (f": {slip.card}" if slip.card else "")


@pytest.mark.parametrize("case", OFFERED.values(), ids=OFFERED)
def test_what_is_offered(case: tuple[str, list[str]]) -> None:
    sheet, expected = case
    assert [_written(slip) for slip in slips(round_of(sheet))] == expected


STANDING = {
    "one pass false: the slip and the false pass side by side": (
        """
        dealer C
        deal A 4 B 4 C 44
           A   B   C
        1  --  7C  --
        2  --  --  .
        """,
        "1 certain, beside it",
    ),
    "three passes false: the slip first": (
        """
        dealer C
        deal A 4 B 4 C 44
           A   B   C
        1  --  --  7H
        2  --  7S  8H
        3  7C  .   .
        """,
        "3 certain, first",
    ),
    "one pass false, and nobody knows which: the slip first": (
        """
        dealer C
           A   B   C
        1  --  --  --
        """,
        "1 of several, first",
    ),
    "two passes false of six, and no slip explains them": (
        """
        dealer C
           A   B   C
        1  --  --  --
        2  --  --  --
        """,
        "2 of several, none",
    ),
    "two passes false for certain, and no slip explains them": (
        """
        dealer C
           A   B   C
        1  7C  --  --
        2  --  --  --
        3  --  6C  .
        """,
        "2 certain, none",
    ),
    "no pass false": (
        """
           A   B   C
        """,
        "0 certain, none",
    ),
}


@pytest.mark.parametrize("case", STANDING.values(), ids=STANDING)
def test_where_slips_stand(case: tuple[str, str]) -> None:
    sheet, expected = case
    done = search(round_of(sheet))
    certain = "certain" if done.certain else "of several"
    standing = "first" if done.accuses_nobody_yet else "beside it" if done.slips else "none"
    assert f"{done.false_passes} {certain}, {standing}" == expected
    assert done.work < MOST_WORK
