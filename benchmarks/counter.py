"""The bare counter of Flet's guide, a number and a floating button, beside the table: served by
`python -m benchmarks.counter --port N`, or as a page in the browser alone, built like the app.
"""

import asyncio
import importlib
import sys
from pathlib import Path

import flet as ft

BUTTON_FROM_CORNER = 16 + 56 / 2
"""The middle of the floating button, from the right and from below, in dp."""
SOURCE = Path(__file__)


def get_ready() -> None:
    """Do nothing before the snapshot."""


def main() -> None:
    """Start Flet in the page, and return at once."""
    page = importlib.import_module("flet_js")

    async def show(session: ft.Page) -> None:
        _counter(session)
        await asyncio.sleep(0.05)
        page.shown()

    ft.run(show)


def _counter(page: ft.Page) -> None:
    number = ft.Text("0", size=50, data=0)

    def increment() -> None:
        number.data += 1
        number.value = str(number.data)

    page.floating_action_button = ft.FloatingActionButton(icon=ft.Icons.ADD, on_click=increment)
    middle = ft.Container(content=number, alignment=ft.Alignment.CENTER)
    page.add(ft.SafeArea(expand=True, content=middle))


if __name__ == "__main__":
    view = ft.AppView.WEB_BROWSER
    ft.run(_counter, view=view, host="127.0.0.1", port=int(sys.argv[-1]), no_cdn=True)
