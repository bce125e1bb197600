"""`fantan page`, which builds the page, and `fantan unpack`, which rescues its game nights."""

import json
from base64 import b64decode
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Final

from companion.commands.streams import UNREADABLE, complain, in_one_line
from companion.site.archives import PageError
from companion.site.build import Built, build
from companion.site.serve import USUAL_PORT, server
from storage import files
from storage.mirror import LogRecord, make_again, read_media

CANNOT_BUILD = 1
_MEGA = 1e6


def page(folder: Path, *, base: str, serve: bool, port: int | None, snapshot: bool) -> int:
    """Build the page, serve it on request until it is stopped, and return the exit code."""
    try:
        built = build(folder, base=base, snapshot=snapshot)
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
    """Make the data folder from the file, and return the exit code.

    :raises OSError: when the file cannot be read, or the folder cannot be made
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
