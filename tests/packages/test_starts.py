"""The start of a package: from the copied files, with the packages of pip, in the environment of
each platform, the app sends its first screen.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.desks import desk_in
from tests.packages.layout import MARKERS, lay_out_app, lay_out_packages, needed, requirements
from tests.places import ROOT

DEVICE = Path(__file__).with_name("device.py")
SYSTEMS = {
    "android": ("android", {"ANDROID_DATA": "/data", "ANDROID_ROOT": "/system"}),
    "ios": ("ios", {}),
    "linux": ("linux", {"WAYLAND_DISPLAY": "wayland-0"}),
    "macos": ("darwin", {}),
    "windows": ("win32", {}),
}
"""What `sys.platform` is there, and what the system itself says in the environment."""
_PATIENCE_SECONDS = 60


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out_app(tmp_path_factory.mktemp("package") / "app")


@pytest.fixture(scope="module")
def told(app: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Return the messages of each platform; all start at the same time."""
    folder = tmp_path_factory.mktemp("devices")
    started = {platform: start(app, folder / platform, platform) for platform in SYSTEMS}
    return {platform: heard(process) for platform, process in started.items()}


def start(app: Path, folder: Path, platform: str) -> subprocess.Popen[str]:
    folder.mkdir(exist_ok=True)
    data, packages = folder / "data", folder / "packages"
    data.mkdir(exist_ok=True)
    if not packages.exists():
        lay_out_packages(packages, needed(requirements(), MARKERS[platform]).values())
    system, environment = SYSTEMS[platform]
    bridge = {"FLET_DART_BRIDGE_PORT": "1", "FLET_DART_BRIDGE_EXIT_PORT": "2"}
    places = {"FLET_APP_STORAGE_DATA": str(data), "FLET_ASSETS_DIR": str(app / "assets")}
    usual = {"PATH": os.environ["PATH"], "FLET_PLATFORM": platform}
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(DEVICE), str(app), str(packages), system],
        env=usual | bridge | places | environment,
        cwd=data,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def heard(process: subprocess.Popen[str]) -> dict[str, Any]:
    with process:
        try:
            out, err = process.communicate(timeout=_PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert out, err
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.parametrize("platform", SYSTEMS)
def test_the_first_screen_comes(told: dict[str, dict[str, Any]], platform: str) -> None:
    found = told[platform]
    assert (found["how"], found["code"]) == ("shown", "")
    assert "home-new-series" in found["strings"]
    assert "Something went wrong" not in " ".join(found["strings"])


@pytest.mark.parametrize("platform", SYSTEMS)
def test_nothing_of_a_server_is_there(platform: str) -> None:
    names = set(needed(requirements(), MARKERS[platform]))
    assert names >= {"flet", "msgpack", "tinydb", "platformdirs", "filelock", "certifi"}
    assert names.isdisjoint({"flet-web", "flet-desktop", "fastapi", "starlette", "uvicorn"})
    assert len(names) < 20, "a package has what it needs, and no more"


def test_no_socket_is_opened(told: dict[str, dict[str, Any]]) -> None:
    assert {
        platform: found["sockets"] for platform, found in told.items() if found["sockets"]
    } == {}


def test_the_fonts_are_in_the_package(app: Path, told: dict[str, dict[str, Any]]) -> None:
    named = [text for text in told["android"]["strings"] if text.endswith(".ttf")]
    assert len(named) > 3
    assert [name for name in named if not (app / "assets" / name).is_file()] == []


def test_what_a_player_has_no_use_for_stays_out(app: Path) -> None:
    assert {path.name for path in app.iterdir()} == {
        *("main.pyc", "companion", "storage", "assets", "LICENSE")
    }
    assert ROOT not in app.parents


def test_a_package_whose_nights_are_in_use_says_so(app: Path, tmp_path: Path) -> None:
    folder = tmp_path / "linux"
    (folder / "data").mkdir(parents=True)
    with desk_in(folder / "data"):
        found = heard(start(app, folder, "linux"))
    assert found["how"] == "shown"
    assert {"cannot-open", "try-again"} <= set(found["strings"])
