"""Any two states of an evening, imported: nothing is dropped, nothing is merged."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time, thread_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.backup import Backup, BroughtSheet
from companion.core.kinship import USUAL, Kin, Match, More, Take, new_id, taken_by_default
from companion.core.log import Log
from companion.core.rounds.position import Turn
from companion.core.sheet import dumps, loads, read
from companion.core.tables import read_table, table_of
from companion.desk.archive import Archive
from companion.desk.backup_store import SeriesImport
from companion.desk.people import propose
from companion.desk.ports import at_once
from companion.screens.backups import opened
from storage.store import FolderStore
from tests.cases import cases
from tests.commands.recording import run
from tests.core.backup.test_backup import zipped
from tests.core.backup.test_kinship import states
from tests.desks import FRIDAY
from tests.places import scratch, store_in

_BY_CARD = {"hand", "holds", "left"}


def said(log: Log) -> Counter[str]:
    """Return all facts of a series in words, but those that the next deal answers.

    Cards count one by one, and so do the chips of a fine.
    """
    series = log.series
    facts = Counter(
        f"{key} {value}"
        for key, value in (("name", series.name), ("date", series.date), ("worth", series.worth))
        if value
    )
    full = (one for one in series.players if one.name != one.handle)
    facts.update(f"called {one.handle} {one.name}" for one in full)
    facts.update(f"later {handle}" for handle in series.later)
    for number, round_ in enumerate(series.rounds, 1):
        setup = round_.setup
        facts[f"{number} {setup.rules} {setup.players} {setup.dealer} {setup.hand_sizes}"] += 1
        times = (("on", setup.date), ("dealt", setup.dealt_at), ("ended", setup.ended_at))
        facts.update(f"{number} {word} {at}" for word, at in times if at)
        for place, turn in enumerate(round_.turns):
            facts[f"{number} turn {place} {turn.words(setup.players)}"] += 1
        for event in round_.events:
            if isinstance(event, Turn):
                continue
            word, *rest = event.words(setup.players).split()
            if word in _BY_CARD:
                kind = "left" if word == "left" else "holds"
                facts |= Counter(f"{number} {kind} {rest[0]} {card}" for card in rest[1:])
            elif word == "paid":
                facts[f"{number} paid {rest[:2]}"] += int(rest[2])
            else:
                facts[f"{number} {word} {rest}"] += 1
    return facts


class Device:
    """Data folder of a device that imports sheets."""

    def __init__(self, store: FolderStore) -> None:
        self.store = store
        self.archive = Archive(store, lambda: FRIDAY, at_once)

    def take(self, theirs: Log, changed: Take = Take.ADD) -> Match:
        """Import a sheet, and return what it was."""
        return self.take_sheet(BroughtSheet.of(read(dumps(theirs))), changed)

    def take_table(self, text: str, changed: Take = Take.ADD) -> Match:
        """Import a table of scores, and return what it was."""
        backup = read_table(text, len(text))
        assert backup
        return self.take_sheet(backup.sheets[0], changed)

    def take_sheet(self, sheet: BroughtSheet, changed: Take = Take.ADD) -> Match:
        """Import a series, and return what it was."""

        async def taken() -> Match:
            importer = await SeriesImport.begin(self.store, at_once, self.archive)
            match = await importer.match(sheet)
            await importer.take(sheet, match, {**USUAL, Kin.BOTH: changed}[match.kin])
            return match

        return asyncio.run(taken())

    def logs(self) -> dict[int, Log]:
        """Return all series."""
        entries = self.store.entries()
        return {entry.number: self.store.look_at(entry.number).log for entry in entries}

    def sheets(self) -> list[str]:
        """Return the sheets of all series without their ids, sorted."""
        return sorted(dumps(log.known_as("")) for log in self.logs().values())


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    with store_in(tmp_path) as store:
        yield Device(store)


def keeps_all(both: tuple[Log, Log]) -> Kin:
    """Import a state of an evening beside another one, and assert that nothing is lost."""
    ours, theirs = both
    with scratch() as folder, store_in(folder) as store:
        device = Device(store)
        number = store.create(ours)
        match = device.take(theirs)
        after = device.logs()
        assert said(ours) <= said(after[number])
        went_through = match.kin is Kin.SAME and any(
            Log.of(ours.head, ours.steps[:count]).series == loads(dumps(theirs)).series
            for count in range(1, len(ours.steps) + 1)
        )
        assert went_through or any(said(theirs) <= said(log) for log in after.values())
        assert len(after) == 1 + (match.kin is Kin.BOTH)
        before = device.sheets()
        assert device.take(theirs).kin is Kin.SAME
        assert device.take(ours).kin is Kin.SAME
        assert device.sheets() == before
        return match.kin


@settings(max_examples=20)
@given(states())
def test_import_leaves_every_fact_of_both_sides(both: tuple[Log, Log]) -> None:
    keeps_all(both)


@settings(max_examples=10)
@given(states())
def test_order_of_imports_does_not_matter(both: tuple[Log, Log]) -> None:
    found = list[list[str]]()
    for order in (both, both[::-1]):
        with scratch() as folder, store_in(folder) as store:
            device = Device(store)
            for theirs in order:
                device.take(theirs)
            found.append(device.sheets())
    assert found[0] == found[1]


@settings(max_examples=10)
@given(both=states(), opened_again=st.booleans())
def test_what_takes_the_place_is_undone_by_one_undo(
    both: tuple[Log, Log], *, opened_again: bool
) -> None:
    ours, theirs = both
    with scratch() as folder:
        with store_in(folder) as store:
            device = Device(store)
            number = store.create(ours)
            kin = device.take(theirs, Take.REPLACE).kin
            assert len(device.logs()) == 1
            now = device.logs()[number]
        if kin is not Kin.BOTH:
            return
        assert now.series == loads(dumps(theirs)).series
        assert len(now.steps) == len(ours.steps) + 1
        if opened_again:
            (folder / "catalogue.tdb").unlink(missing_ok=True)
        with store_in(folder) as store:
            log = store.load(number).log
            assert log == now
            store.save(number, log.without_last())
            assert store.load(number).log == ours
            assert dumps(store.load(number).log) == dumps(ours)


def alike(number: int) -> str:
    """Return the sheet of an evening that has the deal and the figures of half of the others."""
    names = f"Ann{number}  Ben{number}"
    one, two = names.split()
    played = f"result {one} 0 1  {two} 3 2" if number % 2 else "1 7C 7D\n2 8C 8D"
    known = f"id {number:012x}0000\n" if number % 5 else ""
    return f"fantan 1\n{known}date 2026-11-20\nround 1\n{names}\n{played}\n"


def import_files(home: Path, sheets: Sequence[str]) -> None:
    files = [home.parent / f"{number}.fantan" for number in range(len(sheets))]
    for file, text in zip(files, sheets, strict=True):
        file.write_text(text, "utf-8")
    assert run(home, "import", *files).code == 0


def import_backup(home: Path, sheets: Sequence[str]) -> None:
    file = home.parent / "all.zip"
    file.write_bytes(zipped({f"{place}.fantan": text for place, text in enumerate(sheets)}))
    assert run(home, "import", file).code == 0


def import_in_app(home: Path, sheets: Sequence[str]) -> None:
    """Add each sheet as the app does where nobody answers a question, and then all as a backup."""

    async def add(content: bytes) -> None:
        _, outcome = opened(content)
        assert isinstance(outcome, Backup)
        shown = await backups.match(outcome.sheets)
        assert {match.kin for match in shown} <= {Kin.NEW, Kin.SAME}
        await backups.restore(outcome, shown, taken_by_default(shown))

    with store_in(home) as store:
        backups = Archive(store, lambda: FRIDAY, at_once).backups
        for content in (*map(str.encode, sheets), zipped({"1.fantan": sheets[0]})):
            asyncio.run(add(content))


@pytest.mark.parametrize("take", [import_files, import_backup, import_in_app])
def test_evenings_of_other_people_with_equal_figures_are_never_merged(
    take: Callable[[Path, Sequence[str]], None],
) -> None:
    typed = [alike(number) for number in range(200)]
    with scratch() as home:
        for sheets in (typed, typed[::-9]):  # none comes twice either
            take(home, sheets)
            played = [json.loads(line) for line in run(home, "stats", "--json").out.splitlines()]
            assert len(played) == 400
            assert {(one["series"], one["rounds"] <= 1) for one in played} == {(1, True)}
        bare = typed[::5][:4]
        of_the_same = [dumps(loads(text).known_as(new_id())) for text in typed[:20]]
        of_the_same += [text.replace("11-20", "11-21") for text in bare]
        of_the_same += [text.replace("fantan 1", "fantan 1\nseries Porch") for text in bare]
        take(home, of_the_same)
        assert run(home, "series").out.count("\n") == 228


IN_DAYS = ("Date;Ana;Ben;Chi", "5.1.2024;0;3;12", "12.1.2024;4;;0", "13.1.2024;0;2;9")
ELSEWHERE = ("Date;Chi;Ben;Ana", "5.1.2024;12;3;0", "12.1.2024;0;;4", "13.1.2024;9;2;0")
ONE_FIRST_WORD = ("Date;Max Klein;Max Mann;Ida", "5.1.2024;0;3;12", "12.1.2024;4;0;7")
TURNED = ("Date;Max Mann;Max Klein;Ida", "5.1.2024;3;0;12", "12.1.2024;0;4;7", "13.1.2024;2;0;9")
COMES_LATER = ("Date;Ana;Ben;Chi", "5.1.2024;0;;12", "12.1.2024;4;7;0")
GOES_ON = (*COMES_LATER, "13.1.2024;;2;0")
AT_HOME = ("Ana", "Ben", "Chi")
TABLES = {
    "as it is": (IN_DAYS, ELSEWHERE, Kin.SAME, AT_HOME),
    "as it was": (IN_DAYS, ELSEWHERE[:3], Kin.SAME, AT_HOME),
    "gone on": (IN_DAYS[:3], ELSEWHERE, Kin.FURTHER, AT_HOME),
    "with one first word": (ONE_FIRST_WORD, TURNED, Kin.FURTHER, ("Max", "Max2", "Ida")),
    "with somebody who came later": (COMES_LATER, GOES_ON, Kin.FURTHER, ("Ana", "Chi")),
}


@cases("here, brought, kind, seats", TABLES)
def test_the_order_of_names_in_a_table_does_not_matter(
    here: Sequence[str], brought: Sequence[str], kind: Kin, seats: tuple[str, ...], device: Device
) -> None:
    device.take_table("\n".join(here))
    found = device.take_table("\n".join(brought))
    assert (found.kin, found.theirs) == (kind, More(rounds=max(0, len(brought) - len(here))))
    (log,) = device.logs().values()
    assert len(table_of(log.series)[1]) == max(len(here), len(brought)) - 1
    assert log.series.round(1).setup.players == seats


def test_a_table_goes_on_with_somebody_who_was_renamed_here(device: Device) -> None:
    device.take_table("\n".join(IN_DAYS[:3]))
    people = device.archive.people
    asyncio.run(people.rename(propose(asyncio.run(people.add_up()), "Ana", "Dora")))
    assert device.take_table("\n".join(ELSEWHERE)).kin is Kin.FURTHER
    (log,) = device.logs().values()
    assert [player.name for player in log.series.players] == ["Dora", "Ben", "Chi"]
    assert [score.by_name for score in table_of(log.series)[1]][2:] == [
        {"Dora": 0, "Ben": 2, "Chi": 9}
    ]


def test_a_table_that_cannot_be_dealt_in_the_order_here_is_asked_about(device: Device) -> None:
    device.take_table("\n".join(IN_DAYS[:2]))
    found = device.take_table("Date;Ben;Chi;Ana\n5.1.2024;3;12;0\n12.1.2024;0;18;4")
    assert (found.kin, found.theirs.rounds) == (Kin.BOTH, 1)
    assert len(device.logs()) == 2


def test_a_table_that_takes_the_place_keeps_the_seats_here(device: Device) -> None:
    changed = "\n".join((*ELSEWHERE[:2], "12.1.2024;0;;5"))
    device.take_table("\n".join(IN_DAYS))
    assert device.take_table(changed, Take.REPLACE).kin is Kin.BOTH
    (log,) = device.logs().values()
    assert [one.setup.players for one in log.series.rounds] == [AT_HOME, ("Ana", "Chi")]
    assert table_of(log.series)[1][1].by_name == {"Ana": 5, "Chi": 0}


def test_a_long_table_is_compared_while_others_play(device: Device) -> None:
    names = ["Ana", "Ben", "Chi", "Dov", "Eva", "Fay", "Gil", "Hal"]
    scores = "01234566"
    rows = [[*scores[turn % 8 :], *scores[: turn % 8]] for turn in range(300)]
    text = "\n".join(";".join(row) for row in (names, *rows))
    turned = "\n".join(";".join(reversed(row)) for row in (names, *rows))
    device.take_table(text)
    backup = read_table(turned, len(turned))
    assert backup

    async def share_of_loop() -> float:
        """Return the part of the work that the thread of the taps does."""
        importer = await SeriesImport.begin(device.store, asyncio.to_thread, device.archive)
        all_at_first, own_at_first = process_time(), thread_time()
        assert (await importer.match(backup.sheets[0])).kin is Kin.SAME
        return (thread_time() - own_at_first) / (process_time() - all_at_first)

    assert asyncio.run(share_of_loop()) < 0.1
