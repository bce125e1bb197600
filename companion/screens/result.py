"""A round by its result alone: the cards left and the passes of each player (R19).

Without `play_on` all players have turns in the same order until one is out. So the passes of all
players follow from the cards left and the passes of a single player.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from companion.core.objections import Objection, Why
from companion.core.rounds.doubt import doubt_of
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.position import MOST_TURNS
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat, Setup
from companion.core.steps import Recorded
from companion.desk.commands import record
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.kit import App, Form, OverRound, ScreenFacts, edit, submit
from companion.screens.speech import Person, person, refusal_words, sentence
from companion.words import Words

_Number = TypeVar("_Number")
_HIGHEST = 13
"""The largest number that a single tap enters."""


@dataclass(frozen=True)
class NumberCell:
    """A number of the table of numbers; a tap opens it, and the `open` one is entered now."""

    says: b.Text
    label: str
    intent: b.Edit
    open: bool


@dataclass(frozen=True)
class NumberTable:
    """A line for each player, with a cell below each of the titles."""

    titles: tuple[str, ...]
    lines: tuple[tuple[Person, tuple[NumberCell, ...]], ...]


@dataclass(frozen=True)
class ResultForm(OverRound):
    """The result of round `number`, as far as it is entered.

    `leader` is the seat that led the round, None while unknown. `noted` are the passes among the
    turns of the round, and `written` those entered here, None where they follow from the others.
    The numbers are counted through `at`: first the cards left by seat, then the passes by seat.
    `named` are the seats whose cards left were entered here. While `asking`, the screen asks about
    passes that no honest play could give.
    """

    number: int
    setup: Setup
    leader: Seat | None
    left: tuple[int, ...]
    noted: tuple[int, ...]
    written: tuple[int | None, ...]
    at: int = 0
    named: frozenset[Seat] = frozenset()
    asking: bool = False

    @classmethod
    def of(cls, seen: Snapshot, number: int) -> Self:
        """Return the form for a round, with the cards left and the passes so far."""
        round_ = seen.series.round(number)
        seats = range(len(round_.setup.players))
        passed = [turn.seat for turn in round_.turns if isinstance(turn, Passed)]
        noted = round_.passes or tuple(passed.count(seat) for seat in seats)
        played_out = round_.played_out
        written = tuple(noted[seat] if played_out else None for seat in seats)
        named = frozenset(seats) if played_out else frozenset[Seat]()
        left = round_.cards_left
        return cls(number, round_.setup, round_.leader, left, noted, written, named=named)

    @property
    def out(self) -> Seat | None:
        """Seat of the only player without cards."""
        return self.left.index(0) if self.left.count(0) == 1 else None

    @property
    def passes(self) -> tuple[int, ...]:
        """Passes of each seat: as entered, else as they follow, else as noted."""
        pairs = zip(self.written, self.noted, strict=True)
        counted = tuple(noted if own is None else own for own, noted in pairs)
        if self.leader is None or self.out is None:
            return counted
        played = self._played
        behind = self._behind(self.leader, self.out)
        sums = map(sum, zip(played, counted, behind, strict=True))
        own = self.written[self.out]
        turns = max(sums) if own is None else played[self.out] + own
        return tuple(
            max(0, turns - later - cards) if own is None else own
            for own, cards, later in zip(self.written, played, behind, strict=True)
        )

    @property
    def unnamed(self) -> Seat | None:
        """First player who would have laid no card, and of whom nobody said so."""
        unlikely = (
            seat
            for seat, (size, left) in enumerate(zip(self.setup.hand_sizes, self.left, strict=True))
            if size == left and seat not in self.named
        )
        return next(unlikely, None)

    @property
    def doubt(self) -> Objection | None:
        """Why no honest play could give this result, None if one might."""
        return None if self.out is None else doubt_of(self.setup, self.result)

    @property
    def result(self) -> Result:
        """The result to be recorded."""
        return Result(self.left, self.passes)

    @property
    def _played(self) -> tuple[int, ...]:
        pairs = zip(self.setup.hand_sizes, self.left, strict=True)
        return tuple(size - left for size, left in pairs)

    def _behind(self, leader: Seat, out: Seat) -> tuple[bool, ...]:
        """Return for each seat whether its turn in the last circle of play was still to come."""
        players = len(self.left)
        last = (out - leader) % players
        return tuple((seat - leader) % players > last for seat in range(players))

    @property
    def of_passes(self) -> bool:
        """True while passes are entered, and not cards left."""
        return self.at >= len(self.left)

    @property
    def seat(self) -> Seat:
        """Seat whose number is entered."""
        return self.at % len(self.left)

    @property
    def value(self) -> int:
        """Number that is entered, as it is now."""
        return (self.passes if self.of_passes else self.left)[self.seat]

    @property
    def highest(self) -> int:
        """Largest number that a single tap enters."""
        return _HIGHEST if self.of_passes else min(_HIGHEST, self.setup.hand_sizes[self.seat])

    def look_at(self, at: int) -> Self:
        """Return a copy in which another number is entered."""
        return replace(self, at=at)

    def enter(self, number: int) -> Self:
        """Return a copy with a number entered, and the next number to be entered."""
        return replace(self._put(number), at=(self.at + 1) % (2 * len(self.left)))

    def add(self, more: int) -> Self:
        """Return a copy with the number made larger or smaller."""
        most = MOST_TURNS if self.of_passes else self.setup.hand_sizes[self.seat]
        return self._put(min(most, max(0, self.value + more)))

    def _put(self, number: int) -> Self:
        seat = self.seat
        if self.of_passes:
            return replace(self, written=_with(self.written, seat, number), asking=False)
        return replace(
            self, left=_with(self.left, seat, number), named=self.named | {seat}, asking=False
        )

    def ask(self) -> Self:
        """Return a copy that asks about its passes."""
        return replace(self, asking=True)

    def look_again(self) -> Self:
        """Return a copy in which the passes in doubt are entered."""
        doubt = self.doubt
        players = self.setup.players
        seat = players.index(doubt.player) if doubt and doubt.player else 0
        return replace(self, asking=False, at=len(players) + seat)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen that enters the result of a round."""
        obstacle = self._obstacle(facts)
        says = facts.say("Save")
        doubt = None if obstacle else self.doubt
        name_of = facts.night.series.name_of
        doubtful = refusal_words(doubt, facts.words, name_of)
        intent: b.Intent | None = edit(ResultForm.ask) if doubt else submit(save_result)
        if obstacle:
            missing = self.unnamed
            asks = self.out is not None and not result_obstacle(facts.night.round, facts.words)
            intent = edit(ResultForm.look_at, missing) if asks and missing is not None else None
        save = b.Action(
            "save-result",
            says,
            intent,
            b.Emphasis.SECONDARY if obstacle else b.Emphasis.PRIMARY,
            beneath=obstacle,
            label=f"{sentence(says, facts.words)} {obstacle}" if obstacle else "",
        )
        return b.Document(
            facts.say("Enter the result only"),
            (
                (
                    b.Custom(self._numbers(facts)),
                    b.Text(
                        facts.say("Fines are not worked out here: enter them as corrections."),
                        style=b.Style.MUTED,
                    ),
                ),
                (self._pad(obstacle or doubtful, facts), b.Actions((save,))),
            ),
            subtitle=facts.say("Round {number}", number=self.number),
            question=self._question(doubt, facts) if doubt and self.asking else None,
            pinned=True,
        )

    def _question(self, doubt: Objection, facts: ScreenFacts) -> b.Question:
        """Return the question about passes that no honest play could give."""
        return b.Question(
            "doubt",
            refusal_words(doubt, facts.words, facts.night.series.name_of),
            "",
            facts.say("Save"),
            facts.say("Not yet"),
            submit(save_result),
            edit(ResultForm.look_again),
        )

    def _obstacle(self, facts: ScreenFacts) -> str:
        """Return why the result cannot be saved yet, empty if it can."""
        round_ = facts.night.series.round(self.number)
        if says := result_obstacle(round_, facts.words):
            return says
        if 0 not in self.left:
            return facts.say("Who is out? Enter 0 cards left there.")
        if self.out is None:
            return refusal_words(Objection(Why.ONE_IS_OUT), facts.words)
        if self.unnamed is not None:
            return f"{self.look_at(self.unnamed).asks(facts)}?"
        refusal = facts.night.log.objection(Recorded(self.number, self.result))
        return refusal_words(refusal, facts.words, facts.night.series.name_of)

    def _numbers(self, facts: ScreenFacts) -> NumberTable:
        players = self.setup.players
        passes = self.passes
        titles = facts.say("Cards left"), facts.say("Passes")
        kinds = (("left", self.left), ("passes", passes))

        def cell(kind: int, seat: Seat) -> NumberCell:
            name, numbers = kinds[kind]
            number, at = numbers[seat], kind * len(players) + seat
            says = b.Text(str(number), f"{name}-{players[seat]}")
            label = self.look_at(at).asks(facts)
            return NumberCell(
                says,
                facts.words.pair(label, str(number)),
                edit(ResultForm.look_at, at),
                at == self.at,
            )

        lines = tuple(
            (person(facts.night, handle), (cell(0, seat), cell(1, seat)))
            for seat, handle in enumerate(players)
        )
        return NumberTable(titles, lines)

    def asks(self, facts: ScreenFacts) -> str:
        """Return what the number in question is."""
        name = facts.night.series.name_of(self.setup.players[self.seat])
        return f"{name} · {facts.say('Passes') if self.of_passes else facts.say('Cards left')}"

    def _pad(self, misfit: str, facts: ScreenFacts) -> b.Panel:
        """Return the panel that enters one number after the other, with one tap each.

        What does not fit has the place of the title, so that no number moves under the finger.
        """
        value = self.value
        less = edit(ResultForm.add, -1) if self.add(-1) != self else None
        more = edit(ResultForm.add, 1) if self.add(1) != self else None
        shown = b.Text(str(value), "number")
        one_less = facts.say("{what}: Less", what=self.asks(facts))
        one_more = facts.say("{what}: More", what=self.asks(facts))
        counter = b.stepper("", shown, (less, one_less), (more, one_more))
        answers = tuple(
            b.Action(
                f"number-{number}",
                str(number),
                edit(ResultForm.enter, number),
                chosen=number == value,
            )
            for number in range(self.highest + 1)
        )
        player = person(facts.night, self.setup.players[self.seat])
        asks = facts.say("Passes") if self.of_passes else facts.say("Cards left")
        choices = (b.Choice(answers, says=misfit or asks),)
        row = b.Row(player.name, leading=player, counter=counter, choices=choices)
        return b.Panel((b.List((row,)),), key="pad")


def _with(numbers: Sequence[_Number], seat: Seat, number: _Number) -> tuple[_Number, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def result(facts: ScreenFacts) -> Form:
    """Return the form of the result of a round."""
    begin = ResultForm.of(facts.night, facts.number)
    return Form(begin, f"result-{facts.seats}-{facts.night.revision}")


async def save_result(app: App, form: ResultForm) -> None:
    """Record the result in place of the turns, and return to the screen below."""
    entering = record(form.result, form.number)
    below = app.facts.route.parent.path
    await app.ask(entering, place="result", then=below)


def result_obstacle(round_: Round, words: Words) -> str:
    """Return why the round cannot be entered by its result alone, empty if it can."""
    if not round_.setup.rules.takes_results:
        return refusal_words(Objection(Why.RESULT_AND_PLAY_ON), words)
    return ""
