"""Touch targets with their focus ring, and the tick box.

Flutter paints again whatever shares a layer with what changes, and for a canvas that means laying
out all of its text again, in every frame while a card slides. A layer of its own keeps its picture.
Flet makes one for the control that takes screenshots of its content.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypedDict, Unpack

import flet as ft

from companion.ui.looks import Tone
from companion.ui.parts.basics.text import silent

LEAST = 48
"""The least side of a touch target, in dp."""

RING = 3
RING_KEY = "ring"
"""How wide the ring is around what has the keyboard's focus, in dp, and the key of what draws it,
which is no touch target of its own.
"""

Tap = Callable[[], None] | Callable[[], Coroutine[Any, Any, None]]


class Target(TypedDict, total=False):
    """A touch target's looks and place.

    With `height` None it grows with its content, which then has to be `LEAST` high by itself;
    with `align` None it is as wide as its content. A new `key` makes a new target, so that a
    second tap meant for the old one is lost with it. What answers a tap by changing at once need
    not spread a ripple, which costs a repainting of the screen in every frame it lasts; it has a
    ring while the keyboard's focus is on it. A `live` target is announced as it appears or changes.
    """

    selected: bool
    checked: bool | None
    radius: float
    bgcolor: ft.Colors | None
    border: ft.Border | None
    padding: ft.PaddingValue
    width: float | None
    height: float | None
    align: ft.Alignment | None
    expand: bool | int | None
    ink: ft.Colors
    ripples: bool
    live: bool | None
    key: str | None


def touchable(
    content: ft.Control,
    on_tap: Tap | None,
    *,
    identifier: str,
    label: str = "",
    **target: Unpack[Target],
) -> ft.Control:
    """A button of any look. With a `label`, that alone is said; else the text inside is.

    With `on_tap` None it stands there disabled.
    """
    rings = on_tap is not None and not target.get("ripples", True)
    face = _face(silent(content) if label else content, None if rings else on_tap, target)
    button = ft.Semantics(
        content=ringed(face, on_tap, target.get("radius", 12)) if rings and on_tap else face,
        label=label or None,
        identifier=identifier,
        button=True,
        selected=target.get("selected"),
        checked=target.get("checked"),
        live_region=target.get("live"),
        container=True,
        disabled=on_tap is None,
    )
    # What is silenced inside would part what is tapped from what it is called.
    outer = ft.MergeSemantics(content=button) if label else button
    outer.expand = target.get("expand")
    return outer


def strut() -> ft.Control:
    """Return an empty box that keeps a row as high as a touch target."""
    return ft.Container(width=0, height=LEAST)


def _face(shown: ft.Control, on_tap: Tap | None, target: Target) -> ft.Container:
    """What is seen of it; with `on_tap` it is what is tapped, too."""
    ink = ft.Colors.with_opacity(0.16, target.get("ink", Tone.MUTED))
    return ft.Container(
        shown,
        on_click=on_tap,
        ink=on_tap is not None,
        ink_color=ink if on_tap is not None else None,
        border_radius=target.get("radius", 12),
        bgcolor=target.get("bgcolor"),
        border=target.get("border"),
        padding=target.get("padding", 0),
        width=target.get("width"),
        height=target.get("height", LEAST),
        alignment=target.get("align", ft.Alignment.CENTER),
        key=target.get("key"),
    )


def ringed(face: ft.Control, on_tap: Tap, radius: float) -> ft.Control:
    """The face with a ring around it while the keyboard's focus is on it: then Enter or the space
    bar taps it.
    """
    around = ring(on_tap, radius)
    around.theme = ring_theme()
    touched = ft.Container(
        silent(ft.Container(on_click=on_tap, bgcolor=ft.Colors.TRANSPARENT)),
        left=0,
        top=0,
        right=0,
        bottom=0,
    )
    return ft.Stack(
        [around, face, touched],
        fit=ft.StackFit.PASS_THROUGH,
        clip_behavior=ft.ClipBehavior.NONE,
    )


def ring(on_tap: Tap, radius: float) -> ft.Container:
    """What shows as a ring around what lies upon it while it has the keyboard's focus. Flutter
    gives the focus only to what spreads ripples, so that lies below, a little larger; a finger taps
    what lies above, where no ripple spreads.
    """
    return ft.Container(
        on_click=on_tap,
        ink=True,
        ink_color=ft.Colors.TRANSPARENT,
        border_radius=radius + RING,
        key=RING_KEY,
        left=-RING,
        top=-RING,
        right=-RING,
        bottom=-RING,
    )


def ring_theme() -> ft.Theme:
    """What makes rings show on the felt; one for many of them is quicker than one for each."""
    return ft.Theme(focus_color=Tone.ON_FELT, hover_color=ft.Colors.TRANSPARENT)


def tick_box(on_tap: Tap | None, *, ticked: bool, identifier: str, label: str) -> ft.Control:
    """The box; with `on_tap` None it cannot be changed here."""
    sign = ft.Icons.CHECK_BOX if ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    return touchable(
        ft.Icon(sign, size=26, color=Tone.HEADING if ticked else Tone.INK),
        on_tap,
        identifier=identifier,
        label=label,
        checked=ticked,
        radius=LEAST / 2,
        width=LEAST,
        height=LEAST,
    )


def repaint_boundary(content: ft.Control) -> ft.Control:
    """The content in a layer of its own, painted anew only when it changes itself."""
    return ft.Screenshot(content)
