"""A grid of the pack with the known holders.

The grid shows the cards left after a round, and takes the cards of a hand at the table: for the
record, or for the player at the device alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from companion.core.cards import NO_CARDS, Card, Cards, Suit, at, card, gather, spread
from companion.core.judge import Holding, How, judge
from companion.core.rounds.events import Forgotten, HandEntered, Seen, Shown
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat
from companion.core.steps import Recorded
from companion.desk.commands import Reveal
from companion.desk.table import Snapshot
from companion.forms.entries import PickedHand
from companion.preferences import Preferences
from companion.views import blocks as b
from companion.views.at_table.cards import Face, NotedCard, face, forgettable, noted_cards
from companion.views.at_table.passes import hidden, to_ask
from companion.views.speech import Person, person, suit_name
from companion.words import Words


class Known(Enum):
    """The state of a card in the grid; `ELSEWHERE` is outside the entered hand."""

    NOTHING = "nothing"
    HELD = "held"
    DEDUCED = "deduced"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class RevealCard:
    """A card of the grid, with the holder if known."""

    face: Face
    known: Known
    player: Person | None
    says: str


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards under a title, by suit."""

    title: str
    suits: tuple[tuple[str, tuple[RevealCard, ...]], ...]


@dataclass(frozen=True, slots=True)
class CardsLeft:
    """The cards left after a round, those picked, and the meaning of the sign of a deduced card."""

    groups: tuple[CardGroup, ...]
    picked: Cards
    deduced_says: str


@dataclass(frozen=True, slots=True)
class RevealForm:
    """The cards picked to be given to a player."""

    picked: Cards = NO_CARDS

    def toggled(self, code: str) -> RevealForm:
        """Pick the card, or put it back."""
        return RevealForm(self.picked ^ card(code).bit)


def reveal(snapshot: Snapshot, number: int, words: Words, form: RevealForm) -> b.Document:
    """Build the screen of the cards left of round `number`; deciding cards come first."""
    round_ = snapshot.series.rounds[number - 1]
    deciding, holdings = spread(to_ask(round_)), _holdings(round_)
    named = gather(holdings)
    missing, picked = hidden(round_), form.picked & ~named
    counted = words.count("{n} card to name", "{n} cards to name", missing) if missing else ""
    heads = (words.say("Round {number}", number=number), counted)
    asks = b.Text(words.say("Tap one card or several, then who held them."), style=b.Style.MUTED)
    can_undo = snapshot.can_undo and _showed_last(snapshot, number)
    undo = words.say("Undo the last step")
    done = b.Action("done", words.say("Done"), b.Back(), b.Emphasis.PRIMARY)
    options = b.PeopleChoice(tuple(_options(snapshot, number, picked, words)))
    return b.Document(
        title=words.say("Cards left"),
        subtitle=" · ".join(filter(None, heads)),
        ground=b.Ground.BANNER,
        columns=(
            (
                asks if missing else b.Notice(words.say("All cards left are known."), "all-known"),
                b.Custom("cards_left", _cards_left(snapshot, number, deciding, picked, words)),
            ),
            *([(options,)] if missing else []),
        ),
        pinned=bool(missing),
        footer=() if missing else (done,),
        beside=(
            b.Action("undo", "", b.Undo() if can_undo else None, icon=b.Icon.UNDO, label=undo),
        ),
    )


def _holdings(round_: Round) -> dict[Card, Holding]:
    """Return the known holders of cards; after a round by its result, those of the cards left."""
    found = judge(round_).holdings
    if not round_.by_result:
        return found
    return {card: holding for card, holding in found.items() if holding.how is How.SHOWN}


def _showed_last(snapshot: Snapshot, number: int) -> bool:
    """Return whether the last step showed cards of round `number`."""
    last = snapshot.log.steps[-1]
    if not isinstance(last, Recorded) or last.number != number:
        return False
    return isinstance(last.event, Seen | Shown)


def _cards_left(
    snapshot: Snapshot, number: int, deciding: tuple[Card, ...], picked: Cards, words: Words
) -> CardsLeft:
    """Return the cards that were not laid, with the holders as far as known."""
    round_ = snapshot.series.rounds[number - 1]
    holdings = _holdings(round_)
    left = spread(round_.setup.rules.pack.cards & ~round_.layout.laid)
    if round_.by_result and not hidden(round_):
        left = spread(gather(holdings))

    def shown(card: Card) -> RevealCard:
        named, holding = face(card, words), holdings.get(card)
        if holding is None:
            says = words.say("{card}, holder unknown", card=named.name)
            return RevealCard(named, Known.NOTHING, None, says)
        holder = person(snapshot, round_.setup.players[holding.seat])
        says = words.say("{card}, held by {name}", card=named.name, name=holder.name)
        known = Known.DEDUCED if holding.how is How.COUNTED else Known.HELD
        return RevealCard(named, known, holder, says)

    suits = tuple(
        (suit_name(suit, words), tuple(map(shown, cards)))
        for suit in reversed(Suit)
        if (cards := [card for card in left if card.suit is suit and card not in deciding])
    )
    first = words.count("This card decides:", "These cards decide:", len(deciding))
    groups = [CardGroup(first, (("deciding", tuple(map(shown, deciding))),))] if deciding else []
    if suits:
        groups.append(CardGroup(words.say("The others") if deciding else "", suits))
    deduced = any(card in holdings and holdings[card].how is How.COUNTED for card in left)
    return CardsLeft(tuple(groups), picked, words.say("follows from the rest") if deduced else "")


def _options(
    snapshot: Snapshot, number: int, picked: Cards, words: Words
) -> Iterator[b.PersonOption]:
    """Yield the players with cards left, who can be given the cards picked."""
    round_ = snapshot.series.rounds[number - 1]
    left, holdings = ~round_.layout.laid, _holdings(round_).values()
    for seat, handle in enumerate(round_.setup.players):
        if not round_.cards_left[seat]:
            continue
        known = sum(held.seat == seat and bool(held.card.bit & left) for held in holdings)
        missing = round_.cards_left[seat] - known
        holder = person(snapshot, handle)
        count = picked.bit_count()
        fits = bool(picked) and (count == missing if round_.by_result else count <= missing)
        yield b.PersonOption(
            f"reveal-to-{holder.handle}",
            holder,
            words.count(
                "{name}, {n} card to name", "{name}, {n} cards to name", missing, name=holder.name
            ),
            b.Do(Reveal(seat, picked, number), exact=True) if fits else None,
            words.say("{n} to name", n=missing) if missing else words.say("all"),
            settled=not missing,
        )


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand of `size` cards to be entered.

    `certain` cards are known to be in the hand, `free` cards can be chosen. `some` is a hint that a
    part of the hand can be noted, `entered` a notice that the hand is known. `noted` are the notes
    on all players that can be taken back; `forgets` are the cards of an entered hand that can be.
    """

    title: str
    subtitle: str
    asks: str
    seat: Seat
    player: Person
    note: str
    says: str
    suits: tuple[tuple[str, tuple[RevealCard, ...]], ...]
    some: str
    size: int
    certain: Cards
    free: Cards
    noted: tuple[NotedCard, ...]
    entered: str
    forgets: Cards
    number: int


def hand(snapshot: Snapshot, number: int, seat: Seat, words: Words) -> HandView:
    """Build the screen to enter the dealt hand of a player in round `number`."""
    round_ = snapshot.series.rounds[number - 1]
    player, size = person(snapshot, round_.setup.players[seat]), round_.setup.hand_sizes[seat]
    holdings = judge(round_).holdings
    entered = round_.knowledge.hands[seat] is not None
    asks = words.count(
        "Tap the card that {name} was dealt.",
        "Tap the {n} cards that {name} was dealt.",
        size,
        name=player.name,
    )
    return HandView(
        title=words.say("Enter a hand"),
        subtitle=words.say("Round {number}", number=number),
        asks=asks,
        seat=seat,
        player=player,
        note=words.say("known") if entered else words.count("{n} card", "{n} cards", size),
        says=words.say("{name}’s hand", name=player.name),
        suits=tuple(
            (
                suit_name(suit, words),
                tuple(
                    _choice(snapshot, round_, card, seat, words)
                    for card in (at(suit, rank) for rank in round_.setup.rules.pack.ranks)
                ),
            )
            for suit in reversed(Suit)
        ),
        some=""
        if entered
        else words.say("A single card that {name} showed can be noted, too.", name=player.name),
        size=size,
        certain=gather(card for card, held in holdings.items() if held.seat == seat),
        free=judge(round_).unknown,
        noted=noted_cards(snapshot.series, number, round_.setup.rules.pack.cards, words),
        entered=words.say("{name}’s hand is known.", name=player.name) if entered else "",
        forgets=round_.knowledge.noted(seat) if entered and forgettable(round_, seat) else NO_CARDS,
        number=number,
    )


def _choice(snapshot: Snapshot, round_: Round, card: Card, seat: Seat, words: Words) -> RevealCard:
    named, held = face(card, words), judge(round_).holdings.get(card)
    if held is None:
        return RevealCard(named, Known.NOTHING, None, named.name)
    player = person(snapshot, round_.setup.players[held.seat])
    says = words.say("{card}, held by {name}", card=named.name, name=player.name)
    return RevealCard(named, Known.HELD if held.seat == seat else Known.ELSEWHERE, player, says)


@dataclass(frozen=True, slots=True)
class PickedCards:
    """All cards by suit, of which some are `picked`; a `full` hand accepts no other.

    Identifiers are the `prefix` and the code of the card. A tap changes the form by `toggled`, with
    the code and these `args`, or leads to the note of a `noted` card.
    """

    prefix: str
    suits: tuple[tuple[str, tuple[RevealCard, ...]], ...]
    picked: Cards
    full: bool = False
    noted: Cards = NO_CARDS
    args: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class HandForm:
    """The player whose hand is entered, None before the choice, and the cards picked."""

    seat: Seat | None
    hand: PickedHand = PickedHand()  # noqa: RUF009 - a frozen value

    def turn_to(self, seat: Seat | None) -> HandForm:
        """Return the empty form of a player."""
        return HandForm(seat)

    def toggled(self, code: str, free: Cards, room: int) -> HandForm:
        """Return a copy with one of the `free` cards picked or put back."""
        return replace(self, hand=self.hand.toggled(card(code).bit, free, room))


def entering(views: Sequence[HandView], words: Words, form: HandForm) -> b.Document:
    """Return the screen to enter a hand for the record."""
    view = views[form.seat or 0]
    picked = _picked(view, form)
    known = (b.Notice(view.entered, "hand-known"),)
    asks = tuple(b.Text(says, style=b.Style.MUTED) for says in (view.asks, view.some))
    full = bool(view.entered) or picked.bit_count() >= view.size
    noted = gather(note.card for note in view.noted)
    cards = PickedCards("pick", view.suits, picked, full, noted, _room(view))
    return b.Document(
        view.title,
        ((_players(views, view), *(known if view.entered else asks), b.Custom("hand", cards)),),
        b.Ground.BANNER,
        subtitle=view.subtitle,
        footer=(_note(view, picked, words), _save(view, picked, words)),
        cards=True,
    )


def _picked(view: HandView, form: HandForm) -> Cards:
    return form.hand.picked & view.free | view.certain


def _room(view: HandView) -> tuple[Cards, int]:
    """Return the cards that can be picked, and the number of them that the hand has room for."""
    return view.free, view.size - view.certain.bit_count()


def _players(views: Sequence[HandView], selected: HandView | None) -> b.PeopleChoice:
    return b.PeopleChoice(
        tuple(
            b.PersonOption(
                f"hand-of-{view.player.handle}",
                view.player,
                view.says,
                b.Edit("turn_to", (view.seat,)),
                view.note,
                chosen=view is selected,
                settled=bool(view.entered),
            )
            for view in views
        )
    )


def _note(view: HandView, picked: Cards, words: Words) -> b.Action:
    """Return the button that notes some cards, or takes back a hand."""
    new, whole = picked & ~view.certain, picked.bit_count() == view.size and not view.entered
    if view.forgets:
        forgets = b.Do(Recorded(view.number, Forgotten(view.seat, view.forgets)), exact=True)
        return b.Action("forget-all", words.say("Take the hand back"), forgets)
    if not new or whole:
        return b.Action("note-cards", words.say("Note cards"), None)
    says = words.count("Note {n} card", "Note {n} cards", new.bit_count())
    return b.Action("note-cards", says, b.Act("know", (Seen(view.seat, new), view.number)))


def _save(view: HandView, picked: Cards, words: Words) -> b.Action:
    """Return the button that saves a complete hand."""
    act = b.Act("know", (HandEntered(view.seat, picked), view.number))
    whole = picked.bit_count() == view.size and not view.entered
    says, counted = words.say("Save the hand"), _counted(view, picked, words)
    look = b.Emphasis.PRIMARY
    return b.Action("save-hand", says, act if whole else None, look, beneath=counted)


def _counted(view: HandView, picked: Cards, words: Words) -> str:
    return words.say("{n} of {size} cards", n=picked.bit_count(), size=view.size)


def own_hand(
    views: Sequence[HandView],
    preferences: Preferences,
    words: Words,
    form: HandForm,
    *,
    kept: bool,
    alone: bool,
) -> b.Document:
    """Return the screen of the private hand of a player, or the question for the player.

    A `kept` hand can be forgotten. With `alone` there is no other player, and no way to the record.
    """
    say, seat = words.say, form.seat
    view = None if seat is None else views[seat]
    asks = say("Take a seat at this table first.") if alone else say("Which player are you?")
    people = () if alone else (_players(views, view),)
    body: tuple[b.Block, ...] = (b.Text(asks, style=b.Style.MUTED), *people)
    footer: tuple[b.Action, ...] = ()
    if view and view.entered:
        body = (b.Text(view.entered, style=b.Style.MUTED), *people)
    elif view:
        picked = _picked(view, form)
        cards = PickedCards("hand-pick", view.suits, picked, args=_room(view))
        gone = say("It is gone when this page is closed or reloaded.")
        body = (b.Custom("hand", cards), b.Text(gone, style=b.Style.SMALL))
        footer = _own_actions(view, picked, words, forgets=kept or bool(form.hand.picked))
    another = b.Action(
        "own-player",
        "",
        b.Edit("turn_to", (None,)),
        icon=b.Icon.SWITCH_ACCOUNT,
        label=say("Another player"),
    )
    return b.Document(
        view.says if view and not alone else say("My hand"),
        ((*body, *_own_choices(preferences, words, alone=alone)),),
        b.Ground.BANNER,
        subtitle=say("Only on this device"),
        beside=(another,) if view and not alone else (),
        footer=footer,
        cards=True,
    )


def _own_choices(preferences: Preferences, words: Words, *, alone: bool) -> tuple[b.Block, ...]:
    """Return the choice how the hand shows, and the way to the record unless `alone`."""
    ways = (
        ("hand-shown", words.say("Shown"), False),
        ("hand-covered", words.say("Hold to look"), True),
    )
    shown = tuple(
        b.Action(name, says, b.Act("cover", (hides,)), chosen=preferences.hand_covered is hides)
        for name, says, hides in ways
    )
    title = b.Text(words.say("At the table"), style=b.Style.MUTED)
    says = words.say("Enter a hand for the record")
    record = (b.Actions((b.Action("hand-for-all", says, b.Go("../hand")),)),)
    return (title, b.Choice(shown), *(() if alone else record))


def _own_actions(
    view: HandView, picked: Cards, words: Words, *, forgets: bool
) -> tuple[b.Action, ...]:
    """Return the buttons that forget the hand, and keep a complete one."""
    forget = b.Act("clear_hand") if forgets else None
    keep = b.Act("keep_hand", (view.player.handle, picked))
    return (
        b.Action("forget-hand", words.say("Forget it"), forget),
        b.Action(
            "keep-hand",
            words.say("Keep my hand"),
            keep if picked.bit_count() == view.size else None,
            b.Emphasis.PRIMARY,
            beneath=_counted(view, picked, words),
        ),
    )
