"""JSON Schemas of the documents: what each job prints is valid, and nothing is left unsaid.

Programs that read the objects must bear keys that a later version adds.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from companion.core.books import Reason
from companion.core.sheet import read, report
from tests.cases import cases
from tests.commands.recording import run
from tests.places import RECORDS, ROOT

SHEETS = sorted(RECORDS.glob("*.fantan"))


def described(job: str) -> dict[str, Any]:
    """Return the document of the schema of what a job prints."""
    document: dict[str, Any] = json.loads((ROOT / "docs" / f"{job}.schema.json").read_text("utf-8"))
    return document


def schema_of(job: str) -> Draft202012Validator:
    """Return the schema of what a job prints, with no key that is not described."""
    schema = described(job)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(_closed(schema))


def _closed(schema: Any) -> Any:
    match schema:
        case {"properties": _}:
            inner = {name: _closed(value) for name, value in schema.items()}
            return {"additionalProperties": False, **inner}
        case dict():
            return {name: _closed(value) for name, value in schema.items()}
        case list():
            return [_closed(value) for value in schema]
        case _:
            return schema


REPLAY = schema_of("replay")


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.stem)
def test_the_report_of_a_sheet_is_valid(file: Path) -> None:
    REPLAY.validate(report(read(file.read_text("utf-8")).log, file.name))


def test_the_lists_are_valid(home: Path) -> None:
    run(home, "import", *SHEETS)
    for job in ("series", "stats"):
        schema, lines = schema_of(job), run(home, job, "--json").out.splitlines()
        assert len(lines) > 10
        for line in lines:
            schema.validate(json.loads(line))


def test_every_reason_of_a_transfer_is_described() -> None:
    assert described("replay")["$defs"]["reason"]["enum"] == [reason.value for reason in Reason]


def _night() -> dict[str, Any]:
    return report(read((RECORDS / "night.fantan").read_text("utf-8")).log, "night.fantan")


@pytest.mark.parametrize("file", sorted((ROOT / "docs").glob("*.schema.json")), ids=str)
def test_keys_may_be_added(file: Path) -> None:
    assert '"additionalProperties": false' not in file.read_text("utf-8")


WRONG = {
    "a key that is not described": ("shouted", True),
    "a number in words": ("number", "one"),
    "a card that is none": ("hands", {"Ana": ["1C"]}),
    "a verdict that is none": ("passes", [{"turn": 1}]),
    "a date that is none": ("date", "tomorrow"),
}


@cases("key, value", WRONG)
def test_the_schema_refuses(key: str, value: object) -> None:
    said = _night()
    said["rounds"][0][key] = value
    with pytest.raises(ValidationError):
        REPLAY.validate(said)


@pytest.mark.parametrize("key", sorted(_night()["rounds"][0]))
def test_no_key_of_a_round_may_lack(key: str) -> None:
    said = _night()
    del said["rounds"][0][key]
    with pytest.raises(ValidationError):
        REPLAY.validate(said)
