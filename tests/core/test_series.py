"""A series: standings over rounds, and the sheet that tells all of it."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings

from companion.core.books.ledger import ledger
from companion.core.books.points import points
from companion.core.cards import gather, spread
from companion.core.events import Paid, Shown
from companion.core.presets import parse
from companion.core.round import Round
from companion.core.rules import Rules
from companion.core.names import Player
from companion.core.series import Series
from companion.core.setup import Setup
from companion.core.sheet import dumps, loads, read, report
from tests.core.tables import series_of
from tests.strategies import Habits, deal, luck, play, rules, seatings, series


@settings(max_examples=1_000, deadline=None)
@given(series(most=2))
def test_a_thousand_sheets_agree_with_themselves_through_write_and_read(told: Series) -> None:
    written = dumps(told)
    reading = read(written)
    assert reading.faults == ()
    assert reading.log.series == told
    assert dumps(reading.log) == written
    assert json.dumps(report(reading.log, "")) == json.dumps(report(told, ""))


@settings(max_examples=60, deadline=None)
@given(series())
def test_the_standing_is_the_sum_of_the_rounds(told: Series) -> None:
    chips: dict[str, int] = {}
    counted: dict[str, int] = {}
    for number, round_ in enumerate(told.rounds, 1):
        for handle, net, more in zip(
            round_.setup.players, ledger(round_).chips, points(round_), strict=True
        ):
            chips[handle] = chips.get(handle, 0) + net
            counted[handle] = counted.get(handle, 0) + (more or 0)
        standing = told.standing_after(number)
        assert (standing.chips, standing.points) == (chips, counted)
    assert told.standing.chips == chips


@settings(max_examples=60, deadline=None)
@given(series())
def test_chips_of_all_who_ever_played_sum_to_zero_with_the_pot(told: Series) -> None:
    pot = ledger(told.rounds[-1]).pot if told.rounds else 0
    assert sum(told.standing.chips.values()) + pot == 0


@settings(max_examples=60, deadline=None)
@given(series())
def test_a_series_is_over_only_with_one_lowest_total_at_the_target(told: Series) -> None:
    standing = told.standing
    if standing.over:
        (winner,) = standing.winners
        lowest = standing.points[winner]
        assert max(standing.points.values()) >= standing.target > 0
        assert [total for total in standing.points.values() if total <= lowest] == [lowest]
        assert not standing.open
    else:
        assert standing.winners == ()


@settings(max_examples=60, deadline=None)
@given(series())
def test_events_of_earlier_rounds_change_them_alone(told: Series) -> None:
    for number, round_ in enumerate(told.rounds, 1):
        event = Paid(0, 1, 3)
        if not told.objection(event, number):
            changed = told.after(event, number)
            assert changed.rounds[number - 1] == round_.after(event)
            others = [*range(number - 1), *range(number, len(told.rounds))]
            assert [changed.rounds[at] for at in others] == [told.rounds[at] for at in others]
            assert changed.standing == read(dumps(changed)).series.standing


@settings(max_examples=60, deadline=None)
@given(rules(), seatings(), luck())
def test_a_hand_half_shown_is_left_out_and_the_sheet_holds_without_it(
    chosen: Rules, seated: tuple[str, ...], chance: Random
) -> None:
    setup = Setup.dealt(chosen, seated, len(seated) - 1)
    hands = deal(chance, setup.hand_sizes)
    whole = play(chance, Round.begin(setup), hands, Habits(false_passes=10))
    half = whole
    for seat, hand in enumerate(hands):
        left = spread(hand & ~whole.layout.laid)
        shown = gather(left[: chance.randrange(max(1, len(left)))])
        half = half.after(Shown(seat, shown)) if shown else half
    reading = read(dumps(_series(half)))
    assert reading.faults == ()
    assert reading.log.series == _series(whole)


def _series(round_: Round) -> Series:
    players = tuple(Player(handle, handle) for handle in round_.setup.players)
    return Series(rules=round_.setup.rules, players=players).with_round(round_)


NIGHT = """
    series  Friday
    called  B  Ben the Elder
    round 1
    A B C
    void
    round 2
    rules parlour
    A B D
    """


def test_players_stand_in_order_of_appearance_with_their_names() -> None:
    told = series_of(NIGHT)
    assert [each.handle for each in told.players] == ["A", "B", "C", "D"]
    assert [told.name_of(handle) for handle in "ABX"] == ["A", "Ben the Elder", "X"]


def test_the_next_round_has_the_rules_and_players_of_the_last_and_the_next_dealer() -> None:
    told = series_of(f"{NIGHT}void")
    assert told.next_setup() == Setup.dealt(parse("parlour"), ("A", "B", "D"), 1)


def test_no_round_follows_none() -> None:
    with pytest.raises(LookupError):
        Series().next_setup()


def test_a_series_without_rounds_stands_at_nothing() -> None:
    standing = Series(rules=parse("bicycle target=30")).standing
    assert (standing.chips, standing.target, standing.over) == ({}, 30, False)


def test_names_are_kept_on_one_line() -> None:
    told = Series(name="Friday\n# night ", players=(Player("A", " Ana\tMaría #1"),))
    assert (told.name, told.players[0].name) == ("Friday night", "Ana María 1")
    assert loads(dumps(told)) == told
