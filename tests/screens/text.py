"""A document as text, with a line for each part that is read or tapped.

    panel    Hand over these chips
      row      Ben → Ann | Ben pays Ann 3 | 3 [settle-1]
        tick     ☐ “Ben has paid Ann 3” [paid-1] ⇒ handed Ben Ann 3

A line begins with the kind of its block. Bars separate the parts, each with its identifier in
brackets. Quotation marks enclose a label, an arrow precedes the meaning of a tap, and `~` is a
space without a line break.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import singledispatch
from typing import cast

from companion.core.cards import Card
from companion.core.steps import Dealt, HandedOver, LeftOpen, NotPutOff, PutOff, Recorded
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.board import Face
from companion.screens.cards import CardsLeft, HandGrid, RevealCard
from companion.screens.company import QrCode
from companion.screens.result import NumberTable
from companion.screens.rules import GrowingPictures
from companion.screens.seating import SeatsView
from companion.screens.series import Chart, RoundTable
from companion.screens.sharing import keep_print
from companion.screens.speech import Person
from companion.screens.standings import StandingTable
from companion.screens.table import table, turn_of
from companion.words import Words

_CUSTOM: dict[type, str] = {
    CardsLeft: "cards_left",
    Chart: "chart",
    GrowingPictures: "growing",
    HandGrid: "hand",
    NumberTable: "numbers",
    QrCode: "qr",
    RoundTable: "round_table",
    SeatsView: "seats",
    StandingTable: "standing",
}
"""Words for the custom blocks, by the type of their value."""

_KIND, _INDENT = 8, "  "


def dump(document: b.Document) -> str:
    """Return the whole document as text."""
    lines = [_line(document.ground.value, [document.title, document.subtitle])]
    lines += [_line("no way back", [])] * (not document.back)
    if follows := document.follows:
        if follows.task is keep_print:  # the paper is longer than the screen, and has its own test
            follows = replace(follows, args=())
        lines.append(_line("follows", [_does(follows)]))
    lines += [_line("beside", [_action(action)]) for action in document.beside]
    for number, column in enumerate(document.columns):
        lines += ["---"] * (number > 0)
        lines += [line for block in column for line in _lines(block)]
    lines += ["==="] * bool(document.footer)
    lines += [_line("action", [_action(action)]) for action in document.footer]
    if asked := document.question:
        answers = (("yes", asked.yes, asked.on_yes), ("no", asked.no, asked.on_no))
        lines += ["???", _line("asks", [asked.title, asked.says])]
        lines += [
            _line("  answer", [f"{says} [{asked.id}-{name}]{_does(intent)}"])
            for name, says, intent in answers
        ]
    return "\n".join([*lines, ""]).replace("\N{NO-BREAK SPACE}", "~")


def _line(kind: str, parts: Iterable[str]) -> str:
    shown = " | ".join(filter(None, parts)).replace("\n", " / ")
    return f"{kind:{_KIND}} {shown}".rstrip()


def dump_table(snapshot: Snapshot, words: Words) -> str:
    """Return the words of the table screen as text, but for its cards."""
    view = table(snapshot, words)
    lines = [_line("table", [view.title, view.subtitle, "" if view.pot is None else f"{view.pot}"])]
    lines += [
        _line("seat", [seat.initial, seat.title, seat.says, seat.owes_text]) for seat in view.seats
    ]
    lines.append(_line("due", [turn_of(snapshot, words), view.prompt]))
    lines.append(_line("told", [view.news.happened]))
    lines += [_line("news", [notice]) for notice in view.news.notices]
    if fine := view.fines.newest:
        lines.append(_line("slip", [fine.payer.name, fine.says, fine.why, f"“{fine.why_label}”"]))
        lines.append(_line("  labels", [fine.waive_label, fine.paid_label]))
    if view.fines.owed:
        lines.append(_line("due", [view.fines.says]))
    return "\n".join([*lines, ""])


@singledispatch
def _lines(block: b.Block) -> Iterator[str]:
    """Yield the lines of a block."""
    raise NotImplementedError(type(block))


@_lines.register
def _(block: b.Text) -> Iterator[str]:
    kind = "text" if block.style is b.Style.BODY else block.style.value
    yield _line(kind, [_wording(block)])


@_lines.register
def _(block: b.Notice) -> Iterator[str]:
    kind = "warning" if block.status is b.Status.BAD else "notice"
    taps = [_action(action) for action in (block.tap, block.close) if action]
    yield _line(kind, [_wording(b.Text(block.says, block.id)), *taps])


@_lines.register
def _(block: b.Hero) -> Iterator[str]:
    kind = block.status.value if block.status else "winner" if block.people else "felt"
    people = ", ".join(who.name for who in block.people)
    mark = _wording(block.mark) if block.mark else ""
    yield _line(kind, [people, _wording(block.title), block.subtitle, mark])
    if block.action:
        yield _line("  action", [_action(block.action)])


@_lines.register
def _(block: b.Panel) -> Iterator[str]:
    yield _line("panel", [block.title, block.beside])
    for inner in block.blocks:
        yield from (f"{_INDENT}{line}" for line in _lines(inner))


@_lines.register
def _(block: b.List) -> Iterator[str]:
    for row in block.rows:
        yield from _row(row)


def _row(row: b.Row) -> Iterator[str]:
    leading = row.leading.name if row.leading else ""
    if isinstance(row.leading, Face):
        leading = f"card {leading}"
    if row.to:
        leading = f"{leading} → {row.to.name}"
    title = _wording(row.title)
    label = f"“{row.label}”" if row.label not in {"", title} else ""
    name = (f"[{row.id}]" if row.id else "") + _does(row.intent)
    parts = [leading if leading != title else "", title, _wording(row.subtitle), row.note]
    kind = row.status.value if row.status is not b.Status.PLAIN else "row"
    kind = "chosen" if row.chosen else "total" if row.strong else kind
    yield _line(kind, [*parts, _wording(row.value), label, name])
    if row.badge:
        yield _line("  badge", [row.badge.status.value, _action(row.badge.action)])
    if row.action:
        yield _line("  action", [_action(row.action)])
    if row.tick:
        tick = row.tick
        name = f"[{tick.id}]{_does(tick.intent)}"
        words = ("☑" if tick.on else "☐", tick.says, f"“{tick.label}”", name)
        yield _line("  tick", [" ".join(filter(None, words))])
    for block in (row.counter, *row.choices):
        yield from (f"{_INDENT}{line}" for line in (_lines(block) if block else ()))


@_lines.register
def _(block: b.Cards) -> Iterator[str]:
    for card in block.cards:
        mark = "marked" if card.marked else "faded" if card.faded else ""
        yield _line("card", [f"{card.label} [{card.id}]", mark])


@_lines.register
def _(block: b.PeopleChoice) -> Iterator[str]:
    for option in block.options:
        chosen = "chosen" if option.chosen else ""
        label = f"“{option.label}” [{option.id}]{_does(option.intent)}"
        yield _line("person", [option.person.name, option.note, chosen, label])


@_lines.register
def _(block: b.Choice) -> Iterator[str]:
    yield _line("choice", [block.title, block.says])
    yield from (_line("  answer", [_action(answer)]) for answer in block.answers)


@_lines.register
def _(block: b.Counter) -> Iterator[str]:
    yield _line("counter", [_wording(block.value)])
    yield from (_line("  step", [_action(action)]) for action in (*block.less, *block.more))


@_lines.register
def _(block: b.Field) -> Iterator[str]:
    clear = _action(block.clear) if block.clear else ""
    yield _line("field", [block.hint, block.value, f"[{block.id}] ⇒ {_named(block.edit)}", clear])


@_lines.register
def _(block: b.Figures) -> Iterator[str]:
    for figure in block.figures:
        yield _line("figure", [figure.label, _wording(figure.value)])


@_lines.register
def _(block: b.Actions) -> Iterator[str]:
    for action in block.actions:
        yield _line("tile" if block.tiles else "action", [_action(action)])


@_lines.register
def _(block: b.Custom) -> Iterator[str]:
    value = block.value
    yield _line(_CUSTOM[type(value)], [])
    if isinstance(value, HandGrid | GrowingPictures | QrCode):
        (field,) = fields(value)
        value = getattr(value, field.name)
    yield from (f"{_INDENT}{line}" for line in _facts(value))


def _facts(value: object) -> Iterator[str]:
    """Yield the fields of the value of a custom block, each item of a tuple on its own line."""
    if isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            parts = cast("tuple[object, ...]", item) if isinstance(item, tuple) else ()
            of_lines = bool(parts) and not isinstance(parts[0], str)
            yield from map(_short, parts if of_lines else (item,))
        return
    if not is_dataclass(value):
        yield _short(value)
        return
    for field in fields(value):
        fact = getattr(value, field.name)
        items = fact if isinstance(fact, tuple) else (fact,)
        for item in items:
            yield from _row(item) if isinstance(item, b.Row) else (f"{field.name} {_short(item)}",)


def _short(value: object) -> str:  # noqa: PLR0911 - a case for each kind of value
    """Return a value in few words, without fields that have their defaults."""
    match value:
        case RevealCard(intent=intent):
            tap = _does(intent) if isinstance(intent, b.Act) else ""
            return f"{value.face.code}{'✓' * value.picked}{'×' * (not intent)}{tap}"
        case Enum():
            return str(value.value)
        case Person():
            return value.name
        case Card():
            return value.text
        case b.Text() | b.Action():
            return _wording(value) if isinstance(value, b.Text) else _action(value)
        case tuple():
            return ", ".join(map(_short, cast("tuple[object, ...]", value)))
        case dict():
            named = cast("dict[object, object]", value).items()
            return "; ".join(f"{_short(name)}: {_short(fact)}" for name, fact in named)
        case _:
            pass
    if not is_dataclass(value):
        return _named(value)
    shown = ((field, getattr(value, field.name)) for field in fields(value))
    facts = [f"{field.name}={_short(fact)}" for field, fact in shown if fact != field.default]
    return f"{type(value).__name__}({' '.join(facts)})"


def _action(action: b.Action) -> str:
    says = " | ".join(filter(None, (action.says, action.beneath, action.obstacle)))
    label = f"“{action.label}”" if action.label else ""
    chosen = "chosen" if action.chosen else ""
    name = f"[{action.id}]{_does(action.intent)}"
    return " ".join(filter(None, (says, label, chosen, name)))


def _wording(wording: b.Wording | Face) -> str:
    if not isinstance(wording, b.Text):
        return b.plain(wording)
    return f"{wording.says} [{wording.id}]" if wording.id and wording.says else wording.says


def _does(intent: b.Intent | None) -> str:
    """Return the meaning of a tap in words."""
    match intent:
        case None:
            return ""
        case b.Go(path):
            return f" ⇒ {path}"
        case b.Do(step, exact):
            return f" ⇒ {'exactly ' if exact else ''}{_step(step)}"
        case b.Act(name, args) | b.Edit(name, args):
            return f" ⇒ {' '.join((_named(name), *map(_short, args)))}".rstrip()
        case b.Ask(menu):
            return f" ⇒ asks {menu}"
        case b.Undo(only_shown):
            return " ⇒ undo what is shown" if only_shown else " ⇒ undo"
        case b.Submit(task, args):
            return f" ⇒ {' '.join(('submit', _named(task), *map(_short, args)))}"
        case _:
            return f" ⇒ {type(intent).__name__.lower()}"


def _named(function: object) -> str:
    """Return the name of a function, or a word as it is."""
    return str(getattr(function, "__name__", function))


def _step(step: object) -> str:
    match step:
        case Recorded(number, event):
            return f"round {number} {_short(event)}"
        case HandedOver() | LeftOpen() | PutOff() | NotPutOff():
            return step.words(())
        case Dealt(setup):
            return f"dealt by {setup.players[setup.dealer]} to {' '.join(setup.players)}"
        case _:
            return _short(step)
