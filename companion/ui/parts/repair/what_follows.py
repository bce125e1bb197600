"""What would follow from a repair, line by line, told before it is done."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import named, text
from companion.ui.session import Session
from companion.views.at_table.follows import FollowLine

_ARROW = "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}"
"""What was and what would be stay in one line."""


def what_follows(session: Session, lines: Sequence[FollowLine], *, large: bool) -> ft.Control:
    """The panel; while nothing is changed it says so."""
    say = session.words.say
    undo = say("One undo takes it all back.") if lines else say("Nothing is changed yet.")
    rows: list[ft.Control] = [_line(line, large=large) for line in lines]
    rows.append(text(undo, size=13, tone=Tone.MUTED))
    body = named("repair-follows", stretched(rows, spacing=6), live=True)
    return panel([body], title=say("What follows"), key="follows")


def _line(line: FollowLine, *, large: bool) -> ft.Control:
    tone = Tone.LOSS if line.warns else Tone.INK
    says = text(line.says, tone=tone, leading=1.25)
    if line.warns:
        says.expand = True
        icon = ft.Icon(ft.Icons.ERROR_OUTLINE, size=18, color=tone)
        top = ft.CrossAxisAlignment.START
        return ft.Row([icon, says], spacing=8, vertical_alignment=top)
    if not line.amount:
        return says
    amount = text(line.amount.replace(" → ", _ARROW), face=TEXT.semibold)
    amount.semantics_label = line.amount
    if large:
        return ft.Column([says, amount], spacing=0, tight=True)
    says.expand = 2
    amount.expand, amount.text_align = 3, ft.TextAlign.END
    return ft.Row([says, amount], spacing=10)
