"""Settling up: payments in words, ticks, and the open rest of each balance."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.rounds.setup import Paid
from companion.core.steps import Settled
from companion.desk.table import Snapshot
from companion.views.of_series.settling import HandOver, SettlingView, settling, worth_of
from companion.words import ENGLISH, words_in
from tests.views.nights import ANN_FIRST, BEN_FIRST, night, then

IN_PLAY = """
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""


def paid(before: Snapshot, source: str, target: str, chips: int) -> Snapshot:
    """Return the night after a payment."""
    return replace(before, log=before.log.after(Settled(source, target, chips)))


def opened(view: SettlingView) -> list[HandOver]:
    return [line for line in view.rows if not line.ticked]


def done(view: SettlingView) -> list[HandOver]:
    return [line for line in view.rows if line.ticked]


def balances(view: SettlingView) -> dict[str, tuple[str, str]]:
    return {line.player.name: (line.chips, line.open_says) for line in view.balances}


def test_payments_that_settle_the_night_are_put_in_words() -> None:
    view = settling(night(ANN_FIRST), ENGLISH)
    assert [line.says for line in opened(view)] == ["Ben pays Ann 3", "Cem pays Ann 51"]
    assert balances(view) == {
        "Ann": ("+54", "gets 54"),
        "Ben": ("-3", "pays 3"),
        "Cem": ("-51", "pays 51"),
    }
    assert view.counts_says.startswith("All rounds together, less what was ticked off here.")
    assert view.checks == "All balances together are 0, as they must be."
    assert (view.title, view.subtitle, view.even) == ("Settle up", "Friday night", "")
    assert done(view) == []


def test_a_ticked_payment_is_no_longer_open() -> None:
    view = settling(paid(night(ANN_FIRST), "Cem", "Ann", 51), ENGLISH)
    assert [line.says for line in opened(view)] == ["Ben pays Ann 3"]
    assert [line.paid_says for line in done(view)] == ["Cem has paid Ann 51"]
    assert balances(view) == {
        "Ann": ("+54", "has received 51 · gets 3"),
        "Ben": ("-3", "pays 3"),
        "Cem": ("-51", "has paid 51 · even"),
    }
    assert [line.newest for line in done(view)] == [True]


def test_a_ticked_payment_stays_when_the_books_change() -> None:
    ticked = paid(paid(night(ANN_FIRST), "Cem", "Ann", 51), "Ben", "Ann", 3)
    assert settling(ticked, ENGLISH).even == "Everybody is even: nobody owes anything."
    late = settling(then(ticked, Paid(0, 2, 4)), ENGLISH)
    assert [line.says for line in opened(late)] == ["Ann pays Cem 4"]
    assert len(done(late)) == 2
    assert [line.newest for line in done(late)] == [False, False]


def test_a_payment_handed_back_is_open_again() -> None:
    ticked = paid(paid(night(ANN_FIRST), "Cem", "Ann", 51), "Ben", "Ann", 3)
    (second, first) = done(settling(ticked, ENGLISH))
    assert (first.newest, second.newest) == (False, True)
    back = first.opposite
    view = settling(paid(ticked, back.source, back.target, back.chips), ENGLISH)
    assert [line.says for line in opened(view)] == ["Cem pays Ann 51"]
    assert [(line.paid_says, line.newest) for line in done(view)] == [("Ben has paid Ann 3", False)]


def test_rows_stay_where_they_were_until_the_page_is_opened_again() -> None:
    before = night(ANN_FIRST)
    ticked = paid(before, "Ben", "Ann", 3)
    places = [("Ben pays Ann 3", True), ("Cem pays Ann 51", False)]
    assert rows(settling(ticked, ENGLISH, before.series)) == places
    assert rows(settling(ticked, ENGLISH)) == places[::-1]
    back = paid(ticked, "Ann", "Ben", 3)
    places = [("Cem pays Ann 51", False), ("Ben pays Ann 3", False)]
    assert rows(settling(back, ENGLISH, ticked.series)) == places


def test_rows_are_laid_out_anew_when_they_would_no_longer_make_everybody_even() -> None:
    before = night(ANN_FIRST)
    corrected = then(paid(before, "Ben", "Ann", 3), Paid(0, 2, 4))
    view = settling(corrected, ENGLISH, before.series)
    assert rows(view) == [("Cem pays Ann 47", False), ("Ben pays Ann 3", True)]


def rows(view: SettlingView) -> list[tuple[str, bool]]:
    return [(line.says, line.ticked) for line in view.rows]


ANY_HAND_OVER = st.tuples(
    st.permutations(["Ann", "Ben", "Cem"]).map(lambda names: tuple(names[:2])), st.integers(1, 3)
)


@given(st.lists(ANY_HAND_OVER, max_size=8))
def test_ticked_payments_add_up_to_all_payments(handed: list[tuple[tuple[str, str], int]]) -> None:
    now = night(ANN_FIRST)
    for (source, target), chips in handed:
        now = paid(now, source, target, chips)
    view = settling(now, ENGLISH)
    assert net(line.settled for line in done(view)) == net(now.series.settled)
    pairs = {(line.settled, line.opposite) for line in done(view)}
    assert not any((opposite, one) in pairs for one, opposite in pairs)


def net(settled: Iterable[Settled]) -> dict[str, int]:
    """Return the chips that each player paid, less the chips received."""
    sums = Counter[str]()
    for one in settled:
        sums[one.source] += one.chips
        sums[one.target] -= one.chips
    return {name: chips for name, chips in sums.items() if chips}


def test_the_round_in_play_does_not_count_yet() -> None:
    view = settling(night(ANN_FIRST, IN_PLAY), ENGLISH)
    assert [line.says for line in opened(view)] == ["Ben pays Ann 3", "Cem pays Ann 51"]
    assert view.in_play == "The round in play does not count yet."
    assert settling(night(ANN_FIRST, BEN_FIRST), ENGLISH).in_play == ""


@pytest.mark.parametrize(
    ("worth", "chips", "text"),
    [
        ("", 4, ""),
        ("0.05 €", 4, "0.20 €"),
        ("0,05 €", 51, "2,55 €"),
        ("1 sweet", 1, "1 sweet"),
        ("1 sweet", 3, "3 × sweet"),
        ("1 sweet each", 3, "3 × sweet each"),
        ("1 ct", 3, "3 ct"),
        ("1 €", 3, "3 €"),
        ("2 sweets", 3, "6 sweets"),
        ("10 small nuts", 7, "70 small nuts"),
        ("0.1 £", 3, "0.3 £"),
    ],
)
def test_the_worth_of_chips(worth: str, chips: int, text: str) -> None:
    assert worth_of(worth, chips) == text.replace("× ", "×\N{NO-BREAK SPACE}").replace(
        " ", "\N{NO-BREAK SPACE}", 1
    )


def test_the_worth_stands_beside_the_chips() -> None:
    played = night(ANN_FIRST)
    log = played.log
    log = replace(log, head=replace(log.head, worth="0.05 €"))
    log = replace(log, series=replace(log.series, worth="0.05 €"))
    view = settling(replace(played, log=log), words_in("en"))
    assert [line.says for line in opened(view)] == [
        "Ben pays Ann 3, worth 0.15\N{NO-BREAK SPACE}€",
        "Cem pays Ann 51, worth 2.55\N{NO-BREAK SPACE}€",
    ]
