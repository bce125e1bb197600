"""What a check of the data folder can find, each with the English words that say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class What(Enum):
    """The findings; those under `WRONG` want repair, the others are told and do no harm."""

    DAMAGED = "damaged: {intact}, {lost}"
    ROUND_DAMAGED = "damaged: {intact}, {lost}; {kept}"
    ROUND_MISSING = "missing: a later round is there; it can stand there as called off"
    ROUND_EMPTY = "nothing is in it: a later round is there; it can stand there as called off"
    NOT_ITS_SHAPE = "a record is not of its shape ({fault}); {kept}"
    REFUSED = "the rules refuse a record ({fault}); {kept}"
    HEAD_MISSING = "missing: the name and the date of the series; its rounds are there"
    HEAD_NOT_ITS_SHAPE = "what it says of the series is not of its shape ({fault})"
    NOTHING_LEFT = "not one round of the series is left"
    BACKUP_DAMAGED = "this backup is damaged: {intact}, {lost}"
    UNREADABLE = "cannot be read: {fault}"
    CATALOGUE_MISSING = "missing: the list of series; all of it can be told from the series"
    NOT_LISTED = "series {number} is not listed"
    LISTED_OTHERWISE = "what is listed of series {number} is not what it says ({differs})"
    LISTED_ALONE = "series {number} ({name}) is listed, and there is no folder of it"
    LISTED_BADLY = "what is listed under {number} is not of its shape ({fault})"

    UNFINISHED_WRITE = (
        "ends in an unfinished write of {count} bytes, which the app drops when it opens the file; "
        "nothing that a screen showed as recorded is in it"
    )
    NEWER = "a newer version wrote it ({fault}): it can be looked at, not changed"
    UNKNOWN_KIND = (
        "a record of a kind that this version does not know ({fault}): "
        "it stays, and its series can be looked at, not changed"
    )
    NOT_BEGUN = "a series that was never begun: the app was stopped while it made it"
    LEFT_OVER = "left over from a write that was cut off"
    KEPT_ASIDE = "a damaged file that was kept; in it {intact}"
    FOLDER_KEPT_ASIDE = "the files of a lost series, kept"
    STRANGE = "none of the companion's files; it is left alone"

    REPAIRED = "repaired"
    REPLACED = "repaired; the file as it was is kept as {aside}"
    MADE = "made anew"
    NOT_REPAIRED = "could not be repaired: {fault}"


WRONG = frozenset(list(What)[: list(What).index(What.UNFINISHED_WRITE)]) | {What.NOT_REPAIRED}
DONE = frozenset({What.REPAIRED, What.REPLACED, What.MADE})


@dataclass(frozen=True)
class Finding:
    """Something about one file, named by its path in the data folder."""

    where: str
    what: What
    facts: Mapping[str, object] = field(default_factory=dict[str, object])

    @property
    def wrong(self) -> bool:
        """Whether it wants repair."""
        return self.what in WRONG

    @property
    def says(self) -> str:
        """What was found, in words."""
        return self.what.value.format(**self.facts)

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"
