"""Presence of the members of one table: a heartbeat in memory, which nobody keeps."""

from collections import Counter
from collections.abc import Collection

from companion.room.limits import Clock


class Presence:
    """Members who have a phone at any room; times in seconds of the clock."""

    def __init__(self, clock: Clock, absent_seconds: float, silent_seconds: float) -> None:
        """Begin without phones.

        A member whose phone has gone is away after `absent_seconds`. Another room that says nothing
        for `silent_seconds` counts as dead.
        """
        self._clock = clock
        self._absent = absent_seconds
        self._silent = silent_seconds
        self._began = clock()
        self._phones = Counter[int]()
        self._left: dict[int, float] = {}
        self._elsewhere: dict[str, tuple[frozenset[int], float]] = {}

    def arrive(self, member: int) -> None:
        """Take in a phone of a member at this room."""
        self._phones[member] += 1

    def leave(self, member: int) -> None:
        """Take out a phone of a member at this room."""
        self._phones[member] -= 1
        self._left[member] = self._clock()

    def hear(self, room: str, members: Collection[int]) -> None:
        """Take in which members are at another room now."""
        now = self._clock()
        before, _ = self._elsewhere.get(room, (frozenset[int](), now))
        self._left.update(dict.fromkeys(before.difference(members), now))
        self._elsewhere[room] = frozenset(members), now

    @property
    def local(self) -> set[int]:
        """Members with a phone at this room, or whose phone left it a moment ago."""
        recently = self._clock() - self._absent
        left = {member for member, at in self._left.items() if at > recently}
        return {member for member, phones in self._phones.items() if phones or member in left}

    @property
    def here(self) -> set[int]:
        """Members with a phone at any room."""
        alive = self._clock() - self._silent
        elsewhere = [members for members, at in self._elsewhere.values() if at > alive]
        return self.local.union(*elsewhere)

    def away_seconds(self, member: int) -> int:
        """Return for how long a member has been away, 0 for one who is here.

        Nothing is known about the time before this room began to watch the table.
        """
        if member in self.here:
            return 0
        silent = [at for members, at in self._elsewhere.values() if member in members]
        last = max([self._began, self._left.get(member, self._began), *silent])
        return int(self._clock() - last)
