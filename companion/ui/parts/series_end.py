"""The end of a series: its winner, name and length, and the question that decides a pass."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import flet as ft

from companion.core.names import tidy
from companion.core.rounds.setup import Setup
from companion.core.rules import Rules
from companion.desk.commands import deal, end, end_in_play, plan, rename
from companion.desk.table import Snapshot
from companion.ui.component import component, latest, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.buttons import (
    Answer,
    Counting,
    button,
    secondary_button,
    segmented,
    stepper,
)
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.frames import question, use_dialog
from companion.ui.parts.basics.panels import panel, stretched, title_size
from companion.ui.parts.basics.text import named, silent, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.cards.card_face import SUIT_SIGNS
from companion.ui.routes import Room
from companion.ui.session import Session, start_series
from companion.views.of_series.ending import EndingView, OnceMore, ending
from companion.views.of_series.length import Aim, Counted, LengthView
from companion.views.speech import Person

_Kept = tuple[Rules, Counted]
"""The length as counted up, and the rules it is based on; other rules make it void."""


def after_the_end(session: Session, view: EndingView) -> list[ft.Control]:
    """Build the panel after the end of a series: take it back, play on, or play once more."""
    rows: list[ft.Control] = []
    if view.can_take_back:
        back, icon = session.tap(session.undo), ft.Icons.UNDO
        rows.append(secondary_button(view.take_back_says, back, identifier="undo", icon=icon))
    if view.deal is not None:
        go, icon = session.tap(_deal_on, session, view.deal), ft.Icons.PLAY_ARROW
        rows.append(secondary_button(view.deal_says, go, identifier="play-on", icon=icon))
    if (once := view.once_more) is not None:
        again, icon = session.tap(_once_more, session, once), ft.Icons.REPLAY
        rows.append(
            secondary_button(
                once.says, again, identifier="once-more", icon=icon, beneath=once.beneath
            )
        )
    return [panel(rows, title=session.words.say("And now?"), key="after-the-end")] if rows else []


def use_ending(
    session: Session, snapshot: Snapshot, room: Room
) -> tuple[EndingView, Tap, list[ft.Control]]:
    """Return the view of the end, the tap that asks for the end, and the panel of the length."""
    rules = snapshot.series.planned or snapshot.series.latest_rules
    kept, keep = use_state((rules, Counted()))
    asking, set_asking = use_state(initial=False)
    entries, today = session.watched.catalogue.entries, session.archive.today
    change = cast("Callable[[Callable[[_Kept], _Kept]], None]", keep)

    def valid(kept: _Kept) -> Counted:
        return kept[1] if kept[0] == rules else Counted()

    view = ending(snapshot, valid(kept), entries, today, session.words)

    async def aim_at(aim: Aim) -> None:
        keep((rules, Counted(aim)))

    async def count(by: int) -> None:
        change(lambda now: (rules, replace(valid(now), steps=valid(now).steps + by)))

    async def ask(*, whether: bool) -> None:
        set_asking(whether)

    async def agree() -> None:
        set_asking(False)
        await session.ask(end_in_play if view.calls_off else end, snapshot, place="end")

    say, leave = session.words.say, session.tap(partial(ask, whether=False))
    dialog = question(
        "end-series",
        say("End the series?"),
        view.explains,
        say("End it"),
        say("Not yet"),
        on_yes=session.tap(agree),
        on_no=leave,
        large=room.large_text,
    )
    shown = dialog if asking and view.can_end else None
    use_dialog(session, shown, lambda: set_asking(False))
    panels = _length_panel(
        session,
        view.length,
        lambda aim: session.tap(aim_at, aim),
        lambda by: session.tap(count, by),
        large=room.large_text,
    )
    return view, session.tap(partial(ask, whether=True)), panels


def _length_panel(
    session: Session,
    length: LengthView | None,
    tap_on: Callable[[Aim], Tap],
    count: Callable[[int], Tap],
    *,
    large: bool,
) -> list[ft.Control]:
    """Build the panel that changes the length of the series from the next round on."""
    if length is None:
        return []
    choices = [
        Answer(choice.words, f"length-{choice.aim.value}", tap_on(choice.aim), choice.chosen)
        for choice in length.choices
    ]
    rows: list[ft.Control] = [segmented(choices, stacked=large)]
    if length.can_count:
        rows.append(_counter(length, count))
    if length.rules is not None:
        act = button(
            length.act,
            session.tap(_play_to, session, length.rules),
            identifier="play-on" if length.plays_on else "set-target",
            height=52,
        )
        rows.append(act)
    if length.resumes:
        rows.append(named("resumes", text(length.resumes, size=14, tone=Tone.MUTED), live=True))
    return [panel(rows, title=length.title, key="length")]


def _counter(length: LengthView, count: Callable[[int], Tap]) -> ft.Control:
    number = text(
        length.number, size=17, face=TEXT.semibold, align=ft.TextAlign.CENTER, leading=1.2
    )
    less = count(-1) if length.can_less else None
    counting = Counting(less, count(1), length.less_says, length.more_says)
    shown = stepper(number, counting, identifier="series-target", width=150)
    return ft.Row([shown], alignment=ft.MainAxisAlignment.CENTER)


async def _play_to(session: Session, rules: Rules) -> None:
    await session.ask(plan(rules), place="play-on")


async def _deal_on(session: Session, setup: Setup) -> None:
    if await session.ask(deal(setup), place="deal"):
        await session.go_to_table()


async def _once_more(session: Session, again: OnceMore) -> None:
    await start_series(session, again.name, again.names, again.dealer, again.rules)


@dataclass(frozen=True, slots=True)
class Naming:
    """A new name while it is written, valid as long as the series has this `name`."""

    name: str = ""
    written: str = ""

    def over(self, name: str) -> str:
        """Return the content of the field for a series of that name."""
        return self.written if self.name == name else name


def use_naming() -> tuple[Naming, Callable[[Naming], None]]:
    """Keep the written name in the page, because its panel moves when the columns change."""
    return use_state(Naming())


@component
def SeriesName(
    session: Session, name: str, naming: Naming, write: Callable[[Naming], None]
) -> ft.Control:
    """Draw the name of the series as a field, with a button while another name is written."""
    written = naming.over(name)
    change = cast("Callable[[Callable[[Naming], Naming]], None]", write)
    say = session.words.say

    async def submit() -> None:
        await session.ask(rename(latest(change).over(name)), place="rename")

    line = field(
        written,
        lambda words: write(Naming(name, words)),
        identifier="series-name",
        hint=say("Name of the series"),
    )
    changed = tidy(written) not in {"", name}
    act = secondary_button(
        say("Rename"),
        session.tap(submit) if changed else None,
        identifier="rename-series",
        icon=ft.Icons.EDIT_OUTLINED,
    )
    return panel([stretched([line, act], spacing=10)], title=say("Name"))


_ABREAST = 2
"""The number of winners that fit between the suits on the smallest phone."""


def winner_panel(winners: Sequence[Person], room: Room, says: str, beneath: str = "") -> ft.Control:
    """Build a felt panel with the winner under a cup, between the four suits."""
    middle = ft.MainAxisAlignment.CENTER
    discs = [avatar(winner.initial, winner.tint, size=64) for winner in winners]
    wraps = len(discs) > _ABREAST
    between = ft.Row(discs, alignment=middle, spacing=10, run_spacing=10, wrap=wraps)
    said = text(
        says,
        size=title_size(21, room),
        tone=Tone.ON_FELT,
        face=TEXT.heading,
        align=ft.TextAlign.CENTER,
        leading=1.2,
    )
    suited = [_suits("SH", room), between, _suits("DC", room)]
    shown = between if wraps else ft.Row(suited, alignment=middle, spacing=22)
    lines: list[ft.Control] = [
        ft.Icon(ft.Icons.EMOJI_EVENTS, size=40, color=Tone.BRASS),
        shown,
        named("winner", said, live=True),
    ]
    if beneath:
        lines.append(text(beneath, size=14, tone=Tone.FELT_MUTED, align=ft.TextAlign.CENTER))
    return ft.Container(
        ft.Column(lines, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        gradient=ft.RadialGradient(colors=[Tone.FELT, Tone.FELT_EDGE], radius=1.1),
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=20, vertical=24),
    )


def _suits(letters: str, room: Room) -> ft.Control:
    """Draw suits as ornaments; they do not grow with the text."""
    size = 22 / room.text_scale
    signs = [
        text(SUIT_SIGNS[letter], size=size, tone=Tone.BRASS, face=TEXT.suits) for letter in letters
    ]
    return silent(ft.Row([*signs], spacing=12))
