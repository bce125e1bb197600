"""The table of one phone among others: what is said about the others, and whose turn it enters."""

from dataclasses import replace

import pytest

from companion.core.objections import Objection, Why
from companion.desk.company import Company, Recording
from companion.views.at_table.phones import refusal_at
from companion.views.at_table.table import table
from companion.words import ENGLISH
from tests.views.nights import BEN_PASSED, night

ALL = frozenset({1, 2, 3})
BEN = Company(2, {"Ann": 1, "Ben": 2, "Cem": 3}, here=ALL, members=ALL, connected=True)
ANN, CEM = replace(BEN, me=1), replace(BEN, me=3)
OWN = "Ann enters this turn on their own phone."
"""Ann is to play, and opened the table."""

CASES: dict[str, tuple[Company | None, str, str, str]] = {
    "not shared": (None, "tap a card, or pass", "", ""),
    "the own turn": (ANN, "tap a card, or pass", "", ""),
    "the turn of another": (BEN, "on their own phone", OWN, ""),
    "the phone is away": (
        replace(BEN, here=ALL - {1}),
        "the phone is away",
        OWN,
        "Ann’s phone is away",
    ),
    "another phone is away": (replace(BEN, here=ALL - {3}), "on their own phone", OWN, ""),
    "out of reach": (
        replace(BEN, connected=False, lost=True, here=frozenset()),
        "on their own phone",
        OWN,
        "The table cannot be reached",
    ),
    "on the way": (replace(BEN, connected=False, here=frozenset()), "on their own phone", OWN, ""),
    "everyone enters": (replace(BEN, recording=Recording.ALL), "tap a card, or pass", "", ""),
    "the host enters": (
        replace(CEM, recording=Recording.HOST),
        "the host enters it",
        "At this table the host enters all turns.",
        "",
    ),
    "a free seat": (replace(BEN, seats={"Ben": 2}), "tap a card, or pass", "", ""),
    "without a seat": (
        replace(BEN, seats={"Cem": 3}),
        "no seat yet",
        "Take a seat at the table first.",
        "",
    ),
    "closed": (
        replace(ANN, closed=True),
        "tap a card, or pass",
        "The host has closed this shared table.",
        "",
    ),
}
"""Each company with the prompt, why the turn is not entered here, and what is out of reach."""


@pytest.mark.parametrize("case", CASES)
def test_what_the_table_says_about_the_phones(case: str) -> None:
    company, prompt, barred, alarm = CASES[case]
    shown = table(replace(night(BEN_PASSED), company=company), ENGLISH)
    assert (shown.prompt, shown.barred) == (prompt, barred)
    assert (shown.phones.alarm if shown.phones else "") == alarm
    reasons = {
        slot.barred for row in shown.rows for slot in row.slots if slot.state.value == "playable"
    }
    assert reasons == {barred}


@pytest.mark.parametrize(
    ("quickest", "says"),
    [
        (1, "Ann was quicker: look at the table again."),
        (9, "Somebody else was quicker: look at the table again."),
    ],
)
def test_whoever_was_quicker_is_named_if_seated(quickest: int, says: str) -> None:
    snapshot = replace(night(BEN_PASSED), company=replace(BEN, quickest=quickest))
    assert refusal_at(snapshot, Objection(Why.QUICKER), ENGLISH) == says
