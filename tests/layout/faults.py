"""Faults of a screen: texts and controls that people cannot read or reach."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile

from companion.ui.parts.basics.touch import RING_KEY
from tests.layout.boxes import Box
from tests.layout.screen import Placed, Rect
from tests.ui.client_tree import Node

LEAST = 44
_FINGER = 48
_SHARING = re.compile(r"> seat-[^>]*$|-\w+[SHDC]$")
"""The least side of seats and cards, which share their room with many, and of any other touch
target, in dp, and the paths of the former.
"""

_EDGE = 3.5
_INITIALS = 2
"""The least distance of words from either side of their ground, in dp; the letters of an avatar may
be nearer.
"""

_NARROW = 2 * LEAST
"""The least height of content that scrolls; less can hardly be read or moved."""

LOW = {"tray-list": "a strip that shows one thing whole, each with how many there are"}
"""Lists that may be as low as a touch target, by the end of their path."""

_SLACK = 0.05
_TOUCHING = 1.0
"""The overlap of letters that nobody sees, in dp."""

_CAPITALS = 0.73
_BESIDE_DISC = 0.146
"""The share of a disc's diameter at each side of the square within it."""

_CLEAR = "transparent"
_ALIGNED = {"center": 0.5, "end": 1.0, "right": 1.0}


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, its path on the screen, and details."""

    kind: str
    path: str
    says: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.path}: {self.says}"


def findings(screen: Sequence[Placed]) -> list[Finding]:
    """Return all faults of the screen."""
    targets = [placed for placed in screen if _is_target(placed)]
    found = [*_laid(screen), *_outside(screen), *_squeezed(screen)]
    found += _at_edges(screen)
    return [*found, *_small(targets), *_too_near(targets), *_covered(screen)]


def _laid(screen: Sequence[Placed]) -> Iterator[Finding]:
    """Yield the faults found during the layout."""
    for placed in screen:
        for fault in placed.box.faults:
            yield Finding(fault.kind, placed.path, fault.says)


def _outside(screen: Sequence[Placed]) -> Iterator[Finding]:
    """Yield texts and controls outside the window or their clip, and not reached by scrolling."""
    for placed in screen:
        if not (_is_target(placed) or placed.node["_c"] == "Icon" or placed.box.words):
            continue
        for place in inks(placed) if placed.box.words else [placed.place]:
            inside = placed.view.shared(place)
            wide, high = place.wide - max(0, inside.wide), place.high - max(0, inside.high)
            if wide > _SLACK or high > _SLACK:
                says = f"{_words(placed.node)} {place}: {wide:.1f} dp across, {high:.1f} down"
                yield Finding("outside", placed.path, says)
                break


def _squeezed(screen: Sequence[Placed]) -> Iterator[Finding]:
    """Yield scrolling content with too little room."""
    for placed in screen:
        if placed.box.scrolls == "y" and placed.box.inside:
            needed = max(y + inner.size.high for _, y, inner in placed.box.inside)
            room = placed.place.shared(placed.view).high
            least = LEAST if placed.path.endswith(tuple(LOW)) else _NARROW
            if room + _SLACK < min(needed, least):
                says = f"{room:.1f} dp of height to scroll {needed:.1f} in"
                yield Finding("squeezed", placed.path, says)


def _at_edges(screen: Sequence[Placed]) -> Iterator[Finding]:
    """Yield words at the edge of the ground with which they scroll."""
    places = {id(placed.box): placed.place for placed in screen}
    for placed in screen:
        beneath = takewhile(lambda box: not box.scrolls, reversed(placed.around))
        grounds = (box for box in beneath if _is_painted(box.node))
        ground = next(grounds, None)
        if ground is None or len(placed.node.get("value") or "") <= _INITIALS:
            continue
        left, _, right, _ = places[id(ground)].inset(_EDGE)
        if any(ink.left < left or ink.right > right for ink in inks(placed)):
            yield Finding("at the edge", placed.path, _words(placed.node))


def _is_target(placed: Placed) -> bool:
    node = placed.node
    if node.get("key") == RING_KEY:
        return False
    if node.get("on_click") or node.get("on_tap"):
        return True
    if node["_c"] in {"TextField", "ReorderableDragHandle", "Switch", "Checkbox", "Slider"}:
        return True
    around = placed.around[-1].node if placed.around else {}
    return bool(around.get("button"))


def _small(targets: Sequence[Placed]) -> Iterator[Finding]:
    """Yield touch targets too small for a finger."""
    for placed in targets:
        least = LEAST if _SHARING.search(placed.path) else _FINGER
        if min(placed.place.wide, placed.place.high) < least - _SLACK:
            yield Finding("small target", placed.path, f"{placed.box.size}")


def _too_near(targets: Sequence[Placed]) -> Iterator[Finding]:
    """Yield overlapping touch targets."""
    seen = [(placed, placed.place.shared(placed.seen), _scroller(placed)) for placed in targets]
    for (one, there, scroller), (other, here, other_scroller) in combinations(seen, 2):
        places = (one.place, other.place) if scroller is other_scroller else (there, here)
        if places[0].meets(places[1], _SLACK) and not _nested(one, other):
            says = f"{places[0]} and {other.path} {places[1]}"
            yield Finding("targets overlap", one.path, says)


def _scroller(placed: Placed) -> Box | None:
    return next((box for box in reversed(placed.around) if box.scrolls), None)


def _nested(one: Placed, other: Placed) -> bool:
    return any(box is one.box for box in other.around) or any(
        box is other.box for box in one.around
    )


def _covered(screen: Sequence[Placed]) -> Iterator[Finding]:
    """Yield letters under or upon something else in the same stack."""
    stacks = [
        _layers(screen[place + 1 :], len(stack.around) + 1)
        for place, stack in enumerate(screen)
        if stack.node["_c"] == "Stack"
    ]
    for layers in stacks:
        for below, above in combinations(layers, 2):
            covers = [(placed, solid) for placed in above if (solid := _solid(placed))]
            for text in (placed for placed in below if placed.box.words):
                letters = inks(text)
                for cover, solid in covers:
                    if any(a.meets(b, _TOUCHING) for a in letters for b in solid):
                        says = f"{_words(text.node)} under {_words(cover.node)}"
                        yield Finding("covered", text.path, says)


def _layers(after: Sequence[Placed], depth: int) -> list[list[Placed]]:
    """Return the layers of a stack, the lowest first; a control of that depth begins a layer."""
    layers: list[list[Placed]] = []
    for placed in takewhile(lambda placed: len(placed.around) >= depth, after):
        if len(placed.around) == depth:
            layers.append([])
        layers[-1].append(placed)
    return layers


def _solid(placed: Placed) -> list[Rect]:
    """Return the parts of a control that cover controls below."""
    if placed.box.words:
        return inks(placed)
    if placed.node["_c"] != "Icon" and not _is_painted(placed.node):
        return []
    side, round_ = min(placed.place.wide, placed.place.high), placed.node.get("border_radius")
    is_disc = isinstance(round_, int | float) and round_ >= side / 2
    return [placed.place.inset(side * _BESIDE_DISC if is_disc else 0)]


def _is_painted(node: Node) -> bool:
    return bool(node.get("gradient")) or (node.get("bgcolor") or _CLEAR) != _CLEAR


def inks(placed: Placed) -> list[Rect]:
    """Return the place of the letters in each line, from the baseline up to the capitals."""
    text = placed.box.words
    if text is None:
        return []
    share = _ALIGNED.get(placed.node.get("text_align", ""), 0.0)
    places, top = [], placed.place.top
    for wide, high in zip(text.widths, text.heights, strict=True):
        left = placed.place.left + max(0, placed.place.wide - wide) * share
        middle, half = top + high / 2, text.size * _CAPITALS / 2
        places.append(Rect(left, middle - half, left + wide, middle + half))
        top += high
    return [place for place in places if place.wide > 0]


def _words(node: Node) -> str:
    return repr(node["value"]) if "value" in node else node["_c"]
