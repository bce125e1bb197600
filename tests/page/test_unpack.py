"""The saved content of a page that could not start, converted into a data folder."""

import json
from base64 import b64encode
from pathlib import Path

import pytest

from companion.cli import main
from storage import files
from storage.mirror import record_bytes
from tests.page.fuzz import mirrored, tree
from tests.page.media import MediumInMemory
from tests.page.test_mirror import two_media


def saved(file: Path, *logs: bytes) -> list[str]:
    pairs = zip(("fantan.a", "fantan.b"), logs, strict=True)
    facts = {name: b64encode(log).decode() for name, log in pairs}
    file.write_text(json.dumps(facts), "utf-8")
    return ["unpack", str(file), str(file.parent / "unpacked")]


def logs_of(folder: Path) -> tuple[MediumInMemory, MediumInMemory]:
    media = two_media()
    with mirrored(folder, media):
        files.make_folder(folder / "series")
        files.put(folder / "series" / "00001", b"a turn")
    return media


def test_what_was_recorded_is_there_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    media = logs_of(tmp_path / "page")
    asked = saved(tmp_path / "fantan.json", *(medium.read() for medium in media))
    assert main(asked) == 0
    assert "FANTAN_HOME=" in capsys.readouterr().out
    assert tree(tmp_path / "unpacked") == tree(tmp_path / "page") != {}
    assert main(asked) == 2
    assert "is not empty" in capsys.readouterr().err


WHOLE = record_bytes((1, 0, "create", "../else", 0), b"", 1) + record_bytes(
    (2, 1, "whole", "", 1), b"", 1
)
STRANGE = {
    "no JSON": (b"{", "not a file that the page saved"),
    "other JSON": (b"[]", "not a file that the page saved"),
    "a log is missing": (b'{"fantan.a": ""}', "not a file that the page saved"),
    "no base64": (b'{"fantan.a": "-", "fantan.b": ""}', "not a file that the page saved"),
    "a file elsewhere": (
        json.dumps({"fantan.a": b64encode(WHOLE).decode(), "fantan.b": ""}).encode(),
        "outside the folder",
    ),
}


@pytest.mark.parametrize(("content", "expected"), STRANGE.values(), ids=STRANGE)
def test_another_file_is_refused_with_a_word(
    content: bytes, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fantan.json").write_bytes(content)
    assert main(["unpack", str(tmp_path / "fantan.json"), str(tmp_path / "unpacked")]) == 2
    assert expected in capsys.readouterr().err
    assert not (tmp_path / "else").exists()
