"""Who gets in: only requests that are meant for this server, and only whoever has its key.

The address that the app prints and opens carries the key, and a cookie keeps it from then on. A
page of another site may still send requests here from the same browser: they are told by their
`Origin`, and those whose name was made to point at this machine by their `Host`.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from urllib.parse import quote

from companion.ui.web.asgi import App, Receive, Scope, Send, answer, values

COOKIE = "fantan-key"
PARAMETER = "key"
KEPT_SECONDS = 30 * 24 * 60 * 60
SET_BY = "FANTAN_KEY"
"""The environment variable that sets the key, for scripts and tests."""

_KEY = re.compile(r"[A-Za-z0-9_-]{16,128}")
_RANDOM_BYTES = 24
_DEFAULT_PORT = 80
_ALLOWED = ("GET", "HEAD")
_PLAIN = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
_HTML = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]
_NO_KEY = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fan Tan: the key is missing</title>
<style>body { font: 18px/1.5 sans-serif; max-width: 32em; margin: 3em auto; padding: 0 1em; }</style>
<h1>The key is missing</h1>
<p>Fan Tan opens only for whoever started it. Open the whole address that <code>fantan</code> printed
when it started, the part behind <code>?key=</code> included: this browser then keeps the key.</p>
<p>If that address is gone, or was used on another day, end <code>fantan</code> and start it again.</p>
</html>
"""


def chosen_key(environment: Mapping[str, str]) -> str:
    """The key that the environment sets, else a new random one.

    :raises ValueError: when the one that is set is too short, or no key
    """
    key = environment.get(SET_BY) or secrets.token_urlsafe(_RANDOM_BYTES)
    if not _KEY.fullmatch(key):
        raise ValueError(f"{SET_BY} must be 16 to 128 of the characters A-Z a-z 0-9 - _")
    return key


class Keys:
    """The key of a server, and keys that are good for one visit.

    A browser is started with the address among its arguments, where every user of the machine can
    read it for as long as the browser runs. So that address carries a key that is used up by then.
    """

    def __init__(self, key: str) -> None:
        self._key = key
        self._for_one_visit: set[str] = set()

    @property
    def key(self) -> str:
        """What the cookie keeps."""
        return self._key

    def for_one_visit(self) -> str:
        """A new key that opens once."""
        key = secrets.token_urlsafe(_RANDOM_BYTES)
        self._for_one_visit.add(key)
        return key

    def opens(self, offered: str) -> bool:
        """Whether it is the key."""
        return _same(offered, self._key)

    def admits(self, offered: str) -> bool:
        """Whether it is the key, or one for a visit, which it then is no more."""
        for key in list(self._for_one_visit):
            if _same(offered, key):
                self._for_one_visit.remove(key)
                return True
        return self.opens(offered)


def _same(offered: str, key: str) -> bool:
    """Compared in a time that tells nothing about the key."""
    return hmac.compare_digest(offered.encode(), key.encode())


class Door:
    """Lets through to the app what may pass, and answers all else itself."""

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
            await answer(scope, send, 403, _PLAIN, "Fan Tan answers only its own address.\n")
        elif scope["type"] == "http" and scope["method"] not in _ALLOWED:
            await answer(scope, send, 405, [*_PLAIN, (b"allow", b"GET, HEAD")], "Only to be read.\n")
        elif scope["type"] == "http" and (offered := _parameter(scope)) is not None:
            await self._admit(scope, send, offered)
        elif any(map(self._keys.opens, _cookies(scope))):
            await self._app(scope, receive, send)
        else:
            await answer(scope, send, 403, _HTML, _NO_KEY)

    def _is_ours(self, scope: Scope) -> bool:
        """Whether the request names this server, and no page of another site has made it. Browsers
        name the origin of every websocket; of other requests, only where that might be another.
        """
        hosts, origins = values(scope, b"host"), values(scope, b"origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return False
        if scope["type"] == "websocket" and len(origins) != 1:
            return False
        return all(origin.lower() in self._origins for origin in origins)

    async def _admit(self, scope: Scope, send: Send, offered: str) -> None:
        """Hand out the cookie for the right key, and go on at the address without it."""
        if not self._keys.admits(offered):
            await answer(scope, send, 403, _HTML, _NO_KEY)
            return
        # Two slashes at its beginning would make it the address of another server.
        path = "/" + quote(scope["path"].replace("\\", "/").lstrip("/"))
        cookie = f"{COOKIE}={self._keys.key}; Path=/; Max-Age={KEPT_SECONDS}; HttpOnly; SameSite=Strict"
        headers = [(b"location", path.encode()), (b"set-cookie", cookie.encode())]
        await answer(scope, send, 303, [*_PLAIN, *headers], "")


def _parameter(scope: Scope) -> str | None:
    """The key that the address carries, if it does."""
    for pair in scope["query_string"].decode("latin-1").split("&"):
        name, _, value = pair.partition("=")
        if name == PARAMETER:
            return str(value)
    return None


def _cookies(scope: Scope) -> list[str]:
    """All that the browser keeps under the name of our cookie; of one name it may keep several."""
    pairs = [pair.strip() for line in values(scope, b"cookie") for pair in line.split(";")]
    return [value for name, _, value in (pair.partition("=") for pair in pairs) if name == COOKIE]
