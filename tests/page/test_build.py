"""The build of the page, as far as tests need neither node nor a browser."""

import json
import socket
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.site import archives, client
from companion.site.archives import PageError, licences
from companion.site.build import build, put_service_worker
from companion.site.client import check, client_folder, put_client
from companion.ui.web_client import HISTORY, TAPPED, TYPING
from companion.words import offered
from tests.page.hosts import Host


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_same_files_give_the_same_archive() -> None:
    files = {"a.pyc": b"compiled", "b.txt": b"as it is"}
    shuffled = dict(reversed(files.items()))
    for pack in (archives.zip_files, archives.join_files):
        assert archives.compress(pack(files)) == archives.compress(pack(shuffled))


def test_the_same_files_give_the_same_client(tmp_path: Path) -> None:
    for name in ("client-1", "client-2"):
        put_client(client_folder(), tmp_path / name)
        (tmp_path / name / "index.html").write_text(client.index("/"), "utf-8")
        put_service_worker(tmp_path / name)
    assert contents(tmp_path / "client-1") == contents(tmp_path / "client-2")


def test_the_service_worker_is_another_one_when_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("one", "utf-8")
    put_service_worker(tmp_path)
    before = (tmp_path / "sw.js").read_bytes()
    put_service_worker(tmp_path)
    assert (tmp_path / "sw.js").read_bytes() == before
    (tmp_path / "index.html").write_text("two", "utf-8")
    put_service_worker(tmp_path)
    assert (tmp_path / "sw.js").read_bytes() != before


def test_the_archive_of_the_app_has_no_list_of_packages() -> None:
    names = set(archives.FAN_TAN.files())
    assert {
        "companion/page.py",
        "storage/page_store.py",
        "flet/app.py",
        "msgpack/fallback.py",
    } <= names
    assert not {name for name in names if name.startswith("companion/site/")}
    assert not {name for name in names if name.endswith((".so", ".toml", "requirements.txt"))}


def test_only_the_archive_of_a_page_with_a_room_has_its_packages() -> None:
    added = archives.FAN_TAN.files(room=True).keys() - archives.FAN_TAN.files().keys()
    assert {name.partition("/")[0] for name in added} == set(archives.ROOM_PACKAGES)
    assert "\n--- segno: " in licences(room=True).replace("\n\n", "\n")


def test_a_file_of_flet_that_is_another_one_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "python.js").write_text("another one", "utf-8")
    with pytest.raises(PageError, match=r"python\.js is not that of Flet 1\.0\.5") as told:
        check(tmp_path / "python.js", "0" * 64)
    assert "\n" not in str(told.value)


def test_a_folder_with_files_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("mine", "utf-8")
    with pytest.raises(PageError, match="not empty"):
        build(tmp_path)
    assert main(["page", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert contents(tmp_path) == {"letter.txt": b"mine"}


def test_a_visitor_who_leaves_while_a_file_still_comes_is_nothing_to_tell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "large.wasm").write_bytes(bytes(20_000_000))
    host = Host(tmp_path)
    with closing(socket.create_connection(("127.0.0.1", host.port))) as visitor:
        visitor.sendall(b"GET /large.wasm HTTP/1.0\r\n\r\n")
    host.stop()
    assert capsys.readouterr().err == ""


def test_the_manifest_makes_the_page_installable() -> None:
    answer = json.loads(client.manifest())
    assert answer["display"] == "standalone"
    maskable = {icon["sizes"] for icon in answer["icons"] if icon.get("purpose") == "maskable"}
    assert maskable == {"192x192", "512x512"}
    assert [shortcut["url"] for shortcut in answer["shortcuts"]] == ["table", "referee"]
    assert answer["theme_color"] == answer["background_color"] == "#0f4031"


def test_the_manifest_speaks_every_language() -> None:
    answer = json.loads(client.manifest())
    assert set(answer["description_localized"]) == set(offered())
    names = [shortcut["name_localized"]["de"] for shortcut in answer["shortcuts"]]
    assert names == ["Zum Tisch", "Durfte man da passen?"]


def test_the_page_has_the_scripts_of_a_page_from_the_server() -> None:
    page, told = client.index("/"), client.page_script({})
    assert page.index("page.js") < page.index("flutter_bootstrap.js")
    assert "'unsafe-inline'" not in page.split("script-src")[1].split(";")[0]
    for script in (HISTORY, TYPING, TAPPED):
        assert script in told


def test_the_licences_of_all_parts_are_reported() -> None:
    text = licences()
    for part in ("MPL-2.0", "BSD-3-Clause", "OFL-1.1", "Apache-2.0", "msgpack", "tinydb"):
        assert part in text
