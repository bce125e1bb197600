"""Referee of small packs, free passes, and hands laid out, written from the rules alone.

It knows every hand, and shares nothing with the core but the names of the rules.
"""

from dataclasses import dataclass, field
from random import Random

from companion.core.rules import Aces, Laid, Points, Rules

Name = tuple[str, int]
"""A card: its suit, and its place in the order of play."""
_TEXTS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_RANKS = {
    52: range(1, 14),
    48: [*range(1, 10), 11, 12, 13],
    40: [*range(1, 8), 11, 12, 13],
    36: [1, *range(6, 14)],
    32: [1, *range(7, 14)],
}


@dataclass
class Game:
    """A round with all hands known, played by chance.

    `rows` are the turns in words, `says` the verdict of each pass by turn, `playables` the cards
    that could be laid at each turn.
    """

    rules: Rules
    hands: list[set[Name]]
    dealer: int
    due: int = 0
    rows: list[str] = field(default_factory=list[str])
    says: dict[int, str] = field(default_factory=dict[int, str])
    playables: list[set[str]] = field(default_factory=list[set[str]])
    out: list[int] = field(default_factory=list[int])
    laid_out: list[int] = field(default_factory=list[int])
    table: set[Name] = field(default_factory=set[Name])
    chips: list[int] = field(default_factory=list[int])
    pot: int = 0

    def __post_init__(self) -> None:
        ranks = list(_RANKS[self.rules.pack.size])
        if self.rules.aces is Aces.HIGH:
            ranks = [*ranks[1:], 1]
        self.order = [_TEXTS.get(rank, str(rank)) for rank in ranks]
        self.ranks = ranks
        self.dealt = [set(hand) for hand in self.hands]
        self.start = self.order.index(self.rules.starter.text)  # type: ignore[union-attr]
        self.used = [0] * len(self.hands)
        self.left_at_first: list[int] | None = None
        self.chips = [0] * len(self.hands)
        longest = max(map(len, self.hands))
        for seat, hand in enumerate(self.hands):
            self.pay(seat, self.rules.ante)
            self.pay(seat, self.rules.short_ante if len(hand) < longest else 0)
        if self.rules.laid is Laid.STARTERS:
            for hand in self.hands:
                starters = {card for card in hand if card[1] == self.start}
                hand.difference_update(starters)
                self.table |= starters

    @property
    def over(self) -> bool:
        """True if the round has ended."""
        holding = sum(map(bool, self.hands))
        return holding <= 1 or (bool(self.out) and not self.rules.play_on)

    @property
    def left_over(self) -> int | None:
        """Seat that is left over without going out, if hands laid out have ended the round."""
        if not self.over or not self.laid_out:
            return None
        return next((seat for seat, hand in enumerate(self.hands) if hand), None)

    def pay(self, seat: int, chips: int) -> None:
        """Put chips into the pot."""
        self.chips[seat] -= chips
        self.pot += chips

    def text(self, card: Name) -> str:
        """Return a card as on a sheet."""
        return f"{self.order[card[1]]}{card[0]}"

    def fits(self, card: Name) -> bool:
        """Return whether all between the card and its starter lie on the table."""
        suit, place = card
        if card in self.table:
            return False
        step = 1 if place < self.start else -1
        way = range(place + step, self.start + step, step) if place != self.start else ()
        return all((suit, between) in self.table for between in way)

    def play(self, leader: int, chance: Random, false_rate: float) -> None:
        """Play to the end; passes are free, forced or false by chance."""
        self.due = leader
        while not self.over:
            playable = self.playable()
            self.playables.append({self.text(card) for card in playable})
            options = sorted(playable & self.hands[self.due])
            passes = chance.random() < false_rate and not self.opens
            self.take(chance.choice(options) if options and not passes else None)

    @property
    def opens(self) -> bool:
        """True before the first turn, if the opening card leads the round."""
        return bool(self.rules.opening) and self.rules.laid is Laid.NONE and not self.rows

    def playable(self) -> set[Name]:
        """Return the cards that could be laid now, whoever holds them."""
        every = {(suit, place) for suit in "CDHS" for place in range(len(self.order))}
        playable = {card for card in every if self.fits(card)}
        if self.opens and self.rules.opening:
            return {card for card in playable if self.text(card) == self.rules.opening.text}
        return playable

    def take(self, card: Name | None) -> None:
        """Let the player to move lay the card, or pass; then the next one with cards is to move."""
        if card:
            self.lay(self.due, card)
        else:
            self.skip(self.due, could=bool(self.playable() & self.hands[self.due]))
        for _ in self.hands:
            self.due = (self.due + 1) % len(self.hands)
            if self.hands[self.due]:
                break

    def lay(self, seat: int, card: Name) -> None:
        """Lay a card, and settle if the player is out."""
        self.rows.append(f"P{seat} {self.text(card)}")
        self.hands[seat].remove(card)
        self.table.add(card)
        if not self.hands[seat]:
            self.out.append(seat)
            if self.left_at_first is None:
                self.left_at_first = self.left()
            self.chips[seat] += self.pot
            self.pot = 0
            for other, hand in enumerate(self.hands):
                self.chips[other] -= len(hand) * self.rules.card_fee
                self.chips[seat] += len(hand) * self.rules.card_fee

    def skip(self, seat: int, *, could: bool) -> None:
        """Pass, and lay the hand out after the last pass."""
        self.rows.append(f"P{seat} --")
        within = not self.rules.passes or self.used[seat] < self.rules.passes
        free = self.rules.free_pass and within
        self.says[len(self.rows)] = "free" if free else "illegal" if could else "legal"
        if within:
            self.used[seat] += 1
            self.pay(seat, self.rules.pass_fee)
            return
        self.pay(seat, len(self.hands[seat]) * self.rules.card_fee)
        self.laid_out.append(seat)
        self.table |= self.hands[seat]
        self.hands[seat] = set()
        if self.over:
            (held,) = (other for other, hand in enumerate(self.hands) if hand)
            self.chips[held] += self.pot
            self.pot = 0

    def left(self) -> list[int]:
        """Return the cards held or laid out now."""
        laid = {row.split()[1] for row in self.rows}
        starters = self.rules.laid is Laid.STARTERS
        return [
            sum(
                self.text(card) not in laid and not (starters and card[1] == self.start)
                for card in hand
            )
            for hand in self.dealt
        ]

    def places(self) -> list[int]:
        """Return the place of each seat at the end."""
        merits: list[tuple[int, int]] = []
        for seat, hand in enumerate(self.hands):
            if seat in self.out:
                merits.append((0, self.out.index(seat)))
            elif seat in self.laid_out:
                merits.append((2, -self.laid_out.index(seat)))
            else:
                merits.append((1, len(hand)))
        return [1 + sum(other < own for other in merits) for own in merits]

    def points(self) -> list[int]:
        """Return the points of each seat at the end."""
        counting = self.rules.points
        if counting is Points.PLACE:
            return self.places()
        if counting is Points.NONE:
            return [0] * len(self.hands)
        counted = self.left_at_first or self.left()
        spared = self.left_over if not self.out else None
        return [0 if seat == spared else cards for seat, cards in enumerate(counted)]
