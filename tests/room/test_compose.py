# ruff: noqa: S603, S607 - the commands of the compose file
"""The commands of the compose file, run as they stand without Docker."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from companion.commands import host
from companion.ui.web.door import bound
from tests.places import ROOT
from tests.room.engines import PostgresServer, server_in_folder

COMPOSE = (ROOT / "hosting" / "compose.yaml").read_text("utf-8")
NAMES = {
    "FANTAN_NAME": "cards.example.org",
    "FANTAN_PASSWORD": "secret",
    "FANTAN_ROOM_KEY": "5e" * 32,
}
SERVICES = ("room", "database", "backup", "proxy")
_START_SECONDS = 60


def part_of(service: str) -> str:
    """Return the lines of a service."""
    found = re.search(rf"^  {service}:\n((?:    .*\n)+)", COMPOSE, re.MULTILINE)
    assert found
    return re.sub(r"\$\{(\w+):\?\}", lambda name: NAMES[name[1]], found[1])


def words_of(service: str, key: str) -> list[str]:
    """Return the words of a command of a service."""
    found = re.search(rf"^ +{key}: (\[.*\])$", part_of(service), re.MULTILINE)
    assert found
    words: list[str] = json.loads(found[1])
    return words


@pytest.fixture
def database(postgres_programs: Path) -> Iterator[PostgresServer]:
    with server_in_folder(postgres_programs) as server:
        server.create()
        yield server


def answer_of(url: str) -> int:
    try:
        with urlopen(url, timeout=10) as found:  # noqa: S310 - of this machine
            return int(found.status)
    except HTTPError as refused:
        return refused.code


def built_page(cache: Path) -> None:
    """Put a page of one file where the command finds it built."""
    built = cache / "fantan" / "pages" / host.page_digest()
    (built / "page").mkdir(parents=True)
    (built / "page" / "index.html").write_text("page")
    host.compress(built / "page", built / "gzip")


def test_room_is_healthy_as_long_as_its_database(database: PostgresServer, tmp_path: Path) -> None:
    with bound(0) as listening:
        port = str(listening.getsockname()[1])
    built_page(tmp_path)
    environment = os.environ | {
        **NAMES,
        "XDG_CACHE_HOME": str(tmp_path),
        "FANTAN_HOME": str(tmp_path),
        "FANTAN_POSTGRES": database.dsn,
    }
    command = [sys.executable, "-m", "companion", "host", *words_of("room", "command")]
    check = [word.replace(":8552", f":{port}") for word in words_of("room", "test")[1:]]
    assert check[0] == "python"
    with subprocess.Popen([*command, "--port", port], env=environment, cwd=ROOT) as room:
        try:
            deadline = time.monotonic() + _START_SECONDS
            while subprocess.run(
                [sys.executable, *check[1:]], check=False, stderr=subprocess.DEVNULL
            ).returncode:
                assert time.monotonic() < deadline
                time.sleep(0.2)
            metrics = f"http://127.0.0.1:{port}/metrics"
            assert answer_of(metrics) == 200
            database.kill()
            assert answer_of(f"http://127.0.0.1:{port}/healthz") == 503
            assert subprocess.run(
                [sys.executable, *check[1:]], check=False, stderr=subprocess.DEVNULL
            ).returncode
        finally:
            room.terminate()


def test_proxy_and_room_find_each_other_on_the_loopback_of_the_machine() -> None:
    for service in ("room", "proxy"):
        assert "network_mode: host\n" in part_of(service)
        assert "ports:" not in part_of(service)
    assert words_of("proxy", "command")[-1] == f"127.0.0.1:{host.USUAL_PORT}"
    (published,) = words_of("database", "ports")
    address, _, inside = published.rpartition(":")
    assert (address.partition(":")[0], inside) == ("127.0.0.1", "5432")
    assert f"@{address}/" in part_of("room")


def test_backup_can_be_restored(
    database: PostgresServer, postgres_programs: Path, tmp_path: Path
) -> None:
    name, port = database.address.split(":")
    environment = os.environ | {
        "PATH": f"{postgres_programs}:{os.environ['PATH']}",
        "PGHOST": name,
        "PGPORT": port,
        "PGUSER": "fantan",
        "PGDATABASE": "postgres",
        "BACKUPS": str(tmp_path),
    }
    make = "create table line (said text); insert into line values ('Ann 7D')"
    subprocess.run(["psql", "-c", make], env=environment, check=True)
    for day in range(20):
        (tmp_path / f"fantan-202001{day:02}T000000Z.dump").touch()
    command = words_of("backup", "command")
    assert command == ["sh", "/backup.sh"]
    script = str(ROOT / "hosting" / "backup.sh")
    copied = subprocess.run(
        ["sh", script, "once"], env=environment, check=True, capture_output=True, text=True
    )
    kept = sorted(tmp_path.glob("*"))
    assert len(kept) == 14
    assert copied.stdout == f"{kept[-1]}\n"
    restore = ["pg_restore", "--data-only", "--file", "-", str(kept[-1])]
    done = subprocess.run(restore, env=environment, check=True, capture_output=True)
    assert b"Ann 7D" in done.stdout


def test_file_with_the_key_is_kept_out_of_commits_and_images() -> None:
    for name, pattern in {".gitignore": ".env", ".dockerignore": "**/.env"}.items():
        assert pattern in (ROOT / name).read_text("utf-8").splitlines()


@pytest.mark.parametrize("service", SERVICES)
def test_each_service_bounds_its_log_and_starts_again(service: str) -> None:
    assert "logging: *log" in part_of(service)
    assert "restart: unless-stopped" in part_of(service)
