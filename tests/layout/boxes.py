"""Limits down, sizes up: what a control is offered by the one around it, and the box it becomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from tests.layout.paragraph import Paragraph
from tests.ui.client_tree import Node

SLACK = 0.01
"""Differences below this are those of floating-point sums, in dp."""


class Size(NamedTuple):
    """How wide and high something is, in dp."""

    wide: float = 0
    high: float = 0

    def __str__(self) -> str:
        return f"{self.wide:.4g}×{self.high:.4g}"


@dataclass(frozen=True, slots=True)
class Edges:
    """Room kept free at each side, as padding and borders do."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0

    @staticmethod
    def of(value: object) -> Edges:
        """A padding as the client is told it: one number, or one for each side."""
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
        """Both sides together."""
        return self.left + self.right

    @property
    def high(self) -> float:
        """Top and bottom together."""
        return self.top + self.bottom


NO_EDGES = Edges()


class Limits(NamedTuple):
    """Between which sizes a control may choose: Flutter's `BoxConstraints`."""

    least_wide: float = 0
    most_wide: float = inf
    least_high: float = 0
    most_high: float = inf

    @staticmethod
    def exactly(wide: float, high: float) -> Limits:
        """No choice."""
        return Limits(wide, wide, high, high)

    def fit(self, wide: float, high: float) -> Size:
        """The allowed size that is nearest."""
        return Size(
            max(self.least_wide, min(wide, self.most_wide)),
            max(self.least_high, min(high, self.most_high)),
        )

    def loose(self) -> Limits:
        """The same without a least size."""
        return Limits(0, self.most_wide, 0, self.most_high)

    def within(self, edges: Edges) -> Limits:
        """What is left inside the edges."""
        wide, high = edges.wide, edges.high
        least_wide, least_high = max(0, self.least_wide - wide), max(0, self.least_high - high)
        return Limits(
            least_wide,
            max(least_wide, self.most_wide - wide),
            least_high,
            max(least_high, self.most_high - high),
        )

    def sized(self, wide: float | None, high: float | None) -> Limits:
        """As near to that width and height as is allowed."""
        if wide is None and high is None:
            return self
        wanted = self.fit(wide or 0, high or 0)
        return Limits(
            self.least_wide if wide is None else wanted.wide,
            self.most_wide if wide is None else wanted.wide,
            self.least_high if high is None else wanted.high,
            self.most_high if high is None else wanted.high,
        )


def names(told: str) -> frozenset[str]:
    """Names written one after the other."""
    return frozenset(told.split())


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a person could not read or reach: its kind, and what there is to say."""

    kind: str
    says: str


@dataclass(slots=True)
class Box:
    """A control as it is laid out, with the boxes inside and where they stand in it."""

    node: Node
    size: Size
    inside: list[tuple[float, float, Box]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    words: Paragraph | None = None
    scrolls: str = ""
    """The axis on which its content moves, `x` or `y`."""

    clips: bool = False

    def put(self, x: float, y: float, box: Box) -> None:
        """Let the box stand there inside."""
        self.inside.append((x, y, box))

    def fault(self, kind: str, says: str) -> None:
        """Note what is wrong with it."""
        self.faults.append(Fault(kind, says))


def body(node: Node) -> Node | None:
    """The control that a component stands for, or nothing if that does not show."""
    while node["_c"] == "C":
        inner: Any = node.get("_b")
        if not isinstance(inner, dict):
            return None
        node = inner
    return None if node.get("visible") is False else node


def shown(nodes: object) -> Iterator[Node]:
    """Those of the controls that show, components as what they stand for."""
    for node in nodes if isinstance(nodes, list) else [nodes]:
        if isinstance(node, dict) and (found := body(node)) is not None:
            yield found
