"""The seats of a deal: players, dealer and hand sizes of a new, a further or a repaired round.

A form that is not sent off is kept as a draft. The form is a value: each change returns a new form,
and nothing is recorded before the deal. A new series begins with an empty form, a further round
with the last table.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Self, TypeVar, cast

from companion.core.entries import Entry
from companion.core.names import (
    LONGEST,
    Player,
    handle_for,
    tidy,
    uncased,
    with_colours,
    with_people,
)
from companion.core.objections import RulesError
from companion.core.outside import OutsideError, read_json
from companion.core.presets import describe, parse, preset
from companion.core.rounds.round import Round
from companion.core.rounds.setup import MOST_PLAYERS, Setup
from companion.core.rules import JoinPoints, Rules
from companion.core.series import Series, next_dealer
from companion.desk.archive import Catalogue
from companion.screens import blocks as b
from companion.screens.house_rules import differences, presets
from companion.screens.kit import edit
from companion.screens.rule_sets import ListForm, folding, preset_blocks, unfolding_options
from companion.screens.speech import Person, listed, person_among
from companion.words import Words

_FIRST_PLACES = 4


@dataclass(frozen=True)
class Place:
    """A seat to be filled; the key stays with the place when it moves.

    `handle` belongs to a player of the series, whose name is settled.
    """

    key: int
    name: str = ""
    handle: str = ""

    @property
    def taken(self) -> bool:
        """True if the place has a name."""
        return bool(tidy(self.name))


@dataclass(frozen=True)
class SeatsForm(ListForm):
    """The form for a deal.

    `dealer` is the key of the picked dealer's place, None for the dealer by the rules. `known` are
    the players of the series so far,
    and `before` is the previous round, None in a new series. `sizes` are hand sizes by
    seat that the table accepts, empty for an honest deal. `joins` are the points of players who
    join with this deal, if not those by the rules. `date` is the own date of a round dealt already.
    `begun` is the number of places at the start.
    While `ordering`, people move to other seats.
    """

    places: tuple[Place, ...] = tuple(map(Place, range(_FIRST_PLACES)))
    dealer: int | None = None
    rules: Rules = field(default_factory=lambda: preset("bicycle"))
    known: tuple[Player, ...] = ()
    before: Round | None = None
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
        if newest is None or newest.name:
            return None
        return newest.key if newest.key >= self.begun else None

    @property
    def has_room(self) -> bool:
        """True if a further place fits at the table."""
        return len(self.places) < MOST_PLAYERS

    def named(self, key: int, name: str) -> Self:
        """Return a copy with a name at a place."""
        places = (replace(place, name=name) if place.key == key else place for place in self.places)
        return replace(self, places=tuple(places), sizes=())

    def with_place(self) -> Self:
        """Return a copy with an empty place added, if it fits."""
        if not self.has_room:
            return self
        key = max(self.begun, *(place.key + 1 for place in self.places))
        return replace(self, places=(*self.places, Place(key)))

    def seating(self, name: str) -> Self:
        """Return a copy with a name at the first free place, if any."""
        draft = self if len(self.seated) < len(self.places) else self.with_place()
        free = next((place.key for place in draft.places if not place.taken), None)
        return self if free is None else draft.named(free, name)

    def seating_all(self, names: Sequence[str]) -> Self:
        """Return a copy with names at the first free places, in order."""
        draft = self
        for name in names:
            draft = draft.seating(name)
        return draft

    def without(self, key: int) -> Self:
        """Return a copy without a place."""
        places = tuple(place for place in self.places if place.key != key)
        return replace(self, places=places, sizes=())

    def moved(self, key: int, to: int) -> Self:
        """Return a copy with a player in another of the named seats; the others close up."""
        seated = list(self.seated)
        mover = next(place for place in seated if place.key == key)
        seated.remove(mover)
        seated.insert(max(to, 0), mover)
        free = (place for place in self.places if not place.taken)
        return replace(self, places=(*seated, *free), sizes=())

    def dealt_by(self, key: int) -> Self:
        """Return a copy in which the player at a place deals."""
        return replace(self, dealer=key, sizes=())

    def with_cards(self, seat: int, more: int) -> Self:
        """Return a copy with `more` cards added to the hand of a seat, at least 1 card in all."""
        sizes = list(self.setup.hand_sizes)
        sizes[seat] = max(1, sizes[seat] + more)
        return replace(self, sizes=tuple(sizes))

    def dealt_honestly(self) -> Self:
        """Return a copy with the hand sizes of an honest deal (R1)."""
        return replace(self, sizes=())

    def under(self, rules: Rules) -> Self:
        """Return a copy with other house rules."""
        return replace(self, rules=rules)

    def joining(self, points: JoinPoints) -> Self:
        """Return a copy with other points for players who join with this deal."""
        return replace(self, joins=points)

    def reordering(self) -> Self:
        """Return a copy that begins to move people to other seats, or ends that."""
        return replace(self, ordering=not self.ordering)

    def cleared(self, rules: Rules) -> Self:
        """Return an empty form with the given rules."""
        return type(self)(rules=rules)


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


Seats = TypeVar("Seats", bound="SeatsForm")


def next_seats(series: Series, kind: type[Seats]) -> Seats:
    """Return the form for the next round, with the last table."""
    return _seats(series, series.next_setup(), series.rounds[-1], kind)


def dealt_seats(series: Series, kind: type[Seats], number: int | None = None) -> Seats:
    """Return the form for a round as dealt: round `number`, counted from 1, or the last round."""
    number = number or len(series.rounds)
    setup = series.round(number).setup
    before = series.rounds[number - 2] if number > 1 else None
    form = _seats(series, setup, before, kind)
    honest = Setup.dealt(setup.rules, setup.players, setup.dealer).hand_sizes
    sizes = () if setup.hand_sizes == honest else setup.hand_sizes
    dealer = form.places[setup.dealer].key
    unfolded = frozenset({"hands"} if sizes else ())
    return replace(form, dealer=dealer, sizes=sizes, date=setup.date, unfolded=unfolded)


def _seats(series: Series, setup: Setup, before: Round | None, kind: type[Seats]) -> Seats:
    """Return the form with a table of a series."""
    places = tuple(
        Place(key, series.name_of(handle), handle) for key, handle in enumerate(setup.players)
    )
    known = series.players
    begun = len(places)
    return kind(places=places, rules=setup.rules, known=known, before=before, begun=begun)


_LONGEST_DRAFT = 100_000
NOTHING = ""
"""The text of an empty form."""


def draft_text(form: SeatsForm) -> str:
    """Return the names, dealer and rules of a form as JSON."""
    if not form.seated:
        return NOTHING
    keys = [place.key for place in form.seated]
    return json.dumps(
        {
            "names": [place.name for place in form.seated],
            "dealer": keys.index(form.dealer) if form.dealer in keys else None,
            "rules": describe(form.rules),
        }
    )


def read_draft(text: str, empty: Seats) -> Seats:
    """Return the form of a text, or the empty form if the text has none."""
    try:
        found: object = read_json(text, _LONGEST_DRAFT) if text else None
    except OutsideError:
        return empty
    if not isinstance(found, dict):
        return empty
    draft = cast("dict[str, object]", found)
    names = draft.get("names")
    if not isinstance(names, list):
        return empty
    written = [line for name in cast("list[object]", names) if (line := _line(name))]
    form = empty.seating_all(written[:MOST_PLAYERS]).under(_rules(draft.get("rules"), empty.rules))
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


_KNOWN_NAMES = 12
_PAIR = 2


@dataclass(frozen=True)
class SeatLine:
    """A place at the table, with `number` counted from 1.

    `says` is the label of the place, and the others label its buttons. `tint` is -1 for an empty
    place. A `settled` name belongs to a player of the series and cannot be changed.
    """

    key: int
    number: int
    name: str
    initial: str
    tint: int
    settled: bool
    says: str
    remove_says: str
    up_says: str
    down_says: str


@dataclass(frozen=True)
class KnownName:
    """A name of earlier evenings. A `seated` one keeps its place among the others."""

    name: str
    seated: bool


@dataclass(frozen=True)
class SeatsView:
    """The seats, and the names to choose from.

    `same_table` are the players of the last series, to be seated in one tap. While `ordering`,
    people move to other seats. `awaited` is the key of the seat whose name is entered next.
    """

    seats: tuple[SeatLine, ...]
    seated: tuple[SeatLine, ...]
    roster: tuple[KnownName, ...]
    same_table: tuple[str, ...]
    same_table_says: str
    has_room: bool
    can_add: bool
    remarks: tuple[str, ...]
    ordering: bool
    awaited: int | None


def seats_view(draft: SeatsForm, catalogue: Catalogue, words: Words) -> SeatsView:
    """Return the seats of a form."""
    entries = catalogue.played_first
    keys = [place.key for place in draft.seated]
    people = dict(zip(keys, seated_people(draft, catalogue), strict=True))
    names = tuple(player.name for player in draft.players)
    last = entries[0].players if entries and draft.before is None and not names else ()
    return SeatsView(
        seats=_seat_lines(draft.places, people, words),
        seated=_seat_lines(draft.seated, people, words),
        roster=_roster(draft, entries),
        same_table=last,
        same_table_says=words.say("As last time: {names}", names=listed(last, words)),
        has_room=len(names) < MOST_PLAYERS,
        can_add=draft.has_room,
        remarks=tuple(_remarks(draft, entries, words)),
        ordering=draft.ordering and len(names) >= _PAIR,
        awaited=draft.awaits_name,
    )


def seated_people(draft: SeatsForm, catalogue: Catalogue) -> tuple[Person, ...]:
    """Return the seated players, clockwise."""
    # Marks and colours are as they will be once the form is dealt, so those who left count too.
    names = [player.name for player in (*draft.known, *draft.players)]
    people = with_people(catalogue.people, names)
    colours = with_colours(catalogue.colours, names)
    return tuple(
        person_among(people, colours, player.handle, player.name) for player in draft.players
    )


def _seat_lines(
    places: Sequence[Place], people: Mapping[int, Person], words: Words
) -> tuple[SeatLine, ...]:
    return tuple(
        _seat(number, place, people.get(place.key), words) for number, place in enumerate(places, 1)
    )


def _seat(number: int, place: Place, person: Person | None, words: Words) -> SeatLine:
    says = words.say("Player {number}", number=number)
    name = tidy(place.name) or says
    return SeatLine(
        key=place.key,
        number=number,
        name=place.name,
        initial=person.initial if person else str(number),
        tint=person.tint if person else -1,
        settled=bool(place.handle),
        says=says,
        remove_says=words.say("Remove {name}", name=name),
        up_says=words.say("Move {name} up", name=name),
        down_says=words.say("Move {name} down", name=name),
    )


def _roster(draft: SeatsForm, entries: Sequence[Entry]) -> tuple[KnownName, ...]:
    """Return known names: of this series, then of the newest others.

    Players of the last table are left out. A name that was seated since stays in the list, so that
    no other name slides under the finger.
    """
    known: dict[str, str] = {}
    for name in (*(player.name for player in draft.known), *_names(entries)):
        known.setdefault(name.casefold(), name)
    for place in draft.places:
        known.pop(place.name.casefold() if place.handle else "", None)
    taken = {player.name.casefold() for player in draft.players}
    roster = [KnownName(name, folded in taken) for folded, name in known.items()]
    free = [place for place, one in enumerate(roster) if not one.seated]
    return tuple(roster[: free[_KNOWN_NAMES]] if len(free) > _KNOWN_NAMES else roster)


def _names(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        yield from entry.everybody


def _remarks(draft: SeatsForm, entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """Yield warnings of a name given twice, and of other spellings in earlier series."""
    names = [player.name for player in draft.players]
    twice = [pair for pair in combinations(names, 2) if uncased(pair[0]) == uncased(pair[1])]
    if twice:
        name, other = twice[0]
        yield words.say(
            "{name} and {other} look alike: who takes a nickname?", name=name, other=other
        )
    known = dict.fromkeys((*(player.name for player in draft.known), *_names(entries)))
    for name in names:
        other = next((former for former in known if uncased(former) == uncased(name)), name)
        if name not in known and other not in names:
            yield words.say("Is {name} the same person as {other}?", name=name, other=other)


def dealer_panel(draft: SeatsForm, people: Sequence[Person], words: Words) -> tuple[b.Panel, ...]:
    """Return the choice of the dealer; none without players."""
    if not people:
        return ()
    choice = dealer_choice(draft, people)
    return (b.Panel((choice,), words.say("Who deals?"), key="first-dealer"),)


def dealer_choice(draft: SeatsForm, people: Sequence[Person]) -> b.PeopleChoice:
    """Return the seated people, one of whom deals."""
    return b.PeopleChoice(
        tuple(
            b.PersonOption(
                f"dealer-{person.handle}",
                person,
                person.name,
                edit(SeatsForm.dealt_by, place.key),
                chosen=seat == draft.dealer_seat,
            )
            for seat, (place, person) in enumerate(zip(draft.seated, people, strict=True))
        )
    )


def hands_panel(draft: SeatsForm, people: Sequence[Person], words: Words) -> tuple[b.Panel, ...]:
    """Return the hand sizes, which can be changed while unfolded; none without players."""
    if not people:
        return ()
    setup = draft.setup
    unfolded = "hands" in draft.unfolded
    blocks: list[b.Block] = [
        b.Text(_says(draft, setup, words), "hands-say", b.Style.STRONG, live=True)
    ]
    if unfolded:
        sizes = zip(people, setup.hand_sizes, strict=True)
        rows = (_hand(seat, person, cards, words) for seat, (person, cards) in enumerate(sizes))
        blocks.append(b.List(tuple(rows)))
    if unfolded and draft.sizes and draft.dealt_honestly().setup != setup:
        honest = words.say("Regular hand sizes")
        act = b.Action("honest-deal", honest, edit(SeatsForm.dealt_honestly), b.Emphasis.QUIET)
        blocks.append(b.Actions((act,)))
    change = words.say("Misdeal? Enter the real hand sizes.")
    blocks.append(folding("change-hands", change, "hands", words, unfolded=unfolded))
    return (b.Panel(tuple(blocks), words.say("Cards dealt"), key="hands"),)


def _hand(seat: int, person: Person, cards: int, words: Words) -> b.Row:
    """Return a player with their number of cards, which can be counted up and down."""
    name = f"hand-{person.handle}"
    less = edit(SeatsForm.with_cards, seat, -1) if cards > 1 else None
    less_says = words.say("{what}: Less", what=person.name)
    more_says = words.say("{what}: More", what=person.name)
    more = edit(SeatsForm.with_cards, seat, 1)
    counter = b.stepper(name, b.Text(str(cards), name), (less, less_says), (more, more_says))
    return b.Row(person.name, leading=person, counter=counter, key=person.handle)


def _says(draft: SeatsForm, setup: Setup, words: Words) -> str:
    """Return the hand sizes in words: `11 cards: Ann and Ben · 10 cards: Cem, Dee and Eve`."""
    sizes = sorted(set(setup.hand_sizes), reverse=True)
    if len(sizes) == 1:
        return words.count("{n} card each", "{n} cards each", sizes[0])
    dealt = [*zip((player.name for player in draft.players), setup.hand_sizes, strict=True)]
    return " · ".join(
        words.pair(
            words.count("{n} card", "{n} cards", size),
            listed([name for name, dealt_to in dealt if dealt_to == size], words),
        )
        for size in sizes
    )


def repaired_seats(
    draft: SeatsForm, recorded: Rules, catalogue: Catalogue, words: Words
) -> tuple[b.Blocks, b.Blocks]:
    """Return the dealer, and the seats, hands and rules, of the form for a repair."""
    people = seated_people(draft, catalogue)
    table: b.Blocks = (
        b.Custom(seats_view(draft, catalogue, words)),
        *hands_panel(draft, people, words),
        *_repaired_rules(draft, recorded, words),
    )
    return dealer_panel(draft, people, words), table


def _repaired_rules(draft: SeatsForm, recorded: Rules, words: Words) -> tuple[b.Panel, ...]:
    """Return the changed rules, and unfolded all rules to be changed."""
    changes = differences(recorded, draft.rules, words) or words.say("As before.")
    says = b.Text(changes, "rules-say", b.Style.MUTED, live=True)
    fold, panels = unfolding_options(draft, draft.rules, words, under)
    choice = preset_blocks(draft, draft.rules, words, under) if panels else ()
    title = presets(draft.rules, words).title
    return (b.Panel((says, *fold, *choice), title, key="rules"), *panels)


def under(rules: Rules) -> b.Edit:
    """Return the intent to choose rules in the form."""
    return edit(SeatsForm.under, rules)
