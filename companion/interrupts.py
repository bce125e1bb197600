"""Interrupts while the app is being loaded, when there is nothing to finish yet."""

import os
import signal

INTERRUPTED = 130
"""Exit code of a shell for a command that an interrupt ended."""


class LeavingAtOnce:
    """Context in which an interrupt ends the process without a word.

    Python would raise an error in the middle of an import, which others print or swallow.
    """

    def __enter__(self) -> None:
        """Leave at once from now on, unless somebody else takes the signal."""
        self._changed = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._changed:
            signal.signal(signal.SIGINT, _leave)

    def __exit__(self, *_: object) -> None:
        """Raise the error again."""
        if self._changed:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(*_: object) -> None:
    os._exit(INTERRUPTED)
