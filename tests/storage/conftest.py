"""Data folders in memory, where syncs are fast, and a folder with three series."""

import shutil
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.presets import parse
from storage.store import FolderStore
from tests.choosing import choose
from tests.storage.logs import NIGHTS, save, scratch


@pytest.fixture
def tmp_path() -> Generator[Path]:
    with scratch() as folder:
        folder.mkdir()
        yield folder


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("kept") / "fantan"
    save(root, *NIGHTS)
    with closing(FolderStore(root)) as store:
        choose(store, usual=parse("pagat ante=2"))
    return root


@pytest.fixture
def root(kept: Path, tmp_path: Path) -> Path:
    """Return a folder with three series and usual rules."""
    return shutil.copytree(kept, tmp_path / "fantan")
