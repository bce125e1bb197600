"""Anecdotes of an evening: a table of cases, and the truth of each by brute force."""

from companion.core.anecdotes import Anecdote, Kind, anecdotes
from companion.core.cards import card
from companion.core.sheet import loads
from tests.cases import cases
from tests.screens.nights import (
    ALL_TOLD,
    ANN_IS_LAST,
    ANN_LEADS,
    PASSES_IN_A_ROW,
    WON_WITH_A_FINE,
)

CLOSE = "Ann Ben Cem\nresult Ann 3 0 Ben 0 0 Cem 5 0\n"
CLOSER = "Ann Ben Cem\nresult Ann 2 0 Ben 0 0 Cem 2 0\n"
LAST_OF_TWO = "Ann Ben\nresult Ann 9 0 Ben 0 0\n"
FIRST_OF_TWO = "Ann Ben\nresult Ann 0 0 Ben 10 0\n"
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
        [WON_WITH_A_FINE],
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


@cases("rounds, told", STORIES)
def test_the_stories_of_an_evening(rounds: list[str], told: list[Anecdote]) -> None:
    blocks = (f"round {number}\n{block}" for number, block in enumerate(rounds, 1))
    log = loads("fantan 1\ndate 2026-11-20\n" + "".join(blocks))
    assert list(anecdotes(log.series)) == told
