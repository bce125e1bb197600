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
from companion.views.findings import told
from companion.views.speech import chips_words, day_words, listed, rounds_words, short_day
from companion.words import Words

FEW: Final = 8
"""So many series are seen at a glance; more of them can be searched."""
_MOST_PLAYERS: Final = 8
"""Whoever played most often can be chosen by a tap; others are found by their names."""
_WITHOUT_STROKES: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t"} | {"æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that Unicode takes for one piece, and people for a letter with something added."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """Something to choose by a tap: its words are also what is chosen."""

    words: str
    chosen: bool
    says: str


@dataclass(frozen=True, slots=True)
class FinderView:
    """The field to search with, the years and the players to choose from, and how many series are
    found; `nothing` says that there is none, and `all_says` shows all again, empty while there is
    one. `clear_says` empties the field, itself empty while the field is.
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
    """The series that are as wanted, in their order."""
    looked_for = _plain(wanted.words).split()
    return [
        entry
        for entry in entries
        if (not wanted.player or wanted.player in entry.everybody)
        and (not wanted.year or year_of(entry) == wanted.year)
        and (not looked_for or _has(entry, looked_for, words))
    ]


def finder(entries: Sequence[Entry], wanted: Wanted, count: int, words: Words) -> FinderView | None:
    """What one searches these series with, of which so many are found; None for a few."""
    if len(entries) <= FEW:
        return None
    looking = bool(wanted.words.strip() or wanted.player or wanted.year)
    told = words.count("{n} of {all} series", "{n} of {all} series", count, all=len(entries))
    return FinderView(
        hint=words.say("Search by name"),
        written=wanted.words,
        years=_years(entries, wanted, words),
        players=_people_of(entries, wanted, words),
        found=told if looking and count else "",
        nothing="" if count else words.say("No series matches."),
        clear_says=words.say("Clear the search") if wanted.words else "",
        all_says="" if count else words.say("Show all"),
    )


def day_of(entry: Entry) -> str:
    """The date of a series, empty where it is none."""
    return entry.date if year_of(entry) else ""


def year_of(entry: Entry) -> str:
    """The year in which a series began, empty where its date is none."""
    try:
        return f"{date.fromisoformat(entry.date).year}"
    except ValueError:
        return ""


def _years(entries: Sequence[Entry], wanted: Wanted, words: Words) -> tuple[ChoiceView, ...]:
    """The years, the newest first; none where all are of the same one."""
    years = sorted({year_of(entry) for entry in entries} - {""}, reverse=True)
    if len(years) < 2:  # noqa: PLR2004 - nothing to choose from
        return ()
    return tuple(_choice(year, wanted.year, words) for year in years)


def _people_of(entries: Sequence[Entry], wanted: Wanted, words: Words) -> tuple[ChoiceView, ...]:
    """The players, who played most often first; one who was chosen is always among them."""
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
"""Shortest word that is looked for in a date as digits; a bare 7 would find every July."""


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Return the text without case, width, accents and strokes: `zoe` finds `Zoë`."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_WITHOUT_STROKES)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


_NAMED: Final = 6
"""So many players are named in a line, or all if one more would be left."""


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A series by its number, its name, a line on when it was and how it stands or who won it, and
    one on who played; `which` names it where it is asked or told about; `opens` says
    that it leads to its table, empty where it leads to the series.
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
    """The series that was deleted or `archived` just now, to be put back."""

    number: int
    archived: bool
    says: str
    undo: str


@dataclass(frozen=True, slots=True)
class HomeView:
    """All that the home screen shows. `welcome` says what this is, on the very first start only;
    `resume` is the series to go on with, `earlier` are the others that are looked for, as far as
    they are shown, and `more` how many others there are. `archived` leads to the archived and the
    deleted ones, if there are any. `findings` are what was found wrong with what is stored,
    `whats_new` what came since another version.
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
        """Whether there is any other series to go to, looked for or not."""
        return bool(self.earlier or self.finder)


def home(
    catalogue: Catalogue,
    words: Words,
    today: date,
    wanted: Wanted = Wanted(),  # noqa: B008 - a frozen value
    deleted: int | None = None,
    since: str | None = None,
) -> HomeView:
    """The home screen, with the series to go on with apart from the others. `deleted` is
    the number of the series that this device deleted just now, `since` the version since which what
    is new is told.
    """
    newest = catalogue.to_resume
    others = [entry for entry in _shown(catalogue) if entry != newest]
    fitting = found(others, wanted, words) if finder(others, wanted, 0, words) else others
    rest = max(len(fitting) - wanted.most, 0)
    return HomeView(
        title=words.say("Fan Tan"),
        tagline=words.say("Keeps chips, passes and scores."),
        welcome="" if catalogue.entries or catalogue.removed else _welcome(words),
        resume=_resume(newest, today, words) if newest else None,
        earlier=tuple(series_line(entry, today, words) for entry in fitting[: wanted.most]),
        finder=finder(others, wanted, len(fitting), words),
        more=words.say("Show {n} more", n=min(rest, PAGE)) if rest else "",
        archived=_archived(catalogue, words),
        deleted=_deleted(catalogue, deleted, words),
        findings=told(catalogue, words),
        whats_new="" if since is None else whats_new(since, words),
        has_players=bool(catalogue.entries),
    )


def _shown(catalogue: Catalogue) -> list[Entry]:
    """All that are not archived: those in play first, then by their date, the newest first."""
    shown = [entry for entry in catalogue.entries if entry.number not in catalogue.archived]
    shown.sort(key=_age, reverse=True)
    return shown


def _age(entry: Entry) -> tuple[bool, str, int]:
    """What sorts series: whether one is in play, its date, empty where it has none, its number."""
    return not entry.over, day_of(entry), entry.number


def _welcome(words: Words) -> str:
    return words.say("You play with real cards and tap along here: one tap a turn keeps the score.")


def _archived(catalogue: Catalogue, words: Words) -> str:
    """What leads to the series that are not listed, and how many there are of each kind."""
    archived = sum(entry.number in catalogue.archived for entry in catalogue.entries)
    kinds = (
        words.say("Archived: {n}", n=archived) if archived else "",
        words.say("Deleted: {n}", n=len(catalogue.removed)) if catalogue.removed else "",
    )
    return " · ".join(filter(None, kinds))


def _deleted(catalogue: Catalogue, number: int | None, words: Words) -> DeletedView | None:
    """A word on the series that was deleted or archived just now, unless it was put back."""
    away = [entry for entry in catalogue.entries if entry.number in catalogue.archived]
    entry = next((one for one in (*catalogue.removed, *away) if one.number == number), None)
    if entry is None:
        return None
    name, archived = which(entry, words), entry in away
    said = words.say("“{name}” was deleted.", name=name)
    if archived:
        said = words.say("“{name}” was archived.", name=name)
    return DeletedView(entry.number, archived, said, words.say("Undo"))


def _resume(entry: Entry, today: date, words: Words) -> SeriesLine:
    progress = words.say("Round {number} in play", number=entry.dealt)
    if entry.rounds == entry.dealt:
        progress = words.say("Round {number} is over", number=entry.dealt)
    when = "" if entry.date == today.isoformat() else short_day(entry.date, today, words)
    beneath = " · ".join(filter(None, (when, progress, ", ".join(entry.players))))
    return _line(entry, beneath, "", words)


def series_line(entry: Entry, today: date, words: Words) -> SeriesLine:
    """A series in a list: when it was, how it ended or stands, and who played."""
    when = short_day(entry.date, today, words)
    beneath = " · ".join(filter(None, (when, _stands(entry, words))))
    return _line(entry, beneath, _players(entry, words), words)


def _stands(entry: Entry, words: Words) -> str:
    """How a series ended, or how it stands."""
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
    """What a series is called in a list."""
    return entry.name or words.say("Fan Tan")


def which(entry: Entry, words: Words) -> str:
    """Which series that is: its name, and its date or else who played."""
    told = day_words(entry.date, words) or _players(entry, words)
    return ", ".join(filter(None, (name_of(entry, words), told)))


def _line(entry: Entry, beneath: str, players: str, words: Words) -> SeriesLine:
    name = name_of(entry, words)
    opens = "" if entry.over else words.say("Back to the table")
    says = ", ".join(filter(None, (name, beneath, players, opens)))
    one = which(entry, words)
    return SeriesLine(entry.number, name, beneath, players, says, one, not entry.over, opens)


@dataclass(frozen=True, slots=True)
class ArchivedView:
    """All that the screen shows, the newest series first; `nothing` says that there are none."""

    archived: tuple[SeriesLine, ...]
    archived_says: str
    removed: tuple[SeriesLine, ...]
    removed_says: str
    nothing: str


def archived_view(catalogue: Catalogue, today: date, words: Words) -> ArchivedView:
    """What was archived and what was deleted."""
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
"""The versions, the oldest first, each with what it brought in a sentence or two. The last one is
the version that this is; old ones can be left out.
"""
VERSION: Final = next(reversed(NEW))


def whats_new(seen: str, words: Words, new: Mapping[str, str] = NEW) -> str:
    """What came after the version that was seen last; empty if nothing did. All of it did where
    that version cannot be read.
    """
    last = _numbers(seen)
    return " ".join(words.say(told) for version, told in new.items() if _numbers(version) > last)


def _numbers(version: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in version.split("."))
    except ValueError:
        return ()
