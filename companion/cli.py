"""The command `fantan`, which opens the app or does a job that needs no screen."""

import argparse
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from companion.commands.streams import printing
from companion.core.objections import excerpt

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
_REPLAY_ANSWERS = """\
Prints the canonical sheet of each file with all its checks, in the order of the files. With --json
a line is a file as an object: file, series, rounds, settle.

exit codes, of which the worst counts:
  0  all files are read, and all their checks hold
  1  a check of a sheet does not hold; which, is told on standard error
  2  a file cannot be read: one line a fault on standard error, and nothing of it is printed; or the
     command was not understood, or nothing can be printed
"""
_RECORD_ANSWERS = """\
Prints `series N REVISION`, and then answers each line of standard input with one line, once it is
stored: `ok REVISION`, or `no REASON`. The end of the input ends it. Handles are those of the sheet.

the turn of the player who is due:
  7D, 10H, AS …               the card that was laid
  --                          a pass
  lead HANDLE                 who opens, where a named card does
what is known of hands:
  hand HANDLE CARD…           a hand as dealt
  holds HANDLE CARD…          cards of a hand as dealt that the table saw
  left HANDLE CARD…           all that a player holds when the round is over
  forget HANDLE CARD…         withdraws what was noted
what the table decides:
  waive TURN                  lets the fine of the pass at that turn go
  charge TURN                 asks for it again
  paid TURN                   its chips were handed over
  pay HANDLE HANDLE CHIPS [NOTE]
                              a correction between two players, or with `pot`
  points HANDLE ±N [NOTE]     a correction of points
  void                        calls the round off
  deal [dealer HANDLE] [players HANDLE…]
                              deals the next round
  planned PRESET [OPTION=VALUE]…
                              the rules from the next round on
  end                         calls it a night
  settled HANDLE HANDLE CHIPS chips were handed over to settle the series
all that was recorded:
  undo, redo                  the last step
  repair N                    the round again; its block follows as on a sheet, closed by a single .
  sheet                       prints the canonical sheet, closed by a single .

exit codes:
  0  the input has ended
  2  the sheet or the input cannot be read, or the command was not understood, or nothing can be
     printed
  3  the series or the data folder cannot be opened, or the app has it open

FANTAN_HOME says where the data folder is.
"""
_SERIES_ANSWERS = """\
A line is a series, by number: its number, date, name, the players of its last round, and who won
it or how far it went.
With --json a line is an object: number, date (null where there is none), what `fantan replay
--json` says under "series" (names there are handles), called (the full name behind each handle),
dealt and played (how many rounds were dealt, how many of them played out and not called off).

exit codes:
  0  all series are listed
  1  something of them cannot be read; what, is told on standard error
  2  the command was not understood, or nothing can be printed
  3  the data folder cannot be opened, or the app has it open

A folder that is not there has no series. FANTAN_HOME says where it is.
"""
_STATS_ANSWERS = """\
A line is a player, by name: a player is a name, whatever their columns are headed with. With --json
a line is an object: name, series, rounds, wins, cards_left, passes, false_passes, chips, points.

  series        in which they sat at the table
  rounds        of theirs that were played out and not called off; all that follows counts these
  wins          rounds in which they went out first
  cards left    what they held when somebody went out first
  passes        all of them, and those judged illegal, let go or not ("false")
  chips         what they won or lost
  points        as booked, corrections among them, without what somebody joined with. "in rounds":
                so many rounds count points by their rules, and know all of theirs

exit codes:
  0  all series are counted
  1  something of them cannot be read and is not counted; what, is told on standard error
  2  the command was not understood, or nothing can be printed
  3  the data folder cannot be opened, or the app has it open
"""
_IMPORT_ANSWERS = """\
Prints `series N` for each file, in their order, once the series is stored; nothing for a file that
is refused. A series that is there already, with the same score sheet, is not added again: that is
told on standard error, and `series N` names the one that is there. A check of a sheet that does not
hold is told, and the series is added as its facts say.

A backup, which `fantan export --zip` writes, brings a series for each of its sheets; all of them
are read before the first one is added. One is not added either where the one that is there has
another name or goes on further; one that goes on further than the one that is there, or differs
from it, is added beside it. One that was changed here since the backup, dealt anew or repaired,
stays as it is. All of that is told. What else is in the zip is told and left out. What was archived
is archived here, saved house rules come along where their name is free, and the usual rules are
taken where none were chosen here.

exit codes, of which the worst counts:
  0  the series of all files are there
  1  a check of a sheet does not hold
  2  a file, or one in a backup, cannot be read or has no round: nothing of it is added; of the
     others all is
  3  the data folder cannot be opened, or the app has it open, or it cannot be written to
"""
_EXPORT_ANSWERS = """\
Writes a score sheet a series into DIR, which is made if it is not there, and prints the path of
each: `00042 Friday night.fantan`, by number and name, without what some system takes in no name.
A file is there whole or not at all. One that is there already and says the same is left as it is;
one that says anything else is never touched: that is told on standard error.

With --zip FILE all of them go into one file, a backup, with the usual and the saved house rules and
with what was archived; the same series always give the same bytes. With --html each series is a
page in DIR to read and to print, which needs nothing else: `00042 Friday night.html`.

exit codes, of which the worst counts:
  0  a file of each series is there
  1  another file is in the place of one, or something of a series cannot be read
  2  the command was not understood, or nothing can be written to DIR
  3  the data folder cannot be opened, or the app has it open, or has no such series

`fantan import DIR/*.fantan`, or `fantan import FILE`, brings all of them into another folder.
"""

_UNPACK_ANSWERS = """\
exit codes:
  0  all that was saved is in DIR
  1  some changes of it are damaged; all others are in DIR
  2  the file cannot be read, DIR is not empty or cannot be made, or the command was not understood
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.job == "export" and asked.html and asked.zip is not None:
        parser.error("--html writes pages into DIR: a backup with --zip has score sheets")
    if asked.version:
        return printing(_version)
    if asked.job in _JOBS:
        _print_safely()
        return printing(lambda: _JOBS[asked.job](asked))
    from companion.app import open_app  # noqa: PLC0415 - Flet is loaded for a screen only

    return open_app(web=asked.web, port=asked.port)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fantan", description="The companion to a game of Fan Tan with real cards and chips."
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.add_argument("--web", action="store_true", help="serve the app to a browser here")
    parser.add_argument("--port", type=_port, help="the port to serve on, 1 to 65535")
    jobs = parser.add_subparsers(dest="job", title="jobs", metavar="JOB")
    _add_sheets(jobs.add_parser)
    _add_archive(jobs.add_parser)
    _add_doctor(jobs.add_parser)
    _add_page(jobs.add_parser)
    text = "make a data folder of the file that the page saves where it cannot start"
    raw = argparse.RawDescriptionHelpFormatter
    job = jobs.add_parser("unpack", help=text, epilog=_UNPACK_ANSWERS, formatter_class=raw)
    job.add_argument("file", type=Path, metavar="FILE", help="what the page saved")
    job.add_argument("folder", type=Path, metavar="DIR", help="a new folder for it")
    return parser


def _add_sheets(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the jobs for one score sheet or one series."""
    raw = argparse.RawDescriptionHelpFormatter
    text = "read, check and print score sheets"
    job = add("replay", help=text, epilog=_REPLAY_ANSWERS, formatter_class=raw)
    job.add_argument("files", nargs="+", metavar="FILE", help="a score sheet; - is standard input")
    job.add_argument("--json", action="store_true", help="print one JSON object a file")
    text = "take a series on by text, a command a line"
    job = add("record", help=text, epilog=_RECORD_ANSWERS, formatter_class=raw)
    which = job.add_mutually_exclusive_group(required=True)
    which.add_argument("--new", metavar="FILE", help="add the series of this score sheet")
    which.add_argument("--series", type=_series_number, metavar="N", help="go on with this series")


def _add_archive(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the jobs for all series."""
    raw = argparse.RawDescriptionHelpFormatter
    text = "list all series"
    job = add("series", help=text, epilog=_SERIES_ANSWERS, formatter_class=raw)
    job.add_argument("--json", action="store_true", help="print one JSON object a series")
    text = "tell what each player did in all series"
    job = add("stats", help=text, epilog=_STATS_ANSWERS, formatter_class=raw)
    job.add_argument("--json", action="store_true", help="print one JSON object a player")
    text = "add the series of score sheets and backups"
    job = add("import", help=text, epilog=_IMPORT_ANSWERS, formatter_class=raw)
    sheet = "a score sheet or a backup; - is standard input"
    job.add_argument("files", nargs="+", metavar="FILE", help=sheet)
    text = "write all series as score sheets, or as one backup"
    job = add("export", help=text, epilog=_EXPORT_ANSWERS, formatter_class=raw)
    job.add_argument("--series", type=_series_number, metavar="N", help="only this one")
    where = job.add_mutually_exclusive_group(required=True)
    where.add_argument("--zip", metavar="FILE", help="all in one file, house rules and all")
    where.add_argument("folder", nargs="?", metavar="DIR", help="where to put them")
    job.add_argument("--html", action="store_true", help="as pages to read and to print, into DIR")


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
    port = int(text) if text.isdecimal() and len(text) <= len(str(_LAST_PORT)) else 0
    if not 0 < port <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{excerpt(text)} is no port from 1 to {_LAST_PORT}")
    return port


def _series_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        problem = f"{excerpt(text)} is no number of a series"
        raise argparse.ArgumentTypeError(problem) from None


def _version() -> int:
    from companion.views.home import VERSION  # noqa: PLC0415 - each job has its own imports

    print(f"fantan {VERSION}")
    return 0


def _replay(asked: argparse.Namespace) -> int:
    from companion.commands.replay import replay  # noqa: PLC0415 - each job has its own imports

    return replay(asked.files, as_json=asked.json)


def _record(asked: argparse.Namespace) -> int:
    from companion.commands.record import record  # noqa: PLC0415 - each job has its own imports

    return record(asked.new, asked.series)


def _series(asked: argparse.Namespace) -> int:
    from companion.commands.folder import series  # noqa: PLC0415 - each job has its own imports

    return series(as_json=asked.json)


def _stats(asked: argparse.Namespace) -> int:
    from companion.commands.folder import stats  # noqa: PLC0415 - each job has its own imports

    return stats(as_json=asked.json)


def _import(asked: argparse.Namespace) -> int:
    from companion.commands.import_sheets import import_sheets  # noqa: PLC0415

    return import_sheets(asked.files)


def _export(asked: argparse.Namespace) -> int:
    from companion.commands.export import export_backup, export_sheets  # noqa: PLC0415

    if asked.zip is not None:
        return export_backup(asked.zip, asked.series)
    return export_sheets(asked.folder, asked.series, html=asked.html)


def _doctor(asked: argparse.Namespace) -> int:
    from companion.commands.doctor import doctor  # noqa: PLC0415 - each job has its own imports

    return doctor(asked.folder, repair=asked.repair)


def _page(asked: argparse.Namespace) -> int:
    from companion.commands.page import page  # noqa: PLC0415 - each job has its own imports

    plain: bool = asked.plain
    return page(
        asked.folder, base=asked.base, serve=asked.serve, port=asked.port, snapshot=not plain
    )


def _unpack(asked: argparse.Namespace) -> int:
    from companion.commands.page import unpack  # noqa: PLC0415 - each job has its own imports

    return unpack(asked.file, asked.folder)


_JOBS: Final = {
    "replay": _replay,
    "record": _record,
    "series": _series,
    "stats": _stats,
    "import": _import,
    "export": _export,
    "doctor": _doctor,
    "page": _page,
    "unpack": _unpack,
}
"""Jobs that print and need no screen."""


def _print_safely() -> None:
    """Print names and paths unchanged, in any terminal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
