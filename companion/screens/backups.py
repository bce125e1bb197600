"""The export and import of backups and score sheets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from companion.core.backup import (
    CANNOT_BE_READ,
    NO_ROUND,
    NO_SHEET,
    TOO_LARGE,
    About,
    Backup,
    BackupError,
    BroughtSheet,
    is_zip,
    unpacked,
)
from companion.core.entries import Entry
from companion.core.kinship import Kin, Match, More, Take, taken_by_default
from companion.core.names import CSV, SHEET, ZIP
from companion.core.objections import IllegalEventError, SheetError, phrase
from companion.core.outside import OutsideError
from companion.core.plays import read_scores, text_in
from companion.core.rounds.texts import OPEN_POINTS
from companion.core.sheet import read
from companion.core.sheet.block import Remark
from companion.core.tables import CARDS, POINTS, FaultyTableError, TableError
from companion.desk.backup_store import Restored, SavedBackup
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens import speech
from companion.screens.kit import App, BrowserStorage, Form, ScreenFacts, act, edit, submit
from companion.words import Words, number_words

CLEARED = phrase(
    "This browser has deleted the series. Nothing is saved any more: save a backup before you "
    "close the page."
)


def backup_says(storage: BrowserStorage, words: Words) -> str:
    """Return the purpose of a backup in words, with warnings about the storage of the browser."""
    says = [words.say("All series and the usual house rules in one file.")]
    if storage.cleared:
        says.append(words.say(CLEARED))
    elif storage.for_good is False:
        says.append(words.say("This browser may delete them: save a backup now and then."))
    return " ".join(says)


def reminder(
    night: Snapshot | None,
    entries: Sequence[Entry],
    storage: BrowserStorage,
    words: Words,
) -> str:
    """Return a reminder to save a backup, or an empty text.

    A reminder is due once the browser has deleted the series, or once the newest series is over
    and stored in the browser alone.
    """
    if storage.cleared:
        return words.say(CLEARED)
    newest = max((entry.number for entry in entries), default=0)
    if (
        night is None
        or storage.for_good is None
        or not night.series.standing.over
        or night.number != newest
    ):
        return ""
    return words.say("This browser may delete them: save a backup now and then.")


def backup_panel(says: str, words: Words, *, restores: bool = False) -> b.Panel:
    """Return the panel that saves a backup, or leads to restoring one."""
    save = b.Action("backup", words.say("Save"), act(back_up), icon=b.Icon.ARCHIVE)
    go = b.Go("import")
    restore = b.Action("restore", words.say("Import"), go, icon=b.Icon.UNARCHIVE)
    buttons = b.Actions((save, restore) if restores else (save,))
    return b.Panel(
        (b.Text(says, style=b.Style.MUTED), buttons), words.say("Backup"), answers="backed-up"
    )


def saved(backup: SavedBackup, name: str, words: Words) -> str:
    """Return a notice of the backup just saved under a name."""
    done = words.say("The file is saved: {name}.", name=name)
    return " ".join(filter(None, (done, speech.unread_words(backup.left_out, words))))


def backup_name(today: date, words: Words) -> str:
    """Return a file name that every file system takes."""
    return f"{words.say('Fan Tan')} {today.isoformat()}{ZIP}"


_MOST_LINES = 40
_ORDER = (Kin.BOTH, Kin.FURTHER, Kin.NEW, Kin.SAME)
"""The order of the list, with doubtful series first."""


def _listed(form: ImportForm, backup: Backup, facts: ScreenFacts) -> b.Panel:
    """Return the series of a backup; one that is left out is grey, and shows the reason."""
    words = facts.words
    matches = form.matches
    most = max(_MOST_LINES, sum(match.kin in _CHOICES for match in matches))
    ordered = sorted(enumerate(matches), key=lambda placed: _ORDER.index(placed[1].kin))
    rows = (
        _series_row(number, backup, at, form, facts)
        for number, (at, _) in enumerate(ordered[:most], 1)
    )
    names = speech.listed(backup.skipped, words)
    skipped = words.say("Left out: {fact}.", fact=names)
    before = (b.Text(skipped, style=b.Style.MUTED),) if names else ()
    further = len(ordered) - most
    after = (b.Text(f"+ {further}", style=b.Style.MUTED),) if further > 0 else ()
    before = *before, *_asked(backup, words)
    return b.Panel((*before, b.List(tuple(rows)), *after), key="backup")


def _asked(backup: Backup, words: Words) -> Iterator[b.Text | b.Choice]:
    """Yield what a table counts, or the games of another program, and what stays open."""
    units = {CARDS: words.say("Cards left"), POINTS: words.say("Points")} if backup.unit else {}
    answers = {**units, **{game: game for game in backup.games[:_MOST_LINES]}}
    if not answers:
        return
    held = backup.unit or backup.chosen
    yield b.Choice(
        tuple(
            b.Action(f"as-{number}", says, edit(ImportForm.reading, how), chosen=how == held)
            for number, (how, says) in enumerate(answers.items(), 1)
        ),
        says=words.say("Passes and chips of these rounds stay open.") if backup.sheets else "",
    )
    if backup.unread:
        says = words.count("{n} play is no round.", "{n} plays are no rounds.", backup.unread)
        yield b.Text(says, "unread")
    if backup.games:
        yield b.Text(words.say("Places, times, roles and notes are left out."))


def _adding(form: ImportForm, backup: Backup, facts: ScreenFacts) -> b.Action:
    """Return the button that adds the series chosen, or the house rules alone."""
    local = facts.catalogue
    brings_rules = backup.about.usual is not None and not local.usual_chosen
    taken = [how for how in form.answers.values() if how is not Take.LEAVE]
    says = facts.say("Import")
    if taken:
        says = facts.count("Add {n} series", "Add {n} series", len(taken))
    if taken in ([Take.CONTINUE], [Take.REPLACE]):
        says = _take_words(taken[0], facts.words)
    obstacle = ""
    if len(form.answers) < len(form.matches):
        asked = next(at for at in range(len(form.matches)) if at not in form.answers)
        name = backup.sheets[asked].entry.name or facts.say("Fan Tan")
        obstacle = facts.say("{series} was changed here and there.", series=name)
    elif backup.games and not backup.chosen:
        obstacle = facts.say("Choose a game.")
    elif not taken and not brings_rules:
        obstacle = facts.say("Everything in it is already here.")
        if any(match.kin in _CHOICES for match in form.matches):
            obstacle = facts.say("Choose at least one series.")
    return _import(says, obstacle)


def _import(says: str, obstacle: str) -> b.Action:
    return b.Action("import", says, submit(add), b.Emphasis.PRIMARY, obstacle=obstacle)


_CHOICES = {
    Kin.FURTHER: (Take.CONTINUE, Take.ADD, Take.LEAVE),
    Kin.BOTH: (Take.ADD, Take.REPLACE, Take.LEAVE),
}
"""What can be done with a series that is here already, but not the same."""


def _series_row(
    number: int, backup: Backup, place: int, form: ImportForm, facts: ScreenFacts
) -> b.Row:
    """Return a series, with the choices where a similar one is here."""
    words = facts.words
    sheet = backup.sheets[place]
    entry = sheet.entry
    match = form.matches[place]
    taken = form.answers.get(place)
    rounds = speech.rounds_words(entry.dealt - entry.off, words, entry.off)
    from_scores = backup.unit or backup.games
    people = speech.listed(_totals(sheet) if from_scores else entry.players, words)
    day = speech.day_words(entry.date, words) if entry.name else ""
    choices = tuple(
        b.Action(
            f"{how.value}-{number}",
            _take_words(how, words),
            edit(ImportForm.choosing, place, how),
            chosen=taken is how,
        )
        for how in _CHOICES.get(match.kin, ())
    )
    return b.Row(
        speech.called(entry.name, entry.date, words),
        subtitle=b.Text(_state(match, facts), f"backup-{number}"),
        note=speech.join_facts(day, rounds, people),
        status=b.Status.MUTED if taken is Take.LEAVE else b.Status.PLAIN,
        strong=True,
        choices=(b.Choice(choices),) if choices else (),
        key=f"backup-{place}",
    )


def _totals(sheet: BroughtSheet) -> list[str]:
    """Return the players with their totals."""
    totals = sheet.log.series.totals
    scores = {handle: number_words(n) for handle, n in totals.points.items()}
    scores |= dict.fromkeys(totals.open, OPEN_POINTS)
    return [f"{sheet.log.series.name_of(handle)} {score}" for handle, score in scores.items()]


def _take_words(how: Take, words: Words) -> str:
    return {
        Take.ADD: words.say("Keep both"),
        Take.CONTINUE: words.say("Continue it"),
        Take.REPLACE: words.say("Take this one"),
        Take.LEAVE: words.say("Leave it out"),
    }[how]


def _state(match: Match, facts: ScreenFacts) -> str:
    """Return which series here is meant, and what each of the two has more."""
    words = facts.words
    if match.kin is Kin.NEW:
        return words.say("new")
    series = _meant(match.number, facts)
    ours, theirs = _more(match.ours, words), _more(match.theirs, words)
    only_here = words.say("Only here: {more}.", more=ours) if ours else ""
    only_there = words.say("Only in the file: {more}.", more=theirs) if theirs else ""
    says = {
        Kin.SAME: words.say("{series} is already here.", series=series),
        Kin.FURTHER: words.say("{series} goes on.", series=series),
        Kin.BOTH: words.say("{series} was changed here and there.", series=series),
    }[match.kin]
    # What vanished here since, such as a fine let go, is nothing that the file brings.
    parts = (says, only_here, "" if match.kin is Kin.SAME else only_there)
    return " ".join(filter(None, parts))


def _meant(number: int, facts: ScreenFacts) -> str:
    """Return the series here with this number, by its name and day."""
    words = facts.words
    entries = facts.catalogue.entries
    entry = next((entry for entry in entries if entry.number == number), None)
    name = (entry and entry.name) or words.say("Fan Tan")
    day = speech.day_words(entry.date, words) if entry else ""
    return speech.join_facts(name, day)


def _more(more: More, words: Words) -> str:
    """Return what one of two series has more, in words."""
    counts = (
        (more.rounds, words.count("{n} round", "{n} rounds", more.rounds)),
        (more.turns, words.count("{n} turn", "{n} turns", more.turns)),
        (more.others, words.count("{n} other entry", "{n} other entries", more.others)),
    )
    return speech.listed([says for count, says in counts if count], words)


def restored(done: Restored, words: Words) -> str:
    """Return a notice of the series and rules added; a series that goes on further counts too."""
    brought = done.added + done.continued + done.replaced
    added = words.count("{n} series was added.", "{n} series were added.", brought)
    rules = words.say("House rules were added.")
    counts = ((brought, added), (done.rules, rules))
    return " ".join(phrase for count, phrase in counts if count) or added


_BUSY = phrase("One moment: the file is being read.")


_LONGEST_LINE = 400
"""The most characters shown of a faulty line."""


LONGEST = 2_000_000
"""The most bytes of a sheet: enough for some thousand rounds, too few for a picture or a film."""

_BEGINNING = 200
"""Bytes in which a sheet begins that is written in another coding."""

LARGEST = 4 * 2**20
"""The most bytes of a file that a browser without a server reads: some thousand series."""


@dataclass(frozen=True)
class NoSheet:
    """The reason why a text or file cannot be read.

    `error` and `written` describe a faulty `line`; `says` is a reason about the whole text. `file`
    names the faulty file of a backup, or the backup.
    """

    says: str = ""
    line: int = 0
    error: SheetError | None = None
    written: str = ""
    file: str = ""


Outcome = Backup | NoSheet | None
"""The result of reading a text; None for an empty text. One sheet is a backup of one series."""


def opened(content: bytes, name: str = "") -> tuple[str, Outcome]:
    """Return the text of a file with the given name, and the result of reading the file."""
    if is_zip(content):
        return "", _backup(content, name)
    if len(content) > LARGEST:
        return "", NoSheet(TOO_LARGE)
    try:
        text = text_in(content)
    except SheetError as error:
        if b"fantan" not in content[:_BEGINNING]:
            return "", NoSheet(NO_SHEET)
        return "", NoSheet(line=error.line, error=error)
    if not text.strip():
        return "", NoSheet(NO_SHEET)
    return ("", NoSheet(NO_SHEET)) if "\0" in text else (text, parse_text(text))


def _backup(content: bytes, name: str) -> Backup | NoSheet:
    try:
        return unpacked(content)
    except BackupError as error:
        line = error.sheet.line if error.sheet else 0
        return NoSheet(error.phrase, line, error.sheet, file=error.file or name)


def parse_text(text: str, how: str = "") -> Outcome:
    """Return the result of reading a text, which may be a table or plays to be read in some way."""
    if len(text) > (LARGEST if text.lstrip().startswith("{") else LONGEST):
        return NoSheet(TOO_LARGE)
    if not text.strip():
        return None
    try:
        if scores := read_scores(text, LARGEST, how):
            return scores
        reading = read(text)
    except OutsideError:
        return NoSheet(NO_SHEET)
    except SheetError as error:
        lines = text.split("\n")
        written = lines[error.line - 1].strip() if error.line <= len(lines) else ""
        return NoSheet(line=error.line, error=error, written=written)
    if not reading.log.series.rounds:
        return NoSheet(NO_ROUND)
    return Backup((BroughtSheet.of(reading),), About())


@dataclass(frozen=True)
class ImportForm:
    """The form of an import.

    `text` is written in the field, and `file` is the file being read, by name and content.
    `outcome` and `matches` belong to the text `read`, and `answers` are what is done with the
    series, by their places; one without an answer is asked for. `done` is the report after a backup
    was restored, and `how` what a table counts, or the game of the plays.
    """

    text: str = ""
    file: tuple[str, bytes] | None = None
    outcome: Outcome = None
    read: str = ""
    matches: tuple[Match, ...] = ()
    answers: Mapping[int, Take] = field(default_factory=dict[int, Take])
    done: str = ""
    how: str = ""

    def pasting(self, text: str) -> ImportForm:
        """Return a copy with another text in the field; a file is no longer awaited."""
        return replace(self, text=text, file=None)

    def opening(self, name: str, content: bytes) -> ImportForm:
        """Return a form in which a file is being read."""
        return ImportForm(file=(name, content))

    def reading(self, how: str) -> ImportForm:
        """Return a copy in which the text is read anew, as cards or points or for a game."""
        return replace(self, how=how, read="")

    def choosing(self, place: int, how: Take) -> ImportForm:
        """Return a copy with another answer for the series at a place."""
        return replace(self, answers={**self.answers, place: how})

    @property
    def backup(self) -> Backup | None:
        """What is to be added, or None while a text is still being read."""
        outcome = self.outcome if self.read == self.text else None
        return outcome if isinstance(outcome, Backup) else None

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen to import a score sheet or restore a backup.

        Nothing is stored before the tap on its button.
        """
        say = facts.say
        file = b.Action("import-file", say("Choose a file"), act(choose_file), icon=b.Icon.FILE)
        hint = say("Or paste a score sheet or a table here")
        plays = isinstance(self.outcome, Backup) and self.outcome.games  # too long to be shown
        shown = "" if plays else self.text
        pasted = b.Field("import-text", shown, hint, ImportForm.pasting, tall=True)
        source = b.Panel(
            (b.Actions((file,)), pasted),
            say("Score sheet, table or backup"),
            beside=f"{SHEET} {ZIP} {CSV} .json",
        )
        follows = act(open_file, *self.file) if self.file else None
        if self.text != self.read:
            follows = act(read_text, self.text, self.how)
        return b.Document(
            say("Import"),
            ((*b.notices(self.done, "restored"), source), _found(self, facts)),
            footer=(_button(self, facts),),
            follows=follows,
        )


def importing(_facts: ScreenFacts) -> Form:
    """Return the form that imports a score sheet or backup."""
    return Form(ImportForm(), "import")


async def add(app: App, form: ImportForm) -> Callable[[ImportForm], ImportForm] | None:
    """Add the series and house rules; a single series is opened, with a notice of what came.

    Nothing happens while a text is still being read.
    """
    brought = form.backup
    if brought is None:
        return None
    backups = app.archive.backups
    try:
        restore = partial(backups.restore, brought, form.matches, form.answers)
        done = await app.alone(restore)
    finally:
        await app.show()
    if done is None:
        return None
    says = restored(done, app.facts.words)
    if len(brought.sheets) == 1 and done.added + done.continued + done.replaced:
        (match,) = await backups.match(brought.sheets)
        await app.navigation.go(f"/series/{match.number}", says)
        return None
    return lambda _: ImportForm(done=says)


async def choose_file(app: App) -> Callable[[ImportForm], ImportForm] | None:
    """Let a person choose a file, and read it."""
    file = await app.device.choose_file()
    return (lambda form: form.opening(*file)) if file else None


async def open_file(app: App, name: str, content: bytes) -> Callable[[ImportForm], ImportForm]:
    """Read a file in a thread, and return the form with the result.

    The result is dropped if another file was chosen meanwhile. After a failure no file is chosen.
    """
    form: ImportForm | None = None

    async def read() -> None:
        nonlocal form
        form = await _matched(app, *await asyncio.to_thread(opened, content, name))

    await app.safely(read)

    return lambda now: (form or ImportForm()) if now.file == (name, content) else now


async def read_text(app: App, written: str, how: str) -> Callable[[ImportForm], ImportForm]:
    """Read a pasted text; the result is dropped if the text was changed meanwhile."""
    read = await _matched(app, written, await asyncio.to_thread(parse_text, written, how))
    read = replace(read, how=how)
    return lambda form: read if (form.text, form.how) == (written, how) else form


async def _matched(app: App, written: str, outcome: Outcome) -> ImportForm:
    """Compare the imported series with the archived ones."""
    sheets = outcome.sheets if isinstance(outcome, Backup) else ()
    matches = await app.archive.backups.match(sheets)
    return ImportForm(written, None, outcome, written, matches, taken_by_default(matches))


async def back_up(app: App) -> Callable[[str], str] | None:
    """Save a backup of all series."""
    backup = await app.archive.backups.make()
    name = backup_name(app.facts.today, app.facts.words)
    if not await app.device.save_file(name, backup.content):
        return None
    says = saved(backup, name, app.facts.words)
    return lambda _: says


def _found(form: ImportForm, facts: ScreenFacts) -> b.Blocks:
    """Return the error with its line, or the series that were read with their doubts."""
    match form.outcome:
        case Backup() as backup:
            notices = *_faults(backup, facts.words), *_remarks(backup, facts.words)
            return (*notices, _listed(form, backup, facts))
        case NoSheet() as failed:
            return _failed(failed, facts.words)
        case None:
            return ()


def _button(form: ImportForm, facts: ScreenFacts) -> b.Action:
    """Return the button that imports, and afterwards the button to all series."""
    if form.done:
        return b.Action("show-series", facts.say("Home"), b.Go("/"), b.Emphasis.PRIMARY)
    if form.backup:
        return _adding(form, form.backup, facts)
    return _import(facts.say("Import"), _obstacle(form, facts))


def _obstacle(form: ImportForm, facts: ScreenFacts) -> str:
    """Return the reason why nothing can be imported yet."""
    if form.file:
        return facts.say(_BUSY)
    if isinstance(form.outcome, NoSheet):
        return speech.sentence(facts.say(CANNOT_BE_READ), facts.words)
    return facts.say("Choose a file") if form.outcome is None else ""


def _failed(failed: NoSheet, words: Words) -> b.Blocks:
    error = b.Notice(_error(failed, words), "import-error", b.Status.BAD)
    if not failed.written:
        return (error,)
    written = failed.written
    shown = written if len(written) <= _LONGEST_LINE else f"{written[:_LONGEST_LINE]} …"
    line = b.Text(shown, "import-line", b.Style.STRONG)
    others = failed.error.faults[1:_MOST_LINES] if failed.error else ()
    further = (b.Text(_error(replace(failed, line=one.line, error=one), words)) for one in others)
    faulty = b.Panel((line, *further))
    sheet = failed.error.brought if isinstance(failed.error, FaultyTableError) else None
    if sheet is None:
        return (error, faulty)
    rounds = speech.rounds_words(sheet.entry.dealt - sheet.entry.off, words)
    return (error, faulty, b.Panel((b.Text(f"{rounds} · {speech.listed(_totals(sheet), words)}"),)))


def _error(failed: NoSheet, words: Words) -> str:
    says = _reason(failed, words)
    return words.pair(failed.file, says) if failed.file else says


def _reason(failed: NoSheet, words: Words) -> str:
    problem = words.say(failed.says) if failed.says else ""
    if failed.error is None:
        return speech.sentence(problem, words)
    reason = speech.sentence(problem, words) or words.say(
        "This is not written as a score sheet should be."
    )
    cause = failed.error.__cause__
    if isinstance(cause, IllegalEventError):
        reason = speech.refusal_words(cause.objection, words)
    elif isinstance(cause, TableError):
        reason = speech.sentence(words.say(cause.phrase, **cause.fields), words)
    return _on_line(failed.line, reason, words)


def _on_line(line: int, reason: str, words: Words) -> str:
    return words.say("Line {line}: {reason}", line=line, reason=reason)


def _faults(backup: Backup, words: Words) -> tuple[b.Notice, ...]:
    """Return the notice of wrong check lines, if there are any."""
    faults = sum(len(sheet.faults) for sheet in backup.sheets)
    title = words.count(
        "A check line on the sheet is wrong. Its figures will be recalculated.",
        "{n} check lines on the sheet are wrong. Their figures will be recalculated.",
        faults,
    )
    return b.notices(title if faults else "", "import-faults", b.Status.BAD)


def _remark(remark: Remark, sheet: BroughtSheet, words: Words) -> str:
    """Return what is strange about a line of a sheet, with its file if there is one."""
    says = speech.refusal_words(remark.doubt, words, sheet.log.series.name_of)
    told = _on_line(remark.line, says, words)
    return words.pair(sheet.file, told) if sheet.file else told


def _remarks(backup: Backup, words: Words) -> tuple[b.Notice, ...]:
    """Return a notice of what can be read but is strange, if there is anything."""
    remarks = [(remark, sheet) for sheet in backup.sheets for remark in sheet.remarks]
    says = [_remark(*one, words) for one in remarks[:_MOST_LINES]]
    if left := len(remarks) - len(says):
        says.append(words.say("and {n} more", n=left))
    return b.notices("\n".join(says), "import-remarks")
