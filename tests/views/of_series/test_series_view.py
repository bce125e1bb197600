"""A series: totals, the table of rounds, curves and the file name."""

import pytest

from companion.core.rounds.setup import CalledOff
from companion.core.sheet import loads
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.views import blocks as b
from companion.views.of_series.series import (
    Around,
    Chart,
    RoundTable,
    SeriesForm,
    SeriesView,
    Unit,
    file_stem,
    series,
    series_view,
)
from companion.words import ENGLISH
from tests.desks import FRIDAY
from tests.places import RECORDS
from tests.views.documents import actions, bars, blocks, custom, heroes, panels
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


def screen_of(
    played: Snapshot,
    form: SeriesForm = SeriesForm(),  # noqa: B008 - frozen
    *,
    at_table: bool = False,
) -> b.Document:
    return series(played, Around(Catalogue(()), FRIDAY, at_table=at_table), ENGLISH, form)


def table_of(view: b.Document) -> RoundTable:
    (table,) = custom(view, "round_table")
    assert isinstance(table, RoundTable)
    return table


def charts_of(view: b.Document) -> list[tuple[int, list[tuple[int, ...]]]]:
    """Return the target and the curves of the chart, if there is one."""
    shown = [chart for chart in custom(view, "chart") if isinstance(chart, Chart)]
    return [(chart.target, [curve.totals for curve in chart.curves]) for chart in shown]


def test_the_subtitle_has_date_rounds_and_aim() -> None:
    view = screen_of(night(ANN_GOES_OUT, FEW_LEFT))
    assert view.title == "Friday night"
    assert view.subtitle == "20 November 2026 · 2 rounds · to 100"
    assert heroes(view) == []


def test_the_way_to_the_table_leads_to_the_last_round_of_an_ended_series() -> None:
    played = night(ANN_GOES_OUT)
    (resume,) = screen_of(played).footer
    assert (resume.says, resume.intent) == ("Back to the table", b.Go(f"/table/{played.number}"))
    assert [action.says for action in screen_of(ended(played)).footer] == ["The last round"]
    assert screen_of(played, at_table=True).footer == ()


def test_the_figures_are_points_first_and_chips_where_no_points_count() -> None:
    played = night(ANN_GOES_OUT)
    tables = [table_of(screen_of(played, SeriesForm(unit=unit))) for unit in Unit]
    assert [table.totals for table in tables] == [
        ("0", "25", "24"),
        ("+52", "-27", "-25"),
        ("0", "25", "24"),
    ]
    alone = screen_of(night(ANN_GOES_OUT, rules="pagat-pool"))
    assert table_of(alone).unit is Unit.CHIPS
    assert "show-points" not in actions(alone)


def test_a_chart_is_shown_once_a_total_is_not_zero() -> None:
    points, chips = (
        charts_of(screen_of(night(ANN_GOES_OUT), SeriesForm(unit=unit)))
        for unit in (Unit.CARDS, Unit.CHIPS)
    )
    assert points == [(100, [(0, 0), (0, 25), (0, 24)])]
    assert chips == [(0, [(0, 52), (0, -27), (0, -25)])]
    assert charts_of(screen_of(night("dealer Cem\n Ann Ben Cem\n"))) == []


def test_decisions_come_before_the_rounds_once_the_series_is_over() -> None:
    played = night(ANN_GOES_OUT)
    orders = [
        [block.key for block in blocks(view) if isinstance(block, b.Panel) and block.key]
        for view in (screen_of(played), screen_of(ended(played)))
    ]
    assert orders == [
        ["rounds", "length", "name", "keeping"],
        ["after-the-end", "rounds", "name", "keeping"],
    ]
    assert "end-series" in actions(screen_of(played))
    assert "end-series" not in actions(screen_of(ended(played)))


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


NOTES: dict[str, tuple[Snapshot, int, str]] = {
    "no false pass": (night(ANN_GOES_OUT), 0, "Cem dealt"),
    "some": (TWO_FALSE, 0, "Cem dealt · 2 false passes"),
    "in play": (night(ANN_GOES_OUT, IN_PLAY), 1, "Cem dealt"),
}


@pytest.mark.parametrize(("played", "place", "expected"), NOTES.values(), ids=NOTES)
def test_a_round_names_its_dealer_and_counts_false_passes(
    played: Snapshot, place: int, expected: str
) -> None:
    assert view_of(played).rounds[place].note == expected


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


def test_unknown_points_are_a_question_mark() -> None:
    view = view_of(night(FEW_LEFT, rules="bicycle points=pips"))
    assert view.points == ("?", "0", "?")
    assert view.rounds[0].points == ("?", "0", "?")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("Friday night", "Friday night 2026-11-20", id="a plain name"),
        pytest.param("Cabin: day 2/3", "Cabin day 2 3 2026-11-20", id="signs of paths"),
        pytest.param("Zoë’s Abend", "Zoë s Abend 2026-11-20", id="any script"),
    ],
)
def test_the_score_sheet_is_named_after_the_series(name: str, expected: str) -> None:
    assert file_stem(night(ANN_GOES_OUT, name=name).series, ENGLISH) == expected


@pytest.mark.parametrize(
    ("played", "said", "winners"),
    [
        pytest.param(
            night(ANN_GOES_OUT, rules="bicycle target=20"),
            "Ann won this series.",
            ["Ann"],
            id="at the target",
        ),
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
    shown = heroes(screen_of(played))
    words = [(hero.title, [person.name for person in hero.people]) for hero in shown]
    assert words == ([(b.Text(said, "winner", live=True), winners)] if said else [])


AIMS = {
    "raised": (
        planned(night(ANN_GOES_OUT, rules="bicycle target=20"), "bicycle target=50"),
        "1 round · to 50",
        "Race to 50",
    ),
    "planned in play": (
        planned(night(IN_PLAY), "bicycle target=50"),
        "1 round · to 100",
        "Race to 100",
    ),
    "rounds": (
        night(ANN_GOES_OUT, rules=SEVEN_ROUNDS),
        "1 round · to 7 rounds",
        "Race over 7 rounds",
    ),
    "a round called off": (
        then(night(ANN_GOES_OUT, IN_PLAY), CalledOff(), 2),
        "1 round, 1 called off · to 100",
        "Race to 100",
    ),
}


@pytest.mark.parametrize(("played", "subtitle", "race"), AIMS.values(), ids=AIMS)
def test_the_aim_is_that_of_the_round(played: Snapshot, subtitle: str, race: str) -> None:
    view = screen_of(played)
    assert view.subtitle == f"20 November 2026 · {subtitle}"
    assert race in panels(view)


def test_totals_have_remarks_on_players_who_left_or_joined() -> None:
    left = screen_of(night(ANN_GOES_OUT, WITHOUT_CEM))
    assert {bar.person.name: bar.note for bar in bars(left)}["Cem"] == "left"
    played = night(WITHOUT_CEM, ANN_GOES_OUT)
    remarks = {bar.person.name: bar.note for bar in bars(screen_of(played))}
    assert remarks == {"Ann": "", "Ben": "", "Cem": "joined in round 2 with 51 points"}
    joined = view_of(played)
    assert joined.points == ("0", "76", "75")
    assert joined.rounds[1].points == ("0", "25", "24")
    assert joined.rounds[1].chips_say.startswith("Round 2, Cem begins with 51 points, Ann goes out")
