"""Score sheet by example: accepted variants and refused lines."""

import pytest

from companion.core.log import Log
from companion.core.objections import Objection, SheetError, Why
from companion.core.sheet import decoded, dumps, loads, read
from companion.core.steps import Valued
from tests.cases import cases
from tests.core.tables import english, log_of, refusal, written

CANONICAL = written("decisions_of_the_table")
FORGIVEN = {
    "lower case": CANONICAL.replace("7D", "7d").replace("8D", "8d"),
    "T for ten": CANONICAL.replace("10D", "TD").replace("10H", "th").replace("510", "5T"),
    "suits as symbols": CANONICAL.replace("7D ", "7♦ ").replace("7C", "7♣").replace("10H", "10♥"),
    "symbols as phones send them": CANONICAL.replace("7C", "7♣\ufe0f"),
    "symbols as phones send them plain": CANONICAL.replace("7C", "7♣\ufe0e"),
    **{f"a pass as U+{ord(dash):04X}": CANONICAL.replace("--", dash) for dash in "—–―−-"},
    "two dashes that are not hyphens": CANONICAL.replace("--", "––"),
    "a minus sign": CANONICAL.replace("B -3  Cy -46", "B −3  Cy −46"),
    "comments": CANONICAL.replace("\n", "   # noted by Ben\n"),
    "comments for whole lines": "# Friday\n" + CANONICAL.replace("\n", "\n# so far\n"),
    "blank lines": CANONICAL.replace("\n", "\n\n \n"),
    "tabs": CANONICAL.replace("  ", "\t"),
    "lines as Windows ends them": CANONICAL.replace("\n", "\r\n"),
    "a mark in front": f"\ufeff{CANONICAL}",
    "no line end at the end": CANONICAL.rstrip("\n"),
    "no checks": "".join(
        line for line in CANONICAL.splitlines(keepends=True) if not line.startswith("=")
    ),
    "fewer pairs in a check": CANONICAL.replace("A +49  B -3  Cy -46", "Cy -46"),
    "a plus or none": CANONICAL.replace("A +49", "A 49").replace("= pot    0", "= pot +0"),
    "the deal in full or in part": CANONICAL.replace("A 3  B 2  Cy 47", "Cy 47  B 2  A 3"),
    "a hand below the handles": CANONICAL.replace("hand     B 7C 10H\n", "").replace(
        "  1      .", "hand B 10H 7C\n 1 ."
    ),
    "nothing left said so": CANONICAL.replace("left     B 10H", "left A\nleft B 10H"),
    "corrections in between": CANONICAL.replace("pay      A pot 3 late\n", "").replace(
        "  3      9D", "pay A pot 3  late\n  3      9D"
    ),
    "a name further down": CANONICAL.replace("called   A  Ana María\n", "").replace(
        "waive    6", "called A  Ana   María\nwaive 6"
    ),
    "quoted in a mail": "".join(f"> {line}\n" for line in CANONICAL.splitlines()),
    "quoted twice": "".join(f">> {line}\n" for line in CANONICAL.splitlines()),
    "a fence in a chat": f"Here is Friday:\n\n```fantan\n{CANONICAL}```\nSee you!\n",
    "a fence alone": f"~~~\n{CANONICAL}~~~\n",
    "words above": f"Ann wrote:\n{CANONICAL}",
    "who wrote it and when": f"[20.11.26, 23:03] Ann: {CANONICAL}",
    "a mark of direction": f"\u200e{CANONICAL}",
    "marks on every line": CANONICAL.replace("\n", "\u200b\n\u200e"),
    "as a phone begins a sentence": CANONICAL.replace("fantan", "Fantan", 1),
    "rows cut anywhere": CANONICAL.replace("  2      8D   7C   6D ", "  2 8D . .\n 3 . 7C 6D")
    .replace("  3      9D", "  4 9D")
    .replace("  4      10D  .", "  5 10D ."),
}


@cases("text", FORGIVEN)
def test_a_reader_forgives(text: str) -> None:
    reading = read(text)
    assert dumps(reading.log) == CANONICAL
    assert reading.faults == ()


WIDE = [
    *(CANONICAL.encode(name) for name in ("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig")),
    *(f"\ufeff{CANONICAL}".encode(name) for name in ("utf-16-le", "utf-16-be")),
]


@pytest.mark.parametrize("content", WIDE)
def test_text_of_any_program_is_decoded(content: bytes) -> None:
    assert dumps(loads(decoded(content))) == CANONICAL


def test_lines_of_a_quoted_sheet_keep_their_numbers() -> None:
    quoted = "Ann wrote:\n> fantan 1\n> round 1\n> A B\n> 1 9C .\n"
    assert refused(quoted)[0] == 5


def test_what_is_wrong_with_the_first_line_is_true() -> None:
    says = refused("fantan 1 Friday\nround 1\nA B\nvoid\n")
    assert says == (1, "fantan takes a version and nothing else")


@pytest.mark.parametrize("line", ["result Jose 0 1  Ann 3 1", "left Jose 7H", "pay Ann Jose 3"])
def test_handle_without_its_accents_is_guessed(line: str) -> None:
    says = refused(f"fantan 1\nround 1\nJosé Ann\n{line}\n")
    assert says == (4, "Jose does not sit at the table; did you mean José?")


def refused(text: str) -> tuple[int, str]:
    """Return the line and the problem of a sheet that is refused."""
    with pytest.raises(SheetError) as error:
        read(text)
    return error.value.line, error.value.problem


def test_a_minus_sign_is_read_in_a_correction_of_points_and_written_as_a_hyphen() -> None:
    sheet = "rules bicycle\nround 1\nA B\npoints A −3 – a word\n"
    assert "points   A -3 – a word\n" in dumps(log_of(sheet))


DECOMPOSED = "Jose\u0301"
DOUBLED = {
    "two columns of one name": (
        "called A Ana Pérez\ncalled B Ana Pérez\nround 1\nA B C\n",
        "5: B and A are the same person: both are called Ana Pérez",
    ),
    "one name in two forms": (
        "called A Ana Pe\u0301rez\ncalled B ana  Pérez\nround 1\nA B C\n",
        "5: B and A are the same person: both are called ana Pérez",
    ),
    "a column called as another one is headed": (
        "called A B\nround 1\nA B C\n",
        "4: B and A are the same person: both are called B",
    ),
    "a name given below the rounds": (
        "round 1\nA B C\nvoid\ncalled A B\n",
        "3: B and A are the same person: both are called B",
    ),
    "two columns but for case": (
        "round 1\nAna ana C\n",
        "3: ana is spelled Ana elsewhere: a player has one spelling",
    ),
    "two columns but for their form": (
        f"round 1\nJosé {DECOMPOSED} C\n",
        f"3: {DECOMPOSED} is spelled José elsewhere: a player has one spelling",
    ),
    "a column and the name behind it": (
        "called ana Ana Pérez\nround 1\nAna B\n",
        "4: Ana is spelled ana elsewhere: a player has one spelling",
    ),
    "a later round": (
        f"round 1\nJosé B\nvoid\nround 2\n{DECOMPOSED} B\n",
        f"6: {DECOMPOSED} is spelled José elsewhere: a player has one spelling",
    ),
    "the dealer": ("round 1\ndealer ana\nAna B\n", "3: ana deals, but does not sit at the table"),
    "a hand": (
        "round 1\nhand ana 7C\nAna B\n",
        "3: ana does not sit at the table; did you mean Ana?",
    ),
}


@cases("sheet, expected", DOUBLED)
def test_a_player_in_two_columns_or_two_spellings_is_refused(sheet: str, expected: str) -> None:
    assert refusal(sheet) == expected


LEFT_OUT = {
    "the rules: bicycle": ("round 1\nA B\n", "rules    bicycle\n"),
    "the dealer: the last column": ("round 1\nA B C\n", "dealer   C\n"),
    "the next dealer: left": ("round 1\nA B C\nvoid\nround 2\nA B C\n", "round    2\ndealer   A\n"),
}


@cases("sheet, written", LEFT_OUT)
def test_omitted_lines_are_written_in_full(sheet: str, written: str) -> None:
    assert written in dumps(log_of(sheet))


NOT_WRITTEN = {
    "no empty name": "series",
    "no date": "date",
    "no honest deal": "deal ",
    "no name that is the handle": "called",
    "no points where the house counts none": "points",
}


@cases("word", NOT_WRITTEN)
def test_lines_without_content_are_not_written(word: str) -> None:
    assert word not in dumps(log_of("rules parlour\nround 1\ncalled A A\nA B\n"))


def test_rules_are_written_only_after_a_change() -> None:
    written = dumps(log_of("round 1\nA B\nvoid\nround 2\nA B\nvoid\nround 3\nrules pagat\nA B\n"))
    assert written.count("rules ") == 2


BEGINNINGS = {
    "nothing": ("", "1: a score sheet begins with fantan 1"),
    "comments alone": ("# Friday\n", "1: a score sheet begins with fantan 1"),
    "another first line": ("series Friday\n", "1: a score sheet begins with fantan 1"),
    "no version": ("fantan\n", "1: a score sheet begins with fantan 1"),
    "no number": ("\nfantan one\n", "2: a score sheet begins with fantan 1"),
    "a newer version": ("fantan 2\nnews\n", "1: version 2 is not known here, only 1"),
    "a version from nowhere": ("fantan 0\n", "1: version 0 is not known here, only 1"),
}


@cases("text, expected", BEGINNINGS)
def test_the_first_line_is_the_version(text: str, expected: str) -> None:
    with pytest.raises(SheetError) as refused:
        loads(text)
    assert str(refused.value) == expected


WORTH = "worth takes a number and a word, such as 0.05 €, once"
HEADS = {
    "an unknown word": ("game Friday", "2: game is not a word of the score sheet"),
    "a row before a round": ("1 7C 8C", "2: 1 cannot come before the first round"),
    "a series without a name": ("series", "2: series takes one name, once"),
    "two names": ("series Friday\nseries Monday", "3: series takes one name, once"),
    "no date": ("date tomorrow", "2: date takes one YYYY-MM-DD"),
    "no such day": ("date 2026-02-30", "2: 2026-02-30 is not a day of the calendar"),
    "two dates": ("date 2026-11-20\ndate 2026-11-21", "3: date is already given here"),
    "unknown rules": ("rules skat", "2: no house rules are called skat"),
    "rules twice": ("rules pagat\nrules pagat", "3: rules is already given here"),
    "a worth without a word": ("worth 0.05", f"2: {WORTH}"),
    "a worth without a number": ("worth a sweet", f"2: {WORTH}"),
    "the end before the beginning": ("end", "2: end cannot come before the first round"),
    "plans before the rounds": ("planned pagat", "2: planned cannot come before the first round"),
    "chips handed over too early": ("handed A B 3", "2: handed cannot come before the first round"),
    "a name without a handle": ("called", "2: called takes a handle and a name"),
    "a handle without a name": ("called A", "2: called takes a handle and a name"),
    "a handle that is none": ("called 1st Ana", "2: called takes a handle and a name"),
    "a handle called twice": ("called A Ana\ncalled A Ann", "3: A already has a name"),
    "a check of nothing": ("= pot 0", "2: a check line comes after the lines it checks"),
    "the second round first": ("round 2", "2: this should be round 1, not 2"),
    "a round without a number": ("round", "2: this should be round 1, not a round"),
}


@cases("lines, expected", HEADS)
def test_a_line_that_cannot_stand_above_the_rounds(lines: str, expected: str) -> None:
    assert refusal(lines) == expected


COINS = {
    "half a cent": ("0.025 €", None),
    "whole yen": ("5 ¥", None),
    "yen with a zero": ("5.0 円", None),
    "half a yen": ("0.5 ¥", Why.NO_COIN),
    "half a yen by its name": ("0.5 yen", Why.NO_COIN),
    "and a half": ("1.5 JPY", Why.NO_COIN),
    "half a yen in Japanese": ("0.5 円", Why.NO_COIN),
    "half a yen in full width": ("0.5 ￥", Why.NO_COIN),
    "half a yen of many": ("0.5 Yens", Why.NO_COIN),
    "half a yen in Russian": ("0.5 иены", Why.NO_COIN),
    "a ratio": ("1 : 3 €", Why.NO_WORTH),
    "a third": ("1 / 3 €", Why.NO_WORTH),
}


@cases("worth, why", COINS)
def test_worth_that_no_coins_can_pay_is_kept_on_a_sheet_and_refused_as_a_step(
    worth: str, why: Why | None
) -> None:
    reading = read(CANONICAL.replace("\n", f"\nworth {worth}\n", 1))
    assert [(one.line, one.problem) for one in reading.remarks] == (
        [(2, english(why))] if why else []
    )
    assert read(dumps(reading.log)).log == reading.log
    assert reading.log.series.worth == worth
    without = loads(CANONICAL)
    assert without.objection(Valued(worth)) == (Objection(why) if why else None)
    kept = Log.of(without.head, (*without.steps, Valued(worth)))
    assert dumps(kept) == dumps(reading.log)


TABLE = "A B C\n1 7C -- 6C\n"
OWED = "owed takes two players and a number of chips"
PAID = "paid takes a turn, and perhaps a payee and a number of chips"
NO_HEADING = "cannot be the heading of a column"
NO_POINTS = "is not a number of points such as 3 or -3"
RESULT = "result takes each player in seating order, with cards left and passes"
IN_PLACE = "a result comes in place of the turns"
ROUNDS = {
    "no row of handles": ("dealer A\n", "2: round 1 has no row of handles"),
    "a row of turns first": ("1 7C 8C", "3: this belongs below the row of handles"),
    "a decision first": ("waive 1", "3: this belongs below the row of handles"),
    "a check first": ("= left A 3", "3: this belongs below the row of handles"),
    "a dealer who is not there": ("dealer D\nA B C", "3: D deals, but does not sit at the table"),
    "two dealers": ("dealer A B\nA B C", "3: dealer takes one handle"),
    "a dealer twice": ("dealer A\ndealer A", "4: dealer is already given here"),
    "rules twice": ("rules pagat\nrules pagat", "4: rules is already given here"),
    "a deal twice": ("deal A 26\ndeal B 26", "4: deal is already given here"),
    "an empty deal": ("deal", "3: deal takes handles and hand sizes"),
    "half a deal": ("deal A 26 B\nA B", "3: deal takes handles and hand sizes"),
    "a deal to nobody": ("deal D 5\nA B C", "3: D is dealt cards, but does not sit at the table"),
    "a deal twice to one": ("deal A 5 A 5\nA B C", "3: A is dealt cards twice"),
    "a deal of no cards": ("deal A 0 B 52\nA B", "3: 0 is not a number from 1 up"),
    "a dealer below handles": (f"{TABLE}dealer A", "5: dealer belongs above the row of handles"),
    "a handle that is none": ("A 2nd C", f"3: 2nd {NO_HEADING}"),
    "a word of the sheet as handle": (
        "A pot C",
        f"3: {english(Why.NO_HANDLE, player='pot')}",
    ),
    "an unknown word": (f"{TABLE}swap A B", "5: swap is not a word of the score sheet"),
    "a row out of order": (f"{TABLE}3 7H . .", "5: this should be row 2, not 3"),
    "a row too short": (f"{TABLE}2 7H .", "5: row 2 has 2 cells for 3 players"),
    "a row too long": (f"{TABLE}2 7H . . .", "5: row 2 has 4 cells for 3 players"),
    "a row without turns": (f"{TABLE}2 . . .", "5: row 2 has no turn"),
    "a number that is none": (f"{TABLE}2x 7H . .", "5: 2x is not a number from 1 up"),
    "a cell that is not a card": (f"{TABLE}2 7X . .", "5: 7X is not a card"),
    "a hand of no cards": ("hand A\nA B C", "3: hand takes the cards of a hand"),
    "a hand of nobody": ("hand D 7C\nA B C", "3: D does not sit at the table"),
    "a card twice in a hand": ("hand A 7C 7♣\nA B C", "3: 7C appears twice"),
    "left without a name": (f"{TABLE}left", "5: nobody does not sit at the table"),
    "left in play": (
        f"{TABLE}left A",
        f"5: {english(Why.WRONG_CARDS_LEFT, player='A', expected=17, number=0)}",
    ),
    "waive without a turn": (f"{TABLE}waive", "5: waive takes one turn"),
    "waive with no number": (f"{TABLE}waive two", "5: two is not a number from 1 up"),
    "pay without chips": (f"{TABLE}pay A B", "5: pay takes two accounts and a number of chips"),
    "pay with no number": (f"{TABLE}pay A B some", "5: some is not a number from 1 up"),
    "pay nothing": (f"{TABLE}pay A B 0", "5: 0 is not a number from 1 up"),
    "void and more": (f"{TABLE}void all", "5: void takes nothing after it"),
    "holds of no cards": ("holds A\nA B C", "3: holds takes the cards of a hand"),
    "points of none": (f"{TABLE}points A", "5: points takes a player and a number with its sign"),
    "points with no number": (f"{TABLE}points A some", f"5: some {NO_POINTS}"),
    "points of a sign alone": (f"{TABLE}points A -", f"5: - {NO_POINTS}"),
    "no points": (f"{TABLE}points A +0", f"5: +0 {NO_POINTS}"),
    "points of the pot": (f"{TABLE}points pot 3", "5: pot does not sit at the table"),
    "a fine charged again": (f"{TABLE}charge 2", "5: charge is not a word of the score sheet"),
    "paid without a turn": (f"{TABLE}paid", f"5: {PAID}"),
    "paid with words": (f"{TABLE}paid 2 1 1 1", f"5: {PAID}"),
    "paid without a payee": (f"{TABLE}paid 2 1", f"5: {PAID}"),
    "a date without a day": ("date\nA B C", "3: date takes one YYYY-MM-DD"),
    "no such day": ("date 2026-02-30\nA B C", "3: 2026-02-30 is not a day of the calendar"),
    "two dates": (f"date 2026-11-20\n{TABLE}date 2026-11-21", "6: date is already given here"),
    "no time of day": ("time 8:15\nA B C", "3: time takes HH:MM, and perhaps a second HH:MM"),
    "two lines of times": (f"time 20:15\n{TABLE}time 20:15", "6: time is already given here"),
    "a debt of two words": (f"{TABLE}owed A 3", f"5: {OWED}"),
    "a debt with a note": (f"{TABLE}owed A B 3 later", f"5: {OWED}"),
    "a note withdrawn": (f"{TABLE}forget A 7C", "5: forget is not a word of the score sheet"),
    "half a hand-over": (f"{TABLE}handed A B", "5: handed takes two players and a number of chips"),
    "a result first": ("result A 0 1 B 2 3", "3: this belongs below the row of handles"),
    "a result of nobody": ("A B C\nresult", f"4: {RESULT}"),
    "a result of some": ("A B C\nresult A 0 1 B 2 3", f"4: {RESULT}"),
    "a result in another order": ("A B\nresult B 0 1 A 2 3", f"4: {RESULT}"),
    "a result without passes": ("A B\nresult A 0 B 2", f"4: {RESULT}"),
    "a result of words": ("A B\nresult A 0 none B 2 0", "4: none is not a number from 0 up"),
    "a result below turns": (f"{TABLE}result A 0 1 B 2 0 C 3 0", f"5: {IN_PLACE}"),
    "a result twice": (
        "A B\nresult A 0 1 B 2 0\nresult A 0 1 B 2 0",
        "5: result is already given here",
    ),
    "the next round too early": (f"{TABLE}round 2", "5: round 1 is still in play"),
    "a round left out": (f"{TABLE}void\nround 3", "6: this should be round 2, not 3"),
}


@cases("lines, expected", ROUNDS)
def test_a_line_that_cannot_stand_in_a_round(lines: str, expected: str) -> None:
    assert refusal(f"round 1\n{lines}") == expected


YOUNG = "Cem forget owed result"


@pytest.mark.parametrize("first", YOUNG.split())
def test_players_called_like_younger_words_are_read(first: str) -> None:
    others = [handle for handle in YOUNG.split() if handle != first]
    row = " ".join([first, *others])
    sheet = f"round 1\ndealer {others[-1]}\n{row}\n1 -- -- -- --\n2 7C . . .\n"
    decided = f"owed {first} {others[0]} 3\npay {first} {others[0]} 2\nholds forget 9H\n"
    written = dumps(log_of(f"{sheet}{decided}"))
    assert log_of(sheet).series.rounds[0].setup.players == (first, *others)
    assert dumps(loads(written)) == written


def test_a_result_of_players_called_like_its_words_is_read() -> None:
    sheet = "round 1\nresult owed\nresult result 0 1 owed 2 0\nleft owed 2C 3C\nlater owed\n"
    assert "result   result 0 1  owed 2 0\nleft     owed 2C 3C\n" in dumps(log_of(sheet))


TIMED: dict[str, tuple[str, str, int | None]] = {
    "above the row": ("round 1\ntime 20:15 20:36\nA B\nvoid\n", "time     20:15 20:36\n", 21),
    "below the row": ("round 1\nA B\nvoid\ntime 20:15 20:36\n", "time     20:15 20:36\n", 21),
    "past midnight": ("round 1\ntime 23:50 00:07\nA B\nvoid\n", "time     23:50 00:07\n", 17),
    "by a clock that went back": (
        "round 1\ntime 02:40 02:15\nA B\nvoid\n",
        "time     02:40 02:15\n",
        None,
    ),
    "not ended": ("round 1\ntime 20:15\nA B\n", "time     20:15\n", None),
    "without times": ("round 1\nA B\nvoid\n", "dealer   B\n", None),
    "a player of that name": ("round 1\ntime B\n1 7C 7D\n", "dealer   B\n", None),
    "that player, with times": (
        "round 1\ntime 20:15 20:36\ntime B\nvoid\n",
        "time     20:15 20:36\n",
        21,
    ),
}


@cases("sheet, written, minutes", TIMED)
def test_a_round_has_a_length_if_its_times_are_known(
    sheet: str, written: str, minutes: int | None
) -> None:
    log = log_of(sheet)
    assert log.round.setup.minutes == minutes
    assert f"round    1\n{written}" in dumps(log)
    assert loads(dumps(log)).series == log.series


DATED = "date 2026-11-20\nround 1\nA B\nvoid\nround 2\ndate 2026-11-27\nA B\nvoid\nround 3\nA B\n"


def test_a_round_has_its_date_or_that_of_the_round_before() -> None:
    series = log_of(DATED).series
    assert series.dates == ("2026-11-20", "2026-11-27", "2026-11-27")
    assert dumps(log_of(DATED)).count("date ") == 2
    below = DATED.replace("date 2026-11-27\nA B\n", "A B\ndate 2026-11-27\n")
    assert dumps(log_of(below)) == dumps(log_of(DATED))
    assert log_of("round 1\nA B\nvoid\nround 2\ndate 2026-11-27\nA B\n").series.dates[0] == ""
