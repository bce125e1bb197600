"""Frames that no page sends: each ends its line, with one short line in the log, and no more."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

import msgpack
import pytest

from companion.ui.web.guard import (
    DEEPEST,
    LONGEST_BYTES,
    MOST_ITEMS,
    BadFrameError,
    read,
    split_stamp,
)
from tests.attack.conftest import Counts
from tests.attack.memory import resident_bytes
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

MEGABYTE = 2**20


def nested(depth: int, code: bytes = b"\x91") -> bytes:
    """Return nested lists, or other nested containers."""
    return b"\0" + code * depth + b"\xc0"


BAD: dict[str, bytes] = {
    "empty": b"",
    "of an unknown kind": b"\x07abc",
    "a data channel's": b"\1\0\0\0\0abc",
    "no MessagePack": b"\0\xc1",
    "cut off": registration()[:-5],
    "with something behind it": registration() + b"\0",
    "a number": b"\0\x05",
    "a map": b"\0\x80",
    "a list of one": b"\0\x91\x01",
    "a list of three": b"\0\x93\x01\x80\x01",
    "an action that is a text": packed("a", {}),  # type: ignore[arg-type]
    "an action that is a list": packed([1], {}),  # type: ignore[arg-type]
    "an action of the server": packed(2, {"id": 1, "patch": []}),
    "an unknown action": packed(99, {}),
    "a body that is none": packed(EVENT, None),
    "an event without a target": packed(EVENT, {"name": "click", "data": None}),
    "an event with more": packed(EVENT, {"target": 1, "name": "a", "data": 1, "more": 1}),
    "an event of a text": packed(EVENT, {"target": "1", "name": "click", "data": None}),
    "an event at a truth": packed(EVENT, {"target": True, "name": "click", "data": None}),
    "properties that are a list": packed(SET, {"id": 1, "props": [1]}),
    "a result of no call": packed(INVOKE, {"control_id": 1, "call_id": 1, "result": 1, "error": 1}),
    "a page that is a list": packed(REGISTER, {"session_id": None, "page_name": "", "page": []}),
    "keys that are numbers": b"\0\x92\x01\x81\x01\x01",
    "no UTF-8": b"\0\xa2\xff\xfe",
    "no date": b"\0\xc7\x03\x01abc",
    "no time": b"\0\xc7\x03\x021:a",
    "no duration": b"\0\xc7\x03\x03abc",
    "lists in lists": nested(DEEPEST + 5),
    "lists in lists without end": nested(MEGABYTE - 10),
    "maps in maps": b"\0" + b"\x81\xa1a" * 1000 + b"\xc0",
    "empty maps": b"\0\xdd" + (MEGABYTE - 10).to_bytes(4) + b"\x80" * (MEGABYTE - 10),
    "empty lists in lists": b"\0\x92\x01\xdc\x0f\xff" + (b"\xdc\x00\x0f" + b"\x90" * 15) * 4095,
    "a list that is said to be long": b"\0\xdd\xff\xff\xff\xff",
    "a text that is said to be long": b"\0\xdb\xff\xff\xff\xff",
}


@pytest.mark.parametrize("frame", BAD.values(), ids=BAD)
def test_a_bad_frame_is_recognised_before_much_is_made_of_it(frame: bytes) -> None:
    with pytest.raises(BadFrameError):
        read(frame)


def test_what_a_page_sends_is_read() -> None:
    action, body = read(registration())
    assert (action.value, body["page"]["width"]) == (REGISTER, 390.0)
    action, body = read(packed(EVENT, {"target": 3, "name": "click", "data": None}))
    assert (action.value, body["target"]) == (EVENT, 3)


def test_the_stamp_of_a_tap_is_split_off_its_frame() -> None:
    frame = packed(EVENT, {"target": 3, "name": "click", "data": None})
    assert split_stamp(frame) == (None, frame)
    assert split_stamp(stamped(frame, 1.5)) == (1.5, frame)
    with pytest.raises(BadFrameError, match="a stamp cut off"):
        split_stamp(stamped(b"", 1.5)[:-1])


def test_the_bounds_are_where_they_are_said_to_be() -> None:
    def event(data: object) -> bytes:
        return packed(EVENT, {"target": 1, "name": "a", "data": data})

    # The message, its body, and the list are three more.
    _, body = read(event([0] * (MOST_ITEMS - 12)))
    assert len(body["data"]) == MOST_ITEMS - 12
    with pytest.raises(BadFrameError, match="too many"):
        read(event([[0] * (MOST_ITEMS // 2)] * 3))
    with pytest.raises(BadFrameError, match="too long"):
        read(event(b"0" * LONGEST_BYTES))


def test_each_ends_its_line_with_a_line_in_the_log(server: Server, counts: Counts) -> None:
    before = resident_bytes(server.process.pid)
    logged = server.log.read_bytes().count(b"\n")
    for frame in islice(_bad_frames(), counts.bad_frames):
        status, line = upgrade(server.port)
        assert status == 101
        line.sendall(framed(frame))
        assert is_closed(line, 5.0)
        line.close()
    told = server.log.read_text("utf-8").splitlines()[logged:]
    assert len(told) <= counts.bad_frames
    assert max(map(len, told)) < 100
    with Page(server.port) as page:
        page.see("home-new-series")
    grown = resident_bytes(server.process.pid) - before
    print(f"\n{counts.bad_frames} bad frames: {grown / MEGABYTE:.1f} MB more")
    assert grown < 20 * MEGABYTE


def _bad_frames() -> Iterator[bytes]:
    """Return the frames above, and a page's frames with some bytes changed."""
    chance = random.Random(7)  # noqa: S311 - the same frames each time
    yield from BAD.values()
    good = registration()
    while True:
        mangled = bytearray(good[: chance.randrange(1, len(good))])
        for _ in range(3):
            mangled[chance.randrange(len(mangled))] = chance.randrange(256)
        yield bytes(mangled)


TOO_MUCH: dict[str, Callable[[], bytes]] = {
    "longer than a frame may be": lambda: framed(b"\0" * (LONGEST_BYTES + 10)),
    "text": lambda: framed(b"abc", opcode=1),
    "text that is none": lambda: framed(b"\xff\xfe", opcode=1),
    "empty fragments without end": lambda: (
        framed(b"\0", last=False) + framed(b"", opcode=0, last=False) * 5000
    ),
    "an unknown opcode": lambda: framed(b"", opcode=5),
    "a ping that is too long": lambda: framed(b"0" * 200, opcode=9),
}


@pytest.mark.parametrize("sent", TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_is_no_frame_ends_the_line(server: Server, sent: Callable[[], bytes]) -> None:
    _, line = upgrade(server.port)
    with suppress(OSError):  # closed before all of it was sent
        line.sendall(sent())
    assert is_closed(line, 5.0)
    line.close()


def test_it_registers_once_and_before_all_else(server: Server) -> None:
    _, line = upgrade(server.port)
    line.sendall(framed(packed(EVENT, {"target": 1, "name": "click", "data": None})))
    assert is_closed(line, 5.0)
    line.close()
    with Page(server.port) as page:
        page.send(REGISTER, {"session_id": None, "page_name": "", "page": {}})
        assert page.is_closed()


def test_msgpack_stops_where_we_rely_on_it() -> None:
    for bound in ({"max_array_len": 1}, {"list_hook": _refuse}):
        with pytest.raises((ValueError, BadFrameError)):
            msgpack.unpackb(b"\x92\x01\x02", **bound)


def _refuse(_items: list[object]) -> None:
    raise BadFrameError("any")


def test_a_page_that_has_sent_too_much_is_notified_when_it_comes_back(server: Server) -> None:
    with Page(server.port, route="/import") as page:
        page.see("import-file")
        page.send(EVENT, {"target": 1, "name": "x", "data": b"0" * LONGEST_BYTES})
        assert page.is_closed()
    with Page(server.port, page.session, route="/import") as page:
        page.until(lambda: "at most 1 MB can be sent" in page.texts())
