"""Requests that are no HTTP, each of which ends its own line."""

import socket
from collections.abc import Sequence

import pytest

from tests.attack.visitor import COOKIE, HOST, is_closed
from tests.cases import cases
from tests.e2e.driver import Server

HEAD = f"POST PATH HTTP/1.1\r\nHost: HOST\r\nCookie: {COOKIE}\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = "f" * 40
NO_HTTP: dict[str, Sequence[str]] = {
    "a chunk size of forty digits": [HEAD + CHUNKED + f"{ENDLESS}\r\nabc"],
    "a chunk size that is no number": [HEAD + CHUNKED + "size\r\nabc"],
    "a chunk size behind a chunk": [HEAD + CHUNKED + f"1\r\na\r\n{ENDLESS}\r\nabc"],
    "a chunk size behind the answer": [HEAD + CHUNKED, f"{ENDLESS}\r\nabc"],
    "a second request that is none": [HEAD + "Content-Length: 0\r\n\r\n", "nothing\r\n\r\n"],
    "a length that is no number": [HEAD + "Content-Length: long\r\n\r\n"],
    "a length of forty digits": [HEAD + f"Content-Length: {'9' * 40}\r\n\r\n"],
    "another encoding": [HEAD + "Transfer-Encoding: gzip\r\n\r\n"],
    "no head": ["\0" * 100 + "\r\n\r\n"],
}


@pytest.mark.parametrize("path", ["/", "/ws", "/assets/fonts/Inter-Regular.ttf"])
@cases("parts", NO_HTTP)
def test_what_is_no_http_ends_its_own_line(parts: Sequence[str], path: str, server: Server) -> None:
    logged = len(server.log.read_bytes())
    with socket.create_connection((HOST, server.port), timeout=10) as line:
        for part in parts:
            text = part.replace("PATH", path).replace("HOST", f"{HOST}:{server.port}")
            line.sendall(text.encode())
            if part is not parts[-1]:
                assert line.recv(65536).startswith(b"HTTP/1.1 4")
        assert is_closed(line, 10)
    assert "Traceback" not in server.log.read_text("utf-8")[logged:]
