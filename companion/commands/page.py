"""The command `fantan page`: builds the page, says how large it is, and serves it to be tried."""

from __future__ import annotations

from pathlib import Path

from companion.commands.streams import complain
from companion.site.build import Built, build
from companion.site.errors import PageError
from companion.site.serve import USUAL_PORT, server

CANNOT_BUILD = 1
_MEGA = 1e6


def page(folder: Path, *, base: str, serve: bool, port: int | None, snapshot: bool) -> int:
    """Build the page and perhaps serve it until it is stopped; gives the exit code."""
    try:
        built = build(folder, base=base, snapshot=snapshot)
    except (PageError, LookupError) as problem:
        return complain(f"fantan: {problem}", CANNOT_BUILD)
    print(_told(folder, built), flush=True)
    if serve:
        _serve(folder, base, port or USUAL_PORT)
    return 0


def _told(folder: Path, built: Built) -> str:
    start = f"; it starts without a snapshot: {built.plainly}" if built.plainly else ""
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
