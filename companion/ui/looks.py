"""Colours as tokens with two palettes, the bundled typefaces, and the width of text.

A part names a role of Flet's scheme through `Tone` and never a colour value. So light and dark, and
two or four suit colours, change in the client without drawing a part again.

Flet takes one file per family, so each weight is a family of its own. The advances of the letters
are in a table beside this module, made from the font files by `python -m tests.layout.advances`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

import flet as ft

from companion.preferences import Preferences
from companion.words import LANGUAGES, LETTERS

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


Palette = Mapping[ft.Colors, str]
"""The colours of the tokens as `#rrggbb`, by their roles."""
LIGHT = dict[ft.Colors, str]()
DARK = dict[ft.Colors, str]()


def _token(role: ft.Colors, light: str, dark: str = "") -> ft.Colors:
    """Return the role of a token in Flet's scheme, and give it its colours, alike by default."""
    LIGHT[role], DARK[role] = light, dark or light
    return role


class Tone:
    """The tokens: those of paper screens, of the felt, and of the cards; a part uses `Tone.INK`."""

    PAPER = _token(ft.Colors.SURFACE, "#faf7f0", "#111815")
    PANEL = _token(ft.Colors.SURFACE_CONTAINER, "#ffffff", "#1b2420")
    QUIET = _token(ft.Colors.SURFACE_CONTAINER_HIGHEST, "#e8e8e1", "#2b3631")
    INK = _token(ft.Colors.ON_SURFACE, "#1f2a26", "#eef1ea")
    MUTED = _token(ft.Colors.ON_SURFACE_VARIANT, "#5a645f", "#a9b5ad")
    LINE = _token(ft.Colors.OUTLINE_VARIANT, "#e4dfd3", "#2f3a35")
    EDGE = _token(ft.Colors.OUTLINE, "#7d857f", "#7f8b84")
    HEADING = _token(ft.Colors.SECONDARY, "#124a38", "#9fdcc0")
    ACTION = _token(ft.Colors.PRIMARY, "#124a38", "#2e8364")
    ON_ACTION = _token(ft.Colors.ON_PRIMARY, "#ffffff")
    BRASS = _token(ft.Colors.TERTIARY, "#ffd87a")
    ON_BRASS = _token(ft.Colors.ON_TERTIARY, "#2b2206")
    GAIN = _token(ft.Colors.INVERSE_PRIMARY, "#0f6b45", "#8fe0ac")
    LOSS = _token(ft.Colors.ON_ERROR_CONTAINER, "#a8281a", "#ffa896")
    DANGER = _token(ft.Colors.ERROR, "#c23a2b")
    ON_DANGER = _token(ft.Colors.ON_ERROR, "#ffffff")
    WARNING = _token(ft.Colors.ERROR_CONTAINER, "#fde6df", "#4a1f18")
    ON_WARNING = _token(ft.Colors.ON_SECONDARY_CONTAINER, "#8c2114", "#ffd5cb")
    FELT = _token(ft.Colors.PRIMARY_FIXED, "#1d6b52", "#124b39")
    FELT_EDGE = _token(ft.Colors.PRIMARY_FIXED_DIM, "#0c3428", "#061c15")
    PILL = _token(ft.Colors.SECONDARY_FIXED, "#0b2d23", "#05150f")
    TILE = _token(ft.Colors.SECONDARY_FIXED_DIM, "#10402f", "#0a2b20")
    TILE_LIT = _token(ft.Colors.PRIMARY_CONTAINER, "#27604b", "#1c4d3b")
    SLOT = _token(ft.Colors.ON_PRIMARY_CONTAINER, "#3f8169", "#2a5e4b")
    ON_FELT = _token(ft.Colors.ON_PRIMARY_FIXED, "#faf6ea")
    FELT_MUTED = _token(ft.Colors.ON_PRIMARY_FIXED_VARIANT, "#d0e2d8")
    FELT_GAIN = _token(ft.Colors.TERTIARY_CONTAINER, "#a9ecbb")
    FELT_LOSS = _token(ft.Colors.ON_TERTIARY_CONTAINER, "#ffc4b6")
    PLAYABLE = _token(ft.Colors.TERTIARY_FIXED, "#2b6145", "#204c37")
    ON_PLAYABLE = _token(ft.Colors.TERTIARY_FIXED_DIM, "#ffe6a6")
    IVORY = _token(ft.Colors.SURFACE_BRIGHT, "#fffdf7", "#f4efe2")
    SPADES = _token(ft.Colors.ON_SECONDARY_FIXED, "#161a18")
    HEARTS = _token(ft.Colors.ON_SECONDARY_FIXED_VARIANT, "#c4102b")
    DIAMONDS = _token(ft.Colors.ON_TERTIARY_FIXED, "#1259bd")
    CLUBS = _token(ft.Colors.ON_TERTIARY_FIXED_VARIANT, "#0a7040")


SUIT_TONES = {"S": Tone.SPADES, "H": Tone.HEARTS, "D": Tone.DIAMONDS, "C": Tone.CLUBS}


def scheme(palette: Palette) -> ft.ColorScheme:
    """Return the palette as a colour scheme, in the roles of `Tone`."""
    roles = {tone.name.lower(): colour for tone, colour in palette.items()}
    return ft.ColorScheme(
        **roles,
        secondary_container=palette[Tone.QUIET],
        surface_container_lowest=palette[Tone.PANEL],
        surface_container_low=palette[Tone.PANEL],
        surface_container_high=palette[Tone.PANEL],
        surface_tint=palette[Tone.PANEL],
        inverse_surface=palette[Tone.INK],
        on_inverse_surface=palette[Tone.PAPER],
    )


def two_suit_colours(palette: Palette) -> Palette:
    """Return the palette with the two plain colours of a pack."""
    plain = {Tone.DIAMONDS: palette[Tone.HEARTS], Tone.CLUBS: palette[Tone.SPADES]}
    return {**palette, **plain}


def _transitions(*, moves: bool) -> ft.PageTransitionsTheme:
    """Return the transitions between screens, those of the platform or none."""
    if moves:
        return ft.PageTransitionsTheme()
    platforms = ("android", "ios", "linux", "macos", "windows")
    return ft.PageTransitionsTheme(**dict.fromkeys(platforms, ft.PageTransitionTheme.NONE))


def _lettering() -> ft.TextTheme:
    """Return Flet's text styles with our fallback fonts and without letter spacing."""
    style = ft.TextStyle(font_family_fallback=[*FALLBACK], letter_spacing=0)
    return ft.TextTheme(**{kind.name: style for kind in fields(ft.TextTheme)})


def _letters(language: str) -> str:
    """Return the family of the letters that a language needs beside our typefaces."""
    return f"Letters {language}"


def apply_look(page: ft.Page, preferences: Preferences, *, moves: bool, language: str) -> None:
    """Set both palettes of the page, the choice of one, and the language of the client's menus.

    Without `moves` there are no transitions between screens. Nor are there any in a browser, where
    the first screen would come in with a transition too.
    """
    if language in LETTERS:
        page.fonts = {**(page.fonts or {}), _letters(language): LETTERS[language]}
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


NAMES = {f"Name {language}": f"fonts/Noto-{language}.ttf" for language in ("hi", "ja")}
"""The files with the letters of languages' own names, by family; all devices show these names."""


@dataclass(frozen=True)
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
            **NAMES,
        }


TEXT = Typeface()
WEIGHTS = {
    TEXT.medium: ft.FontWeight.W_500,
    TEXT.semibold: ft.FontWeight.W_600,
    TEXT.bold: ft.FontWeight.W_700,
    TEXT.heading: ft.FontWeight.W_600,
}
"""The weights of the families but the regular one. Letters of other scripts come in one weight, and
the client draws them bolder where a text says its weight.
"""
FALLBACK = (TEXT.regular, TEXT.suits, *map(_letters, LETTERS), *NAMES)
"""The families in which a letter is sought; a device has those of its own language alone."""
