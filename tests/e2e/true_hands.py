"""Rounds whose hands only the test knows, and what they cost by `bicycle`."""

from collections.abc import Sequence
from random import Random

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
DECK = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
SEVENS = {"7C", "7D", "7H", "7S"}


class TrueHands:
    """The true hands of a round, with what they cost.

    The pot is the account after the last seat. `put` are the chips that each player has put down
    so far, and `gained` what each has gained once all is paid.
    """

    def __init__(self, chance: Random, players: int, leads: int) -> None:
        cards = list(DECK)
        chance.shuffle(cards)
        self.pot = players
        seats = [(leads + place) % players for place in range(players)]
        self.dealt = {seat: set(cards[place::players]) for place, seat in enumerate(seats)}
        self.left = {seat: set(hand) for seat, hand in self.dealt.items()}
        self.laid = set[str]()
        self.turns: list[str] = []
        self.leads = self.due = leads
        longest = max(map(len, self.dealt.values()))
        antes = [1 + (len(self.dealt[seat]) < longest) for seat in range(players)]
        self.put = list(antes)
        self.gained = [*(-ante for ante in antes), sum(antes)]

    @property
    def over(self) -> bool:
        """True once somebody is out, who is still due then."""
        return not self.left[self.due]

    def playable(self) -> set[str]:
        """Return the cards that fit the layout, whoever holds them."""
        fits = set[str]()
        for suit in "CDHS":
            run = [place for place, rank in enumerate(RANKS) if rank + suit in self.laid]
            ends = [run[0] - 1, run[-1] + 1] if run else [RANKS.index("7")]
            fits |= {RANKS[end] + suit for end in ends if 0 <= end < len(RANKS)}
        return fits

    def holder(self, card: str) -> int:
        """Return the seat that the card was dealt to."""
        return next(seat for seat, hand in self.dealt.items() if card in hand)

    def choose(self, chance: Random, one_in: int = 8) -> str:
        """Return a card of the player to move, or an empty text for a pass: a false one at one
        turn in so many, 0 for never.
        """
        held = sorted(self.left[self.due] & self.playable())
        sevens = sum(card.startswith("7") for card in held)
        if not held or (one_in and sevens < 2 and chance.randrange(one_in) == 0):
            return ""
        return chance.choice(held)

    def take(self, card: str) -> None:
        """Lay the card of the player to move, or pass with the fee and the true fines."""
        self.turns.append(card)
        if card:
            self.left[self.due].remove(card)
            self.laid.add(card)
        else:
            self._pay(self.due, self.pot, 1)
            self.put[self.due] += 1
            held = self.left[self.due] & self.playable()
            if held:
                self._fine(held & SEVENS)
        if not self.over:
            self.due = (self.due + 1) % self.pot

    def _fine(self, withheld: set[str]) -> None:
        owed = [(self.due, self.pot, 3)]
        for seven in withheld:
            owed += [(self.due, self.holder(rank + seven[1]), 5) for rank in "68"]
        for payer, payee, chips in owed:
            self._pay(payer, payee, chips)

    def _pay(self, payer: int, payee: int, chips: int) -> None:
        self.gained[payer] -= chips
        self.gained[payee] += chips

    def passes(self) -> list[int]:
        """Return the passes of each seat."""
        passes = [0] * self.pot
        for place, turn in enumerate(self.turns):
            passes[(self.leads + place) % self.pot] += not turn
        return passes

    def finish(self) -> None:
        """Let the winner take the pot and a chip for each card left."""
        assert self.over
        for seat, hand in self.left.items():
            self._pay(seat, self.due, len(hand))
        self._pay(self.pot, self.due, self.gained[self.pot])

    def owed(self) -> list[int]:
        """Return what the payments of the end bring each player, and the pot at the end."""
        owed = [gained + put for gained, put in zip(self.gained, self.put, strict=False)]
        return [*owed, -sum(self.put)]


def play(hands: TrueHands, chance: Random, one_in: int = 8) -> Sequence[str]:
    """Play to the end, and return the turns."""
    while not hands.over:
        hands.take(hands.choose(chance, one_in))
    return hands.turns
