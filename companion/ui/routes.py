"""The viewport of a device."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import flet as ft

_WIDE_FROM = 960
_LOW_BELOW = 560
_SHALLOW_BELOW = 300
_LARGE = 1.1
_TWO_COLUMNS_FROM = 760
_TWO_ON_ITS_SIDE_FROM = 640
_SIDE_BAR_FROM = 560
_SIDE_BAR_BELOW = 480
_SIDE_BAR = {False: 168, True: 236}
"""The width of the actions beside the body of a screen, where text is large or not, in dp."""


class Shape(Enum):
    """The layout of a screen: an upright phone, a phone on its side, or a wide window."""

    TALL = "tall"
    SIDE = "side"
    WIDE = "wide"


@dataclass(frozen=True)
class Space:
    """What a block of a screen has: a width in dp, the scale of text, and whether another column is
    beside it.
    """

    width: int
    scale: float
    beside: bool

    @property
    def large(self) -> bool:
        """True if text is so large that screens have to scroll."""
        return self.scale > _LARGE


@dataclass(frozen=True)
class Viewport:
    """The size of the window in dp and the scale of text.

    The size excludes the parts that the device or its keyboard covers. `text_scale` is the factor
    by which the device enlarges text.
    """

    width: int = 390
    height: int = 844
    text_scale: float = 1.0

    def of(self, page: ft.Page) -> Viewport:
        """Return the current viewport of the page, at the same scale of text."""
        covered = page.media.padding
        keyboard = page.media.view_insets
        width = (page.width or 390) - covered.left - covered.right
        height = (page.height or 844) - covered.top - covered.bottom - keyboard.bottom
        return replace(self, width=max(1, int(width)), height=max(1, int(height)))

    @property
    def large_text(self) -> bool:
        """True if text is so large that screens have to scroll."""
        return self.text_scale > _LARGE

    @property
    def shallow(self) -> bool:
        """True if only the body of a screen fits, for example above a keyboard."""
        return self.height < _SHALLOW_BELOW

    @property
    def two_columns(self) -> bool:
        """True if the panels of a paper screen stand in two columns, each as wide as a phone.

        On a phone on its side, whose height is scarce, they may be a little narrower.
        """
        on_its_side = self.shape is Shape.SIDE
        least = _TWO_ON_ITS_SIDE_FROM if on_its_side else _TWO_COLUMNS_FROM
        return self.width >= least and not self.large_text

    @property
    def side_bar(self) -> int:
        """The width of the actions beside the body of a screen: 0 but on a phone on its side."""
        low = self.window is Shape.SIDE and self.height < _SIDE_BAR_BELOW
        return _SIDE_BAR[self.large_text] if low and self.width >= _SIDE_BAR_FROM else 0

    def beside_bar(self) -> Viewport:
        """Return the viewport of a body with actions, narrower where they are beside it."""
        return replace(self, width=self.width - self.side_bar)

    @property
    def window(self) -> Shape:
        """The shape of the window.

        A wide window has room for thirteen cards beside the seats; a low and broad one is a phone
        on its side.
        """
        if self.width >= _WIDE_FROM and self.height >= _LOW_BELOW:
            return Shape.WIDE
        return Shape.SIDE if self.width > self.height and self.height < _LOW_BELOW else Shape.TALL

    @property
    def shape(self) -> Shape:
        """The layout of a document; with large text it is that of an upright phone."""
        return Shape.TALL if self.large_text else self.window
