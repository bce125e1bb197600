"""Slips that explain false passes: the offers, and their relation to the false passes."""

from collections.abc import Iterable
from itertools import groupby

import pytest

from companion.core.slips import MOST_WORK, Slip, search
from tests.core.tables import round_of, rows

FOUR = "deal A 4 B 4 C 44"
OFFERED = {
    "a pass was forgotten": (
        FOUR,
        "-- -- 7C / 6C 7H -- / 5C 7S",
        "pass forgotten 4 A, card forgotten 4-5 A B: 8C",
    ),
    "a pass is too many, whichever of two": (FOUR, "7S -- -- / 7C 8S", "pass too many 2-3 B C"),
    "one of two": ("deal A 5 B 6 C 41", "-- -- -- / -- 7D -- / 8D 7S", "card forgotten 3 C: 7C 7H"),
    "a card is too many": (FOUR, "-- -- 7H / -- 7S 8H / 7C", "card too many 5 B: 7S"),
    "two turns were swapped": (FOUR, "-- 7C -- / -- --", "swapped 2 B"),
    "the eight, not another suit's seven": (FOUR, "-- -- 7S / 7H 6S 5S / --", "other card 4 A: 8S"),
    "a player led who does not sit at the dealer's left, or one card was forgotten or too many": (
        "rules pagat\nholds B 7D",
        "7C --",
        (
            "swapped 1 A, pass too many 2 B, other leader 1 B, other leader 1 C, "
            "pass forgotten 1 A, card too many 1 A: 7C, card forgotten 1-2 A B: 7H 7S, "
            "card forgotten 2 B: 6C 8C 7D"
        ),
    ),
    "a hand of eighteen was entered, so that its player was dealt to first and led": (
        "rules pagat\nholds B 7D\nhand A 7C AC 2C 3C AD 2D 3D 4D 5D AH 2H 3H 4H 5H AS 2S 3S 4S",
        "7C --",
        "pass too many 2 B, card forgotten 2 B: 6C 8C 7D 7H 7S",
    ),
    "who leads with the named card cannot be who holds its neighbour and passed": (
        "rules pagat opening=7C\ndeal A 4 B 4 C 44\nholds B 7D\nholds C 8C",
        "7C --",
        "pass too many 2 B, other leader 1 C",
    ),
    "places that are no neighbours stand apart": (
        "",
        "7C -- -- / -- 6C",
        "pass too many 2-4 B C A, swapped 1 A, swapped 4 A, card forgotten 3 C: 8C 7D 7H 7S",
    ),
    "two cards were swapped of which the first names the rank that opens": (
        "rules domino\ndeal A 4 B 4 C 44\nholds A 5D 5H 5S",
        "5C 6C 7C / -- 8C 9C / --",
        "swapped 1 A",
    ),
    "who is out is skipped": (
        "rules kartendomino-ranking\ndeal A 1 B 2 C 49",
        "7C -- 8C / . 9C -- / . 6C",
        (
            "pass too many 2-5 B C, other leader 1 C, swapped 1 A, pass forgotten 4 B, "
            "swapped 5 C, card too many 4 B: 9C, card forgotten 5 C: 10C 7D 7H 7S"
        ),
    ),
    "a card seen stays with its player": (f"{FOUR}\nholds A 7H", "-- -- 7C / 6C -- -- / 5C 7S", ""),
    "all passes can have been honest": (FOUR, "-- -- 7C / 6C --", ""),
}


def _written(offered: Iterable[Slip]) -> str:
    """Write slips in the form of the table: kind, places, players, and all cards that fit there."""
    return ", ".join(
        " ".join([place, *(str(slip.card) for slip in slips_there if slip.card)])
        for place, slips_there in groupby(offered, key=_place)
    )


def _place(slip: Slip) -> str:
    places = f"{slip.first}-{slip.last}" if len(slip.places) > 1 else str(slip.first)
    seats = " ".join("ABC"[seat] for seat in slip.seats)
    return f"{slip.kind.value} {places} {seats}" + ":" * bool(slip.card)


@pytest.mark.parametrize(("above", "turns", "expected"), OFFERED.values(), ids=OFFERED)
def test_what_is_offered(above: str, turns: str, expected: str) -> None:
    assert _written(search(round_of(f"{above}\nA B C\n{rows(turns)}")).slips) == expected


STANDING = {
    "one pass false: side by side": (FOUR, "-- 7C -- / -- --", "1 certain, beside it"),
    "three passes false: the slip first": (FOUR, "-- -- 7H / -- 7S 8H / 7C", "3 certain, first"),
    "one pass false, nobody knows which": ("", "-- -- --", "1 of several, first"),
    "two false of six, unexplained": ("", "-- -- -- / -- -- --", "2 of several, none"),
    "two false for certain, unexplained": ("", "7C -- -- / -- -- -- / -- 6C", "2 certain, none"),
    "no pass false": ("", "7C", "0 certain, none"),
}


@pytest.mark.parametrize(("above", "turns", "expected"), STANDING.values(), ids=STANDING)
def test_where_slips_stand(above: str, turns: str, expected: str) -> None:
    done = search(round_of(f"{above}\nA B C\n{rows(turns)}"))
    certain = "certain" if done.certain else "of several"
    standing = "first" if done.accuses_nobody_yet else "beside it" if done.slips else "none"
    assert f"{done.false_passes} {certain}, {standing}" == expected
    assert done.work < MOST_WORK
