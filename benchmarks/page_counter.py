"""The bare counter of Flet's guide as a page in the browser alone, built like the app."""

import asyncio
import importlib
from pathlib import Path
from typing import Final

import flet as ft


def get_ready() -> None:
    """Do nothing before the snapshot."""


def main() -> None:
    """Start Flet, and return at once."""
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


SOURCE: Final = Path(__file__)
