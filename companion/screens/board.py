"""Cards and suit rows of the layout, ready to draw, and the notes about cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from companion.core.cards import NO_CARDS, Card, Cards, Suit, at, gather, spread
from companion.core.rounds.events.cards import Forgotten, Seen
from companion.core.rounds.events.turns import Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat
from companion.core.series import Series
from companion.desk.table import Snapshot
from companion.screens.phones import barred
from companion.screens.speech import card_name, rank_index, refusal_words, sentence, short
from companion.words import Words


@dataclass(frozen=True)
class PossibleHolder:
    """A player who may hold a card."""

    seat: Seat
    name: str


@dataclass(frozen=True)
class NotedCard:
    """A card noted for the player at `seat` in round `number`.

    `says` is the note in words, and `holders` are the other possible holders. `layer` is the player
    to move if able to lay the card all the same.
    """

    card: Card
    seat: Seat
    number: int
    name: str
    says: str
    holders: tuple[PossibleHolder, ...]
    layer: Seat | None
    lay_says: str


@dataclass(frozen=True)
class AwaitedCard:
    """A card of round `number` that a fine or an open pass waits for, in a round in play."""

    number: int
    card: Card
    asks: str
    label: str
    why: str
    holders: tuple[PossibleHolder, ...]


def possible_holders(series: Series, number: int, card: Card) -> tuple[PossibleHolder, ...]:
    """Return the players who may hold the card in round `number`."""
    round_ = series.round(number)
    return tuple(
        PossibleHolder(seat, series.name_of(handle))
        for seat, handle in enumerate(round_.setup.players)
        if round_.objection(Seen(seat, card.bit)) is None
    )


def asking_menu(card: Card) -> str:
    """Return the name of the menu that asks for the holder of a card."""
    return f"asks-{card}"


def note_menu(card: Card) -> str:
    """Return the name of the menu that corrects the note on a card."""
    return f"note-{card}"


def laying_menu(code: str) -> str:
    """Return the name of the menu that asks before a card noted for another player is laid."""
    return f"noted-{code}"


def forgettable(round_: Round, seat: Seat) -> Cards:
    """Return the cards noted for the seat that were neither laid nor shown."""
    known = round_.knowledge
    noted = known.noted(seat) & ~round_.layout.laid & ~known.shown[seat]
    return NO_CARDS if round_.void else noted


def seen_elsewhere(round_: Round) -> Iterator[tuple[Card, Seat]]:
    """Yield the playable cards noted for players other than the one to move, with the holders.

    Cards that the player to move cannot lay after taking back the note are left out.
    """
    due = round_.due
    known = round_.knowledge
    if due is None or known.silent:
        return
    for seat, hand in enumerate(known.hands):
        cards = forgettable(round_, seat) & ~(hand or NO_CARDS) & round_.playable
        for card in spread(cards) if seat != due else ():
            if round_.objection(Forgotten(seat, card.bit, Played(due, card))) is None:
                yield card, seat


def noted_cards(series: Series, number: int, cards: Cards, words: Words) -> tuple[NotedCard, ...]:
    """Return the notes on the cards that can be taken back in round `number`."""
    round_ = series.round(number)
    laid_by_due = dict(seen_elsewhere(round_))
    return tuple(
        _noted(series, number, (card, seat), words, lays=card in laid_by_due)
        for seat in range(len(round_.setup.players))
        for card in spread(forgettable(round_, seat) & cards)
    )


def _noted(
    series: Series, number: int, note: tuple[Card, Seat], words: Words, *, lays: bool
) -> NotedCard:
    (card, seat), round_ = note, series.round(number)
    names = [series.name_of(handle) for handle in round_.setup.players]
    noted = words.say("{card}, noted for {name}", name=names[seat], card=short(card, words))
    layer = round_.due if lays else None
    lay_says = ""
    if layer is not None:
        lay_says = words.say("Lay {card} for {name}", card=short(card, words), name=names[layer])
    holders = tuple(
        PossibleHolder(other, name)
        for other, name in enumerate(names)
        if other != seat
        and round_.objection(Forgotten(seat, card.bit, Seen(other, card.bit))) is None
    )
    says = sentence(noted, words)
    return NotedCard(card, seat, number, names[seat], says, holders, layer, lay_says)


@dataclass(frozen=True)
class CardStory:
    """What a tap on a card tells, and the path to the repair of its turn, empty without a turn."""

    says: str
    repair: str


def tell_card(snapshot: Snapshot, laid: Card, words: Words) -> CardStory:
    """Return who laid a card of the layout, and at which turn."""
    round_ = snapshot.round
    turn = _turn_of(round_, laid)
    seat = next(seat for seat, cards in enumerate(round_.played()) if laid.bit & cards)
    name = snapshot.series.name_of(round_.setup.players[seat])
    says = words.say("{name} played {card}", name=name, card=short(laid, words))
    if not turn:
        return CardStory(says, "")
    when = words.say("Turn {turn}", turn=turn).replace(" ", "\N{NO-BREAK SPACE}")
    return CardStory(f"{says} · {when}", f"turns/repair/{turn}")


def _turn_of(round_: Round, laid: Card) -> int:
    """Return the turn that laid a card; 0 for a card that was laid before the first (R21)."""
    for turn, made in enumerate(round_.turns, 1):
        if isinstance(made, Played) and made.card == laid:
            return turn
        if turn in round_.lay_outs and laid.bit & round_.knowledge.held(made.seat):
            return turn
    return 0


class SlotState(Enum):
    """The state of a place in the layout."""

    FREE = "free"
    PLAYABLE = "playable"
    LAID = "laid"


@dataclass(frozen=True)
class Face:
    """A card to draw: the code `QH`, the index in the user's language, the suit `H`, the name."""

    code: str
    rank: str
    suit: str
    name: str


@dataclass(frozen=True)
class Slot:
    """A place of the layout.

    `says` is the label, e.g. `Play 7 of hearts`, for a free place why the card cannot be laid now.
    `noted` marks a playable card of another player than the one to move, e.g. `Cem?`, and `barred`
    is the reason why this device does not lay it. A card that is `yours` is in the private hand.
    """

    face: Face
    state: SlotState
    says: str
    newest: bool
    noted: str = ""
    barred: str = ""
    yours: bool = False


@dataclass(frozen=True)
class SuitRow:
    """A suit of the layout, as a place for each rank.

    `slots` run from the lowest to the highest card in the order of play. `starter` is None while
    several ranks may open the suit; then `openers` has the playable cards. `came` is the position
    of the suit, from 0, in the order in which the suits were begun.
    """

    suit: str
    slots: tuple[Slot, ...]
    starter: Slot | None
    openers: tuple[Slot, ...]
    came: int


@cache
def face(card: Card, words: Words) -> Face:
    """Return a card to draw."""
    return Face(card.text, rank_index(card.rank, words), card.suit.letter, card_name(card, words))


def offered(round_: Round) -> Cards:
    """Return the playable cards that the rules allow the player to move."""
    if round_.due is None or round_.over:
        return NO_CARDS if round_.over else round_.playable
    due = round_.due
    return gather(
        card for card in spread(round_.playable) if not round_.objection(Played(due, card))
    )


@cache
def _waits(card: Card, other: Card, words: Words) -> str:
    card_says = card_name(card, words)
    other_says = card_name(other, words)
    return sentence(words.say("{card} waits for {other}.", card=card_says, other=other_says), words)


def board_rows(snapshot: Snapshot, words: Words) -> tuple[SuitRow, ...]:
    """Return the four suits of the layout as the viewer sees them, spades first."""
    builder = _RowBuilder(snapshot, words)
    came = _as_they_came(snapshot.board)
    return tuple(builder.row(suit, came.index(suit)) for suit in reversed(_PICTURED))


def _as_they_came(round_: Round) -> list[Suit]:
    """Return the suits in the order begun, then the others with spades first."""
    begun = (turn.card.suit for turn in round_.turns if isinstance(turn, Played))
    return list(dict.fromkeys((*begun, *reversed(_PICTURED))))


_PICTURED = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


class _RowBuilder:
    """A builder of slots and rows.

    On the turn of another player the cards of a private hand are marked for its owner.
    """

    def __init__(self, snapshot: Snapshot, words: Words) -> None:
        self.round = snapshot.board
        self.words = words
        self.layout, self.playable = self.round.layout, offered(self.round)
        self.name_of = snapshot.series.name_of
        self.mine = snapshot.mine
        self.barred = barred(snapshot, words)
        self.noted = dict(seen_elsewhere(self.round))
        mine = self.mine
        seen = mine is not None and not (mine.covered or mine.clash)
        self.held = mine.left if mine and seen else NO_CARDS
        on_turn = mine is None or self.round.due in {None, mine.seat}
        self.yours = NO_CARDS if on_turn else self.held & self.playable
        turns = reversed(self.round.turns)
        last = next((turn for turn in turns if isinstance(turn, Played)), None)
        self.newest = last.card if last else None

    def slot(self, card: Card) -> Slot:
        named = face(card, self.words)
        say = self.words.say
        if card.bit & self.yours:
            says = say("{card}, your card", card=named.name)
            return self._offer(card, says, say("yours"))
        if card in self.noted:
            name = self.name_of(self.round.setup.players[self.noted[card]])
            says = say("{card}, noted for {name}", card=named.name, name=name)
            return self._offer(card, says, f"{name}?")
        if card.bit & self.playable:
            says = say("Play {card}", card=named.name)
            if self.barred:
                says = f"{sentence(named.name, self.words)} {self.barred}"
            return self._offer(card, says)
        if card.bit & self.layout.laid:
            return Slot(named, SlotState.LAID, named.name, newest=card == self.newest)
        return Slot(named, SlotState.FREE, self._why_not(card), newest=False)

    def _offer(self, card: Card, says: str, mark: str = "") -> Slot:
        named = face(card, self.words)
        yours = bool(card.bit & self.held)
        return Slot(named, SlotState.PLAYABLE, says, False, mark, self.barred, yours)

    def _why_not(self, card: Card) -> str:
        """Return why the card cannot be laid now, only its name if no player is to move."""
        due = self.round.due
        words = self.words
        objection = self.layout.objection(card)
        if objection is None and due is not None:
            objection = self.round.objection(Played(due, card))
        if objection is None:
            return card_name(card, words)
        if objection.other_card is not None:
            return _waits(card, objection.other_card, words)
        return refusal_words(objection, words, self.name_of)

    def row(self, suit: Suit, came: int) -> SuitRow:
        starter = self.layout.starter
        slots = {rank: self.slot(at(suit, rank)) for rank in self.layout.growth.order}
        openers = tuple(slot for slot in slots.values() if slot.state is SlotState.PLAYABLE)
        return SuitRow(
            suit=suit.letter,
            slots=tuple(slots.values()),
            starter=slots[starter] if starter else None,
            openers=() if starter else openers,
            came=came,
        )
