"""Slips of whoever enters the turns that would explain false passes, in words, and what stands
beside them: that the pass was false.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.judging.change import FORGOTTEN, SlipKind
from companion.core.judging.judge import judge
from companion.core.judging.slips import Search, Slip, search
from companion.core.phrases import phrase
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.views.speech import short
from companion.words import Words

_MOST: Final = 3
"""So many slips are offered; those that follow are less likely."""

_AT_ONE: Final = {
    SlipKind.PASS_FORGOTTEN: phrase("A pass by {name} may have been forgotten after turn {first}."),
    SlipKind.CARD_FORGOTTEN: phrase("{card} by {name} may have been forgotten after turn {first}."),
    SlipKind.PASS_TOO_MANY: phrase("{name}’s pass at turn {first} may be one too many."),
    SlipKind.CARD_TOO_MANY: phrase("{card} at turn {first} may be one too many."),
    SlipKind.SWAPPED: phrase("Turns {first} and {last} may have been exchanged."),
    SlipKind.OTHER_CARD: phrase("{name} may have laid {card} at turn {first}."),
    SlipKind.OTHER_LEADER: phrase("{name} may have led the round."),
}
_BETWEEN: Final = {
    **_AT_ONE,
    SlipKind.PASS_FORGOTTEN: phrase(
        "A pass may have been forgotten between turns {first} and {last}."
    ),
    SlipKind.CARD_FORGOTTEN: phrase(
        "{card} may have been forgotten between turns {first} and {last}."
    ),
    SlipKind.PASS_TOO_MANY: phrase(
        "One of the passes from turn {first} to turn {last} may be one too many."
    ),
    SlipKind.SWAPPED: phrase("Two neighbours of turns {first} to {last} may have been exchanged."),
    SlipKind.OTHER_CARD: phrase("{card} may have been laid at one of turns {first} to {last}."),
}
_AT_FIRST: Final = {
    SlipKind.PASS_FORGOTTEN: phrase("A pass may have been forgotten before turn {last}."),
    SlipKind.CARD_FORGOTTEN: phrase("{card} may have been forgotten before turn {last}."),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """How the false passes may be explained: by the slip of that number, from 1, or with 0 by the
    pass at a turn being false.
    """

    slip: int
    turn: int
    says: str


@dataclass(frozen=True, slots=True)
class SlipsView:
    """The readings in the order in which they stand there. With `no_says` a tap puts them away:
    then the passes were false.
    """

    title: str
    explains: str
    readings: tuple[Reading, ...]
    no_says: str


def slips_view(series: Series, number: int, words: Words) -> SlipsView | None:
    """The slips that explain the false passes of round `number`; None where there are none."""
    round_ = series.rounds[number - 1]
    found = search(round_)
    if not found.slips:
        return None
    offers = tuple(
        Reading(place, slip.first, _says(series, round_, slip, words))
        for place, slip in enumerate(found.slips[:_MOST], 1)
    )
    first = found.accuses_nobody_yet
    return SlipsView(
        title=_title(found, words),
        explains=_explains(len(offers), words)
        if first
        else words.say(
            "Somebody passed falsely, or a turn was entered wrongly: with one slip put right, "
            "every pass can have been honest."
        ),
        readings=offers if first else (*_false(series, round_, words), *offers),
        no_says=words.count("No, it was false", "No, they were false", found.false_passes)
        if first
        else "",
    )


def _explains(offers: int, words: Words) -> str:
    return words.count(
        "With it, every pass can have been honest.",
        "With one of these, every pass can have been honest.",
        offers,
    )


def _title(found: Search, words: Words) -> str:
    if not found.accuses_nobody_yet:
        return words.say("A false pass, or a slip")
    return words.count(
        "One slip would explain a false pass",
        "One slip would explain {n} false passes",
        found.false_passes,
    )


def _false(series: Series, round_: Round, words: Words) -> tuple[Reading, ...]:
    """That a pass was false, proven by the turns as they stand or suspected; it and a slip are as
    good.
    """
    judgement = judge(round_)
    proven = phrase("As the turns stand, {name} passed falsely at turn {turn}.")
    suspected = phrase("{name} may have passed falsely at turn {turn}.")
    accused = [
        *((ruling.turn, proven) for ruling in judgement.illegal),
        *((turn, suspected) for turn in judgement.suspects),
    ]
    return tuple(
        Reading(0, turn, words.say(said, name=_at(series, round_, turn), turn=turn))
        for turn, said in accused[:1]
    )


def _at(series: Series, round_: Round, turn: int) -> str:
    """Whose turn it was."""
    return _name(series, round_, round_.turns[turn - 1].seat)


def _name(series: Series, round_: Round, seat: int) -> str:
    return series.name_of(round_.setup.players[seat])


def _says(series: Series, round_: Round, slip: Slip, words: Words) -> str:
    """What may have happened, and at which turns."""
    name, card = _name(series, round_, slip.seats[0]), short(slip.card) if slip.card else ""
    forgotten = slip.kind in FORGOTTEN
    first = slip.first - 1 if forgotten else slip.first
    last = slip.last + 1 if slip.kind is SlipKind.SWAPPED else slip.last
    said = _AT_ONE if len(slip.places) == 1 else _BETWEEN
    if forgotten and not first:
        said = _AT_FIRST
    return words.say(said[slip.kind], name=name, card=card, first=first, last=last)
