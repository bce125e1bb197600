"""The dry-run packager itself, without Dart."""

import argparse
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flet_cli.commands.build import Command
from flet_cli.utils.pyproject_toml import load_pyproject_toml
from packaging.requirements import Requirement

from tests.packages.layout import left_out, requirements
from tests.places import ROOT

TARGETS = {
    "apk": ("Android", "android"),
    "aab": ("Android", "android"),
    "ipa": ("iOS", "ios"),
    "linux": ("Linux", "linux"),
    "windows": ("Windows", "windows"),
    "macos": ("Darwin", "macos"),
}


@pytest.fixture(params=TARGETS)
def asked(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Any, list[str]]:
    """Return the arguments that `flet build` would give to Dart for a target."""
    parser, given = argparse.ArgumentParser(), list[str]()
    packager: Any = Command(parser)
    packager.options = parser.parse_args([request.param])
    packager.target_platform = request.param
    packager.package_platform, packager.config_platform = TARGETS[request.param]
    packager.get_pyproject = load_pyproject_toml(ROOT)
    packager.python_app_path = packager.package_app_path = ROOT
    packager.build_dir, packager.flutter_dir = tmp_path, tmp_path / "flutter"
    packager.flutter_packages_dir = packager.flutter_packages_temp_dir = tmp_path / "none"
    packager.python_release = SimpleNamespace(short="3.14", pyodide="", android_abis=["x86_64"])
    packager.dart_exe, packager.python_module_name = "dart", "main"
    packager.flutter_dependencies, packager.emojis = {}, {"checkmark": ""}
    packager.verbose, packager.update_status = 0, lambda _: None

    def run(arguments: list[str], **_: object) -> SimpleNamespace:
        given.extend(arguments)
        (tmp_path / "python-app").mkdir()
        return SimpleNamespace(returncode=0)

    packager.run = run
    packager.setup_template_data()
    packager.package_python_app()
    return packager, given


def told(given: list[str], option: str) -> list[str]:
    return [value for name, value in pairwise(given) if name == option]


def test_it_installs_and_copies_what_the_layout_has(asked: tuple[Any, list[str]]) -> None:
    _, given = asked
    assert sorted(map(str, map(Requirement, told(given, "-r")))) == sorted(map(str, requirements()))
    assert {path.relative_to(ROOT).as_posix() for path in left_out()} <= set(
        told(given, "--exclude")
    )
    assert "--compile-app" in given


def test_it_writes_what_was_meant(asked: tuple[Any, list[str]]) -> None:
    packager, _ = asked
    found, options = packager.template_data, packager.template_data["options"]
    assert not packager.build_wasm()
    assert options["android_permissions"] == {"android.permission.INTERNET": True}
    assert not any("Orientation" in key for key in options["info_plist"])
    assert found["adaptive_icon_background"] == found["splash"]["color"] == "#0f4031"
    assert (found["bundle_id"], found["product_name"]) == ("org.fantan.companion", "Fan Tan")
