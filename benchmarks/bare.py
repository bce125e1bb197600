"""The bare Flet counters beside the table: `python -m benchmarks.bare KIND --port N`.

`counter` is the first example of Flet's own guide, a number and a floating button, in the
imperative style; `declarative` is the same screen as a component with a state.
"""

import sys
from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.component import use_state

BUTTON_FROM_CORNER = 16 + 56 / 2
"""The middle of the floating button, from the right and from below, in dp."""


def counter(page: ft.Page) -> None:
    """Build the counter of Flet's guide."""
    number = ft.Text("0", size=50, data=0)

    def increment() -> None:
        number.data += 1
        number.value = str(number.data)

    page.floating_action_button = _button(increment)
    page.add(_middle(number))


def declarative(page: ft.Page) -> None:
    """Build the counter as a component."""
    page.render_views(_Counter)


@ft.component
def _Counter() -> ft.View:  # noqa: N802 - a component is named like the control it stands for
    number, set_number = use_state(0)
    return ft.View(
        controls=[_middle(ft.Text(str(number), size=50))],
        floating_action_button=_button(lambda: set_number(number + 1)),
    )


def _button(increment: Callable[[], None]) -> ft.FloatingActionButton:
    return ft.FloatingActionButton(icon=ft.Icons.ADD, on_click=increment)


def _middle(number: ft.Text) -> ft.Control:
    content = ft.Container(content=number, alignment=ft.Alignment.CENTER)
    return ft.SafeArea(expand=True, content=content)


KINDS: dict[str, Callable[[ft.Page], None]] = {"counter": counter, "declarative": declarative}


def main(arguments: Sequence[str]) -> None:
    """Serve one of the counters to this machine."""
    kind, port = arguments[0], int(arguments[-1])
    view = ft.AppView.WEB_BROWSER
    ft.run(KINDS[kind], view=view, host="127.0.0.1", port=port, no_cdn=True)


if __name__ == "__main__":
    main(sys.argv[1:])
