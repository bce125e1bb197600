"""The end of a round: payments, open questions and the next deal."""

import pytest

from companion.core.cards import card
from companion.core.rounds.setup import CalledOff, Charged, FinePaid, Seen, Waived
from companion.core.sheet import loads
from companion.core.steps import Dealt
from companion.desk.table import Snapshot
from companion.views.blocks import Act, Do, Document, Go, Notice, Status, plain
from companion.views.of_series.round_over import round_over
from companion.words import ENGLISH
from tests.places import RECORDS
from tests.views.documents import actions, bars, blocks, heroes, panels, rows, texts
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


def view_of(played: Snapshot) -> Document:
    return round_over(played, ENGLISH)


def payments(view: Document) -> list[tuple[str, str]]:
    """Return each payment with its reason."""
    paid = [row for row in rows(view) if row.to]
    return [(plain(row.title), plain(row.subtitle)) for row in paid]


def news_of(view: Document) -> list[str]:
    """Return the news in their order."""
    shown = [block for block in blocks(view) if isinstance(block, Notice)]
    return [notice.says for notice in shown if notice.id.startswith("news-")]


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
    assert [says for says, _ in payments(view_of(played))] == expected


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
    assert [why for _, why in payments(view_of(played))] == expected


def test_a_payment_is_ticked_off_on_the_device_alone() -> None:
    played, key = night(ANN_GOES_OUT), ("Cem", "Ann", 24)
    view = round_over(played, ENGLISH, frozenset({key}))
    ticks = [row.tick for row in rows(view) if row.to and row.tick]
    assert [tick.on for tick in ticks] == [False, True, False]
    assert ticks[1].intent == Act("hand_over", key)


def test_the_nets_of_a_round_add_up_to_zero() -> None:
    nets = rows(view_of(record("worked_example_found_late")), "What the round brings")
    assert [row.label for row in nets] == [
        "B +30: pot +18 · cards +10 · fines +3 · paid in -1",
        "A -7: cards -4 · paid in -5 · corrections +2",
        "C -7: cards -2 · paid in -4 · corrections -1",
        "D -7: cards -1 · fines -3 · paid in -3",
        "E -9: cards -3 · paid in -5 · corrections -1",
    ]
    assert sum(int(plain(row.value)) for row in nets) == 0


def test_without_chips_a_round_brings_nothing() -> None:
    for played in (night(ANN_GOES_OUT, rules="pagat"), then(night(IN_PLAY), CalledOff())):
        assert "What the round brings" not in panels(view_of(played))


def fines(played: Snapshot) -> list[tuple[str, bool]]:
    """Return the fines of the play with their ticks."""
    listed = rows(view_of(played), "Fines during play")
    return [(plain(row.title), bool(row.tick and row.tick.on)) for row in listed]


def test_fines_of_the_play_stand_in_their_own_list_ticked_off_or_not() -> None:
    owed, paid = "Ben owes the pot 3 and Cem 5", "Ben has paid the pot 3 and Cem 5"
    assert fines(night(ALL_TOLD)) == [(owed, False)]
    ticked = then(night(ALL_TOLD), FinePaid(2))
    assert fines(ticked) == [(paid, True)]
    assert fines(then(ticked, Charged(2))) == [(owed, False)]
    assert fines(then(night(ALL_TOLD), Waived(2))) == []


def test_only_payments_of_a_round_that_counts_are_left_to_the_end() -> None:
    assert "counts" in texts(view_of(night(ANN_GOES_OUT)))
    assert "counts" not in texts(view_of(night(ANN_GOES_OUT, rules="pagat")))
    assert "counts" not in texts(view_of(then(night(IN_PLAY), CalledOff())))


def test_a_round_called_off_judges_nothing_and_goes_on() -> None:
    view = view_of(then(night(IN_PLAY), CalledOff()))
    assert view.title == "The round is called off"
    assert view.figure is None
    assert panels(view).keys() == {"Hand these chips back", "Race to 100"}
    assert "reveal" not in actions(view)
    assert actions(view)["next-round"].intent


def test_the_race_shows_the_gains_of_the_round() -> None:
    shown = bars(view_of(night(ANN_GOES_OUT)))
    assert [(bar.person.name, plain(bar.value), bar.gain) for bar in shown] == [
        ("Ann", "0", "+0"),
        ("Cem", "24", "+24"),
        ("Ben", "25", "+25"),
    ]


@pytest.mark.parametrize(
    ("played", "title"),
    [
        pytest.param(night(ANN_GOES_OUT), "1 pass still open", id="a pass"),
        pytest.param(night(ALL_TOLD), "A fine still open", id="the holder of a neighbour"),
        pytest.param(
            night(FEW_LEFT, rules="bicycle points=pips"),
            "Points still open",
            id="points of cards nobody has shown",
        ),
        pytest.param(
            night(ANN_GOES_OUT, rules="bicycle points=pips"),
            "1 pass still open",
            id="a pass and points",
        ),
        pytest.param(night(FEW_LEFT), "", id="nothing"),
    ],
)
def test_questions_open_until_the_cards_left_are_shown(played: Snapshot, title: str) -> None:
    view = view_of(played)
    assert [name for name in panels(view) if "still open" in name] == ([title] if title else [])
    assert actions(view)["reveal"].intent == Go("cards")


def test_with_all_cards_known_there_is_nothing_to_show() -> None:
    assert "reveal" not in actions(view_of(then(night(FEW_LEFT), shows(2, "KS"))))


def test_a_false_pass_costs_a_fine_until_it_is_let_go() -> None:
    def shown(played: Snapshot) -> tuple[str, Status]:
        (row,) = rows(view_of(played), "False passes")
        assert row.badge
        assert row.intent == row.badge.action.intent == Go("verdict/2")
        return plain(row.subtitle), row.badge.status

    let_go = then(night(ALL_TOLD), Waived(2))
    assert shown(night(ALL_TOLD)) == ("Turn 2 · pays 8 chips", Status.BAD)
    assert shown(let_go) == ("Turn 2 · let go", Status.MUTED)
    assert shown(then(let_go, Charged(2))) == ("Turn 2 · pays 8 chips", Status.BAD)


def test_news_and_an_answer_do_not_say_the_same_twice() -> None:
    assert news_of(view_of(night(ANN_GOES_OUT))) == []
    shown = view_of(then(night(ANN_GOES_OUT), shows(1, LEFT_TO_BEN)))
    assert news_of(shown) == []
    says = "Ben held 25 cards. Ben’s pass at turn 2 was false: 3 to Ann."
    assert texts(shown)["answer"] == says


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
    assert "answer" not in texts(view_of(at))
    view = view_of(held(at, *answers))
    assert texts(view)["answer"] == says
    way = actions(view).get("answer-verdict")
    assert (way and way.intent) == (Go(f"verdict/{turn}") if turn else None)


def test_passes_that_contradict_each_other_raise_a_doubt() -> None:
    assert actions(view_of(night(BOTH_PASS)))["doubt"].intent == Go("turns")
    assert "doubt" not in actions(view_of(night(FEW_LEFT)))


def test_the_next_round_is_dealt_by_the_player_at_the_left() -> None:
    played = night(ANN_GOES_OUT)
    deal = actions(view_of(played))["next-round"]
    assert (deal.says, deal.beneath) == ("Deal round 2", "Ann deals")
    assert deal.intent == Do(Dealt(played.series.next_setup(), ()), exact=True)


def test_the_last_round_of_a_series_celebrates_and_deals_no_more() -> None:
    view = view_of(night(ANN_GOES_OUT, rules="bicycle target=20"))
    assert "next-round" not in actions(view)
    (won,) = heroes(view)
    assert [winner.name for winner in won.people] == ["Ann"]
    assert (plain(won.title), won.subtitle) == ("Ann wins the series", "0 points · 1 round")
    assert actions(view)["undo"].intent


def test_a_tie_at_the_target_is_announced_and_the_next_round_dealt() -> None:
    view = view_of(night(ANN_FIRST, BEN_FIRST))
    assert texts(view)["forecast"].startswith("Ann and Ben share the lowest total, 1 point")
    assert heroes(view) == []
    assert "next-round" in actions(view)


def test_rounds_that_were_called_off_are_counted_apart_once_the_series_is_over() -> None:
    called_off = then(night(ANN_FIRST, BEN_FIRST), CalledOff(), 2)
    (won,) = heroes(view_of(ended(called_off)))
    assert won.subtitle == "0 points · 1 round, 1 called off"


def test_a_win_may_be_shared() -> None:
    view = view_of(night(ANN_FIRST, BEN_FIRST, rules="bicycle rounds=2"))
    (won,) = heroes(view)
    assert (plain(won.title), won.subtitle) == ("Ann and Ben share the win", "1 point · 2 rounds")
    assert "next-round" not in actions(view)


def test_after_the_table_called_it_a_night_it_may_play_on() -> None:
    view = view_of(ended(night(ANN_GOES_OUT)))
    assert [plain(won.title) for won in heroes(view)] == ["Ann wins the series"]
    assert actions(view)["next-round"].label == "Play on: deal round 2 · Ann deals"


def test_a_night_may_end_without_winners() -> None:
    (end,) = heroes(view_of(ended(night(FEW_LEFT, rules="bicycle points=pips"))))
    assert end.people == ()
    assert plain(end.title) == "The series is over, and points are still open"
    assert end.subtitle == "1 round"


def test_players_who_left_stand_last() -> None:
    shown = bars(view_of(night(ANN_GOES_OUT, WITHOUT_CEM)))
    assert [(bar.person.name, bar.gain, bar.note) for bar in shown] == [
        ("Ann", "+0", ""),
        ("Ben", "+51", ""),
        ("Cem", "", "left"),
    ]
