"""Access over HTTP and by websocket: the accepted Hosts, Origins and keys."""

import pytest

from tests.attack.visitor import COOKIE, HOST, Page, ask, upgrade
from tests.cases import cases
from tests.e2e.driver import KEY, Server

FOREIGN_HOSTS = {
    "another name": "evil.example",
    "a name that was made to point here": "evil.example:{port}",
    "another port": "127.0.0.1:1",
    "no port": "127.0.0.1",
    "all addresses": "0.0.0.0:{port}",
    "ours at the end of another": "evil.127.0.0.1:{port}",
    "ours with a user": "me@127.0.0.1:{port}",
    "none": "",
}
FOREIGN_ORIGINS = {
    "another site": "https://evil.example",
    "another port": "http://127.0.0.1:1",
    "another scheme": "https://127.0.0.1:{port}",
    "a page without one": "null",
    "ours and more": "http://127.0.0.1:{port}.evil.example",
}
WRONG_COOKIES = {
    "none": "",
    "empty": "fantan-key=",
    "wrong": f"fantan-key={KEY}x",
    "shorter": f"fantan-key={KEY[:-1]}",
    "another name": f"fantan-kez={KEY}",
    "not ASCII": "fantan-key=\xe9",
}


def status_of(port: int, path: str = "/ws", **headers: str) -> int:
    """Return the status of the answer to a websocket."""
    status, line = upgrade(port, path, **headers)
    line.close()
    return status


@cases("host", FOREIGN_HOSTS)
def test_a_foreign_host_is_refused(server: Server, host: str) -> None:
    named = host.format(port=server.port)
    answer, _ = ask(server.port, Host=named, Cookie=COOKIE)
    assert answer.status in {400, 403}
    assert status_of(server.port, Host=named) in {400, 403}


@cases("origin", FOREIGN_ORIGINS)
def test_a_foreign_origin_is_refused(server: Server, origin: str) -> None:
    named = origin.format(port=server.port)
    answer, _ = ask(server.port, Origin=named, Cookie=COOKIE)
    assert answer.status == 403
    assert status_of(server.port, Origin=named) == 403


def test_a_websocket_without_an_origin_is_refused(server: Server) -> None:
    assert status_of(server.port, Origin="") == 403


@cases("cookie", WRONG_COOKIES)
def test_nothing_opens_without_the_key(server: Server, cookie: str) -> None:
    for path in ("/", "/table", "/main.dart.js", "/manifest.json", "/ws"):
        answer, body = ask(server.port, path, Cookie=cookie)
        assert answer.status == 403
        assert b"?key=" in body  # the page says what to do
    assert status_of(server.port, Cookie=cookie) == 403


@pytest.mark.parametrize("key", ["", "x", KEY + "x", KEY[:-1], "%00", "%C3%A9"])
def test_a_wrong_key_opens_nothing(server: Server, key: str) -> None:
    answer, _ = ask(server.port, f"/?key={key}", Cookie=COOKIE)
    assert answer.status == 403
    assert answer.getheader("Set-Cookie") is None


def test_the_key_is_kept_by_a_cookie_that_no_script_and_no_other_site_has(server: Server) -> None:
    answer, _ = ask(server.port, f"/table/turns?key={KEY}")
    assert (answer.status, answer.getheader("Location")) == (303, "/table/turns?in")
    cookie = answer.getheader("Set-Cookie", "")
    kept, *rules = cookie.split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(rules)
    answer, _ = ask(server.port, "/table/turns?in", Cookie=kept)
    assert (answer.status, answer.getheader("Location")) == (303, "/table/turns")
    answer, _ = ask(server.port, "/table/turns", Cookie=kept)
    assert answer.status == 200


def test_a_browser_without_cookies_is_told_so_once(server: Server) -> None:
    _, first = ask(server.port, "/table?in")
    assert b"url=?again" in first
    answer, second = ask(server.port, "/table?again")
    assert answer.status == 403
    assert b"cookies" in second
    assert b"?key=" not in second
    assert b'http-equiv="refresh" content=""' in second


def test_a_page_of_an_earlier_start_is_told_so_and_looks_again(server: Server) -> None:
    told = [ask(server.port, Cookie=cookie) for cookie in ("", f"fantan-key={KEY[::-1]}")]
    (_, missing), (_, changed) = told
    assert [answer.status for answer, _ in told] == [403, 403]
    assert missing != changed
    assert all(b'http-equiv="refresh" content="5"' in page for page in (missing, changed))


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "///evil.example"])
def test_the_key_never_leads_to_another_site(server: Server, path: str) -> None:
    answer, _ = ask(server.port, f"{path}?key={KEY}")
    location = answer.getheader("Location", "")
    assert location.startswith("/")
    assert location[1:2] not in {"/", "\\"}


def test_localhost_is_ours_as_well(server: Server) -> None:
    name = f"localhost:{server.port}"
    answer, _ = ask(server.port, Host=name, Origin=f"http://{name}", Cookie=COOKIE)
    assert answer.status == 200
    assert status_of(server.port, Host=name, Origin=f"http://{name}") == 101


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_it_is_only_to_be_read(server: Server, method: str) -> None:
    answer, _ = ask(server.port, "/", method, Cookie=COOKIE)
    assert answer.status == 405


@pytest.mark.parametrize("path", ["/", "/table", "/main.dart.js", "/nothing.json"])
@cases("cookie", {"with the key": COOKIE, "without": ""})
def test_nothing_is_foreign_and_no_page_frames_it(server: Server, path: str, cookie: str) -> None:
    answer, _ = ask(server.port, path, Cookie=cookie)
    policy = answer.getheader("Content-Security-Policy", "")
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["frame-ancestors"] == "'none'"
    assert not [word for rule in rules.values() for word in rule.split() if _is_elsewhere(word)]
    assert "'unsafe-inline'" not in rules["script-src"]
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert answer.getheader("Access-Control-Allow-Origin") is None
    assert answer.getheader("Referrer-Policy") == "no-referrer"


def _is_elsewhere(source: str) -> bool:
    if source == "*" or source.startswith("http"):
        return True
    return "://" in source and not source.startswith((f"ws://{HOST}:", "ws://localhost:"))


def test_only_the_apps_websocket_is_there(server: Server) -> None:
    assert status_of(server.port, "/other") != 101


def test_whoever_has_the_key_gets_the_app(page: Page) -> None:
    assert page.has("home-new-series")
