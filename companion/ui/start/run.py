"""Start of the app in a window, in a package or as a server."""

from __future__ import annotations

import os
import socket
import sys
import zlib
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from tarfile import TarError
from zipfile import BadZipFile

import flet as ft
from flet.utils import is_embedded

from companion.desk.archive import Archive
from companion.ui.component import patch_flet
from companion.ui.looks import TEXT
from companion.ui.screens import main_for, without_screens
from companion.ui.start.closed import Opening, main_when_open
from companion.ui.web.door import Listening, only_loopback
from companion.ui.web_client import put_web_assets

_PATIENCE_SECONDS = 15.0
_NO_CLIENT = (
    *(ImportError, OSError, HTTPException),
    *(EOFError, ValueError, RuntimeError, BadZipFile, TarError, zlib.error),
)
"""Exceptions while a client is fetched.

There may be no package, no network, or a web page or a truncated archive in place of the client.
"""
_PACKAGE = Path(__file__).resolve().parents[2]


def assets_folder() -> Path:
    """Return the folder of fonts, icons and card art, in an installed package or in the tree."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


def has_display() -> bool:
    """Return whether this machine has a screen for windows."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def has_window(report: Callable[[Exception], None]) -> bool:
    """Return whether the app can have a window: in a package, or with Flet's client.

    `report` is called with the reason where a person may expect a window.
    """
    if is_embedded():
        return True
    return has_display() and _has_client(report)


def _has_client(report: Callable[[Exception], None]) -> bool:
    """Return whether Flet's desktop client is here, fetched from the network at first."""
    if os.environ.get("FLET_VIEW_PATH"):
        return True
    patience = socket.getdefaulttimeout()
    socket.setdefaulttimeout(_PATIENCE_SECONDS)
    try:
        import flet_desktop  # noqa: PLC0415 - not there in packaged apps

        flet_desktop.ensure_client_cached()
    except _NO_CLIENT as failed:
        report(failed)
        return False
    finally:
        socket.setdefaulttimeout(patience)
    return True


def in_window(opening: Opening) -> None:
    """Run the app in a window until the window is closed."""
    patch_flet()
    only_loopback()
    ft.run(
        main_when_open(opening, TEXT.files()),
        before_main=without_screens,
        assets_dir=str(assets_folder()),
    )


def in_browser(archive: Archive, listening: Listening, folder: Path, *, show: bool) -> None:
    """Serve the app to browsers of this machine until it is stopped.

    Its own files are put into an empty folder; `show` opens a browser. Nothing is fetched from
    elsewhere. The fonts are named among the client's own only: a second time, each would be read
    again and all text set again after the first frame.
    """
    from companion.ui.web.server import Served, serve  # noqa: PLC0415 - only servers load it

    patch_flet()
    only_loopback()
    put_web_assets(assets_folder(), folder)
    served = Served(main_for(archive), without_screens, folder)
    serve(served, listening, show=show)
