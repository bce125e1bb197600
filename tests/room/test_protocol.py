"""The protocol: its tables are those of the document, and a client of another language keeps it."""

import json
import re
from collections.abc import Iterator
from typing import Any, cast

import pytest

from companion.core.sheet import loads
from companion.desk.company import BROKEN, DIFFERS, WHY
from companion.desk.shared_log import first_text, read_first
from companion.desk.table_facts import KINDS
from companion.room.limits import Limits
from companion.room.protocol import (
    CLOSED,
    GREETINGS,
    LATER,
    REFUSED,
    REQUESTS,
    Shapes,
    Word,
    kind_of,
)
from tests.cases import cases
from tests.places import ROOT

HOSTING = ROOT / "docs" / "hosting.md"
HEX = "0123456789abcdef" * 2
SHEET = "fantan 1\nround 1\ndealer Cem\ndeal Ann 18 Ben 17 Cem 17\nAnn Ben Cem\n"

FITTING: dict[str, tuple[str, Shapes, dict[str, Any]]] = {
    "a join": ("join", GREETINGS, {"format": 1, "join": HEX, "secret": HEX}),
    "a join with a token": (
        "join",
        GREETINGS,
        {"format": 1, "join": HEX, "secret": HEX, "token": HEX},
    ),
    "a return": ("back", GREETINGS, {"format": 1, "table": HEX, "token": HEX, "have": 0}),
    "an opening": (
        "open",
        GREETINGS,
        {"format": 1, "open": HEX, "secret": HEX, "first": ["id", ""]},
    ),
    "a code": ("code", GREETINGS, {"format": 1, "code": "ABCD 2345"}),
    "a line": ("say", REQUESTS, {"say": [2, "id", "text"]}),
    "a line for others": ("say", REQUESTS, {"say": [2, "id", ""], "away": [1], "host": 3}),
    "a ping": ("ping", REQUESTS, {"ping": -1}),
}

STRANGE: dict[str, tuple[Shapes, dict[str, Any]]] = {
    "another format": (GREETINGS, {"format": 2, "join": HEX, "secret": HEX}),
    "a yes for a format": (GREETINGS, {"format": True, "join": HEX, "secret": HEX}),
    "no secret": (GREETINGS, {"format": 1, "join": HEX}),
    "a key too many": (GREETINGS, {"format": 1, "join": HEX, "secret": HEX, "have": 0}),
    "capital letters": (GREETINGS, {"format": 1, "join": HEX.upper(), "secret": HEX}),
    "a long code": (GREETINGS, {"format": 1, "code": "A" * 41}),
    "place 0": (REQUESTS, {"say": [0, "id", "text"]}),
    "a yes for a place": (REQUESTS, {"say": [True, "id", "text"]}),
    "no id": (REQUESTS, {"say": [2, "", "text"]}),
    "an id of two lines": (REQUESTS, {"say": [2, "a\nb", "text"]}),
    "two of three": (REQUESTS, {"say": [2, "id"]}),
    "a text for a list": (REQUESTS, {"say": "2id"}),
    "close no": (REQUESTS, {"close": False}),
    "a great number": (REQUESTS, {"ping": 10**9}),
    "nothing": (REQUESTS, {}),
}


LIMITS = Limits()
BOUNDS = {
    "SECURITY.md": (
        f"at most {LIMITS.code_seconds / 60:.0f} minutes",
        f"{LIMITS.code_tries[0]} codes a minute can be tried from one address",
        f"and {LIMITS.code_tries[1]} in all",
    ),
    "docs/hosting.md": (
        f"frames of {LIMITS.frame // 1024} KB",
        f"{LIMITS.members} members here at once and {LIMITS.tokens} who ever joined",
        f"{LIMITS.member_lines:,} lines and {LIMITS.member_bytes // 2**20} MB of one member",
        f"{LIMITS.table_lines:,} lines and {LIMITS.table_bytes // 2**20} MB of one table",
        f"{LIMITS.tables[0]} new tables an hour from one address",
        "typed codes ({} a minute for an address, {} for all)".format(*LIMITS.code_tries),
        f"a silent one is closed after {LIMITS.phone_seconds} seconds",
    ),
}


@pytest.mark.parametrize(("document", "says"), BOUNDS.items(), ids=BOUNDS)
def test_documents_name_the_bounds_of_the_room(document: str, says: tuple[str, ...]) -> None:
    text = " ".join((ROOT / document).read_text("utf-8").split())
    assert [one for one in says if one not in text] == []


@cases("kind, kinds, frame", FITTING)
def test_frame_fits(kind: str, kinds: Shapes, frame: dict[str, Any]) -> None:
    assert kind_of(frame, kinds) == kind


@cases("kinds, frame", STRANGE)
def test_strange_frame_fits_nothing(kinds: Shapes, frame: dict[str, Any]) -> None:
    assert kind_of(frame, kinds) is None


def rows(*titles: str) -> Iterator[list[str]]:
    """Yield the rows of the tables of the document with one of these first titles."""
    inside = False
    for line in HOSTING.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        inside = line.startswith("|") and (inside or cells[0] in titles)
        if inside and cells[0] not in titles and not cells[0].startswith("---"):
            yield cells


def shape_text(shape: Any) -> str:
    """Return a shape as the documents write it."""
    if isinstance(shape, Word):
        return shape.name
    if isinstance(shape, dict):
        parts = [
            f"{json.dumps(key.rstrip('?'))}{'?' if key.endswith('?') else ''}: {shape_text(part)}"
            for key, part in cast("dict[str, Any]", shape).items()
        ]
        return f"{{{', '.join(parts)}}}"
    if isinstance(shape, list):
        return f"[{', '.join(map(shape_text, cast('list[object]', shape)))}]"
    return str(shape)


def test_document_has_all_frames_of_a_phone() -> None:
    frames = [*GREETINGS.values(), *REQUESTS.values()]
    documented = [cells[0] for cells in rows("a phone’s first frame", "a phone’s frame")]
    assert documented == [f"`{shape_text(shape)}`" for shape in frames]
    words = dict(rows("word"))
    assert {f"`{word.name}`": word.value for word in Word}.items() <= words.items()


def test_document_has_all_facts_reasons_and_codes() -> None:
    documents = [re.findall(r'"(\w+)"', cells[0])[0] for cells in rows("a document")]
    assert {*documents} == {"sheet", "round", "resumed", *KINDS}
    reasons = {cells[0].strip("`") for cells in rows("reason")}
    assert reasons == WHY.keys() - {BROKEN, DIFFERS}
    assert {str(code) for code in (CLOSED, REFUSED, LATER)} < dict(rows("close code")).keys()


SAID: dict[str, Any] = {
    "step": {"round": 1, "says": "Ann 7D"},
    "seat": {"seat": "Ann"},
    "free": {"free": "Ann"},
    "claim": {"claim": "Ann"},
    "agreed": {"agreed": "Ann"},
    "host": {"host": True},
    "recording": {"recording": "own"},
    "removed": {"removed": 3},
    "closed": {"closed": True},
}


def test_every_document_is_read() -> None:
    """What is not known is no document, and what is known has its effect or an objection."""
    again = read_first(first_text(loads(SHEET), again=True))
    assert {*SAID} == {"step", *KINDS}
    for document in (*SAID.values(), {"resumed": [SAID["step"]]}):
        again.with_docs(1, [document])
    with pytest.raises(ValueError, match="kind"):
        again.with_docs(1, [{"unknown": 1}])
