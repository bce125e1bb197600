"""The packager's settings in `pyproject.toml`."""

import struct
import zlib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.packages.layout import FLET, PROJECT, requirements
from tests.places import ASSETS, ROOT

OPAQUE, WITH_ALPHA = 2, 6


def test_packages_and_installations_agree_on_what_they_share() -> None:
    listed = map(Requirement, PROJECT["project"]["dependencies"])
    shared = {one.name: one.specifier for one in listed if one.marker is None}
    assert {one.name: one.specifier for one in requirements()} == shared


def test_nothing_else_is_declared_for_poetry() -> None:
    assert PROJECT["tool"]["poetry"].keys() == {"dependencies"}


def test_all_that_shows_before_the_app_is_felt() -> None:
    boot, splash = FLET["boot_screen"]["flet"], FLET["splash"]
    assert (boot["bgcolor_light"], boot["bgcolor_dark"]) == (splash["color"], splash["dark_color"])
    assert FLET["icon_background"] == FLET["android"]["adaptive_icon_background"] == splash["color"]


def picture(path: Path) -> tuple[int, int, int, list[bytes]]:
    """Return the width, height, kind of colour, and packed lines of a PNG file."""
    content = path.read_bytes()
    wide, high, depth, kind = struct.unpack(">IIBB", content[16:26])
    at, packed = 8, b""
    while at < len(content):
        (size,) = struct.unpack(">I", content[at : at + 4])
        if content[at + 4 : at + 8] == b"IDAT":
            packed += content[at + 8 : at + 8 + size]
        at += size + 12
    assert depth == 8
    lines, step = zlib.decompress(packed), wide * (3 if kind == OPAQUE else 4) + 1
    return wide, high, kind, [lines[n * step : (n + 1) * step] for n in range(high)]


def blank(lines: list[bytes]) -> int:
    """Return the number of empty lines at the top."""
    return next(n for n, line in enumerate(lines) if any(line[1:]))


@pytest.mark.parametrize(
    ("name", "kind", "free"),
    [
        pytest.param("icon.png", WITH_ALPHA, 0.0, id="rounded, where nothing frames it"),
        pytest.param("icon_ios.png", OPAQUE, 0.0, id="to the edge for iOS"),
        pytest.param("icon_android.png", WITH_ALPHA, (1 - 66 / 108) / 2, id="alone for Android"),
        pytest.param("icon_macos.png", WITH_ALPHA, (1 - 826 / 1024) / 2, id="a tile for macOS"),
    ],
)
def test_an_icon_is_framed_as_its_system_frames_it(name: str, kind: int, free: float) -> None:
    wide, high, colours, lines = picture(ASSETS / name)
    assert (wide, high, colours) == (1024, 1024, kind)
    assert blank(lines) >= int(free * 1024)
    assert blank(lines) < free * 1024 + 100


def test_every_drawing_that_the_packager_is_given_is_made_by_the_recipe() -> None:
    recipe = (ASSETS / "README.md").read_text("utf-8")
    assert {path.name for path in ASSETS.glob("*.png") if f"-o {path.name}" not in recipe} == set()


def test_every_package_says_that_it_has_types() -> None:
    for package in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        assert (ROOT / package / "py.typed").exists(), package


def test_an_image_is_built_from_what_is_there() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    wanted = [line.removeprefix("!") for line in lines if line.startswith("!")]
    sources = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*sources["packages"], *sources["force-include"]} < {*wanted}
    assert [name for name in wanted if not (ROOT / name).exists()] == []
