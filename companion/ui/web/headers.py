"""What every answer says to the browser about itself: fetch nothing from elsewhere, show it in no
frame of another page, and take its kind as it is told.
"""

from __future__ import annotations

import base64
import hashlib
import re

from companion.ui.web.asgi import App, Header, Message, Receive, Scope, Send

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STARTS = ("http.response.start", "websocket.http.response.start")
_ALWAYS: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    # Together they let Flutter draw in a thread of its own.
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def policy(page: str, port: int) -> str:
    """The Content-Security-Policy for a page and its inline scripts, which are named by their
    digests. Flutter compiles WebAssembly, starts workers from what it has loaded, and writes styles
    into the page.
    """
    digests = [hashlib.sha256(script.encode()).digest() for script in _INLINE.findall(page)]
    scripts = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    # Not every browser counts a websocket to the same server as 'self'.
    sockets = f"ws://127.0.0.1:{port} ws://localhost:{port}"
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval' {scripts}",
            "worker-src 'self' blob:",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' {sockets}",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )


def with_headers(app: App, policy: str) -> App:
    """The app, with these headers on all that it answers."""
    ours = [*_ALWAYS, (b"content-security-policy", policy.encode())]

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in _STARTS:
                message["headers"] = [*message.get("headers", ()), *ours]
            await send(message)

        await app(scope, receive, send_with_headers)

    return serve
