"""Cards after or before the play: a grid of the pack, and whose each card is known to be.

Serves both showing the cards left when a round is over, and entering a hand at the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.cards import CARDS, Card, Cards, Suit
from companion.core.events import Seat
from companion.core.judge import How, judge
from companion.core.round import Round
from companion.core.series import Series
from companion.core.setup import PACK_SIZE
from companion.views.cards import Face, face
from companion.views.people import Person, person
from companion.views.speech import suit_name
from companion.words import Words


class Known(Enum):
    """What is known of a card in the grid."""

    NOTHING = "nothing"
    LAID = "laid"
    HELD = "held"
    DEDUCED = "deduced"


@dataclass(frozen=True, slots=True)
class RevealCard:
    """A card of the grid: who holds it, if known, and what is to be said of it."""

    face: Face
    known: Known
    player: Person | None
    says: str


@dataclass(frozen=True, slots=True)
class RevealSeat:
    """A player to give cards to: how many are still to be named."""

    player: Person
    left: int
    missing: int
    says: str


@dataclass(frozen=True, slots=True)
class RevealView:
    """Cards left after the round, by suit, and the players who held them."""

    title: str
    asks: str
    suits: tuple[tuple[str, tuple[RevealCard, ...]], ...]
    seats: tuple[RevealSeat, ...]
    done: str
    number: int


def reveal(series: Series, number: int, words: Words) -> RevealView:
    """The cards left of round `number`, and whose they are as far as it is known."""
    round_ = series.rounds[number - 1]
    shelf = _Shelf(series, round_, words)
    hidden = PACK_SIZE - len(judge(round_).holdings)
    return RevealView(
        title=words.say("Cards left"),
        asks=words.say("Tap a card, then who held it.") if hidden else "",
        suits=tuple(
            (suit_name(suit, words), tuple(shelf.card(card) for card in shelf.left(suit)))
            for suit in reversed(Suit)
            if shelf.left(suit)
        ),
        seats=tuple(
            shelf.seat(seat) for seat in range(len(round_.setup.players)) if round_.cards_left[seat]
        ),
        done="" if hidden else words.say("All cards left are known."),
        number=number,
    )


class _Shelf:
    """The cards of a finished round that were not laid."""

    def __init__(self, series: Series, round_: Round, words: Words) -> None:
        self.series, self.round, self.words = series, round_, words
        self.holdings = judge(round_).holdings

    def left(self, suit: Suit) -> list[Card]:
        laid = self.round.layout.laid
        return [card for card in CARDS if card.suit is suit and not card.bit & laid]

    def person(self, seat: Seat) -> Person:
        return person(self.series, self.round.setup.players[seat])

    def card(self, card: Card) -> RevealCard:
        named, held = face(card, self.words), self.holdings.get(card)
        if held is None:
            says = self.words.say("{card}, holder unknown", card=named.name)
            return RevealCard(named, Known.NOTHING, None, says)
        who = self.person(held.seat)
        says = self.words.say("{card}, held by {name}", card=named.name, name=who.name)
        deduced = Known.DEDUCED if held.how is How.COUNTED else Known.HELD
        return RevealCard(named, deduced, who, says)

    def seat(self, seat: Seat) -> RevealSeat:
        who, left = self.person(seat), self.round.cards_left[seat]
        named = sum(
            each.seat == seat and not each.card.bit & self.round.layout.laid
            for each in self.holdings.values()
        )
        says = self.words.count(
            "{name}, {n} card to name", "{name}, {n} cards to name", left - named, name=who.name
        )
        return RevealSeat(who, left, left - named, says)


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand to be entered: the cards that may be in it by suit, those that certainly are, and
    how many it has. `picked` counts what is chosen so far, the certain ones included."""

    title: str
    asks: str
    player: Person
    suits: tuple[tuple[str, tuple[RevealCard, ...]], ...]
    size: int
    certain: Cards
    entered: bool


def hand(series: Series, number: int, seat: Seat, words: Words) -> HandView:
    """The hand as dealt of a player in round `number`, to be entered."""
    round_ = series.rounds[number - 1]
    who, size = person(series, round_.setup.players[seat]), round_.setup.hand_sizes[seat]
    entered = round_.knowledge.hands[seat] is not None
    return HandView(
        title=words.say("{name}’s hand", name=who.name),
        asks=words.say("Tap the {n} cards that {name} was dealt.", n=size, name=who.name),
        player=who,
        suits=tuple(
            (
                suit_name(suit, words),
                tuple(
                    _choice(series, round_, card, seat, words)
                    for card in CARDS
                    if card.suit is suit
                ),
            )
            for suit in reversed(Suit)
        ),
        size=size,
        certain=round_.played_by(seat) | (round_.knowledge.hands[seat] or 0),
        entered=entered,
    )


def _choice(series: Series, round_: Round, card: Card, seat: Seat, words: Words) -> RevealCard:
    named, held = face(card, words), judge(round_).holdings.get(card)
    if held is None:
        return RevealCard(named, Known.NOTHING, None, named.name)
    who = person(series, round_.setup.players[held.seat])
    laid = bool(card.bit & round_.layout.laid)
    says = words.say("{card}, held by {name}", card=named.name, name=who.name)
    known = Known.LAID if laid or held.seat != seat else Known.HELD
    return RevealCard(named, known, who, says)
