"""The list of turns, with the undone turns that it keeps."""

from dataclasses import replace

import pytest

from companion.core.cards import card
from companion.core.rounds.events import Forgotten, Passed, Played, Seen
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.screens.slip_offers import Denied, slip_changes
from companion.screens.turns import turns
from companion.views.at_table.table import table
from companion.words import ENGLISH
from tests.views.documents import rows
from tests.views.nights import ALL_TOLD, ANN_GOES_OUT, PASS_TOO_MANY, night, then

AT = night(ANN_GOES_OUT, "dealer Ann\n Ann Ben Cem\n")
CARD, PASS = Played(1, card("7H")), Passed(2)
NOTED = then(AT, Seen(2, CARD.card.bit), 2)
KEPT: dict[str, tuple[Snapshot, tuple[Recorded, ...], list[str]]] = {
    "a card and a note": (NOTED, (Recorded(2, Forgotten(2, CARD.card.bit, CARD)),), ["undone-1"]),
    "another round": (AT, (Recorded(1, PASS), Recorded(1, CARD)), []),
    "one of another round": (AT, (Recorded(1, PASS), Recorded(2, CARD)), ["undone-1"]),
}


@pytest.mark.parametrize(("at", "undone", "kept"), KEPT.values(), ids=KEPT)
def test_turns_taken_back_stay(at: Snapshot, undone: tuple[Recorded, ...], kept: list[str]) -> None:
    listed = rows(turns(replace(at, undone=undone), 2, ENGLISH))
    shown = [(row.id, row.value) for row in listed if row.id.startswith("undone-")]
    assert shown == [(name, "7♥") for name in kept]


MARKS: dict[str, tuple[str, Denied, str]] = {
    "a slip stands first": (PASS_TOO_MANY, frozenset(), "unclear"),
    "it was none": (PASS_TOO_MANY, slip_changes(night(PASS_TOO_MANY).round), "illegal"),
    "no slip stands first": (ALL_TOLD, frozenset(), "illegal"),
}


@pytest.mark.parametrize(("sheet", "denied", "mark"), MARKS.values(), ids=MARKS)
def test_a_slip_stands_before_a_false_pass(sheet: str, denied: Denied, mark: str) -> None:
    at = night(sheet)
    beside = [line.verdict_text for line in table(at, ENGLISH, denied).turns]
    badges = [row.badge for row in rows(turns(at, 1, ENGLISH, denied))]
    listed = [badge.action.says if badge else "" for badge in badges]
    assert listed == beside
    assert {"illegal", "unclear"} & set(listed) == {mark}
