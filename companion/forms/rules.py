"""The form for house rules: the state of the list of presets, and of the screen that has it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from companion.core.rules import Rules


@dataclass(frozen=True, slots=True)
class ListState:
    """The state of the list of presets.

    An `unfolded` list shows all rules. `renaming` is the name of the rules that are being renamed;
    `written` is the new name so far, also while rules are being saved. `deleted` are the rules
    deleted last, with their place and name.
    """

    unfolded: bool = False
    renaming: str = ""
    saving: bool = False
    written: str = ""
    deleted: tuple[int, str, Rules] | None = None


@dataclass(frozen=True, slots=True)
class ListForm:
    """A form with a list of presets."""

    presets: ListState = ListState()

    @property
    def folded(self) -> ListState:
        """The state of the list with no rules being saved, renamed or put back."""
        return ListState(self.presets.unfolded)

    def with_written(self, name: str) -> Self:
        """Return a copy with this name written so far."""
        return self.listing(replace(self.presets, written=name))

    def listing(self, presets: ListState) -> Self:
        """Return a copy with the list in another state."""
        return replace(self, presets=presets)


@dataclass(frozen=True, slots=True)
class RulesForm(ListForm):
    """The form of the rules of a series, which are read or changed."""

    changing: bool = False

    def turned_over(self) -> RulesForm:
        """Return a copy that changes the rules if this one reads them, and the reverse."""
        return replace(self, changing=not self.changing)
