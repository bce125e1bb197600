"""Damaged sheets: each is read or refused with its line, and nothing else ever happens."""

from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.core.objections import SheetError
from companion.core.sheet import Reading, dumps, read
from tests.places import RECORDS
from tests.strategies import logs, luck

SHEETS = tuple(file.read_text(encoding="utf-8") for file in sorted(RECORDS.glob("*.fantan")))
WORDS = (
    *("7C", "10♥", "th", "--", ".", "A", "Ana", "1", "0", "-1", "+-3", "99999999999", "²", "٣"),
    *("=", "==", "#", "round", "deal", "dealer", "left", "hand", "waive", "pay", "pot", "void"),
    *("rules", "bicycle", "target=1", "starter=any", "opening=7D", "points=pips", "fantan"),
    *("called", "= pot", "= chips", "= winner", "= total chips", "\x00", "\ufeff", "é", ""),
    *("worth", "holds", "paid", "points", "end", "settled", "planned", "charge", "rounds=1"),
)

Damage = Callable[[Random, str], str]


def _places(chance: Random, parts: list[str]) -> tuple[int, int]:
    return chance.randrange(len(parts)), chance.randrange(len(parts))


def _on_parts(
    apart: Callable[[str], list[str]], mend: Callable[[Random, list[str]], None]
) -> Damage:
    def damage(chance: Random, text: str) -> str:
        parts = apart(text)
        if parts:
            mend(chance, parts)
        return "".join(parts)

    return damage


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _cells(text: str) -> list[str]:
    return [part for line in _lines(text) for part in (*_words(line), "\n")]


def _words(line: str) -> list[str]:
    return [f"{word} " for word in line.split()]


def _cut(chance: Random, parts: list[str]) -> None:
    del parts[_places(chance, parts)[0]]


def _swap(chance: Random, parts: list[str]) -> None:
    one, other = _places(chance, parts)
    parts[one], parts[other] = parts[other], parts[one]


def _double(chance: Random, parts: list[str]) -> None:
    place, target = _places(chance, parts)
    parts.insert(target, parts[place])


def _replace(chance: Random, parts: list[str]) -> None:
    parts[_places(chance, parts)[0]] = f"{chance.choice(WORDS)} "


def _cut_off(chance: Random, parts: list[str]) -> None:
    del parts[_places(chance, parts)[0] :]


DAMAGES: tuple[Damage, ...] = tuple(
    _on_parts(apart, mend)
    for apart in (_lines, _cells, list)
    for mend in (_cut, _swap, _double, _replace, _cut_off)
)


@st.composite
def damaged_sheets(draw: st.DrawFn) -> str:
    """Draw a record or a random sheet with one to four damages."""
    text = draw(st.one_of(st.sampled_from(SHEETS), logs(most=1).map(dumps)))
    chance = draw(luck())
    for damage in draw(st.lists(st.sampled_from(DAMAGES), min_size=1, max_size=4)):
        text = damage(chance, text)
    return text


@settings(max_examples=100)
@given(damaged_sheets())
@example("fantan 1\nround 1\nA B\n= pot +-3\n")
@example("fantan 1\nround 1\nA B\n= pot " + "1" * 5_000)
@example("fantan " + "1" * 5_000)
@example("fantan 1\nrules bicycle ante=" + "9" * 5_000)
@example("fantan 1\nround 1\nA B\npay A B " + "9" * 5_000)
@example("fantan 1\nround 1\nA B\n" + "9" * 5_000 + " 7C .")
@example("fantan 1\nround 1\n= winner A\n")
@example("fantan 1\nround 1\n= total chips A 1\n")
def test_a_damaged_sheet_is_refused_with_its_line_or_read(text: str) -> None:
    lines = range(1, text.count("\n") + 2)
    reading = _read(text)
    if isinstance(reading, SheetError):
        assert reading.line in lines
        assert all(len(fault.problem.splitlines()) == 1 for fault in reading.faults)
        assert [fault.line for fault in reading.faults] == sorted(
            fault.line for fault in reading.faults
        )
    else:
        written = dumps(reading.log)
        again = read(written)
        assert (again.log.series, again.faults) == (reading.log.series, ())
        assert dumps(again.log) == written
        assert all(fault.line in lines for fault in reading.faults)


def _read(text: str) -> Reading | SheetError:
    try:
        return read(text)
    except SheetError as refused:
        return refused


@st.composite
def damaged_bytes(draw: st.DrawFn) -> bytes:
    """Draw the bytes of a sheet, some of them changed, cut or inserted."""
    written = bytearray(draw(st.sampled_from(SHEETS)).encode())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(written)))
        gone = draw(st.integers(0, 3))
        written[at : at + gone] = draw(st.binary(max_size=3))
    return bytes(written)


@settings(max_examples=80)
@given(written=damaged_bytes())
def test_a_fault_is_one_line(written: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "damaged.fantan"
    file.write_bytes(written)
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = main(["replay", str(file)])
    faults = err.getvalue().splitlines()
    notes = [line for line in faults if ": note: " in line]
    assert (bool(out.getvalue()), len(faults) > len(notes)) == (code < 2, code > 0)
    assert all(line.startswith(f"{file}:") for line in faults)
