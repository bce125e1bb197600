"""The end of a series on its page: how long it goes, play on, once more, taken back."""

from __future__ import annotations

import flet as ft

from companion.core.house_rules.rules import Rules
from companion.core.setup import Setup
from companion.desk.commands import deal, plan
from companion.ui.fonts import TEXT
from companion.ui.parts.basics.buttons import PRIMARY, SECONDARY, button
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.stepper import Counting, stepper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.session import Session
from companion.ui.theme import Tone
from companion.views.of_series.ending import EndingView, LengthView, OnceMore

_HEIGHT = 52


def after_the_end(session: Session, view: EndingView) -> list[ft.Control]:
    """What follows the end: taken back, played on, once more; nothing while the series goes on."""
    rows: list[ft.Control] = []
    say = session.words.say
    if view.can_take_back:
        back = session.tap(session.undo)
        rows.append(_wide(say("Take the end back"), back, "undo", ft.Icons.UNDO))
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
    return [panel(rows, title=say("And now?"), key="after-the-end")] if rows else []


def _wide(words: str, on_tap: Tap, identifier: str, icon: ft.IconData) -> ft.Control:
    return button(words, on_tap, identifier=identifier, look=SECONDARY, icon=icon, height=_HEIGHT)


def length_panel(
    session: Session, length: LengthView | None, less: Tap, more: Tap
) -> list[ft.Control]:
    """What the series is played to, to be changed from the next round on."""
    if length is None:
        return []
    number = text(
        length.number, size=17, face=TEXT.semibold, align=ft.TextAlign.CENTER, leading=1.2
    )
    counting = Counting(less if length.can_less else None, more, length.less_says, length.more_says)
    middle = ft.MainAxisAlignment.CENTER
    counter = ft.Row(
        [stepper(number, counting, identifier="series-target", width=150)], alignment=middle
    )
    rows: list[ft.Control] = [counter]
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


async def _play_to(session: Session, rules: Rules) -> None:
    await session.ask(plan(rules), place="play-on")


async def _deal_on(session: Session, setup: Setup) -> None:
    if await session.ask(deal(setup), place="deal"):
        await session.go_to_table()


async def _once_more(session: Session, again: OnceMore) -> None:
    await session.start(again.name, again.names, again.dealer, again.rules)
