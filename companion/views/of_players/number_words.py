"""Figures as people read them: shares, averages, and months."""

from __future__ import annotations

from companion.words import Words

NOTHING = "–"
"""Where there is nothing to divide by."""


def percent(part: int, of: int) -> str:
    """A share: `31 %`."""
    return f"{round(100 * part / of)} %" if of else NOTHING


def tenths(total: int, of: int, words: Words) -> str:
    """An average with one decimal: `2.9`."""
    if not of:
        return NOTHING
    value = round(total / of, 1) or 0.0
    whole, tenth = f"{value:.1f}".split(".")
    return words.say("{whole}.{tenth}", whole=whole, tenth=tenth)


def hundredths(total: int, of: int, words: Words) -> str:
    """An average with two decimals: `0.03`."""
    if not of:
        return NOTHING
    whole, tenth = f"{total / of:.2f}".split(".")
    return words.say("{whole}.{tenth}", whole=whole, tenth=tenth)


def rounds_words(rounds: int, words: Words) -> str:
    """`1 round`, `118 rounds`."""
    return words.count("{n} round", "{n} rounds", rounds)


def evenings_words(evenings: int, words: Words) -> str:
    """`1 evening`, `9 evenings`."""
    return words.count("{n} evening", "{n} evenings", evenings)
