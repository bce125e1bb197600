"""The home screen: the series in play, past series, and the very first start."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from companion.core.forecast import Entry
from companion.desk.archive import Catalogue
from companion.desk.ports import Finding, Problem
from companion.forms.entries import Forgetting
from companion.views import blocks as b
from companion.views.findings import finding_words
from companion.views.home import HomeDevice, archived, home
from companion.words import ENGLISH, Words, words_in
from tests.views.documents import actions, heroes, panels, rows, texts

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


def resumed(screen: b.Document) -> b.Intent | None:
    """Return the meaning of the button in the headline."""
    action = invitation(screen).action
    return action.intent if action else None


def invitation(screen: b.Document) -> b.Hero:
    """Return the headline of home."""
    (hero,) = heroes(screen)
    return hero


def numbers(screen: b.Document) -> list[int]:
    """Return the numbers of the listed series."""
    return [int(row.id.rpartition("-")[2]) for row in rows(screen)]


def test_the_first_start_says_what_this_is() -> None:
    view = home(state(), ENGLISH, TODAY)
    assert invitation(view).subtitle
    assert invitation(view).action == b.Action(
        "home-new-series", "New series", b.Go("/new"), icon=b.Icon.ADD
    )
    assert rows(view) == []
    assert "players" not in actions(view)


def test_later_nothing_is_explained() -> None:
    assert not invitation(home(state(OVER), ENGLISH, TODAY)).subtitle


def test_the_series_in_play_is_to_be_gone_on_with() -> None:
    view = home(state(OVER, IN_PLAY), ENGLISH, TODAY)
    hero = invitation(view)
    assert hero.action
    assert hero.action.intent == b.Go("/table/2")
    assert (hero.title, hero.subtitle) == ("Friday night", "Round 3 in play · Ann, Ben, Cem, Dee")
    assert numbers(view) == [1]
    assert "home-new-series" in actions(view)


def test_a_series_that_is_over_tells_who_won_and_opens_its_own_screen() -> None:
    (row,) = rows(home(state(OVER), ENGLISH, TODAY))
    assert row.subtitle == "31 Dec · 9 rounds · Cem won with 41"
    assert row.intent == b.Go("/series/1")


def test_a_series_for_chips_tells_them() -> None:
    chips = replace(OVER, rounds=1, in_points=False, score=12, leaders=("Ann", "Cem"))
    (row,) = rows(home(state(chips), ENGLISH, TODAY))
    assert row.subtitle == "31 Dec · 1 round · Ann and Cem share the win with 12 chips"


def test_of_several_in_play_the_others_are_listed() -> None:
    fresh = replace(IN_PLAY, number=4, name="Cabin", rounds=0)
    older = replace(IN_PLAY, number=3, name="Porch", in_points=False, score=4)
    view = home(state(IN_PLAY, older, fresh, replace(fresh, number=5)), ENGLISH, TODAY)
    assert resumed(view) == b.Go("/table/5")
    assert [(row.title, row.subtitle) for row in rows(view)] == [
        ("Cabin", "31 Dec · In play"),
        ("Porch", "31 Dec · In play · 2 rounds · Cem ahead with 4 chips"),
        ("Friday night", "31 Dec · In play · 2 rounds · Cem ahead with 41"),
    ]
    assert [row.intent for row in rows(view)] == [b.Go(f"/table/{n}") for n in (4, 3, 2)]
    assert all(row.label.endswith(", Back to the table") for row in rows(view))


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
    (row,) = rows(home(state(entry, replace(entry, number=9)), ENGLISH, TODAY))
    assert row.subtitle == f"31 Dec · In play · 2 rounds · {said}"


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
    (row,) = rows(home(state(fresh, IN_PLAY), words, TODAY))
    assert row.subtitle == said


def test_a_series_of_another_day_says_so_where_one_goes_on_with_it() -> None:
    older = invitation(home(state(IN_PLAY), ENGLISH, date(2026, 1, 2)))
    assert older.subtitle == "31 Dec 2025 · Round 3 in play · Ann, Ben, Cem, Dee"


PLAYERS: dict[str, tuple[int, str]] = {
    "a few": (4, "Ann, Ben, Cem, Dee"),
    "seven": (7, "Ann, Ben, Cem, Dee, Eva, Fay, Gus"),
    "many": (9, "Ann, Ben, Cem, Dee, Eva, Fay and 3 more"),
}


@pytest.mark.parametrize(("count", "said"), PLAYERS.values(), ids=PLAYERS)
def test_each_series_says_who_played(count: int, said: str) -> None:
    names = ("Ann", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida")
    (row,) = rows(home(state(replace(OVER, players=names[:count])), ENGLISH, TODAY))
    assert row.note == said
    assert row.label.endswith(said)


def test_what_is_archived_or_deleted_is_not_listed_and_leads_to_its_list() -> None:
    gone = replace(OVER, number=3, name="Cabin")
    catalogue = replace(
        state(OVER, IN_PLAY), archived=frozenset({2}), removed=(gone, replace(gone, number=4))
    )
    view = home(catalogue, ENGLISH, TODAY)
    assert resumed(view) == b.Go("/new")
    assert numbers(view) == [1]
    link = actions(view)["home-archived"]
    assert (link.says, link.intent) == ("Archived: 1 · Deleted: 2", b.Go("/archived"))
    assert "home-archived" not in actions(home(state(OVER), ENGLISH, TODAY))


def test_a_series_that_was_deleted_just_now_can_be_put_back() -> None:
    catalogue = replace(state(OVER), removed=(IN_PLAY,))
    just_now = HomeDevice(deleted=2)
    view = home(catalogue, ENGLISH, TODAY, device=just_now)
    assert texts(view)["deleted"] == "“Friday night, 31 December 2025” was deleted."
    assert actions(view)["undo-delete"].intent == b.Act("put_back", (2,))
    assert "deleted" not in panels(home(catalogue, ENGLISH, TODAY))
    back = home(state(OVER, IN_PLAY), ENGLISH, TODAY, device=just_now)
    assert "deleted" not in panels(back)


def test_what_is_archived_or_deleted_can_be_brought_back() -> None:
    catalogue = replace(state(OVER, IN_PLAY), archived=frozenset({2}), removed=(OVER,))
    view = archived(catalogue, ENGLISH, TODAY, Forgetting())
    assert [row.id for row in rows(view)] == ["home-series-2", "deleted-1"]
    assert rows(view)[1].subtitle == "31 Dec · 9 rounds · Cem won with 41"
    assert {name: action.intent for name, action in actions(view).items()} == {
        "bring-back-2": b.Act("take_out", (2,)),
        "put-back-1": b.Act("put_back", (1,)),
        "forget-1": b.Edit("ask", (1,)),
    }
    assert archived(state(OVER), ENGLISH, TODAY, Forgetting()).columns == (
        (b.Text("No series is archived or deleted.", style=b.Style.MUTED),),
    )


ASKED_ABOUT: dict[str, tuple[Entry, str]] = {
    "dated": (OVER, "“New Year’s Eve, 31 December 2025” will be gone and cannot be put back."),
    "undated": (
        replace(OVER, date=""),
        "“New Year’s Eve, Ann, Ben, Cem, Dee” will be gone and cannot be put back.",
    ),
}


@pytest.mark.parametrize(("entry", "said"), ASKED_ABOUT.values(), ids=ASKED_ABOUT)
def test_a_deleted_series_is_forgotten_after_a_question(entry: Entry, said: str) -> None:
    catalogue = replace(state(), removed=(entry,))
    question = archived(catalogue, ENGLISH, TODAY, Forgetting().ask(1)).question
    assert question
    assert question.says == said
    assert question.on_yes == b.Act("forget", (1,))
    assert archived(catalogue, ENGLISH, TODAY, Forgetting()).question is None
    assert archived(state(entry), ENGLISH, TODAY, Forgetting().ask(1)).question is None


def test_a_series_without_a_name_has_the_games() -> None:
    (row,) = rows(home(state(replace(OVER, name="")), ENGLISH, TODAY))
    assert row.title == "Fan Tan"


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
    view = home(replace(state(IN_PLAY), findings=(finding,)), ENGLISH, TODAY)
    assert texts(view)["finding-1"] == said


HARMLESS = {
    *(Problem.UNFINISHED, Problem.LEFT_OVER, Problem.KEPT_ASIDE, Problem.STRANGE),
    Problem.SERIES_REMOVED,
}


@pytest.mark.parametrize("problem", Problem)
def test_every_problem_is_shown_unless_it_does_no_harm(problem: Problem) -> None:
    found = Finding(problem, series=2, round=1, count=2, detail="closed to us")
    view = home(replace(state(IN_PLAY), findings=(found,)), ENGLISH, TODAY)
    assert ("finding-1" in texts(view)) is (problem not in HARMLESS)


def test_a_series_that_nobody_won_is_just_over() -> None:
    (row,) = rows(home(state(replace(OVER, leaders=())), ENGLISH, TODAY))
    assert row.subtitle == "31 Dec · 9 rounds · over"


@pytest.mark.parametrize("problem", Problem)
def test_every_problem_has_words(problem: Problem) -> None:
    found = Finding(problem, "series/00002.tdb", series=2, round=1, count=2, detail="closed to us")
    assert finding_words(found, state(IN_PLAY), ENGLISH).endswith(".")


def test_rounds_that_were_called_off_are_marked() -> None:
    (row,) = rows(home(Catalogue((replace(OVER, off=1),)), ENGLISH, TODAY))
    assert f"{OVER.rounds - 1} rounds, 1 called off · " in b.plain(row.subtitle)


def test_those_in_play_come_first_then_the_newest_by_date() -> None:
    days = {1: "2025-03-01", 2: "2023-05-05", 3: "", 4: "2025-12-24", 5: "", 6: "a Friday"}
    over = [replace(OVER, number=number, date=day) for number, day in days.items()]
    in_play = [replace(IN_PLAY, number=number, date="2020-01-01") for number in (7, 8)]
    view = home(state(*over, *in_play), ENGLISH, TODAY)
    assert resumed(view) == b.Go("/table/8")
    assert numbers(view) == [7, 4, 1, 2, 6, 5, 3]
