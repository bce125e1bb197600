"""Starts a package's app in the role of the packager's own program on a device.

Only the package is on the path of modules. Prints the content of the screen:

    python -I -S device.py APP PACKAGES SYSTEM
"""

import importlib
import json
import os
import runpy
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NoReturn

PROTOCOL = int(os.environ["FLET_DART_BRIDGE_PORT"])
REGISTER_CLIENT, INVOKE_METHOD = 1, 5
SHOWN = {"home-new-series", "cannot-open"}
"""By these one sees that a first screen has come."""

_sockets: list[str] = []
_told: list[Any] = []


class Bridge(ModuleType):
    """The channel between Python and Flutter, built in by the packager."""

    def __init__(self) -> None:
        super().__init__("dart_bridge")
        self.hear: Callable[[bytes], None] = lambda _: None

    def set_enqueue_handler_func(self, port: int, hear: Callable[[bytes], None] | None) -> None:
        """Register the client as soon as Python listens."""
        if hear and port == PROTOCOL:
            self.hear = hear
            about = {"route": "/", "width": 390, "height": 844, "web": False}
            about |= {"platform": os.environ["FLET_PLATFORM"], "platform_brightness": "light"}
            self.say(REGISTER_CLIENT, {"session_id": None, "page_name": "", "page": about})

    def say(self, action: int, body: dict[str, Any]) -> None:
        """Send Python a message of the client."""
        self.hear(b"\0" + _msgpack().packb([action, body]))

    def send_bytes(self, port: int, packet: bytes) -> None:
        """Take a message of Python, and refuse every method called on the client."""
        if port != PROTOCOL:
            _end("ended", packet.decode())
        protocol = importlib.import_module("flet.messaging.protocol")
        decoded = _msgpack().unpackb(packet[1:], ext_hook=protocol.decode_ext_from_msgpack)
        action, body = decoded
        _told.append(body)
        if action == INVOKE_METHOD:
            asked = {"control_id": body["control_id"], "call_id": body["call_id"]}
            self.say(INVOKE_METHOD, asked | {"result": None, "error": "not on this device"})
        elif not SHOWN.isdisjoint(_strings(body)):
            _end("shown", "")


def _msgpack() -> Any:
    return importlib.import_module("msgpack")


def _strings(told: object) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        yield from _strings(list(told.values()))
    elif isinstance(told, list):
        for inner in told:
            yield from _strings(inner)


def _end(how: str, code: str) -> NoReturn:
    found = {
        "how": how,
        "code": code,
        "strings": sorted(set(_strings(_told))),
        "modules": sorted({name.partition(".")[0] for name in sys.modules}),
        "sockets": _sockets,
    }
    sys.stdout.write(json.dumps(found))
    sys.stdout.flush()
    os._exit(0)


def _watch(event: str, about: tuple[object, ...]) -> None:
    if event in {"socket.bind", "socket.connect", "socket.getaddrinfo"}:
        _sockets.append(f"{event} {about[1:]}")


def main(app: str, packages: str, system: str) -> None:
    """Run the app like the boot script of a package."""
    sys.path += [app, packages]
    if system != "win32":  # whose modules no other system has
        sys.platform = system
    bridge = Bridge()
    sys.modules["dart_bridge"] = bridge
    sys.addaudithook(_watch)
    sys.argv = [""]
    sys.exit = lambda code=0: _end("ended", str(code))
    importlib.import_module("certifi")  # which the boot script wants before the app
    runpy.run_module("main", run_name="__main__")
    _end("ended", "0")


if __name__ == "__main__":
    main(*sys.argv[1:])
