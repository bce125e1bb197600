"""Views of the seats, the dealer and the hand sizes of a new or repaired deal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from companion.core.cards import Card
from companion.core.forecast import Entry
from companion.core.names import Colours, Player, colour_of, look_alike, tidy, with_colours
from companion.core.rounds.setup import MOST_PLAYERS, Setup
from companion.core.rules import Rules
from companion.desk.archive import Catalogue
from companion.forms.seating import Place, SeatsForm
from companion.views.at_table.cards import Face, face
from companion.views.setting_up.house_rules import (
    OptionGroup,
    PresetsView,
    differences,
    option_groups,
    presets,
)
from companion.views.speech import initial, listed, short
from companion.words import Words

_KNOWN_NAMES: Final = 12
_PAIR: Final = 2


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class DealerLine:
    """A possible dealer, with the card drawn in the cut."""

    key: int
    handle: str
    name: str
    initial: str
    tint: int
    chosen: bool
    drawn: Face | None


@dataclass(frozen=True, slots=True)
class SeatsView:
    """The seats, and the names to choose from.

    `same_table` are the players of the last series, to be seated in one tap; `dealer_says` is the
    reason for a dealer who was not picked.
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


def seats_view(draft: SeatsForm, catalogue: Catalogue, words: Words) -> SeatsView:
    """Return the seats of a form."""
    entries, colours = catalogue.played_first, _colours(draft, catalogue)
    names = tuple(player.name for player in draft.players)
    begins = draft.before is None
    last = entries[0].players if entries and begins and not names else ()
    dealers = _dealers(draft, colours, words)
    return SeatsView(
        seats=_seats(draft.places, draft, colours, words),
        seated=_seats(draft.seated, draft, colours, words),
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


def _colours(draft: SeatsForm, catalogue: Catalogue) -> Colours:
    """Return the colours as they will be once the form is dealt."""
    names = (player.name for player in (*draft.known, *draft.players))
    return with_colours(catalogue.colours, names)


def _seats(
    places: Sequence[Place], draft: SeatsForm, colours: Colours, words: Words
) -> tuple[SeatLine, ...]:
    seated = zip(draft.seated, draft.players, strict=True)
    by_key = {place.key: colour_of(colours, player.name) for place, player in seated}
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
    """Return known names of players not seated: of this series, then of the newest others."""
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
    """Yield warnings of names that look alike, and of other spellings in earlier series."""
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


def _dealers(draft: SeatsForm, colours: Colours, words: Words) -> tuple[DealerLine, ...]:
    drawn, dealer = dict(draft.drawn), draft.dealer_seat
    return tuple(
        _dealer(place, player, colours, drawn.get(place.key), words, chosen=seat == dealer)
        for seat, (place, player) in enumerate(zip(draft.seated, draft.players, strict=True))
    )


def _dealer(
    place: Place,
    player: Player,
    colours: Colours,
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
        tint=colour_of(colours, player.name),
        chosen=chosen,
        drawn=face(drawn, words) if drawn else None,
    )


def _cut(draft: SeatsForm, dealers: Sequence[DealerLine], words: Words) -> str:
    """Return the result of the cut in words; empty without a cut."""
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
    """Return the note that the deal passes left; empty for a picked dealer or a new series."""
    if draft.before is None or draft.dealer_picked or not dealers:
        return ""
    return words.say("The deal passes left: {name} deals.", name=dealers[draft.dealer_seat].name)


@dataclass(frozen=True, slots=True)
class HandLine:
    """A player's number of dealt cards, to be counted up and down."""

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
    """The hands by seat; `says` is the deal in words, `honest` is True for a deal by the rules."""

    lines: tuple[HandLine, ...]
    says: str
    honest: bool


def hands_view(draft: SeatsForm, dealers: Sequence[DealerLine], words: Words) -> HandsView:
    """Return the hands of the deal of a form."""
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
    """Return the hand sizes in words: `11 cards: Ann and Ben · 10 cards: Cem, Dee and Eve`."""
    sizes = sorted(set(setup.hand_sizes), reverse=True)
    if len(sizes) == 1:
        return words.count("{n} card each", "{n} cards each", sizes[0])
    return " · ".join(_who_gets(size, draft, setup, words) for size in sizes)


def _who_gets(size: int, draft: SeatsForm, setup: Setup, words: Words) -> str:
    cards = words.count("{n} card", "{n} cards", size)
    dealt = zip(draft.players, setup.hand_sizes, strict=True)
    names = listed([player.name for player, dealt_to in dealt if dealt_to == size], words)
    return words.say("{cards}: {names}", cards=cards, names=names)


@dataclass(frozen=True, slots=True)
class RepairedSeats:
    """The seats, hands and rules of a repaired deal; `rules_says` lists the changed rules."""

    people: SeatsView
    hands: HandsView
    presets: PresetsView
    groups: tuple[OptionGroup, ...]
    rules_says: str


def repaired_seats(
    draft: SeatsForm, recorded: Rules, catalogue: Catalogue, words: Words
) -> RepairedSeats:
    """Return the seats, hands and rules of the form for a repair."""
    people = seats_view(draft, catalogue, words)
    changes = differences(recorded, draft.rules, words)
    return RepairedSeats(
        people=replace(people, dealer_title=words.say("Who deals?"), can_cut=False),
        hands=hands_view(draft, people.dealers, words),
        presets=presets(draft.rules, words),
        groups=option_groups(draft.rules, words),
        rules_says=changes or words.say("As recorded."),
    )
