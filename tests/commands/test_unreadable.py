"""Files that cannot be read, copies of cloud folders, and what a repair rescues."""

import errno
import os
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.core.names import LONGEST
from companion.core.sheet import dumps, loads
from companion.core.steps import Renamed
from storage.journal import line_of
from tests.cases import cases
from tests.commands.recording import SHORT, record, run, sheet_in
from tests.commands.test_import_export import NIGHT, with_id
from tests.places import RECORDS, store_in
from tests.storage.logs import file_of

LISTS = (["series"], ["stats"], ["doctor"], ["export", "there"])
_NOBODY = 65_534


@contextmanager
def nothing_special(_home: Path) -> Generator[None]:
    yield


@contextmanager
def by_another_user(home: Path) -> Generator[None]:
    """Read as somebody who is not root, to whom the folder belongs."""
    if os.geteuid():
        yield
        return
    for path in (home.parent, *home.parent.rglob("*")):
        os.chown(path, _NOBODY, _NOBODY, follow_symlinks=False)
    os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def dangling(file: Path) -> None:
    file.unlink()
    file.symlink_to("nowhere")


ScreenFacts = Callable[[Path], object]
Reading = Callable[[Path], AbstractContextManager[None]]
CLOSED: dict[str, tuple[ScreenFacts, Reading, str]] = {
    "a directory": (folder, nothing_special, "not a file"),
    "a dangling link": (dangling, nothing_special, "a link, not a file"),
    "forbidden": (lambda file: file.chmod(0), by_another_user, os.strerror(errno.EACCES)),
}


@cases("listed", {"in the catalogue": True, "without it": False})
@pytest.mark.parametrize("words", LISTS, ids=lambda words: words[0])
@cases("close, reading, why", CLOSED)
def test_file_that_may_not_be_read_is_told_with_its_reason(
    close: ScreenFacts,
    reading: Reading,
    why: str,
    words: list[str],
    *,
    listed: bool,
    home: Path,
) -> None:
    words = [words[0], *(str(home.parent / word) for word in words[1:])]
    run(home, "import", NIGHT, RECORDS / "friday_night.fantan", RECORDS / "series_over.fantan")
    run(home, *words)  # other users may not import what is not loaded yet
    close(file_of(home, 2))
    if not listed:
        (home / "catalogue.tdb").unlink()
    with reading(home):
        ran = run(home, *words)
    assert ran.code == 1
    told = ran.out if words[0] == "doctor" else ran.err
    assert told.count(f"series/00002.tdb: series 2 cannot be read: {why}\n") == 1
    assert ran.out.count("\n") >= 2


FORGED: dict[str, tuple[int, object]] = {
    "no id": (0, {"fantan": 2, "number": 2}),
    "no text as id": (0, {"fantan": 2, "id": [], "number": 2}),
    "a number in words": (0, {"fantan": 2, "id": "0123456789abcdef", "number": "two"}),
    "no documents": (1, {"head": 5}),
    "no document": (1, {"head": {"1": 5}}),
    "a word as place": (1, {"head": {"x": {"says": "fantan 1"}}}),
}


@cases("place, value", FORGED)
def test_line_with_a_right_sum_and_other_content_is_damage(
    place: int, value: object, home: Path
) -> None:
    run(home, "import", NIGHT, RECORDS / "series_over.fantan")
    (home / "catalogue.tdb").unlink(missing_ok=True)
    file = file_of(home, 2)
    lines = file.read_bytes().splitlines(keepends=True)
    lines[place] = line_of(value, place)
    file.write_bytes(b"".join(lines))
    for words in (["series"], ["stats"], ["doctor"]):
        ran = run(home, *words)
        assert ran.code == 1
        assert "series/00002.tdb: series 2 cannot be read in full: damaged\n" in ran.out + ran.err
    assert run(home, "doctor", "--repair").code == 0
    all_works(home)


COMMANDS = (
    *(["series"], ["stats"], ["export", "there"], ["doctor"], ["doctor", "--repair"]),
    *(["record", "--series", "1"], ["room", "list"]),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_forbidden_data_folder_is_exit_three(
    words: list[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home.parent)
    run(home, "import", NIGHT)
    run(home, *words)
    with by_another_user(home):
        home.chmod(0)
        ran = run(home, *words)
        home.chmod(0o700)
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)


def test_import_beside_a_closed_file_says_where_it_may_be(home: Path) -> None:
    first, other = (with_id(SHORT, known) for known in ("0123456789abcdef", "fedcba9876543210"))
    run(home, "import", sheet_in(home.parent, first))
    folder(file_of(home, 1))
    ran = run(home, "import", file := sheet_in(home.parent, other))
    assert (ran.out, "may be" in ran.err) == ("series 2\n", False), "its id is another one"
    (home / "catalogue.tdb").unlink()
    ran = run(home, "import", file := sheet_in(home.parent, first))
    says = f"{file}: it is new here, or in series 1, which cannot be read"
    assert (ran.out, says in ran.err.splitlines()) == ("series 3\n", True)


COPIES = (
    *("00001 (conflicted copy).tdb", "00001 (Ann's conflicted copy 2026-11-20).tdb"),
    *("00001 (1).tdb", "00001 2.tdb", "00001-LAPTOP.tdb"),
    "00001.sync-conflict-20261120-230301-ABCDEFG.tdb",
)


@pytest.mark.parametrize("name", COPIES)
def test_copy_of_a_cloud_folder_is_named(name: str, home: Path) -> None:
    run(home, "import", NIGHT)
    (home / "series" / name).write_bytes(file_of(home, 1).read_bytes())
    ran = run(home, "doctor")
    assert ran.code == 0
    assert f"series/{name}: note: this looks like a copy of series 1 " in ran.out
    assert run(home, "series").out.count("\n") == 1


# Rescued series


@pytest.mark.parametrize("length", range(LONGEST - 12, LONGEST + 1))
def test_rescued_series_has_a_name_that_fits(length: int, home: Path) -> None:
    log = loads((RECORDS / "series_over.fantan").read_text("utf-8"))
    with store_in(home) as store:
        store.create(log.after(Renamed("x" * length)))
    damage(home, Random(length))  # noqa: S311
    assert run(home, "doctor", "--repair").code == 0
    all_works(home)


@pytest.mark.parametrize("seed", [*range(5), 1_089])  # the last leaves nothing but a header
def test_whatever_a_repair_leaves_can_be_opened_recorded_and_exported(
    seed: int, home: Path
) -> None:
    repaired(home, seed)


def repaired(home: Path, seed: int) -> None:
    """Damage a folder of three series, repair it, and use all that is listed."""
    chance = Random(seed)  # noqa: S311
    sheets = chance.sample(sorted(RECORDS.glob("*.fantan")), 3)
    run(home, "import", *sheets)
    for _ in range(chance.randint(1, 3)):
        damage(home, chance)
    if chance.randrange(2):
        (home / "catalogue.tdb").unlink(missing_ok=True)
    run(home, "doctor", "--repair")
    all_works(home)


def damage(home: Path, chance: Random) -> None:
    """Overwrite, cut out or repeat some bytes of a file."""
    file = chance.choice(sorted((home / "series").glob("*.tdb")))
    content = bytearray(file.read_bytes())
    at = chance.randrange(len(content) // 3, len(content))
    some = chance.randrange(1, 60)
    kinds = (b"", bytes(some), bytes(content[at : at + some]) * 2, b"\xff" * some)
    content[at : at + some] = chance.choice(kinds)
    file.write_bytes(content)


def all_works(home: Path) -> None:
    """Assert that all series that are listed can be opened, recorded and exported."""
    listed = [int(line.split()[0]) for line in run(home, "series").out.splitlines()]
    exported = run(home, "export", home.parent / "there")
    assert exported.out.count("\n") == len(listed)
    for path in exported.out.splitlines():
        text = Path(path).read_text("utf-8")
        assert dumps(loads(text)) == text
    for number in listed:
        ran = record(home, "--series", number, fed="void\ndeal\nsheet\n")
        assert ran.code == 0
        assert ran.answers[-1] == "."
