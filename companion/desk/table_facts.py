"""Facts about a shared table, one class a kind: its word, who may say it, and what it changes.

A new kind is a class here, its place in `KINDS`, and its frame in the document of the room.
"""

from collections.abc import Collection, Mapping
from dataclasses import astuple, dataclass, fields, replace
from typing import Any, ClassVar, NamedTuple, TypeVar

from companion.core.documents import Doc, checked
from companion.core.objections import Objection, Why
from companion.desk.company import Arrangement
from companion.desk.rights import Admitted, Deed, Recording, Role, may, refuse

_At = TypeVar("_At", bound=Arrangement)


class Saying(NamedTuple):
    """Circumstances in which a member says a fact.

    `players` are the handles in the series, and `steps` the number of steps before. The room has
    `admitted` what it alone knows.
    """

    member: int
    role: Role
    admitted: Admitted
    players: Collection[str]
    steps: int


@dataclass(frozen=True)
class TableFact:
    """Something that a member says about the table."""

    word: ClassVar[str]

    @classmethod
    def read(cls, content: Any) -> "TableFact":
        """Read the fact from what its document has behind the word: its only field, or true.

        :raises ValueError: when that is no such fact
        """
        values = tuple(checked(cls.word, content, part.type) for part in fields(cls))
        if not values and content is not True:
            raise ValueError("a document of an unknown kind")
        return cls(*values)

    @property
    def doc(self) -> Doc:
        """Document of the fact."""
        return {self.word: next(iter(astuple(self)), True)}

    def objection(self, at: Arrangement, by: Saying) -> Objection | None:
        """Return why the member may not say this now, or None; most facts are for the host."""
        return refuse(by.role, Deed.ARRANGEMENT, at.recording)

    def effect(self, at: _At, by: Saying) -> _At:  # noqa: ARG002 - of those that name a member
        """Return the arrangement with the fact.

        :raises ValueError: when the fact names what does not exist
        """
        return at


@dataclass(frozen=True)
class _OfSeat(TableFact):
    """Fact about the seat of a player."""

    handle: str


class SeatTaken(_OfSeat):
    """A member takes a seat and leaves another."""

    word = "seat"

    def objection(self, at: Arrangement, by: Saying) -> Objection | None:
        """Require a free seat of the series, or that every phone with a seat is away."""
        if self.handle not in by.players:
            return Objection(Why.NOT_IN_SERIES, player=self.handle)
        deserted = all(map(by.admitted.is_away, at.seats.values()))
        lent = deserted and may(by.role, Deed.DESERTED_SEAT, at.recording)
        if at.seats.get(self.handle, by.member) != by.member and not lent:
            return Objection(Why.SEAT_TAKEN, player=self.handle)
        return None

    def effect(self, at: _At, by: Saying) -> _At:
        """Return the arrangement with the member there."""
        return _seated(at, by.member, self.handle)


class SeatFreed(_OfSeat):
    """A seat is free: the own one, that of a phone that is away, or for the host any."""

    word = "free"

    def objection(self, at: Arrangement, by: Saying) -> Objection | None:
        """Require the own seat or that of a phone that is away; the host may free any."""
        sits = at.seats.get(self.handle, by.member)
        lent = by.admitted.is_away(sits) and by.role is not Role.ONLOOKER
        return None if sits == by.member or lent else TableFact.objection(self, at, by)

    def effect(self, at: _At, by: Saying) -> _At:
        """Return the arrangement without the member there."""
        sits = at.seats.get(self.handle, by.member)
        seats = {handle: member for handle, member in at.seats.items() if handle != self.handle}
        own = at.seats.get(self.handle) == by.member
        left = {**at.left, self.handle: by.steps} if own else at.left
        return replace(at, seats=seats, freed=at.freed | {sits} - {by.member}, left=left)


class SeatClaimed(_OfSeat):
    """A member without a seat asks for that of a phone that is away."""

    word = "claim"

    def objection(self, at: Arrangement, by: Saying) -> Objection | None:
        """Require a taken seat, and a member without one."""
        asks = self.handle in at.seats and by.member not in at.seats.values()
        return None if asks else Objection(Why.SEAT_TAKEN, player=self.handle)

    def effect(self, at: _At, by: Saying) -> _At:
        """Return the arrangement with the claim."""
        return replace(at, claims={**at.claims, self.handle: by.member})


class SeatGiven(_OfSeat):
    """A seated member gives a seat to the one who asked for it last."""

    word = "agreed"

    def objection(self, at: Arrangement, by: Saying) -> Objection | None:
        """Require a claim, and that the phone with the seat is away."""
        # That of the one who asks may have come back since: any absence counts here.
        gone = by.admitted.is_away(at.seats.get(self.handle), 0)
        if self.handle not in at.claims or by.role is Role.ONLOOKER or not gone:
            return Objection(Why.SEAT_TAKEN, player=self.handle)
        return None

    def effect(self, at: _At, by: Saying) -> _At:  # noqa: ARG002
        """Return the arrangement with the one who asked in the seat."""
        return _seated(at, at.claims[self.handle], self.handle)


@dataclass(frozen=True)
class TurnsBy(TableFact):
    """Who enters turns."""

    word = "recording"
    who: str

    def effect(self, at: _At, by: Saying) -> _At:  # noqa: ARG002
        """Return the arrangement with these rights."""
        return replace(at, recording=Recording(self.who))


@dataclass(frozen=True)
class MemberRemoved(TableFact):
    """A member is removed, and the seat free."""

    word = "removed"
    member: int

    def objection(self, at: Arrangement, by: Saying) -> Objection | None:
        """Require the host, who cannot be removed."""
        stays = self.member in {0, at.host}
        return Objection(Why.HOST_ONLY) if stays else TableFact.objection(self, at, by)

    def effect(self, at: _At, by: Saying) -> _At:  # noqa: ARG002
        """Return the arrangement without the member."""
        removed = at.removed | {self.member}
        return replace(at, seats=_without(at.seats, self.member), removed=removed)


class TableClosed(TableFact):
    """The table is closed for all."""

    word = "closed"

    def effect(self, at: _At, by: Saying) -> _At:  # noqa: ARG002
        """Return the arrangement of a closed table."""
        return replace(at, closed=True)


class HostChanged(TableFact):
    """The member is the host; the room has admitted that with the line."""

    word = "host"

    def objection(self, at: Arrangement, by: Saying) -> Objection | None:  # noqa: ARG002
        """Leave it to the room."""
        return None


KINDS: Mapping[str, type[TableFact]] = {
    kind.word: kind
    for kind in (
        SeatTaken,
        SeatFreed,
        SeatClaimed,
        SeatGiven,
        TurnsBy,
        MemberRemoved,
        TableClosed,
        HostChanged,
    )
}
"""Kinds of facts by their words."""


def _without(seats: Mapping[str, int], member: int) -> dict[str, int]:
    return {handle: sits for handle, sits in seats.items() if sits != member}


def _seated(at: _At, member: int, handle: str) -> _At:
    """Return the arrangement with the member at a seat, and at no other."""
    lent_by = at.host_before
    if lent_by == at.seats.get(handle):  # they are back on another phone
        lent_by = member
    seats = _without(at.seats, member) | {handle: member}
    claims = {seat: asks for seat, asks in at.claims.items() if asks != member and seat != handle}
    freed = (at.freed | {at.seats.get(handle, member)}) - {member}
    left = {seat: steps for seat, steps in at.left.items() if seat not in seats}
    return replace(at, seats=seats, claims=claims, freed=freed, left=left, host_before=lent_by)
