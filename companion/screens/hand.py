"""The dealt hand of a player, entered for the record or kept on the device of its player alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.core.cards import NO_CARDS, Card, Cards, Suit, at, gather
from companion.core.judge import judge
from companion.core.objections import Objection, Why
from companion.core.rounds.events.cards import Forgotten, HandEntered, Knowing, LaidOut, Seen
from companion.core.rounds.setup import Seat
from companion.core.steps import Recorded
from companion.desk.commands import record
from companion.desk.table import Snapshot
from companion.preferences import Preferences
from companion.screens import blocks as b
from companion.screens.board import face, forgettable, note_menu, noted_cards
from companion.screens.card_notes import card_menus, laid_menu, laid_menus
from companion.screens.cards import HandGrid, Known, RevealCard
from companion.screens.kit import App, Form, OverRound, ScreenFacts, act, edit, submit
from companion.screens.referee import CardsInQuestion
from companion.screens.speech import Person, person, refusal_words, suit_name
from companion.words import Words


@dataclass(frozen=True)
class HandView:
    """A hand of `size` cards to be entered.

    `certain` cards are known to be in the hand, `free` cards can be chosen. `entered` is a notice
    that the hand is known; `forgets` are its cards that can be taken back.
    """

    asks: str
    seat: Seat
    player: Person
    note: str
    says: str
    size: int
    certain: Cards
    free: Cards
    entered: str
    forgets: Cards


def hand_view(snapshot: Snapshot, seat: Seat, words: Words) -> HandView:
    """Return the dealt hand of a player in the last round as far as it is known."""
    round_ = snapshot.round
    player = person(snapshot, round_.setup.players[seat])
    size = round_.setup.hand_sizes[seat]
    holdings = judge(round_).holdings
    entered = round_.knowledge.hands[seat] is not None
    asks = words.count(
        "Tap the card that {name} was dealt.",
        "Tap the {n} cards that {name} was dealt.",
        size,
        name=player.name,
    )
    says = words.say("{name}’s hand", name=player.name)
    known = words.say("{title}: {value}.", title=says, value=words.say("known"))
    return HandView(
        asks=asks,
        seat=seat,
        player=player,
        note=words.say("known") if entered else words.count("{n} card", "{n} cards", size),
        says=says,
        size=size,
        certain=gather(card for card, held in holdings.items() if held.seat == seat),
        free=judge(round_).unknown,
        entered=known if entered else "",
        forgets=round_.knowledge.noted(seat) if entered and forgettable(round_, seat) else NO_CARDS,
    )


@dataclass(frozen=True)
class HandForm(OverRound):
    """The player whose hand is entered, None before the choice, and the cards picked.

    `last` is the card picked last.
    """

    seat: Seat | None
    picked: Cards = NO_CARDS
    last: Cards = NO_CARDS

    def turn_to(self, seat: Seat | None) -> Self:
        """Return the empty form of a player."""
        return type(self)(seat)

    def pick(self, card: Card, free: Cards, room: int) -> Self:
        """Return a copy with one of the `free` cards picked or put back.

        Without `room` it replaces the card picked last.
        """
        picked = self.picked & free
        last = self.last & free
        if card.bit & picked:
            return replace(self, picked=picked & ~card.bit, last=NO_CARDS)
        if picked.bit_count() < room:
            return replace(self, picked=picked | card.bit, last=card.bit)
        return replace(self, picked=picked & ~last | card.bit, last=card.bit) if last else self

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen to enter a hand for the record."""
        night = facts.night
        views = _hands(facts)
        view = views[self.seat or 0]
        picked = _picked(view, self)
        noted = noted_cards(
            night.series, night.round_number, night.round.setup.rules.pack.cards, facts.words
        )
        notes = gather(note.card for note in noted)
        full = bool(view.entered) or picked.bit_count() >= view.size
        grid = _grid(facts, view, picked, "pick", full=full, notes=notes)
        known = b.Notice(view.entered, "hand-known")
        asks = b.Text(view.asks, style=b.Style.MUTED)
        title = facts.say("Enter a hand")
        blocks: b.Blocks = (_players(views, view), known if view.entered else asks, grid)
        footer = _to_record(facts, view, picked)
        if night.round.awaited_hand == view.seat:
            title = facts.say("Lay the hand out")
            blocks = (b.Text(view.says, style=b.Style.MUTED), grid)
            footer = (_lay_out(facts, view, picked),)
        return b.Document(
            title,
            (blocks,),
            b.Ground.BANNER,
            subtitle=facts.say("Round {number}", number=night.round_number),
            footer=footer,
            cards=True,
            menus=(*card_menus(noted, facts.words), *laid_menus(facts)),
        )


@dataclass(frozen=True)
class OwnHandForm(HandForm):
    """The private hand of the player at the device."""

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen of the private hand, or the question for its player.

        At a shared table it is the hand of the seat of this device, which nobody enters for the
        record while the round is in play.
        """
        say, words, views = facts.say, facts.words, _hands(facts)
        alone = facts.night.company is not None
        kept = facts.night.mine is not None
        view = None if self.seat is None else views[self.seat]
        first = refusal_words(Objection(Why.NOT_SEATED), words)
        asks = first if alone else say("Which seat is yours?")
        people = () if alone else (_players(views, view),)
        body: b.Blocks = (b.Text(asks, style=b.Style.MUTED), *people)
        footer: tuple[b.Action, ...] = ()
        if view and view.entered:
            body = (b.Text(view.entered, style=b.Style.MUTED), *people)
        elif view:
            picked = _picked(view, self)
            gone = say("It is gone when this page is closed or reloaded.")
            cards = _grid(facts, view, picked, "hand-pick", full=False, notes=NO_CARDS)
            body = (cards, b.Text(gone, style=b.Style.SMALL))
            footer = _own_actions(view, picked, words, forgets=kept or bool(self.picked))
        choose = edit(HandForm.turn_to, None)
        says = say("Another player")
        another = b.Action("own-player", "", choose, icon=b.Icon.SWITCH_ACCOUNT, label=says)
        return b.Document(
            view.says if view and not alone else say("My hand"),
            ((*body, *_own_choices(facts.preferences, words, alone=alone)),),
            b.Ground.BANNER,
            subtitle=say("Only on this device"),
            beside=(another,) if view and not alone else (),
            footer=footer,
            cards=True,
            menus=tuple(laid_menus(facts)),
        )


def hand(facts: ScreenFacts) -> Form:
    """Return the form of a hand for the record; a hand in play at a shared table is private.

    The hand is that of the player in the route, counted from 1, or the first unknown one. The
    referee asks for the cards of the player who passes. A hand that is laid out is no secret.
    """
    if facts.route.referee and facts.route.number is None:
        return Form(CardsInQuestion(), f"question-{facts.night.revision}")
    round_ = facts.night.round
    first = facts.route.number
    awaited = round_.awaited_hand
    if awaited is not None and first == awaited + 1:
        own = facts.night.mine
        private = own.cards if own and own.seat == awaited else NO_CARDS
        return Form(HandForm(awaited, private), f"lay-out-{facts.seats}-{len(round_.turns)}")
    if facts.night.company and not round_.over:
        return mine(facts)
    known = round_.knowledge.hands
    unknown = next((seat for seat, cards in enumerate(known) if cards is None), 0)
    seat = first - 1 if first and first <= len(known) else unknown
    return Form(HandForm(seat), f"hand-{facts.seats}")


def mine(facts: ScreenFacts) -> Form:
    """Return the form of the private hand of the player at this device.

    At a shared table this is the player whose seat the device has.
    """
    company = facts.night.company
    kept = facts.night.mine
    players = facts.night.round.setup.players
    player = company.seat if company else facts.player
    seat = players.index(player) if player in players else None
    begin = OwnHandForm(seat, kept.cards if kept else NO_CARDS)
    return Form(begin, f"mine-{facts.seats}")


async def know(app: App, knowing: Knowing, number: int) -> None:
    """Record known cards of a round, and go back."""
    below = app.facts.route.parent.path
    await app.ask(record(knowing, number), place="hand", then=below)


async def keep_hand(app: App, player: str, cards: Cards) -> None:
    """Keep the private hand on this device, and go back."""
    await app.keep_hand(player, cards)
    await app.navigation.back()


async def clear_hand(app: App, form: HandForm) -> b.Edit:
    """Forget the private hand, also in the form."""
    await app.forget_hand()
    return edit(HandForm.turn_to, form.seat)


async def cover(app: App, hides: bool) -> None:  # noqa: FBT001 - a fact of the task
    """Cover the private hand at the table, or show it, from now on."""
    await app.prefer(replace(app.facts.preferences, hand_covered=hides))
    await app.show()


def _hands(facts: ScreenFacts) -> tuple[HandView, ...]:
    seats = range(len(facts.night.round.setup.players))
    return tuple(hand_view(facts.night, seat, facts.words) for seat in seats)


def _grid(
    facts: ScreenFacts, view: HandView, picked: Cards, prefix: str, *, full: bool, notes: Cards
) -> b.Custom:
    """Return all cards by suit, with the meaning of a tap: pick it, or correct one of the `notes`.

    A `full` hand accepts no other card.
    """
    words = facts.words
    round_ = facts.night.round
    holdings = judge(round_).holdings
    room = view.size - view.certain.bit_count()

    def shown(card: Card) -> RevealCard:
        named = face(card, words)
        chosen = bool(card.bit & picked)
        noted = bool(card.bit & notes)
        says = named.name
        known = Known.NOTHING
        player: Person | None = None
        if held := holdings.get(card):
            player = person(facts.night, round_.setup.players[held.seat])
            says = words.say("{card}, held by {name}", card=named.name, name=player.name)
            known = Known.HELD if held.seat == view.seat else Known.ELSEWHERE
        intent: b.Intent | None = None
        if noted:
            intent = b.Ask(note_menu(card))
        elif card.bit & round_.layout.laid:
            intent = b.Ask(laid_menu(card))  # if that turn was another card, it stands against it
        elif held is None and (chosen or not full):
            intent = edit(HandForm.pick, card, view.free, room)
        return RevealCard(f"{prefix}-{card}", named, known, player, says, intent, chosen, noted)

    ranks = round_.setup.rules.pack.ranks
    suits = tuple(
        (suit_name(suit, words), tuple(shown(at(suit, rank)) for rank in ranks))
        for suit in reversed(Suit)
    )
    return b.Custom(HandGrid(suits))


def _picked(view: HandView, form: HandForm) -> Cards:
    return form.picked & view.free | view.certain


def _players(views: Sequence[HandView], selected: HandView | None) -> b.PeopleChoice:
    return b.PeopleChoice(
        tuple(
            b.PersonOption(
                f"hand-of-{view.player.handle}",
                view.player,
                view.says,
                edit(HandForm.turn_to, view.seat),
                view.note,
                chosen=view is selected,
                settled=bool(view.entered),
            )
            for view in views
        )
    )


def _to_record(facts: ScreenFacts, view: HandView, picked: Cards) -> tuple[b.Action, ...]:
    """Return the buttons that note some cards, or take back a hand, and that save a whole one."""
    number = facts.night.round_number
    new = picked & ~view.certain
    whole = picked.bit_count() == view.size and not view.entered
    says = facts.count("Note {n} card", "Note {n} cards", new.bit_count())
    seen = act(know, Seen(view.seat, new), number)
    note = b.Action("note-cards", says, seen if new and not whole else None)
    if view.forgets:
        forgets = b.Do(Recorded(number, Forgotten(view.seat, view.forgets)), exact=True)
        note = b.Action("forget-all", facts.say("Take it back"), forgets)
    save = act(know, HandEntered(view.seat, picked), number)
    return note, b.Action(
        "save-hand",
        facts.say("Save"),
        save if whole else None,
        b.Emphasis.PRIMARY,
        beneath=_counted(view, picked, facts.words),
    )


def _lay_out(facts: ScreenFacts, view: HandView, picked: Cards) -> b.Action:
    """Return the button that lays out a complete hand at once (R23)."""
    left = facts.night.round.cards_left[view.seat]
    missing = view.size - picked.bit_count()
    lays = act(know, LaidOut(view.seat, picked), facts.night.round_number)
    return b.Action(
        "lay-out",
        facts.say("Lay the hand out"),
        None if missing else lays,
        b.Emphasis.PRIMARY,
        beneath=facts.say("{n} of {size} cards", n=left - missing, size=left),
    )


def _counted(view: HandView, picked: Cards, words: Words) -> str:
    return words.say("{n} of {size} cards", n=picked.bit_count(), size=view.size)


def _own_choices(preferences: Preferences, words: Words, *, alone: bool) -> b.Blocks:
    """Return the choice how the hand shows, and the way to the record unless `alone`."""
    ways = (
        ("hand-shown", words.say("Shown"), False),
        ("hand-covered", words.say("Hold to look"), True),
    )
    shown = tuple(
        b.Action(name, says, act(cover, hides), chosen=preferences.hand_covered is hides)
        for name, says, hides in ways
    )
    says = words.say("Enter a hand for everybody")
    record = (b.Actions((b.Action("hand-for-all", says, b.Go("../hand")),)),)
    return (b.Choice(shown), *(() if alone else record))


def _own_actions(
    view: HandView, picked: Cards, words: Words, *, forgets: bool
) -> tuple[b.Action, ...]:
    """Return the buttons that forget the hand, and keep a complete one."""
    forget = submit(clear_hand) if forgets else None
    keep = act(keep_hand, view.player.handle, picked)
    return (
        b.Action("forget-hand", words.say("Forget it"), forget),
        b.Action(
            "keep-hand",
            words.say("Save"),
            keep if picked.bit_count() == view.size else None,
            b.Emphasis.PRIMARY,
            beneath=_counted(view, picked, words),
        ),
    )
