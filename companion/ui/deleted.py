"""Deleting and archiving a series from a device, and taking that back."""

from __future__ import annotations

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
