"""Company at a shared table: the members, their seats, and the rights of each to record."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from companion.core.objections import Why
from companion.desk.ports import HOST

_INVITATION: Final = re.compile(r"(?:.*#)?([0-9a-f]{32})\.([0-9a-f]{32})(?:\.([0-9a-f]{32}))?")
_ID: Final = re.compile(r"[0-9a-f]{16}")
DIFFERS: Final = "differs"
"""Reason of this device not to go on, because its series is not the one of the table."""
WHY: Final = {
    "closed": Why.TABLE_CLOSED,
    "code": Why.WRONG_CODE,
    DIFFERS: Why.SERIES_DIFFERS,
    "format": Why.OTHER_VERSION,
    "full": Why.TABLE_FULL,
    "host": Why.HOST_ONLY,
    "long": Why.TOO_LONG_TO_SHARE,
    "many": Why.TRIED_TOO_OFTEN,
    "removed": Why.REMOVED_MEMBER,
    "secret": Why.TABLE_GONE,
    "table": Why.TABLE_GONE,
    "tables": Why.TOO_MANY_TABLES,
    "token": Why.TABLE_GONE,
}
"""Objections for the refusals of the room."""


def table_name(known_as: str) -> str:
    """Return the name of a new table, which begins with the id of its series."""
    return (known_as if _ID.fullmatch(known_as) else secrets.token_hex(8)) + secrets.token_hex(8)


def series_id(table: str) -> str:
    """Return the id of the series of a table."""
    return table[:16]


class Recording(Enum):
    """Members who may record turns."""

    OWN = "own"
    """Each member records the turns of their own seat and of free seats."""
    ALL = "all"
    """Each member records all turns."""
    HOST = "host"
    """The host alone records turns."""


class Invitation(NamedTuple):
    """Shared table, and the secret of those who may join.

    A guest whose page was loaded anew also has the `token` of the former member.
    """

    table: str
    secret: str
    token: str = ""

    @staticmethod
    def read(text: str) -> "Invitation | None":
        """Read the invitation in a link or in the fragment of a link; None for another text."""
        found = _INVITATION.fullmatch(text.strip())
        return Invitation(found[1], found[2], found[3] or "") if found else None

    def link(self, address: str) -> str:
        """Return the link for the page at this address."""
        return f"{address}join#{self.table}.{self.secret}"


@dataclass(frozen=True, slots=True)
class Company:
    """Company at a shared table, as this device knows it.

    `me` is the member of this device. `seats` has the member of each taken seat by handle, `here`
    are the members whose devices are connected. `connected` is true if this device is.
    `unshared` is the number of own steps that are not shared yet, and `refused` are the former ones
    that the others did not wait for, in the words of the sheet. `invitation` is the link that
    others open, and `code` the short code while shown. `quickest` is the member who was quicker
    the last time. `may_undo` is true if this device may take back the last step. `stopped` is the
    reason why the room refuses this device, "" if the room does not. `lost` is true if the table
    cannot be reached, and false while the first connection is on its way. `freed` is true if this
    device has no seat because the host has freed its seat.
    """

    me: int
    seats: Mapping[str, int] = field(default_factory=dict[str, int])
    recording: Recording = Recording.OWN
    here: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    members: frozenset[int] = frozenset()
    closed: bool = False
    connected: bool = False
    unshared: int = 0
    refused: tuple[str, ...] = ()
    invitation: str = ""
    code: str = ""
    quickest: int | None = None
    may_undo: bool = True
    stopped: str = ""
    lost: bool = False
    freed: bool = False

    @property
    def hosts(self) -> bool:
        """True if this device is the host."""
        return self.me == HOST

    @property
    def seat(self) -> str | None:
        """Handle of the own seat."""
        return seat_of(self.me, self.seats)

    def away(self, handle: str) -> bool:
        """Return whether the device of the player with this handle is away."""
        return handle in self.seats and self.seats[handle] not in self.here

    def may_record(self, handle: str) -> bool:
        """Return whether this device may record the turns of the player with this handle."""
        return may_record(self.me, handle, self.seats, self.recording)


def seat_of(member: int, seats: Mapping[str, int]) -> str | None:
    """Return the handle of the seat of a member, None without a seat."""
    return next((handle for handle, sits in seats.items() if sits == member), None)


def may_record(member: int, handle: str, seats: Mapping[str, int], recording: Recording) -> bool:
    """Return whether a member may record the turns of the player with this handle."""
    if member == HOST or recording is Recording.ALL:
        return True
    if recording is Recording.HOST or member not in seats.values():
        return False
    return seats.get(handle, member) == member
