"""The command `fantan`, which opens the app or does a job that needs no screen."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from companion.commands.streams import printing
from companion.core.objections import excerpt

_LAST_PORT = 65_535
_DOCTOR_HELP = """\
exit codes:
  0  all is well, or everything was repaired
  1  something is wrong, or could not be repaired
  2  the command line is wrong
  3  the folder is missing, cannot be read, or the app has it open

Lines marked `note:` are no faults. Nothing is changed without --repair. A repair keeps each damaged
file beside the new one, with .damaged behind its name.
"""
_REPLAY_HELP = """\
Prints each sheet in its regular form with all checks. With --json each line is an object for one
file: file, series, rounds, settle.

exit codes, of which the highest counts:
  0  all files were read, and all checks hold
  1  a check does not hold
  2  a file cannot be read and is left out, nothing can be printed, or the command line is wrong

Each fault is one line on standard error, with the file, the line and the reason.
"""
_RECORD_HELP = """\
Prints `series N REVISION`, then answers each line of standard input with one line: `ok REVISION`
once the command is on the disk, or `no REASON`. HANDLE is a handle of the sheet.

the turn of the player who is due:
  7D, 10H, AS …               play this card
  --                          pass
  lead HANDLE                 play the opening card; the player leads the round
or the whole round by its result:
  result HANDLE LEFT PASSES … for each player in the order of the seats, the cards left and the
                              passes, in place of the turns
known cards:
  hand HANDLE CARD…           a complete hand as dealt
  holds HANDLE CARD…          some cards of a hand as dealt
  left HANDLE CARD…           all cards left in a hand after the round
  forget HANDLE CARD…         withdraw a note of these cards
decisions of the table:
  waive TURN                  waive the fine for the pass at this turn
  charge TURN                 charge the fine again
  paid TURN [PARTS]           the fine was paid, or so many further parts of it
  owed HANDLE HANDLE CHIPS    the first player has not handed over these chips of the round yet
  handed HANDLE HANDLE        they were handed over: withdraw all that the first owes the second
  pay HANDLE HANDLE CHIPS [NOTE]
                              correct chips between two players, or a player and `pot`
  points HANDLE ±N [NOTE]     correct points
  void                        call off the round
  date YYYY-MM-DD             the day on which the round was dealt
  deal [dealer HANDLE] [players HANDLE…]
                              deal the next round
  planned PRESET [OPTION=VALUE]…
                              use these rules from the next round on
  end                         end the series
  settled HANDLE HANDLE CHIPS the first player paid the second, to settle the series
the whole series:
  undo, redo                  take back the last step, or repeat it
  repair N                    replace round N by the lines that follow, up to a line with a single .
  sheet                       print the score sheet, and a line with a single .

exit codes:
  0  the end of the input was reached
  2  the sheet or the input cannot be read, nothing can be printed, or the command line is wrong
  3  there is no such series, the data folder cannot be opened, or the app has it open

The environment variable FANTAN_HOME names the data folder.
"""
_READING_CODES = """\
exit codes:
  0  everything was read
  1  something cannot be read and is missing from the answer; standard error has the reason
  2  nothing can be printed, or the command line is wrong
  3  the data folder cannot be opened, or the app has it open
"""
_SERIES_HELP = f"""\
Prints a line for each series: number, date, name, players of the last round, and the winner or the
round. With --json each line is an object: the keys of `series` in `fantan replay --json`, and
number, date (or null), called (the full name behind each handle), dealt and played (the number of
rounds dealt, and of rounds played to the end and not called off).

{_READING_CODES}
The environment variable FANTAN_HOME names the data folder. A missing folder has no series.
"""
_STATS_HELP = f"""\
Prints a line for each player, by name: the same name is the same player in all series. With --json
each line is an object: name, series, rounds, wins, cards_left, passes, false_passes, chips, points.

  series        series in which the player sat at the table
  rounds        rounds played to the end and not called off; all other figures count these
  wins          rounds in which the player went out first
  cards left    cards left in hand when somebody went out first
  passes        all passes; "false": those judged illegal, waived or not
  chips         chips won or lost
  points        with corrections, without the points on joining; "in rounds": the number of rounds
                that count points and whose points are known

{_READING_CODES}"""
_IMPORT_HELP = """\
Prints `series N` once a series is stored. A faulty file is refused as a whole. A check that does
not hold is reported, and the series is imported.

A series that is already stored is reported, and compared with the stored one:
  - The same, or here with other names, more turns or later changes: the stored one stays.
  - More turns in the file: the stored one is continued.
  - Different turns: the series is added beside the stored one.

A backup, as `fantan export --zip` writes it, also has choices. Archived series are archived here
too, saved house rules are added where their name is free, and the rules for new series are used
where none were chosen here. Other files in a backup are reported and left out.

exit codes, of which the highest counts:
  0  all series are stored
  1  a check of a sheet does not hold
  2  a file cannot be read or has no round, or the command line is wrong; other files are imported
  3  the data folder cannot be opened or written to, or the app has it open
"""
_EXPORT_HELP = """\
Writes each series into DIR, as a score sheet such as `00042 Friday night.fantan`, and prints its
path. A file is written whole or not at all. An existing file with the same content stays as it is,
and one with any other content is never overwritten.

With --zip all series go into one backup, with the house rules for new series, the saved house rules
and the list of archived series. With --html each series is a page to read and print, such as
`00042 Friday night.html`.

exit codes, of which the highest counts:
  0  all files are there
  1  another file is in the place of one, or something stored cannot be read
  2  nothing can be written to DIR, or the command line is wrong
  3  there is no such series, the data folder cannot be opened, or the app has it open

`fantan import DIR/*.fantan` or `fantan import FILE` adds the series to another data folder.
"""
_HOST_HELP = """\
Each phone opens the page in its browser, and shares or joins a table there. Nothing but this
machine's loopback is open without --lan or --origin. The page is built at the first start of a
version; that needs node: pip install 'fantan[host]'.

With --lan everybody on the local network can open the page. Without TLS a phone keeps nothing
itself, so this computer keeps the evening.

With --origin the room stands behind a TLS proxy on the same machine, which must pass on websockets
and add the address of the phone to X-Forwarded-For. A proxy elsewhere needs --bind as well.

The environment variable FANTAN_HOME names the data folder, and FANTAN_POSTGRES is a DSN for
--postgres that other users of the machine cannot read. Any number of rooms may use one database.

exit codes:
  0  a signal ended the room
  1  the page cannot be built
  2  the command line is wrong
  3  the port is taken, or the folder or the database cannot be opened
"""
_UNPACK_HELP = """\
exit codes:
  0  everything is in DIR
  1  some changes in the file are damaged; everything else is in DIR
  2  the file cannot be read, DIR is not empty or cannot be made, or the command line is wrong
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.job == "export" and options.html and options.zip is not None:
        parser.error("--html writes pages into DIR: a backup with --zip has score sheets")
    if options.version:
        return printing(_version)
    if options.job:
        _print_safely()
        return printing(lambda: _run(options))
    from companion.app import open_app

    return open_app(web=options.web, port=options.port)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fantan", description="The companion to a game of Fan Tan with real cards and chips."
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.add_argument("--web", action="store_true", help="serve the app to browsers here")
    parser.add_argument("--port", type=_port, help="the port to serve on, 1 to 65535")
    jobs = parser.add_subparsers(dest="job", title="jobs", metavar="JOB")
    add = partial(jobs.add_parser, formatter_class=argparse.RawDescriptionHelpFormatter)
    _add_sheets(add)
    _add_archive(add)
    _add_doctor(add)
    _add_page(jobs.add_parser)
    _add_host(add)
    text = "make a data folder of the file that a page saves"
    job = add("unpack", help=text, epilog=_UNPACK_HELP)
    job.add_argument("file", type=Path, metavar="FILE", help="the file that the page saved")
    job.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    return parser


def _add_sheets(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the jobs for one score sheet or one series."""
    text = "check score sheets and print them"
    job = add("replay", help=text, epilog=_REPLAY_HELP)
    job.add_argument("files", nargs="+", metavar="FILE", help="a score sheet; - is standard input")
    job.add_argument("--json", action="store_true", help="print a JSON object for each file")
    text = "record a series by text, one command a line"
    job = add("record", help=text, epilog=_RECORD_HELP)
    which = job.add_mutually_exclusive_group(required=True)
    which.add_argument("--new", metavar="FILE", help="add the series of this score sheet")
    which.add_argument("--series", type=_series_number, metavar="N", help="continue this series")


def _add_archive(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the jobs for all series."""
    text = "list all series"
    job = add("series", help=text, epilog=_SERIES_HELP)
    job.add_argument("--json", action="store_true", help="print a JSON object for each series")
    text = "list the figures of all players"
    job = add("stats", help=text, epilog=_STATS_HELP)
    job.add_argument("--json", action="store_true", help="print a JSON object for each player")
    text = "add series from score sheets and backups"
    job = add("import", help=text, epilog=_IMPORT_HELP)
    sheet = "a score sheet or a backup; - is standard input"
    job.add_argument("files", nargs="+", metavar="FILE", help=sheet)
    text = "write all series as score sheets, as pages, or as one backup"
    job = add("export", help=text, epilog=_EXPORT_HELP)
    job.add_argument("--series", type=_series_number, metavar="N", help="export this series only")
    where = job.add_mutually_exclusive_group(required=True)
    where.add_argument("--zip", metavar="FILE", help="write a backup of everything")
    where.add_argument("folder", nargs="?", metavar="DIR", help="the folder for the files")
    job.add_argument("--html", action="store_true", help="write pages to read and print")


def _add_doctor(add: Callable[..., argparse.ArgumentParser]) -> None:
    job = add(
        "doctor",
        help="check the stored game nights, and repair them",
        description="Checks every file of the stored game nights, and reports each fault.",
        epilog=_DOCTOR_HELP,
    )
    job.add_argument("--repair", action="store_true", help="repair the faults")
    job.add_argument(
        "folder", nargs="?", metavar="FOLDER", help="the data folder; default: the app's"
    )


def _add_page(add: Callable[..., argparse.ArgumentParser]) -> None:
    job = add(
        "page",
        help="build the app as a page that needs no server",
        description="Builds the app as a folder of files for any web host. The page needs no "
        "server of its own, can be installed, and works offline after the first visit.",
    )
    job.add_argument(
        "folder", type=Path, metavar="DIR", help="the folder for the page, replaced if there"
    )
    job.add_argument("--base", default="/", metavar="/PATH/", help="the path of its address")
    job.add_argument("--plain", action="store_true", help="without a snapshot: smaller, slower")
    job.add_argument("--serve", action="store_true", help="then serve it on this machine")
    job.add_argument("--port", type=_port, help="the port to serve on")


def _add_host(add: Callable[..., argparse.ArgumentParser]) -> None:
    text = "serve the page, and a room for tables shared by many phones"
    job = add("host", help=text, epilog=_HOST_HELP)
    audience = job.add_mutually_exclusive_group()
    audience.add_argument("--lan", action="store_true", help="open it to the local network")
    text = "the address of its TLS proxy, such as https://cards.example.org"
    audience.add_argument("--origin", metavar="URL", help=text)
    job.add_argument("--bind", metavar="ADDRESS", help="listen on this address instead")
    job.add_argument("--port", type=_port, help="the port to serve on; default: 8552")
    job.add_argument("--folder", type=Path, metavar="DIR", help="the folder for shared tables")
    job.add_argument("--postgres", metavar="DSN", help="keep shared tables in this database")
    job.add_argument("--build", action="store_true", help="only build the page")


def _port(text: str) -> int:
    port = int(text) if text.isdecimal() and len(text) <= len(str(_LAST_PORT)) else 0
    if not 0 < port <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{excerpt(text)} is not a port from 1 to {_LAST_PORT}")
    return port


def _series_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        problem = f"{excerpt(text)} is not the number of a series"
        raise argparse.ArgumentTypeError(problem) from None


def _version() -> int:
    from companion.views.home import VERSION

    print(f"fantan {VERSION}")
    return 0


def _run(options: argparse.Namespace) -> int:  # noqa: PLR0911 - a job each
    """Run a job that prints and needs no screen; each job has its own imports."""
    match options.job:
        case "replay":
            from companion.commands.replay import replay

            return replay(options.files, as_json=options.json)
        case "record":
            from companion.commands.record import record

            return record(options.new, options.series)
        case "series" | "stats":
            from companion.commands import folder

            show = folder.series if options.job == "series" else folder.stats
            return show(as_json=options.json)
        case "import":
            from companion.commands.import_sheets import import_sheets

            return import_sheets(options.files)
        case "export":
            from companion.commands.export import export_backup, export_sheets

            if options.zip is not None:
                return export_backup(options.zip, options.series)
            return export_sheets(options.folder, options.series, html=options.html)
        case "doctor":
            from companion.commands.doctor import doctor

            return doctor(options.folder, repair=options.repair)
        case "page":
            from companion.commands.offline_page import page

            base, serve, port = options.base, options.serve, options.port
            return page(options.folder, base=base, serve=serve, port=port, plain=options.plain)
        case "host":
            return _host(options)
        case _:
            from companion.commands.offline_page import unpack

            return unpack(options.file, options.folder)


def _host(options: argparse.Namespace) -> int:
    from companion.commands.host import build_page, host

    if options.build:
        return build_page()
    return host(
        lan=options.lan,
        origin=options.origin,
        bind=options.bind,
        port=options.port,
        postgres=options.postgres or os.environ.get("FANTAN_POSTGRES"),
        folder=options.folder,
    )


def _print_safely() -> None:
    """Print names and paths unchanged, in any terminal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
