"""The layout of the tests is that of Flutter: these sizes were measured in Chromium."""

import pytest

from tests.layout.boxes import Edges, Limits, Size
from tests.layout.layouts import UnknownError
from tests.layout.paragraph import Lettering, paragraph
from tests.layout.screen import Rect, screen
from tests.layout.sketches import WINDOW, block, box, column, laid, page, row, stack, text
from tests.ui.client_tree import Node

INTER = Lettering(("Inter",), 16)


# --- Limits and boxes ---


def test_a_size_is_the_nearest_allowed() -> None:
    assert Limits(100, 200, 0, 50).fit(300, 20) == Size(200, 20)


def test_a_given_size_yields_to_the_limits() -> None:
    assert Limits(0, 200, 0, 50).sized(300, None) == Limits(200, 200, 0, 50)


def test_inside_of_edges_there_is_less_room() -> None:
    assert Limits(0, 100, 0, 100).within(Edges.of(20)) == Limits(0, 60, 0, 60)


LINE, MIDDLE = {"width": 2}, {"x": 0, "y": 0}
BORDER = {"left": LINE, "top": LINE, "right": LINE, "bottom": LINE}


LAYOUTS = {
    "padding": (box(block(40, 30), padding=5), "50×40: 40×30 at 5,5"),
    "alignment": (box(block(60, 40), alignment=MIDDLE), "360×640: 60×40 at 150,300"),
    "a margin": (block(40, 30, margin=5), "50×40: 40×30 at 5,5"),
    "a border": (box(block(40, 30), border=BORDER), "44×34: 40×30 at 2,2"),
    "expanding controls share the rest": (
        row(block(60, 10), block(0, 10, expand=1), block(0, 10, expand=2)),
        "360×10: 60×10 at 0,0; 100×10 at 60,0; 200×10 at 160,0",
    ),
    "loosely expanding controls keep their size": (
        row(block(60, 10), box(block(20, 10), expand=1, expand_loose=True), tight=True),
        "80×10: 60×10 at 0,0; 20×10 at 60,0",
    ),
    "gaps are between the controls": (
        row(block(50, 10), block(50, 10), spacing=8, tight=True),
        "108×10: 50×10 at 0,0; 50×10 at 58,0",
    ),
    "a row of equal height": (
        row(block(50, 40), box(width=50), intrinsic_height=True, vertical_alignment="stretch"),
        "360×40: 50×40 at 0,0; 50×40 at 50,0",
    ),
    "a row that wraps": (
        row(*[block(150, 20)] * 3, spacing=10, run_spacing=4, wrap=True),
        "310×44: 150×20 at 0,0; 150×20 at 160,0; 150×20 at 0,24",
    ),
    "a component": (column({"_c": "C", "_b": block(30, 20)}, tight=True), "30×20: 30×20 at 0,0"),
    "an invisible control": (column(block(30, 20, visible=False), tight=True), "0×0: "),
    "a stack with a placed control": (
        stack(block(100, 80), block(20, 20, right=-5, bottom=0)),
        "100×80: 100×80 at 0,0; 20×20 at 85,60",
    ),
    "two placed sides set the size": (
        stack(block(100, 80), box(left=10, right=20, top=0, height=5)),
        "100×80: 100×80 at 0,0; 70×5 at 10,0",
    ),
}


@pytest.mark.parametrize(("node", "layout"), LAYOUTS.values(), ids=LAYOUTS)
def test_sizes_and_positions(node: Node, layout: str) -> None:
    inside = "; ".join(f"{inner.size} at {x:g},{y:g}" for x, y, inner in laid(node).inside)
    assert f"{laid(node).size}: {inside}" == layout


# --- Rows and columns ---


@pytest.mark.parametrize(
    ("alignment", "lefts"),
    [
        pytest.param("start", [0, 60], id="at the start"),
        pytest.param("end", [240, 300], id="at the end"),
        pytest.param("center", [120, 180], id="in the middle"),
        pytest.param("spaceBetween", [0, 300], id="at both ends"),
        pytest.param("spaceEvenly", [80, 220], id="evenly"),
        pytest.param("spaceAround", [60, 240], id="around the controls"),
    ],
)
def test_the_free_room_is(alignment: str, lefts: list[float]) -> None:
    shared = laid(row(block(60, 10), block(60, 10), alignment=alignment))
    assert [x for x, _, _ in shared.inside] == lefts


def test_a_stretching_column_makes_all_controls_as_wide() -> None:
    stretched = laid(column(box(text("a")), box(text("b")), horizontal_alignment="stretch"))
    assert {inner.size.wide for _, _, inner in stretched.inside} == {360}


def test_a_scrolling_column_is_no_higher_than_its_room() -> None:
    scrolled = laid(column(block(10, 900), scroll="auto"))
    assert (scrolled.size, scrolled.scrolls, scrolled.faults) == (Size(10, 640), "y", [])


# --- Text ---


def test_text_is_as_wide_as_its_letters() -> None:
    assert laid(text("Fan Tan")).size.wide == pytest.approx(INTER.width("Fan Tan"))


def test_pairs_of_letters_move_together() -> None:
    assert INTER.width("AV") < INTER.width("A") + INTER.width("V")


def test_text_grows_with_the_device() -> None:
    once, twice = laid(text("Fan Tan")), laid(text("Fan Tan"), scale=2)
    assert twice.size.wide == pytest.approx(2 * once.size.wide)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        pytest.param("one two", ("one ", "two"), id="between words"),
        pytest.param("one-two", ("one-", "two"), id="after a hyphen"),
        pytest.param("one\ntwo", ("one", "two"), id="at a hard break"),
        pytest.param("onetwothree", ("onet", "woth", "ree"), id="within a word if need be"),
        pytest.param("−1 −2345", ("−1 ", "−2345"), id="but not after a sign"),
    ],
)
def test_a_line_breaks(words: str, lines: tuple[str, ...]) -> None:
    most = max(INTER.width(line.rstrip()) for line in lines) + 0.1
    assert paragraph(words, INTER, most, None).lines == lines


def test_lines_beyond_the_limit_are_cut() -> None:
    assert paragraph("one two three", INTER, INTER.width("one two"), 1).cut == "three"


def test_suits_are_drawn_by_another_face_than_letters() -> None:
    assert Lettering(("Inter", "Suits"), 16).width("♠") != INTER.width("♠")


# --- Whole screens ---


def words_on(shown: Node) -> list[str]:
    return [placed.node["value"] for placed in screen(shown, WINDOW) if placed.box.words]


def test_the_last_view_is_laid_out() -> None:
    shown = page(text("above"))
    shown["views"].insert(0, {"_c": "View", "controls": [{"_c": "Unheard of"}]})
    assert words_on(shown) == ["above"]


def test_a_dialog_is_in_the_middle_and_hides_the_screen() -> None:
    dialog = {"_c": "AlertDialog", "open": True, "title": text("Sure?")}
    shown = page(text("beneath")) | {"_dialogs": {"controls": [dialog]}}
    place = screen(shown, WINDOW)[0].place
    assert (words_on(shown), place.left, place.left + place.right) == (["Sure?"], 40, 360)


def test_places_intersect() -> None:
    assert Rect(0, 0, 10, 10).shared(Rect(5, 5, 20, 20)) == Rect(5, 5, 10, 10)


@pytest.mark.parametrize(
    "unknown",
    [
        pytest.param({"_c": "Chip"}, id="a control"),
        pytest.param(row(run_alignment="end"), id="a property"),
        pytest.param(text("a", style={"word_spacing": 3}), id="a style"),
        pytest.param(row(text("a"), wrap=True, scroll="auto"), id="two properties at once"),
    ],
)
def test_nothing_unknown_is_ignored(unknown: Node) -> None:
    with pytest.raises(UnknownError):
        laid(unknown)
