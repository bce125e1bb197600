"""Where the seats' tiles stand: across the top, or one below the other at the side."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.parts.table.table_plan import Plan

GAP = 6.0
"""Between two tiles, in dp."""

_WIDEST_TILE = 150.0


@dataclass(frozen=True, slots=True)
class TilePosition:
    """Where a seat's tile is, from the corner of all, and how many stand beside one another."""

    left: float
    top: float
    width: float
    high: float
    across: int


def strip_tiles(seats: int, plan: Plan) -> list[TilePosition]:
    """The tiles of the strip, in seating order."""
    rows = -(-seats // plan.seats_in_row)
    across = -(-seats // rows)
    width = min(_WIDEST_TILE, (plan.seats_width - (across - 1) * GAP) / across)
    high = (plan.seats_high - (rows - 1) * GAP) / rows
    return [_spot(place, across, width, high, seats, plan.seats_width) for place in range(seats)]


def list_tiles(seats: int, plan: Plan) -> list[TilePosition]:
    """The tiles of the list, in seating order."""
    single = (plan.seats_high + GAP) / seats - GAP
    across = 1 if single >= plan.text.small_seat(points=False) else 2
    rows = -(-seats // across)
    highest = plan.text.seat_line if across == 1 else plan.text.small_seat(points=True)
    high = min(highest, (plan.seats_high + GAP) / rows - GAP)
    width = (plan.seats_width - (across - 1) * GAP) / across
    return [_spot(place, across, width, high, seats, plan.seats_width) for place in range(seats)]


def _spot(
    place: int, across: int, width: float, high: float, seats: int, room: float
) -> TilePosition:
    row, column = divmod(place, across)
    beside = min(across, seats - row * across)
    left = (room - beside * (width + GAP) + GAP) / 2 + column * (width + GAP)
    return TilePosition(left, row * (high + GAP), width, high, across)
