"""The documents: every example in them is run, and every word of the code is explained."""

import json
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.books import Reason
from companion.core.names import RESERVED
from companion.core.presets import PRESETS, parse, preset
from companion.core.rounds.reading import KINDS
from companion.core.rules import OPTIONS, Rules, spoken
from tests.commands.recording import run
from tests.places import ROOT

SCORE_SHEET = "score-sheet.md"
DOCUMENTS = (SCORE_SHEET, "commands.md")
FENCED = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
TYPED = "> "
ROW = re.compile(r"^\| `([^`]+)`.*$", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """A command of a document, the lines typed after it, and all that it shows."""

    command: str
    typed: tuple[str, ...]
    shown: str


def text_of(document: str) -> str:
    return (ROOT / "docs" / document).read_text("utf-8")


def sheets_of(document: str) -> dict[str, str]:
    """Return the sheets and tables of a document by the file name in their first line."""
    files = {"fantan", "csv"}
    texts = [text for kind, text in FENCED.findall(text_of(document)) if kind in files]
    return {text.partition("\n")[0].removeprefix("# "): text for text in texts}


def examples_of(document: str) -> Iterator[Example]:
    for kind, text in FENCED.findall(text_of(document)):
        if kind == "console":
            for command, shown in COMMAND.findall(text):
                typed = [line for line in shown.splitlines() if line.startswith(TYPED)]
                yield Example(command, tuple(line.removeprefix(TYPED) for line in typed), shown)


class Terminal:
    """A shell that knows `fantan` and `echo $?`."""

    def __init__(self, home: Path) -> None:
        self._home, self._code = home, 0

    def show(self, example: Example) -> str:
        """Run the command; return its output and errors with the typed lines in their places."""
        program, *words = shlex.split(example.command)
        if program == "echo":
            return f"{self._code}\n"
        assert program == "fantan"
        ran = run(self._home, *words, fed=self._type(example.typed))
        self._code = ran.code
        return (ran.out + ran.err).replace(os.sep, "/")

    @staticmethod
    def _type(lines: tuple[str, ...]) -> Iterator[str]:
        for line in lines:
            print(f"{TYPED}{line}")  # noqa: T201 - into the output, at the moment it is read
            yield line


def without_margin(text: str) -> list[str]:
    """Return the lines without the blanks that fill the last column of a sheet."""
    return [line.rstrip() for line in text.splitlines()]


def objects_in(text: str) -> list[Any]:
    """Return the JSON values that follow each other in a text."""
    values, place = list[Any](), 0
    while rest := text[place:].strip():
        place = text.index(rest, place)
        value, place = json.JSONDecoder().raw_decode(text, place)
        values.append(value)
    return values


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_example_prints_the_text_of_the_document(
    document: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in sheets_of(document).items():
        Path(name).write_text(text, encoding="utf-8")
    terminal = Terminal(home)
    for example in examples_of(document):
        printed = terminal.show(example)
        if "--json" in example.command:
            assert list(map(json.dumps, objects_in(printed))) == list(
                map(json.dumps, objects_in(example.shown))
            )
        else:
            assert without_margin(printed) == without_margin(example.shown), example.command


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_sheet_is_read_or_shown_to_be_bad(document: str, home: Path, tmp_path: Path) -> None:
    replayed = {one.command.split()[-1] for one in examples_of(document) if "replay" in one.command}
    sheets = {name: text for name, text in sheets_of(document).items() if name.endswith(".fantan")}
    for name, text in sheets.items():
        (file := tmp_path / name).write_text(text, encoding="utf-8")
        ran = run(home, "replay", file)
        assert name in replayed or (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_block_is_a_sheet_or_a_transcript(document: str) -> None:
    blocks = FENCED.findall(text_of(document))
    assert {kind for kind, _ in blocks} <= {"fantan", "csv", "console"}
    assert text_of(document).count("```") == 2 * len(blocks)
    assert all(name.endswith((".fantan", ".csv")) for name in sheets_of(document))
    assert all(COMMAND.sub("", text) == "" for kind, text in blocks if kind == "console")


def test_each_word_of_a_sheet_is_explained_and_used() -> None:
    rows = {row.split()[0] for row in ROW.findall(text_of(SCORE_SHEET))}
    used = {line.split()[0] for text in sheets_of(SCORE_SHEET).values() for line in lines_of(text)}
    of_sheets = RESERVED - {"charge", "pot"}
    assert of_sheets <= rows
    assert of_sheets <= used


def lines_of(sheet: str) -> list[str]:
    return [line for line in sheet.splitlines() if line.strip()]


def test_each_command_of_record_is_used() -> None:
    typed = {line.split()[0] for one in examples_of(SCORE_SHEET) for line in one.typed}
    alone = {"--", "sheet", "undo", "redo"}
    assert typed >= KINDS.keys() | alone | {
        "deal",
        "end",
        "lead",
        "planned",
        "repair",
        "handed",
        "later",
        "now",
    }


def test_house_rules_are_those_of_the_app() -> None:
    text = text_of(SCORE_SHEET)
    meant = dict(
        re.findall(r"^\| `([a-z0-9-]+)` \| `([a-z-]+(?: \w+=\S+)*)` \|$", text, re.MULTILINE)
    )
    same = {name: replace(parse(words), preset=name) for name, words in meant.items()}
    assert same == {name: preset(name) for name in PRESETS}
    defaults = dict(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", text, re.MULTILINE))
    options = {option.name: spoken(Rules(), option.name) for option in OPTIONS}
    assert options.items() <= defaults.items()


def test_each_key_of_the_json_is_explained() -> None:
    text = text_of(SCORE_SHEET)
    outputs = [one.shown for one in examples_of(SCORE_SHEET) if "--json" in one.command]
    keys = {key for shown in outputs for value in objects_in(shown) for key in keys_in(value)}
    assert keys
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []
    assert [one.value for one in Reason if f"`{one.value}`" not in text] == []


def test_columns_of_the_tables_are_those_of_the_document(home: Path, tmp_path: Path) -> None:
    (sheet := tmp_path / "night.fantan").write_text(sheets_of("commands.md")["night.fantan"])
    run(home, "import", sheet)
    section = (
        text_of("commands.md").partition("## Tables for spreadsheets")[2].partition("\n## ")[0]
    )
    for words in (["export", "--csv", "-"], ["series", "--csv"], ["stats", "--csv"]):
        _, _, after = section.partition(f"`fantan {' '.join(words[:2])}`")
        explained = re.findall(r"`([^`\n]+)`", after.partition("\n`fantan")[0])
        titles = run(home, *words).out.removeprefix("\ufeff").partition("\n")[0].strip().split(",")
        assert [title for title in titles if title not in explained] == []


def keys_in(value: Any) -> Iterator[str]:
    """Yield all keys of a JSON value, other than handles."""
    if isinstance(value, dict):
        yield from (key for key in value if key.islower())
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from keys_in(item)
