"""The turns of a round as recorded and as repaired, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.cards import Card
from companion.core.rounds.events import Played
from companion.core.rounds.repair import DraftTurn
from companion.views.at_table.outlook import Outlook
from companion.views.person import tints_of
from companion.views.speech import short
from companion.words import Words


class Mark(Enum):
    """What a turn of the repaired round is, held against the one as recorded."""

    SAME = "same"
    OTHER_PLAYER = "moved"
    NEW = "new"
    MISFIT = "misfit"
    LEFT_OUT = "cut"


@dataclass(frozen=True, slots=True)
class TurnCell:
    """A turn in one of the two columns: who, in which colour, and what was done, with the letter
    of a card's suit. Nobody is named where who plays hangs on a turn that does not fit.
    """

    player: str
    tint: int
    text: str
    suit: str


@dataclass(frozen=True, slots=True)
class RepairRow:
    """Turn `turn` as recorded and as repaired, None where there is none; `says` is the whole."""

    turn: int
    before: TurnCell | None
    after: TurnCell | None
    mark: Mark
    chosen: bool
    says: str


def repair_rows(seen: Outlook, chosen: int) -> tuple[RepairRow, ...]:
    """All rows; `chosen` is the turn looked at."""
    count = max(len(seen.before.turns), len(seen.draft.turns))
    return tuple(_row(seen, turn, chosen=turn == chosen) for turn in range(1, count + 1))


def _row(seen: Outlook, turn: int, *, chosen: bool) -> RepairRow:
    words, turns = seen.words, seen.draft.turns
    before = _before(seen, turn) if turn <= len(seen.before.turns) else None
    after = turn_after(seen, turn, turns[turn - 1]) if turn <= len(turns) else None
    mark = _mark(seen, turn) if after else Mark.SAME
    said = [cell_words(before, words) if before else ""]
    if after != before or mark in {Mark.MISFIT, Mark.LEFT_OUT}:
        said.append(_repaired(after, mark, words))
    says = words.say("Turn {turn}: {what}", turn=turn, what="; ".join(filter(None, said)))
    return RepairRow(turn, before, after, mark, chosen, says)


def _before(seen: Outlook, turn: int) -> TurnCell:
    made = seen.before.turns[turn - 1]
    handle = seen.before.setup.players[made.seat]
    return _cell(seen, handle, made.card if isinstance(made, Played) else None)


def turn_after(seen: Outlook, turn: int, made: DraftTurn) -> TurnCell:
    """Who plays is known up to the first turn that does not fit."""
    round_, handle = seen.now, ""
    if turn <= len(round_.turns):
        handle = round_.setup.players[round_.turns[turn - 1].seat]
    elif turn == len(round_.turns) + 1 and round_.due is not None:
        handle = round_.setup.players[round_.due]
    return _cell(seen, handle, made.move)


def _cell(seen: Outlook, handle: str, move: Card | None) -> TurnCell:
    tints = tints_of(seen.log.series, seen.people)
    done = seen.words.say("pass") if move is None else short(move, seen.words)
    return TurnCell(
        seen.name_of(handle) if handle else "",
        tints.get(handle, -1),
        done,
        move.suit.letter if move else "",
    )


def _mark(seen: Outlook, turn: int) -> Mark:
    fits, made, was = len(seen.now.turns), seen.draft.turns[turn - 1], seen.before
    if turn > fits:
        return Mark.MISFIT if turn == fits + 1 else Mark.LEFT_OUT
    if not made.recorded_as:
        return Mark.NEW
    former = was.turns[made.recorded_as - 1]
    if made.move != (former.card if isinstance(former, Played) else None):
        return Mark.NEW
    player = seen.now.setup.players[seen.now.turns[turn - 1].seat]
    same = player == was.setup.players[former.seat]
    return Mark.SAME if same else Mark.OTHER_PLAYER


def cell_words(cell: TurnCell, words: Words) -> str:
    """Who did what: `Ben 8♣`."""
    return words.say("{name} {done}", name=cell.player, done=cell.text).strip()


def _repaired(after: TurnCell | None, mark: Mark, words: Words) -> str:
    if after is None:
        return words.say("repaired: nothing")
    said = words.say("repaired: {what}", what=cell_words(after, words))
    if mark is Mark.MISFIT:
        return f"{said}, {words.say('does not fit')}"
    return f"{said}, {words.say('left out')}" if mark is Mark.LEFT_OUT else said


def first_worth_a_look(rows: tuple[RepairRow, ...]) -> int:
    """The turn before the first one that is changed or looked at."""
    worth = (row.turn for row in rows if row.chosen or row.before != row.after)
    return max(1, min(worth, default=1) - 1)
