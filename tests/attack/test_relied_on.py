"""The internals of libraries that the server relies on; a failing test names the one that moved."""

import subprocess
import sys
import tomllib
from importlib.metadata import requires, version

import pytest
from packaging.requirements import Requirement

from tests.cases import cases
from tests.places import ROOT

UNDER_THE_SERVER = ("starlette", "uvicorn", "websockets", "h11", "msgpack")


def test_each_library_is_declared_with_both_its_bounds() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    declared = {found.name: found for found in map(Requirement, listed)}
    for name in UNDER_THE_SERVER:
        assert name in declared, f"{name} is not declared"
        bounds = {bound.operator for bound in declared[name].specifier}
        assert bounds >= {">=", "<"}, f"{name} has no bounds"
        assert declared[name].specifier.contains(version(name)), (
            f"{name} {version(name)} is not tried"
        )
    assert requires("flet-web")


LOADED = """
import sys, companion.app, companion.ui.run
print([name for name in sys.modules if name.split(".")[0] in {wanted}])
"""


def test_no_server_is_loaded_where_none_is_wanted() -> None:
    wanted = {"uvicorn", "starlette", "fastapi", "websockets", "h11"}
    code = LOADED.replace("{wanted}", str(wanted))
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT
    )
    assert told.stdout.strip() == "[]"


LOOPS = {"with uvloop": ("import uvloop", "uvloop"), "without": ("", "asyncio.unix_events")}
SERVED_BY = """
import asyncio, sys
{first}
if "uvloop" not in sys.modules:
    sys.modules["uvloop"] = None
from companion.ui.web.server import run
async def tell():
    print(type(asyncio.get_running_loop()).__module__)
run(tell())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no uvloop for Windows")
@cases("first, loop", LOOPS)
def test_the_quicker_loop_serves_where_it_is_installed(first: str, loop: str) -> None:
    code = SERVED_BY.format(first=first)
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT
    )
    assert told.stdout.strip() == loop
