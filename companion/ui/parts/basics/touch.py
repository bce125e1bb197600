"""Touch targets with their focus ring, and the tick box."""

from collections.abc import Callable, Coroutine
from typing import Any

import flet as ft

from companion.ui.looks import Tone
from companion.ui.parts.basics.text import plate, silent, text

LEAST = 48
"""The least side of a touch target, in dp."""

RING = 3
"""The width of the ring around the control with the keyboard's focus, in dp."""
RING_KEY = "ring"
"""The key of the control that draws a ring; it is no touch target of its own."""

Tap = Callable[[], None] | Callable[[], Coroutine[Any, Any, None]]


def touchable(
    content: ft.Control,
    on_tap: Tap | None,
    *,
    on_hold: Tap | None = None,
    identifier: str,
    label: str = "",
    selected: bool | None = None,
    checked: bool | None = None,
    radius: float = 12,
    bgcolor: ft.Colors | None = None,
    border: ft.Border | None = None,
    padding: ft.PaddingValue = 0,
    width: float | None = None,
    height: float | None = None,
    align: ft.Alignment | None = ft.Alignment.CENTER,
    expand: bool | int | None = None,
    ink: ft.Colors = Tone.MUTED,
    ripples: bool = True,
    live: bool | None = None,
    key: str | None = None,
) -> ft.Control:
    """Build a button of any look; with `on_tap` None it is disabled.

    A screen reader reads out the `label`, or else the text inside; a `live` target is announced
    when it appears or changes. With `height` None the content has to be `LEAST` high by itself;
    with `align` None the target is as wide as its content. A new `key` makes a new target, which
    ignores a second tap that was meant for the old one.

    A target that changes at once when it is tapped needs no ripple, which repaints the screen in
    each of its frames. Without `ripples` a ring shows the keyboard's focus, and a long press may
    call `on_hold`.
    """
    rings = on_tap is not None and not ripples
    on_click = None if rings else on_tap
    face: ft.Control = plate(
        silent(content) if label else content,
        on_click=on_click,
        ink=on_click is not None,
        ink_color=ft.Colors.with_opacity(0.16, ink) if on_click is not None else None,
        border_radius=radius,
        bgcolor=bgcolor,
        border=border,
        padding=padding,
        width=width,
        height=height,
        alignment=align,
        key=key,
    )
    button = ft.Semantics(
        content=ringed(face, on_tap, radius, on_hold) if on_tap is not None and rings else face,
        label=label or None,
        identifier=identifier,
        button=True,
        selected=selected,
        checked=checked,
        live_region=live,
        container=True,
        disabled=on_tap is None,
    )
    # Silent content would separate the tap from the label in the semantics tree.
    outer = ft.MergeSemantics(content=button) if label else button
    outer.expand = expand
    return outer


def strut() -> ft.Control:
    """Return an empty box that keeps a row as high as a touch target."""
    return ft.Container(width=0, height=LEAST)


def ringed(face: ft.Control, on_tap: Tap, radius: float, on_hold: Tap | None = None) -> ft.Control:
    """Draw a ring around the face while it has the keyboard's focus; Enter or Space taps it."""
    around = ring(on_tap, radius)
    around.theme = ring_theme()
    inner = ft.Container(on_click=on_tap, bgcolor=ft.Colors.TRANSPARENT)
    inner.on_long_press = on_hold
    touched = ft.Container(
        silent(inner),
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
    """Build the focus ring of a control that lies upon it.

    Flutter focuses only controls that spread ripples. So the ring is such a control, a little
    larger than the one above, where a finger taps and no ripple spreads.
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
    """Return the theme of rings on the felt; many rings share one theme, which is faster."""
    return ft.Theme(focus_color=Tone.ON_FELT, hover_color=ft.Colors.TRANSPARENT)


def tick_box(
    on_tap: Tap | None, *, ticked: bool, identifier: str, label: str, says: str = ""
) -> ft.Control:
    """Draw a check box, before its words if it has any; with `on_tap` None it is disabled."""
    sign = ft.Icons.CHECK_BOX if ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    box = ft.Icon(sign, size=26, color=Tone.HEADING if ticked else Tone.INK)
    return touchable(
        ft.Row([strut(), box, text(says, size=15, expand=True)], spacing=6) if says else box,
        on_tap,
        identifier=identifier,
        label=label,
        checked=ticked,
        radius=8 if says else LEAST / 2,
        width=None if says else LEAST,
        height=None if says else LEAST,
    )


def repaint_boundary(content: ft.Control) -> ft.Control:
    """Return the content in a paint layer of its own.

    Flutter repaints a whole layer when anything in it changes; a canvas then lays out all of its
    text again, in every frame while a card slides. Flet creates such a layer only for `Screenshot`.
    """
    return ft.Screenshot(content)
