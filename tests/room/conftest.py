"""PostgreSQL for the tests of the room: one server for all tests of a process.

Without PostgreSQL they are skipped, unless `FANTAN_POSTGRES_REQUIRED` is set: then they fail.
"""

import os
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path

import pytest

from companion.desk.ports import Lines
from storage.postgres import PostgresLines
from storage.sqlite_lines import SqliteLines
from tests.room.engines import PostgresServer, find_postgres, opened, server_in_folder


@pytest.fixture(scope="session")
def postgres_programs() -> Path:
    """Return the folder with the programs of PostgreSQL."""
    found = find_postgres()
    if found is None:
        reason = "PostgreSQL is not installed: install the package postgresql"
        if os.environ.get("FANTAN_POSTGRES_REQUIRED"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="session")
def postgres(postgres_programs: Path) -> Iterator[PostgresServer]:
    """Yield a running server that all tests share; each takes streams of its own."""
    with server_in_folder(postgres_programs) as server:
        server.create()
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Lines]:
    """Return a function that makes an engine on the same lines again."""
    if request.param == "sqlite":
        return lambda: SqliteLines(tmp_path / "room")
    server: PostgresServer = request.getfixturevalue("postgres")
    return lambda: PostgresLines(server.dsn)


@pytest.fixture
async def lines(engine: Callable[[], Lines]) -> AsyncGenerator[Lines]:
    """Yield opened lines of an engine."""
    async with opened(engine) as opening:
        yield opening
