"""`fantan host`, with a page of three files in the place of the built one."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from companion.commands import host
from companion.site.letters import FOLDER, VERSIONS, list_slices
from companion.ui.web.door import bound
from tests.attack.visitor import framed, is_closed, upgrade
from tests.cases import cases
from tests.e2e.driver import COMPANION
from tests.places import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the place of caches differs")
PAGE = {
    "index.html": "<title>Fan Tan</title>" + "<p>" * 300,
    "worker.js": "1;" * 400,
    "snapshot/app.gz": "packed",
}
PATHS = {
    "the page": ("/", 200, "text/html; charset=utf-8"),
    "a route": ("/table/3", 200, "text/html; charset=utf-8"),
    "an invitation": ("/join", 200, "text/html; charset=utf-8"),
    "the worker": ("/worker.js", 200, "text/javascript; charset=utf-8"),
    "an archive": ("/snapshot/app.gz", 200, "application/octet-stream"),
    "a missing file": ("/nothing.js", 404, "text/plain; charset=utf-8"),
    "a folder": ("/snapshot/", 200, "text/html; charset=utf-8"),
    "a file outside": ("/../../etc/passwd.txt", 404, "text/plain; charset=utf-8"),
}
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    """Yield what starts the command with a port, and kill it at the end."""
    built = home / "cache/fantan/pages" / host.page_digest()
    for name, content in PAGE.items():
        file = built / "page" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    host.compress(built / "page", built / "gzip")
    started = list[subprocess.Popen[str]]()

    def run(port: int, *options: str) -> subprocess.Popen[str]:
        command = [*COMPANION, "host", "--port", str(port), *options]
        environment = os.environ | {"XDG_CACHE_HOME": str(home / "cache"), "FANTAN_HOME": str(home)}
        pipe = subprocess.PIPE
        process = subprocess.Popen(  # noqa: S603
            command, stdout=pipe, stderr=pipe, text=True, cwd=ROOT, env=environment
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def free_port() -> int:
    with bound(0) as listening:
        return int(listening.getsockname()[1])


def wait(process: subprocess.Popen[str], word: str = "listens") -> str:
    """Return what the command prints up to the line with a word."""
    assert process.stdout
    printed = ""
    for line in process.stdout:
        printed += line
        if word in line:
            break
    return printed


def ask(port: int, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as asking:
        asking.request("GET", path, headers=headers)
        answer = asking.getresponse()
        return answer, answer.read()


def test_the_page_is_served_with_its_headers_until_ctrl_c(home: Path, start: Start) -> None:
    port = free_port()
    process = start(port)
    assert wait(process) == (
        f"Fan Tan is served on http://127.0.0.1:{port}/ for this machine only.\n"
        f"It listens on 127.0.0.1:{port} and keeps shared tables in {home}/room.\n"
    )
    for name, (path, status, kind) in PATHS.items():
        answer, _ = ask(port, path, **{"Accept-Encoding": "gzip"})
        headers = answer.headers
        assert (answer.status, headers["content-type"]) == (status, kind), name
        packed = path != "/snapshot/app.gz" and status < 400
        assert headers.get("content-encoding") == ("gzip" if packed else None), name
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-embedder-policy"] == "require-corp"
        rules = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
        assert rules["default-src"] == rules["frame-ancestors"] == "'none'"
        sockets = {f"ws://127.0.0.1:{port}", f"ws://localhost:{port}"}
        assert set(rules["connect-src"].split()) == {"'self'", *sockets}
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (0, "")
    assert output == "Fan Tan is not served any more.\n"


def test_health_and_figures(start: Start) -> None:
    port = free_port()
    wait(start(port, "--origin", "https://cards.example.org"))
    answer, body = ask(port, "/healthz")
    assert (answer.status, body) == (200, b"ok\n")
    status, line = upgrade(port, "/room", Origin="https://cards.example.org")
    line.sendall(framed(b"[]", opcode=1))
    assert (status, is_closed(line, 10)) == (101, True)
    line.close()
    answer, figures = ask(port, "/metrics")
    assert answer.status == 200
    assert b'fantan_refusals_total{reason="format"} 1' in figures
    assert b"fantan_phones 0" in figures
    assert b"fantan_append_seconds_count 0" in figures
    # Through the proxy everybody else is asked for.
    assert ask(port, "/metrics", **{"X-Forwarded-For": "203.0.113.7"})[0].status == 403


def test_letters_that_a_page_lacks_are_laid_by_a_later_start(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setenv("npm_config_offline", "true")
    built = home / "fantan/pages" / host.page_digest()
    (built / "page").mkdir(parents=True)
    lacking = built / host.LACKS_LETTERS
    lacking.touch()
    assert host.build_page() == 0
    assert capsys.readouterr().err.count("\n") == 1
    assert lacking.exists()
    slices = list_slices()
    for one in slices.values():
        kept = home / "fantan/letters" / f"{one.package}-{VERSIONS[one.package]}"
        kept.mkdir(parents=True, exist_ok=True)
        for name in (one.file, "LICENSE"):
            (kept / name).touch()
    assert host.build_page() == 0
    assert capsys.readouterr().err == ""
    assert all((built / "page" / FOLDER / path).is_file() for path in slices)
    assert not lacking.exists()


def test_a_second_start_is_refused(home: Path, start: Start) -> None:
    port = free_port()
    wait(start(port))
    for options, reason in {
        (port,): f"port {port} is in use",
        (free_port(),): f"{home}/room: a room is running on this folder",
    }.items():
        output, errors = (second := start(*options)).communicate(timeout=60)
        assert (second.returncode, output) == (3, "")
        assert errors.startswith(f"fantan: {reason}")
        assert errors.count("\n") == 1


def test_the_local_network_gets_the_address_as_a_qr_code(start: Start) -> None:
    port = free_port()
    printed = wait(start(port, "--lan"), "Without TLS")
    assert f"http://{host.find_lan()}:{port}/ for everybody on the local network." in printed


WRONG = {
    "an origin with a path": (("--origin", "https://cards.example.org/fantan"), 2),
    "no folder for the page": ((), 1),
}


@cases("options, code", WRONG)
def test_a_start_that_fails_says_why(options: Sequence[str], code: int, tmp_path: Path) -> None:
    command = [*COMPANION, "host", "--port", str(free_port()), *options]
    (tmp_path / "fantan").touch()  # where a folder is needed
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "FANTAN_HOME": str(tmp_path)}
    found = subprocess.run(  # noqa: S603
        command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=60, check=False
    )
    assert found.returncode == code
    assert re.fullmatch(r"fantan: .+\n", found.stderr)


HTTPS = ("https://cards.example.org",)
OPENED = {
    "this machine": ({}, ("127.0.0.1",), ("http://127.0.0.1:8552", "http://localhost:8552")),
    "behind a proxy": ({"origin": "https://Cards.example.org/"}, ("127.0.0.1",), HTTPS),
    "with the usual port": ({"origin": f"{HTTPS[0]}:443"}, ("127.0.0.1",), HTTPS),
    "with another port": ({"origin": f"{HTTPS[0]}:80"}, ("127.0.0.1",), (f"{HTTPS[0]}:80",)),
    "an address": ({"origin": "https://[::1]:443"}, ("127.0.0.1",), ("https://[::1]",)),
    "with an umlaut": (
        {"origin": "https://Müller.de"},
        ("127.0.0.1",),
        ("https://xn--mller-kva.de",),
    ),
}


@cases("asked, binds, origins", OPENED)
def test_what_is_opened(
    asked: dict[str, str], binds: tuple[str, ...], origins: tuple[str, ...]
) -> None:
    opened = host.opened(lan=None, origin=asked.get("origin"), port=host.USUAL_PORT)
    assert (opened.binds, opened.origins) == (binds, origins)
    assert opened.behind_proxy is ("origin" in asked)


def test_the_local_network_may_use_the_names_of_this_machine() -> None:
    opened = host.opened(lan="192.168.1.5", origin=None, port=80)
    assert opened.binds == ("127.0.0.1", "192.168.1.5")
    assert opened.url == "http://192.168.1.5/"
    assert any(re.fullmatch(r"http://[^.]+\.local", origin) for origin in opened.origins)


@pytest.mark.parametrize(
    "origin",
    [
        *("cards.example.org", "ftp://a.b", "https://a.b/fantan", "https://me@a.b", ""),
        *("https://[::1", "https://a:b", "https://a?b", "https://a#b", "https://straße.de"),
    ],
)
def test_an_origin_is_a_scheme_and_a_host(origin: str) -> None:
    with pytest.raises(host.WrongAddressError, match="is no origin"):
        host.opened(lan=None, origin=origin, port=1)
