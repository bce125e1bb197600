"""Text form of single events, as on the score sheet and in the store."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, assert_never

from companion.core.cards import NO_CARDS, Card, Cards, card, spread
from companion.core.objections import LineError, phrase
from companion.core.rounds import setup as events
from companion.core.rounds.setup import POT, Account, Event, Seat, is_date

PASS, NO_TURN, POT_WORD = "--", ".", "pot"
_FORGET, _INSTEAD = "forget", "then"
_OWED, _HANDED, _RESULT = "owed", "handed", "result"
_DASHES: Final = re.compile("[-\u2013\u2014\u2015\u2212]{1,2}")
"""Two hyphens, or a dash that phones put in their place."""
_MINUS: Final = "\u2212"
_LONGEST_NUMBER = 9
_KNOWING: Final[Mapping[str, type[events.Knowing]]] = {
    "hand": events.HandEntered,
    "holds": events.Seen,
    "left": events.Shown,
}
_RULING: Final[Mapping[str, type[events.Waived | events.Charged]]] = {
    "waive": events.Waived,
    "charge": events.Charged,
}
_WORDS: Final = {kind: word for words in (_KNOWING, _RULING) for word, kind in words.items()}
YOUNG_WORDS: Final = frozenset({_FORGET, _OWED, _HANDED, _RESULT})
"""Words that players of older sheets may have as handles."""


def words_of(line: str) -> list[str]:
    """Return the words of a line without its comment."""
    return line.partition("#")[0].split()


def is_pass(word: str) -> bool:
    """Return whether the word is a pass."""
    return _DASHES.fullmatch(word) is not None


def with_hyphen(number: str) -> str:
    """Return the number with a hyphen in the place of a minus sign (U+2212)."""
    return number.replace(_MINUS, "-")


def write_event(event: Event, players: Sequence[str]) -> str:
    """Write an event, e.g. `Ana 7D`, `Ben --`, `left Ana 4H`, `waive 8`.

    Passes in a row are written together: `Ben -- Cem --`.
    A withdrawn note is written with the event that contradicts it: `forget Cem 6H then Ben 6H`.
    """
    match event:
        case events.Played(seat, laid):
            return f"{players[seat]} {laid}"
        case events.Passed(seat):
            return f"{players[seat]} {PASS}"
        case events.PassRun():
            return " ".join(write_event(turn, players) for turn in event.turns)
        case events.HandEntered(seat, cards) | events.Seen(seat, cards) | events.Shown(seat, cards):
            return f"{_WORDS[type(event)]} {players[seat]} {write_cards(cards)}"
        case events.Waived(turn) | events.Charged(turn):
            return f"{_WORDS[type(event)]} {turn}"
        case events.Forgotten(seat, cards, instead):
            forgot = f"{_FORGET} {players[seat]} {write_cards(cards)}"
            return f"{forgot} {_INSTEAD} {write_event(instead, players)}" if instead else forgot
        case _:
            return _write_decision(event, players)


def _write_decision(
    event: events.Result
    | events.Dated
    | events.FinePaid
    | events.Paid
    | events.PointsCorrected
    | events.Owed
    | events.HandedOver
    | events.CalledOff,
    players: Sequence[str],
) -> str:
    match event:
        case events.Result(left, passes):
            counts = zip(players, left, passes, strict=True)
            return f"{_RESULT} {'  '.join(f'{handle} {n} {m}' for handle, n, m in counts)}"
        case events.Dated(date):
            return f"date {date}"
        case events.FinePaid(turn, parts):
            return f"paid {turn} {parts}" if parts else f"paid {turn}"
        case events.PointsCorrected(seat, points, note):
            return f"points {players[seat]} {points:+d} {note}".rstrip()
        case events.Paid(source, target, chips, note):
            paid = f"pay {write_account(source, players)} {write_account(target, players)} {chips}"
            return f"{paid} {note}".rstrip()
        case events.Owed(source, target, chips):
            return f"{_OWED} {players[source]} {players[target]} {chips}"
        case events.HandedOver(source, target):
            return f"{_HANDED} {players[source]} {players[target]}"
        case events.CalledOff():
            return "void"
        case _:
            assert_never(event)


def read_event(line: str, players: Sequence[str]) -> Event:
    """Read an event as written by `write_event`.

    :raises ValueError: when the line is no event
    """
    word, *rest = line.split() or [""]
    one_word = len(rest) == 1 or (len(rest) > 1 and is_pass(rest[0]))
    is_turn = word in YOUNG_WORDS and word in players and one_word
    read = None if is_turn else _READERS.get(word)
    return read(word, rest, players) if read else _read_turn(word, rest, players)


def _read_knowing(word: str, rest: list[str], players: Sequence[str]) -> events.Knowing:
    handle, *cards = rest or [""]
    noted = read_cards(cards)
    return _KNOWING[word](read_seat(handle, players), noted)


def _read_ruling(
    word: str, rest: list[str], _players: Sequence[str]
) -> events.Waived | events.Charged:
    return _RULING[word](_only_number(word, rest))


def _read_tick(word: str, rest: list[str], _players: Sequence[str]) -> events.FinePaid:
    parts = read_number(rest.pop()) if len(rest) == 2 else None  # noqa: PLR2004 - turn, parts
    return events.FinePaid(_only_number(word, rest), parts)


def _read_date(_word: str, rest: list[str], _players: Sequence[str]) -> events.Dated:
    if len(rest) != 1 or not is_date(rest[0]):
        raise LineError(phrase("date takes one YYYY-MM-DD"))
    return events.Dated(rest[0])


def _read_void(word: str, rest: list[str], _players: Sequence[str]) -> events.CalledOff:
    if rest:
        raise LineError(phrase("{word} takes nothing after it"), word=word)
    return events.CalledOff()


def _read_forgetting(_word: str, rest: list[str], players: Sequence[str]) -> events.Forgotten:
    """Read the words behind `forget`; players may be called `forget` and `then`."""
    handle, *words = rest or [""]
    end = words.index(_INSTEAD) if _INSTEAD in words else len(words)
    seat, cards = read_seat(handle, players), read_cards(words[:end])
    if end == len(words):
        return events.Forgotten(seat, cards)
    event = read_event(" ".join(words[end + 1 :]), players)
    if not isinstance(event, events.Played | events.Seen):
        raise LineError(phrase("{word} takes a card laid or noted behind then"), word=_FORGET)
    return events.Forgotten(seat, cards, event)


def _read_owed(_word: str, rest: list[str], players: Sequence[str]) -> events.Owed:
    if len(rest) != 3:  # noqa: PLR2004 - who, whom, how much
        raise LineError(phrase("owed takes two players and a number of chips"))
    source, target = (read_seat(handle, players) for handle in rest[:2])
    return events.Owed(source, target, read_number(rest[2]))


def _read_handed(_word: str, rest: list[str], players: Sequence[str]) -> events.HandedOver:
    if len(rest) != 2:  # noqa: PLR2004 - who, whom
        raise LineError(phrase("handed takes two players"))
    source, target = (read_seat(handle, players) for handle in rest)
    return events.HandedOver(source, target)


def _read_result(_word: str, rest: list[str], players: Sequence[str]) -> events.Result:
    if len(rest) != 3 * len(players) or rest[::3] != list(players):
        raise LineError(
            phrase("result takes each player in seating order, with cards left and passes")
        )
    left, passes = (tuple(map(_read_count, rest[place::3])) for place in (1, 2))
    return events.Result(left, passes)


def _read_turn(handle: str, rest: list[str], players: Sequence[str]) -> Event:
    cells = rest[::2]
    if len(rest) > 1 and len(rest) % 2 and all(map(is_pass, cells)):
        return events.PassRun(tuple(read_seat(name, players) for name in (handle, *rest[1::2])))
    if len(rest) != 1:
        raise LineError(phrase("{handle}: expected a card or --"), handle=handle)
    return read_cell(rest[0], read_seat(handle, players))


def read_cell(cell: str, seat: Seat) -> events.Played | events.Passed:
    """Read the turn in a cell of a row.

    :raises ValueError: when the cell is neither a card nor a pass
    """
    return events.Passed(seat) if is_pass(cell) else events.Played(seat, _read_card(cell))


def write_cards(cards: Cards) -> str:
    """Write cards by suit, `CDHS`, then from ace to king."""
    return " ".join(map(str, spread(cards)))


def read_cards(words: Sequence[str]) -> Cards:
    """Read a set of cards.

    :raises ValueError: when a word is no card or appears twice
    """
    cards = NO_CARDS
    for word in words:
        found = _read_card(word)
        if found.bit & cards:
            raise LineError(phrase("{card} appears twice"), card=found)
        cards |= found.bit
    return cards


def _read_card(word: str) -> Card:
    try:
        return card(word)
    except ValueError:
        raise LineError(phrase("{word} is not a card"), word=word) from None


def read_seat(handle: str, players: Sequence[str]) -> Seat:
    """Return the seat of a handle.

    :raises ValueError: when no player at the table has the handle
    """
    if handle not in players:
        raise LineError(phrase("{handle} does not sit at the table"), handle=handle or "nobody")
    return players.index(handle)


def read_number(text: str) -> int:
    """Read a whole number from 1 to 999,999,999.

    :raises ValueError: when the text is no such number
    """
    fits = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
    if not fits or int(text) < 1:
        raise LineError(phrase("{text} is not a number from 1 up"), text=text)
    return int(text)


def _read_count(text: str) -> int:
    """Read a whole number from 0 up, as `read_number` reads one from 1 up."""
    return 0 if text.isascii() and text and not text.strip("0") else read_number(text)


def _read_points(_word: str, rest: list[str], players: Sequence[str]) -> events.PointsCorrected:
    if len(rest) < 2:  # noqa: PLR2004 - who, how many
        raise LineError(phrase("points takes a player and a number with its sign"))
    handle, points, *note = rest[0], with_hyphen(rest[1]), *rest[2:]
    signed = points[:1] in {"+", "-"} and len(points) > 1
    number = read_number(points[1:] if signed else points)
    number = -number if points.startswith("-") else number
    return events.PointsCorrected(read_seat(handle, players), number, " ".join(note))


def _only_number(word: str, rest: list[str]) -> int:
    if len(rest) != 1:
        raise LineError(phrase("{word} takes one turn"), word=word)
    return read_number(rest[0])


def write_account(account: Account, players: Sequence[str]) -> str:
    """Return the handle of a seat, or the word for the pot."""
    return POT_WORD if account == POT else players[account]


def _read_account(text: str, players: Sequence[str]) -> Account:
    return POT if text == POT_WORD else read_seat(text, players)


def _read_payment(_word: str, rest: list[str], players: Sequence[str]) -> events.Paid:
    if len(rest) < 3:  # noqa: PLR2004 - who, whom, how much
        raise LineError(phrase("pay takes two accounts and a number of chips"))
    source, target, chips, *note = rest
    payer, payee = _read_account(source, players), _read_account(target, players)
    return events.Paid(payer, payee, read_number(chips), " ".join(note))


_Reader = Callable[[str, list[str], Sequence[str]], Event]
_READERS: Final[Mapping[str, _Reader]] = {
    **dict.fromkeys(_KNOWING, _read_knowing),
    **dict.fromkeys(_RULING, _read_ruling),
    "paid": _read_tick,
    "date": _read_date,
    "void": _read_void,
    "pay": _read_payment,
    "points": _read_points,
    _FORGET: _read_forgetting,
    _OWED: _read_owed,
    _HANDED: _read_handed,
    _RESULT: _read_result,
}
EVENT_WORDS: Final = frozenset(_READERS)
"""First words of events that are no turns."""
