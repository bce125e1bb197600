"""Random texts through every way in from outside, here and in the page's own Python."""

import asyncio
import json
import shutil
import subprocess
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.commands.import_sheets import import_sheets
from companion.core.outside import OutsideError, read_json
from companion.desk.ports import HOST
from companion.room.hub import RefusedError, Request, encoded
from companion.room.limits import Limits
from companion.room.protocol import GREETINGS, REQUESTS, kind_of
from companion.site.archives import node
from tests.attack import texts
from tests.attack.conftest import Counts

INSIDE = Path(__file__).parents[1] / "page" / "inside.mjs"
PART = 5000
"""Texts of one process at most; the processes share the cores."""


def _greeting(text: str) -> str | None:
    frame = read_json(text, Limits().frame)
    if not isinstance(frame, dict):
        raise OutsideError("no frame")
    return kind_of(frame, GREETINGS) or kind_of(frame, REQUESTS)


def _stored(text: str) -> bytes:
    try:
        return encoded(HOST, Request(2, "id", text), longest=Limits().line)
    except RefusedError as refused:
        raise OutsideError(str(refused)) from refused


def _imported(text: str) -> str:
    said = StringIO()
    with TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patched:
        patched.setenv("FANTAN_HOME", home)
        file = Path(home, "file")
        file.write_bytes(text.encode(errors="surrogatepass"))
        with redirect_stdout(said), redirect_stderr(said), ThreadPoolExecutor(1) as apart:
            code = apart.submit(import_sheets, [str(file)]).result()  # which runs a loop of its own
    lines = said.getvalue().splitlines()
    assert code in {0, 1, 2}
    assert all(line.startswith((str(file), "series 1")) for line in lines)
    if not lines[-1].startswith("series"):
        raise OutsideError(lines[0])
    return lines[-1]


BESIDE = {"a greeting": _greeting, "a line at the room": _stored, "fantan import": _imported}


def here(seed: int, count: int) -> dict[str, Any]:
    """Send the texts of a seed through all ways of this Python."""
    found: dict[str, Any] = json.loads(asyncio.run(texts.run(seed, count, BESIDE)))
    return found


def in_page(site: Path, scratch: Path, seed: int, count: int) -> dict[str, Any]:
    """Send the texts of a seed through all ways of the page's Python."""
    folder = scratch / str(seed)
    folder.mkdir()
    module = str(Path(texts.__file__))
    asked: list[str | Path] = [node(), INSIDE, site, folder, module]
    asked.append(f"await run({seed}, {count})")
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    shutil.rmtree(folder)
    assert not told.returncode, told.stderr[-2000:]
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def test_every_text_is_answered(counts: Counts) -> None:
    parts = max(1, counts.texts // PART)
    each = counts.texts // parts
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(partial(here, count=each), range(parts)))
    print(f"\n{each * parts} texts through {len(found[0])} ways: an answer of one line each")
    assert all(part["a line of another phone"] == each + len(texts.DEEP) for part in found)


@pytest.mark.browser
def test_every_text_is_answered_in_the_page(site: Path, tmp_path: Path, counts: Counts) -> None:
    """Both Pythons take the same texts, so each phone judges each line alike."""
    parts = max(1, counts.texts // PART)
    each = counts.texts // parts
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda seed: in_page(site, tmp_path, seed, each), range(parts)))
    print(f"\n{each * parts} texts through {len(found[0])} ways in the page: one line each")
    expected = json.loads(asyncio.run(texts.run(0, each)))
    assert found[0] == expected
