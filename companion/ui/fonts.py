"""The bundled typefaces: Inter for text and numerals, Fraunces for headings, suits beside both.

Flet takes one file per family, so each weight is a family of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Typeface:
    """Family names, and the fallback that draws suits and arrows wherever text shows them."""

    regular: str = "Inter"
    medium: str = "Inter Medium"
    semibold: str = "Inter SemiBold"
    bold: str = "Inter Bold"
    heading: str = "Fraunces"
    suits: str = "Suits"

    def files(self) -> dict[str, str]:
        """Family -> its file under the assets."""
        return {
            self.regular: "fonts/Inter-Regular.ttf",
            self.medium: "fonts/Inter-Medium.ttf",
            self.semibold: "fonts/Inter-SemiBold.ttf",
            self.bold: "fonts/Inter-Bold.ttf",
            self.heading: "fonts/Fraunces-SemiBold.ttf",
            self.suits: "fonts/Suits.ttf",
        }


TEXT: Final = Typeface()
