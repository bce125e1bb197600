"""A series: totals, the table of rounds, curves and the file name."""

import json
from dataclasses import replace

from companion.core.presets import parse
from companion.core.rounds.events.decisions import CalledOff
from companion.core.rules import Rules
from companion.core.steps import Planned, PlayerRenamed
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.figures import SeriesView, series_view
from companion.screens.kit import ScreenFacts, act
from companion.screens.new_series import start_series
from companion.screens.routes import Screen
from companion.screens.series import (
    Chart,
    RoundTable,
    SeriesForm,
    deal_on,
)
from companion.screens.standings import Unit
from companion.words import ENGLISH, words_in
from tests.cases import cases
from tests.desks import FRIDAY
from tests.screens import nights as n
from tests.screens.documents import actions, custom, numbers
from tests.screens.nights import ended, night, then

OVER, PIPS = night(n.ANN_GOES_OUT), night(n.FEW_LEFT, rules="bicycle points=pips")
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


def test_the_question_before_the_end_tells_what_is_owed_after_it() -> None:
    off = "Ann Ben Cem\nresult Ann 0 1 Ben 4 0 Cem 3 0\nopen Ben Cem 2\nlater Ben\nlater Cem\n"
    played = night(n.ANN_GOES_OUT, off)
    asked = screen_of(played, UNTOUCHED.ask_for_end(True)).question
    assert asked
    owed = [paid.chips for paid in ended(played).series.open]
    assert numbers(asked.says.rpartition("\n")[2]) == owed


def test_a_chart_is_shown_once_a_total_is_not_zero() -> None:
    cards = screen_of(OVER, SeriesForm(Unit.CARDS))
    assert charts_of(cards) == [(100, [(0, 0), (0, 25), (0, 24)])]
    assert charts_of(screen_of(OVER, SeriesForm(Unit.CHIPS))) == [
        (0, [(0, 52), (0, -27), (0, -25)])
    ]
    assert charts_of(screen_of(night("dealer Cem\n Ann Ben Cem\n"))) == []


def test_the_curves_end_with_the_last_round_that_is_over_and_counts() -> None:
    for played in (night(n.ANN_GOES_OUT, n.IN_PLAY), CALLED_OFF):
        view = series_view(played, ENGLISH)
        assert totals_of(view, Unit.CHIPS) == [(0, 52), (0, -27), (0, -25)]
        assert totals_of(view, Unit.POINTS) == [(0, 0), (0, 25), (0, 24)]


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


AT_TARGET = night(n.ANN_FIRST, rules="bicycle target=50")
ONE_ROUND = night(n.ANN_GOES_OUT, rules="badam-satti opening=left points=card rounds=1")
LONGER = {
    "a total": (AT_TARGET, parse("bicycle target=100")),
    "rounds": (ONE_ROUND, parse("badam-satti opening=left points=card rounds=6")),
}


@cases("played, rules", LONGER)
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


def test_the_paper_has_the_names_and_the_language_of_the_screen() -> None:
    renamed = replace(OVER, log=OVER.log.after(PlayerRenamed("Ben", "Benjamin")))
    renamed = replace(renamed, revision=OVER.revision)  # a name given on another page
    facts = ScreenFacts(snapshot=OVER, route=Screen("/series/1"), today=FRIDAY)
    variants = (
        facts,
        replace(facts, snapshot=renamed),
        replace(facts, words=words_in("de")),
        replace(facts, route=Screen("/series/2")),
    )
    printed = [UNTOUCHED.view(facts).follows for facts in variants]
    assert UNTOUCHED.view(facts).follows == printed[0]
    assert len({json.dumps(act.args) for act in printed if act}) == len(variants)
