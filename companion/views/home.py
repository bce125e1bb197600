"""The home screen, the search, the archived series, and what is new after an update."""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from companion.core.forecast import Entry
from companion.core.objections import phrase
from companion.desk.archive import Catalogue
from companion.forms.entries import PAGE, Wanted
from companion.views.findings import shown_findings
from companion.views.speech import chips_words, day_words, listed, rounds_words, short_day
from companion.words import Words

FEW: Final = 8
"""Number of series seen at a glance; the search appears for more."""
_MOST_PLAYERS: Final = 8
"""Number of frequent players to choose by a tap; others are found by name."""
_WITHOUT_STROKES: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t"} | {"æ": "ae", "œ": "oe", "þ": "th"}
)
"""Plain letters for accented letters that Unicode does not take apart."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A year or a player to choose by a tap."""

    words: str
    chosen: bool
    says: str


@dataclass(frozen=True, slots=True)
class FinderView:
    """The search for series.

    `found` counts the series found. `nothing` is shown for none, and `all_says` shows all again.
    `clear_says` clears the field, empty for an empty field.
    """

    hint: str
    written: str
    years: tuple[ChoiceView, ...]
    players: tuple[ChoiceView, ...]
    found: str
    nothing: str
    clear_says: str
    all_says: str


def found(entries: Sequence[Entry], wanted: Wanted, words: Words) -> list[Entry]:
    """Return the series that match, in order."""
    looked_for = _plain(wanted.words).split()
    return [
        entry
        for entry in entries
        if (not wanted.player or wanted.player in entry.everybody)
        and (not wanted.year or _year_of(entry) == wanted.year)
        and (not looked_for or _has(entry, looked_for, words))
    ]


def finder(entries: Sequence[Entry], wanted: Wanted, count: int, words: Words) -> FinderView | None:
    """Return the search in these series, of which `count` are found, None for a few series."""
    if len(entries) <= FEW:
        return None
    looking = bool(wanted.words.strip() or wanted.player or wanted.year)
    counted = words.count("{n} of {all} series", "{n} of {all} series", count, all=len(entries))
    return FinderView(
        hint=words.say("Search by name"),
        written=wanted.words,
        years=_years(entries, wanted, words),
        players=_people_of(entries, wanted, words),
        found=counted if looking and count else "",
        nothing="" if count else words.say("No series matches."),
        clear_says=words.say("Clear the search") if wanted.words else "",
        all_says="" if count else words.say("Show all"),
    )


def _year_of(entry: Entry) -> str:
    """Return the year in which a series began, empty without a valid date."""
    try:
        return f"{date.fromisoformat(entry.date).year}"
    except ValueError:
        return ""


def _years(entries: Sequence[Entry], wanted: Wanted, words: Words) -> tuple[ChoiceView, ...]:
    """Return the years, newest first, or none if all series are of one year."""
    years = sorted({_year_of(entry) for entry in entries} - {""}, reverse=True)
    if len(years) < 2:  # noqa: PLR2004 - nothing to choose from
        return ()
    return tuple(_choice(year, wanted.year, words) for year in years)


def _people_of(entries: Sequence[Entry], wanted: Wanted, words: Words) -> tuple[ChoiceView, ...]:
    """Return the most frequent players, and always the chosen one."""
    often = Counter(name for entry in entries for name in dict.fromkeys(entry.everybody))
    named = sorted(often, key=lambda name: (-often[name], name))[:_MOST_PLAYERS]
    if wanted.player and wanted.player not in named:
        named = [wanted.player, *named]
    return tuple(_choice(name, wanted.player, words) for name in named)


def _choice(what: str, chosen: str, words: Words) -> ChoiceView:
    return ChoiceView(what, what == chosen, words.say("Only {what}", what=what))


def _has(entry: Entry, looked_for: Sequence[str], words: Words) -> bool:
    shown = _plain(" ".join((entry.name, *entry.everybody, day_words(entry.date, words))))
    return all(
        word in shown or (len(word) >= _YEAR_DIGITS and word in entry.date) for word in looked_for
    )


_YEAR_DIGITS: Final = 4
"""Number of letters from which a word can match a date; a bare 7 would find every July."""


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Return the text without case, width, accents and strokes: `zoe` finds `Zoë`."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_WITHOUT_STROKES)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


_NAMED: Final = 6
"""Number of players named in a line, unless a single player would be left."""


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A series in a list.

    `beneath` is a line with the date and the standing, `which` the name for questions and notices.
    `opens` is set if a tap opens the table, not the page of the series.
    """

    number: int
    name: str
    beneath: str
    players: str
    says: str
    which: str
    in_play: bool
    opens: str


@dataclass(frozen=True, slots=True)
class DeletedView:
    """A series just deleted or `archived`, to be put back."""

    number: int
    archived: bool
    says: str
    undo: str


@dataclass(frozen=True, slots=True)
class HomeView:
    """The contents of the home screen.

    `welcome` introduces the app on the very first start. `resume` is the series to go on with,
    `earlier` are the other series found, as far as shown, and `more` shows more of them. `archived`
    leads to archived and deleted series. `findings` report damage to the stored data, `whats_new`
    the changes since an older version.
    """

    title: str
    tagline: str
    welcome: str
    resume: SeriesLine | None
    earlier: tuple[SeriesLine, ...]
    finder: FinderView | None
    more: str
    archived: str
    deleted: DeletedView | None
    findings: tuple[str, ...]
    whats_new: str
    has_players: bool

    @property
    def has_earlier(self) -> bool:
        """True if there are other series, found by the search or not."""
        return bool(self.earlier or self.finder)


def home(
    catalogue: Catalogue,
    words: Words,
    today: date,
    wanted: Wanted = Wanted(),  # noqa: B008 - a frozen value
    deleted: int | None = None,
    since: str | None = None,
) -> HomeView:
    """Build the home screen.

    `deleted` is the number of the series that this device has just deleted, `since` the version
    last seen.
    """
    newest = catalogue.to_resume
    others = [entry for entry in _shown(catalogue) if entry != newest]
    fitting = found(others, wanted, words) if finder(others, wanted, 0, words) else others
    rest = max(len(fitting) - wanted.most, 0)
    return HomeView(
        title=words.say("Fan Tan"),
        tagline=words.say("Keeps chips, passes and scores."),
        welcome=""
        if catalogue.entries or catalogue.removed
        else words.say(
            "You play with real cards and tap along here: one tap a turn keeps the score."
        ),
        resume=_resume(newest, today, words) if newest else None,
        earlier=tuple(series_line(entry, today, words) for entry in fitting[: wanted.most]),
        finder=finder(others, wanted, len(fitting), words),
        more=words.say("Show {n} more", n=min(rest, PAGE)) if rest else "",
        archived=_archived(catalogue, words),
        deleted=_deleted(catalogue, deleted, words),
        findings=shown_findings(catalogue, words),
        whats_new="" if since is None else whats_new(since, words),
        has_players=bool(catalogue.entries),
    )


def _shown(catalogue: Catalogue) -> list[Entry]:
    """Return the series that are not archived, those in play first, then newest first."""
    shown = [entry for entry in catalogue.entries if entry.number not in catalogue.archived]
    shown.sort(key=_age, reverse=True)
    return shown


def _age(entry: Entry) -> tuple[bool, str, int]:
    """Return a sort key of state of play, valid date and number."""
    return not entry.over, entry.date if _year_of(entry) else "", entry.number


def _archived(catalogue: Catalogue, words: Words) -> str:
    """Return a link to archived and deleted series, with the number of each."""
    archived = sum(entry.number in catalogue.archived for entry in catalogue.entries)
    kinds = (
        words.say("Archived: {n}", n=archived) if archived else "",
        words.say("Deleted: {n}", n=len(catalogue.removed)) if catalogue.removed else "",
    )
    return " · ".join(filter(None, kinds))


def _deleted(catalogue: Catalogue, number: int | None, words: Words) -> DeletedView | None:
    """Return a notice of the series just deleted or archived, None once put back."""
    away = [entry for entry in catalogue.entries if entry.number in catalogue.archived]
    entry = next((entry for entry in (*catalogue.removed, *away) if entry.number == number), None)
    if entry is None:
        return None
    name, archived = which(entry, words), entry in away
    notice = words.say("“{name}” was deleted.", name=name)
    if archived:
        notice = words.say("“{name}” was archived.", name=name)
    return DeletedView(entry.number, archived, notice, words.say("Undo"))


def _resume(entry: Entry, today: date, words: Words) -> SeriesLine:
    progress = words.say("Round {number} in play", number=entry.dealt)
    if entry.rounds == entry.dealt:
        progress = words.say("Round {number} is over", number=entry.dealt)
    when = "" if entry.date == today.isoformat() else short_day(entry.date, today, words)
    beneath = " · ".join(filter(None, (when, progress, ", ".join(entry.players))))
    return _line(entry, beneath, "", words)


def series_line(entry: Entry, today: date, words: Words) -> SeriesLine:
    """Build a series in a list, with date, standing and players."""
    when = short_day(entry.date, today, words)
    beneath = " · ".join(filter(None, (when, _stands(entry, words))))
    return _line(entry, beneath, _players(entry, words), words)


def _stands(entry: Entry, words: Words) -> str:
    names = listed(entry.leaders, words)
    score = str(entry.score) if entry.in_points else chips_words(entry.score, words)
    rounds = rounds_words(entry.rounds - entry.off, entry.off, words)
    if entry.over and not names:
        return f"{rounds} · {words.say('over')}"
    if entry.over and len(entry.leaders) > 1:
        won = words.say("{names} share the win with {score}", names=names, score=score)
        return f"{rounds} · {won}"
    if entry.over:
        won = words.say("{names} won with {score}", names=names, score=score)
        return f"{rounds} · {won}"
    if not entry.rounds:
        return words.say("In play")
    ahead = (
        words.say("all level with {score}", score=score)
        if 1 < len(entry.leaders) == len(entry.players) - len(entry.left)
        else words.say("{names} ahead with {score}", names=names, score=score)
    )
    return f"{words.say('In play')} · {rounds} · {ahead}"


def _players(entry: Entry, words: Words) -> str:
    if len(entry.players) <= _NAMED + 1:
        return ", ".join(entry.players)
    named = ", ".join(entry.players[:_NAMED])
    return words.say("{names} and {n} more", names=named, n=len(entry.players) - _NAMED)


def name_of(entry: Entry, words: Words) -> str:
    """Return the name of a series in a list."""
    return entry.name or words.say("Fan Tan")


def which(entry: Entry, words: Words) -> str:
    """Return the name of a series with the date, or the players if undated."""
    detail = day_words(entry.date, words) or _players(entry, words)
    return ", ".join(filter(None, (name_of(entry, words), detail)))


def _line(entry: Entry, beneath: str, players: str, words: Words) -> SeriesLine:
    name = name_of(entry, words)
    opens = "" if entry.over else words.say("Back to the table")
    says = ", ".join(filter(None, (name, beneath, players, opens)))
    full_name = which(entry, words)
    return SeriesLine(entry.number, name, beneath, players, says, full_name, not entry.over, opens)


@dataclass(frozen=True, slots=True)
class ArchivedView:
    """The contents of the screen, newest series first; `nothing` is a notice without any."""

    archived: tuple[SeriesLine, ...]
    archived_says: str
    removed: tuple[SeriesLine, ...]
    removed_says: str
    nothing: str


def archived_view(catalogue: Catalogue, today: date, words: Words) -> ArchivedView:
    """Build the screen of archived and deleted series."""
    archived = [entry for entry in catalogue.entries if entry.number in catalogue.archived]
    any_ = archived or catalogue.removed
    return ArchivedView(
        archived=tuple(series_line(entry, today, words) for entry in archived),
        archived_says=words.say(
            "They are not listed on the home screen, but still count in the statistics."
        ),
        removed=tuple(series_line(entry, today, words) for entry in catalogue.removed),
        removed_says=words.say("They stay here until you delete them for good."),
        nothing="" if any_ else words.say("No series is archived or deleted."),
    )


NEW: Final = {
    "0.1.0": phrase(
        "New: after a round a false pass is one tap from settling up, and a series that is over "
        "shows its winner first."
    ),
}
"""Changes by version in a sentence or two, oldest first.

The last version is this one; old versions can be left out.
"""
VERSION: Final = next(reversed(NEW))


def whats_new(seen: str, words: Words, new: Mapping[str, str] = NEW) -> str:
    """Return the changes after the version last seen, or all if the version is unreadable."""
    last = _numbers(seen)
    return " ".join(
        words.say(change) for version, change in new.items() if _numbers(version) > last
    )


def _numbers(version: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in version.split("."))
    except ValueError:
        return ()
