"""Acts of an evening, each saved whole or not at all, and faults at every call on files.

A failing call changes nothing, on the screen and on the disk, and the same act works again. A
process that ends at a call leaves the acts before it, and at most the one under way. A power cut
may keep any part of what was not synced; a store without a sync has to fail this test.
"""

import errno
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from companion.core.people import Renaming
from companion.core.presets import parse
from companion.desk.ports import Membership, StoreFailedError
from storage.store import FolderStore
from tests.choosing import choose, put_back, remove
from tests.faults.disk import Disk, RecordingOs, outcomes
from tests.faults.faulty_os import STOPPING, Fault, FaultyOs, How, Stopped, standing_in
from tests.faults.found import Picture, Tally, look, picture_of
from tests.places import store_in
from tests.storage.logs import night

Act = Callable[[FolderStore], object]
FIRST, SECOND = night(1, 2), night(2, 1)
SHARED = Membership("a" * 16, "s" * 16, "t" * 16, 1, "Ana")


def _rename(store: FolderStore) -> None:
    renamings = (Renaming("Ana", "Anna", 2),)
    store.choose(replace(store.choices, renamings=renamings))


def _close_and_play_on(store: FolderStore) -> None:
    store.release(1)
    store.load(1)
    store.save(1, store.look_at(1).log.without_last())


def _forget(store: FolderStore) -> None:
    store.forget(2)


ACTS: tuple[Act, ...] = (
    lambda store: store.create(FIRST[0].log),
    *((lambda store, log=moment.log: store.save(1, log)) for moment in FIRST[1:4]),
    lambda store: store.save(1, FIRST[2].log),
    lambda store: store.save(1, FIRST[3].log),
    lambda store: choose(store, usual=parse("pagat ante=2")),
    lambda store: store.create(SECOND[-1].log),
    lambda store: store.save(1, FIRST[4].log),
    lambda store: store.keep_membership(1, SHARED),
    lambda store: store.keep_membership(1, None),
    _rename,
    lambda store: remove(store, 2),
    lambda store: put_back(store, 2),
    _close_and_play_on,
    lambda store: remove(store, 2),
    _forget,
)


def states(root: Path) -> list[Picture]:
    """Return what a folder keeps before the first act and after each."""
    found = [look_after(root, ())]
    with store_in(root) as store:
        for act in ACTS:
            act(store)
            found.append(picture_of(store))
    return found


def look_after(root: Path, acts: Sequence[Act]) -> Picture:
    """Do some acts, and return what a fresh process finds."""
    with store_in(root) as store:
        for act in acts:
            act(store)
    return look(root)[0]


def try_calls(folder: Path, ways: Sequence[How], step: int = 1, first: int = 1) -> Tally:
    """Let each `step`-th call fail or end the process, in each way."""
    tally = Tally()
    expected = states(folder / "expected")
    for how in ways:
        at = first
        while _try_call(folder / f"{how.name} {at}", Fault(at, how, errno.EIO), expected, tally):
            at += step
    return tally


def _try_call(root: Path, fault: Fault, expected: list[Picture], tally: Tally) -> bool:
    """Do all acts with one fault; return whether it happened."""
    system, done = FaultyOs(fault), 0
    store: FolderStore | None = None
    problem, reported = "", False
    try:
        with standing_in(system):
            while done < len(ACTS):
                try:
                    store = store or FolderStore(root)
                    ACTS[done](store)
                    done += 1
                except StoreFailedError:
                    reported = True
                    if fault.how is How.FAILS_ON:
                        break  # nothing can be read any more
                    if store and picture_of(store) != expected[done]:
                        problem = f"after {done} acts the screen shows something else"
            if store:
                store.close()
    except Stopped:
        pass
    reported |= system.stopped
    if root.exists():  # the copy has no lock of a process that ended
        shutil.copytree(root, root.with_name("next"))
    problem = problem or _problem_on_disk(root.with_name("next"), done, expected)
    for path in (root, root.with_name("next")):
        shutil.rmtree(path, ignore_errors=True)
    tally.add(f"{fault}: {problem}" if problem else "", reported=reported)
    return system.reached


def _problem_on_disk(root: Path, done: int, expected: list[Picture]) -> str:
    """Return what is wrong in a folder after some acts; the other acts follow."""
    if not root.exists() and not done:
        return ""
    try:
        found, findings = look(root)
    except (StoreFailedError, AssertionError) as error:
        return f"after {done} acts: {error}"
    if findings or found not in expected[done : done + 2]:
        return f"after {done} acts something else is on disk {findings}"
    at = expected.index(found, done)
    if look_after(root, ACTS[at:]) != expected[-1]:
        return f"after {done} acts it does not go on"
    return ""


def cut_power(folder: Path, samples: int, step: int = 1, without: str | None = None) -> Tally:
    """Cut the power after each `step`-th change of the disk, with samples of what arrived."""
    tally = Tally()
    expected = states(folder / "expected")
    (folder / "before").mkdir()
    (folder / "live").mkdir()
    recorder = RecordingOs(folder / "live", without)
    with standing_in(recorder), store_in(folder / "live" / "fantan") as store:
        for act in ACTS:
            act(store)
            recorder.mark()
    for done, disk in _prefixes(recorder, folder / "before", step):
        for chosen in outcomes(disk, samples):
            shutil.rmtree(folder / "cut", ignore_errors=True)
            disk.lay_out(folder / "cut", iter(chosen))
            problem = _problem_on_disk(folder / "cut" / "fantan", done, expected)
            tally.add(problem)
            if without and problem:
                return tally
    return tally


def _prefixes(recorder: RecordingOs, before: Path, step: int) -> Iterator[tuple[int, Disk]]:
    """Yield the disk after each change, with the number of acknowledged acts."""
    disk = Disk(before)
    for count, change in enumerate(recorder.changes, 1):
        change(disk)
        if count % step == 0:
            yield sum(mark <= count for mark in recorder.marks), disk


FAILING = tuple(how for how in How if how not in STOPPING)
ENDING = tuple(how for how in How if how in STOPPING)
