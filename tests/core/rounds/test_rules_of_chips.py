"""Payments by R5 to R11; the cases are sheets with checks."""

from companion.core.objections import Why
from tests.cases import cases
from tests.core.tables import english, faults, fines_of, refusal, round_of

ANTES = {
    "one each": "A B C D\n= pot 4\n= chips A -1 B -1 C -1 D -1",
    "one more from each short hand": "A B C D E\n= pot 8\n= chips A -1 B -1 C -2 D -2 E -2",
    "the longest hand counts, also in a misdeal": """
        deal A 14 B 12 C 13 D 13
        A B C D
        = pot 7
        = chips A -1 B -2 C -2 D -2
        """,
    "no short antes where the house has none": "rules parlour\nA B\n= pot 2\n= chips A -1 B -1",
    "as much as the house says": """
        rules bicycle ante=3 short_ante=2
        A B C
        = pot 13
        = chips A -3 B -5 C -5
        """,
    "short antes alone": "rules bicycle ante=0\nA B C\n= pot 2\n= chips A 0 B -1 C -1",
    "nothing": "rules pagat\nA B C\n= pot 0\n= chips A 0 B 0 C 0",
}


@cases("sheet", ANTES)
def test_r05_antes_before_the_deal(sheet: str) -> None:
    assert faults(f"round 1\n{sheet}") == []


FEES = {
    "one to the pot": "A B C D\n1 -- -- . .\n= pot 6\n= chips A -2 B -2 C -1 D -1",
    "for each pass": "A B\n1 -- --\n2 -- .\n= pot 5\n= chips A -3 B -2",
    "as much as the house says": """
        rules encyclopedia pass_fee=2
        A B C
        1 7C -- --
        = pot 4
        = chips A 0 B -2 C -2
        """,
    "nothing": "rules kartendomino\nA B C\n1 -- -- .\n= pot 0\n= chips A 0 B 0 C 0",
}


@cases("sheet", FEES)
def test_r06_a_pass_pays_the_pot(sheet: str) -> None:
    assert faults(f"round 1\n{sheet}") == []


FIRST_OUT = "deal A 2 B 2 C 48\nA B C\n1 7C 7D 7H\n2 8C . ."
WINNINGS = {
    # Antes 2 2 1; left B 1, C 47.
    "the pot and one for each card": ("bicycle", "= pot 0\n= chips A +51 B -3 C -48"),
    "as much a card as the house says": ("bicycle card_fee=2", "= chips A +99 B -4 C -95"),
    "the pot alone": ("bicycle card_fee=0", "= chips A +3 B -2 C -1"),
    "cards alone": ("kartendomino", "= chips A +48 B -1 C -47"),
    "nothing but the win": ("pagat", "= out A\n= chips A 0 B 0 C 0"),
}


@cases("rules, checks", WINNINGS)
def test_r07_the_first_with_an_empty_hand_wins(rules: str, checks: str) -> None:
    assert faults(f"round 1\nrules {rules}\n{FIRST_OUT}\n= out A\n{checks}") == []


def test_r07_then_the_round_is_over() -> None:
    sheet = f"round 1\n{FIRST_OUT.replace('8C . .', '8C 6C .')}"
    assert refusal(sheet) == f"6: {english(Why.ROUND_IS_OVER)}"


FALSE_PASS = "deal A 3 B 2 C 47\nA B C\n1 7C -- 6C\n"
FOUND = f"{FALSE_PASS}2 7D 8C 5C\n"
SHOWN = "deal A 2 B 2 C 48\nA B C\n1 7C -- 6C\n2 8C . .\nleft B 9C 8D\n"
BY_WINNER = "deal A 2 B 3 C 47\nA B C\n1 7C 7D 6C\n2 -- 8D 5C\n3 8C . .\n"
FALSE_PASSES = {
    "nothing before it comes to light": ("", FALSE_PASS, []),
    "to the pot": ("", FOUND, ["2: B to pot 3"]),
    "as much as the house says": ("false_pass_fine=4", FOUND, ["2: B to pot 4"]),
    "nothing where the house has no such fine": ("false_pass_fine=0", FOUND, []),
    "to the winner, so not before there is one": ("false_pass_to=winner", FOUND, []),
    "to the winner, once there is": ("false_pass_to=winner", f"{FOUND}3 8D . .", ["2: B to A 3"]),
    "an honest pass costs nothing more": ("", "deal A 2 B 2 C 48\nA B C\n1 7C -- 8C\n2 6C . .", []),
    "found in the end: to the winner": ("", SHOWN.replace("9C 8D", "8D 7D"), ["2: B to A 3"]),
    "shown cards that could not be laid prove nothing": ("", SHOWN, []),
    "found by the winner's last card: to the pot, and back": ("", BY_WINNER, ["4: A to pot 3"]),
    "nobody pays themselves": ("false_pass_to=winner", BY_WINNER, []),
    "every false pass": (
        "",
        "deal A 4 B 2 C 46\nA B C\n1 7C -- 6C\n2 7D -- 5C\n3 6D 8C .",
        ["2: B to pot 3", "5: B to pot 3"],
    ),
}


@cases("rules, sheet, expected", FALSE_PASSES)
def test_r08_a_false_pass_is_fined(rules: str, sheet: str, expected: list[str]) -> None:
    round_ = round_of(f"rules bicycle seven_fine=0 {rules}\n{sheet}")
    assert fines_of(round_) == expected


FALSE_PASS_AMOUNTS = {
    # Antes 1 1 1, a pass, the fine of 3; left B 1, C 45.
    "on top of the fee": f"{FOUND}= pot 7\n= chips A -1 B -5 C -1",
    "it comes to the winner with the pot": f"{FOUND}3 8D . .\n= chips A +52 B -6 C -46",
    "the offender wins it back": f"{BY_WINNER}= chips A +48 B -2 C -46",
}


@cases("sheet", FALSE_PASS_AMOUNTS)
def test_r08_amount_of_the_fine(sheet: str) -> None:
    assert faults(f"round 1\nrules bicycle short_ante=0 seven_fine=0\n{sheet}") == []


HELD_BACK = "deal A 3 B 3 C 46\nA B C\n1 7C -- 8C\n2 9C 7S 6C\n3 6S . .\n"
BOTH = "deal A 4 B 3 C 45\nA B C\n1 7C -- 8C\n2 9C 7S 6C\n3 6S -- 5C\n4 8S . .\n"
SEVENS = {
    "to whoever held the six; the eight is not seen": ("", HELD_BACK, ["2: B to A 5"]),
    "and of the eight, left over": ("", f"{HELD_BACK}left B KH KS", ["2: B to A 5", "2: B to C 5"]),
    "both to one player who held both": ("", BOTH, ["2: B to A 5", "2: B to A 5"]),
    "as much as the house says": ("seven_fine=2", BOTH, ["2: B to A 2", "2: B to A 2"]),
    "nothing where the house has no such fine": ("seven_fine=0", BOTH, []),
    "nothing for the offender's own eight": ("", f"{HELD_BACK}left B 8S KS", ["2: B to A 5"]),
    "another card than a seven": ("", f"{FOUND}3 8D . .", []),
    "a seven laid before": ("", "deal A 3 B 3 C 46\nA B C\n1 7C 7S 8C\n2 9C -- 6C\n3 6S . .", []),
}


@cases("rules, sheet, expected", SEVENS)
def test_r09_a_seven_held_back_pays_neighbours(rules: str, sheet: str, expected: list[str]) -> None:
    round_ = round_of(f"rules bicycle false_pass_fine=0 {rules}\n{sheet}")
    assert fines_of(round_) == expected


LEFT = "deal A 1 B 3 C 48\nA B C\n1 7C . .\n"
ALL_BUT = "left B AD JD KD\n"
POINTS = {
    "one per card": ("card", "", "A 0 B 3 C 48"),
    "none": ("none", "", "A 0 B 0 C 0"),
    # A pack is 340 pips: each suit 1 + 2 + … + 10 + 10 + 10 + 10 = 85.
    "pips: pictures ten, the ace one": ("pips", ALL_BUT, "A 0 B 21 C 312"),
    # A pack is 364 by rank: each suit 1 + … + 13 = 91.
    "rank: the ace one to the king thirteen": ("rank", ALL_BUT, "A 0 B 25 C 332"),
    "card by card, none need be known": ("card", ALL_BUT, "A 0 B 3 C 48"),
}


@cases("points, shown, expected", POINTS)
def test_r10_points_for_cards_left(points: str, shown: str, expected: str) -> None:
    sheet = f"round 1\nrules bicycle points={points}\n{LEFT}{shown}= points {expected}"
    assert faults(sheet) == []


FIRST = "round 1\ndealer D\ndeal A 1 B 1 C 25 D 25\nA B C D\n1 7D . . .\n"
SECOND = "round 2\ndealer A\ndeal A 1 B 1 C 49 D 1\nA B C D\n1 . 7D . .\n"
TARGETS = {"an open end": 0, "nobody has reached it": 26}
REACHED = {"just reached": 25, "passed": 24, "reached by many": 1}


@cases("target", TARGETS)
def test_r10_the_series_goes_on_below_its_target(target: int) -> None:
    sheet = f"rules bicycle target={target}\n{FIRST}{SECOND}= total points A 1 B 1 C 74 D 26"
    assert faults(sheet) == []


@cases("target", REACHED)
def test_r10_the_series_ends_at_its_target_and_the_lowest_total_wins(target: int) -> None:
    sheet = f"rules bicycle target={target}\n{FIRST}= winner A\n"
    assert faults(sheet) == []
    assert refusal(f"{sheet}{SECOND}") == f"12: {english(Why.SERIES_IS_OVER)}"


PLACES = {
    # The pot of 3 and 51 cards to A; then 48 cards to B.
    "a settlement at each finish": (
        "deal A 1 B 2 C 49\nA B C\n1 7C 7D 6C\n2 . 8D .",
        "= out A B\n= left A 0 B 2 C 49\n= chips A +53 B +45 C -98\n= pot 0",
    ),
    # The pot of 3 to A; B's pass forms a new one, and comes back with it.
    "a new pot forms after each": (
        "deal A 1 B 2 C 49\nA B C\n1 7C 7D 6C\n2 . -- 8D\n3 . 9D .",
        "= out A B\n= passes 4 legal\n= chips A +53 B +44 C -97\n= pot 0",
    ),
    "in play the new pot waits": (
        "deal A 1 B 2 C 49\nA B C\n1 7C 7D 6C\n2 . -- .",
        "= out A\n= pot 1\n= chips A +53 B -4 C -50",
    ),
    "points count when the first goes out": (
        "deal A 1 B 2 C 49\nA B C\n1 7C 7D 6C\n2 . 8D .",
        "= points A 0 B 2 C 49",
    ),
}


def test_r11_pips_count_cards_left_at_the_first_out_even_if_laid_later() -> None:
    # B had 7D and 8D left; all but A's 7C, these and C's own 6C lay with C: 340 - 7 - 7 - 8.
    sheet = "rules bicycle points=pips play_on=yes\ndeal A 1 B 2 C 49\nA B C\n"
    block = f"{sheet}1 7C 7D 6C\n2 . 8D .\n= points A 0 B 15 C 318"
    assert faults(f"round 1\n{block}") == []


@cases("sheet, checks", PLACES)
def test_r11_the_others_play_on(sheet: str, checks: str) -> None:
    rules = "rules bicycle short_ante=0 play_on=yes"
    assert faults(f"round 1\n{rules}\n{sheet}\n{checks}") == []


def test_r11_until_one_player_is_left() -> None:
    sheet = "rules bicycle play_on=yes\ndeal A 1 B 2 C 49\nA B C\n1 7C 7D 6C\n2 . 8D ."
    assert (round_of(sheet).over, round_of(sheet.replace(" 8D", " --")).over) == (True, False)


def test_r11_a_player_who_is_out_has_no_turn() -> None:
    sheet = "round 1\nrules bicycle play_on=yes\ndeal A 1 B 2 C 49\nA B C\n1 7C 7D 6C\n2 5C . ."
    assert refusal(sheet) == f"7: {english(Why.OUT_OF_TURN, other='B', player='A')}"
