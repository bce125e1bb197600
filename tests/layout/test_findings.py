"""Every check of the layout can fail: for each fault a bad screen, and a good one beside it."""

from __future__ import annotations

import pytest

from tests.layout.faults import findings
from tests.layout.screen import screen
from tests.layout.sketches import WINDOW, box, column, kinds, page, row, stack, target, text
from tests.ui.client_tree import Node

LONG = "Donaudampfschifffahrtsgesellschaft"
HUGE, AWAY = box(width=300, height=900), text("away", left=30)


@pytest.mark.parametrize(
    ("kind", "bad", "good"),
    [
        pytest.param(
            "overflow",
            row(box(width=300, height=9), box(width=100, height=9)),
            row(box(width=260, height=9), box(width=100, height=9)),
            id="a row too wide",
        ),
        pytest.param(
            "overflow",
            column(HUGE, expand=1),
            column(HUGE, scroll="auto", expand=1),
            id="a column too high",
        ),
        pytest.param(
            "ellipsis",
            text("one two " * 20, max_lines=2),
            text("one two", max_lines=2),
            id="text cut",
        ),
        pytest.param(
            "ellipsis",
            {"_c": "TextField", "hint_text": LONG, "content_padding": 14},
            {"_c": "TextField", "hint_text": "Name", "content_padding": 14},
            id="a hint cut",
        ),
        pytest.param(
            "torn word", box(text(LONG), width=120), box(text("one two"), width=120), id="torn"
        ),
        pytest.param(
            "clipped", box(text("one"), height=12), box(text("one"), height=24), id="clipped"
        ),
        pytest.param(
            "clipped",
            box({"_c": "Icon", "size": 24}, width=12),
            box({"_c": "Icon", "size": 24}, width=24),
            id="an icon clipped",
        ),
        pytest.param(
            "unbounded",
            row(row(box(expand=1))),
            row(row(box(expand=1), expand=1)),
            id="expanding without end",
        ),
        pytest.param(
            "outside",
            stack(text("away", left=340), clip_behavior="none"),
            stack(text("here", left=40), clip_behavior="none"),
            id="out of the window",
        ),
        pytest.param(
            "outside",
            box(stack(AWAY, clip_behavior="none"), width=50, height=50, border_radius=4),
            box(stack(AWAY, clip_behavior="none"), width=50, height=50),
            id="out of what is cut off",
        ),
        pytest.param(
            "squeezed",
            column(box(height=600), column(HUGE, scroll="auto", expand=1), expand=1),
            column(box(height=400), column(HUGE, scroll="auto", expand=1), expand=1),
            id="too little room to scroll",
        ),
        pytest.param("small target", target(48, 40), target(48, 48), id="lower than a finger"),
        pytest.param("small target", target(40, 48), target(48, 48), id="narrower than a finger"),
        pytest.param(
            "small target",
            {"_c": "Semantics", "button": True, "content": box(width=40, height=40)},
            {"_c": "Semantics", "button": True, "content": box(width=48, height=48)},
            id="a small button by name",
        ),
        pytest.param(
            "targets overlap",
            stack(target(48, 48), target(48, 48, left=40), clip_behavior="none"),
            stack(target(48, 48), target(48, 48, left=48), clip_behavior="none"),
            id="targets upon one another",
        ),
        pytest.param(
            "covered",
            stack(text("beneath"), text("above")),
            stack(text("beneath"), text("beside", left=100), clip_behavior="none"),
            id="words upon words",
        ),
        pytest.param(
            "covered",
            stack(text("beneath"), box(bgcolor="red", width=30, height=30)),
            stack(text("beneath"), box(width=30, height=30)),
            id="words under paint",
        ),
    ],
)
def test_a_fault_is_found_and_only_there(kind: str, bad: Node, good: Node) -> None:
    assert (kinds(bad), kinds(good)) == ({kind}, set())


def test_what_moves_into_the_window_is_not_outside() -> None:
    below = column(box(height=700), text("below"), scroll="auto", expand=1)
    assert kinds(below) == set()


def test_what_scrolls_under_a_bar_does_not_overlap_it() -> None:
    body = column(*(target(200, 60) for _ in range(20)), scroll="auto", expand=1)
    assert kinds(column(body, target(200, 60), expand=1)) == set()


def test_what_cannot_be_seen_is_no_fault() -> None:
    assert kinds(box(text(LONG), width=120, opacity=0)) == set()


def test_a_target_within_a_target_does_not_overlap_it() -> None:
    assert kinds(box(target(48, 48), width=200, height=60, on_click=True)) == set()


@pytest.mark.parametrize(
    ("identifier", "label", "found"),
    [
        pytest.param("seat-Ann", "Ann of the long name, 3 cards", set(), id="said in full"),
        pytest.param("seat-Ann", "Ann, 3 cards", {"ellipsis"}, id="not said"),
        pytest.param("chair-Ann", "Ann of the long name", {"ellipsis"}, id="elsewhere"),
    ],
)
def test_a_name_may_be_cut_where_all_of_it_is(identifier: str, label: str, found: set[str]) -> None:
    name = box(text("Ann of the long name", max_lines=1), width=60)
    seat = {"_c": "Semantics", "identifier": identifier, "label": label, "content": name}
    assert kinds(seat) == found


def test_a_finding_says_where() -> None:
    small: Node = {"_c": "Semantics", "identifier": "undo", "content": target(30, 30)}
    (found,) = findings(screen(page(small), WINDOW))
    assert str(found) == "small target: / > undo: 30×30"
