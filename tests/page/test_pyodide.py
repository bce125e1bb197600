"""The page's own Python under node: the app is compiled and imported there, and draws its first
screen.
"""

from pathlib import Path

import pytest

from companion.site import archives
from companion.site.archives import run_node
from companion.site.client import client_folder

SOURCES = {
    "a.py": b'"""Docs."""\nclass A:\n    """Docs."""\n    def f(self):\n        """Docs."""\n',
    "b.txt": b"as it is",
}

pytestmark = pytest.mark.browser


def compiled(folder: Path) -> dict[str, bytes]:
    folder.mkdir()
    (folder / "in.zip").write_bytes(archives.zip_files(SOURCES))
    pyodide = client_folder() / "pyodide"
    run_node("compile", pyodide, folder / "in.zip", folder / "out.zip")
    return archives.unzip((folder / "out.zip").read_bytes())


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = compiled(tmp_path / "1"), compiled(tmp_path / "2")
    assert set(first) == {"a.pyc", "b.txt"}
    assert first == second
    assert b"Docs" not in first["a.pyc"]
