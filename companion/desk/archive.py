"""Archive of all series, with a table for each open series."""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeVar

from companion.core.entries import Entry
from companion.core.log import Log
from companion.core.names import Colours, Player, handle_for, numbered, tidy, uncased, with_colours
from companion.core.objections import Objection, SheetError, Why
from companion.core.presets import preset
from companion.core.rounds.setup import Setup
from companion.core.rules import Rules
from companion.core.series import Series, to_join, to_name
from companion.core.steps import Dealt
from companion.desk.backup_store import Backups
from companion.desk.commands import evening_of, time_of
from companion.desk.company import WHY, Invitation, series_id, table_name
from companion.desk.people import People
from companion.desk.ports import (
    Choices,
    Clock,
    Finding,
    Membership,
    RemovedError,
    Room,
    Runner,
    Store,
    StoreFailedError,
)
from companion.desk.room_link import RoomLink
from companion.desk.shared_log import heard, read_first, rebased
from companion.desk.shared_table import SharedTable
from companion.desk.table import Table

_Done = TypeVar("_Done")
_JOINING = 0
"""Number in place of that of a series, for a membership that the room has not answered yet."""
USUAL_RULES = preset("bicycle")


@dataclass(frozen=True)
class Catalogue:
    """Contents of the store.

    `entries` are the facts about all series, the newest first. `usual` are the rules of the last
    series begun, and `usual_chosen` is true once there was one. `removed` are the deleted series
    that can be restored. `colours` are those of all players ever, `people` the players of the
    series, deleted ones included, in the form in which names are compared. `played` is the number
    of the series played last on the device that shows the catalogue. `copies` are the memberships
    that the device had at tables it has left, by the number of the series that is a copy. `shared`
    are the numbers of the series of tables that this device shares, `taken_in` those of copies of
    tables that the room beside it keeps and that may go on. `broken` is the number of the series
    whose shared table could not be opened at the last start, 0 for a table of none, None without
    one.
    """

    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...] = ()
    usual: Rules = USUAL_RULES
    removed: tuple[Entry, ...] = ()
    colours: Colours = field(default_factory=dict[str, int])
    usual_chosen: bool = False
    played: int = 0
    copies: Mapping[int, Membership] = field(default_factory=dict[int, Membership])
    shared: frozenset[int] = frozenset()
    taken_in: frozenset[int] = frozenset()
    broken: int | None = None
    people: tuple[str, ...] = ()

    @property
    def to_join_again(self) -> Entry | None:
        """Series of the table that this device has left, unless it has played another one since."""
        entry = next((entry for entry in self.played_first if not entry.over), None)
        copy = self.copies.get(entry.number) if entry else None
        return entry if copy and not copy.alone else None

    @property
    def played_first(self) -> tuple[Entry, ...]:
        """All series, with the last one played on this device first."""
        return tuple(sorted(self.entries, key=lambda entry: entry.number != self.played))

    @property
    def to_resume(self) -> Entry | None:
        """Series to continue: the last one played on this device, or else the newest in play."""
        if self.to_join_again:
            return None
        own = (entry for entry in self.played_first if entry.number not in self.copies)
        return next((entry for entry in own if not entry.over), None)


class Archive:
    """Archive of all series, shared by all sessions.

    :raises StoreFailedError: when a change cannot be saved; nothing is changed then
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        run: Runner,
        room: Room | None = None,
        *,
        of_room: frozenset[str] = frozenset(),
    ) -> None:
        """Open the archive of a store, with `run` for the work of the store.

        `room` is the room beside the page, where tables are shared; None without one. `of_room` are
        the ids of the series that were taken in from a room on this computer and may go on there.
        """
        self._of_room = of_room
        self._store = store
        self._clock = clock
        self._run = run
        self.room = room
        self.backups = Backups(store, run, self, lambda: self._notifying(lambda: None))
        self._tables: dict[int, Table] = {}
        self._joining = asyncio.Lock()
        self._kept: set[int] = set()
        self._listeners: list[Callable[[], None]] = []
        self.catalogue = Catalogue(())
        self._coloured_with: Choices | None = None
        self.refresh()
        self._announced = self.catalogue
        self.people = People(store, run, self, self._notify_all)

    @property
    def now(self) -> date:
        """The moment, or the day alone where the clock knows no time."""
        return self._clock()

    @property
    def today(self) -> date:
        """Date of a series that begins now."""
        return evening_of(self._clock())

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call the listener on the event loop after each change of the catalogue.

        The returned function ends the calls.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def open(self, number: int) -> Table:
        """Return the table of a series, the same for all callers.

        :raises StoreFailedError: when the series cannot be opened
        """
        self._kept.add(number)  # before opening, to prevent a release meanwhile
        table = await self._opened(number)
        if isinstance(table, SharedTable):
            if number == self.catalogue.broken:
                table.hold_back()
            else:
                table.connect()
        return table

    @asynccontextmanager
    async def borrow(self, number: int) -> AsyncGenerator[Table, None]:
        """Provide the table of a series for a block, the same table for all callers.

        A series that was opened stays open.

        :raises StoreFailedError: when the series cannot be opened
        """
        table = await self._opened(number)
        try:
            yield table
        finally:
            if number in self._tables and number not in self._kept:
                del self._tables[number]
                await self._run(lambda: self._store.release(number))

    async def _opened(self, number: int) -> Table:
        if number in self._tables:
            return self._tables[number]
        return await self._notifying(lambda: self._table(number))

    async def start(
        self, name: str, names: Sequence[str], dealer: int, rules: Rules
    ) -> Table | Objection:
        """Start a series with the first round, or return an objection.

        Its rules are those with which the next series begins.
        """
        players = seat_players(names)
        setup = Setup.dealt(rules, tuple(player.handle for player in players), dealer)
        setup = replace(setup, dealt_at=time_of(self.now))
        head = Series(tidy(name), self.today.isoformat(), rules, players)
        refusal = to_join(players) or (to_name(head.name) if head.name else None)
        if refusal := refusal or Log.begin(head).objection(Dealt(setup)):
            return refusal
        await self.set_usual_rules(rules)
        return await self.adopt(Log.of(head, [Dealt(setup)]))

    async def adopt(self, log: Log) -> Table:
        """Add a series with at least one round, such as a series from a score sheet."""

        def created() -> Table:
            number = self._store.create(log)
            self._kept.add(number)
            return self._table(number)

        return await self._notifying(created)

    async def share(self, number: int) -> SharedTable | Objection:
        """Share the table of a series in the room, or open it there again from this device."""
        if self.room is None:
            return Objection(Why.OUT_OF_REACH)
        table = await self.open(number)
        assert isinstance(table, SharedTable)
        known = (await self._run(self._store.ids)).get(number, "")
        return await table.share(table_name(known)) or table

    async def join_again(self, number: int) -> SharedTable | Objection:
        """Join the table again of which a series is a copy; if it has ended, go on alone."""
        now = self.catalogue.copies[number]
        joined = await self.join(Invitation(now.table, now.secret, now.token))
        if isinstance(joined, Objection) and joined.why is not Why.OUT_OF_REACH:
            await self.leave(number)
        return joined

    async def join(self, asked: Invitation | str) -> SharedTable | Objection:
        """Join a shared table by an invitation, or by the code that another device shows."""
        if self.room is None:
            return Objection(Why.OUT_OF_REACH)
        return await asyncio.shield(asyncio.ensure_future(self._join(asked, self.room)))

    async def _join(self, asked: Invitation | str, room: Room) -> SharedTable | Objection:
        """Join a table, one after another.

        The token is kept before the room is asked, so that a device that is cut off and joins again
        is the same member; a guest brings the token along.
        """
        async with self._joining:
            token = secrets.token_hex(16)
            if not isinstance(asked, Invitation):
                return await self._joined(RoomLink(room, {"code": asked, "token": token}))
            if table := await self._member_of(asked.table):
                return table
            now = Membership(asked.table, asked.secret, asked.token or token)
            before = (await self._run(self._store.memberships)).get(_JOINING)
            if before and before.secret == now.secret and not asked.token:
                now = before
            await self._run(lambda: self._store.keep_membership(_JOINING, now))
            join = {"join": now.table, "secret": now.secret, "token": now.token}
            joined = await self._joined(RoomLink(room, join))
            if isinstance(joined, SharedTable):
                await self._run(lambda: self._store.keep_membership(_JOINING, None))
            return joined

    async def _joined(self, link: RoomLink) -> SharedTable | Objection:
        """Go on with a connection that joins a table."""
        if not await link.ready():
            link.close()
            return Objection(WHY.get(link.refused, Why.OUT_OF_REACH))
        try:
            if table := await self._member_of(link.table):
                link.close()
                return table
            table = await self._notifying(lambda: self._adopted(link))
        except (ValueError, SheetError):
            link.close()
            return Objection(Why.OTHER_VERSION)
        except StoreFailedError:
            link.close()
            raise
        await table.enter(link)
        await self._notifying(lambda: None)
        return table

    async def _member_of(self, table: str) -> SharedTable | None:
        """Return the shared table of this name if this device is a member."""
        memberships = await self._run(self._store.memberships)
        numbers = (
            number
            for number, now in memberships.items()
            if now.table == table and now.copied is None
        )
        entries = {entry.number for entry in self.catalogue.entries}
        number = next((number for number in numbers if number in entries), None)
        opened = await self.open(number) if number else None
        return opened if isinstance(opened, SharedTable) else None

    def _adopted(self, link: RoomLink) -> SharedTable:
        """Return the table of a series that goes on with the lines heard, or of a new one."""
        first = read_first(link.lines[0].text)
        known = first.log.series.id or series_id(link.table)
        ids = self._store.ids()
        members = self._store.memberships()
        shared = {number for number, now in members.items() if now.copied is None}
        for number in (number for number in ids if ids[number] == known and number not in shared):
            ours = self._store.look_at(number).log
            base = rebased(ours, first)
            if base and ours.steps == heard(base, link.lines[1:]).steps[: len(ours.steps)]:
                break
            if number in members:
                self._store.keep_membership(number, replace(members[number], alone=True))
        else:
            number = self._store.create(heard(first, link.lines[1:]).known_as(known))
        self._kept.add(number)
        table = self._table(number)
        assert isinstance(table, SharedTable)
        return table

    def to_go_on(self, played: int) -> int:
        """Return the series to go on with: the one `played` last, unless it is our turn elsewhere.

        Only the shared tables that were opened since the start are known to wait for us.
        """
        tables = self._tables.items()
        waiting = [n for n, table in tables if isinstance(table, SharedTable) and table.waits]
        return played if played in waiting or not waiting else waiting[0]

    def show_names(self) -> None:
        """Read the names in all open series again, blocking."""
        for number, table in self._tables.items():
            table.read_again(self._store.load(number))
        self.refresh()

    def tell_tables(self) -> None:
        """Call the listeners of all open series, on the event loop."""
        for table in tuple(self._tables.values()):
            table.tell()

    async def leave(self, number: int) -> None:
        """Leave a shared table; the series stays in the archive, as a copy if the table goes on."""
        if self.room and number == self.catalogue.broken:
            self.room.mend()
        table = self._tables.get(number)
        if isinstance(table, SharedTable):
            await table.leave()
        else:
            await self._run(lambda: self._store.keep_membership(number, None))
        await self._notifying(lambda: None)

    async def try_again(self) -> None:
        """Let the shared table be opened again that could not be at the last start."""
        if self.room:
            self.room.mend()
        await self._notifying(lambda: None)

    async def set_usual_rules(self, rules: Rules) -> None:
        """Use these rules for new series."""
        await self._choose(lambda now: replace(now, usual=rules))

    async def remove(self, number: int) -> None:
        """Mark a series as deleted. An open table stays unchanged, and refuses commands."""

        def without(now: Choices) -> Choices:
            if all(entry.number != number for entry in self.catalogue.entries):
                raise RemovedError(number)
            return replace(now, removed=now.removed | {number})

        await self._choose(without)
        table = self._tables.get(number)
        if isinstance(table, SharedTable):
            table.disconnect()

    async def put_back(self, number: int) -> None:
        """Restore a deleted series, unless the series was deleted for good."""

        def back(now: Choices) -> Choices:
            deleted = {entry.number for entry in self.catalogue.removed}
            return replace(now, removed=now.removed - (deleted & {number}))

        await self._choose(back)

    async def forget(self, number: int) -> None:
        """Delete a deleted series for good."""

        def forgotten() -> None:
            self._store.keep_membership(number, None)
            self._store.forget(number)

        await self._notifying(forgotten)

    async def answer(self) -> None:
        """Keep that a player has seen all losses found so far."""
        await self._notifying(self._store.answer)

    async def _choose(self, change: Callable[[Choices], Choices]) -> None:
        """Change the choices, from the value at the time of the change.

        `change` must not use the store, which may read a formerly unreadable file again.
        """
        await self._notifying(lambda: self._store.choose(change(self._store.choices)))

    def _table(self, number: int) -> Table:
        if number not in self._tables:
            opening = number, self._store, self._run, self.refresh
            table = SharedTable(*opening, self.room) if self.room else Table(*opening)
            table.subscribe(self._notify)
            self._tables[number] = table
        return self._tables[number]

    async def _notifying(self, act: Callable[[], _Done]) -> _Done:
        """Run an action to the end, even if the caller is cancelled, and notify the listeners."""

        async def done() -> _Done:
            try:
                return await self._run(lambda: self._refreshed(act))
            finally:
                self._notify()

        return await asyncio.shield(asyncio.ensure_future(done()))

    def _notify(self) -> None:
        """Notify the listeners after a change of the catalogue."""
        if self.catalogue != self._announced:
            self._announced = self.catalogue
            self._notify_all()

    def _notify_all(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def _refreshed(self, act: Callable[[], _Done]) -> _Done:
        try:
            return act()
        finally:
            self.refresh()

    def refresh(self) -> None:
        """Update the catalogue and the colours; called from the work of the store."""
        store = self._store
        now = self._store.choices
        entries = store.entries()
        removed = store.removed()
        colours, people = self._coloured(entries, removed, now)
        chosen = now.usual or USUAL_RULES, removed, colours
        members = store.memberships().items()
        copies = {number: member for number, member in members if member.copied is not None}
        shared = {number for number, member in members if member.copied is None}
        taken_in = set[int]()
        if self._of_room:
            ids = store.ids().items()
            taken_in = {number for number, known_as in ids if known_as in self._of_room}
            taken_in -= shared | copies.keys()
        broken: int | None = None
        if self.room and (name := self.room.broken):
            broken = next((number for number, now in members if now.table == name), 0)
        self.catalogue = Catalogue(
            entries,
            store.findings(),
            *chosen,
            now.usual is not None,
            copies=copies,
            shared=frozenset(shared),
            taken_in=frozenset(taken_in),
            broken=broken,
            people=people,
        )
        for table in tuple(self._tables.values()):  # the event loop may release tables meanwhile
            table.colour(colours, people)

    def _coloured(
        self, entries: tuple[Entry, ...], removed: tuple[Entry, ...], now: Choices
    ) -> tuple[Colours, tuple[str, ...]]:
        """Return the colours of all players, after saving new ones, and the people of all series.

        The oldest series comes first. Within a series the seats do not count, since they change.
        """
        before = self.catalogue
        saved = now == self._coloured_with or now.colours == before.colours
        if saved and (entries, removed) == (before.entries, before.removed):
            return before.colours, before.people  # a tap must not walk through all series
        self._coloured_with = now
        colours = now.colours
        names = dict[str, None]()
        for entry in sorted((*entries, *removed), key=lambda entry: entry.number):
            colours = with_colours(colours, entry.everybody)
            names.update(dict.fromkeys(sorted(map(uncased, entry.everybody))))
        if colours is not now.colours:
            if self._store.choices != now:  # they can be read only now
                return self._coloured(entries, removed, self._store.choices)
            self._store.keep_colours(colours)  # or at the next change of a series or a choice
        return colours, tuple(names)


def seat_players(names: Sequence[str]) -> tuple[Player, ...]:
    """Return players of these names; repeated names are numbered: Ann, Ann 2."""
    players: list[Player] = []
    met = Counter[str]()
    for name in map(tidy, names):
        met[uncased(name)] += 1
        count = met[uncased(name)]
        distinct = numbered(name, count) if count > 1 else name
        handle = handle_for(distinct, [player.handle for player in players])
        players.append(Player(handle, distinct))
    return tuple(players)
