"""Rounds, layouts and refusals from text, for tables of cases."""

from typing import Any

import pytest

from companion.core.books import Reason, ledger
from companion.core.cards import Cards, card, spread
from companion.core.judge import judge
from companion.core.log import Log
from companion.core.objections import Objection, SheetError, Why
from companion.core.presets import parse
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.sheet import loads, read
from tests.places import RECORDS


def written(record: str) -> str:
    """Return the text of a record without its comments."""
    lines = (RECORDS / f"{record}.fantan").read_text("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("#"))


def log_of(text: str) -> Log:
    """Return the log of a sheet written without `fantan 1`."""
    return loads(f"fantan 1\n{text}")


def series_of(text: str) -> Series:
    """Return the series of a sheet written without `fantan 1`."""
    return log_of(text).series


def round_of(text: str) -> Round:
    """Return the only round of a sheet written without `fantan 1` and `round 1`."""
    (round_,) = series_of(f"round 1\n{text}").rounds
    return round_


def rows(turns: str) -> str:
    """Return the rows for three players; `/` divides trips, the last turns may be missing.

    Lines below the turns stay as they are.
    """
    turns, *below = turns.splitlines()
    trips = [[*trip.split(), ".", "."][:3] for trip in turns.split("/")]
    numbered = (f"{number} {' '.join(trip)}" for number, trip in enumerate(trips, 1))
    return "\n".join([*numbered, *below])


def verdicts(round_: Round) -> str:
    """Return the verdicts in the form of the check `= passes`, e.g. `2 illegal  5 open`."""
    return "  ".join(f"{ruling.turn} {ruling.verdict.value}" for ruling in judge(round_).rulings)


def faults(text: str) -> list[str]:
    """Return the failed checks of a sheet written without `fantan 1`, which must have checks."""
    assert any(line.lstrip().startswith("=") for line in text.splitlines())
    return [fault.problem for fault in read(f"fantan 1\n{text}").faults]


def refusal(text: str) -> str:
    """Return the error of an unreadable sheet written without `fantan 1`, with its line."""
    with pytest.raises(SheetError) as refused:
        series_of(text)
    return str(refused.value)


def layout_of(rules: str, cards: str = "") -> Layout:
    """Return the layout after these cards, laid in this order."""
    layout = Layout.empty(parse(rules))
    for code in cards.split():
        assert layout.objection(card(code)) is None, code
        layout = layout.with_card(card(code))
    return layout


def named(cards: Cards) -> str:
    """Return the cards by suit, then from ace to king."""
    return " ".join(card.text for card in spread(cards))


def fines_of(round_: Round) -> list[str]:
    """Return the fines in order of booking: turn of the pass, payer, payee, chips."""
    handles = [*round_.setup.players, "pot"]
    return [
        f"{fine.turn}: {handles[fine.source]} to {handles[fine.target]} {fine.chips}"
        for fine in ledger(round_).transfers
        if fine.reason in {Reason.FALSE_PASS, Reason.WITHHELD_SEVEN}
    ]


def night(*rounds: str, rules: str = "bicycle") -> str:
    """Return a sheet of rounds that the first player wins with the first card.

    A round is `A B 20 C 31`, with the cards left of the others and perhaps rules in front
    (`target=50: A …`), or `void`.
    """
    lines = [f"rules {rules}"]
    for number, written in enumerate(rounds, 1):
        options, _, seats = written.rpartition(": ")
        first, *others = seats.split()
        handles = [first, *others[::2]]
        lines += [f"round {number}", f"dealer {handles[-1]}"]
        lines += [f"rules {rules} {options}"] if options else []
        lines += [f"deal {first} 1 {' '.join(others)}", " ".join(handles)]
        lines.append(f"1 7C {'. ' * (len(handles) - 1)}")
    return "\n".join(lines) + "\n"


def english(why: Why, **fields: Any) -> str:
    """Return an objection in English, by its reason and the fields of its phrase."""
    fields |= {name: card(str(code)) for name, code in fields.items() if name.endswith("card")}
    return Objection(why, **fields).english
