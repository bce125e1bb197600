"""What a round brought each player, and the fines of its play with their ticks."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import sums_whole, text
from companion.ui.parts.basics.text_scale import with_trailing
from companion.ui.parts.basics.tick_box import tick_box
from companion.ui.parts.people.avatars import avatar
from companion.ui.parts.table.fine_taps import tick
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.at_table.tray import OwedFine
from companion.views.of_series.nets import NetLine
from companion.views.person import Person

_DISC = 28


def net_panel(session: Session, nets: Sequence[NetLine], room: Room) -> list[ft.Control]:
    """A row a player with the parts beneath; nothing where no chips moved."""
    if not nets:
        return []
    title = session.words.say("What the round brought")
    return [panel([_net(line, large=room.large_text) for line in nets], title=title, key="nets")]


def _net(line: NetLine, *, large: bool) -> ft.Control:
    tone = Tone.LOSS if line.chips < 0 else Tone.HEADING
    chips = text(line.net, size=18, face=TEXT.bold, tone=tone, leading=1.2)
    who = _who(line.player, line.player.name, line.parts, large=large)
    return ft.Semantics(
        content=with_trailing(who, [chips], below=large),
        exclude_semantics=True,
        label=line.says,
        identifier=f"net-{line.player.handle}",
        container=True,
        key=f"net-{line.player.handle}",
    )


def owed_panel(session: Session, owed: Sequence[OwedFine], room: Room) -> list[ft.Control]:
    """The fines of the play, a row a false pass with its tick, which stays where it is."""
    if not owed:
        return []
    rows = [_owed(session, fine, room) for fine in owed]
    return [panel(rows, title=session.words.say("Fines during play"), key="owed")]


def _owed(session: Session, fine: OwedFine, room: Room) -> ft.Control:
    who = _who(fine.payer, sums_whole(fine.says), fine.why, large=room.large_text)
    key = f"owed-{fine.turn}"
    if not (fine.can_tick or fine.ticked):
        return ft.Container(who, key=key)
    name = f"fine-paid-{fine.turn}"  # `paid-N` ticks a payment off here
    box = tick_box(tick(session, fine), ticked=fine.ticked, identifier=name, label=fine.paid_label)
    row = with_trailing(who, [box], below=room.large_text)
    row.key = key
    return row


def _who(who: Person, says: str, beneath: str, *, large: bool) -> ft.Control:
    """A player's initial, words, and what stands beneath them; large words take all the room."""
    lines = [text(says, size=16, face=TEXT.medium)]
    if beneath:
        lines.append(text(beneath, size=13, tone=Tone.MUTED))
    column = ft.Column([*lines], spacing=1, tight=True)
    if large:
        return column
    column.expand = True
    return ft.Row([avatar(who.initial, who.tint, size=_DISC), column], spacing=10)
