"""The home screen with its search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.core.cards import Pack
from companion.core.entries import Entry
from companion.core.names import finds
from companion.core.objections import Objection, Why
from companion.desk.archive import Catalogue
from companion.desk.ports import LOSSES
from companion.screens import blocks as b
from companion.screens.backups import CLEARED, backup_panel
from companion.screens.company import go_to_seat
from companion.screens.explanation import take_out
from companion.screens.findings import shown_findings
from companion.screens.kit import App, Form, ScreenFacts, act, edit
from companion.screens.routes import table_path
from companion.screens.speech import (
    called,
    chips_words,
    copy_words,
    day_words,
    join_facts,
    listed,
    points_words,
    rounds_words,
    sentence,
    short_day,
)
from companion.words import Words

FEW = 8
"""Number of series seen at a glance; the search appears for more."""
PAGE = 25
"""Number of series listed at first, and added by a tap."""


def _search(written: str, words: Words) -> b.Field:
    """Return the field that finds series by name, player or date."""
    clear = b.Action(
        "home-search-clear",
        "",
        edit(HomeForm.look_for, ""),
        icon=b.Icon.CLOSE,
        label=words.say("Clear"),
    )
    return b.Field(
        "home-search",
        written,
        words.say("Search by name"),
        HomeForm.look_for,
        clear if written else None,
    )


def _contains(entry: Entry, terms: Sequence[str], words: Words) -> bool:
    """Return whether each term is in the name, a player or the date of a series."""
    dates = entry.date, entry.latest
    days = (day_words(day, words) for day in dates)
    text = " ".join((entry.name, *entry.everybody, *days))
    written = " ".join(dates)
    return all(
        finds(term, text) or (len(term) >= _YEAR_DIGITS and term in written) for term in terms
    )


_YEAR_DIGITS = 4
"""Number of letters from which a word can match a date; a bare 7 would find every July."""


_NAMED = 6
"""Number of players named in a line, unless a single player would be left."""


@dataclass(frozen=True)
class HomeForm:
    """The search on the home screen, and the number of series that are listed at most."""

    written: str = ""
    most: int = PAGE

    def look_for(self, written: str) -> Self:
        """Return a copy with another search."""
        return replace(self, written=written, most=PAGE)

    def list_more(self) -> Self:
        """Return a copy that lists more series."""
        return replace(self, most=self.most + PAGE)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the series in play, the ways to other screens, and the other series."""
        catalogue = facts.catalogue
        words = facts.words
        newest = catalogue.to_resume
        joins = facts.room_keeps is not None
        again = catalogue.to_join_again if joins else None
        others = sorted(
            (entry for entry in catalogue.entries if entry != newest),
            key=lambda entry: (not entry.over, entry.latest, entry.number),
            reverse=True,
        )
        ways = (
            *_news(facts),
            *_undo(catalogue, facts.deleted, words),
            _join_again(again, facts) if again else _invitation(facts),
            b.Actions(tuple(_ways(catalogue, words, joins=joins)), tiles=True),
        )
        earlier = (
            *self._earlier(others, facts),
            *_link_to_deleted(catalogue, words),
            *(() if catalogue.entries else (b.Actions((_import(words),)),)),
        )
        return b.Document(
            facts.say("Fan Tan"),
            (ways, earlier) if others else ((*ways, *earlier),),
            back=False,
            footer=_foot(words),
            cover=True,
        )

    def _earlier(self, entries: Sequence[Entry], facts: ScreenFacts) -> b.Blocks:
        """Return the other series that the search finds, below the search if they are many."""
        if not entries:
            return ()
        terms = self.written.split() if len(entries) > FEW else ()
        matching = [entry for entry in entries if _contains(entry, terms, facts.words)]
        rows = tuple(series_row(entry, facts) for entry in matching[: self.most])
        blocks: b.Blocks = b.lists(rows)
        if not rows:
            nothing = facts.say("No series matches.")
            blocks = (b.Text(nothing, "home-found", b.Style.MUTED, live=True),)
        if len(entries) > FEW:
            blocks = (_search(self.written, facts.words), *blocks)
        earlier = b.Panel(blocks, facts.say("Earlier"), key="earlier")
        rest = len(matching) - len(rows)
        if not rest:
            return (earlier,)
        says = facts.say("Show {n} more", n=min(rest, PAGE))
        return earlier, b.unfolds("home-more", says, edit(HomeForm.list_more))


def home(_facts: ScreenFacts) -> Form:
    """Return the home screen."""
    return Form(HomeForm(), "home")


def _news(facts: ScreenFacts) -> Iterator[b.Block]:
    """Yield the damage to the stored data, and a backup that is due."""
    findings = facts.catalogue.findings
    for place, says in enumerate(shown_findings(facts.catalogue, facts.words), 1):
        loss = findings[place - 1].problem in LOSSES
        seen = b.Action(f"seen-{place}", "", act(answer), label=facts.say("Close"))
        yield b.Notice(says, f"finding-{place}", b.Status.BAD, close=seen if loss else None)
    if facts.storage.cleared:
        yield backup_panel(facts.say(CLEARED), facts.words)
    if facts.catalogue.broken is not None:
        yield _broken(facts.catalogue, facts.words)


def _undo(catalogue: Catalogue, number: int | None, words: Words) -> tuple[b.Panel, ...]:
    """Return the panel that undoes the deletion of a series, until that is done."""
    entry = next((entry for entry in catalogue.removed if entry.number == number), None)
    if entry is None:
        return ()
    says = words.say("“{name}” was deleted.", name=dated_name(entry, words))
    undo = b.Action("undo-delete", words.say("Undo"), act(put_back, entry.number), icon=b.Icon.UNDO)
    return (b.Panel((b.Text(says, "deleted", live=True), b.Actions((undo,))), key="deleted"),)


def _broken(catalogue: Catalogue, words: Words) -> b.Block:
    """Return what to do with the shared table that ended the app or kept it busy for ever."""
    number = catalogue.broken
    entry = next((entry for entry in catalogue.entries if entry.number == number), None)
    stops = sentence(words.say(Why.TABLE_BROKEN.value), words)
    if entry is None:
        closes = b.Action("broken-close", "", act(close_broken), label=words.say("Close"))
        return b.Notice(stops, "broken-table", b.Status.BAD, close=closes)
    title = words.say("“{name}” can’t be opened", name=name_of(entry, words))
    leave = b.Action("leave-table", words.say("Leave the table"), act(leave_broken, entry.number))
    again = b.Action(
        "try-again", words.say("Try again"), act(try_again, entry.number), b.Emphasis.QUIET
    )
    return b.Panel((b.Text(stops, "broken-table"), b.Actions((leave, again))), title, key="broken")


async def close_broken(app: App) -> None:
    """Forget that a table could not be opened that this device has no series of."""
    await app.alone(app.archive.try_again)
    await app.show()


async def leave_broken(app: App, number: int) -> None:
    """Leave the shared table that cannot be opened; its series stays here."""
    await app.alone(lambda: app.archive.leave(number))
    await app.show()


async def try_again(app: App, number: int) -> None:
    """Open the shared table once more that could not be opened."""
    await app.alone(app.archive.try_again)
    await app.navigation.go(table_path(number))


async def answer(app: App) -> None:
    """Keep that all losses were seen."""
    await app.alone(app.archive.answer)
    await app.show()


async def put_back(app: App, number: int) -> None:
    """Put back a series that was deleted."""
    await app.alone(lambda: app.archive.put_back(number))
    await app.show()


def _invitation(facts: ScreenFacts) -> b.Hero:
    """Return the series in play, or else a new series; the very first start says what this is."""
    say = facts.say
    words = facts.words
    catalogue = facts.catalogue
    entry = catalogue.to_resume
    if entry:
        resume = b.Action("home-resume", say("Back to the table"), b.Go(f"/table/{entry.number}"))
        pack = take_out(Pack(str(entry.cards)), words)
        detail = "\n".join(filter(None, (_progress(entry, facts), pack)))
        return b.Hero(name_of(entry, words), detail, None, action=resume)
    if catalogue.entries or catalogue.removed:
        return b.Hero(say("Who plays tonight?"), "", None, action=_new(words))
    welcome = say("You play with real cards and tap along here: one tap a turn keeps the score.")
    return b.Hero(say("Welcome to the table"), welcome, None, action=_new(words))


def _join_again(entry: Entry, facts: ScreenFacts) -> b.Hero:
    """Return the way back to a table that this device has left."""
    again = b.Action("join-again", facts.say("Join the table again"), act(join_again, entry.number))
    progress = _progress(entry, facts)
    return b.Hero(name_of(entry, facts.words), progress, None, action=again)


async def join_again(app: App, number: int) -> None:
    """Join the table again that this device has left."""
    joined = await app.alone(lambda: app.archive.join_again(number))
    if isinstance(joined, Objection):
        app.notices.refuse(joined)
        await app.show()
    elif joined:
        await go_to_seat(app, joined)


def _new(words: Words) -> b.Action:
    return b.Action("home-new-series", words.say("New series"), b.Go("/new"), icon=b.Icon.ADD)


def _ways(catalogue: Catalogue, words: Words, *, joins: bool) -> Iterator[b.Action]:
    """Yield the ways to a table, and to the referee."""
    say = words.say
    if catalogue.to_resume or catalogue.to_join_again:
        yield _new(words)
    if joins:
        yield b.Action("join-table", say("Join a table"), b.Go("/join"), icon=b.Icon.JOIN)
    referee = say("Was that pass legal?")
    yield b.Action("home-referee", referee, b.Go("/referee"), icon=b.Icon.REFEREE)


def _import(words: Words) -> b.Action:
    """Return the way to bring series to an empty phone; later it is in the settings."""
    says = words.say("Import")
    return b.Action("home-import", says, b.Go("/import"), b.Emphasis.QUIET, b.Icon.FILE)


def _foot(words: Words) -> tuple[b.Action, ...]:
    """Return the ways at the foot of the screen."""
    say = words.say
    quiet = b.Emphasis.QUIET
    return (
        b.Action("players", say("Players"), b.Go("/players"), quiet, b.Icon.PEOPLE),
        b.Action("how-to-play", say("How to play"), b.Go("/how"), quiet, b.Icon.RULES),
        b.Action("settings", say("Settings"), b.Go("/settings"), quiet, b.Icon.SETTINGS),
    )


def _link_to_deleted(catalogue: Catalogue, words: Words) -> tuple[b.Actions, ...]:
    """Return a link to the deleted series with their number."""
    if not catalogue.removed:
        return ()
    says = words.pair(words.say("Deleted"), str(len(catalogue.removed)))
    link = b.Action("home-deleted", says, b.Go("/deleted"), b.Emphasis.QUIET, b.Icon.BOX)
    return (b.Actions((link,)),)


def _relation(entry: Entry, facts: ScreenFacts) -> str:
    """Return what a series has to do with a shared table, if anything."""
    if entry.number in facts.catalogue.taken_in:
        return copy_words(facts.catalogue, entry.number, facts.words)
    return facts.say("Shared table") if entry.number in facts.catalogue.shared else ""


def _progress(entry: Entry, facts: ScreenFacts) -> str:
    """Return the day of a series unless it is today, with its round, leaders and players."""
    today = facts.today
    words = facts.words
    progress = words.say("Round {number}", number=entry.dealt)
    state = words.say("over") if entry.rounds == entry.dealt else words.say("in play")
    dated = called_by_date(entry) or entry.latest == today.isoformat()
    when = "" if dated else short_day(entry.latest, today, words)
    ahead = _ahead(entry, words) if entry.rounds else ""
    players = words.join(entry.players)
    return join_facts(_relation(entry, facts), when, progress, state, ahead, players)


def series_row(entry: Entry, facts: ScreenFacts) -> b.Row:
    """Build a series in a list; one in play opens at its table, a copy or a shared one says so."""
    words = facts.words
    name = name_of(entry, words)
    players = _players(entry, words)
    number = entry.number
    left = number in facts.catalogue.copies
    day = "" if called_by_date(entry) else short_day(entry.latest, facts.today, words)
    standing = join_facts(_relation(entry, facts), day, _standing(entry, facts))
    opens = "" if entry.over or left else words.say("Back to the table")
    return b.Row(
        name,
        f"home-series-{number}",
        subtitle=standing,
        note=players,
        intent=b.Go(f"/series/{number}" if entry.over else f"/table/{number}"),
        label=words.join((name, standing, players, opens)),
    )


def _standing(entry: Entry, facts: ScreenFacts) -> str:
    words = facts.words
    if entry.number in facts.catalogue.copies:
        return copy_words(facts.catalogue, entry.number, words)
    names = listed(entry.leaders, words)
    score = _score(entry, words)
    rounds = rounds_words(entry.rounds - entry.off, words, entry.off)
    if entry.over and not (names and score):
        return f"{rounds} · {words.say('over')}"
    if entry.over:
        won = words.say("{names} won with {score}", names=names, score=score)
        return f"{rounds} · {won}"
    if not entry.rounds:
        return words.say("in play")
    return join_facts(words.say("in play"), rounds, _ahead(entry, words))


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
    names = listed(entry.leaders, words)
    return words.say("{names} ahead with {score}", names=names, score=score)


def _players(entry: Entry, words: Words) -> str:
    """Return the names of all players of a series, those who left last, or how many more played."""
    if len(entry.everybody) <= _NAMED + 1:
        return words.join(entry.everybody)
    named = words.join(entry.everybody[:_NAMED])
    return words.say("{names} and {n} more", names=named, n=len(entry.everybody) - _NAMED)


def name_of(entry: Entry, words: Words) -> str:
    """Return the name of a series in a list."""
    return called(entry.name, entry.date, words)


def called_by_date(entry: Entry) -> bool:
    """Return whether the name of a series in a list is the date of its last evening."""
    return not entry.name and entry.date == entry.latest


def dated_name(entry: Entry, words: Words) -> str:
    """Return the name of a series with its date, or with its players if undated."""
    day = "" if called_by_date(entry) else day_words(entry.latest, words)
    detail = day or _players(entry, words)
    return words.join((name_of(entry, words), detail))
