"""What the layers of the server speak among each other: ASGI, version 3."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]


def values(scope: Scope, name: bytes) -> list[str]:
    """What a request says under that name of a header, as often as it stands there."""
    return [value.decode("latin-1") for header, value in scope["headers"] if header == name]


async def answer(
    scope: Scope, send: Send, status: int, headers: Iterable[Header], body: str
) -> None:
    """Answer a request with a page, or with a line of text where the page is not HTML; one for a
    websocket is refused so.
    """
    before = "websocket.http" if scope["type"] == "websocket" else "http"
    content = body.encode()
    length = (b"content-length", str(len(content)).encode())
    start = {"type": f"{before}.response.start", "status": status, "headers": [*headers, length]}
    await send(start)
    empty = scope.get("method") == "HEAD"
    await send({"type": f"{before}.response.body", "body": b"" if empty else content})
