"""A backup that goes out: what it is for, when one is due, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from companion.core.file_names import ZIP
from companion.core.phrases import phrase
from companion.core.standings.entry import Entry
from companion.desk.backups import SavedBackup
from companion.desk.table import Snapshot
from companion.words import Words


@dataclass(frozen=True, slots=True)
class Keeping:
    """What a browser keeps that has the series alone: whether it promised `for_good`, None where it
    does not have them; the file that is `missing` for a start without a network; and whether the
    series were `cleared` away while the page was open.
    """

    for_good: bool | None = None
    missing: str = ""
    cleared: bool = False


NOT_ITS_OWN: Final = Keeping()
CLEARED: Final = phrase(
    "This browser has cleared away what Fan Tan kept. You can go on here, but nothing is stored "
    "any more: save a backup before you close the page."
)


def backup_says(keeping: Keeping, words: Words) -> str:
    """What a backup is for; and where the browser alone has the series, whether it keeps them, and
    why it would not start without a network.
    """
    says = [
        words.say("All series and the usual house rules in one file, to keep or to take along.")
    ]
    if keeping.cleared:
        says.append(words.say(CLEARED))
    elif keeping.for_good:
        says.append(words.say("This browser keeps them until you delete them."))
    elif keeping.for_good is not None:
        says.append(words.say("This browser may clear them away: save a backup now and then."))
    if keeping.missing:
        says.append(
            words.say(
                "Fan Tan does not start without a network here: {file} could not be kept.",
                file=keeping.missing,
            )
        )
    return " ".join(says)


def reminder(
    night: Snapshot | None,
    entries: Sequence[Entry],
    keeping: Keeping,
    words: Words,
) -> str:
    """Return why a backup is due: always once the browser has cleared the series away, else on the
    screens of the newest series once it is over; empty where they are not the browser alone's.
    """
    if keeping.cleared:
        return words.say(CLEARED)
    newest = max((entry.number for entry in entries), default=0)
    if (
        night is None
        or keeping.for_good is None
        or not night.series.standing.over
        or night.number != newest
    ):
        return ""
    if keeping.for_good:
        return words.say(
            "The series are in this browser alone. A backup keeps them if it loses its data."
        )
    return words.say(
        "The series are in this browser alone, and it may clear them away. A backup keeps them."
    )


def saved(backup: SavedBackup, words: Words) -> str:
    """What the backup holds that was just saved."""
    told = words.count("A backup of {n} series.", "A backup of {n} series.", backup.count)
    if not backup.left_out:
        return told
    left_out = words.count(
        "{n} series cannot be read and is not in it.",
        "{n} series cannot be read and are not in it.",
        backup.left_out,
    )
    return f"{told} {left_out}"


def backup_name(today: date, words: Words) -> str:
    """A name for the file that every file system takes."""
    return f"{words.say('Fan Tan')} {today.isoformat()}{ZIP}"
