"""`fantan page`, which builds and serves the page, and `fantan unpack`, which rescues its data."""

import json
from base64 import b64decode
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Final

from starlette.applications import Starlette
from starlette.routing import Mount

from companion.commands.host import PageFiles
from companion.commands.streams import UNREADABLE, complain, in_one_line
from companion.site.archives import PageError
from companion.site.build import Built, build
from companion.ui.web.connections import Connections, noted
from companion.ui.web.door import LOOPBACK, CannotListenError, bound
from companion.ui.web.server import BoundedServer, run
from storage import files
from storage.mirror import LogRecord, make_again, read_media

USUAL_PORT: Final = 8551
CANNOT_BUILD, CANNOT_OPEN = 1, 3
_MEGA = 1e6


def page(folder: Path, *, base: str, serve: bool, port: int | None, plain: bool) -> int:
    """Build the app as a folder of files for any web host.

    The page needs no server of its own, can be installed, and works offline after the first visit.
    """
    try:
        built = build(folder, base=base, snapshot=not plain)
        print(_summary(folder, built), flush=True)
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
