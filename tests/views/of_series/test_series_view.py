"""A series: totals, the table of rounds, curves and the file name."""

import pytest

from companion.core.rounds.setup import CalledOff
from companion.core.sheet import loads
from companion.desk.table import Snapshot
from companion.views.of_series.series import SeriesView, series_view
from companion.words import ENGLISH
from tests.places import RECORDS
from tests.views.nights import (
    ANN_FIRST,
    ANN_GOES_OUT,
    BEN_FIRST,
    FEW_LEFT,
    SEVEN_ROUNDS,
    TWO_FALSE_BY_A_SLIP,
    WITHOUT_CEM,
    ended,
    night,
    opened,
    planned,
    shows,
    then,
)

IN_PLAY = """
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""


TWO_FALSE = night(TWO_FALSE_BY_A_SLIP)


def view_of(played: Snapshot) -> SeriesView:
    return series_view(played, ENGLISH)


def test_the_subtitle_has_date_rounds_and_aim() -> None:
    view = view_of(night(ANN_GOES_OUT, FEW_LEFT))
    assert view.title == "Friday night"
    assert view.subtitle == "20 November 2026 · 2 rounds · to 100"
    assert (view.ended, view.winners, view.target) == ("", (), 100)


def test_the_way_to_the_table_leads_to_the_last_round_of_an_ended_series() -> None:
    played = night(ANN_GOES_OUT)
    assert view_of(played).resume_says == "Back to the table"
    assert view_of(ended(played)).resume_says == "The last round"


def test_totals_stand_in_the_order_of_the_players() -> None:
    view = view_of(night(ANN_GOES_OUT))
    assert [player.name for player in view.players] == ["Ann", "Ben", "Cem"]
    assert view.chips == ("+52", "-27", "-25")
    assert view.points == ("0", "25", "24")


def test_a_round_is_a_line_with_its_winner() -> None:
    (line,) = view_of(night(ANN_GOES_OUT)).rounds
    assert (line.number, line.winner, line.remark, line.void) == (1, 0, "", False)
    assert line.chips == ("+52", "-27", "-25")
    assert line.points == ("0", "25", "24")
    assert line.chips_say == "Round 1, Ann goes out, Ann +52, Ben -27, Cem -25, Cem dealt"
    assert line.points_say == "Round 1, Ann goes out, Ann 0, Ben 25, Cem 24, Cem dealt"
    assert line.cards_say == "Round 1, Ann goes out, Ann 0, Ben 25, Cem 24, Cem dealt"
    assert line.has_open


def test_rounds_and_totals_show_the_cards_left() -> None:
    view = view_of(night(ANN_GOES_OUT, FEW_LEFT))
    assert [line.cards for line in view.rounds] == [("0", "25", "24"), ("46", "0", "1")]
    assert view.cards == ("46", "25", "25")


NOTES: dict[str, tuple[Snapshot, int, tuple[str, str, str]]] = {
    "no false pass": (night(ANN_GOES_OUT), 0, ("Cem", "0", "Cem dealt")),
    "some": (TWO_FALSE, 0, ("Cem", "2", "Cem dealt · 2 false passes")),
    "in play": (night(ANN_GOES_OUT, IN_PLAY), 1, ("Cem", "0", "Cem dealt")),
}


@pytest.mark.parametrize(("played", "place", "expected"), NOTES.values(), ids=NOTES)
def test_a_round_names_its_dealer_and_counts_false_passes(
    played: Snapshot, place: int, expected: tuple[str, str, str]
) -> None:
    line = view_of(played).rounds[place]
    assert (line.dealer, line.false_passes, line.note) == expected


def test_the_curves_end_with_the_last_round_that_is_over() -> None:
    view = view_of(night(ANN_GOES_OUT, IN_PLAY))
    assert [curve.totals for curve in view.chip_curves] == [(0, 52), (0, -27), (0, -25)]
    assert [curve.totals for curve in view.point_curves] == [(0, 0), (0, 25), (0, 24)]


def test_a_round_whose_cards_are_known_asks_for_none() -> None:
    (line,) = view_of(then(night(FEW_LEFT), shows(2, "KS"))).rounds
    assert not line.has_open


def test_a_round_in_play_has_chips_but_no_points_yet() -> None:
    (line,) = view_of(night(IN_PLAY)).rounds
    assert (line.remark, line.winner, line.has_open) == ("in play", None, False)
    assert line.points == ("", "", "")
    assert line.chips == ("-1", "-3", "-2")


def test_a_round_called_off_says_so() -> None:
    (line,) = view_of(then(night(IN_PLAY), CalledOff())).rounds
    assert (line.remark, line.void, line.winner) == ("called off", True, None)
    assert line.chips == ("0", "0", "0")


def test_players_who_sit_a_round_out_have_an_empty_cell_and_a_level_curve() -> None:
    view = view_of(night(ANN_GOES_OUT, WITHOUT_CEM, ANN_GOES_OUT))
    assert view.rounds[1].chips == ("+52", "-52", "")
    assert [curve.totals for curve in view.chip_curves] == [
        (0, 52, 104, 156),
        (0, -27, -79, -106),
        (0, -25, -25, -50),
    ]


def recorded(name: str) -> SeriesView:
    return series_view(opened(loads((RECORDS / f"{name}.fantan").read_text("utf-8"))), ENGLISH)


def test_a_curve_begins_where_its_player_joins_and_ends_where_they_left() -> None:
    view = recorded("people_join_and_leave")
    points = {one.player.handle: (one.begins, one.totals) for one in view.point_curves}
    assert points == {
        "Ana": (0, (0, 0, 0)),
        "Ben": (0, (0, 1, 3, 3)),
        "Chi": (0, (0, 1, 2, 6)),
        "Dov": (1, (1, 2, 3)),
        "Eve": (2, (3, 5)),
    }
    chips = {one.player.handle: (one.begins, one.totals) for one in view.chip_curves}
    assert (chips["Ana"], chips["Dov"]) == ((0, (0, 12, 20)), (1, (0, -2, -7)))


def test_players_who_joined_or_left_are_listed_below_the_rounds() -> None:
    assert recorded("people_join_and_leave").seating == (
        "Round 2: Dov begins with 1 point",
        "Round 3: Eve O'Hara begins with 3 points, Ana María Pérez left",
    )
    assert view_of(night(ANN_GOES_OUT)).seating == ()


def test_a_round_called_off_is_no_step_of_the_curves_and_not_counted() -> None:
    view = view_of(then(night(ANN_GOES_OUT, IN_PLAY), CalledOff(), 2))
    assert [curve.totals for curve in view.point_curves] == [(0, 0), (0, 25), (0, 24)]
    assert view.subtitle == "20 November 2026 · 1 round, 1 called off · to 100"


def test_unknown_points_are_a_question_mark() -> None:
    view = view_of(night(FEW_LEFT, rules="bicycle points=pips"))
    assert view.points == ("?", "0", "?")
    assert view.rounds[0].points == ("?", "0", "?")


def test_rules_without_points_show_chips_alone() -> None:
    view = view_of(night(ANN_GOES_OUT, rules="pagat-pool"))
    assert not view.in_points
    assert view.point_curves == ()


def test_a_series_that_is_over_names_its_winner() -> None:
    view = view_of(night(ANN_GOES_OUT, rules="bicycle target=20"))
    assert view.ended == "Ann won this series."
    assert [winner.name for winner in view.winners] == ["Ann"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("Friday night", "Friday night 2026-11-20.fantan", id="a plain name"),
        pytest.param("Cabin: day 2/3", "Cabin day 2 3 2026-11-20.fantan", id="signs of paths"),
        pytest.param("Zoë’s Abend", "Zoë s Abend 2026-11-20.fantan", id="any script"),
    ],
)
def test_the_score_sheet_is_named_after_the_series(name: str, expected: str) -> None:
    assert view_of(night(ANN_GOES_OUT, name=name)).file_name == expected


@pytest.mark.parametrize(
    ("played", "said", "winners"),
    [
        pytest.param(
            night(ANN_FIRST, BEN_FIRST, rules="bicycle rounds=2"),
            "Ann and Ben share the win.",
            ["Ann", "Ben"],
            id="shared",
        ),
        pytest.param(
            ended(night(ANN_GOES_OUT)),
            "The table called it a night. Ann won this series.",
            ["Ann"],
            id="ended by the table",
        ),
        pytest.param(
            ended(night(FEW_LEFT, rules="bicycle points=pips")),
            "The table called it a night. Nobody has won: points are still open.",
            [],
            id="ended with points open",
        ),
        pytest.param(night(ANN_FIRST, BEN_FIRST), "", [], id="a tie at the target"),
        pytest.param(
            planned(night(ANN_GOES_OUT, rules="bicycle target=20"), "bicycle target=50"),
            "",
            [],
            id="the target was raised",
        ),
    ],
)
def test_the_end_of_a_series(played: Snapshot, said: str, winners: list[str]) -> None:
    view = view_of(played)
    assert (view.ended, [person.name for person in view.winners]) == (said, winners)


def test_a_raised_target_is_the_aim() -> None:
    view = view_of(planned(night(ANN_GOES_OUT, rules="bicycle target=20"), "bicycle target=50"))
    assert view.subtitle == "20 November 2026 · 1 round · to 50"
    assert (view.target, view.race.title) == (50, "Race to 50")


def test_a_target_planned_in_play_is_not_the_aim_yet() -> None:
    view = view_of(planned(night(IN_PLAY), "bicycle target=50"))
    assert view.subtitle == "20 November 2026 · 1 round · to 100"
    assert view.target == 100


def test_a_limit_of_rounds_is_the_aim() -> None:
    view = view_of(night(ANN_GOES_OUT, rules=SEVEN_ROUNDS))
    assert view.subtitle == "20 November 2026 · 1 round · to 7 rounds"
    assert view.target == 0


def test_totals_have_remarks_on_players_who_left_or_joined() -> None:
    left = view_of(night(ANN_GOES_OUT, WITHOUT_CEM))
    assert {line.player.name: line.remark for line in left.race.lines}["Cem"] == "left"
    joined = view_of(night(WITHOUT_CEM, ANN_GOES_OUT))
    remarks = {line.player.name: line.remark for line in joined.race.lines}
    assert remarks == {"Ann": "", "Ben": "", "Cem": "joined in round 2 with 51 points"}
    assert joined.points == ("0", "76", "75")
    assert joined.rounds[1].points == ("0", "25", "24")
    assert joined.rounds[1].chips_say.startswith("Round 2, Cem begins with 51 points, Ann goes out")
