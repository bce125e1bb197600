"""Letters of other scripts: what is asked for and what is laid, without a registry."""

import asyncio
from pathlib import Path

import pytest

from companion.site.letters import VERSIONS, Letters, list_slices


def test_the_client_asks_for_every_package() -> None:
    assert {one.package for one in list_slices().values()} == VERSIONS.keys()


def test_without_a_registry_one_line_names_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("npm_config_offline", "true")
    letters = Letters(tmp_path / "kept", tmp_path / "page")
    missing = asyncio.run(letters.lay_all())
    assert "noto-sans-arabic" in missing
    assert "\n" not in missing
    assert not (tmp_path / "page").exists()
    assert list((tmp_path / "kept").iterdir()) == []
    asked = next(path for path, one in list_slices().items() if one.package == "noto-sans-thai")
    assert "noto-sans-thai" in asyncio.run(letters.lay(asked))
    assert asyncio.run(letters.lay(asked)) == "", "it is reported once"


def test_a_file_that_is_none_of_the_letters_is_not_asked_for(tmp_path: Path) -> None:
    letters = Letters(tmp_path / "kept", tmp_path / "page")
    assert asyncio.run(letters.lay("notosanskr/../../../etc/passwd")) == ""
    assert not (tmp_path / "kept").exists()
