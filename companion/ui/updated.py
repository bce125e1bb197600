"""What a device tells after an update: what is new, once, on home alone, where nobody is in the
middle of a round.
"""

from __future__ import annotations

from companion.ui.session import Session
from companion.views.whats_new import whats_new


def meet(session: Session) -> None:
    """Take in which version the device showed last; on a first visit nothing is new."""
    seen = session.device.seen
    if seen is None:
        session.begin(session.device.keep_version)
    elif whats_new(seen, session.words):
        session.shown.since = seen


async def put_away(session: Session) -> None:
    """Tell it no more."""
    session.shown.since = None
