"""The sessions of pages: those that are connected, and those whose page was closed or whose device
sleeps. These are kept, for their page may come back, but only so long and so many.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from flet.messaging.session import Session

from companion.words import SOURCE, words_in

KEPT_SECONDS = 12 * 60 * 60
"""A phone that sleeps for the night finds its page again."""
MOST_ASLEEP = 32
MOST_CONTROLS = 40_000
"""Of all sessions asleep. A control takes about 2.3 KB: they are the memory of a session."""


class PageSession(Session):
    """A session that tells its page no more of a fault than that there was one."""

    def error(self, message: str) -> None:  # noqa: ARG002 - it holds the traceback
        """Show that the page must be loaded again; Flet has logged the fault already."""
        words = getattr(self.connection, "words", words_in(SOURCE))
        super().error(words.say("Something went wrong. Load the page again."))


class Sessions:
    """All sessions of the server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asleep: dict[str, tuple[Session, float]] = {}

    @property
    def asleep(self) -> int:
        """How many are kept for pages that may come back."""
        return len(self._asleep)

    def wake(self, name: str | None) -> Session | None:
        """The session of that name, if it is asleep; from now on it is not."""
        self.sweep()
        session, _since = self._asleep.pop(name or "", (None, 0.0))
        return session

    async def sleep(self, session: Session) -> None:
        """Keep the session of a page that is gone; the oldest make room."""
        await session.disconnect(KEPT_SECONDS)
        self._asleep[session.id] = (session, self._clock())
        self.sweep()

    def sweep(self) -> None:
        """Close those that were asleep for too long, and the oldest of too many."""
        controls = sum(len(session.index) for session, _since in self._asleep.values())
        for name, (session, since) in list(self._asleep.items()):
            too_old = self._clock() - since > KEPT_SECONDS
            if not (too_old or len(self._asleep) > MOST_ASLEEP or controls > MOST_CONTROLS):
                return
            controls -= len(session.index)
            del self._asleep[name]
            session.close()
