"""The composition root: opens the store, builds the archive, and runs the app where it can be seen.

A desktop window where there is a display and a client for it, else the browser, else whoever
started it is told the address.
"""

from __future__ import annotations

import os
from datetime import date

from companion.commands.streams import complain, in_one_line
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
        _tell(problem)
        return CANNOT_OPEN
    runner = OneThread()
    try:
        return _show(Archive(store, date.today, runner), web=web, port=port)
    finally:
        runner.finish(store.close)


def _tell(problem: object) -> None:
    complain(f"fantan: {in_one_line(str(problem))}")


def _show(archive: Archive, *, web: bool, port: int | None) -> int:
    if not web and run.has_window(_tell):
        run.in_window(archive)
        return 0
    from companion.ui.web.listening import CannotListenError, listen  # noqa: PLC0415 - only servers do

    try:
        listening = listen([port] if port else [USUAL_PORT, 0], os.environ)
    except CannotListenError as problem:
        _tell(problem)
        return CANNOT_OPEN
    print(f"Fan Tan is served on {listening.address(listening.keys.key)}", flush=True)
    run.in_browser(archive, listening, show=not web and run.has_display())
    return 0
