"""Handlers of taps: the intents of a screen on one device, with the files that they save."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Concatenate, Final, TypeVar, assert_never, cast

import flet as ft

from companion.core.names import SHEET
from companion.core.presets import renamed, with_rules, without
from companion.core.rounds.setup import Setup
from companion.core.rules import Rules
from companion.core.sheet import dumps
from companion.core.steps import Dealt, Planned
from companion.desk.observation import EVERYBODY, seen_by
from companion.desk.table import Snapshot
from companion.forms.seating import ListForm
from companion.screens.routes import table_path
from companion.ui.component import latest, use_begun, use_state
from companion.ui.parts.basics.touch import Tap
from companion.ui.session import Session, prefer, start_series
from companion.views.blocks import Act, Back, Do, Edit, Go, Intent, Redo, Submit, Undo
from companion.views.of_series.exports import html_page, spreadsheet
from companion.views.of_series.series import file_stem
from companion.views.setting_up.rules import name_obstacle
from companion.words import Words

_Answer = Callable[[str], str]
"""A function from the last answer of the panel to the next."""
_CONTENTS: Final[dict[str, Callable[[Snapshot, Words], str]]] = {
    SHEET: lambda snapshot, _: dumps(snapshot.log),
    ".html": html_page,
    # Spreadsheet programs recognise UTF-8 only by this mark at the beginning.
    ".csv": lambda snapshot, words: f"\ufeff{spreadsheet(snapshot.series, words)}",
}
"""The contents of the files of a series, by the ending of the name."""


def _public(session: Session) -> Snapshot | None:
    """Return the snapshot on the screen as everybody may see it."""
    shown = session.watched.snapshot
    return seen_by(shown, EVERYBODY) if shown else None


async def save_series(session: Session, ending: str) -> _Answer | None:
    """Save the series as a file with this ending."""
    snapshot, words = _public(session), session.words
    if snapshot is None:
        return None
    name = f"{file_stem(snapshot.series, words)}{ending}"
    # The contents are written in a thread, so that the event loop stays free.
    content = await asyncio.to_thread(_CONTENTS[ending], snapshot, words)
    if not await session.save_file(name, content.encode()):
        return None
    return lambda _: words.say("The file is saved: {name}.", name=name)


async def copy_series(session: Session) -> _Answer | None:
    """Put the score sheet on the clipboard."""
    if snapshot := _public(session):
        await ft.Clipboard().set(await asyncio.to_thread(dumps, snapshot.log))
        return lambda _: session.words.say("The score sheet is on the clipboard.")
    return None


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


async def _deal_on(session: Session, setup: Setup) -> None:
    """Deal a further round of an ended series, and go to its table."""
    if now := session.observed:
        await session.ask(Dealt(setup), place="deal", then=table_path(now.number))


async def _plan(session: Session, rules: Rules) -> None:
    """Plan the rules from the next round on; quick taps on a counter are no bounces."""
    await session.ask(Planned(rules), place=f"plan-{hash(rules)}")


async def _save_rules(session: Session, form: ListForm, rules: Rules) -> Step | None:
    """Save the rules under the written name, if it is free."""
    name, saved = form.presets.written, session.archive.catalogue.saved
    if name_obstacle(name, saved, session.words):
        return None
    await session.archive.change_saved(lambda saved: with_rules(saved, name, rules))
    return _listed


async def _rename_rules(session: Session, form: ListForm) -> Step | None:
    """Give saved rules the written name, if it is free."""
    old, name, saved = form.presets.renaming, form.presets.written, session.archive.catalogue.saved
    if name_obstacle(name, saved, session.words, but=old):
        return None
    await session.archive.change_saved(lambda saved: renamed(saved, old, name))
    return _listed


async def _delete_rules(session: Session, place: int, name: str, rules: Rules) -> Step:
    """Delete saved rules, which can be put back until the list changes."""
    await session.archive.change_saved(lambda saved: without(saved, name))
    return lambda form: form.listing(replace(form.folded, deleted=(place, name, rules)))


async def _put_rules_back(session: Session, place: int, name: str, rules: Rules) -> Step:
    await session.archive.change_saved(lambda saved: with_rules(saved, name, rules, place))
    return _listed


def _listed(form: ListForm) -> ListForm:
    return form.listing(form.folded)


async def _keep_draft(session: Session, text: str) -> None:
    """Keep the form of a new series on this device."""
    await session.device.keep_draft(text)


async def _choose_usual(session: Session, rules: Rules) -> None:
    """Use these rules for new series."""
    await session.archive.set_usual_rules(rules)


async def _rules_of(session: Session, number: int) -> Step:
    """Take the latest rules of a series."""
    rules = await session.rules_of(number)
    return lambda form: form.under(rules)


ACTS: dict[str, Callable[..., Awaitable[object]]] = {
    "copy_series": copy_series,
    "deal_on": _deal_on,
    "delete_rules": _delete_rules,
    "keep_draft": _keep_draft,
    "plan": _plan,
    "prefer": prefer,
    "put_rules_back": _put_rules_back,
    "rename_rules": _rename_rules,
    "rules_of": _rules_of,
    "save_rules": _save_rules,
    "save_series": save_series,
    "start_series": start_series,
    "usual": _choose_usual,
}
"""The acts outside the table, by name; each may return a change of the form."""
