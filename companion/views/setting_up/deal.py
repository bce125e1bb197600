"""The screens before a deal: a new series and the next round."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.names import Player, tidy
from companion.core.presets import SavedRules, preset
from companion.core.rules import OPTIONS, ChipPlace, Rules
from companion.core.steps import Dealt, Redealt
from companion.desk.archive import Catalogue
from companion.forms.seating import SeatsForm, draft_text
from companion.screens import house_rules
from companion.screens.explanation import rule_sentence
from companion.views import blocks as b
from companion.views.of_series.length import POINTS_A_ROUND, aim
from companion.views.of_series.standings import beginnings
from companion.views.setting_up import seats as seating
from companion.views.setting_up.rules import change_blocks, preset_blocks, unfolding_options
from companion.views.speech import Person, refusal_words
from companion.words import Words


def next_round(log: Log, catalogue: Catalogue, words: Words, form: SeatsForm) -> b.Document:
    """Return the screen of the next deal; a round not over yet is set up anew."""
    anew, step = not log.round.over, next_deal(form, log)
    number = log.round_number if anew else log.round_number + 1
    people, setup = seating.seated_people(form, catalogue), step.setup
    parts = (words.say("Round {number}", number=number), aim(setup.rules, words))
    refusal = log.objection(step)
    begun = () if refusal else _beginnings(log, step, words)
    seats = seating.seats_view(form, catalogue, words)
    called = {player.handle: player.name for player in (*log.series.players, *form.players)}
    deal = b.Action(
        "redeal" if anew else "deal-next",
        words.say("Deal round {number} anew", number=number)
        if anew
        else words.say("Deal round {number}", number=number),
        b.Submit((anew, log.round_number)),
        b.Emphasis.PRIMARY,
        beneath=_summary(people, setup.dealer, words),
        obstacle=refusal_words(refusal, words, called.__getitem__) if refusal else "",
    )
    return b.Document(
        title=words.say("Set up this round anew") if anew else words.say("Change the table"),
        subtitle=" · ".join(filter(None, parts)),
        columns=(
            (
                b.Custom("seats", replace(seats, remarks=(*seats.remarks, *begun))),
                *(_joining(setup.rules, words) if begun else ()),
            ),
            (
                *seating.dealer_panel(form, people, words, cuts=form.before is None),
                *seating.hands_panel(form, people, words),
                *(() if anew else _next_rules(log, words)),
            ),
        ),
        footer=(deal,),
    )


def next_deal(form: SeatsForm, log: Log) -> Dealt | Redealt:
    """Return the step that deals the round of a form under the rules planned by now."""
    anew = not log.round.over
    rules = log.round.setup.rules if anew else log.series.next_setup().rules
    setup = form.under(replace(rules, join_points=form.joins or rules.join_points)).setup
    joined = _joined(form, log, anew=anew)
    return Redealt(setup, joined) if anew else Dealt(setup, joined)


def _next_rules(log: Log, words: Words) -> tuple[b.Panel, ...]:
    """Return the rules of the next round, and their differences from the last round."""
    now, rules = log.round.setup.rules, log.series.next_setup().rules
    view = house_rules.presets(rules, words)
    says = house_rules.pending_words(now, rules, words) or words.say("As before.")
    says_change = words.say("Change the rules")
    change = b.Action("next-rules-change", says_change, b.Go("rules"), icon=b.Icon.UNFOLD)
    texts = (b.Text(view.says), b.Text(says, "next-rules", b.Style.MUTED))
    return (b.Panel((*texts, b.Actions((change,))), view.title, key="next-rules"),)


def _joining(rules: Rules, words: Words) -> tuple[b.Panel, ...]:
    """Return the choice of the points of players who join with this deal."""

    def choose(rules: Rules) -> b.Edit:
        return b.Edit("joining", (rules.join_points,))

    option = next(option for option in OPTIONS if option.name == "join_points")
    return (
        b.Panel((b.List((house_rules.rule_row(option, rules, words, choose),)),), key="joining"),
    )


def _joined(draft: SeatsForm, log: Log, *, anew: bool) -> tuple[Player, ...]:
    """Return the players new in the series; a deal set up anew brings its own."""
    leaving = log.series.newcomers if anew else ()
    there = {player.handle for player in log.series.players if player not in leaving}
    return tuple(player for player in draft.players if player.handle not in there)


def _beginnings(log: Log, step: Dealt | Redealt, words: Words) -> tuple[str, ...]:
    """Return the first points of the players who join for a possible deal (R17)."""
    series = log.after(step).series
    return tuple(f"{points}." for points in beginnings(series, len(series.rounds), words))


_TARGETS: Final = (25, 50, 100)
_OPEN: Final = (0, 0)


def new_series(catalogue: Catalogue, today: date, words: Words, form: SeatsForm) -> b.Document:
    """Return the screen of a new series."""
    say, people, usual = words.say, seating.seated_people(form, catalogue), catalogue.usual
    start = b.Action(
        "start-series",
        say("Start the series"),
        b.Submit(),
        b.Emphasis.PRIMARY,
        beneath=_summary(people, form.dealer_seat, words),
        obstacle=_obstacle(form, words),
    )
    clear = say("Clear the form")
    clears = b.Action("clear-form", "", b.Edit("cleared", (usual,)), icon=b.Icon.CLEAR, label=clear)
    title = default_title(catalogue.entries, today, words) if form.title is None else form.title
    name = b.Field("series-name", title, say("Name of the series"), "titled")
    return b.Document(
        title=say("New series"),
        columns=(
            (
                b.Custom("seats", seating.seats_view(form, catalogue, words)),
                *seating.dealer_panel(form, people, words, cuts=True),
            ),
            (
                *_rules(form, catalogue.saved, words),
                *_chips_panel(form.rules, words),
                _length_panel(form.rules, words),
                b.Panel((name,), say("Name of the series")),
            ),
        ),
        beside=(clears,) if draft_text(form) else (),
        footer=(start,),
        follows=b.Act("keep_draft", (draft_text(form),)),
    )


def _rules(form: SeatsForm, saved: SavedRules, words: Words) -> tuple[b.Panel, ...]:
    """Return the house rules to choose from, and unfolded each rule."""
    named = _named_rules(form.rules, saved)
    choice = preset_blocks(form, named, saved, words, seating.under)
    changes = change_blocks(form, form.rules, saved, words, named=named)
    fold, panels = unfolding_options(form, form.rules, words, seating.under)
    return (b.Panel((*choice, *changes, *fold), words.say("House rules")), *panels)


def _named_rules(rules: Rules, saved: SavedRules) -> Rules:
    """Return the rules with the place of chips as in the rules that they come from.

    The place is asked by itself, so it is no difference from saved rules or from a preset.
    """
    own = (of for _, of in saved if replace(of, chips=rules.chips) == rules)
    return replace(rules, chips=next(own, preset(rules.preset)).chips)


def _chips_panel(rules: Rules, words: Words) -> tuple[b.Panel, ...]:
    """Return the question where the chips are, if the rules charge any (R18)."""
    if not rules.charge_chips:
        return ()
    answers = (
        (ChipPlace.TABLE, "chips-on-table", words.say("On the table")),
        (ChipPlace.APP, "chips-in-app", words.say("Only in the app")),
    )
    choice = b.Choice(
        tuple(
            b.Action(
                name, says, seating.under(replace(rules, chips=place)), chosen=rules.chips is place
            )
            for place, name, says in answers
        )
    )
    option = next(option for option in OPTIONS if option.name == "chips")
    explained = b.Text(rule_sentence(option, rules, words), "chips-say", b.Style.MUTED, live=True)
    return (b.Panel((choice, explained), words.say("Where are the chips?"), key="chips"),)


def _length_panel(rules: Rules, words: Words) -> b.Panel:
    """Return the choice of the aim, with an estimate of the length."""
    targets = _targets(rules, words)
    forecast = b.Text(_forecast(rules, words), "forecast", b.Style.MUTED, live=True)
    choice = (b.Choice(targets),) if targets else ()
    return b.Panel((*choice, forecast), words.say("How long?"))


def series_name(form: SeatsForm, entries: Sequence[Entry], today: date, words: Words) -> str:
    """Return the name of a new series, by the day if none was entered."""
    return tidy(form.title or "") or default_title(entries, today, words)


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


def _targets(rules: Rules, words: Words) -> tuple[b.Action, ...]:
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


def _target(rules: Rules, length: tuple[int, int], words: Words) -> b.Action:
    target, rounds = length
    made = house_rules.after(rules, "rounds", str(rounds))
    if rules.count_points:
        made = house_rules.after(made, "target", str(target))
    name = "-".join(filter(None, (str(target), f"{rounds}-rounds" if rounds else "")))
    says, chosen = aim(made, words) or words.say("open end"), length == _length(rules)
    return b.Action(f"target-{name}", says, seating.under(made), chosen=chosen)


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
    length = words.count("about {n} round", "about {n} rounds", rounds)
    return words.say("An estimate: {rounds} to {target}.", rounds=length, target=rules.target)


def _obstacle(draft: SeatsForm, words: Words) -> str:
    called = {player.handle: player.name for player in draft.players}
    refusal = draft.setup.objection()
    return refusal_words(refusal, words, called.__getitem__) if refusal else ""


def _summary(people: Sequence[Person], dealer: int, words: Words) -> str:
    if not people:
        return ""
    players = words.count("{n} player", "{n} players", len(people))
    return f"{players} · {words.say('{name} deals', name=people[dealer].name)}"
