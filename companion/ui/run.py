"""Start of the app in a window, in a package or as a server, also without its game nights."""

import asyncio
import logging
import os
import socket
import sys
import time
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from tarfile import TarError
from zipfile import BadZipFile

import flet as ft
from flet.utils import is_embedded

from companion.desk.archive import Archive
from companion.desk.ports import StoreFailedError
from companion.screens.findings import cannot_open
from companion.ui.component import patch_flet
from companion.ui.device import Device
from companion.ui.looks import TEXT, Tone, apply_look
from companion.ui.parts.basics.buttons import button
from companion.ui.parts.basics.frames import MARGIN, WIDEST, centred
from companion.ui.parts.basics.panels import WARNING, notice, panel, stretched
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.screens import main_for, without_screens
from companion.ui.web.door import Listening, only_loopback
from companion.ui.web_client import put_web_assets
from companion.words import words_in

_log = logging.getLogger(__name__)
_PATIENCE_SECONDS = 15.0
_NEXT_TRY_SECONDS = 24 * 3600
"""Time after a failed download until the next one, which may keep a person waiting as long."""
_NO_CLIENT = (
    *(ImportError, OSError, HTTPException),
    *(EOFError, ValueError, RuntimeError, BadZipFile, TarError, zlib.error),
)
"""Exceptions while a client is fetched.

There may be no package, no network, or a web page or a truncated archive in place of the client.
"""
_PACKAGE = Path(__file__).resolve().parents[1]


def assets_folder() -> Path:
    """Return the folder of fonts, icons and card art, in an installed package or in the tree."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


def has_display() -> bool:
    """Return whether this machine has a screen for windows."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def has_window(report: Callable[[str], None], failures: Path) -> bool:
    """Return whether the app can have a window: in a package, or with Flet's client.

    `report` is called with the reason where a person may expect a window. A failed download of the
    client is kept in the file `failures`, and tried again after a day.
    """
    if is_embedded():
        return True
    return has_display() and _has_client(report, failures)


def _has_client(report: Callable[[str], None], failures: Path) -> bool:
    """Return whether Flet's desktop client is here, fetched from the network at first."""
    if os.environ.get("FLET_VIEW_PATH"):
        return True
    if failed_before := _failed_before(failures):
        report(f"{failed_before}; it is tried again after a day, or once {failures} is deleted")
        return False
    patience = socket.getdefaulttimeout()
    socket.setdefaulttimeout(_PATIENCE_SECONDS)
    try:
        import flet_desktop  # noqa: PLC0415 - not there in packaged apps

        flet_desktop.ensure_client_cached()
    except _NO_CLIENT as failed:
        reason = str(failed) or repr(failed)
        report(reason)
        if not isinstance(failed, ImportError):
            with suppress(OSError):
                failures.parent.mkdir(parents=True, exist_ok=True)
                failures.write_text(f"{ft.__version__}\n{reason}", "utf-8")
        return False
    finally:
        socket.setdefaulttimeout(patience)
    return True


def _failed_before(failures: Path) -> str:
    """Return why the last download of this version failed, if that was less than a day ago."""
    try:
        age_seconds = time.time() - failures.stat().st_mtime
        version, _, reason = failures.read_text("utf-8").partition("\n")
    except (OSError, ValueError):
        return ""
    fresh = 0 <= age_seconds < _NEXT_TRY_SECONDS and version == ft.__version__
    return reason if fresh else ""


Opening = Callable[[], Awaitable[Archive]]
"""Opens the archive or raises `StoreFailedError`; may be called again."""


def main_when_open(
    opening: Opening, fonts: Mapping[str, str] | None = None
) -> Callable[[ft.Page], Awaitable[None]]:
    """Return the function that Flet runs for each session, as soon as the archive is open."""

    async def main(page: ft.Page) -> None:
        try:
            archive = await _opened(opening)
        except StoreFailedError as failed:
            await _show_closed(page, failed, fonts, main)
        else:
            await main_for(archive, fonts)(page)

    return main


async def _opened(opening: Opening) -> Archive:
    try:
        return await opening()
    except StoreFailedError:
        raise
    except Exception as problem:  # no other code would show it
        _log.exception("the store could not be opened")
        raise StoreFailedError(repr(problem)) from problem


async def _show_closed(
    page: ft.Page,
    failed: StoreFailedError,
    fonts: Mapping[str, str] | None,
    main: Callable[[ft.Page], Awaitable[None]],
) -> None:
    """Show why the store cannot be opened, with a button that begins again."""
    device = Device(page)
    preferences, language = await device.meet()
    words = words_in(preferences.language or language)
    view = cannot_open(failed, words)

    trying = asyncio.Lock()

    async def again() -> None:
        if trying.locked():  # by a finger that bounces
            return
        async with trying:
            await main(page)

    details = named("cannot-open-details", text(view.details, size=13, tone=Tone.MUTED))
    body = [
        heading(view.title, level=1),
        notice(view.why, identifier="cannot-open", look=WARNING),
        panel([details]),
        button(words.say("Try again"), again, identifier="try-again"),
    ]
    shown = ft.Column([centred(stretched(body), WIDEST, MARGIN)], scroll=ft.ScrollMode.AUTO)
    safe = ft.SafeArea(shown, expand=True)
    page.fonts = dict(fonts) if fonts else None
    page.title = words.say("Fan Tan")
    moves = preferences.moves(calm=device.calm)
    apply_look(page, preferences, moves=moves, language=words.language)
    page.views[:] = [ft.View(route="/", controls=[safe], padding=0, bgcolor=Tone.PAPER)]
    page.update()


def in_window(opening: Opening) -> None:
    """Run the app in a window until the window is closed."""
    patch_flet()
    only_loopback()
    ft.run(
        main_when_open(opening, TEXT.files()),
        before_main=without_screens,
        assets_dir=str(assets_folder()),
    )


def in_browser(
    archive: Archive,
    listening: Listening,
    folder: Path,
    lay_letters: Callable[[str], Awaitable[None]],
    *,
    show: bool,
) -> None:
    """Serve the app to browsers of this machine until it is stopped.

    Its own files are put into an empty folder; `show` opens a browser. Nothing is fetched from
    elsewhere but by `lay_letters`, for the first name in another script. The fonts are named among
    the client's own only: a second time, each would be read again and all text set again after the
    first frame.
    """
    from companion.ui.web.server import Served, serve  # noqa: PLC0415 - only servers load it

    patch_flet()
    only_loopback()
    put_web_assets(assets_folder(), folder)
    served = Served(main_for(archive), without_screens, folder, lay_letters)
    serve(served, listening, show=show)
