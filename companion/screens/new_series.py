"""The screen of a new series."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from companion.core.entries import Entry
from companion.core.names import tidy
from companion.core.objections import Objection, phrase
from companion.core.presets import preset
from companion.core.rules import OPTIONS, ChipPlace, Points, Rules
from companion.screens import blocks as b
from companion.screens import house_rules, seating
from companion.screens.explanation import answer_words, rule_sentence
from companion.screens.kit import App, Form, Here, act, edit, submit
from companion.screens.routes import table_path
from companion.screens.rule_sets import preset_blocks, unfolding_options
from companion.screens.seating import NOTHING, SeatsForm, draft_text, read_draft
from companion.screens.speech import Person, day_words, refusal_words
from companion.screens.standings import aim
from companion.words import Words

POINTS_A_ROUND: Final = {Points.CARD: 2.0, Points.PIPS: 13.0, Points.RANK: 14.0, Points.PLACE: 2.5}
"""The points per round of the player with the most points.

A series to 100 was measured to take about fifty rounds where each card counts one point; a card has
6.5 pips on average, and rank 7.
"""
_LASTS: Final = (
    (7, phrase("half an hour")),
    (15, phrase("an hour")),
    (30, phrase("an evening")),
    (math.inf, phrase("many evenings")),
)
"""The greatest number of rounds that take so long; a round took five minutes."""
_TARGETS: Final = (25, 50, 100)
_OPEN: Final = (0, 0)


@dataclass(frozen=True, slots=True)
class NewForm(SeatsForm):
    """The form of a new series."""

    def view(self, here: Here) -> b.Document:
        """Return the screen of a new series."""
        return _view(self, here)


def new(here: Here) -> Form:
    """Return the form of a new series by the last rules, with the names written before."""
    return Form(read_draft(here.draft, NewForm(rules=here.catalogue.usual)), "new")


async def start(app: App, form: NewForm) -> None:
    """Begin the series of the form."""
    here = app.here
    name = series_name(form, here.catalogue.entries, here.today, here.words)
    names = tuple(player.name for player in form.players)
    await start_series(app, name, names, form.dealer_seat, form.rules)


async def start_series(
    app: App, name: str, names: tuple[str, ...], dealer: int, rules: Rules
) -> None:
    """Begin a series and go to its table."""
    begun = await app.alone(lambda: app.archive.start(name, names, dealer, rules))
    if isinstance(begun, Objection):
        app.refuse(begun)
    elif begun:
        await app.keep_draft(NOTHING)
        app.keep_played(begun)
        await app.go(table_path(begun.snapshot.number))


async def keep_draft(app: App, text: str) -> None:
    """Keep the form of a new series on this device."""
    await app.keep_draft(text)


def _view(form: NewForm, here: Here) -> b.Document:
    catalogue = here.catalogue
    words = here.words
    say = here.say
    people = seating.seated_people(form, catalogue)
    begin = b.Action(
        "start-series",
        say("Start the series"),
        submit(start),
        b.Emphasis.PRIMARY,
        beneath=summarize_seats(people, form.dealer_seat, words),
        obstacle=_obstacle(form, words),
    )
    clear = say("Clear")
    clears = b.Action(
        "clear-form", "", edit(NewForm.cleared, catalogue.usual), icon=b.Icon.CLEAR, label=clear
    )
    title = (
        default_title(catalogue.entries, here.today, words) if form.title is None else form.title
    )
    name = b.Field("series-name", title, say("Name of the series"), NewForm.titled)
    return b.Document(
        title=say("New series"),
        columns=(
            (
                b.Custom("seats", seating.seats_view(form, catalogue, words)),
                *seating.dealer_panel(form, people, words),
            ),
            (
                *_rules(form, words),
                *_chips_panel(form.rules, words),
                *_length_panel(form.rules, words),
                b.Panel((name,)),
            ),
        ),
        beside=(clears,) if draft_text(form) else (),
        footer=(begin,),
        follows=act(keep_draft, draft_text(form)),
    )


def _rules(form: NewForm, words: Words) -> tuple[b.Panel, ...]:
    """Return the house rules to choose from, and unfolded each rule."""
    choice = preset_blocks(form, form.rules, words, seating.under)
    # The place of the chips is asked by itself, so it is no difference from the preset.
    named = replace(form.rules, chips=preset(form.rules.preset).chips)
    says = house_rules.changes_words(named, words)
    changes = (b.Text(says, "preset-says", live=True),) if says else ()
    fold, panels = unfolding_options(form, form.rules, words, seating.under)
    return (b.Panel((*choice, *changes, *fold), words.say("House rules")), *panels)


def _chips_panel(rules: Rules, words: Words) -> tuple[b.Panel, ...]:
    """Return the question where the chips are, if the rules charge any (R18)."""
    if not rules.charge_chips:
        return ()
    option = next(option for option in OPTIONS if option.name == "chips")
    answers = ((ChipPlace.TABLE, "chips-on-table"), (ChipPlace.APP, "chips-in-app"))
    choice = b.Choice(
        tuple(
            b.Action(
                name,
                answer_words(option, place.value, words),
                seating.under(replace(rules, chips=place)),
                chosen=rules.chips is place,
            )
            for place, name in answers
        )
    )
    explained = b.Text(rule_sentence(option, rules, words), "chips-say", b.Style.MUTED, live=True)
    return (b.Panel((choice, explained), words.say("Chips"), key="chips"),)


def _length_panel(rules: Rules, words: Words) -> tuple[b.Panel, ...]:
    """Return the choice of the aim, with an estimate of the length."""
    targets = _targets(rules, words)
    if not targets:
        return ()
    estimate = b.Text(_estimate(rules, words), "length-says", b.Style.MUTED, live=True)
    return (b.Panel((b.Choice(targets), estimate), words.say("How long?"), key="length"),)


def series_name(form: SeatsForm, entries: Sequence[Entry], today: date, words: Words) -> str:
    """Return the name of a new series, by the day if none was entered."""
    return tidy(form.title or "") or default_title(entries, today, words)


def default_title(entries: Sequence[Entry], today: date, words: Words) -> str:
    """Return an unused name for a series that begins today."""
    day = day_words(today.isoformat(), words)
    used = {entry.name for entry in entries}
    numbered = (f"{day} ({number})" for number in range(2, len(used) + 3))
    return next(name for name in (day, *numbered) if name not in used)


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


def _lasting(rules: Rules, length: tuple[int, int]) -> Rules:
    """Return rules under which a series has a length, its target only where points count."""
    target, rounds = length
    made = house_rules.after(rules, "rounds", str(rounds))
    return house_rules.after(made, "target", str(target)) if rules.count_points else made


def _target(rules: Rules, length: tuple[int, int], words: Words) -> b.Action:
    target, rounds = length
    made = _lasting(rules, length)
    name = "-".join(filter(None, (str(target), f"{rounds}-rounds" if rounds else "")))
    says = aim(made, words) or words.say("no limit")
    chosen = length == _length(rules)
    return b.Action(f"target-{name}", says, seating.under(made), chosen=chosen)


def _estimate(rules: Rules, words: Words) -> str:
    """Return how long a series takes, empty for one with an open end."""
    target, rounds = _length(rules)
    if not target and not rounds:
        return ""
    if not rounds:
        rounds = max(1, round(target / POINTS_A_ROUND[rules.points]))
    lasts = next(says for most, says in _LASTS if rounds <= most)
    about = words.count("about {n} round", "about {n} rounds", rounds)
    return f"{about}, {words.say(lasts)}" if target else words.say(lasts)


def _obstacle(draft: SeatsForm, words: Words) -> str:
    called = {player.handle: player.name for player in draft.players}
    refusal = draft.setup.objection()
    return refusal_words(refusal, words, called.__getitem__) if refusal else ""


def summarize_seats(people: Sequence[Person], dealer: int, words: Words) -> str:
    """Return how many play and who deals."""
    if not people:
        return ""
    players = words.count("{n} player", "{n} players", len(people))
    return f"{players} · {words.say('{name} deals', name=people[dealer].name)}"
