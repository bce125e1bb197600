"""The screen of a new series: players in their seats, the first dealer, the rules, how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from companion.core.house_rules.presets import preset
from companion.core.house_rules.rules import Rules
from companion.core.house_rules.saved import SavedRules
from companion.core.names import tidy
from companion.core.standings.entry import Entry
from companion.forms.seating import SeatsForm
from companion.views.of_series.aims import POINTS_A_ROUND, aim
from companion.views.refusals import refusal_words
from companion.views.setting_up.answers import AnswerView, after
from companion.views.setting_up.house_rules import (
    OptionGroup,
    PresetsView,
    option_groups,
    presets,
)
from companion.views.setting_up.seats import SeatsView, seats_view
from companion.words import Words

_TARGETS: Final = (25, 50, 100)
_OPEN: Final = (0, 0)


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


def new_series(
    draft: SeatsForm,
    entries: Sequence[Entry],
    today: date,
    words: Words,
    saved: SavedRules = (),
) -> NewSeriesView:
    """The screen for what has been filled in so far; `saved` are rules that people gave a name."""
    names = tuple(player.name for player in draft.players)
    default = default_title(entries, today, words)
    return NewSeriesView(
        people=seats_view(draft, entries, words),
        presets=presets(draft.rules, words, saved),
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
    evening, used = evenings[today.weekday()], {entry.name for entry in entries}
    numbered = (f"{evening} {number}" for number in range(2, len(used) + 3))
    return next(name for name in (evening, *numbered) if name not in used)


def _targets(rules: Rules, words: Words) -> tuple[AnswerView, ...]:
    """How long the series goes: to a total, a number of rounds, or with an open end. None where the
    rules count no points and know no number of rounds.
    """
    usual = replace(preset(rules.preset), points=rules.points)
    totals = [(target, 0) for target in _TARGETS] if rules.count_points else []
    lengths = sorted({*totals, *map(_length, (usual, rules))} - {_OPEN})
    if not lengths:
        return ()
    return tuple(_target(rules, length, words) for length in (*lengths, _OPEN))


def _length(rules: Rules) -> tuple[int, int]:
    """The target in points and in rounds, 0 for none."""
    return rules.target if rules.count_points else 0, rules.rounds


def _target(rules: Rules, length: tuple[int, int], words: Words) -> AnswerView:
    target, rounds = length
    made = after(rules, "rounds", str(rounds))
    if rules.count_points:
        made = after(made, "target", str(target))
    name = "-".join(filter(None, (str(target), f"{rounds}-rounds" if rounds else "")))
    return AnswerView(
        name, aim(made, words) or words.say("open end"), length == _length(rules), made
    )


def _forecast(rules: Rules, words: Words) -> str:
    target, limit = _length(rules)
    if target:
        about = _to_target(rules, words)
        if not limit:
            return about
        most = words.count(
            "After {n} round it ends at the latest.",
            "After {n} rounds it ends at the latest.",
            limit,
        )
        return f"{about} {most}"
    if limit and rules.count_points:
        return words.count(
            "After {n} round the lowest total wins.",
            "After {n} rounds the lowest total wins.",
            limit,
        )
    if limit:
        return words.count(
            "After {n} round the most chips win.", "After {n} rounds the most chips win.", limit
        )
    if rules.count_points:
        return words.say("Play as many rounds as you like; the lowest total is ahead.")
    return words.say("These rules count no points: play as many rounds as you like.")


def _to_target(rules: Rules, words: Words) -> str:
    rounds = max(1, round(rules.target / POINTS_A_ROUND[rules.points]))
    said = words.count("about {n} round", "about {n} rounds", rounds)
    return words.say("An estimate: {rounds} to {target}.", rounds=said, target=rules.target)


def _obstacle(draft: SeatsForm, words: Words) -> str:
    called = {player.handle: player.name for player in draft.players}
    refusal = draft.setup.objection()
    return refusal_words(refusal, words, called.__getitem__) if refusal else ""


def _summary(draft: SeatsForm, names: Sequence[str], words: Words) -> str:
    if not names:
        return ""
    players = words.count("{n} player", "{n} players", len(names))
    return f"{players} · {words.say('{name} deals', name=names[draft.dealer_seat])}"
