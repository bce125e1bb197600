"""Layout of rows and columns, and of rows that wrap."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Self

from tests.layout.boxes import SLACK, Box, Limits, Size, shown
from tests.ui.client_tree import Node

Lay = Callable[[Node, Limits], Box]
_SPACING = 10
_START, _CENTER, _END, _STRETCH = "start", "center", "end", "stretch"
_BETWEEN, _AROUND, _EVENLY = "spaceBetween", "spaceAround", "spaceEvenly"
_SIDES = {_START: 0.0, _CENTER: 0.5, _END: 1.0}


@dataclass(frozen=True, slots=True)
class Axis:
    """The direction of a row or of a column."""

    along: str
    name: str

    def along_and_across(self, size: Size) -> tuple[float, float]:
        """Return the size along the axis and across it."""
        wide, high = size.wide, size.high
        return (wide, high) if self.along == "x" else (high, wide)

    def most(self, limits: Limits) -> tuple[float, float]:
        """Return the greatest size along the axis and across it."""
        wide, high = limits.most_wide, limits.most_high
        return (wide, high) if self.along == "x" else (high, wide)

    def limits(self, least: float, most: float, least_across: float, most_across: float) -> Limits:
        """Return the limits for these sizes along the axis and across it."""
        if self.along == "x":
            return Limits(least, most, least_across, most_across)
        return Limits(least_across, most_across, least, most)

    def fit(self, limits: Limits, along: float, across: float) -> Size:
        """Return the nearest allowed size."""
        return limits.fit(along, across) if self.along == "x" else limits.fit(across, along)

    def put(self, box: Box, along: float, across: float, child: Box) -> None:
        """Put the child into the box at that position."""
        x, y = (along, across) if self.along == "x" else (across, along)
        box.put(x, y, child)


ROW, COLUMN = Axis("x", "row"), Axis("y", "column")


@dataclass(frozen=True, slots=True)
class Flex:
    """The properties of a row or a column."""

    axis: Axis
    children: Sequence[Node]
    spacing: float
    tight: bool
    alignment: str
    across: str

    @classmethod
    def of(cls, node: Node, axis: Axis) -> Self:
        """Return the properties of a control, with Flet's defaults, which are not sent."""
        row = axis is ROW
        across = node.get("vertical_alignment" if row else "horizontal_alignment")
        return cls(
            axis,
            list(shown(node.get("controls") or [])),
            node.get("spacing", _SPACING),
            bool(node.get("tight")),
            node.get("alignment") or _START,
            across or (_CENTER if row else _START),
        )

    def lay(self, node: Node, limits: Limits, lay: Lay) -> Box:
        """Lay out the children one after the other; expanding ones share the rest."""
        box = Box(node, Size())
        laid = self._children(box, limits, lay)
        sizes = [self.axis.along_and_across(child.size) for child in laid]
        gaps = self.spacing * max(0, len(laid) - 1)
        needed = sum(along for along, _ in sizes) + gaps
        most, _ = self.axis.most(limits)
        ideal = needed if self.tight or most == inf else most
        box.size = self.axis.fit(limits, ideal, max((across for _, across in sizes), default=0))
        along, across = self.axis.along_and_across(box.size)
        if needed > along + SLACK:
            box.fault("overflow", f"the {self.axis.name} lacks {needed - along:.1f} dp")
        self._place(box, laid, max(0, along - needed), across)
        return box

    def _children(self, box: Box, limits: Limits, lay: Lay) -> list[Box]:
        most, _ = self.axis.most(limits)
        parts = [flex_of(child) for child in self.children]
        if any(parts) and most == inf:
            box.fault("unbounded", f"something expands in a {self.axis.name} without an end")
            parts = [0] * len(parts)
        free = self._limits(limits, 0, inf)
        laid = {
            place: lay(child, free)
            for place, (child, part) in enumerate(zip(self.children, parts, strict=True))
            if not part
        }
        taken = sum(self.axis.along_and_across(inner.size)[0] for inner in laid.values())
        left = max(0, most - taken - self.spacing * max(0, len(parts) - 1))
        for place, (child, part) in enumerate(zip(self.children, parts, strict=True)):
            if part:
                share = left * part / sum(parts)
                least = 0 if child.get("expand_loose") else share
                laid[place] = lay(child, self._limits(limits, least, share))
        return [laid[place] for place in range(len(parts))]

    def _limits(self, limits: Limits, least: float, most: float) -> Limits:
        _, most_across = self.axis.most(limits)
        stretched = most_across if self.across == _STRETCH and most_across < inf else 0
        return self.axis.limits(least, most, stretched, most_across)

    def _place(self, box: Box, laid: Sequence[Box], spare: float, across: float) -> None:
        at, between = _spread(self.alignment, spare, len(laid))
        for child in laid:
            along, own = self.axis.along_and_across(child.size)
            self.axis.put(box, at, (across - own) * _SIDES.get(self.across, 0), child)
            at += along + self.spacing + between


def flex_of(child: Node) -> int:
    """Return the share of the free room that a control has; 0 if it does not expand."""
    expand = child.get("expand")
    return int(expand) if expand else 0


def _spread(alignment: str, spare: float, count: int) -> tuple[float, float]:
    """Return the position of the first child, and the gap between two beyond their spacing."""
    if alignment == _BETWEEN:
        return 0, spare / (count - 1) if count > 1 else 0
    if alignment == _AROUND:
        return spare / count / 2 if count else 0, spare / count if count else 0
    if alignment == _EVENLY:
        return spare / (count + 1), spare / (count + 1)
    return spare * _SIDES[alignment], 0


def wrap(node: Node, limits: Limits, lay: Lay) -> Box:
    """Lay out a row that goes on in the next line."""
    flex = Flex.of(node, ROW)
    box = Box(node, Size())
    if any(flex_of(child) for child in flex.children):
        box.fault("unbounded", "something expands in a row that wraps")
    free = Limits(most_wide=limits.most_wide)
    lines = _lines([lay(child, free) for child in flex.children], flex.spacing, limits.most_wide)
    between = node.get("run_spacing", _SPACING)
    widths = [sum(b.size.wide for b in line) + flex.spacing * (len(line) - 1) for line in lines]
    heights = [max(b.size.high for b in line) for line in lines]
    high = sum(heights) + between * max(0, len(lines) - 1)
    box.size = limits.fit(max(widths, default=0), high)
    if high > box.size.high + SLACK:
        box.fault("overflow", f"the lines lack {high - box.size.high:.1f} dp of height")
    top = 0.0
    for line, wide, tall in zip(lines, widths, heights, strict=True):
        at, gap = _spread(flex.alignment, max(0, box.size.wide - wide), len(line))
        for child in line:
            box.put(at, top + (tall - child.size.high) * _SIDES[flex.across], child)
            at += child.size.wide + flex.spacing + gap
        top += tall + between
    return box


def _lines(boxes: Sequence[Box], spacing: float, most: float) -> list[list[Box]]:
    lines: list[list[Box]] = []
    used = 0.0
    for box in boxes:
        if lines and used + spacing + box.size.wide <= most + SLACK:
            lines[-1].append(box)
            used += spacing + box.size.wide
        else:
            lines.append([box])
            used = box.size.wide
    return lines
