"""The screen of a new series: players in their seats, the first dealer, the rules, how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from companion.core.entry import Entry
from companion.core.names import tidy
from companion.core.rules import Points, Rules
from companion.forms.seating import Draft
from companion.views.house_rules import (
    AnswerView,
    OptionGroup,
    PresetsView,
    after,
    option_groups,
    presets,
)
from companion.views.refusals import refusal_words
from companion.views.seats import SeatsView, seats_view
from companion.words import Words

_TARGETS: Final = (25, 50, 100, 0)
_POINTS_A_ROUND: Final = {Points.CARD: 2.0, Points.PIPS: 13.0, Points.RANK: 14.0}
"""What the leader of the race gains in a round: measured for cards, about fifty rounds to 100; a
card's pips are 6.5 on average, its rank 7."""


@dataclass(frozen=True, slots=True)
class NewSeriesView:
    """All that the screen shows. `title` is what stands in the field, `called` what the series
    will be called; `obstacle` says why it cannot start yet, empty once it can.
    """

    people: SeatsView
    presets: PresetsView
    groups: tuple[OptionGroup, ...]
    targets: tuple[AnswerView, ...]
    forecast: str
    title: str
    called: str
    names: tuple[str, ...]
    dealer: int
    obstacle: str
    summary: str


def new_series(draft: Draft, entries: Sequence[Entry], today: date, words: Words) -> NewSeriesView:
    """The screen for what has been filled in so far."""
    names = tuple(each.name for each in draft.players)
    default = default_title(entries, today, words)
    return NewSeriesView(
        people=seats_view(draft, entries, words),
        presets=presets(draft.rules, words),
        groups=option_groups(draft.rules, words),
        targets=_targets(draft.rules, words),
        forecast=_forecast(draft.rules, words),
        title=default if draft.title is None else draft.title,
        called=tidy(draft.title or "") or default,
        names=names,
        dealer=draft.dealer_seat,
        obstacle=_obstacle(draft, words),
        summary=_summary(draft, names, words),
    )


def default_title(entries: Sequence[Entry], today: date, words: Words) -> str:
    """A name for a series that begins on that day, other than those in use."""
    evenings = (
        words.say("Monday evening"),
        words.say("Tuesday evening"),
        words.say("Wednesday evening"),
        words.say("Thursday evening"),
        words.say("Friday evening"),
        words.say("Saturday evening"),
        words.say("Sunday evening"),
    )
    evening, used = evenings[today.weekday()], {each.name for each in entries}
    numbered = (f"{evening} {number}" for number in range(2, len(used) + 3))
    return next(name for name in (evening, *numbered) if name not in used)


def _targets(rules: Rules, words: Words) -> tuple[AnswerView, ...]:
    """How long the series goes; none where the rules count no points."""
    if rules.points is Points.NONE:
        return ()
    lengths = sorted({*_TARGETS, rules.target} - {0})
    return tuple(
        AnswerView(
            str(target),
            words.say("to {target}", target=target) if target else words.say("open end"),
            target == rules.target,
            after(rules, "target", str(target)),
        )
        for target in (*lengths, 0)
    )


def _forecast(rules: Rules, words: Words) -> str:
    if rules.points is Points.NONE:
        return words.say("These rules count no points: play as many rounds as you like.")
    if not rules.target:
        return words.say("Play as many rounds as you like; the lowest total is ahead.")
    rounds = max(1, round(rules.target / _POINTS_A_ROUND[rules.points]))
    said = words.count("about {n} round", "about {n} rounds", rounds)
    return words.say("An estimate: {rounds} to {target}.", rounds=said, target=rules.target)


def _obstacle(draft: Draft, words: Words) -> str:
    called = {each.handle: each.name for each in draft.players}
    refusal = draft.setup.objection()
    return refusal_words(refusal, words, called.__getitem__) if refusal else ""


def _summary(draft: Draft, names: Sequence[str], words: Words) -> str:
    if not names:
        return ""
    players = words.count("{n} player", "{n} players", len(names))
    return f"{players} · {words.say('{name} deals', name=names[draft.dealer_seat])}"
