"""A visitor without a browser: plain requests, websockets, and a page that may send anything."""

import base64
import os
import socket
import struct
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from typing import Any, Self

import msgpack
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.e2e.driver import KEY
from tests.ui.client_tree import ClientTree

HOST = "127.0.0.1"
COOKIE = f"fantan-key={KEY}"
REGISTER, PATCH, EVENT, SET, INVOKE, CRASHED = 1, 2, 3, 4, 5, 6
DEVICE: Mapping[str, object] = {
    "route": "/",
    "width": 390.0,
    "height": 844.0,
    "web": True,
    "platform": "linux",
    "platform_brightness": "light",
    "window": {},
}
_FEATURES = (
    *("accessible_navigation", "bold_text", "disable_animations", "high_contrast"),
    *("invert_colors", "reduce_motion", "on_off_switch_labels", "supports_announcements"),
)
_REPLIES: Mapping[str, object] = {
    "get_device_info": {"locales": [{"language_code": "en"}], "browser_name": "chrome"},
    "get_accessibility_features": dict.fromkeys(_FEATURES, True),
}
_PATIENCE_SECONDS = 10.0
_GOODBYE = b"\x88"


def origin(port: int) -> str:
    """Return the server's own origin."""
    return f"http://{HOST}:{port}"


def ask(
    port: int, path: str = "/", method: str = "GET", **headers: str
) -> tuple[HTTPResponse, bytes]:
    """Return the answer to a request with the headers, whose underscores stand for hyphens."""
    asking = HTTPConnection(HOST, port, timeout=_PATIENCE_SECONDS)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    asking.request(method, path, headers=named)
    answer = asking.getresponse()
    body = answer.read()
    asking.close()
    return answer, body


def upgrade(port: int, path: str = "/ws", **headers: str) -> tuple[int, socket.socket]:
    """Return the status of the answer to a websocket, and its socket; None leaves a header out."""
    wanted = {
        "Host": f"{HOST}:{port}",
        "Origin": origin(port),
        "Cookie": COOKIE,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        **headers,
    }
    line = socket.create_connection((HOST, port), timeout=_PATIENCE_SECONDS)
    named = (f"{name}: {to}" for name, to in wanted.items() if to)
    lines = [f"GET {path} HTTP/1.1", *named, "", ""]
    line.sendall("\r\n".join(lines).encode())
    answered = line.recv(4096)
    return int(answered.split()[1]), line


def framed(payload: bytes, opcode: int = 2, *, last: bool = True) -> bytes:
    """Return one frame of a websocket, masked with zeros, as from a client."""
    size = len(payload)
    if size < 126:
        length = struct.pack("!B", 0x80 | size)
    elif size < 2**16:
        length = struct.pack("!BH", 0x80 | 126, size)
    else:
        length = struct.pack("!BQ", 0x80 | 127, size)
    return bytes([opcode | (0x80 if last else 0)]) + length + b"\0\0\0\0" + payload


def is_closed(line: socket.socket, within: float) -> bool:
    """Return whether the other end closes the line, or says goodbye, within the seconds."""
    line.settimeout(within)
    try:
        while came := line.recv(65536):
            if came.startswith(_GOODBYE):
                return True
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def registration(session: str | None = None, **device: object) -> bytes:
    """Return the frame that registers a page, with the number of its session if it had one."""
    page = {**DEVICE, **device}
    return packed(REGISTER, {"session_id": session, "page_name": "", "page": page})


def packed(action: int, body: object) -> bytes:
    """Return a frame of Flet's."""
    return b"\0" + bytes(msgpack.packb([action, body]) or b"")


def stamped(frame: bytes, at: float) -> bytes:
    """Return the frame of a page tapped at the second of its clock."""
    return b"\2" + round(1_000_000 * at).to_bytes(8) + frame


class Page:
    """A page that registers like a browser's, and then may send anything."""

    def __init__(self, port: int, session: str | None = None, **device: object) -> None:
        headers = {"Cookie": COOKIE}
        self._stack = ExitStack()
        opening = connect(
            f"ws://{HOST}:{port}/ws",
            origin=Origin(origin(port)),
            additional_headers=headers,
            compression=None,
            max_size=None,
            proxy=None,
        )
        self._line = self._stack.enter_context(opening)
        self.route = str(device.get("route", "/"))
        self.crashes: list[str] = []
        self._line.send(registration(session, **device))
        _action, body = self._next(_PATIENCE_SECONDS)
        self.session: str = body["session_id"]
        self.tree = ClientTree(body["page_patch"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_about: object) -> None:
        self._stack.close()

    def has(self, what: str) -> bool:
        """Return whether a control with the identifier shows."""
        return bool(self.tree.find(what))

    def texts(self) -> str:
        """Return all readable text."""
        return " ".join(self.tree.texts(self.tree.root))

    def see(self, what: str, within: float = _PATIENCE_SECONDS) -> None:
        """Wait until the control shows.

        :raises AssertionError: when the control does not show
        """
        self.until(lambda: self.has(what), within)

    def until(self, holds: Callable[[], bool], within: float = _PATIENCE_SECONDS) -> None:
        """Wait until the condition holds.

        :raises AssertionError: when the condition stays false
        """
        end = time.monotonic() + within
        while not holds():
            if not self.take(end - time.monotonic()):
                raise AssertionError(f"it does not come; what shows is {self.texts()}")

    def rest(self, seconds: float = 0.3) -> None:
        """Take messages until none has come for the seconds."""
        while self.take(seconds):
            pass

    def take(self, within: float) -> bool:
        """Take the next message; return false when none comes within the seconds."""
        try:
            action, body = self._next(max(within, 0))
        except TimeoutError:
            return False
        if action == PATCH:
            list(self.tree.patch(body["id"], body["patch"]))
        elif action == INVOKE:
            self._answer(body)
        elif action == CRASHED:
            self.crashes.append(body["message"])
        return True

    def send(self, action: int, body: object) -> None:
        """Send a message."""
        self._line.send(packed(action, body))

    def happen(self, target: int, name: str, data: object = None) -> None:
        """Send an event."""
        self.send(EVENT, {"target": target, "name": name, "data": data})

    def set(self, target: int, **properties: object) -> None:
        """Set properties of a control."""
        self.send(SET, {"id": target, "props": properties})

    def number(self, what: str, event: str = "on_click") -> int:
        """Return the number of the control that reacts to the event."""
        for trail in self.tree.find(what):
            for node in (*self.tree.below(trail[-1]), *reversed(trail)):
                if node.get(event):
                    return int(node["_i"])
        raise AssertionError(f"{what} does not react")

    def reacts(self, what: str) -> bool:
        """Return whether the control reacts to a tap."""
        return any(
            node.get("on_click") and not node.get("disabled")
            for trail in self.tree.find(what)
            for node in (*self.tree.below(trail[-1]), *trail)
        )

    def tap(self, what: str, at: float | None = None) -> None:
        """Tap the control, at the second of the page's clock."""
        frame = packed(EVENT, {"target": self.number(what), "name": "click", "data": None})
        self._line.send(frame if at is None else stamped(frame, at))

    def write(self, what: str, text: str) -> None:
        """Write into the field."""
        number = self.number(what, "on_change")
        self.set(number, value=text)
        self.happen(number, "change", text)

    def is_closed(self, within: float = 5.0) -> bool:
        """Return whether the server closes the line within the seconds."""
        try:
            while True:
                self._line.recv(within)
        except TimeoutError:
            return False
        except ConnectionClosed:
            return True

    def _next(self, within: float) -> tuple[int, Any]:
        frame = self._line.recv(within)
        assert isinstance(frame, bytes)
        action, body = msgpack.unpackb(frame[1:], strict_map_key=False)
        return action, body

    def _answer(self, asked: dict[str, Any]) -> None:
        reply = _REPLIES.get(asked["name"])
        about = {"control_id": asked["control_id"], "call_id": asked["call_id"]}
        self.send(INVOKE, {**about, "result": reply, "error": None})
        if asked["name"] == "push_route":
            route = asked["args"]["route"]
            self.set(self.tree.root["_i"], route=route)
            self.happen(self.tree.root["_i"], "route_change", {"route": route})
