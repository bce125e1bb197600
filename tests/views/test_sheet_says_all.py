"""Score sheets read again, which show the same screens."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from companion.forms.entries import Correction
from hypothesis import example, given, settings

from companion.core.log import Log
from companion.core.rounds.events import FineCharged, FineTicked, HandEntered, Passed, Seen
from companion.core.sheet import dumps, loads
from companion.core.steps import Recorded
from companion.desk.archive import Catalogue
from companion.desk.ports import Trouble
from companion.desk.table import Snapshot
from companion.screens.correction import correction
from companion.screens.new_series import next_round
from companion.screens.round_over import round_over
from companion.screens.rule_sets import rules_page
from companion.screens.seating import RulesForm, SeatsForm, dealt_seats, next_seats
from companion.screens.series import Around, SeriesForm
from companion.screens.series import series as series_page
from companion.screens.standings import standing_table
from companion.views.at_table import reveal, table, turns, verdict
from companion.views.of_series.settling import settling
from companion.words import ENGLISH
from tests.strategies import logs
from tests.views.nights import ANN_GOES_OUT, TWICE_SHOWN, cards_of, night, opened, then

LATE_HAND = then(
    night("deal Ann 3 Ben 3 Cem 46\ndealer Cem\n Ann Ben Cem\n 1 7D -- 6D"),
    HandEntered(1, cards_of("7C 2C 3C")),
)


PAID_TWICE = then(
    then(then(night(TWICE_SHOWN), FineTicked(6)), Seen(0, cards_of("JS"))), FineTicked(3)
)
"""A sheet writes the two ticks one after the other."""


@given(logs(most=3).filter(lambda log: bool(log.steps)))
@example(LATE_HAND.log)
@example(PAID_TWICE.log)
@example(then(night(ANN_GOES_OUT, "dealer Ann\n Ann Ben Cem\n"), Passed(1), 2).log)
@settings(max_examples=20, deadline=None)
def test_a_sheet_read_again_shows_the_same_screens(log: Log) -> None:
    shown, again = screens(log), screens(loads(dumps(log)))
    assert list(shown) == list(again)
    for name, view in shown.items():
        assert view == again[name], name


def screens(log: Log) -> dict[str, object]:
    """Return every screen of a freshly opened log, where all news is old."""
    snapshot, series, alone = opened(log), log.series, Catalogue(())
    without_undo = replace(snapshot, sealed=Trouble.NEWER)  # no sheet has the order of steps
    rules = series.latest_rules
    return {
        "table": _plain(table.table(snapshot, ENGLISH)),
        "series": series_page(
            without_undo, Around(alone, date(2026, 11, 20)), ENGLISH, SeriesForm()
        ),
        "standing": standing_table(snapshot, ENGLISH),
        "settling": settling(without_undo, ENGLISH),
        "rules": rules_page(rules, series.planned or rules, (), ENGLISH, RulesForm()),
        "next round": next_round(log, alone, ENGLISH, _draft(log)),
        "after a change": next_round(log, alone, ENGLISH, _changed(_draft(log))),
        **dict(_when_over(snapshot)),
        **dict(_after_a_tick_back(snapshot)),
        **dict(_of_rounds(without_undo)),
    }


def _when_over(snapshot: Snapshot) -> Iterator[tuple[str, object]]:
    if snapshot.round.over:
        view = round_over(snapshot, ENGLISH)
        steps = {"undo", "redo"}  # no sheet has the order of steps
        footer = tuple(action for action in view.footer if action.id not in steps)
        yield "round over", replace(view, footer=footer)


def _after_a_tick_back(snapshot: Snapshot) -> Iterator[tuple[str, object]]:
    made, number = snapshot.round.decisions, snapshot.round_number
    for turn in sorted(made.waived.union(tick.turn for tick in made.paid)):
        if not snapshot.log.objection(Recorded(number, FineCharged(turn))):
            after = then(snapshot, FineCharged(turn), number)
            yield f"table once turn {turn} is charged", _plain(table.table(after, ENGLISH))


def _of_rounds(snapshot: Snapshot) -> Iterator[tuple[str, object]]:
    for number, round_ in enumerate(snapshot.series.rounds, 1):
        yield f"turns of round {number}", turns.turns(snapshot, number, ENGLISH)
        yield (
            f"correction of round {number}",
            correction(snapshot, ENGLISH, Correction(number, 0, 1)),
        )
        for turn in range(1, len(round_.turns) + 1):
            yield f"verdict {number}, {turn}", verdict.verdict(snapshot, number, turn, ENGLISH)
        for seat in range(len(round_.setup.players)):
            yield f"hand {number}, {seat}", reveal.hand(snapshot, number, seat, ENGLISH)
        if round_.played_out:
            left = reveal.reveal(snapshot, number, ENGLISH, reveal.RevealForm())
            yield f"cards left of round {number}", left


def _draft(log: Log) -> SeatsForm:
    return next_seats(log.series) if log.round.over else dealt_seats(log.series)


def _changed(draft: SeatsForm) -> SeatsForm:
    """Return the plan without the first player and with a newcomer."""
    return draft.without(draft.places[0].key).seating("Yolanda Quill")


def _plain(view: object) -> object:
    """Return the view without undo and redo, which a sheet does not record."""
    return replace(view, can_undo=False, can_redo=False, undo_says="")  # type: ignore[type-var]
