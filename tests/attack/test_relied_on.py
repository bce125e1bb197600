"""The internals of libraries that the server relies on; a failing test names the one that moved."""

import inspect
import subprocess
import sys
import tomllib
from importlib.metadata import requires, version

import flet_web
import msgpack
import pytest
import uvicorn
from flet.controls import context
from flet.messaging import protocol
from flet.messaging.connection import Connection
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub
from packaging.requirements import Requirement
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tests.places import ROOT

OPTIONS = (
    "http ws ws_max_size ws_per_message_deflate lifespan log_config log_level access_log "
    "proxy_headers server_header timeout_graceful_shutdown"
)
NAMES = {
    "uvicorn.Server": (uvicorn.Server, "serve shutdown handle_exit"),
    "uvicorn's H11Protocol": (H11Protocol, "connection_made"),
    "uvicorn's websockets": (WebSocketsSansIOProtocol, "handle_cont"),
    "starlette's StaticFiles": (StaticFiles, "lookup_path file_response"),
    "flet.Connection": (Connection, "send_message loop executor pubsubhub"),
    "flet.Session": (
        Session,
        (
            "id page index connection error close disconnect attach_connection apply_patch "
            "apply_page_patch get_page_patch dispatch_event dispatch_connect_event after_event "
            "handle_invoke_method_results"
        ),
    ),
    "flet.messaging.protocol": (
        protocol,
        (
            "Message MessageAction RegisterClientResponseBody decode_ext_from_msgpack "
            "configure_encode_object_for_msgpack"
        ),
    ),
    "flet's context": (context, "_context_page context"),
    "flet_web": (flet_web, "patch_index_html patch_font_manifest_json"),
    "msgpack": (msgpack, "packb unpackb"),
}
UNDER_THE_SERVER = ("starlette", "uvicorn", "websockets", "h11", "msgpack")


@pytest.mark.parametrize(("owner", "names"), NAMES.values(), ids=NAMES)
def test_all_that_we_use_is_there(owner: object, names: str) -> None:
    gone = [name for name in names.split() if not hasattr(owner, name)]
    assert gone == [], f"{owner} has moved what the server relies on"


def test_uvicorn_takes_what_we_tell_it() -> None:
    known = set(inspect.signature(uvicorn.Config).parameters)
    gone = set(OPTIONS.split()) - known
    assert gone == set(), f"uvicorn {version('uvicorn')} has other options"


def test_a_message_in_fragments_is_kept_where_we_count_it() -> None:
    source = inspect.getsource(WebSocketsSansIOProtocol)
    assert "self.frames" in source, "uvicorn keeps the fragments of a message elsewhere"


def test_flet_takes_what_we_give_it() -> None:
    assert list(inspect.signature(Session.__init__).parameters) == ["self", "conn"]
    assert list(inspect.signature(PubSubHub.__init__).parameters)[1:3] == ["loop", "executor"]


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
