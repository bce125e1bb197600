"""Colours as tokens with two palettes, the bundled typefaces, and the width of text.

A part names a role of Flet's scheme through `Tone` and never a colour value. So light and dark, and
two or four suit colours, change in the client without drawing a part again.

Flet takes one file per family, so each weight is a family of its own. The advances of the letters
are in a table beside this module, made from the font files by `python -m tests.layout.advances`.
"""

import json
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Final

import flet as ft

from companion.preferences import Preferences
from companion.words import LANGUAGES


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`: paper screens first, then the felt table, then the cards."""

    paper: str
    panel: str
    quiet: str
    ink: str
    muted: str
    line: str
    edge: str
    heading: str
    action: str
    on_action: str
    brass: str
    on_brass: str
    gain: str
    loss: str
    danger: str
    on_danger: str
    warning: str
    on_warning: str
    felt: str
    felt_edge: str
    pill: str
    tile: str
    tile_lit: str
    slot: str
    on_felt: str
    felt_muted: str
    felt_gain: str
    felt_loss: str
    playable: str
    on_playable: str
    ivory: str
    spades: str
    hearts: str
    diamonds: str
    clubs: str


LIGHT = Palette(
    paper="#faf7f0",
    panel="#ffffff",
    quiet="#e8e8e1",
    ink="#1f2a26",
    muted="#5a645f",
    line="#e4dfd3",
    edge="#7d857f",
    heading="#124a38",
    action="#124a38",
    on_action="#ffffff",
    brass="#ffd87a",
    on_brass="#2b2206",
    gain="#0f6b45",
    loss="#a8281a",
    danger="#c23a2b",
    on_danger="#ffffff",
    warning="#fde6df",
    on_warning="#8c2114",
    felt="#1d6b52",
    felt_edge="#0c3428",
    pill="#0b2d23",
    tile="#10402f",
    tile_lit="#27604b",
    slot="#3f8169",
    on_felt="#faf6ea",
    felt_muted="#d0e2d8",
    felt_gain="#a9ecbb",
    felt_loss="#ffc4b6",
    playable="#2b6145",
    on_playable="#ffe6a6",
    ivory="#fffdf7",
    spades="#161a18",
    hearts="#c4102b",
    diamonds="#1259bd",
    clubs="#0a7040",
)

DARK = replace(
    LIGHT,
    paper="#111815",
    panel="#1b2420",
    quiet="#2b3631",
    ink="#eef1ea",
    muted="#a9b5ad",
    line="#2f3a35",
    edge="#7f8b84",
    heading="#9fdcc0",
    action="#2e8364",
    on_action="#ffffff",
    gain="#8fe0ac",
    loss="#ffa896",
    danger="#c23a2b",
    warning="#4a1f18",
    on_warning="#ffd5cb",
    felt="#124b39",
    felt_edge="#061c15",
    pill="#05150f",
    tile="#0a2b20",
    tile_lit="#1c4d3b",
    slot="#2a5e4b",
    playable="#204c37",
    ivory="#f4efe2",
)

AVATARS = (
    "#eab14a",
    "#7fb9c4",
    "#d0a2ea",
    "#9bcb3c",
    "#f29b86",
    "#96a9f5",
    "#f3d35a",
    "#74cfa4",
    "#ea93c6",
    "#c8b69a",
)
ON_AVATAR = "#1f2a26"


FOCUS = "#c98a1b"
"""Cover of a button with the keyboard's focus, visible on paper and on felt."""


class Tone:
    """The roles of the tokens in Flet's colour scheme; a part uses `Tone.INK`."""

    PAPER = ft.Colors.SURFACE
    PANEL = ft.Colors.SURFACE_CONTAINER
    QUIET = ft.Colors.SURFACE_CONTAINER_HIGHEST
    INK = ft.Colors.ON_SURFACE
    MUTED = ft.Colors.ON_SURFACE_VARIANT
    LINE = ft.Colors.OUTLINE_VARIANT
    EDGE = ft.Colors.OUTLINE
    HEADING = ft.Colors.SECONDARY
    ACTION = ft.Colors.PRIMARY
    ON_ACTION = ft.Colors.ON_PRIMARY
    BRASS = ft.Colors.TERTIARY
    ON_BRASS = ft.Colors.ON_TERTIARY
    GAIN = ft.Colors.INVERSE_PRIMARY
    LOSS = ft.Colors.ON_ERROR_CONTAINER
    DANGER = ft.Colors.ERROR
    ON_DANGER = ft.Colors.ON_ERROR
    WARNING = ft.Colors.ERROR_CONTAINER
    ON_WARNING = ft.Colors.ON_SECONDARY_CONTAINER
    FELT = ft.Colors.PRIMARY_FIXED
    FELT_EDGE = ft.Colors.PRIMARY_FIXED_DIM
    PILL = ft.Colors.SECONDARY_FIXED
    TILE = ft.Colors.SECONDARY_FIXED_DIM
    TILE_LIT = ft.Colors.PRIMARY_CONTAINER
    SLOT = ft.Colors.ON_PRIMARY_CONTAINER
    ON_FELT = ft.Colors.ON_PRIMARY_FIXED
    FELT_MUTED = ft.Colors.ON_PRIMARY_FIXED_VARIANT
    FELT_GAIN = ft.Colors.TERTIARY_CONTAINER
    FELT_LOSS = ft.Colors.ON_TERTIARY_CONTAINER
    PLAYABLE = ft.Colors.TERTIARY_FIXED
    ON_PLAYABLE = ft.Colors.TERTIARY_FIXED_DIM
    IVORY = ft.Colors.SURFACE_BRIGHT
    SPADES = ft.Colors.ON_SECONDARY_FIXED
    HEARTS = ft.Colors.ON_SECONDARY_FIXED_VARIANT
    DIAMONDS = ft.Colors.ON_TERTIARY_FIXED
    CLUBS = ft.Colors.ON_TERTIARY_FIXED_VARIANT


SUIT_TONES = {"S": Tone.SPADES, "H": Tone.HEARTS, "D": Tone.DIAMONDS, "C": Tone.CLUBS}


def scheme(palette: Palette) -> ft.ColorScheme:
    """Return the palette as a colour scheme, in the roles of `Tone`."""
    roles = {
        tone.name.lower(): getattr(palette, token.lower())
        for token, tone in vars(Tone).items()
        if isinstance(tone, ft.Colors)
    }
    return ft.ColorScheme(
        **roles,
        secondary_container=palette.quiet,
        surface_container_lowest=palette.panel,
        surface_container_low=palette.panel,
        surface_container_high=palette.panel,
        surface_tint=palette.panel,
        inverse_surface=palette.ink,
        on_inverse_surface=palette.paper,
    )


def two_suit_colours(palette: Palette) -> Palette:
    """Return the palette with the two plain colours of a pack."""
    return replace(palette, diamonds=palette.hearts, clubs=palette.spades)


def _transitions(*, moves: bool) -> ft.PageTransitionsTheme:
    """Return the transitions between screens, those of the platform or none."""
    if moves:
        return ft.PageTransitionsTheme()
    platforms = ("android", "ios", "linux", "macos", "windows")
    return ft.PageTransitionsTheme(**dict.fromkeys(platforms, ft.PageTransitionTheme.NONE))


def _lettering() -> ft.TextTheme:
    """Return Flet's text styles with our fallback fonts and without letter spacing."""
    style = ft.TextStyle(font_family_fallback=[TEXT.regular, TEXT.suits], letter_spacing=0)
    return ft.TextTheme(**{kind.name: style for kind in fields(ft.TextTheme)})


def apply_look(page: ft.Page, preferences: Preferences, *, moves: bool, language: str) -> None:
    """Set both palettes of the page, the choice of one, and the language of the client's menus.

    Without `moves` there are no transitions between screens. Nor are there any in a browser, where
    the first screen would come in with a transition too.
    """
    spoken = [ft.Locale(known) for known in LANGUAGES]
    page.locale_configuration = ft.LocaleConfiguration(spoken, ft.Locale(language))
    page.theme_animation_style = ft.AnimationStyle.no_animation()
    page.theme_mode = ft.ThemeMode(preferences.look.value)
    page.theme, page.dark_theme = (
        ft.Theme(
            color_scheme=scheme(palette if preferences.four_colours else two_suit_colours(palette)),
            font_family=TEXT.regular,
            text_theme=_lettering(),
            focus_color=ft.Colors.with_opacity(0.4, FOCUS),
            page_transitions=_transitions(moves=moves and not page.web),
        )
        for palette in (LIGHT, DARK)
    )


@dataclass(frozen=True, slots=True)
class Typeface:
    """Family names, with the fallback for suits and arrows in any text."""

    regular: str = "Inter"
    medium: str = "Inter Medium"
    semibold: str = "Inter SemiBold"
    bold: str = "Inter Bold"
    heading: str = "Fraunces"
    suits: str = "Suits"

    def files(self) -> dict[str, str]:
        """Return the path of each family's file under the assets."""
        return {
            self.regular: "fonts/Inter-Regular.ttf",
            self.medium: "fonts/Inter-Medium.ttf",
            self.semibold: "fonts/Inter-SemiBold.ttf",
            self.bold: "fonts/Inter-Bold.ttf",
            self.heading: "fonts/Fraunces-SemiBold.ttf",
            self.suits: "fonts/Suits.ttf",
        }


TEXT: Final = Typeface()
ADVANCES: Final = Path(__file__).with_name("font_advances.json")
_UNITS = 1000
"""Units of the advances: thousandths of the text's size."""

_KERNING = 0.025
"""Largest widening of a word by kerning, relative to the text's size."""

_UNKNOWN = 1.0
"""Width of a letter that none of the fonts has, relative to the text's size; ideographs have it."""


def text_width(words: str, size: float, face: str = TEXT.regular, scale: float = 1) -> float:
    """Return the largest possible width of the words in one line, in dp.

    `scale` is the scale of text on the device.
    """
    advances = _advances(face)
    letters = sum(advances.get(ord(letter), _UNKNOWN) for letter in words)
    return (letters + _KERNING) * size * scale


def longest_word(*texts: str) -> int:
    """Return the number of letters of the longest word; a line may break after a hyphen."""
    words = (word for text in texts for word in text.replace("-", "- ").split())
    return max(map(len, words), default=0)


@cache
def _advances(face: str) -> dict[int, float]:
    """Return the advance of each code point in a face, relative to the text's size."""
    table: dict[str, dict[str, str]] = json.loads(ADVANCES.read_text("utf-8"))
    return {
        code: int(advance) / _UNITS
        for family in (TEXT.suits, TEXT.regular, face)
        for first, advances in table[family].items()
        for code, advance in enumerate(advances.split(), int(first))
    }
