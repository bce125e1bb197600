"""Rights at a shared table: tables of lines, who says them, and who may what after them."""

import json
from typing import Any

import pytest

from companion.core.objections import Why
from companion.core.sheet import loads
from companion.desk.rights import RIGHTS, Admitted, Deed, Recording, Role
from companion.desk.shared_log import SharedLog
from tests.cases import cases
from tests.desks import why
from tests.places import ROOT

SHEET = "fantan 1\nround 1\ndealer Cem\ndeal Ann 18 Ben 17 Cem 17\nAnn Ben Cem\n"
ANN, BEN, CEM, EVA, GUS = range(1, 6)
HERE, AWAY, OPERATOR = Admitted(), Admitted(away={BEN: 75}), Admitted(operator=True)
Said = list[tuple[int, dict[str, Any], Admitted]]


def opened() -> SharedLog:
    """Return a table where three sit and enter their own turns, and Eva looks on.

    Ann is the host and due.
    """
    now = SharedLog.begin(loads(SHEET)).after(ANN, '[{"recording": "own"}]')
    for member, handle in ((ANN, "Ann"), (BEN, "Ben"), (CEM, "Cem")):
        now = now.after(member, json.dumps([{"seat": handle}]))
    return now


def say(now: SharedLog, member: int, says: Any, admitted: Admitted = HERE) -> SharedLog:
    doc = {"round": 1, "says": says} if isinstance(says, str) else says
    return now.after(member, json.dumps([doc]), admitted)


TURNS: dict[str, tuple[int, Admitted, bool]] = {
    "the own turn": (BEN, HERE, True),
    "the host, for another": (ANN, HERE, True),
    "another player": (CEM, HERE, False),
    "another player while the phone is away": (CEM, AWAY, True),
    "another player, away for too short": (CEM, Admitted(away={BEN: 59}), False),
    "another player, while somebody else is away": (CEM, Admitted(away={ANN: 99}), False),
    "an onlooker": (EVA, HERE, False),
    "an onlooker while the phone is away": (EVA, AWAY, False),
    "the operator": (EVA, OPERATOR, True),
}


@cases("member, admitted, counts", TURNS)
def test_turn(member: int, admitted: Admitted, *, counts: bool) -> None:
    begun = say(opened(), ANN, "Ann 7D")
    after = say(begun, member, "Ben --", admitted)
    assert (len(after.log.steps) > len(begun.log.steps)) is counts
    if counts:
        assert after.authors[-1] == member


def test_everybody_enters_turns_and_takes_them_back_for_all() -> None:
    begun = say(opened(), ANN, {"recording": "all"})
    assert SharedLog.begin(loads(SHEET)).recording is begun.recording is Recording.ALL
    for member in (ANN, BEN, CEM, EVA):
        after = say(begun, member, "Ann 7D")
        assert len(after.log.steps) == len(begun.log.steps) + 1
        for other in (ANN, BEN, CEM, EVA):
            assert say(after, other, "undo").log == begun.log


UNDOS: dict[str, tuple[int, Admitted, bool]] = {
    "its author": (BEN, HERE, True),
    "the host": (ANN, HERE, True),
    "another player": (CEM, HERE, False),
    "another player while the author is away": (CEM, AWAY, True),
    "an onlooker while the author is away": (EVA, AWAY, False),
    "the operator": (EVA, OPERATOR, True),
}


@cases("member, admitted, counts", UNDOS)
def test_undo(member: int, admitted: Admitted, *, counts: bool) -> None:
    begun = say(say(opened(), ANN, "Ann 7D"), BEN, "Ben --")
    after = say(begun, member, "undo", admitted)
    assert (len(after.log.steps) < len(begun.log.steps)) is counts


FACTS: dict[str, tuple[int, dict[str, Any], Admitted, bool]] = {
    "a player frees the own seat": (BEN, {"free": "Ben"}, HERE, True),
    "a player frees another seat": (CEM, {"free": "Ben"}, HERE, False),
    "a player frees the seat of a phone that is away": (CEM, {"free": "Ben"}, AWAY, True),
    "an onlooker frees it": (EVA, {"free": "Ben"}, AWAY, False),
    "the host frees a seat": (ANN, {"free": "Ben"}, HERE, True),
    "the operator frees a seat": (EVA, {"free": "Ben"}, OPERATOR, True),
    "a player closes the table": (BEN, {"closed": True}, HERE, False),
    "the host closes the table": (ANN, {"closed": True}, HERE, True),
    "the host removes a phone": (ANN, {"removed": EVA}, HERE, True),
    "a player removes a phone": (BEN, {"removed": EVA}, HERE, False),
    "somebody removes the host": (EVA, {"removed": ANN}, OPERATOR, False),
}


@cases("member, fact, admitted, counts", FACTS)
def test_fact(member: int, fact: dict[str, Any], admitted: Admitted, *, counts: bool) -> None:
    before = opened()
    assert (say(before, member, fact, admitted) != say(before, member, [])) is counts


CLAIMS: dict[str, tuple[Said, int]] = {
    "nobody agrees": ([(EVA, {"claim": "Ben"}, HERE)], BEN),
    "a player agrees while the phone is away": (
        [(EVA, {"claim": "Ben"}, HERE), (CEM, {"agreed": "Ben"}, Admitted(away={BEN: 2}))],
        EVA,
    ),
    "a player agrees while the phone is here": (
        [(EVA, {"claim": "Ben"}, HERE), (CEM, {"agreed": "Ben"}, HERE)],
        BEN,
    ),
    "the claimer agrees": (
        [(EVA, {"claim": "Ben"}, HERE), (EVA, {"agreed": "Ben"}, AWAY)],
        BEN,
    ),
    "somebody agrees to nothing": ([(CEM, {"agreed": "Ben"}, AWAY)], BEN),
    "a seated player claims a second seat": (
        [(CEM, {"claim": "Ben"}, HERE), (ANN, {"agreed": "Ben"}, AWAY)],
        BEN,
    ),
}


@cases("lines, sits", CLAIMS)
def test_claim(lines: Said, sits: int) -> None:
    now = opened()
    for member, fact, admitted in lines:
        now = say(now, member, fact, admitted)
    assert now.seats["Ben"] == sits
    assert len(set(now.seats.values())) == len(now.seats) == 3


def test_new_host_has_the_rights_of_the_host() -> None:
    now = say(opened(), ANN, {"host": True}, Admitted(host=CEM))
    assert (opened().hosted, now.hosted) == (None, len(now.log.steps))
    assert now.host == CEM
    assert say(now, ANN, {"closed": True}) == now
    assert say(now, CEM, {"closed": True}).closed


BEFORE: dict[str, tuple[Said, int]] = {
    "passed on": ([(ANN, {"host": True}, Admitted(host=CEM))], CEM),
    "passed on by the operator": (
        [(EVA, {"host": True}, Admitted(host=CEM, operator=True))],
        CEM,
    ),
    "taken": ([(CEM, {"host": True}, Admitted(host=CEM))], ANN),
    "taken and given back": (
        [(CEM, {"host": True}, Admitted(host=CEM)), (CEM, {"host": True}, Admitted(host=ANN))],
        ANN,
    ),
    "taken once the former host is back on another phone": (
        [
            (EVA, {"claim": "Ann"}, HERE),
            (CEM, {"agreed": "Ann"}, Admitted(away={ANN: 200})),
            (CEM, {"host": True}, Admitted(host=CEM)),
        ],
        EVA,
    ),
    "taken, and the former host is back on another phone": (
        [
            (CEM, {"host": True}, Admitted(host=CEM)),
            (EVA, {"claim": "Ann"}, HERE),
            (CEM, {"agreed": "Ann"}, Admitted(away={ANN: 200})),
        ],
        EVA,
    ),
}


@cases("lines, before", BEFORE)
def test_who_may_want_the_role_of_the_host_back(lines: Said, before: int) -> None:
    now = opened()
    for member, fact, admitted in lines:
        now = say(now, member, fact, admitted)
    assert now.host_before == before


@pytest.mark.parametrize(
    "content", [None, 7, [], {"away": [2]}, {"away": {"x": 2, "²": 3, "2": "3"}}, {"host": True}]
)
def test_strange_admission_admits_nothing(content: object) -> None:
    assert Admitted.read(content) == Admitted()


def test_admission_is_read() -> None:
    read = Admitted.read({"away": {"2": 75}, "host": 3, "operator": True})
    assert read == Admitted(away={2: 75}, host=3, operator=True)


@pytest.mark.parametrize("recording", Recording)
def test_each_right_includes_those_above(recording: Recording) -> None:
    for roles in RIGHTS.values():
        found = roles[recording]
        assert Role.HOST in found
        assert Role.ONLOOKER not in found or Role.SEATED in found


def test_hosting_document_has_the_table_of_rights() -> None:
    rows = []
    for line in (ROOT / "docs" / "hosting.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == len(Recording) + 1 and cells[0] in {deed.value for deed in Deed}:
            rows.append(cells)
    words = {
        frozenset({Role.HOST}): "host",
        frozenset({Role.HOST, Role.SEATED}): "seated",
        frozenset(Role): "all",
    }
    expected = [
        [deed.value, *(words[roles[recording]] for recording in Recording)]
        for deed, roles in RIGHTS.items()
    ]
    assert rows == expected


REASONS = {EVA: Why.NOT_SEATED, CEM: Why.NOT_YOUR_TURN, GUS: Why.REMOVED_MEMBER}


def test_refusal_names_the_reason() -> None:
    begun = say(say(opened(), ANN, "Ann 7D"), ANN, {"removed": GUS})
    docs = [{"round": 1, "says": "Ben --"}]
    for member, reason in REASONS.items():
        assert why(begun.with_docs(member, docs)) is reason
