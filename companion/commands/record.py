"""`fantan record`: a series taken on by text, a command a line, each answered once it is stored."""

from __future__ import annotations

import asyncio
import sys
from contextlib import closing
from datetime import date
from typing import TextIO

from companion.commands.replay import UNREADABLE, text_of
from companion.core.cards import card
from companion.core.errors import LineError, RulesError, SheetError
from companion.core.house_rules.presets import parse
from companion.core.log import Log
from companion.core.names import Player, is_handle
from companion.core.objections import Objection
from companion.core.phrases import phrase
from companion.core.series import next_dealer
from companion.core.setup import Setup
from companion.core.sheet import dumps, read
from companion.core.sheet.words import EVENT_WORDS, read_event
from companion.core.steps import Dealt, Ended, Planned, Recorded, Step
from companion.desk.archive import Archive
from companion.desk.commands import Command, lead, pass_turn, play
from companion.desk.ports import StoreFailedError
from companion.desk.runner import at_once
from companion.desk.table import Table
from storage.paths import data_folder
from storage.store import FolderStore

DONE, CANNOT_OPEN = 0, 3
_END = "."


def record(sheet: str | None, number: int | None) -> int:
    """Records the commands of standard input in a new series, told by a sheet, or in an old one.

    Gives the exit code: 0 at the end of the input; 2 where the sheet cannot be read; 3 where the
    series or the data folder cannot be opened.
    """
    try:
        begun = _begun(sheet) if sheet else None
        with closing(FolderStore(data_folder())) as store:
            return asyncio.run(_record(Archive(store, date.today, at_once), begun, number or 0))
    except SheetError as fault:
        return _complain(f"{sheet}:{fault.line}: {fault.problem}", UNREADABLE)
    except OSError as fault:
        return _complain(f"{sheet}: {fault.strerror or fault}", UNREADABLE)
    except StoreFailedError as problem:
        return _complain(f"fantan record: {problem}", CANNOT_OPEN)


def _begun(sheet: str) -> Log:
    """The series that a sheet tells.

    :raises SheetError: when it has no round, or cannot be read
    """
    log = read(text_of(sheet)).log
    if not log.steps:
        raise SheetError(1, "this sheet has no round yet")
    return log


async def _record(archive: Archive, begun: Log | None, number: int) -> int:
    table = await (archive.adopt(begun) if begun else archive.open(number))
    _answer(f"series {table.snapshot.number} {table.snapshot.revision}")
    for line in sys.stdin:
        words = line.partition("#")[0].split()
        if words == ["sheet"]:
            _answer(f"{dumps(table.snapshot.log)}{_END}")
        else:
            _answer(await _done(table, words))
    return DONE


async def _done(table: Table, words: list[str]) -> str:
    """The answer to a command, once it is stored or refused."""
    seen = table.snapshot.revision
    try:
        if words == ["undo"]:
            refusal = await table.undo(seen)
        elif words == ["redo"]:
            refusal = await table.redo(seen)
        else:
            refusal = await table.do(_command(words), seen)
    except (ValueError, RulesError, StoreFailedError) as fault:
        return f"no {fault}"
    return f"no {refusal.english}" if refusal else f"ok {table.snapshot.revision}"


def _command(words: list[str]) -> Command:
    """What the words of a line ask for.

    :raises ValueError: with the reason, when they ask for nothing
    """
    match words:
        case []:
            raise LineError(phrase("this line asks for nothing"))
        case ["--"]:
            return pass_turn
        case ["lead", handle]:
            return lead(handle)
        case ["end"]:
            return lambda _log: Ended()
        case ["planned", *rules]:
            planned = parse(" ".join(rules))
            return lambda _log: Planned(planned)
        case ["deal", *rest]:
            return lambda log: _deal(log, rest)
        case [word, *_] if word in EVENT_WORDS:
            return lambda log: Recorded(
                log.round_number, read_event(" ".join(words), log.round.setup.players)
            )
        case [laid]:
            return play(card(laid))
        case _:
            raise LineError(phrase("{word} is no command"), word=words[0])


def _deal(log: Log, words: list[str]) -> Step | Objection:
    """The next deal, by `[dealer HANDLE] [players HANDLE…]`; else as it follows by itself.

    :raises ValueError: with the reason, when the words say something else
    """
    before, rules = log.round.setup, log.series.planned or log.series.latest_rules
    named, seated = _dealer_and_players(words)
    players = seated or before.players
    if named and named not in players:
        raise LineError(phrase("{handle} deals, but does not sit at the table"), handle=named)
    dealer = players.index(named) if named else next_dealer(before, players)
    there = {player.handle for player in log.series.players}
    joined = tuple(Player(handle, handle) for handle in players if handle not in there)
    return Dealt(Setup.dealt(rules, players, dealer), joined)


def _dealer_and_players(words: list[str]) -> tuple[str, tuple[str, ...]]:
    dealer, rest = "", words
    if rest[:1] == ["dealer"]:
        dealer, rest = " ".join(rest[1:2]), rest[2:]
    players = tuple(rest[1:]) if rest[:1] == ["players"] else ()
    if (rest and not players) or (words[:1] == ["dealer"] and not is_handle(dealer)):
        raise LineError(phrase("deal takes dealer HANDLE and players HANDLE…"))
    return dealer, players


def _answer(line: str, stream: TextIO | None = None) -> None:
    """An answer that is there as soon as it is given."""
    print(line, file=stream or sys.stdout, flush=True)


def _complain(line: str, code: int) -> int:
    _answer(line, sys.stderr)
    return code
