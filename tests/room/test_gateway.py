"""Contract of the gateway: one room on each engine, and two rooms on one database."""

import asyncio
import re
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from companion.desk.ports import Lines, LinesFailedError
from companion.room.gateway import Gateway
from companion.room.hub import RefusedError, Request
from companion.room.keys import Codes, WrongKeyError, check_key, digest
from companion.room.limits import Limits
from storage.postgres import PostgresLines
from storage.sqlite_lines import SqliteLines
from tests.cases import cases
from tests.places import bytes_in
from tests.room.engines import PostgresServer, opened
from tests.room.phone import LostError, Phone, QuickerError, opening
from tests.room.rooms import Room, room

HEX = "0123456789abcdef" * 2
QUICK = Limits(absent_seconds=0.1, settle_seconds=0.02, beat_seconds=0.1, silent_seconds=0.5)
Rooms = tuple[Room, Room]


QUICK_HOST = replace(QUICK, host_away_seconds=1)


@pytest.fixture(params=["sqlite", "postgres", "two rooms"])
async def rooms(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Rooms]:
    """Yield the room where a table is opened, and the one where others join."""
    engines: list[Callable[[], Lines]] = [lambda: SqliteLines(tmp_path / "room")]
    if request.param != "sqlite":
        server: PostgresServer = request.getfixturevalue("postgres")
        count = 2 if request.param == "two rooms" else 1
        engines = [lambda: PostgresLines(server.dsn)] * count
    async with AsyncExitStack() as stack:
        served = [
            await stack.enter_async_context(
                room(await stack.enter_async_context(opened(engine)), QUICK)
            )
            for engine in engines
        ]
        yield served[0], served[-1]


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncGenerator[Lines]:
    async with opened(lambda: SqliteLines(tmp_path / "room")) as lines:
        yield lines


async def test_every_phone_gets_every_line(rooms: Rooms) -> None:
    first, second = rooms
    ann = await first.open()
    ben = await second.join(ann)
    assert (ann.member, ben.member) == (1, 2)
    assert ben.welcome["page"] == second.url.replace("ws:", "http:").removesuffix("room")
    assert await ann.say("Ann 7D") == 2
    await ben.until_line(2)
    assert await ben.say("Ben --") == 3
    await ann.until_line(3)
    assert [(member, text) for member, _, text in ann.lines] == [
        (1, "sheet"),
        (1, "Ann 7D"),
        (2, "Ben --"),
    ]
    assert ann.lines == ben.lines


async def test_a_phone_comes_back_for_the_lines_behind_those_it_has(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    ben = await rooms[1].join(ann)
    before, there = ben.welcome, ben.rooms
    ben.rooms = ["ws://127.0.0.1:1/room"]  # out of reach
    await ben.drop()
    for text in ("1", "2", "ä" * 20_000, "b" * 40_000):
        await ann.say(text)
    ben.rooms = there
    await ben.until_line(5)
    assert ben.welcome == {**before, "lines": 5}
    assert ben.lines == ann.lines


async def test_whoever_opens_a_table_again_is_its_host_until_another_has_joined(
    rooms: Rooms,
) -> None:
    greeting = opening()
    first, again = await rooms[0].open(greeting), await rooms[1].open(greeting)
    other = await rooms[1].open({**greeting, "first": ["another", "sheet"]})
    late = await rooms[0].open(greeting)
    assert [phone.member for phone in (first, again, other, late)] == [1, 1, 2, 3]
    assert [text for _, _, text in late.lines] == ["sheet"]
    assert await rooms[1].refusal({**greeting, "secret": HEX}) == "secret"


WRONG_GREETINGS: dict[str, tuple[dict[str, Any], str]] = {
    "another format": ({"format": 2, "join": HEX, "secret": HEX}, "format"),
    "nothing": ({}, "format"),
    "two kinds at once": ({"join": HEX, "secret": HEX, "code": "A"}, "format"),
    "a name that is none": ({"join": "../" + HEX[3:], "secret": HEX}, "format"),
    "a secret that is none": ({"join": HEX, "secret": 7}, "format"),
    "a token that is none": ({"join": HEX, "secret": HEX, "token": 7}, "format"),
    "a number of lines below none": ({"table": HEX, "token": HEX, "have": -1}, "format"),
    "a first line without an id": ({"open": HEX, "secret": HEX, "first": ["", ""]}, "format"),
    "a first line too long": ({"open": HEX, "secret": HEX, "first": ["a", "x" * 65_000]}, "long"),
    "an unknown table": ({"join": HEX, "secret": HEX}, "table"),
    "an unknown table again": ({"table": HEX, "token": HEX, "have": 0}, "table"),
    "an unknown code": ({"code": "ABCD2345"}, "code"),
}


async def test_wrong_greetings_are_refused(sqlite: Lines) -> None:
    async with room(sqlite) as served:
        for name, (greeting, reason) in WRONG_GREETINGS.items():
            assert await served.refusal(greeting) == reason, name
        assert served.gateway.tables == 0


async def test_a_wrong_token_or_secret_opens_no_table(rooms: Rooms) -> None:
    ann, other = await rooms[0].open(), await rooms[0].open()
    assert await rooms[1].refusal({**other.again, "table": ann.table}) == "token"
    assert await rooms[1].refusal({**other.invitation, "join": ann.table}) == "secret"


async def test_everybody_sees_who_is_here(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    ben, cid = await rooms[1].join(ann), await rooms[0].join(ann)
    for phone in (ann, ben, cid):
        await phone.until_here(1, 2, 3)
    twin = await rooms[1].phone(ben.again).ready()
    await ben.stop()
    await ann.drop()
    await cid.stop()
    for phone in (ann, twin):
        await phone.until_here(1, 2)


async def test_the_phones_of_a_room_that_died_are_not_here(tmp_path: Path) -> None:
    def engine() -> Lines:
        return SqliteLines(tmp_path / "room")

    async with opened(engine) as lines, room(lines, QUICK) as served:
        ann = await Phone(served.url, opening()).ready()
        ben = await served.join(ann)
        await ann.until_here(1, 2)
        await ben.stop()
    async with opened(engine) as lines, room(lines, QUICK) as served:
        ann.rooms = [served.url]
        await ann.until(ann.up.is_set)
        await ann.until_here(1)
        await ann.stop()


async def test_a_removed_member_is_dead_in_every_room(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    ben, cid = await rooms[1].join(ann), await rooms[0].join(ann)
    await ann.send(remove=ben.member)
    assert await ben.refusal() == "removed"
    for served in rooms:
        assert await served.refusal(ben.again) == "removed"
        hub = await served.gateway._known(ann.table)  # noqa: SLF001 - said before the socket closes
        with pytest.raises(RefusedError, match="removed"):
            await hub.say(ben.member, Request(2, "late", "[]"))
    await ann.until_here(1, 3)
    await cid.send(remove=1)
    assert await cid.refusal() == "host"


async def test_the_link_and_the_code_are_new_once_a_member_is_removed(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    ben, cid, dee = [await rooms[1].join(ann) for _ in range(3)]
    keys = rooms[0].gateway.codes
    kept = keys.new()  # whose phone went without making it useless
    await keys.show(kept, ann.table, ann.welcome["secret"])
    links, codes = [ann.invitation], [await ann.show_code()]
    there, dee.rooms = dee.rooms, ["ws://127.0.0.1:1/room"]  # out of reach
    await dee.drop()
    for removed in (ben, cid):
        await ann.send(remove=removed.member)
        assert await removed.refusal() == "removed"
        await ann.until(lambda: ann.invitation != links[-1])
        links.append(ann.invitation)
        codes.append((await ann.answer())["code"])
    for member in (ben.member, 99):  # changes nothing
        await ann.send(remove=member)
    dee.rooms = there
    await dee.until(lambda: dee.invitation == ann.invitation)
    for served in rooms:
        assert [await served.refusal(link) for link in links[:2]] == ["secret"] * 2
        useless = (kept, *codes[:2])
        assert [await served.refusal({"code": code}) for code in useless] == ["code"] * 3
        await served.phone({"code": codes[2]}).ready()
        await served.join(dee)


async def test_line_in_the_place_of_a_phone_counts_only_while_it_is_away(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    ben, cid = await rooms[1].join(ann), await rooms[0].join(ann)
    await cid.until_here(1, 2, 3)
    assert await cid.ask(say=[2, "one", "Ben --"], away=[ben.member]) == {"denied": "one"}
    await ben.stop()
    await cid.until_here(1, 3)
    await asyncio.sleep(1.1)
    await cid.send(say=[2, "two", "Ben --"], away=[ben.member])
    await ann.until_line(2)
    member, _, text = ann.lines[1]
    assert (member, text) == (3, "Ben --")
    assert list(ann.admitted[2]) == ["away"]
    assert list(ann.admitted[2]["away"]) == ["2"]
    assert 1 <= ann.admitted[2]["away"]["2"] < 60
    assert ann.lines == cid.lines


async def test_host_passes_the_role_on_and_others_take_it_while_the_host_is_away(
    sqlite: Lines,
) -> None:
    async with room(sqlite, QUICK_HOST) as served:
        ann = await served.open()
        ben, cid = await served.join(ann), await served.join(ann)
        assert await ben.ask(say=[2, "one", ""], host=2) == {"denied": "one"}
        assert await ann.ask(say=[2, "two", ""], host=9) == {"denied": "two"}
        await ann.send(say=[2, "three", ""], host=2)
        await ben.until_line(2)
        await ann.send(remove=cid.member)
        assert await ann.refusal() == "host"
        await ann.stop()
        await ben.stop()
        await cid.until_here(3)
        await asyncio.sleep(1.2)
        await cid.send(say=[3, "four", ""], host=3)
        await cid.until_line(3)
        back = await served.phone(ben.again).ready()
        await cid.send(remove=2)
        assert await back.refusal() == "removed"


@pytest.mark.parametrize("text", ["[" * 30_000, '[{"a":' * 9 + "1" + "}]" * 9])
async def test_line_that_would_end_every_page_is_refused(sqlite: Lines, text: str) -> None:
    async with room(sqlite, QUICK) as own:
        ann = await own.open()
        ben = await own.join(ann)
        with suppress(LostError):
            await ben.say(text)
        assert await ben.refusal() == "format"
        assert await own.refusal(opening(text)) == "format"
        assert await ann.say("still here") == 2


async def test_leaked_copy_of_the_lines_admits_nobody(tmp_path: Path) -> None:
    """Everything in the folder of the lines is tried as a secret, a token and a code."""
    async with opened(lambda: SqliteLines(tmp_path / "room")) as lines, room(lines) as served:
        ann = await served.open()
        code = await ann.show_code()
        stored = b"".join(bytes_in(tmp_path).values())
        await ann.stop()
        offered = {found.decode() for found in re.findall(rb"(?=([0-9a-f]{32}))", stored)}
        assert len(offered) > 99
        assert code.encode() not in stored
        # A code has 40 bits: without the key nobody can try them all on the digest that is stored.
        digests = {found.decode() for found in re.findall(rb"code\.([0-9a-f]{64})", stored)}
        assert [found == digest(code) for found in digests] == [False]
        hub = await served.gateway._known(ann.table)  # noqa: SLF001 - 60 tries a minute by socket
        assert not any(hub.members.invites(found) for found in offered)
        assert not any(hub.members.owner(found) for found in offered)
        async with asyncio.timeout(5):
            while [stream.lines for stream in await lines.streams()] != [1, 2]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)  # the code goes with its phone; table and door stay


async def test_room_with_another_key_is_refused(sqlite: Lines) -> None:
    await check_key(sqlite, b"one key")
    await check_key(sqlite, b"one key")
    with pytest.raises(WrongKeyError):
        await check_key(sqlite, b"another key")


async def test_a_phone_that_joins_again_is_the_same_member(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    code = await ann.show_code()
    link = {**ann.invitation, "token": secrets.token_hex(16)}
    again = [await served.phone(link).ready() for served in (*rooms, rooms[0])]
    again.append(await rooms[1].phone({"code": code, "token": link["token"]}).ready())
    assert [phone.member for phone in again] == [2] * 4
    assert {phone.welcome["token"] for phone in again} == {link["token"]}
    await ann.send(remove=2)
    assert [await phone.refusal() for phone in again] == ["removed"] * 4
    assert await rooms[1].refusal(link) == "removed"


async def test_a_closed_table_can_only_be_read(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    ben = await rooms[1].join(ann)
    code = await ann.show_code()
    await ben.drop()
    await ann.say("closed")
    await ann.send(close=True)
    assert await ann.refusal() == "closed"
    assert await ben.refusal() == "closed"
    assert ben.lines == ann.lines
    assert await rooms[1].refusal(ann.invitation) == "closed"
    assert await rooms[1].refusal({"code": code}) == "code"


async def test_page_on_the_computer_of_the_room_has_the_rights_of_the_host(sqlite: Lines) -> None:
    async with room(sqlite, QUICK, operated_here=True, behind_proxy=True) as served:
        far = "203.0.113.7"
        ann = await served.phone(opening(), far).ready()
        ben = await served.phone(ann.invitation, far).ready()
        laptop = await served.phone(ann.invitation, "127.0.0.1").ready()
        assert (laptop.welcome.get("operator"), ben.welcome.get("operator")) == (True, None)
        await laptop.send(say=[2, "one", '[{"free":"Ann"}]'])
        await ann.until_line(2)
        assert ann.admitted[2] == {"operator": True}
        await laptop.send(say=[3, "two", '[{"host":true}]'], host=ben.member)
        await ann.until_line(3)
        assert ann.admitted[3] == {"host": ben.member, "operator": True}
        await laptop.send(remove=ann.member)
        assert await ann.refusal() == "removed"
        assert await ben.ask(say=[4, "three", ""], away=[laptop.member]) == {"denied": "three"}


async def test_host_deletes_the_table(sqlite: Lines) -> None:
    async with room(sqlite, QUICK) as served:
        ann = await served.open()
        ben = await served.join(ann)
        await ben.send(delete=True)
        assert await ben.refusal() == "host"
        await ann.send(delete=True)
        assert await ann.refusal() == "closed"
        async with asyncio.timeout(5):
            while any(ann.table in one.name for one in await sqlite.streams()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert await served.refusal(ann.invitation) == "table"


async def test_a_code_is_good_while_it_is_shown(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    code = await ann.show_code()
    typed = f" {code[:4].lower()}-{code[4:]} "
    ben = await rooms[1].phone({"code": typed}).ready()
    assert (ben.member, ben.table, ben.welcome["secret"]) == (2, ann.table, ann.welcome["secret"])
    await ben.drop()
    await ben.until(ben.up.is_set)
    other = await ben.show_code()  # also after coming back
    await ann.send(code=False)
    await ann.ask(ping=1)
    assert await rooms[1].refusal({"code": code}) == "code"
    await rooms[0].phone({"code": other}).ready()
    await ben.stop()
    async with asyncio.timeout(10):
        while await rooms[0].gateway.codes.find(other):  # noqa: ASYNC110 - the room has no event
            await asyncio.sleep(0.05)
    assert await rooms[0].refusal({"code": other}) == "code"


async def test_a_code_that_is_made_useless_while_it_is_looked_for_is_good_for_nothing(
    sqlite: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = Codes(sqlite, b"key", 60, lambda: 1_000.0, secrets.token_bytes)
    code = codes.new()
    await codes.show(code, HEX, "invitation")
    count = sqlite.count

    async def and_then_void(stream: str) -> int:
        found = await count(stream)
        monkeypatch.undo()
        await codes.void(code)
        return found

    monkeypatch.setattr(sqlite, "count", and_then_void)
    async with asyncio.timeout(5):
        assert await codes.find(code) is None


async def test_a_code_whose_line_comes_after_its_end_is_good_for_nothing(sqlite: Lines) -> None:
    codes = Codes(sqlite, b"key", 60, lambda: 1_000.0, secrets.token_bytes)
    code = codes.new()
    await codes.void(code)  # as the line is on its way, on a connection that was lost
    await codes.show(code, HEX, "invitation")
    assert await codes.find(code) is None


async def test_a_code_ends_after_half_an_hour(sqlite: Lines) -> None:
    now = 3600 * 50 - 60.0
    async with room(sqlite, clock=lambda: now) as served:
        ann = await served.open()
        code = await ann.show_code()
        now += 30 * 60 - 1  # it lasts into the next hour
        await served.phone({"code": code}).ready()
        now += 1
        assert await served.refusal({"code": code}) == "code"


async def test_a_code_that_stays_shown_is_replaced_when_it_ends(sqlite: Lines) -> None:
    async with room(sqlite, Limits(code_seconds=0.5, codes=(3, 9))) as served:
        ann = await served.open()
        codes = [await ann.show_code(), (await ann.answer())["code"]]
        assert len(set(codes)) == 2
        await served.phone({"code": codes[1]}).ready()
        assert (await ann.answer())["code"] not in codes
        assert await ann.answer() == {"code": ""}  # too many in an hour


async def test_a_line_said_again_is_there_once(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    ben = await rooms[1].join(ann)
    assert await ann.say("once", 2, "id") == 2
    assert await ann.say("once", 2, "id") == 2
    assert await ann.say("once", 3, "id") == 2
    with pytest.raises(QuickerError):
        await ben.say("late", 2)
    with pytest.raises(QuickerError):
        await ben.say("early", 9)
    assert await ben.say("next", 3) == 3


async def test_of_those_who_say_a_line_at_once_exactly_one_is_first(rooms: Rooms) -> None:
    ann = await rooms[0].open()
    phones = [ann, await rooms[1].join(ann), await rooms[0].join(ann), await rooms[1].join(ann)]
    for place in range(2, 102):
        sending = [phone.say(f"{place}", place) for phone in phones]
        answers = await asyncio.gather(*sending, return_exceptions=True)
        assert sorted(map(repr, answers)) == [str(place), *["QuickerError()"] * 3]
        for phone in phones:
            await phone.until_line(place)
    assert all(phone.lines == ann.lines for phone in phones)


class Failing(SqliteLines):
    """Lines whose engine fails while `fails` is set, and yields none while `hangs` is."""

    fails = hangs = False

    def require(self) -> None:
        """Fail if asked for."""
        if self.fails:
            raise LinesFailedError("as asked for")

    async def append(self, stream: str, place: int, line: bytes) -> bool:
        """Append a line, or fail."""
        self.require()
        return await super().append(stream, place, line)

    async def count(self, stream: str) -> int:
        """Return the number of lines, or fail."""
        self.require()
        return await super().count(stream)

    async def follow(self, stream: str, after: int) -> AsyncIterator[tuple[int, bytes]]:
        """Follow the lines."""
        while self.hangs:  # noqa: ASYNC110 - the test has no event
            await asyncio.sleep(0.02)
        async for found in super().follow(stream, after):
            yield found


@pytest.fixture
async def failing(tmp_path: Path) -> AsyncGenerator[Failing]:
    lines = Failing(tmp_path / "room")
    async with opened(lambda: lines):
        yield lines


async def test_a_failure_of_the_engine_is_told_and_the_line_asked_for_again(
    failing: Failing,
) -> None:
    async with room(failing) as served:
        ann = await served.open()
        failing.fails = True
        with pytest.raises(LostError):
            await ann.say("x", 2, "id")
        failing.fails = False
        assert await ann.say("x", 2, "id") == 2


async def test_an_outage_of_the_engine_is_two_lines_in_the_log(
    failing: Failing, caplog: pytest.LogCaptureFixture
) -> None:
    async with room(failing, QUICK) as served, asyncio.timeout(20):
        await asyncio.sleep(3 * QUICK.beat_seconds)
        assert not caplog.records
        for fails, lines in ((True, 1), (False, 2)):
            failing.fails = fails
            while len(caplog.records) < lines:  # noqa: ASYNC110 - the log has no event
                await asyncio.sleep(0.02)
            assert await served.gateway.is_healthy() is not fails
            await asyncio.sleep(3 * QUICK.beat_seconds)
            assert len(caplog.records) == lines
    assert "as asked for" in caplog.messages[0]


async def test_a_greeting_that_takes_too_long_leaves_no_table_half_open(failing: Failing) -> None:
    async with room(failing, QUICK) as served:
        ann = await served.open()
    failing.hangs = True
    async with room(failing, Limits(greeting_seconds=0.2)) as served:
        back = served.phone(ann.again)
        await asyncio.sleep(0.6)  # it comes again meanwhile
        failing.hangs = False
        assert (await back.ready()).member == 1


async def test_a_phone_that_takes_nothing_is_cut_off(sqlite: Lines) -> None:
    much = 2**25
    limits = Limits(unsent_bytes=200_000, member_bytes=much, table_bytes=much)
    async with room(sqlite, limits) as served:
        ann = await served.open()
        ben = await served.join(ann)
        line = ben.line
        assert line
        line.transport.pause_reading()
        for _ in range(200):
            await ann.say("x" * 60_000)
        line.transport.resume_reading()
        await ben.until(lambda: ben.line is not line)
        await ben.until_line(201)


async def test_a_silent_phone_is_closed_and_one_that_pings_is_not(sqlite: Lines) -> None:
    async with room(sqlite, Limits(phone_seconds=2, greeting_seconds=1)) as served:
        ann = await served.open()
        line = ann.line
        for number in range(6):
            assert await ann.ask(ping=number) == {"pong": number}
            await asyncio.sleep(0.4)
        assert ann.line is line
        await ann.until(lambda: ann.line is not line)
        await ann.stop()
        origin = Origin(served.url.replace("ws", "http").removesuffix("/room"))
        async with connect(served.url, origin=origin) as silent:
            with pytest.raises(ConnectionClosed):
                await silent.recv()


async def test_a_table_without_phones_leaves_the_memory(sqlite: Lines) -> None:
    limits = Limits(idle_seconds=0.2, absent_seconds=0.05)
    async with room(sqlite, limits) as served:
        ann = await served.open()
        assert await ann.say("x") == 2
        await asyncio.sleep(0.3)
        assert served.gateway.tables == 1
        await ann.stop()
        async with asyncio.timeout(10):
            while served.gateway.tables:  # noqa: ASYNC110 - the gateway has no event
                await asyncio.sleep(0.05)
        again = await served.phone(ann.again).ready()
        assert again.lines == ann.lines


LIMITS: dict[str, tuple[Limits, str]] = {
    "lines of a member": (Limits(member_lines=3), "long"),
    "bytes of a member": (Limits(member_bytes=5000), "long"),
    "lines of a table": (Limits(table_lines=3), "long"),
    "bytes of a table": (Limits(table_bytes=5000), "long"),
    "bytes of a line": (Limits(line=1500), "long"),
    "bytes of a frame": (Limits(frame=1500), "long"),
}


@cases("limits, reason", LIMITS)
async def test_a_member_cannot_fill_a_table(sqlite: Lines, limits: Limits, reason: str) -> None:
    async with room(sqlite, limits) as served:
        ann = await served.open()
        with suppress(LostError):
            for place in range(2, 9):
                await ann.say(place * 250 * "x")
        assert await ann.refusal() == reason


MOST: dict[str, tuple[Limits, str]] = {
    "members": (Limits(members=2), "full"),
    "members that ever joined": (Limits(tokens=2), "full"),
    "sockets of an address": (Limits(sockets=(2, 9)), "many"),
    "sockets": (Limits(sockets=(9, 2)), "many"),
}


@cases("limits, reason", MOST)
async def test_a_third_phone_is_one_too_many(sqlite: Lines, limits: Limits, reason: str) -> None:
    async with room(sqlite, limits) as served:
        ann = await served.open()
        await served.join(ann)
        assert await served.refusal(ann.invitation) == reason


async def test_an_address_opens_few_tables_and_types_few_codes(sqlite: Lines) -> None:
    now = 0.0
    limits = Limits(code_tries=(10, 100))
    async with room(sqlite, limits, clock=lambda: now) as served:
        greetings = [opening() for _ in range(20)]
        for greeting in greetings:
            await served.open(greeting)
        assert await served.refusal(opening()) == "tables"
        await served.open(greetings[0])
        codes = [secrets.token_hex(4) for _ in range(10)]
        assert {await served.refusal({"code": code}) for code in codes} == {"code"}
        assert await served.refusal({"code": "ABCD2345"}) == "many"
        now += 60
        for code, reason in {"ABCD2345": "code", "\ud800": "format"}.items():
            assert await served.refusal({"code": code}) == reason


async def test_an_address_with_wrong_tokens_locks_out_no_other(sqlite: Lines) -> None:
    limits = Limits(failures=(2, 4), sockets=(9, 9))
    async with room(sqlite, limits, behind_proxy=True, clock=lambda: 0) as served:
        first, other = "198.51.100.1", "198.51.100.2"
        ann = await served.phone(opening(), first).ready()
        for _ in range(5):
            wrong = served.phone({**ann.again, "token": HEX}, first)
            assert await wrong.refusal() == "token"
            await wrong.stop()
        await served.phone(opening(), other).ready()


ADDRESSES = {
    "the last of many": (["203.0.113.7, 198.51.100.9"], "198.51.100.9"),
    "the last header": (["203.0.113.7", "198.51.100.9"], "198.51.100.9"),
    "a network": (["2001:db8:1:2:3:4:5:6"], "2001:0db8:0001:0002"),
    "an address in a longer one": (["::ffff:198.51.100.9"], "198.51.100.9"),
    "no address": (["unknown"], ""),
    "none": ([], "127.0.0.1"),
}


@cases("named, address", ADDRESSES)
async def test_behind_a_proxy_its_word_about_the_address_counts(
    sqlite: Lines, named: list[str], address: str
) -> None:
    headers = [(b"x-forwarded-for", name.encode()) for name in named]
    scope = {"client": ("127.0.0.1", 1), "headers": headers}
    async with room(sqlite, behind_proxy=True) as proxied, room(sqlite) as plain:
        assert proxied.gateway.address(scope) == address
        assert plain.gateway.address(scope) == "127.0.0.1"


HOSTS = {
    "its own": ("https://cards.example.org", ["Cards.example.org"], True),
    "a port that is not its own": ("https://cards.example.org", ["cards.example.org:80"], False),
    "another": ("https://cards.example.org", ["evil.example"], False),
    "two": ("https://cards.example.org", ["cards.example.org", "evil.example"], False),
    "none": ("https://cards.example.org", [], False),
    "the loopback": ("https://cards.example.org", ["127.0.0.1:8552"], True),
}


@cases("origin, named, ours", HOSTS)
async def test_a_request_names_this_server(
    sqlite: Lines, origin: str, named: list[str], *, ours: bool
) -> None:
    key = b"a key"
    proxied = Gateway(sqlite, frozenset({origin}), key=key, behind_proxy=True)
    scope = {"headers": [(b"host", name.encode()) for name in named]}
    assert proxied.is_named(scope) is ours
    if "127" in str(named):
        assert not Gateway(sqlite, frozenset({origin}), key=key).is_named(scope)
