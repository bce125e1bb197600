"""What has been filled in so far for a new series: names in their seats, the dealer, the rules.

The form is a value: each thing a person does to it gives the next one, and nothing is kept until
the series starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from companion.core.cards import Card
from companion.core.cut import cut
from companion.core.names import tidy
from companion.core.presets import preset
from companion.core.rules import Rules
from companion.core.setup import MOST_PLAYERS

_FIRST_PLACES: Final = 4


@dataclass(frozen=True, slots=True)
class Place:
    """A seat to be filled; the key stays with it wherever it moves."""

    key: int
    name: str = ""

    @property
    def taken(self) -> bool:
        """Whether somebody sits there."""
        return bool(tidy(self.name))


@dataclass(frozen=True, slots=True)
class Draft:
    """The form. `dealer` is the key of a place, None for the first player; `drawn` is the card
    that each place drew when the deal was cut for, empty if it was not.
    """

    places: tuple[Place, ...] = tuple(map(Place, range(_FIRST_PLACES)))
    dealer: int | None = None
    drawn: tuple[tuple[int, Card], ...] = ()
    title: str | None = None
    rules: Rules = field(default_factory=lambda: preset("bicycle"))

    @property
    def seated(self) -> tuple[Place, ...]:
        """The places with a name, clockwise."""
        return tuple(each for each in self.places if each.taken)

    @property
    def dealer_seat(self) -> int:
        """Who deals first, as a seat among those with a name."""
        keys = [each.key for each in self.seated]
        return keys.index(self.dealer) if self.dealer in keys else 0

    @property
    def awaits_name(self) -> int | None:
        """The key of a place that was added and has no name yet."""
        newest = max(self.places, key=lambda each: each.key, default=None)
        added = newest is not None and newest.key >= _FIRST_PLACES and not newest.name
        return newest.key if newest is not None and added else None

    @property
    def has_room(self) -> bool:
        """Whether a further place fits at the table."""
        return len(self.places) < MOST_PLAYERS

    def named(self, key: int, name: str) -> Draft:
        """With a name at a place."""
        places = (replace(each, name=name) if each.key == key else each for each in self.places)
        return replace(self, places=tuple(places), drawn=())

    def with_place(self) -> Draft:
        """With an empty place more, if the table has room."""
        if not self.has_room:
            return self
        key = max((each.key for each in self.places), default=-1) + 1
        return replace(self, places=(*self.places, Place(key)))

    def seating(self, name: str) -> Draft:
        """With a player of that name at the first free place, if there is one."""
        draft = self if len(self.seated) < len(self.places) else self.with_place()
        free = next((each.key for each in draft.places if not each.taken), None)
        return self if free is None else draft.named(free, name)

    def seating_all(self, names: Sequence[str]) -> Draft:
        """With these players, one after the other."""
        draft = self
        for name in names:
            draft = draft.seating(name)
        return draft

    def without(self, key: int) -> Draft:
        """With a place left out."""
        places = tuple(each for each in self.places if each.key != key)
        return replace(self, places=places, drawn=())

    def moved(self, key: int, to: int) -> Draft:
        """With a player in another seat, counted among those with a name; the others close up."""
        seated = list(self.seated)
        mover = next(each for each in seated if each.key == key)
        seated.remove(mover)
        seated.insert(max(to, 0), mover)
        free = (each for each in self.places if not each.taken)
        return replace(self, places=(*seated, *free))

    def dealt_by(self, key: int) -> Draft:
        """With the first deal by the player at a place."""
        return replace(self, dealer=key, drawn=())

    def cut(self, chance: Random) -> Draft:
        """With the first deal cut for: the highest card deals (R1)."""
        seated = self.seated
        if not seated:
            return self
        seat, cards = cut(len(seated), chance)
        drawn = tuple((each.key, card) for each, card in zip(seated, cards, strict=True))
        return replace(self, dealer=seated[seat].key, drawn=drawn)

    def under(self, rules: Rules) -> Draft:
        """With other house rules."""
        return replace(self, rules=rules)

    def titled(self, title: str) -> Draft:
        """With a name for the series."""
        return replace(self, title=title)
