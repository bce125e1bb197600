"""The command `fantan`: opens the app, or does one of the jobs that need no screen."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from companion.commands.streams import printing

_LAST_PORT = 65_535
_DOCTOR_ANSWERS = """\
exit codes:
  0  all is well; with --repair also: all that was wrong is repaired
  1  something is wrong; with --repair: not all of it could be repaired
  2  the command was not understood
  3  the folder is not there, cannot be read, or is in use by the app

What is marked as a note is no fault and counts for nothing. Without --repair nothing is changed.
A repair keeps each file as it was, under its name with .damaged behind it.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; gives the exit code."""
    asked = _parser().parse_args(arguments)
    if asked.job in _JOBS:
        _print_safely()
        return printing(lambda: _JOBS[asked.job](asked))
    from companion.app import open_app  # noqa: PLC0415 - Flet loads only where there is a screen

    return open_app(web=asked.web, port=asked.port)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fantan", description="The companion to a game of Fan Tan with real cards and chips."
    )
    parser.add_argument("--web", action="store_true", help="serve the app to a browser here")
    parser.add_argument("--port", type=_port, help="the port to serve on, 1 to 65535")
    jobs = parser.add_subparsers(dest="job", title="jobs", metavar="")
    job = jobs.add_parser("replay", help="read, check and print score sheets")
    job.add_argument("files", nargs="+", metavar="FILE", help="a score sheet; - is standard input")
    job.add_argument("--json", action="store_true", help="print one JSON object a file")
    job = jobs.add_parser("record", help="take a series on by text, a command a line")
    which = job.add_mutually_exclusive_group(required=True)
    which.add_argument("--new", metavar="FILE", help="add the series of this score sheet")
    which.add_argument("--series", type=int, metavar="N", help="go on with this series")
    _add_doctor(jobs.add_parser)
    _add_page(jobs.add_parser)
    return parser


def _add_doctor(add: Callable[..., argparse.ArgumentParser]) -> None:
    job = add(
        "doctor",
        help="look over the stored game nights, and repair them",
        description="Looks over every file of the stored game nights and says what is wrong.",
        epilog=_DOCTOR_ANSWERS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    job.add_argument("--repair", action="store_true", help="repair what is wrong")
    job.add_argument("folder", nargs="?", metavar="FOLDER", help="another folder than the app's")


def _add_page(add: Callable[..., argparse.ArgumentParser]) -> None:
    job = add(
        "page",
        help="build the app as a page that needs no server",
        description="Builds the app as a folder of files for any web host: it runs in the browser "
        "alone, can be installed, and works offline after the first visit.",
    )
    job.add_argument("folder", type=Path, metavar="DIR", help="where to put it; made anew if there")
    job.add_argument("--base", default="/", metavar="/PATH/", help="the path of its address")
    job.add_argument("--plain", action="store_true", help="without a snapshot: smaller, slower")
    job.add_argument("--serve", action="store_true", help="then serve it to this machine")
    job.add_argument("--port", type=_port, help="the port to serve on")


def _port(text: str) -> int:
    port = int(text)
    if not 0 < port <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is no port from 1 to {_LAST_PORT}")
    return port


def _replay(asked: argparse.Namespace) -> int:
    from companion.commands.replay import replay  # noqa: PLC0415 - each job loads what it needs

    return replay(asked.files, as_json=asked.json)


def _record(asked: argparse.Namespace) -> int:
    from companion.commands.record import record  # noqa: PLC0415 - each job loads what it needs

    return record(asked.new, asked.series)


def _doctor(asked: argparse.Namespace) -> int:
    from companion.commands.doctor import doctor  # noqa: PLC0415 - each job loads what it needs

    return doctor(asked.folder, repair=asked.repair)


def _page(asked: argparse.Namespace) -> int:
    from companion.commands.page import page  # noqa: PLC0415 - each job loads what it needs

    plain: bool = asked.plain
    return page(
        asked.folder, base=asked.base, serve=asked.serve, port=asked.port, snapshot=not plain
    )


_JOBS: Final = {"replay": _replay, "record": _record, "doctor": _doctor, "page": _page}
"""The jobs that print and need no screen, each as it was asked for."""


def _print_safely() -> None:
    """Let names and paths come out as they are, whatever the terminal says it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
