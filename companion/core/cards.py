"""Cards, and sets of cards as bit masks.

Each card has a bit, so a set of cards is one `int`. Cards are sorted by suit, `CDHS`, then from ace
to king.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from companion.core.spelling import LATIN_CAPITALS, LATIN_SMALLS

Cards = int
"""A set of cards: bit `13 * suit + rank - 1` stands for a card."""


class Suit(IntEnum):
    """The four suits, in the order of the score sheet."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """`C`, `D`, `H` or `S`."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """`♣`, `♦`, `♥` or `♠`."""
        return "♣♦♥♠"[self]


class Rank(IntEnum):
    """Ranks from ace, 1, to king, 13; the place of the ace in play is a house rule (R15)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def text(self) -> str:
        """Written rank: `A`, `2` … `10`, `J`, `Q` or `K`."""
        return RANK_TEXTS[self - 1]


RANK_TEXTS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True, order=True)
class Card:
    """One of the cards in `CARDS`; `str` is `7H` or `10C`."""

    suit: Suit
    rank: Rank
    bit: Cards = field(init=False, compare=False, repr=False)
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", 1 << (13 * self.suit + self.rank - 1))
        object.__setattr__(self, "text", f"{self.rank.text}{self.suit.letter}")

    def __hash__(self) -> int:
        return 13 * self.suit + self.rank

    def __str__(self) -> str:
        return self.text


CARDS = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
NO_CARDS: Cards = 0
_HOLLOW = dict(zip("CDHS", "♧♢♡♤", strict=True))
_RANK_SPELLINGS = {rank: (rank.text,) for rank in Rank} | {Rank.TEN: ("10", "T")}


def _spellings(card: Card) -> Iterator[str]:
    letter = card.suit.letter
    for suit in (letter, letter.lower(), card.suit.symbol, _HOLLOW[letter]):
        for rank in _RANK_SPELLINGS[card.rank]:
            yield rank + suit
            yield rank.lower() + suit


_BY_SPELLING = {spelling: card for card in CARDS for spelling in _spellings(card)}
_AS_LATIN = {
    **LATIN_CAPITALS,
    **LATIN_SMALLS,
    0xFE0E: None,
    0xFE0F: None,
}
"""Letters of other scripts that look like those of a card, and variation selectors, which phones
add after a suit to draw it plain or as a picture.
"""
_WITH_LETTERS = re.compile(r"[1Il][0Oo]")
"""A ten as typed with letters for its digits."""
_OTHER_RANKS = {"B": "J", "D": "Q", "1": "A", "11": "J", "12": "Q", "13": "K"}
"""Ranks as a German pack and some lists name them: Bube, Dame."""


def card(text: str) -> Card:
    """Parse a card such as `7H`, `7h`, `TH` or `10♥`.

    :raises ValueError: when the text is not a card
    """
    found = _BY_SPELLING.get(text) or _BY_SPELLING.get(_as_drawn(text))
    if found is None:
        raise ValueError(text)
    return found


def _as_drawn(text: str) -> str:
    """Return the text in the letters and digits that it looks like."""
    return _WITH_LETTERS.sub("10", unicodedata.normalize("NFKC", text[:9]).translate(_AS_LATIN))


def guess_card(text: str) -> Card | None:
    """Return the card that was probably meant by a text that is none, such as `H7` or `BH`."""
    drawn = _as_drawn(text).upper()
    for rank, suit in ((drawn[:-1], drawn[-1:]), (drawn[1:], drawn[:1])):
        found = _BY_SPELLING.get(_OTHER_RANKS.get(rank, rank) + suit)
        if found:
            return found
    return None


def spell_rank(text: str) -> Rank:
    """Parse a rank such as `7`, `10`, `T` or `q`.

    :raises ValueError: when the text is not a rank
    """
    for rank, spellings in _RANK_SPELLINGS.items():
        if text.upper() in spellings:
            return rank
    raise ValueError(text)


def at(suit: Suit, rank: Rank) -> Card:
    """Return the card of this suit and rank."""
    return CARDS[13 * suit + rank - 1]


def gather(cards: Iterable[Card]) -> Cards:
    """Return the set of these cards."""
    gathered = NO_CARDS
    for card in cards:
        gathered |= card.bit
    return gathered


def spread(cards: Cards) -> tuple[Card, ...]:
    """Return the cards of a set, sorted by suit, `CDHS`, then from ace to king."""
    ordered: list[Card] = []
    while cards:
        lowest = cards & -cards
        ordered.append(CARDS[lowest.bit_length() - 1])
        cards ^= lowest
    return tuple(ordered)


def number_on(rank: Rank, *, spanish: bool) -> int:
    """Return the number of a rank, from 1 for an ace to 13 for a king.

    The pictures of a Spanish pack say 10, 11 and 12, whether or not it has a ten of pips.
    """
    return int(rank) - 1 if spanish and rank > Rank.TEN else int(rank)


_MISSING = {"52": "", "48": "10", "40": "8 9 10", "36": "2 3 4 5", "32": "2 3 4 5 6"}


class Pack(Enum):
    """Packs by their number of cards: all four suits of some `ranks`, aces among them (R1)."""

    FULL = "52"
    WITHOUT_TENS = "48"
    WITHOUT_EIGHTS_TO_TENS = "40"
    FROM_SIXES = "36"
    FROM_SEVENS = "32"

    def __init__(self, size: str) -> None:
        self.size = int(size)
        self.ranks = tuple(rank for rank in Rank if rank.text not in _MISSING[size].split())
        self.cards = gather(at(suit, rank) for suit in Suit for rank in self.ranks)

    @property
    def is_spanish(self) -> bool:
        """True if the pictures are sota, caballo and rey, in place of jack, queen and king."""
        return self in {Pack.WITHOUT_TENS, Pack.WITHOUT_EIGHTS_TO_TENS}

    def order(self, *, aces_high: bool) -> tuple[Rank, ...]:
        """Return the ranks from the lowest to the highest in the order of play (R15)."""
        ace, *others = self.ranks
        return (*others, ace) if aces_high else self.ranks
