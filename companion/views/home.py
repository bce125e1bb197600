"""The home screen: the series in play, those of earlier days, and what else one can do."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.entry import Entry
from companion.desk.archive import Catalogue
from companion.views.findings import told
from companion.views.speech import chips_words, listed
from companion.words import Words


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A series by its number, its name, and a line on how it stands or who won it."""

    number: int
    name: str
    beneath: str
    says: str
    in_play: bool


@dataclass(frozen=True, slots=True)
class HomeView:
    """All that the home screen shows. `welcome` says what this is, on the very first start only;
    `resume` is the series to go on with, `earlier` are all others. `findings` are what was
    found wrong with what is stored.
    """

    title: str
    tagline: str
    welcome: str
    resume: SeriesLine | None
    earlier: tuple[SeriesLine, ...]
    findings: tuple[str, ...]


def home(catalogue: Catalogue, words: Words) -> HomeView:
    """The home screen; of several series in play the newest is the one to go on with."""
    newest = catalogue.newest_in_play
    return HomeView(
        title=words.say("Fan Tan"),
        tagline=words.say("The table’s memory: chips, passes, scores."),
        welcome="" if catalogue.entries else _welcome(words),
        resume=_resume(newest, words) if newest else None,
        earlier=tuple(
            _line(entry, _stands(entry, words), words)
            for entry in catalogue.entries
            if entry != newest
        ),
        findings=told(catalogue, words),
    )


def _welcome(words: Words) -> str:
    return words.say("You play with real cards and tap along here: one tap a turn keeps the score.")


def _resume(entry: Entry, words: Words) -> SeriesLine:
    progress = words.say("Round {number} in play", number=entry.dealt)
    if entry.rounds == entry.dealt:
        progress = words.say("Round {number} is over", number=entry.dealt)
    return _line(entry, f"{progress} · {', '.join(entry.players)}", words)


def _stands(entry: Entry, words: Words) -> str:
    """How a series ended, or how it stands."""
    names = listed(entry.leaders, words)
    score = str(entry.score) if entry.in_points else chips_words(entry.score, words)
    rounds = words.count("{n} round", "{n} rounds", entry.rounds)
    if entry.over and not names:
        return f"{rounds} · {words.say('over')}"
    if entry.over and len(entry.leaders) > 1:
        won = words.say("{names} share the win with {score}", names=names, score=score)
        return f"{rounds} · {won}"
    if entry.over:
        won = words.say("{names} won with {score}", names=names, score=score)
        return f"{rounds} · {won}"
    if not entry.rounds:
        return f"{words.say('In play')} · {', '.join(entry.players)}"
    ahead = words.say("{names} ahead with {score}", names=names, score=score)
    return f"{words.say('In play')} · {rounds} · {ahead}"


def _line(entry: Entry, beneath: str, words: Words) -> SeriesLine:
    name = entry.name or words.say("Fan Tan")
    return SeriesLine(entry.number, name, beneath, f"{name}, {beneath}", not entry.over)
