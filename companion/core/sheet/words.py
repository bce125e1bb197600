"""Text form of single events, as on the score sheet and in the store."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final, NamedTuple

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
        case events.Forgotten(seat, cards, instead):
            forgot = f"{_FORGET} {players[seat]} {write_cards(cards)}"
            return f"{forgot} {_INSTEAD} {write_event(instead, players)}" if instead else forgot
        case events.Result(left, passes):
            counts = zip(players, left, passes, strict=True)
            return f"{_RESULT} {'  '.join(f'{handle} {n} {m}' for handle, n, m in counts)}"
        case _:
            word = _WORDS[type(event)]
            values = (getattr(event, name) for name in event.__match_args__)
            pairs = zip(_FORMS[word].parts, values, strict=True)
            written = (part.write(value, players) for part, value in pairs)
            return " ".join(filter(None, (word, *written)))


def read_event(line: str, players: Sequence[str]) -> Event:
    """Read an event as written by `write_event`.

    :raises ValueError: when the line is no event
    """
    word, *rest = line.split() or [""]
    one_word = len(rest) == 1 or (len(rest) > 1 and is_pass(rest[0]))
    is_turn = word in YOUNG_WORDS and word in players and one_word
    if is_turn or word not in EVENT_WORDS:
        return _read_turn(word, rest, players)
    if word == _FORGET:
        return _read_forgetting(rest, players)
    if word == _RESULT:
        return _read_result(rest, players)
    return _read_in_form(word, rest, players)


def _read_in_form(word: str, rest: list[str], players: Sequence[str]) -> Event:
    kind, parts, least, most, takes = _FORMS[word]
    if not least <= len(rest) <= most:
        raise LineError(takes, word=word)
    texts = *rest[: len(parts) - 1], " ".join(rest[len(parts) - 1 :])
    pairs = zip(parts, texts, strict=False)  # there is always a text, even for no part
    return kind(*(part.read(text, players) for part, text in pairs))


def _read_forgetting(rest: list[str], players: Sequence[str]) -> events.Forgotten:
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


def _read_result(rest: list[str], players: Sequence[str]) -> events.Result:
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


def write_account(account: Account, players: Sequence[str]) -> str:
    """Return the handle of a seat, or the word for the pot."""
    return POT_WORD if account == POT else players[account]


def _read_account(text: str, players: Sequence[str]) -> Account:
    return POT if text == POT_WORD else read_seat(text, players)


def _read_date(text: str, _players: Sequence[str]) -> str:
    if not is_date(text):
        raise LineError(_ONE_DATE)
    return text


def _read_points(text: str, _players: Sequence[str]) -> int:
    points = with_hyphen(text)
    number = read_number(points[1:] if points[:1] in {"+", "-"} and len(points) > 1 else points)
    return -number if points.startswith("-") else number


@dataclass(frozen=True)
class _Part:
    """Reader and writer of one value of an event; the last value takes all words that are left."""

    read: Callable[[str, Sequence[str]], Any]
    write: Callable[[Any, Sequence[str]], str]


_SEAT: Final = _Part(read_seat, write_account)
_ACCOUNT: Final = _Part(_read_account, write_account)
_NUMBER: Final = _Part(lambda text, _: read_number(text), lambda number, _: str(number))
_PARTS: Final = _Part(
    lambda text, _: read_number(text) if text else None, lambda parts, _: str(parts or "")
)
_POINTS: Final = _Part(_read_points, lambda points, _: f"{points:+d}")
_DATE: Final = _Part(_read_date, lambda date, _: date)
_CARDS: Final = _Part(lambda text, _: read_cards(text.split()), lambda cards, _: write_cards(cards))
_NOTE: Final = _Part(lambda text, _: text, lambda note, _: note)


class _Form(NamedTuple):
    """Values of a kind of event, the least and the most words of them, and the error for others."""

    kind: Callable[..., Event]
    parts: tuple[_Part, ...]
    least: int
    most: float
    takes: str = ""


_ONE_DATE: Final = phrase("date takes one YYYY-MM-DD")
_ONE_TURN: Final = phrase("{word} takes one turn")
_TWO_ACCOUNTS: Final = phrase("pay takes two accounts and a number of chips")
_SIGNED: Final = phrase("points takes a player and a number with its sign")
_NOTHING: Final = phrase("{word} takes nothing after it")
_OWES: Final = phrase("owed takes two players and a number of chips")
_TWO_PLAYERS: Final = phrase("handed takes two players")
_FORMS: Final = {
    "hand": _Form(events.HandEntered, (_SEAT, _CARDS), 0, inf),
    "holds": _Form(events.Seen, (_SEAT, _CARDS), 0, inf),
    "left": _Form(events.Shown, (_SEAT, _CARDS), 0, inf),
    "waive": _Form(events.Waived, (_NUMBER,), 1, 1, _ONE_TURN),
    "charge": _Form(events.Charged, (_NUMBER,), 1, 1, _ONE_TURN),
    "paid": _Form(events.FinePaid, (_NUMBER, _PARTS), 1, 2, _ONE_TURN),
    "date": _Form(events.Dated, (_DATE,), 1, 1, _ONE_DATE),
    "void": _Form(events.CalledOff, (), 0, 0, _NOTHING),
    "pay": _Form(events.Paid, (_ACCOUNT, _ACCOUNT, _NUMBER, _NOTE), 3, inf, _TWO_ACCOUNTS),
    "points": _Form(events.PointsCorrected, (_SEAT, _POINTS, _NOTE), 2, inf, _SIGNED),
    _OWED: _Form(events.Owed, (_SEAT, _SEAT, _NUMBER), 3, 3, _OWES),
    _HANDED: _Form(events.HandedOver, (_SEAT, _SEAT), 2, 2, _TWO_PLAYERS),
}
_WORDS: Final = {form.kind: word for word, form in _FORMS.items()}
EVENT_WORDS: Final = frozenset({*_FORMS, _FORGET, _RESULT})
"""First words of events that are no turns."""
