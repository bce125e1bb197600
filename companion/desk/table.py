"""Table of an open series, with one snapshot for all viewers and commands for changes."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from companion.core.cards import NO_CARDS, Cards
from companion.core.log import Log
from companion.core.names import Colours
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.people import Renamings, claimed_name
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat
from companion.core.series import Series
from companion.core.steps import Step, only_describes
from companion.desk.commands import Command, step_of
from companion.desk.company import Company
from companion.desk.ports import Runner, SealedError, Stored, Trouble

_Done = TypeVar("_Done")
_SEALED_FOR_GOOD = frozenset({Trouble.NEWER, Trouble.UNCLEAR})


@dataclass(frozen=True)
class Mine:
    """Private hand as its owner sees it: the cards as dealt, and the round with the hand entered.

    If the record contradicts the hand, `clash` is the reason, and the round is that of the record.
    Nothing of a `covered` hand shows.
    """

    seat: Seat
    cards: Cards = field(repr=False)
    round: Round = field(repr=False)
    clash: Objection | None = field(default=None, repr=False)
    covered: bool = False

    @property
    def left(self) -> Cards:
        """Cards of the hand that are not on the table."""
        return self.cards & ~self.round.layout.laid

    @property
    def to_lay(self) -> Cards:
        """Cards of the hand that the layout offers its player now."""
        due = self.round.due == self.seat and not self.clash
        return self.left & self.round.playable if due else NO_CARDS


@dataclass(frozen=True)
class Snapshot:
    """State of an open series.

    `revision` grows by one with every change. `undone` are the steps taken back, the earliest
    first, and with `redone` the last change has repeated one. `before` is the log before the last
    change, None after opening; a change of a name does not count, and `changed` is the log without
    such changes. `sealed` is the reason why the series is read-only. `colours` are those of all
    players ever, and `people` those of all series, as in the catalogue. `company` is the company at
    a shared table, None at any other. `mine` is the private hand of the viewer, which only
    `seen_by` adds.
    """

    number: int
    revision: int
    log: Log
    undone: tuple[Step, ...] = ()
    redone: bool = False
    before: Log | None = None
    changed: Log | None = None
    sealed: Trouble | None = None
    colours: Colours = field(default_factory=dict[str, int])
    people: tuple[str, ...] = ()
    company: Company | None = None
    mine: Mine | None = None

    @staticmethod
    def of(
        number: int, stored: Stored, colours: Colours, people: tuple[str, ...] = ()
    ) -> "Snapshot":
        """Return the snapshot of a stored series."""
        return Snapshot(
            number,
            stored.revision,
            stored.log,
            sealed=stored.sealed,
            colours=colours,
            people=people,
        )

    @property
    def led_to(self) -> Log:
        """Log after the last change, without later changes of names and of the worth of a chip."""
        return self.changed or self.log

    @property
    def series(self) -> Series:
        """Series of the log."""
        return self.log.series

    @property
    def round_number(self) -> int:
        """Number of the round in play or played last, counted from 1."""
        return self.log.round_number

    @property
    def round(self) -> Round:
        """Round in play or played last."""
        return self.log.round

    @property
    def turn(self) -> tuple[int, int, Seat | None]:
        """The turn to be taken: the number of its round, the turns before it, and who is due."""
        return self.round_number, len(self.round.turns), self.round.due

    @property
    def board(self) -> Round:
        """Round in play, on the turn of the viewer with the private hand unless it is covered."""
        mine = self.mine
        own = mine is not None and not mine.covered and mine.round.due == mine.seat
        return mine.round if mine and own else self.round

    @property
    def can_undo(self) -> bool:
        """True if a step can be taken back; the first deal cannot."""
        may = self.company is None or self.company.undo_refusal is None
        return may and len(self.log.steps) > 1 and not self.sealed

    @property
    def can_redo(self) -> bool:
        """True if a step that was taken back can be repeated."""
        if not self.undone or self.sealed or (self.company and not self.company.may_redo):
            return False
        return self.log.objection(self.undone[-1]) is None


class SeriesStore(Protocol):
    """Store as far as an open series needs it."""

    def load(self, number: int) -> Stored:
        """Open a series, and return the readable part."""
        ...

    def save(self, number: int, log: Log) -> None:
        """Save the log of an open series with one step more or one step less."""
        ...

    def renamings_of(self, number: int) -> Renamings:
        """Return the renamings that apply to the names in a series."""
        ...


class Table:
    """Open series.

    Every command comes with the revision that the sender saw, and is refused after a change by
    another sender.

    :raises StoreFailedError: when a command cannot be saved; nothing is changed then, and the
        command can be repeated
    """

    def __init__(
        self, number: int, store: SeriesStore, run: Runner, changed: Callable[[], None]
    ) -> None:
        """Open a series, blocking. `changed` is called from the work of `run`.

        :raises StoreFailedError: when the series cannot be opened
        """
        self._store = store
        self._run = run
        self._changed = changed
        self._listeners: list[Callable[[], None]] = []
        self.snapshot = Snapshot.of(number, store.load(number), {})

    def colour(self, colours: Colours, people: tuple[str, ...]) -> None:
        """Show the colours of all players, and the marks of these people, from now on."""
        now = self.snapshot
        if now.colours is not colours or now.people != people:
            self.snapshot = replace(now, colours=colours, people=people)

    def read_again(self, stored: Stored) -> None:
        """Show a series with other names; `tell` the listeners afterwards."""
        now = self.snapshot
        if stored.log != now.log or stored.log.series != now.series:
            self.snapshot = replace(
                now, log=stored.log, revision=stored.revision, before=None, changed=None
            )

    def tell(self) -> None:
        """Call the listeners, on the event loop."""
        for listener in tuple(self._listeners):
            listener()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call the listener on the event loop after each change.

        The returned function ends the calls.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def do(self, command: Command, seen: int) -> Objection | None:
        """Apply a command, and return an objection or None."""
        return await self._ask(lambda: self._do(command), seen)

    async def undo(self, seen: int) -> Objection | None:
        """Take back the last step."""
        return await self._ask(self._undo, seen)

    async def redo(self, seen: int) -> Objection | None:
        """Repeat the step that was taken back last."""
        return await self._ask(self._redo, seen)

    async def _ask(self, act: Callable[[], Objection | None], seen: int) -> Objection | None:
        """Run an action on the revision that the sender saw.

        The action runs to the end even if the sender is cancelled.
        """

        def checked() -> Objection | None:
            self._open_again()
            return act() if seen == self.snapshot.revision else Objection(Why.QUICKER)

        return await asyncio.shield(asyncio.ensure_future(self._notifying(checked)))

    async def _notifying(self, act: Callable[[], _Done]) -> _Done:
        before = self.snapshot
        try:
            return await self._run(act)
        finally:
            if self.snapshot is not before:
                self.tell()

    def _open_again(self) -> None:
        """Load a sealed series again, unless the seal is permanent.

        :raises SealedError: when the series is still read-only
        """
        if self.snapshot.sealed and self.snapshot.sealed not in _SEALED_FOR_GOOD:
            number = self.snapshot.number
            stored = self._store.load(number)
            now = self.snapshot
            self.snapshot = Snapshot.of(number, stored, now.colours, now.people)
        if self.snapshot.sealed:
            raise SealedError(self.snapshot.number, self.snapshot.sealed)

    def _do(self, command: Command) -> Objection | None:
        step = step_of(command, self.snapshot.log)
        if isinstance(step, Objection):
            return step
        # Names change on other pages too, and must not cost the players here their redo.
        named = only_describes(step)
        return self._take(step, self.snapshot.undone if named else (), named=named)

    def _take(
        self, step: Step, undone: tuple[Step, ...], *, named: bool = False
    ) -> Objection | None:
        now = self.snapshot
        renamings = self._store.renamings_of(now.number)
        if claimed := claimed_name(renamings, now.number, step):
            name, other = claimed
            return Objection(Why.NAME_CHANGED, player=name, other=other)
        try:
            log = now.log.after(step)
        except IllegalEventError as refused:
            return refused.objection
        self._store.save(now.number, log)
        self._publish(log, undone, named=named)
        return None

    def _undo(self) -> Objection | None:
        now = self.snapshot
        if not now.can_undo:
            return Objection(Why.NOTHING_TO_UNDO)
        log = now.log.without_last()
        self._store.save(now.number, log)
        self._publish(log, (*now.undone, now.log.steps[-1]))
        return None

    def _redo(self) -> Objection | None:
        now = self.snapshot
        if not now.undone:
            return Objection(Why.NOTHING_TO_REDO)
        *undone, step = now.undone
        return self._take(step, tuple(undone))

    def _publish(self, log: Log, undone: tuple[Step, ...], *, named: bool = False) -> None:
        now = self.snapshot
        before, changed = (now.before, now.led_to) if named else (now.log, None)
        self.snapshot = replace(
            now,
            revision=now.revision + 1,
            log=log,
            undone=undone,
            redone=len(undone) < len(now.undone) and log.steps[-1] == now.undone[-1],
            before=before,
            changed=changed,
        )
        self._changed()
