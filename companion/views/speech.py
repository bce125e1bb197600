"""How the companion says cards, chips and people, in any language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from companion.core.cards import Card, Cards, Rank, Suit, spread
from companion.core.phrases import phrase
from companion.words import Words

_MONTHS: Final = (
    phrase("January"),
    phrase("February"),
    phrase("March"),
    phrase("April"),
    phrase("May"),
    phrase("June"),
    phrase("July"),
    phrase("August"),
    phrase("September"),
    phrase("October"),
    phrase("November"),
    phrase("December"),
)

_SHORT_MONTHS: Final = (
    phrase("Jan"),
    phrase("Feb"),
    phrase("Mar"),
    phrase("Apr"),
    phrase("May"),
    phrase("Jun"),
    phrase("Jul"),
    phrase("Aug"),
    phrase("Sep"),
    phrase("Oct"),
    phrase("Nov"),
    phrase("Dec"),
)


def rank_index(rank: Rank, words: Words) -> str:
    """Return the index on a card of that rank: `10`, `Q`."""
    pictures = {
        Rank.ACE: words.say("A"),
        Rank.JACK: words.say("J"),
        Rank.QUEEN: words.say("Q"),
        Rank.KING: words.say("K"),
    }
    return pictures.get(rank, rank.text)


def short(card: Card, words: Words) -> str:
    """Return the card as people write it: `10♥`."""
    return f"{rank_index(card.rank, words)}{card.suit.symbol}"


def shorts(cards: Cards, words: Words) -> str:
    """Return the cards as people write them, by suit, spades first, then ace to king."""
    by_suit = sorted(spread(cards), key=lambda card: -card.suit)
    return " ".join(short(card, words) for card in by_suit)


def suit_name(suit: Suit, words: Words) -> str:
    """`hearts`."""
    names = (words.say("clubs"), words.say("diamonds"), words.say("hearts"), words.say("spades"))
    return names[suit]


def rank_name(rank: Rank, words: Words) -> str:
    """`7`, `queen`."""
    pictures = {
        Rank.ACE: words.say("ace"),
        Rank.JACK: words.say("jack"),
        Rank.QUEEN: words.say("queen"),
        Rank.KING: words.say("king"),
    }
    return pictures.get(rank, rank.text)


def card_name(card: Card, words: Words) -> str:
    """The card as a person says it: `7 of hearts`."""
    rank, suit = rank_name(card.rank, words), suit_name(card.suit, words)
    return words.say("{rank} of {suit}", rank=rank, suit=suit)


def signed(chips: int) -> str:
    """A balance: `+6`, `-3`, `0`."""
    return f"{chips:+d}" if chips else "0"


def pays(payer: str, payee: str, chips: int, words: Words) -> str:
    """`Ben pays Ann 4`."""
    return words.say("{payer} pays {payee} {chips}", payer=payer, payee=payee, chips=chips)


def chips_words(chips: int, words: Words) -> str:
    """`1 chip`, `4 chips`."""
    return words.count("{n} chip", "{n} chips", chips)


def points_words(points: int, words: Words) -> str:
    """`1 point`, `24 points`."""
    return words.count("{n} point", "{n} points", points)


def listed(parts: Sequence[str], words: Words) -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(parts) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(parts)
    return words.say("{many} and {last}", many=", ".join(parts[:-1]), last=parts[-1])


def day_words(written: str, words: Words) -> str:
    """A date such as `2026-11-20` as people say it: `20 November 2026`; what is none stays so."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    month = words.say(_MONTHS[day.month - 1])
    return words.say("{day} {month} {year}", day=day.day, month=month, year=day.year)


def month_words(written: str, words: Words) -> str:
    """The month of a date such as `2026-11-20`: `Nov 2026`; what is none stays so."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    month = words.say(_SHORT_MONTHS[day.month - 1])
    return words.say("{short_month} {year}", short_month=month, year=day.year)


def short_day(written: str, today: date, words: Words) -> str:
    """A date in short, with the year where that is not this one: `21 Nov`, `31 Dec 2025`."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    month = words.say(_SHORT_MONTHS[day.month - 1])
    if day.year == today.year:
        return words.say("{day} {short_month}", day=day.day, short_month=month)
    return words.say("{day} {short_month} {year}", day=day.day, short_month=month, year=day.year)


def initial(name: str) -> str:
    """The letter on an avatar."""
    return name[:1].upper()


def rounds_words(played: int, off: int, words: Words) -> str:
    """`2 rounds`, `2 rounds, 1 called off`."""
    said = words.count("{n} round", "{n} rounds", played)
    called_off = words.count("{n} called off", "{n} called off", off) if off else ""
    return ", ".join(filter(None, (said, called_off)))
