"""Brute force that judges a round by trying every deal that fits the known cards.

The code follows the rules alone and shares nothing with the judge. It only suits rounds with few
unknown cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from companion.core.cards import CARDS, Card, Cards, Rank, spread
from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.round import Round
from companion.core.rules import Aces, AnyStarter, Rules

Hand = frozenset[Card]


@dataclass(frozen=True)
class Answers:
    """Verdict and proof by turn, the doubt, and the turns of its suspects."""

    verdicts: dict[int, str]
    proofs: dict[int, Hand]
    contradiction: bool
    suspects: tuple[int, ...]


@dataclass
class _Pass:
    """Pass, with the facts that all deals so far have in common."""

    turn: int
    seat: int
    playable: Hand
    once_held: bool = False
    once_not: bool = False
    always: Hand | None = None

    def meets(self, hand: Hand) -> bool:
        """Add a deal in which the player has this hand; return whether the pass is false in it."""
        held = self.playable & hand
        self.always = held if self.always is None else self.always & held
        self.once_held |= bool(held)
        self.once_not |= not held
        return bool(held)

    @property
    def verdict(self) -> str:
        """`illegal` if false in every deal, `legal` if false in none, else `open`."""
        if self.once_held and self.once_not:
            return "open"
        return "illegal" if self.once_held else "legal"


@dataclass
class _Evidence:
    """Known cards of each seat, the number of unknown cards of each seat, and the passes."""

    known: list[Hand]
    room: list[int]
    unknown: Hand
    passes: list[_Pass] = field(default_factory=list)


def answers(round_: Round) -> Answers:
    """Judge the round by every deal."""
    evidence = _evidence(round_)
    patterns: set[frozenset[int]] = set()
    for dealt in deals(evidence.unknown, evidence.room):
        hands = [known | new for known, new in zip(evidence.known, dealt, strict=True)]
        patterns.add(frozenset(one.turn for one in evidence.passes if one.meets(hands[one.seat])))
    verdicts = {one.turn: one.verdict for one in evidence.passes}
    illegal = {turn for turn, verdict in verdicts.items() if verdict == "illegal"}
    others_false = {pattern - illegal for pattern in patterns}
    contradiction = frozenset() not in others_false
    suspects = {turn for false in others_false for turn in false if len(false) == 1}
    return Answers(
        verdicts,
        {one.turn: one.always or frozenset() for one in evidence.passes},
        contradiction,
        tuple(sorted(suspects)) if contradiction else (),
    )


def count_deals(round_: Round) -> int:
    """Return the number of deals that fit the known cards."""
    evidence = _evidence(round_)
    cards, count = len(evidence.unknown), 1
    for room in evidence.room:
        count *= comb(cards, room)
        cards -= room
    return count


FEW_DEALS = 1_000


def few_deals(round_: Round, hands: Sequence[Cards]) -> Round:
    """Return the round with hands entered until few deals fit."""
    for seat, hand in enumerate(hands):
        if count_deals(round_) <= FEW_DEALS:
            break
        if round_.knowledge.hands[seat] is None:
            round_ = round_.after(HandEntered(seat, hand))
    return round_


def honest_shares(round_: Round, false_rate: float) -> dict[int, float]:
    """Return for each pass the share of the deals in which it was honest, by turn.

    A deal counts less by the false rate for each pass that is false in it.
    """
    evidence, total = _evidence(round_), 0.0
    honest = {one.turn: 0.0 for one in evidence.passes}
    for dealt in deals(evidence.unknown, evidence.room):
        hands = [known | new for known, new in zip(evidence.known, dealt, strict=True)]
        false = {one.turn for one in evidence.passes if one.playable & hands[one.seat]}
        weight = false_rate ** len(false)
        total += weight
        for turn in honest.keys() - false:
            honest[turn] += weight
    return {turn: share / total for turn, share in honest.items()}


_ABSENT = {"52": "", "48": "10", "40": "8 9 10", "36": "2 3 4 5", "32": "2 3 4 5 6"}


def pack_of(rules: Rules) -> Hand:
    """Return the cards that are dealt (R1)."""
    absent = _ABSENT[rules.pack.value].split()
    return frozenset(card for card in CARDS if card.rank.text not in absent)


def takes(rules: Rules, laid: Sequence[Card]) -> Hand:
    """Return the playable cards after these cards (R4, R12 to R15)."""
    if rules.opening and not laid:
        return frozenset({rules.opening})
    starter = rules.starter
    if isinstance(starter, AnyStarter):
        if not laid:
            opens = set(Rank) if starter is AnyStarter.ANY else {Rank.FIVE, Rank.NINE}
            return frozenset(card for card in pack_of(rules) if card.rank in opens)
        starter = laid[0].rank
    order = sorted({card.rank for card in pack_of(rules)})
    if rules.aces is Aces.HIGH:
        order.append(order.pop(0))
    table = {(card.suit, order.index(card.rank)) for card in laid}
    middle = order.index(starter)
    return frozenset(
        card
        for card in pack_of(rules)
        if (card.suit, order.index(card.rank)) not in table
        and all(
            (card.suit, needed) in table
            for needed in _needed(order.index(card.rank), middle, high_first=rules.high_first)
            if needed < len(order)
        )
    )


def _needed(place: int, middle: int, *, high_first: bool) -> Iterator[int]:
    if place > middle:
        yield place - 1
    elif place < middle:
        yield place + 1
        if high_first and place == middle - 1:
            yield middle + 1


def _evidence(round_: Round) -> _Evidence:
    seats = range(len(round_.setup.players))
    known: list[set[Card]] = [set() for _ in seats]
    for seat in seats:
        known[seat].update(spread(round_.knowledge.hands[seat] or 0))
        known[seat].update(spread(round_.knowledge.seen[seat]))
        known[seat].update(spread(round_.knowledge.shown[seat]))
    laid: list[Card] = []
    passes = []
    for turn, event in enumerate(round_.turns, 1):
        match event:
            case Played(seat, card):
                known[seat].add(card)
                laid.append(card)
            case Passed(seat):
                passes.append(_Pass(turn, seat, takes(round_.setup.rules, laid)))
            case _:
                raise AssertionError(event)
    room = [round_.setup.hand_sizes[seat] - len(known[seat]) for seat in seats]
    unknown = pack_of(round_.setup.rules).difference(*known)
    return _Evidence([frozenset(hand) for hand in known], room, unknown, passes)


def deals(cards: Hand, room: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Yield every way to deal the cards to seats with this much room."""
    if not room:
        if not cards:
            yield ()
        return
    for chosen in combinations(sorted(cards), room[0]):
        hand = frozenset(chosen)
        for others in deals(cards - hand, room[1:]):
            yield (hand, *others)
