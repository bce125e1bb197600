"""The players in seating order: tiles across the top, or a list at the side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.hooks import keyed
from companion.ui.parts.basics.columns import in_rows
from companion.ui.parts.table.seat_positions import GAP, TilePosition, list_tiles, strip_tiles
from companion.ui.parts.table.seat_tiles import SeatRow, SeatTile, SmallSeatTile
from companion.ui.parts.table.table_plan import Plan
from companion.views.at_table.table import SeatView
from companion.words import Words

DrawTile = Callable[[Words, SeatView, float, float], ft.Control]


def seat_strip(words: Words, seats: Sequence[SeatView], plan: Plan) -> ft.Control:
    """The seats across the top: one row of tiles, or several rows of smaller ones."""
    tiles = strip_tiles(len(seats), plan)
    small = len(tiles) > tiles[0].across or plan.low
    return _tiles(words, seats, tiles, SmallSeatTile if small else SeatTile)


def seat_list(words: Words, seats: Sequence[SeatView], plan: Plan) -> ft.Control:
    """The seats one below the other; in two columns if they would not fit in one."""
    tiles = list_tiles(len(seats), plan)
    return _tiles(words, seats, tiles, SeatRow if tiles[0].across == 1 else SmallSeatTile)


def _tiles(
    words: Words, seats: Sequence[SeatView], tiles: Sequence[TilePosition], tile: DrawTile
) -> ft.Control:
    drawn = [
        keyed(seat.handle, tile, words, seat, at.width, at.height)
        for seat, at in zip(seats, tiles, strict=True)
    ]
    # A key with `#` is none of a seat's: a row of tiles is never taken for a single one.
    rows: list[ft.Control] = [
        ft.Row(row, spacing=GAP, tight=True, key=f"#{number}") if len(row) > 1 else row[0]
        for number, row in enumerate(in_rows(drawn, tiles[0].across))
    ]
    across = ft.CrossAxisAlignment.CENTER
    return ft.Column(rows, spacing=GAP, tight=True, horizontal_alignment=across)
