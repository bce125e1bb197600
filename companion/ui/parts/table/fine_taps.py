"""What a tap does about a fine: ticks it off, lets it go, or takes that back."""

from __future__ import annotations

from companion.core.rounds.events import Charged, FinePaid, Waived
from companion.desk.commands import record
from companion.ui.parts.basics.touch import Tap
from companion.ui.session import Session
from companion.views.at_table.tray import OwedFine


def tick(session: Session, fine: OwedFine) -> Tap:
    """A handler that ticks the fine off, or takes its tick back."""
    return session.tap(_change, session, fine, FinePaid(fine.turn), f"paid-{fine.turn}")


def let_go(session: Session, fine: OwedFine) -> Tap:
    """A handler that lets the fine go, or takes that back."""
    return session.tap(_change, session, fine, Waived(fine.turn), f"waive-{fine.turn}")


async def _change(session: Session, fine: OwedFine, event: FinePaid | Waived, place: str) -> None:
    """Record the event, or the charge that takes it back; an undo would take back whatever is
    newest by then, maybe another tap.
    """
    meant = Charged(fine.turn) if fine.closed else event
    await session.lay(record(meant, fine.number), place)
