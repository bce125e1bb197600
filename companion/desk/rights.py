"""Rights at a shared table, in one table: who may do what.

All devices take each line alike, so a right depends on the lines before it and on what the room
admitted for the line itself: who was away, a new host, the operator.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, cast

from companion.core.objections import Objection, Why

AWAY_SECONDS = 60
"""Seconds after which others may act in the place of a phone that is away."""
HOST_AWAY_SECONDS = 120
"""Seconds after which another may be the host in the place of one whose phone is away."""
_MEMBER = re.compile(r"[0-9]{1,9}")


class Recording(Enum):
    """Members who may record turns."""

    ALL = "all"
    """Each member records all turns, and takes any of them back."""
    OWN = "own"
    """Each member records the turns of their own seat and of free seats."""


class Role(Enum):
    """Role of a member at a table."""

    HOST = "host"
    SEATED = "seated"
    ONLOOKER = "onlooker"


class Deed(Enum):
    """Something that a member does at a table."""

    OWN_TURN = "a turn of the own seat"
    FREE_TURN = "a turn of a seat without a phone"
    AWAY_TURN = "a turn of a phone that has been away for a minute"
    OTHER_TURN = "a turn of another phone"
    OWN_UNDO = "taking back the own last step"
    AWAY_UNDO = "taking back the last step of a phone that has been away for a minute"
    OTHER_UNDO = "taking back the last step of another phone"
    DECISION = "repair, correction, fine, deal, calling off, end"
    OWN_SEAT = "taking a free seat, leaving the own one"
    AWAY_SEAT = "freeing or handing on the seat of a phone that is away"
    DESERTED_SEAT = "taking a seat while every phone with a seat has been away for a minute"
    ARRANGEMENT = "freeing any seat, removing a phone, who enters turns, closing the table"


_HOST = frozenset({Role.HOST})
_SEATED = _HOST | {Role.SEATED}
_ALL = _SEATED | {Role.ONLOOKER}

RIGHTS: Mapping[Deed, Mapping[Recording, frozenset[Role]]] = {
    Deed.OWN_TURN: {Recording.ALL: _ALL, Recording.OWN: _SEATED},
    Deed.FREE_TURN: {Recording.ALL: _ALL, Recording.OWN: _SEATED},
    Deed.AWAY_TURN: {Recording.ALL: _ALL, Recording.OWN: _SEATED},
    Deed.OTHER_TURN: {Recording.ALL: _ALL, Recording.OWN: _HOST},
    Deed.OWN_UNDO: dict.fromkeys(Recording, _ALL),
    Deed.AWAY_UNDO: {Recording.ALL: _ALL, Recording.OWN: _SEATED},
    Deed.OTHER_UNDO: {Recording.ALL: _ALL, Recording.OWN: _HOST},
    Deed.DECISION: {Recording.ALL: _ALL, Recording.OWN: _SEATED},
    Deed.OWN_SEAT: dict.fromkeys(Recording, _ALL),
    Deed.AWAY_SEAT: dict.fromkeys(Recording, _SEATED),
    Deed.DESERTED_SEAT: dict.fromkeys(Recording, _ALL),
    Deed.ARRANGEMENT: dict.fromkeys(Recording, _HOST),
}
"""Roles that may do a deed, by who records turns; docs/hosting.md has the same table."""


def may(role: Role, deed: Deed, recording: Recording) -> bool:
    """Return whether a role has a right."""
    return role in RIGHTS[deed][recording]


def refuse(role: Role, deed: Deed, recording: Recording, player: str = "") -> Objection | None:
    """Return why a role may not do a deed that concerns a player, by handle, or None."""
    if may(role, deed, recording):
        return None
    if deed in {Deed.OTHER_UNDO, Deed.AWAY_UNDO}:
        return Objection(Why.NOT_YOUR_STEP)
    if deed is Deed.ARRANGEMENT:
        return Objection(Why.HOST_ONLY)
    if role is Role.ONLOOKER:
        return Objection(Why.NOT_SEATED)
    return Objection(Why.NOT_YOUR_TURN, player=player)


@dataclass(frozen=True)
class Admitted:
    """What the room admitted for a line, since it alone knows who is connected.

    `away` are the seconds for which members in whose place the line is said have been away. `host`
    is the host from this line on, None for no change. `operator` is true for the computer that runs
    the room, which has the rights of the host.
    """

    away: Mapping[int, int] = field(default_factory=dict[int, int])
    host: int | None = None
    operator: bool = False

    def is_away(self, member: int | None, seconds: int = AWAY_SECONDS) -> bool:
        """Return whether a member was away for so many seconds."""
        return member is not None and self.away.get(member, -1) >= seconds

    @staticmethod
    def read(content: Any) -> "Admitted":
        """Read what a line of the room has behind its text; anything strange admits nothing."""
        if not isinstance(content, dict):
            return Admitted()
        doc = cast("dict[str, Any]", content)
        away = doc.get("away")
        host = doc.get("host")
        found: dict[int, int] = {}
        if isinstance(away, dict):
            for member, seconds in cast("dict[str, Any]", away).items():
                if _MEMBER.fullmatch(member) and type(seconds) is int:
                    found[int(member)] = seconds
        return Admitted(found, host if type(host) is int else None, doc.get("operator") is True)


NOTHING_ADMITTED = Admitted()
