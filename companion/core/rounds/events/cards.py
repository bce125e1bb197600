"""Cards that are known of hands: entered, seen, shown, laid out, and taken back."""

from dataclasses import dataclass, replace

from companion.core.cards import Cards, spread
from companion.core.objections import Objection, Why, phrase
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.position import Event, Played_, Position, handle_of, to_seat
from companion.core.rounds.setup import Knowledge, Seat, with_item
from companion.core.rounds.texts import CardsWords, Players, SeatWord, write_cards

INSTEAD = "then"


@dataclass(frozen=True)
class Knowing(Event):
    """Cards that a player is known to hold or to have held."""

    seat: SeatWord
    cards: CardsWords

    def objection(self, played: Position) -> Objection | None:
        """Return why the rules object to the event, or None."""
        absent = None if played.void else to_seat(played, self.seat)
        return absent or Event.objection(self, played)

    def known(self, now: Knowledge) -> Knowledge:
        """Return the known cards after the event."""
        raise NotImplementedError

    def effect(self, played: Played_) -> Played_:
        """Return the round with these cards known."""
        return played.knowing(self.known(played.knowledge))


@dataclass(frozen=True)
class HandEntered(Knowing):
    """Complete hand as dealt."""

    word = "hand"
    about = phrase("the note about {name}’s cards")

    def against(self, played: Position) -> Objection | None:
        """Require the size of the hand dealt, and every card its player is known to have held."""
        seat = self.seat
        player = handle_of(played, self.seat)
        if played.knowledge.hands[seat] is not None:
            return Objection(Why.CARDS_KNOWN, player=player)
        count = self.cards.bit_count()
        size = played.setup.hand_sizes[seat]
        if count != size:
            return Objection(Why.WRONG_HAND_SIZE, player=player, number=count, expected=size)
        missing = (played.played_by(seat) | played.knowledge.held(seat)) & ~self.cards
        if missing:
            return Objection(Why.NOT_IN_HAND, player=player, card=spread(missing)[0])
        return _to_claim(played, seat, self.cards)

    def known(self, now: Knowledge) -> Knowledge:
        """Return the known cards with the hand."""
        return replace(now, hands=with_item(now.hands, self.seat, self.cards))


@dataclass(frozen=True)
class LaidOut(HandEntered):
    """Complete hand as dealt, the rest of which its player lays out at once (R23).

    The hand and the pass after the last are recorded and taken back together.
    """

    @property
    def turn(self) -> Passed:
        """Pass by which the hand is laid out."""
        return Passed(self.seat)

    def words(self, players: Players) -> str:
        """Write the hand and the pass, e.g. `hand Chi 6H 9S then Chi --`."""
        return f"{HandEntered.words(self, players)} {INSTEAD} {self.turn.words(players)}"

    def against(self, played: Position) -> Objection | None:
        """Return the objection to the hand, or to laying it out now."""
        refusal = HandEntered.against(self, played)
        return refusal or self.turn.objection(HandEntered.effect(self, played))

    def effect(self, played: Played_) -> Played_:
        """Return the round with the hand laid out."""
        return self.turn.effect(HandEntered.effect(self, played))


@dataclass(frozen=True)
class Seen(Knowing):
    """Some cards of a hand as dealt; its other cards are unknown."""

    word = "holds"
    about = phrase("the note about {name}’s cards")

    def against(self, played: Position) -> Objection | None:
        """Require that the seen cards fit into the hand as dealt."""
        seat = self.seat
        cards = self.cards
        if not cards:
            return Objection(Why.NOTHING_SHOWN)
        player = handle_of(played, seat)
        hand = played.knowledge.hands[seat]
        if not cards & ~played.knowledge.seen[seat]:
            return Objection(Why.CARDS_KNOWN, player=player)
        if hand is not None and cards & ~hand:
            return Objection(Why.NOT_IN_HAND, player=player, card=spread(cards & ~hand)[0])
        held = played.played_by(seat) | played.knowledge.held(seat) | cards
        count = held.bit_count()
        size = played.setup.hand_sizes[seat]
        if count > size:
            return Objection(Why.WRONG_HAND_SIZE, player=player, number=count, expected=size)
        return _to_claim(played, seat, cards)

    def known(self, now: Knowledge) -> Knowledge:
        """Return the known cards with those seen."""
        return replace(now, seen=with_item(now.seen, self.seat, now.seen[self.seat] | self.cards))


@dataclass(frozen=True)
class Shown(Knowing):
    """All cards left in a player's hand, shown after the round."""

    word = "left"
    about = phrase("the note about {name}’s cards")

    def against(self, played: Position) -> Objection | None:
        """Require all cards that are left, every card known to be among them included."""
        seat = self.seat
        cards = self.cards
        known = played.knowledge
        if not played.played_out:
            return Objection(Why.ROUND_IN_PLAY)
        if not cards:
            return Objection(Why.NOTHING_SHOWN)
        if cards & played.layout.laid:
            return Objection(Why.ALREADY_LAID, card=spread(cards & played.layout.laid)[0])
        player = handle_of(played, seat)
        hand = known.hands[seat]
        if known.shown[seat]:
            return Objection(Why.CARDS_KNOWN, player=player)
        if hand is not None and cards & ~hand:
            return Objection(Why.NOT_IN_HAND, player=player, card=spread(cards & ~hand)[0])
        count = cards.bit_count()
        left = played.cards_left[seat]
        if count != left:
            return Objection(Why.WRONG_CARDS_LEFT, player=player, number=count, expected=left)
        missing = known.seen[seat] & ~played.layout.laid & ~cards
        laid = played.setup.hand_sizes[seat] - left if played.by_result else 0
        if missing.bit_count() > laid:
            return Objection(Why.HELD_FOR_CERTAIN, player=player, card=spread(missing)[0])
        return _to_claim(played, seat, cards)

    def known(self, now: Knowledge) -> Knowledge:
        """Return the known cards with those shown."""
        return replace(now, shown=with_item(now.shown, self.seat, self.cards))


@dataclass(frozen=True)
class Forgotten(Knowing):
    """Withdrawal of the note that these cards were in a hand.

    `instead` is the event that contradicts the note and is recorded together with the withdrawal:
    one of the cards laid by another player, or noted for another player.
    """

    word = "forget"
    about = phrase("the note about {name}’s cards")
    undoes = True
    young = True
    instead: Played | Seen | None = None

    def words(self, players: Players) -> str:
        """Write the withdrawal, e.g. `forget Cem 6H then Ben 6H`."""
        forgot = f"{self.word} {players[self.seat]} {write_cards(self.cards)}"
        return f"{forgot} {INSTEAD} {self.instead.words(players)}" if self.instead else forgot

    def against(self, played: Position) -> Objection | None:
        """Require that no turn or shown card confirms the note, and that `instead` fits."""
        seat = self.seat
        cards = self.cards
        if not cards:
            return Objection(Why.NOTHING_SHOWN)
        player = handle_of(played, seat)
        proved = played.played_by(seat) | played.knowledge.shown[seat]
        if not cards & ~proved:
            return Objection(Why.HELD_FOR_CERTAIN, player=player, card=spread(cards)[0])
        missing = cards & ~played.knowledge.noted(seat)
        if missing:
            return Objection(Why.NOT_NOTED, player=player, card=spread(missing)[0])
        return self.instead.objection(played.without_note(seat, cards)) if self.instead else None

    def effect(self, played: Played_) -> Played_:
        """Return the round without the note, and with the event in its place."""
        forgot = played.without_note(self.seat, self.cards)
        return self.instead.effect(forgot) if self.instead else forgot


def _to_claim(played: Position, seat: Seat, cards: Cards) -> Objection | None:
    pack = played.setup.rules.pack
    if outside := spread(cards & ~pack.cards):
        return Objection(Why.NOT_IN_PACK, card=outside[0], expected=pack.size)
    for other, laid in enumerate(played.played()):
        known = laid | played.knowledge.held(other)
        if other != seat and known & cards:
            clash = spread(known & cards)[0]
            return Objection(Why.HELD_BY_OTHER, other=handle_of(played, other), card=clash)
    return None
