"""Each check of the layout finds a fault on a bad screen, and none on a similar good one."""

from tests.cases import cases
from tests.layout.faults import findings
from tests.layout.screen import screen
from tests.layout.sketches import WINDOW, block, box, column, kinds, page, row, stack, target, text
from tests.ui.client_tree import Node

LONG = "Donaudampfschifffahrtsgesellschaft"
HUGE, AWAY = block(300, 900), text("away", left=30)


FAULTS = {
    "wide row": ("overflow", row(block(300, 9), block(100, 9)), row(block(260, 9), block(100, 9))),
    "a high column": ("overflow", column(HUGE, expand=1), column(HUGE, scroll="auto", expand=1)),
    "text cut": ("ellipsis", text("one two " * 20, max_lines=2), text("one two", max_lines=2)),
    "a hint cut": (
        "ellipsis",
        {"_c": "TextField", "hint_text": LONG, "content_padding": 14},
        {"_c": "TextField", "hint_text": "Name", "content_padding": 14},
    ),
    "a picture without a size": (
        "size",
        row({"_c": "Image", "src": "dashed.png"}),
        box({"_c": "Image", "src": "dashed.png"}, width=40, height=40),
    ),
    "torn": ("torn word", box(text(LONG), width=120), box(text("one two"), width=120)),
    "clipped": ("clipped", box(text("one"), height=12), box(text("one"), height=24)),
    "an icon clipped": (
        "clipped",
        box({"_c": "Icon", "size": 24}, width=12),
        box({"_c": "Icon", "size": 24}, width=24),
    ),
    "expanding for ever": ("unbounded", row(row(box(expand=1))), row(row(box(expand=1), expand=1))),
    "out of the window": (
        "outside",
        stack(text("away", left=340), clip_behavior="none"),
        stack(text("here", left=40), clip_behavior="none"),
    ),
    "out of what is cut off": (
        "outside",
        box(stack(AWAY, clip_behavior="none"), width=50, height=50, border_radius=4),
        box(stack(AWAY, clip_behavior="none"), width=50, height=50),
    ),
    "too little room to scroll": (
        "squeezed",
        column(box(height=600), column(HUGE, scroll="auto", expand=1), expand=1),
        column(box(height=400), column(HUGE, scroll="auto", expand=1), expand=1),
    ),
    "lower than a finger": ("small target", target(48, 40), target(48, 48)),
    "narrower than a finger": ("small target", target(40, 48), target(48, 48)),
    "a small button by name": (
        "small target",
        {"_c": "Semantics", "button": True, "content": block(40, 40)},
        {"_c": "Semantics", "button": True, "content": block(48, 48)},
    ),
    "words at an edge": (
        "at the edge",
        box(text("one"), bgcolor="red"),
        box(text("one"), bgcolor="red", padding=4),
    ),
    "targets upon one another": (
        "targets overlap",
        stack(target(48, 48), target(48, 48, left=40), clip_behavior="none"),
        stack(target(48, 48), target(48, 48, left=48), clip_behavior="none"),
    ),
    "words upon words": (
        "covered",
        stack(text("beneath"), text("above")),
        stack(text("beneath"), text("beside", left=100), clip_behavior="none"),
    ),
    "words under paint": (
        "covered",
        stack(text("beneath"), block(30, 30, bgcolor="red")),
        stack(text("beneath"), block(30, 30)),
    ),
}


@cases("kind, bad, good", FAULTS)
def test_a_fault_is_found_and_only_there(kind: str, bad: Node, good: Node) -> None:
    assert (kinds(bad), kinds(good)) == ({kind}, set())


def test_content_that_scrolls_into_the_window_is_not_outside() -> None:
    below = column(box(height=700), text("below"), scroll="auto", expand=1)
    assert kinds(below) == set()


def test_content_that_scrolls_under_a_bar_does_not_overlap_it() -> None:
    body = column(*(target(200, 60) for _ in range(20)), scroll="auto", expand=1)
    assert kinds(column(body, target(200, 60), expand=1)) == set()


def test_invisible_controls_have_no_faults() -> None:
    assert kinds(box(text(LONG), width=120, opacity=0)) == set()


def test_a_target_within_a_target_does_not_overlap_it() -> None:
    assert kinds(box(target(48, 48), width=200, height=60, on_click=True)) == set()


def test_a_line_may_be_cut_behind_eight_letters() -> None:
    assert kinds(box(text("Maximiliane", max_lines=1), width=80)) == set()
    assert kinds(box(text("Maximiliane", max_lines=1), width=40)) == {"ellipsis"}


def test_a_finding_says_where() -> None:
    small: Node = {"_c": "Semantics", "identifier": "undo", "content": target(30, 30)}
    (found,) = findings(screen(page(small), WINDOW))
    assert str(found) == "small target: / > undo: 30×30"
