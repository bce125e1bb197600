"""The saved content of a page that could not start, converted into a data folder."""

import json
import os
import stat
import struct
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from companion.cli import main
from storage import files
from tests.page.fuzz import mirrored, tree
from tests.page.test_mirror import two_media

RECORD = struct.Struct("<II")
DEEP = b"[" * 100_000
FILES = 400


def body(told: object, content: bytes = b"") -> bytes:
    return json.dumps(told).encode() + b"\n" + content


def record(content: bytes) -> bytes:
    return RECORD.pack(len(content), zlib.crc32(content, 1)) + content


def log(bodies: Iterable[bytes]) -> bytes:
    """Return a whole log of the first generation around the bodies."""
    between = list(bodies)
    last = len(between) + 1
    whole = body([last, last - 1, "whole", "", 1])
    return b"".join(map(record, [*between, whole]))


def unpacked(folder: Path, content: bytes) -> int:
    (folder / "fantan.json").write_bytes(content)
    return main(["unpack", str(folder / "fantan.json"), str(folder / "unpacked")])


def saved(first: bytes, second: bytes = b"") -> bytes:
    logs = {"fantan.a": first, "fantan.b": second}
    return json.dumps({name: b64encode(log).decode() for name, log in logs.items()}).encode()


def test_what_was_recorded_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    media, page = two_media(), tmp_path / "page"
    with mirrored(page, media):
        files.make_folder(page / "series")
        files.put(page / "series" / "00001", b"a turn")
    content = saved(*(medium.read() for medium in media))
    assert unpacked(tmp_path, content) == 0
    assert "FANTAN_HOME=" in capsys.readouterr().out
    assert tree(tmp_path / "unpacked") == tree(page) != {}
    assert unpacked(tmp_path, content) == 2
    assert "is not empty" in capsys.readouterr().err


STRANGE = {
    "no JSON": b"{",
    "other JSON": b"[]",
    "a log is missing": b'{"fantan.a": ""}',
    "no base64": b'{"fantan.a": "-", "fantan.b": ""}',
    "brackets without end": DEEP,
}


@pytest.mark.parametrize("content", STRANGE.values(), ids=STRANGE)
def test_another_file(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert unpacked(tmp_path, content) == 2
    printed = capsys.readouterr().err
    assert "not a file that the page saved" in printed
    assert printed.count("\n") == 1


NOTHING = {
    "an empty page": b"",
    "noise": Random(1).randbytes(5_000),  # noqa: S311 - the same seed gives the same bytes
    "zeros": bytes(5_000),
    "line breaks": b"\n" * 5_000,
    "a log without an end": record(body([1, 0, "create", "1", 0])),
    "deep brackets before the mark": record(DEEP + b'"whole"\n'),
    "a mark that is a name": record(body({"4": "whole"})),
    "a mark in a short list": record(body(["whole"])),
    "a generation without end": record(b'[1, 0, "whole", "", Infinity]\n'),
}


@pytest.mark.parametrize("content", NOTHING.values(), ids=NOTHING)
def test_no_record(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert unpacked(tmp_path, saved(content)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith("nothing in it can be read\n")
    assert not (tmp_path / "unpacked").exists()


DAMAGED = {
    "deep brackets": DEEP,
    "no list": body({}),
    "too short": body([1, 0]),
    "a path with NUL": body([1, 0, "create", "a\0b", 0]),
    "a path that is half a character": body([1, 0, "create", "a\udc80", 0]),
    "a path that is a number": body([1, 0, "create", 7, 0]),
    "a path that is a list": body([1, 0, "create", ["a"], 0]),
    "a name that is a number": body([1, 0, "rename", "a", 7]),
    "a name that is a list": body([1, 0, "rename", "a", ["b"]]),
    "a name with NUL": body([1, 0, "rename", "a", "b\0"]),
    "an offset that is text": body([1, 0, "write", "a", "far"], b"x"),
    "an offset beyond any file": body([1, 0, "write", "a", 2**80], b"x"),
    "an offset before the file": body([1, 0, "write", "a", -1], b"x"),
    "an offset that is a fraction": body([1, 0, "write", "a", 0.5], b"x"),
    "a cut that is text": body([1, 0, "cut", "a", "short"]),
    "a cut beyond any file": body([1, 0, "cut", "a", 2**80]),
    "a number that is text": body(["1", 0, "create", "a", 0]),
    "a change of another kind": body([1, 0, "link", "a", "b"]),
}


@pytest.mark.parametrize("bad", DAMAGED.values(), ids=DAMAGED)
def test_a_strange_record(bad: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = body([2, 1, "create", "kept", 0]), body([3, 2, "write", "kept", 0], b"a turn")
    assert unpacked(tmp_path, saved(log([bad, *good]))) == 1
    assert capsys.readouterr().err.endswith("1 changes in it are damaged\n")
    assert (tmp_path / "unpacked" / "kept").read_bytes() == b"a turn"


OUTSIDE = {
    "above": "../evil",
    "above, further down": "a/../../evil",
    "at the root": "/evil",
    "above, as Windows has it": "..\\evil",
    "on a drive": "C:\\evil",
    "on a drive, from where one is": "C:evil",
    "at the root, as Windows has it": "\\evil",
}


@pytest.mark.parametrize("name", OUTSIDE.values(), ids=OUTSIDE)
@pytest.mark.parametrize("renamed", [False, True], ids=["made", "renamed"])
def test_a_file_outside_the_folder_is_refused(
    name: str, *, renamed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = [1, 0, "rename", "a", name] if renamed else [1, 0, "create", name, 0]
    assert unpacked(tmp_path, saved(log([body(bad)]))) == 2
    assert "outside the folder" in capsys.readouterr().err
    assert not (tmp_path / "unpacked").exists()


def test_the_folder_and_its_files_are_closed_to_others(tmp_path: Path) -> None:
    made = body([1, 0, "folder", "series", 0]), body([2, 1, "create", "series/1", 0])
    before = os.umask(0)
    try:
        assert unpacked(tmp_path, saved(log(made))) == 0
    finally:
        os.umask(before)
    root = tmp_path / "unpacked"
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (root, root / "series")]
    assert modes == [0o700, 0o700]
    assert stat.S_IMODE((root / "series" / "1").stat().st_mode) == 0o600


WORDS = ("create", "write", "cut", "rename", "remove", "folder", "whole", "", 3, None)
PATHS: tuple[object, ...] = (
    *("a", "a/b", "a/b/c", ".", "", "x" * 300, "a" + "/a" * 3000, "b\n\x1b[2J", 4, [], "é"),
)
ARGUMENTS: tuple[object, ...] = (
    *(0, 1, 300, -1, 2**40, 2**80, 1e400),
    *("a", "b", "a/b", "", ".", "x" * 300, None, {}, [[]]),
)


def test_any_records_end_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes = Counter[int]()
    for seed in range(FILES):
        chance = Random(seed)  # noqa: S311 - the same seed gives the same file
        bodies = [
            body(
                [at + 1, at, chance.choice(WORDS), chance.choice(PATHS), chance.choice(ARGUMENTS)],
                chance.randbytes(3),
            )
            for at in range(chance.randint(1, 12))
        ]
        (tmp_path / str(seed)).mkdir()
        codes[unpacked(tmp_path / str(seed), saved(log(bodies)))] += 1
        printed = capsys.readouterr()
        assert printed.err.count("\n") <= 1
        assert "\x1b" not in printed.err
    assert set(codes) == {0, 1, 2}, codes


def test_no_file_serves_as_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "unpacked").write_bytes(b"a file")
    assert unpacked(tmp_path, saved(log([body([1, 0, "create", "a", 0])]))) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)


def test_a_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unpack", str(tmp_path / "no\nfile"), str(tmp_path / "unpacked")]) == 2
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert "No such file" in printed
