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
from companion.core.kinship import Kin, Story, kin, steps_beyond, story_of
from companion.core.log import Log
from companion.core.names import tidy
from companion.core.objections import Why
from companion.core.presets import parse
from companion.core.rounds.events import FineCharged, FineWaived, Forgotten, Result
from companion.core.sheet import dumps, loads
from companion.core.steps import Dealt, Ended, Recorded, Step
from tests.core.tables import english
from tests.places import RECORDS
from tests.strategies import logs

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
    st.lists(logs().filter(lambda log: bool(log.steps)), max_size=4),
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


def test_the_id_of_each_series_is_kept_and_a_bad_one_left_out() -> None:
    packings = (packing(loads(NIGHT), known_as="0123456789abcdef"), packing(loads(SHARED)))
    content = packed_of(packings, About())
    assert [sheet.id for sheet in unpacked(content).sheets] == ["0123456789abcdef", ""]
    strange = packed_of([packing(loads(NIGHT), known_as="no id\nusual pagat")], About())
    assert unpacked(strange).about == About()


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


@pytest.mark.parametrize(("content", "why"), REFUSED.values(), ids=REFUSED)
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


# Matches in the archive


def story(log: Log) -> Story:
    return story_of(log.series)


def played(turns: Iterable[str], head: str = "Friday") -> Log:
    """Return a log with one round of Ann and Ben."""
    cells = iter(turns)
    rows = [f"{trip}  {ann}  {next(cells, '.')}\n" for trip, ann in enumerate(cells, 1)]
    return loads(
        f"fantan 1\nseries {head}\ndate 2026-11-20\nrules bicycle\n\nround 1\ndealer Ben\n"
        f"         Ann  Ben\n{''.join(rows)}"
    )


BASE = """\
fantan 1
series Friday
date 2026-11-20

round 1
dealer Cem
deal Ann 17 Ben 17 Cem 18
         Ann  Ben  Cem
1        7C   6C   5C
2        8C   4C   3C
"""
RESULT = f"{BASE.partition('1  ')[0]}result Ann 0 1 Ben 2 0 Cem 3 0\n"
SHORTER = BASE.replace("   4C   3C", "   .    .")
OFF = f"{BASE}void\n"
PAID = f"{BASE}pay Ann Ben 50\nvoid\n"
END = f"{OFF}\nend\n"
OPEN = f"{END}open pot Ann 1\n"
NEXT = f"{OFF}\nround 2\ndealer Ann\n Ann Ben Cem\n"
PLANNED = f"{BASE}\nplanned pagat\n"


def renamed(text: str, series: str = "Friday", player: str = "Anna") -> str:
    head = f"series {series}\ndate 2026-11-20\ncalled Ann {player}\n"
    return text.replace("series Friday\ndate 2026-11-20\n", head)


KINS = {
    "the same": (BASE, BASE, Kin.SAME),
    "turns more": (SHORTER, BASE, Kin.FURTHER),
    "turns less": (BASE, SHORTER, Kin.SAME),
    "another turn": (BASE, BASE.replace("8C", "7D"), Kin.NEW),
    "both went on": (f"{BASE}3 9C . .\n", f"{BASE}3 7D . .\n", Kin.NEW),
    "a player renamed": (renamed(BASE), BASE, Kin.SAME),
    "the series renamed": (renamed(BASE, "Porch", "Ann"), BASE, Kin.SAME),
    "renamed and ended since": (renamed(END, "Porch"), OFF, Kin.SAME),
    "renamed and played on since": (renamed(NEXT, "Porch"), SHORTER, Kin.SAME),
    "renamed before, and played on": (SHORTER, renamed(NEXT, "Porch"), Kin.FURTHER),
    "ended since": (END, OFF, Kin.SAME),
    "handed over since": (END, OPEN, Kin.SAME),
    "a card noted since": (f"{BASE}holds Ann 9D\n", BASE, Kin.SAME),
    "a card more noted": (f"{BASE}holds Ann 9D 10D\n", f"{BASE}holds Ann 9D\n", Kin.SAME),
    "paid since": (PAID, BASE, Kin.SAME),
    "paid there": (BASE, PAID, Kin.SAME),
    "paid there, played on here": (NEXT, PAID, Kin.SAME),
    "handed over there, played on here": (NEXT, OPEN, Kin.SAME),
    "ended there, played on here": (NEXT, END, Kin.SAME),
    "paid twice there": (PAID, PAID.replace("pay", "pay Ann Ben 50\npay"), Kin.SAME),
    "rules planned there": (BASE, PLANNED, Kin.SAME),
    "another date of a round": (BASE.replace("dealer", "date 2026-11-21\ndealer"), BASE, Kin.SAME),
    "its result alone there": (BASE, RESULT, Kin.NEW),
    "put off since": (f"{RESULT}later Ben\n", RESULT, Kin.SAME),
    "other players": (BASE, BASE.replace("Ben", "Dan"), Kin.SAME),
    "handed over there": (OPEN, END, Kin.FURTHER),
    "ended there": (OFF, END, Kin.FURTHER),
}


@pytest.mark.parametrize(("ours", "theirs", "how"), KINS.values(), ids=KINS)
def test_series_are_compared_by_the_facts_of_their_rounds(ours: str, theirs: str, how: Kin) -> None:
    assert kin(story(loads(ours)), story(loads(theirs))) is how, theirs


def only_adds(step: Step) -> bool:
    if isinstance(step, Recorded):
        return not isinstance(step.event, FineWaived | FineCharged | Forgotten | Result)
    return isinstance(step, Dealt | Ended)


@settings(max_examples=15)
@given(logs().filter(lambda log: bool(log.steps)), st.data())
def test_additions_since_a_backup_make_no_other_series(log: Log, data: st.DataObject) -> None:
    numbered = enumerate(log.steps, 1)
    since = max((place for place, step in numbered if not only_adds(step)), default=0)
    count = data.draw(st.integers(max(since, 1), len(log.steps)))
    older = loads(dumps(Log.of(log.head, log.steps[:count])))
    ours, theirs = story(log), story(older)
    assert kin(ours, theirs) is Kin.SAME, (dumps(log), dumps(older))
    assert kin(theirs, ours) in {Kin.SAME, Kin.FURTHER}


SINCE = {
    "the same": (["7C"], "Friday", Kin.SAME),
    "renamed": (["7C"], "Saturday", Kin.SAME),
    "played on": (["7C", "6C"], "Friday", Kin.SAME),
    "taken back": ([], "Friday", Kin.FURTHER),
    "dealt anew": (["7D"], "Friday", Kin.NEW),
    "dealt anew and renamed": (["7D"], "Saturday", Kin.NEW),
}


@pytest.mark.parametrize(("turns", "name", "how"), SINCE.values(), ids=SINCE)
def test_changes_since_a_backup_are_seen(turns: list[str], name: str, how: Kin) -> None:
    assert kin(story(played(turns, name)), story(played(["7C"]))) is how


@settings(max_examples=15)
@given(logs().filter(lambda log: len(log.steps) > 1), st.data())
def test_a_shorter_copy_is_continued_to_the_same_series(log: Log, data: st.DataObject) -> None:
    whole = loads(dumps(log))
    part = Log.of(whole.head, whole.steps[: data.draw(st.integers(1, len(whole.steps) - 1))])
    if kin(story(part), story(whole)) is Kin.FURTHER:
        continued = Log.of(whole.head, (*part.steps, *steps_beyond(part.series, whole.series)))
        assert kin(story(continued), story(whole)) is Kin.SAME
