"""Colours of the players: one for each name, whatever happens to the series."""

import asyncio
import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import COLOURS, Colours, Player, colour_of, renamed, uncased, with_colours
from companion.core.presets import preset
from companion.core.rounds.setup import Setup
from companion.core.sheet import loads
from companion.desk.archive import Archive
from companion.desk.people import propose
from companion.desk.ports import at_once
from companion.screens.speech import person
from storage.store import FolderStore
from tests.desks import FRIDAY, Desk
from tests.places import store_in
from tests.storage.system import every, system

RULES = preset("bicycle")
GROUPS = st.lists(
    st.lists(st.text("abcdeäßE", min_size=1, max_size=3), unique_by=uncased, max_size=14),
    max_size=12,
)


@given(GROUPS)
def test_a_colour_never_changes_and_new_people_of_a_series_differ(groups: list[list[str]]) -> None:
    colours: Colours = {}
    for names in groups:
        before, colours = colours, with_colours(colours, names)
        assert colours.items() >= before.items()
        assert set(colours.values()) <= set(range(COLOURS))
        new = [colours[uncased(name)] for name in names if uncased(name) not in before]
        known = {before[uncased(name)] for name in names if uncased(name) in before}
        if len(new) <= COLOURS - len(known):
            assert len({*new, *known}) == len(new) + len(known)


@given(GROUPS)
def test_the_first_ten_people_have_ten_colours(groups: list[list[str]]) -> None:
    colours: Colours = {}
    for names in groups:
        colours = with_colours(colours, names)
    assert len(set(colours.values())) == min(len(colours), COLOURS)


def test_a_name_in_other_letters_has_the_same_colour() -> None:
    colours = with_colours({}, ("Zoë", "Ben"))
    assert colour_of(colours, "ZOË") == colour_of(colours, "Zoe\N{COMBINING DIAERESIS}")
    assert with_colours(colours, ("zoë", "BEN")) is colours


def test_a_new_name_keeps_the_colour_unless_it_has_one() -> None:
    colours = {"ann": 4, "ben": 7}
    assert renamed(colours, "Ann", "Anna") == {"ann": 4, "anna": 4, "ben": 7}
    assert renamed(colours, "Ann", "Ben") == colours


@pytest.fixture
def at(tmp_path: Path) -> Desk:
    """Return a device at an archive with two series that share a player."""
    desk = Desk(archive_in(tmp_path))
    desk.start("Porch", ("Ann", "Ben", "Cem"), 0, RULES)
    desk.start("Cabin", ("ann", "Dee", "Eva"), 0, RULES)
    return desk


def archive_in(root: Path) -> Archive:
    return Archive(FolderStore(root), lambda: FRIDAY, at_once)


def add(at: Desk) -> None:
    at.start("Loft", ("Fay", "Gus", "Ann", "Ben"), 0, RULES)


def delete(at: Desk) -> None:
    at.delete(1)


def delete_for_good(at: Desk) -> None:
    at.delete(1)
    asyncio.run(at.archive.forget(1))


def join_an_older_series(at: Desk) -> None:
    at.open(1)
    again = Setup.dealt(RULES, ("Hal", "Ann", "Ben", "Cem"), 0)
    assert at.redeal(again, (Player("Hal", "Hal"),)) is None


def import_a_series(at: Desk) -> None:
    at.adopt(at.night.log)


CHANGES = (add, delete, delete_for_good, join_an_older_series, import_a_series)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_no_change_of_the_series_moves_a_colour(
    at: Desk, tmp_path: Path, change: Callable[[Desk], None]
) -> None:
    before = at.archive.catalogue.colours
    assert {*before} == {"ann", "ben", "cem", "dee", "eva"}
    change(at)
    assert at.archive.catalogue.colours.items() >= before.items()
    with store_in(tmp_path, read_only=True) as store:
        assert store.choices.colours == at.archive.catalogue.colours


def test_a_new_name_keeps_the_colour_of_the_old_one(at: Desk) -> None:
    before = at.archive.catalogue.colours
    rename(at, "Ben", "Benjamin")
    assert at.archive.catalogue.colours == {**before, "benjamin": before["ben"]}


def test_colours_that_cannot_be_saved_are_shown_and_saved_later(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        store.create(loads("fantan 1\nround 1\n Ann Ben\n1 7H .\n"))
        with system(every("write", code=errno.ENOSPC)):
            desk = Desk(Archive(store, lambda: FRIDAY, at_once))
        shown = desk.archive.catalogue.colours
        assert (len(shown), store.choices.colours) == (2, {})
        assert store.findings() == ()
        desk.set_usual_rules(preset("pagat"))
        assert store.choices.colours == desk.archive.catalogue.colours == shown


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_the_people_are_those_of_all_series(at: Desk, change: Callable[[Desk], None]) -> None:
    change(at)
    now = at.archive.catalogue
    playing = [name for entry in (*now.entries, *now.removed) for name in entry.everybody]
    assert sorted(now.people) == sorted(set(map(uncased, playing)))
    assert at.night.people == now.people


def test_a_name_that_nobody_has_any_more_makes_no_mark_longer(at: Desk) -> None:
    at.start("Loft", ("Bob", "Fay"), 0, RULES)
    assert marks_at(at) == ["Bo", "F"]
    rename(at, "Ben", "Ken")
    assert marks_at(at) == ["B", "F"]
    rename(at, "Bob", "Bobby")
    assert marks_at(at) == ["B", "F"]
    at.delete(1)
    assert "cem" in at.archive.catalogue.people  # it may be put back
    asyncio.run(at.archive.forget(1))
    assert "cem" not in at.archive.catalogue.people
    assert "cem" in at.archive.catalogue.colours


def test_the_seats_of_a_deal_do_not_change_the_order_of_the_people(at: Desk) -> None:
    before = at.archive.catalogue.people
    at.deal(Setup.dealt(RULES, ("Eva", "ann", "Dee"), 0))
    assert at.archive.catalogue.people == before


def marks_at(at: Desk) -> list[str]:
    return [person(at.night, player.handle).initial for player in at.night.series.players]


def rename(at: Desk, old: str, new: str) -> None:
    people = at.archive.people
    evenings = asyncio.run(people.add_up())
    asyncio.run(people.rename(propose(evenings, old, new)))
