"""Admission to the server: its socket, keys, headers, and the answer to strangers.

The address that the app prints and opens carries the key, and a cookie keeps the key from then on.
A page of another site may still send requests from the same browser. Its requests are recognised by
their `Origin`, and requests to a foreign name for this machine by their `Host`.

Flet by itself serves all addresses where it takes a machine for a server: on Linux without DISPLAY,
as under Wayland, or by the command of an environment variable. `only_loopback` prevents that.
"""

import base64
import errno
import hashlib
import hmac
import os
import re
import secrets
import socket
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from html import escape
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from importlib.resources import files
from ipaddress import ip_address
from string import Template
from typing import Any, cast
from urllib.parse import quote

from flet.utils import is_embedded

from companion.words import Words, best, words_in

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]
LOOPBACK = "127.0.0.1"


def values(scope: Scope, name: bytes) -> list[str]:
    """Return all values of a header in a request."""
    return [value.decode("latin-1") for header, value in scope["headers"] if header == name]


async def answer(
    scope: Scope, send: Send, status: int, headers: Iterable[Header], body: str
) -> None:
    """Answer a request with a page, or with a line of text.

    A request for a websocket is refused by the same answer.
    """
    before = "websocket.http" if scope["type"] == "websocket" else "http"
    content = body.encode()
    length = (b"content-length", str(len(content)).encode())
    start = {"type": f"{before}.response.start", "status": status, "headers": [*headers, length]}
    await send(start)
    empty = scope.get("method") == "HEAD"
    await send({"type": f"{before}.response.body", "body": b"" if empty else content})


_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STARTS = ("http.response.start", "websocket.http.response.start")
_ALWAYS: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    # These three together let Flutter draw in a separate thread.
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def policy(page: str, sockets: Iterable[str]) -> str:
    """Return the Content-Security-Policy for a page, with the digests of its inline scripts.

    `sockets` are the origins of its websockets, because some browsers do not count a websocket to
    the same server as 'self'. Flutter compiles WebAssembly, starts workers from loaded data, and
    writes styles into the page.
    """
    digests = [hashlib.sha256(script.encode()).digest() for script in _INLINE.findall(page)]
    scripts = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval' {scripts}",
            "worker-src 'self' blob:",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' {' '.join(sockets)}",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )


def with_headers(app: App, policy: str) -> App:
    """Return the app with security headers on all of its answers, in place of its own."""
    ours = [*_ALWAYS, (b"content-security-policy", policy.encode())]
    replaced = {name for name, _ in ours} | {b"access-control-allow-origin"}

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in _STARTS:
                theirs = (one for one in message.get("headers", ()) if one[0] not in replaced)
                message["headers"] = [*theirs, *ours]
            await send(message)

        await app(scope, receive, send_with_headers)

    return serve


_MOST_LANGUAGES = 20
_PAGE = Template((files("companion.ui.web") / "no_key.html").read_text(encoding="utf-8"))
_COMMAND = "fantan"


def words_for(scope: Scope) -> Words:
    """Return the words in the language of a request."""
    tags = ",".join(values(scope, b"accept-language")).split(",")[:_MOST_LANGUAGES]
    return words_in(best(tag.partition(";")[0].strip() for tag in tags))


_MISLEADING = ("FLET_FORCE_WEB_SERVER", "FLET_SERVER_IP")
_PACKAGED_APP = ("FLET_SERVER_PORT", "FLET_SERVER_UDS_PATH", "FLET_DISPLAY_URL_PREFIX")
"""Variables with the address of the window in a packaged app."""


class NotLoopbackError(PermissionError):
    """Code in this process tried to serve other machines."""


def only_loopback() -> None:
    """Let Flet open a window and no server, and refuse all other binds in this process."""
    _clear(os.environ, packaged=is_embedded())
    _watch()


def _clear(environment: MutableMapping[str, str], *, packaged: bool) -> None:
    for name in _MISLEADING if packaged else (*_MISLEADING, *_PACKAGED_APP):
        environment.pop(name, None)
    environment["FLET_SERVER_IP"] = LOOPBACK
    if sys.platform.startswith("linux"):
        # Flet opens windows only if the variable exists, which may be missing under Wayland.
        environment.setdefault("DISPLAY", "")


@cache
def _watch() -> None:
    """Add an audit hook, which sees every bind beforehand and stays for good, only once."""
    sys.addaudithook(_refuse_others)


def _refuse_others(event: str, about: tuple[object, ...]) -> None:
    if event != "socket.bind":
        return
    bound, address = about
    family = getattr(bound, "family", None)
    if family in {socket.AF_INET, socket.AF_INET6} and not _is_loopback(address):
        raise NotLoopbackError(f"{address} is more than this machine's loopback")


def _is_loopback(address: object) -> bool:
    host = cast("tuple[object, ...]", address)[0] if isinstance(address, tuple) else address
    if host == "localhost":
        return True
    try:
        return ip_address(str(host)).is_loopback
    except ValueError:
        return False


PARAMETER = "key"
"""Name of the parameter with the key in an address."""
SET_BY = "FANTAN_KEY"
"""Environment variable that sets the key, for scripts and tests."""

_LONGEST_KEY = 128
_KEY = re.compile(rf"[A-Za-z0-9_-]{{16,{_LONGEST_KEY}}}")
_RANDOM_BYTES = 24


class CannotListenError(Exception):
    """The app cannot be served. The message is for the person who started the app."""


def chosen_key(environment: Mapping[str, str]) -> str:
    """Return the key in the environment, or else a new random key.

    :raises CannotListenError: when the key in the environment is too short or has other characters
    """
    key = environment.get(SET_BY) or secrets.token_urlsafe(_RANDOM_BYTES)
    if not _KEY.fullmatch(key):
        raise CannotListenError(f"{SET_BY} must be 16 to 128 of the characters A-Z a-z 0-9 - _")
    return key


class Keys:
    """The key of a server, and keys that are good for one visit.

    A browser is started with the address among its arguments, where every user of the machine can
    read the address while the browser runs. So the address carries a key that is used up by then.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self._for_one_visit: set[str] = set()

    def for_one_visit(self) -> str:
        """Return a new key that opens once."""
        key = secrets.token_urlsafe(_RANDOM_BYTES)
        self._for_one_visit.add(key)
        return key

    def opens(self, offered: str) -> bool:
        """Return whether the key is right."""
        return _same(offered, self.key)

    def admits(self, offered: str) -> bool:
        """Return whether the key is right or good for a visit, and use it up in that case."""
        for key in list(self._for_one_visit):
            if _same(offered, key):
                self._for_one_visit.remove(key)
                return True
        return self.opens(offered)


def _same(offered: str, key: str) -> bool:
    """Return whether the keys are equal, in a time that reveals nothing about the key."""
    return hmac.compare_digest(offered.encode(), key.encode())


@dataclass(frozen=True)
class Listening:
    """A listening socket on this machine's loopback, and the keys to its server."""

    bound: socket.socket
    keys: Keys

    @property
    def port(self) -> int:
        """The port of the socket."""
        return int(self.bound.getsockname()[1])

    @property
    def url(self) -> str:
        """The address of the server without a key."""
        return f"http://{LOOPBACK}:{self.port}"

    def address(self, key: str) -> str:
        """Return the address at which a browser opens the app with a key."""
        return f"{self.url}/?{PARAMETER}={key}"


def listen(ports: Iterable[int], environment: Mapping[str, str]) -> Listening:
    """Listen on the first of the ports that is free, 0 for any.

    :raises CannotListenError: when no port can be used, with the reason for the first, or when the
    environment sets an invalid key
    """
    keys = Keys(chosen_key(environment))
    failed = list[CannotListenError]()
    for port in ports:
        try:
            return Listening(bound(port), keys)
        except CannotListenError as problem:
            failed.append(problem)
    raise failed[0]


def bound(port: int, host: str = LOOPBACK) -> socket.socket:
    """Return a socket that listens on a port of this machine's loopback, or of another address.

    :raises CannotListenError: when the port is in use or forbidden, or the address not ours
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # On Windows another program might share the port with the option that elsewhere frees it.
    option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    listening.setsockopt(socket.SOL_SOCKET, option, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotListenError(f"port {port} is in use") from error
        named = "" if host == LOOPBACK else f"{host} "
        raise CannotListenError(f"{named}port {port}: {error.strerror}") from error
    return listening


COOKIE = "fantan-key"
_ADDRESS = re.compile(rf"http://127\.0\.0\.1:([0-9]{{1,5}})/\?{PARAMETER}=({_KEY.pattern})")
_CAME_IN, _CAME_AGAIN = b"in", b"again"
"""Queries of the addresses to which the right key leads. A browser that comes without the cookie
may have followed a link of another site, and sends it at its next request; or it keeps no cookies.
"""
_VISIT = "/visit"
"""Path at which whoever has the key gets one that is good for one visit."""
_PATIENCE_SECONDS = 5.0
KEPT_SECONDS = 30 * 24 * 60 * 60
_DEFAULT_PORT = 80
_ALLOWED = ("GET", "HEAD")
_PLAIN = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
_HTML = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]


class Door:
    """The guard that lets permitted requests through to the app, and answers all others."""

    def __init__(self, app: App, port: int, keys: Keys) -> None:
        self._app = app
        self._keys = keys
        hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        if port == _DEFAULT_PORT:
            hosts |= {"127.0.0.1", "localhost"}
        self._hosts = hosts
        self._origins = {f"http://{host}" for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if not self._is_ours(scope):
            text = words_for(scope).say("Fan Tan answers only its own address.")
            await answer(scope, send, 403, _PLAIN, text)
        elif scope["type"] == "http" and scope["method"] not in _ALLOWED:
            await answer(scope, send, 405, [*_PLAIN, (b"allow", b"GET, HEAD")], "")
        elif scope["type"] == "http" and (offered := _parameter(scope)) is not None:
            await self._admit(scope, send, offered)
        elif any(map(self._keys.opens, _cookies(scope))):
            if (scope["type"], scope["path"]) == ("http", _VISIT):
                await answer(scope, send, 200, _PLAIN, self._keys.for_one_visit())
            elif scope["type"] == "http" and scope["query_string"] in {_CAME_IN, _CAME_AGAIN}:
                await answer(scope, send, 303, [*_PLAIN, (b"location", _path(scope))], "")
            else:
                await self._app(scope, receive, send)
        else:
            await _keep_out(scope, send)

    def _is_ours(self, scope: Scope) -> bool:
        """Return whether the request names this server and was not made by another site.

        Browsers name the origin of every websocket, and of other requests where the origin may
        differ.
        """
        hosts = values(scope, b"host")
        origins = values(scope, b"origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return False
        if scope["type"] == "websocket" and len(origins) != 1:
            return False
        return all(origin.lower() in self._origins for origin in origins)

    async def _admit(self, scope: Scope, send: Send, offered: str) -> None:
        """Set the cookie for the right key, and redirect to the address without the key."""
        if not self._keys.admits(offered):
            await _keep_out(scope, send)
            return
        cookie = (
            f"{COOKIE}={self._keys.key}; Path=/; Max-Age={KEPT_SECONDS}; HttpOnly; SameSite=Strict"
        )
        location = b"?".join((_path(scope), _CAME_IN))
        headers = [(b"location", location), (b"set-cookie", cookie.encode())]
        await answer(scope, send, 303, [*_PLAIN, *headers], "")


def _path(scope: Scope) -> bytes:
    """Return the path of a request as an address of this server."""
    # A path with two slashes at its beginning would be the address of another server.
    return ("/" + quote(scope["path"].replace("\\", "/").lstrip("/"))).encode()


def keeps_nothing(words: Words) -> str:
    """Return what to do with a browser that keeps no cookies."""
    return words.say(
        "This browser keeps nothing for this page: allow it cookies and site data, then open its "
        "address again."
    )


async def _keep_out(scope: Scope, send: Send) -> None:
    """Answer with a page that explains how to get the key, and that looks again by itself."""
    words = words_for(scope)
    what_to_do = words.say(
        "Fan Tan opens only for whoever started it. Open the whole address that {command} printed "
        "when it started, with the part behind {part}: this browser then keeps the key, and this "
        "page goes on by itself.",
        command=_COMMAND,
        part=f"?{PARAMETER}=",
    )
    or_else = words.say(
        "If that address is gone, end {command} and start it again.", command=_COMMAND
    )
    # A page from before the app was started anew comes with the key of that time.
    title = words.say("The key is missing")
    if _cookies(scope):
        title = words.say("The key has changed")
    refresh = "5"
    query = scope.get("query_string", b"")
    if query == _CAME_IN:
        refresh = f"0; url=?{_CAME_AGAIN.decode()}"
    elif query == _CAME_AGAIN:
        refresh = ""
        what_to_do, or_else = keeps_nothing(words), ""
    texts = {
        "title": title,
        "what_to_do": what_to_do,
        "or_else": or_else,
        "refresh": refresh,
    }
    escaped = {name: escape(text) for name, text in texts.items()}
    await answer(scope, send, 403, _HTML, _PAGE.substitute(escaped, language=words.language))


def address_for_a_visit(address: str) -> str | None:
    """Return an address that opens the app once, asked of the app that is served at an address.

    Return None if the app does not answer.
    """
    found = _ADDRESS.fullmatch(address)
    if not found:
        return None
    try:
        with closing(HTTPConnection(LOOPBACK, int(found[1]), timeout=_PATIENCE_SECONDS)) as asking:
            asking.request("GET", _VISIT, headers={"Cookie": f"{COOKIE}={found[2]}"})
            answered = asking.getresponse()
            visit = answered.read(_LONGEST_KEY).decode("latin-1")
    except (OSError, HTTPException):
        return None
    is_key = answered.status == HTTPStatus.OK and _KEY.fullmatch(visit)
    return address.replace(found[2], visit) if is_key else None


def _parameter(scope: Scope) -> str | None:
    """Return the key in the address, or None."""
    for pair in scope["query_string"].decode("latin-1").split("&"):
        name, _, value = pair.partition("=")
        if name == PARAMETER:
            return str(value)
    return None


def _cookies(scope: Scope) -> list[str]:
    """Return all values of our cookie; a browser may keep several of one name."""
    pairs = [pair.strip() for line in values(scope, b"cookie") for pair in line.split(";")]
    return [value for name, _, value in (pair.partition("=") for pair in pairs) if name == COOKIE]
