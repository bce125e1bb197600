"""Events read from their words, as the sheet, the store and a shared table write them."""

from companion.core.objections import LineError
from companion.core.rounds.events.cards import INSTEAD, Forgotten, HandEntered, LaidOut, Seen, Shown
from companion.core.rounds.events.decisions import (
    CalledOff,
    ChipsCorrection,
    FineCharged,
    FineTicked,
    FineWaived,
    PointsCorrection,
)
from companion.core.rounds.events.results import Result, Scored
from companion.core.rounds.events.times import Dated, Timed
from companion.core.rounds.events.turns import Passed, PassRun, Played
from companion.core.rounds.position import Event, Turn
from companion.core.rounds.setup import Seat
from companion.core.rounds.texts import Players, is_pass, read_card, read_cards, read_seat

KINDS: dict[str, type[Event]] = {
    kind.word: kind
    for kind in (
        HandEntered,
        Seen,
        Shown,
        Forgotten,
        Result,
        Scored,
        Dated,
        Timed,
        FineWaived,
        FineCharged,
        FineTicked,
        ChipsCorrection,
        PointsCorrection,
        CalledOff,
    )
}
"""Kinds of events by their first words; turns begin with a handle."""
SHEET_WORDS = frozenset(word for word, kind in KINDS.items() if not kind.undoes)
"""First words of lines of a sheet; no sheet has the words that undo an event."""
YOUNG_WORDS = frozenset(word for word, kind in KINDS.items() if kind.young)
"""Words that players of older sheets may have as handles."""


def read_event(line: str, players: Players) -> Event:
    """Read an event as written by `Event.words`.

    :raises ValueError: when the line is no event
    """
    word, *rest = line.split() or [""]
    kind = KINDS.get(word)
    one_word = len(rest) == 1 or (len(rest) > 1 and is_pass(rest[0]))
    if kind is None or (kind.young and word in players and one_word):
        return _read_turn(word, rest, players)
    if kind is HandEntered and INSTEAD in rest[1:]:
        return _read_laid_out(rest, players)
    if kind is Forgotten:
        return _read_forgotten(rest, players)
    return kind.read(rest, players)


def _read_laid_out(rest: list[str], players: Players) -> LaidOut:
    handle, *words = rest
    end = words.index(INSTEAD)
    laid = LaidOut(read_seat(handle, players), read_cards(words[:end]))
    if read_event(" ".join(words[end + 1 :]), players) != laid.turn:
        raise LineError("{word} takes a pass of the same player behind then", word="hand")
    return laid


def _read_forgotten(rest: list[str], players: Players) -> Forgotten:
    """Read the words behind `forget`; players may be called `forget` and `then`."""
    handle, *words = rest or [""]
    end = words.index(INSTEAD) if INSTEAD in words else len(words)
    seat = read_seat(handle, players)
    cards = read_cards(words[:end])
    if end == len(words):
        return Forgotten(seat, cards)
    event = read_event(" ".join(words[end + 1 :]), players)
    if not isinstance(event, Played | Seen):
        raise LineError("{word} takes a card laid or noted behind then", word=Forgotten.word)
    return Forgotten(seat, cards, event)


def _read_turn(handle: str, rest: list[str], players: Players) -> Event:
    cells = rest[::2]
    if len(rest) > 1 and len(rest) % 2 and all(map(is_pass, cells)):
        return PassRun(tuple(read_seat(name, players) for name in (handle, *rest[1::2])))
    if len(rest) != 1:
        raise LineError("{handle}: expected a card or --", handle=handle)
    return read_cell(rest[0], read_seat(handle, players))


def read_cell(cell: str, seat: Seat) -> Turn:
    """Read the turn in a cell of a row.

    :raises ValueError: when the cell is neither a card nor a pass
    """
    return Passed(seat) if is_pass(cell) else Played(seat, read_card(cell))
