"""A guard against any server of this process outside this machine's loopback.

Flet serves all addresses where it takes a machine for a server: on Linux without DISPLAY, as under
Wayland, or by the command of an environment variable.
"""

import os
import socket
import sys
from collections.abc import MutableMapping
from functools import cache
from ipaddress import ip_address
from typing import cast

from flet.utils import is_embedded

LOOPBACK = "127.0.0.1"
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
