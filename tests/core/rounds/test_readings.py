"""Readings of unclear rules; those about passes and doubt are in `test_certainty`."""

import pytest

from companion.core.books import ledger
from companion.core.objections import Why
from companion.core.sheet import dumps, report
from tests.cases import cases
from tests.core.tables import (
    english,
    faults,
    fines_of,
    log_of,
    refusal,
    round_of,
    rows,
    series_of,
    verdicts,
)

# B holds back 7H and 7S: 7S is laid first, at turn 5, then 7H at turn 8.
LAID = f"""
    deal A 5 B 4 C 43
    A B C
    {rows("7C -- 8C / 9C 7S 6S / 10C 7H 8S / JC 8H 6H / QC")}
    """
SHOWN = f"deal A 2 B 3 C 47\nA B C\n{rows('7C -- 6C / 8C')}\nleft B 7H 7S 8S\n"
ENTERED = f"""
    deal A 3 B 3 C 46
    hand A 7C 8C 8S
    hand B 7S 7D 2C
    A B C
    {rows("7C -- 6C / 8C 7S 7H / 8S")}
    """
SEVERAL = {
    "once, for the seven laid first": ("pass", LAID, "CC"),
    "for each; the eight of hearts is B's own": ("seven", LAID, "CCC"),
    "shown together, once, for hearts before spades": ("pass", SHOWN, "CC"),
    "shown together, for each; the eight of spades is B's own": ("seven", SHOWN, "CCC"),
    "entered together, once, for diamonds before spades": ("pass", ENTERED, "CC"),
    "entered together, for each; A holds the eight of spades": ("seven", ENTERED, "ACCC"),
}


@cases("per, sheet, paid", SEVERAL)
def test_several_sevens_withheld_in_one_pass(per: str, sheet: str, paid: str) -> None:
    round_ = round_of(f"rules bicycle false_pass_fine=0 seven_fine_per={per}\n{sheet}")
    assert sorted(fines_of(round_)) == [f"2: B to {handle} 5" for handle in paid]


# B holds a starter back at turn 2 and lays it at turn 5; A wins with the last card.
NEIGHBOURS = {
    "seven: six and eight": ("starter=7", "7C -- 6C / 8C 7S 6S / 8S", "CA"),
    "ten: nine and jack": ("starter=10", "10C -- 9C / JC 10S 9S / JS", "CA"),
    "a five came first: four and six": ("starter=5/9", "5C -- 4C / 6C 5S 4S / 6S", "CA"),
    "a nine came first: eight and ten": ("starter=5/9", "9C -- 8C / 10C 9S 8S / 10S", "CA"),
    "a king came first: only the queen": ("starter=any", "KC -- QC / JC KS QS / JS", "C"),
    "a king, aces high: queen and ace": ("starter=any aces=high", "KC -- QC / JC KS QS / AS", "CA"),
    "an ace came first: only the two": ("starter=any", "AC -- 2C / 3C AS 2S / 3S", "C"),
}


@cases("rules, turns, paid", NEIGHBOURS)
def test_the_neighbours_of_another_starter(rules: str, turns: str, paid: str) -> None:
    table = f"deal A 3 B 3 C 46\nA B C\n{rows(turns)}"
    round_ = round_of(f"rules bicycle false_pass_fine=0 {rules}\n{table}")
    assert fines_of(round_) == [f"2: B to {handle} 5" for handle in paid]


UNNAMED = {
    "a seven is always held back": (
        "starter=7",
        "-- 7C 6C / 8C 7H 7D / 7S 8H 6S / 8S",
        ["1: A to pot 3", "1: A to C 5"],
    ),
    "five or nine": ("starter=5/9", "-- 5C 4C / 6C 5H 5D / 5S 6H 6S / 4S", ["1: A to pot 3"]),
    "any": ("starter=any", "-- 5C 4C / 6C 5H 5D / 5S 6H 6S / 4S", ["1: A to pot 3"]),
}


@cases("rules, turns, expected", UNNAMED)
def test_no_starter_is_withheld_at_first(rules: str, turns: str, expected: list[str]) -> None:
    table = f"deal A 3 B 4 C 45\nA B C\n{rows(turns)}"
    assert fines_of(round_of(f"rules bicycle {rules}\n{table}")) == expected


# B holds back 7S, laid at turn 5. Who holds 6S and 8S comes to light in different ways.
HOLDER = "deal A 3 B 3 C 46\nA B C\n"
HOLDERS = {
    "not yet": (f"{HOLDER}{rows('7C -- 6C / 8C 7S .')}", []),
    "laid": (f"{HOLDER}{rows('7C -- 6C / 8C 7S 8S')}", ["2: B to C 5"]),
    "laid, both": (f"{HOLDER}{rows('7C -- 6C / 8C 7S 8S / 6S')}", ["2: B to C 5", "2: B to A 5"]),
    "entered, so at once when the seven is": (
        "deal A 3 B 3 C 46\nhand A 7C 8C 6S\nA B C\n" + rows("7C -- 6C / 8C 7S ."),
        ["2: B to A 5"],
    ),
    "shown late": (f"{HOLDER}{rows('7C -- 6C / 8C 7S 5C / 9C')}\nleft B 8S KS", ["2: B to C 5"]),
    "left over from the rest": (
        f"{HOLDER}{rows('7C -- 6C / 8C 7S 5C / 9C')}\nleft B 2S KS",
        ["2: B to C 5", "2: B to C 5"],
    ),
}


@cases("sheet, expected", HOLDERS)
def test_the_holder_of_a_neighbour_is_paid_once_known(sheet: str, expected: list[str]) -> None:
    assert fines_of(round_of(f"rules bicycle false_pass_fine=0\n{sheet}")) == expected


MOMENTS = {
    "the fine of the seven not before the seven, whatever came to light before": (
        "deal A 4 B 3 C 45\nhand A 7C 9C 10C 6S\nA B C\n" + rows("7C -- 8C / 9C 6C 5C / 10C 7S 8S"),
        [(2, 2, 1), (2, 5, 3), (2, 8, 5), (2, 9, 5)],
    ),
    "to the winner not before there is one": (
        "rules kartendomino seven_fine=0\n" + HOLDER + rows("7C -- 6C / 8C 7S 8S / 6S"),
        [(2, 7, 3)],
    ),
    "the fee at its turn, fines when the seven and its neighbours are laid": (
        HOLDER + rows("7C -- 6C / 8C 7S 8S / 6S"),
        [(2, 2, 1), (2, 5, 3), (2, 6, 5), (2, 7, 5)],
    ),
    "an entered hand at once": (
        "deal A 3 B 3 C 46\nhand B 7S KH KS\nA B C\n" + rows("7C -- 6C / 8C 7S 8S / 6S"),
        [(2, 2, 1), (2, 2, 3), (2, 6, 5), (2, 7, 5)],
    ),
    "shown cards after the last turn": (
        "deal A 2 B 3 C 47\nA B C\n" + rows("7C -- 6C / 8C") + "\nleft B 7S KH KS",
        [(2, 2, 1), (2, 5, 3), (2, 5, 5), (2, 5, 5)],
    ),
}


@cases("sheet, expected", MOMENTS)
def test_a_fine_is_booked_once_certain(sheet: str, expected: list[tuple[int, int, int]]) -> None:
    transfers = ledger(round_of(sheet)).transfers
    of_the_pass = [transfer for transfer in transfers if transfer.turn == 2]
    assert [
        (transfer.turn, transfer.moment, transfer.chips) for transfer in of_the_pass
    ] == expected


WAIVED = {
    "as a rule": ("", ["2: B to pot 3", "8: B to pot 3"]),
    "one let go": ("waive 2", ["8: B to pot 3"]),
    "both let go": ("waive 2\nwaive 8", []),
}


@cases("lines, expected", WAIVED)
def test_every_false_pass_is_fined_unless_it_is_waived(lines: str, expected: list[str]) -> None:
    # B could lay 8C at turns 2, 5 and 8, lays 7D at turn 5 and passes again at turn 8.
    table = "deal A 5 B 4 C 43\nA B C\n" + rows("7C -- 6C / 7S 7D 5C / 8S -- 4C / 9S 8C")
    round_ = round_of(f"rules bicycle seven_fine=0\n{table}\n{lines}")
    assert fines_of(round_) == expected
    assert verdicts(round_) == "2 illegal  8 illegal"


OPEN_ROUND = "deal A 1 B 2 C 49\nA B C\n1 7C . .\n"
OPEN_POINTS = {
    "nobody showed cards": ("", {"A": 0, "B": None, "C": None}),
    "all of one follow from the other": ("left B AD 2D\n", {"A": 0, "B": 3, "C": 330}),
}


@cases("shown, expected", OPEN_POINTS)
def test_points_are_open_until_cards_are_known(shown: str, expected: dict[str, int | None]) -> None:
    log = log_of(f"rules bicycle points=pips target=100\nround 1\n{OPEN_ROUND}{shown}")
    printed = report(log, "")
    assert printed["rounds"][0]["points"] == expected
    assert printed["series"]["points"] == expected


@pytest.mark.parametrize(("shown", "over"), [("", False), ("left B AD 2D\n", True)])
def test_and_so_is_the_end_of_the_series(shown: str, *, over: bool) -> None:
    series = series_of(f"rules bicycle points=pips target=100\nround 1\n{OPEN_ROUND}{shown}")
    assert series.standing.over is over


# D had 328 pips left in the first round, B 2 and C 3; D has 50 more, B and C have not shown theirs.
HALF_OPEN = """
    rules bicycle points=pips target=370
    round 1
    dealer D
    deal A 1 B 1 C 1 D 49
    A B C D
    1 7D . . .
    left B 2C
    left C 3C
    round 2
    dealer D
    deal A 1 B 23 C 23 D 5
    A B C D
    1 7D . . .
    left D KC KD KH KS QC
    """


def test_even_where_one_is_lowest_and_another_has_reached_the_target() -> None:
    standing = series_of(HALF_OPEN).standing
    assert standing.points == {"A": 0, "B": 2, "C": 3, "D": 378}
    assert (sorted(standing.open), standing.over) == (["B", "C"], False)


# A, B and C take turns at winning; D always has 25 cards left.
TIE = """
    rules bicycle target=50
    round 1
    dealer D
    deal A 1 B 1 C 25 D 25
    A B C D
    1 7D . . .
    round 2
    dealer A
    deal A 1 B 1 C 25 D 25
    A B C D
    1 . 7D . .
    """
THIRD = "round 3\ndealer D\ndeal A 1 B 2 C 24 D 25\nA B C D\n1 7D . . .\n"


def test_equal_lowest_totals_at_the_target_go_on_until_one_is_lowest() -> None:
    assert series_of(TIE).standing.over is False
    assert faults(f"{TIE}{THIRD}= total points A 1 B 3 C 74 D 75\n= winner A") == []


def test_then_a_further_round_is_refused_unless_the_target_is_raised() -> None:
    fourth = "round 4\n{}A B C D\n"
    refused = refusal(f"{TIE}{THIRD}{fourth.format('')}")
    assert refused.endswith(english(Why.SERIES_IS_OVER))
    raised = series_of(TIE + THIRD + fourth.format("rules bicycle target=500\n"))
    assert (len(raised.rounds), raised.standing.over) == (4, False)


def test_balances_may_be_negative_and_the_sum_is_zero() -> None:
    sheet = "A B C\n1 -- -- --\n2 -- -- --\npay pot A 30\n= pot -19\n= chips A +27 B -4 C -4"
    assert faults(f"round 1\n{sheet}") == []


VOID = {
    "in play": "deal A 3 B 3 C 46\nA B C\n1 7C -- 6C\n",
    "with a fine": f"{HOLDER}{rows('7C -- 6C / 8C 7S 8S')}\n",
    "with a correction": "A B C\npay A B 5\n",
    "after its end": f"{OPEN_ROUND}",
}


@cases("sheet", VOID)
def test_void_returns_every_chip_and_writes_no_points(sheet: str) -> None:
    checks = "= pot 0\n= chips A 0 B 0 C 0\n= points A 0 B 0 C 0\n= total points A 0 B 0 C 0"
    assert faults(f"round 1\n{sheet}void\n{checks}") == []
    assert "= points" not in dumps(log_of(f"round 1\n{sheet}void"))
