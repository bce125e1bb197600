"""Notes on unseen cards, to be taken back or given to another player."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.cards import NO_CARDS, Card, Cards, spread
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Forgotten, Played, Seat, Seen
from companion.core.series import Series
from companion.views.speech import short
from companion.words import Words


@dataclass(frozen=True, slots=True)
class PossibleHolder:
    """A player who may hold a card."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class NotedCard:
    """A card noted for the player at `seat` in round `number`.

    `says` is the note in words, and `holders` are the other possible holders. `layer` is the player
    to move if able to lay the card all the same, after the question `asks`.
    """

    card: Card
    seat: Seat
    number: int
    name: str
    says: str
    holders: tuple[PossibleHolder, ...]
    layer: Seat | None
    asks: str
    lay_says: str


def forgettable(round_: Round, seat: Seat) -> Cards:
    """Return the cards noted for the seat that were neither laid nor shown."""
    known = round_.knowledge
    noted = known.noted(seat) & ~round_.layout.laid & ~known.shown[seat]
    return NO_CARDS if round_.void else noted


def seen_elsewhere(round_: Round) -> Iterator[tuple[Card, Seat]]:
    """Yield the playable cards noted for players other than the one to move, with the holders.

    Cards that the player to move cannot lay after taking back the note are left out.
    """
    due, known = round_.due, round_.knowledge
    if due is None or known.silent:
        return
    for seat, hand in enumerate(known.hands):
        seen = forgettable(round_, seat) & ~(hand or NO_CARDS) & round_.playable
        for card in spread(seen) if seat != due else ():
            if round_.objection(Forgotten(seat, card.bit, Played(due, card))) is None:
                yield card, seat


def noted_cards(series: Series, number: int, cards: Cards, words: Words) -> tuple[NotedCard, ...]:
    """Return the notes on the cards that can be taken back in round `number`."""
    round_ = series.rounds[number - 1]
    laid_by_due = dict(seen_elsewhere(round_))
    return tuple(
        _noted(series, number, (card, seat), words, lays=card in laid_by_due)
        for seat in range(len(round_.setup.players))
        for card in spread(forgettable(round_, seat) & cards)
    )


def _noted(
    series: Series, number: int, held: tuple[Card, Seat], words: Words, *, lays: bool
) -> NotedCard:
    (card, seat), round_ = held, series.rounds[number - 1]
    names = [series.name_of(handle) for handle in round_.setup.players]
    said = words.say("{card} was noted for {name}.", name=names[seat], card=short(card, words))
    layer = round_.due if lays else None
    lay = lay_says = ""
    if layer is not None:
        lay = words.say("Lay it for {name} and take the note back?", name=names[layer])
        lay_says = words.say("Lay {card} for {name}", card=short(card, words), name=names[layer])
    holders = tuple(
        PossibleHolder(other, name)
        for other, name in enumerate(names)
        if other != seat
        and round_.objection(Forgotten(seat, card.bit, Seen(other, card.bit))) is None
    )
    asks = f"{said} {lay}" if lay else ""
    return NotedCard(card, seat, number, names[seat], said, holders, layer, asks, lay_says)
