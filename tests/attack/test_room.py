"""Attacks on a room: strangers, forgers, floods and malformed frames."""

import asyncio
import json
import random
import secrets
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import suppress
from os import getpid
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from companion.room.keys import LENGTH, LETTERS
from companion.room.limits import Limits
from storage.sqlite_lines import SqliteLines
from tests.attack.conftest import Counts
from tests.attack.memory import resident_bytes
from tests.room.engines import opened
from tests.room.phone import LostError, Phone, opening
from tests.room.rooms import Room, room

MEGABYTE = 2**20
MOST_GROWTH = 24 * MEGABYTE
FOREIGN = ("https://evil.example", "null", "http://127.0.0.1:1", "", "{ours}.evil.example")
HEX = "0123456789abcdef" * 2


@pytest.fixture
async def attacked(tmp_path: Path) -> AsyncGenerator[Room]:
    async with (
        opened(lambda: SqliteLines(tmp_path / "room")) as lines,
        room(lines, Limits(failures=(100_000, 100_000), sockets=(500, 500))) as served,
    ):
        yield served


@pytest.fixture
async def table(attacked: Room) -> AsyncGenerator[tuple[Phone, Phone]]:
    """Yield two phones at a table, which is unharmed at the end."""
    ann = await attacked.open()
    ben = await attacked.join(ann)
    yield ann, ben
    assert ann.up.is_set()
    await ann.say("still here")
    late = await attacked.join(ann)
    assert late.lines == ann.lines


def origin(attacked: Room) -> str:
    return attacked.url.replace("ws", "http").removesuffix("/room")


def line(attacked: Room, named: str | None = None) -> connect:
    wanted = origin(attacked) if named is None else named.format(ours=origin(attacked))
    return connect(
        attacked.url, origin=Origin(wanted) if wanted else None, compression=None, proxy=None
    )


async def answers(attacked: Room, *frames: str | bytes) -> list[dict[str, Any]]:
    """Return everything that the room answers to the frames until it closes the line."""
    heard = list[dict[str, Any]]()
    async with line(attacked) as stranger:
        with suppress(websockets.ConnectionClosed):
            for frame in frames:
                await stranger.send(frame)
            async with asyncio.timeout(5):
                async for frame in stranger:
                    heard.append(json.loads(frame))
    return heard


def greeting(phone: Phone, **changed: Any) -> str:
    return json.dumps({"format": 1, **phone.again, **changed})


@pytest.mark.parametrize("named", FOREIGN)
async def test_a_page_of_another_site_is_refused(attacked: Room, named: str) -> None:
    with pytest.raises(websockets.InvalidStatus):
        await line(attacked, named)


@pytest.mark.parametrize("path", ["/", "/metrics", "/room"])
async def test_a_request_that_names_another_host_is_refused(attacked: Room, path: str) -> None:
    """A page whose name was pointed at this machine asks with its own name and our origin."""
    port = int(attacked.url.split(":")[2].split("/")[0])
    for named in ("evil.example", f"evil.example:{port}", "127.0.0.1", ""):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        asked = f"GET {path} HTTP/1.1\r\nHost: {named}\r\nOrigin: {origin(attacked)}\r\n"
        if path == "/room":
            asked += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            asked += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        writer.write(f"{asked}\r\n".encode())
        status = (await reader.readline()).split()[1]
        assert status == (b"403" if path == "/room" else b"421")
        writer.close()


async def test_few_codes_are_tried(
    attacked: Room, table: tuple[Phone, Phone], counts: Counts
) -> None:
    code = await table[0].show_code()
    chance = random.Random(1)  # noqa: S311 - no secret
    wrong = ("".join(chance.choices(LETTERS, k=LENGTH)) for _ in range(counts.wrong_codes))
    refused = Counter[str]()
    for guess in wrong:
        heard = await answers(attacked, json.dumps({"format": 1, "code": guess}))
        refused[heard[0]["refused"]] += 1
    tried = Limits().code_tries[0]
    assert refused == {"code": tried, "many": counts.wrong_codes - tried}
    heard = await answers(attacked, json.dumps({"format": 1, "code": code}))
    assert heard == [{"refused": "many"}]


async def test_tokens_are_secret(
    attacked: Room, table: tuple[Phone, Phone], counts: Counts
) -> None:
    ann, ben = table
    other = await attacked.open()
    true = ann.welcome["token"]
    tokens = {"token": [true[:-1] + "g", "", true[:31], 7, None], "table": [other.table]}
    for name, values in tokens.items():
        for value in values:
            heard = await answers(attacked, greeting(ann, **{name: value}))
            assert heard[0]["refused"] in {"token", "format"}
    for _ in range(counts.wrong_codes):
        guess = greeting(ann, token=secrets.token_hex(16))
        assert await answers(attacked, guess) == [{"refused": "token"}]
    await ann.send(remove=ben.member)
    await ben.refusal()
    assert await answers(attacked, greeting(ben)) == [{"refused": "removed"}]


@pytest.mark.parametrize("greeted", [True, False])
async def test_a_long_frame(attacked: Room, table: tuple[Phone, Phone], *, greeted: bool) -> None:
    first = [greeting(table[1])] if greeted else []
    heard = await answers(attacked, *first, json.dumps({"say": [2, "a", "x" * 65 * 1024]}))
    assert heard[-1] == {"refused": "long"}
    heard = await answers(attacked, *first, json.dumps({"say": [2, "a", "x" * MEGABYTE]}))
    assert "refused" not in str(heard)  # the frame is not even read


async def test_no_member_writes_for_another(attacked: Room, table: tuple[Phone, Phone]) -> None:
    _, ben = table
    for forged in (
        {"say": [3, 1, "id", "text"]},
        {"say": [3, "id", "text"], "member": 1},
        {"say": [3, "id", "text", 1]},
        {"remove": 1},
        {"close": True},
        {"member": 1},
    ):
        heard = await answers(attacked, greeting(ben), json.dumps(forged))
        assert heard[-1]["refused"] in {"format", "host"}
    place = await ben.say('[1,"id","text"]')
    assert ben.lines[place - 1][::2] == (ben.member, '[1,"id","text"]')


async def test_a_member_who_floods_is_stopped(attacked: Room, table: tuple[Phone, Phone]) -> None:
    ann, ben = table
    limits, before = attacked.gateway.limits, resident_bytes(getpid())
    with suppress(LostError):
        while True:
            await ben.say("x" * 60_000)
    assert await ben.refusal() == "long"
    assert len(ann.lines) * 60_000 <= limits.member_bytes + 120_000
    # Both phones and the database have every line in memory here.
    assert resident_bytes(getpid()) - before < 4 * limits.member_bytes + MOST_GROWTH


def malformed(chance: random.Random, known: list[str]) -> str | bytes:
    """Return a frame that no phone sends, often a changed one of a phone."""
    frame = bytearray(chance.choice(known).encode())
    match chance.randrange(6):
        case 0:
            return chance.randbytes(chance.randrange(200))
        case 1:
            return "[" * chance.randrange(60_000)
        case 2:
            return json.dumps({chance.choice(["say", "code", "ping", "x"]): _odd(chance)})
        case 3:
            del frame[chance.randrange(len(frame)) :]
        case _:
            for _ in range(chance.randrange(1, 4)):
                frame[chance.randrange(len(frame))] = chance.randrange(32, 127)
    return frame.decode()


def _odd(chance: random.Random) -> Any:
    odd: list[Any] = [
        None,
        True,
        -1,
        10**30,
        0.5,
        "",
        "\ud800",
        "x" * 300,
        [],
        {},
        [[]],
        float("nan"),
    ]
    return chance.choice([chance.choice(odd), [chance.choice(odd) for _ in range(3)]])


async def test_malformed_frames(attacked: Room, table: tuple[Phone, Phone], counts: Counts) -> None:
    _, ben = table
    chance = random.Random(2)  # noqa: S311 - no secret
    says = json.dumps({"say": [9, "id", "text"]})
    known = [greeting(ben), json.dumps({"format": 1, **opening()}), says]
    before = resident_bytes(getpid())
    for number in range(counts.bad_frames):
        frames = [malformed(chance, known)]
        if number % 2:
            frames.insert(0, greeting(ben, have=len(ben.lines)))
        async with line(attacked) as stranger:
            with suppress(websockets.ConnectionClosed):
                for frame in frames:
                    await stranger.send(frame)
                await stranger.send("{}")
                async with asyncio.timeout(5):
                    async for _ in stranger:
                        pass
    assert resident_bytes(getpid()) - before < MOST_GROWTH


async def test_silent_lines_end(attacked: Room, table: tuple[Phone, Phone], counts: Counts) -> None:
    before = resident_bytes(getpid())
    for number in range(counts.cut_off):
        stranger: ClientConnection = await line(attacked)
        if number % 2:
            await stranger.send(greeting(table[1]))
        stranger.transport.abort()
    await table[0].until_here(1, 2)
    assert resident_bytes(getpid()) - before < MOST_GROWTH


async def test_strangers_do_not_lock_out_the_members_of_their_network(tmp_path: Path) -> None:
    now = 0.0
    limits = Limits(failures=(5, 5))
    async with (
        opened(lambda: SqliteLines(tmp_path / "room")) as lines,
        room(lines, limits, clock=lambda: now) as own,
    ):
        ann = await own.open()
        wrong = {"join": HEX, "secret": HEX}
        assert [await own.refusal(wrong) for _ in range(6)] == [*["table"] * 5, "many"]
        await ann.drop()
        await ann.until(ann.up.is_set)
        now += 1
        await own.join(ann)  # as soon as the stranger has ended, everybody comes in
