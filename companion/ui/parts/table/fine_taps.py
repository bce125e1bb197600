"""What a tap does about a fine: ticks it off, lets it go, or takes that back."""

from __future__ import annotations

from companion.core.rounds.events import Charged, FinePaid, Waived
from companion.desk.commands import record
from companion.ui.parts.basics.touch import Tap
from companion.ui.session import Session
from companion.views.at_table.tray import OwedFine


def tick(session: Session, fine: OwedFine) -> Tap:
    """A handler that ticks the fine off, or takes its tick back."""
    return session.tap(_settle, session, fine, FinePaid(fine.turn), f"paid-{fine.turn}")


def let_go(session: Session, fine: OwedFine) -> Tap:
    """A handler that lets the fine go, or takes that back."""
    return session.tap(_settle, session, fine, Waived(fine.turn), f"waive-{fine.turn}")


async def _settle(session: Session, fine: OwedFine, event: FinePaid | Waived, place: str) -> None:
    """The newest step is taken back by an undo, an older one by its opposite."""
    if not fine.settled:
        await session.lay(record(event, fine.number), place)
    elif fine.newest:
        await session.undo(place)
    else:
        await session.ask(record(Charged(fine.turn), fine.number), place=place)
