"""The home screen, the search, the archived series, and what is new after an update."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Final

from companion.core.forecast import Entry
from companion.core.objections import phrase
from companion.desk.archive import Catalogue
from companion.forms.entries import PAGE, Forgetting, Wanted
from companion.views import blocks as b
from companion.views.backups import CLEARED, backup_panel
from companion.views.findings import shown_findings
from companion.views.speech import (
    chips_words,
    day_words,
    listed,
    points_words,
    rounds_words,
    short_day,
)
from companion.words import Words

FEW: Final = 8
"""Number of series seen at a glance; the search appears for more."""
_MOST_PLAYERS: Final = 8
"""Number of frequent players to choose by a tap; others are found by name."""
_WITHOUT_STROKES: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t"} | {"æ": "ae", "œ": "oe", "þ": "th"}
)
"""Plain letters for accented letters that Unicode does not take apart."""


def _matching(entries: Sequence[Entry], wanted: Wanted, words: Words) -> list[Entry]:
    """Return the series that match, in order."""
    terms = _plain(wanted.words).split()
    return [
        entry
        for entry in entries
        if (not wanted.player or wanted.player in entry.everybody)
        and (not wanted.year or _year_of(entry) == wanted.year)
        and (not terms or _contains(entry, terms, words))
    ]


def _finder(
    entries: Sequence[Entry], wanted: Wanted, count: int, words: Words
) -> tuple[b.Block, ...]:
    """Return the search in these series, of which `count` are found; nothing for a few series."""
    if len(entries) <= FEW:
        return ()
    say = words.say
    clear = b.Action(
        "home-search-clear",
        "",
        b.Edit("called", ("",)),
        icon=b.Icon.CLOSE,
        label=say("Clear the search"),
    )
    answers = (*_years(entries, wanted, words), *_people(entries, wanted, words))
    return (
        b.Field(
            "home-search",
            wanted.words,
            say("Search by name"),
            "called",
            clear if wanted.words else None,
        ),
        *([b.Choice(answers, scrolls=True)] if answers else []),
        *_found(entries, wanted, count, words),
    )


def _found(
    entries: Sequence[Entry], wanted: Wanted, count: int, words: Words
) -> tuple[b.Block, ...]:
    """Return the number of series found by a search, or a way back to all where there is none."""
    if not count:
        nothing = words.say("No series matches.")
        show_all = b.Action("home-show-all", words.say("Show all"), b.Edit("all"), b.Emphasis.QUIET)
        return b.Text(nothing, "home-found", b.Style.MUTED, live=True), b.Actions((show_all,))
    if not (wanted.words.strip() or wanted.player or wanted.year):
        return ()
    counted = words.count("{n} of {all} series", "{n} of {all} series", count, all=len(entries))
    return (b.Text(counted, "home-found", b.Style.MUTED, live=True),)


def _year_of(entry: Entry) -> str:
    """Return the year of the last evening of a series, empty without a valid date."""
    try:
        return f"{date.fromisoformat(entry.latest).year}"
    except ValueError:
        return ""


def _years(entries: Sequence[Entry], wanted: Wanted, words: Words) -> list[b.Action]:
    """Return the years, newest first, or none if all series are of one year."""
    years = sorted({_year_of(entry) for entry in entries} - {""}, reverse=True)
    if len(years) < 2:  # noqa: PLR2004 - nothing to choose from
        return []
    return _answers("year", years, wanted.year, "in_year", words)


def _people(entries: Sequence[Entry], wanted: Wanted, words: Words) -> list[b.Action]:
    """Return the most frequent players, and always the chosen one."""
    often = Counter(name for entry in entries for name in dict.fromkeys(entry.everybody))
    names = sorted(often, key=lambda name: (-often[name], name))[:_MOST_PLAYERS]
    if wanted.player and wanted.player not in names:
        names = [wanted.player, *names]
    return _answers("player", names, wanted.player, "with_player", words)


def _answers(
    kind: str, names: Sequence[str], chosen: str, step: str, words: Words
) -> list[b.Action]:
    """Return actions that choose one of the years or players."""
    return [
        b.Action(
            f"home-{kind}-{place}",
            name,
            b.Edit(step, (name,)),
            label=words.say("Only {what}", what=name),
            chosen=name == chosen,
        )
        for place, name in enumerate(names, 1)
    ]


def _contains(entry: Entry, terms: Sequence[str], words: Words) -> bool:
    """Return whether each term is in the name, a player or the date of a series."""
    dates = entry.date, entry.latest
    days = (day_words(day, words) for day in dates)
    text = _plain(" ".join((entry.name, *entry.everybody, *days)))
    written = " ".join(dates)
    return all(term in text or (len(term) >= _YEAR_DIGITS and term in written) for term in terms)


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
class HomeDevice:
    """The state of the device that home shows.

    `deleted` is the number of the series that was just deleted or archived here, and `since` the
    version after which changes of the app are announced. `cleared` is true if the browser deleted
    the series while the page was open, and `joins` if the device can join the table of another.
    """

    deleted: int | None = None
    since: str | None = None
    cleared: bool = False
    joins: bool = False


def home(
    catalogue: Catalogue,
    words: Words,
    today: date,
    wanted: Wanted = Wanted(),  # noqa: B008 - a frozen value
    device: HomeDevice = HomeDevice(),
) -> b.Document:
    """Build the home screen: the series in play, ways to other screens, and the other series."""
    say, newest = words.say, catalogue.to_resume
    others = [entry for entry in _shown(catalogue) if entry != newest]
    settings = b.Action(
        "settings", "", b.Go("/settings"), icon=b.Icon.SETTINGS, label=say("Settings")
    )
    ways = (
        *_news(catalogue, device, words),
        *_undo(catalogue, device.deleted, words),
        _invitation(catalogue, today, words),
        b.Actions(tuple(_ways(catalogue, words, joins=device.joins)), tiles=True),
    )
    earlier = (
        *_earlier(others, today, wanted, words),
        *_archived(catalogue, words),
        *([] if catalogue.entries else [b.Actions((_import(words, b.Emphasis.QUIET),))]),
    )
    return b.Document(
        say("Fan Tan"),
        (ways, earlier) if others else ((*ways, *earlier),),
        subtitle=say("Keeps chips, passes and scores."),
        back=False,
        beside=(settings,),
        cover=True,
    )


def _news(catalogue: Catalogue, device: HomeDevice, words: Words) -> Iterator[b.Block]:
    """Yield the damage to the stored data, a backup that is due, and changes of the app."""
    for place, finding in enumerate(shown_findings(catalogue, words), 1):
        yield b.Notice(finding, f"finding-{place}", b.Status.BAD)
    if device.cleared:
        yield backup_panel(words.say(CLEARED), words)
    if device.since is not None and (news := whats_new(device.since, words)):
        close = b.Action("whats-new-close", "", b.Act("put_away"), label=words.say("Close"))
        yield b.Notice(news, "whats-new", close=close)


def _undo(catalogue: Catalogue, number: int | None, words: Words) -> tuple[b.Panel, ...]:
    """Return the panel that undoes the deletion or archiving of a series, until that is done."""
    away = [entry for entry in catalogue.entries if entry.number in catalogue.archived]
    entry = next((entry for entry in (*catalogue.removed, *away) if entry.number == number), None)
    if entry is None:
        return ()
    name, act = dated_name(entry, words), b.Act("put_back", (entry.number,))
    notice = words.say("“{name}” was deleted.", name=name)
    if entry in away:
        act = b.Act("take_out", (entry.number,))
        notice = words.say("“{name}” was archived.", name=name)
    undo = b.Action("undo-delete", words.say("Undo"), act, icon=b.Icon.UNDO)
    return (b.Panel((b.Text(notice, "deleted", live=True), b.Actions((undo,))), key="deleted"),)


def _invitation(catalogue: Catalogue, today: date, words: Words) -> b.Hero:
    """Return the series in play, or else a new series; the very first start says what this is."""
    say, entry = words.say, catalogue.to_resume
    if entry:
        resume = b.Action("home-resume", say("Back to the table"), b.Go(f"/table/{entry.number}"))
        return b.Hero(name_of(entry, words), _progress(entry, today, words), None, action=resume)
    if catalogue.entries or catalogue.removed:
        return b.Hero(say("Who plays tonight?"), "", None, action=_new(words))
    welcome = say("You play with real cards and tap along here: one tap a turn keeps the score.")
    return b.Hero(say("Welcome to the table"), welcome, None, action=_new(words))


def _new(words: Words) -> b.Action:
    return b.Action("home-new-series", words.say("New series"), b.Go("/new"), icon=b.Icon.ADD)


def _ways(catalogue: Catalogue, words: Words, *, joins: bool) -> Iterator[b.Action]:
    """Yield the ways to other screens."""
    say = words.say
    if catalogue.to_resume:
        yield _new(words)
    if joins:
        yield b.Action("join-table", say("Join a table"), b.Go("/join"), icon=b.Icon.JOIN)
    referee = say("Was that pass legal?")
    yield b.Action("home-referee", referee, b.Go("/referee"), icon=b.Icon.REFEREE)
    if catalogue.entries:
        yield b.Action("players", say("Players"), b.Go("/players"), icon=b.Icon.PEOPLE)
    yield b.Action("how-to-play", say("How to play"), b.Go("/how"), icon=b.Icon.RULES)
    if catalogue.entries:
        yield _import(words)


def _import(words: Words, look: b.Emphasis = b.Emphasis.SECONDARY) -> b.Action:
    return b.Action("home-import", words.say("Import"), b.Go("/import"), look, b.Icon.FILE)


def _earlier(
    entries: Sequence[Entry], today: date, wanted: Wanted, words: Words
) -> tuple[b.Block, ...]:
    """Return the other series that the search finds, as far as unfolded, below the search."""
    if not entries:
        return ()
    matching = _matching(entries, wanted, words) if len(entries) > FEW else entries
    rows = tuple(series_row(entry, today, words) for entry in matching[: wanted.most])
    search = _finder(entries, wanted, len(matching), words)
    blocks = (*search, *([b.List(rows)] if rows else []))
    earlier = b.Panel(blocks, words.say("Earlier"), key="earlier")
    rest = len(matching) - len(rows)
    if not rest:
        return (earlier,)
    says = words.say("Show {n} more", n=min(rest, PAGE))
    return earlier, b.Actions((b.Action("home-more", says, b.Edit("with_more"), b.Emphasis.QUIET),))


def _shown(catalogue: Catalogue) -> list[Entry]:
    """Return the series that are not archived, those in play first, then newest first."""
    shown = [entry for entry in catalogue.entries if entry.number not in catalogue.archived]
    shown.sort(key=_age, reverse=True)
    return shown


def _age(entry: Entry) -> tuple[bool, str, int]:
    """Return a sort key of state of play, valid date and number."""
    return not entry.over, entry.latest if _year_of(entry) else "", entry.number


def _archived(catalogue: Catalogue, words: Words) -> tuple[b.Actions, ...]:
    """Return a link to archived and deleted series, with the number of each."""
    count = sum(entry.number in catalogue.archived for entry in catalogue.entries)
    kinds = (
        words.say("Archived: {n}", n=count) if count else "",
        words.say("Deleted: {n}", n=len(catalogue.removed)) if catalogue.removed else "",
    )
    says = " · ".join(filter(None, kinds))
    link = b.Action("home-archived", says, b.Go("/archived"), b.Emphasis.QUIET, b.Icon.BOX)
    return (b.Actions((link,)),) if says else ()


def _progress(entry: Entry, today: date, words: Words) -> str:
    """Return the day of a series unless it is today, with its round, leaders and players."""
    progress = words.say("Round {number} in play", number=entry.dealt)
    if entry.rounds == entry.dealt:
        progress = words.say("Round {number} is over", number=entry.dealt)
    when = "" if entry.latest == today.isoformat() else short_day(entry.latest, today, words)
    ahead = _ahead(entry, words) if entry.rounds else ""
    return " · ".join(filter(None, (when, progress, ahead, ", ".join(entry.players))))


def series_row(entry: Entry, today: date, words: Words) -> b.Row:
    """Build a series in a list; a series in play opens at its table."""
    name, players, number = name_of(entry, words), _players(entry, words), entry.number
    standing = " · ".join(
        filter(None, (short_day(entry.latest, today, words), _standing(entry, words)))
    )
    opens = "" if entry.over else words.say("Back to the table")
    return b.Row(
        name,
        f"home-series-{number}",
        subtitle=standing,
        note=players,
        intent=b.Go(f"/series/{number}" if entry.over else f"/table/{number}"),
        label=", ".join(filter(None, (name, standing, players, opens))),
    )


def _standing(entry: Entry, words: Words) -> str:
    names, score = listed(entry.leaders, words), _score(entry, words)
    rounds = rounds_words(entry.rounds - entry.off, words, entry.off)
    if entry.over and not (names and score):
        return f"{rounds} · {words.say('over')}"
    if entry.over and len(entry.leaders) > 1:
        won = words.say("{names} share the win with {score}", names=names, score=score)
        return f"{rounds} · {won}"
    if entry.over:
        won = words.say("{names} won with {score}", names=names, score=score)
        return f"{rounds} · {won}"
    if not entry.rounds:
        return words.say("In play")
    return " · ".join(filter(None, (words.say("In play"), rounds, _ahead(entry, words))))


def _score(entry: Entry, words: Words) -> str:
    """Return the score of the leaders; empty without points where no chip has moved."""
    if entry.in_points:
        return points_words(entry.score, words)
    return chips_words(entry.score, words) if entry.score else ""


def _ahead(entry: Entry, words: Words) -> str:
    """Return the players ahead with their score, if there is a score."""
    score = _score(entry, words)
    if not score:
        return ""
    if 1 < len(entry.leaders) == len(entry.players) - len(entry.left):
        return words.say("all level with {score}", score=score)
    names = listed(entry.leaders, words)
    return words.say("{names} ahead with {score}", names=names, score=score)


def _players(entry: Entry, words: Words) -> str:
    """Return the names of all players of a series, those who left last, or how many more played."""
    if len(entry.everybody) <= _NAMED + 1:
        return ", ".join(entry.everybody)
    named = ", ".join(entry.everybody[:_NAMED])
    return words.say("{names} and {n} more", names=named, n=len(entry.everybody) - _NAMED)


def name_of(entry: Entry, words: Words) -> str:
    """Return the name of a series in a list."""
    return entry.name or words.say("Fan Tan")


def dated_name(entry: Entry, words: Words) -> str:
    """Return the name of a series with its date, or with its players if undated."""
    detail = day_words(entry.latest, words) or _players(entry, words)
    return ", ".join(filter(None, (name_of(entry, words), detail)))


def archived(catalogue: Catalogue, words: Words, today: date, form: Forgetting) -> b.Document:
    """Build the screen of archived and deleted series, newest first."""
    say, removed = words.say, catalogue.removed
    away = [entry for entry in catalogue.entries if entry.number in catalogue.archived]
    asked = next((entry for entry in removed if entry.number == form.number), None)
    columns = list[tuple[b.Block, ...]]()
    if away:
        says = say("They are not listed on the home screen, but still count in the statistics.")
        rows = (block for entry in away for block in _archived_series(entry, today, words))
        columns.append((b.Panel((b.Text(says, style=b.Style.MUTED), *rows), say("Archived")),))
    if removed:
        says = say("They stay here until you delete them for good.")
        rows = (block for entry in removed for block in _deleted_series(entry, today, words))
        columns.append((b.Panel((b.Text(says, style=b.Style.MUTED), *rows), say("Deleted")),))
    nothing = b.Text(say("No series is archived or deleted."), style=b.Style.MUTED)
    return b.Document(
        say("Archived and deleted"),
        tuple(columns) or ((nothing,),),
        question=_to_forget(asked, words) if asked else None,
    )


def _archived_series(entry: Entry, today: date, words: Words) -> tuple[b.Block, ...]:
    number = entry.number
    act = b.Act("take_out", (number,))
    bring_back = b.Action(f"bring-back-{number}", words.say("Bring back"), act)
    return b.List((series_row(entry, today, words),)), b.Actions((bring_back,))


def _deleted_series(entry: Entry, today: date, words: Words) -> tuple[b.Block, ...]:
    say, number = words.say, entry.number
    row = series_row(entry, today, words)
    row = replace(row, id=f"deleted-{number}", intent=None, label="")
    put_back = b.Action(f"put-back-{number}", say("Put back"), b.Act("put_back", (number,)))
    forget = b.Action(
        f"forget-{number}", say("Delete for good"), b.Edit("ask", (number,)), b.Emphasis.QUIET
    )
    return b.List((row,)), b.Actions((put_back, forget))


def _to_forget(entry: Entry, words: Words) -> b.Question:
    """Ask whether to delete a series for good."""
    say, name = words.say, dated_name(entry, words)
    return b.Question(
        "forget",
        say("Delete for good?"),
        say("“{name}” will be gone and cannot be put back.", name=name),
        say("Delete for good"),
        say("Not yet"),
        b.Act("forget", (entry.number,)),
        b.Edit("ask"),
    )


NEW: Final = {
    "0.1.0": phrase(
        "New: after a round a false pass is one tap from settling up, and a series that is over "
        "shows its winner first."
    ),
}
"""Changes by released version in a sentence or two, oldest first; old versions can be left out."""
VERSION: Final = "0.2.0.dev0"
"""The version of the package. One that ends in `.dev0` is on the way to a release."""


def whats_new(seen: str, words: Words, new: Mapping[str, str] = NEW) -> str:
    """Return the changes after the version last seen, or all if the version is unreadable."""
    last = _numbers(seen)
    return " ".join(
        words.say(change) for version, change in new.items() if _numbers(version) > last
    )


def _numbers(version: str) -> tuple[int, ...]:
    released, _, development = version.partition(".dev")
    try:
        return (*map(int, released.split(".")), 0 if development else 1)
    except ValueError:
        return ()
