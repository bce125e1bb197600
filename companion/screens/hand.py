"""The dealt hand of a player, entered for the record or kept on the device of its player alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
from companion.screens.board import NotedCard, face, forgettable, note_menu, noted_cards
from companion.screens.card_notes import card_menus, laid_menu, laid_menus
from companion.screens.cards import HandGrid, Known, RevealCard, Suits
from companion.screens.kit import App, Form, OverRound, ScreenFacts, act, edit, submit
from companion.screens.referee import CardsInQuestion
from companion.screens.speech import Person, person, refusal_words, suit_name
from companion.words import Words


@dataclass(frozen=True)
class PickedHand:
    """Cards picked for a hand; `last` is the card picked last."""

    picked: Cards = NO_CARDS
    last: Cards = NO_CARDS

    def toggled(self, card: Cards, free: Cards, room: int) -> PickedHand:
        """Pick a `free` card, or put it back; without `room` it replaces the card picked last."""
        picked = self.picked & free
        last = self.last & free
        if card & picked:
            return PickedHand(picked & ~card)
        if picked.bit_count() < room:
            return PickedHand(picked | card, card)
        return PickedHand(picked & ~last | card, card) if last else self


@dataclass(frozen=True)
class HandView:
    """A hand of `size` cards to be entered.

    `certain` cards are known to be in the hand, `free` cards can be chosen. `entered` is a notice
    that the hand is known. `noted` are the notes on all players that can be taken back; `forgets`
    are the cards of an entered hand that can be.
    """

    title: str
    subtitle: str
    asks: str
    seat: Seat
    player: Person
    note: str
    says: str
    size: int
    certain: Cards
    free: Cards
    noted: tuple[NotedCard, ...]
    entered: str
    forgets: Cards
    number: int


def hand_view(snapshot: Snapshot, number: int, seat: Seat, words: Words) -> HandView:
    """Return the dealt hand of a player in round `number` as far as it is known."""
    round_ = snapshot.series.round(number)
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
        title=words.say("Enter a hand"),
        subtitle=words.say("Round {number}", number=number),
        asks=asks,
        seat=seat,
        player=player,
        note=words.say("known") if entered else words.count("{n} card", "{n} cards", size),
        says=says,
        size=size,
        certain=gather(card for card, held in holdings.items() if held.seat == seat),
        free=judge(round_).unknown,
        noted=noted_cards(snapshot.series, number, round_.setup.rules.pack.cards, words),
        entered=known if entered else "",
        forgets=round_.knowledge.noted(seat) if entered and forgettable(round_, seat) else NO_CARDS,
        number=number,
    )


@dataclass(frozen=True)
class HandForm(OverRound):
    """The player whose hand is entered, None before the choice, and the cards picked."""

    seat: Seat | None
    hand: PickedHand = PickedHand()

    def turn_to(self, seat: Seat | None) -> HandForm:
        """Return the empty form of a player."""
        return replace(self, seat=seat, hand=PickedHand())

    def pick(self, card: Card, free: Cards, room: int) -> HandForm:
        """Return a copy with one of the `free` cards picked or put back."""
        return replace(self, hand=self.hand.toggled(card.bit, free, room))

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen to enter a hand for the record."""
        words, views = facts.words, _hands(facts)
        view = views[self.seat or 0]
        if facts.night.round.awaited_hand == view.seat and view.number == facts.night.round_number:
            return self._to_lay_out(facts, view)
        picked = _picked(view, self)
        known = (b.Notice(view.entered, "hand-known"),)
        asks = (b.Text(view.asks, style=b.Style.MUTED),)
        full = bool(view.entered) or picked.bit_count() >= view.size
        notes = gather(note.card for note in view.noted)
        cards = _grid(facts, view, picked, "pick", full=full, notes=notes)
        grid = b.Custom(HandGrid(cards))
        return b.Document(
            view.title,
            ((_players(views, view), *(known if view.entered else asks), grid),),
            b.Ground.BANNER,
            subtitle=view.subtitle,
            footer=(_note(view, picked, words), _save(view, picked, words)),
            cards=True,
            menus=(*card_menus(view.noted, facts.words), *laid_menus(facts)),
        )

    def _to_lay_out(self, facts: ScreenFacts, view: HandView) -> b.Document:
        """Return the screen on which a hand is entered that is laid out at once (R23)."""
        left = facts.night.round.cards_left[view.seat]
        picked = _picked(view, self)
        missing = view.size - picked.bit_count()
        notes = gather(note.card for note in view.noted)
        grid = _grid(facts, view, picked, "pick", full=not missing, notes=notes)
        lays = act(know, LaidOut(view.seat, picked), view.number)
        save = b.Action(
            "lay-out",
            facts.say("Lay the hand out"),
            None if missing else lays,
            b.Emphasis.PRIMARY,
            beneath=facts.say("{n} of {size} cards", n=left - missing, size=left),
        )
        return b.Document(
            facts.say("Lay the hand out"),
            ((b.Text(view.says, style=b.Style.MUTED), b.Custom(HandGrid(grid))),),
            b.Ground.BANNER,
            subtitle=view.subtitle,
            footer=(save,),
            cards=True,
            menus=(*card_menus(view.noted, facts.words), *laid_menus(facts)),
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
            body = (b.Custom(HandGrid(cards)), b.Text(gone, style=b.Style.SMALL))
            footer = _own_actions(view, picked, words, forgets=kept or bool(self.hand.picked))
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
        return Form(
            HandForm(awaited, PickedHand(private)), f"lay-out-{facts.seats}-{len(round_.turns)}"
        )
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
    begin = OwnHandForm(seat, PickedHand(kept.cards if kept else NO_CARDS))
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
    return tuple(
        hand_view(facts.night, facts.night.round_number, seat, facts.words) for seat in seats
    )


def _grid(
    facts: ScreenFacts, view: HandView, picked: Cards, prefix: str, *, full: bool, notes: Cards
) -> Suits:
    """Return all cards by suit, with the meaning of a tap: pick it, or correct one of the `notes`.

    A `full` hand accepts no other card.
    """
    words = facts.words
    round_ = facts.night.series.round(view.number)
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
    return tuple(
        (suit_name(suit, words), tuple(shown(at(suit, rank)) for rank in ranks))
        for suit in reversed(Suit)
    )


def _picked(view: HandView, form: HandForm) -> Cards:
    return form.hand.picked & view.free | view.certain


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


def _note(view: HandView, picked: Cards, words: Words) -> b.Action:
    """Return the button that notes some cards, or takes back a hand."""
    new = picked & ~view.certain
    whole = picked.bit_count() == view.size and not view.entered
    if view.forgets:
        forgets = b.Do(Recorded(view.number, Forgotten(view.seat, view.forgets)), exact=True)
        return b.Action("forget-all", words.say("Take it back"), forgets)
    note = act(know, Seen(view.seat, new), view.number)
    says = words.count("Note {n} card", "Note {n} cards", new.bit_count())
    return b.Action("note-cards", says, note if new and not whole else None)


def _save(view: HandView, picked: Cards, words: Words) -> b.Action:
    """Return the button that saves a complete hand."""
    save = act(know, HandEntered(view.seat, picked), view.number)
    whole = picked.bit_count() == view.size and not view.entered
    says = words.say("Save")
    counted = _counted(view, picked, words)
    look = b.Emphasis.PRIMARY
    return b.Action("save-hand", says, save if whole else None, look, beneath=counted)


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
