"""What was found wrong on the disk, in words: what is saved, what is missing, what to expect."""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

from companion.desk.archive import DeskState
from companion.desk.ports import Freed, Loss, Mended, Missing, Report, Sealed, Trouble, Unopened
from companion.views.speech import listed
from companion.words import Words


def report_words(report: Report, state: DeskState, words: Words) -> str:
    """The report in a few sentences."""
    match report:
        case Loss():
            told = _lost(report, _name(report.series, state, words), words)
        case Mended():
            told = _mended(report, state, words)
        case Missing():
            told = _missing(report, state, words)
        case Sealed():
            told = _sealed(report, state, words)
        case Unopened():
            told = _unopened(report, _name(report.series, state, words), words)
        case Freed():
            told = words.say(
                "The disk is full. What was kept in reserve for that is in use now: "
                "free some space soon."
            )
        case _:
            assert_never(report)
    return told


def _name(series: int | None, state: DeskState, words: Words) -> str:
    named = (each.name for each in state.entries if each.number == series)
    return next(named, "") or words.say("Fan Tan")


def _kept_as(aside: Path | None, words: Words) -> str:
    return words.say("The damaged file is kept as {file}.", file=aside) if aside else ""


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _lost(loss: Loss, name: str, words: Words) -> str:
    """What of a damaged round is kept, and what became of the rest."""
    kept = words.count("{n} entry is kept", "{n} entries are kept", loss.kept)
    told = words.say(
        "Round {number} of “{name}” was damaged on the disk: {kept}.",
        number=loss.number,
        name=name,
        kept=kept,
    )
    rest = words.say("The rest is lost.")
    if loss.called_off:
        rest = words.say("The rest is lost, so it is called off.")
    return _joined(told, rest, _kept_as(loss.aside, words))


def _mended(report: Mended, state: DeskState, words: Words) -> str:
    aside = _kept_as(report.aside, words)
    if report.series is None:
        told = words.say("The list of series was damaged on the disk. It has been put right.")
        return _joined(told, aside)
    told = words.say(
        "The page with the name of “{name}” was damaged on the disk. It has been put right.",
        name=_name(report.series, state, words),
    )
    lost = words.say("Some of what it said may be missing.") if _short(report) else ""
    return _joined(told, lost, aside)


def _short(report: Mended) -> bool:
    return bool(report.missing or report.more)


def _missing(report: Missing, state: DeskState, words: Words) -> str:
    if report.series is None:
        return words.say(
            "The list of series was gone from the disk. It was made anew from the series."
        )
    name = _name(report.series, state, words)
    if report.number is None:
        return words.say(
            "The page with the name of “{name}” was gone from the disk. "
            "It was made anew, as far as that is known.",
            name=name,
        )
    if report.last:
        return words.say(
            "Round {number} of “{name}” is missing on the disk. What was played before it is kept.",
            number=report.number,
            name=name,
        )
    return words.say(
        "Round {number} of “{name}” is missing on the disk, so it stands as called off.",
        number=report.number,
        name=name,
    )


def _sealed(report: Sealed, state: DeskState, words: Words) -> str:
    if report.series is None:
        return words.say(
            "The list of series was written by a newer version: it can be looked at, not changed."
        )
    name = _name(report.series, state, words)
    why = {
        Trouble.NEWER: words.say(
            "“{name}” was written by a newer version: it can be looked at, not changed.", name=name
        ),
        Trouble.UNCLEAR: words.say(
            "Not everything in “{name}” is understood, so it can be looked at, not changed.",
            name=name,
        ),
    }.get(
        report.trouble,
        words.say(
            "Not everything in “{name}” can be read, so it can be looked at, not changed.",
            name=name,
        ),
    )
    return _joined(why, _beginnings(report.rounds, words))


def _beginnings(rounds: tuple[int, ...], words: Words) -> str:
    if not rounds:
        return ""
    numbers = listed(tuple(map(str, rounds)), words)
    return words.say("Shown only as far as it is understood: round {numbers}.", numbers=numbers)


def _unopened(report: Unopened, name: str, words: Words) -> str:
    cause = {
        Trouble.FULL: words.say("the disk is full"),
        Trouble.FORBIDDEN: words.say("its files may not be used"),
        Trouble.GONE: words.say("its files are gone"),
        Trouble.BROKEN: words.say("the disk reports an error"),
        Trouble.NEWER: words.say("a newer version wrote it"),
        Trouble.UNCLEAR: words.say("nothing of it is understood"),
        Trouble.OTHER: words.say("nothing of it can be read"),
    }[report.trouble]
    return words.say("“{name}” could not be opened: {cause}.", name=name, cause=cause)
