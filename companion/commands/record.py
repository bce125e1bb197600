"""`fantan record`, which extends a series by text and answers each line once it is stored."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date
from typing import BinaryIO

from companion.commands.evenings import take_in_evenings
from companion.commands.folder import CANNOT_OPEN, DONE, FindingReporter
from companion.commands.replay import report_faults, report_unread, text_of
from companion.commands.streams import complain, in_one_line, standard_input
from companion.core.cards import card, guess_card
from companion.core.judge import Verdict, judge
from companion.core.log import Log
from companion.core.names import is_handle
from companion.core.objections import LineError, Objection, RulesError, SheetError, Why
from companion.core.rounds.doubt import doubt_of
from companion.core.rounds.events.decisions import FineWaived
from companion.core.rounds.events.results import Result
from companion.core.rounds.reading import KINDS, read_event
from companion.core.rounds.setup import Setup
from companion.core.rounds.texts import is_pass, read_number, words_of
from companion.core.series import next_dealer
from companion.core.sheet import dumps, read, read_after, read_round
from companion.core.sheet.block import Spellings
from companion.core.spelling import closest
from companion.core.steps import Dealt, HandedOver, LeftOpen, Recorded, Step, to_strangers
from companion.desk.archive import Archive
from companion.desk.commands import Command, lead, pass_turn, play
from companion.desk.ports import StoreFailedError, Trouble, at_once
from companion.desk.table import Table
from storage.paths import data_folder
from storage.store import FolderStore

_END = "."
_ANYWAY = "anyway"
_BLOCK_BEGINS = (["round"], ["rules"], ["dealer"])
_LONGEST_LINE = 10_000
"""Limit for a command, in bytes."""
_LONGEST_BLOCK = 1_000_000
"""Limit for a round after `repair`, in bytes."""
ALONE = frozenset({"--", "end", "undo", "redo", "sheet"})
"""The commands of one word."""
TAKES = {
    "deal": "deal takes dealer HANDLE and players HANDLE…",
    "lead": "lead takes one player",
    "planned": "planned takes house rules",
    "repair": "repair takes the number of a round, and its block below",
    "handed": "handed takes two players and a number of chips",
    "later": "later takes one player",
    "now": "now takes one player",
}
"""Arguments of the other commands that are no events."""


def record(sheet: str | None, number: int | None) -> int:
    """Record the commands of standard input in a series, and answer each line with one line.

    Prints `series N REVISION` first. An answer is `ok REVISION` once the command is on the disk, or
    `no REASON`. HANDLE is a handle of the sheet.

    the turn of the player who is due:
      7D, 10H, AS …               play this card
      --                          pass
      lead HANDLE                 play the opening card; the player leads the round
    or the whole round by its result:
      result HANDLE LEFT PASSES … for each player in the order of the seats, the cards left and the
                                  passes, in place of the turns
      scored HANDLE HANDLE POINTS …
                                  the winner, and the points of each player, ? where they are open
    known cards:
      hand HANDLE CARD…           a complete hand as dealt
      holds HANDLE CARD…          some cards of a hand as dealt
      left HANDLE CARD…           all cards left in a hand after the round
      forget HANDLE CARD…         withdraw a note of these cards
    decisions of the table:
      waive TURN                  waive the fine for the pass at this turn
      charge TURN                 charge the fine again
      paid TURN [ACCOUNT CHIPS]   the fine was put down, or one part of it
      pay HANDLE HANDLE CHIPS [NOTE]
                                  correct chips between two players, or a player and `pot`
      points HANDLE ±N [NOTE]     correct points
      void                        call off the round
      date YYYY-MM-DD             the day on which the round was dealt
      time HH:MM [HH:MM]          when it was dealt, and when it ended
      deal [dealer HANDLE] [players HANDLE…]
                                  deal the next round
      planned PRESET [OPTION=VALUE]…
                                  use these rules from the next round on
      end                         end the series
    chips that are handed over:
      later HANDLE                the player hands over later: the next deal leaves it open
      now HANDLE                  withdraw that
      handed HANDLE HANDLE CHIPS [anyway]
                                  the first player handed the second these chips; one can be `pot`;
                                  more than is owed is taken with `anyway`
      open [HANDLE HANDLE CHIPS]… exactly this is open now, and the rest was handed over
    the whole series:
      undo, redo                  take back the last step, or repeat it
      repair N                    replace round N by the lines up to a line with a single .
      sheet                       print the score sheet, and a line with a single .

    exit codes:
      0  the end of the input was reached
      2  the sheet or the input cannot be read, nothing can be printed, or the command line is wrong
      3  there is no such series, the data folder cannot be opened, or the app has it open

    The environment variable FANTAN_HOME names the data folder.
    """
    try:
        begun = None if sheet is None else _begun(sheet)
        fed = standard_input()
    except SheetError as first:
        return report_unread(sheet or "", first)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        return complain(f"{in_one_line(sheet or 'fantan record')}: {in_one_line(str(reason))}")
    take_in_evenings(data_folder())
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

    :raises StoreFailedError: when the table cannot be opened, with the number if there is no such
    series
    """
    try:
        return await archive.open(number)
    except StoreFailedError as failed:
        listed = (*archive.catalogue.entries, *archive.catalogue.removed)
        if failed.trouble is Trouble.GONE and number not in {entry.number for entry in listed}:
            raise StoreFailedError(f"there is no series {number}") from failed
        raise


def _begun(sheet: str) -> Log:
    """Return the log of a sheet, and report the checks that do not hold.

    :raises SheetError: when the sheet has no round, or cannot be read
    """
    reading = read(text_of(sheet))
    if not reading.log.steps:
        raise SheetError(1, "this sheet has no round yet")
    report_faults(sheet, reading)
    return reading.log


def _lines(fed: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of the input; a line that is too long is cut just beyond the limit.

    :raises OSError: when the input cannot be read
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
    """Return the text of a line.

    :raises LineError: when the line is too long, or no text
    """
    if len(line) > _LONGEST_LINE:
        raise LineError("this line is too long")
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LineError("this is not UTF-8 text") from None


class _Recording:
    """A table that takes one request after the other, with reports on its store."""

    def __init__(self, archive: Archive, table: Table, runner: asyncio.Runner) -> None:
        self._archive = archive
        self._table = table
        self._runner = runner
        self._reporter = FindingReporter("record")
        self._refused_block = False
        """True just after `repair` with the number of no round."""

    def take(self, lines: Iterator[bytes]) -> None:
        """Answer each line as soon as its request is stored or refused."""
        self._report()
        now = self._table.snapshot
        print(f"series {now.number} {now.revision}", flush=True)
        for line in lines:
            if self._is_of_refused_block(line, lines):
                continue
            print(self._answer(line, lines), flush=True)
            self._report()

    def _is_of_refused_block(self, line: bytes, following: Iterator[bytes]) -> bool:
        """Return whether the line begins the block of a round that there is not, and skip it.

        Its lines must not be taken for commands. Whoever types has the answer and no block.
        """
        if not self._refused_block:
            return False
        self._refused_block = False
        words = words_of(line.decode(errors="replace"))
        players = self._table.snapshot.log.round.setup.players
        if words[:1] not in _BLOCK_BEGINS and not (len(words) > 1 and {*words} <= {*players}):
            return False
        for skipped in following:
            if skipped.strip() == _END.encode():
                break
        return True

    def _report(self) -> None:
        """Print the new findings of the store."""
        self._reporter.report(self._archive.catalogue.findings)

    def _answer(self, line: bytes, following: Iterator[bytes]) -> str:
        """Return the answer to a line, once its request is stored or refused."""
        try:
            words = words_of(_text(line))
            if words == ["sheet"]:
                return f"{dumps(self._table.snapshot.log)}{_END}"
            if words[:1] == ["repair"]:
                refusal = self._repair(words[1:], following)
            else:
                refusal = self._ask(words)
        except SheetError as fault:
            return f"no line {fault.line}: {in_one_line(fault.problem)}"
        except (ValueError, RulesError, StoreFailedError) as fault:
            return f"no {in_one_line(str(fault))}"
        return f"no {refusal.english}" if refusal else f"ok {self._table.snapshot.revision}"

    def _ask(self, words: list[str]) -> Objection | None:
        table = self._table
        seen = self._table.snapshot.revision
        if words == ["undo"]:
            return self._runner.run(table.undo(seen))
        if words == ["redo"]:
            return self._runner.run(table.redo(seen))
        refusal = self._runner.run(table.do(_command(words), seen))
        round_ = table.snapshot.log.round
        if words[0] == "result" and refusal is None and round_.by_result:
            result = Result(round_.cards_left, round_.passes)
            if doubt := doubt_of(round_.setup, result):
                complain(f"fantan record: note: {doubt.english}")
        return refusal

    def _repair(self, words: list[str], following: Iterator[bytes]) -> Objection | None:
        """Replace the round with this number by the round in a block.

        :raises SheetError: when the block cannot be read
        """
        self._refused_block = True
        if len(words) != 1:
            raise LineError(TAKES["repair"])
        now = self._table.snapshot
        number = read_number(words[0])
        if number > now.round_number:
            return Objection(Why.NO_ROUND, number=number)
        self._refused_block = False
        reading = read_round(_block(following), now.log, number)
        for failed in reading.faults:
            complain(f"fantan record: round {number}, line {failed.line}: {failed.problem}")
        for strange in reading.remarks:
            complain(f"fantan record: round {number}, line {strange.line}: note: {strange.problem}")
        return self._runner.run(self._table.do(reading.step, now.revision))


def _block(following: Iterator[bytes]) -> list[str]:
    """Return the lines of a block up to its end, without regard to their content.

    :raises LineError: when the lines are too many or too long, no text, or have no end
    """
    lines = list[bytes]()
    length = 0
    for line in following:
        if line.strip() == _END.encode():
            break
        length += len(line)
        if length <= _LONGEST_BLOCK:
            lines.append(line)
    else:
        raise LineError("this block has no end: a line with a single . closes it")
    if length > _LONGEST_BLOCK:
        raise LineError("this block is too long")
    return [_text(line) for line in lines]


def _command(words: list[str]) -> Command:
    """Return the command in the words of a line.

    :raises ValueError: with the reason, when the words are no command
    """
    match words:
        case []:
            raise LineError("this line asks for nothing")
        case [word] if is_pass(word):
            return pass_turn
        case ["lead", handle]:
            return lead(handle)
        case ["handed", _, *_]:
            return lambda log: _handed_over(log, words[1:])
        case ["open", *rest]:
            return lambda log: _left_open(log, rest)
        case ["end", *_] | ["planned" | "later" | "now", _, *_]:
            return read_after(words[0], words[1:])
        case ["deal", *rest]:
            return lambda log: _deal(log, rest)
        case [word, *_] if word in KINDS:
            return lambda log: _event(log, words)
        case _:
            return _card_laid(*words)


def _event(log: Log, words: Sequence[str]) -> Step:
    """Return an event of the last round.

    :raises ValueError: with the reason, when the words have another form, or a free pass is waived
    """
    event = read_event(" ".join(words), log.round.setup.players)
    if isinstance(event, FineWaived):
        verdicts = {ruling.turn: ruling.verdict for ruling in judge(log.round).rulings}
        if verdicts.get(event.turn) is Verdict.FREE:
            raise LineError("the pass at turn {turn} is free: there is no fine", turn=event.turn)
    return Recorded(log.round_number, event)


def _left_open(log: Log, words: list[str]) -> Step | Objection:
    """Return what is open.

    :raises ValueError: with the reason, when the words have another form
    """
    step = LeftOpen.read(words, ())
    return to_strangers(log.series, step) or step


def _handed_over(log: Log, words: list[str]) -> Step | Objection:
    """Return the hand-over of chips.

    :raises ValueError: with the reason, when the words have another form, or say more than is owed
    """
    asked = words[-1] != _ANYWAY
    step = HandedOver.read(words if asked else words[:-1], ())
    payer, payee, chips = step.paid
    owed = sum(paid.chips for paid in log.series.open if paid[:2] == (payer, payee))
    if stranger := to_strangers(log.series, step):
        return stranger
    if asked and chips > owed:
        more = "{payer} owes {payee} {owed}, not {chips}: put {word} behind it to record it"
        raise LineError(more, payer=payer, payee=payee, owed=owed, chips=chips, word=_ANYWAY)
    return step


def _card_laid(word: str, *rest: str) -> Command:
    """Return the turn with the card that is the only word of a line.

    :raises LineError: when the word is no card, or not the only one
    """
    if word in TAKES:
        raise LineError(TAKES[word])
    if word in ALONE:
        raise LineError("{word} takes nothing after it", word=word)
    try:
        laid = card(word)
    except ValueError:
        meant = guess_card(word) or closest(word, (*KINDS, *ALONE, *TAKES))
        near = f"; did you mean {meant}?" if meant else ""
        raise LineError(f"{{word}} is neither a card nor a command{near}", word=word) from None
    if rest:
        raise LineError("{word} takes nothing after it", word=word)
    return play(laid)


def _deal(log: Log, words: list[str]) -> Step | Objection:
    """Return the next deal, by `[dealer HANDLE] [players HANDLE…]` or else by the usual order.

    :raises ValueError: with the reason, when the words have another form
    """
    before = log.round
    rules = log.series.planned or log.series.latest_rules
    named, seated = _dealer_and_players(words)
    players = seated or before.setup.players
    Spellings.of(log.series).seat(seated if len(set(seated)) == len(seated) else ())
    if named and named not in players:
        raise LineError("{handle} deals, but does not sit at the table", handle=named)
    dealer = players.index(named) if named else next_dealer(before, players)
    return Dealt(Setup.dealt(rules, players, dealer), log.series.new_among(players))


def _dealer_and_players(words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    dealer = ""
    rest = words
    if rest[:1] == ["dealer"]:
        dealer = " ".join(rest[1:2])
        rest = rest[2:]
    players = tuple(rest[1:]) if rest[:1] == ["players"] else ()
    if (rest and not players) or (words[:1] == ["dealer"] and not is_handle(dealer)):
        raise LineError(TAKES["deal"])
    return dealer, players
