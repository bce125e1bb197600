"""All faults of a sheet in one run: a broken line hides no other one, and brings no other about."""

# ruff: noqa: RUF001 - letters that look alike are the matter

from functools import cache

import pytest

from companion.core.cards import card
from companion.core.objections import SheetError, Why
from companion.core.sheet import dumps, loads, read
from tests.cases import cases
from tests.core.sheet.hostile import ordinary
from tests.core.tables import english, written
from tests.work import steps_of_python

NIGHT = written("night")


def faults_of(text: str) -> list[str]:
    """Return all faults of a sheet that is refused."""
    with pytest.raises(SheetError) as refused:
        read(text)
    first = refused.value
    assert first.faults[0] is first
    return [str(fault) for fault in first.faults]


def numbered(text: str, part: str) -> int:
    """Return the number of the first line with this part."""
    return next(at for at, line in enumerate(text.splitlines(), 1) if part in line)


READ = {
    "a Cyrillic letter for a suit": ("7C", "7С"),
    "a Cyrillic letter for a rank": ("KH", "КH"),
    "Greek capitals": ("KH", "ΚΗ"),
    "a letter in a ten": ("10H", "1OH"),
    "two letters in a ten": ("10D", "lOD"),
    "a wide letter": ("7D", "7Ｄ"),
    "a hollow suit": ("7D", "7♢"),
    "a figure dash for a pass": ("--", "‒"),
    "a hyphen that does not break": ("--", "‑‑"),
    "a wide hyphen": ("--", "－"),
    "a minus sign in a check": ("Ben -2", "Ben −2"),
    "lines as an old Macintosh ends them": ("\n", "\r"),
    "lines as Windows ends them": ("\n", "\r\n"),
}


@cases("part, typed", READ)
def test_typing_that_looks_the_same_is_read(part: str, typed: str) -> None:
    assert part in NIGHT
    reading = read(NIGHT.replace(part, typed))
    assert (dumps(reading.log), reading.faults) == (dumps(loads(NIGHT)), ())


MEANT = {
    "a suit before its rank": ("7C", "H7", "7H"),
    "a ten behind its suit": ("7C", "S10", "10S"),
    "a German jack": ("7C", "BH", "JH"),
    "a German queen": ("7C", "DH", "QH"),
    "an ace as one": ("7C", "1H", "AH"),
    "a king as thirteen": ("7C", "13S", "KS"),
}


@cases("part, typed, meant", MEANT)
def test_a_card_is_guessed(part: str, typed: str, meant: str) -> None:
    text = f"fantan 1\nround 1\ndeal A 51 B 1\nA B\nhand A {typed}\n"
    assert faults_of(text)[0] == f"5: {typed} is not a card; did you mean {meant}?"
    assert part != meant


WORDS = {
    "house rules": (
        "rules bicicle\n",
        "2: no house rules are called bicicle; did you mean bicycle?",
    ),
    "another name of the game": (
        "rules Parlament\n",
        "2: no house rules are called Parlament; did you mean pagat?",
    ),
    "an option": ("rules pagat antte=2\n", "2: no option is called antte; did you mean ante?"),
    "a word above the rounds": (
        "seires Friday\n",
        "2: seires is not a word of the score sheet; did you mean series?",
    ),
    "a word in a round": (
        "round 1\nA B\n1 -- --\nwiave 1\n",
        "5: wiave is not a word of the score sheet; did you mean waive?",
    ),
    "the word of a round": (
        "ruond 1\nA B\n1 7C --\n",
        "2: ruond is not a word of the score sheet; did you mean round?",
    ),
    "a check": (
        "round 1\nA B\n= layuot -/-/-/-\n",
        "4: = layuot is not a check; did you mean layout?",
    ),
    "rules of a round": (
        "round 1\nrules pagta\nA B\n",
        "3: no house rules are called pagta; did you mean pagat?",
    ),
}


@cases("lines, fault", WORDS)
def test_a_word_is_guessed_and_read_on_with(lines: str, fault: str) -> None:
    assert faults_of(f"fantan 1\n{lines}") == [fault]


ALONE = {
    "a date": ("date     2026-11-20", "date     2026-11-31"),
    "rules with a slip": ("rules    bicycle", "rules    bicylce"),
    "a name without a handle": ("called   Ana", "called   1na"),
    "a card that is none": ("QH", "QX"),
    "a card with its suit in front": ("7D   7C", "D7   7C"),
    "a row with another number": ("\n 12 ", "\n 21 "),
    "a row without number": ("\n  2   ", "\n  2x  "),
    "cards left that are none": ("left     Ana 4H", "left     Ana 4X"),
    "cards left of nobody": ("left     Ana 4H", "left     Anna 4H"),
    "an unknown line": ("left     Ana 4H", "swap     Ana 4H"),
    "a dealer of nobody": ("dealer   Dov", "dealer   Dave"),
    "a check that cannot be read": ("= pot    0", "= pot    none"),
    "the number of the round": ("round    1", "round    2"),
}


@cases("part, broken", ALONE)
def test_a_broken_line_brings_no_other_fault_about(part: str, broken: str) -> None:
    text = NIGHT.replace(part, broken, 1)
    line = f"{numbered(text, broken.strip(chr(10)))}: "
    others = [fault for fault in faults_of(text) if not fault.startswith(line)]
    assert all(part.strip() in fault for fault in others), others


LATER = (
    "round 2\ndealer Ana\nAna Ben Chi Dov\n"
    "1 . 7C -- --\n= pot 99\n= left Ana 1\n= cards 3\nwaive two\n"
)


@cases("part, broken", ALONE)
def test_a_broken_line_hides_no_check_and_no_line_of_a_later_round(part: str, broken: str) -> None:
    later = LATER.replace("round 2", "round 3") if part.startswith("round") else LATER
    text = NIGHT.partition("= total")[0].replace(part, broken, 1) + later
    first = text.count("\n") - later.count("\n")
    seen = [fault for fault in faults_of(text) if int(fault.partition(":")[0]) > first]
    assert [int(fault.partition(":")[0]) - first for fault in seen] == [5, 6, 7, 8], seen


def test_a_card_that_cannot_be_played_hides_no_check() -> None:
    text = "fantan 1\nround 1\nA B\n1 7C 9C\n= pot 3\n= left A 25 B 20\n"
    assert faults_of(text) == [
        f"4: {english(Why.NEIGHBOUR_MISSING, card=card('9C'), other_card=card('8C'))}",
        "5: pot is 2, not 3",
        "6: left: B is 25, not 20",
    ]


def test_faults_end_with_too_many() -> None:
    text = "fantan 1\nround 1\nA B\n" + "swap\n" * 5_000
    found = faults_of(text)
    assert len(found) < 1_100
    assert found[-1] == "1003: there are too many faults to read on"


HOSTILE = {
    "lines of no word": lambda n: f"w{n * 7919 % 99991}\n",
    "cells of no card": lambda n: f"{n} x{n} y{n}\n",
    "rows with faults and guesses": lambda n: f"{n} H7 S8\n",
    "rounds of one number": lambda n: f"round 1\nA B\n1 7C 9C\npay A B {n}\n",
    "words that are nearly right": lambda n: f"wiave{n % 10} {n}\n",
}


@cache
def usual_steps() -> float:
    """Return the steps of Python for a character of a good sheet."""
    good = ordinary(2_000)
    return steps_of_python(lambda: read(good)) / len(good)


def steps_to_refuse(text: str) -> float:
    """Return the steps of Python for a character of a sheet that is refused."""

    def refuse() -> None:
        with pytest.raises(SheetError):
            read(text)

    return steps_of_python(refuse) / len(text)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_sheet_of_faults_costs_little_more_than_a_good_one(name: str) -> None:
    lines = "".join(HOSTILE[name](number) for number in range(1, 4_000))
    assert steps_to_refuse(f"fantan 1\nround 1\nA B\n{lines}") < 6 * usual_steps()
