"""What can be touched: at least 48 dp, with a name that a person would say."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypedDict, Unpack

import flet as ft

from companion.ui.parts.basics.text import silent
from companion.ui.theme import Tone

LEAST = 48
"""The least side of a touch target, in dp."""

Tap = Callable[[], None] | Callable[[], Coroutine[Any, Any, None]]


class Target(TypedDict, total=False):
    """A touch target's looks and place.

    With `height` None it grows with its content, which then has to be `LEAST` high by itself;
    with `align` None it is as wide as its content. A new `key` makes a new target, so that a
    second tap meant for the old one is lost with it. What answers a tap by changing at once need
    not spread a ripple, which costs a repainting of the screen in every frame it lasts.
    """

    selected: bool
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
    shown = silent(content) if label else content
    ink = target.get("ink", Tone.MUTED)
    ripples = on_tap is not None and target.get("ripples", True)
    button = ft.Semantics(
        content=ft.Container(
            shown,
            on_click=on_tap,
            ink=ripples,
            ink_color=ft.Colors.with_opacity(0.16, ink) if ripples else None,
            border_radius=target.get("radius", 12),
            bgcolor=target.get("bgcolor"),
            border=target.get("border"),
            padding=target.get("padding", 0),
            width=target.get("width"),
            height=target.get("height", LEAST),
            alignment=target.get("align", ft.Alignment.CENTER),
            key=target.get("key"),
        ),
        label=label or None,
        identifier=identifier,
        button=True,
        selected=target.get("selected"),
        container=True,
    )
    # What is silenced inside would part what is tapped from what it is called.
    outer = ft.MergeSemantics(content=button) if label else button
    outer.expand = target.get("expand")
    return outer
