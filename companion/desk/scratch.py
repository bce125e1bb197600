"""A table to try things on: its round is never stored, and nobody else sees it."""

from dataclasses import dataclass

from companion.core.log import Log
from companion.core.people import NOBODY, Renamings
from companion.desk.ports import Stored, at_once
from companion.desk.table import Table

SCRATCH = 0
"""The number of a series that is never stored; those that are count from 1."""


@dataclass(frozen=True)
class _Nowhere:
    """Store of one log, which keeps no further step."""

    log: Log

    def load(self, number: int) -> Stored:  # noqa: ARG002 - there is one series
        """Return the log."""
        return Stored(self.log, len(self.log.steps))

    def save(self, number: int, log: Log) -> None:
        """Keep nothing."""

    def renamings_of(self, number: int) -> Renamings:  # noqa: ARG002 - there is one series
        """Return that nobody was renamed."""
        return NOBODY


def scratch_table(log: Log) -> Table:
    """Return a table that begins with a log and forgets everything with the session."""
    return Table(SCRATCH, _Nowhere(log), at_once, lambda: None)
