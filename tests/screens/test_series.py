"""A series: totals, the table of rounds, curves and the file name."""

import pytest

from companion.core.presets import parse
from companion.core.rounds.events.decisions import CalledOff, ChipsCorrection
from companion.core.rules import Rules
from companion.core.steps import Ended, Planned
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.dates import change_date
from companion.screens.figures import SeriesView, series_view
from companion.screens.kit import ScreenFacts, act, edit, submit
from companion.screens.new_series import start_series
from companion.screens.routes import Screen
from companion.screens.series import (
    Chart,
    RoundTable,
    SeriesForm,
    copy_series,
    deal_on,
    delete_series,
    file_stem,
    rename_series,
    save_series,
)
from companion.screens.standings import Unit
from companion.words import ENGLISH
from tests.desks import FRIDAY
from tests.screens import nights as n
from tests.screens.documents import actions, custom, heroes
from tests.screens.nights import ended, night, planned, shows, then

OVER, PIPS = night(n.ANN_GOES_OUT), night(n.FEW_LEFT, rules="bicycle points=pips")
RAISED = planned(night(n.ANN_GOES_OUT, rules="bicycle target=20"), "bicycle target=50")
CALLED_OFF = then(night(n.ANN_GOES_OUT, n.IN_PLAY), CalledOff(), 2)


UNTOUCHED = SeriesForm()


def screen_of(
    played: Snapshot, form: SeriesForm = UNTOUCHED, path: str = "/series/1"
) -> b.Document:
    return form.view(ScreenFacts(snapshot=played, route=Screen(path), today=FRIDAY))


def table_of(view: b.Document) -> RoundTable:
    (table,) = custom(view, RoundTable)
    return table


def charts_of(view: b.Document) -> list[tuple[int, list[tuple[int, ...]]]]:
    """Return the target and the curves of the chart, if there is one."""
    shown = custom(view, Chart)
    return [(chart.target, [curve.totals for curve in chart.curves]) for chart in shown]


def totals_of(view: SeriesView, unit: Unit) -> list[tuple[int, ...]]:
    return [curve.totals for curve in view.curves[unit]]


def test_the_way_to_the_table_leads_to_the_last_round_of_an_ended_series() -> None:
    (resume,) = screen_of(OVER).footer
    assert (resume.id, resume.intent) == ("resume", b.Go(f"/table/{OVER.number}"))
    assert [action.look for action in screen_of(ended(OVER)).footer] == [b.Emphasis.SECONDARY]
    assert screen_of(OVER, path="/table/over/series").footer == ()


def test_the_figures_are_points_first_and_chips_where_no_points_count() -> None:
    totals = {
        unit: table_of(screen_of(PIPS, SeriesForm(unit))).totals
        for unit in (Unit.POINTS, Unit.CHIPS, Unit.CARDS)
    }
    assert list(totals.values()) == [("?", "0", "?"), ("−47", "+50", "−3"), ("46", "0", "1")]
    assert table_of(screen_of(PIPS)).unit is Unit.POINTS
    alone = screen_of(night(n.ANN_GOES_OUT, rules="pagat-pool"))
    assert table_of(alone).unit is Unit.CHIPS
    assert "show-points" not in actions(alone)


def test_a_chart_is_shown_once_a_total_is_not_zero() -> None:
    cards = screen_of(OVER, SeriesForm(Unit.CARDS))
    assert charts_of(cards) == [(100, [(0, 0), (0, 25), (0, 24)])]
    assert charts_of(screen_of(OVER, SeriesForm(Unit.CHIPS))) == [
        (0, [(0, 52), (0, -27), (0, -25)])
    ]
    assert charts_of(screen_of(night("dealer Cem\n Ann Ben Cem\n"))) == []


def test_false_passes_of_a_round_are_counted() -> None:
    (line,) = series_view(night(n.TWO_FALSE), ENGLISH).rounds
    assert "2" in line.note


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
    assert (bool(line.remark), line.winner, line.has_open) == (True, None, False)
    assert line.figures[Unit.CHIPS] == ("−1", "−3", "−2")
    assert line.figures[Unit.POINTS] == ("", "", "")
    (line,) = series_view(then(night(n.IN_PLAY), CalledOff()), ENGLISH).rounds
    assert (bool(line.remark), line.void, line.winner) == (True, True, None)
    assert line.figures[Unit.CHIPS] == ("0", "0", "0")


def test_players_who_sit_a_round_out_have_an_empty_cell_and_a_level_curve() -> None:
    view = series_view(night(n.ANN_GOES_OUT, n.WITHOUT_CEM, n.ANN_GOES_OUT), ENGLISH)
    assert view.rounds[1].figures[Unit.CHIPS] == ("+52", "−52", "")
    assert totals_of(view, Unit.CHIPS)[2] == (0, -25, -25, -50)


NAMES = {
    "signs of paths": ("Cabin: day 2/3", "Cabin day 2 3 2026-11-20"),
    "any script": ("Zoë’s Abend", "Zoë s Abend 2026-11-20"),
}


@pytest.mark.parametrize(("name", "expected"), NAMES.values(), ids=NAMES)
def test_the_score_sheet_is_named_after_the_series(name: str, expected: str) -> None:
    named = night(n.ANN_GOES_OUT, name=name).series
    assert file_stem(named, ENGLISH) == expected


SHARED = night(n.ANN_FIRST, n.BEN_FIRST, rules="bicycle rounds=2")
ENDS = {
    "shared": (SHARED, [["Ann", "Ben"]]),
    "points open": (ended(PIPS), [[]]),
    "a tie at the target": (night(n.ANN_FIRST, n.BEN_FIRST), []),
    "the target was raised": (RAISED, []),
}


@pytest.mark.parametrize(("played", "winners"), ENDS.values(), ids=ENDS)
def test_end_names_the_winners(played: Snapshot, winners: list[list[str]]) -> None:
    shown = heroes(screen_of(played))
    assert [[person.name for person in hero.people] for hero in shown] == winners


AT_TARGET = night(n.ANN_FIRST, rules="bicycle target=50")
ONE_ROUND = night(n.ANN_GOES_OUT, rules="badam-satti opening=left points=card rounds=1")
LONGER = {
    "a total": (AT_TARGET, parse("bicycle target=100")),
    "rounds": (ONE_ROUND, parse("badam-satti opening=left points=card rounds=6")),
}


@pytest.mark.parametrize(("played", "rules"), LONGER.values(), ids=LONGER)
def test_series_over_by_its_rules_is_played_on_longer(played: Snapshot, rules: Rules) -> None:
    shown = actions(screen_of(played))
    assert shown["play-on"].intent == b.Do(Planned(rules), exact=True)
    assert not played.log.after(Planned(rules)).series.standing.over
    assert "undo" not in shown
    assert "end-series" not in actions(screen_of(played, SeriesForm(more=True)))


def test_series_that_the_table_ended_is_taken_back_or_dealt_on() -> None:
    shown = actions(screen_of(ended(OVER)))
    setup = OVER.series.next_setup()
    assert shown["undo"].intent == b.Undo()
    assert shown["play-on"].intent == act(deal_on, setup)
    names = ("Ann", "Ben", "Cem")
    again = act(start_series, names, names.index("Ann"), setup.rules)
    assert shown["once-more"].intent == again


@pytest.mark.parametrize("played", [OVER, night(n.IN_PLAY)], ids=["over", "in play"])
def test_end_is_asked_first_and_calls_a_round_in_play_off(played: Snapshot) -> None:
    form = SeriesForm(more=True)
    assert actions(screen_of(played, form))["end-series"].intent == edit(
        SeriesForm.ask_for_end, True
    )
    question = screen_of(played, form.ask_for_end(True)).question
    assert question
    step = Ended(calls_off=not played.round.over)
    assert question.on_yes == b.Do(step, exact=True)
    assert question.on_no == edit(SeriesForm.ask_for_end, False)
    assert screen_of(ended(OVER), form.ask_for_end(True)).question is None


def test_name_date_files_and_deletion_are_behind_more() -> None:
    shown = actions(screen_of(OVER, SeriesForm(more=True)))
    assert "delete-series" not in actions(screen_of(OVER))
    assert shown["rename-series"].intent is None
    named = actions(screen_of(OVER, SeriesForm(more=True).write("Porch")))
    assert named["rename-series"].intent == submit(rename_series)
    assert shown["series-date"].intent == act(change_date, 0)
    assert shown["delete-series"].intent == act(delete_series, OVER.number)
    assert shown["export"].intent == act(save_series, ".fantan")
    assert shown["export-csv"].intent == act(save_series, ".csv")
    assert shown["copy-sheet"].intent == act(copy_series)
