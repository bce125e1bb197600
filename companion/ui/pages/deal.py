"""The pages of a new series and of the next round."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import cast

import flet as ft

from companion.core.log import Log
from companion.core.rules import JoinPoints, Rules
from companion.desk.archive import Catalogue
from companion.desk.commands import deal, redeal
from companion.forms.seating import SeatsForm, dealt_seats, draft_text, next_seats, read_draft
from companion.ui.component import component, keyed, latest, use_begun, use_state
from companion.ui.looks import Tone
from companion.ui.parts.basics.buttons import (
    SECONDARY,
    Answer,
    button,
    icon_button,
    segmented,
    submit_button,
)
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.frames import frame
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.rule_choices import (
    Choose,
    HeldDoing,
    PresetList,
    RuleBook,
    preset_words,
    rule_choice,
    rule_groups,
    use_doing,
)
from companion.ui.parts.seat_panels import (
    Seating,
    first_dealer,
    hand_sizes,
    players_panel,
    use_seating,
)
from companion.ui.routes import Room
from companion.ui.session import Session, start_series
from companion.views.setting_up.deal import NewSeriesView, NextRoundView, new_series, next_round


@dataclass(frozen=True, slots=True)
class _Form:
    """The state of the form, and the handlers of its taps."""

    session: Session
    rules: Rules
    view: NewSeriesView
    room: Room
    seating: Seating
    unfolded: bool
    unfold: Tap
    doing: HeldDoing

    def choosing(self, rules: Rules) -> Tap:
        """Return a handler that chooses these rules."""
        return self.seating.on_tap(lambda draft: draft.under(rules))


@component
def NewSeries(
    session: Session,
    catalogue: Catalogue,
    today: date,
    room: Room,
    refusal: str,
) -> ft.Control:
    """Draw the page of a new series, with the usual rules."""
    rules = catalogue.usual
    begun_with = use_begun(lambda: read_draft(session.device.draft, rules))
    draft, seating = use_seating(session, begun_with)
    ft.use_effect(session.tap(session.device.keep_draft, draft_text(draft)), [draft])
    unfolded, set_unfolded = use_state(initial=False)
    doing = use_doing()

    def show(draft: SeatsForm) -> NewSeriesView:
        return new_series(draft, catalogue, today, session.words)

    view = show(draft)

    async def unfold() -> None:
        set_unfolded(not unfolded)

    form = _Form(session, draft.rules, view, room, seating, unfolded, session.tap(unfold), doing)
    say = session.words.say
    people, play = (
        [players_panel(seating, view.people, room), *first_dealer(seating, view.people, room)],
        [_rules(form), _length(form), _title(form)],
    )
    return frame(
        session,
        say("New series"),
        [people, play],
        room,
        refusal,
        beside=_clearer(form, draft, rules),
        actions=[_start(form, show)],
    )


def _clearer(form: _Form, draft: SeatsForm, rules: Rules) -> ft.Control | None:
    """Return the button that clears the form, unless the form is empty."""
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
    description = named("preset-says", preset_words(form.view.presets), live=True)
    fold = button(
        say("Done") if form.unfolded else say("Change the rules"),
        form.unfold,
        identifier="change-rules",
        look=SECONDARY,
        icon=ft.Icons.EXPAND_LESS if form.unfolded else ft.Icons.TUNE,
        height=48,
    )
    groups = rule_groups(form.view.groups, form.choosing, form.room) if form.unfolded else []
    return panel([presets, description, fold, *groups], title=say("House rules"))


def _length(form: _Form) -> ft.Control:
    view = form.view
    rail = [
        Answer(target.words, f"target-{target.name}", form.choosing(target.rules), target.chosen)
        for target in view.targets
    ]
    forecast = named("forecast", text(view.forecast, size=14, tone=Tone.MUTED), live=True)
    return panel(
        [*([segmented(rail, stacked=form.room.large_text)] if rail else []), forecast],
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
            await start_series(session, now.called, now.names, now.dealer, draft.rules)

    return submit_button(
        session.words.say("Start the series"),
        session.tap(start),
        identifier="start-series",
        obstacle=view.obstacle,
        beneath=view.summary,
    )


@dataclass(frozen=True, slots=True)
class _NextForm:
    """The state of the form of the next round; `base` is the path of its screen."""

    session: Session
    view: NextRoundView
    base: str


@component
def NextRound(
    session: Session, log: Log, catalogue: Catalogue, room: Room, refusal: str, *, base: str
) -> ft.Control:
    """Draw the page of the next round, or of a round that was dealt and has no turn yet."""
    begun = next_seats(log.series) if log.round.over else dealt_seats(log.series)
    draft, seating = use_seating(session, begun)
    unfolded, set_unfolded = use_state(initial=bool(draft.sizes))
    joins, set_joins = use_state(cast("JoinPoints | None", None))
    rules = replace(begun.rules, join_points=joins or begun.rules.join_points)

    def show(draft: SeatsForm) -> NextRoundView:
        return next_round(draft.under(rules), log, catalogue, session.words)

    view = show(draft)

    async def unfold() -> None:
        set_unfolded(not unfolded)

    async def join_with(rules: Rules) -> None:
        set_joins(rules.join_points)

    form = _NextForm(session, view, base)
    hands = hand_sizes(seating, view.hands, room, session.tap(unfold), unfolded=unfolded)
    people = [
        players_panel(seating, view.people, room),
        *_joining(view, room, lambda rules: session.tap(join_with, rules)),
    ]
    play = [*first_dealer(seating, view.people, room), *hands, *_next_rules(form)]
    return frame(
        session,
        view.title,
        [people, play],
        room,
        refusal,
        subtitle=view.subtitle,
        actions=[
            submit_button(
                view.act,
                session.tap(_take, session, seating, show),
                identifier="redeal" if view.anew else "deal-next",
                obstacle=view.obstacle,
                beneath=view.summary,
            )
        ],
    )


def _joining(view: NextRoundView, room: Room, choose: Choose) -> list[ft.Control]:
    """Return the choice of points for players who join with this deal."""
    option = view.joining
    return [panel([rule_choice(option, choose, room)], key="joining")] if option else []


def _next_rules(form: _NextForm) -> list[ft.Control]:
    """Return the panel of the rules, which a round already dealt does not have."""
    view, session = form.view, form.session
    if view.anew:
        return []
    description = named("next-rules", text(view.rules_says, size=14, tone=Tone.MUTED))
    change = button(
        session.words.say("Change the rules"),
        session.tap(session.go, f"{form.base}/rules"),
        identifier="next-rules-change",
        look=SECONDARY,
        icon=ft.Icons.TUNE,
        height=48,
    )
    return [panel([description, change], title=view.rules_title, key="next-rules")]


async def _take(
    session: Session, seating: Seating, show: Callable[[SeatsForm], NextRoundView]
) -> None:
    """Deal the round, and go to the table."""
    view = show(latest(seating.change))
    if view.obstacle:
        return
    dealing = redeal if view.anew else deal
    if await session.ask(dealing(view.setup, view.joined), place="deal"):
        await session.go_to_table()
