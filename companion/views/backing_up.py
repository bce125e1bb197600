"""A backup in words: what one that comes in would bring, and what became of one that went out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from companion.core.backup import TAKEN, Backup, BroughtSheet, Kin, Match
from companion.core.file_names import ZIP
from companion.core.standings.entry import Entry
from companion.desk.backups import SavedBackup
from companion.desk.table import Snapshot
from companion.views.speech import day_words, listed
from companion.words import Words

_MOST_LINES: Final = 40
_ORDER: Final = (Kin.DIFFERS, Kin.FURTHER, Kin.NEW, Kin.RENAMED, Kin.BEHIND, Kin.SAME)
"""What needs a look comes first; what would stand beside another series is always listed."""


@dataclass(frozen=True, slots=True)
class BackupLine:
    """A series in a backup: its name, when and with whom, and how it stands to what is here."""

    name: str
    beneath: str
    state: str
    taken: bool


@dataclass(frozen=True, slots=True)
class BackupView:
    """What a backup would bring: in a sentence, series by series, and what in it is left out.
    `obstacle` says why nothing can be added.
    """

    title: str
    lines: tuple[BackupLine, ...]
    further_lines: str
    remarks: tuple[str, ...]
    act: str
    obstacle: str


def backup_view(backup: Backup, matches: Sequence[Match], words: Words) -> BackupView:
    """What would come of the backup."""
    kinds = Counter(match.kin for match in matches)
    new = sum(kinds[kin] for kin in TAKEN)
    shown = max(_MOST_LINES, kinds[Kin.DIFFERS] + kinds[Kin.FURTHER])
    ordered = sorted(
        zip(backup.sheets, matches, strict=True), key=lambda one: _ORDER.index(one[1].kin)
    )
    further = len(ordered) - shown
    brings_rules = not backup.sheets and bool(backup.about.usual or backup.about.saved)
    return BackupView(
        title=_title(kinds, words),
        lines=tuple(_line(sheet, match.kin, words) for sheet, match in ordered[:shown]),
        further_lines=words.count("and {n} more", "and {n} more", further) if further > 0 else "",
        remarks=tuple(_remarks(backup, words)),
        act=words.count("Add {n} series", "Add {n} series", new) if new else words.say("Add"),
        obstacle="" if new or brings_rules else words.say("Nothing in it is new."),
    )


def _title(kinds: Counter[Kin], words: Words) -> str:
    """As `14 series are new, 3 are here already, 1 differs.`."""
    here = kinds[Kin.SAME] + kinds[Kin.RENAMED] + kinds[Kin.BEHIND]
    told = {
        Kin.NEW: words.count("{n} series is new", "{n} series are new", kinds[Kin.NEW]),
        Kin.SAME: words.count("{n} is here already", "{n} are here already", here),
        Kin.FURTHER: words.count(
            "{n} goes on further than here", "{n} go on further than here", kinds[Kin.FURTHER]
        ),
        Kin.DIFFERS: words.count("{n} differs", "{n} differ", kinds[Kin.DIFFERS]),
    }
    parts = [said for kin, said in told.items() if (here if kin is Kin.SAME else kinds[kin])]
    return f"{', '.join(parts)}." if parts else words.say("There is no series in it.")


def _line(sheet: BroughtSheet, kin: Kin, words: Words) -> BackupLine:
    entry = sheet.entry
    rounds = words.count("{n} round", "{n} rounds", entry.dealt)
    people = listed(entry.players, words)
    told = {
        Kin.NEW: words.say("new"),
        Kin.SAME: words.say("here already"),
        Kin.RENAMED: words.say("here already, under other names"),
        Kin.BEHIND: words.say("here already, and further on"),
        Kin.FURTHER: words.say("goes on further than the one here; is added beside it"),
        Kin.DIFFERS: words.say("differs from the one here; is added beside it"),
    }
    return BackupLine(
        name=entry.name or words.say("Fan Tan"),
        beneath=" · ".join(filter(None, (day_words(entry.date, words), rounds, people))),
        state=told[kin],
        taken=kin in TAKEN,
    )


def _remarks(backup: Backup, words: Words) -> list[str]:
    remarks: list[str] = []
    faulty = sum(bool(sheet.faults) for sheet in backup.sheets)
    if faulty:
        remarks.append(
            words.count(
                "On {n} sheet a check does not hold. What it counts is counted anew.",
                "On {n} sheets a check does not hold. What they count is counted anew.",
                faulty,
            )
        )
    if backup.skipped:
        names = listed(backup.skipped[:3], words)
        more = len(backup.skipped) - 3
        further = f" {words.count('and {n} more', 'and {n} more', more)}" if more > 0 else ""
        remarks.append(
            words.say("Left out, for this is no score sheet: {names}", names=f"{names}{further}")
        )
    if backup.about.saved:
        remarks.append(
            words.count(
                "{n} saved house rule set comes along, unless its name is taken here.",
                "{n} saved house rule sets come along, unless their names are taken here.",
                len(backup.about.saved),
            )
        )
    if backup.about.usual is not None:
        remarks.append(words.say("Its usual house rules are taken where none were chosen here."))
    return remarks


def backup_says(words: Words) -> str:
    """What a backup is for."""
    return words.say("All series and the usual house rules in one file, to keep or to take along.")


def reminder(
    night: Snapshot,
    entries: Sequence[Entry],
    kept_for_good: bool | None,  # noqa: FBT001 - what the browser answered
    words: Words,
) -> str:
    """Why a backup is due, on the screens of the newest series once it is over; empty where what is
    stored is not the browser's alone.
    """
    newest = max((entry.number for entry in entries), default=0)
    if kept_for_good is None or not night.series.standing.over or night.number != newest:
        return ""
    if kept_for_good:
        return words.say(
            "The series are in this browser alone. A backup keeps them if it loses its data."
        )
    return words.say(
        "The series are in this browser alone, and it may clear them away. A backup keeps them."
    )


def restored(count: int, words: Words) -> str:
    """What was done."""
    return words.count("{n} series was added.", "{n} series were added.", count)


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
