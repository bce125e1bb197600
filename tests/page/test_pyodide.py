"""The page's own Python under node: the app is compiled and imported there, and draws its first
screen.
"""

import json
from pathlib import Path

import pytest

from companion.site import archives
from companion.site.archives import run_node
from companion.site.client import client_folder
from tests.page.test_page_store import FORMER

DRAW = Path(__file__).with_name("draw.mjs")
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


def test_the_app_draws_its_first_screen(site: Path, tmp_path: Path) -> None:
    former = (FORMER / "fantan.a", FORMER / "fantan.b")
    answer = json.loads(run_node(site, tmp_path, *former, script=DRAW))
    for packets in (answer["first"], answer["again"]):
        assert any("Kitchen table" in packet for packet in packets)
        assert not any("could not be drawn" in packet for packet in packets)
    assert max(answer["flushes"]) > 0
    assert min(answer["sizes"]) == 0, "the journal is on one of the two handles"
