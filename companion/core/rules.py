"""Declaration of an option of the house rules, and one codec for each kind of value.

Each option is one field of `Rules`. The field declares the option's codec, topic, words, rule
number, source and unit; the score sheet, *How to play* and the rules screens are built from these
declarations.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, Self

from companion.core.cards import RANK_TEXTS, Card, Pack, Rank, card, number_on, spell_rank
from companion.core.objections import RulesError, phrase
from companion.core.spelling import closest

MOST = 1_000_000


class Topic(Enum):
    """Subject of an option: decides its chapter in *How to play* and its group among the rules."""

    PACK = "pack"
    TURN = "turn"
    CHIPS = "chips"
    FALSE_PASS = "false pass"
    FINISH = "finish"
    POINTS = "points"
    JOINING = "joining"
    DISPLAY = "display"


@dataclass(frozen=True)
class Codec:
    """Reader and writer of one kind of value.

    `read` raises `ValueError`, `wanted` describes the values it accepts, `choices` are all of them
    in the words of the sheet where they are few, and `phrases` gives the words for people where
    those differ. `unit` is that of an amount.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    wanted: str
    choices: tuple[str, ...] = ()
    phrases: Mapping[str, str] = field(default_factory=dict[str, str])
    unit: str = ""


@dataclass(frozen=True)
class Option:
    """Declaration of one option of the house rules."""

    name: str
    default: Any
    topic: Topic
    title: str
    rule: str
    source: str
    codec: Codec

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of the rules that the option belongs to."""
        return tuple(int(number.removeprefix("R")) for number in self.rule.split())

    @property
    def unit(self) -> str:
        """Unit of an amount, or an empty string."""
        return self.codec.unit


def option(default: Any, codec: Codec, topic: Topic, **words: str) -> Any:
    """Declare a field of `Rules` with the facts of its `Option`."""
    facts = {"codec": codec, "topic": topic, **words}
    return field(default=default, metadata=facts)


class OptionValue(Enum):
    """Value of an option, written as `value` on the sheet, with a `phrase` for people."""

    phrase: str

    def __new__(cls, word: str, phrase: str) -> Self:
        """Return the member of this word."""
        member = object.__new__(cls)
        member._value_ = word
        member.phrase = phrase
        return member


def choice(kind: type[OptionValue]) -> Codec:
    """Build the codec of an enumeration."""
    return choice_of(kind, {member.value: member.phrase for member in kind})


def choice_of(kind: type[Enum], words: Mapping[str, str]) -> Codec:
    """Build the codec of an enumeration, given the words for people of each value."""
    return Codec(
        lambda text: kind(text.lower()),
        lambda value: value.value,
        " or ".join(words),
        tuple(words),
        words,
    )


def starter(special: Codec) -> Codec:
    """Build the codec of a rank or a special starter, given the codec of the special ones."""

    def read(text: str) -> Any:
        return special.read(text) if text.lower() in special.choices else spell_rank(text)

    def write(value: Rank | Enum) -> str:
        return value.text if isinstance(value, Rank) else special.write(value)

    wanted = f"a rank, {special.wanted}"
    choices = (*RANK_TEXTS, *special.choices)
    return Codec(read, write, wanted, choices, special.phrases)


def _read_number(text: str) -> int:
    if not (
        text.isascii() and text.isdigit() and len(text) <= len(str(MOST)) and int(text) <= MOST
    ):
        raise ValueError(text)
    return int(text)


_NO_OR_YES = ("no", "yes")
YES = phrase("yes")
YES_NO = Codec(
    lambda text: bool(_NO_OR_YES.index(text.lower())),
    lambda value: _NO_OR_YES[bool(value)],
    "yes or no",
    _NO_OR_YES,
    {"no": phrase("no"), "yes": YES},
)
CHIPS = "chips"
POINTS = "points"
ROUNDS = "rounds"
PASSES = "passes"
CHIP_COUNT = Codec(_read_number, str, "a number of chips", unit=CHIPS)
POINT_COUNT = Codec(_read_number, str, "a number of points", unit=POINTS)
PASS_COUNT = Codec(_read_number, str, "a number of passes", unit=PASSES)
ROUND_COUNT = Codec(_read_number, str, "a number of rounds", unit=ROUNDS)
CARD_OR_LEFT = Codec(
    lambda text: None if text.lower() == "left" else card(text),
    lambda value: value.text if value else "left",
    "left or a card",
    phrases={"left": phrase("left of the dealer")},
)


class Aces(OptionValue):
    """Place of the ace in the order of play (R15)."""

    LOW = "low", phrase("low")
    HIGH = "high", phrase("high")


class FineTo(OptionValue):
    """Receiver of the fine for a false pass (R8)."""

    POT = "pot", phrase("the pot")
    WINNER = "winner", phrase("the winner")


class FinePer(OptionValue):
    """Unit by which the fine for a withheld starter is charged (R9)."""

    PASS = "pass", phrase("once per pass")
    SEVEN = "seven", phrase("for each card")


class Points(OptionValue):
    """Points for a card left (R10)."""

    CARD = "card", phrase("one per card")
    PIPS = "pips", phrase("pips")
    RANK = "rank", phrase("rank")
    PLACE = "place", phrase("the place")
    NONE = "none", phrase("none")


class Laid(OptionValue):
    """Cards on the table before the first turn (R21)."""

    NONE = "none", phrase("none")
    STARTERS = "starters", phrase("the first card of each suit")


class JoinPoints(OptionValue):
    """Points of a player who joins a running series or returns to it (R17)."""

    HIGHEST = "highest", phrase("the highest of the round before")
    MEAN = "mean", phrase("the mean of the round before")
    ZERO = "zero", phrase("zero")


class ChipPlace(OptionValue):
    """Place of the chips: on the table, or only in the books of the app (R18)."""

    TABLE = "table", phrase("on the table")
    APP = "app", phrase("in the app alone")


class Picture(OptionValue):
    """Side of the starter on which the low cards lie (R16); affects the display only."""

    RIGHT = "right", phrase("on the right")
    LEFT = "left", phrase("on the left")


class AnyStarter(OptionValue):
    """Starters whose rank is named by the first card played (R13)."""

    FIVE_OR_NINE = "5/9", phrase("5 or 9")
    ANY = "any", phrase("any rank")


Starter = Rank | AnyStarter


def opening_ranks(pack: Pack, starter: Starter) -> tuple[Rank, ...]:
    """Return the ranks that may open the first suit of a round (R13)."""
    if isinstance(starter, Rank):
        return (starter,)
    return pack.ranks if starter is AnyStarter.ANY else (Rank.FIVE, Rank.NINE)


@dataclass(frozen=True)
class Rules:
    """All choices of a table. `preset` names the preset that the table started from.

    :raises RulesError: when the opening card, or a rank that opens, could never be played.
    """

    preset: str = "bicycle"
    pack: Pack = option(
        Pack.FULL,
        choice_of(
            Pack,
            {
                "52": phrase("52 cards"),
                "48": phrase("48 cards, without tens"),
                "40": phrase("40 cards, without eights, nines and tens"),
                "36": phrase("36 cards, from the sixes up"),
                "32": phrase("32 cards, from the sevens up"),
            },
        ),
        Topic.PACK,
        title=phrase("Pack"),
        rule="R1 R20",
        source="S8; S9",
    )
    aces: Aces = option(
        Aces.LOW,
        choice(Aces),
        Topic.TURN,
        title=phrase("Aces"),
        rule="R15",
        source="S0 S3 S4; S1",
    )
    opening: Card | None = option(
        None,
        CARD_OR_LEFT,
        Topic.TURN,
        title=phrase("Who begins"),
        rule="R2 R12",
        source="S0 S3 S4; S1",
    )
    starter: Starter = option(
        Rank.SEVEN,
        starter(choice(AnyStarter)),
        Topic.TURN,
        title=phrase("First card of a suit"),
        rule="R13",
        source="S0; S1 S3",
    )
    high_first: bool = option(
        False,
        YES_NO,
        Topic.TURN,
        title=phrase("Higher card first"),
        rule="R14",
        source="S1",
    )
    laid: Laid = option(
        Laid.NONE,
        choice(Laid),
        Topic.TURN,
        title=phrase("On the table at the start"),
        rule="R21",
        source="S5",
    )
    free_pass: bool = option(
        False,
        YES_NO,
        Topic.TURN,
        title=phrase("Free passes"),
        rule="R22",
        source="S5 S6",
    )
    passes: int = option(
        0,
        PASS_COUNT,
        Topic.TURN,
        title=phrase("Passes in a round"),
        rule="R23",
        source="S5",
    )
    ante: int = option(
        1,
        CHIP_COUNT,
        Topic.CHIPS,
        title=phrase("Ante"),
        rule="R5",
        source="S0; S4",
    )
    short_ante: int = option(
        1,
        CHIP_COUNT,
        Topic.CHIPS,
        title=phrase("Ante of a shorter hand"),
        rule="R5",
        source="S0",
    )
    pass_fee: int = option(
        1,
        CHIP_COUNT,
        Topic.CHIPS,
        title=phrase("Pass"),
        rule="R6",
        source="S0 S3 S4",
    )
    false_pass_fine: int = option(
        3,
        CHIP_COUNT,
        Topic.FALSE_PASS,
        title=phrase("False pass"),
        rule="R8",
        source="S0 S4; S2",
    )
    false_pass_to: FineTo = option(
        FineTo.POT,
        choice(FineTo),
        Topic.FALSE_PASS,
        title=phrase("A false pass is paid to"),
        rule="R8",
        source="S0 S4; S2",
    )
    seven_fine: int = option(
        5,
        CHIP_COUNT,
        Topic.FALSE_PASS,
        title=phrase("First card held back"),
        rule="R9",
        source="S0 S2 S4",
    )
    seven_fine_per: FinePer = option(
        FinePer.PASS,
        choice(FinePer),
        Topic.FALSE_PASS,
        title=phrase("First card held back counts"),
        rule="R9",
        source="S0 S2 S4",
    )
    card_fee: int = option(
        1,
        CHIP_COUNT,
        Topic.CHIPS,
        title=phrase("Card left"),
        rule="R7",
        source="S0 S1 S2 S3 S4",
    )
    play_on: bool = option(
        False,
        YES_NO,
        Topic.FINISH,
        title=phrase("Playing on"),
        rule="R11",
        source="S2",
    )
    points: Points = option(
        Points.CARD,
        choice(Points),
        Topic.POINTS,
        title=phrase("Points"),
        rule="R10",
        source="S0; S1",
    )
    target: int = option(
        100,
        POINT_COUNT,
        Topic.POINTS,
        title=phrase("Target"),
        rule="R10",
        source="S0",
    )
    rounds: int = option(
        0,
        ROUND_COUNT,
        Topic.POINTS,
        title=phrase("Rounds"),
        rule="R10",
        source="Badam Satti",
    )
    join_points: JoinPoints = option(
        JoinPoints.HIGHEST,
        choice(JoinPoints),
        Topic.JOINING,
        title=phrase("Points on joining"),
        rule="R17",
        source="ours",
    )
    chips: ChipPlace = option(
        ChipPlace.TABLE,
        choice(ChipPlace),
        Topic.CHIPS,
        title=phrase("Chips"),
        rule="R18",
        source="ours",
    )
    picture: Picture = option(
        Picture.RIGHT,
        choice(Picture),
        Topic.DISPLAY,
        title=phrase("Low cards"),
        rule="R16",
        source="S0; S3 S4",
    )
    hints: bool = option(
        True,
        YES_NO,
        Topic.DISPLAY,
        title=phrase("Hints"),
        rule="",
        source="ours",
    )

    def __post_init__(self) -> None:
        openers = opening_ranks(self.pack, self.starter)
        led = (self.opening.rank,) if self.opening else ()
        for name, ranks in (("starter", openers), ("opening", led)):
            for rank in set(ranks).difference(self.pack.ranks):
                raise RulesError(
                    "{option}: a pack of {size} cards has no {rank}",
                    option=f"{name}={spoken(self, name)}",
                    size=self.pack.size,
                    rank=rank.text,
                )
        if self.opening and self.opening.rank not in openers:
            if isinstance(self.starter, Rank):
                raise RulesError(
                    "opening={card}: only a {rank} opens a suit",
                    card=self.opening,
                    rank=self.starter.text,
                )
            raise RulesError("opening={card}: only a 5 or a 9 opens a suit", card=self.opening)
        if (self.laid is Laid.STARTERS or self.passes) and not isinstance(self.starter, Rank):
            raise RulesError("laid and passes need a starter of one rank")

    @property
    def ranks(self) -> bool:
        """True if every player gets a place, also those who laid their hands out (R25)."""
        return bool(self.passes) or self.points is Points.PLACE

    @property
    def takes_results(self) -> bool:
        """True if a round may be entered by its result alone (R19)."""
        return not (self.play_on or self.ranks or self.laid is Laid.STARTERS)

    @property
    def must_play(self) -> bool:
        """True if a player who can play lays a card, and cards leave a hand only by play."""
        return not (self.free_pass or self.passes)

    @property
    def count_points(self) -> bool:
        """True if cards left count points (R10)."""
        return self.points is not Points.NONE

    @property
    def charge_chips(self) -> bool:
        """True if anything costs chips by these rules."""
        return any(self[option.name] for option in OPTIONS if option.unit == CHIPS)

    @property
    def fill_pot(self) -> bool:
        """True if anything goes to the pot by these rules (R5, R6, R8, R23)."""
        fines = self.false_pass_fine and self.false_pass_to is FineTo.POT
        laid_out = self.passes and self.card_fee
        return any((self.ante, self.short_ante, self.pass_fee, fines, laid_out))

    def points_of(self, rank: Rank) -> int:
        """Return the points that a card left counts (R10), 0 where cards count none.

        By rank a card counts what is written on it, so a rey of a Spanish pack counts 12.
        """
        match self.points:
            case Points.CARD:
                return 1
            case Points.PIPS:
                return min(int(rank), 10)
            case Points.RANK:
                return number_on(rank, spanish=self.pack.is_spanish)
            case _:
                return 0

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


OPTIONS = tuple(
    Option(name=declared.name, default=declared.default, **declared.metadata)
    for declared in fields(Rules)
    if declared.metadata
)
_BY_NAME = {option.name: option for option in OPTIONS}
OPTION_NAMES = tuple(_BY_NAME)


def changed(rules: Rules, words: Mapping[str, str]) -> Rules:
    """Return the rules with options replaced by values as written, e.g. `{"ante": "2"}`.

    :raises RulesError: when an option does not exist or rejects its value.
    """
    return replace(rules, **{name: _read(name, text) for name, text in words.items()})


def _read(name: str, text: str) -> Any:
    if name not in _BY_NAME:
        if near := closest(name, OPTION_NAMES):
            unknown = "no option is called {name}; did you mean {near}?"
            raise RulesError(unknown, name=name, near=near)
        raise RulesError("no option is called {name}", name=name)
    try:
        return _BY_NAME[name].codec.read(text)
    except ValueError as refusal:
        if _BY_NAME[name].unit and text.isascii() and text.isdigit():
            raise RulesError(
                "{option} is too large: at most {most}", option=f"{name}={text}", most=MOST
            ) from refusal
        wanted = _BY_NAME[name].codec.wanted
        raise RulesError(
            "{option}: expected {wanted}", option=f"{name}={text}", wanted=wanted
        ) from refusal


def spoken(rules: Rules, name: str) -> str:
    """Return the value of an option in the words of the score sheet."""
    return _BY_NAME[name].codec.write(rules[name])
