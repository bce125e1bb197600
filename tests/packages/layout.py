"""A package as laid out by `flet build`, made without the tools that it fetches: the app's files,
compiled and without sources, beside the packages of pip.
"""

import compileall
import shutil
import tomllib
from collections.abc import Iterable, Mapping
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.places import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FLET: dict[str, Any] = PROJECT["tool"]["flet"]

MARKERS = {
    "android": {"platform_system": "Android", "sys_platform": "linux"},
    "ios": {"platform_system": "iOS", "sys_platform": "darwin"},
    "linux": {"platform_system": "Linux", "sys_platform": "linux"},
    "macos": {"platform_system": "Darwin", "sys_platform": "darwin"},
    "windows": {"platform_system": "Windows", "sys_platform": "win32", "os_name": "nt"},
}
"""What pip is told where it installs for each platform. For phones it runs on the builder's
machine and is told another system alone.
"""


def requirements() -> list[Requirement]:
    """Return the requirements that the packager hands to pip."""
    listed: dict[str, str] = PROJECT["tool"]["poetry"]["dependencies"]
    return [Requirement(f"{name}{bounds}") for name, bounds in listed.items()]


def needed(wanted: Iterable[Requirement], markers: Mapping[str, str]) -> dict[str, Distribution]:
    """Return the packages that pip would install, by name, with all their dependencies."""
    waiting, found = list(wanted), dict[str, Distribution]()
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if name in found:
            continue
        found[name] = distribution(name)
        asked = map(Requirement, found[name].requires or ())
        waiting += [
            requirement for requirement in asked if _holds(requirement, one.extras, markers)
        ]
    return found


def _holds(one: Requirement, extras: Iterable[str], markers: Mapping[str, str]) -> bool:
    if one.marker is None:
        return True
    return any(one.marker.evaluate({**markers, "extra": extra}) for extra in ("", *extras))


def left_out() -> set[Path]:
    """Return the paths that the packager does not copy."""
    return {ROOT / path for path in ("build", *FLET["app"]["exclude"])}


def lay_out_app(into: Path) -> Path:
    """Lay out the app's files as in a package."""
    out = left_out()

    def leave_out(folder: str, names: list[str]) -> list[str]:
        here = Path(folder)
        return [
            name
            for name in names
            if here / name in out
            or name == "__pycache__"
            or (here == ROOT and name.startswith("."))
            or (here / name / "pyvenv.cfg").exists()
        ]

    shutil.copytree(ROOT, into, ignore=leave_out)
    assert compileall.compile_dir(into, quiet=1, legacy=True)
    for source in into.rglob("*.py"):
        source.unlink()
    return into


def lay_out_packages(into: Path, packages: Iterable[Distribution]) -> Path:
    """Link the packages that pip would install into a new folder."""
    into.mkdir()
    for package in packages:
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            (into / top).symlink_to(Path(str(package.locate_file(top))))
    return into
