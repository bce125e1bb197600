"""Values and events that no person can bring about, on every kind of control."""

import dataclasses
import math
from collections.abc import Iterator
from typing import Any, cast

import flet as ft
import pytest
from flet.controls.base_control import BaseControl

from companion.ui.web.guard import allowed, may_happen, may_set
from tests.attack.visitor import Page
from tests.e2e.driver import Server

HUGE = "x" * 200_000
FORGED: dict[str, object] = {
    "a long text": HUGE,
    "half a character": "\ud800",
    "a large number": 10**12,
    "a negative number": -(10**7),
    "no number": math.nan,
    "without end": math.inf,
    "a style": {"size": 99, "color": "red"},
    "a list": [1, [2], {"a": 3}],
    "a long list": ["a"] * 1000,
    "bytes": b"abc",
}
USUAL: dict[str, object] = {
    "yes": True,
    "a word": "light",
    "a route": "/table",
    "a number": 1,
    "a length": 0.5,
    "nothing": None,
    "words": ["a"],
    "no window": {},
    "a selection": {"base_offset": 0, "extent_offset": 1},
}
SETTABLE = {
    "open": "AlertDialog",
    "value": "CupertinoTextField TextField",
    "selection": "TextField",
}
A_PERSON_SETS = {(kind, name) for name, kinds in SETTABLE.items() for kind in kinds.split()}


def kinds(of: type[BaseControl] = BaseControl) -> Iterator[type[BaseControl]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def every_control() -> dict[str, type[BaseControl]]:
    """Return every kind of control of Flet by its name, the page excepted."""
    for name in dir(ft):
        getattr(ft, name)  # Flet loads them as they are asked for
    found = {kind.__name__: kind for kind in kinds() if kind.__module__.startswith("flet.")}
    return {name: kind for name, kind in found.items() if name not in {"Page", "BasePage"}}


def blank(kind: type[BaseControl]) -> BaseControl:
    """Return an empty control of the kind."""
    control = object.__new__(kind)
    vars(control).update(_values={}, _frozen=False)
    return control


def test_only_what_a_person_can_set_may_be_set_on_any_control() -> None:
    let_through = {
        (name, field.name)
        for name, kind in every_control().items()
        for field in dataclasses.fields(cast("Any", kind))
        for value in (*FORGED.values(), *USUAL.values())
        if may_set(blank(kind), field.name, value)
    }
    assert len(every_control()) > 150
    assert let_through == A_PERSON_SETS


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_what_no_person_can_choose_is_no_choice(forged: object) -> None:
    bounded = A_PERSON_SETS - {("TextField", "value"), ("CupertinoTextField", "value")}
    assert not [
        (kind, name)
        for kind, name in bounded
        if may_set(blank(every_control()[kind]), name, forged)
    ]


TEXTS = {
    "forty letters": ("x" * 40, True),
    "forty-one": ("x" * 41, False),
    "forty with accents of their own": ("e\u0301" * 40, True),
    "forty-one with accents": ("e\u0301" * 41, False),
    "forty families": ("\U0001f468\u200d\U0001f469\u200d\U0001f467" * 40, True),
    "forty flags": ("\U0001f1e9\U0001f1ea" * 40, True),
    "forty-one flags": ("\U0001f1e9\U0001f1ea" * 41, False),
    "a letter under a hill of marks": ("x" + "\u0301" * 5000, False),
    "half a character": ("\ud800", False),
    "a number": (7, False),
    "a list": (["x"], False),
}


@pytest.mark.parametrize(("text", "fits"), TEXTS.values(), ids=TEXTS)
def test_a_name_is_as_long_as_people_see_it(text: object, *, fits: bool) -> None:
    field = ft.TextField(max_length=40)
    assert may_set(field, "value", text) is fits
    assert may_happen(field, "change", text) is fits


def test_every_event_of_every_control_is_judged() -> None:
    data: list[object] = [None, "x", {}, {"a": 1}, {"route": "/"}, [1]]
    judged = [
        may_happen(blank(kind), field.name.removeprefix("on_"), value)
        for kind in (*every_control().values(), ft.Page)
        for field in dataclasses.fields(cast("Any", kind))
        if field.name.startswith("on_")
        for value in data
    ]
    assert len(judged) > 500 * len(data)
    assert {True, False} <= set(judged)


@pytest.mark.parametrize(
    ("data", "fits"),
    [
        ({"k": "touch", "l": {"x": 1.5, "y": 2.0}, "g": {"x": 9.0, "y": 8.0}}, True),
        ({}, True),
        ({"k": "nose"}, False),
        ({"l": {"x": "1.5"}}, False),
        ({"l": 3}, False),
    ],
)
def test_a_finger_comes_down_at_a_place(data: object, fits: bool) -> None:  # noqa: FBT001
    assert may_happen(ft.GestureDetector(on_tap_down=print), "tap_down", data) is fits


def test_no_person_taps_what_is_disabled() -> None:
    assert may_happen(ft.Button("A", on_click=print), "click", None)
    assert not may_happen(ft.Button("A", on_click=print, disabled=True), "click", None)


@pytest.mark.parametrize(
    "name", ["close", "connect", "disconnect", "error", "__class__", "a b", ""]
)
def test_no_client_ends_a_session_by_its_name(name: str) -> None:
    assert not may_happen(ft.Container(), name, None)


def test_what_is_hidden_in_a_control_is_not_set() -> None:
    hidden = dict.fromkeys(["_i", "_c", "_values", "__class__", "parent", "page", "data"], 1)
    assert allowed(ft.TextField(), hidden) == {}


# --- The running app ---


@pytest.fixture(params=["/", "/new", "/import", "/settings", "/referee"])
def screen(request: pytest.FixtureRequest, server: Server) -> Iterator[Page]:
    """Yield a page at one of the screens."""
    with Page(server.port, route=request.param) as page:
        page.until(lambda: len(list(page.tree.trails())) > 20)
        page.rest(0.1)
        yield page


def test_forged_values_change_nothing_for_anybody(screen: Page, server: Server) -> None:
    nodes = [trail[-1] for trail in screen.tree.trails(hidden=True)]
    for node in nodes:
        names = {*node, "value", "text_style", "style", "visible", "open"}
        for value in (HUGE[:2000], {"size": 99, "color": "red"}, -1):
            screen.set(node["_i"], **dict.fromkeys(names, value))
    screen.rest()
    shown = _looks(screen)
    with Page(server.port, session=None, route=screen.route) as other:
        other.until(lambda: len(list(other.tree.trails())) > 20)
        other.rest()
        assert _looks(other) == shown
    assert screen.crashes == []


def _looks(page: Page) -> list[object]:
    """Return the visible content, without the ids that differ from page to page."""
    return [
        (node["_c"], node.get("value"), node.get("text_style"), node.get("style"))
        for node in (trail[-1] for trail in page.tree.trails())
    ]


JUNK: dict[str, object] = {
    "nothing": None,
    "a text": "abc",
    "a number": 10**12,
    "a list": [1, 2],
    "another control": {"control": 1, "name": "x", "data": 2, "target": 3},
    "half of it": {"k": "mouse", "width": "wide", "route": 7, "key": None},
    "no numbers": {"w": math.nan, "h": math.inf, "width": math.nan, "height": -1},
}
EVENTS = ("change", "submit", "dismiss", "size_change", "reorder", "keyboard_event", "view_pop")
OF_THE_PAGE = (
    *("resize", "media_change", "locale_change", "route_change"),
    "app_lifecycle_state_change",
)


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
def test_forged_events_send_nobody_a_traceback(server: Server, junk: object) -> None:
    logged = len(server.log.read_bytes())
    with Page(server.port, route="/new") as page:
        page.see("player-name-1")
        for trail in list(page.tree.trails(hidden=True)):
            for name in (*EVENTS, *OF_THE_PAGE, "close", "error", "no_such_event"):
                page.happen(trail[-1]["_i"], name, junk)
        page.happen(10**9, "click", junk)
        page.happen(-1, "click", junk)
        page.rest()
        page.write("player-name-1", "Ann")
        page.rest()
        assert page.crashes == []
        assert page.has("player-name-1")
    assert b"Traceback" not in server.log.read_bytes()[logged:]


def test_a_forged_result_ends_nothing(page: Page) -> None:
    about = {"call_id": "none", "result": {"a": [1]}, "error": "x"}
    for number in (1, 10**9):
        page.send(5, {"control_id": number, **about})
    page.tap("home-new-series")
    page.see("player-name-1")
