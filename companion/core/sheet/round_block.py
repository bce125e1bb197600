"""The block of one round on its own, as it stands on a sheet, to take the place of that round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.core.errors import LineError
from companion.core.log import Log, Replay
from companion.core.phrases import phrase
from companion.core.sheet.block import Block, Spellings, blamed_on
from companion.core.sheet.checks import Fault
from companion.core.sheet.words import words_of
from companion.core.steps import Repaired

_OF_THE_SERIES: Final = (["total"], ["winner"])
"""Checks of a series, not of its last round."""


@dataclass(frozen=True, slots=True)
class RoundReading:
    """The repair that a block means, and which of its checks do not hold."""

    step: Repaired
    faults: tuple[Fault, ...]


def read_round(lines: Iterable[str], log: Log, number: int) -> RoundReading:
    """Round `number` of the log, counted from 1 and there, as these lines tell it. What they leave
    out is as on a sheet: the deal passes left, the rules are those of the round before. They may
    begin with `round N`.

    :raises SheetError: naming the line, counted from 1, that cannot be read
    """
    series, rounds = log.series, log.series.rounds[: number - 1]
    before = replace(series, rounds=rounds, planned=None, ended=False, settled=())
    replay = Replay(Log(log.head, (), before))
    block = Block(1, number, replay, before.latest_rules, Spellings.of(series))
    told = [(line, words) for line, words in enumerate(map(words_of, lines), 1) if words]
    if told and told[0][1] == ["round", str(number)]:
        del told[0]
    for line, words in told:
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
    elif rest[:1] in _OF_THE_SERIES:
        return  # a block that is copied from the end of a sheet brings them along
    elif rest:
        block.check(line, rest[0], rest[1:])
    else:
        raise LineError(phrase("= {name} is no check"), name="")
