"""Objections and errors of the core, with their English phrases.

The core does not translate: a reason carries its English phrase as data. The error lines of the
score sheet print the phrase as it is, and the screens translate it. The extractor of message
catalogues finds the phrases by their calls of `phrase`.
"""

from dataclasses import dataclass
from enum import Enum
from typing import cast

from companion.core.cards import Card

LONGEST = 40
"""Longest excerpt of a text in a message, in characters."""


def phrase(english: str) -> str:
    """Return the text unchanged; the call marks it for the extractor of messages."""
    return english


def excerpt(text: str) -> str:
    r"""Return at most forty characters of the text, with unprintable characters as `\x1b`.

    Control characters, escapes and marks that reverse the direction of writing are unprintable.
    """
    if len(text) <= LONGEST and text.isprintable():
        return text
    shown = ""
    for character in text[: LONGEST + 1]:
        written = character if character.isprintable() else escaped(character)
        if len(shown) + len(written) > LONGEST:
            return f"{shown[: LONGEST - 1]}…"
        shown += written
    return shown


def escaped(character: str) -> str:
    r"""Return the escape of a character, such as `\x1b` or `\u202e`."""
    return character.encode("unicode_escape").decode("ascii")


class Why(Enum):
    """Reasons of objections, each with its English phrase."""

    ROUND_IS_OVER = phrase("the round is over")
    ROUND_IS_VOID = phrase("the round is called off")
    ROUND_IN_PLAY = phrase("the round is still in play")
    OUT_OF_TURN = phrase("it is {other}’s turn, not {player}’s")
    ALREADY_LAID = phrase("{card} cannot be played: it is on the table already")
    NEIGHBOUR_MISSING = phrase("{card} cannot be played: {other_card} is not on the table")
    HIGH_FIRST = phrase("{card} cannot be played: {other_card} goes first")
    LEADER_UNKNOWN = phrase("it is not known yet who leads")
    NO_OPENING_CARD = phrase("these rules name no card that leads the round")
    NO_OPENER = phrase("{card} cannot be played: it does not open a suit")
    MUST_LEAD = phrase("{card} leads the round")
    STARTER_UNKNOWN = phrase("it is not known yet who laid {card}")
    HAND_UNKNOWN = phrase("{player} lays the hand out: enter its cards first")
    NOTHING_BUT_STARTERS = phrase("a hand could be nothing but first cards of suits")
    NOT_IN_PACK = phrase("{card} is not in a pack of {expected} cards")
    NOT_IN_HAND = phrase("{card} is not in the hand of {player}")
    HELD_BY_OTHER = phrase("{card} is in the hand of {other}")
    TOO_MANY_TURNS = phrase("a round has at most {expected} turns")
    TOO_MANY_ROUNDS = phrase("a series has at most {expected} rounds")
    TOO_MANY_IN_SERIES = phrase("a series has at most {expected} players")
    TOO_MANY_PAYMENTS = phrase("there is room for {expected} payments and corrections at most")
    NO_DATE = phrase("a date is written YYYY-MM-DD")
    NO_TIME = phrase("a time is written HH:MM")
    RESULT_AND_PLAY_ON = phrase("a round with places is entered turn by turn")
    RESULT_FITS_NO_TABLE = phrase("a result takes cards left and passes of {expected} players")
    ONE_IS_OUT = phrase("exactly one player has no cards left")
    TOO_MANY_LEFT = phrase("{player} was dealt {expected} cards and cannot have {number} left")
    TURNS_MISFIT = phrase("{player} would have had {number} turns, not {expected}")
    NOT_PUT_OFF = phrase("{player} puts nothing off")
    NOT_A_PASS = phrase("turn {number} is not a pass")
    NOT_WAIVED = phrase("the fine for turn {number} is already owed")
    ALREADY_WAIVED = phrase("the fine for turn {number} was already let go")
    NOT_CERTAIN = phrase("no fine is certain yet for turn {number}")
    PAID_ALREADY = phrase("the fine for turn {number} is already paid")
    WRONG_HAND_SIZE = phrase("{player} was dealt {expected} cards, not {number}")
    WRONG_CARDS_LEFT = phrase("{player} has {expected} cards left, not {number}")
    CARDS_KNOWN = phrase("{player}’s cards are already known")
    NOBODY_PASSES = phrase("nobody’s turn comes before that")
    NOTHING_SHOWN = phrase("no card is named")
    NOT_NOTED = phrase("nobody noted {card} for {player}")
    HELD_FOR_CERTAIN = phrase("{player} held {card} for certain")
    TOO_LITTLE = phrase("at least one is needed")
    TOO_MUCH = phrase("that is too much: at most {expected}")
    POINTS_NOT_COUNTED = phrase("these rules count no points")
    SAME_ACCOUNT = phrase("nobody pays chips to themselves")
    NOT_AT_TABLE = phrase("there is no seat {number}")
    TOO_FEW_PLAYERS = phrase("at least two players are needed")
    TOO_MANY_PLAYERS = phrase("at most ten players can play")
    SAME_PLAYER_TWICE = phrase("{player} sits at the table twice")
    NO_HANDLE = phrase("{player} cannot be the heading of a column")
    SIZES_MISS_PACK = phrase("the hands add up to {number} cards, not {expected}")
    EMPTY_HAND = phrase("each player is dealt at least one card")
    NO_DEALER = phrase("the dealer does not sit at the table")
    NO_ROUND = phrase("there is no round {number}")
    NOT_IN_SERIES = phrase("{player} does not play in this series")
    ROUND_HAS_BEGUN = phrase("this round has begun already")
    GONE_ON = phrase("the others had gone on already")
    NO_NAME = phrase("a name is needed")
    NO_WORTH = phrase("what a chip is worth is a number and a word, such as 0.05 €")
    NO_COIN = phrase("there is no coin for a part of a yen")
    NAME_TAKEN = phrase("somebody else in this series is called {player}")
    NAME_CHANGED = phrase("{player} was renamed {other}: choose another name")
    NAME_TOO_LONG = phrase("a name has at most {expected} characters")
    QUICKER = phrase("somebody else was quicker: tap again")
    JUST_CHANGED = phrase("that has just changed: tap Undo again to take it back")
    NOTHING_TO_UNDO = phrase("there is nothing to undo")
    NOTHING_TO_REDO = phrase("there is nothing to redo")
    SERIES_IS_OVER = phrase("the series is over: raise the target to go on")
    ENDS_EARLIER = phrase("then the series would have ended before the next round")
    OUT_OF_REACH = phrase("the table cannot be reached now: try again when you are connected")
    NOT_YOUR_TURN = phrase("{player} enters this turn on their own phone")
    NOT_SEATED = phrase("take a seat at the table first")
    NOT_YOUR_STEP = phrase(
        "somebody else entered the last step: only they or the host can take it back"
    )
    HOST_ONLY = phrase("only the host can do that")
    SEAT_TAKEN = phrase("{player} already plays on another phone")
    TABLE_CLOSED = phrase("the host has closed this shared table")
    REMOVED_MEMBER = phrase("the host has removed this phone from the table")
    TABLE_GONE = phrase("there is no table with this code or link: check it")
    TRIED_TOO_OFTEN = phrase("too much at once: try again later")
    TABLE_FULL = phrase("no further phone can join this table")
    SERIES_DIFFERS = phrase(
        "this phone cannot go on at this table: leave it, and join again with the link"
    )
    TOO_LONG_TO_SHARE = phrase("this is too long to be shared: begin a new series")
    TABLE_BROKEN = phrase("this shared table ends the app: leave it, and go on here without it")
    OTHER_VERSION = phrase("the table is shared by another version: load this page again")


@dataclass(frozen=True)
class Objection:
    """Reason against an event, with the fields of its phrase; `player` and `other` are handles."""

    why: Why
    player: str = ""
    other: str = ""
    card: Card | None = None
    other_card: Card | None = None
    number: int = 0
    expected: int = 0

    @property
    def english(self) -> str:
        """Reason in one line of English, without a full stop."""
        return self.why.value.format(
            player=excerpt(self.player),
            other=excerpt(self.other),
            card=self.card,
            other_card=self.other_card,
            number=self.number,
            expected=self.expected,
        )


class FanTanError(Exception):
    """Base class of the errors that the core raises."""


class IllegalEventError(FanTanError):
    """Event to which the rules object; call `objection` first to avoid the error."""

    def __init__(self, event: object, objection: Objection) -> None:
        super().__init__(f"{event}: {objection.english}")
        self.event = event
        self.objection = objection


class PhrasedError(Exception):
    """Base class of errors with an English phrase and its fields, which the screens translate.

    A text among the fields is cut to an excerpt, and so is each text of a tuple.
    """

    def __init__(self, phrase: str, **fields: object) -> None:
        self.phrase = phrase
        self.fields = {name: _excerpted(value) for name, value in fields.items()}
        super().__init__(phrase.format(**self.fields))


def _excerpted(value: object) -> object:
    match value:
        case str():
            return excerpt(value)
        case tuple():
            return " ".join(map(excerpt, cast("tuple[str, ...]", value)))
        case _:
            return value


class RulesError(PhrasedError, FanTanError):
    """Invalid house rules: an unknown preset or option, or a value that an option rejects."""


class LineError(PhrasedError, ValueError):
    """Fault of notation in a line, worded in English; a screen says only that the line is wrong."""


class SheetError(FanTanError):
    """Unreadable score sheet: the line, counted from 1, and the problem in it.

    `faults` are all faults of the sheet by line, of which this is the first.
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"{line}: {problem}")
        self.line = line
        self.problem = problem
        self.faults: tuple[SheetError, ...] = (self,)
