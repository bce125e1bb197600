"""The table of one phone among others: what is said about the others, and whose turn it enters."""

from dataclasses import replace

import pytest

from companion.core.objections import Objection, Why
from companion.desk.company import Author, Company, SharedState
from companion.desk.rights import Recording
from companion.desk.table import Snapshot
from companion.screens.board import SlotState
from companion.screens.news import tell
from companion.screens.table import refusal_at, table, turn_of
from companion.words import ENGLISH
from tests.cases import cases
from tests.screens.nights import BEN_PASSED, night

ALL = frozenset({1, 2, 3})
SEATS = {"Ann": 1, "Ben": 2, "Cem": 3}
BEN = Company(
    2,
    seats=SEATS,
    here=ALL,
    members=ALL,
    state=SharedState.LIVE,
    recording=Recording.OWN,
)
ANN, CEM = replace(BEN, me=1), replace(BEN, me=3)
HOST = replace(BEN, me=1, seats={"Ann": 2, "Cem": 1})
OWN = "Ann enters this turn on their own phone."
"""Ann is to play, and opened the table."""

YOURS, ANY = "Your turn — tap a card, or pass", "Ann to play — tap a card, or pass"
THEIRS = "Ann to play — on their own phone"

CASES: dict[str, tuple[Company | None, str, str, str]] = {
    "not shared": (None, ANY, "", ""),
    "the own turn": (ANN, YOURS, "", ""),
    "the turn of another": (BEN, THEIRS, OWN, ""),
    "the turn of another, at the host": (HOST, THEIRS, "", ""),
    "the phone is away": (
        replace(BEN, here=ALL - {1}),
        THEIRS,
        "In a minute you can enter it here.",
        "Ann’s phone is away",
    ),
    "the phone has been away for a minute": (
        replace(BEN, here=ALL - {1}, away_seconds={1: 60}),
        "Ann to play — no phone here: tap a card, or pass",
        "",
        "Ann’s phone is away",
    ),
    "the phone is away, at the host": (
        replace(HOST, here=ALL - {2}),
        "Ann to play — no phone here: tap a card, or pass",
        "",
        "Ann’s phone is away",
    ),
    "another phone is away": (replace(BEN, here=ALL - {3}), THEIRS, OWN, ""),
    "out of reach": (
        replace(BEN, state=SharedState.LOST, here=frozenset()),
        THEIRS,
        OWN,
        "The table cannot be reached",
    ),
    "on the way": (replace(BEN, state=SharedState.CATCHING_UP, here=frozenset()), THEIRS, OWN, ""),
    "everyone enters": (replace(BEN, recording=Recording.ALL), ANY, "", ""),
    "a free seat": (replace(BEN, seats={"Ben": 2}), ANY, "", ""),
    "a seat whose phone has left": (
        replace(BEN, seats={"Ben": 2}, left={"Ann": 1}),
        "Ann to play — no phone here: tap a card, or pass",
        "",
        "",
    ),
    "without a seat": (
        replace(BEN, seats={"Cem": 3}),
        "Ann to play — you look on",
        "Take a seat at the table first.",
        "",
    ),
    "an onlooker": (
        replace(BEN, me=4),
        "Ann to play — you look on",
        OWN,
        "",
    ),
    "closed": (
        replace(ANN, state=SharedState.CLOSED, stopped="closed"),
        "Ann to play — you look on",
        "The host has closed this shared table.",
        "",
    ),
}
"""Each company with the prompt, why the turn is not entered here, and what is out of reach."""


@pytest.mark.parametrize("case", CASES)
def test_what_the_table_says_about_the_phones(case: str) -> None:
    company, prompt, barred, alarm = CASES[case]
    snapshot = replace(night(BEN_PASSED), company=company)
    shown = table(snapshot, ENGLISH)
    assert f"{turn_of(snapshot, ENGLISH)} — {shown.prompt}" == prompt
    assert (shown.phones.alarm if shown.phones else "") == alarm
    slots = [slot for row in shown.rows for slot in row.slots if slot.state is SlotState.PLAYABLE]
    assert {slot.barred for slot in slots} == {shown.passing.barred} == {barred}


BEFORE = night(BEN_PASSED)
BACK = replace(BEFORE, log=BEFORE.log.without_last(), before=BEFORE.log)
AGAIN = replace(BEFORE, before=BACK.log, redone=True)
TOLD = {
    "taken back": (BACK, BEN, 3, "Taken back by Cem: Cem’s 8♦."),
    "taken back by nobody at a seat": (BACK, HOST, 3, "Taken back: Cem’s 8♦."),
    "put back": (AGAIN, BEN, 1, "Put back by Ann: Cem’s 8♦."),
    "laid for the first time": (replace(AGAIN, redone=False), BEN, 2, ""),
    "not shared": (BACK, None, 0, "Taken back: Cem’s 8♦."),
}


@cases("snapshot, company, latest, says", TOLD)
def test_what_is_told_of_a_step_taken_back(
    snapshot: Snapshot, company: Company | None, latest: int, says: str
) -> None:
    there = company and replace(company, latest=latest)
    told = tell(replace(snapshot, company=there), ENGLISH)
    assert " ".join(news.says for news in told) == says


STEPS = len(night(BEN_PASSED).log.steps)
BY_CEM = Author(3, "Cem")
ASKED = {
    "nothing": (BEN, ""),
    "nothing about turns of others": (replace(ANN, entered={(1, 3): BY_CEM}), ""),
    "a phone that has just left": (
        replace(BEN, seats={"Ben": 2}, left={"Ann": STEPS}),
        "Ann has left the table",
    ),
    "nothing about a phone that left before": (
        replace(BEN, seats={"Ben": 2}, left={"Ann": STEPS - 1}),
        "",
    ),
    "nothing about an own turn": (replace(CEM, entered={(1, 3): BY_CEM}), ""),
    "a card that another has laid for it": (
        replace(ANN, entered={(1, 1): BY_CEM}),
        "Cem entered “6♦” for you",
    ),
    "a pass that a phone without a seat has entered for it": (
        replace(BEN, entered={(1, 2): Author(4, None)}),
        "Phone 4 entered “Pass” for you",
    ),
    "nothing where everybody enters turns for all": (
        replace(ANN, entered={(1, 1): BY_CEM}, recording=Recording.ALL),
        "",
    ),
    "a new host": (replace(BEN, host=3, hosted=STEPS), "Cem is the host now"),
    "a new host without a seat": (replace(BEN, host=9, hosted=STEPS), "Phone 9 is the host now"),
    "this phone, the new host": (
        replace(CEM, host=3, hosted=STEPS, host_before=3),
        "You are the host now",
    ),
    "nothing about a host since an earlier step": (replace(BEN, host=3, hosted=STEPS - 1), ""),
    "a claim": (
        replace(BEN, here=ALL - {1}, claims={"Ann": 4}),
        "Is Ann back on another phone?",
    ),
    "a claim while the phone is here": (replace(BEN, claims={"Ann": 4}), ""),
    "the host is away": (
        replace(BEN, here=ALL - {1}, away_seconds={1: 120}),
        "Ann’s phone is away: be the host?",
    ),
    "the host is away, for one who sat down later": (
        replace(CEM, here=ALL - {1}, away_seconds={1: 120}),
        "",
    ),
    "the host is back": (
        replace(BEN, host=2, host_before=1),
        "Ann is back: make them the host again?",
    ),
    "the host is back, and has entered a pass for it": (
        replace(BEN, host=2, host_before=1, entered={(1, 2): Author(1, "Ann")}),
        "Ann is back: make them the host again? · Ann entered “Pass” for you",
    ),
    "an undo that came too late": (
        replace(ANN, overtaken=True, latest=2),
        "Undo: Ben was quicker.",
    ),
    "an undo that came too late, nobody knows for whom": (
        replace(ANN, overtaken=True),
        "Undo: The table has changed meanwhile.",
    ),
    "an undo that came too late, and a card that another has laid for it": (
        replace(ANN, overtaken=True, latest=3, entered={(1, 1): BY_CEM}),
        "Undo: Cem was quicker. · Cem entered “6♦” for you",
    ),
    "an onlooker": (replace(BEN, me=4, here=ALL - {1}, claims={"Ann": 5}), ""),
}


@cases("company, title", ASKED)
def test_what_this_phone_is_asked(company: Company, title: str) -> None:
    shown = table(replace(night(BEN_PASSED), company=company), ENGLISH).phones
    assert shown
    assert shown.news == title


QUICKEST = {
    "another player": (BEN, 3, "Cem was quicker. Ann to play."),
    "another player, and now it is the own turn": (ANN, 3, "Cem was quicker. Your turn."),
    "another phone of the same player": (BEN, 2, "The table has changed meanwhile. Ann to play."),
    "a phone without a seat": (BEN, 9, "Phone 9 was quicker. Ann to play."),
    "nobody known": (BEN, None, "Somebody else was quicker: tap again."),
}


JUST_CHANGED = {
    "a turn of another phone": (
        replace(BEFORE, before=BACK.log, company=replace(BEN, latest=1)),
        "Ann has just entered “Cem’s 8♦”. Take that back? Tap Undo again.",
    ),
    "taken back on another phone": (
        replace(BACK, company=replace(BEN, latest=1)),
        "Ann was quicker. Cem to play.",
    ),
    "not shared": (BEFORE, "That has just changed: tap Undo again to take it back."),
}


@cases("seen, says", JUST_CHANGED)
def test_undo_is_asked_about_just_after_a_change(seen: Snapshot, says: str) -> None:
    assert refusal_at(seen, Objection(Why.JUST_CHANGED), ENGLISH) == says


@cases("company, quickest, says", QUICKEST)
def test_who_was_quicker_is_named_and_who_is_to_play_now(
    company: Company, quickest: int | None, says: str
) -> None:
    seen = replace(night(BEN_PASSED), company=replace(company, latest=quickest))
    assert refusal_at(seen, Objection(Why.QUICKER), ENGLISH) == says
