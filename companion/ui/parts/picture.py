"""The picture of the result, to share or save."""

from dataclasses import dataclass
from typing import Final

import flet as ft

from companion.screens.picture import PictureView
from companion.screens.speech import Person
from companion.screens.standings import StandingRow
from companion.ui.acting import Hands
from companion.ui.camera import HEIGHT, WIDTH
from companion.ui.looks import DARK, LIGHT, ON_AVATAR, TEXT, Tone, scheme, text_width
from companion.ui.parts.avatars import player_colour
from companion.ui.parts.basics.text import disc, text
from companion.ui.parts.cards.card_face import SUIT_SIGNS
from companion.ui.routes import Viewport

_PAD = 18
_HEAD = 112
_STORY = 10.5
_LEAST_STORY = 9
_STORY_PAD = 7
_LEADING = 1.35
"""The greatest and the least size of stories, the space around them, and their line height."""
_FOOT = 24
_TITLES = 20
_PLACE = 16
_FIGURE = 46
_FIGURE_LEADING = 1.15
_GAP = 6
_MOST_ROW = 56.0
_ROOMY = 38.0
_TWO_LINES = 24.0
_LEAST_SIZE = 6.0
_FILLED: Final = 0.8
"""The filled share of several lines, because words do not end where lines do."""


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Sizes of text independent of the `scale` of text on the device."""

    scale: float

    def fitted(self, words: str, face: str, width: float, most: float, lines: int = 1) -> float:
        """Return the largest size up to `most` for the words to fit into the lines."""
        space = width * (1 if lines == 1 else lines * _FILLED)
        size = most
        while size > _LEAST_SIZE and text_width(words, size, face) > space:
            size -= 0.25
        return size / self.scale

    def readable(self, words: str, face: str, width: float, sizes: tuple[float, float]) -> float:
        """Return the size for one line if the words fit at the smaller size, else for two."""
        most, least = sizes
        in_one = self.fitted(words, face, width, most)
        return in_one if in_one >= self.of(least) else self.fitted(words, face, width, least, 2)

    def of(self, size: float) -> float:
        """Return the size divided by the scale of the device."""
        return size / self.scale


def result_card(view: PictureView, *, dark: bool, scale: float) -> ft.Control:
    """Draw the picture, with text independent of the `scale` of text on the device."""
    sizes = _Sizes(scale)
    theme = ft.Theme(color_scheme=scheme(DARK if dark else LIGHT), font_family=TEXT.regular)
    parts = [_head(view, sizes), _standings(view, sizes)]
    if view.stories:
        parts.append(_stories(view, sizes))
    body = ft.Column([*parts, _foot(view, sizes)], spacing=0, tight=True)
    card = ft.Container(
        body,
        width=WIDTH,
        height=HEIGHT,
        bgcolor=Tone.PAPER,
        theme=theme,
        dark_theme=theme,
        theme_mode=ft.ThemeMode.DARK if dark else ft.ThemeMode.LIGHT,
    )
    key = f"card-{dark}"  # a client never changes the theme of a container
    return ft.Semantics(
        content=card, label=view.says, exclude_semantics=True, container=True, key=key
    )


def _head(view: PictureView, sizes: _Sizes) -> ft.Control:
    """Draw the title of the series and its winners."""
    space = WIDTH - 2 * _PAD
    centre = ft.TextAlign.CENTER
    suits = [
        text(SUIT_SIGNS[letter], size=sizes.of(11), tone=Tone.BRASS, face=TEXT.suits)
        for letter in "SHDC"
    ]
    title = text(
        view.title,
        size=sizes.fitted(view.title, TEXT.semibold, space, 14),
        tone=Tone.ON_FELT,
        face=TEXT.semibold,
        align=centre,
    )
    subtitle = text(
        view.subtitle,
        size=sizes.fitted(view.subtitle, TEXT.medium, space, 12),
        tone=Tone.FELT_MUTED,
        face=TEXT.medium,
        align=centre,
    )
    lines = [ft.Row([*suits], spacing=10, tight=True), _headline(view, sizes), title, subtitle]
    return ft.Container(
        ft.Column(
            lines,
            spacing=3,
            alignment=ft.MainAxisAlignment.SPACE_EVENLY,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        width=WIDTH,
        height=_HEAD,
        bgcolor=Tone.FELT_EDGE,
        padding=ft.Padding.symmetric(horizontal=_PAD, vertical=6),
    )


def _headline(view: PictureView, sizes: _Sizes) -> ft.Control:
    icon = ft.Icons.EMOJI_EVENTS if view.over else ft.Icons.TRENDING_UP
    discs = [_disc(line, 20, sizes) for line in view.winners]
    around = 24 + len(discs) * 24 + 2 * _PAD
    headline = text(
        view.headline,
        size=sizes.readable(view.headline, TEXT.heading, WIDTH - around - _PAD, (21, 15)),
        tone=Tone.BRASS,
        face=TEXT.heading,
        leading=1.15,
    )
    words = ft.Container(headline, expand=True, expand_loose=True)
    cells = [ft.Icon(icon, size=20, color=Tone.BRASS), *discs, words]
    return ft.Row(cells, spacing=4, alignment=ft.MainAxisAlignment.CENTER)


def _standings(view: PictureView, sizes: _Sizes) -> ft.Control:
    """Draw the lines of the players, equally high, below the titles of the columns."""
    space = HEIGHT - _HEAD - _FOOT - _TITLES - _set_stories(view).height
    lines = view.table.lines
    height = min(_MOST_ROW, space / max(1, len(lines)))
    shown = [_figure(title, sizes, 10, Tone.MUTED) for title in view.table.titles]
    head = ft.Row([ft.Container(expand=True), *shown], spacing=_GAP, height=_TITLES)
    rows = [_line(line, sizes, height, len(shown)) for line in lines]
    middle = ft.MainAxisAlignment.CENTER
    return ft.Container(
        ft.Column([head, ft.Column(rows, spacing=0, expand=True, alignment=middle)], spacing=0),
        height=space + _TITLES,
        padding=ft.Padding.symmetric(horizontal=_PAD),
    )


@dataclass(frozen=True, slots=True)
class _Stories:
    """The size of the stories, all alike, and how many lines each takes."""

    size: float
    lines: tuple[int, ...]

    @property
    def height(self) -> float:
        """The height of all stories with their ground."""
        return sum(self.lines) * self.size * _LEADING + 2 * _STORY_PAD if self.lines else 0


def _set_stories(view: PictureView) -> _Stories:
    """Return the stories in one line each if that is readable, else the long ones in two."""
    space = WIDTH - 2 * _PAD
    sizes = _Sizes(1)
    size = min((sizes.fitted(says, TEXT.medium, space, _STORY) for says in view.stories), default=0)
    if size >= _LEAST_STORY:
        return _Stories(size, (1,) * len(view.stories))
    widths = (text_width(says, _LEAST_STORY, TEXT.medium) for says in view.stories)
    return _Stories(_LEAST_STORY, tuple(1 + (width > space) for width in widths))


def _stories(view: PictureView, sizes: _Sizes) -> ft.Control:
    """Draw the stories of the evening below the standing."""
    shown = _set_stories(view)
    lines: list[ft.Control] = [
        text(
            says,
            size=sizes.of(shown.size),
            tone=Tone.INK,
            face=TEXT.medium,
            leading=_LEADING,
            lines=lines,
        )
        for says, lines in zip(view.stories, shown.lines, strict=True)
    ]
    return ft.Container(
        ft.Column(lines, spacing=0),
        width=WIDTH,
        height=shown.height,
        bgcolor=Tone.QUIET,
        padding=ft.Padding.symmetric(horizontal=_PAD, vertical=_STORY_PAD),
    )


def _line(line: StandingRow, sizes: _Sizes, height: float, figures: int) -> ft.Control:
    roomy = height >= _ROOMY
    tone = Tone.INK if line.place else Tone.MUTED
    face = TEXT.bold if line.leads else TEXT.medium
    across = min(30 if roomy else 22, height - 3)
    around = _PLACE + across + 2 * _GAP + figures * (_FIGURE + _GAP)
    space = WIDTH - 2 * _PAD - around
    if height < _TWO_LINES:
        size = sizes.fitted(line.named, face, space, min(13, (height - 1) / _FIGURE_LEADING))
    else:
        size = sizes.readable(line.named, face, space, (17, 12) if roomy else (14, 9.5))
    name = text(line.named, size=size, tone=tone, face=face, leading=1.05)
    place = text(
        line.place,
        size=sizes.of(11),
        tone=Tone.MUTED,
        face=TEXT.medium,
        align=ft.TextAlign.END,
        leading=_FIGURE_LEADING,
    )
    cells: list[ft.Control] = [
        ft.Container(place, width=_PLACE),
        _disc(line.player, across, sizes),
        ft.Container(name, expand=True),
    ]
    first, *rest = [figure.says for figure in line.figures]
    tallest = (height - 1) / _FIGURE_LEADING  # a line is rounded up to whole dp
    most, others = (19, 15) if roomy else (15, 13)
    cells.append(_figure(first, sizes, min(most, tallest), tone, face))
    cells += [_figure(figure, sizes, min(others, tallest), Tone.MUTED) for figure in rest]
    return ft.Container(ft.Row(cells, spacing=_GAP), height=height)


def _disc(player: Person, across: float, sizes: _Sizes) -> ft.Control:
    """Draw an avatar with a letter that does not grow with the text of the device."""
    size = sizes.of(across * 0.46)
    letter = text(player.initial, size=size, tone=ON_AVATAR, face=TEXT.semibold, leading=1)
    return disc(across, player_colour(player.tint), letter)


def _figure(
    words: str, sizes: _Sizes, size: float, tone: ft.Colors, face: str = TEXT.medium
) -> ft.Control:
    fitted = sizes.fitted(words, face, _FIGURE, size)
    return ft.Container(
        text(
            words,
            size=fitted,
            tone=tone,
            face=face,
            align=ft.TextAlign.END,
            lines=1,
            leading=_FIGURE_LEADING,
        ),
        width=_FIGURE,
    )


def _foot(view: PictureView, sizes: _Sizes) -> ft.Control:
    lines: list[ft.Control] = [
        text(words, size=sizes.of(9.5), tone=Tone.MUTED, face=TEXT.medium)
        for words in (view.foot, view.made_by)
    ]
    return ft.Container(
        ft.Row(lines, alignment=ft.MainAxisAlignment.SPACE_BETWEEN),
        height=_FOOT,
        padding=ft.Padding.symmetric(horizontal=_PAD),
        border=ft.Border.only(top=ft.BorderSide(1, Tone.LINE)),
    )


def picture_card(hands: Hands, shown: tuple[PictureView, bool], viewport: Viewport) -> ft.Control:
    """Draw the picture in front of the camera of the session; the picture may be dark."""
    view, dark = shown
    card = result_card(view, dark=dark, scale=viewport.text_scale)
    shot = ft.Screenshot(card, ref=hands.session.camera)
    edge = ft.Container(shot, shadow=ft.BoxShadow(blur_radius=3, color=Tone.EDGE))
    return ft.Row([edge], alignment=ft.MainAxisAlignment.CENTER)
