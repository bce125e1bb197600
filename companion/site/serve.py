"""A server of a built page for this machine, for trials."""

from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

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
