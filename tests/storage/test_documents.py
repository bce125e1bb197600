"""Steps as documents of the store, and documents of earlier versions."""

import json
from dataclasses import replace

import pytest
from storage.diagnosis import line_doc

from companion.core.presets import parse
from companion.core.rounds.events import (
    Dated,
    Event,
    FineTicked,
    MarkedUnpaid,
    MarkWithdrawn,
    PointsCorrection,
    Result,
)
from companion.core.rounds.setup import Setup
from companion.core.step_words import read_step
from companion.core.steps import Dealt, Recorded, Redealt, Repaired, SeriesDated, Step

SETUP = Setup.dealt(parse("bicycle chips=table"), ("Ana", "Ben"), 1)
DATED = replace(SETUP, date="2026-11-20")
RESULT = Result((0, 3), (2, 5))


def _content(step: Step) -> tuple[str, object]:
    """Return the kind and the content of a step as JSON keeps them."""
    document = json.loads(json.dumps(line_doc(step, 1, 1, SETUP.players)))
    (kind,) = document.keys() - {"round", "count"}
    return kind, document[kind]


WRITTEN: dict[str, tuple[Event, str]] = {
    "a date": (Dated("2026-11-21"), "date 2026-11-21"),
    "a result": (RESULT, "result Ana 0 2  Ben 3 5"),
    "a debt": (MarkedUnpaid(1, 0, 4), "owed Ben Ana 4"),
    "a debt handed over": (MarkWithdrawn(1, 0), "handed Ben Ana"),
    "a part of a fine": (FineTicked(3), "paid 3"),
    "parts of a fine": (FineTicked(3, 2), "paid 3 2"),
}


@pytest.mark.parametrize(("event", "words"), WRITTEN.values(), ids=WRITTEN)
def test_an_event_is_stored_in_words(event: Event, words: str) -> None:
    assert _content(Recorded(1, event)) == ("event", words)
    assert read_step("event", 1, words, SETUP.players) == Recorded(1, event)


STEPS: dict[str, Step] = {
    "a deal": Dealt(SETUP),
    "a deal of a day": Dealt(DATED),
    "a deal anew": Redealt(DATED),
    "a repair": Repaired(1, DATED, (RESULT, MarkedUnpaid(1, 0, 4), PointsCorrection(0, 2))),
    "the date of the series": SeriesDated("2026-11-21"),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_step_is_read_as_it_was_written(step: Step) -> None:
    kind, content = _content(step)
    number = 0 if isinstance(step, SeriesDated) else 1
    assert read_step(kind, number, content, SETUP.players) == step


def test_a_deal_without_a_date_is_written_as_by_earlier_versions() -> None:
    _, content = _content(Dealt(SETUP))
    assert isinstance(content, dict)
    assert content.keys() == {"rules", "players", "dealer", "sizes", "called"}


@pytest.mark.parametrize("day", [20261120, None, ["2026-11-20"]], ids=["number", "null", "list"])
def test_a_day_that_is_no_text_is_refused(day: object) -> None:
    _, content = _content(Dealt(DATED))
    assert isinstance(content, dict)
    with pytest.raises(ValueError, match="day: expected str"):
        read_step("dealt", 1, {**content, "day": day}, ())
