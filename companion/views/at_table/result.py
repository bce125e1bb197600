"""A round by its result alone: the cards left and the passes of each player (R19).

Without `play_on` all players have turns in the same order until one is out. So the passes of all
players follow from the cards left and the passes of a single player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self, TypeVar

from companion.core.objections import Objection, Why
from companion.core.rounds.round import MOST_TURNS, Round
from companion.core.rounds.setup import Passed, Result, Seat, Setup
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.views import blocks as b
from companion.views.speech import Person, person, refusal_words
from companion.words import Words

_Number = TypeVar("_Number")
_HIGHEST: Final = 11
"""The largest number that a single tap enters."""


class Misfit(NamedTuple):
    """Number of turns of a player that cannot follow from the result, and the number expected."""

    seat: Seat
    turns: int
    expected: int


@dataclass(frozen=True, slots=True)
class ResultForm:
    """The result of round `number`, as far as it is entered.

    `leader` is the seat that led the round, None while unknown. `noted` are the passes among the
    turns of the round, and `written` those entered here, None where they follow from the others.
    The numbers are counted through `at`: first the cards left by seat, then the passes by seat.
    `seen` is the table at the start of the form.
    """

    seen: Snapshot = field(compare=False, repr=False)
    number: int
    setup: Setup
    leader: Seat | None
    left: tuple[int, ...]
    noted: tuple[int, ...]
    written: tuple[int | None, ...]
    at: int = 0

    @classmethod
    def of(cls, seen: Snapshot, number: int) -> Self:
        """Return the form for a round, with the cards left and the passes so far."""
        round_ = seen.series.round(number)
        seats = range(len(round_.setup.players))
        passed = [turn.seat for turn in round_.turns if isinstance(turn, Passed)]
        noted = round_.passes or tuple(passed.count(seat) for seat in seats)
        played_out = round_.played_out
        written = tuple(noted[seat] if played_out else None for seat in seats)
        return cls(seen, number, round_.setup, round_.leader, round_.cards_left, noted, written)

    @property
    def out(self) -> Seat | None:
        """Seat of the only player without cards."""
        return self.left.index(0) if self.left.count(0) == 1 else None

    @property
    def passes(self) -> tuple[int, ...]:
        """Passes of each seat: as entered, else as they follow, else as noted."""
        if self.leader is None or self.out is None:
            pairs = zip(self.written, self.noted, strict=True)
            return tuple(noted if own is None else own for own, noted in pairs)
        played, behind = self._played, self._behind(self.leader, self.out)
        known = any(own is not None for own in self.written)
        counted = self.written if known else self.noted
        sums = [
            cards + own + later
            for cards, own, later in zip(played, counted, behind, strict=True)
            if own is not None
        ]
        own = self.written[self.out]
        turns = max(sums) if own is None else played[self.out] + own
        return tuple(
            max(0, turns - later - cards) if own is None else own
            for own, cards, later in zip(self.written, played, behind, strict=True)
        )

    @property
    def result(self) -> Result:
        """The result to be recorded."""
        return Result(self.left, self.passes)

    @property
    def misfit(self) -> Misfit | None:
        """First number of turns that is impossible in the order of play; None without one (R2)."""
        if self.out is None:
            return None
        seats = range(len(self.left))
        leaders = seats if self.leader is None else (self.leader,)
        fewest = min((self._misfits(leader, self.out) for leader in leaders), key=len)
        return fewest[0] if fewest else None

    def _misfits(self, leader: Seat, out: Seat) -> list[Misfit]:
        turns = [sum(own) for own in zip(self._played, self.passes, strict=True)]
        expected = [turns[out] - later for later in self._behind(leader, out)]
        pairs = enumerate(zip(turns, expected, strict=True))
        return [Misfit(seat, had, due) for seat, (had, due) in pairs if had != due]

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

    def begin_again(self, now: Snapshot) -> Self:
        """Return the form with the numbers of the table as it is now."""
        return self.of(now, self.number)

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
            return replace(self, written=_with(self.written, seat, number))
        return replace(self, left=_with(self.left, seat, number))


def _with(numbers: Sequence[_Number], seat: Seat, number: _Number) -> tuple[_Number, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


@dataclass(frozen=True, slots=True)
class NumberCell:
    """A number of the table of numbers; a tap opens it, and the `open` one is entered now."""

    says: b.Text
    label: str
    intent: b.Edit
    open: bool


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A line for each player, with a cell below each of the titles."""

    titles: tuple[str, ...]
    lines: tuple[tuple[Person, tuple[NumberCell, ...]], ...]


def result(snapshot: Snapshot, words: Words, form: ResultForm) -> b.Document:
    """Return the screen that enters the result of a round."""
    obstacle, says = _obstacle(snapshot, form, words), words.say("Save the result")
    save = b.Action(
        "save-result",
        says,
        None if obstacle else b.Submit(),
        b.Emphasis.PRIMARY,
        label=f"{says}. {obstacle}" if obstacle else "",
    )
    return b.Document(
        words.say("Enter the result only"),
        (
            (
                *_stale(snapshot, form, words),
                *b.notices(_misfit(form, snapshot, words), "misfit", b.Status.BAD),
                b.Custom("numbers", _numbers(snapshot, form, words)),
                b.Text(_explains(form, words), style=b.Style.MUTED),
            ),
            (_pad(snapshot, form, obstacle, words), b.Actions((save,))),
        ),
        subtitle=words.say("Round {number}", number=form.number),
        pinned=True,
    )


def result_obstacle(round_: Round, words: Words) -> str:
    """Return why the round cannot be entered by its result alone, empty if it can."""
    if round_.setup.rules.play_on:
        return refusal_words(Objection(Why.RESULT_AND_PLAY_ON), words, str)
    return ""


def _obstacle(snapshot: Snapshot, form: ResultForm, words: Words) -> str:
    """Return why the result cannot be saved yet, empty if it can."""
    if form.seen.revision != snapshot.revision:
        return words.say("Somebody else was quicker: look at what changed first.")
    round_ = snapshot.series.rounds[form.number - 1]
    if says := result_obstacle(round_, words):
        return says
    if 0 not in form.left:
        return words.say("Who is out? Enter 0 cards left there.")
    if form.out is None:
        return words.say("Only one player can be out, with 0 cards left.")
    refusal = snapshot.log.objection(Recorded(form.number, form.result))
    return refusal_words(refusal, words, snapshot.series.name_of) if refusal else ""


def _stale(snapshot: Snapshot, form: ResultForm, words: Words) -> tuple[b.Block, ...]:
    """Return a notice that the table has changed since the start of the form, and the way on."""
    if form.seen.revision == snapshot.revision:
        return ()
    says, begin = words.say("The table has changed meanwhile."), b.Edit("begin_again", (snapshot,))
    again = b.Action("result-again", words.say("Begin again"), begin)
    return b.Notice(says, "stale", b.Status.BAD), b.Actions((again,))


def _explains(form: ResultForm, words: Words) -> str:
    if form.leader is None:
        return words.say("Nothing is judged in such a round. Fines can be entered as corrections.")
    return words.say(
        "Once somebody is out, the passes follow from the cards left. Correct the passes of one "
        "player, and the others follow. Nothing is judged in such a round."
    )


def _misfit(form: ResultForm, snapshot: Snapshot, words: Words) -> str:
    """Return a warning about turns that cannot be; the result can be saved all the same."""
    found = form.misfit
    if found is None:
        return ""
    handle = form.setup.players[found.seat]
    return words.count(
        "Is a number wrong? {name} would have had {n} turn instead of {expected}.",
        "Is a number wrong? {name} would have had {n} turns instead of {expected}.",
        found.turns,
        name=snapshot.series.name_of(handle),
        expected=found.expected,
    )


def _numbers(snapshot: Snapshot, form: ResultForm, words: Words) -> NumberTable:
    players, passes = form.setup.players, form.passes
    titles = words.say("Cards left"), words.say("Passes")
    kinds = (("left", form.left), ("passes", passes))

    def cell(kind: int, seat: Seat) -> NumberCell:
        name, numbers = kinds[kind]
        number, at = numbers[seat], kind * len(players) + seat
        says = b.Text(str(number), f"{name}-{players[seat]}")
        label = _asks(snapshot, form.look_at(at), words)
        return NumberCell(says, f"{label}: {number}", b.Edit("look_at", (at,)), at == form.at)

    lines = tuple(
        (person(snapshot, handle), (cell(0, seat), cell(1, seat)))
        for seat, handle in enumerate(players)
    )
    return NumberTable(titles, lines)


def _asks(snapshot: Snapshot, form: ResultForm, words: Words) -> str:
    name = snapshot.series.name_of(form.setup.players[form.seat])
    if form.of_passes:
        return words.say("{name}’s passes", name=name)
    return words.say("{name}’s cards left", name=name)


def _pad(snapshot: Snapshot, form: ResultForm, obstacle: str, words: Words) -> b.Panel:
    """Return the panel that enters one number after the other, with one tap each.

    An obstacle to the result has the place of the title, so that no number moves under the finger.
    """
    value = form.value
    less = b.Edit("add", (-1,)) if form.add(-1) != form else None
    more = b.Edit("add", (1,)) if form.add(1) != form else None
    counter = b.Counter(
        b.Text(str(value), "number"),
        (b.Action("less", "", less, icon=b.Icon.LESS, label=words.say("One less")),),
        (b.Action("more", "", more, icon=b.Icon.ADD, label=words.say("One more")),),
    )
    answers = tuple(
        b.Action(
            f"number-{number}", str(number), b.Edit("enter", (number,)), chosen=number == value
        )
        for number in range(form.highest + 1)
    )
    player = person(snapshot, form.setup.players[form.seat])
    asks = words.say("Passes") if form.of_passes else words.say("Cards left")
    choices = (b.Choice(answers, says=obstacle or asks),)
    row = b.Row(player.name, leading=player, counter=counter, choices=choices)
    return b.Panel((b.List((row,)),), key="pad")
