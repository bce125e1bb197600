"""Letters of other scripts: slices of Noto, laid where Flutter's client asks for them.

Flutter draws with Noto what our typefaces lack. Its client has a list of small slices, and fetches
one below `assets/fonts/` once a text needs it. Packages of npm have the same slices, by the same
numbers. They are fetched once by npm, as the machine is set up for it, and kept.
"""

import asyncio
import re
import shutil
import tarfile
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from companion.site.archives import PageError, find_in_wheel, node

_SCRIPTS = (
    *("arabic", "armenian", "bengali", "canadian-aboriginal", "cherokee", "devanagari", "ethiopic"),
    *("georgian", "gujarati", "gurmukhi", "hebrew", "hk", "jp", "kannada", "khmer", "kr", "lao"),
    *("malayalam", "mongolian", "myanmar", "oriya", "sc", "sinhala", "tamil", "tc", "telugu"),
    *("thaana", "thai", "tifinagh"),
)
VERSIONS = {f"noto-sans-{script}": "5.3.0" for script in _SCRIPTS} | {
    "noto-serif-tibetan": "5.3.0",
    "noto-emoji": "5.3.0",
}
"""Packages of @fontsource, with their versions."""

FOLDER = "assets/fonts"
"""Where the client looks, below the page: its `fontFallbackBaseUrl`."""

_LISTED = re.compile(r'"Noto ([^"\n]+?)( \d+)?","(noto[a-z0-9]+/v\d+/[^"\n]+\.woff2)"')
_OTHERWISE = {
    # All of Noto Sans, of which Inter has the rest.
    "noto-sans": ("noto-sans-devanagari", "devanagari"),
    # Slices of colour emoji are drawings in SVG, of which the client draws nothing.
    **{f"noto-color-emoji {number}": ("noto-emoji", str(number)) for number in range(10)},
    # Of these two there are no slices, but one file has all emoji.
    "noto-color-emoji 10": ("noto-emoji", "emoji"),
    "noto-color-emoji 11": ("noto-emoji", "emoji"),
}
"""Slices that have another place in the packages than the client's list says."""

_PATIENCE_SECONDS = 600
_NPM = ("lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js")


@dataclass(frozen=True)
class Slice:
    """A file of a package."""

    package: str
    part: str

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.package}-{self.part}-400-normal.woff2"


def list_slices() -> dict[str, Slice]:
    """Return the slices for our packages, by the names under which the client asks for them."""
    client = (files("flet_web") / "web" / "main.dart.js").read_text("utf-8")
    found: dict[str, Slice] = {}
    for family, place, path in _LISTED.findall(client):
        package = f"noto-{family}".lower().replace(" ", "-")
        number = re.search(r"\.(\d+)\.woff2$", path)
        if place and not number:
            continue  # Latin letters of a script in slices
        key = f"{package} {number[1]}" if number else package
        part = number[1] if number else package.removeprefix("noto-").partition("-")[2]
        package, part = _OTHERWISE.get(key, (package, part))
        if package in VERSIONS:
            found[path] = Slice(package, part)
    return found


class Letters:
    """Letters that are laid into the fonts of a page, and kept elsewhere for the next time."""

    def __init__(self, kept: Path, folder: Path) -> None:
        self._kept = kept
        self._folder = folder / FOLDER
        self._fetching = asyncio.Lock()
        self._missing: dict[str, str] = {}

    @cached_property
    def _slices(self) -> dict[str, Slice]:
        return list_slices()

    @property
    def kept(self) -> bool:
        """True if nothing has to be fetched."""
        return all(self._place(package).is_dir() for package in VERSIONS)

    def _of(self, package: str) -> dict[str, Slice]:
        """Return the slices of a package.

        :raises PageError: when the client asks for none
        """
        found = {path: one for path, one in self._slices.items() if one.package == package}
        if not found:
            raise PageError("Flet's client does not ask for it")
        return found

    def _place(self, package: str) -> Path:
        return self._kept / f"{package}-{VERSIONS[package]}"

    async def lay_all(self) -> str:
        """Lay all letters, and return what is missing and why, or an empty text."""
        for package in VERSIONS:
            if not await self._lay_package(package):
                # Where one cannot be reached, the next ones cannot either.
                return self._failure(package)
        return ""

    async def lay(self, path: str) -> str:
        """Lay the package of a slice, and return why that fails for the first time."""
        wanted = self._slices.get(path)
        if wanted is None or (self._folder / path).is_file() or wanted.package in self._missing:
            return ""
        laid = await self._lay_package(wanted.package)
        return "" if laid else self._failure(wanted.package)

    def _failure(self, package: str) -> str:
        return (
            "names in other scripts may show boxes, for letters are missing: "
            f"{package}, {self._missing[package]}"
        )

    async def _lay_package(self, package: str) -> bool:
        async with self._fetching:
            if package in self._missing:
                return False
            try:
                if not self._place(package).is_dir():
                    await self._fetch(package)
                self._copy(package)
            except (OSError, PageError) as problem:
                self._missing[package] = str(problem)
                return False
        return True

    async def _fetch(self, package: str) -> None:
        """Keep the slices of a package that the client may ask for, and its licence.

        :raises PageError: when npm fails, or the package and the client do not match
        """
        wanted = {one.file for one in self._of(package).values()}
        self._kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._kept) as scratch:
            await _run_npm(Path(scratch), f"@fontsource/{package}@{VERSIONS[package]}")
            chosen = await asyncio.to_thread(_unpack, Path(scratch), wanted)
            try:
                chosen.rename(self._place(package))
            except OSError:
                if not self._place(package).is_dir():  # another start was quicker
                    raise

    def _copy(self, package: str) -> None:
        for path, one in self._of(package).items():
            target = self._folder / path
            if not target.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self._place(package) / one.file, target)
                shutil.copyfile(self._place(package) / "LICENSE", target.parent / "LICENSE.txt")


def _unpack(folder: Path, wanted: AbstractSet[str]) -> Path:
    """Return a folder with the wanted files of the archive in a folder.

    :raises PageError: when one is missing
    """
    chosen = folder / "chosen"
    chosen.mkdir()
    with tarfile.open(next(folder.glob("*.tgz"))) as packed:
        for name in ("LICENSE", "unicode.json", *(f"files/{file}" for file in sorted(wanted))):
            try:
                content = packed.extractfile(f"package/{name}")
            except KeyError:
                raise PageError(f"it has no {name}") from None
            if content:
                (chosen / Path(name).name).write_bytes(content.read())
    return chosen


async def _run_npm(folder: Path, package: str) -> None:
    """Fetch the archive of a package into a folder.

    :raises PageError: when npm is missing or fails, with the first line of its errors
    """
    options = ("--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
    command = (*_find_npm(), "pack", package, *options, "--cache", str(folder / "cache"))
    running = await asyncio.create_subprocess_exec(
        *command, cwd=folder, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
    )
    try:
        _, errors = await asyncio.wait_for(running.communicate(), _PATIENCE_SECONDS)
    except TimeoutError:
        raise PageError("npm does not end") from None
    finally:
        if running.returncode is None:
            running.kill()
    if running.returncode:
        lines = errors.decode(errors="replace").splitlines()
        raise PageError(lines[0] if lines else "npm failed")


def _find_npm() -> tuple[str, ...]:
    """Return the command for npm, from the extra `page` or else from the machine.

    :raises PageError: when npm is not installed
    """
    if script := find_in_wheel(*_NPM):
        return node(), script
    found = shutil.which("npm")
    if found is None:
        raise PageError("npm is not installed: pip install 'fantan[page]'")
    return (found,)
