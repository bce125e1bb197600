"""The exact versions in `constraints.txt`."""

from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packages.layout import MARKERS, PROJECT, needed
from tests.places import ROOT

PYTHONS = [
    words.removeprefix("Programming Language :: Python :: ")
    for words in PROJECT["project"]["classifiers"]
    if words.startswith("Programming Language :: Python :: 3.")
]
COMPUTERS = ("linux", "macos", "windows")


def pins() -> list[Requirement]:
    """Return the lines of `constraints.txt`."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [Requirement(line) for line in lines if not line.startswith("#")]


def asked_for() -> list[Requirement]:
    """Return all that `pyproject.toml` asks for, with every extra."""
    project: dict[str, Any] = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    return list(
        map(Requirement, [*project["dependencies"], *(one for all_ in extras for one in all_)])
    )


def holding(wanted: list[Requirement], markers: dict[str, str]) -> list[Requirement]:
    """Return what holds in an environment."""
    return [one for one in wanted if one.marker is None or one.marker.evaluate(markers)]


def environment(system: str, python: str) -> dict[str, str]:
    """Return the markers of a computer."""
    machine = "arm64" if system == "macos" else "x86_64"
    return {
        **MARKERS[system],
        "platform_machine": machine,
        "python_version": python,
        "python_full_version": f"{python}.0",
    }


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", COMPUTERS)
def test_every_computer_gets_one_version_in_range(system: str, python: str) -> None:
    markers = environment(system, python)
    pinned = {canonicalize_name(one.name): one.specifier for one in holding(pins(), markers)}
    assert len(pinned) == len(holding(pins(), markers))
    for one in holding(asked_for(), markers):
        (pin,) = pinned[canonicalize_name(one.name)]
        assert pin.operator == "=="
        assert one.specifier.contains(pin.version), one


def test_what_is_installed_is_what_is_pinned() -> None:
    pinned = {str(canonicalize_name(one.name)): str(one.specifier) for one in holding(pins(), {})}
    found = {
        name: f"=={package.version}"
        for name, package in needed(holding(asked_for(), {}), {}).items()
    }
    assert found == {name: pinned.get(name) for name in found}


def test_every_place_that_installs_takes_the_pins() -> None:
    places = [
        *(ROOT / "README.md", ROOT / "hosting" / "Dockerfile"),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / ".github" / "workflows").glob("*.yml"),
    ]
    lines = [line for place in places for line in place.read_text("utf-8").splitlines()]
    installing = [line for line in lines if "pip install" in line and "pip install uv" not in line]
    assert len(installing) >= 8
    assert [line for line in installing if "-c constraints.txt" not in line] == []
