"""The end of a series on its page: how long it goes, play on, once more, taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import cast

import flet as ft

from companion.core.house_rules.rules import Rules
from companion.core.rounds.setup import Setup
from companion.desk.commands import deal, end, end_in_play, plan
from companion.desk.table import Snapshot
from companion.ui import begun
from companion.ui.hooks import use_state
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import PRIMARY, SECONDARY, button
from companion.ui.parts.basics.choice import Answer, segmented
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.questions import Question, question, use_dialog
from companion.ui.parts.basics.stepper import Counting, stepper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.of_series.ending import EndingView, OnceMore, ending
from companion.views.of_series.length import Aim, Counted, LengthView

_HEIGHT = 52
_Kept = tuple[Rules, Counted]
"""What was counted up, and from which rules: it counts no more once they were changed."""


def after_the_end(session: Session, view: EndingView) -> list[ft.Control]:
    """What follows the end: taken back, played on, once more; nothing while the series goes on."""
    rows: list[ft.Control] = []
    if view.can_take_back:
        back = session.tap(session.undo)
        rows.append(_wide(view.take_back_says, back, "undo", ft.Icons.UNDO))
    if view.deal is not None:
        go = session.tap(_deal_on, session, view.deal)
        rows.append(_wide(view.deal_says, go, "play-on", ft.Icons.PLAY_ARROW))
    if view.once_more is not None:
        again = session.tap(_once_more, session, view.once_more)
        more = button(
            view.once_more.says,
            again,
            identifier="once-more",
            look=SECONDARY,
            icon=ft.Icons.REPLAY,
            beneath=view.once_more.beneath,
            height=_HEIGHT,
        )
        rows.append(more)
    return [panel(rows, title=session.words.say("And now?"), key="after-the-end")] if rows else []


def _wide(words: str, on_tap: Tap, identifier: str, icon: ft.IconData) -> ft.Control:
    return button(words, on_tap, identifier=identifier, look=SECONDARY, icon=icon, height=_HEIGHT)


def use_ending(
    session: Session, snapshot: Snapshot, room: Room
) -> tuple[EndingView, Tap, list[ft.Control]]:
    """The choices about the end, what asks whether to end the series, and the panel that says how
    long it goes.
    """
    rules = snapshot.series.planned or snapshot.series.latest_rules
    kept, keep = use_state((rules, Counted()))
    asking, set_asking = use_state(initial=False)
    counted = kept[1] if kept[0] == rules else Counted()
    entries, today = session.watched.catalogue.entries, session.archive.today
    view = ending(snapshot, counted, entries, today, session.words)
    change = cast("Callable[[Callable[[_Kept], _Kept]], None]", keep)

    async def aim_at(aim: Aim) -> None:
        keep((rules, Counted(aim)))

    async def count(by: int) -> None:
        change(lambda now: (rules, _further(now[1] if now[0] == rules else Counted(), by)))

    async def ask(*, whether: bool) -> None:
        set_asking(whether)

    async def agree() -> None:
        set_asking(False)
        await session.ask(end_in_play if view.calls_off else end, snapshot, place="end")

    asked, leave = _asked(session, view), session.tap(partial(ask, whether=False))
    dialog = question(asked, session.tap(agree), leave, large=room.large_text)
    shown = dialog if asking and view.can_end else None
    use_dialog(session, shown, lambda: set_asking(False))
    panels = length_panel(
        session,
        view.length,
        lambda aim: session.tap(aim_at, aim),
        lambda by: session.tap(count, by),
        large=room.large_text,
    )
    return view, session.tap(partial(ask, whether=True)), panels


def _asked(session: Session, view: EndingView) -> Question:
    """The question before the end."""
    say = session.words.say
    return Question(
        "end-series", say("End the series?"), view.explains, say("End it"), say("Not yet")
    )


def _further(counted: Counted, by: int) -> Counted:
    return replace(counted, steps=counted.steps + by)


def length_panel(
    session: Session,
    length: LengthView | None,
    tap_on: Callable[[Aim], Tap],
    count: Callable[[int], Tap],
    *,
    large: bool,
) -> list[ft.Control]:
    """What the series is played to, to be changed from the next round on: what ends it, and its
    number, counted up and down by steps.
    """
    if length is None:
        return []
    choices = [
        Answer(choice.words, f"length-{choice.aim.value}", tap_on(choice.aim), choice.chosen)
        for choice in length.choices
    ]
    rows: list[ft.Control] = [segmented(choices, stacked=large), *_counter(length, count)]
    if length.rules is not None:
        act = button(
            length.act,
            session.tap(_play_to, session, length.rules),
            identifier="play-on" if length.plays_on else "set-target",
            look=PRIMARY,
            height=_HEIGHT,
        )
        rows.append(act)
    if length.resumes:
        rows.append(named("resumes", text(length.resumes, size=14, tone=Tone.MUTED), live=True))
    return [panel(rows, title=length.title, key="length")]


def _counter(length: LengthView, count: Callable[[int], Tap]) -> list[ft.Control]:
    """The number between minus and plus; nothing for an open end."""
    if not length.can_count:
        return []
    number = text(
        length.number, size=17, face=TEXT.semibold, align=ft.TextAlign.CENTER, leading=1.2
    )
    less = count(-1) if length.can_less else None
    counting = Counting(less, count(1), length.less_says, length.more_says)
    shown = stepper(number, counting, identifier="series-target", width=150)
    return [ft.Row([shown], alignment=ft.MainAxisAlignment.CENTER)]


async def _play_to(session: Session, rules: Rules) -> None:
    await session.ask(plan(rules), place="play-on")


async def _deal_on(session: Session, setup: Setup) -> None:
    if await session.ask(deal(setup), place="deal"):
        await session.go_to_table()


async def _once_more(session: Session, again: OnceMore) -> None:
    await begun.start(session, again.name, again.names, again.dealer, again.rules)
