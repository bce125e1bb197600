"""PostgreSQL servers for tests, each in a temporary folder and on a free port.

PostgreSQL refuses to run as root, so root starts the servers as another user.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg

from companion.desk.ports import Lines

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - own folders inside
_NOBODY = 65534
_START_SECONDS = 30
_DEBIAN = Path("/usr/lib/postgresql")
_SETTINGS = {"listen_addresses": "127.0.0.1", "max_connections": "60", "shared_buffers": "16MB"}


def find_postgres() -> Path | None:
    """Return the folder with the programs of PostgreSQL, None if there is none to run here."""
    if os.name != "posix":
        return None
    found = shutil.which("postgres") or next(_DEBIAN.glob("*/bin/postgres"), None)
    return Path(found).resolve().parent if found else None


class PostgresServer:
    """Server on a free port, with all data below a folder."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder = programs, folder
        self._data, self._log = folder / "data", folder / "log"
        self._process: subprocess.Popen[Any] | None = None
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.dsn = f"postgres://fantan@{self.address}/postgres"

    def create(self) -> None:
        """Create an empty cluster, and start the server."""
        options = ("-A", "trust", "-U", "fantan", "-E", "UTF8", "--no-sync", "--no-instructions")
        self._run("initdb", "-D", str(self._data), *options)
        self.start()

    def copy(self, primary: "PostgresServer") -> None:
        """Become the standby of another server, and start."""
        dsn = primary.dsn.replace("/postgres", "")
        options = ("--checkpoint=fast", "--write-recovery-conf", "--no-sync")
        self._run("pg_basebackup", "-d", dsn, "-D", str(self._data), *options)
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        settings = _SETTINGS | {"port": self.address.split(":")[1]}
        settings["unix_socket_directories"] = str(self._folder)
        command = [str(self._programs / "postgres"), "-D", str(self._data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            with self._log.open("wb") as log:
                starting: subprocess.Popen[Any] = subprocess.Popen(  # noqa: S603
                    command, stderr=log, **self._user()
                )
            self._process = starting
            while starting.poll() is None:  # it ends while children of a killed one live
                if b"ready to accept" in self._log.read_bytes():
                    return
                time.sleep(0.02)
        raise TimeoutError(self._log.read_text("utf-8", "replace"))

    def processes(self) -> list[int]:
        """Return the ids of all processes of the server, the main one first."""
        assert self._process
        main = self._process.pid
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True)  # noqa: S607
        pairs = (map(int, line.split()) for line in listed.stdout.splitlines())
        return [main, *(pid for pid, parent in pairs if parent == main)]

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to all processes of the server."""
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """Kill all processes of the server, also stopped ones."""
        if self._process and self._process.poll() is None:
            self.signal(signal.SIGKILL)
            self._process.wait()

    async def ask(self, *queries: str) -> list[Any]:
        """Return the single value of each query."""
        connection = await asyncpg.connect(self.dsn)
        try:
            return [await connection.fetchval(query) for query in queries]
        finally:
            await connection.close()

    async def wait_for_standby(self) -> None:
        """Acknowledge from now on only what the standby has, too."""
        await self.ask(
            "alter system set synchronous_standby_names = '*'", "select pg_reload_conf()"
        )
        state = "select sync_state from pg_stat_replication"
        while await self.ask(state) != ["sync"]:
            time.sleep(0.05)  # noqa: ASYNC251 - nothing else runs yet

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(command, stderr=subprocess.PIPE, check=False, **self._user())  # noqa: S603
        assert done.returncode == 0, done.stderr.decode()

    def _user(self) -> dict[str, Any]:
        options: dict[str, Any] = {"cwd": self._folder, "stdout": subprocess.DEVNULL}
        if _is_root():
            options |= {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}
        return options


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


@contextmanager
def server_in_folder(programs: Path, *, on_disk: bool = False) -> Generator[PostgresServer]:
    """Yield a server that is not created yet; everything of it is removed afterwards.

    The folder is in memory if possible, unless `on_disk`.
    """
    folder = Path(tempfile.mkdtemp(prefix="fantan-postgres-", dir=None if on_disk else MEMORY))
    if _is_root():
        os.chown(folder, _NOBODY, _NOBODY)
    server = PostgresServer(programs, folder)
    try:
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder)


@asynccontextmanager
async def opened(engine: Callable[[], Lines]) -> AsyncGenerator[Lines]:
    """Yield opened lines of an engine within the context."""
    lines = engine()
    await lines.open()
    try:
        yield lines
    finally:
        await lines.close()
