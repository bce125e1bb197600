"""The home screen: the series in play, those of earlier days, and what else one can do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from companion.core.standings.entry import Entry
from companion.desk.archive import Catalogue
from companion.forms.wanted import PAGE, Wanted
from companion.views.findings import told
from companion.views.searching import FinderView, day_of, finder, found
from companion.views.speech import chips_words, day_words, listed, rounds_words, short_day
from companion.views.whats_new import whats_new
from companion.words import Words

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
