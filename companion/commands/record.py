"""`fantan record`: a series taken on by text, a command a line, each answered once it is stored."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date
from typing import BinaryIO, Final

from companion.commands.folder import CANNOT_OPEN, DONE, FindingReporter
from companion.commands.replay import text_of, told_faults
from companion.commands.streams import complain, in_one_line, standard_input
from companion.core.cards import card
from companion.core.log import Log
from companion.core.names import is_handle
from companion.core.objections import LineError, Objection, RulesError, SheetError, Why
from companion.core.presets import parse
from companion.core.rounds.setup import Setup
from companion.core.series import next_dealer
from companion.core.sheet import dumps, read, read_round
from companion.core.sheet.block import Spellings
from companion.core.sheet.words import EVENT_WORDS, is_pass, read_event, read_number, words_of
from companion.core.steps import Dealt, Recorded, Step
from companion.desk.archive import Archive
from companion.desk.commands import Command, end, lead, pass_turn, plan, play, settle
from companion.desk.ports import StoreFailedError, Trouble, at_once
from companion.desk.table import Table
from storage.paths import data_folder
from storage.store import FolderStore

_END: Final = "."
_LONGEST_LINE: Final = 10_000
"""Bytes of a command; a line without end is given up there."""
_LONGEST_BLOCK: Final = 1_000_000
"""Bytes of a round that follows `repair`."""
ALONE: Final = frozenset({"--", "end", "undo", "redo", "sheet"})
"""The commands of one word."""
TAKES: Final = {
    "deal": "deal takes dealer HANDLE and players HANDLE…",
    "lead": "lead takes one player",
    "planned": "planned takes house rules",
    "repair": "repair takes the number of a round, and its block below",
    "settled": "settled takes two players and a number of chips",
}
"""What the other commands take that are no events."""


def record(sheet: str | None, number: int | None) -> int:
    """Records the commands of standard input in a new series, told by a sheet, or in an old one.

    Gives the exit code: 0 at the end of the input; 2 where the sheet or the input cannot be read;
    3 where the series or the data folder cannot be opened.

    :raises OSError: when the input cannot be read, or nothing can be printed
    """
    try:
        begun = None if sheet is None else _begun(sheet)
        fed = standard_input()
    except SheetError as fault:
        return complain(f"{in_one_line(sheet or '')}:{fault.line}: {fault.problem}")
    except (OSError, ValueError) as fault:
        told = getattr(fault, "strerror", None) or fault
        return complain(f"{in_one_line(sheet or 'fantan record')}: {in_one_line(str(told))}")
    try:
        with closing(FolderStore(data_folder())) as store, asyncio.Runner() as runner:
            archive = Archive(store, date.today, at_once)
            opening = archive.adopt(begun) if begun else _open(archive, number or 0)
            table = runner.run(opening)
            if not table.snapshot.series.rounds:
                return complain(f"fantan record: no round of series {number} is left", CANNOT_OPEN)
            _Recording(archive, table, runner).take(_lines(fed))
    except StoreFailedError as problem:
        return complain(f"fantan record: {in_one_line(str(problem))}", CANNOT_OPEN)
    except BrokenPipeError:
        complain("fantan record: nobody reads the answers any more")
        raise
    return DONE


async def _open(archive: Archive, number: int) -> Table:
    """Open the table of a series.

    :raises StoreFailedError: when it cannot be opened, with its number where there is none
    """
    try:
        return await archive.open(number)
    except StoreFailedError as failed:
        listed = (*archive.catalogue.entries, *archive.catalogue.removed)
        if failed.trouble is Trouble.GONE and number not in {entry.number for entry in listed}:
            raise StoreFailedError(f"there is no series {number}") from failed
        raise


def _begun(sheet: str) -> Log:
    """The series that a sheet tells; what does not hold of its checks is told.

    :raises SheetError: when it has no round, or cannot be read
    """
    reading = read(text_of(sheet))
    if not reading.log.steps:
        raise SheetError(1, "this sheet has no round yet")
    told_faults(sheet, reading)
    return reading.log


def _lines(fed: BinaryIO) -> Iterator[bytes]:
    """The lines that are fed; of one that is too long as much as shows it.

    :raises OSError: when they cannot be read
    """
    try:
        while line := fed.readline(_LONGEST_LINE + 1):
            rest = line
            while len(line) > _LONGEST_LINE and rest and not rest.endswith(b"\n"):
                rest = fed.readline(_LONGEST_LINE + 1)
            yield line
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, "standard input") from fault


def _text(line: bytes) -> str:
    """:raises LineError: when the line is too long, or no text"""
    if len(line) > _LONGEST_LINE:
        raise LineError("this line is too long")
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LineError("this is not UTF-8 text") from None


class _Recording:
    """A table that is asked for one thing after the other, and what was told of the store."""

    def __init__(self, archive: Archive, table: Table, runner: asyncio.Runner) -> None:
        self._archive, self._table, self._runner = archive, table, runner
        self._told = FindingReporter("record")

    def take(self, lines: Iterator[bytes]) -> None:
        """Answer each line; the answer is there as soon as it is given."""
        self._tell()
        now = self._table.snapshot
        print(f"series {now.number} {now.revision}", flush=True)
        for line in lines:
            print(self._answer(line, lines), flush=True)
            self._tell()

    def _tell(self) -> None:
        """Say what the store found that a person wants to know, once."""
        self._told.tell(self._archive.catalogue.findings)

    def _answer(self, line: bytes, following: Iterator[bytes]) -> str:
        """The answer to a line, once what it asks for is stored or refused."""
        try:
            words = words_of(_text(line))
            if words == ["sheet"]:
                return f"{dumps(self._table.snapshot.log)}{_END}"
            if words[:1] == ["repair"]:
                refusal = self._repair(words[1:], _block(following))
            else:
                refusal = self._ask(words)
        except SheetError as fault:
            return f"no line {fault.line}: {in_one_line(fault.problem)}"
        except (ValueError, RulesError, StoreFailedError) as fault:
            return f"no {in_one_line(str(fault))}"
        return f"no {refusal.english}" if refusal else f"ok {self._table.snapshot.revision}"

    def _ask(self, words: list[str]) -> Objection | None:
        table, seen = self._table, self._table.snapshot.revision
        if words == ["undo"]:
            return self._runner.run(table.undo(seen))
        if words == ["redo"]:
            return self._runner.run(table.redo(seen))
        return self._runner.run(table.do(_command(words), seen))

    def _repair(self, words: list[str], block: Sequence[str]) -> Objection | None:
        """Put the round that a block tells in the place of the one with this number.

        :raises SheetError: when the block cannot be read
        """
        if len(words) != 1:
            raise LineError(TAKES["repair"])
        now, number = self._table.snapshot, read_number(words[0])
        if number > now.round_number:
            return Objection(Why.NO_ROUND, number=number)
        reading = read_round(block, now.log, number)
        for failed in reading.faults:
            complain(f"fantan record: round {number}, line {failed.line}: {failed.problem}")
        return self._runner.run(self._table.do(lambda _log: reading.step, now.revision))


def _block(following: Iterator[bytes]) -> list[str]:
    """The lines of a block up to its end, which are taken whatever they say.

    :raises LineError: when they are too many or too long, no text, or have no end
    """
    told, length = list[bytes](), 0
    for line in following:
        if line.strip() == _END.encode():
            break
        length += len(line)
        if length <= _LONGEST_BLOCK:
            told.append(line)
    else:
        raise LineError("this block has no end: a line with a single . closes it")
    if length > _LONGEST_BLOCK:
        raise LineError("this block is too long")
    return [_text(line) for line in told]


def _command(words: list[str]) -> Command:
    """What the words of a line ask for.

    :raises ValueError: with the reason, when they ask for nothing
    """
    match words:
        case []:
            raise LineError("this line asks for nothing")
        case [word] if is_pass(word):
            return pass_turn
        case ["end"]:
            return end
        case ["lead", handle]:
            return lead(handle)
        case ["planned", _, *_]:
            return plan(parse(" ".join(words[1:])))
        case ["settled", source, target, chips]:
            return settle(source, target, read_number(chips))
        case ["deal", *rest]:
            return lambda log: _deal(log, rest)
        case [word, *_] if word in EVENT_WORDS:
            return lambda log: Recorded(
                log.round_number, read_event(" ".join(words), log.round.setup.players)
            )
        case _:
            return _card_laid(*words)


def _card_laid(word: str, *rest: str) -> Command:
    """The card that the one word of a line is.

    :raises LineError: when it is none, or not the only one
    """
    if word in TAKES:
        raise LineError(TAKES[word])
    if word in ALONE:
        raise LineError("{word} takes nothing after it", word=word)
    try:
        laid = card(word)
    except ValueError:
        raise LineError("{word} is neither a card nor a command", word=word) from None
    if rest:
        raise LineError("{word} takes nothing after it", word=word)
    return play(laid)


def _deal(log: Log, words: list[str]) -> Step | Objection:
    """The next deal, by `[dealer HANDLE] [players HANDLE…]`; else as it follows by itself.

    :raises ValueError: with the reason, when the words say something else
    """
    before, rules = log.round.setup, log.series.planned or log.series.latest_rules
    named, seated = _dealer_and_players(words)
    players = seated or before.players
    Spellings.of(log.series).seat(seated if len(set(seated)) == len(seated) else ())
    if named and named not in players:
        raise LineError("{handle} deals, but does not sit at the table", handle=named)
    dealer = players.index(named) if named else next_dealer(before, players)
    return Dealt(Setup.dealt(rules, players, dealer), log.series.new_among(players))


def _dealer_and_players(words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    dealer, rest = "", words
    if rest[:1] == ["dealer"]:
        dealer, rest = " ".join(rest[1:2]), rest[2:]
    players = tuple(rest[1:]) if rest[:1] == ["players"] else ()
    if (rest and not players) or (words[:1] == ["dealer"] and not is_handle(dealer)):
        raise LineError(TAKES["deal"])
    return dealer, players
