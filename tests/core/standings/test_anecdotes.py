"""Anecdotes of an evening: a table of cases, and the truth of each by brute force."""

from collections import Counter, defaultdict
from random import Random
from typing import Any

import pytest

from companion.core.anecdotes import MOST, Anecdote, Kind, anecdotes
from companion.core.cards import card
from companion.core.log import Log
from companion.core.presets import parse
from companion.core.rounds.setup import Setup
from companion.core.series import Series
from companion.core.sheet import dumps, loads, read, report
from companion.core.steps import Dealt, Recorded
from tests.screens.nights import ALL_TOLD, ANN_IS_LAST, ANN_LEADS, PASSES_IN_A_ROW
from tests.strategies import HANDLES, Habits, deal, play, result_of

CLOSE = "Ann Ben Cem\nresult Ann 3 0 Ben 0 0 Cem 5 0\n"
CLOSER = "Ann Ben Cem\nresult Ann 2 0 Ben 0 0 Cem 2 0\n"
LAST_OF_TWO = "Ann Ben\nresult Ann 9 0 Ben 0 0\n"
FIRST_OF_TWO = "Ann Ben\nresult Ann 0 0 Ben 10 0\n"
SEVEN_OF_THE_WINNER = """
deal Ann 2 Ben 3 Cem 47
dealer Ben
Ann Ben Cem
1 . . 7D
2 6D -- 8D
3 -- 7H 8H
4 -- 9D 6H
5 -- 10D .
"""
ROW = Anecdote(Kind.PASSES, 1, "Ben", 4)
WAIT = Anecdote(Kind.WAIT, 1, "Cem", 11, card("7S"))
FINE = Anecdote(Kind.FINE, 1, "Ben", 8)
COMEBACK = Anecdote(Kind.COMEBACK, 1, "Ann")
STORIES: dict[str, tuple[list[str], list[Anecdote]]] = {
    "no round": ([], []),
    "a round in play": (["Ann Ben Cem\n1 7C 7D 7H\n"], []),
    "a round called off": ([f"{PASSES_IN_A_ROW}void\n"], []),
    "passes in a row, and a card waited for": ([PASSES_IN_A_ROW], [ROW, WAIT]),
    "a fine": ([ALL_TOLD], [FINE]),
    "a fine of the winner, without what came back with the pot": (
        [SEVEN_OF_THE_WINNER],
        [Anecdote(Kind.FINE, 1, "Ben", 10), Anecdote(Kind.PASSES, 1, "Ann", 3)],
    ),
    "a fine that was let go": ([f"{ALL_TOLD}waive 2\n"], []),
    "the closest of two rounds": ([CLOSE, CLOSER], [Anecdote(Kind.CLOSEST, 2, "Ben", 4)]),
    "the first of two as close": ([CLOSE, CLOSE], [Anecdote(Kind.CLOSEST, 1, "Ben", 8)]),
    "one round alone": ([CLOSE], []),
    "a comeback": ([ANN_IS_LAST, ANN_LEADS], [COMEBACK, Anecdote(Kind.CLOSEST, 1, "Ben", 10)]),
    "no comeback of two players": (
        [LAST_OF_TWO, FIRST_OF_TWO],
        [Anecdote(Kind.CLOSEST, 1, "Ben", 9)],
    ),
    "the best three": (
        [PASSES_IN_A_ROW, ANN_IS_LAST, ALL_TOLD, ANN_LEADS],
        [
            Anecdote(Kind.FINE, 3, "Ben", 8),
            ROW,
            WAIT,
        ],
    ),
    "not of the evening before": (
        [PASSES_IN_A_ROW, f"date 2026-11-21\n{CLOSE}", CLOSER],
        [Anecdote(Kind.CLOSEST, 3, "Ben", 4)],
    ),
}


@pytest.mark.parametrize(("rounds", "told"), STORIES.values(), ids=STORIES)
def test_the_stories_of_an_evening(rounds: list[str], told: list[Anecdote]) -> None:
    blocks = (f"round {number}\n{block}" for number, block in enumerate(rounds, 1))
    log = loads("fantan 1\ndate 2026-11-20\n" + "".join(blocks))
    assert list(anecdotes(log.series)) == told


RULE_SETS = (
    "bicycle",
    "bicycle seven_fine_per=seven",
    "kartendomino",
    "pagat-pool",
    "devyatka",
    "badam-satti",
    "kartendomino-ranking",
    "pagat",
)


def random_evening(seed: int) -> Log:
    """Return an evening of two to five rounds, some of them by their results."""
    chance = Random(seed)  # noqa: S311 - no secret
    rules = parse(chance.choice(RULE_SETS))
    players = HANDLES[: chance.randint(2, 7)]
    log = Log.begin(Series("", "2026-11-20", rules))
    setup = Setup.dealt(rules, players, 0)
    habits = Habits(false_passes=chance.choice((0, 5, 20)), shown=100)
    for number in range(1, chance.randint(3, 6)):
        log = log.after(Dealt(setup))
        hands = deal(chance, setup.hand_sizes)
        round_ = play(chance, log.round, hands, habits)
        if rules.takes_results and chance.randrange(8) == 0 and round_.over:
            log = log.after(Recorded(number, result_of(round_)))
        else:
            for event in round_.events:
                log = log.after(Recorded(number, event))
        if not log.round.over or log.series.standing.over:
            break
        setup = log.series.next_setup()
    return log


class Plain:
    """Stories of an evening, counted from the JSON of a replay alone."""

    def __init__(self, printed: Any) -> None:
        self.rounds = [one for one in printed["rounds"] if one["over"] and not one["void"]]
        self.by_points = any(any(one["points"].values()) for one in self.rounds)
        self.of: dict[Kind, Counter[tuple[Any, ...]]] = {kind: Counter() for kind in Kind}
        for one in self.rounds:
            self._count(one)

    def _count(self, one: Any) -> None:
        number = one["number"]
        moves = defaultdict[str, str](str)
        for turn in one["turns"]:
            moves[turn["player"]] += "p" if turn["move"] == "--" else " "
            fitted = sum(turn["move"] in other["playable"] for other in one["turns"])
            if turn["move"] != "--":
                self.of[Kind.WAIT][number, turn["player"], turn["move"]] = fitted - 1
        for player, row in moves.items():
            self.of[Kind.PASSES][number, player] = max(map(len, row.split(" ")))
        fines = Counter[int]()
        for place, moved in enumerate(one["transfers"]):
            if moved["reason"] in {"false_pass", "withheld_seven"}:
                later = (each for each in one["transfers"][place:] if each["reason"] == "pot")
                won = moved["to"] == "pot" and next(later)["to"] == moved["from"]
                fines[moved["turn"]] += 0 if won else moved["chips"]
        for turn, chips in fines.items():
            player = one["turns"][turn - 1]["player"]
            self.of[Kind.FINE][number, player, turn] = chips
        if one["out"]:
            left = sum(one["cards_left"].values())
            self.of[Kind.CLOSEST][number, one["out"][0]] = left

    def totals(self, number: int) -> dict[str, int]:
        """Return the totals after a round, the lowest the best."""
        totals = Counter[str]()
        for one in self.rounds:
            if one["number"] <= number:
                for player in one["players"]:
                    points = one["points"][player] or 0
                    totals[player] += points if self.by_points else -one["chips"][player]
        return dict(totals)

    def holds(self, story: Anecdote) -> bool:
        """Return whether the story is true, and no other of its kind is better."""
        counted = self.of[story.kind]
        place: tuple[Any, ...] = (story.number, story.handle)
        if story.kind is Kind.COMEBACK:
            then, now = self.totals(story.number), self.totals(self.rounds[-1]["number"])
            others = [player for player in now if player != story.handle]
            return all(
                then[story.handle] > then[other] and now[story.handle] < now[other]
                for other in others
            )
        if story.kind is Kind.CLOSEST:
            return counted[place] == story.count == min(counted.values())
        if story.kind is Kind.WAIT:
            place = (*place, str(story.card))
        counts = [count for key, count in counted.items() if key[: len(place)] == place]
        return max(counts) == story.count == max(counted.values())


def test_every_story_of_random_evenings_is_true() -> None:
    told = Counter[Kind]()
    for seed in range(100):
        log = random_evening(seed)
        plain = Plain(report(read(dumps(log)).log, "-"))
        stories = anecdotes(log.series)
        false = [story for story in stories if not plain.holds(story)]
        assert not false, (seed, false)
        assert len(stories) <= MOST
        told.update(story.kind for story in stories)
    assert all(told[kind] >= 4 for kind in Kind), told
