"""Company at a shared table: the members, their seats, and the rights of each to record."""

import re
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple
from urllib.parse import unquote

from companion.core.objections import Objection, Why
from companion.desk.ports import HOST
from companion.desk.rights import AWAY_SECONDS, HOST_AWAY_SECONDS, Deed, Recording, Role, may

_INVITATION = re.compile(
    r"(?<![0-9a-f])([0-9a-f]{32})\.([0-9a-f]{32})(?:\.([0-9a-f]{32}))?(?![0-9a-f])"
)
_NO_LETTERS = re.compile(r"[\s>]|[^\x20-\x7e]")
"""What stands between the letters of a link that was wrapped or quoted."""
_CODE = re.compile(r"(?:.*:)?(\w{8})")
_ID = re.compile(r"[0-9a-f]{16}")
DIFFERS = "differs"
"""Reason of this device not to go on, because its series is not the one of the table."""
BROKEN = "broken"
"""Reason of this device not to connect, because the table has ended the app before."""
WHY = {
    BROKEN: Why.TABLE_BROKEN,
    "closed": Why.TABLE_CLOSED,
    "code": Why.TABLE_GONE,
    DIFFERS: Why.SERIES_DIFFERS,
    "format": Why.OTHER_VERSION,
    "full": Why.TABLE_FULL,
    "host": Why.HOST_ONLY,
    "long": Why.TOO_LONG_TO_SHARE,
    "many": Why.TRIED_TOO_OFTEN,
    "removed": Why.REMOVED_MEMBER,
    "secret": Why.TABLE_GONE,
    "table": Why.TABLE_GONE,
    "tables": Why.TRIED_TOO_OFTEN,
    "token": Why.TABLE_GONE,
}
"""Objections for the refusals of the room."""


def table_name(known_as: str) -> str:
    """Return the name of a new table, which begins with the id of its series."""
    return (known_as if _ID.fullmatch(known_as) else secrets.token_hex(8)) + secrets.token_hex(8)


def series_id(table: str) -> str:
    """Return the id of the series of a table."""
    return table[:16]


class Invitation(NamedTuple):
    """Shared table, and the secret of those who may join.

    A guest whose page was loaded anew also has the `token` of the former member.
    """

    table: str
    secret: str
    token: str = ""

    @staticmethod
    def read(text: str) -> "Invitation | None":
        """Read the invitation in a link, as people paste it; None for another text."""
        # Chats escape twice, wrap and quote; phones write capitals in the field for a code.
        plain = unicodedata.normalize("NFKC", unquote(unquote(text)))
        found = _INVITATION.search(_NO_LETTERS.sub("", plain).lower())
        return Invitation(found[1], found[2], found[3] or "") if found else None

    def link(self, address: str) -> str:
        """Return the link for the page at this address."""
        return f"{address}join#{self.table}.{self.secret}"


def read_code(text: str) -> str | None:
    """Read the code that a phone shows, as people paste it; None for another text."""
    found = _CODE.fullmatch(re.sub(r"[^\w:]", "", text).upper())
    return found[1] if found else None


class SharedState(Enum):
    """State of a shared table on this device; one that plays alone has no company."""

    LIVE = "connected, with every line so far"
    CATCHING_UP = "on the way to the room, or behind it"
    LOST = "out of reach: own steps are kept, and shared later"
    STOPPED = "refused by the room"
    CLOSED = "ended for this device"


class Author(NamedTuple):
    """Member who entered a turn, and the handle of the seat that was theirs then, if any."""

    member: int
    handle: str | None


@dataclass(frozen=True, kw_only=True)
class Arrangement:
    """Members of a shared table and their rights, as its lines tell them.

    `seats` has the member of each taken seat by handle, and `members` are all who were there.
    `latest` is who recorded or took back the last step, None if that is not known. `host` is the
    member with the rights of the host, since `hosted` steps unless from the beginning.
    `host_before` is the one in whose place, being away, the host took these, if anybody, and
    `claims` has the member who asks for a taken seat, by handle.
    `entered` has the member who entered a turn in the place of another phone, by the number of the
    round and the turns before it. `left` has the steps before a phone left its seat, by handle.
    `freed` are the members without a seat because somebody has freed or taken theirs.
    """

    seats: Mapping[str, int] = field(default_factory=dict[str, int])
    recording: Recording = Recording.ALL
    removed: frozenset[int] = frozenset()
    members: frozenset[int] = frozenset({HOST})
    latest: int | None = None
    host: int = HOST
    hosted: int | None = None
    host_before: int = HOST
    claims: Mapping[str, int] = field(default_factory=dict[str, int])
    entered: Mapping[tuple[int, int], Author] = field(default_factory=dict[tuple[int, int], Author])
    left: Mapping[str, int] = field(default_factory=dict[str, int])
    freed: frozenset[int] = frozenset()
    closed: bool = False


@dataclass(frozen=True)
class Company(Arrangement):
    """Company at a shared table, as this device knows it.

    `me` is the member of this device, and `here` are the members whose devices are connected.
    `unshared` is the number of own steps that are not shared yet, and `refused` are the former ones
    that the others did not wait for, each as the text of a document. `invitation` is the link that
    others open, and `code` the short code while shown. `undo_refusal` is the reason why this device
    may not take back the last step, and `may_redo` is true if it may repeat the one taken back.
    `stopped` is the reason why the room refuses this device, or how the table has ended for it, ""
    if neither. This device `operates` the room if it is on the same computer. `away_seconds` has
    the members whose devices are away. It is `overtaken` if somebody went on before an undo of this
    device was shared, until that has been shown and the log changes.
    """

    me: int
    here: frozenset[int] = frozenset()
    state: SharedState = SharedState.CATCHING_UP
    unshared: int = 0
    refused: tuple[str, ...] = ()
    invitation: str = ""
    code: str = ""
    undo_refusal: Objection | None = None
    may_redo: bool = True
    stopped: str = ""
    operates: bool = False
    away_seconds: Mapping[int, int] = field(default_factory=dict[int, int])
    overtaken: bool = False

    @property
    def connected(self) -> bool:
        """True if this device is connected, and the table goes on."""
        return self.state is SharedState.LIVE

    @property
    def lost(self) -> bool:
        """True if the table cannot be reached, though it goes on."""
        return self.state in {SharedState.LOST, SharedState.STOPPED}

    @property
    def ended(self) -> bool:
        """True if the table is closed, or closed to this device."""
        return self.state is SharedState.CLOSED

    @property
    def hosts(self) -> bool:
        """True if this device has the rights of the host."""
        return self.operates or self.me == self.host

    @property
    def role(self) -> Role:
        """Role of this device."""
        if self.hosts:
            return Role.HOST
        return Role.SEATED if self.seat else Role.ONLOOKER

    @property
    def seat(self) -> str | None:
        """Handle of the own seat."""
        return seat_of(self.me, self.seats)

    def away(self, handle: str) -> bool:
        """Return whether the device of the player with this handle is away."""
        return handle in self.seats and self.seats[handle] not in self.here

    def may_record(self, handle: str) -> bool:
        """Return whether this device may record the turns of the player with this handle."""
        return may(self.role, self.deed(handle), self.recording)

    def deed(self, handle: str) -> Deed:
        """Return what recording a turn of the player with this handle would be."""
        away = self.long_away(handle)
        return deed_of(self.me, handle, self.seats, away=away)

    def long_away(self, handle: str) -> bool:
        """Return whether the phone of a player has been away for a minute."""
        sits = self.seats.get(handle)
        return sits is not None and self.away_seconds.get(sits, 0) >= AWAY_SECONDS

    @property
    def deserted(self) -> bool:
        """True if every phone with a seat has been away for a minute: nobody can say yes."""
        return bool(self.seats) and all(map(self.long_away, self.seats))

    @property
    def inherits(self) -> bool:
        """True if this device is asked to be the host, because that of the host is away."""
        gone = self.away_seconds.get(self.host, 0) >= HOST_AWAY_SECONDS
        here = (member for member in self.seats.values() if member in self.here)
        return gone and next(here, None) == self.me

    @property
    def host_is_back(self) -> bool:
        """True if this device is the host in the place of one who is here again."""
        lent = self.host_before != self.me and self.host_before in self.seats.values()
        return self.me == self.host and lent and self.host_before in self.here


def seat_of(member: int, seats: Mapping[str, int]) -> str | None:
    """Return the handle of the seat of a member, None without a seat."""
    return next((handle for handle, sits in seats.items() if sits == member), None)


def deed_of(member: int, handle: str, seats: Mapping[str, int], *, away: bool) -> Deed:
    """Return what recording a turn of a player is for a member; `away` if the phone is away."""
    sits = seats.get(handle)
    if sits is None:
        return Deed.FREE_TURN
    if sits == member:
        return Deed.OWN_TURN
    return Deed.AWAY_TURN if away else Deed.OTHER_TURN
