"""The screens before a deal: a new series, the next round, and the presets to choose from."""

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
    """All that the screen shows. `anew` tells that round `number` is dealt already; `setup` and
    `joined` are what will be dealt, and `obstacle` says why it cannot be, empty once it can.
    `joining` is the rule by which those begin who sit down for this deal, if points count.
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


def next_round(draft: SeatsForm, log: Log, entries: Sequence[Entry], words: Words) -> NextRoundView:
    """The screen for what has been changed so far; a round not over yet is set up anew."""
    anew = not log.round.over
    number = log.round_number if anew else log.round_number + 1
    people, setup = seats_view(draft, entries, words), draft.setup
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
        act=_act(number, words, anew=anew),
        summary=_next_summary(draft, dealer, words),
        obstacle=refusal_words(refusal, words, called.__getitem__) if refusal else "",
    )


def _rules(log: Log, draft: SeatsForm, words: Words) -> tuple[str, str]:
    """The rules by name, and whether they are those of the last round."""
    now = log.round.setup.rules
    view = house_rules(now, draft.rules, words)
    return view.pending.title, view.pending_says or words.say("As before.")


def _joining(rules: Rules, words: Words) -> OptionView:
    """The points to join with, to be chosen for this deal."""
    options = (option for group in option_groups(rules, words) for option in group.options)
    return next(option for option in options if option.name == "join_points")


def _joined(draft: SeatsForm, log: Log, *, anew: bool) -> tuple[Player, ...]:
    """Who is in the series from this deal on; a deal set up anew brings its own people."""
    leaving = log.series.newcomers if anew else ()
    there = {player.handle for player in log.series.players if player not in leaving}
    return tuple(player for player in draft.players if player.handle not in there)


def _act(number: int, words: Words, *, anew: bool) -> str:
    if anew:
        return words.say("Deal round {number} anew", number=number)
    return words.say("Deal round {number}", number=number)


def _next_summary(draft: SeatsForm, dealer: str, words: Words) -> str:
    if not dealer:
        return ""
    players = words.count("{n} player", "{n} players", len(draft.players))
    return f"{players} · {words.say('{name} deals', name=dealer)}"


def _beginnings(log: Log, step: Dealt | Redealt, words: Words) -> tuple[str, ...]:
    """With how many points those begin who join for this deal, if it can be dealt (R17)."""
    series = log.after(step).series
    return tuple(f"{said}." for said in beginnings(series, len(series.rounds), words))


_TOLD: Final = 4
"""So many differences are told, or all if one more would be left."""
_SHORT: Final = 4
"""So many sets of rules are shown until all are asked for; and all that people saved."""
_ONLY_SEEN: Final = {"picture"}
"""What changes nothing but how the layout lies."""


@dataclass(frozen=True, slots=True)
class PresetLine:
    """Rules to choose: what they are called and how they differ. `saved` is the name under which
    people saved them, empty for the named ones.
    """

    identifier: str
    title: str
    differs: str
    chosen: bool
    rules: Rules
    saved: str


@dataclass(frozen=True, slots=True)
class PresetListView:
    """All rules to choose from, and the few of them that are shown at first; `can_save` tells that
    the rules as they are now are none of these.
    """

    lines: tuple[PresetLine, ...]
    few: tuple[PresetLine, ...]
    all_says: str
    can_save: bool


def preset_list(rules: Rules, saved: SavedRules, words: Words) -> PresetListView:
    """What can be chosen while these rules are."""
    mine = name_of(rules, saved)
    own = tuple(
        PresetLine(f"saved-{place}", name, _own_line(of, words), name == mine, of, name)
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
    """Named rules, and how they differ from those that they are made of."""
    told, of = PRESETS[name], preset(name)
    differs = _like(told.base, of, words) if told.base else sentence(words.say(told.says))
    chosen = chosen and rules.preset == name
    return PresetLine(f"preset-{name}", words.say(told.title), differs, chosen, of, "")


def _own_line(rules: Rules, words: Words) -> str:
    return _like(rules.preset, rules, words)


def _like(base: str, rules: Rules, words: Words) -> str:
    """`Like Pagat: Opening 7♦ · Ante 1 chip`; many differences are counted."""
    before, title = preset(base), words.say(PRESETS[base].title)
    changed = [
        difference(option, rules, words)
        for option in OPTIONS
        if before[option.name] != rules[option.name] and option.name not in _ONLY_SEEN
    ]
    if not changed:
        return words.say("Like {base}", base=title)
    if len(changed) > _TOLD + 1:
        rest = len(changed) - _TOLD
        more = words.count("{n} more", "{n} more", rest)
        changed = [*changed[:_TOLD], more]
    return words.say("Like {base}: {changes}", base=title, changes=" · ".join(changed))


def name_obstacle(name: str, saved: SavedRules, words: Words, *, but: str = "") -> str:
    """Why rules cannot be called so, empty where they can; those called `but` have the name now."""
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
