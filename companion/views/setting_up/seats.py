"""Seats, dealer and hand sizes of a deal, new or repaired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from companion.core.cards import Card
from companion.core.forecast import Entry
from companion.core.names import Player, look_alike, tidy
from companion.core.rounds.setup import MOST_PLAYERS, Setup
from companion.core.rules import Rules
from companion.forms.seating import Place, SeatsForm
from companion.views.at_table.cards import Face, face
from companion.views.setting_up.house_rules import (
    OptionGroup,
    PresetsView,
    differences,
    option_groups,
    presets,
)
from companion.views.speech import initial, listed, short, tints
from companion.words import Words


@dataclass(frozen=True, slots=True)
class HandLine:
    """How many cards a player was dealt, to be counted up and down."""

    seat: int
    handle: str
    name: str
    initial: str
    tint: int
    cards: int
    less_says: str
    more_says: str


@dataclass(frozen=True, slots=True)
class HandsView:
    """The hands by seat; `says` is the deal in words, `honest` whether it is the one that the
    rules make.
    """

    lines: tuple[HandLine, ...]
    says: str
    honest: bool


def hands_view(draft: SeatsForm, dealers: Sequence[DealerLine], words: Words) -> HandsView:
    """The hands of the deal that was filled in so far."""
    setup = draft.setup
    return HandsView(
        lines=_lines(dealers, setup, words),
        says=_says(draft, setup, words),
        honest=not draft.sizes or draft.dealt_honestly().setup == setup,
    )


def _lines(dealers: Sequence[DealerLine], setup: Setup, words: Words) -> tuple[HandLine, ...]:
    return tuple(
        HandLine(
            seat=seat,
            handle=dealer.handle,
            name=dealer.name,
            initial=dealer.initial,
            tint=dealer.tint,
            cards=cards,
            less_says=words.say("{name}: one card less", name=dealer.name),
            more_says=words.say("{name}: one card more", name=dealer.name),
        )
        for seat, (dealer, cards) in enumerate(zip(dealers, setup.hand_sizes, strict=True))
    )


def _says(draft: SeatsForm, setup: Setup, words: Words) -> str:
    """`11 cards: Ann and Ben · 10 cards: Cem, Dee and Eve`."""
    sizes = sorted(set(setup.hand_sizes), reverse=True)
    if len(sizes) == 1:
        return words.count("{n} card each", "{n} cards each", sizes[0])
    return " · ".join(_who_gets(size, draft, setup, words) for size in sizes)


def _who_gets(size: int, draft: SeatsForm, setup: Setup, words: Words) -> str:
    cards = words.count("{n} card", "{n} cards", size)
    dealt = zip(draft.players, setup.hand_sizes, strict=True)
    names = listed([player.name for player, dealt_to in dealt if dealt_to == size], words)
    return words.say("{cards}: {names}", cards=cards, names=names)


_KNOWN_NAMES: Final = 12
_PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A place at the table, `number` from 1; `says` is what the place is called, and the others
    are the labels of its buttons. `tint` is -1 while nobody sits there. A name that is `settled`
    belongs to a player of the series and stays as it is.
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


@dataclass(frozen=True, slots=True)
class DealerLine:
    """A player who may deal, and the card that was drawn for it."""

    key: int
    handle: str
    name: str
    initial: str
    tint: int
    chosen: bool
    drawn: Face | None


@dataclass(frozen=True, slots=True)
class SeatsView:
    """The seats and who may take them. `same_table` are the players of the last series, to be
    seated in one tap; `dealer_says` tells why that player deals, where nobody was picked.
    """

    seats: tuple[SeatLine, ...]
    seated: tuple[SeatLine, ...]
    roster: tuple[str, ...]
    same_table: tuple[str, ...]
    same_table_says: str
    can_add: bool
    remarks: tuple[str, ...]
    dealers: tuple[DealerLine, ...]
    dealer_title: str
    dealer_says: str
    can_cut: bool


def seats_view(draft: SeatsForm, entries: Sequence[Entry], words: Words) -> SeatsView:
    """The seats for what has been filled in so far."""
    names = tuple(player.name for player in draft.players)
    begins = draft.before is None
    last = entries[0].players if entries and begins and not names else ()
    dealers = _dealers(draft, words)
    return SeatsView(
        seats=_seats(draft.places, draft, words),
        seated=_seats(draft.seated, draft, words),
        roster=_roster(draft, entries),
        same_table=last,
        same_table_says=words.say("As last time: {names}", names=listed(last, words)),
        can_add=draft.has_room and not draft.has_spare,
        remarks=(*_remarks(names, words), *_look_alikes(draft, entries, words)),
        dealers=dealers,
        dealer_title=words.say("Who deals first?") if begins else words.say("Who deals?"),
        dealer_says=_cut(draft, dealers, words) or _passed_left(draft, dealers, words),
        can_cut=begins,
    )


def _tints(draft: SeatsForm) -> Mapping[str, int]:
    """A colour for each handle, as the series will show them: whoever moves to another seat takes
    theirs along.
    """
    pairs = zip(draft.seated, draft.players, strict=True)
    came = [player for _, player in sorted(pairs, key=lambda pair: pair[0].key)]
    return tints(tuple(dict.fromkeys((*draft.known, *came))), draft.opened)


def _seats(places: Sequence[Place], draft: SeatsForm, words: Words) -> tuple[SeatLine, ...]:
    colours, seated = _tints(draft), zip(draft.seated, draft.players, strict=True)
    by_key = {place.key: colours[player.handle] for place, player in seated}
    return tuple(
        _seat(number, place, by_key.get(place.key, -1), words)
        for number, place in enumerate(places, 1)
    )


def _seat(number: int, place: Place, tint: int, words: Words) -> SeatLine:
    says = words.say("Player {number}", number=number)
    name = tidy(place.name) or says
    return SeatLine(
        key=place.key,
        number=number,
        name=place.name,
        initial=initial(tidy(place.name)) or str(number),
        tint=tint,
        settled=bool(place.handle),
        says=says,
        remove_says=words.say("Remove {name}", name=name),
        up_says=words.say("Move {name} up", name=name),
        down_says=words.say("Move {name} down", name=name),
    )


def _roster(draft: SeatsForm, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Known names without who is seated: those of this series, then of the newest others."""
    known: dict[str, str] = {}
    for name in (*(player.name for player in draft.known), *_names(entries)):
        known.setdefault(name.casefold(), name)
    taken = {player.name.casefold() for player in draft.players}
    free = [name for folded, name in known.items() if folded not in taken]
    return tuple(free[:_KNOWN_NAMES]) if len(taken) < MOST_PLAYERS else ()


def _names(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        yield from entry.everybody


def _remarks(names: Sequence[str], words: Words) -> Iterator[str]:
    folded = [name.casefold() for name in names]
    twice = dict.fromkeys(name for name in names if folded.count(name.casefold()) > 1)
    if twice:
        yield words.say(
            "Two players are called {name}. A nickname would tell them apart.",
            name=next(iter(twice)),
        )
    if len(names) == _PAIR:
        yield words.say(
            "With two players hands are no secret: what you do not hold, the other does."
        )


def _look_alikes(draft: SeatsForm, entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """Two players whose names people could take for one, and somebody who was written otherwise
    on an earlier evening.
    """
    names = list(dict.fromkeys(player.name for player in draft.players))
    for name, other in combinations(names, 2):
        if name.casefold() != other.casefold() and look_alike(name, other):
            yield words.say(
                "{name} and {other} look alike. A nickname would tell them apart.",
                name=name,
                other=other,
            )
    known = dict.fromkeys((*(player.name for player in draft.known), *_names(entries)))
    for name in names:
        other = next((one for one in known if look_alike(one, name)), name)
        if name not in known and other not in names:
            yield words.say(
                "{other} has played before. If {name} is the same person, spell the "
                "name the same way.",
                name=name,
                other=other,
            )


def _dealers(draft: SeatsForm, words: Words) -> tuple[DealerLine, ...]:
    drawn, colours, dealer = dict(draft.drawn), _tints(draft), draft.dealer_seat
    return tuple(
        _dealer(place, player, colours, drawn.get(place.key), words, chosen=seat == dealer)
        for seat, (place, player) in enumerate(zip(draft.seated, draft.players, strict=True))
    )


def _dealer(
    place: Place,
    player: Player,
    colours: Mapping[str, int],
    drawn: Card | None,
    words: Words,
    *,
    chosen: bool,
) -> DealerLine:
    return DealerLine(
        key=place.key,
        handle=player.handle,
        name=player.name,
        initial=initial(player.name),
        tint=colours[player.handle],
        chosen=chosen,
        drawn=face(drawn, words) if drawn else None,
    )


def _cut(draft: SeatsForm, dealers: Sequence[DealerLine], words: Words) -> str:
    """What the cut decided, in words; empty where nobody cut."""
    if not draft.drawn:
        return ""
    drawn: dict[int, Card] = dict(draft.drawn)
    dealer = dealers[draft.dealer_seat]
    card = drawn[dealer.key]
    tied = [dealer.name for dealer in dealers if drawn[dealer.key].rank is card.rank]
    if len(tied) > 1:
        return words.say(
            "{names} cut equal cards and cut again: {name} deals.",
            names=listed(tied, words),
            name=dealer.name,
        )
    return words.say("{name} drew {card} and deals.", name=dealer.name, card=short(card, words))


def _passed_left(draft: SeatsForm, dealers: Sequence[DealerLine], words: Words) -> str:
    """That the deal passes left, while it does."""
    if draft.before is None or draft.dealer_picked or not dealers:
        return ""
    return words.say("The deal passes left: {name} deals.", name=dealers[draft.dealer_seat].name)


@dataclass(frozen=True, slots=True)
class RepairedSeats:
    """All of it; `rules_says` is what changes in the rules as recorded, or that nothing does."""

    people: SeatsView
    hands: HandsView
    presets: PresetsView
    groups: tuple[OptionGroup, ...]
    rules_says: str


def repaired_seats(
    draft: SeatsForm, recorded: Rules, entries: Sequence[Entry], words: Words
) -> RepairedSeats:
    """What has been filled in so far."""
    people = seats_view(draft, entries, words)
    changes = differences(recorded, draft.rules, words)
    return RepairedSeats(
        people=replace(people, dealer_title=words.say("Who deals?"), can_cut=False),
        hands=hands_view(draft, people.dealers, words),
        presets=presets(draft.rules, words),
        groups=option_groups(draft.rules, words),
        rules_says=changes or words.say("As recorded."),
    )
