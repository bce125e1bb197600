"""Line breaks and sizes of text, as in Flutter's paragraphs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from tests.layout import typefaces

_BLANK = " \t\u2009"
_WORDS = re.compile(r"[^ \t\u2009]*[ \t\u2009]*")
_WHOLE = r"\u3041-\u30ff\u3400-\u9fff"
_CLOSE = (
    r"、。・ー」』】々\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"
    r"ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ"
)
_OPEN = r"「『【\uff08"
_BREAKS = re.compile(
    r"(?<=[–\u00ad\u200b])|(?<=[-/])(?=[^\d\s])|(?<=\w)(?=—)|(?<=—)(?=\w)"
    rf"|(?<=[{_WHOLE}{_CLOSE}])(?=[^{_CLOSE}\s])|(?<=[^{_OPEN}])(?=(?![{_CLOSE}])[{_WHOLE}{_OPEN}])"
)
"""Places inside a word where a line may end; a hyphen before a digit is a sign.

In Japanese it may end at each letter, but neither before a sign that closes or a small letter nor
behind a sign that opens.
"""

_ROUNDING = 0.001
_AT_LEAST = 2


@dataclass(frozen=True, slots=True)
class Lettering:
    """Typefaces of a text in order of preference, its size, line height and letter spacing.

    The size includes the text scale of the device. The height is a multiple of the size, or None
    for that of the font.
    """

    families: tuple[str, ...]
    size: float
    height: float | None = None
    spacing: float = 0

    def width(self, text: str) -> float:
        """Return the width of the text in one line, in dp."""
        return typefaces.width(text, self.families) * self.size + self.spacing * len(text)

    def line(self, text: str) -> float:
        """Return the height of a line with that text, in whole dp."""
        drawn = [face for face, _ in typefaces.runs(text, self.families)]
        extents = [self._extent(face) for face in drawn or [typefaces.face(self.families[0])]]
        up, down = (max(extent) for extent in zip(*extents, strict=True))
        return float(int(up + down + 0.5))

    def _extent(self, face: typefaces.Face) -> tuple[float, float]:
        up, down = face.ascent * self.size, face.descent * self.size
        if self.height is None:
            return up, down
        lead = (self.height * self.size - up - down) / 2
        return up + lead, down + lead


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text in lines, with letters of that `size`.

    `natural` is the width without line breaks, `cut` the text behind the last allowed line, and
    `torn` the first word that is wider than a line.
    """

    lines: tuple[str, ...]
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    natural: float
    size: float
    cut: str = ""
    torn: str = ""

    @property
    def high(self) -> float:
        """The height of all lines."""
        return sum(self.heights)


def paragraph(text: str, lettering: Lettering, most: float, lines: int | None) -> Paragraph:
    """Break the text into lines no wider than `most`, and at most that many `lines`."""
    hard = text.split("\n")
    natural = max(map(lettering.width, hard))
    torn: list[str] = []
    every = [line for part in hard for line in _broken(part, lettering, most, torn)]
    kept = every[:lines]
    cut = "".join(every[len(kept) :])
    seen = (word for word in torn if not cut or any(_tears(line, word) for line in kept[:-1]))
    return Paragraph(
        tuple(kept),
        tuple(lettering.width(line.rstrip(_BLANK)) for line in kept),
        tuple(lettering.line(line) for line in kept),
        natural,
        lettering.size,
        cut,
        next(seen, ""),
    )


def _tears(line: str, word: str) -> bool:
    """Return whether the line ends within the word."""
    last = line.split()[-1:]
    return last != [word] and any(word.startswith(piece) for piece in last)


def _broken(text: str, lettering: Lettering, most: float, torn: list[str]) -> Iterator[str]:
    """Yield the lines of a text without hard breaks; append torn words to `torn`."""
    if most == inf or lettering.width(text.rstrip(_BLANK)) <= most + _ROUNDING:
        yield text
        return
    line = ""
    for word in _words(text):
        if lettering.width((line + word).rstrip(_BLANK)) <= most + _ROUNDING:
            line += word
            continue
        if lettering.width(word.rstrip(_BLANK)) > most + _ROUNDING:
            torn.append(word.rstrip(_BLANK))
            *full, line = _torn(line, word, lettering, most)
            yield from full
            continue
        yield line
        line = word
    yield line


def _words(text: str) -> Iterator[str]:
    """Yield the unbreakable pieces, each with the blanks behind it."""
    for word in _WORDS.findall(text):
        yield from filter(None, _BREAKS.split(word))


def _torn(line: str, word: str, lettering: Lettering, most: float) -> list[str]:
    """Tear a word wider than a line; it begins in `line` if more than a letter fits there."""
    lines = [line]
    if line and lettering.width(line + word[:_AT_LEAST]) > most + _ROUNDING:
        lines.append("")
    for letter in word:
        if lines[-1] and lettering.width((lines[-1] + letter).rstrip(_BLANK)) > most + _ROUNDING:
            lines.append("")
        lines[-1] += letter
    return lines
