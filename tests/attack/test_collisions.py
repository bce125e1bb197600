"""Three phones at a table of a room that do two things at once: one counts, the other is told."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from companion.core.cards import spread
from companion.core.log import Log
from companion.core.objections import Objection, Why
from companion.core.rounds.events.decisions import ChipsCorrection, FineTicked, FineWaived
from companion.core.rounds.events.turns import Played
from companion.core.rounds.repair import Draft
from companion.core.rounds.setup import Setup
from companion.core.sheet import loads
from companion.core.steps import Dealt, Recorded, Redealt, Step
from companion.desk import room_link
from companion.desk.archive import Archive
from companion.desk.commands import pass_turn, step_of
from companion.desk.company import Company, Invitation
from companion.desk.ports import at_once
from companion.desk.shared_table import SharedTable
from companion.room.limits import Limits
from companion.screens.table import refusal_at
from companion.words import ENGLISH
from storage.sqlite_lines import SqliteLines
from tests.attack.conftest import Counts
from tests.desks import FRIDAY
from tests.places import store_in
from tests.room.engines import opened
from tests.room.rooms import room

NAMES = ("Ann", "Ben", "Cem")
ROUND = "fantan 1\nrules bicycle\nround 1\ndealer Cem\ndeal Ann 3 Ben 25 Cem 24\nAnn Ben Cem\n"
IN_PLAY = loads(f"{ROUND}1 7D -- 6D\n2 5D 8D .\n")
OVER = loads(f"{ROUND}1 7D -- 6D\n2 5D 8D --\n3 4D . .\n")
POSITIONS = (IN_PLAY, OVER, OVER.after(Dealt(OVER.series.next_setup())))
"""A round in play, and one that is over, with a false pass of Ben; and the next one just dealt."""
Act = Callable[[Log], Step | Objection | None]
"""Returns the step of a deed for a log, an objection, or None for an undo."""


def lay(log: Log) -> Step | Objection:
    """Lay the first card that can be played."""
    round_ = log.round
    if round_.due is None or round_.over:
        return Objection(Why.ROUND_IS_OVER)
    return Recorded(log.round_number, Played(round_.due, spread(round_.playable)[0]))


def deal(log: Log) -> Step:
    """Deal the next round, or deal this one again."""
    if log.round.over:
        return Dealt(log.series.next_setup())
    setup = log.round.setup
    players = len(setup.players)
    return Redealt(Setup.dealt(setup.rules, setup.players, (setup.dealer + 1) % players))


DEEDS: dict[str, Act] = {
    "turn": lay,
    "pass": lambda log: step_of(pass_turn, log),
    "undo": lambda _: None,
    "deal": deal,
    "correction": lambda _: Recorded(1, ChipsCorrection(0, 1, 2)),
    "paid": lambda _: Recorded(1, FineTicked(2)),
    "waive": lambda _: Recorded(1, FineWaived(2)),
    "repair": lambda log: Draft.of(1, log.series.round(1)).inserted(2, None).step,
}


def is_possible(deed: str, log: Log) -> bool:
    """Return whether a deed counts on a log."""
    step = DEEDS[deed](log)
    return not isinstance(step, Objection) and (step is None or log.objection(step) is None)


class Line:
    """A socket of a phone at the room."""

    def __init__(self, url: str, greet: Callable[[], str], hear: Callable[[str], None]) -> None:
        self._url = url
        self._greet = greet
        self._hear = hear
        self._up = asyncio.Queue[str]()
        self._task = asyncio.create_task(self._run())

    def send(self, frame: str) -> bool:
        """Send a frame."""
        self._up.put_nowait(frame)
        return True

    def close(self) -> None:
        """Close the socket."""
        self._task.cancel()

    async def _run(self) -> None:
        origin = Origin(self._url.replace("ws", "http", 1).removesuffix("/room"))
        async with connect(self._url, origin=origin, compression=None, proxy=None) as socket:
            await socket.send(self._greet())
            sending = asyncio.create_task(self._send_all(socket))
            with suppress(websockets.ConnectionClosed):
                async for frame in socket:
                    self._hear(str(frame))
            sending.cancel()

    async def _send_all(self, socket: ClientConnection) -> None:
        while True:
            await socket.send(await self._up.get())


class Way:
    """The way of a phone to the room."""

    keeps = True
    broken = ""

    def __init__(self, url: str) -> None:
        self.address = "https://room.test/"
        self._url = url

    def mend(self) -> None:
        """Leave all as it is."""

    def connect(
        self,
        greet: Callable[[], str],
        hear: Callable[[str], None],
        lost: Callable[[], None],  # noqa: ARG002
    ) -> Line:
        """Connect to the room."""
        return Line(self._url, greet, hear)


class Phone:
    """A phone in the seat of a player."""

    def __init__(self, name: str, archive: Archive) -> None:
        self.name = name
        self.archive = archive
        self.table: SharedTable

    @property
    def company(self) -> Company:
        """The company at the table."""
        company = self.table.snapshot.company
        assert company
        return company

    async def restore(self, log: Log) -> None:
        """Take back what was done to a log, which may be an undo."""
        now = self.table.snapshot
        grown = len(now.log.steps) > len(log.steps)
        refusal = await (self.table.undo if grown else self.table.redo)(now.revision)
        assert refusal is None


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - what it waits for is on several phones
            await asyncio.sleep(0.001)


@asynccontextmanager
async def seated(url: str, folder: Path, log: Log) -> AsyncGenerator[list[Phone]]:
    """Seat three phones at the table of a log, whose last step is entered there."""
    async with AsyncExitStack() as stack:
        phones = list[Phone]()
        for name in NAMES:
            store = stack.enter_context(store_in(folder / name))
            phones.append(Phone(name, Archive(store, lambda: FRIDAY, at_once, Way(url))))
        host, *guests = phones
        await host.archive.adopt(log.without_last())
        shared = await host.archive.share(1)
        assert isinstance(shared, SharedTable)
        host.table = shared
        for guest in guests:
            asked = Invitation.read(host.company.invitation)
            assert asked
            joined = await guest.archive.join(asked)
            assert isinstance(joined, SharedTable)
            guest.table = joined
        for phone in phones:
            assert await phone.table.take_seat(phone.name) is None
        assert await host.table.do(log.steps[-1], host.table.snapshot.revision) is None
        await until(lambda: all(len(phone.company.seats) == len(NAMES) for phone in phones))
        await agree(phones)
        yield phones
        for phone in phones:
            phone.table.disconnect()
        await asyncio.sleep(0.01)


async def agree(phones: list[Phone]) -> None:
    """Wait until all phones show the same steps."""
    await until(lambda: len({phone.table.snapshot.log.steps for phone in phones}) == 1)


async def collide(phones: list[Phone], deeds: tuple[str, str], chance: Random) -> None:
    """Let two phones do these deeds at about the same time, and take back what counted."""
    log = phones[0].table.snapshot.log
    racing = chance.sample(phones, 2)
    seen = [phone.table.snapshot.revision for phone in racing]
    steps = [DEEDS[deed](log) for deed in deeds]

    async def tap(place: int, seconds: float) -> Objection | None:
        await asyncio.sleep(seconds)
        step = steps[place]
        table = racing[place].table
        if step is None:
            return await table.undo(seen[place])
        assert not isinstance(step, Objection)
        return await table.do(step, seen[place])

    taps: list[Awaitable[Objection | None]] = [
        tap(place, chance.choice((0, 0, 0.001, 0.003))) for place in (0, 1)
    ]
    answers = await asyncio.gather(*taps)
    assert answers.count(None) == 1, (deeds, answers)
    first = answers.index(None)
    winner, loser = racing[first], racing[1 - first]
    refusal = answers[1 - first]
    assert refusal
    says = refusal_at(loser.table.snapshot, refusal, ENGLISH)
    assert says.split()[0] == winner.name, (deeds, says)
    await agree(phones)
    counted = steps[first]
    assert not isinstance(counted, Objection)
    after = log.without_last() if counted is None else log.after(counted)
    assert phones[0].table.snapshot.log.steps == after.steps, deeds
    await chance.choice(phones).restore(log)
    await agree(phones)
    assert phones[0].table.snapshot.log.steps == log.steps


async def test_of_two_deeds_at_once_one_counts_and_the_other_phone_is_told_by_whom(
    tmp_path: Path, counts: Counts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_link, "_SOON_SECONDS", 10)  # on a busy machine, too
    chance = Random(8)  # noqa: S311 - the same collisions every time
    fast = Limits(frames_a_second=10_000, burst=10_000, phone_seconds=3600)
    async with (
        opened(lambda: SqliteLines(tmp_path / "room")) as lines,
        room(lines, fast) as served,
        AsyncExitStack() as stack,
    ):
        tables = [
            await stack.enter_async_context(seated(served.url, tmp_path / str(place), log))
            for place, log in enumerate(POSITIONS)
        ]
        for deeds in combinations_with_replacement(DEEDS, 2):
            possible = [
                phones
                for phones, log in zip(tables, POSITIONS, strict=True)
                if all(is_possible(deed, log) for deed in deeds)
            ]
            assert possible, deeds
            for _ in range(counts.collisions):
                await collide(chance.choice(possible), deeds, chance)
            sys.stdout.write(f"{' and '.join(deeds)}: {counts.collisions}\n")
