"""A score sheet or a backup that comes in: what it tells, or why it cannot be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from companion.core.backup import BESIDE, Backup, Kin, Match
from companion.core.errors import IllegalEventError, Told
from companion.core.file_names import SHEET, ZIP
from companion.core.phrases import phrase
from companion.core.series import Series
from companion.core.sheet import Reading
from companion.forms.brought_sheet import NoSheet, Outcome
from companion.views.brought_backup import BackupView, Here, backup_view
from companion.views.of_series.standings import RaceView, race
from companion.views.person import Person, person
from companion.views.refusals import refusal_words, sentence
from companion.views.setting_up.house_rules import presets
from companion.views.speech import day_words, rounds_words
from companion.words import Words

_SHOWN_FAULTS: Final = 6
_EXPLAINED: Final = phrase(
    "A game night as text: who played, every card and every pass. Any series can be saved as one "
    "from its own screen, and anybody can write one by hand."
)
_CHOOSE: Final = phrase("Choose a file, or paste a score sheet.")
_EXPLAINED_BACKUP: Final = phrase(
    "All series and the usual house rules in one file. You see what is in it before anything is "
    "added; what is here already stays as it is, and nothing comes twice."
)
_CHOOSE_BACKUP: Final = phrase("Choose a backup first.")
_BUSY: Final = phrase("One moment: the file is being read.")
_CORRECT: Final = phrase("Choose another file, or mend the text.")
_OTHER: Final = phrase("Choose another file.")


@dataclass(frozen=True, slots=True)
class PreviewView:
    """A series as it will stand: its players, how far it went, the race. `faults` are checks of
    the sheet that do not hold, `further_faults` says how many more there are.
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
    """All that the screen shows: an error with the line it stands in, or a preview; with neither
    `explains` tells what a score sheet is. `obstacle` says why nothing can be added yet.
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
    """What the screen is open for, to restore a backup or for sheets as well; whether a file is
    being read, and whether its text is `in_field` to be corrected; how the series that are brought
    compare with those that are here, which of them are to be added, and what else is here.
    """

    matches: tuple[Match, ...] = ()
    added: frozenset[int] = frozenset()
    here: Here = field(default_factory=Here)
    restores: bool = False
    busy: bool = False
    in_field: bool = False


def importing(outcome: Outcome, words: Words, asked: Asked | None = None) -> ImportView:
    """The screen for what came of the text, or of the file."""
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
        preview=_preview(reading, match, words) if reading else None,
        backup=brought,
        explains_what=say("What is a backup?") if restores else say("What is a score sheet?"),
        explains="" if outcome else say(_EXPLAINED_BACKUP if restores else _EXPLAINED),
        act=brought.act if brought else say("Add it") if restores else _act(match, words),
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
    elif isinstance(cause, Told):
        reason = _reason(cause, words)
    return f"{before}{_line(failed.line, reason, words)}"


def _reason(problem: Told, words: Words) -> str:
    """The problem as a sentence; what an option takes is a phrase itself."""
    wanted = words.say(str(problem.fields.get("wanted", "?")))
    return sentence(words.say(problem.phrase, **{**problem.fields, "wanted": wanted}))


def _line(line: int, reason: str, words: Words) -> str:
    return words.say("Line {line}: {reason}", line=line, reason=reason)


def _preview(reading: Reading, match: Match, words: Words) -> PreviewView:
    series, faults = reading.log.series, reading.faults
    shown = tuple(
        _line(fault.line, _reason(fault.told, words), words) for fault in faults[:_SHOWN_FAULTS]
    )
    further = len(faults) - len(shown)
    named = presets(series.latest_rules, words)
    return PreviewView(
        name=series.name or words.say("Fan Tan"),
        beneath=" · ".join(filter(None, (day_words(series.date, words), _rounds(series, words)))),
        rules=" · ".join(filter(None, (named.title, named.changes))),
        players=tuple(person(series, player.handle) for player in series.players),
        race=race(series, words),
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
        "A check on the sheet does not hold. What it counts is counted anew.",
        "{n} checks on the sheet do not hold. What they count is counted anew.",
        faults,
    )


def _known(match: Match, words: Words) -> str:
    """Say how a series compares with the one that is here already, empty where it is new."""
    say = words.say
    told = {
        Kin.NEW: "",
        Kin.SAME: say("This series is here already."),
        Kin.RENAMED: say("This series is here already, under other names."),
        Kin.BEHIND: say("This series is here already, and goes on further there."),
        Kin.FURTHER: say("This series is here already; this sheet goes on further."),
        Kin.CHANGED: say("This series is here already, and was changed since."),
        Kin.UNREAD: say("This series is here already, and cannot be read there."),
        Kin.DIFFERS: say("A series with this beginning is here already, and went on differently."),
    }
    return told[match.kin]


def _act(match: Match, words: Words) -> str:
    if match.kin is Kin.FURTHER:
        return words.say("Continue the series")
    if match.kin in BESIDE:
        return words.say("Add it beside")
    return words.say("Add this series") if match.kin is Kin.NEW else words.say("Show the series")
