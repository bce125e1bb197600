"""Settling up: payments in words, ticks, and the open rest of each balance."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.rounds.events import ChipsCorrection, Event, MarkedUnpaid, MarkWithdrawn
from companion.core.steps import DebtPaid
from companion.desk.table import Snapshot
from companion.screens.worth import worth_of
from companion.views.blocks import Do, Document, Intent, Undo, plain
from companion.views.of_series.settling import settling
from companion.words import ENGLISH, words_in
from tests.views.documents import panels, rows, texts
from tests.views.nights import ANN_FIRST, BEN_FIRST, IN_PLAY, night, then

HAND_OVER = "Hand over these chips"
APP = "bicycle chips=app"


def paid(before: Snapshot, source: str, target: str, chips: int) -> Snapshot:
    """Return the night after a payment."""
    return replace(before, log=before.log.after(DebtPaid(source, target, chips)))


def payments(view: Document) -> list[tuple[str, bool]]:
    """Return the payments with their ticks."""
    return [(plain(row.title), bool(row.tick and row.tick.on)) for row in rows(view, HAND_OVER)]


def test_ticked_payments_stay_when_the_books_change() -> None:
    ticked = paid(paid(night(ANN_FIRST, rules=APP), "Cem", "Ann", 51), "Ben", "Ann", 3)
    late = settling(then(ticked, ChipsCorrection(0, 2, 4)), ENGLISH)
    assert payments(late)[0] == ("Ann pays Cem 4", False)
    assert [ticked for _, ticked in payments(late)] == [False, True, True]
    boxes = [row.tick for row in rows(late, HAND_OVER) if row.tick]
    assert not any(isinstance(box.intent, Undo) for box in boxes)


def test_rows_stay_where_they_were_until_the_page_is_opened_again() -> None:
    before = night(ANN_FIRST, rules=APP)
    ticked = paid(before, "Ben", "Ann", 3)
    places = [("Ben pays Ann 3", True), ("Cem pays Ann 51", False)]
    assert payments(settling(ticked, ENGLISH, before.series)) == places
    assert payments(settling(ticked, ENGLISH)) == places[::-1]
    back = paid(ticked, "Ann", "Ben", 3)
    places = [("Cem pays Ann 51", False), ("Ben pays Ann 3", False)]
    assert payments(settling(back, ENGLISH, ticked.series)) == places


def test_rows_are_laid_out_anew_when_they_would_no_longer_make_everybody_even() -> None:
    before = night(ANN_FIRST, rules=APP)
    corrected = then(paid(before, "Ben", "Ann", 3), ChipsCorrection(0, 2, 4))
    view = settling(corrected, ENGLISH, before.series)
    assert payments(view) == [("Cem pays Ann 47", False), ("Ben pays Ann 3", True)]


ANY_HAND_OVER = st.tuples(
    st.permutations(["Ann", "Ben", "Cem"]).map(lambda names: tuple(names[:2])), st.integers(1, 3)
)


@given(st.lists(ANY_HAND_OVER, max_size=8))
def test_ticked_payments_add_up_to_all_payments(handed: list[tuple[tuple[str, str], int]]) -> None:
    now = night(ANN_FIRST, rules=APP)
    for (source, target), chips in handed:
        now = paid(now, source, target, chips)
    boxes = [row.tick for row in rows(settling(now, ENGLISH), HAND_OVER) if row.tick]
    done = [_made(box.intent, now) for box in boxes if box.on]
    assert net(done) == net(now.series.settled)
    assert not any(DebtPaid(one.target, one.source, one.chips) in done for one in done)


def _made(intent: Intent | None, now: Snapshot) -> DebtPaid:
    """Return the payment that a tap on its tick takes back."""
    if isinstance(intent, Undo):
        return now.series.settled[-1]
    assert isinstance(intent, Do)
    assert isinstance(intent.step, DebtPaid)
    return DebtPaid(intent.step.target, intent.step.source, intent.step.chips)


def net(settled: Iterable[DebtPaid]) -> dict[str, int]:
    """Return the chips that each player paid, less the chips received."""
    sums = Counter[str]()
    for one in settled:
        sums[one.source] += one.chips
        sums[one.target] -= one.chips
    return {name: chips for name, chips in sums.items() if chips}


def test_the_round_in_play_does_not_count_yet() -> None:
    view = settling(night(ANN_FIRST, IN_PLAY, rules=APP), ENGLISH)
    assert payments(view) == [("Ben pays Ann 3", False), ("Cem pays Ann 51", False)]
    assert "in-play" in texts(view)
    assert "in-play" not in texts(settling(night(ANN_FIRST, BEN_FIRST, rules=APP), ENGLISH))


ON_THE_TABLE = {
    "nothing marked": ([], []),
    "a mark": ([MarkedUnpaid(1, 0, 2)], [("Ben pays Ann 2", False)]),
    "a mark withdrawn": ([MarkedUnpaid(1, 0, 2), MarkWithdrawn(1, 0)], []),
    "a mark and a correction, which is made at once": (
        [MarkedUnpaid(1, 0, 2), ChipsCorrection(0, 2, 4)],
        [("Ben pays Ann 2", False)],
    ),
}


@pytest.mark.parametrize(("events", "due"), ON_THE_TABLE.values(), ids=ON_THE_TABLE)
def test_only_what_was_marked_is_due(events: list[Event], due: list[tuple[str, bool]]) -> None:
    now = night(ANN_FIRST, BEN_FIRST)
    for event in events:
        now = then(now, event)
    view = settling(now, ENGLISH)
    assert payments(view) == due
    assert "Balances" not in panels(view)
    assert ("even" in texts(view)) is (not due)


def test_debts_that_are_netted_are_named() -> None:
    now = then(then(night(ANN_FIRST, BEN_FIRST), MarkedUnpaid(1, 0, 4)), MarkedUnpaid(0, 2, 3), 2)
    view = settling(now, ENGLISH)
    assert payments(view) == [("Ben pays Ann 1", False), ("Ben pays Cem 3", False)]
    says = "These debts are added up: Ann owes Cem 3 and Ben owes Ann 4."
    assert texts(view)["netted"] == says
    assert "netted" not in texts(settling(then(night(ANN_FIRST), MarkedUnpaid(1, 0, 4)), ENGLISH))


def test_rounds_in_the_app_count_whole_and_others_by_their_marks() -> None:
    in_app, on_table = night(ANN_FIRST, rules=APP), then(night(ANN_FIRST), MarkedUnpaid(1, 0, 2))
    mixed = night(ANN_FIRST, f"rules bicycle\n{BEN_FIRST}", rules=APP)
    view = settling(then(mixed, MarkedUnpaid(2, 1, 5), 2), ENGLISH)
    assert payments(view) == [("Cem pays Ann 54", False), ("Cem pays Ben 2", False)]
    assert "Balances" in panels(view)
    others = [texts(settling(at, ENGLISH))["counts"] for at in (in_app, on_table)]
    assert texts(view)["counts"] not in others


WORTH = {
    ("", 4): "",
    ("a nut", 4): "",
    ("0.05 €", 51): "2.55 €",
    ("0.1 £", 3): "0.30 £",
    ("0.5 sweet", 6): "3 sweet",
    ("1 sweet", 1): "1 sweet",
    ("1 sweet", 3): "3 × sweet",
    ("1 sweet each", 3): "3 × sweet each",
    ("1 ct", 3): "3 ct",
    ("1 €", 3): "3 €",
    ("10 small nuts", 7): "70 small nuts",
    ("0.333 €", 21): "7.00 €",
    ("0.333 €", 20): "6.67 €",
    ("0.999 €", 7): "6.99 €",
    ("0.333 sweets", 21): "7 sweets",
    ("0.001 €", 3): "0.003 €",
}


@pytest.mark.parametrize(("chips", "text"), WORTH.items())
def test_the_worth_of_chips(chips: tuple[str, int], text: str) -> None:
    kept_together = text.replace("× ", "×\N{NO-BREAK SPACE}").replace(" ", "\N{NO-BREAK SPACE}", 1)
    assert worth_of(*chips, ENGLISH) == kept_together


def test_the_worth_has_the_decimal_mark_of_the_language() -> None:
    assert worth_of("0.05 €", 51, words_in("de")) == "2,55\N{NO-BREAK SPACE}€"
