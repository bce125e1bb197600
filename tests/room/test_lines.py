"""Contract of `Lines`, the same for both engines."""

import asyncio
import random
import secrets
import time
from collections import defaultdict
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.desk.ports import Lines, LinesFailedError
from tests.cases import cases
from tests.room.engines import opened

ODD_LINES = {
    "empty": b"",
    "text": "Zoë lässt den König liegen 🂮".encode(),
    "every byte": bytes(range(256)),
    "line breaks and zeros": b"\r\n\0\n\0\0",
    "a surrogate": b"\xed\xb2\x80\xed\xa0\x80",
    "half a letter": "ß".encode()[:1],
    "longest of zeros": bytes(64 * 1024),
    "longest of all kinds": random.Random(1).randbytes(64 * 1024),  # noqa: S311 - no secret
}


@pytest.fixture
def stream() -> str:
    return secrets.token_hex(16)


async def read(lines: Lines, stream: str, last: int, after: int = 0) -> list[tuple[int, bytes]]:
    """Return the lines between two places."""
    found = list[tuple[int, bytes]]()
    async with asyncio.timeout(20):
        while after + len(found) < last:  # a new follower at each turn
            async for line in lines.follow(stream, after + len(found)):
                found.append(line)
                if len(found) % 7 == 0 or line[0] == last:
                    break
    return found


def numbered(*lines: bytes, after: int = 0) -> list[tuple[int, bytes]]:
    return list(enumerate(lines, after + 1))


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from("ab"),
            st.integers(-1, 2) | st.just(2**40),
            st.binary(max_size=80),
        ),
        max_size=20,
    )
)
async def test_a_line_gets_the_next_place_and_no_other(
    lines: Lines, tries: list[tuple[str, int, bytes]]
) -> None:
    prefix, expected = secrets.token_hex(8), defaultdict[str, list[bytes]](list)
    for name, beyond, line in tries:
        place = len(expected[name]) + beyond
        assert await lines.append(f"{prefix}.{name}", place, line) == (beyond == 1)
        if beyond == 1:
            expected[name].append(line)
        assert await lines.count(f"{prefix}.{name}") == len(expected[name])
    for name, content in expected.items():
        assert await read(lines, f"{prefix}.{name}", len(content)) == numbered(*content)


@cases("line", ODD_LINES)
async def test_any_bytes_are_kept(engine: Callable[[], Lines], stream: str, line: bytes) -> None:
    async with opened(engine) as lines:
        assert await lines.append(stream, 1, line)
        assert await lines.append(stream, 2, b"after")
        assert await read(lines, stream, 2) == numbered(line, b"after")
    async with opened(engine) as lines:
        assert await lines.count(stream) == 2
        assert await read(lines, stream, 2) == numbered(line, b"after")
        assert not await lines.append(stream, 2, b"late")
        assert await lines.append(stream, 3, b"next")


async def test_of_all_at_one_place_exactly_one_wins(lines: Lines, stream: str) -> None:
    for place in range(1, 41):
        tries = [lines.append(stream, place, b"%d" % member) for member in range(8)]
        won = await asyncio.gather(*tries)
        assert won.count(True) == 1
        assert await read(lines, stream, place, place - 1) == [(place, b"%d" % won.index(True))]


async def test_everybody_reads_everything_in_order_while_lines_are_appended(
    lines: Lines, stream: str
) -> None:
    others = [f"{stream}.{number}" for number in range(3)]
    last, followers = 60, list[asyncio.Task[list[tuple[int, bytes]]]]()

    async def fill(name: str) -> None:
        for place in range(1, last + 1):
            assert await lines.append(name, place, f"{name} {place}".encode())
            if name == stream and place % 5 == 0:
                for after in (0, place - 1, place, place + 3):
                    following = read(lines, stream, last, min(after, last))
                    followers.append(asyncio.create_task(following))

    followers += [asyncio.create_task(read(lines, stream, last)) for _ in range(8)]
    await asyncio.gather(*map(fill, [stream, *others]))
    expected = numbered(*(f"{stream} {place}".encode() for place in range(1, last + 1)))
    for found in await asyncio.gather(*followers):
        assert found == expected[last - len(found) :]
    for other in others:
        assert [line for _, line in await read(lines, other, last)] == [
            f"{other} {place}".encode() for place in range(1, last + 1)
        ]


async def test_closed_lines_end_their_followers_and_take_nothing_more(
    engine: Callable[[], Lines], stream: str
) -> None:
    lines = engine()
    await lines.open()
    await lines.append(stream, 1, b"one")
    reading, found = asyncio.Event(), list[bytes]()

    async def follow() -> None:
        async for _, line in lines.follow(stream, 0):
            found.append(line)
            reading.set()

    async with asyncio.timeout(10):
        following = asyncio.create_task(follow())
        await reading.wait()
        await lines.close()
        await following
    assert found == [b"one"]
    with pytest.raises(LinesFailedError, match="closed"):
        await lines.append(stream, 2, b"two")


async def test_streams_are_listed_with_their_length_and_time_and_deleted(
    lines: Lines, stream: str
) -> None:
    for place in (1, 2):
        assert await lines.append(stream, place, b"x")
    assert await lines.append(f"{stream}.door", 1, b"x")
    found = {kept.name: kept for kept in await lines.streams() if kept.name.startswith(stream)}
    assert {name: kept.lines for name, kept in found.items()} == {stream: 2, f"{stream}.door": 1}
    assert abs(found[stream].last - time.time()) < 60
    await lines.delete(stream)
    assert await lines.count(stream) == 0
    assert await lines.count(f"{stream}.door") == 1
    assert await lines.append(stream, 1, b"again")
