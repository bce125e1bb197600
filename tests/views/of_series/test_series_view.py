"""A series: totals, the table of rounds, curves and the file name."""

import pytest
from companion.views.of_series import series

from companion.core.rounds.events import CalledOff, ChipsCorrection
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.figures import SeriesView, series_view
from companion.screens.standings import Unit
from companion.words import ENGLISH
from tests.desks import FRIDAY
from tests.views import nights as n
from tests.views.documents import actions, custom, heroes, panels
from tests.views.nights import ended, night, planned, shows, then

OVER, PIPS = night(n.ANN_GOES_OUT), night(n.FEW_LEFT, rules="bicycle points=pips")
RAISED = planned(night(n.ANN_GOES_OUT, rules="bicycle target=20"), "bicycle target=50")
CALLED_OFF = then(night(n.ANN_GOES_OUT, n.IN_PLAY), CalledOff(), 2)


def screen_of(played: Snapshot, unit: Unit | None = None, *, at_table: bool = False) -> b.Document:
    around = series.Around(Catalogue(()), FRIDAY, at_table=at_table)
    return series.series(
        played, around, ENGLISH, series.SeriesForm(unit=unit) if unit else series.SeriesForm()
    )


def table_of(view: b.Document) -> series.RoundTable:
    (table,) = custom(view, "round_table")
    assert isinstance(table, series.RoundTable)
    return table


def charts_of(view: b.Document) -> list[tuple[int, list[tuple[int, ...]]]]:
    """Return the target and the curves of the chart, if there is one."""
    shown = [chart for chart in custom(view, "chart") if isinstance(chart, series.Chart)]
    return [(chart.target, [curve.totals for curve in chart.curves]) for chart in shown]


def totals_of(view: SeriesView, unit: Unit) -> list[tuple[int, ...]]:
    return [curve.totals for curve in view.curves[unit]]


def test_the_way_to_the_table_leads_to_the_last_round_of_an_ended_series() -> None:
    (resume,) = screen_of(OVER).footer
    assert (resume.says, resume.intent) == ("Back to the table", b.Go(f"/table/{OVER.number}"))
    assert [action.says for action in screen_of(ended(OVER)).footer] == ["The last round"]
    assert screen_of(OVER, at_table=True).footer == ()


def test_the_figures_are_points_first_and_chips_where_no_points_count() -> None:
    totals = {
        unit: table_of(screen_of(PIPS, unit)).totals
        for unit in (Unit.POINTS, Unit.CHIPS, Unit.CARDS)
    }
    assert list(totals.values()) == [("?", "0", "?"), ("-47", "+50", "-3"), ("46", "0", "1")]
    assert table_of(screen_of(PIPS)).unit is Unit.POINTS
    alone = screen_of(night(n.ANN_GOES_OUT, rules="pagat-pool"))
    assert table_of(alone).unit is Unit.CHIPS
    assert "show-points" not in actions(alone)


def test_a_chart_is_shown_once_a_total_is_not_zero() -> None:
    assert charts_of(screen_of(OVER, Unit.CARDS)) == [(100, [(0, 0), (0, 25), (0, 24)])]
    assert charts_of(screen_of(OVER, Unit.CHIPS)) == [(0, [(0, 52), (0, -27), (0, -25)])]
    assert charts_of(screen_of(night("dealer Cem\n Ann Ben Cem\n"))) == []


def test_false_passes_of_a_round_are_counted() -> None:
    (line,) = series_view(night(n.TWO_FALSE_BY_A_SLIP), ENGLISH).rounds
    assert line.note == "Cem dealt · 2 false passes"


def test_the_curves_end_with_the_last_round_that_is_over_and_counts() -> None:
    for played in (night(n.ANN_GOES_OUT, n.IN_PLAY), CALLED_OFF):
        view = series_view(played, ENGLISH)
        assert totals_of(view, Unit.CHIPS) == [(0, 52), (0, -27), (0, -25)]
        assert totals_of(view, Unit.POINTS) == [(0, 0), (0, 25), (0, 24)]


def test_the_curves_end_with_a_correction_of_a_round_called_off() -> None:
    view = series_view(then(CALLED_OFF, ChipsCorrection(0, 1, 4), 2), ENGLISH)
    assert totals_of(view, Unit.CHIPS) == [(0, 52, 48), (0, -27, -23), (0, -25, -25)]


def test_a_round_whose_cards_are_known_asks_for_none() -> None:
    (line,) = series_view(then(night(n.FEW_LEFT), shows(2, "KS")), ENGLISH).rounds
    assert not line.has_open


def test_a_round_that_does_not_count_says_so() -> None:
    (line,) = series_view(night(n.IN_PLAY), ENGLISH).rounds
    assert (line.remark, line.winner, line.has_open) == ("in play", None, False)
    assert (line.figures[Unit.CHIPS], line.note) == (("-1", "-3", "-2"), "Cem dealt")
    assert line.figures[Unit.POINTS] == ("", "", "")
    (line,) = series_view(then(night(n.IN_PLAY), CalledOff()), ENGLISH).rounds
    assert (line.remark, line.void, line.winner) == ("called off", True, None)
    assert line.figures[Unit.CHIPS] == ("0", "0", "0")


def test_players_who_sit_a_round_out_have_an_empty_cell_and_a_level_curve() -> None:
    view = series_view(night(n.ANN_GOES_OUT, n.WITHOUT_CEM, n.ANN_GOES_OUT), ENGLISH)
    assert view.rounds[1].figures[Unit.CHIPS] == ("+52", "-52", "")
    assert totals_of(view, Unit.CHIPS)[2] == (0, -25, -25, -50)


NAMES = {
    "signs of paths": ("Cabin: day 2/3", "Cabin day 2 3 2026-11-20"),
    "any script": ("Zoë’s Abend", "Zoë s Abend 2026-11-20"),
}


@pytest.mark.parametrize(("name", "expected"), NAMES.values(), ids=NAMES)
def test_the_score_sheet_is_named_after_the_series(name: str, expected: str) -> None:
    named = night(n.ANN_GOES_OUT, name=name).series
    assert series.file_stem(named, ENGLISH) == expected


SHARED = night(n.ANN_FIRST, n.BEN_FIRST, rules="bicycle rounds=2")
NOBODY = "The table called it a night. Nobody has won: points are still open."
ENDS = {
    "shared": (SHARED, "Ann and Ben share the win.", ["Ann", "Ben"]),
    "points open": (ended(PIPS), NOBODY, []),
    "a tie at the target": (night(n.ANN_FIRST, n.BEN_FIRST), "", []),
    "the target was raised": (RAISED, "", []),
}


@pytest.mark.parametrize(("played", "said", "winners"), ENDS.values(), ids=ENDS)
def test_the_end_of_a_series(played: Snapshot, said: str, winners: list[str]) -> None:
    shown = heroes(screen_of(played))
    words = [(hero.title, [person.name for person in hero.people]) for hero in shown]
    assert words == ([(b.Text(said, "winner", live=True), winners)] if said else [])


IN_PLAY_TO_50 = planned(night(n.IN_PLAY), "bicycle target=50")
LIMITED = night(n.ANN_GOES_OUT, rules=n.SEVEN_ROUNDS)
AIMS = {
    "raised": (RAISED, "1 round · to 50", "Race to 50"),
    "planned in play": (IN_PLAY_TO_50, "1 round · to 100", "Race to 100"),
    "rounds": (LIMITED, "1 round · to 7 rounds", "Race over 7 rounds"),
    "a round called off": (CALLED_OFF, "1 round, 1 called off · to 100", "Race to 100"),
}


@pytest.mark.parametrize(("played", "subtitle", "race"), AIMS.values(), ids=AIMS)
def test_the_aim_is_that_of_the_round(played: Snapshot, subtitle: str, race: str) -> None:
    view = screen_of(played)
    assert view.subtitle == f"20 November 2026 · {subtitle}"
    assert race in panels(view)
