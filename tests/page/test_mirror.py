"""The log of all changes to files in memory, without a browser."""

import errno
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.desk.ports import Problem
from storage import files
from storage.mirror import UNREAD, Mirror
from tests.page.fuzz import fuzz, mirrored, tree
from tests.page.media import MediumInMemory, Power, PowerCutError

RUNS = 120


def two_media(power: Power | None = None) -> tuple[MediumInMemory, MediumInMemory]:
    chance = Random(1)  # noqa: S311 - the same seed gives the same run
    power = power or Power()
    return MediumInMemory(power, chance), MediumInMemory(power, chance)


def started_again(folder: Path, media: tuple[MediumInMemory, MediumInMemory]) -> Mirror:
    return Mirror(folder, media)


def append(path: Path, contents: tuple[bytes, ...], *, sync: bool) -> None:
    descriptor = files.open_to_append(path)
    for number, content in enumerate(contents, 1):
        files.write_at(descriptor, content, len(content) * number)
    if sync:
        files.sync(descriptor)
    files.close(descriptor)


def test_what_was_synced_is_there_after_every_power_cut(tmp_path: Path) -> None:
    results = [fuzz(tmp_path, seed) for seed in range(RUNS)]
    assert sum(run.cuts for run in results) > RUNS / 2
    assert sum(run.written_anew > 0 for run in results) > RUNS / 3
    assert sum(run.refused for run in results) > RUNS / 2


def test_a_start_makes_all_changes_again(tmp_path: Path) -> None:
    media = two_media()
    with mirrored(tmp_path / "before", media):
        files.make_folder(tmp_path / "before" / "series")
        files.put(tmp_path / "before" / "catalogue", b"one")
        files.put(tmp_path / "before" / "series" / "1", b"first line\n")
        line = files.open_to_append(tmp_path / "before" / "series" / "1")
        files.write_at(line, b"second line\nhalf a l", 11)
        files.cut(line, 23)
        files.sync(line)
        files.close(line)
        files.put(tmp_path / "before" / "gone", b"")
        files.remove(tmp_path / "before" / "gone")
        files.put(tmp_path / "before" / "catalogue", b"two")
    started_again(tmp_path / "after", media)
    assert tree(tmp_path / "after") == {
        "catalogue": b"two",
        "series": None,
        "series/1": b"first line\nsecond line\n",
    }


def test_a_full_medium_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    media = two_media()
    with mirrored(tmp_path / "before", media):
        files.put(tmp_path / "before" / "1", b"kept")
        media[1].room = len(media[1].read()) + 20
        with pytest.raises(OSError, match="no room") as full:
            files.put(tmp_path / "before" / "1", b"x" * 200)
        assert full.value.errno == errno.ENOSPC
        assert (tmp_path / "before" / "1").read_bytes() == b"kept"
        media[1].room = None
        files.put(tmp_path / "before" / "1", b"new")
    started_again(tmp_path / "after", media)
    assert tree(tmp_path / "after") == {"1": b"new"}


def test_a_long_log_is_written_anew_in_the_other_medium(tmp_path: Path) -> None:
    media = two_media()
    with mirrored(tmp_path / "before", media, long_bytes=1000) as mirror:
        for number in range(100):
            files.put(tmp_path / "before" / "1", f"{number}".encode() * 20)
        assert mirror.generation > 3
    assert sum(len(medium.read()) for medium in media) < 3000
    started_again(tmp_path / "after", media)
    assert tree(tmp_path / "after") == {"1": b"99" * 20}


def test_a_log_that_cannot_be_written_anew_goes_on(tmp_path: Path) -> None:
    media = two_media()
    with mirrored(tmp_path / "before", media) as mirror:
        files.put(tmp_path / "before" / "1", b"old")
        media[0].room = 10
        with pytest.raises(OSError, match="no room"):
            mirror.write_anew()
        files.put(tmp_path / "before" / "1", b"new")
    started_again(tmp_path / "after", media)
    assert tree(tmp_path / "after") == {"1": b"new"}


@pytest.mark.parametrize("last", range(24))
def test_the_power_may_be_cut_while_a_log_is_written_anew(tmp_path: Path, last: int) -> None:
    for seed in range(6):
        power = Power()
        chance = Random(seed)  # noqa: S311 - the same seed gives the same run
        media = MediumInMemory(power, chance), MediumInMemory(power, chance)
        folder = tmp_path / str(seed)
        with mirrored(folder / "before", media) as mirror:
            for name in ("1", "2", "3", "4"):
                files.put(folder / "before" / name, name.encode() * 300)
            power.left = last
            with suppress(PowerCutError):
                mirror.write_anew()
            power.left = None
        for medium in media:
            medium.cut_power()
        mirror = started_again(folder / "after", media)
        assert tree(folder / "after") == tree(folder / "before")
        assert mirror.damaged == 0


def test_a_damaged_record_costs_no_other_one(tmp_path: Path) -> None:
    media = two_media()
    with mirrored(tmp_path / "before", media):
        for name in ("1", "2", "3"):
            files.put(tmp_path / "before" / name, f"content of {name}".encode())
    place = media[1].durable.index(b"content of 2")
    media[1].write(b"X", place)
    mirror = started_again(tmp_path / "after", media)
    assert mirror.damaged == 1
    found = tree(tmp_path / "after")
    assert found == {"1": b"content of 1", "2": b"", "3": b"content of 3"}


WHOLE = b'"whole"'


def kept_in(folder: Path) -> tuple[MediumInMemory, MediumInMemory]:
    """Return two media, one of which holds a file."""
    media = two_media()
    with mirrored(folder, media):
        files.put(folder / "1", b"a night")
    return media


@pytest.mark.parametrize("place", [bytes.find, bytes.rfind], ids=["first", "second"])
def test_one_damaged_record_is_alone(tmp_path: Path, place: Callable[[bytes, bytes], int]) -> None:
    media = kept_in(tmp_path / "before")
    media[1].write(b"X", place(media[1].read(), WHOLE))
    mirror = started_again(tmp_path / "after", media)
    assert (mirror.damaged, mirror.unread) == (1, False)
    assert tree(tmp_path / "after") == {"1": b"a night"}


def test_what_cannot_be_read_at_all_is_kept_and_reported(tmp_path: Path) -> None:
    media = kept_in(tmp_path / "before")
    for place in (bytes.find, bytes.rfind):
        media[1].write(b"X", place(media[1].read(), WHOLE))
    damaged = b"".join(medium.read() for medium in media)
    with mirrored(tmp_path / "after", media) as mirror:
        assert mirror.unread
        assert [(found.problem, found.where) for found in mirror.findings] == [
            (Problem.MEMORY_UNREADABLE, UNREAD)
        ]
    again = started_again(tmp_path / "again", media)
    assert not again.unread
    assert tree(tmp_path / "again") == {UNREAD: damaged}


def test_what_an_earlier_log_left_behind_is_no_part_of_a_later_one(tmp_path: Path) -> None:
    media = two_media()
    with mirrored(tmp_path / "before", media) as mirror:
        for content in (b"a", b"b", b"long ago"):
            files.put(tmp_path / "before" / "1", content)
        stale = media[1].read()
        mirror.write_anew()
        mirror.write_anew()
        files.put(tmp_path / "before" / "1", b"now")
    media[1].write(stale, len(media[1].read()))
    started_again(tmp_path / "after", media)
    assert tree(tmp_path / "after") == {"1": b"now"}


def test_what_was_cut_off_does_not_come_back_behind_a_later_record(tmp_path: Path) -> None:
    media = two_media()
    with mirrored(tmp_path / "before", media):
        files.put(tmp_path / "before" / "1", b"kept")
        append(tmp_path / "before" / "1", (b"lost", b"late"), sync=False)
    media[1].write(b"X", media[1].read().index(b"lost"))
    media[1].flush()
    with mirrored(tmp_path / "between", media):
        assert tree(tmp_path / "between") == {"1": b"kept"}
        append(tmp_path / "between" / "1", (b"next",), sync=True)
    media[1].cut_power()
    started_again(tmp_path / "after", media)
    assert tree(tmp_path / "after") == {"1": b"keptnext"}


def test_without_a_mirror_nothing_is_different(tmp_path: Path) -> None:
    files.put(tmp_path / "1", b"plain")
    assert files.mirror is None
    assert (tmp_path / "1").read_bytes() == b"plain"


def six_turns(folder: Path, *, anew: bool) -> tuple[MediumInMemory, MediumInMemory]:
    """Return two media, one of which holds six acknowledged turns."""
    media = two_media()
    with mirrored(folder, media, long_bytes=1_000_000) as mirror:
        files.put(folder / "1", b"begun\n")
        if anew:
            mirror.write_anew()
        line = files.open_to_append(folder / "1")
        for turn in range(6):
            files.write_at(line, b"turn\n", 6 + 5 * turn)
            files.sync(line)
        files.close(line)
    return media


def flipped(content: bytes) -> bytes:
    return content[:-3] + bytes([content[-3] ^ 1]) + content[-2:]


ALTERED: dict[str, Callable[[bytes], bytes]] = {
    "a bit in the last record": flipped,
    "cut by ten bytes": lambda content: content[:-10],
    "cut by the last record": lambda content: content[: content.rindex(b"[") - 8],
    "cut in half": lambda content: content[: len(content) // 2],
    "emptied": lambda _: b"",
    "zeros": lambda content: bytes(len(content)),
}


@pytest.mark.parametrize("anew", [False, True], ids=["first log", "second log"])
@pytest.mark.parametrize("alter", ALTERED.values(), ids=ALTERED)
def test_an_altered_log(alter: Callable[[bytes], bytes], tmp_path: Path, *, anew: bool) -> None:
    media = six_turns(tmp_path / "before", anew=anew)
    log = max(media, key=lambda medium: len(medium.read()))
    altered = alter(log.read())
    log.truncate(0)
    log.write(altered, 0)
    mirror = started_again(tmp_path / "after", media)
    assert mirror.damaged > 0
    assert mirror.unread == (UNREAD in tree(tmp_path / "after"))
    problem = Problem.MEMORY_UNREADABLE if mirror.unread else Problem.MEMORY_DAMAGED
    assert [found.problem for found in mirror.findings] == [problem]
    again = started_again(tmp_path / "again", media)
    assert (again.damaged, again.unread) == (0, False)


@pytest.mark.parametrize("turns", range(7))
def test_a_kill_between_any_two_calls_is_no_alarm(tmp_path: Path, turns: int) -> None:
    for calls in range(30):
        power = Power()
        media = two_media(power)
        folder = tmp_path / str(calls)
        with mirrored(folder / "before", media) as mirror:
            files.put(folder / "before" / "1", b"begun\n")
            power.left = calls
            with suppress(PowerCutError):
                append(folder / "before" / "1", (b"turn\n",) * turns, sync=True)
                mirror.write_anew()
            power.left = None
        mirror = started_again(folder / "after", media)
        assert (mirror.damaged, mirror.unread) == (0, False)
