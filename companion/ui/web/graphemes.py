"""Characters as people see them: a letter with its accents is one, and a flag, and a family."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
_MARKS = {"Mn", "Mc", "Me", "Cf"}
_SKINS = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
_TAGS = range(0xE0020, 0xE0080)
_JAMO_MIDDLE_AND_END = range(0x1160, 0x1200)


def count(text: str) -> int:
    """How many there are. What Unicode calls an extended grapheme cluster, by its plain rules: each
    mark, skin, tag and vowel sign belongs to what stands before it, a joiner joins, and letters of
    flags go in pairs.
    """
    seen, before, half_a_flag = 0, "", False
    for letter in text:
        is_flag = ord(letter) in _FLAG_LETTERS
        if not before or not (_belongs(letter) or before == _JOINER or (is_flag and half_a_flag)):
            seen += 1
            half_a_flag = is_flag
        elif is_flag:
            half_a_flag = False
        before = letter
    return seen


def _belongs(letter: str) -> bool:
    """Whether it is part of what stands before it."""
    code = ord(letter)
    if code in _SKINS or code in _TAGS or code in _JAMO_MIDDLE_AND_END:
        return True
    return unicodedata.category(letter) in _MARKS
