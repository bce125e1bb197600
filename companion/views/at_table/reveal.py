"""A grid of the pack with the known holders.

The grid shows the cards left after a round, and takes the cards of a hand at the table.
"""

from dataclasses import dataclass
from enum import Enum

from companion.core.cards import NO_CARDS, Card, Cards, Suit, at, gather, spread
from companion.core.judge import How, judge
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat, Seen, Shown
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.views.at_table.cards import Face, NotedCard, face, forgettable, noted_cards
from companion.views.at_table.passes import to_ask
from companion.views.speech import Person, person, suit_name
from companion.words import Words


class Known(Enum):
    """The state of a card in the grid; `ELSEWHERE` is outside the entered hand."""

    NOTHING = "nothing"
    HELD = "held"
    DEDUCED = "deduced"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class RevealCard:
    """A card of the grid, with the holder if known."""

    face: Face
    known: Known
    player: Person | None
    says: str


@dataclass(frozen=True, slots=True)
class RevealSeat:
    """A player to give cards to; `missing` is the number of cards still to be named."""

    seat: Seat
    player: Person
    missing: int
    missing_says: str
    says: str


@dataclass(frozen=True, slots=True)
class RevealView:
    """The cards left after round `number`, with the holders.

    `deciding` cards come first, then all others by suit. `unknown` are cards with an unknown
    holder, `done` is a notice that none is unknown.
    """

    title: str
    subtitle: str
    asks: str
    deciding_says: str
    deciding: tuple[RevealCard, ...]
    others_says: str
    suits: tuple[tuple[str, tuple[RevealCard, ...]], ...]
    seats: tuple[RevealSeat, ...]
    unknown: Cards
    deduced_says: str
    done: str
    number: int


def reveal(snapshot: Snapshot, number: int, words: Words) -> RevealView:
    """Build the screen of the cards left of round `number`."""
    round_ = snapshot.series.rounds[number - 1]
    cards_left = _CardsLeft(snapshot, round_, words)
    unknown, first = judge(round_).unknown, spread(to_ask(round_))
    hidden = unknown.bit_count()
    counted = words.count("{n} card to name", "{n} cards to name", hidden) if hidden else ""
    heads = (words.say("Round {number}", number=number), counted)
    return RevealView(
        title=words.say("Cards left"),
        subtitle=" · ".join(filter(None, heads)),
        asks=words.say("Tap one card or several, then who held them.") if hidden else "",
        deciding_says=words.count("This card decides:", "These cards decide:", len(first))
        if first
        else "",
        deciding=tuple(map(cards_left.card, first)),
        others_says=words.say("The others") if first else "",
        suits=tuple(
            (suit_name(suit, words), tuple(map(cards_left.card, cards)))
            for suit in reversed(Suit)
            if (cards := [card for card in cards_left.left(suit) if card not in first])
        ),
        seats=tuple(
            cards_left.seat(seat)
            for seat in range(len(round_.setup.players))
            if round_.cards_left[seat]
        ),
        unknown=unknown,
        deduced_says=words.say("follows from the rest") if cards_left.deduced else "",
        done="" if hidden else words.say("All cards left are known."),
        number=number,
    )


def showed_last(snapshot: Snapshot, number: int) -> bool:
    """Return whether the last step showed cards of round `number`."""
    last = snapshot.log.steps[-1]
    if not isinstance(last, Recorded) or last.number != number:
        return False
    return isinstance(last.event, Seen | Shown)


class _CardsLeft:
    """The cards of a finished round that were not laid."""

    def __init__(self, snapshot: Snapshot, round_: Round, words: Words) -> None:
        self.snapshot, self.round, self.words = snapshot, round_, words
        self.holdings = judge(round_).holdings

    def left(self, suit: Suit) -> list[Card]:
        left = self.round.setup.rules.pack.cards & ~self.round.layout.laid
        return [card for card in spread(left) if card.suit is suit]

    def person(self, seat: Seat) -> Person:
        return person(self.snapshot, self.round.setup.players[seat])

    @property
    def deduced(self) -> bool:
        """True if the holder of a card left follows from the rest."""
        laid = self.round.layout.laid
        return any(
            held.how is How.COUNTED and not held.card.bit & laid for held in self.holdings.values()
        )

    def card(self, card: Card) -> RevealCard:
        named, held = face(card, self.words), self.holdings.get(card)
        if held is None:
            says = self.words.say("{card}, holder unknown", card=named.name)
            return RevealCard(named, Known.NOTHING, None, says)
        who = self.person(held.seat)
        says = self.words.say("{card}, held by {name}", card=named.name, name=who.name)
        known = Known.DEDUCED if held.how is How.COUNTED else Known.HELD
        return RevealCard(named, known, who, says)

    def seat(self, seat: Seat) -> RevealSeat:
        who, left = self.person(seat), self.round.cards_left[seat]
        named = sum(
            held.seat == seat and not held.card.bit & self.round.layout.laid
            for held in self.holdings.values()
        )
        missing = left - named
        says = self.words.count(
            "{name}, {n} card to name", "{name}, {n} cards to name", missing, name=who.name
        )
        asked = self.words.say("{n} to name", n=missing)
        return RevealSeat(seat, who, missing, asked if missing else self.words.say("all"), says)


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand of `size` cards to be entered.

    `certain` cards are known to be in the hand, `free` cards can be chosen. `some` is a hint that a
    part of the hand can be noted, `entered` a notice that the hand is known. `noted` are the notes
    on all players that can be taken back; `forgets` are the cards of an entered hand that can be.
    """

    title: str
    subtitle: str
    asks: str
    seat: Seat
    player: Person
    note: str
    says: str
    suits: tuple[tuple[str, tuple[RevealCard, ...]], ...]
    some: str
    size: int
    certain: Cards
    free: Cards
    noted: tuple[NotedCard, ...]
    entered: str
    forgets: Cards
    number: int


def hand(snapshot: Snapshot, number: int, seat: Seat, words: Words) -> HandView:
    """Build the screen to enter the dealt hand of a player in round `number`."""
    round_ = snapshot.series.rounds[number - 1]
    who, size = person(snapshot, round_.setup.players[seat]), round_.setup.hand_sizes[seat]
    holdings = judge(round_).holdings
    entered = round_.knowledge.hands[seat] is not None
    asks = words.count(
        "Tap the card that {name} was dealt.",
        "Tap the {n} cards that {name} was dealt.",
        size,
        name=who.name,
    )
    return HandView(
        title=words.say("Enter a hand"),
        subtitle=words.say("Round {number}", number=number),
        asks=asks,
        seat=seat,
        player=who,
        note=words.say("known") if entered else words.count("{n} card", "{n} cards", size),
        says=words.say("{name}’s hand", name=who.name),
        suits=tuple(
            (
                suit_name(suit, words),
                tuple(
                    _choice(snapshot, round_, card, seat, words)
                    for card in (at(suit, rank) for rank in round_.setup.rules.pack.ranks)
                ),
            )
            for suit in reversed(Suit)
        ),
        some=""
        if entered
        else words.say("A single card that {name} showed can be noted, too.", name=who.name),
        size=size,
        certain=gather(card for card, held in holdings.items() if held.seat == seat),
        free=judge(round_).unknown,
        noted=noted_cards(snapshot.series, number, round_.setup.rules.pack.cards, words),
        entered=words.say("{name}’s hand is known.", name=who.name) if entered else "",
        forgets=round_.knowledge.noted(seat) if entered and forgettable(round_, seat) else NO_CARDS,
        number=number,
    )


def _choice(snapshot: Snapshot, round_: Round, card: Card, seat: Seat, words: Words) -> RevealCard:
    named, held = face(card, words), judge(round_).holdings.get(card)
    if held is None:
        return RevealCard(named, Known.NOTHING, None, named.name)
    who = person(snapshot, round_.setup.players[held.seat])
    says = words.say("{card}, held by {name}", card=named.name, name=who.name)
    return RevealCard(named, Known.HELD if held.seat == seat else Known.ELSEWHERE, who, says)
