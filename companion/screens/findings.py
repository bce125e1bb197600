"""Damage to the data folder, and reasons why opening fails, in words."""

from dataclasses import dataclass

from companion.core.objections import phrase
from companion.desk.archive import Catalogue
from companion.desk.ports import Finding, Problem, StoreFailedError, Trouble
from companion.screens.speech import cause_words
from companion.words import Words


def shown_findings(catalogue: Catalogue, words: Words) -> tuple[str, ...]:
    """Return the findings for the first screen in words."""
    return tuple(finding_words(finding, catalogue, words) for finding in catalogue.findings)


def finding_words(finding: Finding, catalogue: Catalogue, words: Words) -> str:
    """Return the finding in a few sentences."""
    gone = finding.problem is Problem.SERIES_MISSING
    name = finding.detail if gone else _name(finding.series, catalogue, words)
    aside = finding.aside
    report = _report(finding, name, words)
    kept = words.say("The damaged file is kept as {file}.", file=aside) if aside else ""
    return " ".join(filter(None, (report, kept)))


def _name(series: int | None, catalogue: Catalogue, words: Words) -> str:
    entries = (*catalogue.entries, *catalogue.removed)
    named = (entry.name for entry in entries if entry.number == series)
    return next(named, "") or words.say("Fan Tan")


_SAYS = {
    Problem.CHOICES_DAMAGED: phrase(
        "The file with your rules and deleted series was damaged, so an older copy is used. "
        "Look whether your house rules are right."
    ),
    Problem.MEMORY_DAMAGED: phrase(
        "What this browser keeps was changed from outside, and the last turns may be missing. "
        "Look at the table before you play on, and save a backup from the settings."
    ),
    Problem.SERIES_MISPLACED: phrase(
        "The file {file} belongs to another series, so it is not opened. Rename it to {place}, "
        "or take it away if there is such a file."
    ),
    Problem.SERIES_MISSING: phrase("The file of “{name}” is gone from the disk."),
    Problem.SERIES_CLOSED: phrase("The file {file} of “{name}” cannot be read: {cause}."),
    Problem.SERIES_COPY: phrase(
        "The file {file} looks like a copy of “{name}” that a cloud folder made. It is not opened."
    ),
    Problem.SERIES_UNREADABLE: phrase("“{name}” could not be read in full: {cause}."),
}
"""The problems in words, with the fields `file`, `name`, `place` and `cause`."""


def _report(finding: Finding, name: str, words: Words) -> str:
    """Return the finding without the place of the damaged file."""
    match finding.problem:
        case Problem.SERIES_NEWER:
            return words.pair(name, cause_words(Trouble.NEWER, words))
        case Problem.SERIES_CUT | Problem.SERIES_DAMAGED:
            return words.count(
                "“{name}” was damaged on the disk: {n} entry at its end is lost.",
                "“{name}” was damaged on the disk: {n} entries at its end are lost.",
                finding.count,
                name=name,
            )
        case problem:
            return words.say(
                _SAYS[problem],
                file=finding.where,
                name=name,
                place=finding.detail,
                cause=finding.detail,
            )


@dataclass(frozen=True)
class CannotOpen:
    """The screen shown if opening fails; `details` are the raw message for a helper."""

    title: str
    why: str
    details: str


def cannot_open(failed: StoreFailedError, words: Words) -> CannotOpen:
    """Build the screen after opening failed."""
    return CannotOpen(
        title=words.say("The game nights cannot be opened"),
        why=_why(failed.trouble, words),
        details=str(failed),
    )


def _why(trouble: Trouble, words: Words) -> str:
    say = words.say
    special = {
        Trouble.IN_USE: say("Fan Tan is open already, in another window. Close that one first."),
        Trouble.UNLOCKABLE: say("The game nights would not be safe on this drive."),
    }
    return special.get(trouble) or cause_words(trouble, words)
