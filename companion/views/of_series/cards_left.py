"""What waits for the cards left after a round: open passes, a part of a fine, points."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.books.fines import awaited
from companion.core.books.points import points
from companion.core.judging.judge import Verdict, judge
from companion.core.rounds.round import Round
from companion.core.rounds.setup import PACK_SIZE
from companion.words import Words


@dataclass(frozen=True, slots=True)
class StillOpen:
    """What waits for the cards left: how many passes, whether a part of a fine, whether points."""

    passes: int
    fine: bool
    points: bool


def still_open(round_: Round) -> StillOpen:
    """What is open after the round; nothing before it is played out."""
    if round_.void or not round_.played_out:
        return StillOpen(0, fine=False, points=False)
    return StillOpen(
        passes=sum(ruling.verdict is Verdict.OPEN for ruling in judge(round_).rulings),
        fine=bool(awaited(round_)),
        points=None in points(round_),
    )


def title_of_open(still: StillOpen, words: Words) -> str:
    """The heading over what is open; empty where nothing is."""
    if still.passes:
        return words.count("{n} pass still open", "{n} passes still open", still.passes)
    if still.fine:
        return words.say("A fine still open")
    return words.say("Points still open") if still.points else ""


def says_of_open(round_: Round, still: StillOpen, words: Words) -> str:
    """What telling the cards left would settle."""
    unknown = hidden(round_)
    if (still.passes > 0) + still.fine + still.points > 1:
        return words.count(
            "Say who held the last card, and all that is open can be settled.",
            "Say who held the last {n} cards, and all that is open can be settled.",
            unknown,
        )
    if still.passes:
        return words.count(
            "Say who held the last card, and the rest can be judged.",
            "Say who held the last {n} cards, and the rest can be judged.",
            unknown,
        )
    if still.fine:
        return words.count(
            "Say who held the last card, and it can be paid in full.",
            "Say who held the last {n} cards, and it can be paid in full.",
            unknown,
        )
    return words.count(
        "Say who held the last card, and they can be counted.",
        "Say who held the last {n} cards, and they can be counted.",
        unknown,
    )


def hidden(round_: Round) -> int:
    """How many cards left nobody can tell the holder of."""
    return PACK_SIZE - len(judge(round_).holdings)
