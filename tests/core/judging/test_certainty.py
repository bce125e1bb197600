"""Rulings on passes, with the evidence for each card of the proof and its moment."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.judge import Verdict, judge
from companion.core.rounds.events.cards import HandEntered, Shown
from companion.core.rounds.events.turns import Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from tests.cases import cases
from tests.core.tables import round_of, rows
from tests.strategies import HANDLES, Hands, choose_turn, deal, luck, rules

KNOWN_OF_C = (
    "hand C AC 2C 3C 4C 5C 6C 8C 9C 10C JC QC KC AD 2D 3D 4D 5D 6D 8D 9D 10D JD QD KD"
    " AH 2H 3H 4H 5H 6H 8H 9H 10H JH QH KH AS 2S 3S 4S 5S 6S 8S 9S 10S JS QS KS"
)

JUDGED = {
    "laid later": ("deal A 5 B 5 C 42", "7C -- -- / 6C 8C", "2 illegal: 8C played 5, 3 open"),
    "laid later, but not playable then": ("deal A 5 B 5 C 42", "7C -- 8C / 6C 9C", "2 open"),
    "entered: false": ("deal A 5 B 2 C 45\nhand B 8C KS", "7C --", "2 illegal: 8C entered 0"),
    "seen: held since the deal": ("deal A 5 B 2 C 45\nholds B 8C", "7C --", "2 illegal: 8C seen 0"),
    "all seen: honest": ("deal A 5 B 2 C 45\nholds B 9C\nholds B KS", "7C --", "2 legal"),
    "some seen: open": ("deal A 5 B 3 C 44\nholds B 9C KS", "7C --", "2 open"),
    "entered: honest": ("deal A 5 B 2 C 45\nhand B 9C KS", "7C --", "2 legal"),
    "no room elsewhere, no card proved": ("dealer B\ndeal A 1 B 2 C 49", ". . --", "1 illegal"),
    "either of two, so neither is proved": (
        f"deal A 2 B 2 C 48\n{KNOWN_OF_C}",
        "7C 7D -- / --",
        "3 illegal: 6C entered 0 8C entered 0 6D entered 0 8D entered 0, 4 illegal",
    ),
    "left over for who has room": (
        f"deal A 2 B 2 C 48\n{KNOWN_OF_C}",
        "7C -- 8C / 7H",
        "2 illegal: 7D counted 4 7S counted 4",
    ),
    "shown at the end, which convicts": (
        "deal A 2 B 3 C 47",
        "7C -- -- / 8C\nleft B 7S KH KS",
        "2 illegal: 7S shown 5, 3 illegal: 6C counted 5 7D counted 5 7H counted 5",
    ),
    "shown at the end: honest": ("deal A 2 B 3 C 47", "7C -- 6C / 8C\nleft B KC KH KS", "2 legal"),
    "the turn of the proof is the earliest": (
        "deal A 3 B 3 C 46\nhand B 7S KH KS",
        "7C -- -- / 6C 7S 8C / 5C",
        "2 illegal: 7S entered 0, 3 illegal: 8C played 6 7D counted 7 7H counted 7",
    ),
}


@cases("above, turns, expected", JUDGED)
def test_a_pass_is_judged_by_what_is_certain(above: str, turns: str, expected: str) -> None:
    assert _evidence(round_of(f"{above}\nA B C\n{rows(turns)}")) == expected


def _evidence(round_: Round) -> str:
    """Return each ruling with the evidence and the moment of its proof."""
    return ", ".join(
        f"{ruling.turn} {ruling.verdict.value}"
        + ":" * bool(ruling.proof)
        + "".join(f" {held.card} {held.how.value} {held.moment}" for held in ruling.proof)
        for ruling in judge(round_).rulings
    )


DOUBTED = {
    "three of three pass in a row: any of them": ("1  --  --  --", True, (1, 2, 3)),
    "two of three pass: the third may hold all": ("1  --  --  .", False, ()),
    "three pass twice: no single pass explains it": ("1  --  --  --\n2  --  --  --", True, ()),
    "three pass after a card": ("1  7C  --  --\n2  --  .   .", True, (2, 3, 4)),
    "a proved false pass explains the rest": ("1  --  --  --\n2  7C  .   .", False, ()),
    "only the pass that nobody repeats": ("1  --  --  --\n2  7C  --  --\n3  --  .  .", True, (7,)),
}


@cases("rows, contradiction, suspects", DOUBTED)
def test_a_doubt_is_raised(rows: str, *, contradiction: bool, suspects: tuple[int, ...]) -> None:
    judgement = judge(round_of(f"A B C\n{rows}"))
    assert (judgement.contradiction, judgement.suspects) == (contradiction, suspects)


@pytest.mark.parametrize("players", range(2, 11), ids="{} players".format)
def test_as_many_passes_in_a_row_as_players_are_always_a_contradiction(players: int) -> None:
    handles = HANDLES[:players]
    rows = f"{' '.join(handles)}\n1 {'-- ' * players}"
    judgement = judge(round_of(rows))
    assert judgement.contradiction
    assert judgement.suspects == tuple(range(1, players + 1))


@st.composite
def _histories(draw: st.DrawFn) -> list[Round]:
    """Draw the states of a round: after each hand, each turn and each hand shown."""
    players = draw(st.integers(2, 6))
    chance = draw(luck())
    round_ = Round.begin(Setup.dealt(draw(rules()), HANDLES[:players], players - 1))
    hands = deal(chance, round_.setup.hand_sizes)
    for seat in draw(st.sets(st.integers(0, players - 1), max_size=players - 2)):
        round_ = round_.after(HandEntered(seat, hands[seat]))
    return [round_, *_play_on(chance, round_, hands, draw(st.sampled_from((2, 15, 50))))]


def _play_on(chance: Random, round_: Round, hands: Hands, false_passes: int) -> Iterator[Round]:
    while not round_.played_out:
        round_ = round_.after(choose_turn(chance, round_, hands, false_passes))
        yield round_
    left = [(seat, hand & ~round_.layout.laid) for seat, hand in enumerate(hands)]
    chance.shuffle(left)
    for seat, cards in left:
        if cards:
            round_ = round_.after(Shown(seat, cards))
            yield round_


@settings(max_examples=30)
@given(_histories())
def test_a_verdict_once_certain_never_changes(history: list[Round]) -> None:
    certain: dict[int, Verdict] = {}
    for round_ in history:
        now = {ruling.turn: ruling.verdict for ruling in judge(round_).rulings}
        assert certain == {turn: now[turn] for turn in certain}
        certain = {turn: verdict for turn, verdict in now.items() if verdict is not Verdict.OPEN}


@settings(max_examples=30)
@given(_histories())
def test_a_verdict_is_certain_since_the_moment_it_says(history: list[Round]) -> None:
    since = {ruling.turn: ruling.since for ruling in judge(history[-1]).rulings}
    played = [round_ for round_ in history if not any(round_.knowledge.shown)]
    first: dict[int, int] = {}
    for round_ in played:
        for ruling in judge(round_).rulings:
            if ruling.verdict is not Verdict.OPEN:
                first.setdefault(ruling.turn, len(round_.turns))
    turns = len(played[-1].turns)
    assert since == {turn: first.get(turn, turns + 1) for turn in since}


@settings(max_examples=30)
@given(_histories())
def test_knowledge_of_a_hand_only_grows(history: list[Round]) -> None:
    known: set[tuple[int, int]] = set()
    for round_ in history:
        now = {(holding.seat, holding.card.bit) for holding in judge(round_).holdings.values()}
        assert known <= now
        known = now


@settings(max_examples=30)
@given(_histories())
def test_when_all_is_shown_every_holder_is_known(history: list[Round]) -> None:
    end = history[-1]
    laid = {turn.card: turn.seat for turn in end.turns if isinstance(turn, Played)}
    known = {holding.card: holding.seat for holding in judge(end).holdings.values()}
    assert len(known) == sum(end.setup.hand_sizes)
    assert laid.items() <= known.items()
    assert Verdict.OPEN not in {ruling.verdict for ruling in judge(end).rulings}
