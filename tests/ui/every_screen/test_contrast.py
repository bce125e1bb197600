"""Contrast of texts in light and dark (WCAG 2.2 AA, success criterion 1.4.3)."""

import pytest

from companion.ui.looks import AVATARS, DARK, LIGHT, ON_AVATAR, Palette, Tone
from tests.cases import cases

LEAST = 4.5
READ_ON = {
    "paper": "ink muted heading gain loss",
    "panel": "ink muted heading gain loss",
    "quiet": "ink muted",
    "action": "on_action",
    "brass": "on_brass",
    "danger": "on_danger",
    "warning": "on_warning",
    "felt": "on_felt felt_muted brass",
    "felt_edge": "on_felt felt_muted brass felt_gain felt_loss",
    "pill": "on_felt felt_muted brass felt_gain felt_loss",
    "tile": "on_felt felt_muted brass felt_gain felt_loss",
    "tile_lit": "on_felt felt_muted brass felt_gain felt_loss",
    "playable": "on_playable",
    "ivory": "spades hearts diamonds clubs",
}
"""The tokens that a person reads upon each ground; each keeps 4.5 : 1."""
PAIRS = [(words, ground) for ground, all_ in READ_ON.items() for words in all_.split()]


def luminance(colour: str) -> float:
    """Return the relative luminance as defined by WCAG, 0 to 1."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_is_the_most_there_is() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@cases("palette", {"light": LIGHT, "dark": DARK})
@pytest.mark.parametrize(("words", "ground"), PAIRS, ids=[" on ".join(pair) for pair in PAIRS])
def test_words_stand_out_from_their_ground(palette: Palette, words: str, ground: str) -> None:
    one, other = (palette[getattr(Tone, token.upper())] for token in (words, ground))
    assert contrast(one, other) >= LEAST


@pytest.mark.parametrize("avatar", AVATARS)
def test_initials_stand_out_from_their_avatar(avatar: str) -> None:
    assert contrast(avatar, ON_AVATAR) >= LEAST
