"""The parts of Flet's web client that the page builds upon, and whether they are as expected.

The page brings its own worker, start and service worker in the place of Flet's. They were made for
these very files; with others the page might be built and then never start.
"""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.site.errors import PageError

FLET: Final = "1.0.5"
FILES: Final = {
    "index.html": "971ecd93a39b8258db024a9d9a4d48bc454bbaff342567bc7f90db4bf63fa3ee",
    "python.js": "067edcca8116732076fb2962067d3b5e739658ccf103cef7932f62904d32fbd5",
    "python-worker.js": "5c2f0c4ac3a7c2a8376226124942cfd29515a4abd95e97267fa4db371b94b947",
    "flutter_bootstrap.js": "fbddf77eab302c4c1b991e21445d53a9132eb292143530a441afecb69f19d895",
    "pyodide/pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide/pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""SHA-256 of each file whose conduct the page replaces or relies on."""


def client_folder() -> Path:
    """The web client of the installed Flet.

    :raises PageError: when it is not there, or not the one that the page is made for
    """
    spec = find_spec("flet_web")
    if spec is None or spec.origin is None:
        raise PageError("Flet's web client is not installed: pip install flet-web")
    _check_version()
    folder = Path(spec.origin).parent / "web"
    for name, expected in FILES.items():
        check(folder / name, expected)
    return folder


def check(file: Path, expected: str) -> None:
    """Hold a file against its checksum.

    :raises PageError: when it is another one, or is not there
    """
    if not file.is_file():
        raise PageError(f"Flet {FLET} was expected to have {file}, which is not there")
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != expected:
        raise PageError(f"{file} is not that of Flet {FLET}: sha256 {found}, expected {expected}")


def _check_version() -> None:
    for package in ("flet", "flet-web"):
        try:
            found = version(package)
        except PackageNotFoundError:
            found = "not installed"
        if found != FLET:
            raise PageError(f"{package} {FLET} was expected, found {found}")
