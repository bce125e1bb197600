"""Seats, dealer, hand sizes and rules of a new or repaired deal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from companion.core.cards import Card
from companion.core.forecast import Entry
from companion.core.names import Colours, colour_of, look_alike, tidy, with_colours
from companion.core.rounds.setup import MOST_PLAYERS, Setup
from companion.core.rules import Rules
from companion.desk.archive import Catalogue
from companion.forms.seating import Place, SeatsForm
from companion.screens.board import face
from companion.screens.house_rules import differences, presets, rule_panels
from companion.views import blocks as b
from companion.views.speech import Person, initial, listed, short
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
class KnownName:
    """A name of earlier evenings. A `seated` one keeps its place among the others."""

    name: str
    seated: bool


@dataclass(frozen=True, slots=True)
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
    entries, colours = catalogue.played_first, _colours(draft, catalogue)
    names = tuple(player.name for player in draft.players)
    last = entries[0].players if entries and draft.before is None and not names else ()
    return SeatsView(
        seats=_seats(draft.places, draft, colours, words),
        seated=_seats(draft.seated, draft, colours, words),
        roster=_roster(draft, entries),
        same_table=last,
        same_table_says=words.say("As last time: {names}", names=listed(last, words)),
        has_room=len(names) < MOST_PLAYERS,
        can_add=draft.has_room and not draft.has_spare,
        remarks=(*_remarks(names, words), *_look_alikes(draft, entries, words)),
        ordering=draft.ordering and len(names) >= _PAIR,
        awaited=draft.awaits_name,
    )


def seated_people(draft: SeatsForm, catalogue: Catalogue) -> tuple[Person, ...]:
    """Return the seated players, clockwise."""
    colours = _colours(draft, catalogue)
    return tuple(
        Person(player.handle, player.name, initial(player.name), colour_of(colours, player.name))
        for player in draft.players
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
        other = next((former for former in known if look_alike(former, name)), name)
        if name not in known and other not in names:
            yield words.say(
                "{other} has played before. If {name} is the same person, spell the "
                "name the same way.",
                name=name,
                other=other,
            )


def dealer_panel(
    draft: SeatsForm, people: Sequence[Person], words: Words, *, cuts: bool
) -> tuple[b.Panel, ...]:
    """Return the choice of the dealer, by a cut if the round `cuts`; none without players."""
    if not people:
        return ()
    options = tuple(
        b.PersonOption(
            f"dealer-{person.handle}",
            person,
            person.name,
            b.Edit("dealt_by", (place.key,)),
            chosen=seat == draft.dealer_seat,
        )
        for seat, (place, person) in enumerate(zip(draft.seated, people, strict=True))
    )
    blocks: list[b.Block] = [b.PeopleChoice(options)]
    if draft.drawn:
        blocks.append(b.Cards(tuple(_drawn(draft, people, words))))
    says = _cut(draft, people, words) or _passed_left(draft, people, words)
    if says:
        blocks.append(b.Text(says, "cut-says", b.Style.STRONG, live=True))
    if cuts:
        again = words.say("Cut again") if draft.drawn else words.say("Cut: the highest card deals")
        blocks.append(
            b.Actions((b.Action("dealer-cut", again, b.Edit("cut"), icon=b.Icon.SHUFFLE),))
        )
    title = words.say("Who deals first?") if cuts else words.say("Who deals?")
    return (b.Panel(tuple(blocks), title, key="first-dealer"),)


def _drawn(draft: SeatsForm, people: Sequence[Person], words: Words) -> Iterator[b.CaptionedCard]:
    """Yield the cards drawn in the cut; the cards of all but the dealer are pale."""
    drawn: dict[int, Card] = dict(draft.drawn)
    for seat, (place, person) in enumerate(zip(draft.seated, people, strict=True)):
        shown, name = face(drawn[place.key], words), f"drawn-{place.key}"
        says, faded = f"{person.name}: {shown.name}", seat != draft.dealer_seat
        yield b.CaptionedCard(shown, name, person.name, "", says, faded=faded)


def _cut(draft: SeatsForm, people: Sequence[Person], words: Words) -> str:
    """Return the result of the cut in words; empty without a cut."""
    if not draft.drawn:
        return ""
    drawn, keys = dict(draft.drawn), [place.key for place in draft.seated]
    dealer, card = people[draft.dealer_seat].name, drawn[keys[draft.dealer_seat]]
    pairs = zip(keys, people, strict=True)
    tied = [person.name for key, person in pairs if drawn[key].rank is card.rank]
    if len(tied) > 1:
        names = listed(tied, words)
        return words.say(
            "{names} cut equal cards and cut again: {name} deals.", names=names, name=dealer
        )
    return words.say("{name} drew {card} and deals.", name=dealer, card=short(card, words))


def _passed_left(draft: SeatsForm, people: Sequence[Person], words: Words) -> str:
    """Return the note that the deal passes left; empty for a picked dealer or a new series."""
    if draft.before is None or draft.dealer_picked:
        return ""
    return words.say("The deal passes left: {name} deals.", name=people[draft.dealer_seat].name)


def hands_panel(draft: SeatsForm, people: Sequence[Person], words: Words) -> tuple[b.Panel, ...]:
    """Return the hand sizes, which can be changed while unfolded; none without players."""
    if not people:
        return ()
    setup, unfolded = draft.setup, "hands" in draft.unfolded
    blocks: list[b.Block] = [
        b.Text(_says(draft, setup, words), "hands-say", b.Style.STRONG, live=True)
    ]
    if unfolded:
        allowed = words.say("For a misdeal that the table lets stand.")
        sizes = zip(people, setup.hand_sizes, strict=True)
        rows = (_hand(seat, person, cards, words) for seat, (person, cards) in enumerate(sizes))
        blocks += [b.Text(allowed, style=b.Style.MUTED), b.List(tuple(rows))]
    if unfolded and draft.sizes and draft.dealt_honestly().setup != setup:
        honest = words.say("Regular hand sizes")
        act = b.Action("honest-deal", honest, b.Edit("dealt_honestly"), b.Emphasis.QUIET)
        blocks.append(b.Actions((act,)))
    change = words.say("Correct the hand sizes")
    blocks.append(folding("change-hands", change, "hands", words, unfolded=unfolded))
    return (b.Panel(tuple(blocks), words.say("Cards dealt"), key="hands"),)


def folding(identifier: str, says: str, panel: str, words: Words, *, unfolded: bool) -> b.Actions:
    """Return the button that opens a panel of the form, or closes it."""
    icon, shown = (b.Icon.FOLD, words.say("Done")) if unfolded else (b.Icon.UNFOLD, says)
    return b.Actions((b.Action(identifier, shown, b.Edit("fold", (panel,)), icon=icon),))


def _hand(seat: int, person: Person, cards: int, words: Words) -> b.Row:
    """Return a player with their number of cards, which can be counted up and down."""
    name = f"hand-{person.handle}"
    less = b.Edit("with_cards", (seat, -1)) if cards > 1 else None
    less_says = words.say("{name}: one card less", name=person.name)
    more_says = words.say("{name}: one card more", name=person.name)
    more = b.Edit("with_cards", (seat, 1))
    counter = b.Counter(
        b.Text(str(cards), name),
        (b.Action(f"{name}-less", "", less, icon=b.Icon.LESS, label=less_says),),
        (b.Action(f"{name}-more", "", more, icon=b.Icon.ADD, label=more_says),),
    )
    return b.Row(person.name, leading=person, counter=counter, key=person.handle)


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


def repaired_seats(
    draft: SeatsForm, recorded: Rules, catalogue: Catalogue, words: Words
) -> tuple[tuple[b.Block, ...], tuple[b.Block, ...]]:
    """Return the dealer, and the seats, hands and rules, of the form for a repair."""
    people = seated_people(draft, catalogue)
    table: tuple[b.Block, ...] = (
        b.Custom("seats", seats_view(draft, catalogue, words)),
        *hands_panel(draft, people, words),
        *_repaired_rules(draft, recorded, words),
    )
    return dealer_panel(draft, people, words, cuts=False), table


def _repaired_rules(draft: SeatsForm, recorded: Rules, words: Words) -> tuple[b.Panel, ...]:
    """Return the changed rules, and unfolded all rules to be changed."""
    view, unfolded = presets(draft.rules, words), "rules" in draft.unfolded
    changes = differences(recorded, draft.rules, words) or words.say("As recorded.")
    change = words.say("Change the rules")
    head: tuple[b.Block, ...] = (
        b.Text(changes, "rules-say", b.Style.MUTED, live=True),
        folding("change-rules", change, "rules", words, unfolded=unfolded),
    )
    if not unfolded:
        return (b.Panel(head, view.title, key="rules"),)
    chosen = b.Panel((*head, *view.blocks(under)), view.title, key="rules")
    return (chosen, *rule_panels(draft.rules, words, under))


def under(rules: Rules) -> b.Edit:
    """Return the intent to choose rules in the form."""
    return b.Edit("under", (rules,))
