"""Paper screens in a wide window: two columns side by side."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

WIDE = 1120
"""How wide a paper screen of two columns grows, in dp."""

_GAP = 20


def side_by_side(left: Sequence[ft.Control], right: Sequence[ft.Control]) -> ft.Control:
    """Two columns of equal width, each as high as it needs."""
    return ft.Row(
        [_column(left), _column(right)],
        spacing=_GAP,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _column(controls: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(
        list(controls),
        spacing=14,
        tight=True,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
