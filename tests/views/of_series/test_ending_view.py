"""The end of a series, its length, and a new series with the same table."""

from dataclasses import replace

import pytest

from companion.core.presets import parse
from companion.core.rules import Rules
from companion.core.steps import Ended, Planned, PlayerRenamed
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.views import blocks as b
from companion.views.of_series.length import Aim
from companion.views.of_series.series import Around, SeriesForm, series
from companion.words import ENGLISH
from tests.desks import FRIDAY
from tests.views.documents import actions, blocks, texts
from tests.views.nights import ANN_FIRST, ANN_GOES_OUT, BEN_FIRST, SEVEN_ROUNDS, ended, night

IN_PLAY = """
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""


def view_of(played: Snapshot, steps: int = 0, aim: Aim | None = None) -> b.Document:
    """Return the screen of a series after an aim was chosen and counted up, and the end asked."""
    now, form = played.series.planned or played.series.latest_rules, SeriesForm().ask()
    form = form.aim_at(now, aim) if aim else form
    return series(played, Around(Catalogue(()), FRIDAY), ENGLISH, form.count(now, steps))


def planned(view: b.Document) -> tuple[str | None, Rules | None]:
    """Return the words and the rules of the button that puts a length in force, if there is one."""
    shown = actions(view)
    act = shown.get("set-target") or shown.get("play-on")
    if act is None or not isinstance(act.intent, b.Do):
        return None, None
    assert isinstance(act.intent.step, Planned)
    assert act.intent.exact
    return act.says, act.intent.step.rules


def aims(view: b.Document, *, chosen: bool = False) -> list[str]:
    """Return the identifiers of the aims to choose, or of the chosen one."""
    shown = [action for name, action in actions(view).items() if name.startswith("length-")]
    return [action.id for action in shown if action.chosen or not chosen]


def number_of(view: b.Document) -> str:
    """Return the number that is counted up and down, empty without one."""
    shown = [block.value for block in blocks(view) if isinstance(block, b.Counter)]
    return next((value.says for value in shown), "")


@pytest.mark.parametrize(
    ("played", "explains"),
    [
        (night(ANN_GOES_OUT), "Ann wins then. It can be taken back, and played on."),
        (
            night(ANN_FIRST, BEN_FIRST, rules="bicycle target=500"),
            "Ann and Ben share the win then. It can be taken back, and played on.",
        ),
        (
            night(ANN_GOES_OUT, rules="bicycle points=pips"),
            "Nobody wins: points are still open. It can be taken back, and played on.",
        ),
    ],
    ids=["one", "two", "open points"],
)
def test_an_end_is_announced_with_its_winners(played: Snapshot, explains: str) -> None:
    question = view_of(played).question
    assert question
    assert question.says == explains


@pytest.mark.parametrize(
    ("played", "steps", "number", "act", "can_less"),
    [
        (night(ANN_GOES_OUT), 0, "to 100", None, True),
        (night(ANN_GOES_OUT), -2, "to 80", "Play to 80", True),
        (night(ANN_GOES_OUT), -9, "to 30", "Play to 30", False),
        (night(ANN_FIRST, rules="bicycle target=50"), 0, "to 60", "Play on to 60", False),
        (night(ANN_FIRST, rules="bicycle target=50"), 1, "to 70", "Play on to 70", True),
        (night(ANN_GOES_OUT, rules=SEVEN_ROUNDS), 1, "to 8 rounds", "Play to 8 rounds", True),
        (
            night(ANN_GOES_OUT, rules="badam-satti opening=left points=card rounds=1"),
            0,
            "to 2 rounds",
            "Play on to 2 rounds",
            False,
        ),
    ],
)
def test_the_length_is_counted_up_and_down(
    played: Snapshot, steps: int, number: str, act: str | None, *, can_less: bool
) -> None:
    view = view_of(played, steps)
    shown, (says, rules) = actions(view), planned(view)
    assert (number_of(view), says) == (number, act)
    assert (shown["series-target-less"].intent is not None) == can_less
    if rules and "play-on" in shown:
        assert not played.log.after(Planned(rules)).series.standing.over
        assert texts(view)["resumes"] == f"The series goes on then, {number}."


def test_a_length_that_was_counted_for_other_rules_is_void() -> None:
    played = night(ANN_GOES_OUT)
    form = SeriesForm().count(parse("bicycle target=50"), 3)
    view = series(played, Around(Catalogue(()), FRIDAY), ENGLISH, form)
    assert (number_of(view), planned(view)) == ("to 100", (None, None))


def test_quick_taps_on_the_counter_all_count() -> None:
    now = night(ANN_GOES_OUT).series.latest_rules
    assert SeriesForm().count(now, 1).count(now, 1).counted.steps == 2


def test_a_series_that_the_table_ended_has_no_length() -> None:
    assert aims(view_of(ended(night(ANN_GOES_OUT)))) == []


OTHERWISE: dict[str, tuple[Snapshot, Aim, int, str, str]] = {
    "a target for an open end": (
        night(ANN_GOES_OUT, rules="bicycle target=0"),
        Aim.POINTS,
        0,
        "Play to 100",
        "bicycle",
    ),
    "a nearer one": (
        night(ANN_GOES_OUT, rules="bicycle target=0"),
        Aim.POINTS,
        -9,
        "Play to 30",
        "bicycle target=30",
    ),
    "rounds for an open end": (
        night(ANN_GOES_OUT, rules="pagat"),
        Aim.ROUNDS,
        1,
        "Play to 7 rounds",
        "pagat rounds=7",
    ),
    "rounds in place of a target": (
        night(ANN_GOES_OUT),
        Aim.ROUNDS,
        -9,
        "Play to 2 rounds",
        "bicycle target=0 rounds=2",
    ),
    "a target in place of rounds": (
        night(ANN_GOES_OUT, rules="bicycle target=0 rounds=9"),
        Aim.POINTS,
        0,
        "Play to 100",
        "bicycle",
    ),
    "an open end": (
        night(ANN_GOES_OUT, rules="bicycle rounds=9"),
        Aim.OPEN,
        3,
        "Play without an end",
        "bicycle target=0",
    ),
    "an open end for one that is over": (
        night(ANN_FIRST, rules="bicycle target=50"),
        Aim.OPEN,
        0,
        "Play on without an end",
        "bicycle target=0",
    ),
    "while a round is in play": (
        night(ANN_FIRST, IN_PLAY, rules="bicycle target=0"),
        Aim.POINTS,
        0,
        "Play to 100",
        "bicycle",
    ),
}


@pytest.mark.parametrize(
    ("played", "aim", "steps", "act", "rules"), OTHERWISE.values(), ids=OTHERWISE
)
def test_the_aim_of_a_running_series_can_be_changed(
    played: Snapshot, aim: Aim, steps: int, act: str, rules: str
) -> None:
    view = view_of(played, steps, aim)
    assert planned(view) == (act, parse(rules))
    assert aims(view, chosen=True) == [f"length-{aim.value}"]
    assert played.log.objection(Planned(parse(rules))) is None


def test_an_open_end_is_not_counted_and_points_are_offered_where_they_count() -> None:
    view = view_of(night(ANN_GOES_OUT, rules="pagat"))
    assert (number_of(view), planned(view)) == ("", (None, None))
    assert aims(view) == ["length-rounds", "length-open"]


BACK = "All take their chips back."
ENDED_IN_PLAY: dict[str, tuple[Snapshot, str]] = {
    "its second round": (
        night(ANN_GOES_OUT, IN_PLAY),
        f"Round 2 is in play: it is called off. {BACK} Ann wins then.",
    ),
    "its first round": (
        night(IN_PLAY),
        f"Round 1 is in play: it is called off. {BACK} Nobody wins: no round was played.",
    ),
    "with nothing in the pot": (
        night(IN_PLAY.replace("6D", "--"), rules="pagat ante=0 pass_fee=0"),
        "Round 1 is in play: it is called off. Nobody wins: no round was played.",
    ),
    "with chips that were handed over besides": (
        night(f"{IN_PLAY}pay Cem Ann 3\n"),
        (
            "Round 1 is in play: it is called off. Ben and Cem take their chips back from the pot. "
            "Ann pays Ben 2. Nobody wins: no round was played."
        ),
    ),
}


@pytest.mark.parametrize(("played", "explains"), ENDED_IN_PLAY.values(), ids=ENDED_IN_PLAY)
def test_a_round_in_play_is_called_off_for_the_end(played: Snapshot, explains: str) -> None:
    question, before = view_of(played).question, view_of(night(ANN_GOES_OUT)).question
    assert question
    assert before
    assert (question.says, question.on_yes) == (explains, b.Do(Ended(calls_off=True), exact=True))
    assert before.on_yes == b.Do(Ended(), exact=True)
    assert view_of(ended(night(ANN_GOES_OUT))).question is None


def test_only_an_end_by_the_table_can_be_taken_back_or_followed_by_a_deal() -> None:
    over = ended(night(ANN_GOES_OUT))
    shown = actions(view_of(over))
    assert shown["undo"].intent == b.Undo()
    assert shown["play-on"].intent == b.Act("deal_on", (over.series.next_setup(),))
    at_target = actions(view_of(night(ANN_FIRST, rules="bicycle target=50"), aim=Aim.POINTS))
    assert "undo" not in at_target
    assert isinstance(at_target["play-on"].intent, b.Do)


def test_a_newer_name_is_taken_back_before_the_end() -> None:
    over = ended(night(ANN_GOES_OUT))
    assert actions(view_of(over))["undo"].says == "Take the end back"
    named = view_of(replace(over, log=over.log.after(PlayerRenamed("Ann", "Anna"))))
    assert actions(named)["undo"].says == "Undo: the name Anna"


def test_once_more_seats_the_same_table_and_the_deal_passes_on() -> None:
    again = actions(view_of(ended(night(ANN_GOES_OUT))))["once-more"]
    rules = night(ANN_GOES_OUT).series.latest_rules
    starts = b.Act("start_series", ("Friday evening", ("Ann", "Ben", "Cem"), 0, rules))
    assert (again.intent, again.beneath) == (starts, "Ann, Ben and Cem · Ann deals")
    assert "once-more" not in actions(view_of(night(ANN_GOES_OUT)))
