"""Packs of fewer cards: the order of play, refusals, and rounds of an independent referee."""

from dataclasses import dataclass, field
from random import Random

import pytest

from companion.core.books import ledger, points
from companion.core.cards import card, gather
from companion.core.objections import Why
from companion.core.rounds.events.cards import Seen, Shown
from companion.core.sheet import dumps, loads
from tests.cases import cases
from tests.core.tables import english, layout_of, log_of, named, refusal, round_of, verdicts
from tests.strategies import HANDLES

NEXT = {
    "52, the whole pack": ("pack=52", "7C", "6C 8C"),
    "48, the jack follows the nine": ("pack=48", "7C 8C 9C", "6C JC"),
    "40, the jack follows the seven": ("pack=40", "7C", "6C JC"),
    "36, the ace is below the six": ("pack=36", "7C 6C", "AC 8C"),
    "36, aces high, nothing is below the six": ("pack=36 aces=high", "7C 6C", "8C"),
    "36, aces high, the ace on top": ("pack=36 aces=high", "7C 8C 9C 10C JC QC KC", "AC 6C"),
    "32, the ace is below the seven": ("pack=32", "7C", "AC 8C"),
    "32, aces high, nothing is below the seven": ("pack=32 aces=high", "7C", "8C"),
    "40, any rank opens": ("pack=40 starter=any", "JC", "7C QC"),
    "40, the jack first": ("pack=40 high_first=yes", "7C", "JC"),
    "40, the six after the jack": ("pack=40 high_first=yes", "7C JC", "6C QC"),
}


@cases("rules, laid, expected", NEXT)
def test_r04_play_goes_along_the_ranks_of_the_pack(rules: str, laid: str, expected: str) -> None:
    clubs = gather(card(f"{rank.text}C") for rank in layout_of(f"bicycle {rules}").growth.order)
    assert named(layout_of(f"bicycle {rules}", laid).playable & clubs) == expected


SIZES = {"48": (16, 16, 16), "40": (14, 13, 13), "36": (12, 12, 12), "32": (11, 11, 10)}


@pytest.mark.parametrize(("pack", "sizes"), SIZES.items(), ids=SIZES)
def test_r01_the_hands_add_up_to_the_pack(pack: str, sizes: tuple[int, ...]) -> None:
    head = f"rules bicycle pack={pack}\nround 1\n"
    assert log_of(f"{head}A B C").round.setup.hand_sizes == sizes
    assert refusal(f"{head}deal A 17 B 17 C 18\nA B C") == (
        f"4: the hands add up to 52 cards, not {pack}"
    )


REFUSED = {
    "a starter": ("starter=2 pack=36", "", "2: starter=2: a pack of 36 cards has no 2"),
    "a card played": (
        "pack=36",
        "1 2C -- --",
        f"5: {english(Why.NOT_IN_PACK, card=card('2C'), expected=36)}",
    ),
    "the first card": (
        "pack=40 starter=any",
        "1 8C . .",
        f"5: {english(Why.NOT_IN_PACK, card=card('8C'), expected=40)}",
    ),
    "a card seen": (
        "pack=48",
        "holds B 10C",
        f"5: {english(Why.NOT_IN_PACK, card=card('10C'), expected=48)}",
    ),
    "a hand": (
        "pack=32",
        "hand C AC 7C 8C 9C 10C JC QC KC AD 6D",
        f"5: {english(Why.NOT_IN_PACK, card=card('6D'), expected=32)}",
    ),
}


@cases("rules, lines, problem", REFUSED)
def test_r01_a_card_that_is_not_dealt_is_refused(rules: str, lines: str, problem: str) -> None:
    assert refusal(f"rules bicycle {rules}\nround 1\nA B C\n{lines}") == problem


def test_r01_cards_left_are_cards_of_the_pack() -> None:
    ended = round_of("rules bicycle pack=40\ndeal A 1 B 2 C 37\nA B C\n1 7C . .")
    for shown in (Shown(1, gather([card("6C"), card("8C")])), Seen(1, card("8C").bit)):
        refused = ended.objection(shown)
        assert refused
        assert refused.english == english(Why.NOT_IN_PACK, card="8C", expected=40)


RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
ABSENT = {"48": "10", "40": "8 9 10", "36": "2 3 4 5", "32": "2 3 4 5 6"}


@dataclass
class Referee:
    """Referee that plays a random round on sets and lists, and keeps the books of the round."""

    chance: Random
    pack: str
    moves: list[str] = field(default_factory=list[str])
    met: list[set[str]] = field(default_factory=list[set[str]])
    false: dict[int, bool] = field(default_factory=dict[int, bool])

    def __post_init__(self) -> None:
        choice = self.chance.choice
        ranks = [rank for rank in RANKS if rank not in ABSENT.get(self.pack, "").split()]
        self.aces, self.points = choice(("low", "high")), choice(("card", "pips", "rank"))
        self.starter, self.high_first = choice((*ranks, "7", "any")), choice(("yes", "no"))
        self.fine_to, self.fine_per = choice(("pot", "winner")), choice(("pass", "seven"))
        self.order = [*ranks[1:], "A"] if self.aces == "high" else ranks
        self.cards = [rank + suit for suit in "CDHS" for rank in ranks]
        self.players = self.chance.randint(2, 6)
        dealt = self.chance.sample(self.cards, len(self.cards))
        self.dealt = [dealt[seat :: self.players] for seat in range(self.players)]
        self.hands = list(map(set, self.dealt))
        self.table: list[str] = []
        self.chips = [0] * (self.players + 1)
        """Chips of the players, and those in the pot."""
        self.play()

    @property
    def rules(self) -> str:
        """Rules line of the sheet."""
        return (
            f"bicycle pack={self.pack} aces={self.aces} starter={self.starter} points={self.points}"
            f" high_first={self.high_first} false_pass_to={self.fine_to}"
            f" seven_fine_per={self.fine_per}"
        )

    @property
    def opener(self) -> str | None:
        """Rank that opens suits; None while no card has named the rank."""
        if self.starter != "any":
            return self.starter
        return self.table[0][:-1] if self.table else None

    def fits(self, code: str) -> bool:
        """Return whether the card can be laid."""
        place, opener, suit = self.order.index(code[:-1]), self.opener, code[-1]
        if code in self.table or opener is None:
            return code not in self.table
        middle = self.order.index(opener)
        if place == middle:
            return True
        if place > middle:
            return self.order[place - 1] + suit in self.table
        above = self.order[middle + 1 : middle + 2] if self.high_first == "yes" else []
        needed = [self.order[place + 1], *(above if place == middle - 1 else [])]
        return all(rank + suit in self.table for rank in needed)

    def pay(self, source: int, target: int, chips: int) -> None:
        """Move chips; -1 is the pot."""
        self.chips[source] -= chips
        self.chips[target] += chips

    def play(self) -> None:
        """Play until somebody is out, with some false passes."""
        longest = max(map(len, self.dealt))
        for seat, hand in enumerate(self.dealt):
            self.pay(seat, -1, 1 + (len(hand) < longest))
        owed: list[int] = []
        while all(self.hands):
            seat = len(self.moves) % self.players
            self.met.append({code for code in self.cards if self.fits(code)})
            could = sorted(self.hands[seat] & self.met[-1])
            if could and self.chance.random() > 0.12:
                self.moves.append(self.chance.choice(could))
                self.table.append(self.moves[-1])
                self.hands[seat].remove(self.moves[-1])
                continue
            self.moves.append("--")
            self.false[len(self.moves)] = bool(could)
            self.pay(seat, -1, 1)
            if could:
                owed.append(seat)
                self.fine_withheld(seat, could)
        winner = next(seat for seat, hand in enumerate(self.hands) if not hand)
        for seat in owed:
            self.pay(seat, -1, 3)
        self.pay(-1, winner, self.chips[-1])
        for seat, left in enumerate(self.hands):
            self.pay(seat, winner, len(left))

    def fine_withheld(self, seat: int, could: list[str]) -> None:
        """Pay the holders of the neighbours of withheld starters."""
        starters = [f"{self.opener}{suit}" for suit in "CDHS"]
        held = [code for code in starters if code in could]
        for code in held if self.fine_per == "seven" else held[:1]:
            place = self.order.index(code[:-1])
            for rank in (
                *self.order[max(0, place - 1) : place],
                *self.order[place + 1 : place + 2],
            ):
                holder = next(at for at, hand in enumerate(self.hands) if rank + code[-1] in hand)
                self.pay(seat, holder, 5)

    def score(self, seat: int) -> int:
        """Return the points of the cards left."""
        ranks = [RANKS.index(code[:-1]) + 1 for code in self.hands[seat]]
        # The pictures of a Spanish pack say 10, 11 and 12.
        spanish = self.pack in {"48", "40"}
        said = [rank - 1 if spanish and rank > 10 else rank for rank in ranks]
        counted = {
            "card": [1 for _ in ranks],
            "pips": [min(rank, 10) for rank in ranks],
            "rank": said,
        }
        return sum(counted[self.points])

    @property
    def sheet(self) -> str:
        """Score sheet with all hands entered."""
        handles = HANDLES[: self.players]
        hands = [
            f"hand {name} {' '.join(hand)}" for name, hand in zip(handles, self.dealt, strict=True)
        ]
        cells = [*self.moves, *["."] * (-len(self.moves) % self.players)]
        trips = [cells[at : at + self.players] for at in range(0, len(cells), self.players)]
        rows = [f"{number} {' '.join(trip)}" for number, trip in enumerate(trips, 1)]
        return "\n".join((f"rules {self.rules}", "round 1", *hands, " ".join(handles), *rows))


@pytest.mark.parametrize("pack", ["52", "36", "40", "48", "32"])
@pytest.mark.parametrize("seed", range(30))
def test_an_independent_referee_agrees(pack: str, seed: int) -> None:
    played = Referee(Random(f"{pack} {seed}"), pack)  # noqa: S311 - the same rounds each time
    log = log_of(played.sheet)
    round_ = log.round
    assert [set(named(met).split()) for met in round_.met] == played.met
    assert verdicts(round_) == "  ".join(
        f"{turn} {'illegal' if false else 'legal'}" for turn, false in played.false.items()
    )
    assert [*ledger(round_).chips, ledger(round_).pot] == played.chips
    assert list(points(round_)) == [played.score(seat) for seat in range(played.players)]
    assert loads(dumps(log)) == log
