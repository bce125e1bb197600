"""All fault scenarios, in independent pieces of work."""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from storage.paths import CATALOGUE, CHOICES
from tests.faults import calls, damage, folders, full, kill, power, room
from tests.faults.faulty_os import STOPPING, How
from tests.faults.found import Tally, scratch
from tests.faults.operations import OPERATIONS
from tests.faults.process import FOLDER

FAILING = tuple(how for how in How if how not in STOPPING)
_SAMPLES, _BYTE_STEP, _CATALOGUE_STEP, _KILLS_AT_ONCE = 4, 5, 9, 50
_ROOM_KILLS = 10
_POWER = {"power": power.try_all, "sync": power.try_failed_syncs, "restart": power.try_kills}

Work = Callable[[], Tally]


def pieces(kills: int) -> dict[str, list[Work]]:
    """Return all scenarios in pieces of about equal size."""
    places = range(len(OPERATIONS))
    return {
        "kill at every file call": [partial(failing, place, tuple(STOPPING)) for place in places],
        "every file call fails": [partial(failing, place, FAILING) for place in places],
        "power cut at every file call": [partial(cut, "power", place) for place in places],
        "failed sync, then power cut": [partial(cut, "sync", place) for place in places],
        "kill, restart, then power cut": [partial(cut, "restart", place) for place in places],
        "control: syncs left out": [partial(control, place) for place in (0, 1, 5)],
        "bytes and lines of a series": [
            partial(damaged_bytes, _BYTE_STEP, part, 8) for part in range(8)
        ],
        "bytes and lines of the list": [partial(damaged_file, CATALOGUE, _CATALOGUE_STEP)],
        "bytes of the choices": [partial(damaged_file, CHOICES, 1)],
        "files exchanged, copied, missing": [damaged_files],
        "full disk, a file system": [partial(filled, real=True)],
        "full disk, a stand-in": [partial(filled, real=False)],
        "folders that cannot be used": [cannot_use],
        "fantan record killed": [
            partial(killed, min(_KILLS_AT_ONCE, kills - first), first, on_disk=bool(place % 2))
            for place, first in enumerate(range(0, kills, _KILLS_AT_ONCE))
        ],
        "room: rooms killed": [
            partial(room.kill_rooms, _ROOM_KILLS),
            partial(room.kill_rooms, _ROOM_KILLS, on_disk=True),
            partial(room.kill_on_postgres, 2 * _ROOM_KILLS, database=False),
        ],
        "room: PostgreSQL killed": [
            partial(room.kill_on_postgres, _ROOM_KILLS, database=True, on_disk=on_disk)
            for on_disk in (False, True)
        ],
        "room: primary server lost": [
            partial(room.lose_primary, hung=hung) for hung in (False, True)
        ],
    }


def failing(place: int, ways: tuple[How, ...], *, thorough: bool = True) -> Tally:
    """Try one operation with failing calls."""
    with OPERATIONS[place].in_its_schema(), scratch() as folder:
        return calls.try_all(OPERATIONS[place], folder, ways, thorough=thorough)


def cut(kind: str, place: int, samples: int = _SAMPLES) -> Tally:
    """Try one operation with power cuts."""
    with OPERATIONS[place].in_its_schema(), scratch() as folder:
        return _POWER[kind](OPERATIONS[place], folder, samples)


def control(place: int) -> Tally:
    """Check that the test detects a store without syncs."""
    tally = Tally()
    for kind in ("files", "folders"):
        with scratch() as folder:
            broken = power.try_all(OPERATIONS[place], folder, _SAMPLES, without=kind).broken
        name = OPERATIONS[place].name
        unseen = kind == "files" or name == "first start"
        problem = f"{name}: nothing broke without syncs of {kind}" if unseen and not broken else ""
        tally.add(problem, reported=bool(broken))
    return tally


def damaged_bytes(step: int, part: int = 0, parts: int = 1) -> Tally:
    """Damage bytes and lines of a series."""
    with scratch() as folder:
        harms = list(damage.byte_harms(damage.prepare(folder), step))
        return damage.harm_all(iter(harms[part::parts]), folder)


def damaged_file(name: str, step: int, parts: int = 1) -> Tally:
    """Damage bytes and lines of the list or of the choices."""
    with scratch() as folder:
        damage.prepare(folder)
        content = (folder / "whole" / FOLDER / name).read_bytes()
        harms = list(damage.file_content_harms(name, content, step))
        return damage.harm_all(iter(harms[::parts]), folder)


def damaged_files() -> Tally:
    """Exchange, copy, restore and remove whole files."""
    with scratch() as folder:
        content = damage.prepare(folder)
        older = b"".join(content.splitlines(keepends=True)[:-3])
        return damage.harm_all(damage.file_harms(content, older), folder)


def filled(*, real: bool) -> Tally:
    """Fill the disk, where a small file system is permitted."""
    with scratch() as folder:
        (folder / "disk").mkdir()
        with (full.small_disk if real else full.refusing_disk)(folder / "disk") as room:
            return full.fill(folder / "disk", room) if room else Tally()


def cannot_use() -> Tally:
    with scratch() as folder:
        return folders.try_all(folder)


def killed(times: int, seed: int, *, on_disk: bool = False) -> Tally:
    """Kill `fantan record`, in memory or on a slow disk."""
    if not on_disk:
        with scratch() as folder:
            return kill.kill_often(times, folder / "kills", seed)
    with tempfile.TemporaryDirectory() as place:
        return kill.kill_often(times, Path(place) / "kills", seed)
