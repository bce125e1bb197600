"""Deleting a series from a device, taking that back, and leaving one that somebody else deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.desk.archive import Catalogue
from companion.words import Words

if TYPE_CHECKING:
    from companion.ui.session import Session


async def delete(session: Session, number: int) -> None:
    """Delete the series and go home, where that can be taken back."""
    await session.requests.alone(lambda: session.archive.remove(number))
    if any(entry.number == number for entry in session.archive.catalogue.removed):
        session.look_away()
        session.shown.deleted = number
        await session.go("/")


async def put_back(session: Session, number: int) -> None:
    """Put back a series that was deleted."""
    await session.requests.alone(lambda: session.archive.put_back(number))
    await session.show()


async def forget(session: Session, number: int) -> None:
    """Delete a series for good."""
    await session.requests.alone(lambda: session.archive.forget(number))
    await session.show()


async def archive(session: Session, number: int, *, whether: bool) -> None:
    """Archive a series and go home, where that can be taken back, or take it out again."""
    await session.requests.alone(lambda: session.archive.archive(number, whether=whether))
    await session.show()
    if whether and number in session.archive.catalogue.archived:
        session.shown.deleted = number
        await session.go("/")


async def take_out(session: Session, number: int) -> None:
    """Take a series out again."""
    await archive(session, number, whether=False)


async def left(session: Session) -> bool:
    """Look no more at a series that was deleted, and go home from its screens, with a word on it;
    whether that was so.
    """
    table, catalogue = session.table, session.archive.catalogue
    if table is None or any(entry.number == table.snapshot.number for entry in catalogue.entries):
        return False
    number, name = table.snapshot.number, table.snapshot.series.name
    session.look_away()
    screen, say = session.shown.screen, session.words.say
    if number != screen.series and not screen.at_table:
        return False
    told = say(
        "“{name}” was deleted on another device. It can be put back here.",
        name=name or say("Fan Tan"),
    )
    await session.go("/", told)
    return True


def why_not_there(number: int, catalogue: Catalogue, words: Words) -> str:
    """Why there is no series of that number to look at."""
    if any(entry.number == number for entry in catalogue.removed):
        return words.say("This series was deleted. It can be put back on the home screen.")
    return words.say("There is no such series.")
