"""Views of the screens before a deal: a new series, the next round and the list of presets."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.names import LONGEST, Player, is_short, tidy
from companion.core.presets import PRESETS, SavedRules, is_free, name_of, preset
from companion.core.rounds.setup import Setup
from companion.core.rules import OPTIONS, Rules
from companion.core.steps import Dealt, Redealt
from companion.desk.archive import Catalogue
from companion.forms.seating import SeatsForm
from companion.views.of_series.length import POINTS_A_ROUND, aim
from companion.views.of_series.standings import beginnings
from companion.views.setting_up.house_rules import (
    AnswerView,
    OptionGroup,
    OptionView,
    PresetsView,
    after,
    difference,
    house_rules,
    option_groups,
    presets,
)
from companion.views.setting_up.seats import HandsView, SeatsView, hands_view, seats_view
from companion.views.speech import refusal_words, sentence
from companion.words import Words


@dataclass(frozen=True, slots=True)
class NextRoundView:
    """The content of the screen for the next round.

    `anew` is True if round `number` is dealt already. `setup` and `joined` are the next deal;
    `obstacle` is the reason why this deal is not possible, empty for a possible one. `joining` is
    the rule for the points of players who join, None if nobody joins or no points count.
    """

    title: str
    subtitle: str
    number: int
    anew: bool
    people: SeatsView
    hands: HandsView
    rules_title: str
    rules_says: str
    joining: OptionView | None
    setup: Setup
    joined: tuple[Player, ...]
    act: str
    summary: str
    obstacle: str


def next_round(draft: SeatsForm, log: Log, catalogue: Catalogue, words: Words) -> NextRoundView:
    """Return the screen of a form; a round not over yet is set up anew."""
    anew = not log.round.over
    number = log.round_number if anew else log.round_number + 1
    people, setup = seats_view(draft, catalogue, words), draft.setup
    dealer = draft.players[setup.dealer].name if draft.players else ""
    parts = (words.say("Round {number}", number=number), aim(setup.rules, words))
    rules_title, rules_says = _rules(log, draft, words)
    joined = _joined(draft, log, anew=anew)
    step = Redealt(setup, joined) if anew else Dealt(setup, joined)
    refusal = log.objection(step)
    begun = () if refusal else _beginnings(log, step, words)
    called = {player.handle: player.name for player in (*log.series.players, *draft.players)}
    return NextRoundView(
        title=words.say("Set up this round anew") if anew else words.say("Change the table"),
        subtitle=" · ".join(filter(None, parts)),
        number=number,
        anew=anew,
        people=replace(people, remarks=(*people.remarks, *begun)),
        hands=hands_view(draft, people.dealers, words),
        rules_title=rules_title,
        rules_says=rules_says,
        joining=_joining(setup.rules, words) if begun else None,
        setup=setup,
        joined=joined,
        act=words.say("Deal round {number} anew", number=number)
        if anew
        else words.say("Deal round {number}", number=number),
        summary=_next_summary(draft, dealer, words),
        obstacle=refusal_words(refusal, words, called.__getitem__) if refusal else "",
    )


def _rules(log: Log, draft: SeatsForm, words: Words) -> tuple[str, str]:
    """Return the name of the rules, and their differences from the last round."""
    now = log.round.setup.rules
    view = house_rules(now, draft.rules, words)
    return view.pending.title, view.pending_says or words.say("As before.")


def _joining(rules: Rules, words: Words) -> OptionView:
    """Return the option for the points of players who join."""
    options = (option for group in option_groups(rules, words) for option in group.options)
    return next(option for option in options if option.name == "join_points")


def _joined(draft: SeatsForm, log: Log, *, anew: bool) -> tuple[Player, ...]:
    """Return the players new in the series; a deal set up anew brings its own."""
    leaving = log.series.newcomers if anew else ()
    there = {player.handle for player in log.series.players if player not in leaving}
    return tuple(player for player in draft.players if player.handle not in there)


def _next_summary(draft: SeatsForm, dealer: str, words: Words) -> str:
    if not dealer:
        return ""
    players = words.count("{n} player", "{n} players", len(draft.players))
    return f"{players} · {words.say('{name} deals', name=dealer)}"


def _beginnings(log: Log, step: Dealt | Redealt, words: Words) -> tuple[str, ...]:
    """Return the first points of the players who join for a possible deal (R17)."""
    series = log.after(step).series
    return tuple(f"{said}." for said in beginnings(series, len(series.rounds), words))


_MOST_LISTED: Final = 4
"""The most differences listed; a list longer by one is not cut."""
_SHORT: Final = 4
"""The length of the short list of rules, unless more are saved."""
_DISPLAY_ONLY: Final = {"picture"}
"""The options that concern the layout alone."""


@dataclass(frozen=True, slots=True)
class PresetLine:
    """Rules to choose, with their title and their differences.

    `saved` is the name of saved rules, empty for a preset.
    """

    identifier: str
    title: str
    differs: str
    chosen: bool
    rules: Rules
    saved: str


@dataclass(frozen=True, slots=True)
class PresetListView:
    """All rules to choose from, and the few shown at first.

    `can_save` is True if the current rules are none of these.
    """

    lines: tuple[PresetLine, ...]
    few: tuple[PresetLine, ...]
    all_says: str
    can_save: bool


def preset_list(rules: Rules, saved: SavedRules, words: Words) -> PresetListView:
    """Return the list of rules, with the current rules chosen."""
    mine = name_of(rules, saved)
    own = tuple(
        PresetLine(f"saved-{place}", name, _like(of.preset, of, words), name == mine, of, name)
        for place, (name, of) in enumerate(saved, 1)
    )
    named = tuple(_named(name, rules, words, chosen=not mine) for name in PRESETS)
    first = [line for line in named if line.chosen]
    first += [line for line in named if not line.chosen][: max(_SHORT - len(own) - len(first), 1)]
    return PresetListView(
        lines=(*own, *named),
        few=(*own, *(line for line in named if line in first)),
        all_says=words.say("All {n} sets of rules", n=len(own) + len(named)),
        can_save=not mine and rules != preset(rules.preset),
    )


def _named(name: str, rules: Rules, words: Words, *, chosen: bool) -> PresetLine:
    """Return the line of a preset, with its differences from the preset it derives from."""
    facts, of = PRESETS[name], preset(name)
    differs = _like(facts.base, of, words) if facts.base else sentence(words.say(facts.says))
    chosen = chosen and rules.preset == name
    return PresetLine(f"preset-{name}", words.say(facts.title), differs, chosen, of, "")


def _like(base: str, rules: Rules, words: Words) -> str:
    """Return the differences of rules from a preset, such as `Like Pagat: Ante 1 chip · 2 more`."""
    before, title = preset(base), words.say(PRESETS[base].title)
    changed = [
        difference(option, rules, words)
        for option in OPTIONS
        if before[option.name] != rules[option.name] and option.name not in _DISPLAY_ONLY
    ]
    if not changed:
        return words.say("Like {base}", base=title)
    if len(changed) > _MOST_LISTED + 1:
        rest = len(changed) - _MOST_LISTED
        changed = [*changed[:_MOST_LISTED], words.count("{n} more", "{n} more", rest)]
    return words.say("Like {base}: {changes}", base=title, changes=" · ".join(changed))


def name_obstacle(name: str, saved: SavedRules, words: Words, *, but: str = "") -> str:
    """Return the reason why rules cannot have a name, if any; `but` is their old name."""
    named = tidy(name)
    if not named:
        return words.say("The rules need a name.")
    if not is_short(named):
        return words.say("A name has at most {n} characters.", n=LONGEST)
    if not is_free(named, saved, but=but):
        return words.say("Other rules already have this name.")
    return ""


_TARGETS: Final = (25, 50, 100)
_OPEN: Final = (0, 0)


@dataclass(frozen=True, slots=True)
class NewSeriesView:
    """The content of the screen for a new series.

    `title` is the text of the field, `called` the name of the series; `obstacle` is the reason why
    the series cannot start yet, empty if it can.
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


def new_series(draft: SeatsForm, catalogue: Catalogue, today: date, words: Words) -> NewSeriesView:
    """Return the screen of a form."""
    names = tuple(player.name for player in draft.players)
    default = default_title(catalogue.entries, today, words)
    return NewSeriesView(
        people=seats_view(draft, catalogue, words),
        presets=presets(draft.rules, words, catalogue.saved),
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
    """Return an unused name for a series that begins today."""
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
    """Return the aims to choose: totals, numbers of rounds, and an open end.

    Return none if the rules have neither points nor a number of rounds.
    """
    usual = replace(preset(rules.preset), points=rules.points)
    totals = [(target, 0) for target in _TARGETS] if rules.count_points else []
    lengths = sorted({*totals, *map(_length, (usual, rules))} - {_OPEN})
    if not lengths:
        return ()
    return tuple(_target(rules, length, words) for length in (*lengths, _OPEN))


def _length(rules: Rules) -> tuple[int, int]:
    """Return the target in points and the number of rounds, 0 for none."""
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
