"""Start of the app in a window, in a package or as a server, with two patches of Flet."""

from __future__ import annotations

import os
import socket
import sys
import zlib
from collections.abc import Callable, Iterable
from http.client import HTTPException
from pathlib import Path
from tarfile import TarError
from typing import TYPE_CHECKING, Any, cast
from zipfile import BadZipFile

import flet as ft
from flet.controls.object_patch import DiffBuilder
from flet.messaging.protocol import Message
from flet.utils import is_embedded

from companion.desk.archive import Archive
from companion.ui.app import main_for, without_screens
from companion.ui.looks import TEXT
from companion.ui.start.closed import Opening, main_when_open
from companion.ui.start.loopback import only_loopback
from companion.ui.web_client import put_web_assets

if TYPE_CHECKING:
    from companion.ui.web.door import Listening

_PLAIN = frozenset({type(None), bool, int, float, str})


def patch_flet() -> None:
    """Make the `repr` of a message short: the server of a window formats every message that it
    sends for a debug log line, all controls in it included, whether anybody reads the log or not
    (`FletSocketServer.send_message`).

    And look for controls in no plain value: Flet looks into each of the thirty and more values of
    every control that comes or goes. That takes a third of the time in which a screen is drawn for
    the first time, and little of a tap, which changes few controls.
    """
    cast("Any", Message).__repr__ = object.__repr__
    builder = cast("Any", DiffBuilder)
    for name in ("_configure_dataclass", "_removed_controls"):
        setattr(builder, name, _in_no_plain_value(getattr(builder, name)))


def _in_no_plain_value(search: Callable[..., Iterable[object]]) -> Callable[..., Iterable[object]]:
    def searched(builder: DiffBuilder, item: object, *rest: object) -> Iterable[object]:
        return () if type(item) in _PLAIN else search(builder, item, *rest)

    return searched


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
