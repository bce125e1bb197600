"""Unusable folders: of another user, without permission, a file, a missing drive. Each failure is
reported in one line.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from storage.paths import CATALOGUE, where
from tests.faults.damage import NIGHT
from tests.faults.found import Tally
from tests.faults.process import FOLDER, Process, do, leave, start
from tests.places import ROOT
from tests.storage.logs import bytes_in

NOBODY = 65_534
_AS_NOBODY = f"""
import os, sys
import companion.commands.folder, companion.commands.record
from companion.cli import main
"".encode("utf-8-sig")
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
sys.exit(main())
"""
RECORD, DOCTOR = ("record", "--series", "1"), ("doctor",)
Change = Callable[[Path], object]


def _modes(folders: int, files: int) -> Change:
    def change(home: Path) -> None:
        for path in (home, *home.rglob("*")):
            path.chmod(folders if path.is_dir() else files)

    return change


def _given(*names: str, mode: int = 0) -> Change:
    """Return a change that gives all files to another user, the named files with this mode."""

    def change(home: Path) -> None:
        for path in (home, *home.rglob("*")):
            if os.geteuid() == 0:
                os.chown(path, NOBODY, NOBODY)
        for name in names:
            if os.geteuid() == 0:
                os.chown(home / name, 0, 0)
            (home / name).chmod(mode)

    return change


CASES: tuple[tuple[str, Change, tuple[str, ...], set[int]], ...] = (
    ("another user's folder", _modes(0o700, 0o600), RECORD, {3}),
    ("another user's folder, doctor", _modes(0o700, 0o600), DOCTOR, {3}),
    ("a folder that may only be read", _modes(0o555, 0o444), RECORD, {3}),
    ("a folder that may only be read, doctor", _modes(0o555, 0o444), DOCTOR, {0}),
    ("a series without permission", _given(where(1)), RECORD, {3}),
    ("a series without permission, doctor", _given(where(1)), DOCTOR, {1}),
    ("a series that may only be read", _given(where(1), mode=0o444), RECORD, {0, 3}),
    ("a catalogue without permission", _given(CATALOGUE), RECORD, {0}),
    ("a catalogue without permission, doctor", _given(CATALOGUE), DOCTOR, {0}),
    ("a lock without permission", _given("lock"), RECORD, {3}),
    ("a folder of series without permission", _given("series"), RECORD, {3}),
)


def try_all(folder: Path) -> Tally:
    """Run the command in each folder without root permissions."""
    tally = Tally()
    folder.chmod(0o755)
    for place, (name, change, options, codes) in enumerate(CASES):
        root = folder / str(place)
        root.mkdir(mode=0o755)
        home = root / FOLDER
        do(Process(home), (start, *NIGHT, leave))
        change(home)
        problem = _unlike(home, options, codes)
        tally.add(problem and f"{name}: {problem}", reported=True)
    for name, home in _no_folders(folder):
        for options in (RECORD, DOCTOR, ("doctor", "--repair")):
            ended = _run(home, options)
            reported = ended.returncode == 3 and ended.stderr.count("\n") == 1
            problem = "" if reported else f"{name}: {options[0]}: {ended.returncode} {ended.stderr}"
            tally.add(problem, reported=reported)
    return tally


def _no_folders(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield paths at which no folder can be."""
    (folder / "a file").write_text("x")
    (folder / "a link").symlink_to(folder / "nowhere" / "at all")
    yield "FANTAN_HOME is a file", folder / "a file"
    yield "FANTAN_HOME is below a file", folder / "a file" / "data" / "fantan"
    yield "FANTAN_HOME is a link to nowhere", folder / "a link"
    yield "a drive that is not there", Path("/proc/no drive/data")
    yield "a name that is too long", folder / ("x" * 300)


def _run(home: Path, options: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Run the command without root permissions; imports come first, as the interpreter of root may
    be closed to others.
    """
    return subprocess.run(  # noqa: S603 - our own interpreter and arguments
        [sys.executable, "-c", _AS_NOBODY, *options],
        cwd=ROOT,
        env={**os.environ, "FANTAN_HOME": str(home)},
        text=True,
        input="--\n",
        capture_output=True,
        check=False,
    )


def _unlike(home: Path, options: tuple[str, ...], codes: set[int]) -> str:
    """Return errors in the exit code, the output or the content."""
    before = bytes_in(home)
    ended = _run(home, options)
    said = f"{ended.returncode}: {ended.stdout}{ended.stderr}"
    if ended.returncode not in codes or "Traceback" in said:
        return said
    if ended.returncode == 3 and ended.stderr.count("\n") != 1:
        return f"not one line: {said}"
    after = bytes_in(home)
    lost = [
        name
        for name, content in before.items()
        if name.startswith("series/") and not after.get(name, b"").startswith(content)
    ]
    return f"changed {lost}: {said}" if lost else ""
