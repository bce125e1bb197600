"""Rows of lists: people, cards and payments with words, figures and targets at their end."""

import flet as ft

from companion.screens.blocks import Badge, Do, Go, List, Row, Status, Text, Tick, Wording, plain
from companion.screens.board import Face
from companion.screens.speech import Person
from companion.ui.acting import Taps, tap
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import account_disc
from companion.ui.parts.basics.panels import min_height, stretched, with_trailing
from companion.ui.parts.basics.text import (
    described,
    keep_sums_together,
    kept_together,
    named,
    silent,
    text,
    worded,
)
from companion.ui.parts.basics.touch import LEAST, strut, tick_box, touchable
from companion.ui.parts.cards.card_face import SUIT_SIGNS, Signs, card_face, card_tag
from companion.ui.parts.targets import choice, icon, stepper

DISC = 32
_GAP = 10
_PADDING = 6
_BETWEEN = 10
_DISC_AND_GAP = DISC + _GAP
"""The width of a person and the gap before a title, in dp."""
_VALUE = 16
_LONG = 14
_LONG_IN_LARGE = 11
"""The size of a value, the most letters of a value or a badge beside words, and those of a badge
and the longest word beside it where text is large.
"""
_VALUES = {Status.GOOD: Tone.GAIN, Status.BAD: Tone.LOSS, Status.MUTED: Tone.MUTED}


def rows(taps: Taps, block: List, *, large: bool) -> ft.Control:
    """Draw the rows; lines separate those that open something or lead with no person or card."""
    lined = any(row.intent is not None or row.leading is None for row in block.rows)
    shown = [_row(taps, row, large=large) for row in block.rows]
    if not lined:
        return stretched(shown, spacing=_GAP)
    line = ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE))
    cells = [
        ft.Container(
            cell,
            border=None if row is block.rows[-1] else line,
            padding=None if row.intent else ft.Padding.symmetric(vertical=_BETWEEN),
            key=cell.key,
        )
        for row, cell in zip(block.rows, shown, strict=True)
    ]
    return stretched(cells, spacing=0)


def _row(taps: Taps, row: Row, *, large: bool) -> ft.Control:
    """Draw the row as a whole, and beside it the targets of its own.

    Where text is large the lines below the title have the whole width, else they stand after the
    person or card.
    """
    end = _end(taps, row)
    key = row.key or row.id or None
    if row.counter or row.choices or (plain(row.value) and not row.leading and not row.intent):
        shown = _value_row(taps, row, large=large)
    else:
        under = large and row.leading is not None
        whole = _whole(
            taps, row, _under_head(row, end) if under else _abreast(row, end, large=large)
        )
        letters = len(row.badge.action.says) if row.badge else 0
        if under:
            letters += max(map(len, " ".join(_says(row)).split(" ")))
        if len(end) > 1 or (end and letters > (_LONG_IN_LARGE if under else _LONG)):
            ends = ft.Row(end, spacing=8, wrap=True, alignment=ft.MainAxisAlignment.END)
            shown = stretched([whole, ends], spacing=0)
        else:
            shown = _beside(whole, end)
    if row.tick is not None and row.tick.says:
        before = 0 if large or row.leading is None else _DISC_AND_GAP
        box = ft.Container(_tick(taps, row.tick), padding=ft.Padding.only(left=before))
        shown = stretched([shown, box], spacing=0)
    shown.key = key
    return shown


def _under_head(row: Row, end: list[ft.Control]) -> ft.Control:
    """Return the lines of a row below its person or card, title and value."""
    title, *lines = _words(row)
    title.expand = title.expand_loose = True
    if row.intent:
        title = ft.Row([strut(), title], spacing=0, tight=True, expand=True, expand_loose=True)
    after = _after(row, end)
    for one in after[:1]:
        one.expand = one.expand_loose = True
    value = [ft.Row(after, spacing=8, tight=True)] if after else []
    head = with_trailing(ft.Row([*_leading(row), title], spacing=_GAP, tight=True), value)
    return stretched([head, *lines], spacing=2)


def _abreast(row: Row, end: list[ft.Control], *, large: bool) -> ft.Control:
    """Return the words of a row between its person or card and its value."""
    words: ft.Control = ft.Column(_words(row), spacing=2, tight=True)
    after = _after(row, end)
    says = "" if isinstance(row.value, Face) else plain(row.value)
    if says and (large or len(says) > _LONG) and row.to is None:
        words = ft.Column([words, after.pop(0)], spacing=2, tight=True)
    words.expand = True
    if row.intent:
        words = ft.Row([strut(), words], spacing=0, expand=True)
    return ft.Row([*_leading(row), words, *after], spacing=_GAP)


def _value_row(taps: Taps, row: Row, *, large: bool) -> ft.Control:
    """Draw the title with the value or its counter, and below them all lines and choices.

    Where text is large the choices come before the note, so that they are in sight.
    """
    title = text(plain(row.title), size=16, face=TEXT.semibold, tone=_ink(row))
    title.expand = title.expand_loose = True
    after = [stepper(taps, row.counter)] if row.counter else _after(row, [])
    head = with_trailing(ft.Row([*_leading(row), title], spacing=_GAP, tight=True), after)
    above, below = ([_line(line)] if plain(line) else [] for line in (row.subtitle, row.note))
    offered = [choice(taps, block, large=large) for block in row.choices]
    rest = [*offered, *below] if large else [*below, *offered]
    return _labelled(row, stretched([head, *above, *rest], spacing=6))


def _beside(whole: ft.Control, end: list[ft.Control]) -> ft.Control:
    if not end:
        return ft.Container(whole)
    whole.expand = True
    return ft.Row([whole, *end], spacing=8)


def _whole(taps: Taps, row: Row, content: ft.Control) -> ft.Control:
    """Return the content as a target if the row opens something, else under its label."""
    if row.intent is None:
        return content if _has_parts(row) else _labelled(row, content)
    return touchable(
        ft.Container(content, padding=ft.Padding.symmetric(vertical=_PADDING)),
        tap(taps, row.intent, row.id),
        identifier=row.id,
        label=row.label,
        selected=row.chosen,
        radius=8,
        height=None,
    )


def _has_parts(row: Row) -> bool:
    """Return whether parts of the row are read by themselves; a label then replaces the title."""
    return isinstance(row.subtitle, Text) or isinstance(row.value, Text)


def _labelled(row: Row, content: ft.Control) -> ft.Control:
    """Return the content under the identifier and the label of the row, if it has them."""
    if row.id and row.label:
        return described(row.id, content, row.label)
    return named(row.id, content) if row.id else content


def _leading(row: Row) -> list[ft.Control]:
    match row.leading:
        case None if row.chosen is not None:
            sign = ft.Icons.RADIO_BUTTON_CHECKED if row.chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
            return [ft.Icon(sign, size=20, color=Tone.HEADING if row.chosen else Tone.MUTED)]
        case None:
            return []
        case Face() as face:
            return [
                ft.Container(silent(card_face(face, Signs(20), on_paper=True)), width=44, height=62)
            ]
        case Person() as person:
            return [account_disc(person)]


def _words(row: Row) -> list[ft.Control]:
    """Return the title and the lines below it."""
    opens = row.strong or row.intent is not None
    face, size = (TEXT.semibold, 16) if opens else (TEXT.medium, 15)
    shown = _title(_says(row)[0], size, face, _ink(row))
    title = worded(row.title, shown)
    if row.intent is None and _has_parts(row):
        title = _labelled(row, title)
    return [title, *(_line(line) for line in (row.subtitle, row.note) if plain(line))]


def _says(row: Row) -> list[str]:
    """Return title, subtitle and note, with what stays together in a line."""
    title = plain(row.title)
    together = title if row.to is None else keep_sums_together(title)
    if max(map(len, together.split(" "))) > _LONG:
        together = title
    return [together, *map(kept_together, (plain(row.subtitle), row.note))]


def _title(says: str, size: float, face: str, tone: ft.Colors) -> ft.Control:
    """Draw a title; a card at its end is on ivory, in the colour of its suit.

    On ivory it would begin a line of its own below a sentence, which names more than one card.
    """
    before, _, last = says.rpartition(" ")
    suit = next((letter for letter, sign in SUIT_SIGNS.items() if last.endswith(sign)), "")
    if not before or not suit or tone is Tone.MUTED:
        return text(says, size=size, face=face, tone=tone)
    if any(sign in before for sign in SUIT_SIGNS.values()):
        return text(f"{before}\N{NO-BREAK SPACE}{last}", size=size, face=face, tone=tone)
    words = text(before, size=size, face=face, tone=tone)
    return ft.Row([words, card_tag(last, suit, size=size)], spacing=4, run_spacing=2, wrap=True)


def _line(words: Wording) -> ft.Control:
    """Return a small line below the title."""
    return worded(words, text(kept_together(plain(words)), size=13, tone=Tone.MUTED))


def _after(row: Row, end: list[ft.Control]) -> list[ft.Control]:
    """Return the value, unless it is in the title, and the chevron of a row that opens a screen."""
    shown: list[ft.Control] = []
    if isinstance(row.value, Face):
        face = row.value
        shown.append(card_tag(f"{face.rank}{SUIT_SIGNS[face.suit]}", face.suit))
    elif plain(row.value) and row.to is None:
        ink = _VALUES.get(row.status, Tone.INK)
        value = text(plain(row.value), size=_VALUE, face=TEXT.bold, tone=ink, leading=1.2)
        shown.append(worded(row.value, value))
    if row.intent is not None and row.chosen is None and not end:
        shown.append(_chevron())
    return shown


def _ink(row: Row) -> ft.Colors:
    return Tone.MUTED if row.status is Status.MUTED else Tone.INK


def _end(taps: Taps, row: Row) -> list[ft.Control]:
    """Return the targets at the end of the row."""
    end = [_badge(taps, row.badge)] if row.badge is not None else []
    if row.action is not None:
        end.append(icon(taps, row.action))
    if row.tick is not None and not row.tick.says:
        end.append(ft.Container(_tick(taps, row.tick), width=LEAST))
    return end


def _tick(taps: Taps, tick: Tick) -> ft.Control:
    return tick_box(
        tap(taps, tick.intent, tick.id),
        ticked=tick.on,
        identifier=tick.id,
        label=tick.label,
        says=tick.says,
    )


def _badge(taps: Taps, badge: Badge) -> ft.Control:
    """Draw a word on coloured ground, with a chevron if it opens a screen."""
    action = badge.action
    ground, ink = Tone.QUIET, Tone.INK
    if badge.status is Status.BAD:
        ground, ink = Tone.DANGER, Tone.ON_DANGER
    elif action.chosen:
        ground, ink = Tone.ACTION, Tone.ON_ACTION
    opens = [_chevron()] if isinstance(action.intent, Go) else []
    mark = ft.Container(
        text(action.says, size=12, tone=ink, face=TEXT.semibold, leading=1.2),
        bgcolor=ground,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=9 if opens else 12, vertical=3),
    )
    return touchable(
        min_height(ft.Row([mark, *opens], spacing=4, tight=True)),
        tap(taps, action.intent, action.id),
        identifier=action.id,
        label=action.label,
        checked=action.chosen if isinstance(action.intent, Do) else None,
        height=None,
        align=None,
    )


def _chevron() -> ft.Control:
    return ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.MUTED)
