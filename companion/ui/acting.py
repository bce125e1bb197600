"""Handlers of taps: the intents of a screen on one device, with the files that they save."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Concatenate, TypeVar, assert_never, cast

from companion.screens.blocks import Act, Back, Do, Edit, Go, Intent, Redo, Submit, Undo
from companion.ui.component import latest, use_begun, use_state
from companion.ui.parts.basics.touch import Tap
from companion.ui.session import Session, prefer

Form = TypeVar("Form")
Step = Callable[[Any], Any]
"""A change of a form: a function of the form that returns another."""
Submitted = Callable[Concatenate[Session, Form, ...], Awaitable[object]]
"""The action of a form, called with the form and the facts that the screen announced.

The action may return a change of the form, which applies to the form at that time.
"""


@dataclass(frozen=True, slots=True)
class Hands:
    """The receivers of the taps on a screen: the session, and the form of the screen, if any.

    `change` applies a step to the form, and `submit` does the action of the form. Equal hands
    handle taps alike, so a block is drawn again only for other hands.
    """

    session: Session
    change: Callable[[Step], None] | None = None
    submit: Submitted[Any] | None = None


def use_form(
    session: Session, begin: Form, submit: Submitted[Form] | None = None
) -> tuple[Form, Hands]:
    """Return the form of a screen, at first `begin`, and the hands that fill it in."""
    form, set_form = use_state(begin)
    change = use_begun(lambda: cast("Callable[[Step], None]", set_form))
    return form, Hands(session, change, submit)


def tap(hands: Hands, intent: Intent | None, place: str) -> Tap | None:
    """Return a handler for taps on a place of the screen, None without an intent."""
    return None if intent is None else handler(hands, intent, place)


def handler(hands: Hands, intent: Intent, place: str) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return a handler for taps on a place of the screen."""
    return hands.session.tap(_act, hands, intent, place)


def change(hands: Hands, intent: Edit) -> None:
    """Replace the form of the screen by the result of the named method."""
    assert hands.change, intent
    hands.change(intent)


async def _edit_once(hands: Hands, intent: Edit, place: str) -> None:
    """Replace the form, unless the last tap was on the same place a moment ago.

    Another row may have come to that place.
    """
    requests = hands.session.requests
    place = f"{hands.session.shown.screen.path} {place or intent}"
    if not requests.bounced(place):
        with requests.answering(place):
            change(hands, intent)
            await asyncio.sleep(0)  # Flet draws changes in the next turn of the loop


async def _act(hands: Hands, intent: Intent, place: str) -> None:
    session = hands.session
    match intent:
        case Go(path):
            await session.go(_resolved(session, path))
        case Back():
            await session.back()
        case Undo(only_shown):
            await session.undo(place, only_shown=only_shown)
        case Redo():
            await session.redo()
        case Do(step, exact):
            ask = session.ask(step, place=place) if exact else session.lay(step, place)
            await ask
        case Act(name, args):
            _change(hands, await _task(name)(session, *args))
        case Edit(repeats=True):
            change(hands, intent)
        case Edit():
            await _edit_once(hands, intent, place)
        case Submit(args, name):
            submit = _task(name) if name else hands.submit
            assert hands.change, place
            assert submit, place
            _change(hands, await submit(session, latest(hands.change), *args))
        case _:
            assert_never(intent)


def _task(name: str | Callable[..., Any]) -> Callable[..., Any]:
    return ACTS[name] if isinstance(name, str) else name


def _change(hands: Hands, result: object) -> None:
    """Apply the result of an act to the form, if the result is a step."""
    if callable(result):
        assert hands.change
        hands.change(result)


def _resolved(session: Session, path: str) -> str:
    """Return the path from home on; a path that begins with dots is beside the current screen."""
    if path.startswith("/"):
        return path
    screen, beside = session.shown.screen, path.removeprefix("../")
    return f"{(screen if beside == path else screen.parent).path}/{beside}"


async def _rules_of(session: Session, number: int) -> Step:
    """Take the latest rules of a series."""
    rules = await session.rules_of(number)
    return lambda form: form.under(rules)


ACTS: dict[str, Callable[..., Awaitable[object]]] = {
    "prefer": prefer,
    "rules_of": _rules_of,
}
"""The acts outside the table, by name; each may return a change of the form."""
