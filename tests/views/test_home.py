"""The home screen: what to go on with, what lies back, and the very first start."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.desk import DeskState
from companion.ports import Entry, Loss
from companion.views.home import home
from companion.words import ENGLISH

OVER = Entry(
    number=1,
    name="New Year’s Eve",
    date="2025-12-31",
    players=("Ann", "Ben", "Cem", "Dee"),
    rounds=9,
    over=True,
    leaders=("Cem",),
    score=41,
    in_points=True,
)
IN_PLAY = replace(OVER, number=2, name="Friday night", rounds=2, over=False)


def state(*entries: Entry) -> DeskState:
    """The desk with these series, the newest first, and none of them open."""
    return DeskState(tuple(sorted(entries, key=lambda each: -each.number)))


def test_the_first_start_says_what_this_is() -> None:
    view = home(state(), ENGLISH)
    assert view.welcome
    assert view.resume is None
    assert view.earlier == ()


def test_later_nothing_is_explained() -> None:
    assert not home(state(OVER), ENGLISH).welcome


def test_the_series_in_play_is_to_be_gone_on_with() -> None:
    view = home(state(OVER, IN_PLAY), ENGLISH)
    assert view.resume
    assert view.resume.number == 2
    assert view.resume.name == "Friday night"
    assert view.resume.beneath == "Round 3 in play · Ann, Ben, Cem, Dee"
    assert [each.number for each in view.earlier] == [1]


def test_a_series_that_is_over_tells_who_won() -> None:
    (line,) = home(state(OVER), ENGLISH).earlier
    assert line.beneath == "9 rounds · Cem won with 41"
    assert not line.in_play


def test_a_series_for_chips_tells_them() -> None:
    chips = replace(OVER, rounds=1, in_points=False, score=12, leaders=("Ann", "Cem"))
    (line,) = home(state(chips), ENGLISH).earlier
    assert line.beneath == "1 round · Ann and Cem won with 12 chips"


def test_of_several_in_play_the_others_are_listed() -> None:
    fresh = replace(IN_PLAY, number=4, name="Cabin", rounds=0)
    older = replace(IN_PLAY, number=3, name="Porch", in_points=False, score=4)
    view = home(state(IN_PLAY, older, fresh, replace(fresh, number=5)), ENGLISH)
    assert view.resume
    assert view.resume.number == 5
    assert [(each.name, each.beneath) for each in view.earlier] == [
        ("Cabin", "In play · Ann, Ben, Cem, Dee"),
        ("Porch", "In play · 2 rounds · Cem ahead with 4 chips"),
        ("Friday night", "In play · 2 rounds · Cem ahead with 41"),
    ]
    assert all(each.in_play for each in view.earlier)


def test_a_series_without_a_name_has_the_games() -> None:
    (line,) = home(state(replace(OVER, name="")), ENGLISH).earlier
    assert line.name == "Fan Tan"


def test_a_damaged_round_is_told_in_words() -> None:
    lost = Loss(series=9, number=7, kept=31, called_off=True, aside=Path("r0007.tdb.damaged"))
    (report,) = home(replace(state(), losses=(lost,)), ENGLISH).reports
    assert report == (
        "Round 7 of “Fan Tan” was damaged on the disk: 31 entries are kept. "
        "The rest is lost, so it is called off. The damaged file is kept as r0007.tdb.damaged."
    )
