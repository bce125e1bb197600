"""Reader of one round of the score sheet.

Lines above the row of handles are collected until the round begins. Turns and decisions are
recorded at once; checks are verified at the end of the round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from companion.core.books import ledger, points
from companion.core.cards import NO_CARDS
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
)
from companion.core.presets import guess, parse
from companion.core.rounds.doubt import doubt_of
from companion.core.rounds.events.cards import HandEntered, LaidOut, Seen, Shown
from companion.core.rounds.events.decisions import CalledOff
from companion.core.rounds.events.results import Result, Scored
from companion.core.rounds.events.times import Dated, Timed, When
from companion.core.rounds.events.turns import Played
from companion.core.rounds.position import Event, Turn
from companion.core.rounds.reading import KINDS, SHEET_WORDS, YOUNG_WORDS, read_cell, read_event
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rounds.texts import NO_TURN, NoCardError, read_number, with_hyphen
from companion.core.rules import Rules
from companion.core.series import Series, next_dealer
from companion.core.sheet.writer import Check, Pairs, by_handle, round_checks
from companion.core.spelling import closest
from companion.core.steps import Dealt, FormerMark, Recorded

HEAD_WORDS = frozenset({"rules", "dealer", "deal"})
AFTER_WORDS = frozenset({"end", "open", "handed", "later", "planned"})
"""First words of the lines after the last round."""
_OWED = "owed"
"""First word of a line of former sheets: who puts off a payment of the round."""
KNOWN_WORDS = tuple(
    sorted({*HEAD_WORDS, *SHEET_WORDS, *AFTER_WORDS, "called", "id", "round", "series", "worth"})
)
"""First words of all lines but checks, turns and handles."""
_DEAL_WORDS = frozenset({"hand", "holds"})
_WHEN = frozenset({Dated.word, Timed.word})
"""First words of lines that may stand above the row of handles or below."""
_SCALARS = frozenset({"layout", "pot"})
_LISTS = frozenset({"out", "winner"})
_PAIRS = frozenset({"left", "passes", "chips", "places", "points", "total chips", "total points"})
_OF_SERIES = frozenset({"winner", "total chips", "total points"})
_CHECKS = tuple(sorted(_SCALARS | _LISTS | _PAIRS))
_FOLLOWED = frozenset(
    {
        *(Why.OUT_OF_TURN, Why.MUST_LEAD),
        *(Why.NEIGHBOUR_MISSING, Why.HIGH_FIRST, Why.NO_OPENER),
    }
)
"""Objections to turns that leave it clear what the table did."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}")
VERDICTS = frozenset(verdict.value for verdict in Verdict)


MOST_FAULTS = 999
"""Upper bound of the faults reported of a sheet."""


class Faults(list[SheetError]):
    """Faults of a sheet that are found so far."""

    @contextmanager
    def of(self, line: int) -> Generator[None]:
        """Note errors as faults of this line; what follows is read as far as it can be.

        :raises SheetError: when there are too many faults
        """
        try:
            yield
        except (IllegalEventError, RulesError, ValueError) as error:
            self.note(line, error)

    def note(self, line: int, error: IllegalEventError | RulesError | ValueError) -> None:
        """Note a fault.

        :raises SheetError: when there are too many
        """
        says = error.objection.english if isinstance(error, IllegalEventError) else str(error)
        fault = SheetError(line, says)
        fault.__cause__ = error
        self.append(fault)
        if len(self) > MOST_FAULTS:
            self.append(SheetError(line, "there are too many faults to read on"))
            self.refuse()

    def refuse(self) -> None:
        """Raise the first fault with all others, if there is any."""
        if self:
            ordered = sorted(self, key=lambda fault: fault.line)
            ordered[0].faults = tuple(ordered)
            raise ordered[0]


@dataclass(frozen=True)
class Fault:
    """Failed check: its line, counted from 1, and the error that states the correct value."""

    line: int
    error: LineError = field(compare=False)

    @property
    def problem(self) -> str:
        """Text of the error in English."""
        return str(self.error)


@dataclass(frozen=True)
class Remark:
    """Line, counted from 1, that can be read and holds, and the reason to doubt it."""

    line: int
    doubt: Objection

    @property
    def problem(self) -> str:
        """Reason in English."""
        return self.doubt.english


class UnknownWordError(LineError):
    """First word of a line that is none of the score sheet, and the one it was probably `meant`."""

    def __init__(self, word: str) -> None:
        self.meant = "" if word in KINDS else closest(word, KNOWN_WORDS)
        if self.meant:
            near = "{word} is not a word of the score sheet; did you mean {near}?"
            super().__init__(near, word=word, near=self.meant)
        else:
            super().__init__("{word} is not a word of the score sheet", word=word)


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
                "{handle} is spelled {other} elsewhere: a player has one spelling",
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
                    "{handle} and {other} are the same person: both are called {name}",
                    handle=handle,
                    other=other,
                    name=name,
                )


class Block:
    """Round that is being read, fed with the words of one line after the other.

    Its methods raise `ValueError` or `IllegalEventError` when the line is refused. What is refused
    is guessed or left out, so that the lines below can be read. Where that is impossible the block
    is `lost`: its lines are read, but not played.
    """

    def __init__(
        self, line: int, number: int, replay: Replay, spellings: Spellings, faults: Faults
    ) -> None:
        """Begin a round with the rules of the one before; errors of former lines go to `faults`."""
        self.line = line
        self.number = number
        self._spellings = spellings
        self._faults = faults
        self._replay = replay
        self._rules_before = replay.series.latest_rules
        self._round_before = replay.last
        self._players: tuple[str, ...] = ()
        self._rules: Rules | None = None
        self._when: dict[str, When] = {}
        self._head: dict[str, list[str]] = {}
        self._hands: list[tuple[int, list[str]]] = []
        self._lines: dict[str, int] = {}
        self._result_line = 0
        self._trips = 0
        self._misnumbered: int = -1
        self._checks: list[tuple[int, str, list[str] | dict[str, str]]] = []
        self._place = 0
        self.dealt = self.lost = False
        self.dealer_unknown = False
        """True where the round before could not be dealt."""

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
            raise LineError("this belongs below the row of handles")

    @property
    def round(self) -> Round:
        """Round so far, which must be dealt."""
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
        elif word == _OWED and self.begun:
            if len(rest) != 3:  # noqa: PLR2004
                raise LineError("owed takes two players and a number of chips")
            self._take_former(" ".join(words), read_number(rest[2]))
        elif word[0].isdigit():
            self._take_row(line, word, rest)
        else:
            self._take_handles(line, words)

    def _take_former(self, says: str, chips: int) -> None:
        """Read a line `owed` of a former version."""
        mark = FormerMark(self._place, says, chips)
        refusal = None if self.lost else self._replay.take(mark)
        if refusal:
            raise IllegalEventError(mark, refusal)

    def _is_row(self, words: list[str]) -> bool:
        """Return whether the words are the row of handles, the first of them a young word."""
        return not self.begun and words[0] in YOUNG_WORDS and all(map(is_handle, words))

    def _take_head(self, line: int, word: str, rest: list[str]) -> None:
        """Read a line `rules`, `dealer` or `deal`."""
        if self.begun:
            raise LineError("{word} belongs above the row of handles", word=word)
        _once(word, self._head.get(word))
        self._head[word], self._lines[word] = [], line
        if word == "rules":
            self._rules = self._read_rules(" ".join(rest))
        elif word == "dealer" and len(rest) != 1:
            raise LineError("dealer takes one handle")
        elif not rest:
            raise LineError("deal takes handles and hand sizes")
        self._head[word] = rest

    def _read_rules(self, text: str) -> Rules | None:
        """Read the rules, or guess what was meant."""
        try:
            return parse(text)
        except RulesError as error:
            self._faults.note(self._lines["rules"], error)
        meant = guess(text)
        self.lost |= meant is None
        return meant

    def _take_handles(self, line: int, players: list[str]) -> None:
        """Read the row of handles and begin the round."""
        if self.begun:
            raise UnknownWordError(players[0])
        self._players = tuple(players)
        before = len(self._faults)
        setup = self._setup(self._players)
        if len(self._faults) > before:
            self.lost = True
        elif refusal := self._replay.take(Dealt(setup)):
            of_deal = refusal.why in {Why.SIZES_MISS_PACK, Why.EMPTY_HAND}
            self.lost = True
            with self._faults.of(self._lines.get("deal", line) if of_deal else line):
                raise IllegalEventError(setup, refusal)
        else:
            self.dealt, self._place = True, self._replay.series.round_number
            with self._faults.of(line):
                self._spellings.seat(players)
        for at, words in self._hands:
            with self._faults.of(at):
                self._record(_read(words, players))

    def _setup(self, players: tuple[str, ...]) -> Setup:
        """Return the setup, from the lines above the row of handles; their errors are noted."""
        dealer = self._dealer(players)
        setup = Setup.dealt(self._rules or self._rules_before, players, dealer)
        for when in self._when.values():
            setup = when.placed(setup)
        if self._head.get("deal"):
            with self._faults.of(self._lines["deal"]):
                sizes = dict(enumerate(setup.hand_sizes)) | _sizes(self._head["deal"], players)
                setup = replace(setup, hand_sizes=tuple(sizes.values()))
        return setup

    def _dealer(self, players: tuple[str, ...]) -> int:
        last = self._round_before
        if not self._head.get("dealer"):
            self.lost |= self.dealer_unknown
            return next_dealer(last, players) if last else len(players) - 1
        (dealer,) = self._head["dealer"]
        if dealer not in players:
            unknown = "{handle} deals, but does not sit at the table"
            self._faults.note(self._lines["dealer"], LineError(unknown, handle=dealer))
            return 0
        return players.index(dealer)

    def _take_row(self, line: int, number: str, cells: list[str]) -> None:
        """Read a row of turns, one trip round the table."""
        players = self.players
        expected = trip = self._trips + 1
        with self._faults.of(line):
            trip = read_number(number)
        if trip == self._misnumbered + 1:  # the rows go on from the wrong number
            expected = trip
        self._trips = expected
        if trip != expected:
            self._misnumbered = trip
            self._faults.note(
                line,
                LineError(
                    "this should be row {expected}, not {came}",
                    expected=expected,
                    came=number,
                ),
            )
        if len(cells) != len(players):
            self.lost = True
            raise LineError(
                "row {number} has {cells} cells for {players} players",
                number=number,
                cells=len(cells),
                players=len(players),
            )
        turns = list[Turn]()
        for seat, cell in enumerate(cells):
            if cell == NO_TURN:
                continue
            try:
                turns.append(read_cell(cell, seat))
            except NoCardError as error:
                self._faults.note(line, error)
                if error.meant:
                    turns.append(Played(seat, error.meant))
                else:
                    self.lost = True
        for turn in turns:
            self._play(line, turn)
        if all(cell == NO_TURN for cell in cells):
            raise LineError("row {number} has no turn", number=number)

    def _play(self, line: int, turn: Turn) -> None:
        """Record a turn; one that the rules refuse is played all the same if the next ones can be
        followed with it.
        """
        if self.lost:
            return
        try:
            self._record(turn)
        except IllegalEventError as refused:
            self._faults.note(line, refused)
            self.lost = not self._can_follow(turn, refused.objection.why)
            if not self.lost:
                self._replay.last = self.round.following(turn)

    def _can_follow(self, turn: Turn, why: Why) -> bool:
        """Return whether the round can go on after a refused turn, as if it had been allowed."""
        laid = turn.laid.bit if turn.laid else NO_CARDS
        known = self.round.knowledge
        has_room = self.round.cards_left[turn.seat] > 0 and not self.round.layout.laid & laid
        return why in _FOLLOWED and known.silent and has_room

    def _take_event(self, line: int, words: list[str]) -> None:
        """Read a line that begins with one of `SHEET_WORDS`."""
        if words[0] in _DEAL_WORDS and not self.begun:
            self._hands.append((line, words))
            return
        if words[0] not in _WHEN:
            self.demand_row()
        event = _read(words, self._players)
        if isinstance(event, When):
            _once(words[0], self._when.get(words[0]))
            self._when[words[0]] = event
            if not self.begun:
                return
        if self.lost:
            return
        if isinstance(event, Result | Scored):
            _once(words[0], self.round.passes or None)
            if self.round.turns:
                raise LineError("a result comes in place of the turns")
        if not (isinstance(event, Shown) and self._shows_nothing(event)):
            self._record(event)
        if isinstance(event, Result):
            self._result_line = line

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
        if self.lost:
            return
        recorded = Recorded(self._place, event)
        if refusal := self._replay.take(recorded):
            raise IllegalEventError(recorded, refusal)

    def _take_check(self, line: int, words: list[str]) -> None:
        """Read a line `= NAME …`, which is verified at the end of the round."""
        name, *stated = words or [""]
        if name == "total" and stated[:1] in (["chips"], ["points"]):
            name = f"total {stated.pop(0)}"
        if name in _PAIRS:
            self.demand_row()
            self._checks.append((line, name, read_pairs(name, stated, self._knows(name))))
            return
        if name not in _SCALARS | _LISTS:
            raise _no_check(name)
        if name in _SCALARS and len(stated) != 1:
            raise LineError("= {name} takes a word", name=name)
        if not stated:
            raise LineError("= {name} takes handles", name=name)
        if name == "pot":
            demand_number(name, stated[0])
        self._checks.append((line, name, stated))

    def _knows(self, name: str) -> Callable[[str], bool]:
        """Return which handles a check of this name may have."""
        if name.startswith("total"):
            return (lambda _: True) if self._faults else self._replay.series.plays
        return self._players.__contains__

    def end(self) -> None:
        """Accept the end of the block: the next round can be dealt.

        :raises LineError: when the block had no row of handles
        """
        if self.dealt and self.lost and not self.round.over:
            self.call_off()
        if self.begun:
            return
        self.lost = True
        if not any(fault.line >= self.line for fault in self._faults):
            raise LineError("round {number} has no row of handles", number=self.number)

    def call_off(self) -> None:
        """Call the round off, so that the next one can be dealt."""
        self._replay.last = self.round.following(CalledOff())

    def remarks(self) -> Iterator[Remark]:
        """Yield what is strange, but no fault: a result that no honest play could give."""
        if self._result_line and not self.lost:
            result = Result(self.round.cards_left, self.round.passes)
            if doubt := doubt_of(self.round.setup, result):
                yield Remark(self._result_line, doubt)

    def faults(self, *, of_series: bool = True) -> Iterator[Fault]:
        """Yield the failed checks of the round, and those of the series."""
        if not self._checks or self.lost:
            return
        actual = {**_unwritten_checks(self._replay.series), **round_checks(self.round)}
        for line, name, stated in self._checks:
            if name in _OF_SERIES and not of_series:
                continue
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
        raise LineError("= {name} takes pairs", name=name)
    pairs: dict[str, str] = {}
    for key, value in zip(words[::2], words[1::2], strict=True):
        if key in pairs:
            raise LineError("= {name} names {key} twice", name=name, key=key)
        if name == "passes":
            pairs[key] = _read_verdict(key, value)
        else:
            if not known(key):
                raise LineError("{handle} does not sit at the table", handle=key)
            pairs[key] = with_hyphen(value)
            demand_number(name, pairs[key])
    return pairs


def _read_verdict(turn: str, verdict: str) -> str:
    if not _NUMBER.fullmatch(turn) or verdict not in VERDICTS:
        raise LineError(
            "= passes takes a turn and legal, illegal or open, not {turn} {verdict}",
            turn=turn,
            verdict=verdict,
        )
    return verdict


def demand_number(name: str, value: str) -> None:
    """Require a whole number.

    :raises ValueError: when the value is none
    """
    if not _NUMBER.fullmatch(value):
        raise LineError("= {name}: {value} is not a number", name=name, value=value)


def fault_in_pairs(name: str, stated: Pairs, actual: Pairs) -> LineError | None:
    """Return the first error in a check of pairs, or None."""
    for key, value in stated.items():
        if key not in actual:
            return LineError("{name}: nothing is known about {key}", name=name, key=key)
        right = actual[key]
        same = value == right if name == "passes" else int(value) == int(right)
        if not same:
            return LineError(
                "{name}: {key} is {right}, not {value}",
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
        return LineError("{name} is not known, not {stated}", name=name, stated=written)
    return LineError(
        "{name} is {right}, not {stated}", name=name, right=tuple(actual), stated=written
    )


def _unwritten_checks(series: Series) -> dict[str, Check]:
    """Return the checks that people may write where the writer omits them."""
    assert series.last
    round_ = series.last
    totals = series.totals
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
    if isinstance(event, LaidOut):  # on a sheet the pass stands in a cell
        event = HandEntered.read(words[1:], players)
    if isinstance(event, HandEntered | Seen) and not event.cards:
        raise LineError("{word} takes the cards of a hand", word=words[0])
    return event


def _sizes(words: list[str], players: Sequence[str]) -> dict[int, int]:
    if not words:
        return {}
    if len(words) % 2:
        raise LineError("deal takes handles and hand sizes")
    sizes: dict[int, int] = {}
    for handle, size in zip(words[::2], words[1::2], strict=True):
        if handle not in players:
            raise LineError("{handle} is dealt cards, but does not sit at the table", handle=handle)
        if players.index(handle) in sizes:
            raise LineError("{handle} is dealt cards twice", handle=handle)
        sizes[players.index(handle)] = read_number(size)
    return sizes


def _no_check(name: str) -> LineError:
    near = closest(name, _CHECKS)
    if near:
        return LineError("= {name} is not a check; did you mean {near}?", name=name, near=near)
    return LineError("= {name} is not a check", name=name)


def _once(word: str, before: object) -> None:
    if before is not None:
        raise LineError("{word} is already given here", word=word)
