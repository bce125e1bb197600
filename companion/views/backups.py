"""The export and import of backups and score sheets."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from companion.core.backup import Backup, BroughtSheet
from companion.core.forecast import Entry
from companion.core.kinship import BESIDE, Kin, Match
from companion.core.names import SHEET, ZIP, Colours, with_colours
from companion.core.objections import IllegalEventError, PhrasedError, phrase
from companion.core.presets import SavedRules, is_free
from companion.core.series import Series
from companion.core.sheet import Reading
from companion.desk.backup_store import Restored, SavedBackup
from companion.desk.table import Snapshot
from companion.forms.entries import NoSheet, Outcome
from companion.views.of_series.standings import RaceView, race
from companion.views.setting_up.house_rules import presets
from companion.views.speech import (
    Person,
    day_words,
    listed,
    person,
    refusal_words,
    rounds_words,
    sentence,
)
from companion.words import Words


@dataclass(frozen=True, slots=True)
class Keeping:
    """The storage of a browser that alone has the series.

    `for_good` if the browser promised to keep the series, None if stored elsewhere.
    `missing` is a file without which the app does not start offline. `cleared` if the browser
    deleted the series while the page was open.
    """

    for_good: bool | None = None
    missing: str = ""
    cleared: bool = False


NOT_ITS_OWN: Final = Keeping()
CLEARED: Final = phrase(
    "This browser has deleted what Fan Tan had saved. You can go on playing, but "
    "nothing is saved any more: save a backup before you close the page."
)


def backup_says(keeping: Keeping, words: Words) -> str:
    """Return the purpose of a backup in words, with warnings about the storage of the browser."""
    says = [
        words.say(
            "All series and the usual house rules in one file, to keep or to "
            "move to another device."
        )
    ]
    if keeping.cleared:
        says.append(words.say(CLEARED))
    elif keeping.for_good:
        says.append(words.say("This browser keeps them until you delete them."))
    elif keeping.for_good is not None:
        says.append(words.say("This browser may delete them: save a backup now and then."))
    if keeping.missing:
        says.append(
            words.say(
                "Fan Tan does not start without a network here: {file} could not be saved.",
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
    """Return a reminder to save a backup, or an empty text.

    A reminder is due once the browser has deleted the series, or once the newest series is over
    and stored in the browser alone.
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
        "The series are in this browser alone, and it may delete them. A backup keeps them."
    )


def saved(backup: SavedBackup, words: Words) -> str:
    """Return a notice of the backup just saved."""
    counted = words.count("A backup of {n} series.", "A backup of {n} series.", backup.count)
    if not backup.left_out:
        return counted
    left_out = words.count(
        "{n} series cannot be read and is not in it.",
        "{n} series cannot be read and are not in it.",
        backup.left_out,
    )
    return f"{counted} {left_out}"


def backup_name(today: date, words: Words) -> str:
    """Return a file name that every file system takes."""
    return f"{words.say('Fan Tan')} {today.isoformat()}{ZIP}"


_MOST_LINES: Final = 40
_ORDER: Final = (Kin.DIFFERS, Kin.FURTHER, Kin.NEW, Kin.SHORTER, Kin.SAME)
"""The order of the list, with doubtful series first."""


@dataclass(frozen=True, slots=True)
class Here:
    """The archive that a backup is compared with, apart from the series.

    `saved` are the saved house rules. `usual_chosen` if the usual house rules were chosen here, and
    `colours` are those of the players.
    """

    saved: SavedRules = ()
    usual_chosen: bool = False
    colours: Colours = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class BackupLine:
    """The series at `place` in a backup, compared with the series here.

    `choose_says` labels the tap that adds or drops the series, empty without a choice.
    """

    place: int
    name: str
    beneath: str
    state: str
    taken: bool
    choose_says: str


@dataclass(frozen=True, slots=True)
class BackupView:
    """The contents of a backup to be added; `obstacle` is the reason if nothing can be added."""

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
    """Build the view of a backup; `added` are the places of the chosen series."""
    kinds = Counter(match.kin for match in matches)
    shown = max(_MOST_LINES, sum(kinds[kin] for kin in BESIDE))
    ordered = sorted(enumerate(matches), key=lambda one: _ORDER.index(one[1].kin))
    further = len(ordered) - shown
    return BackupView(
        title=_title(kinds, words),
        lines=tuple(
            _line(backup.sheets[place], place, match.kin, words, added=place in added)
            for place, match in ordered[:shown]
        ),
        further_lines=words.count("and {n} more", "and {n} more", further) if further > 0 else "",
        remarks=tuple(_remarks(backup, here, words)),
        act=words.count("Add {n} series", "Add {n} series", len(added))
        if added
        else words.say("Add"),
        obstacle=""
        if added or _brings_saved(backup, here) or _brings_usual(backup, here)
        else words.say("Choose at least one series.")
        if BESIDE & kinds.keys()
        else words.say("Everything in it is already here."),
    )


def _brings_saved(backup: Backup, here: Here) -> bool:
    """Return whether the backup has saved house rules with a free name."""
    return any(is_free(name, here.saved) for name, _ in backup.about.saved)


def _brings_usual(backup: Backup, here: Here) -> bool:
    """Return whether the usual house rules of the backup would be used."""
    return backup.about.usual is not None and not here.usual_chosen


def _title(kinds: Counter[Kin], words: Words) -> str:
    """Return a summary, e.g. `14 series are new, 1 differs`."""
    here = kinds[Kin.SAME] + kinds[Kin.SHORTER]
    counted = {
        Kin.NEW: words.count("{n} series is new", "{n} series are new", kinds[Kin.NEW]),
        Kin.SAME: words.count("{n} is already here", "{n} are already here", here),
        Kin.FURTHER: words.count(
            "{n} goes further than here", "{n} go further than here", kinds[Kin.FURTHER]
        ),
        Kin.DIFFERS: words.count("{n} differs", "{n} differ", kinds[Kin.DIFFERS]),
    }
    parts = [said for kin, said in counted.items() if (here if kin is Kin.SAME else kinds[kin])]
    return f"{', '.join(parts)}." if parts else words.say("There is no series in it.")


def _line(sheet: BroughtSheet, place: int, kin: Kin, words: Words, *, added: bool) -> BackupLine:
    entry = sheet.entry
    rounds = rounds_words(entry.dealt - entry.off, entry.off, words)
    people = listed(entry.players, words)
    beside = words.say("Continue it") if kin is Kin.FURTHER else words.say("Add separately")
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
    apart = {
        Kin.NEW: say("new"),
        Kin.SAME: say("already here"),
        Kin.SHORTER: say("already here, and played further"),
        Kin.FURTHER: say("goes further than the one here; left out"),
        Kin.DIFFERS: say("differs from the one here; left out"),
    }
    beside = {
        Kin.FURTHER: say("goes further than the one here, which will be continued"),
        Kin.DIFFERS: say("differs from the one here; added separately"),
    }
    return beside.get(kin, apart[kin]) if added else apart[kin]


def _remarks(backup: Backup, here: Here, words: Words) -> list[str]:
    remarks: list[str] = []
    faulty = sum(bool(sheet.faults) for sheet in backup.sheets)
    if faulty:
        remarks.append(
            words.count(
                "On {n} sheet a check line is wrong. Its figures will be recalculated.",
                "On {n} sheets a check line is wrong. Their figures will be recalculated.",
                faulty,
            )
        )
    if backup.skipped:
        names = listed(backup.skipped[:3], words)
        more = len(backup.skipped) - 3
        further = f" {words.count('and {n} more', 'and {n} more', more)}" if more > 0 else ""
        remarks.append(words.say("Left out, not a score sheet: {names}", names=f"{names}{further}"))
    if _brings_saved(backup, here):
        remarks.append(
            words.count(
                "{n} saved set of house rules will be added, unless its name is already used here.",
                "{n} saved sets of house rules will be added, unless their names are "
                "already used here.",
                len(backup.about.saved),
            )
        )
    if _brings_usual(backup, here):
        remarks.append(words.say("Its usual house rules will be used if none were chosen here."))
    return remarks


def restored(done: Restored, words: Words) -> str:
    """Return a notice of the series and rules added."""
    added = words.count("{n} series was added.", "{n} series were added.", done.added)
    continued = words.count(
        "{n} series was continued.", "{n} series were continued.", done.continued
    )
    if done.rules and not (done.added or done.continued):
        return words.say("The house rules were added.")
    counts = ((done.added, added), (done.continued, continued))
    return " ".join(said for count, said in counts if count) or added


_SHOWN_FAULTS: Final = 6
_EXPLAINED: Final = phrase(
    "A game night as text: who played, every card and every pass. Any series can be saved as one "
    "from its own screen, and anybody can write one by hand."
)
_CHOOSE: Final = phrase("Choose a file, or paste a score sheet.")
_EXPLAINED_BACKUP: Final = phrase(
    "All series and the usual house rules in one file. You see what is in it before "
    "anything is added; what is already here stays as it is, and nothing is added "
    "twice."
)
_CHOOSE_BACKUP: Final = phrase("Choose a backup first.")
_BUSY: Final = phrase("One moment: the file is being read.")
_CORRECT: Final = phrase("Choose another file, or correct the text.")
_OTHER: Final = phrase("Choose another file.")


@dataclass(frozen=True, slots=True)
class PreviewView:
    """A series to be added.

    `faults` are wrong check lines of the sheet, `further_faults` counts the rest.
    """

    name: str
    beneath: str
    rules: str
    players: tuple[Person, ...]
    race: RaceView
    faults_title: str
    faults: tuple[str, ...]
    further_faults: str
    known: str


@dataclass(frozen=True, slots=True)
class ImportView:
    """The contents of the screen: an error, a preview or a backup, else an explanation.

    `written` is the faulty line. `obstacle` is the reason if nothing can be added yet.
    """

    title: str
    source: str
    endings: str
    error: str
    written: str
    preview: PreviewView | None
    backup: BackupView | None
    explains_what: str
    explains: str
    act: str
    obstacle: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The state of the screen.

    `matches` compare the series in the file with the archive, `added` are the places of the chosen
    series. `restores` if only backups are taken, `busy` while a file is read, `in_field` if the
    text is in a field to be corrected.
    """

    matches: tuple[Match, ...] = ()
    added: frozenset[int] = frozenset()
    here: Here = field(default_factory=Here)
    restores: bool = False
    busy: bool = False
    in_field: bool = False


def importing(outcome: Outcome, words: Words, asked: Asked | None = None) -> ImportView:
    """Build the screen for the outcome of reading a text or a file."""
    asked = asked or Asked()
    restores, say = asked.restores, words.say
    reading = outcome if isinstance(outcome, Reading) else None
    failed = outcome if isinstance(outcome, NoSheet) else None
    brought = None
    if isinstance(outcome, Backup):
        brought = backup_view(outcome, asked.matches, words, asked.added, asked.here)
    choose = _CHOOSE_BACKUP if restores else _CHOOSE
    again = _CORRECT if asked.in_field else _OTHER
    match = asked.matches[0] if reading and asked.matches else Match(Kin.NEW)
    waits = say(_BUSY if asked.busy else again if failed else choose)
    return ImportView(
        title=say("Restore a backup") if restores else say("Import"),
        source=say("Backup") if restores else say("Score sheet or backup"),
        endings=ZIP if restores else f"{SHEET} {ZIP}",
        error=_error(failed, words) if failed else "",
        written=failed.written if failed else "",
        preview=_preview(reading, match, asked.here, words) if reading else None,
        backup=brought,
        explains_what=say("What is a backup?") if restores else say("What is a score sheet?"),
        explains="" if outcome else say(_EXPLAINED_BACKUP if restores else _EXPLAINED),
        act=brought.act if brought else say("Add it") if restores else _sheet_act(match, words),
        obstacle=brought.obstacle if brought else "" if reading else waits,
    )


def _error(failed: NoSheet, words: Words) -> str:
    before = f"{failed.file}: " if failed.file else ""
    said = words.say(failed.says) if failed.says else ""
    if failed.error is None:
        return f"{before}{sentence(said)}"
    cause = failed.error.__cause__
    reason = sentence(said or failed.error.problem)
    if isinstance(cause, IllegalEventError):
        reason = refusal_words(cause.objection, words, str)
    elif isinstance(cause, PhrasedError):
        reason = _reason(cause, words)
    return f"{before}{_sheet_line(failed.line, reason, words)}"


def _reason(problem: PhrasedError, words: Words) -> str:
    """Return the problem as a sentence, with the expected value translated too."""
    wanted = words.say(str(problem.fields.get("wanted", "?")))
    return sentence(words.say(problem.phrase, **{**problem.fields, "wanted": wanted}))


def _sheet_line(line: int, reason: str, words: Words) -> str:
    return words.say("Line {line}: {reason}", line=line, reason=reason)


def _preview(reading: Reading, match: Match, here: Here, words: Words) -> PreviewView:
    series, faults = reading.log.series, reading.faults
    colours = with_colours(here.colours, (player.name for player in series.players))
    read = Snapshot(0, 0, reading.log, colours=colours)
    shown = tuple(
        _sheet_line(fault.line, _reason(fault.error, words), words)
        for fault in faults[:_SHOWN_FAULTS]
    )
    further = len(faults) - len(shown)
    named = presets(series.latest_rules, words)
    return PreviewView(
        name=series.name or words.say("Fan Tan"),
        beneath=" · ".join(filter(None, (day_words(series.date, words), _rounds(series, words)))),
        rules=" · ".join(filter(None, (named.title, named.changes))),
        players=tuple(person(read, player.handle) for player in series.players),
        race=race(read, words),
        faults_title=_faults_title(len(faults), words),
        faults=shown,
        further_faults=words.count("and {n} more", "and {n} more", further) if further else "",
        known=_known(match, words),
    )


def _rounds(series: Series, words: Words) -> str:
    off = sum(round_.void for round_ in series.rounds)
    rounds = rounds_words(len(series.rounds) - off, off, words)
    if series.standing.over:
        return f"{rounds} · {words.say('over')}"
    last = series.rounds[-1]
    return rounds if last.over else f"{rounds} · {words.say('the last one in play')}"


def _faults_title(faults: int, words: Words) -> str:
    if not faults:
        return ""
    return words.count(
        "A check line on the sheet is wrong. Its figures will be recalculated.",
        "{n} check lines on the sheet are wrong. Their figures will be recalculated.",
        faults,
    )


def _known(match: Match, words: Words) -> str:
    """Return a comparison with the series already here, empty for a new series."""
    say = words.say
    return {
        Kin.NEW: "",
        Kin.SAME: say("This series is already here."),
        Kin.SHORTER: say("This series is already here, and goes further here."),
        Kin.FURTHER: say("This series is already here; this sheet goes further."),
        Kin.DIFFERS: say(
            "A series that begins like this one is already here, but goes on differently."
        ),
    }[match.kin]


def _sheet_act(match: Match, words: Words) -> str:
    if match.kin is Kin.FURTHER:
        return words.say("Continue the series")
    if match.kin in BESIDE:
        return words.say("Add separately")
    return words.say("Add this series") if match.kin is Kin.NEW else words.say("Show the series")
