"""A round of the score sheet while it is read: what stands above its row of handles, then turns and
decisions, which go straight to the round itself, and its checks, which wait for its end.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from companion.core.books.ledger import ledger
from companion.core.books.points import points
from companion.core.errors import IllegalEventError, LineError, RulesError, SheetError
from companion.core.events import Event, HandEntered, Shown
from companion.core.objections import Why
from companion.core.phrases import phrase
from companion.core.presets import parse
from companion.core.round import Round
from companion.core.rules import Rules
from companion.core.series import Series, next_dealer
from companion.core.setup import Setup, honest_deal
from companion.core.sheet.checks import (
    Check,
    by_handle,
    demand_number,
    fault_in_pairs,
    fault_in_words,
    read_pairs,
    round_checks,
)
from companion.core.sheet.words import NO_TURN, read_cell, read_event, read_number

HEAD_WORDS = frozenset({"rules", "dealer", "deal"})
EVENT_WORDS = frozenset({"hand", "left", "waive", "pay", "void"})
_SCALARS = frozenset({"layout", "pot"})
_PAIRS = frozenset({"left", "passes", "chips", "points"})


FAULTS = (IllegalEventError, RulesError, ValueError)
"""What a line that cannot be read raises."""


def blamed(line: int, fault: Exception) -> SheetError:
    """The fault as that of a line."""
    told = fault.objection.english if isinstance(fault, IllegalEventError) else str(fault)
    return SheetError(line, told)


@contextmanager
def blamed_on(line: int) -> Generator[None]:
    """Faults inside are those of that line.

    :raises SheetError: for each of them
    """
    try:
        yield
    except FAULTS as fault:
        raise blamed(line, fault) from fault


class Block:
    """The round at hand. Each method takes the words of a line, and raises `ValueError` with the
    reason, or `IllegalEventError`, when they cannot stand there.
    """

    def __init__(self, line: int, number: int, series: Series) -> None:
        self.line, self.number = line, number
        self.round: Round | None = None
        self._series = series
        self._rules: Rules | None = None
        self._dealer: str | None = None
        self._deal: list[str] = []
        self._hands: list[tuple[int, list[str]]] = []
        self._lines: dict[str, int] = {}
        self._trips = 0
        self._checks: list[tuple[int, str, list[str]]] = []

    @property
    def begun(self) -> Round:
        """The round, once its row of handles was read."""
        if self.round is None:
            raise LineError(phrase("this stands below the row of handles"))
        return self.round

    def head(self, line: int, word: str, rest: list[str]) -> None:
        """A line `rules`, `dealer` or `deal`."""
        if self.round is not None:
            raise LineError(phrase("{word} stands above the row of handles"), word=word)
        self._lines.setdefault(word, line)
        if word == "rules":
            _once(word, self._rules)
            self._rules = parse(" ".join(rest))
        elif word == "dealer":
            _once(word, self._dealer)
            (self._dealer,) = rest if len(rest) == 1 else _refuse(phrase("dealer takes one handle"))
        else:
            _once(word, self._deal or None)
            self._deal = rest or _refuse(phrase("deal takes handles and hand sizes"))

    def handles(self, players: list[str]) -> None:
        """The row of handles begins the round."""
        if self.round is not None:
            raise LineError(phrase("{word} is no word of the score sheet"), word=players[0])
        setup = self._setup(tuple(players))
        if refusal := self._series.objection_to_deal(setup):
            of_deal = refusal.why in {Why.SIZES_MISS_PACK, Why.EMPTY_HAND}
            with self._blamed_on("deal" if of_deal else ""):
                raise IllegalEventError(setup, refusal)
        self.round = Round.begin(setup)
        for line, words in self._hands:
            with blamed_on(line):
                self._record(_read(words, players))

    def _blamed_on(self, word: str) -> AbstractContextManager[None]:
        """Faults inside are those of the line above that begins with the word, if there is one."""
        return blamed_on(self._lines[word]) if word in self._lines else nullcontext()

    def _setup(self, players: tuple[str, ...]) -> Setup:
        with self._blamed_on("dealer"):
            dealer = players.index(self._named_dealer(players))
        sizes = list(honest_deal(len(players), dealer))
        rules = self._rules or self._series.latest_rules
        with self._blamed_on("deal"):
            for seat, size in _sizes(self._deal, players).items():
                sizes[seat] = size
        return Setup(rules, players, dealer, tuple(sizes))

    def _named_dealer(self, players: tuple[str, ...]) -> str:
        if self._dealer is None:
            last = self._series.last
            return players[next_dealer(last.setup, players) if last else -1]
        if self._dealer not in players:
            raise LineError(
                phrase("{handle} deals, but does not sit at the table"), handle=self._dealer
            )
        return self._dealer

    def trip(self, number: str, cells: list[str]) -> None:
        """A row: a trip round the table."""
        players = self.begun.setup.players
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

    def event(self, line: int, words: list[str]) -> None:
        """A line `hand`, `left`, `waive`, `pay` or `void`."""
        if words[0] == "hand" and self.round is None:
            self._hands.append((line, words))
            return
        event = _read(words, self.begun.setup.players)
        if isinstance(event, Shown):
            self._record_shown(event)
        else:
            self._record(event)

    def _record_shown(self, event: Shown) -> None:
        """`left` says all that the player still held (and nothing, if nothing is left)."""
        held = self.begun.cards_left[event.seat]
        count = event.cards.bit_count()
        if count != held:
            handle = self.begun.setup.players[event.seat]
            raise LineError(
                phrase("{player} has {expected} cards left, not {number}"),
                player=handle,
                expected=held,
                number=count,
            )
        if self.begun.knowledge.shown[event.seat]:
            raise LineError(phrase("the cards left stand here already"))
        if count:
            self._record(event)

    def _record(self, event: Event) -> None:
        self.round = self.begun.after(event)

    def check(self, line: int, name: str, words: list[str]) -> None:
        """A line `= NAME …`, to be verified at the end of the round."""
        known = name in _PAIRS or name in _SCALARS or name == "out"
        if not known:
            raise LineError(phrase("= {name} is no check"), name=name)
        if name in _PAIRS:
            read_pairs(name, words, self.begun.setup.players)
        elif not words or (name in _SCALARS and len(words) != 1):
            takes = phrase("= {name} takes a word"), phrase("= {name} takes handles")
            raise LineError(takes[name not in _SCALARS], name=name)
        elif name == "pot":
            demand_number(name, words[0])
        self._checks.append((line, name, words))

    def faults(self) -> list[tuple[int, LineError]]:
        """The checks that do not hold, each with its line."""
        checks = (
            {**_told_less_often(self.begun), **round_checks(self.begun)} if self._checks else {}
        )
        found: list[tuple[int, LineError]] = []
        for line, name, words in self._checks:
            problem = self._fault(name, words, checks.get(name, ()))
            if problem:
                found.append((line, problem))
        return found

    def _fault(self, name: str, words: list[str], actual: Check) -> LineError | None:
        if name in _PAIRS:
            stated = read_pairs(name, words, self.begun.setup.players)
            return fault_in_pairs(name, stated, actual if isinstance(actual, dict) else {})
        stated_words = _as_written(name, words)
        return fault_in_words(
            name, stated_words, actual if isinstance(actual, tuple) else (str(actual),)
        )


def _told_less_often(round_: Round) -> dict[str, Check]:
    """Checks that the writer leaves out, but that people may ask for."""
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
    if isinstance(event, HandEntered | Shown) and not event.cards and words[0] == "hand":
        raise LineError(phrase("hand takes the cards of a hand"))
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
        raise LineError(phrase("{word} stands here already"), word=word)


def _refuse(problem: str) -> list[str]:
    raise LineError(problem)
