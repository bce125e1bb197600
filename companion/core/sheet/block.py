"""Reader of one round of the score sheet.

Lines above the row of handles are collected until the round begins. Turns and decisions are
recorded at once; checks are verified at the end of the round.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace

from companion.core.books import ledger, points
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
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Dated, Event, HandEntered, Result, Seen, Setup, Shown
from companion.core.rules import Rules
from companion.core.series import Series, next_dealer
from companion.core.sheet.checks import (
    Check,
    Fault,
    by_handle,
    demand_number,
    fault_in_pairs,
    fault_in_words,
    read_pairs,
    round_checks,
)
from companion.core.sheet.words import (
    EVENT_WORDS,
    NO_TURN,
    YOUNG_WORDS,
    read_cell,
    read_event,
    read_number,
)
from companion.core.steps import Dealt, Recorded

HEAD_WORDS = frozenset({"rules", "dealer", "deal"})
LINE_WORDS = EVENT_WORDS - {"charge", "forget", "handed"}
"""First words of lines below the row of handles. The three other words undo an event, and no sheet
has them.
"""
_DEAL_WORDS = frozenset({"hand", "holds"})
_DATE = "date"
_SCALARS = frozenset({"layout", "pot"})
_PAIRS = frozenset({"left", "passes", "chips", "points"})

FAULTS = (IllegalEventError, RulesError, ValueError)
"""Errors raised by an unreadable line."""


def blamed(line: int, fault: Exception) -> SheetError:
    """Return the error for this line of the sheet."""
    reason = fault.objection.english if isinstance(fault, IllegalEventError) else str(fault)
    return SheetError(line, reason)


@contextmanager
def blamed_on(line: int) -> Generator[None]:
    """Attribute errors to this line of the sheet.

    :raises SheetError: when the block raises one of `FAULTS`
    """
    try:
        yield
    except FAULTS as fault:
        raise blamed(line, fault) from fault


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
        self._dealer: str | None = None
        self._date: str | None = None
        self._deal: list[str] = []
        self._hands: list[tuple[int, list[str]]] = []
        self._lines: dict[str, int] = {}
        self._trips = 0
        self._checks: list[tuple[int, str, list[str]]] = []

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
        """Read a line of the round that is no check."""
        word, *rest = words
        if word in HEAD_WORDS:
            self._take_head(line, word, rest)
        elif word in LINE_WORDS and not self._is_row(words):
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
        self._lines.setdefault(word, line)
        if word == "rules":
            _once(word, self._rules)
            self._rules = parse(" ".join(rest))
        elif word == "dealer":
            _once(word, self._dealer)
            if len(rest) != 1:
                raise LineError(phrase("dealer takes one handle"))
            self._dealer = rest[0]
        else:
            _once(word, self._deal or None)
            if not rest:
                raise LineError(phrase("deal takes handles and hand sizes"))
            self._deal = rest

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
            sizes = dict(enumerate(honest.hand_sizes)) | _sizes(self._deal, players)
        return replace(honest, hand_sizes=tuple(sizes.values()), date=self._date or "")

    def _named_dealer(self, players: tuple[str, ...]) -> str:
        if self._dealer is None:
            last = self._round_before
            return players[next_dealer(last.setup, players) if last else -1]
        if self._dealer not in players:
            raise LineError(
                phrase("{handle} deals, but does not sit at the table"), handle=self._dealer
            )
        return self._dealer

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
        """Read a line that begins with one of `LINE_WORDS`."""
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

    def check(self, line: int, name: str, words: list[str]) -> None:
        """Read a line `= NAME …`, which is verified at the end of the round."""
        known = name in _PAIRS or name in _SCALARS or name == "out"
        if not known:
            raise LineError(phrase("= {name} is not a check"), name=name)
        if name in _PAIRS:
            read_pairs(name, words, self.players.__contains__)
        elif name in _SCALARS and len(words) != 1:
            raise LineError(phrase("= {name} takes a word"), name=name)
        elif not words:
            raise LineError(phrase("= {name} takes handles"), name=name)
        elif name == "pot":
            demand_number(name, words[0])
        self._checks.append((line, name, words))

    def end(self) -> None:
        """Accept the end of the block.

        :raises SheetError: when the block had no row of handles
        """
        if not self.begun:
            headless = LineError(phrase("round {number} has no row of handles"), number=self.number)
            raise blamed(self.line, headless) from headless

    def faults(self) -> Iterator[Fault]:
        """Yield the failed checks."""
        if not self._checks:
            return
        actual = {**_unwritten_checks(self.round), **round_checks(self.round)}
        for line, name, words in self._checks:
            if problem := self._fault(name, words, actual.get(name, ())):
                yield Fault(line, problem)

    def _fault(self, name: str, words: list[str], actual: Check) -> LineError | None:
        if name in _PAIRS:
            stated = read_pairs(name, words, self.players.__contains__)
            return fault_in_pairs(name, stated, actual if isinstance(actual, dict) else {})
        right = actual if isinstance(actual, tuple) else (str(actual),)
        return fault_in_words(name, _as_written(name, words), right)


def _unwritten_checks(round_: Round) -> dict[str, Check]:
    """Return the checks that people may write where the writer omits them."""
    players = round_.setup.players
    return {
        "left": by_handle(players, round_.cards_left, "d"),
        "points": by_handle(players, points(round_), "d"),
        "pot": str(ledger(round_).pot),
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
