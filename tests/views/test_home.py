"""The home screen: the series in play, past series, and the very first start."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from companion.core.forecast import Entry
from companion.desk.archive import Catalogue
from companion.desk.ports import Finding, Problem
from companion.views.findings import finding_words
from companion.views.home import archived_view, home
from companion.words import ENGLISH, Words, words_in

TODAY = date(2025, 12, 31)
GERMAN = words_in("de")
OVER = Entry(
    number=1,
    name="New Year’s Eve",
    date="2025-12-31",
    players=("Ann", "Ben", "Cem", "Dee"),
    dealt=9,
    rounds=9,
    over=True,
    leaders=("Cem",),
    score=41,
    in_points=True,
)
IN_PLAY = replace(OVER, number=2, name="Friday night", dealt=3, rounds=2, over=False)


def state(*entries: Entry) -> Catalogue:
    """Return the list of the series, the newest first."""
    return Catalogue(tuple(sorted(entries, key=lambda entry: -entry.number)))


def test_the_first_start_says_what_this_is() -> None:
    view = home(state(), ENGLISH, TODAY)
    assert view.welcome
    assert view.resume is None
    assert view.earlier == ()


def test_later_nothing_is_explained() -> None:
    assert not home(state(OVER), ENGLISH, TODAY).welcome


def test_the_series_in_play_is_to_be_gone_on_with() -> None:
    view = home(state(OVER, IN_PLAY), ENGLISH, TODAY)
    assert view.resume
    assert view.resume.number == 2
    assert view.resume.name == "Friday night"
    assert view.resume.beneath == "Round 3 in play · Ann, Ben, Cem, Dee"
    assert [line.number for line in view.earlier] == [1]


def test_a_series_that_is_over_tells_who_won() -> None:
    (line,) = home(state(OVER), ENGLISH, TODAY).earlier
    assert line.beneath == "31 Dec · 9 rounds · Cem won with 41"
    assert (line.in_play, line.opens) == (False, "")


def test_a_series_for_chips_tells_them() -> None:
    chips = replace(OVER, rounds=1, in_points=False, score=12, leaders=("Ann", "Cem"))
    (line,) = home(state(chips), ENGLISH, TODAY).earlier
    assert line.beneath == "31 Dec · 1 round · Ann and Cem share the win with 12 chips"


def test_of_several_in_play_the_others_are_listed() -> None:
    fresh = replace(IN_PLAY, number=4, name="Cabin", rounds=0)
    older = replace(IN_PLAY, number=3, name="Porch", in_points=False, score=4)
    view = home(state(IN_PLAY, older, fresh, replace(fresh, number=5)), ENGLISH, TODAY)
    assert view.resume
    assert view.resume.number == 5
    assert [(line.name, line.beneath) for line in view.earlier] == [
        ("Cabin", "31 Dec · In play"),
        ("Porch", "31 Dec · In play · 2 rounds · Cem ahead with 4 chips"),
        ("Friday night", "31 Dec · In play · 2 rounds · Cem ahead with 41"),
    ]
    assert all(line.in_play for line in view.earlier)
    assert {line.opens for line in view.earlier} == {"Back to the table"}
    assert view.earlier[0].says.endswith(", Back to the table")


LEADERS: dict[str, tuple[Entry, str]] = {
    "one": (IN_PLAY, "Cem ahead with 41"),
    "some": (replace(IN_PLAY, leaders=("Ann", "Cem")), "Ann and Cem ahead with 41"),
    "all": (replace(IN_PLAY, leaders=IN_PLAY.players), "all level with 41"),
    "all who stayed": (
        replace(IN_PLAY, leaders=("Ann", "Ben"), left=("Cem", "Dee")),
        "all level with 41",
    ),
    "the one who stayed": (replace(IN_PLAY, left=("Ann", "Ben", "Dee")), "Cem ahead with 41"),
}


@pytest.mark.parametrize(("entry", "said"), LEADERS.values(), ids=LEADERS)
def test_a_series_in_play_says_who_is_ahead(entry: Entry, said: str) -> None:
    (line,) = home(state(entry, replace(entry, number=9)), ENGLISH, TODAY).earlier
    assert line.beneath == f"31 Dec · In play · 2 rounds · {said}"


DAYS: dict[str, tuple[str, Words, str]] = {
    "this year": ("2025-03-02", ENGLISH, "2 Mar · In play"),
    "another year": ("2024-05-31", ENGLISH, "31 May 2024 · In play"),
    "this year in German": ("2025-03-02", GERMAN, "2. März · Läuft"),
    "another year in German": ("2024-12-01", GERMAN, "1. Dez. 2024 · Läuft"),
    "no day": ("a Friday", ENGLISH, "a Friday · In play"),
    "none": ("", ENGLISH, "In play"),
}


@pytest.mark.parametrize(("written", "words", "said"), DAYS.values(), ids=DAYS)
def test_each_series_says_when_it_was(written: str, words: Words, said: str) -> None:
    fresh = replace(IN_PLAY, number=1, rounds=0, date=written)
    (line,) = home(state(fresh, IN_PLAY), words, TODAY).earlier
    assert line.beneath == said


def test_a_series_of_another_day_says_so_where_one_goes_on_with_it() -> None:
    older = home(state(IN_PLAY), ENGLISH, date(2026, 1, 2)).resume
    assert older
    assert older.beneath == "31 Dec 2025 · Round 3 in play · Ann, Ben, Cem, Dee"


PLAYERS: dict[str, tuple[int, str]] = {
    "a few": (4, "Ann, Ben, Cem, Dee"),
    "seven": (7, "Ann, Ben, Cem, Dee, Eva, Fay, Gus"),
    "many": (9, "Ann, Ben, Cem, Dee, Eva, Fay and 3 more"),
}


@pytest.mark.parametrize(("count", "said"), PLAYERS.values(), ids=PLAYERS)
def test_each_series_says_who_played(count: int, said: str) -> None:
    names = ("Ann", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida")
    (line,) = home(state(replace(OVER, players=names[:count])), ENGLISH, TODAY).earlier
    assert line.players == said
    assert line.says.endswith(said)


def test_what_is_archived_or_deleted_is_not_listed_and_leads_to_its_list() -> None:
    gone = replace(OVER, number=3, name="Cabin")
    catalogue = replace(
        state(OVER, IN_PLAY), archived=frozenset({2}), removed=(gone, replace(gone, number=4))
    )
    view = home(catalogue, ENGLISH, TODAY)
    assert view.resume is None
    assert [line.number for line in view.earlier] == [1]
    assert view.archived == "Archived: 1 · Deleted: 2"
    assert home(state(OVER), ENGLISH, TODAY).archived == ""


def test_a_series_that_was_deleted_just_now_can_be_put_back() -> None:
    catalogue = replace(state(OVER), removed=(IN_PLAY,))
    view = home(catalogue, ENGLISH, TODAY, deleted=2)
    assert view.deleted
    assert (view.deleted.number, view.deleted.says) == (
        2,
        "“Friday night, 31 December 2025” was deleted.",
    )
    assert home(catalogue, ENGLISH, TODAY).deleted is None
    assert home(state(OVER, IN_PLAY), ENGLISH, TODAY, deleted=2).deleted is None


def test_what_is_archived_is_shown_with_the_day() -> None:
    catalogue = replace(state(OVER, IN_PLAY), archived=frozenset({2}), removed=(OVER,))
    view = archived_view(catalogue, TODAY, ENGLISH)
    assert [line.number for line in view.archived] == [2]
    assert [line.beneath for line in view.removed] == ["31 Dec · 9 rounds · Cem won with 41"]
    assert not view.nothing
    assert archived_view(state(OVER), TODAY, ENGLISH).nothing


def test_a_series_without_a_name_has_the_games() -> None:
    (line,) = home(state(replace(OVER, name="")), ENGLISH, TODAY).earlier
    assert line.name == "Fan Tan"


FINDINGS: dict[str, tuple[Finding, str]] = {
    "a damaged round": (
        Finding(
            Problem.ROUND_DAMAGED,
            series=9,
            round=7,
            count=31,
            called_off=True,
            aside=Path("00009.tdb.damaged"),
        ),
        (
            "Round 7 of “Fan Tan” was damaged on the disk: 31 entries are kept. "
            "The rest is lost, so it is called off. The damaged file is kept as 00009.tdb.damaged."
        ),
    ),
    "damaged choices": (
        Finding(Problem.CHOICES_RESTORED, aside=Path("choices.damaged")),
        (
            "Another program changed your rules and your archived and deleted series on the disk. "
            "They have been restored from a copy. "
            "The damaged file is kept as choices.damaged."
        ),
    ),
    "lost choices": (
        Finding(Problem.CHOICES_LOST),
        (
            "Your usual and saved rules are lost, and which series were archived or deleted: the "
            "file was damaged on the disk. All series are here; deleted ones are listed again."
        ),
    ),
    "a newer series": (
        Finding(Problem.SERIES_NEWER, series=2),
        "“Friday night” was written by a newer version: it can be looked at, not changed.",
    ),
    "another series' file": (
        Finding(Problem.SERIES_MISPLACED, "series/7.tdb", 7, count=3, detail="series/3.tdb"),
        (
            "The file series/7.tdb belongs to another series, so it is not opened. "
            "Rename it to series/3.tdb, or take it away if there is such a file."
        ),
    ),
    "an older copy": (
        Finding(Problem.SERIES_OLDER, series=2, count=3),
        "The file of “Friday night” is an older copy: 3 entries are missing at its end.",
    ),
    "a browser that kept nothing whole": (
        Finding(Problem.MEMORY_UNREADABLE, "mirror.damaged"),
        (
            "What this browser kept is damaged and cannot be read. It is still there, set aside; "
            "the app begins anew. Restore your last backup from the settings."
        ),
    ),
    "a browser's memory that was changed": (
        Finding(Problem.MEMORY_DAMAGED, count=2),
        (
            "What this browser keeps was changed from outside, and the last turns may be missing. "
            "Look at the table before you play on, and save a backup from the settings."
        ),
    ),
    "a full disk": (
        Finding(Problem.RESERVE_FREED),
        "The disk is full. What was kept in reserve for that is in use now: free some space soon.",
    ),
}


@pytest.mark.parametrize(("finding", "said"), FINDINGS.values(), ids=FINDINGS)
def test_what_is_wrong_on_the_disk_is_shown_in_words(finding: Finding, said: str) -> None:
    assert home(replace(state(IN_PLAY), findings=(finding,)), ENGLISH, TODAY).findings == (said,)


HARMLESS = {
    *(Problem.UNFINISHED, Problem.LEFT_OVER, Problem.KEPT_ASIDE, Problem.STRANGE),
    Problem.SERIES_REMOVED,
}


@pytest.mark.parametrize("problem", Problem)
def test_every_problem_is_shown_unless_it_does_no_harm(problem: Problem) -> None:
    found = Finding(problem, series=2, round=1, count=2, detail="closed to us")
    said = home(replace(state(IN_PLAY), findings=(found,)), ENGLISH, TODAY).findings
    assert bool(said and said[0]) is (problem not in HARMLESS)


def test_a_series_that_nobody_won_is_just_over() -> None:
    (line,) = home(state(replace(OVER, leaders=())), ENGLISH, TODAY).earlier
    assert line.beneath == "31 Dec · 9 rounds · over"


@pytest.mark.parametrize("problem", Problem)
def test_every_problem_has_words(problem: Problem) -> None:
    found = Finding(problem, "series/00002.tdb", series=2, round=1, count=2, detail="closed to us")
    assert finding_words(found, state(IN_PLAY), ENGLISH).endswith(".")


def test_rounds_that_were_called_off_are_marked() -> None:
    (line,) = home(Catalogue((replace(OVER, off=1),)), ENGLISH, TODAY).earlier
    assert f"{OVER.rounds - 1} rounds, 1 called off · " in line.beneath


def test_those_in_play_come_first_then_the_newest_by_date() -> None:
    days = {1: "2025-03-01", 2: "2023-05-05", 3: "", 4: "2025-12-24", 5: "", 6: "a Friday"}
    over = [replace(OVER, number=number, date=day) for number, day in days.items()]
    in_play = [replace(IN_PLAY, number=number, date="2020-01-01") for number in (7, 8)]
    view = home(state(*over, *in_play), ENGLISH, TODAY)
    assert view.resume
    assert view.resume.number == 8
    assert [line.number for line in view.earlier] == [7, 4, 1, 2, 6, 5, 3]


def test_what_is_asked_about_is_named_with_its_date_or_its_players() -> None:
    undated = replace(OVER, number=2, date="")
    lines = home(state(OVER, undated), ENGLISH, TODAY).earlier
    assert [line.which for line in lines] == [
        "New Year’s Eve, 31 December 2025",
        "New Year’s Eve, Ann, Ben, Cem, Dee",
    ]
