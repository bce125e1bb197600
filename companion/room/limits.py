"""Bounds on everything that a phone may use of a room."""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from companion.desk.rights import HOST_AWAY_SECONDS

Clock = Callable[[], float]


@dataclass(frozen=True)
class Limits:
    """Limits of a room; sizes in bytes, times in seconds."""

    frame: int = 64 * 1024
    line: int = 63 * 1024
    """A line and its place fit into one frame."""
    member_lines: int = 20_000
    member_bytes: int = 4 * 2**20
    table_lines: int = 100_000
    table_bytes: int = 16 * 2**20
    members: int = 20
    """Members of a table that are here at the same time."""
    tokens: int = 200
    """Members of a table that ever joined; a guest without storage joins again after a reload."""
    facts: int = 20_000
    """Facts at the door of a table."""
    tables: tuple[int, int] = (20, 1_000)
    """New tables an hour, of one address and of all."""
    code_tries: tuple[int, int] = (60, 600)
    """Typed codes a minute, of one address and of all."""
    failures: tuple[int, int] = (20, 500)
    """Refused greetings a second, of one address and of all: guests wait no longer for a stranger
    behind the same address than the stranger goes on."""
    codes: tuple[int, int] = (60, 10_000)
    """Codes shown an hour, of one table and of all."""
    code_seconds: float = 30 * 60
    sockets: tuple[int, int] = (400, 4_000)
    """Open sockets, of one address and of all; a whole café may be behind one address."""
    frames_a_second: float = 50
    burst: int = 200
    """Frames of a socket beyond this pace wait."""
    unsent_frames: int = 512
    unsent_bytes: int = 2**20
    greeting_seconds: float = 10
    phone_seconds: float = 30
    """Time after which a phone that says nothing is closed."""
    idle_seconds: float = 30
    """Time until a table without phones is dropped from memory."""
    engine_seconds: float = 8
    """Time for an answer of the engine of the lines."""
    absent_seconds: float = 1
    """Time in which a phone may come back before its member is away."""
    settle_seconds: float = 0.2
    """Time in which changes of presence are collected."""
    host_away_seconds: float = HOST_AWAY_SECONDS
    """Time after which another member may be the host in the place of one who is away."""
    beat_seconds: float = 5
    """Time between two heartbeats, in which a room tells the others who is at it."""
    silent_seconds: float = 15
    """Time after which a room without a heartbeat counts as dead."""


class Tries:
    """Tries of the latest time span, limited for each key and overall."""

    def __init__(self, most: tuple[int, int], seconds: float, clock: Clock) -> None:
        self._each, self._overall = most
        self._seconds = seconds
        self._clock = clock
        self._times = deque[tuple[float, str]]()
        self._of_key = Counter[str]()

    def allows(self, key: str) -> bool:
        """Return whether one more try is within the limits, without counting one."""
        while self._times and self._times[0][0] <= self._clock() - self._seconds:
            self._forget(self._times.popleft()[1])
        return self._of_key[key] < self._each and len(self._times) < self._overall

    def take(self, key: str) -> bool:
        """Count a try if it is allowed, and return whether it is."""
        allowed = self.allows(key)
        if allowed:
            self._times.append((self._clock(), key))
            self._of_key[key] += 1
        return allowed

    def _forget(self, key: str) -> None:
        self._of_key[key] -= 1
        if not self._of_key[key]:
            del self._of_key[key]
