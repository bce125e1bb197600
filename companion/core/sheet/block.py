"""Reader of one round of the score sheet.

Lines above the row of handles are collected until the round begins. Turns and decisions are
recorded at once; checks are verified at the end of the round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Final

from companion.core.books import ledger, points
from companion.core.judge import Verdict
from companion.core.log import Replay
from companion.core.names import Player, is_handle, uncased
from companion.core.objections import (
    IllegalEventError,
    LineError,
    Objection,
    RulesError,
    SheetError,
    Why,
    phrase,
)
from companion.core.presets import parse
from companion.core.rounds.events import (
    SHEET_WORDS,
    YOUNG_WORDS,
    Dated,
    Event,
    HandEntered,
    Result,
    Seen,
    Shown,
    read_cell,
    read_event,
)
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rounds.texts import NO_TURN, read_number, with_hyphen
from companion.core.rules import Rules
from companion.core.series import Series, next_dealer
from companion.core.sheet.writer import Check, Pairs, by_handle, round_checks
from companion.core.steps import Dealt, Recorded

HEAD_WORDS = frozenset({"rules", "dealer", "deal"})
_DEAL_WORDS = frozenset({"hand", "holds"})
_DATE = "date"
_SCALARS = frozenset({"layout", "pot"})
_LISTS = frozenset({"out", "winner"})
_PAIRS = frozenset({"left", "passes", "chips", "points", "total chips", "total points"})
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}")
VERDICTS: Final = frozenset(verdict.value for verdict in Verdict)


@contextmanager
def blamed_on(line: int) -> Generator[None]:
    """Attribute errors to this line of the sheet.

    :raises SheetError: when a line in the block is unreadable
    """
    try:
        yield
    except IllegalEventError as fault:
        raise SheetError(line, fault.objection.english) from fault
    except (RulesError, ValueError) as fault:
        raise SheetError(line, str(fault)) from fault


@dataclass(frozen=True, slots=True)
class Fault:
    """Failed check: its line, counted from 1, and the error that states the correct value."""

    line: int
    error: LineError = field(compare=False)

    @property
    def problem(self) -> str:
        """Text of the error in English."""
        return str(self.error)


class Spellings:
    """Handles and names of a sheet; each player has one spelling of the handle, and one name."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._names = {player.handle: player.name for player in players}
        self._handles: dict[str, str] = {}

    @staticmethod
    def of(series: Series) -> Spellings:
        """Return the spellings of a series, which more players may join."""
        spellings = Spellings(series.players)
        for handle in spellings._names:
            spellings._handles.setdefault(uncased(handle), handle)
        return spellings

    def note(self, handle: str) -> None:
        """Note a handle.

        :raises LineError: when the handle had another spelling before
        """
        other = self._handles.setdefault(uncased(handle), handle)
        if other != handle:
            raise LineError(
                phrase("{handle} is spelled {other} elsewhere: a player has one spelling"),
                handle=handle,
                other=other,
            )

    def seat(self, handles: Sequence[str]) -> None:
        """Note the handles of a row.

        :raises LineError: when two of the columns are the same person
        """
        called: dict[str, str] = {}
        for handle in handles:
            self.note(handle)
            name = self._names.get(handle, handle)
            other = called.setdefault(uncased(name), handle)
            if other != handle:
                raise LineError(
                    phrase("{handle} and {other} are the same person: both are called {name}"),
                    handle=handle,
                    other=other,
                    name=name,
                )


class Block:
    """Round that is being read, fed with the words of one line after the other.

    Its methods raise `ValueError` or `IllegalEventError` when the line is refused.
    """

    def __init__(
        self, line: int, number: int, replay: Replay, rules: Rules, spellings: Spellings
    ) -> None:
        """Begin a round; `rules` hold unless the block has a line `rules`."""
        self.line, self.number, self._spellings = line, number, spellings
        self._replay, self._rules_before = replay, rules
        self._round_before = replay.last
        self._players: tuple[str, ...] = ()
        self._rules: Rules | None = None
        self._date: str | None = None
        self._head: dict[str, list[str]] = {}
        self._hands: list[tuple[int, list[str]]] = []
        self._lines: dict[str, int] = {}
        self._trips = 0
        self._checks: list[tuple[int, str, list[str] | dict[str, str]]] = []

    @property
    def begun(self) -> bool:
        """True after the row of handles."""
        return bool(self._players)

    @property
    def players(self) -> tuple[str, ...]:
        """Handles of the row.

        :raises LineError: when the row was not read yet
        """
        self.demand_row()
        return self._players

    def demand_row(self) -> None:
        """Raise `LineError` if the row of handles was not read yet."""
        if not self.begun:
            raise LineError(phrase("this belongs below the row of handles"))

    @property
    def round(self) -> Round:
        """Round so far.

        :raises LineError: when the row of handles was not read yet
        """
        self.demand_row()
        assert self._replay.last
        return self._replay.last

    def take(self, line: int, words: list[str]) -> None:
        """Read a line of the round, or a check of the series so far."""
        word, *rest = words
        if word == "=":
            self._take_check(line, rest)
        elif word in HEAD_WORDS:
            self._take_head(line, word, rest)
        elif word in SHEET_WORDS and not self._is_row(words):
            self._take_event(line, words)
        elif word[0].isdigit():
            self._take_row(word, rest)
        else:
            self._take_handles(words)

    def _is_row(self, words: list[str]) -> bool:
        """Return whether the words are the row of handles, the first of them a young word."""
        return not self.begun and words[0] in YOUNG_WORDS and all(map(is_handle, words))

    def _take_head(self, line: int, word: str, rest: list[str]) -> None:
        """Read a line `rules`, `dealer` or `deal`."""
        if self.begun:
            raise LineError(phrase("{word} belongs above the row of handles"), word=word)
        _once(word, self._head.get(word))
        if word == "rules":
            self._rules = parse(" ".join(rest))
        elif word == "dealer" and len(rest) != 1:
            raise LineError(phrase("dealer takes one handle"))
        elif not rest:
            raise LineError(phrase("deal takes handles and hand sizes"))
        self._head[word], self._lines[word] = rest, line

    def _take_handles(self, players: list[str]) -> None:
        """Read the row of handles and begin the round."""
        if self.begun:
            raise LineError(phrase("{word} is not a word of the score sheet"), word=players[0])
        dealt = Dealt(self._setup(tuple(players)))
        if refusal := self._replay.take(dealt):
            of_deal = refusal.why in {Why.SIZES_MISS_PACK, Why.EMPTY_HAND}
            with self._blamed_on("deal" if of_deal else ""):
                raise IllegalEventError(dealt, refusal)
        self._spellings.seat(players)
        self._players = tuple(players)
        for line, words in self._hands:
            with blamed_on(line):
                self._record(_read(words, players))

    def _blamed_on(self, word: str) -> AbstractContextManager[None]:
        """Attribute errors to the line above that begins with the word, if any."""
        return blamed_on(self._lines[word]) if word in self._lines else nullcontext()

    def _setup(self, players: tuple[str, ...]) -> Setup:
        with self._blamed_on("dealer"):
            dealer = players.index(self._named_dealer(players))
        honest = Setup.dealt(self._rules or self._rules_before, players, dealer)
        with self._blamed_on("deal"):
            sizes = dict(enumerate(honest.hand_sizes)) | _sizes(self._head.get("deal", []), players)
        return replace(honest, hand_sizes=tuple(sizes.values()), date=self._date or "")

    def _named_dealer(self, players: tuple[str, ...]) -> str:
        if "dealer" not in self._head:
            last = self._round_before
            return players[next_dealer(last.setup, players) if last else -1]
        (dealer,) = self._head["dealer"]
        if dealer not in players:
            raise LineError(phrase("{handle} deals, but does not sit at the table"), handle=dealer)
        return dealer

    def _take_row(self, number: str, cells: list[str]) -> None:
        """Read a row of turns, one trip round the table."""
        players = self.players
        if read_number(number) != self._trips + 1:
            raise LineError(
                phrase("row {number} follows row {before}"), number=number, before=self._trips
            )
        if len(cells) != len(players):
            raise LineError(
                phrase("row {number} has {cells} cells for {players} players"),
                number=number,
                cells=len(cells),
                players=len(players),
            )
        self._trips += 1
        turns = [read_cell(cell, seat) for seat, cell in enumerate(cells) if cell != NO_TURN]
        if not turns:
            raise LineError(phrase("row {number} has no turn"), number=number)
        for turn in turns:
            self._record(turn)

    def _take_event(self, line: int, words: list[str]) -> None:
        """Read a line that begins with one of `SHEET_WORDS`."""
        if words[0] in _DEAL_WORDS and not self.begun:
            self._hands.append((line, words))
            return
        if words[0] != _DATE:
            self.demand_row()
        event = _read(words, self._players)
        if isinstance(event, Dated):
            _once(words[0], self._date)
            self._date = event.date
            if not self.begun:
                return
        if isinstance(event, Result):
            _once(words[0], self.round.passes or None)
            if self.round.turns:
                raise LineError(phrase("a result comes in place of the turns"))
        if not (isinstance(event, Shown) and self._shows_nothing(event)):
            self._record(event)

    def _shows_nothing(self, shown: Shown) -> bool:
        """Return whether the line `left HANDLE` names no card and the player has none left.

        :raises IllegalEventError: when the player has cards left
        """
        left = self.round.cards_left[shown.seat]
        if left and not shown.cards:
            player = self.players[shown.seat]
            raise IllegalEventError(
                shown, Objection(Why.WRONG_CARDS_LEFT, player=player, expected=left)
            )
        return not left and not shown.cards

    def _record(self, event: Event) -> None:
        recorded = Recorded(self.number, event)
        if refusal := self._replay.take(recorded):
            raise IllegalEventError(recorded, refusal)

    def _take_check(self, line: int, words: list[str]) -> None:
        """Read a line `= NAME …`, which is verified at the end of the round."""
        name, *stated = words or [""]
        if name == "total" and stated[:1] in (["chips"], ["points"]):
            name = f"total {stated.pop(0)}"
        if name in _PAIRS:
            self.demand_row()
            of_series = name.startswith("total")
            known = self._replay.series.plays if of_series else self._players.__contains__
            self._checks.append((line, name, read_pairs(name, stated, known)))
            return
        if name not in _SCALARS | _LISTS:
            raise LineError(phrase("= {name} is not a check"), name=name)
        if name in _SCALARS and len(stated) != 1:
            raise LineError(phrase("= {name} takes a word"), name=name)
        if not stated:
            raise LineError(phrase("= {name} takes handles"), name=name)
        if name == "pot":
            demand_number(name, stated[0])
        self._checks.append((line, name, stated))

    def end(self) -> None:
        """Accept the end of the block.

        :raises SheetError: when the block had no row of handles
        """
        if not self.begun:
            with blamed_on(self.line):
                raise LineError(phrase("round {number} has no row of handles"), number=self.number)

    def faults(self) -> Iterator[Fault]:
        """Yield the failed checks."""
        if not self._checks:
            return
        actual = {**_unwritten_checks(self._replay.series), **round_checks(self.round)}
        for line, name, stated in self._checks:
            right = actual.get(name, ())
            if isinstance(stated, dict):
                problem = fault_in_pairs(name, stated, right if isinstance(right, dict) else {})
            else:
                known = right if isinstance(right, tuple) else (str(right),)
                problem = fault_in_words(name, _as_written(name, stated), known)
            if problem:
                yield Fault(line, problem)


def read_pairs(name: str, words: Sequence[str], known: Callable[[str], bool]) -> dict[str, str]:
    """Read the pairs of a check; `known` decides which handles are accepted.

    :raises ValueError: when the words are no pairs of this check
    """
    if not words or len(words) % 2:
        raise LineError(phrase("= {name} takes pairs"), name=name)
    pairs: dict[str, str] = {}
    for key, value in zip(words[::2], words[1::2], strict=True):
        if key in pairs:
            raise LineError(phrase("= {name} names {key} twice"), name=name, key=key)
        if name == "passes":
            pairs[key] = _read_verdict(key, value)
        else:
            if not known(key):
                raise LineError(phrase("{handle} does not sit at the table"), handle=key)
            pairs[key] = with_hyphen(value)
            demand_number(name, pairs[key])
    return pairs


def _read_verdict(turn: str, verdict: str) -> str:
    if not _NUMBER.fullmatch(turn) or verdict not in VERDICTS:
        raise LineError(
            phrase("= passes takes a turn and legal, illegal or open, not {turn} {verdict}"),
            turn=turn,
            verdict=verdict,
        )
    return verdict


def demand_number(name: str, value: str) -> None:
    """Require a whole number.

    :raises ValueError: when the value is none
    """
    if not _NUMBER.fullmatch(value):
        raise LineError(phrase("= {name}: {value} is not a number"), name=name, value=value)


def fault_in_pairs(name: str, stated: Pairs, actual: Pairs) -> LineError | None:
    """Return the first error in a check of pairs, or None."""
    for key, value in stated.items():
        if key not in actual:
            return LineError(phrase("{name}: nothing is known about {key}"), name=name, key=key)
        right = actual[key]
        same = value == right if name == "passes" else int(value) == int(right)
        if not same:
            return LineError(
                phrase("{name}: {key} is {right}, not {value}"),
                name=name,
                key=key,
                right=right,
                value=value,
            )
    return None


def fault_in_words(name: str, stated: Sequence[str], actual: Sequence[str]) -> LineError | None:
    """Return the error in a check of words, or None."""
    if tuple(stated) == tuple(actual):
        return None
    written = " ".join(stated)
    if not any(actual):
        return LineError(phrase("{name} is not known, not {stated}"), name=name, stated=written)
    return LineError(
        phrase("{name} is {right}, not {stated}"), name=name, right=tuple(actual), stated=written
    )


def _unwritten_checks(series: Series) -> dict[str, Check]:
    """Return the checks that people may write where the writer omits them."""
    assert series.last
    round_, totals = series.last, series.totals
    players = round_.setup.players
    known = {handle: total for handle, total in totals.points.items() if handle not in totals.open}
    return {
        "left": by_handle(players, round_.cards_left, "d"),
        "points": by_handle(players, points(round_), "d"),
        "pot": str(ledger(round_).pot),
        "total chips": {handle: str(chips) for handle, chips in totals.chips.items()},
        "total points": {handle: str(total) for handle, total in known.items()},
        "winner": series.standing.winners,
    }


def _as_written(name: str, words: Sequence[str]) -> Sequence[str]:
    if name == "layout":
        return [words[0].upper().replace("T", "10")]
    return [str(int(words[0]))] if name == "pot" else words


def _read(words: list[str], players: Sequence[str]) -> Event:
    event = read_event(" ".join(words), players)
    if isinstance(event, HandEntered | Seen) and not event.cards:
        raise LineError(phrase("{word} takes the cards of a hand"), word=words[0])
    return event


def _sizes(words: list[str], players: Sequence[str]) -> dict[int, int]:
    if not words:
        return {}
    if len(words) % 2:
        raise LineError(phrase("deal takes handles and hand sizes"))
    sizes: dict[int, int] = {}
    for handle, size in zip(words[::2], words[1::2], strict=True):
        if handle not in players:
            raise LineError(
                phrase("{handle} is dealt cards, but does not sit at the table"), handle=handle
            )
        if players.index(handle) in sizes:
            raise LineError(phrase("{handle} is dealt cards twice"), handle=handle)
        sizes[players.index(handle)] = read_number(size)
    return sizes


def _once(word: str, before: object) -> None:
    if before is not None:
        raise LineError(phrase("{word} is already given here"), word=word)
