"""Backups: packing, unpacking, and malicious zips."""

import io
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import backup
from companion.core.backup import About, BackupError, is_zip, packing, unpacked
from companion.core.backup import packed as packed_of
from companion.core.cards import card
from companion.core.log import Log
from companion.core.names import tidy
from companion.core.objections import Why
from companion.core.presets import parse
from companion.core.sheet import dumps, loads
from tests.cases import cases
from tests.core.tables import english
from tests.places import RECORDS
from tests.strategies import dealt_logs

NIGHT = (RECORDS / "night.fantan").read_text(encoding="utf-8")
SHARED = (RECORDS / "number_of_rounds.fantan").read_text(encoding="utf-8")
HEAD = "fantan-backup 1\n"
HOSTILE_NAMES = (
    *("", "CON", "nul.txt", "../../etc/passwd", "C:\\x", "a/b", ". .", "-", "~"),
    *("🎉🃏", "é" * 40, "x" * 40, "夜" * 40, "<b>&amp;", "%2e%2e", "a.zip", "__MACOSX"),
)


def zipped(entries: Mapping[str, bytes | str], how: int = ZIP_DEFLATED) -> bytes:
    content = io.BytesIO()
    with ZipFile(content, "w", how) as file:
        for name, text in entries.items():
            file.writestr(name, text)
    return content.getvalue()


def alone(sheet: bytes | str) -> bytes:
    """Return a zip of this sheet."""
    return zipped({"a.fantan": sheet})


def named(log: Log, name: str) -> Log:
    return loads(dumps(Log.of(replace(log.head, name=tidy(name)), log.steps)))


def packed(logs: Iterable[Log], about: About | None = None) -> bytes:
    return packed_of(map(packing, logs), about or About())


def names_in(content: bytes) -> list[str]:
    with ZipFile(io.BytesIO(content)) as file:
        assert file.testzip() is None
        return file.namelist()


# Packing and unpacking


@settings(max_examples=12)
@given(
    st.lists(dealt_logs(), max_size=4),
    st.lists(st.sampled_from(HOSTILE_NAMES), min_size=4, max_size=4),
    st.sampled_from([None, "bicycle ante=2", "kartendomino"]),
)
def test_a_backup_is_whole(packed_logs: list[Log], names: list[str], rules: str | None) -> None:
    plain = [loads(dumps(log)) for log in packed_logs]
    whole = [named(log, name) for log, name in zip(plain, names, strict=False) if log.steps]
    about = About(parse(rules) if rules else None)
    content = packed(whole, about)
    assert packed(whole, about) == content
    backup = unpacked(content)
    assert [sheet.text for sheet in backup.sheets] == [*dict.fromkeys(map(dumps, whole))]
    assert (backup.about, backup.skipped) == (about, ())
    assert packed((loads(sheet.text) for sheet in backup.sheets), about) == content
    files = names_in(content)
    assert len({file.casefold() for file in files}) == len(files)
    assert not any(mark in file for file in files for mark in '<>:"/\\|?*\n')


def test_entries_have_readable_names_and_always_the_same_time() -> None:
    content = packed([loads(NIGHT), loads(SHARED)])
    assert names_in(content) == ["backup.txt", "00001 Friday night.fantan", "00002.fantan"]
    with ZipFile(io.BytesIO(content)) as file:
        assert {one.date_time for one in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {one.create_system for one in file.infolist()} == {3}
        assert {one.compress_type for one in file.infolist()} == {ZIP_DEFLATED}


def test_the_id_of_each_series_is_on_its_sheet() -> None:
    logs = loads(NIGHT).known_as("0123456789abcdef"), loads(SHARED)
    backup = unpacked(packed_of(map(packing, logs), About()))
    assert [sheet.id for sheet in backup.sheets] == ["0123456789abcdef", ""]
    assert "\nid       0123456789abcdef\n" in backup.sheets[0].text


def test_ids_beside_the_sheets_of_a_former_backup_are_read() -> None:
    about = f"{HEAD}id 2 0123456789abcdef\n"
    former = {"backup.txt": about, "00001.fantan": NIGHT, "00002.fantan": SHARED}
    backup = unpacked(zipped(former))
    assert [sheet.text for sheet in backup.sheets] == [
        dumps(loads(NIGHT)),
        dumps(loads(SHARED).known_as("0123456789abcdef")),
    ]
    assert backup.skipped == ()


def test_series_whose_sheets_are_the_same_are_one() -> None:
    for log in (loads(NIGHT), played([])):
        assert packed([log] * 2) == packed([log])
    assert len(unpacked(zipped({"a.fantan": NIGHT, "b.fantan": NIGHT})).sheets) == 1


# Folders zipped by people


def test_a_zipped_folder_is_read_and_other_files_are_reported() -> None:
    backup = unpacked(
        zipped(
            {
                "nights/": "",
                "nights/Friday.FANTAN": NIGHT,
                "../../x\\number.fantan": SHARED.replace("\n", "\r\n"),
                "__MACOSX/nights/._Friday.fantan": b"\0\5\x16\7",
                "picture.png": b"\x89PNG",
            },
            ZIP_STORED,
        )
    )
    assert [sheet.file for sheet in backup.sheets] == ["Friday.FANTAN", "number.fantan"]
    assert backup.skipped == ("._Friday.fantan", "picture.png")
    assert backup.about == About()


def test_a_word_of_a_later_app_is_reported_and_left_out() -> None:
    text = f"{HEAD}usual kartendomino\n# so\n\nplayers Ann\x1b  x\n"
    backup = unpacked(zipped({"backup.txt": text}))
    assert backup.about == About(parse("kartendomino"))
    assert backup.skipped == ("players Ann\\x1b  x",)


def test_an_entry_without_a_name_is_passed_over() -> None:
    content = zipped({"a.fantan": NIGHT, "x.png": ""}).replace(b"x.png", b"\0.png")
    assert len(unpacked(content).sheets) == 1


def test_a_name_is_shown_in_one_line_and_shortened() -> None:
    with pytest.raises(BackupError) as refused:
        unpacked(zipped({f"a\n\x1b[31m{'x' * 90}.fantan": "fantan 2\n"}))
    assert refused.value.file.startswith("a\\n\\x1b[31mxxx")
    assert len(refused.value.file) <= 40


# Refusals, with their file, line and reason


def locked(name: str = "a.fantan") -> bytes:
    content = bytearray(zipped({name: NIGHT}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + place] |= 1
    return bytes(content)


def lying(size: int, sheet: str = NIGHT) -> bytes:
    """Return a zip whose entry states this size."""
    content = bytearray(alone(sheet))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", content, content.index(mark) + place, size)
    return bytes(content)


def spoilt(content: bytes) -> bytes:
    """Return the content with a changed byte in the middle of the first entry."""
    broken = bytearray(content)
    broken[120] ^= 0xFF
    return bytes(broken)


BOMB = "\n" * (backup.MOST_SHEET_BYTES + 1)
MANY = {f"{n}": b"" for n in range(backup.MOST_ENTRIES + 1)}
REFUSED = {
    "nothing": (b"", backup.DAMAGED),
    "no zip": (b"\x89PNG\r\n", backup.DAMAGED),
    "the half of one": (packed([loads(NIGHT)])[:400], backup.DAMAGED),
    "no sheet in it": (zipped({"a.txt": "x"}), backup.NO_SHEET),
    "a bad line": (
        zipped({"a.fantan": NIGHT, "b.fantan": "fantan 1\nround 1\n    Ann Ben\n 1  9H  .\n"}),
        f"b.fantan:4: {english(Why.NEIGHBOUR_MISSING, card=card('9H'), other_card=card('8H'))}",
    ),
    "a newer sheet": (alone("fantan 2\n"), "a.fantan:1: version 2 is not known here, only 1"),
    "no round": (alone("fantan 1\nseries x\n"), f"a.fantan:1: {backup.NO_ROUND}"),
    "no text": (alone(b"fantan 1\n\xff"), "a.fantan:2: this is not UTF-8 text"),
    "a long text beside the sheets": (
        zipped({"backup.txt": HEAD + "# a remark\n" * 1_600_000}),
        f"backup.txt: {backup.TOO_LARGE}",
    ),
    "a zip alone in it": (
        zipped({"x/b.ZIP": packed([])}),
        backup.NO_SHEET,
    ),
    "a password": (locked(), f"a.fantan: {backup.IS_LOCKED}"),
    "another packing": (zipped({"a.fantan": NIGHT}, ZIP_BZIP2), f"a.fantan: {backup.DAMAGED}"),
    "a changed byte": (spoilt(alone(NIGHT)), f"a.fantan: {backup.DAMAGED}"),
    "shorter than it says": (lying(10), f"a.fantan: {backup.DAMAGED}"),
    "a bomb that lies about its size": (lying(20, BOMB), f"a.fantan: {backup.DAMAGED}"),
    "a bomb": (alone(BOMB), f"a.fantan: {backup.TOO_LARGE}"),
    "an entry too many": (zipped(MANY, ZIP_STORED), backup.TOO_LARGE),
}


@cases("content, why", REFUSED)
def test_it_is_refused_whole_with_its_reason(content: bytes, why: str) -> None:
    with pytest.raises(BackupError) as refused:
        unpacked(content)
    assert refused.value.where_and_why == why


UNREAD = (
    "hello",
    "usual whist",
    *(f"id{said}" for said in ("", " 1", " x 0123456789abcdef", " 1 ..", " 1 0123 4")),
)


@pytest.mark.parametrize("line", UNREAD)
def test_unreadable_fact_is_left_out_and_reported(line: str) -> None:
    text = f"{HEAD}{line}\nsaved pagat : Ours\n"
    backup = unpacked(zipped({"backup.txt": text, "00001.fantan": NIGHT}))
    assert backup.skipped == (line,)
    assert backup.about == About()
    assert len(backup.sheets) == 1


def test_all_sheets_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "MOST_BYTES", len(NIGHT.encode()) + 10)
    with pytest.raises(BackupError, match=backup.TOO_LARGE):
        unpacked(zipped({"a.fantan": NIGHT, "b.fantan": SHARED}))


def test_an_entry_named_twice_counts_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "MOST_BYTES", len(NIGHT.encode()) * 2)
    content = io.BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as file:
        file.writestr("a.fantan", NIGHT)
        entry = file.infolist()[0]
        file.filelist += [entry] * 3
    with pytest.raises(BackupError, match=backup.TOO_LARGE):
        unpacked(content.getvalue())


@settings(max_examples=60)
@given(st.data())
def test_changed_bytes_are_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(packed([loads(SHARED)]))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, 30))
    with suppress(BackupError):
        unpacked(bytes(content[: len(content) - cut]))


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_in_one_line(tail: bytes) -> None:
    for head in (b"", b"PK\x03\x04", b"PK\x05\x06"):
        with pytest.raises(BackupError):
            unpacked(head + tail)


def test_a_zip_is_known_by_its_beginning() -> None:
    assert [*map(is_zip, (packed([]), NIGHT.encode(), b""))] == [True, False, False]


def played(turns: Iterable[str], head: str = "Friday") -> Log:
    """Return a log with one round of Ann and Ben."""
    cells = iter(turns)
    rows = [f"{trip}  {ann}  {next(cells, '.')}\n" for trip, ann in enumerate(cells, 1)]
    return loads(
        f"fantan 1\nseries {head}\ndate 2026-11-20\nrules bicycle\n\nround 1\ndealer Ben\n"
        f"         Ann  Ben\n{''.join(rows)}"
    )
