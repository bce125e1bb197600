"""The headless client does to a small app what a browser would do to it."""

from collections.abc import Callable

import flet as ft
import pytest

from tests.ui.headless import Small
from tests.ui.wire import CrashError


def button(words: str, act: Callable[[], object]) -> ft.Control:
    """Return a control as the app builds them: an identifier around the part to be touched."""
    touched = ft.Container(ft.Text(words), on_click=act)
    return ft.Semantics(content=touched, identifier=words.lower(), label=f"Press {words}")


def counter(page: ft.Page) -> None:
    """The app of a number that taps count up."""
    shown = ft.Text("0", key="shown")

    def add() -> None:
        shown.value = str(int(shown.value) + 1)

    page.add(
        ft.Semantics(content=ft.Row([ft.Text("pot"), shown]), identifier="pot"),
        button("Add", add),
        button("Break", lambda: int("bad card")),
        ft.Row([button("Off", add)], disabled=True),
        ft.Row([button("Hidden", add)], visible=False),
    )


@ft.component
def Spoiled() -> ft.Control:
    """A component that a tap leaves without anything to draw."""
    card, choose = ft.use_state("7H")
    if card == "X":
        raise ValueError("no such card")
    return button("Spoil", lambda: choose("X"))


CRASHES: dict[str, tuple[Callable[[ft.Page], None], str]] = {
    "break": (counter, "bad card"),
    "spoil": (lambda page: page.render(Spoiled), "no longer draws"),
}


@pytest.mark.parametrize("tap", CRASHES)
async def test_what_fails_is_a_crash(tap: str) -> None:
    main, says = CRASHES[tap]
    async with Small(main) as app:
        with pytest.raises(CrashError, match=says):
            await app.tap(tap)
