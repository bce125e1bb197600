"""Repaint boundaries.

Flutter paints again whatever shares a layer with what changes, and for a canvas that means laying
out all of its text again, in every frame while a card slides. A layer of its own keeps its picture.
Flet makes one for the control that takes screenshots of its content.
"""

from __future__ import annotations

import flet as ft


def repaint_boundary(content: ft.Control) -> ft.Control:
    """The content in a layer of its own, painted anew only when it changes itself."""
    return ft.Screenshot(content)
