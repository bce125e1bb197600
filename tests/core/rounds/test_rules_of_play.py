"""Order of play and playable cards by R1 to R4 and R12 to R16."""

import pytest

from companion.core.books import ledger
from companion.core.cards import CARDS, card
from companion.core.objections import Why
from companion.core.presets import parse
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.series import seat_next
from companion.core.sheet import report
from tests.cases import cases
from tests.core.tables import english, layout_of, log_of, named, refusal, round_of
from tests.strategies import HANDLES

A, B, C, D = range(4)

DEALS = {
    "two share evenly": (2, 1, "26 26"),
    "three, the last deals: the first has one more": (3, 2, "18 17 17"),
    "three, the first deals: the second has one more": (3, 0, "17 18 17"),
    "four share evenly": (4, 2, "13 13 13 13"),
    "five, the last deals": (5, 4, "11 11 10 10 10"),
    "five, the third deals": (5, 2, "10 10 10 11 11"),
    "six": (6, 5, "9 9 9 9 8 8"),
    "seven": (7, 6, "8 8 8 7 7 7 7"),
    "eight": (8, 7, "7 7 7 7 6 6 6 6"),
    "nine": (9, 8, "6 6 6 6 6 6 6 5 5"),
    "ten, the first deals": (10, 0, "5 6 6 5 5 5 5 5 5 5"),
}


@cases("players, dealer, sizes", DEALS)
def test_r01_cards_are_dealt_from_the_dealers_left(players: int, dealer: int, sizes: str) -> None:
    setup = Setup.dealt(parse("bicycle"), HANDLES[:players], dealer)
    assert " ".join(map(str, setup.hand_sizes)) == sizes


NEXT_DEALERS = {
    "to the left": ("A B C", 0, "A B C", "B"),
    "from the last column to the first": ("A B C", 2, "A B C", "A"),
    "to a newcomer at the dealer's left": ("A B C", 0, "A D B C", "D"),
    "the dealer left": ("A B C", 1, "A C", "C"),
    "the dealer and the next left": ("A B C D", 1, "A D", "D"),
    "the dealer left from the last column": ("A B C", 2, "B A", "A"),
    "nobody stayed": ("A B", 1, "C D", "C"),
}


@cases("before, dealer, after, expected", NEXT_DEALERS)
def test_r01_the_deal_passes_left(before: str, dealer: int, after: str, expected: str) -> None:
    rules = parse("bicycle")
    setup = Setup.dealt(rules, tuple(before.split()), dealer)
    players = tuple(after.split())
    following = seat_next(Round.begin(setup), rules, players)
    assert players[following.dealer] == expected
    assert following == Setup.dealt(rules, players, following.dealer)


def test_r01_without_a_word_the_last_column_deals_first() -> None:
    assert round_of("A B C\n").setup.dealer == C


LEADERS = {"the first column deals": (A, B), "the second": (B, C), "the last": (C, A)}


@cases("dealer, leader", LEADERS)
def test_r02_the_player_at_the_dealers_left_leads(dealer: int, leader: int) -> None:
    round_ = round_of(f"dealer {'ABC'[dealer]}\nA B C\n")
    assert (round_.leader, round_.due) == (leader, leader)


TURNS = {
    "the leader": ("", A),
    "clockwise after a card": ("1 7C . .", B),
    "clockwise after a pass": ("1 -- . .", B),
    "from the last column to the first": ("1 7C -- 8C", A),
    "nobody once somebody is out": ("1 7C -- 8C\n2 7D . .", None),
}


@cases("rows, due", TURNS)
def test_r02_play_goes_clockwise(rows: str, due: int | None) -> None:
    assert round_of(f"deal A 2 B 2 C 48\nA B C\n{rows}").due == due


def test_r02_a_move_out_of_turn_is_refused() -> None:
    assert (
        refusal("round 1\nA B C\n1 . 7C .")
        == f"4: {english(Why.OUT_OF_TURN, other='A', player='B')}"
    )


def test_r03_a_turn_is_one_card_or_a_pass() -> None:
    round_ = round_of("A B C\n1 7C . .")
    taken = [laid for laid in CARDS if not round_.objection(Played(B, laid))]
    assert " ".join(map(str, taken)) == "6C 8C 7D 7H 7S"
    assert round_.objection(Passed(B)) is None
    assert round_.after(Played(B, card("8C"))).due == C
    assert round_.after(Passed(B)).due == C


TAKES = {
    "an empty table takes any seven": ("", "7C 7D 7H 7S"),
    "a seven opens its suit both ways": ("7H", "7C 7D 6H 8H 7S"),
    "the next above the highest": ("7H 8H 9H", "7C 7D 6H 10H 7S"),
    "the next below the lowest": ("7H 6H 5H", "7C 7D 4H 8H 7S"),
    "below the ace is nothing": ("7C 6C 5C 4C 3C 2C AC", "8C 7D 7H 7S"),
    "each suit for itself": ("7C 7S 8S 7D 6D 8D", "6C 8C 5D 9D 7H 6S 9S"),
}


@cases("laid, expected", TAKES)
def test_r04_any_seven_or_the_next_of_its_suit(laid: str, expected: str) -> None:
    assert named(layout_of("bicycle", laid).playable) == expected


LINES = {
    "nothing": ("", "-/-/-/-"),
    "a seven alone": ("7H", "-/-/7/-"),
    "clubs to spades": ("7H 7D 6D 8D 7S 8S 9S 10S", "-/68/7/710"),
    "ten to the top": ("7C 8C 9C 10C JC QC KC", "7K/-/-/-"),
}


@cases("laid, expected", LINES)
def test_r04_the_layout_is_one_line(laid: str, expected: str) -> None:
    assert str(layout_of("bicycle", laid)) == expected


def test_r12_only_the_opening_card_leads() -> None:
    begun = round_of("rules seven-of-diamonds\nA B C D\n")
    leads = [seat for seat in range(4) if not begun.objection(Played(seat, card("7D")))]
    assert (leads, begun.leader, named(begun.playable)) == ([A, B, C, D], None, "7D")


OPENINGS = {
    "another card": ("1 . 7C . .", f"5: {english(Why.MUST_LEAD, card=card('7D'))}"),
    "a pass": ("1 -- . . .", f"5: {english(Why.MUST_LEAD, card=card('7D'))}"),
    "the wrong player next": (
        "1 . 7D . 7C",
        f"5: {english(Why.OUT_OF_TURN, other='C', player='D')}",
    ),
}


@cases("row, expected", OPENINGS)
def test_r12_nothing_else_leads(row: str, expected: str) -> None:
    assert refusal(f"round 1\nrules seven-of-diamonds\nA B C D\n{row}") == expected


def test_r12_its_holder_leads_wherever_the_dealer_sits() -> None:
    round_ = round_of("rules seven-of-diamonds\ndealer A\nA B C D\n1 . . . 7D")
    assert (round_.leader, round_.due) == (D, A)
    assert named(round_.playable) == "7C 6D 8D 7H 7S"


KNOWN = {
    "the opening card entered": ("hand C 7D 8D", C),
    "the other hands entered": ("hand A AC 2C\nhand C 3C 4C", B),
    "the opening card seen": ("holds B 7D", B),
    "the other hands seen whole": ("holds A AC 2C\nholds C 3C 4C", B),
    "a hand seen in part": ("holds A AC\nholds C 3C 4C", None),
}


@cases("lines, leader", KNOWN)
def test_r12_known_cards_tell_who_leads(lines: str, leader: int | None) -> None:
    deal = f"rules seven-of-diamonds\ndeal A 2 B 48 C 2\n{lines}\nA B C\n"
    assert round_of(deal).leader == leader


STARTERS = {
    "seven": ("bicycle", "", "7C 7D 7H 7S"),
    "ten": ("ten-titans", "", "10C 10D 10H 10S"),
    "ten, opened": ("ten-titans", "10C", "9C JC 10D 10H 10S"),
    "five or nine, before the first card": ("five-or-nine", "", "5C 9C 5D 9D 5H 9H 5S 9S"),
    "five or nine, a five came first": ("five-or-nine", "5D", "5C 4D 6D 5H 5S"),
    "five or nine, a nine came first": ("five-or-nine", "9D", "9C 8D 10D 9H 9S"),
    "any, before the first card": ("domino", "", " ".join(map(str, CARDS))),
    "any, a jack came first": ("domino", "JS", "JC JD JH 10S QS"),
    "any, aces high, an ace came first": ("domino", "AS", "AC AD AH KS"),
    "any, aces low, an ace came first": ("domino aces=low", "AS", "AC AD AH 2S"),
    "a seven opens nothing when tens do": ("ten-titans", "10C 9C 8C 7C", "6C JC 10D 10H 10S"),
}


@cases("rules, laid, expected", STARTERS)
def test_r13_the_rank_that_opens_a_suit(rules: str, laid: str, expected: str) -> None:
    assert named(layout_of(rules, laid).playable) == expected


HIGH_FIRST = {
    "the eight before the six": ("bicycle", "7H", "7C 7D 8H 7S"),
    "then both ways": ("bicycle", "7H 8H", "7C 7D 6H 9H 7S"),
    "each suit for itself": ("bicycle", "7H 8H 7S", "7C 7D 6H 9H 8S"),
    "above a ten the jack": ("bicycle starter=10", "10C", "JC 10D 10H 10S"),
    "above a king is nothing, so the queen": ("bicycle starter=K", "KC", "QC KD KH KS"),
    "above a king is the ace": ("bicycle starter=K aces=high", "KC", "AC KD KH KS"),
    "above a high ace is nothing: the king": ("bicycle starter=A aces=high", "AC", "KC AD AH AS"),
    "the rank that the first card named": ("domino", "4D", "4C 5D 4H 4S"),
}


@cases("rules, laid, expected", HIGH_FIRST)
def test_r14_high_first(rules: str, laid: str, expected: str) -> None:
    assert named(layout_of(f"{rules} high_first=yes", laid).playable) == expected


def test_r14_the_six_is_refused_with_the_eight_as_reason() -> None:
    objection = layout_of("fwend", "7H").objection(card("6H"))
    assert objection
    assert objection.english == english(Why.HIGH_FIRST, card="6H", other_card="8H")


ACES = {
    "low: the two takes the ace below": ("bicycle", "7C 6C 5C 4C 3C 2C", "AC 8C 7D 7H 7S"),
    "low: the king takes nothing": ("bicycle", "7C 8C 9C 10C JC QC KC", "6C 7D 7H 7S"),
    "high: the two takes nothing": ("pagat", "7C 6C 5C 4C 3C 2C", "8C 7D 7H 7S"),
    "high: the king takes the ace above": ("pagat", "7C 8C 9C 10C JC QC KC", "AC 6C 7D 7H 7S"),
    "high: the ace takes nothing": ("pagat", "7C 8C 9C 10C JC QC KC AC", "6C 7D 7H 7S"),
}


@cases("rules, laid, expected", ACES)
def test_r15_aces_low_or_high(rules: str, laid: str, expected: str) -> None:
    assert named(layout_of(rules, laid).playable) == expected


@pytest.mark.parametrize(("rules", "line"), [("bicycle", "AK/-/-/-"), ("pagat", "2A/-/-/-")])
def test_r15_a_whole_suit_is_written_in_the_order_of_play(rules: str, line: str) -> None:
    low_to_seven = "7C 6C 5C 4C 3C 2C 8C 9C 10C JC QC KC AC"
    assert str(layout_of(rules, low_to_seven)) == line


def test_r16_the_picture_changes_nothing_but_itself() -> None:
    table = "round 1\ndeal A 3 B 2 C 47\nA B C\n1 7C -- 6C\n2 7D 8C 5C\n3 8D . .\n"
    right, left = (
        report(log_of(f"rules bicycle picture={side}\n{table}"), "") for side in ("right", "left")
    )
    for round_ in (*right["rounds"], *left["rounds"]):
        round_.pop("rules")
    assert right == left


def test_r16_the_layout_knows_no_sides() -> None:
    layouts = [Layout.empty(parse(f"bicycle picture={side}")) for side in ("right", "left")]
    assert layouts[0] == layouts[1]


def test_a_refused_card_books_nothing() -> None:
    # The reading: a card that the layout does not take is refused, with the reason.
    round_ = round_of("A B C\n1 7C . .")
    assert round_.objection(Played(B, card("9C")))
    assert ledger(round_) == ledger(round_of("A B C\n1 7C . ."))
