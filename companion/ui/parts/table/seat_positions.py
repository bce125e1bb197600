"""Where the seats' tiles stand: across the top, or one below the other at the side."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.parts.table.table_plan import Plan

GAP = 6.0
"""Between two tiles, in dp."""

_WIDEST_TILE = 150.0


@dataclass(frozen=True, slots=True)
class TileSize:
    """A tile's size in dp, the scale of the device's text, how many times as large as usual it
    is written on this tile, and how wide the widest word of all names would be in a size of one dp.
    """

    width: float
    height: float
    scale: float = 1
    grow: float = 1
    word: float = 1


@dataclass(frozen=True, slots=True)
class TilePosition:
    """Where a seat's tile is in dp from the corner of all, and how many stand in a row."""

    left: float
    top: float
    width: float
    height: float
    across: int


def strip_tiles(seats: int, plan: Plan) -> list[TilePosition]:
    """The tiles of the strip, in seating order."""
    rows = -(-seats // plan.seats_in_row)
    across = -(-seats // rows)
    width = min(_WIDEST_TILE * plan.text.grow, (plan.seats_width - (across - 1) * GAP) / across)
    height = (plan.seats_height - (rows - 1) * GAP) / rows
    return _tiles(seats, across, (width, height), plan.seats_width)


def list_tiles(seats: int, plan: Plan) -> list[TilePosition]:
    """The tiles of the list, in seating order."""
    single = (plan.seats_height + GAP) / seats - GAP
    across = 1 if single >= plan.text.small_seat(points=False) else 2
    rows = -(-seats // across)
    highest = plan.text.seat_line if across == 1 else plan.text.small_seat(points=True)
    height = min(highest, (plan.seats_height + GAP) / rows - GAP)
    width = (plan.seats_width - (across - 1) * GAP) / across
    return _tiles(seats, across, (width, height), plan.seats_width)


def _tiles(seats: int, across: int, size: tuple[float, float], room: float) -> list[TilePosition]:
    """Tiles of that size in rows, each row in the middle of the room."""
    width, height = size
    tiles: list[TilePosition] = []
    for seat in range(seats):
        row, column = divmod(seat, across)
        beside = min(across, seats - row * across)
        left = (room - beside * (width + GAP) + GAP) / 2 + column * (width + GAP)
        tiles.append(TilePosition(left, row * (height + GAP), width, height, across))
    return tiles
