"""Nothing but this machine's own loopback is ever bound, whatever the environment says.

Flet serves to everybody where it takes a machine for a server: on Linux without DISPLAY, as under
Wayland, or where an environment variable tells it to.
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
_OF_A_PACKAGED_APP = ("FLET_SERVER_PORT", "FLET_SERVER_UDS_PATH", "FLET_DISPLAY_URL_PREFIX")
"""A packaged app is told by these where its own window listens."""


class NotLoopbackError(PermissionError):
    """Something in this process would have served to other machines."""


def only_loopback() -> None:
    """Let Flet open a window and no server, and refuse in this process to bind anything else."""
    _clear(os.environ, packaged=is_embedded())
    _watch()


def _clear(environment: MutableMapping[str, str], *, packaged: bool) -> None:
    for name in _MISLEADING if packaged else (*_MISLEADING, *_OF_A_PACKAGED_APP):
        environment.pop(name, None)
    environment["FLET_SERVER_IP"] = LOOPBACK
    if sys.platform.startswith("linux"):
        # Flet asks only whether it is there. Under Wayland it need not be, and windows open.
        environment.setdefault("DISPLAY", "")


@cache
def _watch() -> None:
    """An audit hook hears of every bind before it is done; it stays for good, so one is enough."""
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
