# ruff: noqa: D102 - a name says what a device does
"""Shared tables: several devices, their roles, and what they record without a connection."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import cast
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.cards import card, spread
from companion.core.documents import event_in
from companion.core.log import Log
from companion.core.objections import Objection, Why
from companion.core.presets import preset
from companion.core.rounds.events.turns import PassRun, Played
from companion.core.rounds.reading import KINDS
from companion.core.rounds.repair import Draft
from companion.core.rounds.setup import Setup
from companion.core.sheet import dumps, loads
from companion.core.step_words import read_step
from companion.core.steps import Dealt, Recorded, Renamed, Repaired, Step
from companion.desk import commands, room_link, shared_table
from companion.desk.archive import Archive
from companion.desk.commands import Command
from companion.desk.company import Author, Company, Invitation, SharedState
from companion.desk.ports import Runner, at_once
from companion.desk.rights import Recording
from companion.desk.shared_log import SharedLog, first_text, read_first, read_missing
from companion.desk.shared_table import SharedTable
from companion.screens.phones import passed_for_me
from storage.store import FolderStore
from tests.cases import cases
from tests.desk.fake_room import FakeRoom, Phone, Wire
from tests.desks import FRIDAY, why
from tests.places import RECORDS

OUT_OF_REACH = Objection(Why.OUT_OF_REACH)
NAMES = ("Ann", "Ben", "Cem", "Dee")


def is_freed(device: "Device") -> bool:
    return device.company.me in device.company.freed


class Device:
    """Device with its own store, at the table that it has shared or joined."""

    def __init__(self, folder: Path, room: FakeRoom, run: Runner = at_once) -> None:
        self.folder, self.phone, self.run = folder, Phone(room), run
        self.store = FolderStore(folder)
        self.archive = Archive(self.store, lambda: FRIDAY, run, self.phone)
        self.table: SharedTable

    @property
    def company(self) -> Company:
        company = self.table.snapshot.company
        assert company
        return company

    @property
    def table_name(self) -> str:
        asked = Invitation.read(self.company.invitation)
        assert asked
        return asked.table

    @property
    def sheet(self) -> str:
        return dumps(self.table.snapshot.log.known_as(""))

    async def join(self, link: str) -> None:
        asked = Invitation.read(link)
        assert asked
        table = await self.archive.join(asked)
        assert isinstance(table, SharedTable)
        self.table = table

    async def do(self, command: Command) -> Why | None:
        return why(await self.table.do(command, self.table.snapshot.revision))

    async def play(self, code: str) -> Why | None:
        return await self.do(commands.play(card(code)))

    async def undo(self) -> Why | None:
        return why(await self.table.undo(self.table.snapshot.revision))

    def close(self) -> None:
        self.store.close()

    async def start_again(self) -> None:
        """Start the app again from what the device has kept."""
        number = self.table.snapshot.number
        self.table.disconnect()
        for task in self.table._tasks:  # noqa: SLF001 - as if the process were killed
            task.cancel()
        self.store.close()
        self.store = FolderStore(self.folder)
        self.archive = Archive(self.store, lambda: FRIDAY, self.run, self.phone)
        table = await self.archive.open(number)
        assert isinstance(table, SharedTable)
        self.table = table


def refused_by(device: Device) -> list[tuple[int, str]]:
    """Return the round and the words of each step that the others did not wait for."""
    docs = map(json.loads, device.company.refused)
    return [(doc["round"], doc["says"]) for doc in docs]


def luck(seed: int) -> Random:
    return Random(seed)  # noqa: S311


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110 - what it waits for is on several devices
            await asyncio.sleep(0.001)


async def agree(*devices: Device) -> None:
    """Wait until all devices show the same sheet, with nothing unshared."""
    await until(
        lambda: (
            all(device.company.connected for device in devices)
            and not any(device.company.unshared for device in devices)
            and len({device.sheet for device in devices}) == 1
        )
    )


@asynccontextmanager
async def evening(
    folder: Path, count: int = 3, seed: int = 0, run: Runner = at_once
) -> AsyncGenerator[list[Device]]:
    """Share the table of a new series among devices, each in the seat of the same number."""
    room = FakeRoom(luck(seed))
    with ExitStack() as stack:
        devices: list[Device] = []
        for place in range(count):
            device = Device(folder / NAMES[place], room, run)
            stack.callback(device.close)
            devices.append(device)
        host = devices[0]
        begun = await host.archive.start("Friday", NAMES, 3, preset("bicycle"))
        shared = await host.archive.share(1)
        assert isinstance(shared, SharedTable)
        assert shared is begun
        host.table = shared
        for device in devices[1:]:
            await device.join(host.company.invitation)
        for device, name in zip(devices, NAMES, strict=False):
            assert await device.table.take_seat(name) is None
        assert {device.company.recording for device in devices} == {Recording.ALL}
        await host.table.record_by(Recording.OWN)
        await until(lambda: all(device.company.recording is Recording.OWN for device in devices))
        await until(lambda: all(len(device.company.seats) == count for device in devices))
        yield devices
        for device in devices:
            device.table.disconnect()
            device.phone.out_of_reach()
        await asyncio.sleep(0.01)


Devices = list[Device]


@pytest.fixture
async def devices(tmp_path: Path) -> AsyncGenerator[Devices]:
    async with evening(tmp_path) as seated:
        yield seated


async def lose(lost: Device, device: Device) -> None:
    """Take a device out of reach, and wait until another one knows."""
    lost.phone.out_of_reach()
    await until(lambda: lost.company.me not in device.company.here)


async def test_each_device_enters_its_own_turns_and_all_see_the_same(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as devices:
        for device, code in zip(devices, ("7H", "8H", "6H", "7C"), strict=True):
            await agree(*devices)
            assert await device.play(code) is None
        await agree(*devices)
        assert [device.company.me for device in devices] == [1, 2, 3, 4]
        assert devices[3].company.here == {1, 2, 3, 4}


async def test_facts_about_the_table_make_no_step_stale(devices: Devices) -> None:
    ann, ben, cem = devices
    await agree(*devices)
    answers = await asyncio.gather(
        ben.table.free_seat("Ben"), cem.table.take_seat("Dee"), ann.play("7H")
    )
    assert list(answers) == [None, None, None]
    await agree(*devices)
    assert ben.company.seats == {"Ann": 1, "Dee": 3}


@cases("restarted", {"connected again": False, "started again": True})
async def test_a_tail_is_shared_whole_if_nobody_went_on(
    devices: Devices,
    restarted: bool,  # noqa: FBT001
) -> None:
    ann, ben, cem = devices
    ann.phone.out_of_reach()
    await until(lambda: not ann.company.connected)
    for code in ("7H", "8H", "6H", "9H"):
        assert await ann.play(code) is None
    assert await ann.undo() is None
    assert (ann.company.unshared, len(ann.table.snapshot.round.turns)) == (3, 3)
    if restarted:
        await ann.start_again()
        assert await ann.undo() is None
        assert await ann.play("9H") is None
    assert ben.table.snapshot.round.turns == ()
    lines = len(ann.phone.room.tables[ben.table_name].lines)
    ann.phone.reaches = True
    await agree(ann, ben, cem)
    assert len(ann.phone.room.tables[ben.table_name].lines) == lines + 1
    assert (len(ben.table.snapshot.round.turns), ann.company.refused) == (3, ())


@cases("restarted", {"connected again": False, "started again": True})
async def test_a_tail_is_refused_whole_if_others_went_on(
    devices: Devices,
    restarted: bool,  # noqa: FBT001
) -> None:
    ann, ben, cem = devices
    await ann.table.record_by(Recording.ALL)
    await agree(ann, ben, cem)
    cem.phone.out_of_reach()
    await until(lambda: not cem.company.connected)
    for code in ("7H", "8H"):
        assert await cem.play(code) is None
    assert await ben.play("7D") is None
    if restarted:
        await cem.start_again()
    cem.phone.reaches = True
    await agree(ann, ben, cem)
    assert refused_by(cem) == [(1, "Ann 7H"), (1, "Ben 8H")]
    await cem.table.dismiss_refused()
    await until(lambda: not cem.company.refused)
    assert len(cem.table.snapshot.round.turns) == 1


async def test_steps_without_an_answer_wait_before_the_connection_counts_as_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_link, "_SOON_SECONDS", 0.02)
    async with evening(tmp_path) as devices:
        ann, *_ = devices
        ann.phone.room.mute = True
        for code in ("7H", "8H"):
            assert await ann.play(code) is None
        assert (ann.company.unshared, ann.company.connected, ann.company.lost) == (2, True, False)
        ann.phone.room.mute = False
        ann.phone.drop()
        await agree(*devices)
        assert len(devices[1].table.snapshot.round.turns) == 2


async def test_a_line_that_is_not_confirmed_is_said_again_though_no_frame_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_link, "_SOON_SECONDS", 0.02)
    monkeypatch.setattr(room_link, "_ANSWER_SECONDS", 0.04)
    monkeypatch.setattr(shared_table, "_RESEND_SECONDS", 0.1)
    async with evening(tmp_path) as devices:
        ann, ben, _ = devices
        assert await ann.play("7H") is None
        await agree(*devices)
        ann.phone.room.ignored = {"say"}
        assert await ann.play("8H") is None
        assert ann.company.unshared == 1
        await until(lambda: ann.company.lost)
        ann.phone.room.ignored = set()
        await agree(*devices)
        assert len(ben.table.snapshot.round.turns) == 2


@pytest.mark.parametrize("other", ["8H", "undo"])
@cases("enters", {"enters": True, "hears more": False})
async def test_an_undo_that_others_overtake_is_known_until_the_table_goes_on(
    devices: Devices, monkeypatch: pytest.MonkeyPatch, other: str, *, enters: bool
) -> None:
    ann, ben, cem = devices
    assert await ann.play("7H") is None
    await agree(*devices)
    if other == "undo":
        ann, ben = ben, ann  # the host takes back what the author takes back as well
        assert await ann.play("8H") is None
        await agree(*devices)
    monkeypatch.setattr(room_link, "_SOON_SECONDS", 0.02)
    ann.phone.room.ignored = {"say"}
    assert await ann.undo() is None
    assert ann.company.unshared == 1
    ann.phone.room.ignored = set()
    ann.phone.out_of_reach()
    assert await (ben.undo() if other == "undo" else ben.play(other)) is None
    ann.phone.reaches = True
    await agree(*devices)
    overtaken = other != "undo"
    assert (ann.company.overtaken, ann.company.refused) == (overtaken, ())
    assert not overtaken or ann.company.latest == ben.company.me
    assert not cem.company.overtaken
    assert await cem.table.free_seat("Cem") is None
    await agree(*devices)
    assert ann.company.overtaken == overtaken
    await (ann if enters else ben).undo()
    await agree(*devices)
    assert not ann.company.overtaken


async def test_who_leaves_keeps_the_series_and_goes_on_with_it_later(devices: Devices) -> None:
    ann, ben, cem = devices
    await ann.play("7H")
    await agree(*devices)
    link = ann.company.invitation
    await ben.archive.leave(ben.table.snapshot.number)
    assert ben.table.snapshot.company is None
    assert await ann.play("8H") is None
    await agree(ann, cem)
    assert "Ben" not in ann.company.seats
    assert ann.company.left == cem.company.left == {"Ben": 2}
    await ben.join(link)
    await agree(*devices)
    assert len(ben.archive.catalogue.entries) == 1
    assert ben.company.me == 4
    members = len(ann.phone.room.tables[ann.table_name].tokens)
    assert (await ben.archive.join(Invitation.read(link) or "")) is ben.table
    assert len(ann.phone.room.tables[ann.table_name].tokens) == members


async def test_a_copy_that_was_played_on_alone_stays_beside_the_table(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as (ann, ben):
        await ben.archive.leave(1)
        assert await ben.play("7S") is None
        assert await ann.play("7H") is None
        joined = await ben.archive.join_again(1)
        assert isinstance(joined, SharedTable)
        ben.table = joined
        await agree(ann, ben)
        assert [*ben.archive.catalogue.copies] == [1]
        assert ben.archive.catalogue.copies[1].alone
        assert len(ben.archive.catalogue.entries) == 2
        to_resume = ben.archive.catalogue.to_resume
        assert to_resume
        assert to_resume.number == 2


async def test_a_copy_of_a_deleted_table_goes_on_as_a_series_of_its_own(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as (ann, ben):
        await ben.archive.leave(1)
        assert await ann.table.close(deletes=True) is None
        await until(lambda: not ann.phone.room.tables)
        assert isinstance(await ben.archive.join_again(1), Objection)
        assert not ben.archive.catalogue.copies
        await ann.archive.leave(1)
        assert not ann.archive.catalogue.copies


@cases("token, seat", {"own": ("", "Ben"), "wrong": ("0" * 32, None)})
async def test_a_guest_loaded_anew_is_the_same_member(
    devices: Devices, token: str, seat: str | None
) -> None:
    ann, ben, anew = devices
    invitation = Invitation.read(ann.company.invitation)
    assert invitation
    await anew.archive.leave(1)
    tokens = ann.phone.room.tables[invitation.table].tokens
    own = next(kept for kept, member in tokens.items() if member == ben.company.me)
    text = f"{invitation.table}.{invitation.secret}.{token or own}"
    await anew.join(text)
    await agree(*devices)
    assert (anew.company.seat, anew.company.me) == (seat, ben.company.me if seat else 4)


async def test_any_device_opens_the_table_again_when_the_room_has_lost_it(devices: Devices) -> None:
    ann, ben, cem = devices
    await ann.play("7H")
    await agree(*devices)
    room = ann.phone.room
    room.tables.clear()
    for device in devices:
        device.phone.drop()
    await until(lambda: all(device.company.stopped == "table" for device in devices))
    assert await ben.play("8H") is None
    assert ben.company.unshared == 1
    assert await ben.archive.share(1) is ben.table
    for device in (ann, cem):
        device.table.disconnect()
        device.table.connect()
    await agree(*devices)
    # The room numbers the members in the order in which they come back, which is by chance.
    seated = [*zip(NAMES, devices, strict=False)]
    await until(lambda: ben.company.seats == {name: each.company.me for name, each in seated})
    assert ben.company.hosts
    assert len(ann.table.snapshot.round.turns) == 2


async def test_a_tail_outlives_a_table_that_another_device_opens_again(devices: Devices) -> None:
    ann, ben, _ = devices
    ann.phone.out_of_reach()
    assert await ann.play("7H") is None
    ann.phone.room.tables.clear()
    ben.phone.drop()
    await until(lambda: ben.company.stopped == "table")
    assert await ben.archive.share(1) is ben.table
    ann.phone.reaches = True
    ann.table.disconnect()
    ann.table.connect()
    await agree(ann, ben)
    assert (len(ben.table.snapshot.round.turns), ann.company.refused) == (1, ())


@pytest.mark.parametrize("kind", ["remove", "close"])
async def test_the_room_is_asked_again_on_the_next_connection(devices: Devices, kind: str) -> None:
    ann, _, cem = devices
    room = ann.phone.room
    table = room.tables[ann.table_name]
    room.ignored = {kind}
    assert await (ann.table.remove(3) if kind == "remove" else ann.table.close()) is None
    assert (table.removed, table.closed) == (set(), False)
    await until(lambda: cem.company.state is SharedState.CLOSED)  # by the line alone
    room.ignored = set()
    ann.phone.drop()
    await until(lambda: (table.removed, table.closed) == ({3}, False) or table.closed)


async def test_a_removed_device_enters_nothing_and_comes_back_by_the_new_link_alone(
    devices: Devices,
) -> None:
    ann, ben, cem = devices
    link = ann.company.invitation
    await ann.table.remove(2)
    await until(lambda: link not in (ann.company.invitation, cem.company.invitation))
    assert cem.company.invitation == ann.company.invitation
    await until(lambda: ben.company.stopped == "removed")
    assert await ben.play("7H") is Why.REMOVED_MEMBER
    assert "Ben" not in ann.company.seats
    await ben.archive.leave(1)
    assert why(await ben.archive.join(Invitation.read(link) or "")) is Why.TABLE_GONE
    await ben.join(ann.company.invitation)
    assert ben.company.me == 4


async def test_who_joins_again_after_a_lost_answer_is_the_same_member(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, _ = devices
    link = ann.company.invitation
    tokens = ann.phone.room.tables[ann.table_name].tokens
    await ben.archive.leave(1)
    with monkeypatch.context() as lost:
        lost.setattr(Wire, "tell", lambda *_: None)
        lost.setattr(room_link, "_READY_SECONDS", 0.1)
        assert await ben.archive.join(Invitation.read(link) or "") == OUT_OF_REACH
    assert len(tokens) == 4
    await ben.join(link)
    assert (ben.company.me, len(tokens)) == (4, 4)


async def test_a_member_learns_that_the_host_has_freed_the_seat(devices: Devices) -> None:
    ann, ben, cem = devices
    await cem.table.free_seat("Cem")
    await ann.table.free_seat("Ben")
    await until(lambda: "Ben" not in ben.company.seats)
    assert [is_freed(device) for device in devices] == [False, True, False]
    await ben.start_again()
    await until(lambda: is_freed(ben))
    await ben.table.take_seat("Dee")
    assert not is_freed(ben)


async def test_turns_of_a_phone_that_is_away_are_entered_by_others(devices: Devices) -> None:
    ann, ben, cem = devices
    room = ann.phone.room
    await lose(ann, ben)
    assert await cem.play("7H") is Why.NOT_YOUR_TURN
    room.pass_time(75)
    await until(lambda: cem.company.long_away("Ann"))
    assert await cem.play("7H") is None
    assert await ben.play("8H") is None
    await agree(ben, cem)
    assert ben.company.entered == {(1, 0): Author(3, "Cem")}
    ann.phone.reaches = True
    await agree(*devices)
    assert ann.company.entered == {(1, 0): Author(3, "Cem")}
    await cem.table.free_seat("Cem")
    await agree(*devices)
    assert ann.company.entered == {(1, 0): Author(3, "Cem")}  # the name stays on the record
    assert await cem.undo() is Why.NOT_YOUR_STEP
    assert await ann.undo() is None
    await agree(*devices)
    assert await ann.undo() is None
    await agree(*devices)
    assert cem.company.entered == {}


async def test_a_phone_that_is_back_enters_its_own_turns(devices: Devices) -> None:
    ann, _, cem = devices
    await lose(ann, cem)
    cem.phone.room.pass_time(75)
    await until(lambda: cem.company.long_away("Ann"))
    cem.phone.room.seconds = 0  # she is back, and the phone has not heard it yet
    assert await cem.play("7H") is Why.NOT_YOUR_TURN


RESULT = event_in("result Ann 0 4 Ben 3 2 Cem 2 3 Dee 1 4", NAMES)
OTHER_DEAL = Dealt(Setup.dealt(preset("bicycle"), NAMES, 1))
GOES_ON: dict[str, tuple[list[Step | None], Why | None, int]] = {
    "a new name": ([Renamed("Sundays")], None, 0),
    "another deal": ([OTHER_DEAL], Why.ROUND_HAS_BEGUN, 2),
    "another round": ([OTHER_DEAL, Recorded(2, RESULT)], Why.ROUND_HAS_BEGUN, 2),
    "the round goes on": ([None], Why.ROUND_IN_PLAY, 2),
}
"""What Ann enters or takes back while Ben is out of reach, the first objection to his steps, and
how many stay."""


@cases("goes_on, expected, stay", GOES_ON)
async def test_missing_steps_of_every_kind_are_entered_again_in_their_round(
    devices: Devices, goes_on: list[Step | None], expected: Why | None, stay: int
) -> None:
    ann, ben, _ = devices
    await ann.table.record_by(Recording.ALL)
    assert await ann.do(Recorded(1, RESULT)) is None
    await agree(*devices)
    await lose(ben, ann)
    deal = Dealt(replace(ben.table.snapshot.series.next_setup(), date="2026-11-28"))
    own = (
        (2, deal.words(())),
        (2, "Ben 7H"),
        (0, "handed Ben Ann 5"),
        (1, "pay Ben Ann 3"),
        (0, "planned pagat"),
        (0, "called Ben Benjamin"),
    )
    for number, says in own:
        assert await ben.do(read_step(says, number, NAMES)) is None
    mine = ben.table.snapshot.series
    for step in goes_on:
        assert await (ann.do(step) if step else ann.undo()) is None
    ben.phone.reaches = True
    await agree(*devices)
    assert refused_by(ben) == [*own]
    assert why(await ben.table.enter_refused()) is expected
    await agree(*devices)
    assert refused_by(ben) == [*own[:stay]]
    if expected is None:
        assert ben.table.snapshot.series == mine.changed(name="Sundays")


OF_NOBODY = {
    "a round that was taken back": (2, Objection(Why.NO_ROUND, number=2)),
    "a round of other players": (1, Objection(Why.ROUND_HAS_BEGUN)),
}


@cases("number, expected", OF_NOBODY)
def test_missing_turn_of_nobody_at_the_table_is_refused(number: int, expected: Objection) -> None:
    text = json.dumps({"round": number, "says": "Eve 7H"})
    log = loads("fantan 1\nrules bicycle\nround 1\nAnn Ben\n")
    assert read_missing(text, log) == expected


def _change_the_third_turn(log: Log) -> Step:
    """Repair a turn: it was the six."""
    was = Played(2, card("9H"))
    events = [Played(2, card("6H")) if event == was else event for event in log.round.events]
    return Repaired(log.round_number, log.round.setup, tuple(events))


OVERWRITES: dict[str, tuple[Command, int]] = {
    "a repair": (_change_the_third_turn, 4),
    "dealt again": (commands.deal_again, 0),
}
"""What Ben enters out of reach, and the turns that it leaves."""


@cases("entered, turns", OVERWRITES)
async def test_a_missing_repair_takes_no_turn_of_others_away(
    devices: Devices, entered: Command, turns: int
) -> None:
    ann, ben, cem = devices
    await ann.table.record_by(Recording.ALL)
    for code in ("7H", "8H", "9H", "7S"):
        assert await ann.play(code) is None
    await agree(*devices)
    await lose(ben, ann)
    assert await ben.do(entered) is None
    assert len(ben.table.snapshot.round.turns) == turns
    assert await ann.play("8S") is None
    await agree(ann, cem)
    assert await cem.play("9S") is None
    ben.phone.reaches = True
    await agree(*devices)
    assert len(cem.table.snapshot.round.turns) == 6
    assert why(await ben.table.enter_refused()) is Why.GONE_ON
    await ben.start_again()
    await agree(*devices)
    assert why(await ben.table.enter_refused()) is Why.GONE_ON
    assert (len(ben.company.refused), len(cem.table.snapshot.round.turns)) == (1, 6)
    for _ in range(2):
        assert await ann.undo() is None  # the round is again as Ben knew it
    await agree(*devices)
    assert await ben.table.enter_refused() is None
    await agree(*devices)
    assert (ben.company.refused, len(cem.table.snapshot.round.turns)) == ((), turns)


async def test_a_missing_turn_is_not_entered_in_place_of_an_earlier_one(devices: Devices) -> None:
    ann, ben, _ = devices
    await ann.table.record_by(Recording.ALL)
    assert await ann.play("7H") is None
    await agree(*devices)
    await lose(ben, ann)
    assert await ben.play("8H") is None
    for _ in range(4):
        assert await ben.do(commands.pass_turn) is None
    assert await ann.undo() is None
    assert await ann.play("7D") is None
    ben.phone.reaches = True
    await agree(*devices)
    own = refused_by(ben)
    assert why(await ben.table.enter_refused()) is not None
    assert (refused_by(ben), len(ann.table.snapshot.round.turns)) == (own, 1)


async def test_a_card_that_a_repair_puts_in_the_place_of_a_pass_is_no_longer_missing(
    devices: Devices,
) -> None:
    ann, ben, cem = devices
    assert await ann.play("7H") is None
    await agree(*devices)
    await lose(ben, ann)
    assert await ben.play("8H") is None
    cem.phone.room.pass_time(60)
    await until(lambda: bool(cem.company.away_seconds.get(2)))
    assert await cem.do(commands.pass_turn) is None
    ben.phone.reaches = True
    await agree(*devices)
    assert refused_by(ben) == [(1, "Ben 8H")]
    assert passed_for_me(ben.table.snapshot) == 2
    assert [passed_for_me(device.table.snapshot) for device in (ann, cem)] == [None, None]
    draft = Draft.of(1, ben.table.snapshot.round).changed(2, card("8H"))
    assert await ben.do(draft.step) is None
    await agree(*devices)
    assert (refused_by(ben), passed_for_me(ben.table.snapshot)) == ([], None)


async def test_a_seat_is_claimed_from_another_phone(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as devices:
        ann, ben, cem, dee = devices
        await dee.table.free_seat("Dee")
        assert why(await dee.table.agree("Ben")) is not None
        assert await dee.table.claim_seat("Ben") is None
        await until(lambda: cem.company.claims == {"Ben": 4})
        assert why(await cem.table.agree("Ben")) is Why.SEAT_TAKEN
        ben.phone.out_of_reach()
        ben.phone.room.seconds = 5
        await until(lambda: cem.company.away_seconds == {2: 5})
        assert await cem.table.agree("Ben") is None
        await until(lambda: dee.company.seat == "Ben")
        assert (ann.company.claims, ann.company.seats["Ben"]) == ({}, 4)
        ben.phone.reaches = True
        await agree(*devices)
        assert [is_freed(device) for device in devices] == [False, True, False, False]


async def test_seats_whose_phones_are_all_away_are_taken_without_a_yes(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as (ann, ben):
        room = ann.phone.room
        link = ann.company.invitation
        with ExitStack() as stack:
            first, second = (Device(tmp_path / name, room) for name in ("first", "second"))
            for device in (first, second):
                stack.callback(device.close)
                await device.join(link)
            room.pass_time(30)
            ann.phone.out_of_reach()
            ben.phone.out_of_reach()
            await until(lambda: first.company.here == frozenset({3, 4}))
            await first.table.claim_seat("Ann")
            await until(lambda: first.company.claims == {"Ann": 3})
            assert why(await first.table.take_seat("Ann")) is Why.SEAT_TAKEN
            room.pass_time(30)
            await until(lambda: first.company.deserted and second.company.deserted)
            assert await first.table.claim_seat("Ann") is None
            await until(lambda: second.company.seats == {"Ann": 3, "Ben": 2})
            assert await second.table.claim_seat("Ben") is None
            await until(lambda: first.company.claims == {"Ben": 4})
            assert await first.table.agree("Ben") is None
            await until(lambda: second.company.seats == {"Ann": 3, "Ben": 4})
            assert first.company.seats == {"Ann": 3, "Ben": 4}
            assert await first.play("7H") is None
            await agree(first, second)
            for device in (first, second):
                device.table.disconnect()


async def test_the_role_of_the_host_goes_on_and_comes_back(devices: Devices) -> None:
    ann, ben, cem = devices
    await ben.table.free_seat("Ben")
    await ben.table.take_seat("Ben")  # Cem has sat for longer now
    await lose(ann, cem)
    assert why(await cem.table.make_host(3)) is Why.HOST_ONLY
    ann.phone.room.pass_time(120)
    await until(lambda: cem.company.inherits)
    assert not ben.company.inherits
    assert await cem.table.make_host(3) is None
    await until(lambda: ben.company.host == 3)
    assert not cem.company.inherits
    ann.phone.reaches = True
    await until(lambda: cem.company.host_is_back)
    await until(lambda: not ann.company.hosts)
    assert await cem.table.make_host(1) is None
    await until(lambda: ann.company.hosts and not cem.company.host_is_back)
    assert why(await cem.table.close()) is Why.HOST_ONLY


async def test_the_way_back_leads_to_the_table_that_waits(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as (ann,):
        begun = await ann.archive.start("Second", NAMES, 0, preset("bicycle"))
        assert not isinstance(begun, Objection)
        number = begun.snapshot.number
        assert ann.archive.to_go_on(number) == 1
        assert await ann.play("7H") is None
        assert ann.archive.to_go_on(number) == number


async def test_the_computer_of_the_room_may_do_what_the_host_may(devices: Devices) -> None:
    _, ben, cem = devices
    assert why(await cem.table.remove(2)) is Why.HOST_ONLY
    cem.phone.room.operators = {3}
    cem.phone.drop()
    await until(lambda: cem.company.operates)
    assert (cem.company.hosts, await cem.table.remove(2)) == (True, None)
    await until(lambda: ben.company.stopped == "removed")


async def test_a_new_host_removes_phones_and_the_former_one_comes_back(devices: Devices) -> None:
    ann, ben, cem = devices
    table = ann.phone.room.tables[ann.table_name]
    assert await ann.table.make_host(2) is None
    await until(lambda: ben.company.hosts)
    assert await ben.table.remove(3) is None
    await until(lambda: table.removed == {3} and cem.company.stopped == "removed")
    ann.phone.drop()
    await agree(ann, ben)
    assert ann.company.stopped == ""


async def test_a_device_that_cannot_go_on_enters_nothing(devices: Devices) -> None:
    ann, ben, _ = devices
    first = ann.phone.room.tables[ann.table_name].lines[0]
    first[2] = first[2].replace("Dee", "Eve")
    await ben.start_again()
    await until(lambda: ben.company.stopped == "differs")
    assert await ben.play("7H") is Why.SERIES_DIFFERS
    assert ben.company.unshared == 0


async def test_the_code_joins_while_it_is_shown(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as devices:
        ann, ben = devices
        await ann.table.show_code(shown=True)
        await until(lambda: ann.company.code != "")
        await ben.archive.leave(1)
        assert isinstance(await ben.archive.join(ann.company.code), SharedTable)
        await ann.table.show_code(shown=False)
        await until(lambda: not ann.company.code and not ann.phone.room.codes)
        await ben.archive.leave(1)
        assert why(await ben.archive.join("ABCD2345")) is Why.TABLE_GONE


async def test_a_deleted_series_is_away_and_a_forgotten_one_is_no_member(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as devices:
        ann, ben = devices
        await ben.archive.remove(1)
        await until(lambda: ann.company.here == frozenset({1}))
        await ben.archive.put_back(1)
        assert await ben.archive.open(1) is ben.table
        await agree(ann, ben)
        await ben.archive.remove(1)
        await ben.archive.forget(1)
        assert not ben.store.memberships()


async def test_a_backup_has_no_secret(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as devices:
        saved = await devices[0].archive.backups.make()
        asked = Invitation.read(devices[0].company.invitation)
        assert asked
        with ZipFile(BytesIO(saved.content)) as backup:
            contents = [backup.read(name).decode() for name in backup.namelist()]
        assert not [content for content in contents if asked.secret in content]


async def test_a_sender_who_is_gone_has_recorded_all_the_same(devices: Devices) -> None:
    sender = asyncio.create_task(devices[0].play("7H"))
    await asyncio.sleep(0)
    sender.cancel()
    await asyncio.gather(sender, return_exceptions=True)
    await until(lambda: len(devices[2].table.snapshot.round.turns) == 1)


async def test_leaving_in_the_middle_of_a_step_keeps_the_step(devices: Devices) -> None:
    entered = asyncio.create_task(devices[0].play("7H"))
    await asyncio.sleep(0)
    await devices[0].archive.leave(1)
    assert await entered is None
    assert len(devices[0].table.snapshot.round.turns) == 1


@pytest.mark.parametrize("name", ["friday_night", "all_that_a_table_writes", "corrections"])
async def test_a_series_is_shared_in_the_middle(tmp_path: Path, name: str) -> None:
    log = loads((RECORDS / f"{name}.fantan").read_text("utf-8"))
    room = FakeRoom(luck(0))
    with (
        closing(Device(tmp_path / "a", room)) as host,
        closing(Device(tmp_path / "b", room)) as ben,
    ):
        host.table = cast("SharedTable", await host.archive.adopt(log))
        await host.do(Renamed("Renamed"))
        await host.archive.share(1)
        await ben.join(host.company.invitation)
        assert not host.table.snapshot.can_undo
        await ben.table.take_seat(log.series.players[0].handle)
        for device, author in ((host, "By the host"), (ben, "By Ben")):
            await agree(host, ben)
            assert await device.do(Renamed(author)) is None
        await agree(host, ben)
        assert await host.undo() is None
        await agree(host, ben)
        await host.start_again()
        await agree(host, ben)
        assert host.table.snapshot.series.name == "By the host"
        for device in (host, ben):
            device.table.disconnect()


RUN = Recorded(1, PassRun((0, 1)))


@cases(
    "seats, expected",
    {
        "all others free": ({"Ann": 2}, None),
        "another free": ({"Ann": 2, "Cem": 3}, None),
        "one taken": ({"Ann": 2, "Ben": 3}, "Ben"),
    },
)
def test_passes_are_entered_for_the_own_seat_and_free_seats(
    seats: dict[str, int], expected: str | None
) -> None:
    log = loads("fantan 1\nrules bicycle\nround 1\ndealer Cem\nAnn Ben Cem\n")
    own = replace(SharedLog.begin(log), seats=seats, recording=Recording.OWN)
    after = own.with_step(2, RUN)
    assert (after.player if isinstance(after, Objection) else None) == expected


MALFORMED = (
    *("", "[", "{}", "7", "null", "[1]", "[[]]", '[{"round":1}]', '[{"says":"Ann 7H"}]'),
    *('[{"round":1,"says":"Ann 7H","seat":"Ann"}]', '[{"round":99999,"says":"Ann 7H"}]'),
    *('[{"round":-1,"says":"Ann 7H"}]', '[{"round":1,"says":"undo"}]', '[{"round":1,"says":7}]'),
    *('[{"round":true,"says":"x"}]', '[{"round":0,"says":"Ann 7H"}]', '[{"round":1,"says":""}]'),
    *('[{"seat":7}]', '[{"seat":"Eve"}]', '[{"removed":true}]', '[{"removed":1}]', '[{"x":1}]'),
    *('[{"recording":"nobody"}]', '[{"closed":1}]', '[{"round":0,"says":"series \\ud800"}]'),
    *(
        '[{"round":1,"says":"Ann 9H"}]',
        "[" * 20_000,
        "9" * 20_000,
        '[{"round":2,"says":"deal\\n"}]',
    ),
    *(
        '[{"claim":"Ann"}]',
        '[{"claim":7}]',
        '[{"agreed":"Ann"}]',
        '[{"round":2,"says":"deal\\nAnn"}]',
    ),
    '[{"round":2,"says":"deal\\nrules none\\ndealer Ann\\ndeal 26 26\\nAnn Ben"}]',
    '[{"round":2,"says":"deal\\nrules bicycle\\ndealer Eve\\ndeal 26 26\\nAnn Ben"}]',
    '[{"round":1,"says":"Ann 7H"},{"round":1,"says":"Ben 7H"}]',
    '[{"round":0,"says":"worth 0.5 \\uffe5"}]',
)


@pytest.mark.parametrize("text", MALFORMED)
def test_a_line_that_cannot_follow_changes_nothing(text: str) -> None:
    before = SharedLog.begin(loads("fantan 1\nrules bicycle\nround 1\nAnn Ben\n"))
    assert before.after(1, text) == before


def test_each_undo_takes_back_the_last_step() -> None:
    now = SharedLog.begin(loads("fantan 1\nrules bicycle\nround 1\nAnn Ben\n"))
    for number in [*range(40), None, None, *range(40, 90)]:
        step = None if number is None else Renamed(f"Night {number}")
        now = cast("SharedLog", now.with_step(1, step))
    while now.authors:
        expected = now.log.without_last()
        now = cast("SharedLog", now.with_step(1, None))
        assert (now.log, now.log.series) == (expected, expected.series)
    assert len(now.log.steps) == now.base


STEP, TAKEN_BACK = '{"round":0,"says":"series a"}', '{"round":0,"says":"undo"}'
LOST_STEPS = {
    "a table opened again": (True, [], STEP, True),
    "after other lost steps": (True, [f'[{{"resumed":[{STEP}]}}]'], STEP, True),
    "after somebody sat down": (True, ['[{"seat":"Ann"}]'], STEP, True),
    "after a step": (True, [f"[{STEP}]"], STEP, False),
    "after a step that was taken back": (True, [f"[{STEP}]", f"[{TAKEN_BACK}]"], STEP, False),
    "a fact about the table": (True, [], '{"seat":"Ben"}', False),
    "a table that was not lost": (False, [], STEP, False),
}


@cases("again, before, doc, follows", LOST_STEPS)
def test_lost_steps_need_no_right_until_somebody_goes_on(
    before: list[str], doc: str, *, again: bool, follows: bool
) -> None:
    log = loads("fantan 1\nrules bicycle\nround 1\nAnn Ben\n")
    now = read_first(first_text(log, again=again)).after(1, '[{"recording":"host"}]').after(2, "")
    for text in before:
        now = now.after(1, text)
    assert (now.after(2, f'[{{"resumed":[{doc}]}}]') != now) == follows


async def test_table_that_could_not_be_opened_is_left_alone(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as (ann, ben):
        assert await ann.play("7H") is None
        await agree(ann, ben)
        sheet = ben.sheet
        ben.phone.broken = ben.table_name
        sockets = len(ben.phone.sockets)
        await ben.start_again()
        assert ben.archive.catalogue.broken == 1
        assert len(ben.phone.sockets) == sockets
        assert (ben.company.stopped, ben.company.state) == ("broken", SharedState.STOPPED)
        assert ben.sheet == sheet
        await ben.archive.leave(1)
        assert not ben.phone.broken
        catalogue = ben.archive.catalogue
        assert catalogue.broken is None
        assert ben.table.snapshot.company is None
        assert catalogue.shared == frozenset()
        assert await ben.play("8H") is None


async def test_table_that_could_not_be_opened_is_tried_again(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as (ann, ben):
        await agree(ann, ben)
        ben.phone.broken = ben.table_name
        await ben.start_again()
        await ben.archive.try_again()
        assert not ben.phone.broken
        assert ben.archive.catalogue.broken is None
        await ben.archive.open(1)
        await agree(ann, ben)
        assert ben.company.stopped == ""


async def test_a_table_whose_first_line_cannot_be_read_is_not_joined(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as (ann, ben):
        await ben.archive.remove(1)
        await ben.archive.forget(1)
        ann.phone.room.tables[ann.table_name].lines[0][2] = "[" * 30_000
        assert (
            why(await ben.archive.join(Invitation.read(ann.company.invitation) or ""))
            is Why.OTHER_VERSION
        )
        assert ben.phone.sockets[-1].closed


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.text()
        | st.sampled_from(["Ann 7H", "own", "undo", "deal\nAnn", *KINDS]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "round",
                        "says",
                        "seat",
                        "free",
                        "claim",
                        "agreed",
                        "removed",
                        "closed",
                        "resumed",
                    ]
                )
                | st.text(max_size=3),
                inner,
                max_size=3,
            )
        ),
        max_leaves=12,
    ).map(lambda value: json.dumps([value]))
)
def test_no_line_breaks_the_log(text: str) -> None:
    before = SharedLog.begin(loads("fantan 1\nrules bicycle\nround 1\nAnn Ben\n"))
    after = before.after(1, text)
    assert loads(dumps(after.log)).series == after.log.series


@pytest.mark.parametrize("seed", range(12))
async def test_all_devices_agree_after_any_evening(  # noqa: C901 - a kind of act each
    tmp_path: Path, seed: int
) -> None:
    chance = luck(seed)
    async with evening(tmp_path, 3, seed) as devices:
        room = devices[0].phone.room
        if chance.random() < 0.5:
            await devices[0].table.record_by(Recording.ALL)

        async def play(device: Device, chance: Random) -> None:
            for _ in range(25):
                await asyncio.sleep(chance.random() * 0.006)
                await act(device, chance)

        async def act(device: Device, chance: Random) -> None:
            now = device.table.snapshot
            match chance.randrange(12):
                case 0:
                    device.phone.out_of_reach()
                case 1 | 2:
                    device.phone.reaches = True
                case 3:
                    await device.undo()
                case 4:
                    await device.table.redo(now.revision)
                case 5:
                    await device.do(Renamed(f"Night {chance.randrange(9)}"))
                case 6:
                    room.failures += 1
                case 7:
                    await device.table.take_seat(chance.choice(NAMES))
                case 8 if now.company and now.company.connected:
                    name = chance.choice(list(room.tables))
                    garbled = chance.choice(MALFORMED)
                    room.put(name, [chance.randrange(1, 4), f"x{chance.random()}", garbled])
                case _ if now.round.over:
                    await device.do(Dealt(now.series.next_setup()))
                case _:
                    cards = [*spread(now.round.playable)]
                    laid = commands.play(chance.choice(cards)) if cards else commands.pass_turn
                    await device.do(laid)

        await asyncio.gather(
            *(play(device, luck(seed * 10 + k)) for k, device in enumerate(devices))
        )
        for device in devices:
            device.phone.reaches = True
        await agree(*devices)
        logs = {number: device.store.look_at(1).log for number, device in enumerate(devices)}
        assert {dumps(log.known_as("")) for log in logs.values()} == {devices[0].sheet}
        assert len({repr(sorted(device.company.seats.items())) for device in devices}) == 1


@pytest.mark.parametrize("seed", range(6))
async def test_an_acknowledged_step_is_shared_once_or_refused(  # noqa: C901 - a fault each
    tmp_path: Path, seed: int
) -> None:
    async with evening(tmp_path, 3, seed) as devices:
        room, acknowledged = devices[0].phone.room, list[tuple[Device, str]]()

        async def rename(device: Device, chance: Random) -> None:
            for count in range(20):
                await asyncio.sleep(chance.random() * 0.006)
                match chance.randrange(6):
                    case 0:
                        device.phone.out_of_reach()
                    case 1:
                        device.phone.reaches = True
                    case 2 if device.phone.reaches:
                        device.phone.drop()
                    case 3:
                        room.failures += 1
                    case 4 if chance.random() < 0.3:
                        await device.start_again()
                    case _:
                        pass
                name = f"Night {device.folder.name} {count}"
                if await device.do(Renamed(name)) is None:
                    acknowledged.append((device, name))

        chances = (luck(seed * 10 + place) for place in range(3))
        await asyncio.gather(*map(rename, devices, chances))
        for device in devices:
            device.phone.reaches = True
        await agree(*devices)
        said = "\n".join(text for *_, text in room.tables[devices[0].table_name].lines)
        for device, name in acknowledged:
            refused = refused_by(device).count((0, f"series {name}"))
            assert (name, said.count(f'"series {name}"') + refused) == (name, 1)
