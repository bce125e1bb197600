"""The layout of tests shares out room as Flutter does: the sizes here were seen in Chromium."""

from __future__ import annotations

import pytest

from tests.layout.boxes import Box, Edges, Limits, Size
from tests.layout.layouts import UnknownError
from tests.layout.paragraph import Lettering, paragraph
from tests.layout.screen import Rect, screen
from tests.layout.sketches import WINDOW, box, column, laid, page, row, stack, text
from tests.ui.client_tree import Node

INTER = Lettering(("Inter",), 16)


def places(of: Box) -> list[tuple[float, float, str]]:
    """Where the boxes inside stand, and how large they are."""
    return [(x, y, str(inner.size)) for x, y, inner in of.inside]


def block(wide: float, high: float, **told: object) -> Node:
    return box(width=wide, height=high, **told)


# --- Rooms and boxes ---


def test_a_size_is_the_nearest_allowed() -> None:
    assert Limits(100, 200, 0, 50).fit(300, 20) == Size(200, 20)


def test_what_is_told_yields_to_the_limits() -> None:
    assert Limits(0, 200, 0, 50).sized(300, None) == Limits(200, 200, 0, 50)


def test_inside_of_edges_there_is_less_room() -> None:
    assert Limits(0, 100, 0, 100).within(Edges.of(20)) == Limits(0, 60, 0, 60)


def test_a_container_is_as_large_as_its_content_and_padding() -> None:
    assert laid(box(block(40, 30), padding=5)).size == Size(50, 40)


def test_a_container_that_aligns_takes_all_the_room() -> None:
    centre = laid(box(block(60, 40), alignment={"x": 0, "y": 0}))
    assert (centre.size, places(centre)) == (WINDOW, [(150, 300, "60×40")])


def test_a_margin_is_around_a_container() -> None:
    around = laid(block(40, 30, margin=5))
    assert (around.size, places(around)) == (Size(50, 40), [(5, 5, "40×30")])


def test_a_border_is_inside_of_a_container() -> None:
    line = {"width": 2}
    framed = box(block(40, 30), border=dict.fromkeys(("left", "top", "right", "bottom"), line))
    assert laid(framed).size == Size(44, 34)


# --- Rows and columns ---


def test_what_expands_shares_what_is_left() -> None:
    shared = laid(row(block(60, 10), block(0, 10, expand=1), block(0, 10, expand=2)))
    assert places(shared) == [(0, 0, "60×10"), (60, 0, "100×10"), (160, 0, "200×10")]


def test_what_expands_loosely_takes_no_more_than_it_needs() -> None:
    shared = laid(row(block(60, 10), box(block(20, 10), expand=1, expand_loose=True), tight=True))
    assert shared.size == Size(80, 10)


def test_gaps_are_between_but_not_around() -> None:
    assert laid(row(block(50, 10), block(50, 10), spacing=8, tight=True)).size == Size(108, 10)


@pytest.mark.parametrize(
    ("alignment", "lefts"),
    [
        pytest.param("start", [0, 60], id="at the start"),
        pytest.param("end", [240, 300], id="at the end"),
        pytest.param("center", [120, 180], id="in the middle"),
        pytest.param("spaceBetween", [0, 300], id="at both ends"),
        pytest.param("spaceEvenly", [80, 220], id="evenly"),
        pytest.param("spaceAround", [60, 240], id="with room around"),
    ],
)
def test_what_is_over_goes(alignment: str, lefts: list[float]) -> None:
    shared = laid(row(block(60, 10), block(60, 10), alignment=alignment))
    assert [x for x, _, _ in shared.inside] == lefts


def test_a_column_that_stretches_gives_all_the_same_width() -> None:
    laid_out = laid(column(box(text("a")), box(text("b")), horizontal_alignment="stretch"))
    assert {inner.size.wide for _, _, inner in laid_out.inside} == {360}


def test_a_row_as_high_as_its_highest_stretches_the_others() -> None:
    both = row(block(50, 40), box(width=50), intrinsic_height=True, vertical_alignment="stretch")
    assert places(laid(both)) == [(0, 0, "50×40"), (50, 0, "50×40")]


def test_a_row_that_wraps_goes_on_in_the_next_line() -> None:
    wrapped = laid(row(*[block(150, 20)] * 3, spacing=10, run_spacing=4, wrap=True))
    assert places(wrapped) == [(0, 0, "150×20"), (160, 0, "150×20"), (0, 24, "150×20")]


def test_what_scrolls_is_no_higher_than_its_room() -> None:
    scrolled = laid(column(block(10, 900), scroll="auto"))
    assert (scrolled.size, scrolled.scrolls, scrolled.faults) == (Size(10, 640), "y", [])


def test_a_component_is_what_it_draws() -> None:
    drawn = {"_c": "C", "_b": block(30, 20)}
    assert laid(column(drawn, tight=True)).size == Size(30, 20)


def test_what_is_not_visible_takes_no_room() -> None:
    assert laid(column(block(30, 20, visible=False), tight=True)).size == Size(0, 0)


# --- Stacks ---


def test_a_stack_is_as_large_as_what_is_not_pinned() -> None:
    pile = laid(stack(block(100, 80), block(20, 20, right=-5, bottom=0)))
    assert (pile.size, places(pile)[1]) == (Size(100, 80), (85, 60, "20×20"))


def test_two_pinned_sides_say_how_large() -> None:
    pile = laid(stack(block(100, 80), box(left=10, right=20, top=0, height=5)))
    assert places(pile)[1] == (10, 0, "70×5")


# --- Text ---


def test_text_is_as_wide_as_its_letters() -> None:
    assert laid(text("Fan Tan")).size.wide == pytest.approx(INTER.width("Fan Tan"))


def test_pairs_of_letters_move_together() -> None:
    apart = INTER.width("A") + INTER.width("V")
    assert INTER.width("AV") < apart


def test_text_grows_with_the_device() -> None:
    once, twice = laid(text("Fan Tan")), laid(text("Fan Tan"), scale=2)
    assert twice.size.wide == pytest.approx(2 * once.size.wide)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        pytest.param("one two", ("one ", "two"), id="between words"),
        pytest.param("one-two", ("one-", "two"), id="after a hyphen"),
        pytest.param("one\ntwo", ("one", "two"), id="where it is told to"),
        pytest.param("onetwothree", ("onet", "woth", "ree"), id="within a word if need be"),
        pytest.param("−1 −2345", ("−1 ", "−2345"), id="but not after a sign"),
    ],
)
def test_a_line_breaks(words: str, lines: tuple[str, ...]) -> None:
    most = max(INTER.width(line.rstrip()) for line in lines) + 0.1
    assert paragraph(words, INTER, most, None).lines == lines


def test_lines_that_may_not_be_are_cut() -> None:
    assert paragraph("one two three", INTER, INTER.width("one two"), 1).cut == "three"


def test_suits_are_drawn_by_another_face_than_letters() -> None:
    alone = Lettering(("Inter",), 16).width("♠")
    assert Lettering(("Inter", "Suits"), 16).width("♠") != alone


# --- Whole screens ---


def test_the_last_of_the_screens_is_laid_out() -> None:
    told = page(text("above"))
    told["views"].insert(0, {"_c": "View", "controls": [{"_c": "Unheard of"}]})
    assert [placed.node["value"] for placed in screen(told, WINDOW) if placed.box.words] == [
        "above"
    ]


def test_a_question_hides_the_screen() -> None:
    told = page(text("beneath"))
    asked = {"_c": "AlertDialog", "open": True, "title": text("Sure?")}
    told["_dialogs"] = {"controls": [asked]}
    assert [placed.node["value"] for placed in screen(told, WINDOW) if placed.box.words] == [
        "Sure?"
    ]


def test_a_question_stands_in_the_middle() -> None:
    told = page()
    told["_dialogs"] = {"controls": [{"_c": "AlertDialog", "open": True, "title": text("Sure?")}]}
    first = screen(told, WINDOW)[0].place
    assert (first.left, first.left + first.right) == (40, 360)


def test_what_two_places_share() -> None:
    assert Rect(0, 0, 10, 10).shared(Rect(5, 5, 20, 20)) == Rect(5, 5, 10, 10)


@pytest.mark.parametrize(
    "unknown",
    [
        pytest.param({"_c": "Chip"}, id="a control"),
        pytest.param(row(run_alignment="end"), id="a property"),
        pytest.param(text("a", style={"word_spacing": 3}), id="a style"),
        pytest.param(row(text("a"), wrap=True, scroll="auto"), id="two that do not go together"),
    ],
)
def test_nothing_unknown_is_passed_over(unknown: Node) -> None:
    with pytest.raises(UnknownError):
        laid(unknown)
