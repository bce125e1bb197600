"""Writer of score sheets and of single rounds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.core.cards import NO_CARDS, Cards
from companion.core.log import Log, Replay
from companion.core.objections import LineError, phrase
from companion.core.presets import describe
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Played, Result, Setup, Turn
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.sheet.block import Block, Spellings, blamed_on
from companion.core.sheet.checks import Check, Fault, round_checks, total_checks
from companion.core.sheet.words import NO_TURN, PASS, words_of, write_cards, write_event
from companion.core.steps import Repaired

VERSION = 1
_MARGIN, _NARROWEST = 9, 3


def dumps(log: Log) -> str:
    """Write the canonical score sheet of a series, with all checks."""
    series = log.series
    blocks = [_head(series)]
    rules = series.rules
    for number, round_ in enumerate(series.rounds, 1):
        blocks += _round(number, round_, rules)
        rules = round_.setup.rules
    if series.rounds:
        blocks.append(list(_after_the_last_round(series)))
        blocks.append([_check(name, check) for name, check in total_checks(series).items()])
    return "\n".join("\n".join(block) + "\n" for block in blocks if block)


def _head(series: Series) -> list[str]:
    lines = [f"fantan {VERSION}"]
    stated = (("series", series.name), ("date", series.date), ("worth", series.worth))
    lines += [_line(word, text) for word, text in stated if text]
    lines.append(_line("rules", describe(series.rules)))
    called = [player for player in series.players if player.name != player.handle]
    width = max((len(player.handle) for player in called), default=0)
    return lines + [
        _line("called", f"{player.handle:<{width}}  {player.name}") for player in called
    ]


def _after_the_last_round(series: Series) -> Iterator[str]:
    if series.ended:
        yield "end"
    for settled in series.settled:
        yield _line("settled", f"{settled.source} {settled.target} {settled.chips}")
    if series.planned:
        yield _line("planned", describe(series.planned))


def _line(word: str, rest: str) -> str:
    return f"{word:<{_MARGIN}}{rest}"


def _round(number: int, round_: Round, before: Rules) -> Iterator[list[str]]:
    yield _setup(number, round_, before)
    yield _table(round_)
    yield list(_afterwards(round_))
    yield [_check(name, check) for name, check in round_checks(round_).items()]


def _setup(number: int, round_: Round, before: Rules) -> list[str]:
    setup = round_.setup
    lines = [_line("round", str(number))]
    if setup.date:
        lines.append(_line("date", setup.date))
    if setup.rules != before:
        lines.append(_line("rules", describe(setup.rules)))
    lines.append(_line("dealer", setup.players[setup.dealer]))
    if setup.hand_sizes != Setup.dealt(setup.rules, setup.players, setup.dealer).hand_sizes:
        sizes = zip(setup.players, setup.hand_sizes, strict=True)
        lines.append(_line("deal", "  ".join(f"{handle} {size}" for handle, size in sizes)))
    known = round_.knowledge
    lines += _cards("hand", setup.players, [hand or NO_CARDS for hand in known.hands])
    lines += _cards("holds", setup.players, known.seen)
    return lines


def _cards(word: str, players: Sequence[str], cards: Sequence[Cards]) -> Iterator[str]:
    """Yield a line for each player with cards."""
    for handle, held in zip(players, cards, strict=True):
        if held:
            yield _line(word, f"{handle} {write_cards(held)}")


def _table(round_: Round) -> list[str]:
    players = round_.setup.players
    widths = [max(len(handle), _NARROWEST) for handle in players]
    lines = [_row("", players, widths)]
    lines += [_row(f"{trip:>3}", row, widths) for trip, row in enumerate(_trips(round_), 1)]
    return lines


def _row(number: str, cells: tuple[str, ...] | list[str], widths: list[int]) -> str:
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{number:<{_MARGIN}}" + "  ".join(padded)


def _trips(round_: Round) -> Iterator[list[str]]:
    """Yield the rows, each a trip round the table from the first column to the last."""
    empty = [NO_TURN] * len(round_.setup.players)
    row, last = list(empty), -1
    for turn in round_.turns:
        if turn.seat <= last:
            yield row
            row = list(empty)
        row[turn.seat] = _cell(turn)
        last = turn.seat
    if last >= 0:
        yield row


def _cell(turn: Turn) -> str:
    return turn.card.text if isinstance(turn, Played) else PASS


def _afterwards(round_: Round) -> Iterator[str]:
    players, decisions = round_.setup.players, round_.decisions
    if round_.by_result:
        yield _padded(write_event(Result(round_.cards_left, round_.passes), players))
    yield from _cards("left", players, round_.knowledge.shown)
    for decided in decisions.events:
        yield _padded(write_event(decided, players))


def _padded(line: str) -> str:
    word, _, rest = line.partition(" ")
    return _line(word, rest) if rest else word


def _check(name: str, check: Check) -> str:
    if isinstance(check, str):
        return f"= {_label(name)} {check}"
    if isinstance(check, tuple):
        return f"= {_label(name)} {' '.join(check)}"
    return f"= {_label(name)} {'  '.join(f'{key} {value}' for key, value in check.items())}"


def _label(name: str) -> str:
    word, _, rest = name.partition(" ")
    return f"{word} {rest:<6}" if rest else f"{word:<6}"


_SERIES_CHECKS: Final = (["total"], ["winner"])
"""Checks of a series, not of its last round."""


@dataclass(frozen=True, slots=True)
class RoundReading:
    """Repair read from the lines of a round, and the failed checks."""

    step: Repaired
    faults: tuple[Fault, ...]


def read_round(lines: Iterable[str], log: Log, number: int) -> RoundReading:
    """Read round `number` of the log anew from these lines, which may begin with `round N`.

    The round must exist; rounds count from 1. As on a sheet, the deal passes left and the rules
    stay those of the round before, unless the lines change them.

    :raises SheetError: naming the unreadable line, counted from 1
    """
    series, rounds = log.series, log.series.rounds[: number - 1]
    last = rounds[-1] if rounds else None
    fresh = replace(series, planned=None, ended=False, settled=())
    before = replace(fresh, earlier=rounds[:-1], last=last)
    replay = Replay(Log(log.head, (), before))
    block = Block(1, number, replay, before.latest_rules, Spellings.of(series))
    numbered = [(line, words) for line, words in enumerate(map(words_of, lines), 1) if words]
    if numbered and numbered[0][1] == ["round", str(number)]:
        del numbered[0]
    for line, words in numbered:
        with blamed_on(line):
            _take(block, line, words)
    block.end()
    joined = series.new_among(block.players)
    step = Repaired(number, block.round.setup, tuple(block.round.events), joined)
    return RoundReading(step, tuple(block.faults()))


def _take(block: Block, line: int, words: list[str]) -> None:
    word, *rest = words
    if word != "=":
        block.take(line, words)
    elif rest[:1] in _SERIES_CHECKS:
        return  # the last round may be copied from a sheet with the checks of the series
    elif rest:
        block.check(line, rest[0], rest[1:])
    else:
        raise LineError(phrase("= {name} is not a check"), name="")
