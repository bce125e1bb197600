"""PostgreSQL as the engine of several rooms."""

import asyncio
import importlib
import secrets
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from unittest.mock import patch

import asyncpg
import pytest

from companion.desk.ports import LinesFailedError
from storage.postgres import PostgresLines
from tests.cases import cases
from tests.room.engines import PostgresServer

INSERT = "insert into line values ($1, 1, 'first')"


@pytest.fixture
async def lines(postgres: PostgresServer) -> AsyncGenerator[PostgresLines]:
    opening = PostgresLines(postgres.dsn)
    await opening.open()
    yield opening
    await opening.close()


@pytest.fixture
def stream() -> str:
    return secrets.token_hex(16)


async def test_a_line_of_one_room_wakes_the_followers_of_another(
    lines: PostgresLines, postgres: PostgresServer, stream: str
) -> None:
    other = PostgresLines(postgres.dsn)
    await other.open()
    async with asyncio.timeout(10):
        following = aiter(other.follow(stream, 0))
        for place in range(1, 30):
            waiting = asyncio.ensure_future(anext(following))
            await asyncio.sleep(0)
            assert await lines.append(stream, place, b"%d" % place)
            assert await waiting == (place, b"%d" % place)
    await other.close()


@cases("leave", {"sender leaves": True, "time is up": False})
async def test_an_append_that_nobody_waits_for_any_more_is_not_cancelled(
    lines: PostgresLines,
    postgres: PostgresServer,
    stream: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    leave: bool,
) -> None:
    """A cancelled append that waits for the standby would be committed without it."""
    monkeypatch.setattr("storage.postgres._ANSWER_SECONDS", 60 if leave else 0.5)
    quicker = await asyncpg.connect(postgres.dsn)
    async with asyncio.timeout(10):
        transaction = quicker.transaction()
        await transaction.start()
        await quicker.execute(INSERT, stream)
        appending = asyncio.create_task(lines.append(stream, 1, b"line"))
        await asyncio.sleep(0.2)
        if leave:
            appending.cancel()
        with suppress(asyncio.CancelledError, LinesFailedError):
            await appending
        await asyncio.sleep(0.2)
        await transaction.rollback()
        assert await anext(aiter(lines.follow(stream, 0))) == (1, b"line")
    await quicker.close()


async def test_a_server_that_is_not_there_is_reported() -> None:
    lines = PostgresLines("postgres://fantan:secret@127.0.0.1:1,localhost:2/postgres")
    with pytest.raises(
        LinesFailedError, match=r"PostgreSQL: 127\.0\.0\.1:1: .*localhost:2: "
    ) as found:
        await lines.open()
    assert "secret" not in str(found.value)
    await lines.close()


@pytest.mark.parametrize("host", ["u:se/cret@h", "u:secret@h:abc", "u:p[secret@h", "u:p@h,h:abc"])
def test_a_malformed_address_is_refused_without_its_password(host: str) -> None:
    with pytest.raises(LinesFailedError, match="the address cannot be read") as refused:
        PostgresLines(f"postgres://{host}/db")
    assert "se" not in str(refused.value)


async def test_a_silent_server_does_not_keep_others_from_being_found(
    postgres: PostgresServer, stream: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.postgres._CONNECT_SECONDS", 1.0)

    async def be_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(be_silent, "127.0.0.1", 0)
    hosts = f"127.0.0.1:{silent.sockets[0].getsockname()[1]},{postgres.address}"
    lines = PostgresLines(postgres.dsn.replace(postgres.address, hosts))
    await lines.open()
    assert await lines.append(stream, 1, b"one")
    await lines.close()
    silent.close()


def test_without_its_package_the_import_says_what_to_install() -> None:
    with patch.dict(sys.modules, {"asyncpg": None}):
        del sys.modules["storage.postgres"]
        with pytest.raises(ModuleNotFoundError, match=r"pip install 'fantan\[postgres\]'"):
            importlib.import_module("storage.postgres")
