"""The end of a round: payments, open questions and the next deal."""

import pytest

from companion.core.cards import card
from companion.core.rounds.events import (
    CalledOff,
    Event,
    FineCharged,
    FineTicked,
    FineWaived,
    MarkedUnpaid,
    MarkWithdrawn,
    Seen,
)
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.screens.blocks import Do, Document, Emphasis, Go, Notice, Status, plain
from companion.screens.round_over import round_over
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
        {"Ben pays Ann 28": "25 cards, fine 3", "Cem pays Ann 24": "24 cards", **POT_OF_5},
    ),
    "so does one that a card seen brought": (
        then(OVER, holds(1, "7C")),
        {"Ben pays Ann 28": "25 cards, fine 3", "Cem pays Ann 24": "24 cards", **POT_OF_5},
    ),
    "rules without chips": (NO_CHIPS, {}),
}


@pytest.mark.parametrize(("played", "expected"), PAYMENTS.values(), ids=PAYMENTS)
def test_each_payment_says_why(played: Snapshot, expected: dict[str, str]) -> None:
    paid = [row for row in rows(view_of(played)) if row.to]
    assert {plain(row.title): plain(row.subtitle) for row in paid} == expected


MARKED = then(OVER, MarkedUnpaid(2, 0, 24))
MARKS: dict[str, tuple[Snapshot, list[tuple[bool, Event]]]] = {
    "none": (OVER, [(False, MarkedUnpaid(1, 0, 25)), (False, MarkedUnpaid(2, 0, 24))]),
    "one": (MARKED, [(False, MarkedUnpaid(1, 0, 25)), (True, MarkWithdrawn(2, 0))]),
    "one of another sum": (
        then(MARKED, MarkedUnpaid(2, 0, 1)),
        [(False, MarkedUnpaid(1, 0, 25)), (True, MarkWithdrawn(2, 0))],
    ),
    "one that is due no more": (
        then(MARKED, MarkedUnpaid(0, 1, 3)),
        [(False, MarkedUnpaid(1, 0, 25)), (True, MarkWithdrawn(2, 0)), (True, MarkWithdrawn(0, 1))],
    ),
    "a round called off": (then(OVER, CalledOff()), []),
}


@pytest.mark.parametrize(("played", "marks"), MARKS.values(), ids=MARKS)
def test_a_tap_marks_what_is_still_owed(played: Snapshot, marks: list[tuple[bool, Event]]) -> None:
    ticks = [row.tick for row in rows(view_of(played)) if row.to and row.tick]
    assert [(tick.on, tick.intent) for tick in ticks] == [
        (on, Do(Recorded(1, event), exact=True)) for on, event in marks
    ]


INSTRUCTIONS = {
    "several give": (OVER, "Ben and Cem give Ann 25 and 24; Ann takes the pot, 5."),
    "one still owes": (MARKED, "Ben gives Ann 25; Ann takes the pot, 5. Cem still owes Ann 24."),
    "an old mark": (
        then(MARKED, MarkedUnpaid(0, 1, 3)),
        "Ben gives Ann 25; Ann takes the pot, 5. Cem still owes Ann 24. Ann still owes Ben 3.",
    ),
    "one gives several": (
        n.recorded("play_on_with_pots"),
        "Chi gives Ana 4, Ben 1 and Dov 4; Ana takes the pot, 21.",
    ),
    "called off": (
        then(night(n.IN_PLAY), CalledOff()),
        "Ann, Ben and Cem take 1, 3 and 2 back from the pot.",
    ),
    "nothing moved": (
        then(night("dealer Cem\n Ann Ben Cem\n", rules="encyclopedia"), CalledOff()),
        "Nobody has to pay anything.",
    ),
    "the app keeps the chips": (night(n.ANN_GOES_OUT, rules="bicycle chips=app"), None),
    "called off in the app": (then(night(n.IN_PLAY, rules="bicycle chips=app"), CalledOff()), None),
    "a game without chips": (NO_CHIPS, None),
}


@pytest.mark.parametrize(("played", "says"), INSTRUCTIONS.values(), ids=INSTRUCTIONS)
def test_the_instruction_can_be_read_out(played: Snapshot, says: str | None) -> None:
    assert texts(view_of(played)).get("hand-over") == says


def test_a_series_over_in_the_app_names_who_pays_whom() -> None:
    played = night(n.ANN_GOES_OUT, rules="bicycle chips=app")
    assert "owed" not in texts(view_of(played))
    assert texts(view_of(ended(played)))["owed"] == "Ben and Cem give Ann 27 and 25."


def test_settling_stands_out_only_while_somebody_owes_something() -> None:
    looks = [
        next(way.look for way in view_of(ended(night_)).footer if way.id == "settle")
        for night_ in (OVER, MARKED)
    ]
    assert looks == [Emphasis.SECONDARY, Emphasis.PRIMARY]


def test_a_game_without_chips_says_nothing_of_them() -> None:
    view = view_of(NO_CHIPS)
    assert (view.figure, [action.id for action in view.footer]) == (None, ["undo", "next-round"])
    assert "Where the chips came from" not in panels(view)
    shared = view_of(ended(NO_CHIPS))
    assert [action.id for action in shared.footer] == ["undo", "picture"]
    assert shared.title == "The series is over"


def fines(played: Snapshot) -> list[tuple[str, bool | None]]:
    """Return the false passes with the ticks of their fines."""
    listed = rows(view_of(played), "False passes")
    return [(plain(row.title), row.tick.on if row.tick else None) for row in listed]


def test_a_false_pass_stands_once_with_the_tick_of_its_fine() -> None:
    ticked = then(night(n.ALL_TOLD), FineTicked(2))
    assert [tick for _, tick in fines(ticked)] == [True]
    assert [tick for _, tick in fines(then(ticked, FineCharged(2)))] == [False]
    assert [tick for _, tick in fines(then(night(n.ALL_TOLD), FineWaived(2)))] == [None]
    assert [tick for _, tick in fines(night(n.ALL_TOLD, rules="bicycle chips=app"))] == [None]


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
    (row,) = rows(view_of(then(night(n.ALL_TOLD), FineWaived(2))), "False passes")
    assert row.badge
    assert (plain(row.subtitle), row.badge.status) == ("Turn 2 · let go", Status.MUTED)


def test_news_and_an_answer_do_not_say_the_same_twice() -> None:
    view = view_of(SHOWN)
    notices = [block.id for block in blocks(view) if isinstance(block, Notice)]
    assert not any(name.startswith("news-") for name in notices)
    assert "answer" in texts(view)


ANSWERS = {
    "none": ((), False, 0),
    "false": (((1, "7H"),), True, 2),
    "nothing yet": (((2, "7H"),), True, 0),
    "legal": (((2, "7H"), (2, "7C"), (2, "7S")), True, 2),
}


@pytest.mark.parametrize(("answers", "told", "turn"), ANSWERS.values(), ids=ANSWERS)
def test_an_answer(answers: tuple[tuple[int, str], ...], told: bool, turn: int) -> None:  # noqa: FBT001
    at = OVER
    for seat, code in answers:
        at = then(at, Seen(seat, card(code).bit))
    view = view_of(at)
    assert ("answer" in texts(view)) == told
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


def test_a_fine_that_the_winner_gets_back_with_the_pot_is_not_ticked() -> None:
    (line,) = (row for row in rows(view_of(n.recorded("winner_as_offender"))) if row.badge)
    assert (line.id, line.title, line.tick) == ("turn-17", "Ana", None)
    assert line.subtitle == "Turn 17 · 3 chips come back with the pot"
