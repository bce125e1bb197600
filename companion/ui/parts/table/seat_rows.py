"""The players in seating order: tiles across the top, or a list at the side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.hooks import keyed
from companion.ui.looks.fonts import TEXT, widest_word
from companion.ui.parts.basics.columns import in_rows
from companion.ui.parts.table.seat_positions import (
    GAP,
    TilePosition,
    TileSize,
    list_tiles,
    strip_tiles,
)
from companion.ui.parts.table.seat_tiles import SeatRow, SeatTile, SmallSeatTile
from companion.ui.parts.table.table_plan import Plan
from companion.ui.session import Session
from companion.views.at_table.table import SeatView

_NAME = TEXT.semibold
DrawTile = Callable[[Session, SeatView, TileSize], ft.Control]


def seat_strip(session: Session, seats: Sequence[SeatView], plan: Plan) -> ft.Control:
    """The seats across the top: one row of tiles, or several rows of smaller ones."""
    tiles = strip_tiles(len(seats), plan)
    small = len(tiles) > tiles[0].across or plan.low
    return _tiles(session, seats, tiles, SmallSeatTile if small else SeatTile, plan)


def seat_list(session: Session, seats: Sequence[SeatView], plan: Plan) -> ft.Control:
    """The seats one below the other; in two columns if they would not fit in one."""
    tiles = list_tiles(len(seats), plan)
    return _tiles(session, seats, tiles, SeatRow if tiles[0].across == 1 else SmallSeatTile, plan)


def _tiles(
    session: Session,
    seats: Sequence[SeatView],
    tiles: Sequence[TilePosition],
    tile: DrawTile,
    plan: Plan,
) -> ft.Control:
    text = plan.text.scale, plan.text.grow, widest_word([seat.name for seat in seats], 1, _NAME)
    drawn = [
        keyed(seat.handle, tile, session, seat, TileSize(at.width, at.height, *text))
        for seat, at in zip(seats, tiles, strict=True)
    ]
    # A key with `#` is none of a seat's: a row of tiles is never taken for a single one.
    rows: list[ft.Control] = [
        ft.Row(row, spacing=GAP, tight=True, key=f"#{number}") if len(row) > 1 else row[0]
        for number, row in enumerate(in_rows(drawn, tiles[0].across))
    ]
    across = ft.CrossAxisAlignment.CENTER
    # Other seats, or another order of them, are other controls: the same ones would keep telling
    # assistive technology in the order in which they stood before.
    order = "#" + " ".join(seat.handle for seat in seats)
    return ft.Column(rows, spacing=GAP, tight=True, horizontal_alignment=across, key=order)
