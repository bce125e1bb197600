"""Paths of the files that tests read, and folders for those that they write."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.store import FolderStore

ROOT = Path(__file__).parents[1]
ASSETS = ROOT / "assets"
RECORDS = ROOT / "tests" / "records"
"""Score sheets of whole evenings."""


@contextmanager
def scratch() -> Generator[Path]:
    """Provide a data folder for one example, in memory if possible."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own inside
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder) / "data"


def bytes_in(root: Path) -> dict[str, bytes]:
    """Read all files of a folder except the lock, by name."""
    paths = (path for path in sorted(root.rglob("*")) if path.is_file() and path.name != "lock")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def store_in(folder: Path, *, read_only: bool = False) -> closing[FolderStore]:
    """Return a store that is open within the context."""
    return closing(FolderStore(folder, read_only=read_only))
