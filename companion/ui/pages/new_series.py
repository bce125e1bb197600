"""A new series, on one screen: who plays, who deals first, by which rules, how long."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from typing import cast

import flet as ft

from companion.core.rules import Rules
from companion.ports import Entry
from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.link import TABLE, Link
from companion.ui.parts.buttons import QUIET, SECONDARY, button
from companion.ui.parts.choice import Answer, segmented
from companion.ui.parts.columns import WIDE, side_by_side
from companion.ui.parts.field import field
from companion.ui.parts.first_dealer import first_dealer
from companion.ui.parts.panels import REMARK, notice, panel
from companion.ui.parts.paper import WIDEST, paper
from companion.ui.parts.refusal import refusals
from companion.ui.parts.rule_choices import chip, chips, preset_choice, rule_groups
from companion.ui.parts.seating import Fields, Seating, Step, name_fields, seat_order
from companion.ui.parts.text import heading, named, text
from companion.ui.parts.touch import Tap
from companion.ui.screens import Room, Shape
from companion.ui.theme import Tone
from companion.views.new_series import NewSeriesView, new_series
from companion.views.seating import Draft

_PAIR = 2


@dataclass(frozen=True, slots=True)
class _Form:
    """What every piece of the screen draws from, and where its taps go."""

    link: Link
    view: NewSeriesView
    room: Room
    seating: Seating
    ordering: bool
    order: Tap
    unfolded: bool
    unfold: Tap

    def doing(self, step: Step) -> Tap:
        """A handler that changes the draft so."""
        return self.link.tap(self.seating.take, step)

    def choosing(self, rules: Rules) -> Tap:
        """A handler that takes up these rules."""
        return self.doing(lambda draft: draft.under(rules))


@ft.component
@boundary
def NewSeries(
    link: Link, entries: tuple[Entry, ...], today: date, rules: Rules, room: Room, refusal: str
) -> ft.Control:
    """The whole screen. `rules` are those that a new series has unless they are changed."""
    draft, set_draft = use_state(Draft(rules=rules))
    ordering, set_ordering = use_state(initial=False)
    unfolded, set_unfolded = use_state(initial=False)
    fields, _ = use_state(Fields())
    change = cast("Callable[[Step], None]", set_draft)
    view = new_series(draft, entries, today, link.words)
    seating, awaited = Seating(link, change, fields), draft.awaits_name
    ft.use_effect(link.tap(seating.write_at, awaited), [awaited])
    form = _Form(
        link=link,
        view=view,
        room=room,
        seating=seating,
        ordering=ordering and len(view.seated) >= _PAIR,
        order=link.tap(_now(set_ordering), not ordering),
        unfolded=unfolded,
        unfold=link.tap(_now(set_unfolded), not unfolded),
    )
    say = link.words.say
    wide = room.shape is Shape.WIDE
    people, play = (
        [_players(form), *first_dealer(form.seating, view)],
        [_rules(form), _length(form), _title(form)],
    )
    return paper(
        say("New series"),
        [side_by_side(people, play)] if wide else [*people, *play],
        on_back=link.tap(link.back),
        back_says=say("Back"),
        notices=refusals(link, refusal),
        actions=[_start(form, draft.rules)],
        widest=WIDE if wide else WIDEST,
    )


def _now(set_to: Callable[[bool], None]) -> Callable[[bool], Awaitable[None]]:
    async def take(value: bool) -> None:  # noqa: FBT001 - the state itself
        set_to(value)

    return take


def _players(form: _Form) -> ft.Control:
    view, say = form.view, form.link.words.say
    rows = [seat_order(form.seating, view.seated)]
    if not form.ordering:
        rows = [*_known(form), *name_fields(form.seating, view.seats)]
        rows += [_add(form)] if view.can_add else []
    remarks = [
        notice(remark, identifier=f"remark-{place}", look=REMARK, key=f"remark-{place}")
        for place, remark in enumerate(view.remarks, 1)
    ]
    clockwise = text(say("In the order they sit, clockwise"), size=13, tone=Tone.MUTED)
    title = ft.Row(
        [
            ft.Column(
                [heading(say("Players"), size=17, tone=Tone.INK), clockwise],
                spacing=2,
                tight=True,
                expand=True,
            ),
            *([_change_seats(form)] if len(view.seated) >= _PAIR else []),
        ],
        spacing=8,
    )
    return panel([title, *rows, *remarks], spacing=10)


def _add(form: _Form) -> ft.Control:
    return button(
        form.link.words.say("Add a player"),
        form.doing(Draft.with_place),
        identifier="add-player",
        look=QUIET,
        icon=ft.Icons.ADD,
        height=48,
    )


def _change_seats(form: _Form) -> ft.Control:
    say = form.link.words.say
    return chip(
        say("Done") if form.ordering else say("Change seats"),
        form.order,
        identifier="change-seats",
        chosen=form.ordering,
    )


def _known(form: _Form) -> list[ft.Control]:
    """Names of earlier series, one tap each, or all of the last one in one."""
    view = form.view
    cells = [
        chip(
            form.link.words.say("+ {name}", name=name),
            form.doing(_seating(name)),
            identifier=f"known-{number}",
            label=form.link.words.say("Seat {name}", name=name),
        )
        for number, name in enumerate(view.roster, 1)
    ]
    if view.same_table:
        cells.insert(
            0,
            chip(view.same_table_says, form.doing(_same(view.same_table)), identifier="same-table"),
        )
    return [chips(cells, width=form.room.width)] if cells and not form.ordering else []


def _seating(name: str) -> Step:
    return lambda draft: draft.seating(name)


def _same(names: tuple[str, ...]) -> Step:
    return lambda draft: draft.seating_all(names)


def _rules(form: _Form) -> ft.Control:
    say, width = form.link.words.say, form.room.width
    fold = button(
        say("Done") if form.unfolded else say("Change the rules"),
        form.unfold,
        identifier="change-rules",
        look=SECONDARY,
        icon=ft.Icons.EXPAND_LESS if form.unfolded else ft.Icons.TUNE,
        height=48,
    )
    groups = rule_groups(form.view.groups, form.choosing) if form.unfolded else []
    return panel(
        [preset_choice(form.view.presets, form.choosing, width), fold, *groups],
        title=say("House rules"),
    )


def _length(form: _Form) -> ft.Control:
    view = form.view
    rail = [
        Answer(each.words, f"target-{each.name}", form.choosing(each.rules), each.chosen)
        for each in view.targets
    ]
    said = named("forecast", text(view.forecast, size=14, tone=Tone.MUTED), live=True)
    return panel(
        [*([segmented(rail)] if rail else []), said], title=form.link.words.say("How long?")
    )


def _title(form: _Form) -> ft.Control:
    say, change = form.link.words.say, form.seating.change
    return panel(
        [
            field(
                form.view.title,
                lambda title: change(lambda draft: draft.titled(title)),
                identifier="series-name",
                hint=say("Name of the series"),
            )
        ],
        title=say("Name of the series"),
    )


def _start(form: _Form, rules: Rules) -> ft.Control:
    link, view = form.link, form.view
    words = link.words.say("Start the series")

    async def start() -> None:
        if await link.ask(lambda: link.desk.start(view.called, view.names, view.dealer, rules)):
            await link.go(TABLE)

    if not view.obstacle:
        return button(
            words, link.tap(start), identifier="start-series", beneath=view.summary, expand=True
        )
    why = text(view.obstacle, size=14, tone=Tone.MUTED, align=ft.TextAlign.CENTER)
    label = f"{words}. {view.obstacle}"
    waiting = button(words, None, identifier="start-series", look=SECONDARY, label=label)
    return ft.Column(
        [named("obstacle", why), waiting],
        spacing=8,
        tight=True,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
