"""`fantan host`, which serves the page and the room for shared tables."""

import asyncio
import gzip
import hashlib
import logging
import os
import secrets
import shutil
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount

from companion.commands.evenings import lines_in, room_folder, take_in_evenings
from companion.commands.streams import complain, in_one_line
from companion.desk.ports import Lines, LinesFailedError
from companion.room.gateway import Gateway
from companion.room.keys import KEY_BYTES, WrongKeyError, check_key, has_key
from companion.room.limits import Limits
from companion.room.metrics import CONTENT_TYPE
from companion.room.tables import delete_older
from companion.site.archives import FAN_TAN, PageError
from companion.site.build import build
from companion.site.client import SCRIPTS
from companion.site.letters import Letters
from companion.ui.run import assets_folder
from companion.ui.web.connections import Connections, Use, noted
from companion.ui.web.door import (
    LOOPBACK,
    App,
    CannotListenError,
    Message,
    Receive,
    Scope,
    Send,
    bound,
    policy,
    values,
    with_headers,
)
from companion.ui.web.server import BoundedServer, RoutedFiles, run
from storage.paths import cache_folder, data_folder

USUAL_PORT = 8552
CANNOT_BUILD = 1
WRONG_OPTIONS = 2
CANNOT_OPEN = 3
_ROOM = "/room"
_PORTS = {"http": 80, "https": 443}
_SPARE_CONNECTIONS = 500
"""Connections beside the sockets of phones, which fetch the files of the page."""
_UNUSED_SECONDS = 365 * 24 * 3600
"""Seconds since its last start after which a page is deleted, longer than any server runs."""
_KEEP_DAYS = 365
"""Days without a line after which a table is deleted; a game night once a year finds its own."""
LACKS_LETTERS = "lacks-letters"
"""File beside a page to which letters of other scripts are still to be fetched."""
_NORMAL_CLOSE = 1000
_POLICY_CLOSE = 1008
_DAY = 24 * 3600.0
_LOG = "%(asctime)s %(levelname)s %(message)s"
_log = logging.getLogger(__name__)
OTHER_KEY = (
    "these tables belong to a room with another key: give this room the same FANTAN_ROOM_KEY, "
    "or the file with the ending .key of the first one"
)


class WrongAddressError(Exception):
    """An option for the address is wrong. The message is for the person who gave it."""


@dataclass(frozen=True)
class Opened:
    """Addresses that are listened to, and the origins of the pages that may connect."""

    binds: tuple[str, ...]
    origins: tuple[str, ...]
    audience: str
    behind_proxy: bool = False
    on_lan: bool = False

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"{self.origins[0]}/"


def opened(*, lan: str | None, origin: str | None, port: int) -> Opened:
    """Return what to open and to whom; `lan` is the address in the local network to open.

    :raises WrongAddressError: when the origin is none
    """
    if origin is not None:
        audience = "everybody who reaches it through its TLS proxy"
        return Opened((LOOPBACK,), (_origin_of(origin),), audience, behind_proxy=True)
    names: tuple[str, ...] = (LOOPBACK, "localhost")
    binds: tuple[str, ...] = (LOOPBACK,)
    audience = "this machine only"
    if lan:
        name = socket.gethostname()
        names = (lan, name, f"{name}.local", *names)
        binds = (LOOPBACK, lan)
        audience = "everybody on the local network"
    origins = tuple(_origin("http", name, port) for name in names)
    return Opened(binds, origins, audience, on_lan=bool(lan))


def _origin_of(url: str) -> str:
    """Return the origin that is asked for.

    :raises WrongAddressError: when there is more than a scheme, a host and a port, or less
    """
    wrong = WrongAddressError(f"{url} is no origin such as https://cards.example.org")
    try:
        parts = urlsplit(url.rstrip("/"))
        name = parts.hostname or ""
        port = parts.port
        coded = name.encode("idna")
    except ValueError:
        raise wrong from None
    beyond = parts.path or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in _PORTS or not name or coded.decode("idna") != name or beyond:
        raise wrong
    return _origin(parts.scheme, f"[{name}]" if ":" in name else coded.decode(), port)


def _origin(scheme: str, name: str, port: int | None) -> str:
    """Return an origin as browsers send it, without a usual port."""
    ending = "" if port in {None, _PORTS[scheme]} else f":{port}"
    return f"{scheme}://{name.lower()}{ending}"


def find_lan() -> str:
    """Return the address of this machine in its local network.

    :raises CannotListenError: when there is none, or it is open to the whole internet
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, but chooses the network
            found = str(probe.getsockname()[0])
        except OSError:
            raise CannotListenError("this machine is in no local network") from None
    if ip_address(found).is_global:
        raise CannotListenError(f"{found} is open to the whole internet: use --origin")
    return found


# --- The page ---


def build_page() -> int:
    """Build the page of `fantan host`, print its folder, and return the code."""
    try:
        print(_built_page())
    except PageError as problem:
        return complain(f"fantan: {problem}", CANNOT_BUILD)
    return 0


def _built_page() -> Path:
    """Return the folder of the page for this version, built at the first call.

    The folder has the files in `page`, and compressed copies in `gzip`. Letters that could not be
    fetched are tried again at each later call.

    :raises PageError: when the page cannot be built
    """
    cache = cache_folder() / "pages"  # each in a folder named by its digest
    folder = cache / page_digest()
    if not folder.is_dir():
        print("The page of this version is built once, in one to four minutes.", flush=True)
        try:
            _build_into(folder)
        except OSError as fault:
            raise PageError(f"{fault.filename or folder}: {fault.strerror or fault}") from fault
    elif (folder / LACKS_LETTERS).exists() and lay_letters(folder / "page"):
        (folder / LACKS_LETTERS).unlink(missing_ok=True)
    with suppress(OSError):  # nothing can be written there
        os.utime(folder)
    for other in cache.iterdir():
        with suppress(FileNotFoundError):  # the scratch folder of another start
            if other.stat().st_mtime < time.time() - _UNUSED_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    return folder


def _build_into(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        made = Path(scratch) / "made"
        build(made / "page", room=True)
        compress(made / "page", made / "gzip")
        if not lay_letters(made / "page"):
            (made / LACKS_LETTERS).touch()
        with suppress(OSError):  # another start was quicker
            made.rename(folder)


def lay_letters(page: Path) -> bool:
    """Lay letters of other scripts into a page, or report on one line what is missing."""
    letters = Letters(cache_folder() / "letters", page)
    if not letters.kept:
        print("Letters of other scripts are fetched once: 375 MB, 19 MB are kept.", flush=True)
    if missing := asyncio.run(letters.lay_all()):
        complain(f"fantan: {missing}")
    return not missing


def page_digest() -> str:
    """Return the digest of everything that the page is built from."""
    sources = {f"app/{name}": content for name, content in FAN_TAN.files(room=True).items()}
    for folder in (SCRIPTS.parent, assets_folder()):
        files = (path for path in folder.rglob("*") if path.is_file())
        sources |= {
            path.relative_to(folder.parent).as_posix(): path.read_bytes()
            for path in files
            if "__pycache__" not in path.parts
        }
    seen = hashlib.sha256(version("flet-web").encode())
    for name in sorted(sources):
        seen.update(f"{name}\0{len(sources[name])}\0".encode() + sources[name])
    return seen.hexdigest()[:16]


def compress(folder: Path, into: Path) -> None:
    """Write compressed copies of the files of a folder that get smaller by a tenth."""
    into.mkdir()
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            packed = gzip.compress(content, mtime=0)
            if len(packed) < len(content) * 9 // 10:
                copy = into / path.relative_to(folder)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(packed)


class PageFiles(RoutedFiles):
    """The files of the page, compressed where a copy exists and the browser accepts it."""

    def __init__(self, page: Path, copies: Path | None = None) -> None:
        self._page = page.resolve()  # resolved, as the files are looked up
        self._copies = copies
        super().__init__(directory=self._page)

    def file_response(  # pyright: ignore[reportIncompatibleMethodOverride] - as in the base class
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return the file; browsers ask each time whether it has changed."""
        accepted = values(scope, b"accept-encoding")
        copy = self._copies and self._copies / Path(full_path).relative_to(self._page)
        original = super().file_response(full_path, stat_result, scope, status_code)
        response = original
        if copy and "gzip" in ",".join(accepted) and copy.is_file():
            response = super().file_response(str(copy), copy.stat(), scope, status_code)
            if response.status_code == status_code:
                response.headers["content-type"] = original.headers["content-type"]
                response.headers["content-encoding"] = "gzip"
        response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = "no-cache"
        return response


# --- The server ---


def serving(
    gateway: Gateway,
    files: App,
    connections: Connections,
    content_policy: str,
) -> App:
    """Return the app that serves the page and the room.

    `/healthz` is for everybody, `/metrics` for this machine alone. A request that names another
    host comes from a page of another site.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if scope["type"] == "http" and path == "/healthz":
            healthy = await gateway.is_healthy()
            answer = PlainTextResponse(
                "ok\n" if healthy else "the database or folder cannot be reached\n"
            )
            answer.status_code = 200 if healthy else 503
            await answer(scope, receive, send)
            return
        if not gateway.is_named(scope):
            await _refuse(scope, receive, send)
            return
        if scope["type"] == "http" and path == "/metrics":
            answer = PlainTextResponse("for this machine only\n", 403)
            if _is_loopback(gateway.address(scope)):
                text = gateway.metrics.text(tables=gateway.tables, phones=gateway.phones)
                answer = PlainTextResponse(text, media_type=CONTENT_TYPE)
            await answer(scope, receive, send)
            return
        if scope["type"] != "websocket":
            await files(scope, receive, send)
            return

        async def hear() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                connections.hear(scope, Use.PAGE)
            return message

        try:
            if scope["path"] == _ROOM:
                await gateway(scope, hear, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": _NORMAL_CLOSE})
        finally:
            connections.end(scope)

    return with_headers(noted(serve, connections), content_policy)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request that names another host."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": _POLICY_CLOSE})
    else:
        answer = PlainTextResponse("this room has another address\n", 421)
        await answer(scope, receive, send)


def _is_loopback(address: str) -> bool:
    return bool(address) and ip_address(address).is_loopback


async def _delete_unused(lines: Lines) -> None:
    """Delete what nobody has played at for a year, once a day, until cancelled."""
    while True:
        with suppress(LinesFailedError):  # tomorrow again
            for table in await delete_older(lines, time.time() - _KEEP_DAYS * _DAY):
                _log.info("table %s is deleted after %s days", table[:8], _KEEP_DAYS)
        await asyncio.sleep(_DAY)


async def serve_room(  # noqa: PLR0913 - what a room stands on, and its bounds
    lines: Lines,
    at: Opened,
    sockets: list[socket.socket],
    files: App,
    on_open: Callable[[], None],
    *,
    find_key: Callable[[bool], bytes],
    limits: Limits | None = None,
) -> None:
    """Serve files and a room until a signal ends the process.

    `find_key` is told whether it may make a new key, which lines that have another never need.

    :raises LinesFailedError: when the lines cannot be opened
    :raises WrongKeyError: when they were begun with another key
    """
    await lines.open()
    key = find_key(not await has_key(lines))
    await check_key(lines, key)
    limits = limits or Limits()
    on_open()
    overall = limits.sockets[1]
    connections = Connections(most=overall + _SPARE_CONNECTIONS, most_pages=overall)
    origins = frozenset(at.origins)
    gateway = Gateway(
        lines,
        origins,
        key=key,
        page=at.url,
        limits=limits,
        behind_proxy=at.behind_proxy,
        operated_here=at.on_lan,
    )
    content_policy = policy("", (origin.replace("http", "ws", 1) for origin in at.origins))
    app = serving(gateway, files, connections, content_policy)
    server = BoundedServer(app, connections, longest_message=2 * limits.frame)
    tasks = [asyncio.create_task(gateway.beat())]
    if at.behind_proxy:  # a laptop keeps the evenings of its tables anyway
        tasks.append(asyncio.create_task(_delete_unused(lines)))
    await server.serve_until_signal(sockets)
    for task in tasks:
        task.cancel()
    await lines.close()


def host(*, lan: bool, origin: str | None, port: int | None, postgres: str | None) -> int:
    """Serve the page and a room for shared tables until a signal ends the process.

    Each phone opens the page in its browser, and shares or joins a table there. Nothing but this
    machine's loopback is open without --lan or --origin. The page is built at the first start of a
    version; that needs node: pip install 'fantan[host]'. Letters of other scripts are fetched then.

    With --lan everybody on the local network can open the page. Without TLS a phone keeps nothing
    itself, so this computer keeps the evening: its app and `fantan series` list the tables. Tables
    of --postgres are taken in when the room ends.

    With --origin the room stands behind a TLS proxy on the same machine, which must pass on
    websockets and add the address of the phone to X-Forwarded-For. Tables are deleted for good
    after 365 days without a line.

    /healthz answers 200 while the folder or the database works, and 503 otherwise. /metrics has
    figures for Prometheus, for this machine only.

    The environment variable FANTAN_HOME names the data folder, and FANTAN_POSTGRES is a DSN for
    --postgres that other users of the machine cannot read. Any number of rooms may use one
    database.

    exit codes:
      0  a signal ended the room
      1  the page cannot be built
      2  the command line is wrong
      3  the address or port cannot be used, or the folder or the database cannot be opened
    """
    folder = room_folder()
    try:
        at = opened(lan=find_lan() if lan else None, origin=origin, port=port or USUAL_PORT)
        sockets = [bound(port or USUAL_PORT, address) for address in at.binds]
        built = _built_page()
        files = Starlette(routes=[Mount("/", PageFiles(built / "page", built / "gzip"))])
        lines = lines_in(postgres, folder)
        given = os.environ.get("FANTAN_ROOM_KEY", "")
        kept = (
            "PostgreSQL"
            if postgres or os.environ.get("FANTAN_POSTGRES")
            else in_one_line(str(folder))
        )
        _allow_open_files()
        announce = partial(_announce, at, sockets, kept)
        serve = serve_room(
            lines,
            at,
            sockets,
            files,
            announce,
            find_key=lambda makes: read_key(folder, given, makes=makes),
        )
        logging.basicConfig(format=_LOG, datefmt="%Y-%m-%d %H:%M:%S", level=logging.INFO)
        run(serve)
        if postgres and at.on_lan:  # the app would not find these tables
            take_in_evenings(data_folder(), lines_in(postgres, folder, only_reads=True))
    except PageError as problem:
        return complain(f"fantan: {problem}", CANNOT_BUILD)
    except WrongAddressError as problem:
        return complain(f"fantan: {in_one_line(str(problem))}", WRONG_OPTIONS)
    except WrongKeyError:
        return complain(f"fantan: {OTHER_KEY}", CANNOT_OPEN)
    except (CannotListenError, LinesFailedError, ModuleNotFoundError) as problem:
        return complain(f"fantan: {in_one_line(str(problem))}", CANNOT_OPEN)
    print("Fan Tan is not served any more.", flush=True)
    return 0


def read_key(folder: Path, given: str, *, makes: bool) -> bytes:
    """Return the key that signs invitations: the one given as hex digits, or that of a file.

    The file stands beside the folder of the lines, so that a copy of the folder has no key. A room
    `makes` it at its first start.

    :raises WrongAddressError: when the key given is none
    :raises WrongKeyError: when there is no file and none is made
    :raises LinesFailedError: when the file cannot be read or made
    """
    if given:
        try:
            key = bytes.fromhex(given)
        except ValueError:
            key = b""
        if len(key) < KEY_BYTES:
            raise WrongAddressError(f"FANTAN_ROOM_KEY needs {2 * KEY_BYTES} hex digits")
        return key
    path = folder.with_name(f"{folder.name}.key")
    try:
        if makes and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(descriptor, "w") as file:
                    file.write(secrets.token_hex(KEY_BYTES))
        key = bytes.fromhex(path.read_text("ascii"))
    except FileNotFoundError:
        raise WrongKeyError from None
    except (OSError, ValueError) as cause:
        raise LinesFailedError(f"{path}: {cause}") from cause
    if len(key) < KEY_BYTES:
        raise LinesFailedError(f"{path}: no key of a room")
    return key


def _announce(at: Opened, sockets: list[socket.socket], kept: str) -> None:
    """Print what is open and to whom."""
    listening = ", ".join("{}:{}".format(*bound.getsockname()) for bound in sockets)
    print(f"Fan Tan is served on {at.url} for {at.audience}.")
    print(f"It listens on {listening} and keeps shared tables in {kept}.", flush=True)
    if at.on_lan:
        print("Without TLS phones keep nothing themselves: this computer keeps the evening.")
        _print_qr(at.url)


def _print_qr(url: str) -> None:
    try:
        import segno  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        complain("fantan: for the address as a QR code: pip install 'fantan[host]'")
        return
    segno.make(url).terminal(compact=True)


def _allow_open_files() -> None:
    """Let the process open as many files as the system permits: a socket is one."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - Windows has none

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
