"""Use of the store by the app."""

import os
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.core.forecast import entry_of
from companion.core.log import Log
from companion.core.presets import parse
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Paid, Setup
from companion.core.sheet.words import read_event
from companion.core.steps import Recorded, Redealt, Renamed
from companion.desk.ports import Problem, SealedError, StoreFailedError, Trouble
from storage.diagnosis import created, diagnose
from storage.lines import Header
from storage.store import FolderStore
from tests.choosing import choose, put_back, remove
from tests.storage.logs import (
    HEAD,
    Moment,
    add_line,
    file_of,
    keep,
    lines_of,
    moments,
    night,
    revision_of,
    save,
    scratch,
)
from tests.strategies import log_of, logs, luck

PAID = Recorded(1, Paid(0, POT, 3, "für die Brezeln"))


@given(chance=luck(), count=st.integers(1, 90), reopened=st.integers(0, 90))
@settings(max_examples=60)
@example(chance=Random(140), count=2, reopened=0)  # noqa: S311 - which takes the deal back
def test_saved_steps_are_there_again(chance: Random, count: int, reopened: int) -> None:
    history = moments(chance, count)
    with scratch() as root:
        save(root, history[: reopened + 1])
        with closing(FolderStore(root)) as store:
            for moment in history[reopened + 1 :]:
                store.save(1, moment.log)
        with closing(FolderStore(root)) as store:
            stored = store.load(1)
            assert stored.log == history[-1].log
            assert stored.log.series == history[-1].log.series
            assert stored.revision == count
            assert stored.sealed is None
            series = stored.log.series
            assert store.entries() == ((entry_of(1, series),) if series.rounds else ())
            assert store.findings() == ()


@given(chance=luck(), count=st.integers(2, 60))
@settings(max_examples=30)
def test_each_call_makes_the_revision_grow_by_one(chance: Random, count: int) -> None:
    history = moments(chance, count, undo=25)
    with scratch() as root, closing(FolderStore(root)) as store:
        number = store.create(history[0].log)
        for revision, moment in enumerate(history[1:], 2):
            store.save(number, moment.log)
            assert store.load(number).revision == revision
            assert store.load(number).log == moment.log


def test_redealing_with_other_seats_after_a_tap_is_not_sealed(tmp_path: Path) -> None:
    log = night()[0].log
    setup = replace(log.round.setup, players=tuple(reversed(log.round.setup.players)))
    assert setup.players != log.round.setup.players
    with closing(FolderStore(tmp_path)) as store:
        number = store.create(log)
        for step in (Redealt(setup), PAID):
            log = log.after(step)
            store.save(number, log)
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(number).log == log
        assert store.load(number).sealed is None
        for _ in range(2):
            log = log.without_last()
            store.save(number, log)
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(number).log == log


def test_a_last_step_can_be_taken_back_until_nothing_is_left(tmp_path: Path) -> None:
    log = night()[0].log
    with closing(FolderStore(tmp_path)) as store:
        number = store.create(log)
        store.save(number, log.without_last())
        assert store.entries() == ()
    with closing(FolderStore(tmp_path)) as store:
        assert store.entries() == ()
        assert store.load(number).log == Log.begin(HEAD)
        assert store.load(number).revision == 2
        store.save(number, log)
        assert len(store.entries()) == 1
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(number).log == log
        assert store.findings() == ()


def test_a_log_that_does_not_follow_the_stored_one_is_a_mistake(tmp_path: Path) -> None:
    history = night()
    with closing(FolderStore(tmp_path)) as store:
        number = store.create(history[0].log)
        with pytest.raises(ValueError, match="does not follow"):
            store.save(number, history[2].log)
        assert store.load(number).log == history[0].log


def test_a_log_of_the_same_length_that_is_another_is_a_mistake_as_well(tmp_path: Path) -> None:
    begun = night()[-1].log
    here, there, end = Renamed("Here"), Renamed("There"), Renamed("End")
    log, other = begun.after(here), begun.after(there)
    with closing(FolderStore(tmp_path)) as store:
        number = store.create(begun)
        store.save(number, log)
        before = [path.read_bytes() for path in tmp_path.rglob("*.tdb")]
        renamed = Log.of(replace(begun.head, name="Saturday"), (*log.steps, end))
        for another in (other.after(end), other, begun.without_last().after(there), renamed):
            with pytest.raises(ValueError, match="does not follow"):
                store.save(number, another)
        assert [path.read_bytes() for path in tmp_path.rglob("*.tdb")] == before
        assert store.load(number).log == log


def test_what_is_not_there_cannot_be_loaded(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store, pytest.raises(StoreFailedError) as failure:
        store.load(7)
    assert failure.value.trouble is Trouble.GONE


def test_a_listed_number_without_a_file_is_not_taken_again(tmp_path: Path) -> None:
    save(tmp_path, night(1), night(2))
    file_of(tmp_path, 2).unlink()
    for _ in range(2):
        with closing(FolderStore(tmp_path)) as store:
            assert [entry.number for entry in store.entries()] == [1]
            assert [(finding.problem, finding.series) for finding in store.findings()] == [
                (Problem.SERIES_MISSING, 2)
            ]
    with closing(FolderStore(tmp_path)) as store:
        assert store.create(night(3)[0].log) == 3


def test_the_number_of_a_file_that_was_put_aside_is_not_taken_again(tmp_path: Path) -> None:
    save(tmp_path, night(1), night(2))
    file_of(tmp_path, 2).rename(tmp_path / "series" / "00002.tdb.damaged")
    (tmp_path / "catalogue.tdb").unlink()
    with closing(FolderStore(tmp_path)) as store:
        assert store.create(night(3)[0].log) == 3


def test_a_write_into_a_sealed_series_is_refused(tmp_path: Path) -> None:
    save(tmp_path, night())
    add_line(file_of(tmp_path, 1), {"steps": {"9": {"round": 0, "count": 1, "photo": "a.png"}}})
    before = file_of(tmp_path, 1).read_bytes()
    with closing(FolderStore(tmp_path)) as store:
        stored = store.load(1)
        assert stored.sealed is Trouble.UNCLEAR
        log = stored.log
        with pytest.raises(SealedError):
            store.save(1, log.after(PAID))
        with pytest.raises(SealedError):
            store.save(1, log.without_last())
        assert store.load(1) == stored
    assert file_of(tmp_path, 1).read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277], ids=oct)
def test_nobody_else_reads_along(tmp_path: Path, umask: int) -> None:
    root = tmp_path / "new" / "data"
    before = os.umask(umask)
    try:
        save(root, night())
        with closing(FolderStore(root)) as store:
            choose(store, usual=parse("pagat"))
    finally:
        os.umask(before)
    for path in [tmp_path / "new", root, *root.rglob("*")]:
        mode = path.stat().st_mode & 0o777
        assert (path.name, oct(mode)) == (path.name, oct(0o700 if path.is_dir() else 0o600))


def test_a_series_is_text_for_people(tmp_path: Path) -> None:
    save(tmp_path, night(1, 1))
    header, again, head, deal, *turns = [line[9:] for line in lines_of(file_of(tmp_path, 1))]
    assert header.startswith(b'0 {"format":1,"schema":1,"id":"')
    assert again[2:] == header[2:]
    assert b'"name":"Friday \xe2\x99\xa5 night","date":"2026-11-20"' in head
    assert deal.startswith(b'3 {"steps":{"3":{"round":1,"count":1,"dealt":{"rules":"bicycle')
    assert b'"event":"' in turns[0]


def test_a_note_taken_back_is_a_line_in_the_words_of_the_sheet(tmp_path: Path) -> None:
    players = ("Ann", "Ben")
    history = [Moment(log_of(Round.begin(Setup.dealt(parse("bicycle"), players, 1))), None)]
    noted = ["holds Ben 8C", "forget Ben 8C then holds Ann 8C", "forget Ann 8C", "holds Ann 7C"]
    events = [*noted, "forget Ann 7C then Ann 7C"]
    for event in events:
        step = Recorded(1, read_event(event, players))
        history.append(Moment(history[-1].log.after(step), step))
    save(tmp_path, history)
    words = [line.partition(b'"event":"')[2] for line in lines_of(file_of(tmp_path, 1))[-5:]]
    assert [line.partition(b'"')[0].decode() for line in words] == events
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(1).log == history[-1].log
        store.save(1, history[-2].log)
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(1).log == history[-2].log


@given(log=logs(most=2).filter(lambda log: bool(log.steps)))
@settings(max_examples=20, deadline=None)
def test_a_new_series_is_as_reading_its_file_finds_it(log: Log) -> None:
    new = created(Header.of_new_file(1), log)
    assert new == diagnose(new.scan.content, 1)
    assert (new.log, revision_of(new)) == (log, len(log.steps))


def test_a_series_has_one_file_from_its_first_moment_on(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        keep(store, night())
        assert [path.name for path in (tmp_path / "series").iterdir()] == ["00001.tdb"]
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["ballast", "catalogue.tdb", "lock", "series"]


def test_a_series_is_known_as_it_is_elsewhere_unless_another_one_is(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        history, known_as = moments(Random(1), 3)[-1].log, "0123456789abcdef"  # noqa: S311 - the same
        numbers = [store.create(history, known_as) for _ in range(2)]
        ids = store.ids()
        assert (ids[numbers[0]], ids[numbers[1]] == known_as) == (known_as, False)
        remove(store, numbers[0])
        beside = store.create(history, known_as)
        assert store.ids()[beside] != known_as
    with closing(FolderStore(tmp_path)) as store:
        assert store.findings() == ()
        put_back(store, numbers[0])
        assert store.ids()[numbers[0]] == known_as


@pytest.mark.parametrize("ends", ["plays on", "closes"])
def test_a_file_that_is_replaced_while_it_is_open_loses_no_step(tmp_path: Path, ends: str) -> None:
    """Programs that synchronise folders replace open files by older copies."""
    history = night(1)[:12]
    data, killed = tmp_path / "data", tmp_path / "killed"
    save(data, history[:4])
    file = file_of(data, 1)
    older = shutil.copy(file, tmp_path / "older")
    store = FolderStore(data)
    for moment in history[4:8]:
        store.save(1, moment.log)
    Path(older).replace(file)
    if ends == "plays on":
        for moment in history[8:]:
            store.save(1, moment.log)
        assert [(one.problem, one.series) for one in store.findings()] == [
            (Problem.SERIES_REPLACED, 1)
        ]
        shutil.copytree(data, killed)
    store.close()
    if ends == "closes":
        shutil.copytree(data, killed)
    with closing(FolderStore(killed)) as store:
        assert store.load(1).log == history[11 if ends == "plays on" else 7].log
        assert store.findings() == ()
    assert len(list(file.parent.glob("*.damaged"))) == 1
