"""Values of events as words of the score sheet: seats, cards, numbers, and how a repair moves them.

Each field of an event is annotated with its form here, and with that the field is declared once:
for the sheet, the store, a shared table and a repair.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from math import inf
from typing import Annotated, Any, ClassVar, Self, get_type_hints

from companion.core.cards import NO_CARDS, Card, Cards, card, guess_card, spread
from companion.core.names import in_order
from companion.core.objections import LineError
from companion.core.rounds.setup import POT, Account, Seat, is_date, is_time

PASS = "--"
NO_TURN = "."
OPEN_POINTS = "?"
POT_WORD = "pot"
_DASH = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_DASHES = re.compile(f"[{_DASH}]{{1,2}}")
"""Two hyphens, or what phones and other keyboards put in their place."""
_MINUS = re.compile(f"[{_DASH}](?=[0-9])")
MOST_CHIPS = 999_999_999
"""Upper bound of a number in a line of a sheet."""

Players = Sequence[str]


@dataclass(frozen=True)
class Moves:
    """New seats and new turns of the passes in a repaired round, by the recorded ones."""

    seats: Mapping[Account, Account]
    turns: Mapping[int, int]


def _as_it_is(value: Any, _moves: Moves) -> Any:
    return value


@dataclass(frozen=True)
class Spelling:
    """Reader, writer and mover of one value; the last value of a line takes all words left.

    `move` raises `KeyError` where a repaired round has no such seat or pass.
    """

    read: Callable[[str, Players], Any]
    write: Callable[[Any, Players], str]
    move: Callable[[Any, Moves], Any] = _as_it_is
    least: int = 1
    open_end: bool = False


def words_of(line: str) -> list[str]:
    """Return the words of a line without its comment."""
    return line.partition("#")[0].split()


def is_pass(word: str) -> bool:
    """Return whether the word is a pass."""
    return _DASHES.fullmatch(word) is not None


def with_hyphen(number: str) -> str:
    """Return the number with a hyphen in the place of another dash or minus sign."""
    return _MINUS.sub("-", number) if not number.isascii() else number


def write_cards(cards: Cards) -> str:
    """Write cards by suit, `CDHS`, then from ace to king."""
    return " ".join(map(str, spread(cards)))


def read_cards(words: Sequence[str]) -> Cards:
    """Read a set of cards.

    :raises ValueError: when a word is no card or appears twice
    """
    cards = NO_CARDS
    for word in words:
        found = read_card(word)
        if found.bit & cards:
            raise LineError("{card} appears twice", card=found)
        cards |= found.bit
    return cards


def read_card(word: str) -> Card:
    """Read a card.

    :raises ValueError: when the word is no card
    """
    try:
        return card(word)
    except ValueError:
        raise NoCardError(word) from None


class NoCardError(LineError):
    """Word that is no card, with the card that was probably `meant`."""

    def __init__(self, word: str) -> None:
        self.meant = guess_card(word)
        if self.meant:
            no_card = "{word} is not a card; did you mean {card}?"
            super().__init__(no_card, word=word, card=self.meant)
        else:
            super().__init__("{word} is not a card", word=word)


def read_seat(handle: str, players: Players) -> Seat:
    """Return the seat of a handle.

    :raises ValueError: when no player at the table has the handle
    """
    if handle not in players:
        plain = in_order(handle)[0]
        near = next((player for player in players if in_order(player)[0] == plain), "")
        if near:  # typed without its accents
            says = "{handle} does not sit at the table; did you mean {near}?"
            raise LineError(says, handle=handle, near=near)
        raise LineError("{handle} does not sit at the table", handle=handle or "nobody")
    return players.index(handle)


def read_number(text: str, wanted: str = "{text} is not a number from 1 up") -> int:
    """Read a whole number from 1 to `MOST_CHIPS`; `wanted` is the error for any other text.

    :raises ValueError: when the text is no such number
    """
    digits = text.lstrip("0") if text.isascii() and text.isdigit() else ""
    if not digits:
        raise LineError(wanted, text=text)
    if len(digits) > len(str(MOST_CHIPS)):
        raise LineError("{text} is too large: at most {most}", text=text, most=MOST_CHIPS)
    return int(digits)


def read_count(text: str) -> int:
    """Read a whole number from 0 up, as `read_number` reads one from 1 up."""
    if text.isascii() and text and not text.strip("0"):
        return 0
    return read_number(text, "{text} is not a number from 0 up")


def read_score(text: str) -> int | None:
    """Read a whole number of points, None for a question mark.

    :raises ValueError: when the text is neither
    """
    if text == OPEN_POINTS:
        return None
    points = with_hyphen(text)
    number = read_count(points.removeprefix("-"))
    return -number if points.startswith("-") else number


def write_account(account: Account, players: Players) -> str:
    """Return the handle of a seat, or the word for the pot."""
    return POT_WORD if account == POT else players[account]


def read_account(text: str, players: Players) -> Account:
    """Return the seat of a handle, or the pot.

    :raises ValueError: when the text is neither
    """
    return POT if text == POT_WORD else read_seat(text, players)


def _read_date(text: str, _players: Players) -> str:
    return read_day(text)


def read_day(text: str) -> str:
    """Read a day as `YYYY-MM-DD`.

    :raises ValueError: when the text is none, or no day of the calendar
    """
    if is_date(text):
        return text
    if _DAY.fullmatch(text):
        raise LineError("{text} is not a day of the calendar", text=text)
    raise LineError(ONE_DATE)


def _read_points(text: str, _players: Players) -> int:
    points = with_hyphen(text)
    if not _POINTS.fullmatch(points):
        raise LineError("{text} is not a number of points such as 3 or -3", text=text)
    number = read_number(points.lstrip("+-"))
    return -number if points.startswith("-") else number


def read_time(text: str, _players: Players = ()) -> str:
    """Read a time of day as `HH:MM`.

    :raises ValueError: when the text is none
    """
    if is_time(text):
        return text
    raise LineError(A_TIME)


A_TIME = "time takes HH:MM, and perhaps a second HH:MM"
ONE_DATE = "date takes one YYYY-MM-DD"
_POINTS = re.compile(r"[+-]?0*[1-9][0-9]*")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _seat_moved(seat: Account, moves: Moves) -> Account:
    return moves.seats[seat]


def _write_payee(payee: Account | None, players: Players) -> str:
    return "" if payee is None else write_account(payee, players)


def _payee_moved(payee: Account | None, moves: Moves) -> Account | None:
    return None if payee is None else moves.seats[payee]


def _turn_moved(turn: int, moves: Moves) -> int:
    return moves.turns[turn]


HandleWord = Annotated[str, Spelling(lambda text, _: text, lambda handle, _: handle)]
SeatWord = Annotated[Seat, Spelling(read_seat, write_account, _seat_moved)]
AccountWord = Annotated[Account, Spelling(read_account, write_account, _seat_moved)]
PayeeWord = Annotated[Account | None, Spelling(read_account, _write_payee, _payee_moved, least=0)]
TurnWord = Annotated[
    int, Spelling(lambda text, _: read_number(text), lambda turn, _: str(turn), _turn_moved)
]
ChipsWord = Annotated[int, Spelling(lambda text, _: read_number(text), lambda chips, _: str(chips))]
CountWord = Annotated[
    int, Spelling(lambda text, _: read_count(text), lambda n, _: str(n or ""), least=0)
]
PointsWord = Annotated[int, Spelling(_read_points, lambda points, _: f"{points:+d}")]
DateWord = Annotated[str, Spelling(_read_date, lambda date, _: date)]
TimeWord = Annotated[str, Spelling(read_time, lambda time, _: time)]
OtherTimeWord = Annotated[
    str, Spelling(lambda text, _: text and read_time(text), lambda time, _: time, least=0)
]
CardsWords = Annotated[
    Cards,
    Spelling(
        lambda text, _: read_cards(text.split()),
        lambda cards, _: write_cards(cards),
        least=0,
        open_end=True,
    ),
]
NoteWords = Annotated[
    str, Spelling(lambda text, _: text, lambda note, _: note, least=0, open_end=True)
]


@dataclass(frozen=True)
class Line:
    """Fact with its line: a word, and a form for each field.

    `about` is the phrase for the fact in a sentence, and `takes` the error for other values behind
    the word.
    """

    word: ClassVar[str] = ""
    about: ClassVar[str] = ""
    takes: ClassVar[str] = ""

    def words(self, players: Players) -> str:
        """Write the line, e.g. `left Ana 4H`, `settled Ana Ben 3`."""
        values = (form.write(getattr(self, name), players) for name, form in forms(type(self)))
        return " ".join(filter(None, (self.word, *values)))

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:
        """Read the fact from the words behind the first.

        :raises ValueError: when they are not the values of such a fact
        """
        parts = [form for _, form in forms(cls)]
        least = sum(form.least for form in parts)
        most = inf if parts and parts[-1].open_end else len(parts)
        if cls.takes and not least <= len(rest) <= most:
            raise LineError(cls.takes, word=cls.word)
        texts = *rest[: len(parts) - 1], " ".join(rest[len(parts) - 1 :])
        return cls(*(form.read(text, players) for form, text in zip(parts, texts, strict=False)))


_FORMS: dict[type[Line], tuple[tuple[str, Spelling], ...]] = {}


def forms(kind: type[Line]) -> tuple[tuple[str, Spelling], ...]:
    """Return the fields of a kind of fact with their forms."""
    if kind not in _FORMS:
        hints = get_type_hints(kind, include_extras=True)
        _FORMS[kind] = tuple((part.name, hints[part.name].__metadata__[0]) for part in fields(kind))
    return _FORMS[kind]
