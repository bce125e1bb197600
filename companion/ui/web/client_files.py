"""The files of the web client: Flet's own, ours over them, and its page for every route."""

from __future__ import annotations

import mimetypes
from importlib.resources import files
from os import stat_result
from pathlib import Path, PurePath
from typing import Any

from flet.controls.types import RouteUrlStrategy, WebRenderer
from flet_web import patch_font_manifest_json, patch_index_html
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

WEBSOCKET = "/ws"
_PAGE = "index.html"
_OF_ROUTES = {"", ".html"}

for _kind, _ending in (("text/javascript", ".mjs"), ("application/wasm", ".wasm")):
    mimetypes.add_type(_kind, _ending)  # not every machine knows them


def completed(folder: Path) -> str:
    """Write into the page of the client, which is in the folder, what it is to know of this server,
    and name its font for all other scripts; gives the page.
    """
    patch_index_html(
        index_path=str(folder / _PAGE),
        base_href="",
        websocket_endpoint_path=WEBSOCKET,
        web_renderer=WebRenderer.AUTO,
        route_url_strategy=RouteUrlStrategy.PATH,
        no_cdn=True,
    )
    patch_font_manifest_json(str(folder / "assets" / "FontManifest.json"))
    return (folder / _PAGE).read_text(encoding="utf-8")


def client_files(folder: Path) -> Starlette:
    """Serves the files of the folder, and of Flet's client what is not there."""
    return Starlette(routes=[Mount("/", _ClientFiles(folder))])


class _ClientFiles(StaticFiles):
    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self.all_directories.append(str(files("flet_web") / "web"))

    def lookup_path(self, path: str) -> tuple[str, stat_result | None]:
        """The file of that path, and the page for all that may be a route."""
        found, about = super().lookup_path(path)
        if found and not Path(found).is_dir():
            return found, about
        if PurePath(path).suffix.lower() not in _OF_ROUTES:
            return "", None
        return super().lookup_path(_PAGE)

    def file_response(self, *given: Any, **named: Any) -> Response:
        """The file; the page is asked for each time, for it belongs to this start of the server."""
        response = super().file_response(*given, **named)
        if response.media_type == "text/html":
            response.headers["cache-control"] = "no-cache"
        return response
