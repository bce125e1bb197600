"""The end of a series, its length, and a new series with the same table."""

from dataclasses import replace
from datetime import date

import pytest

from companion.core.presets import parse
from companion.core.steps import Planned, PlayerRenamed
from companion.desk.table import Snapshot
from companion.views.of_series.ending import EndingView, ending
from companion.views.of_series.length import Aim, Counted
from companion.words import ENGLISH
from tests.views.nights import ANN_FIRST, ANN_GOES_OUT, BEN_FIRST, SEVEN_ROUNDS, ended, night

IN_PLAY = """
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""


def view_of(played: Snapshot, steps: int = 0, aim: Aim | None = None) -> EndingView:
    return ending(played, Counted(aim, steps), (), date(2026, 11, 20), ENGLISH)


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
    assert view_of(played).explains == explains


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
    length = view_of(played, steps).length
    assert length
    assert (length.number, length.can_less) == (number, can_less)
    assert (length.act if length.rules else None) == act
    if length.rules and length.plays_on:
        assert not played.log.after(Planned(length.rules)).series.standing.over


def test_a_series_that_the_table_ended_has_no_length() -> None:
    assert view_of(ended(night(ANN_GOES_OUT))).length is None


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
    length = view_of(played, steps, aim).length
    assert length
    assert (length.act, length.rules) == (act, parse(rules))
    assert [choice.aim for choice in length.choices if choice.chosen] == [aim]
    assert played.log.objection(Planned(parse(rules))) is None


def test_an_open_end_is_not_counted_and_points_are_offered_where_they_count() -> None:
    length = view_of(night(ANN_GOES_OUT, rules="pagat")).length
    assert length
    assert (length.number, length.can_count, length.rules) == ("open end", False, None)
    assert [choice.aim for choice in length.choices] == [Aim.ROUNDS, Aim.OPEN]


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
    view = view_of(played)
    assert (view.can_end, view.calls_off, view.explains) == (True, True, explains)
    assert not view_of(night(ANN_GOES_OUT)).calls_off
    assert not view_of(ended(night(ANN_GOES_OUT))).can_end


def test_only_an_end_by_the_table_can_be_taken_back_or_followed_by_a_deal() -> None:
    over = view_of(ended(night(ANN_GOES_OUT)))
    assert over.can_take_back
    assert over.deal
    assert over.deal_says == "Play on: deal round 2"
    at_target = view_of(night(ANN_FIRST, rules="bicycle target=50"))
    assert not at_target.can_take_back
    assert at_target.deal is None


def test_a_newer_name_is_taken_back_before_the_end() -> None:
    over = ended(night(ANN_GOES_OUT))
    assert view_of(over).take_back_says == "Take the end back"
    named = view_of(replace(over, log=over.log.after(PlayerRenamed("Ann", "Anna"))))
    assert (named.can_take_back, named.take_back_says) == (True, "Undo: the name Anna")


def test_once_more_seats_the_same_table_and_the_deal_passes_on() -> None:
    again = view_of(ended(night(ANN_GOES_OUT))).once_more
    assert again
    assert (again.names, again.dealer, again.name) == (("Ann", "Ben", "Cem"), 0, "Friday evening")
    assert again.beneath == "Ann, Ben and Cem · Ann deals"
    assert view_of(night(ANN_GOES_OUT)).once_more is None
