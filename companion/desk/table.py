"""A series that is open: whoever looks at it sees the same snapshot, and asks it for changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.core.log import Log
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.steps import PlayerRenamed, Renamed, Step
from companion.desk.commands import Command
from companion.desk.ports import Runner, SealedError, Store, Stored, Trouble

_Done = TypeVar("_Done")
_SEALED_FOR_GOOD = frozenset({Trouble.NEWER, Trouble.UNCLEAR})


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What all who look at a series see. `number` is that of the series; `revision` grows by one
    with every change. `undone` are the steps taken back, the first of them first. `before` is the
    log before the last change, None where the series was just opened; to give a name counts as no
    change, and where names were given since, `changed` is the log without them. `made` counts the
    last steps that were taken since the series was opened. `sealed` says why it cannot be changed.
    """

    number: int
    revision: int
    log: Log
    undone: tuple[Step, ...] = ()
    before: Log | None = None
    changed: Log | None = None
    made: int = 0
    sealed: Trouble | None = None

    @staticmethod
    def of(number: int, stored: Stored) -> Snapshot:
        """The series of that number as it was saved."""
        return Snapshot(number, stored.revision, stored.log, sealed=stored.sealed)

    @property
    def led_to(self) -> Log:
        """The log that the last change led to."""
        return self.changed or self.log

    @property
    def series(self) -> Series:
        """The series that the log makes."""
        return self.log.series

    @property
    def round_number(self) -> int:
        """The round in play or last played, counted from 1."""
        return self.log.round_number

    @property
    def round(self) -> Round:
        """The round in play, or the last one played."""
        return self.log.round

    @property
    def made_here(self) -> tuple[Step, ...]:
        """The steps that were taken since the series was opened."""
        return self.log.steps[len(self.log.steps) - self.made :]

    @property
    def can_undo(self) -> bool:
        """Whether a step can be taken back: all but the first deal."""
        return len(self.log.steps) > 1 and not self.sealed

    @property
    def can_redo(self) -> bool:
        """Whether a step that was taken back can be taken again."""
        return bool(self.undone) and not self.sealed


class Table:
    """One open series. Every command carries the revision that its sender had seen; if somebody
    else was quicker it is refused, never applied to another position.

    Commands raise `StoreFailedError` when they could not be saved. Nothing has changed then, and
    the same command works again once the cause is gone.
    """

    def __init__(self, number: int, store: Store, run: Runner, changed: Callable[[], None]) -> None:
        """Opens the series of that number; blocks. `changed` is called where `run` runs.

        :raises StoreFailedError: when it cannot be opened
        """
        self._store, self._run, self._changed = store, run, changed
        self._listeners: list[Callable[[], None]] = []
        self.snapshot = Snapshot.of(number, store.load(number))

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Has the listener called on the event loop after each change; gives what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    @property
    def listeners(self) -> int:
        """How many are told of each change."""
        return len(self._listeners)

    async def do(self, command: Command, seen: int) -> Objection | None:
        """Takes the step that the command means; None, or why it cannot be taken."""
        return await self._ask(lambda: self._do(command), seen)

    async def undo(self, seen: int) -> Objection | None:
        """Takes back the last step, whatever it was."""
        return await self._ask(self._undo, seen)

    async def redo(self, seen: int) -> Objection | None:
        """Takes again the step that was taken back last."""
        return await self._ask(self._redo, seen)

    async def _ask(self, act: Callable[[], Objection | None], seen: int) -> Objection | None:
        """Act on what the sender saw. What was begun is finished and told, even if the sender is
        gone by then.
        """

        def meant() -> Objection | None:
            self._open_again()
            return act() if seen == self.snapshot.revision else Objection(Why.QUICKER)

        return await asyncio.shield(asyncio.ensure_future(self._told(meant)))

    async def _told(self, act: Callable[[], _Done]) -> _Done:
        before = self.snapshot
        try:
            return await self._run(act)
        finally:
            if self.snapshot is not before:
                for listener in tuple(self._listeners):
                    listener()

    def _open_again(self) -> None:
        """A series of which a file could not be read is read once more.

        :raises SealedError: when the series can be looked at, not changed
        """
        if self.snapshot.sealed and self.snapshot.sealed not in _SEALED_FOR_GOOD:
            number = self.snapshot.number
            self.snapshot = Snapshot.of(number, self._store.load(number))
        if self.snapshot.sealed:
            raise SealedError(self.snapshot.number, self.snapshot.sealed)

    def _do(self, command: Command) -> Objection | None:
        step = command(self.snapshot.log)
        if isinstance(step, Objection):
            return step
        # A name is given from other pages too: who plays on here loses no redo by it.
        named = isinstance(step, Renamed | PlayerRenamed)
        return self._take(step, self.snapshot.undone if named else (), named=named)

    def _take(
        self, step: Step, undone: tuple[Step, ...], *, named: bool = False
    ) -> Objection | None:
        now = self.snapshot
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
            before=before,
            changed=changed,
            made=max(0, now.made + len(log.steps) - len(now.log.steps)),
        )
        self._changed()
