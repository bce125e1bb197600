"""Which of the cards left after a round to ask for first, since it decides open passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.books.fines import awaited
from companion.core.cards import NO_CARDS, Card, Cards, spread
from companion.core.judging.judge import Ruling, Verdict, judge
from companion.core.rounds.events import Seat
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.views.at_table.cards import Face, face
from companion.views.person import Person, person
from companion.views.speech import listed, short
from companion.words import Words

_MOST_NAMED = 3
"""So many passes are told by name; more are counted."""


@dataclass(frozen=True, slots=True)
class MayHold:
    """A player who may have held the card."""

    seat: Seat
    player: Person
    note: str
    says: str


@dataclass(frozen=True, slots=True)
class Decider:
    """A card of round `number` that nobody is known to have held: `why` it is asked for, and who
    may have held it. `further` says how many others wait, empty where it is the last.
    """

    card: Cards
    face: Face
    asks: str
    why: str
    further: str
    holders: tuple[MayHold, ...]
    number: int


def to_ask(round_: Round) -> Cards:
    """The cards that decide open passes; where none is open, those that parts of fines hang on.
    Nothing before the round is played out, for nobody shows a hand then.
    """
    if round_.void or not round_.played_out:
        return NO_CARDS
    return judge(round_).deciding or awaited(round_)


def decider(series: Series, number: int, words: Words, among: int | None = None) -> Decider | None:
    """The card that the most open passes of the round hang on; with a turn given `among` those of
    the pass at that turn. None where there is none.
    """
    round_ = series.rounds[number - 1]
    asked = to_ask(round_)
    ruling = judge(round_).ruling(among) if among is not None else None
    cards = spread(asked & ruling.playable if ruling else asked)
    if not cards:
        return None
    still = [one for one in judge(round_).rulings if one.verdict is Verdict.OPEN]
    card = max(cards, key=lambda card: sum(_met(card, one) for one in still))
    others = len(cards) - 1
    return Decider(
        card=card.bit,
        face=face(card, words),
        asks=words.say("Who held {card}?", card=short(card, words)),
        why=_why(series, round_, [one for one in still if _met(card, one)], words),
        further=words.count("{n} further card", "{n} further cards", others) if others else "",
        holders=tuple(_may_hold(series, round_, card, words)),
        number=number,
    )


def _met(card: Card, ruling: Ruling) -> bool:
    return bool(ruling.playable & card.bit)


def _why(series: Series, round_: Round, passes: list[Ruling], words: Words) -> str:
    if not passes:
        return words.say("A part of a fine waits for it.")
    if len(passes) > _MOST_NAMED:
        return words.count("It tells about {n} pass.", "It tells about {n} passes.", len(passes))
    told = [
        words.say(
            "{name}’s pass at turn {turn}",
            name=person(series, round_.setup.players[one.seat]).name,
            turn=one.turn,
        )
        for one in passes
    ]
    return words.say("It tells about {passes}.", passes=listed(told, words))


def _may_hold(series: Series, round_: Round, card: Card, words: Words) -> Iterator[MayHold]:
    """The players with cards left that nobody can name."""
    laid, holdings = round_.layout.laid, judge(round_).holdings.values()
    for seat, left in enumerate(round_.cards_left):
        named = sum(held.seat == seat and not held.card.bit & laid for held in holdings)
        if left > named:
            who = person(series, round_.setup.players[seat])
            says = words.say("{name} held {card}", name=who.name, card=face(card, words).name)
            yield MayHold(seat, who, words.say("{n} left", n=left - named), says)
