"""Limits, which a control gets from its parent, and boxes, which it returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from tests.layout.paragraph import Paragraph
from tests.ui.client_tree import Node

SLACK = 0.01
"""Tolerance for sums of floating-point numbers, in dp."""


class Size(NamedTuple):
    """Width and height in dp."""

    wide: float = 0
    high: float = 0

    def __str__(self) -> str:
        return f"{self.wide:.4g}×{self.high:.4g}"


@dataclass(frozen=True, slots=True)
class Edges:
    """Free space at each side, as of a padding or a border."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0

    @staticmethod
    def of(value: object) -> Edges:
        """Return the edges of a padding as sent to the client: a number, or one for each side."""
        if isinstance(value, Mapping):
            return Edges(*(value.get(side) or 0 for side in ("left", "top", "right", "bottom")))
        same = float(value) if isinstance(value, int | float) else 0
        return Edges(same, same, same, same) if same else NO_EDGES

    def __add__(self, other: Edges) -> Edges:
        if other is NO_EDGES:
            return self
        return Edges(
            self.left + other.left,
            self.top + other.top,
            self.right + other.right,
            self.bottom + other.bottom,
        )

    @property
    def wide(self) -> float:
        """Left and right together."""
        return self.left + self.right

    @property
    def high(self) -> float:
        """Top and bottom together."""
        return self.top + self.bottom


NO_EDGES = Edges()


class Limits(NamedTuple):
    """The least and the greatest size of a control: Flutter's `BoxConstraints`."""

    least_wide: float = 0
    most_wide: float = inf
    least_high: float = 0
    most_high: float = inf

    @staticmethod
    def exactly(wide: float, high: float) -> Limits:
        """Return limits that allow this size alone."""
        return Limits(wide, wide, high, high)

    def fit(self, wide: float, high: float) -> Size:
        """Return the nearest allowed size."""
        return Size(
            max(self.least_wide, min(wide, self.most_wide)),
            max(self.least_high, min(high, self.most_high)),
        )

    def loose(self) -> Limits:
        """Return the limits without a least size."""
        return Limits(0, self.most_wide, 0, self.most_high)

    def within(self, edges: Edges) -> Limits:
        """Return the limits inside the edges."""
        wide, high = edges.wide, edges.high
        least_wide, least_high = max(0, self.least_wide - wide), max(0, self.least_high - high)
        return Limits(
            least_wide,
            max(least_wide, self.most_wide - wide),
            least_high,
            max(least_high, self.most_high - high),
        )

    def sized(self, wide: float | None, high: float | None) -> Limits:
        """Return limits with this width and height, as far as allowed."""
        if wide is None and high is None:
            return self
        wanted = self.fit(wide or 0, high or 0)
        return Limits(
            self.least_wide if wide is None else wanted.wide,
            self.most_wide if wide is None else wanted.wide,
            self.least_high if high is None else wanted.high,
            self.most_high if high is None else wanted.high,
        )


def names(text: str) -> frozenset[str]:
    """Return the names in a text."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of one kind that keeps people from reading or reaching something."""

    kind: str
    says: str


@dataclass(slots=True)
class Box:
    """A control after layout, with its inner boxes and their positions."""

    node: Node
    size: Size
    inside: list[tuple[float, float, Box]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    words: Paragraph | None = None
    scrolls: str = ""
    """The axis on which the content scrolls, `x` or `y`."""

    clips: bool = False

    def put(self, x: float, y: float, box: Box) -> None:
        """Add an inner box at that position."""
        self.inside.append((x, y, box))

    def fault(self, kind: str, says: str) -> None:
        """Record a fault of the box."""
        self.faults.append(Fault(kind, says))


def body(node: Node) -> Node | None:
    """Return the control that a component draws, or None if it is not visible."""
    while node["_c"] == "C":
        inner: Any = node.get("_b")
        if not isinstance(inner, dict):
            return None
        node = inner
    return None if node.get("visible") is False else node


def shown(nodes: object) -> Iterator[Node]:
    """Yield the visible controls, and the controls that components draw."""
    for node in nodes if isinstance(nodes, list) else [nodes]:
        if isinstance(node, dict) and (found := body(node)) is not None:
            yield found
