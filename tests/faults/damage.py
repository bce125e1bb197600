"""Each byte of a journal is changed from outside, and the store has to see it and save the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from storage.errors import DamagedFileError
from storage.event_table import EventDB
from storage.recovery import Damage, restore
from tests.faults.operations import event, journal, tables

EVENTS = 9
_TURNS = range(1, EVENTS + 1)


@dataclass(frozen=True)
class Harm:
    """A file's new content, and where its first changed byte is."""

    name: str
    at: int
    content: bytes


@dataclass(frozen=True)
class Tally:
    """How many harms were done, seen as damage, and taken for a write that was cut off."""

    harms: int
    seen: int
    cut_off: int


def every_harm(content: bytes, bits: Iterable[int]) -> Iterator[Harm]:
    """Each byte flipped in each of the bits, made zero, doubled, left out,
    and the file cut before it.
    """
    for at, byte in enumerate(content):
        start, rest = content[:at], content[at + 1 :]
        for bit in bits:
            yield Harm(f"bit {bit} flipped", at, start + bytes([byte ^ 1 << bit]) + rest)
        yield Harm("made zero", at, start + b"\0" + rest)
        yield Harm("doubled", at, start + bytes([byte, byte]) + rest)
        yield Harm("left out", at, start + rest)
        yield Harm("cut before it", at, start)


def write_journal(path: Path, backed_up: int = 0) -> None:
    """A journal with one event a record; after so many events written anew, leaving a backup."""
    with EventDB(path) as db:
        for turn in _TURNS:
            db.table("events").insert(event(turn))
            if turn == backed_up:
                journal(db).compact()


def harm_all(folder: Path, backed_up: int = 0, bits: Collection[int] = range(8)) -> Tally:
    """Every harm on a journal, of which so many events are in a backup.

    :raises AssertionError: when one of them goes unseen, or costs more than the lines it hit
    """
    path = folder / "journal.tdb"
    write_journal(path, backed_up)
    whole = {file.name: file.read_bytes() for file in folder.iterdir()}
    look = _Look(whole[path.name], backed_up, path)
    harms = seen = 0
    for harm in every_harm(whole[path.name], bits):
        harms += 1
        path.write_bytes(harm.content)
        seen += look.sees(harm)
        for left in folder.iterdir():
            left.unlink()
        for name, content in whole.items():
            (folder / name).write_bytes(content)
    return Tally(harms, seen, harms - seen)


def _line_starts(content: bytes) -> list[int]:
    """The offsets of the header and the records, and of the end."""
    starts = [0]
    while starts[-1] < len(content):
        starts.append(content.index(b"\n", starts[-1]) + 1)
    return starts


class _Look:
    """What the store makes of a harmed journal, held against the whole one."""

    def __init__(self, whole: bytes, backed_up: int, path: Path) -> None:
        self._whole = whole
        self._starts = _line_starts(whole)
        self._backed_up = backed_up
        self._path = path

    def sees(self, harm: Harm) -> bool:
        """Whether the harm was seen as damage; everything that it did not hit is there."""
        hit = max(number for number, start in enumerate(self._starts) if start <= harm.at)
        told = f"byte {harm.at} {harm.name}"
        try:
            db = EventDB(self._path)
        except DamagedFileError as error:
            assert self._path.read_bytes() == harm.content, f"{told}: the file was touched"
            self._look_at_saved(error.damage, harm, hit, told)
            return True
        with db:
            self._look_at_cut(db, harm, hit, told)
        return False

    def _look_at_cut(self, db: EventDB, harm: Harm, hit: int, told: str) -> None:
        """A file that was cut looks as if the last write had not come to its end."""
        left = harm.content.rstrip(b"\0")
        assert self._whole.startswith(left), f"{told} went unseen"
        assert hit > self._backed_up, f"{told}: it had come to the disk as one"
        kept = {str(turn): event(turn) for turn in _TURNS if self._starts[turn + 1] <= len(left)}
        assert tables(db).get("events", {}) == kept, f"{told}: {tables(db)}"
        dropped = len(left) - self._starts[hit]
        assert journal(db).cut_off_bytes == dropped, f"{told}: not reported"

    def _look_at_saved(self, damage: Damage, harm: Harm, hit: int, told: str) -> None:
        """Only the line that was hit, and the one whose beginning was lost with it, may be gone,
        and not even those if the backup has them.
        """
        saved = damage.tables.get("events", {})
        after = range(hit + 2, EVENTS + 1) if harm.name != "cut before it" else range(0)
        for turn in (*range(1, max(hit, self._backed_up + 1)), *after):
            assert saved.get(str(turn)) == event(turn), f"{told}: turn {turn} is {saved}"
        assert all(document == event(int(turn)) for turn, document in saved.items()), told
        lost = {number - self._backed_up for run in damage.missing for number in run}
        gone = {turn for turn in _TURNS if str(turn) not in saved}
        assert gone <= lost or damage.open_end, f"{told}: {gone} are gone, told {damage}"
        aside = restore(damage)
        assert aside is not None
        assert aside.read_bytes() == harm.content, f"{told}: not kept aside"
        with EventDB(damage.path) as db:
            assert tables(db).get("events", {}) == saved, f"{told}: not restored"
