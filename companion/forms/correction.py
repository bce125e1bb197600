"""What has been filled in so far for a correction in chips: who pays whom, how many, what for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.core.rounds.events import Account, Paid

MOST: Final = 9999
"""Chips of one correction; whoever owes more writes two."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What has been filled in so far."""

    source: Account | None = None
    target: Account | None = None
    chips: int = 1
    note: str = ""

    def from_(self, source: Account) -> Correction:
        """With who pays; nobody pays themselves."""
        target = None if self.target == source else self.target
        return replace(self, source=source, target=target)

    def to(self, target: Account) -> Correction:
        """With who gets it; nobody pays themselves."""
        source = None if self.source == target else self.source
        return replace(self, source=source, target=target)

    def with_chips(self, more: int) -> Correction:
        """With so many chips more, or fewer, within what can be paid."""
        return replace(self, chips=min(MOST, max(1, self.chips + more)))

    def noted(self, note: str) -> Correction:
        """With what it is for."""
        return replace(self, note=note)

    @property
    def paid(self) -> Paid | None:
        """The fact to record, once both are known."""
        if self.source is None or self.target is None:
            return None
        return Paid(self.source, self.target, self.chips, self.note)
