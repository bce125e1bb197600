"""Hostile content with a correct checksum gives a finding, not a traceback or a hang."""

import json
import zlib
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from storage.diagnosis import diagnose, repaired, written
from storage.lines import Header, encode, image, write_line

from companion.desk.ports import Problem, StoreFailedError, Trouble
from storage.store import FolderStore
from tests.storage.hostile import MANY_LINES, hostile, ordinary
from tests.storage.logs import add_line, file_of, lines_of, night, revision_of, save
from tests.work import steps_of_python

HISTORY = night(rounds=3)
LOG = HISTORY[-1].log
HEADER = Header("b" * 16, 1, 1)
TEXTS = [
    line[9:].partition(b" ")[2].decode().rstrip("\n")
    for line in written(HEADER, LOG).splitlines(keepends=True)[2:]
]
COUNTS = [sum(f'"round":{number},' in text for text in TEXTS) for number in range(5)]
NEXT = len(TEXTS) + 2
SIZE = 100_000


def step(number: int, count: int, **said: Any) -> str:
    return encode({"steps": {"9": {"round": number, "count": count, **said}}})


def after(*texts: str) -> bytes:
    return image(HEADER, [*TEXTS, *texts])


def more(**said: Any) -> str:
    """Append a line to the last round."""
    return step(3, COUNTS[3] + 1, **said)


DEALT = json.loads(TEXTS[1])["steps"]["3"]["dealt"]
PLAYER = LOG.round.setup.players[0]
REFUSED: dict[str, tuple[str, str]] = {
    "a number for words": (more(event=7), "event: expected str, got 7"),
    "no card": (more(event=PLAYER), "expected a card or --"),
    "a turn after the end": (more(event=f"{PLAYER} 7D"), "over"),
    "a deal of no shape": (step(4, 1, dealt=[]), "expected a document, got []"),
    "a deal without sizes": (step(4, 1, dealt={**DEALT, "sizes": None}), "sizes: expected list"),
    "a deal of words": (
        step(4, 1, dealt={**DEALT, "sizes": ["three"]}),
        "sizes: expected int, got 'three'",
    ),
    "a deal by a stranger": (step(4, 1, dealt={**DEALT, "dealer": "Zoë"}), "dealer: 'Zoë'"),
    "a deal of a few": (step(4, 1, dealt={**DEALT, "sizes": [1] * len(DEALT["players"])}), "52"),
    "a name that is none": (step(4, 1, dealt={**DEALT, "called": {"Ana": 7}}), "expected str"),
    "a deal again": (step(3, COUNTS[3] + 1, dealt=DEALT), "round 4 is expected"),
    "rounds that nobody played": (step(10_000_000, 1, dealt=DEALT), "round 4 is expected"),
    "an event of such a round": (step(9_999_999, 1, event="Ana 7D"), "no deal before it"),
    "nothing to take back": (step(4, 1, undo=True), "no step to take back"),
    "a step back over another": (step(1, COUNTS[1] + 1, undo=True), "not the last one"),
    "a count that was there": (step(3, 1, event="Ana 7D"), f"expected {COUNTS[3] + 1}, got 1"),
    "a round below zero": (step(-1, 1, ended=True), "out of range"),
    "a count of zero": (step(0, 0, ended=True), "out of range"),
    "a truth for a count": (step(0, True, ended=True), "count: expected int, got True"),
    "an end that is a word": (step(0, 1, ended="yes"), "ended: expected bool, got 'yes'"),
    "settled by nobody": (step(0, 1, settled="Ana"), "settled takes two players"),
    "settled with a large number": (step(0, 1, settled=f"Ana Ben {'9' * 6000}"), "not a number"),
    "settled with strangers": (step(0, 1, settled="Zoë Ana 3"), "Zoë"),
    "an earlier round redealt": (step(1, COUNTS[1] + 1, redealt=DEALT), "not the last round"),
    "no document": ('{"steps":{"9":7}}', "expected a document, got 7"),
    "a removal": ('{"steps":{"9":null}}', "expected a document, got None"),
    "a document without a round": ('{"steps":{"9":{"event":"Ana 7D"}}}', "round: expected int"),
}


@pytest.mark.parametrize(("text", "detail"), REFUSED.values(), ids=REFUSED)
def test_a_step_that_cannot_be_is_refused_and_all_else_stands(text: str, detail: str) -> None:
    found = diagnose(after(text), 1)
    assert found.sealed is None
    assert [finding.problem for finding in found.findings] == [Problem.STEP_REFUSED]
    assert detail in found.findings[0].detail
    assert len(found.findings[0].detail) < 150
    assert found.log == LOG
    again = diagnose(repaired(found), 1)
    assert (again.log, revision_of(again), again.findings) == (LOG, revision_of(found), ())


def test_a_series_with_words_without_an_end_is_only_looked_at() -> None:
    found = diagnose(after(more(event="x " * 100_000)), 1)
    assert found.sealed is Trouble.UNCLEAR
    assert [finding.problem for finding in found.findings] == [Problem.SERIES_UNCLEAR]


LOST: dict[str, str] = {
    "a number of 6,000 digits": f'{{"steps":{"9" * 6000}}}',
    "deep nesting": "[" * 100_000 + "]" * 100_000,
    "a deep document": '{"steps":' * 50_000 + "1" + "}" * 50_000,
    "a list": "[1, 2]",
    "two objects": "{},{}",
    "no JSON": "{steps",
    "nothing": "",
}


@pytest.mark.parametrize("text", LOST.values(), ids=LOST)
def test_a_line_that_is_no_object_is_a_lost_line(text: str) -> None:
    found = diagnose(after(text), 1)
    assert [finding.problem for finding in found.findings] == [Problem.STEPS_LOST]
    assert found.log == LOG
    assert diagnose(repaired(found), 1).findings == ()


def test_a_line_that_is_no_text_is_a_lost_line() -> None:
    body = b"%d \xff" % NEXT
    found = diagnose(after() + b"%08x %s\n" % (zlib.crc32(body, HEADER.seed), body), 1)
    assert [finding.problem for finding in found.findings] == [Problem.STEPS_LOST]
    assert found.log == LOG


def test_blanks_in_a_line_change_nothing() -> None:
    said = step(0, 1, renamed="Saturday")
    found = diagnose(after(f"\t {said} \r"), 1)
    assert (found.log.series.name, found.findings) == ("Saturday", ())


UNKNOWN: dict[str, str] = {
    "a kind of step": more(photo="a.png"),
    "two kinds in one": more(event="Ana 7D", undo=True),
    "no kind": more(),
    "a kind of event": more(event="bet Ana 3"),
    "an option of the rules": step(0, 1, planned="bicycle stakes=7"),
    "a preset": step(4, 1, dealt={**DEALT, "rules": "tournament"}),
    "a table": '{"photos":{"1":{}}}',
    "a head with a preset": encode(
        {"head": {"1": {**json.loads(TEXTS[0])["head"]["1"], "rules": "tournament"}}}
    ),
}


@pytest.mark.parametrize("text", UNKNOWN.values(), ids=UNKNOWN)
def test_what_another_version_may_write_is_kept_and_sealed(text: str, tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    add_line(file_of(tmp_path, 1), text)
    before = file_of(tmp_path, 1).read_bytes()
    with closing(FolderStore(tmp_path)) as store:
        stored = store.load(1)
        assert stored.sealed is Trouble.UNCLEAR
        assert stored.log.steps == LOG.steps
        assert [finding.problem for finding in store.findings()] == [Problem.SERIES_UNCLEAR]
        assert [entry.number for entry in store.entries()] == [1]
    assert file_of(tmp_path, 1).read_bytes() == before


HEADS: dict[str, object] = {
    "no document": 7,
    "no name": {},
    "a number for a name": {**json.loads(TEXTS[0])["head"]["1"], "name": 7},
    "a list of names": {**json.loads(TEXTS[0])["head"]["1"], "called": []},
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_head_of_another_shape_is_made_anew(head: object) -> None:
    found = diagnose(image(HEADER, [encode({"head": {"1": head}}), *TEXTS[1:]]), 1)
    assert [finding.problem for finding in found.findings] == [Problem.HEAD_DAMAGED]
    assert found.log.steps == LOG.steps
    assert diagnose(repaired(found), 1).findings == ()


def _work(content: bytes) -> int:
    return steps_of_python(lambda: repaired(diagnose(content, 1)))


@cache
def _ordinary() -> int:
    return _work(ordinary(SIZE))


@pytest.mark.parametrize("name", MANY_LINES)
def test_no_journal_costs_more_than_an_ordinary_one_of_its_size(name: str) -> None:
    """The limit in seconds is tested by the benchmark."""
    assert _work(hostile(name, SIZE)) < 6 * _ordinary()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=9,
)
KEYS = ("round", "count", "event", "dealt", "redealt", "planned", "ended", "settled", "undo", "x")
documents = st.dictionaries(
    st.sampled_from(KEYS), json_values | st.sampled_from([*range(5), DEALT, "Ana 7D", True])
)
changes = st.dictionaries(
    st.sampled_from(["steps", "head", "schema", "lost", "photos"]),
    st.dictionaries(st.text(max_size=3), documents | json_values) | json_values,
    max_size=2,
)


@given(
    said=st.lists(
        max_size=5,
        elements=changes | json_values | documents.map(lambda one: {"steps": {"1": one}}),
    )
)
@settings(max_examples=60)
def test_anything_at_all_gives_an_answer(said: list[object]) -> None:
    texts = [json.dumps(one) for one in said]
    found = diagnose(after(*texts), 1)
    assert found.log.head == LOG.head or any("head" in text for text in texts)
    if not found.sealed:
        again = diagnose(repaired(found), 1)
        assert (again.log, again.findings) == (found.log, ())


HEADER_FIELDS: dict[str, str] = {
    "a word for the format": '"format":"one"',
    "no schema": '"schema":null',
    "a number for the id": '"id":7',
    "a number below zero": '"number":-1',
    "a large number": '"number":1000000000000000000000000000',
    "a truth for the number": '"number":true',
    "a number of 6,000 digits": f'"format":1{"0" * 6000}',
    "a schema below zero": '"schema":-3',
}


@pytest.mark.parametrize("field", HEADER_FIELDS.values(), ids=HEADER_FIELDS)
def test_a_header_may_say_anything(field: str, tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    text = f'{{"format":1,"schema":1,"id":"c","number":1,{field}}}'
    path = file_of(tmp_path, 1)
    again = [write_line(Header("c", 1, 1).seed, number, text) for number in range(2)]
    path.write_bytes(b"".join([*again, *lines_of(path)[2:]]))
    with closing(FolderStore(tmp_path)) as store:
        with suppress(StoreFailedError):
            store.load(1)
        assert store.findings()
