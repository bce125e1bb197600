"""The bounds of a room's connections under a clock of our own, keys and ports."""

import asyncio
import socket
from errno import EACCES
from typing import Any

import pytest

from companion.ui.web.connections import MOST, MOST_PAGES, Connections, Use
from companion.ui.web.door import CannotListenError, Keys, chosen_key, listen


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time now."""
        return self.now


class Transport(asyncio.Transport):
    """A connection that only remembers whether it was closed."""

    def __init__(self, number: int) -> None:
        super().__init__({"peername": ("127.0.0.1", number)})
        self.scope: dict[str, Any] = {"client": ("127.0.0.1", number)}
        self.closed = False

    def abort(self) -> None:
        """Close it."""
        self.closed = True

    def is_closing(self) -> bool:
        """Return whether the connection was closed."""
        return self.closed


def test_of_too_many_connections_those_without_a_request_make_room_first() -> None:
    clock = Clock()
    connections = Connections(clock)
    lines = [Transport(number) for number in range(MOST + 3)]
    for number, line in enumerate(lines):
        clock.now = number
        connections.add(line)
        if number < MOST - 2:
            connections.hear(line.scope, Use.UNREGISTERED if number else Use.PAGE)
    closed = [number for number, line in enumerate(lines) if line.closed]
    assert closed == [MOST - 2, MOST - 1, MOST]
    assert len(connections) == MOST


class CountedTransport(Transport):
    """A connection that counts how often all of them were asked whether they are closed."""

    asked = 0

    def is_closing(self) -> bool:
        """Return whether the connection was closed."""
        CountedTransport.asked += 1
        return self.closed


def test_work_for_a_connection_does_not_grow_with_their_number() -> None:
    connections = Connections(Clock(), most=500, most_pages=500)
    for number in range(500):
        line = CountedTransport(number)
        connections.add(line)
        connections.hear(line.scope, Use.PAGE)
    assert (len(connections), CountedTransport.asked) == (500, 0)


def test_of_too_many_pages_the_one_heard_of_longest_ago_makes_room() -> None:
    clock = Clock()
    connections = Connections(clock)
    pages = [Transport(number) for number in range(MOST_PAGES + 1)]
    for number, page in enumerate(pages):
        clock.now = number
        connections.add(page)
        if number == MOST_PAGES:
            connections.hear(pages[0].scope, Use.PAGE)
        connections.hear(page.scope, Use.PAGE)
    assert [number for number, page in enumerate(pages) if page.closed] == [1]


@pytest.mark.parametrize(
    ("use", "closed_after"),
    [(Use.WAITING, 10), (Use.UNREGISTERED, 10), (Use.REQUEST, 120), (Use.PAGE, None)],
)
def test_what_is_silent_for_too_long_is_closed(use: Use, closed_after: int | None) -> None:
    clock, line = Clock(), Transport(1)
    connections = Connections(clock)
    connections.add(line)
    connections.hear(line.scope, use)
    clock.now = closed_after or 10**6
    connections.sweep()
    assert not line.closed
    clock.now += 0.1
    connections.sweep()
    assert line.closed is (closed_after is not None)


def test_a_key_for_one_visit_opens_once() -> None:
    keys = Keys("k" * 16)
    once = keys.for_one_visit()
    assert not keys.opens(once)
    assert [keys.admits(once), keys.admits(once)] == [True, False]
    assert [keys.admits("k" * 16), keys.admits("k" * 16)] == [True, True]


def test_keys_are_random_and_those_that_are_set_are_long() -> None:
    assert chosen_key({}) != chosen_key({"FANTAN_KEY": ""})
    assert len(chosen_key({})) >= 32
    for weak in ("short", "with blanks in it ...", "a;b" * 10, "k" * 129):
        with pytest.raises(CannotListenError, match="FANTAN_KEY"):
            chosen_key({"FANTAN_KEY": weak})


def test_a_port_that_is_taken_is_said_or_another_is_found() -> None:
    first = listen([0], {})
    try:
        with pytest.raises(CannotListenError, match=f"port {first.port} is in use"):
            listen([first.port], {})
        other = listen([first.port, 0], {})
        assert other.port != first.port
        other.bound.close()
    finally:
        first.bound.close()
    assert first.bound.fileno() == -1


def test_a_port_of_another_program_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(_socket: socket.socket, _address: object) -> None:
        raise PermissionError(EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", denied)
    with pytest.raises(CannotListenError, match="port 80: Permission denied"):
        listen([80], {})
