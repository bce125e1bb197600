"""Runs the app where it is in the browser alone, and what only that one knows of it."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

import flet as ft

from companion.desk.archive import Archive
from companion.ui.app import main_for, without_screens
from companion.ui.device import Kept
from companion.ui.start.flet_patches import patch_flet
from companion.ui.start.warm_up import play_through
from companion.views.backing_up import Keeping


def get_ready() -> None:
    """What every start does before anything shows."""
    patch_flet()


def warm_up(archive: Archive) -> None:
    """Play through the beginning once, before the snapshot is taken; the archive is empty."""
    play_through(archive, main_for(archive), without_screens)


def run(archive: Archive, page: Any) -> None:
    """Let Flet begin; it returns at once. `page` is the worker's side of the page, which is told
    when the first screen shows.
    """
    kept = Kept(keeping)
    page.heard = kept.heard
    page.refuse_file = kept.refuse_file

    async def main(session: ft.Page) -> None:
        await main_for(archive, kept=kept)(session)
        await asyncio.sleep(0.05)
        page.shown()

    ft.run(main, before_main=without_screens)


def keeping() -> Keeping:
    """What the page has heard so far of what the browser keeps."""
    page = importlib.import_module("flet_js")
    return Keeping(bool(page.kept), str(page.missing), cleared=bool(page.cleared))
