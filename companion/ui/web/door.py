"""Who gets in: only requests that are meant for this server, and only whoever has its key.

The address that the app prints and opens carries the key, and a cookie keeps it from then on. A
page of another site may still send requests here from the same browser: they are told by their
`Origin`, and those whose name was made to point at this machine by their `Host`.
"""

from __future__ import annotations

from urllib.parse import quote

from companion.ui.web.access_denied import no_key, not_ours, only_read, words_for
from companion.ui.web.asgi import App, Receive, Scope, Send, answer, values
from companion.ui.web.listening import PARAMETER, Keys

COOKIE = "fantan-key"
KEPT_SECONDS = 30 * 24 * 60 * 60
_DEFAULT_PORT = 80
_ALLOWED = ("GET", "HEAD")
_PLAIN = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
_HTML = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]


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
            await answer(scope, send, 403, _PLAIN, not_ours(words_for(scope)))
        elif scope["type"] == "http" and scope["method"] not in _ALLOWED:
            await answer(
                scope, send, 405, [*_PLAIN, (b"allow", b"GET, HEAD")], only_read(words_for(scope))
            )
        elif scope["type"] == "http" and (offered := _parameter(scope)) is not None:
            await self._admit(scope, send, offered)
        elif any(map(self._keys.opens, cookies := _cookies(scope))):
            await self._app(scope, receive, send)
        else:
            await _keep_out(scope, send, another=bool(cookies))

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
            await _keep_out(scope, send, another=bool(offered))
            return
        # Two slashes at its beginning would make it the address of another server.
        path = "/" + quote(scope["path"].replace("\\", "/").lstrip("/"))
        cookie = (
            f"{COOKIE}={self._keys.key}; Path=/; Max-Age={KEPT_SECONDS}; HttpOnly; SameSite=Strict"
        )
        headers = [(b"location", path.encode()), (b"set-cookie", cookie.encode())]
        await answer(scope, send, 303, [*_PLAIN, *headers], "")


async def _keep_out(scope: Scope, send: Send, *, another: bool) -> None:
    """Say how to get the key, to whoever has none or `another`."""
    await answer(scope, send, 403, _HTML, no_key(words_for(scope), another=another))


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
