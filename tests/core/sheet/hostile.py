"""Sheets of any size that try to slow down the reader, and an ordinary one to compare."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from random import Random

from companion.core.presets import preset
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.sheet import dumps
from companion.core.steps import MOST_ROUNDS
from tests.strategies import HANDLES, Habits, deal, log_of, play

_TABLE = "A B C D E F G H I J"


def ordinary(size: int) -> str:
    """Return a sheet of about `size` characters, with four players and all cards shown."""
    chance = Random(1)  # noqa: S311 - the same rounds each time
    rules = replace(preset("bicycle"), target=0)
    played = [
        play(
            chance,
            Round.begin(setup := Setup.dealt(rules, HANDLES[:4], dealer % 4)),
            deal(chance, setup.hand_sizes),
            Habits(false_passes=3, shown=100),
        )
        for dealer in range(40)
    ]
    head, *rounds = dumps(log_of(*played)).partition("= total")[0].split("round    ")
    bodies = [body.partition("\n")[2] for body in rounds]
    return _filled(head, lambda number: f"round {number}\n{bodies[number % 40]}", size)


def _filled(head: str, part: Callable[[int], str], size: int) -> str:
    return head + "".join(_parts(part, size - len(head)))


def _parts(part: Callable[[int], str], size: int) -> Iterator[str]:
    for number in count(1):
        text = part(number)
        size -= len(text)
        yield text
        if size <= 0:
            return


def _passes(players: str) -> str:
    cells = "-- " * len(players.split())
    trips = 990 // len(players.split())
    rows = "".join(f"{trip} {cells}\n" for trip in range(1, trips))
    return f"dealer {players[-1]}\n{players}\n{rows}void\n"


def _sevens_held_back() -> str:
    rows = "".join(f"{trip} -- --\n" for trip in range(2, 400))
    return f"dealer A\ndeal A 51 B 1\nA B\n1 . --\n{rows}400 7D 7C\n"


def _fines_ticked() -> str:
    ticks = "".join(f"paid {turn} pot 1\n" * 9 for turn in range(1, 300))
    return f"{_sevens_held_back()}{ticks}"


def _debts(number: int) -> str:
    debts = "".join(f"owed A B {chips}\n" for chips in range(1, 999))
    return f"A B\nresult A 0 {number % 9} B 2 1\n{debts}"


def _balances(number: int) -> str:
    a, b = f"A{number % 50}", f"B{number % 50}"
    return f"dealer {b}\ndeal {a} 1 {b} 51\n{a} {b}\n1 7C .\npay {a} {b} {number}\n"


ROUNDS: dict[str, tuple[str, Callable[[int], str]]] = {
    "rounds called off": ("", lambda _: "A B\nvoid\n"),
    "a hundred handles": ("", lambda n: _TABLE.replace(" ", f"{n % 10} ") + "\nvoid\n"),
    "ten who get their antes back": ("rules bicycle\n", lambda n: f"{_TABLE}\npay A B {n}\nvoid\n"),
    "a hundred handles with ever new balances": ("", _balances),
    "who comes back": (
        "rules bicycle target=99\n",
        lambda n: f"{'A B' if n % 3 else f'A B{n % 9}'}\npoints A {'+' if n % 2 else '-'}9\nvoid\n",
    ),
    "ever new rules": ("", lambda n: f"rules pagat ante={n % 3}\nA B\nvoid\n"),
    "rows of passes": ("", lambda _: _passes("A B")),
    "rows of passes of ten": ("rules bicycle target=0\n", lambda _: _passes(_TABLE)),
    "passes with sevens held back": (
        "rules bicycle target=0 seven_fine_per=seven\n",
        lambda _: _sevens_held_back(),
    ),
    "fines ticked in many parts": (
        "rules bicycle target=0 seven_fine_per=seven\n",
        lambda _: _fines_ticked(),
    ),
    "debts": ("rules bicycle target=0\n", _debts),
    "totals each time": ("", lambda _: "A B\nvoid\n= total chips A 0\n= winner A\n"),
}
LINES: dict[str, Callable[[int], str]] = {
    "names": lambda n: f"called A{n} X\n",
    "blank lines": lambda _: "\n",
}
DEBTS: dict[str, Callable[[int], str]] = {
    "debts in circles": lambda n: " A P0 9999 P0 P1 9999 P1 A 9999" + " A X 1" * (n == 1),
    "debts of everybody with everybody": lambda n: f" P{n % 37} P{(n * n + 1) % 41 + 50} {n}",
}
_OWING = "rules bicycle\nround 1\nA P0 P1\nresult A 0 0 P0 2 1 P1 4 1\nlater P0\nlater P1\nopen"


def hostile(name: str, size: int) -> str:
    """Return a sheet of about `size` characters of this kind."""
    if name in DEBTS:
        return _filled(f"fantan 1\n{_OWING}", DEBTS[name], size)
    if name in LINES:
        return _filled("fantan 1\n", LINES[name], size)
    head, body = ROUNDS[name]
    rules = head or "rules pagat\n"
    return _filled(
        f"fantan 1\n{rules}", lambda n: f"round {n}\n{body(n)}" if n <= MOST_ROUNDS else "\n", size
    )
