"""What stands still is painted once.

Flutter paints anew whatever shares a layer with what changes, and for a canvas that means setting
all of its text again, in every frame while a card slides. A layer of its own keeps its picture.
What Flet has to make one is the control that takes pictures of its content.
"""

from __future__ import annotations

import flet as ft


def repaint_boundary(content: ft.Control) -> ft.Control:
    """The content in a layer of its own, painted anew only when it changes itself."""
    return ft.Screenshot(content)
