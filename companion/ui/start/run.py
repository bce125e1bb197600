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
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import flet as ft
from flet.utils import is_embedded

from companion.desk.archive import Archive
from companion.ui.app import main_for, without_screens
from companion.ui.component import patch_flet
from companion.ui.looks import TEXT
from companion.ui.start.closed import Opening, main_when_open
from companion.ui.start.loopback import only_loopback
from companion.ui.web_client import put_web_assets

if TYPE_CHECKING:
    from companion.ui.web.door import Listening

_PATIENCE_SECONDS = 15.0
_NO_CLIENT = (
    *(ImportError, OSError, HTTPException),
    *(EOFError, ValueError, RuntimeError, BadZipFile, TarError, zlib.error),
)
"""What ends the fetching of a client: no package or network, and what comes in its place: a page,
or an archive that was cut off.
"""
_PACKAGE = Path(__file__).resolve().parents[2]


def assets_folder() -> Path:
    """Fonts, icons and card art: inside an installed package, else beside it in the tree."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


def has_display() -> bool:
    """Whether this machine has a screen that windows open on."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def has_window(tell: Callable[[Exception], None]) -> bool:
    """Whether the app can have a window: a packaged app is one, else Flet's client is needed.
    `tell` hears why there is none where a person may expect one.
    """
    if is_embedded():
        return True
    return has_display() and _has_client(tell)


def _has_client(tell: Callable[[Exception], None]) -> bool:
    """Flet's desktop client, fetched when it is first wanted; offline there may be none."""
    if os.environ.get("FLET_VIEW_PATH"):
        return True
    patience = socket.getdefaulttimeout()
    socket.setdefaulttimeout(_PATIENCE_SECONDS)
    try:
        import flet_desktop  # noqa: PLC0415 - not there in packaged apps

        flet_desktop.ensure_client_cached()
    except _NO_CLIENT as failed:
        tell(failed)
        return False
    finally:
        socket.setdefaulttimeout(patience)
    return True


def in_window(opening: Opening) -> None:
    """Runs the app in a window until that is closed."""
    patch_flet()
    only_loopback()
    ft.run(
        main_when_open(opening, TEXT.files()),
        before_main=without_screens,
        assets_dir=str(assets_folder()),
    )


def in_browser(archive: Archive, listening: Listening, folder: Path, *, show: bool) -> None:
    """Serve the app to browsers of this machine until it is stopped, with its own files from an
    empty folder; `show` opens a browser.

    Nothing is fetched from anywhere else, and the fonts stand among the client's own: named once
    more, each would be read again and all text set again after the first frame.
    """
    from companion.ui.web.server import Served, serve  # noqa: PLC0415 - only servers load it

    patch_flet()
    only_loopback()
    put_web_assets(assets_folder(), folder)
    served = Served(main_for(archive), without_screens, folder)
    serve(served, listening, show=show)
