"""The home screen: the series in play, past series, and the very first start."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from companion.core.forecast import Entry
from companion.desk.archive import Catalogue
from companion.desk.ports import Finding, Problem
from companion.views import blocks as b
from companion.views.findings import finding_words
from companion.views.home import home
from companion.words import ENGLISH, Words, words_in
from tests.views.documents import actions, heroes, rows, texts
from tests.views.nights import EVENING

TODAY = date(2025, 12, 31)
GERMAN = words_in("de")
FOUR = ("Ann", "Ben", "Cem", "Dee")
EVE = replace(EVENING, name="New Year’s Eve", date="2025-12-31")
OVER = replace(EVE, players=FOUR, leaders=("Cem",))
IN_PLAY = replace(OVER, number=2, name="Friday night", dealt=3, rounds=2, over=False)


def state(*entries: Entry) -> Catalogue:
    """Return the list of the series, the newest first."""
    return Catalogue(tuple(sorted(entries, key=lambda entry: -entry.number)))


def listed(entry: Entry, words: Words = ENGLISH) -> b.Row:
    """Return the row of a series while another one is in play."""
    (row,) = rows(home(state(entry, replace(IN_PLAY, number=9)), words, TODAY))
    return row


def invitation(screen: b.Document) -> b.Hero:
    """Return the headline of home."""
    (hero,) = heroes(screen)
    return hero


def resumed(screen: b.Document) -> b.Intent | None:
    """Return the meaning of the button in the headline."""
    action = invitation(screen).action
    return action.intent if action else None


def numbers(screen: b.Document) -> list[int]:
    """Return the numbers of the listed series."""
    return [int(row.id.rpartition("-")[2]) for row in rows(screen)]


def test_of_several_in_play_the_others_are_listed() -> None:
    fresh = replace(IN_PLAY, number=4, name="Cabin", rounds=0)
    older = replace(IN_PLAY, number=3, name="Porch", in_points=False, score=4)
    view = home(state(IN_PLAY, older, fresh, replace(fresh, number=5)), ENGLISH, TODAY)
    assert resumed(view) == b.Go("/table/5")
    assert [(row.title, row.subtitle, row.intent) for row in rows(view)] == [
        ("Cabin", "31 Dec · In play", b.Go("/table/4")),
        ("Porch", "31 Dec · In play · 2 rounds · Cem ahead with 4 chips", b.Go("/table/3")),
        ("Friday night", f"31 Dec · In play · 2 rounds · {CEM}", b.Go("/table/2")),
    ]
    assert all(row.label.endswith(", Back to the table") for row in rows(view))


CHIPS = replace(OVER, rounds=1, in_points=False, score=12, leaders=("Ann", "Cem"))
TWO_PLAYED, CEM = "In play · 2 rounds", "Cem ahead with 41 points"
LEVEL, WON = "all level with 41 points", "Cem won with 41 points"
SAID: dict[str, tuple[Entry, str]] = {
    "over": (OVER, f"9 rounds · {WON}"),
    "over, for chips": (CHIPS, "1 round · Ann and Cem share the win with 12 chips"),
    "over, without winners": (replace(OVER, leaders=()), "9 rounds · over"),
    "with a round called off": (replace(OVER, off=1), f"8 rounds, 1 called off · {WON}"),
    "in play": (IN_PLAY, f"{TWO_PLAYED} · {CEM}"),
    "two ahead": (replace(IN_PLAY, leaders=("Ann", "Cem")), f"{TWO_PLAYED} · Ann and {CEM}"),
    "all level": (replace(IN_PLAY, leaders=IN_PLAY.players), f"{TWO_PLAYED} · {LEVEL}"),
    "all level who stayed": (
        replace(IN_PLAY, leaders=("Ann", "Ben"), left=("Cem", "Dee")),
        f"{TWO_PLAYED} · {LEVEL}",
    ),
    "the one who stayed": (replace(IN_PLAY, left=("Ann", "Ben", "Dee")), f"{TWO_PLAYED} · {CEM}"),
}


@pytest.mark.parametrize(("entry", "said"), SAID.values(), ids=SAID)
def test_a_series_says_who_won_or_is_ahead(entry: Entry, said: str) -> None:
    assert listed(entry).subtitle == f"31 Dec · {said}"


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
    assert listed(replace(IN_PLAY, rounds=0, date=written), words).subtitle == said


def test_a_series_of_several_evenings_has_the_date_of_its_last() -> None:
    row = listed(replace(IN_PLAY, rounds=0, date="2025-03-02", last="2025-03-09"))
    assert row.subtitle == "9 Mar · In play"


def test_a_series_of_another_day_says_so_where_one_goes_on_with_it() -> None:
    older = invitation(home(state(IN_PLAY), ENGLISH, date(2026, 1, 2)))
    ahead = "Cem ahead with 41 points"
    assert older.subtitle == f"31 Dec 2025 · Round 3 in play · {ahead} · Ann, Ben, Cem, Dee"


PLAYERS = {7: "Ann, Ben, Cem, Dee, Eva, Fay, Gus", 9: "Ann, Ben, Cem, Dee, Eva, Fay and 3 more"}


@pytest.mark.parametrize(("count", "said"), PLAYERS.items())
def test_each_series_says_who_played(count: int, said: str) -> None:
    names = ("Ann", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida")
    row = listed(replace(OVER, players=names[:count]))
    assert row.note == said
    assert row.label.endswith(said)


def test_a_series_names_the_players_who_left_as_well() -> None:
    assert listed(replace(OVER, players=("Ann", "Ben"), left=("Cem",))).note == "Ann, Ben, Cem"


def test_what_is_archived_or_deleted_is_not_listed_and_leads_to_its_list() -> None:
    gone = replace(OVER, number=3, name="Cabin")
    archive = replace(state(OVER, IN_PLAY), archived=frozenset({2}), removed=(gone, gone))
    view = home(archive, ENGLISH, TODAY)
    assert (resumed(view), numbers(view)) == (b.Go("/new"), [1])
    assert actions(view)["home-archived"].says == "Archived: 1 · Deleted: 2"
    assert "home-archived" not in actions(home(state(OVER), ENGLISH, TODAY))


DAMAGED = Path("00009.tdb.damaged")
FINDINGS: dict[str, tuple[Finding, str]] = {
    "a damaged round": (
        Finding(Problem.ROUND_DAMAGED, series=9, round=7, count=31, called_off=True, aside=DAMAGED),
        (
            "Round 7 of “Fan Tan” was damaged on the disk: 31 entries are kept. "
            "The rest is lost, so it is called off. The damaged file is kept as 00009.tdb.damaged."
        ),
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
}


@pytest.mark.parametrize(("finding", "said"), FINDINGS.values(), ids=FINDINGS)
def test_what_is_wrong_on_the_disk_is_shown_in_words(finding: Finding, said: str) -> None:
    view = home(replace(state(IN_PLAY), findings=(finding,)), ENGLISH, TODAY)
    assert texts(view)["finding-1"] == said


HARMLESS = {
    *(Problem.UNFINISHED, Problem.LEFT_OVER, Problem.KEPT_ASIDE, Problem.STRANGE),
    Problem.SERIES_REMOVED,
}


@pytest.mark.parametrize("problem", Problem)
def test_every_problem_has_words_and_is_shown_unless_it_does_no_harm(problem: Problem) -> None:
    found = Finding(problem, "series/00002.tdb", series=2, round=1, count=2, detail="closed to us")
    assert finding_words(found, state(IN_PLAY), ENGLISH).endswith(".")
    view = home(replace(state(IN_PLAY), findings=(found,)), ENGLISH, TODAY)
    assert ("finding-1" in texts(view)) is (problem not in HARMLESS)


def test_those_in_play_come_first_then_the_newest_by_date() -> None:
    days = {1: "2025-03-01", 2: "2023-05-05", 3: "", 4: "2025-12-24", 5: "", 6: "a Friday"}
    over = [replace(OVER, number=number, date=day) for number, day in days.items()]
    in_play = [replace(IN_PLAY, number=number, date="2020-01-01") for number in (7, 8)]
    view = home(state(*over, *in_play), ENGLISH, TODAY)
    assert (resumed(view), numbers(view)) == (b.Go("/table/8"), [7, 4, 1, 2, 6, 5, 3])
