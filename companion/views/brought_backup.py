"""A backup that comes in: what it would bring, in words, and what it brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.core.backup import BESIDE, Backup, BroughtSheet, Kin, Match
from companion.core.house_rules.saved import SavedRules, is_free
from companion.desk.backups import Restored
from companion.views.speech import day_words, listed, rounds_words
from companion.words import Words

_MOST_LINES: Final = 40
_ORDER: Final = (
    *(Kin.CHANGED, Kin.UNREAD, Kin.DIFFERS, Kin.FURTHER),
    *(Kin.NEW, Kin.RENAMED, Kin.BEHIND, Kin.SAME),
)
"""What needs a look comes first; what would stand beside another series is always listed."""


@dataclass(frozen=True, slots=True)
class Here:
    """What of the archive a backup is compared with, besides its series: the numbers of those that
    are archived, the house rules that were saved, and whether somebody chose the usual ones.
    """

    archived: frozenset[int] = frozenset()
    saved: SavedRules = ()
    usual_chosen: bool = False


@dataclass(frozen=True, slots=True)
class BackupLine:
    """A series in a backup, by its `place` there: its name, when and with whom, and how it stands
    to what is here. `choose_says` is what a tap on it does where it can be had or not.
    """

    place: int
    name: str
    beneath: str
    state: str
    taken: bool
    choose_says: str


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


def backup_view(
    backup: Backup,
    matches: Sequence[Match],
    words: Words,
    added: frozenset[int],
    here: Here = Here(),
) -> BackupView:
    """What would come of the backup, where the series at these places are to be `added`."""
    kinds = Counter(match.kin for match in matches)
    shown = max(_MOST_LINES, sum(kinds[kin] for kin in BESIDE))
    ordered = sorted(enumerate(matches), key=lambda one: _ORDER.index(one[1].kin))
    further, marks = len(ordered) - shown, _marks(backup, matches, here)
    return BackupView(
        title=_title(kinds, words),
        lines=tuple(
            _line(backup.sheets[place], place, match.kin, words, added=place in added)
            for place, match in ordered[:shown]
        ),
        further_lines=words.count("and {n} more", "and {n} more", further) if further > 0 else "",
        remarks=(*_remarks(backup, here, words), *_mark_words(marks, words)),
        act=_act(len(added), marks, words),
        obstacle=""
        if added or marks or _brings_saved(backup, here) or _brings_usual(backup, here)
        else words.say("Nothing of it is chosen.")
        if BESIDE & kinds.keys()
        else words.say("Nothing in it is new."),
    )


def _act(added: int, marks: int, words: Words) -> str:
    if added:
        return words.count("Add {n} series", "Add {n} series", added)
    return words.say("Archive") if marks else words.say("Add")


def _marks(backup: Backup, matches: Sequence[Match], here: Here) -> int:
    """How many series that are here would be archived, and would else stay as they are."""
    pairs = zip(backup.sheets, matches, strict=True)
    same = {match.number for sheet, match in pairs if sheet.archived and match.kin is Kin.SAME}
    return len(same - here.archived)


def _mark_words(marks: int, words: Words) -> list[str]:
    if not marks:
        return []
    return [
        words.count(
            "{n} series that is here will be archived, as it was there.",
            "{n} series that are here will be archived, as they were there.",
            marks,
        )
    ]


def _brings_saved(backup: Backup, here: Here) -> bool:
    """Whether any saved house rules would be taken."""
    return any(is_free(name, here.saved) for name, _ in backup.about.saved)


def _brings_usual(backup: Backup, here: Here) -> bool:
    """Whether the usual house rules would be taken."""
    return backup.about.usual is not None and not here.usual_chosen


def _title(kinds: Counter[Kin], words: Words) -> str:
    """As `14 series are new, 3 are here already, 1 differs.`."""
    here = kinds[Kin.SAME] + kinds[Kin.RENAMED] + kinds[Kin.BEHIND]
    told = {
        Kin.NEW: words.count("{n} series is new", "{n} series are new", kinds[Kin.NEW]),
        Kin.SAME: words.count("{n} is here already", "{n} are here already", here),
        Kin.FURTHER: words.count(
            "{n} goes on further than here", "{n} go on further than here", kinds[Kin.FURTHER]
        ),
        Kin.CHANGED: words.count(
            "{n} was changed here since", "{n} were changed here since", kinds[Kin.CHANGED]
        ),
        Kin.UNREAD: words.count(
            "{n} cannot be read here", "{n} cannot be read here", kinds[Kin.UNREAD]
        ),
        Kin.DIFFERS: words.count("{n} differs", "{n} differ", kinds[Kin.DIFFERS]),
    }
    parts = [said for kin, said in told.items() if (here if kin is Kin.SAME else kinds[kin])]
    return f"{', '.join(parts)}." if parts else words.say("There is no series in it.")


def _line(sheet: BroughtSheet, place: int, kin: Kin, words: Words, *, added: bool) -> BackupLine:
    entry = sheet.entry
    rounds = rounds_words(entry.dealt - entry.off, entry.off, words)
    people = listed(entry.players, words)
    beside = words.say("Continue it") if kin is Kin.FURTHER else words.say("Add it beside")
    choose = words.say("Leave it out") if added else beside
    return BackupLine(
        place=place,
        name=entry.name or words.say("Fan Tan"),
        beneath=" · ".join(filter(None, (day_words(entry.date, words), rounds, people))),
        state=_state(kin, words, added=added),
        taken=added,
        choose_says=choose if kin in BESIDE else "",
    )


def _state(kin: Kin, words: Words, *, added: bool) -> str:
    say = words.say
    told = {
        Kin.NEW: say("new"),
        Kin.SAME: say("here already"),
        Kin.RENAMED: say("here already, under other names"),
        Kin.BEHIND: say("here already, and further on"),
        Kin.FURTHER: say("goes on further than the one here; is left out"),
        Kin.CHANGED: say("changed here since; the one here is kept alone"),
        Kin.UNREAD: say("the one here cannot be read; is left out"),
        Kin.DIFFERS: say("differs from the one here; is left out"),
    }
    beside = {
        Kin.FURTHER: say("goes on further than the one here, which is continued with it"),
        Kin.CHANGED: say("changed here since; this one is added beside it"),
        Kin.UNREAD: say("the one here cannot be read; is added beside it"),
        Kin.DIFFERS: say("differs from the one here; is added beside it"),
    }
    return beside.get(kin, told[kin]) if added else told[kin]


def _remarks(backup: Backup, here: Here, words: Words) -> list[str]:
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
    if _brings_saved(backup, here):
        remarks.append(
            words.count(
                "{n} saved house rule set comes along, unless its name is taken here.",
                "{n} saved house rule sets come along, unless their names are taken here.",
                len(backup.about.saved),
            )
        )
    if _brings_usual(backup, here):
        remarks.append(words.say("Its usual house rules are taken where none were chosen here."))
    return remarks


def restored(done: Restored, words: Words) -> str:
    """What was done."""
    added = words.count("{n} series was added.", "{n} series were added.", done.added)
    continued = words.count(
        "{n} series was continued.", "{n} series were continued.", done.continued
    )
    archived = words.count("{n} series was archived.", "{n} series were archived.", done.archived)
    if done.rules and not (done.added or done.continued or done.archived):
        return words.say("The house rules were added.")
    told = [
        said
        for count, said in (
            (done.added, added),
            (done.continued, continued),
            (done.archived, archived),
        )
        if count
    ]
    return " ".join(told) or added
