"""The end of a round: payments, open questions and the next deal."""

import pytest

from companion.core.cards import card
from companion.core.rounds.setup import CalledOff, Charged, FinePaid, Seen, Waived
from companion.core.sheet import loads
from companion.desk.table import Snapshot
from companion.views.of_series.round_over import RoundOverView, round_over
from companion.words import ENGLISH
from tests.places import RECORDS
from tests.views.nights import (
    ALL_TOLD,
    ANN_FIRST,
    ANN_GOES_OUT,
    BEN_FIRST,
    FEW_LEFT,
    LEFT_TO_BEN,
    WITHOUT_CEM,
    ended,
    holds,
    night,
    shows,
    then,
)

IN_PLAY = """
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""

BOTH_PASS = """
deal Ann 2 Ben 25 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  --
 2  8D  .   .
"""


def view_of(played: Snapshot) -> RoundOverView:
    return round_over(played, ENGLISH)


def payments(played: Snapshot) -> list[str]:
    return [payment.says for payment in view_of(played).payments]


def test_who_went_out_stands_at_the_top() -> None:
    view = view_of(night(ANN_GOES_OUT))
    assert view.title == "Ann goes out"
    assert view.subtitle == "Round 1 · to 100 · 4 turns"
    assert view.pot_taken == 5


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        pytest.param(
            night(ANN_GOES_OUT),
            ["Ben pays Ann 25", "Cem pays Ann 24", "Pot pays Ann 5"],
            id="cards left and the pot",
        ),
        pytest.param(
            night(ALL_TOLD),
            ["Ben pays Ann 23", "Cem pays Ann 23", "Pot pays Ann 9"],
            id="fines of the play were paid in it",
        ),
        pytest.param(
            then(night(ANN_GOES_OUT), shows(1, LEFT_TO_BEN)),
            ["Ben pays Ann 28", "Cem pays Ann 24", "Pot pays Ann 5"],
            id="a fine that came to light afterwards goes to the winner",
        ),
        pytest.param(
            then(night(ANN_GOES_OUT), holds(1, "7C")),
            ["Ben pays Ann 25", "Cem pays Ann 24", "Pot pays Ann 8"],
            id="a card that was seen counts from the deal on, so its fine went to the pot",
        ),
        pytest.param(
            then(then(night(ANN_GOES_OUT), shows(1, LEFT_TO_BEN)), Waived(2)),
            ["Ben pays Ann 25", "Cem pays Ann 24", "Pot pays Ann 5"],
            id="a fine let go is not paid",
        ),
        pytest.param(night(ANN_GOES_OUT, rules="pagat"), [], id="rules without chips"),
        pytest.param(
            then(night(IN_PLAY), CalledOff()),
            ["Pot pays Ann 1", "Pot pays Ben 3", "Pot pays Cem 2"],
            id="called off: every chip goes back",
        ),
    ],
)
def test_the_payments(played: Snapshot, expected: list[str]) -> None:
    assert payments(played) == expected


def record(name: str) -> Snapshot:
    log = loads((RECORDS / f"{name}.fantan").read_text("utf-8"))
    return Snapshot(1, len(log.steps), log)


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        pytest.param(
            night(ANN_GOES_OUT),
            ["25 cards", "24 cards", "the whole pot"],
            id="each owes the winner",
        ),
        pytest.param(
            night(ANN_GOES_OUT, rules="bicycle card_fee=2"),
            ["25 cards at 2", "24 cards at 2", "the whole pot"],
            id="a card costs two",
        ),
        pytest.param(
            then(night(ANN_GOES_OUT), shows(1, LEFT_TO_BEN)),
            ["25 cards + 3 for fines", "24 cards", "the whole pot"],
            id="a fine that came to light afterwards",
        ),
        pytest.param(
            record("unknown_holder_then_shown"),
            [
                "4 cards to Ana, 5 for fines to Chi",
                "part of 4: 4 cards to Ana",
                "part of 4: 4 cards to Ana, straight to Chi",
                "the whole pot",
            ],
            id="netted",
        ),
        pytest.param(then(night(IN_PLAY), CalledOff()), ["", "", ""], id="called off"),
    ],
)
def test_each_payment_says_why(played: Snapshot, expected: list[str]) -> None:
    view = view_of(played)
    assert [payment.why for payment in view.payments] == expected
    assert bool(view.netted_says) == any("part of" in why for why in expected)


def test_the_nets_of_a_round_add_up_to_zero() -> None:
    lines = view_of(record("worked_example_found_late")).nets
    assert [line.says for line in lines] == [
        "B +30: pot +18 · cards +10 · fines +3 · paid in -1",
        "A -7: cards -4 · paid in -5 · corrections +2",
        "C -7: cards -2 · paid in -4 · corrections -1",
        "D -7: cards -1 · fines -3 · paid in -3",
        "E -9: cards -3 · paid in -5 · corrections -1",
    ]
    assert sum(line.chips for line in lines) == 0
    assert lines[0].parts.split(" · ")[-1] == "paid\u00a0in\u00a0-1"


def test_without_chips_a_round_brings_nothing() -> None:
    assert view_of(night(ANN_GOES_OUT, rules="pagat")).nets == ()
    assert view_of(then(night(IN_PLAY), CalledOff())).nets == ()


def test_fines_of_the_play_stand_in_their_own_list_ticked_off_or_not() -> None:
    view = view_of(night(ALL_TOLD))
    assert [fine.says for fine in view.owed] == ["Ben owes the pot 3 and Cem 5"]
    assert [fine.ticked for fine in view.owed] == [False]
    ticked = then(night(ALL_TOLD), FinePaid(2))
    assert [fine.ticked for fine in view_of(ticked).owed] == [True]
    assert [fine.ticked for fine in view_of(then(ticked, Charged(2))).owed] == [False]
    assert view_of(then(night(ALL_TOLD), Waived(2))).owed == ()


def test_all_payments_to_one_are_headed_by_who_gets_them() -> None:
    assert {payment.gets for payment in view_of(night(ANN_GOES_OUT)).payments} == {"Ann gets"}


def test_a_round_without_payments_says_so() -> None:
    assert view_of(night(ANN_GOES_OUT, rules="pagat")).nothing_to_pay


def test_payments_say_that_they_are_of_this_round_alone() -> None:
    note = "For this round alone. Or leave it to the end: “Settle up” counts all rounds together."
    assert view_of(night(ANN_GOES_OUT)).counts_says == note
    assert view_of(night(ANN_GOES_OUT, rules="pagat")).counts_says == ""


def test_a_round_called_off_judges_nothing_and_goes_on() -> None:
    view = view_of(then(night(IN_PLAY), CalledOff()))
    assert view.title == "The round is called off"
    assert view.void
    assert (view.paid_title, view.counts_says) == ("Hand these chips back", "")
    assert not view.open_title
    assert not view.can_reveal
    assert view.false_passes == ()
    assert view.next_deal


def test_the_race_shows_the_gains_of_the_round() -> None:
    lines = view_of(night(ANN_GOES_OUT)).race.lines
    assert [(line.player.name, line.total_text, line.added) for line in lines] == [
        ("Ann", "0", "+0"),
        ("Cem", "24", "+24"),
        ("Ben", "25", "+25"),
    ]


@pytest.mark.parametrize(
    ("played", "title", "says"),
    [
        pytest.param(
            night(ANN_GOES_OUT),
            "1 pass still open",
            "Say who held the last 49 cards, and the rest can be judged.",
            id="a pass",
        ),
        pytest.param(
            night(ALL_TOLD),
            "A fine still open",
            "Say who held the last 46 cards, and it can be paid in full.",
            id="the holder of a neighbour",
        ),
        pytest.param(
            night(FEW_LEFT, rules="bicycle points=pips"),
            "Points still open",
            "Say who held the last 47 cards, and they can be counted.",
            id="points of cards nobody has shown",
        ),
        pytest.param(
            night(ANN_GOES_OUT, rules="bicycle points=pips"),
            "1 pass still open",
            "Say who held the last 49 cards, and all that is open can be settled.",
            id="a pass and points",
        ),
        pytest.param(night(FEW_LEFT), "", "", id="nothing"),
    ],
)
def test_questions_open_until_the_cards_left_are_shown(
    played: Snapshot, title: str, says: str
) -> None:
    view = view_of(played)
    assert (view.open_title, view.open_says) == (title, says)
    assert view.can_reveal


def test_with_all_cards_known_there_is_nothing_to_show() -> None:
    assert not view_of(then(night(FEW_LEFT), shows(2, "KS"))).can_reveal


def test_a_false_pass_is_shown_with_its_cost() -> None:
    (shown,) = view_of(night(ALL_TOLD)).false_passes
    assert shown.turn == 2
    assert shown.mark == "illegal"
    assert shown.says == "Ben’s pass at turn 2 was false"
    assert shown.beneath == "Turn 2 · pays 8 chips"
    assert not shown.waived


def test_a_fine_let_go_can_be_charged_again() -> None:
    let_go = then(night(ALL_TOLD), Waived(2))
    (waived,) = view_of(let_go).false_passes
    assert waived.beneath == "Turn 2 · let go"
    assert waived.waived
    (again,) = view_of(then(let_go, Charged(2))).false_passes
    assert again.beneath == "Turn 2 · pays 8 chips"


def test_money_that_moves_after_the_round_is_news() -> None:
    assert view_of(night(ANN_GOES_OUT)).news == ()
    shown = then(night(ANN_GOES_OUT), shows(1, LEFT_TO_BEN))
    assert view_of(shown).news == ()
    answer = view_of(shown).answer
    assert answer is not None
    assert answer.says == "Ben held 25 cards. Ben’s pass at turn 2 was false: 3 to Ann."
    assert (answer.turn, answer.look_says) == (2, "Verdict of turn 2")


def held(before: Snapshot, *answers: tuple[int, str]) -> Snapshot:
    """Return the night after answers on the holders of cards."""
    for seat, code in answers:
        before = then(before, Seen(seat, card(code).bit))
    return before


ANSWERS = {
    "false": (((1, "7H"),), "Ben held 7♥. Ben’s pass at turn 2 was false: 3 to the pot.", 2),
    "nothing yet": (((2, "7H"),), "Cem held 7♥. That decides no pass yet.", 0),
    "legal": (((2, "7H"), (2, "7C"), (2, "7S")), "Cem held 7♠. Ben’s pass at turn 2 was legal.", 2),
}


@pytest.mark.parametrize(("answers", "says", "turn"), ANSWERS.values(), ids=ANSWERS)
def test_an_answer_has_a_result(answers: tuple[tuple[int, str], ...], says: str, turn: int) -> None:
    at = night(ANN_GOES_OUT)
    assert view_of(at).answer is None
    answer = view_of(held(at, *answers)).answer
    assert answer is not None
    assert (answer.says, answer.turn) == (says, turn)
    assert bool(answer.look_says) == bool(turn)


def test_passes_that_contradict_each_other_raise_a_doubt() -> None:
    assert view_of(night(BOTH_PASS)).doubt == (
        "Somebody passed falsely, or a card was left out. "
        "A false pass at one of turns 2 and 3 would explain it."
    )
    assert not view_of(night(FEW_LEFT)).doubt


def test_the_next_round_is_dealt_by_the_player_at_the_left() -> None:
    deal = view_of(night(ANN_GOES_OUT)).next_deal
    assert deal
    assert (deal.title, deal.dealer) == ("Deal round 2", "Ann deals")
    assert deal.says == "Deal round 2 · Ann deals"


def test_the_last_round_of_a_series_celebrates_and_deals_no_more() -> None:
    view = view_of(night(ANN_GOES_OUT, rules="bicycle target=20"))
    assert view.next_deal is None
    assert [winner.name for winner in view.winners] == ["Ann"]
    assert view.series_over == "Ann wins the series"
    assert view.won_with == "0 points · 1 round"
    assert view.can_undo


def test_before_the_end_nobody_has_won() -> None:
    view = view_of(night(ANN_GOES_OUT))
    assert view.winners == ()
    assert not view.series_over


def test_a_tie_at_the_target_is_announced_and_the_next_round_dealt() -> None:
    view = view_of(night(ANN_FIRST, BEN_FIRST))
    assert view.race.forecast.startswith("Ann and Ben share the lowest total, 1 point")
    assert (view.series_over, view.winners) == ("", ())
    assert view.next_deal


def test_rounds_that_were_called_off_are_counted_apart_once_the_series_is_over() -> None:
    called_off = then(night(ANN_FIRST, BEN_FIRST), CalledOff(), 2)
    assert view_of(ended(called_off)).won_with == "0 points · 1 round, 1 called off"


def test_a_win_may_be_shared() -> None:
    view = view_of(night(ANN_FIRST, BEN_FIRST, rules="bicycle rounds=2"))
    assert view.series_over == "Ann and Ben share the win"
    assert view.won_with == "1 point · 2 rounds"
    assert view.next_deal is None


def test_after_the_table_called_it_a_night_it_may_play_on() -> None:
    view = view_of(ended(night(ANN_GOES_OUT)))
    assert view.series_over == "Ann wins the series"
    assert view.next_deal
    assert view.next_deal.says == "Play on: deal round 2 · Ann deals"


def test_a_night_may_end_without_winners() -> None:
    view = view_of(ended(night(FEW_LEFT, rules="bicycle points=pips")))
    assert view.winners == ()
    assert view.series_over == "The series is over, and points are still open"
    assert view.won_with == "1 round"


def test_players_who_left_stand_last() -> None:
    lines = view_of(night(ANN_GOES_OUT, WITHOUT_CEM)).race.lines
    assert [(line.player.name, line.added, line.remark) for line in lines] == [
        ("Ann", "+0", ""),
        ("Ben", "+51", ""),
        ("Cem", "", "left"),
    ]
