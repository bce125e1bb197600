"""A new series, on one screen: who plays, who deals first, by which rules, how long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import flet as ft

from companion.core.house_rules.rules import Rules
from companion.core.standings.entry import Entry
from companion.forms.drafts import draft_text, read_draft
from companion.forms.seating import SeatsForm
from companion.ui import begun
from companion.ui.boundary import boundary
from companion.ui.hooks import keyed, latest, use_begun, use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button, icon_button, submit_button
from companion.ui.parts.basics.choice import Answer, segmented
from companion.ui.parts.basics.columns import WIDE, side_by_side
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.people.first_dealer import first_dealer
from companion.ui.parts.people.players import players_panel
from companion.ui.parts.people.seating import Seating, use_seating
from companion.ui.parts.rules.preset_list import HeldDoing, PresetList, RuleBook, use_doing
from companion.ui.parts.rules.rule_choices import preset_words, rule_groups
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.setting_up.new_series import NewSeriesView, new_series


@dataclass(frozen=True, slots=True)
class _Form:
    """What every piece of the screen draws from, and where its taps go."""

    session: Session
    rules: Rules
    view: NewSeriesView
    room: Room
    seating: Seating
    unfolded: bool
    unfold: Tap
    doing: HeldDoing

    def choosing(self, rules: Rules) -> Tap:
        """A handler that takes up these rules."""
        return self.seating.on_tap(lambda draft: draft.under(rules))


@ft.component
@boundary
def NewSeries(
    session: Session,
    entries: tuple[Entry, ...],
    today: date,
    rules: Rules,
    room: Room,
    refusal: str,
) -> ft.Control:
    """The whole screen. `rules` are those that a new series has unless they are changed."""
    begun_with = use_begun(lambda: read_draft(session.device.draft, rules))
    draft, seating = use_seating(session, begun_with)
    ft.use_effect(session.tap(session.device.keep_draft, draft_text(draft)), [draft])
    unfolded, set_unfolded = use_state(initial=False)
    doing = use_doing()
    saved = session.watched.catalogue.saved

    def show(draft: SeatsForm) -> NewSeriesView:
        return new_series(draft, entries, today, session.words, saved)

    view = show(draft)

    async def unfold() -> None:
        set_unfolded(not unfolded)

    form = _Form(session, draft.rules, view, room, seating, unfolded, session.tap(unfold), doing)
    say = session.words.say
    wide = room.two_columns
    people, play = (
        [players_panel(seating, view.people, room), *first_dealer(seating, view.people, room)],
        [_rules(form), _length(form), _title(form)],
    )
    return paper(
        say("New series"),
        [side_by_side(people, play)] if wide else [*people, *play],
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        beside=_clearer(form, draft, rules),
        notices=refusals(session, refusal),
        actions=[_start(form, show)],
        widest=WIDE if wide else WIDEST,
    )


def _clearer(form: _Form, draft: SeatsForm, rules: Rules) -> ft.Control | None:
    """Return the button that empties the form, once something was written."""
    if not draft_text(draft):
        return None
    return icon_button(
        ft.Icons.DELETE_SWEEP_OUTLINED,
        form.seating.on_tap(lambda _: SeatsForm(rules=rules)),
        identifier="clear-form",
        label=form.session.words.say("Clear the form"),
    )


def _rules(form: _Form) -> ft.Control:
    say, session = form.session.words.say, form.session
    saved = session.watched.catalogue.saved
    presets = keyed(
        "presets",
        PresetList,
        session,
        RuleBook(form.rules, saved),
        form.choosing,
        form.doing,
        folds=True,
        large=form.room.large_text,
    )
    says = named("preset-says", preset_words(form.view.presets), live=True)
    fold = button(
        say("Done") if form.unfolded else say("Change the rules"),
        form.unfold,
        identifier="change-rules",
        look=SECONDARY,
        icon=ft.Icons.EXPAND_LESS if form.unfolded else ft.Icons.TUNE,
        height=48,
    )
    groups = rule_groups(form.view.groups, form.choosing, form.room) if form.unfolded else []
    return panel(
        [presets, says, fold, *groups],
        title=say("House rules"),
    )


def _length(form: _Form) -> ft.Control:
    view = form.view
    rail = [
        Answer(target.words, f"target-{target.name}", form.choosing(target.rules), target.chosen)
        for target in view.targets
    ]
    said = named("forecast", text(view.forecast, size=14, tone=Tone.MUTED), live=True)
    return panel(
        [*([segmented(rail, stacked=form.room.large_text)] if rail else []), said],
        title=form.session.words.say("How long?"),
    )


def _title(form: _Form) -> ft.Control:
    say, change = form.session.words.say, form.seating.change
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


def _start(form: _Form, show: Callable[[SeatsForm], NewSeriesView]) -> ft.Control:
    session, view = form.session, form.view

    async def start() -> None:
        draft = latest(form.seating.change)
        now = show(draft)
        if not now.obstacle:
            await begun.start(session, now.called, now.names, now.dealer, draft.rules)

    return submit_button(
        session.words.say("Start the series"),
        session.tap(start),
        identifier="start-series",
        obstacle=view.obstacle,
        beneath=view.summary,
    )
