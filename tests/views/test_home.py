"""The home screen: what to go on with, what lies back, and the very first start."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.desk.archive import DeskState
from companion.desk.ports import (
    Entry,
    Freed,
    Loss,
    Mended,
    Missing,
    Report,
    Sealed,
    Trouble,
    Unopened,
)
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


REPORTS: dict[str, tuple[Report, str]] = {
    "a damaged round": (
        Loss(series=9, number=7, kept=31, called_off=True, aside=Path("r0007.tdb.damaged")),
        (
            "Round 7 of “Fan Tan” was damaged on the disk: 31 entries are kept. "
            "The rest is lost, so it is called off. The damaged file is kept as r0007.tdb.damaged."
        ),
    ),
    "a damaged list": (
        Mended(None, 2, more=False, aside=Path("catalogue.tdb.damaged")),
        (
            "The list of series was damaged on the disk. It has been put right. "
            "The damaged file is kept as catalogue.tdb.damaged."
        ),
    ),
    "a damaged head": (
        Mended(2, 0, more=True, aside=Path("series.tdb.damaged")),
        (
            "The page with the name of “Friday night” was damaged on the disk. "
            "It has been put right. Some of what it said may be missing. "
            "The damaged file is kept as series.tdb.damaged."
        ),
    ),
    "a damaged head without loss": (
        Mended(2, 0, more=False, aside=None),
        "The page with the name of “Friday night” was damaged on the disk. It has been put right.",
    ),
    "no list": (
        Missing(),
        "The list of series was gone from the disk. It was made anew from the series.",
    ),
    "no head": (
        Missing(2),
        (
            "The page with the name of “Friday night” was gone from the disk. "
            "It was made anew, as far as that is known."
        ),
    ),
    "no round": (
        Missing(2, 3),
        "Round 3 of “Friday night” is missing on the disk, so it stands as called off.",
    ),
    "a newer list": (
        Sealed(None, Trouble.NEWER),
        "The list of series was written by a newer version: it can be looked at, not changed.",
    ),
    "a newer series": (
        Sealed(2, Trouble.NEWER),
        "“Friday night” was written by a newer version: it can be looked at, not changed.",
    ),
    "rounds that are not understood": (
        Sealed(2, Trouble.UNCLEAR, (1, 3)),
        (
            "Not everything in “Friday night” is understood, so it can be looked at, not changed. "
            "Shown only as far as it is understood: round 1 and 3."
        ),
    ),
    "a round that cannot be read": (
        Sealed(2, Trouble.FORBIDDEN, (1,)),
        (
            "Not everything in “Friday night” can be read, so it can be looked at, not changed. "
            "Shown only as far as it is understood: round 1."
        ),
    ),
    "no series": (
        Unopened(2, Trouble.GONE),
        "“Friday night” could not be opened: its files are gone.",
    ),
    "a full disk": (
        Freed(),
        "The disk is full. What was kept in reserve for that is in use now: free some space soon.",
    ),
}


@pytest.mark.parametrize(("report", "said"), REPORTS.values(), ids=REPORTS)
def test_what_is_wrong_on_the_disk_is_told_in_words(report: Report, said: str) -> None:
    assert home(replace(state(IN_PLAY), reports=(report,)), ENGLISH).reports == (said,)


@pytest.mark.parametrize("trouble", Trouble)
def test_every_reason_not_to_open_a_series_can_be_said(trouble: Trouble) -> None:
    (said,) = home(replace(state(IN_PLAY), reports=(Unopened(2, trouble),)), ENGLISH).reports
    assert said.startswith("“Friday night” could not be opened: ")
