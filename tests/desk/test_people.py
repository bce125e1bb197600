"""Statistics and renaming of players."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.statistics import Evenings, summary
from companion.core.steps import Dealt, PlayerRenamed, Step
from companion.desk.archive import Archive
from companion.desk.people import NameChange, People, Proposal, propose
from companion.desk.ports import Choices, Runner, Trouble, at_once
from storage.files import WriteFailedError
from storage.store import FolderStore
from tests.cases import cases
from tests.choosing import remove
from tests.desks import FRIDAY
from tests.places import scratch
from tests.strategies import dealt_logs

ROUND = "round 1\ndealer {last}\ndeal {first} 1 {second} 2 {last} 49\n{first} {second} {last}\n"


def evening(name: str, *players: str, called: str = "") -> Log:
    """Build a series of one round, won by the first player."""
    first, second, last = players
    round_ = ROUND.format(first=first, second=second, last=last)
    return loads(f"fantan 1\nseries {name}\n{called}{round_}1 7C . .\n")


FRIDAY_NIGHT = evening("Friday night", "Anna", "Ben", "Cem")
PORCH = evening("Porch", "Ana", "Ben", "Cem")
CABIN = evening("Cabin", "Dee", "Ana", "Eve", called="called Ana Ana\n")
TOGETHER = evening("Together", "Ana", "Anna", "Cem")


class Full(FolderStore):
    """Store with space for a limited number of steps."""

    room = 1_000

    def choose(self, choices: Choices) -> None:
        """Save the choices if there is space."""
        if not self.room:
            raise WriteFailedError(self.root, OSError(28, "No space left on device"))
        self.room -= 1
        super().choose(choices)


class Desk:
    """Blocking interface of an archive."""

    def __init__(self, root: Path, run: Runner = at_once) -> None:
        self.store = Full(root)
        self.archive = Archive(self.store, lambda: FRIDAY, run)

    @property
    def people(self) -> People:
        """Players of the archive."""
        return self.archive.people

    def adopt(self, *logs: Log) -> None:
        """Add series to the archive."""
        for log in logs:
            self.store.create(log)

    def rename(self, old: str, new: str) -> NameChange | Proposal:
        """Rename a player."""
        return asyncio.run(self.people.rename(propose(self.evenings(), old, new)))

    def evenings(self) -> Evenings:
        """Return the evenings of all series."""
        return asyncio.run(self.people.add_up())

    def undo(self) -> NameChange | None:
        """Undo the last renaming."""
        last = self.people.renamed
        return asyncio.run(self.people.undo(last)) if last else None

    def names(self) -> list[str]:
        """Return all players."""
        return [*self.evenings().players]

    def series(self) -> list[Series]:
        """Return the results of all series, the newest first."""
        return [log.series for log in self.logs()]

    def logs(self) -> list[Log]:
        """Return all series, the newest first."""
        return [self.store.load(entry.number).log for entry in self.store.entries()]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    begun = Desk(tmp_path)
    yield begun
    begun.store.close()


def test_a_player_has_the_new_name_on_all_evenings(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    assert desk.rename("Ana", "  Ana  María ") == NameChange("Ana", "Ana María", 2)
    assert desk.names() == ["Ana María", "Anna", "Ben", "Cem", "Dee", "Eve"]
    assert [entry.players[0] for entry in desk.store.entries()] == ["Dee", "Ana María", "Anna"]
    sheets = [loads(dumps(log)) for log in desk.logs()]
    assert [summary(log.series) for log in sheets] == [summary(log.series) for log in desk.logs()]


def test_a_name_that_somebody_has_makes_one_player_of_two(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    evenings = desk.evenings()
    proposal = propose(evenings, "Ana", "Anna")
    assert (proposal.merges, proposal.possible) == (True, True)
    assert [entry.name for entry in proposal.series] == ["Porch", "Cabin"]
    before = evenings.players
    desk.rename("Ana", "Anna")
    assert desk.names() == ["Anna", "Ben", "Cem", "Dee", "Eve"]
    after = desk.evenings().players
    assert after["Anna"].series == 3
    assert after["Anna"].chips == before["Anna"].chips + before["Ana"].chips


def test_two_who_sat_together_are_two_people(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, TOGETHER)
    before = desk.logs()
    refused = desk.rename("Ana", "Anna")
    assert isinstance(refused, Proposal)
    assert refused.together
    assert (refused.together.name, refused.possible) == ("Together", False)
    assert desk.logs() == before
    assert desk.undo() is None


@cases(
    "name, objection",
    {
        "empty": ("", Objection(Why.NO_NAME)),
        "nothing that can be seen": (" \t\u200b", Objection(Why.NO_NAME)),
        "too long": ("x" * 41, Objection(Why.NAME_TOO_LONG, expected=40)),
        "the same": (" Ana ", None),
    },
)
def test_a_name_is_checked_as_everywhere(
    name: str, objection: Objection | None, desk: Desk
) -> None:
    desk.adopt(PORCH)
    refused = desk.rename("Ana", name)
    assert isinstance(refused, Proposal)
    assert (refused.objection, refused.possible) == (objection, False)
    assert desk.logs() == [PORCH]


def test_undo_leaves_the_series_as_they_were(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    before = desk.series()
    desk.rename("Ana", "Anna")
    assert desk.undo() == NameChange("Ana", "Anna", 2, taken_back=True)
    assert desk.series() == before
    assert desk.undo() is None
    assert "Ana" in desk.names()


def test_an_open_table_is_notified(desk: Desk) -> None:
    desk.adopt(PORCH, CABIN)
    table, names = asyncio.run(desk.archive.open(1)), list[str]()
    table.subscribe(lambda: names.append(table.snapshot.series.players[0].name))
    desk.rename("Ana", "Anna")
    assert names == ["Anna"]
    assert asyncio.run(desk.archive.open(1)) is table


def test_two_become_one_only_if_that_was_seen(desk: Desk) -> None:
    desk.adopt(PORCH)
    seen = propose(desk.evenings(), "Ana", "Anna")
    desk.adopt(FRIDAY_NIGHT)
    asked = asyncio.run(desk.people.rename(seen))
    assert isinstance(asked, Proposal)
    assert (seen.merges, asked.merges, asked.possible) == (False, True, True)
    assert desk.logs() == [FRIDAY_NIGHT, PORCH]
    assert asyncio.run(desk.people.rename(asked)) == NameChange("Ana", "Anna", 1)


def test_evenings_are_in_the_order_of_their_dates(desk: Desk) -> None:
    dated = [
        loads(dumps(log).replace("series", f"date {date}\nseries", 1)) if date else log
        for log, date in ((FRIDAY_NIGHT, "2026-11-20"), (PORCH, ""), (CABIN, "2025-01-02"))
    ]
    desk.adopt(*dated)
    evenings = desk.evenings()
    assert [one.entry.name for one in evenings.all] == ["Porch", "Cabin", "Friday night"]
    assert [one.entry.name for one in evenings.with_player("Ana")] == ["Porch", "Cabin"]
    assert evenings.together("Ana", "Anna") is None
    assert Evenings.of(()).players == {}


@settings(max_examples=20)
@given(
    st.lists(dealt_logs(2), min_size=1, max_size=3),
    st.data(),
)
def test_names_and_nothing_else_change(logs: list[Log], data: st.DataObject) -> None:
    with scratch() as root:
        desk = Desk(root)
        desk.adopt(*logs)
        before = desk.logs()
        players = desk.names()
        old = data.draw(st.sampled_from(players))
        new = data.draw(st.sampled_from((*players, "Zoë 2", "Renée")))
        done = desk.rename(old, new)
        after = desk.logs()
        for was, now in zip(before, after, strict=True):
            named = {
                one.handle: new if one.name == old and now != was else one.name
                for one in was.series.players
            }
            assert replace(now.series, players=was.series.players) == was.series
            assert {one.handle: one.name for one in now.series.players} | named == named
            assert loads(dumps(now)).series == now.series
        if isinstance(done, NameChange):
            assert (old in desk.names(), new in desk.names()) == (False, True)
        desk.undo()
        assert desk.series() == [log.series for log in before]
        desk.store.close()


def test_full_disk_is_reported_and_the_same_works_later(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    desk.names()
    before = desk.series()
    desk.store.room = 0
    assert desk.rename("Ana", "Zoë") == NameChange("Ana", "Zoë", 0, trouble=Trouble.FULL)
    assert desk.series() == before
    desk.store.room = 1_000
    assert desk.rename("Ana", "Zoë") == NameChange("Ana", "Zoë", 2)
    desk.store.room = 0
    undone = desk.undo()
    assert undone
    assert (undone.trouble, "Zoë" in desk.names()) == (Trouble.FULL, True)


def test_two_of_a_series_are_never_made_alike(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH)
    refused = desk.rename("Ana", "BEN")
    assert isinstance(refused, Proposal)
    assert refused.together
    remove(desk.store, 1)
    desk.adopt(evening("Later", "Anna", "Dee", "Eve"))
    refused = desk.rename("Anna", "Cem")  # the deleted series may be put back
    assert isinstance(refused, Proposal)
    assert refused.together
    assert refused.together.number == 1


def test_joiner_is_not_called_like_somebody_who_was_renamed(desk: Desk) -> None:
    desk.adopt(PORCH)
    desk.rename("Ana", "Zoë")
    table = asyncio.run(desk.archive.open(1))
    setup = table.snapshot.series.next_setup()
    seats = replace(setup, players=(*setup.players[:2], "Dee"))
    named_alike = Dealt(seats, (Player("Dee", "Ana"),))

    def ask(step: Step) -> Objection | None:
        return asyncio.run(table.do(lambda _: step, table.snapshot.revision))

    assert ask(named_alike) == Objection(Why.NAME_CHANGED, player="Ana", other="Zoë")
    assert ask(Dealt(seats, (Player("Dee", "Dee Q"),))) is None
    assert ask(PlayerRenamed("Dee", "Ana")) == Objection(
        Why.NAME_CHANGED, player="Ana", other="Zoë"
    )
