"""The command `fantan`: opens the app, or does one of the jobs that need no screen."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence

from companion.replay import replay

_LAST_PORT = 65_535


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; gives the exit code."""
    asked = _parser().parse_args(arguments)
    if asked.job == "replay":
        return _safely_printed(asked)
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
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 < port <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is no port from 1 to {_LAST_PORT}")
    return port


def _safely_printed(asked: argparse.Namespace) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    return replay(asked.files, as_json=asked.json)
