"""Payments between players at the end of each round."""

from collections.abc import Iterator
from random import Random

from hypothesis import assume, given, settings

from companion.core.books import ledger
from companion.core.dues import hand_overs
from companion.core.rounds.events.decisions import (
    CalledOff,
    ChipsCorrection,
    FineWaived,
    PointsCorrection,
)
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.position import Event
from companion.core.rounds.round import Round
from tests.cases import cases
from tests.core.tables import round_of
from tests.strategies import luck, rounds


def _written(round_: Round) -> list[str]:
    return [" ".join(map(str, paid)) for paid in hand_overs(round_)]


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
        ["A B 2", "pot B 8", "pot C 1"],
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
    "the pot goes to the player whom hands laid out leave over": (
        # R25: the pot, of which nobody has taken anything, is B's.
        """
        rules shichinarabe-strict passes=1 ante=1 card_fee=1 laid=none opening=left
        deal A 1 B 48 C 3
        dealer C
        hand A AC
        hand C AD AH AS
        A B C
        1 -- 7D --
        2 -- 8D --
        """,
        ["pot B 7"],
    ),
    "all are paid at the end where all places are played for": (
        # The pot of 3 and 1 and 50 cards to A with the first card, then 50 cards to B.
        "rules bicycle play_on=yes short_ante=0\ndeal A 1 B 1 C 50\nA B C\n1 7C 7D .\n",
        ["C A 51", "C B 49", "pot A 3"],
    ),
}


@cases("sheet, expected", OVER)
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
    counted: list[Event] = [event for event in events if isinstance(event, PointsCorrection)]
    others: list[list[Event]] = [[event] for event in events if not isinstance(event, _ORDERED)]
    kinds = [turns, chips, counted, *others]
    while kinds := [kind for kind in kinds if kind]:
        yield chance.choice(kinds).pop(0)
    yield from after


_ORDERED = (Played, Passed, ChipsCorrection, PointsCorrection)


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
