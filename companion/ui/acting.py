"""Handlers of taps: the intents of a screen on one device."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, TypeVar, assert_never, cast

from companion.core.objections import Objection, Why
from companion.desk.table import Snapshot
from companion.screens import kit
from companion.screens.blocks import (
    Act,
    Ask,
    Back,
    Do,
    Edit,
    Go,
    GoOn,
    Intent,
    Redo,
    Submit,
    Undo,
)
from companion.screens.kit import ASKS
from companion.ui.component import latest, use_begun, use_state
from companion.ui.parts.basics.touch import Tap
from companion.ui.session import Session

Form = TypeVar("Form")
Step = Callable[[Any], Any]
"""A change of a form: a function of the form that returns another."""


@dataclass(frozen=True)
class Taps:
    """The receivers of the taps on a screen: the session, and the form of the screen, if any.

    `change` applies a step to the form, and `go_on` goes on with a `stale` one, which asks the
    table for nothing. Equal taps handle taps alike, so a block is drawn again only for other
    taps.
    """

    session: Session
    change: Callable[[Step], None] | None = None
    go_on: Callable[[], None] | None = None
    stale: bool = False


class Sheet:
    """The sheet of a screen's form: what is entered, and the form that the table asks for now."""

    def __init__(self, filled: kit.Filled, form: kit.Form, now: Snapshot | None) -> None:
        self.filled = filled
        self.redraw: Callable[[Step], None] = lambda _: None
        self._form = form
        self._now = now

    def follow(self, form: kit.Form, now: Snapshot | None) -> None:
        """Show the form that the table asks for now."""
        self._form = form
        self._now = now
        self.filled = self.filled.follow(form, now)

    def change(self, step: Step) -> None:
        """Apply a step to the state."""
        state = step(self.filled.state)
        if state is not self.filled.state:  # `latest` only looks
            self._take(replace(self.filled, state=state))

    def go_on(self) -> None:
        """Go on with a stale form on the table as it is now."""
        if self._now:
            self._take(self.filled.go_on(self._form, self._now))

    def _take(self, filled: kit.Filled) -> None:
        self.filled = filled
        self.redraw(lambda drawn: drawn + 1)


def use_form(session: Session, begin: Form) -> tuple[Form, Taps]:
    """Return the form of a screen, at first `begin`, and the taps that fill it in."""
    form, set_form = use_state(begin)
    change = use_begun(lambda: cast("Callable[[Step], None]", set_form))
    return form, Taps(session, change)


def tap(taps: Taps, intent: Intent | None, place: str) -> Tap | None:
    """Return a handler for taps on a place of the screen, None without an intent."""
    return None if intent is None else handler(taps, intent, place)


def handler(taps: Taps, intent: Intent, place: str) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return a handler for taps on a place of the screen."""
    return taps.session.tap(perform, taps, intent, place)


def change(taps: Taps, intent: Edit) -> None:
    """Replace the form of the screen by the result of its method."""
    assert taps.change, intent
    taps.change(intent)


async def _edit_once(taps: Taps, intent: Edit, place: str) -> None:
    """Replace the form, unless the last tap was on the same place a moment ago.

    Another row may have come to that place.
    """
    requests = taps.session.requests
    place = f"{taps.session.shown.screen.path} {place or intent}"
    if not requests.bounced(place):
        with requests.answering(place):
            change(taps, intent)
            await asyncio.sleep(0)  # Flet draws changes in the next turn of the loop


async def perform(  # noqa: C901, PLR0912 - one case for each intent
    taps: Taps, intent: Intent, place: str, seen: Snapshot | None = None
) -> None:
    """Carry out a tap on a place of the screen; an exact step is based on what was `seen`."""
    session = taps.session
    if taps.stale and isinstance(intent, ASKS):
        session.notices.refuse(Objection(Why.QUICKER))
        return
    match intent:
        case GoOn():
            assert taps.go_on
            taps.go_on()
        case Go(path):
            await session.navigation.go(_resolved(session, path))
        case Back():
            await session.navigation.back()
        case Undo(only_shown):
            await session.undo(place, only_shown=only_shown)
        case Redo():
            await session.redo()
        case Do(step, exact):
            ask = session.ask(step, seen, place=place) if exact else session.lay(step, place)
            await ask
        case Ask(menu):
            await session.open_menu(menu)
        case Act(task, args):
            _change(taps, await task(session, *args))
        case Edit(repeats=True):
            change(taps, intent)
        case Edit():
            await _edit_once(taps, intent, place)
        case Submit(task, args):
            assert taps.change, place
            _change(taps, await task(session, latest(taps.change), *args))
        case _:
            assert_never(intent)


def _change(taps: Taps, result: object) -> None:
    """Apply the result of an act to the form, if the result is a step."""
    if callable(result):
        assert taps.change
        taps.change(result)


def _resolved(session: Session, path: str) -> str:
    """Return the path from home on; a path that begins with dots is beside the current screen."""
    if path.startswith("/"):
        return path
    screen = session.shown.screen
    beside = path.removeprefix("../")
    return f"{(screen if beside == path else screen.parent).path}/{beside}"
