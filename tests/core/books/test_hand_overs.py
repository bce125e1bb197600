"""Payments between players at the end of each round."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest
from hypothesis import assume, given, settings

from companion.core.books import ledger
from companion.core.cards import card
from companion.core.debts import series_payments
from companion.core.log import Log
from companion.core.payments import PaymentDue, due_now, hand_overs, put_off
from companion.core.rounds.events import (
    CalledOff,
    ChipsCorrection,
    Event,
    FineCharged,
    FineWaived,
    MarkedUnpaid,
    Passed,
    Played,
    PointsCorrection,
    Seen,
)
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.steps import Dealt, Recorded, Repaired
from tests.core.tables import round_of
from tests.strategies import luck, rounds


def _written(round_: Round) -> list[str]:
    return _in_handles(round_, hand_overs(round_))


def _in_handles(round_: Round, payments: Iterable[PaymentDue]) -> list[str]:
    handles = [*round_.setup.players, "pot"]
    return [f"{handles[one.source]} {handles[one.target]} {one.chips}" for one in payments]


# B holds back 7S at turn 2 and lays it at turn 5: 3 to the pot. C lays 8S at turn 6 and gets 5, A
# goes out with 6S at turn 7 and gets 5. Antes 2 2 1, one pass; left B 2, C 44.
TABLE = "deal A 3 B 3 C 46\nA B C\n1 7C -- 6C\n2 8C 7S 8S\n"
WON = f"{TABLE}3 6S . .\n"
OVER = {
    "nothing while it is in play": (TABLE, []),
    "fines that are not ticked are in the list": (WON, ["B A 15", "C A 39", "pot A 6"]),
    "a fine that is let go is not": (f"{WON}waive 2", ["B A 2", "C A 44", "pot A 6"]),
    "a fine that is ticked lies there already": (f"{WON}paid 2", ["B A 2", "C A 44", "pot A 9"]),
    "one of its parts is": (f"{WON}paid 2 pot 3", ["B A 12", "C A 39", "pot A 9"]),
    "what was ticked and let go comes back": (
        # 3 from the pot and 5 from C, less 2 for cards.
        f"{WON}paid 2 pot 3\npaid 2 C 5\nwaive 2",
        ["C A 43", "C B 6", "pot A 9"],
    ),
    "a correction, paid at once": (
        f"{WON}pay B C 4\npay A pot 3",
        ["B A 15", "C A 39", "pot A 9"],
    ),
    "a fine that comes to light when cards are shown": (
        """
        rules bicycle ante=0 short_ante=0
        deal A 2 B 3 C 47
        A B C
        1 7C -- 6C
        2 8C . .
        left B 7S 6S 8S
        """,
        # 3 to the winner, left B 3 and C 46, the pass in the pot; six and eight are B's own.
        ["B A 6", "C A 46", "pot A 1"],
    ),
    "a fine to the winner": (
        f"rules bicycle false_pass_to=winner seven_fine=0\n{WON}",
        ["B A 5", "C A 44", "pot A 6"],
    ),
    "the winner, fined with the last card, has nothing to hand over": (
        # A passed 8D by at turn 4 and goes out with it: 3 to the pot that A takes.
        "deal A 2 B 3 C 47\nA B C\n1 7C 7D 6C\n2 -- 6D 5C\n3 8D . .",
        ["B A 1", "C A 45", "pot A 6"],
    ),
    "a round called off in play gives everything back": (
        # A put in 2 and got 4, C put in 1 and got 5; B is out of pocket by 2 + 1 + 3 + 5 + 4.
        f"{TABLE}pay B A 4\npaid 2\nvoid",
        ["A B 2", "C B 4", "pot B 9"],
    ),
    "but no fine that was not paid": (
        # B is out of pocket by 2 + 1 + 4, and by the 3 of the first part of the fine.
        f"{TABLE}pay B A 4\npaid 2 pot 3\nvoid",
        ["A B 1", "A C 1", "pot B 9"],
    ),
    "a round called off after its end gives back what was put down": (
        f"{WON}paid 2\nvoid",
        ["A B 3", "C B 4", "pot B 9"],
    ),
    "and no fine that was not paid then": (f"{WON}void", ["pot A 2", "pot B 3", "pot C 1"]),
    "nor what is paid afterwards": (
        f"{WON}void\npay A B 9",
        ["pot A 2", "pot B 3", "pot C 1"],
    ),
    "what the result of a round leaves": (
        # Antes 2 2 1, passes 3, and a correction in the pot; B has 2 cards left, C 44.
        "deal A 3 B 3 C 46\nA B C\nresult A 0 0 B 2 1 C 44 2\npay B pot 4",
        ["B A 2", "C A 44", "pot A 12"],
    ),
    "none where the app keeps the chips": (f"rules bicycle chips=app\n{WON}", []),
    "not even of a round called off": (f"rules bicycle chips=app\n{WON}void", []),
    "all are paid at the end where all places are played for": (
        # The pot of 3 and 1 and 50 cards to A with the first card, then 50 cards to B.
        "rules bicycle play_on=yes short_ante=0\ndeal A 1 B 1 C 50\nA B C\n1 7C 7D .\n",
        ["C A 51", "C B 49", "pot A 3"],
    ),
}


@pytest.mark.parametrize(("sheet", "expected"), OVER.values(), ids=OVER)
def test_r18_hand_overs_at_the_end_of_a_round(sheet: str, expected: list[str]) -> None:
    assert _written(round_of(sheet)) == expected


def test_a_fine_waived_in_mid_round_is_as_if_it_were_waived_on_the_sheet() -> None:
    *before, last = round_of(WON).turns
    early = round_of(TABLE).after(FineWaived(2)).after(last)
    late = round_of(WON).after(FineWaived(2))
    assert len(before) == 6
    assert early == late
    assert hand_overs(early) == hand_overs(late) == hand_overs(round_of(f"{WON}waive 2"))
    assert ledger(early) == ledger(late)


def _in_another_order(chance: Random, events: list[Event]) -> Iterator[Event]:
    """Yield the facts of the round in another order in which they could be entered.

    Only the calling off parts the corrections before it from those after it.
    """
    void = events.index(CalledOff()) if CalledOff() in events else len(events)
    events, after = events[:void], events[void:]
    turns: list[Event] = [event for event in events if isinstance(event, Played | Passed)]
    chips: list[Event] = [event for event in events if isinstance(event, ChipsCorrection)]
    owed: list[Event] = [event for event in events if isinstance(event, MarkedUnpaid)]
    counted: list[Event] = [event for event in events if isinstance(event, PointsCorrection)]
    others: list[list[Event]] = [[event] for event in events if not isinstance(event, _ORDERED)]
    kinds = [turns, chips, owed, counted, *others]
    while kinds := [kind for kind in kinds if kind]:
        yield chance.choice(kinds).pop(0)
    yield from after


_ORDERED = (Played, Passed, ChipsCorrection, MarkedUnpaid, PointsCorrection)


@settings(max_examples=40, deadline=None)
@given(rounds(), luck())
def test_the_order_of_entry_changes_nothing(round_: Round, chance: Random) -> None:
    reached, waiting = Round.begin(round_.setup), list[Event]()
    for event in _in_another_order(chance, list(round_.events)):
        waiting.append(event)
        for late in list(waiting):
            if not reached.objection(late):
                reached = reached.after(late)
                waiting.remove(late)
    assume(not waiting)
    assert (reached, hash(reached)) == (round_, hash(round_))
    assert ledger(reached) == ledger(round_)
    assert hand_overs(reached) == hand_overs(round_)


# A goes out at once: B hands over 20 and C 31, and B has passed.
OUT = "deal A 2 B 20 C 30\ndealer C\nA B C\n1 7D -- 6D\n2 8D . .\n"
PUT_OFF = {
    "nothing": ("", ["B A 20", "C A 29", "pot A 6"], []),
    "one": ("owed B A 20", ["C A 29", "pot A 6"], ["B A 20"]),
    "a part": ("owed B A 4", ["B A 16", "C A 29", "pot A 6"], ["B A 4"]),
    "one that a late fact raises": (
        "owed B A 20\nholds B 7H",
        ["B A 3", "C A 29", "pot A 6"],
        ["B A 20"],
    ),
    "more than there is": ("owed B A 23", ["C A 26", "C B 3", "pot A 6"], ["B A 23"]),
    "a correction": ("pay B C 4\nowed B C 4", ["B A 20", "C A 29", "pot A 6"], []),
    "after it was called off": ("owed B A 20\nvoid", ["pot A 2", "pot B 3", "pot C 1"], []),
}


@pytest.mark.parametrize(("lines", "now", "later"), PUT_OFF.values(), ids=PUT_OFF)
def test_r18_what_is_put_off_is_not_due_now(lines: str, now: list[str], later: list[str]) -> None:
    round_ = round_of(f"{OUT}{lines}")
    assert (_in_handles(round_, due_now(round_)), _in_handles(round_, put_off(round_))) == (
        now,
        later,
    )


@settings(max_examples=60, deadline=None)
@given(rounds())
def test_r18_what_is_due_now_and_what_is_put_off_make_the_list(round_: Round) -> None:
    sums = Counter[int]()
    for paid in (*due_now(round_), *put_off(round_)):
        sums[paid.source] -= paid.chips
        sums[paid.target] += paid.chips
    for paid in hand_overs(round_):
        sums[paid.source] += paid.chips
        sums[paid.target] -= paid.chips
    assert not round_.over or not any(sums.values())


NIGHT = f"fantan 1\nrules bicycle\nround 1\n{OUT}holds B 7H\n"
NO_FEES = NIGHT.replace("bicycle", "bicycle card_fee=0")
FOUR = """
fantan 1
rules bicycle ante=0 short_ante=0 pass_fee=0 false_pass_fine=0
round 1
deal A 1 B 2 C 3 D 46
dealer C
A B C D
1 . . . --
2 7D . . .
holds C 8H
holds D 6H
"""
LOWERED = {
    "by a fine that is let go": (NIGHT, [MarkedUnpaid(1, 0, 23), FineWaived(2)], ["B A 20"]),
    "to nothing": (NO_FEES, [MarkedUnpaid(1, 0, 3), FineWaived(2)], []),
    "not by what raises it": (
        NIGHT,
        [FineWaived(2), MarkedUnpaid(1, 0, 20), FineCharged(2)],
        ["B A 20"],
    ),
    "nor by another way of the same chips": (
        # D held 7H and owes C for it: so C, who has nothing to pay any more, gets B's chips.
        FOUR,
        [MarkedUnpaid(1, 0, 2), Seen(3, card("7H").bit)],
        ["B A 2"],
    ),
    "nor is a part of it": (NIGHT, [MarkedUnpaid(1, 0, 4), FineWaived(2)], ["B A 4"]),
    "nor what is owed of a correction": (
        NIGHT,
        [ChipsCorrection(1, 2, 4), MarkedUnpaid(1, 2, 4), FineWaived(2)],
        ["B C 4"],
    ),
}


@pytest.mark.parametrize(("night", "events", "owed"), LOWERED.values(), ids=LOWERED)
def test_r18_a_payment_put_off_shrinks_with_the_list(
    night: str, events: list[Event], owed: list[str]
) -> None:
    log = loads(night)
    for event in events:
        log = log.after(Recorded(1, event))
    assert [f"{due.source} {due.target} {due.chips}" for due in series_payments(log.series)] == owed
    assert Log.of(log.head, log.steps).series == log.series == loads(dumps(log)).series
    assert log.without_last().after(log.steps[-1]).series == log.series
    dealt = log.after(Dealt(log.series.next_setup()))
    assert series_payments(dealt.series) == series_payments(log.series)


def test_r18_a_payment_put_off_shrinks_by_a_repair() -> None:
    log = loads(f"{NIGHT}owed B A 23\n")
    facts = tuple(event for event in log.round.events if not isinstance(event, Seen))
    log = log.after(Repaired(1, log.round.setup, facts)).after(Recorded(1, PointsCorrection(0, 1)))
    (owed,) = series_payments(log.series)
    assert owed.chips == 20
    assert Log.of(log.head, log.steps).series == log.series
    assert log.without_last().series == Log.of(log.head, log.steps[:-1]).series


def test_what_is_put_off_stays_while_a_repaired_round_is_played_on() -> None:
    log = loads(f"{NIGHT}owed B A 23\n")
    *facts, last, mark = (event for event in log.round.events if not isinstance(event, Seen))
    before = Repaired(1, log.round.setup, (*facts, mark))
    log = log.after(before).after(Recorded(1, last))
    assert log.round.over
    assert log.round.decisions.owed == (mark,)


@settings(max_examples=40, deadline=None)
@given(rounds(), luck())
def test_r18_nothing_is_put_off_that_is_not_to_be_paid(round_: Round, chance: Random) -> None:
    payable = [paid for paid in hand_overs(round_) if POT not in {paid.source, paid.target}]
    assume(payable)
    facts = (event for event in round_.events if not isinstance(event, MarkedUnpaid))
    log = Log.begin(Series(rules=round_.setup.rules)).after(Dealt(round_.setup))
    for event in facts:
        log = log.after(Recorded(1, event))
    passes = [turn for turn, event in enumerate(round_.turns, 1) if isinstance(event, Passed)]
    for _ in range(6):
        late = Recorded(1, chance.choice(_late(log.round, passes, chance)))
        if not log.objection(late):
            log = log.after(late)
    asked = {paid.source for paid in hand_overs(log.round)}
    given = {paid.target for paid in hand_overs(log.round)}
    assert {paid.source for paid in due_now(log.round)} <= asked
    assert {paid.target for paid in due_now(log.round)} <= given
    assert Log.of(log.head, log.steps).series == log.series


def _late(round_: Round, passes: list[int], chance: Random) -> list[Event]:
    """Return what may come to mind at the end of a round."""
    later: list[Event] = [
        MarkedUnpaid(paid.source, paid.target, paid.chips)
        for paid in due_now(round_)
        if POT not in {paid.source, paid.target}
    ]
    fines: list[Event] = [kind(turn) for turn in passes for kind in (FineWaived, FineCharged)]
    source, target = chance.sample(range(len(round_.setup.players)), 2)
    return [*later, *fines, ChipsCorrection(source, target, chance.randint(1, 9))]
