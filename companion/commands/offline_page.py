"""`fantan page`, which builds and serves the page."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount

from companion.commands.host import PageFiles, lay_letters
from companion.commands.streams import complain
from companion.site.archives import PageError
from companion.site.build import Built, build
from companion.ui.web.connections import Connections, noted
from companion.ui.web.door import LOOPBACK, CannotListenError, bound
from companion.ui.web.server import BoundedServer, run

USUAL_PORT = 8551
CANNOT_BUILD = 1
CANNOT_OPEN = 3
_MEGA = 1e6


def page(folder: Path, *, base: str, serve: bool, port: int | None, plain: bool) -> int:
    """Build the app as a folder of files for any web host.

    The page needs no server of its own, can be installed, and works offline after the first visit.
    """
    try:
        built = build(folder, base=base, snapshot=not plain)
        print(_summary(folder, built), flush=True)
        lay_letters(folder)
        if serve:
            _serve(folder, base, port or USUAL_PORT)
    except (PageError, LookupError) as problem:
        return complain(f"fantan: {problem}", CANNOT_BUILD)
    except CannotListenError as problem:
        return complain(f"fantan: {problem}", CANNOT_OPEN)
    return 0


def _summary(folder: Path, built: Built) -> str:
    start = f"; it starts without a snapshot: {built.no_snapshot}" if built.no_snapshot else ""
    return (
        f"{folder}: {built.raw_bytes / _MEGA:.1f} MB; a first visit fetches "
        f"{built.first_visit_bytes / _MEGA:.1f} MB where the host compresses{start}"
    )


def server(folder: Path, base: str = "/") -> BoundedServer:
    """Return a server of the page below its base, and of nothing outside."""
    connections = Connections()
    app = noted(Starlette(routes=[Mount(base, PageFiles(folder))]), connections)
    return BoundedServer(app, connections, longest_message=0)


def _serve(folder: Path, base: str, port: int) -> None:
    path = f"/{base.strip('/')}/" if base.strip("/") else "/"
    listening = bound(port)
    print(f"Fan Tan is served on http://{LOOPBACK}:{port}{path}", flush=True)
    run(server(folder, path).serve_until_signal([listening]))
