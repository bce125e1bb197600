"""Objections and errors of the core, with their English phrases for people and for messages.

The core never speaks to people: it carries phrases as data, and whoever shows them translates. The
message catalogues find them by their mark.

Each reason carries its English phrase as data, which the score sheet's error lines use as it is and
the screens translate.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, cast

from companion.core.cards import Card

LONGEST: Final = 40
"""Characters of a word in a message."""


def phrase(english: str) -> str:
    """The text itself; the extractor of messages looks for this call."""
    return english


def excerpt(text: str) -> str:
    r"""The text in at most forty characters; control characters, escapes and marks that turn the
    direction of writing are written as `\x1b`.
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
    r"""The character as `\x1b` or `\u202e`."""
    return character.encode("unicode_escape").decode("ascii")


class Why(Enum):
    """The reasons, each with the phrase that says it."""

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
    NOT_IN_HAND = phrase("{card} is not in the hand of {player}")
    HELD_BY_OTHER = phrase("{card} is in the hand of {other}")
    TOO_MANY_TURNS = phrase("a round has at most {expected} turns")
    NOT_A_PASS = phrase("turn {number} is not a pass")
    NOT_WAIVED = phrase("the fine for turn {number} is already owed")
    ALREADY_WAIVED = phrase("the fine for turn {number} was already let go")
    PAID_ALREADY = phrase("the fine for turn {number} is already paid")
    WRONG_HAND_SIZE = phrase("{player} was dealt {expected} cards, not {number}")
    WRONG_CARDS_LEFT = phrase("{player} has {expected} cards left, not {number}")
    HAND_KNOWN = phrase("{player}’s hand is already entered")
    SEEN_ALREADY = phrase("{player} is already known to have held these cards")
    SEEN_IN_HAND = phrase("{card} was seen in the hand of {player}")
    NOTHING_SHOWN = phrase("no card is shown")
    NOTHING_NAMED = phrase("no card is named")
    NOT_NOTED = phrase("nobody noted {card} for {player}")
    HELD_FOR_CERTAIN = phrase("{player} held {card}: it was played or shown")
    NO_CHIPS = phrase("a payment is at least one chip")
    TOO_MANY_CHIPS = phrase("a payment is at most {expected} chips")
    NO_POINTS = phrase("a correction is at least one point")
    TOO_MANY_POINTS = phrase("a correction is at most {expected} points")
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
    ROUND_HAS_BEGUN = phrase("something is already recorded in this round")
    ENDED_ALREADY = phrase("the series has ended already")
    NO_NAME = phrase("a series needs a name")
    NAMELESS = phrase("a player needs a name")
    NAME_TAKEN = phrase("somebody else in this series is called {player}")
    NAME_TOO_LONG = phrase("a name has at most {expected} characters")
    QUICKER = phrase("somebody else was quicker: look at the table again")
    NOTHING_TO_UNDO = phrase("there is nothing to undo")
    NOTHING_TO_REDO = phrase("there is nothing to redo")
    SERIES_IS_OVER = phrase("the series is over: raise the target to go on")
    ENDS_EARLIER = phrase("then the series would have ended before the next round")


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason with what it is about; `player` and `other` are handles."""

    why: Why
    player: str = ""
    other: str = ""
    card: Card | None = None
    other_card: Card | None = None
    number: int = 0
    expected: int = 0

    @property
    def english(self) -> str:
        """The reason in one line of English, without a full stop."""
        return self.why.value.format(
            player=excerpt(self.player),
            other=excerpt(self.other),
            card=self.card,
            other_card=self.other_card,
            number=self.number,
            expected=self.expected,
        )


class FanTanError(Exception):
    """Whatever the core raises."""


class IllegalEventError(FanTanError):
    """An event was recorded that the rules object to; ask `objection` first."""

    def __init__(self, event: object, objection: Objection) -> None:
        super().__init__(f"{event}: {objection.english}")
        self.event = event
        self.objection = objection


class Told(Exception):  # noqa: N818 - what problems have in common, and never raised itself
    """A problem in words: a phrase of English, and the fields that it is about. Words that somebody
    wrote are cut to what a message can show; in a tuple, each for itself.
    """

    def __init__(self, phrase: str, **fields: object) -> None:
        self.phrase = phrase
        self.fields = {name: _shown(value) for name, value in fields.items()}
        super().__init__(phrase.format(**self.fields))


def _shown(value: object) -> object:
    match value:
        case str():
            return excerpt(value)
        case tuple():
            words = cast("tuple[str, ...]", value)
            return " ".join(map(excerpt, words))
        case _:
            return value


class RulesError(Told, FanTanError):
    """House rules that cannot be: an unknown preset or option, or a value it does not take."""


class LineError(Told, ValueError):
    """What is wrong with a line of a score sheet."""


class SheetError(FanTanError):
    """A score sheet that cannot be read: the line, counted from 1, and what is wrong with it."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"{line}: {problem}")
        self.line = line
        self.problem = problem
