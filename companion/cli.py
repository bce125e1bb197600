"""The command `fantan`, which opens the app or does a job that needs no screen."""

import argparse
import io
import sys
from collections.abc import Callable, Mapping, Sequence
from inspect import getdoc, signature
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from companion.commands.streams import printing
from companion.core.objections import excerpt
from companion.core.rounds.texts import read_day
from companion.interrupts import INTERRUPTED, LeavingAtOnce

_LAST_PORT = 65_535
_JOBS = {
    "replay": "companion.commands.replay:replay",
    "record": "companion.commands.record:record",
    "series": "companion.commands.series:series",
    "stats": "companion.commands.stats:stats",
    "import": "companion.commands.import_sheets:import_sheets",
    "export": "companion.commands.export:export",
    "doctor": "companion.commands.folder:doctor",
    "page": "companion.commands.offline_page:page",
    "host": "companion.commands.host:host",
    "room": "companion.commands.room:room",
}
"""Function of each job, imported when the job is asked for: its parameters are the options, and its
docstring is the help.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser, jobs = _parsers()
    options, unknown = parser.parse_known_args(arguments)
    if unknown:  # the usage shown is that of the job
        named = " ".join(map(excerpt, unknown))
        jobs.get(options.job, parser).error(f"unrecognized arguments: {named}")
    if problem := _misfit(options):
        jobs.get(options.job, parser).error(problem)
    if options.version:
        return printing(_version)
    if options.job:
        _print_safely()
        return printing(lambda: _run(options))
    with LeavingAtOnce():
        from companion.app import open_app
    try:
        return open_app(web=options.web, port=options.port)
    except KeyboardInterrupt:
        return INTERRUPTED


def _misfit(options: argparse.Namespace) -> str:
    """Return which options do not fit together, or an empty text."""
    if options.job and options.web:
        return f"--web opens the app: leave it out with {options.job}"
    if options.job in {"series", "stats"} and options.as_json and options.as_csv:
        return "--json and --csv are two forms: choose one"
    if options.job != "export":
        return ""
    if (options.as_csv or options.as_scores) and options.backup is not None:
        return "--csv and --table write tables into DIR: a backup with --zip has score sheets"
    return "" if options.folder or options.backup else "name a DIR or a FILE"


def _run(options: argparse.Namespace) -> int:
    job = _loaded(options.job)
    return job(**{name: getattr(options, name) for name in signature(job).parameters})


def _loaded(name: str) -> Callable[..., int]:
    with LeavingAtOnce():
        job: Callable[..., int] = resolve_name(_JOBS[name])
    return job


class _Parser(argparse.ArgumentParser):
    """Parser that reports help that cannot be printed; the usual one hides it."""

    def print_help(self, file: Any = None) -> None:
        """Print the help, and exit."""

        def show() -> int:
            print(self.format_help(), end="", file=file)
            return 0

        sys.exit(printing(show))


class _JobParser(_Parser):
    """Parser of the options of one job."""

    def format_help(self) -> str:
        """Return the help, which ends with the docstring of the job."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        self.epilog = getdoc(_loaded(self.prog.split()[-1]))
        return super().format_help()


def _parsers() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """Return the parser of the command line, and those of its jobs by name."""
    parser = _Parser(
        prog="fantan", description="The companion to a game of Fan Tan with real cards and chips."
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.add_argument("--web", action="store_true", help="serve the app to browsers here")
    parser.add_argument("--port", type=_port, help="the port to serve on, 1 to 65535")
    jobs = parser.add_subparsers(dest="job", title="jobs", metavar="JOB", parser_class=_JobParser)
    _add_sheets(jobs.add_parser)
    _add_archive(jobs.add_parser)
    _add_page(jobs.add_parser)
    _add_host(jobs.add_parser)
    return parser, jobs.choices


def _add_sheets(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the jobs for one score sheet or one series."""
    job = add("replay", help="check score sheets and print them")
    job.add_argument("files", nargs="+", metavar="FILE", help="a score sheet; - is standard input")
    _add_json(job, "print a JSON object for each file")
    job = add("record", help="record a series by text, one command a line")
    which = job.add_mutually_exclusive_group(required=True)
    text = "add the series of this score sheet"
    which.add_argument("--new", dest="sheet", metavar="FILE", help=text)
    text = "continue this series"
    which.add_argument("--series", dest="number", type=_series_number, metavar="N", help=text)


def _add_json(job: argparse.ArgumentParser, text: str) -> None:
    job.add_argument("--json", dest="as_json", action="store_true", help=text)


def _add_archive(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the jobs for all series."""
    job = add("series", help="list all series")
    _add_json(job, "print a JSON object for each series")
    _add_filters(job)
    job = add("stats", help="list the figures of all players")
    _add_json(job, "print a JSON object for each player")
    _add_filters(job)
    job = add("import", help="add series from score sheets, tables and backups")
    text = "a score sheet, a table of scores or a backup; - is standard input"
    job.add_argument("files", nargs="+", metavar="FILE", help=text)
    text = "let a series that was changed here and there take the place of the stored one"
    job.add_argument("--replace", action="store_true", help=text)
    read_as = job.add_mutually_exclusive_group()
    job.set_defaults(how="")
    for how in ("cards", "points"):
        text = f"take the numbers of a table as {how}"
        read_as.add_argument(f"--{how}", dest="how", action="store_const", const=how, help=text)
    text = "take the plays of this game from an export of BG Stats"
    read_as.add_argument("--game", dest="how", metavar="NAME", help=text)
    job = add("export", help="write all series as score sheets, as tables, or as one backup")
    text = "export this series only"
    job.add_argument("--series", dest="number", type=_series_number, metavar="N", help=text)
    where = job.add_mutually_exclusive_group(required=True)
    where.add_argument("--zip", dest="backup", metavar="FILE", help="write a backup of everything")
    where.add_argument("folder", nargs="?", metavar="DIR", help="the folder for the files")
    form = job.add_mutually_exclusive_group()
    form.add_argument("--csv", dest="as_csv", action="store_true", help="write tables")
    text = "write tables of scores, which an import reads"
    form.add_argument("--table", dest="as_scores", action="store_true", help=text)
    job = add("doctor", help="check the stored game nights, and repair them")
    job.add_argument("--repair", action="store_true", help="repair the faults")
    text = "the data folder; default: the app's"
    job.add_argument("folder", nargs="?", metavar="FOLDER", help=text)


def _add_filters(job: argparse.ArgumentParser) -> None:
    """Add the other form of a list, and what may be left out of it."""
    job.add_argument("--csv", dest="as_csv", action="store_true", help="print a table")
    text = "evenings of this day and later ones"
    job.add_argument("--since", type=_day, metavar="YYYY-MM-DD", help=text)
    text = "evenings of this day and earlier ones"
    job.add_argument("--until", type=_day, metavar="YYYY-MM-DD", help=text)
    job.add_argument("--player", metavar="NAME", help="this player only")


def _add_page(add: Callable[..., argparse.ArgumentParser]) -> None:
    job = add("page", help="build the app as a page that needs no server")
    text = "the folder for the page, replaced if there"
    job.add_argument("folder", type=Path, metavar="DIR", help=text)
    job.add_argument("--base", default="/", metavar="/PATH/", help="the path of its address")
    job.add_argument("--plain", action="store_true", help="without a snapshot: smaller, slower")
    job.add_argument("--serve", action="store_true", help="then serve it on this machine")
    job.add_argument("--port", type=_port, help="the port to serve on")


def _add_host(add: Callable[..., argparse.ArgumentParser]) -> None:
    job = add("host", help="serve the page, and a room for tables shared by many phones")
    audience = job.add_mutually_exclusive_group()
    audience.add_argument("--lan", action="store_true", help="open it to the local network")
    text = "the address of its TLS proxy, such as https://cards.example.org"
    audience.add_argument("--origin", metavar="URL", help=text)
    job.add_argument("--port", type=_port, help="the port to serve on; default: 8552")
    _add_lines(job)
    job = add("room", help="list, export and delete the tables of a room")
    text = "what to do with them"
    deeds = ("list", "export", "delete")
    job.add_argument("deed", choices=deeds, metavar="|".join(deeds), help=text)
    text = "the first letters of a table's name"
    job.add_argument("tables", nargs="*", default=[], metavar="TABLE", help=text)
    _add_lines(job)
    _add_json(job, "print a JSON object for each table of the list")


def _add_lines(job: argparse.ArgumentParser) -> None:
    job.add_argument("--postgres", metavar="DSN", help="keep shared tables in this database")


def _port(text: str) -> int:
    port = int(text) if text.isdecimal() and len(text) <= len(str(_LAST_PORT)) else 0
    if not 0 < port <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{excerpt(text)} is not a port from 1 to {_LAST_PORT}")
    return port


def _day(text: str) -> str:
    try:
        return read_day(text)
    except ValueError:
        problem = f"{excerpt(text)} is not a day written YYYY-MM-DD"
        raise argparse.ArgumentTypeError(problem) from None


def _series_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        problem = f"{excerpt(text)} is not the number of a series"
        raise argparse.ArgumentTypeError(problem) from None


def _version() -> int:
    from companion import VERSION

    print(f"fantan {VERSION}")
    return 0


def _print_safely() -> None:
    """Print names and paths unchanged, in any terminal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
