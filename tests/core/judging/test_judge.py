"""Judge compared with every possible deal, and the evidence for each known card."""

from random import Random

from hypothesis import event, given, settings
from hypothesis import strategies as st

from companion.core.cards import CARDS, Card, Cards, gather, spread
from companion.core.judge import Denial, Judgement, judge, suspects
from companion.core.rounds.events.cards import Seen
from companion.core.rounds.events.turns import Played
from companion.core.rounds.round import Round
from tests.core.judging.brute_force import Answers, answers, deals, few_deals, takes
from tests.strategies import (
    HANDLES,
    Habits,
    Hands,
    deal,
    luck,
    play,
    rounds,
    setups,
    show,
    small_packs,
)


def _answers(judgement: Judgement) -> Answers:
    """Return the judgement in the form of the brute force."""
    return Answers(
        {ruling.turn: ruling.verdict.value for ruling in judgement.rulings},
        {
            ruling.turn: frozenset(held.card for held in ruling.proof)
            for ruling in judgement.rulings
        },
        judgement.contradiction,
        judgement.suspects,
    )


def _show_some(chance: Random, round_: Round, hands: Hands) -> Round:
    """Return the round after some cards were seen one by one and some hands shown."""
    dealt = [(seat, card) for seat, hand in enumerate(hands) for card in spread(hand)]
    chance.shuffle(dealt)
    for seat, card in dealt[: chance.randrange(14)]:
        if not round_.objection(Seen(seat, card.bit)):
            round_ = round_.after(Seen(seat, card.bit))
    return show(chance, round_, hands, chance.choice((0, 50)))


_HOT = st.builds(
    Habits,
    turns=st.integers(2, 60),
    false_passes=st.sampled_from((5, 30, 60, 90)),
    entered=st.sampled_from((0, 0, 0, 25)),
)


@settings(max_examples=150)
@given(small_packs(), luck(), _HOT)
def test_small_packs_are_judged(case: tuple[Round, Hands], chance: Random, how: Habits) -> None:
    begun, hands = case
    played = play(chance, begun, hands, how)
    if played.played_out:
        played = _show_some(chance, played, hands)
    round_ = few_deals(played, hands)
    right = answers(round_)
    event(f"{sorted(set(right.verdicts.values()))}, contradiction: {right.contradiction}")
    assert _answers(judge(round_)) == right


@st.composite
def _late_rounds(draw: st.DrawFn) -> Round:
    """Draw a round of two to four players near its end."""
    players = draw(st.integers(2, 4))
    begun = Round.begin(draw(setups(HANDLES[:players], players - 1)))
    chance = draw(luck())
    hands = deal(chance, begun.setup.hand_sizes)
    whole = play(chance, begun, hands, Habits(false_passes=draw(st.sampled_from((0, 2, 10, 40)))))
    early = draw(st.integers(0, 12))
    if not early:
        return few_deals(_show_some(chance, whole, hands), hands)
    for turn in whole.turns[:-early]:
        begun = begun.after(turn)
    return few_deals(begun, hands)


@settings(max_examples=100)
@given(_late_rounds())
def test_late_rounds_are_judged_as_by_every_deal(round_: Round) -> None:
    right = answers(round_)
    event(f"{sorted(set(right.verdicts.values()))}, contradiction: {right.contradiction}")
    assert _answers(judge(round_)) == right


@st.composite
def _open_passes(draw: st.DrawFn) -> tuple[list[int], list[Denial]]:
    """Draw room for up to nine unknown cards at two to four seats, and some passes."""
    room = [draw(st.integers(1, 4)), draw(st.integers(1, 4))]
    for _ in range(draw(st.integers(0, 2))):
        room.append(draw(st.integers(0, min(4, 9 - sum(room)))))
    unknown = CARDS[: sum(room)]
    some = st.lists(st.sampled_from(unknown), min_size=1, max_size=6).map(gather)
    seats = st.integers(0, len(room) - 1)
    passes = draw(st.lists(st.tuples(seats, some), min_size=1, max_size=6))
    return draw(st.permutations(room)), [Denial(turn, *pass_) for turn, pass_ in enumerate(passes)]


@settings(max_examples=100)
@given(_open_passes())
def test_suspects_alone_explain_the_doubt(case: tuple[list[int], list[Denial]]) -> None:
    room, passes = case
    false = [
        {denial.turn for denial in passes if denial.cards & gather(hands[denial.seat])}
        for hands in deals(frozenset(CARDS[: sum(room)]), room)
    ]
    alone = sorted({turn for turns in false if len(turns) == 1 for turn in turns})
    assert suspects(room, passes) == (None if set() in false else tuple(alone))


@settings(max_examples=50)
@given(rounds())
def test_the_table_takes_what_the_rules_say_at_every_turn(round_: Round) -> None:
    laid, expected = list[Card](), list[Cards]()
    for turn in round_.turns:
        expected.append(gather(takes(round_.setup.rules, laid)))
        laid += [turn.card] if isinstance(turn, Played) else []
    assert list(round_.met) == expected
