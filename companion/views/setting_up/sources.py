"""Where a rule is from: the marks of the core's sources as names for people."""

from __future__ import annotations

import re
from typing import Final

from companion.core.phrases import phrase
from companion.words import Words

_NAMES: Final = {
    "S0": phrase("Bicycle’s rules"),
    "S1": phrase("Pagat"),
    "S2": phrase("German Wikipedia"),
    "S3": phrase("an A–Z of card games"),
    "S4": phrase("a British family book"),
    "Badam Satti": phrase("Badam Satti as played in India"),
    "ours": phrase("this companion"),
}
_MARK: Final = re.compile("|".join(_NAMES))


def source_names(marks: str, words: Words) -> str:
    """The sources that marks such as `S0 S4; S2` stand for: `Bicycle’s rules, …`."""
    return ", ".join(words.say(_NAMES[mark]) for mark in dict.fromkeys(_MARK.findall(marks)))
