"""The keys that open the server, and the socket that it listens on."""

from __future__ import annotations

import errno
import hmac
import re
import secrets
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.ui.start.loopback import LOOPBACK

PARAMETER = "key"
"""The part of an address that carries the key."""
SET_BY = "FANTAN_KEY"
"""The environment variable that sets the key, for scripts and tests."""

_KEY = re.compile(r"[A-Za-z0-9_-]{16,128}")
_RANDOM_BYTES = 24


class CannotListenError(Exception):
    """The app cannot be served like that; its words are for the person who asked for it."""


def chosen_key(environment: Mapping[str, str]) -> str:
    """The key that the environment sets, else a new random one.

    :raises CannotListenError: when the one that is set is too short, or no key
    """
    key = environment.get(SET_BY) or secrets.token_urlsafe(_RANDOM_BYTES)
    if not _KEY.fullmatch(key):
        raise CannotListenError(f"{SET_BY} must be 16 to 128 of the characters A-Z a-z 0-9 - _")
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


@dataclass(frozen=True, slots=True)
class Listening:
    """A socket that listens on this machine's loopback, and the keys to what is behind it."""

    bound: socket.socket
    keys: Keys

    @property
    def port(self) -> int:
        """The port of the socket."""
        return int(self.bound.getsockname()[1])

    @property
    def url(self) -> str:
        """Where it is, without a key."""
        return f"http://{LOOPBACK}:{self.port}"

    def address(self, key: str) -> str:
        """Where a browser opens the app with that key."""
        return f"{self.url}/?{PARAMETER}={key}"


def listen(ports: Iterable[int], environment: Mapping[str, str]) -> Listening:
    """Listen on the first of the ports that is free, 0 for any.

    :raises CannotListenError: when that can be done on none of them, with why not on the first, or
        when the environment sets no proper key
    """
    keys, failed = Keys(chosen_key(environment)), list[tuple[int, OSError]]()
    for port in ports:
        try:
            return Listening(_bound(port), keys)
        except OSError as error:
            failed.append((port, error))
    port, first = failed[0]
    if first.errno == errno.EADDRINUSE:
        raise CannotListenError(f"port {port} is in use")
    raise CannotListenError(f"port {port}: {first.strerror}")


def _bound(port: int) -> socket.socket:
    """A socket that listens on the port.

    :raises OSError: when it is in use, or not for this program
    """
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # On Windows another program might share the port with the option that elsewhere frees it.
    option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    bound.setsockopt(socket.SOL_SOCKET, option, 1)
    try:
        bound.bind((LOOPBACK, port))
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound
