"""What tells the court cards apart at a glance: a crown, a tiara or a plume at the foot.

Our own drawings, as points of a square one unit wide.
"""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft
import flet.canvas as cv

_Points = Sequence[tuple[float, float]]

_CROWN: _Points = (
    (0.06, 0.78),
    (0.0, 0.26),
    (0.25, 0.5),
    (0.5, 0.1),
    (0.75, 0.5),
    (1.0, 0.26),
    (0.94, 0.78),
)
_TIARA: _Points = (
    (0.1, 0.78),
    (0.0, 0.42),
    (0.32, 0.56),
    (0.5, 0.24),
    (0.68, 0.56),
    (1.0, 0.42),
    (0.9, 0.78),
)
_PLUME: _Points = ((0.1, 0.78), (0.1, 0.52), (0.58, 0.46), (0.98, 0.06), (0.9, 0.5), (0.9, 0.78))
_SHAPES = {"K": _CROWN, "Q": _TIARA, "J": _PLUME}
COURT = _SHAPES.keys()
_PEARLS: dict[str, _Points] = {
    "K": ((0.5, 0.02),),
    "Q": ((0.0, 0.34), (0.5, 0.14), (1.0, 0.34)),
}
_BAND = (0.84, 0.95)


def emblem(rank: str, width: float, height: float, ink: ft.ColorValue) -> list[cv.Shape]:
    """The emblem at the foot of a court card of that size; nothing for other ranks."""
    if rank not in COURT:
        return []
    side = min(width * 0.3, height * 0.2)
    left, top = (width - side) / 2, height * 0.97 - side

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * side, top + y * side

    paint = ft.Paint(color=ft.Colors.with_opacity(0.6, ink))
    outline = [at(*point) for point in _SHAPES[rank]]
    above, below = _BAND
    band = [at(0.06, above), at(0.94, above), at(0.94, below), at(0.06, below)]
    pearls: list[cv.Shape] = [
        cv.Circle(*at(*each), side * 0.06, paint) for each in _PEARLS.get(rank, ())
    ]
    return [_polygon(outline, paint), _polygon(band, paint), *pearls]


def _polygon(points: list[tuple[float, float]], paint: ft.Paint) -> cv.Shape:
    start, *others = points
    return cv.Path(
        [cv.Path.MoveTo(*start), *(cv.Path.LineTo(*each) for each in others), cv.Path.Close()],
        paint=paint,
    )
