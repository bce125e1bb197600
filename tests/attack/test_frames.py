"""Frames that no page sends: each ends its own line, and no other."""

from collections.abc import Callable
from contextlib import suppress

import pytest

from companion.ui.web.connections import LONGEST_BYTES, read
from tests.attack.visitor import (
    EVENT,
    INVOKE,
    REGISTER,
    SET,
    Page,
    framed,
    is_closed,
    packed,
    registration,
    stamped,
    upgrade,
)
from tests.e2e.driver import Server

CLICK = packed(EVENT, {"target": 3, "name": "click", "data": None})


def test_the_stamp_of_a_tap_is_split_off_its_frame() -> None:
    stamp, action, body = read(CLICK)
    assert (stamp, action.value, body["target"]) == (None, EVENT, 3)
    assert read(stamped(CLICK, 1.5)) == (1.5, action, body)


BAD: dict[str, Callable[[], bytes]] = {
    "empty": lambda: framed(b""),
    "of an unknown kind": lambda: framed(b"\x07abc"),
    "a stamp cut off": lambda: framed(stamped(b"", 1.5)[:-1]),
    "no MessagePack": lambda: framed(b"\0\xc1"),
    "cut off": lambda: framed(registration()[:-5]),
    "lists in lists without end": lambda: framed(b"\0" + b"\x91" * (LONGEST_BYTES - 10)),
    "an unknown action": lambda: framed(packed(99, {})),
    "an event of a page that has not registered": lambda: framed(CLICK),
    "properties of a page that has not registered": lambda: framed(packed(SET, {})),
    "a registration of no page": lambda: framed(packed(REGISTER, {"page": []})),
    "longer than a frame may be": lambda: framed(b"\0" * (LONGEST_BYTES + 10)),
    "text": lambda: framed(b"abc", opcode=1),
    "text that is none": lambda: framed(b"\xff\xfe", opcode=1),
    "empty fragments without end": lambda: (
        framed(b"\0", last=False) + framed(b"", opcode=0, last=False) * 5000
    ),
    "an unknown opcode": lambda: framed(b"", opcode=5),
    "a ping that is too long": lambda: framed(b"0" * 200, opcode=9),
}


@pytest.mark.parametrize("sent", BAD.values(), ids=BAD)
def test_a_bad_frame_ends_its_line_alone(
    server: Server, page: Page, sent: Callable[[], bytes]
) -> None:
    status, line = upgrade(server.port)
    assert status == 101
    with suppress(OSError):  # closed before all of it was sent
        line.sendall(sent())
    assert is_closed(line, 5.0)
    line.close()
    page.tap("home-new-series")
    page.see("player-name-1")


def test_a_page_that_has_sent_too_much_is_notified_when_it_comes_back(server: Server) -> None:
    with Page(server.port, route="/import") as page:
        page.see("import-file")
        page.send(EVENT, {"target": 1, "name": "x", "data": b"0" * LONGEST_BYTES})
        assert page.is_closed()
    with Page(server.port, page.session, route="/import") as page:
        page.until(lambda: "at most 1 MB can be sent" in page.texts())


def test_an_answer_to_no_question_ends_nothing(page: Page) -> None:
    about = {"call_id": "none", "result": {"a": [1]}, "error": "x"}
    for number in (1, 10**9):
        page.send(INVOKE, {"control_id": number, **about})
    page.tap("home-new-series")
    page.see("player-name-1")
