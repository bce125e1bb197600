"""The end of a round: payments, open questions and the next deal."""

import pytest

from companion.core.cards import card
from companion.core.rounds.setup import CalledOff, Charged, FinePaid, Seen, Waived
from companion.desk.table import Snapshot
from companion.views.blocks import Act, Document, Go, Notice, Status, plain
from companion.views.of_series.round_over import round_over
from companion.words import ENGLISH
from tests.views import nights as n
from tests.views.documents import actions, blocks, heroes, panels, rows, texts
from tests.views.nights import ended, holds, night, shows, then

OVER, NO_CHIPS = night(n.ANN_GOES_OUT), night(n.ANN_GOES_OUT, rules="pagat")
SHOWN = then(OVER, shows(1, n.LEFT_TO_BEN))
PIPS = "bicycle points=pips"


def view_of(played: Snapshot) -> Document:
    return round_over(played, ENGLISH)


WHOLE = "the whole pot"
POT_OF_5 = {"Pot pays Ann 5": WHOLE}
PAYMENTS: dict[str, tuple[Snapshot, dict[str, str]]] = {
    "a card costs two": (
        night(n.ANN_GOES_OUT, rules="bicycle card_fee=2"),
        {"Ben pays Ann 50": "25 cards at 2", "Cem pays Ann 48": "24 cards at 2", **POT_OF_5},
    ),
    "a fine that came to light afterwards goes to the winner": (
        SHOWN,
        {"Ben pays Ann 28": "25 cards + 3 for fines", "Cem pays Ann 24": "24 cards", **POT_OF_5},
    ),
    "a card that was seen counts from the deal on, so its fine went to the pot": (
        then(OVER, holds(1, "7C")),
        {"Ben pays Ann 25": "25 cards", "Cem pays Ann 24": "24 cards", "Pot pays Ann 8": WHOLE},
    ),
    "rules without chips": (NO_CHIPS, {}),
}


@pytest.mark.parametrize(("played", "expected"), PAYMENTS.values(), ids=PAYMENTS)
def test_each_payment_says_why(played: Snapshot, expected: dict[str, str]) -> None:
    paid = [row for row in rows(view_of(played)) if row.to]
    assert {plain(row.title): plain(row.subtitle) for row in paid} == expected


def test_a_payment_is_ticked_off_on_the_device_alone() -> None:
    key = ("Cem", "Ann", 24)
    view = round_over(OVER, ENGLISH, frozenset({key}))
    ticks = [row.tick for row in rows(view) if row.to and row.tick]
    assert [tick.on for tick in ticks] == [False, True, False]
    assert ticks[1].intent == Act("hand_over", key)


def test_only_a_round_with_chips_leaves_payments_to_the_end() -> None:
    view = view_of(NO_CHIPS)
    assert "counts" not in texts(view)
    assert "What the round brings" not in panels(view)


def fines(played: Snapshot) -> list[tuple[str, bool]]:
    """Return the fines of the play with their ticks."""
    listed = rows(view_of(played), "Fines during play")
    return [(plain(row.title), bool(row.tick and row.tick.on)) for row in listed]


def test_fines_of_the_play_stand_in_their_own_list_ticked_off_or_not() -> None:
    ticked = then(night(n.ALL_TOLD), FinePaid(2))
    assert fines(ticked) == [("Ben has paid the pot 3 and Cem 5", True)]
    assert fines(then(ticked, Charged(2))) == [("Ben owes the pot 3 and Cem 5", False)]
    assert fines(then(night(n.ALL_TOLD), Waived(2))) == []


QUESTIONS = {
    "the holder of a neighbour": (night(n.ALL_TOLD), ["A fine still open"]),
    "a pass and points": (night(n.ANN_GOES_OUT, rules=PIPS), ["1 pass still open"]),
    "nothing": (night(n.FEW_LEFT), []),
}


@pytest.mark.parametrize(("played", "titles"), QUESTIONS.values(), ids=QUESTIONS)
def test_questions_open_until_the_cards_left_are_shown(played: Snapshot, titles: list[str]) -> None:
    view = view_of(played)
    assert [name for name in panels(view) if "still open" in name] == titles
    assert actions(view)["reveal"].intent == Go("cards")


def test_with_all_cards_known_there_is_nothing_to_show() -> None:
    assert "reveal" not in actions(view_of(then(night(n.FEW_LEFT), shows(2, "KS"))))


def test_a_false_pass_costs_a_fine_until_it_is_let_go() -> None:
    (row,) = rows(view_of(then(night(n.ALL_TOLD), Waived(2))), "False passes")
    assert row.badge
    assert (plain(row.subtitle), row.badge.status) == ("Turn 2 · let go", Status.MUTED)


def test_news_and_an_answer_do_not_say_the_same_twice() -> None:
    view = view_of(SHOWN)
    notices = [block.id for block in blocks(view) if isinstance(block, Notice)]
    assert not any(name.startswith("news-") for name in notices)
    says = "Ben held 25 cards. Ben’s pass at turn 2 was false: 3 to Ann."
    assert texts(view)["answer"] == says


ANSWERS = {
    "none": ((), None, 0),
    "false": (((1, "7H"),), "Ben held 7♥. Ben’s pass at turn 2 was false: 3 to the pot.", 2),
    "nothing yet": (((2, "7H"),), "Cem held 7♥. That decides no pass yet.", 0),
    "legal": (((2, "7H"), (2, "7C"), (2, "7S")), "Cem held 7♠. Ben’s pass at turn 2 was legal.", 2),
}


@pytest.mark.parametrize(("answers", "says", "turn"), ANSWERS.values(), ids=ANSWERS)
def test_an_answer_has_a_result(
    answers: tuple[tuple[int, str], ...], says: str | None, turn: int
) -> None:
    at = OVER
    for seat, code in answers:
        at = then(at, Seen(seat, card(code).bit))
    view = view_of(at)
    assert texts(view).get("answer") == says
    way = actions(view).get("answer-verdict")
    assert (way and way.intent) == (Go(f"verdict/{turn}") if turn else None)


def test_passes_that_contradict_each_other_raise_a_doubt() -> None:
    assert actions(view_of(night(n.DOUBTED)))["doubt"].intent == Go("turns")
    assert "doubt" not in actions(view_of(night(n.FEW_LEFT)))


SHARED = night(n.ANN_FIRST, n.BEN_FIRST, rules="bicycle rounds=2")
ENDS: dict[str, tuple[Snapshot, list[tuple[str, str]], str | None]] = {
    "a tie at the target": (night(n.ANN_FIRST, n.BEN_FIRST), [], "Deal round 3 · Ben deals"),
    "a shared win": (SHARED, [("Ann and Ben share the win", "1 point · 2 rounds")], None),
    "a round was called off": (
        ended(then(night(n.ANN_FIRST, n.BEN_FIRST), CalledOff(), 2)),
        [("Ann wins the series", "0 points · 1 round, 1 called off")],
        "Play on: deal round 3 · Ben deals",
    ),
    "without winners": (
        ended(night(n.FEW_LEFT, rules=PIPS)),
        [("The series is over, and points are still open", "1 round")],
        "Play on: deal round 2 · Ann deals",
    ),
}


@pytest.mark.parametrize(("played", "won", "deal"), ENDS.values(), ids=ENDS)
def test_the_end(played: Snapshot, won: list[tuple[str, str]], deal: str | None) -> None:
    view = view_of(played)
    assert [(plain(hero.title), hero.subtitle) for hero in heroes(view)] == won
    next_round = actions(view).get("next-round")
    assert (next_round and next_round.label) == deal


def test_a_tie_at_the_target_is_announced() -> None:
    view = view_of(night(n.ANN_FIRST, n.BEN_FIRST))
    assert texts(view)["forecast"].startswith("Ann and Ben share the lowest total, 1 point")
