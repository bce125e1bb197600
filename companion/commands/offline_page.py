"""`fantan page`, which builds and serves the page, and `fantan unpack`, which rescues its data."""

import json
from base64 import b64decode
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Final

from companion.commands.streams import UNREADABLE, complain, in_one_line
from companion.site.archives import PageError
from companion.site.build import Built, build
from storage import files
from storage.mirror import LogRecord, make_again, read_media

LOOPBACK: Final = "127.0.0.1"
USUAL_PORT: Final = 8551
_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".html": "text/html; charset=utf-8",
    ".gz": "application/octet-stream",
    ".otf": "font/otf",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    "": "application/octet-stream",
}


class PageHandler(SimpleHTTPRequestHandler):
    """A handler that serves the files of a page under its base, and the page for all its routes."""

    extensions_map = _TYPES

    def __init__(self, *given: object, base: str = "/", folder: Path = Path()) -> None:
        self._base = base
        super().__init__(*given, directory=str(folder))  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        """Return the file of an address; a route of the app is the page itself."""
        plain = path.partition("?")[0].partition("#")[0]
        inside = "/" + plain.removeprefix(self._base)
        is_route = "." not in inside.rpartition("/")[2]
        return super().translate_path("/index.html" if is_route else inside)

    def do_GET(self) -> None:
        """Serve an address under the base, and nothing outside.

        A client that leaves before the end of the answer is no error.
        """
        if self.path.startswith(self._base):
            self.close_connection = True
            with suppress(ConnectionError):
                super().do_GET()
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Add a header with which a page built anew is seen at once."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *given: object) -> None:  # noqa: A002 - the base class's name
        """Log nothing."""


def server(folder: Path, *, base: str = "/", port: int = 0) -> ThreadingHTTPServer:
    """Return a server of the page on this machine only, on any free port by default."""
    return ThreadingHTTPServer((LOOPBACK, port), partial(PageHandler, base=base, folder=folder))


CANNOT_BUILD = 1
_MEGA = 1e6


def page(folder: Path, *, base: str, serve: bool, port: int | None, plain: bool) -> int:
    """Build the app as a folder of files for any web host.

    The page needs no server of its own, can be installed, and works offline after the first visit.
    """
    try:
        built = build(folder, base=base, snapshot=not plain)
    except (PageError, LookupError) as problem:
        return complain(f"fantan: {problem}", CANNOT_BUILD)
    print(_summary(folder, built), flush=True)
    if serve:
        _serve(folder, base, port or USUAL_PORT)
    return 0


def _summary(folder: Path, built: Built) -> str:
    start = f"; it starts without a snapshot: {built.no_snapshot}" if built.no_snapshot else ""
    return (
        f"{folder}: {built.raw_bytes / _MEGA:.1f} MB; a first visit fetches "
        f"{built.first_visit_bytes / _MEGA:.1f} MB where the host compresses{start}"
    )


def _serve(folder: Path, base: str, port: int) -> None:
    path = f"/{base.strip('/')}/" if base.strip("/") else "/"
    with server(folder, base=path, port=port) as serving:
        print(f"Fan Tan is served on http://127.0.0.1:{serving.server_port}{path}", flush=True)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            print()


LOGS: Final = ("fantan.a", "fantan.b")
NOT_ALL: Final = 1


def unpack(file: Path, folder: Path) -> int:
    """Make a data folder of the file that a page saves when it cannot start.

    exit codes:
      0  everything is in DIR
      1  some changes in the file are damaged; everything else is in DIR
      2  the file cannot be read, DIR is not empty or cannot be made, or the command line is wrong
    """
    shown = in_one_line(str(file))
    try:
        saved = json.loads(file.read_bytes())
        _, log = read_media([b64decode(saved[name], validate=True) for name in LOGS])
    except (ValueError, LookupError, TypeError, RecursionError):
        return complain(f"{shown}: not a file that the page saved", UNREADABLE)
    if folder.exists() and any(folder.iterdir()):
        return complain(f"{in_one_line(str(folder))}: is not empty", UNREADABLE)
    if not all(map(_inside, log.records)):
        return complain(f"{shown}: names a file outside the folder", UNREADABLE)
    if not log.generation:
        return complain(f"{shown}: nothing in it can be read", UNREADABLE)
    files.make_folder(folder.absolute())
    for record in log.records:
        make_again(folder, record)
    print(f"{folder}: `FANTAN_HOME={folder} fantan` opens it")
    if log.damaged:
        return complain(f"{shown}: {log.damaged} changes in it are damaged", NOT_ALL)
    return 0


def _inside(record: LogRecord) -> bool:
    """Return whether a change is to a file in the folder, on any system."""
    named = [record.path, *([str(record.argument)] if record.change == "rename" else [])]
    kinds: tuple[type[PurePath], ...] = (PurePosixPath, PureWindowsPath)
    paths = [kind(name) for name in named for kind in kinds]
    return not any(path.anchor or ".." in path.parts for path in paths)
