"""The form for a deal: players in their seats, the dealer and the rules.

A form that is not sent off is kept as a draft.

The form is a value: each change returns a new form, and nothing is recorded before the deal. A new
series begins with an empty form, a further round with the last table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random, SystemRandom
from typing import Final, Self, cast

from companion.core.cards import Card
from companion.core.names import LONGEST, Player, handle_for, tidy
from companion.core.objections import RulesError
from companion.core.presets import describe, parse, preset
from companion.core.rounds.setup import MOST_PLAYERS, Setup, cut
from companion.core.rules import JoinPoints, Rules
from companion.core.series import Series, next_dealer


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
    """A form with a list of presets; `unfolded` are the names of the open panels."""

    presets: ListState = ListState()
    unfolded: frozenset[str] = frozenset()

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

    def fold(self, panel: str) -> Self:
        """Return a copy with a panel opened or closed."""
        return replace(self, unfolded=self.unfolded ^ {panel})


@dataclass(frozen=True, slots=True)
class RulesForm(ListForm):
    """The form of the rules of a series, which are read or changed."""

    changing: bool = False

    def turned_over(self) -> RulesForm:
        """Return a copy that changes the rules if this one reads them, and the reverse."""
        return replace(self, changing=not self.changing)


_FIRST_PLACES: Final = 4
_CHANCE: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class Place:
    """A seat to be filled; the key stays with the place when it moves.

    `handle` belongs to a player of the series, whose name is settled. A `spare` place appeared
    by itself below the last name.
    """

    key: int
    name: str = ""
    handle: str = ""
    spare: bool = False

    @property
    def taken(self) -> bool:
        """True if the place has a name."""
        return bool(tidy(self.name))


@dataclass(frozen=True, slots=True)
class SeatsForm(ListForm):
    """The form for a deal.

    `dealer` is the key of the picked dealer's place, None for the dealer by the rules; `drawn` are
    the cards by place if the first deal was cut for. `known` are the players of the series so far,
    and `before` is the setup of the previous round, None in a new series. `sizes` are hand sizes by
    seat that the table accepts, empty for an honest deal. `joins` are the points of players who
    join with this deal, if not those by the rules. `date` is the own date of a round dealt already.
    `begun` is the number of places at the start.
    While `ordering`, people move to other seats.
    """

    places: tuple[Place, ...] = tuple(map(Place, range(_FIRST_PLACES)))
    dealer: int | None = None
    drawn: tuple[tuple[int, Card], ...] = ()
    title: str | None = None
    rules: Rules = field(default_factory=lambda: preset("bicycle"))
    known: tuple[Player, ...] = ()
    before: Setup | None = None
    sizes: tuple[int, ...] = ()
    joins: JoinPoints | None = None
    date: str = ""
    begun: int = _FIRST_PLACES
    ordering: bool = False

    @property
    def seated(self) -> tuple[Place, ...]:
        """The places with a name, clockwise."""
        return tuple(place for place in self.places if place.taken)

    @property
    def players(self) -> tuple[Player, ...]:
        """The seated players, clockwise, each with their handle in the series."""
        return tuple(_people(self.seated, self.known))

    @property
    def dealer_picked(self) -> bool:
        """True if a dealer was picked who is seated."""
        return any(place.key == self.dealer for place in self.seated)

    @property
    def dealer_seat(self) -> int:
        """The seat of the dealer among the named places: by default the deal passes left (R1)."""
        keys = [place.key for place in self.seated]
        if self.dealer in keys:
            return keys.index(self.dealer)
        if self.before is None or not keys:
            return 0
        return next_dealer(self.before, tuple(player.handle for player in self.players))

    @property
    def setup(self) -> Setup:
        """The deal of the form, possible or not: see `Setup.objection`."""
        handles = tuple(player.handle for player in self.players)
        if not handles:
            return Setup(self.rules, (), 0, ())
        honest = Setup.dealt(self.rules, handles, self.dealer_seat)
        return replace(honest, hand_sizes=self.sizes or honest.hand_sizes, date=self.date)

    @property
    def awaits_name(self) -> int | None:
        """The key of an added place without a name; None if there is none."""
        newest = max(self.places, key=lambda place: place.key, default=None)
        if newest is None or newest.spare or newest.name:
            return None
        return newest.key if newest.key >= self.begun else None

    @property
    def has_room(self) -> bool:
        """True if a further place fits at the table."""
        return len(self.places) < MOST_PLAYERS

    @property
    def has_spare(self) -> bool:
        """True if the last place is spare and has no name."""
        last = self.places[-1] if self.places else None
        return last is not None and last.spare and not last.taken

    def named(self, key: int, name: str) -> SeatsForm:
        """Return a copy with a name at a place."""
        places = (replace(place, name=name) if place.key == key else place for place in self.places)
        return replace(self, places=tuple(places), drawn=(), sizes=())

    def written(self, key: int, name: str) -> SeatsForm:
        """Return a copy with a half-written name at a place, and a spare place below the last name.

        The spare field exists before anybody moves on to it, so that no letter is lost.
        """
        draft = self.named(key, name)
        last = draft.places[-1] if draft.places else None
        behind = last is not None and last.key == key and last.taken and draft.has_room
        return (
            replace(draft, places=(*draft.places, draft.new_place(spare=True))) if behind else draft
        )

    def with_place(self) -> SeatsForm:
        """Return a copy with an empty place added: the spare place, or a new place if it fits."""
        if self.has_spare:
            taken = replace(self.places[-1], spare=False)
            return replace(self, places=(*self.places[:-1], taken))
        if not self.has_room:
            return self
        return replace(self, places=(*self.places, self.new_place()))

    def new_place(self, *, spare: bool = False) -> Place:
        """Return a place with a new key."""
        key = max(self.begun, *(place.key + 1 for place in self.places))
        return Place(key, spare=spare)

    def seating(self, name: str) -> SeatsForm:
        """Return a copy with a name at the first free place, if any."""
        draft = self if len(self.seated) < len(self.places) else self.with_place()
        free = next((place.key for place in draft.places if not place.taken), None)
        return self if free is None else draft.named(free, name)

    def seating_all(self, names: Sequence[str]) -> SeatsForm:
        """Return a copy with names at the first free places, in order."""
        draft = self
        for name in names:
            draft = draft.seating(name)
        return draft

    def without(self, key: int) -> SeatsForm:
        """Return a copy without a place."""
        places = tuple(place for place in self.places if place.key != key)
        return replace(self, places=places, drawn=(), sizes=())

    def moved(self, key: int, to: int) -> SeatsForm:
        """Return a copy with a player in another of the named seats; the others close up."""
        seated = list(self.seated)
        mover = next(place for place in seated if place.key == key)
        seated.remove(mover)
        seated.insert(max(to, 0), mover)
        free = (place for place in self.places if not place.taken)
        return replace(self, places=(*seated, *free), sizes=())

    def dealt_by(self, key: int) -> SeatsForm:
        """Return a copy in which the player at a place deals."""
        return replace(self, dealer=key, drawn=(), sizes=())

    def with_cards(self, seat: int, more: int) -> SeatsForm:
        """Return a copy with `more` cards added to the hand of a seat, at least 1 card in all."""
        sizes = list(self.setup.hand_sizes)
        sizes[seat] = max(1, sizes[seat] + more)
        return replace(self, sizes=tuple(sizes))

    def dealt_honestly(self) -> SeatsForm:
        """Return a copy with the hand sizes of an honest deal (R1)."""
        return replace(self, sizes=())

    def cut(self, chance: Random = _CHANCE) -> SeatsForm:
        """Return a copy with the first deal cut for: the highest card deals (R1)."""
        seated = self.seated
        if not seated:
            return self
        seat, cards = cut(self.rules.pack, len(seated), chance)
        drawn = tuple((place.key, card) for place, card in zip(seated, cards, strict=True))
        return replace(self, dealer=seated[seat].key, drawn=drawn)

    def under(self, rules: Rules) -> SeatsForm:
        """Return a copy with other house rules."""
        return replace(self, rules=rules)

    def titled(self, title: str) -> SeatsForm:
        """Return a copy with a name for the series."""
        return replace(self, title=title)

    def joining(self, points: JoinPoints) -> SeatsForm:
        """Return a copy with other points for players who join with this deal."""
        return replace(self, joins=points)

    def reordering(self) -> SeatsForm:
        """Return a copy that begins to move people to other seats, or ends that."""
        return replace(self, ordering=not self.ordering)

    def cleared(self, rules: Rules) -> SeatsForm:
        """Return an empty form with the given rules."""
        return SeatsForm(rules=rules)


def _people(places: Sequence[Place], known: Sequence[Player]) -> Iterator[Player]:
    """Yield the player at each place: known by handle or by name, else new."""
    seated = {place.handle for place in places}
    settled = {player.handle: player for player in known}
    away = [player for player in known if player.handle not in seated]
    taken = list(settled)
    for place in places:
        name = tidy(place.name)
        returning = next(
            (player for player in away if player.name.casefold() == name.casefold()), None
        )
        if place.handle in settled:
            yield settled[place.handle]
        elif returning:
            away.remove(returning)
            yield returning
        else:
            taken.append(handle_for(name, taken))
            yield Player(taken[-1], name)


def next_seats(series: Series) -> SeatsForm:
    """Return the form for the next round, with the last table."""
    return _seats(series, series.next_setup(), series.rounds[-1].setup)


def dealt_seats(series: Series, number: int | None = None) -> SeatsForm:
    """Return the form for a round as dealt: round `number`, counted from 1, or the last round."""
    number = number or len(series.rounds)
    setup = series.rounds[number - 1].setup
    form = _seats(series, setup, series.rounds[number - 2].setup if number > 1 else None)
    honest = Setup.dealt(setup.rules, setup.players, setup.dealer).hand_sizes
    sizes = () if setup.hand_sizes == honest else setup.hand_sizes
    dealer, unfolded = form.places[setup.dealer].key, frozenset({"hands"} if sizes else ())
    return replace(form, dealer=dealer, sizes=sizes, date=setup.date, unfolded=unfolded)


def _seats(series: Series, setup: Setup, before: Setup | None) -> SeatsForm:
    """Return the form with a table of a series."""
    places = tuple(
        Place(key, series.name_of(handle), handle) for key, handle in enumerate(setup.players)
    )
    known, begun = series.players, len(places)
    return SeatsForm(places=places, rules=setup.rules, known=known, before=before, begun=begun)


NOTHING = ""
"""The text of an empty form."""


def draft_text(form: SeatsForm) -> str:
    """Return the names, dealer, rules and title of a form as JSON."""
    if not form.seated and not form.title:
        return NOTHING
    keys = [place.key for place in form.seated]
    return json.dumps(
        {
            "names": [place.name for place in form.seated],
            "dealer": keys.index(form.dealer) if form.dealer in keys else None,
            "title": form.title,
            "rules": describe(form.rules),
        }
    )


def read_draft(text: str, rules: Rules) -> SeatsForm:
    """Return the form of a text, or an empty form with the given rules if the text has none."""
    empty = SeatsForm(rules=rules)
    try:
        found: object = json.loads(text) if text else None
    except ValueError:
        return empty
    if not isinstance(found, dict):
        return empty
    draft = cast("dict[str, object]", found)
    names, title = draft.get("names"), draft.get("title")
    if not isinstance(names, list):
        return empty
    written = [line for name in cast("list[object]", names) if (line := _line(name))]
    form = empty.seating_all(written[:MOST_PLAYERS]).under(_rules(draft.get("rules"), rules))
    if line := _line(title):
        form = form.titled(line)
    dealer = draft.get("dealer")
    seats = [place.key for place in form.seated]
    at = dealer if isinstance(dealer, int) else -1
    return form.dealt_by(seats[at]) if at in range(len(seats)) else form


def _line(value: object) -> str:
    """Return a value that is a line of text, cut to the length of a name; else nothing."""
    return value[:LONGEST] if isinstance(value, str) and value.isprintable() else ""


def _rules(words: object, usual: Rules) -> Rules:
    try:
        return parse(words) if isinstance(words, str) else usual
    except RulesError:
        return usual
