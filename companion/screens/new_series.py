"""The screen of a new series."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.core.objections import Objection, phrase
from companion.core.presets import preset
from companion.core.rules import OPTIONS, ChipPlace, Points, Rules
from companion.screens import blocks as b
from companion.screens import house_rules, seating
from companion.screens.explanation import answer_words, rule_sentence
from companion.screens.kit import App, Form, ScreenFacts, act, edit, submit
from companion.screens.routes import table_path
from companion.screens.rule_sets import preset_blocks, unfolding_options
from companion.screens.seating import NOTHING, SeatsForm, draft_text, read_draft
from companion.screens.speech import Person, join_facts, pot_named, refusal_words
from companion.screens.standings import aim
from companion.words import Words

POINTS_A_ROUND = {Points.CARD: 2.0, Points.PIPS: 13.0, Points.RANK: 14.0, Points.PLACE: 2.5}
"""The points per round of the player with the most points.

A series to 100 was measured to take about fifty rounds where each card counts one point; a card has
6.5 pips on average, and rank 7.
"""
_LASTS = (
    (7, phrase("half an hour")),
    (15, phrase("an hour")),
    (30, phrase("an evening")),
    (math.inf, phrase("many evenings")),
)
"""The greatest number of rounds that take so long; a round took five minutes."""
_TARGETS = (25, 50, 100)
_OPEN = (0, 0)


@dataclass(frozen=True)
class NewForm(SeatsForm):
    """The form of a new series; `opened` is the name of the line whose choice shows."""

    opened: str = ""

    def open(self, name: str) -> Self:
        """Return a copy that shows the choice of a line, or no longer does."""
        return replace(self, opened="" if self.opened == name else name)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen of a new series."""
        catalogue = facts.catalogue
        words = facts.words
        say = facts.say
        people = seating.seated_people(self, catalogue)
        begin = b.Action(
            "start-series",
            say("Start the series"),
            submit(start),
            b.Emphasis.PRIMARY,
            beneath=summarize_seats(people, self.dealer_seat, words),
            obstacle=_obstacle(self, words),
        )
        clears = b.Action(
            "clear-form", say("Clear"), edit(NewForm.cleared, catalogue.usual), icon=b.Icon.CLEAR
        )
        fold, panels = unfolding_options(self, self.rules, words, seating.under)
        lines = (
            *_dealer_line(self, people, words),
            _rules_line(self, fold, words),
            *_length_line(self.rules, words),
            *_chips_line(self.rules, words),
        )
        return b.Document(
            title=say("New series"),
            columns=(
                (b.Custom(seating.seats_view(self, catalogue, words)),),
                (_lines_panel(lines, self.opened), *(panels if self.opened == "rules" else ())),
            ),
            beside=(clears,) if draft_text(self) else (),
            footer=(begin,),
            follows=act(keep_draft, draft_text(self)),
        )


def new(facts: ScreenFacts) -> Form:
    """Return the form of a new series by the last rules, with the names written before."""
    return Form(read_draft(facts.draft, NewForm(rules=facts.catalogue.usual)), "new")


async def start(app: App, form: NewForm) -> None:
    """Begin the series of the form."""
    names = tuple(player.name for player in form.players)
    await start_series(app, names, form.dealer_seat, form.rules)


async def start_series(app: App, names: tuple[str, ...], dealer: int, rules: Rules) -> None:
    """Begin a series, which is called by its date until somebody names it, and go to its table."""
    begun = await app.alone(lambda: app.archive.start("", names, dealer, rules))
    if isinstance(begun, Objection):
        app.notices.refuse(begun)
    elif begun:
        await app.device.keep_draft(NOTHING)
        app.keep_played(begun)
        await app.navigation.go(table_path(begun.snapshot.number))


async def keep_draft(app: App, text: str) -> None:
    """Keep the form of a new series on this device."""
    await app.device.keep_draft(text)


@dataclass(frozen=True)
class _Line:
    """A question of the form in one line; a tap on it opens its choice, and closes another."""

    name: str
    asks: str
    answer: str
    choice: b.Blocks
    detail: str = ""

    def row(self) -> b.Row:
        """Return the line."""
        return b.Row(
            self.asks,
            f"open-{self.name}",
            subtitle=self.answer,
            note=self.detail,
            intent=edit(NewForm.open, self.name),
        )


def _lines_panel(lines: Sequence[_Line], opened: str) -> b.Panel:
    """Return the lines, one of them with its choice below it."""
    place = next((n for n, line in enumerate(lines, 1) if line.name == opened), 0)
    rows = [line.row() for line in lines]
    choice = lines[place - 1].choice if place else ()
    lists = [b.List(tuple(part)) for part in (rows[:place], rows[place:]) if part]
    return b.Panel((*lists[: bool(place)], *choice, *lists[bool(place) :]), key="lines")


def _dealer_line(form: NewForm, people: Sequence[Person], words: Words) -> tuple[_Line, ...]:
    if not people:
        return ()
    name = people[form.dealer_seat].name
    return (_Line("dealer", words.say("Who deals?"), name, (seating.dealer_choice(form, people),)),)


def _rules_line(form: NewForm, fold: b.Blocks, words: Words) -> _Line:
    """Return the rules by name with a sentence, and the sets of rules to choose from."""
    base = preset(form.rules.preset)
    # What has a line of its own is no difference from the preset.
    named = replace(_lasting(form.rules, _length(base)), chips=base.chips)
    changed = house_rules.changes_words(named, words)
    view = house_rules.presets(form.rules, words)
    return _Line(
        "rules",
        words.say("Rules: {name}", name=view.title),
        view.says,
        (*preset_blocks(form, form.rules, words, seating.under), *fold),
        changed,
    )


def _chips_line(rules: Rules, words: Words) -> tuple[_Line, ...]:
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
    says = answer_words(option, rules.chips.value, words)
    return (_Line("chips", words.say("Where are the chips?"), says, (choice, explained)),)


def _length_line(rules: Rules, words: Words) -> tuple[_Line, ...]:
    """Return the choice of the aim, with an estimate of the length."""
    targets = _targets(rules, words)
    if not targets:
        return ()
    estimate = _estimate(rules, words)
    aims = aim(rules, words) or words.say("no limit")
    answer = join_facts(aims, estimate)
    return (_Line("length", words.say("How long?"), answer, (b.Choice(targets),)),)


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
    return words.join((about, words.say(lasts))) if target else words.say(lasts)


def _obstacle(draft: SeatsForm, words: Words) -> str:
    called = {player.handle: player.name for player in draft.players}
    if pot := pot_named((player.name for player in draft.players), words):
        return pot
    return refusal_words(draft.setup.objection(), words, called.__getitem__)


def summarize_seats(people: Sequence[Person], dealer: int, words: Words) -> str:
    """Return how many play and who deals."""
    if not people:
        return ""
    players = words.count("{n} player", "{n} players", len(people))
    return f"{players} · {words.say('{name} deals', name=people[dealer].name)}"
