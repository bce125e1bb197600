"""The composition root: opens the store, builds the archive, and runs the app where it can be seen.

A desktop window where there is a display and a client for it, else the browser, else whoever
started it is told the address.
"""

from __future__ import annotations

import socket
import sys
from contextlib import closing
from datetime import date

from companion.desk.archive import Archive
from companion.desk.ports import StoreFailedError
from companion.desk.runner import OneThread
from companion.ui import run
from storage.paths import data_folder
from storage.store import FolderStore

USUAL_PORT = 8550
CANNOT_OPEN = 3


def open_app(*, web: bool = False, port: int | None = None) -> int:
    """Runs the app until it is closed; gives the exit code.

    `web` serves it to browsers of this machine, on `port` or the usual one.
    """
    try:
        store = FolderStore(data_folder())
    except StoreFailedError as problem:
        print(f"fantan: {problem}", file=sys.stderr)
        return CANNOT_OPEN
    runner = OneThread()
    try:
        return _show(Archive(store, date.today, runner), web=web, port=port)
    finally:
        runner.finish(store.close)


def _show(archive: Archive, *, web: bool, port: int | None) -> int:
    if not web and run.has_window():
        run.in_window(archive)
        return 0
    chosen = _free(port)
    if chosen is None:
        print(f"fantan: port {port} is in use", file=sys.stderr)
        return CANNOT_OPEN
    print(f"Fan Tan is served on http://127.0.0.1:{chosen}", flush=True)
    run.in_browser(archive, port=chosen, show=not web and run.has_display())
    return 0


def _free(port: int | None) -> int | None:
    """The port asked for, or the usual one, or any; None where the one asked for is taken."""
    for candidate in [port] if port else [USUAL_PORT, 0]:
        with closing(socket.socket()) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", candidate))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    return None
