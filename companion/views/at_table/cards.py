"""Cards and suit rows as a screen shows them."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache

from companion.core.cards import NO_CARDS, Card, Cards, Rank, Suit, at, gather, spread
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Played
from companion.views.at_table.noted import seen_elsewhere
from companion.views.speech import card_name, rank_index
from companion.words import Words


class SlotState(Enum):
    """What a place of the layout is at this moment."""

    FREE = "free"
    PLAYABLE = "playable"
    LAID = "laid"


@dataclass(frozen=True, slots=True)
class Face:
    """A card to draw: its code `QH`, the index in the language in use, the suit letter `H`, and its
    name to be said.
    """

    code: str
    rank: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of the layout. `says` is the label, e.g. `Play 7 of hearts`. A playable card may be
    `noted` for another player of that name.
    """

    face: Face
    state: SlotState
    says: str
    newest: bool
    noted: str = ""


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a run beyond its starter: the top one, the one beneath it if there are two,
    and how many lie there.
    """

    top: Slot
    beneath: Slot | None
    count: int
    closed: bool


@dataclass(frozen=True, slots=True)
class SuitRow:
    """A suit of the layout, both ways: thirteen places from the lowest to the highest in the
    order of play, and the compact form with piles. `low_next` and `high_next` are the playable
    places beyond the piles, if any; `starter` is None while the rank that opens is not named
    or several are possible (`openers` then has every card that may open the suit). `came` is the
    suit's place, from 0, where the suits lie as they were begun.
    """

    suit: str
    slots: tuple[Slot, ...]
    low_next: Slot | None
    low_pile: Pile | None
    starter: Slot | None
    high_pile: Pile | None
    high_next: Slot | None
    openers: tuple[Slot, ...]
    came: int


@cache
def face(card: Card, words: Words) -> Face:
    """How to draw a card."""
    return Face(card.text, rank_index(card.rank, words), card.suit.letter, card_name(card, words))


def offered(round_: Round) -> Cards:
    """The cards that may be tapped now: what the layout takes and the rules do not object to."""
    if round_.due is None or round_.over:
        return NO_CARDS if round_.over else round_.playable
    due = round_.due
    taken = (card for card in spread(round_.playable) if not round_.objection(Played(due, card)))
    return gather(taken)


def suit_rows(
    round_: Round, words: Words, name_of: Callable[[str], str] = str
) -> tuple[SuitRow, ...]:
    """The four suits of the layout, spades first, as in the picture of the table; `name_of` gives
    the name behind a handle.
    """
    builder, came = _RowBuilder(round_, words, name_of), as_they_came(round_)
    return tuple(builder.row(suit, came.index(suit)) for suit in reversed(_PICTURED))


def as_they_came(round_: Round) -> list[Suit]:
    """The suits as they were begun; those that are not yet follow in the picture's order."""
    begun = (turn.card.suit for turn in round_.turns if isinstance(turn, Played))
    return list(dict.fromkeys((*begun, *reversed(_PICTURED))))


_PICTURED = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


class _RowBuilder:
    """Makes slots and rows of one layout."""

    def __init__(self, round_: Round, words: Words, name_of: Callable[[str], str]) -> None:
        self.layout, self.words = round_.layout, words
        self.playable = offered(round_)
        players = round_.setup.players
        self.noted = {card: name_of(players[seat]) for card, seat in seen_elsewhere(round_)}
        last = next((turn for turn in reversed(round_.turns) if isinstance(turn, Played)), None)
        self.newest = last.card if last else None

    def slot(self, card: Card) -> Slot:
        named = face(card, self.words)
        if name := self.noted.get(card):
            says = self.words.say("{card}, noted for {name}", card=named.name, name=name)
            return Slot(named, SlotState.PLAYABLE, says, newest=False, noted=name)
        if card.bit & self.playable:
            says = self.words.say("Play {card}", card=named.name)
            return Slot(named, SlotState.PLAYABLE, says, newest=False)
        if card.bit & self.layout.laid:
            return Slot(named, SlotState.LAID, named.name, newest=card == self.newest)
        return Slot(named, SlotState.FREE, named.name, newest=False)

    def row(self, suit: Suit, came: int) -> SuitRow:
        grows, run, starter = self.layout.growth, self.layout.runs[suit], self.layout.starter
        slots = {rank: self.slot(at(suit, rank)) for rank in grows.order}
        low = high = None
        if run and starter:
            low, high = (
                self._beyond(slots, grows.below(run.low)),
                self._beyond(slots, grows.above(run.high)),
            )
        openers = tuple(slot for slot in slots.values() if slot.state is SlotState.PLAYABLE)
        return SuitRow(
            suit=suit.letter,
            slots=tuple(slots.values()),
            low_next=low,
            low_pile=self._pile(slots, run.low, starter) if run and starter else None,
            starter=slots[starter] if starter else None,
            high_pile=self._pile(slots, run.high, starter) if run and starter else None,
            high_next=high,
            openers=() if starter else openers,
            came=came,
        )

    @staticmethod
    def _beyond(slots: dict[Rank, Slot], rank: Rank | None) -> Slot | None:
        slot = slots[rank] if rank else None
        return slot if slot and slot.state is SlotState.PLAYABLE else None

    def _pile(self, slots: dict[Rank, Slot], end: Rank, starter: Rank) -> Pile | None:
        if end is starter:
            return None
        order = self.layout.growth.order
        top, first = order.index(end), order.index(starter)
        count = abs(top - first)
        beneath = order[top - 1 if top > first else top + 1] if count > 1 else None
        return Pile(
            top=slots[end],
            beneath=slots[beneath] if beneath else None,
            count=count,
            closed=end in {order[0], order[-1]},
        )
