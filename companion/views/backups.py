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
from companion.forms.entries import ImportForm, NoSheet
from companion.views import blocks as b
from companion.views import speech
from companion.views.of_series.standings import standing_panel
from companion.views.setting_up.house_rules import presets
from companion.words import Words


@dataclass(frozen=True, slots=True)
class Keeping:
    """The storage of a browser that alone has the series.

    `for_good` is true if the browser promised to keep the series, None if they are stored
    elsewhere. `missing` is a file without which the app does not start offline. `cleared` is true
    if the browser deleted the series while the page was open.
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


def backup_panel(says: str, words: Words, *, restores: bool = False) -> b.Panel:
    """Return the panel that saves a backup, or leads to restoring one."""
    save = b.Action("backup", words.say("Back up"), b.Act("back_up"), icon=b.Icon.ARCHIVE)
    go = b.Go("/settings/restore")
    restore = b.Action("restore", words.say("Restore"), go, icon=b.Icon.UNARCHIVE)
    buttons = b.Actions((save, restore) if restores else (save,))
    return b.Panel(
        (b.Text(says, style=b.Style.MUTED), buttons), words.say("Backup"), answers="backed-up"
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
class LocalChoices:
    """The choices of this archive, with which those of a backup are compared.

    `saved` are the saved house rules. `usual_chosen` is true if the usual house rules were chosen
    here, and `colours` are those of the players.
    """

    saved: SavedRules = ()
    usual_chosen: bool = False
    colours: Colours = field(default_factory=dict[str, int])


def contents(
    backup: Backup,
    matches: Sequence[Match],
    words: Words,
    added: frozenset[int],
    local: LocalChoices = LocalChoices(),
) -> tuple[b.Panel, b.Action]:
    """Return the series of a backup, and the button that adds those at the places `added`.

    A series that is not added is grey, and shows the reason.
    """
    kinds = Counter(match.kin for match in matches)
    most = max(_MOST_LINES, sum(kinds[kin] for kin in BESIDE))
    ordered = sorted(enumerate(matches), key=lambda placed: _ORDER.index(placed[1].kin))
    rows = (
        _series_row(number, backup.sheets[place], place, kin, words, added=place in added)
        for number, (place, kin) in enumerate(((at, match.kin) for at, match in ordered[:most]), 1)
    )
    further = len(ordered) - most
    more = [words.count("and {n} more", "and {n} more", further)] if further > 0 else []
    title = b.Text(_title(kinds, words), "backup-title", b.Style.STRONG, live=True)
    before, after = (
        [b.Text(says, style=b.Style.MUTED) for says in part]
        for part in (_remarks(backup, local, words), more)
    )
    act = words.say("Add")
    if added:
        act = words.count("Add {n} series", "Add {n} series", len(added))
    obstacle = ""
    if not (added or _brings_saved(backup, local) or _brings_usual(backup, local)):
        obstacle = words.say("Everything in it is already here.")
        if BESIDE & kinds.keys():
            obstacle = words.say("Choose at least one series.")
    return (
        b.Panel((title, *before, b.List(tuple(rows)), *after), key="backup"),
        _import(act, obstacle),
    )


def _import(says: str, obstacle: str) -> b.Action:
    return b.Action("import", says, b.Submit(), b.Emphasis.PRIMARY, obstacle=obstacle)


def _brings_saved(backup: Backup, local: LocalChoices) -> bool:
    """Return whether the backup has saved house rules with a free name."""
    return any(is_free(name, local.saved) for name, _ in backup.about.saved)


def _brings_usual(backup: Backup, local: LocalChoices) -> bool:
    """Return whether the usual house rules of the backup would be used."""
    return backup.about.usual is not None and not local.usual_chosen


def _title(kinds: Counter[Kin], words: Words) -> str:
    """Return a summary, e.g. `14 series are new, 1 differs`."""
    present = kinds[Kin.SAME] + kinds[Kin.SHORTER]
    counted = {
        Kin.NEW: words.count("{n} series is new", "{n} series are new", kinds[Kin.NEW]),
        Kin.SAME: words.count("{n} is already here", "{n} are already here", present),
        Kin.FURTHER: words.count(
            "{n} goes further than here", "{n} go further than here", kinds[Kin.FURTHER]
        ),
        Kin.DIFFERS: words.count("{n} differs", "{n} differ", kinds[Kin.DIFFERS]),
    }
    parts = [
        phrase for kin, phrase in counted.items() if (present if kin is Kin.SAME else kinds[kin])
    ]
    return f"{', '.join(parts)}." if parts else words.say("There is no series in it.")


def _series_row(
    number: int, sheet: BroughtSheet, place: int, kin: Kin, words: Words, *, added: bool
) -> b.Row:
    """Return a series; one similar to a series here can be chosen."""
    entry = sheet.entry
    rounds = speech.rounds_words(entry.dealt - entry.off, words, entry.off)
    people = speech.listed(entry.players, words)
    beside = words.say("Continue it") if kin is Kin.FURTHER else words.say("Add separately")
    says = words.say("Leave it out") if added else beside
    choose = b.Action(f"choose-{number}", says, b.Edit("choosing", (place,)))
    return b.Row(
        entry.name or words.say("Fan Tan"),
        subtitle=b.Text(_state(kin, words, added=added), f"backup-{number}"),
        note=" · ".join(filter(None, (speech.day_words(entry.date, words), rounds, people))),
        status=b.Status.PLAIN if added else b.Status.MUTED,
        strong=True,
        choices=(b.Choice((choose,)),) if kin in BESIDE else (),
        key=f"backup-{place}",
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


def _remarks(backup: Backup, local: LocalChoices, words: Words) -> list[str]:
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
        names = speech.listed(backup.skipped[:3], words)
        more = len(backup.skipped) - 3
        further = f" {words.count('and {n} more', 'and {n} more', more)}" if more > 0 else ""
        remarks.append(words.say("Left out, not a score sheet: {names}", names=f"{names}{further}"))
    if _brings_saved(backup, local):
        remarks.append(
            words.count(
                "{n} saved set of house rules will be added, unless its name is already used here.",
                "{n} saved sets of house rules will be added, unless their names are "
                "already used here.",
                len(backup.about.saved),
            )
        )
    if _brings_usual(backup, local):
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
    return " ".join(phrase for count, phrase in counts if count) or added


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


_LONGEST_LINE: Final = 400
"""The most characters shown of a faulty line."""


def importing(
    local: LocalChoices, words: Words, form: ImportForm, *, restores: bool = False
) -> b.Document:
    """Return the screen to import a score sheet or restore a backup, from a file or pasted text.

    A screen that `restores` has no text field. Nothing is stored before the tap on its button.
    """
    say = words.say
    title, ending = say("Restore a backup") if restores else say("Import"), f"{SHEET} {ZIP}"
    file = b.Action("import-file", say("Choose a file"), b.Act("choose_file"), icon=b.Icon.FILE)
    hint = say("Or paste a score sheet here")
    pasted = b.Field("import-text", form.text, hint, "written", tall=True)
    source = b.Panel(
        (b.Actions((file,)), *(() if restores else (pasted,))),
        say("Backup") if restores else say("Score sheet or backup"),
        beside=ZIP if restores else ending,
    )
    done = b.notices(form.done, "restored")
    follows = b.Act("open_file", form.file) if form.file else None
    if form.text != form.read:
        follows = b.Act("read_text", (form.text,))
    return b.Document(
        title,
        ((*done, source), _found(form, local, words, restores=restores)),
        footer=(_button(form, local, words, restores=restores),),
        follows=follows,
    )


def _found(
    form: ImportForm, local: LocalChoices, words: Words, *, restores: bool
) -> tuple[b.Block, ...]:
    """Return the error with its line, or the preview of the series, else an explanation."""
    match form.outcome:
        case Reading() as reading:
            return _preview(reading, _match(form), local, words)
        case Backup() as backup:
            return contents(backup, form.matches, words, form.added, local)[:1]
        case NoSheet() as failed:
            return _failed(failed, words)
        case None:
            says = words.say(_EXPLAINED_BACKUP if restores else _EXPLAINED)
            title = (
                words.say("What is a backup?") if restores else words.say("What is a score sheet?")
            )
            return (b.Panel((b.Text(says, style=b.Style.MUTED),), title, key="explained"),)


def _button(form: ImportForm, local: LocalChoices, words: Words, *, restores: bool) -> b.Action:
    """Return the button that imports, and afterwards the button to all series."""
    if form.done:
        return b.Action("show-series", words.say("Show all series"), b.Go("/"), b.Emphasis.PRIMARY)
    if isinstance(form.outcome, Backup):
        return contents(form.outcome, form.matches, words, form.added, local)[1]
    says = words.say("Add it") if restores else _sheet_act(_match(form), words)
    return _import(says, _obstacle(form, words, restores=restores))


def _obstacle(form: ImportForm, words: Words, *, restores: bool) -> str:
    """Return the reason why nothing can be imported yet, empty once a sheet has been read."""
    if form.file:
        return words.say(_BUSY)
    match form.outcome:
        case NoSheet():
            return words.say(_CORRECT if form.text and not restores else _OTHER)
        case None:
            return words.say(_CHOOSE_BACKUP if restores else _CHOOSE)
        case _:
            return ""


def _match(form: ImportForm) -> Match:
    """Return the comparison of a score sheet with the archive."""
    return next(iter(form.matches), Match(Kin.NEW))


def _failed(failed: NoSheet, words: Words) -> tuple[b.Block, ...]:
    error = b.Notice(_error(failed, words), "import-error", b.Status.BAD)
    if not failed.written:
        return (error,)
    written = failed.written
    shown = written if len(written) <= _LONGEST_LINE else f"{written[:_LONGEST_LINE]} …"
    line = b.Text(shown, "import-line", b.Style.STRONG)
    return (error, b.Panel((line,), words.say("What stands there")))


def _error(failed: NoSheet, words: Words) -> str:
    before = f"{failed.file}: " if failed.file else ""
    problem = words.say(failed.says) if failed.says else ""
    if failed.error is None:
        return f"{before}{speech.sentence(problem)}"
    cause = failed.error.__cause__
    reason = speech.sentence(problem or failed.error.problem)
    if isinstance(cause, IllegalEventError):
        reason = speech.refusal_words(cause.objection, words, str)
    elif isinstance(cause, PhrasedError):
        reason = _reason(cause, words)
    return f"{before}{_sheet_line(failed.line, reason, words)}"


def _reason(problem: PhrasedError, words: Words) -> str:
    """Return the problem as a sentence, with the expected value translated too."""
    wanted = words.say(str(problem.fields.get("wanted", "?")))
    return speech.sentence(words.say(problem.phrase, **{**problem.fields, "wanted": wanted}))


def _sheet_line(line: int, reason: str, words: Words) -> str:
    return words.say("Line {line}: {reason}", line=line, reason=reason)


def _preview(
    reading: Reading, match: Match, local: LocalChoices, words: Words
) -> tuple[b.Block, ...]:
    """Return the doubts about a sheet, and its series as it will be here."""
    series = reading.log.series
    names = tuple(player.name for player in series.players)
    read = Snapshot(0, 0, reading.log, colours=with_colours(local.colours, names))
    named = presets(series.latest_rules, words)
    beneath = " · ".join(
        filter(None, (speech.day_words(series.date, words), _rounds(series, words)))
    )
    facts = b.Panel(
        (
            b.Text(series.name or words.say("Fan Tan"), "import-name", b.Style.STRONG),
            b.Text(beneath, "import-rounds", b.Style.MUTED),
            b.Text(" · ".join(filter(None, (named.title, named.changes))), style=b.Style.MUTED),
            b.Text(speech.listed(names, words)),
        ),
        key="series",
    )
    known = b.notices(_known(match, words), "import-known")
    return (*known, *_faults(reading, words), facts, standing_panel(read, words))


def _faults(reading: Reading, words: Words) -> tuple[b.Block, ...]:
    """Return the wrong check lines of a sheet."""
    faults = reading.faults
    if not faults:
        return ()
    lines = [
        b.Text(_sheet_line(fault.line, _reason(fault.error, words), words), f"fault-{place}")
        for place, fault in enumerate(faults[:_SHOWN_FAULTS], 1)
    ]
    if (further := len(faults) - len(lines)) > 0:
        more = words.count("and {n} more", "and {n} more", further)
        lines.append(b.Text(more, style=b.Style.MUTED))
    title = words.count(
        "A check line on the sheet is wrong. Its figures will be recalculated.",
        "{n} check lines on the sheet are wrong. Their figures will be recalculated.",
        len(faults),
    )
    return (
        b.Notice(title, "import-faults", b.Status.BAD),
        b.Panel(tuple(lines), key="fault-lines"),
    )


def _rounds(series: Series, words: Words) -> str:
    off = sum(round_.void for round_ in series.rounds)
    rounds = speech.rounds_words(len(series.rounds) - off, words, off)
    if series.standing.over:
        return f"{rounds} · {words.say('over')}"
    last = series.rounds[-1]
    return rounds if last.over else f"{rounds} · {words.say('the last one in play')}"


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
