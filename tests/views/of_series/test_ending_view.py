"""The end of a series, its length, and a new series with the same table."""

from dataclasses import replace

import pytest

from companion.core.presets import parse
from companion.core.rules import Rules
from companion.core.steps import Ended, Planned, PlayerRenamed
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.series import Around, SeriesForm, series
from companion.screens.standings import Aim
from companion.words import ENGLISH
from tests.desks import FRIDAY
from tests.views import nights as n
from tests.views.documents import actions, blocks, texts
from tests.views.nights import ended, night

OVER, AT_TARGET = night(n.ANN_GOES_OUT), night(n.ANN_FIRST, rules="bicycle target=50")


def view_of(played: Snapshot, steps: int = 0, aim: Aim | None = None) -> b.Document:
    """Return the screen of a series after an aim was chosen and counted up, and the end asked."""
    now, form = played.series.planned or played.series.latest_rules, SeriesForm().ask()
    form = form.aim_at(now, aim) if aim else form
    return series(played, Around(Catalogue(()), FRIDAY), ENGLISH, form.count(now, steps))


def planned(view: b.Document) -> tuple[str, Rules | None]:
    """Return the words and the rules of the button that puts a length in force, if there is one."""
    act = actions(view).get("set-target") or actions(view).get("play-on")
    if act is None or not isinstance(act.intent, b.Do):
        return "", None
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


TAKEN_BACK = "It can be taken back, and played on."
CALLED_OFF, OFF_2 = (f"Round {number} is in play: it is called off." for number in (1, 2))
PIPS, TO_500 = "bicycle points=pips", "bicycle target=500"
STILL_OPEN, SHARE = "Nobody wins: points are still open.", "Ann and Ben share the win then."
BACK, NOBODY = "All take their chips back.", "Nobody wins: no round was played."
FREE = "pagat ante=0 pass_fee=0"
EXPLAINED = {
    "two": (night(n.ANN_FIRST, n.BEN_FIRST, rules=TO_500), f"{SHARE} {TAKEN_BACK}"),
    "open points": (night(n.ANN_GOES_OUT, rules=PIPS), f"{STILL_OPEN} {TAKEN_BACK}"),
    "in its second round": (night(n.ANN_GOES_OUT, n.IN_PLAY), f"{OFF_2} {BACK} Ann wins then."),
    "in its first round": (night(n.IN_PLAY), f"{CALLED_OFF} {BACK} {NOBODY}"),
    "with no pot": (night(n.IN_PLAY.replace("6D", "--"), rules=FREE), f"{CALLED_OFF} {NOBODY}"),
    "with chips that were handed over besides": (
        night(f"{n.IN_PLAY}pay Cem Ann 3\n"),
        f"{CALLED_OFF} Ben and Cem take their chips back from the pot. Ann pays Ben 2. {NOBODY}",
    ),
}


@pytest.mark.parametrize(("played", "explains"), EXPLAINED.values(), ids=EXPLAINED)
def test_an_end_is_announced_and_calls_a_round_in_play_off(played: Snapshot, explains: str) -> None:
    question = view_of(played).question
    assert question
    step = Ended(calls_off=not played.round.over)
    assert (question.says, question.on_yes) == (explains, b.Do(step, exact=True))


ONE_ROUND = night(n.ANN_GOES_OUT, rules="badam-satti opening=left points=card rounds=1")
LIMITED = night(n.ANN_GOES_OUT, rules=n.SEVEN_ROUNDS)
COUNTED: dict[str, tuple[Snapshot, int, str, str, bool]] = {
    "down": (OVER, -2, "to 80", "Play to 80", True),
    "down to the end": (OVER, -9, "to 30", "Play to 30", False),
    "over": (AT_TARGET, 0, "to 60", "Play on to 60", False),
    "over, and up": (AT_TARGET, 1, "to 70", "Play on to 70", True),
    "rounds": (LIMITED, 1, "to 8 rounds", "Play to 8 rounds", True),
    "rounds that are over": (ONE_ROUND, 0, "to 2 rounds", "Play on to 2 rounds", False),
}


@pytest.mark.parametrize(
    ("played", "steps", "number", "act", "can_less"), COUNTED.values(), ids=COUNTED
)
def test_a_length(played: Snapshot, steps: int, number: str, act: str, *, can_less: bool) -> None:
    view = view_of(played, steps)
    shown, (says, rules) = actions(view), planned(view)
    assert (number_of(view), says) == (number, act)
    assert (shown["series-target-less"].intent is not None) == can_less
    if rules and "play-on" in shown:
        assert not played.log.after(Planned(rules)).series.standing.over
        assert texts(view)["resumes"] == f"The series goes on then, {number}."


def test_a_length_that_was_counted_for_other_rules_is_void() -> None:
    form = SeriesForm().count(parse("bicycle target=50"), 3)
    view = series(OVER, Around(Catalogue(()), FRIDAY), ENGLISH, form)
    assert (number_of(view), planned(view)) == ("to 100", ("", None))


def test_quick_taps_on_the_counter_all_count() -> None:
    now = OVER.series.latest_rules
    assert SeriesForm().count(now, 1).count(now, 1).counted.steps == 2


OTHERWISE: dict[str, tuple[str, Aim, int, str, str]] = {
    "a target for an open end": ("bicycle target=0", Aim.POINTS, 0, "to 100", "bicycle"),
    "a nearer one": ("bicycle target=0", Aim.POINTS, -9, "to 30", "bicycle target=30"),
    "rounds for an open end": ("pagat", Aim.ROUNDS, 1, "to 7 rounds", "pagat rounds=7"),
    "rounds for a target": ("bicycle", Aim.ROUNDS, -9, "to 2 rounds", "bicycle target=0 rounds=2"),
    "a target for rounds": ("bicycle target=0 rounds=9", Aim.POINTS, 0, "to 100", "bicycle"),
    "an open end": ("bicycle rounds=9", Aim.OPEN, 3, "without an end", "bicycle target=0"),
}


@pytest.mark.parametrize(
    ("before", "aim", "steps", "length", "rules"), OTHERWISE.values(), ids=OTHERWISE
)
def test_the_aim_can_be_changed(before: str, aim: Aim, steps: int, length: str, rules: str) -> None:
    played = night(n.ANN_GOES_OUT, rules=before)
    view = view_of(played, steps, aim)
    assert planned(view) == (f"Play {length}", parse(rules))
    assert aims(view, chosen=True) == [f"length-{aim.value}"]
    assert played.log.objection(Planned(parse(rules))) is None


def test_the_aim_can_be_changed_in_play_and_when_it_is_over() -> None:
    in_play = night(n.ANN_FIRST, n.IN_PLAY, rules="bicycle target=0")
    assert planned(view_of(in_play, aim=Aim.POINTS)) == ("Play to 100", parse("bicycle"))
    on = ("Play on without an end", parse("bicycle target=0"))
    assert planned(view_of(AT_TARGET, aim=Aim.OPEN)) == on


def test_an_open_end_is_not_counted_and_points_are_offered_where_they_count() -> None:
    view = view_of(night(n.ANN_GOES_OUT, rules="pagat"))
    assert (number_of(view), planned(view)) == ("", ("", None))
    assert aims(view) == ["length-rounds", "length-open"]


def test_only_an_end_by_the_table_can_be_taken_back_or_followed_by_a_deal() -> None:
    at_target = actions(view_of(AT_TARGET, aim=Aim.POINTS))
    assert "undo" not in at_target
    assert isinstance(at_target["play-on"].intent, b.Do)
    over = ended(OVER)
    named = view_of(replace(over, log=over.log.after(PlayerRenamed("Ann", "Anna"))))
    assert (actions(named)["undo"].says, named.question) == ("Undo: the name Anna", None)
