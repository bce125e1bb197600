"""Which lines can be believed, and what a file's end tells about how it came to be."""

from __future__ import annotations

import pytest

from storage.journal_lines import FORMAT, Header, read_line, scan, write_line

HEADER = Header(schema=1, generation=3, sequence=10).line()
LINES = [write_line(3, number, f'{{"n":["table {number}"]}}') for number in range(11, 14)]
WHOLE = HEADER + b"".join(LINES)
LONG = write_line(3, 14, '{"s":{"t":{"1":"' + "x" * 1200 + '"}}}')


def numbers(content: bytes) -> list[int]:
    return [line.sequence for line in scan(content).lines]


def test_a_line_is_checksum_number_and_text() -> None:
    assert write_line(1, 7, '{"n":["events"]}') == b'2ddc31ec 7 {"n":["events"]}\n'


def test_a_line_of_another_generation_is_not_believed() -> None:
    assert read_line(LINES[0][:-1], 3) is not None
    assert read_line(LINES[0][:-1], 4) is None


def test_a_checksum_in_capitals_is_not_ours() -> None:
    line = write_line(1, 7, '{"n":["events"]}')
    assert read_line(line[:8].upper() + line[8:-1], 1) is None


def test_a_whole_file_is_sound() -> None:
    found = scan(WHOLE)
    assert found.sound
    assert found.end == len(WHOLE)
    assert found.header == Header(schema=1, generation=3, sequence=10, format=FORMAT)


def zeros(line: bytes, start: int, stop: int) -> bytes:
    return line[:start] + bytes(stop - start) + line[stop:]


SECTOR = 512 - len(WHOLE)

CUT_OFF = {
    "nothing of a line": b"",
    "nothing of a line, room for more": bytes(2000),
    "half of it, room for more": LONG[:600] + bytes(2000),
    "all but a sector, room for more": zeros(LONG, SECTOR, SECTOR + 512) + bytes(2000),
    "its first byte": LONG[:1],
    "half of it": LONG[:600],
    "all but its line break": LONG[:-2],
    "its length, nothing of it": bytes(len(LONG)),
    "its length and its first sector": zeros(LONG, SECTOR, len(LONG)),
    "its last sectors": zeros(LONG, 0, SECTOR),
    "all but a sector in the middle": zeros(LONG, SECTOR, SECTOR + 512),
}


@pytest.mark.parametrize("tail", CUT_OFF.values(), ids=CUT_OFF)
def test_a_write_that_was_cut_off(tail: bytes) -> None:
    found = scan(WHOLE + tail)
    assert found.sound
    assert found.end == len(WHOLE)
    assert numbers(WHOLE + tail) == [11, 12, 13]


DAMAGED = {
    "a wrong byte in a line that ends": WHOLE[:-5] + b"X" + WHOLE[-4:],
    "zeros that no sector explains": WHOLE + zeros(LONG, 20, 40),
    "a line twice": WHOLE + LINES[2],
    "a line missing": HEADER + LINES[0] + LINES[2],
    "something else behind it": WHOLE + b"hello\n",
    "an empty line": WHOLE + b"\n",
    "the last line break wrong": WHOLE[:-1] + b"X",
    "a line behind a torn one": WHOLE[:-5] + write_line(3, 14, "{}"),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_what_no_cut_off_write_leaves(content: bytes) -> None:
    assert not scan(content).sound


@pytest.mark.parametrize("content", [b"", HEADER[:-1], b"hello\n", LINES[0]])
def test_a_file_is_never_without_its_header(content: bytes) -> None:
    found = scan(content)
    assert not found.sound
    assert found.header is None
    assert found.open_end


def test_records_behind_a_lost_header_are_found_by_their_checksums() -> None:
    content = b"x" + WHOLE[1:]
    assert scan(content).generation == 3
    assert numbers(content) == [11, 12, 13]


def test_lines_in_a_wrong_order_are_all_there() -> None:
    assert numbers(HEADER + LINES[1] + LINES[2] + LINES[0]) == [11, 12, 13]


def test_fewer_records_than_came_with_the_header_is_damage() -> None:
    content = Header(schema=1, generation=3, sequence=10, records=4).line() + b"".join(LINES)
    assert not scan(content).sound
    assert scan(content).open_end
