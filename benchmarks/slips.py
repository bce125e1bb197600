"""The search for slips: planted slips found, offers for truly false passes, and costs. `python -m
benchmarks.slips 100` takes a hundred rounds of each.

Rounds are random and honest, of two to eight players, and nobody at the table notices a slip. A
round with false passes is searched at once, after the first turn that shows some, and at its end.
Of two swapped turns the second may be illegal at once, so that no search finds them.
"""

import statistics
import sys
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from time import process_time

from companion.core.judge import judge
from companion.core.presets import preset
from companion.core.rounds.events import Passed, Played, Shown
from companion.core.rounds.repair import moves_of
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.slips import MOST_WORK, Change, Search, SlipKind, search
from tests.core.judging.planted import is_offered, plant, with_moves
from tests.strategies import HANDLES, Habits, Hands, choose_turn, deal, play, show

ROUNDS = 1_000
MOST_PLAYERS, TARGET_MILLISECONDS = 8, 50
_MOST_FALSE = 4


@dataclass
class Tally:
    """Counts over searches for slips.

    `offered` counts searches with any offer, `found`, `best` and `alone` those with the planted
    slip among the offers, as the best and as the only offer, and `accusing_nobody` those with an
    offer ahead of any false pass. `slips` are the numbers of offers, and `cards` counts offers that
    name a card.
    """

    offered: int = 0
    found: int = 0
    best: int = 0
    alone: int = 0
    accusing_nobody: int = 0
    slips: list[int] = field(default_factory=list[int])
    cards: int = 0

    def count(self, done: Search, planted: Change | None = None) -> None:
        """Count the result of a search, and whether the planted slip is in it."""
        self.slips.append(len(done.slips))
        self.offered += bool(done.slips)
        self.cards += sum(slip.card is not None for slip in done.slips)
        self.accusing_nobody += done.accuses_nobody_yet
        if planted:
            self.found += is_offered(planted, done.slips)
            self.best += is_offered(planted, done.slips[:1])
            self.alone += len(done.slips) == 1

    def __str__(self) -> str:
        """Return shares of the searches, in words and whole percents."""
        if not self.slips:
            return "-"
        return (
            f"found {self._share(self.found)}, best {self._share(self.best)}, "
            f"alone {self._share(self.alone)}, standing first {self._share(self.accusing_nobody)}, "
            f"{self.offers}"
        )

    @property
    def offers(self) -> str:
        """The number of offered slips, in words."""
        mean, naming = statistics.mean(self.slips), self.cards / len(self.slips)
        return f"{mean:.1f} offers, {naming:.1f} of them name a card, most {max(self.slips)}"

    def _share(self, count: int) -> str:
        return f"{100 * count / len(self.slips):.0f} %"


def run(rounds: int = ROUNDS) -> None:
    """Print the results for the number of rounds of each kind, and the costs."""
    planted_slips(rounds, shown=0)
    planted_slips(rounds, shown=100)
    honest_rounds(rounds)
    false_rounds(rounds)
    cost(rounds)


def planted_slips(rounds: int, shown: int) -> None:
    """Plant one slip of each kind in the rounds, in each hundred of which `shown` players show
    their cards left.
    """
    print(f"one slip in each of {rounds} honest rounds; of 100 hands shown at the end: {shown}")
    for kind in SlipKind:
        chance = Random(f"{kind.value} {shown}")  # noqa: S311 - the same rounds each time
        at_once, at_end, first = Tally(), Tally(), Tally()
        for entered, planted in _planted(chance, kind, rounds, shown):
            if not judge(entered).all_honest:
                at_once.count(search(as_it_showed(entered)), planted)
                at_end.count(search(entered), planted)
                if search(entered).accuses_nobody_yet:
                    first.count(search(entered), planted)
        print(f"  {kind.value}: shows in {100 * len(at_end.slips) / rounds:.1f} %")
        if at_end.slips:
            print(f"    at once:     {at_once}")
            print(f"    at the end:  {at_end}")
            print(f"    where the slip stands first, {len(first.slips)} rounds: {first}")


def honest_rounds(rounds: int) -> None:
    """Search faultless rounds, which must give no offer."""
    chance, tally = Random("honest"), Tally()  # noqa: S311 - the same rounds each time
    for _ in range(rounds):
        round_, hands = honest_round(chance, players_of(chance))
        tally.count(search(show(chance, round_, hands, 50)))
    print(f"honest rounds with an offer, which must be none: {tally.offered} of {rounds}")


def false_rounds(rounds: int) -> None:
    """Search rounds whose players truly withheld cards."""
    for name, falls, shows in (("one pass", (1, 1), 1), ("several passes", (2, _MOST_FALSE), 2)):
        chance = Random(name)  # noqa: S311 - the same rounds each time
        at_once, at_end = Tally(), Tally()
        while len(at_end.slips) < rounds:
            entered = false_round(chance, players_of(chance), chance.randint(*falls))
            if search(entered).false_passes >= shows:
                at_end.count(search(entered))
                at_once.count(search(as_it_showed(entered)))
        text = ", ".join(
            f"{when} {tally.offered} ({tally.offers}; in {tally.accusing_nobody} it stands first)"
            for when, tally in (("at once", at_once), ("at the end", at_end))
        )
        print(f"{name} truly false: of {rounds} rounds a slip explains {text}")


def cost(rounds: int) -> None:
    """Time searches of rounds of eight with slips of all kinds and with passes truly false."""
    chance = Random("cost")  # noqa: S311 - the same rounds each time
    taken: list[tuple[float, int]] = []
    while len(taken) < rounds:
        entered = _amiss(chance, chance.choice((*SlipKind, None)))
        if entered is not None and not judge(entered).all_honest:
            start = process_time()
            done = search(replace(entered))
            taken.append((1_000 * (process_time() - start), done.work))
    milliseconds, work = zip(*taken, strict=True)
    print(
        f"one search of a round of {MOST_PLAYERS}: median {statistics.median(milliseconds):.1f} ms,"
        f" target below {TARGET_MILLISECONDS} ms; worst {max(milliseconds):.1f} ms;"
        f" at most {max(work)} turns walked, given up beyond {MOST_WORK}"
    )


def players_of(chance: Random) -> int:
    """Draw the number of players of a round."""
    return chance.randint(2, MOST_PLAYERS)


def honest_round(chance: Random, players: int) -> tuple[Round, Hands]:
    """Play a round to its end, and return it with the hands as dealt."""
    begun = _begun(chance, players)
    hands = deal(chance, begun.setup.hand_sizes)
    return play(chance, begun, hands, Habits()), hands


def false_round(chance: Random, players: int, false_passes: int) -> Round:
    """Play a round to its end with the number of false passes, or fewer at its end."""
    round_ = _begun(chance, players)
    hands = deal(chance, round_.setup.hand_sizes)
    false_at = chance.sample(range(2 * players, 8 * players), false_passes)
    while not round_.played_out:
        turn = choose_turn(chance, round_, hands, 0)
        if isinstance(turn, Played) and false_at and round_.next_turn >= min(false_at):
            false_at.remove(min(false_at))
            turn = Passed(turn.seat)
        round_ = round_.following(turn)
    return round_


def as_it_showed(entered: Round) -> Round:
    """Return the round up to its first visible false pass."""
    assert entered.leader is not None
    leader, moves = entered.leader, moves_of(entered)

    def until(turns: int) -> Round:
        unshown = replace(entered.knowledge, shown=(0,) * len(entered.setup.players))
        went = with_moves(replace(entered, knowledge=unshown), leader, moves[:turns])
        assert went is not None
        return went

    turns = bisect_left(
        range(len(moves) + 1), True, key=lambda turns: not judge(until(turns)).all_honest
    )
    return entered if turns > len(moves) else until(turns)


def _begun(chance: Random, players: int) -> Round:
    setup = Setup.dealt(preset("bicycle"), HANDLES[:players], chance.randrange(players))
    return Round.begin(setup)


def _amiss(chance: Random, kind: SlipKind | None) -> Round | None:
    """Return a round of eight with a slip of the kind, or with truly false passes."""
    if kind is None:
        return false_round(chance, MOST_PLAYERS, chance.randint(1, _MOST_FALSE))
    planted = plant(chance, honest_round(chance, MOST_PLAYERS)[0], kind)
    return planted and planted[0]


def _planted(
    chance: Random, kind: SlipKind, rounds: int, shown: int
) -> Iterator[tuple[Round, Change]]:
    """Yield rounds with a slip; cards left are shown where table and app both see the end."""
    while rounds:
        round_, hands = honest_round(chance, players_of(chance))
        if planted := plant(chance, round_, kind):
            entered, change = planted
            if entered.played_out and change.moves(moves_of(entered)) == moves_of(round_):
                left = tuple(hand & ~round_.layout.laid for hand in hands)
                entered = show_left(chance, entered, left, shown)
            rounds -= 1
            yield entered, change


def show_left(chance: Random, entered: Round, left: Hands, share: int) -> Round:
    """Return the round after some players truly showed cards left, where the app accepts them."""
    for seat, cards in enumerate(left):
        if chance.randrange(100) < share:
            event = Shown(seat, cards)
            entered = entered if entered.objection(event) else entered.following(event)
    return entered


if __name__ == "__main__":
    run(*map(int, sys.argv[1:]))
