"""The composition root: opens the store, builds the archive, and runs the app.

The app runs in a desktop window if there is a display and a client, else in the browser; without a
display the address is printed.
"""

import os
import webbrowser
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.commands.evenings import read_ids, take_in_evenings
from companion.commands.streams import complain, in_one_line
from companion.desk.archive import Archive
from companion.desk.ports import OneThread, StoreFailedError
from companion.site.letters import Letters
from companion.ui import run
from companion.ui.web.door import CannotListenError, address_for_a_visit, listen
from storage.paths import address_left, cache_folder, data_folder, find_address
from storage.store import FolderStore

USUAL_PORT = 8550
CANNOT_OPEN = 3


class Nights:
    """The archive, opened on request and closed at the end."""

    def __init__(self) -> None:
        self._runner = OneThread()
        self._store: FolderStore | None = None
        self._archive: Archive | None = None

    @property
    def code(self) -> int:
        """The exit code, 0 if the archive was opened."""
        return CANNOT_OPEN if self._archive is None else 0

    async def opened(self) -> Archive:
        """Return the archive, the same on every call.

        :raises StoreFailedError: when the archive cannot be opened, which is reported as well
        """
        return await self._runner(self.open)

    def open(self) -> Archive:
        """Return the archive, opened in the calling thread."""
        if self._archive is None:
            try:
                self._store = FolderStore(data_folder())
            except StoreFailedError as problem:
                _report(problem)
                raise
            of_room = read_ids(data_folder())
            self._archive = Archive(self._store, datetime.now, self._runner, of_room=of_room)
        return self._archive

    def close(self) -> None:
        """Close the store after all earlier requests."""
        self._runner.finish(self._store.close if self._store else lambda: None)


def open_app(*, web: bool = False, port: int | None = None) -> int:
    """Run the app until it is closed, and return the exit code.

    `web` serves the app to browsers of this machine, on `port` or the usual one. Where it is served
    already, a browser opens there. A window also shows why the game nights cannot be opened,
    because the output of a packaged app is not visible.
    """
    running = find_address(data_folder())
    if running and (visit := address_for_a_visit(running)):
        print(f"Fan Tan is open already on {running}", flush=True)
        shows = not web and run.has_display() and webbrowser.open(visit)
        return 0 if shows else CANNOT_OPEN
    take_in_evenings(data_folder())
    nights = Nights()
    try:
        if not web and run.has_window(_report_no_window, cache_folder() / "no-window"):
            if port:
                _report("--port is ignored, since the app opens in a window; see --web")
            run.in_window(nights.opened)
            return nights.code
        return _serve(nights.open(), web=web, port=port)
    except StoreFailedError:
        return nights.code
    finally:
        nights.close()


def _report(problem: object) -> None:
    complain(f"fantan: {in_one_line(str(problem))}")


def _report_no_window(reason: str) -> None:
    _report(f"there is no window, for its client cannot be had: {reason}")


def _serve(archive: Archive, *, web: bool, port: int | None) -> int:
    try:
        listening = listen([port] if port else [USUAL_PORT, 0], os.environ)
    except CannotListenError as problem:
        _report(problem)
        return CANNOT_OPEN
    print(f"Fan Tan is served on {listening.address(listening.keys.key)}", flush=True)
    with (
        TemporaryDirectory(prefix="fantan-web-") as folder,
        address_left(data_folder(), listening.address(listening.keys.key)),
    ):
        letters = Letters(cache_folder() / "letters", Path(folder))

        async def lay_letters(path: str) -> None:
            if missing := await letters.lay(path):
                _report(missing)

        shows = not web and run.has_display()
        run.in_browser(archive, listening, Path(folder), lay_letters, show=shows)
    return 0
