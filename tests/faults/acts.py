"""What people do at the desk: an act is one call, saved wholly or not at all."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from storage.findings import What
from storage.places import CATALOGUE

from companion.core.cards import Rank, Suit, at, spread
from companion.core.events import Event, Passed, Played
from companion.core.house_rules.presets import parse
from companion.core.names import Player
from companion.core.objections import Objection
from companion.core.series import Series
from companion.core.setup import Setup
from companion.core.sheet import loads
from companion.desk.table import Night
from storage.doctor import Doctor
from storage.lock import not_in_use
from tests.faults.sitting import Act, NotOpenedError, Sitting, do

NAMES = ("Ann", "Zoë Núñez", "Cem")
RECORDS = Path(__file__).parents[1] / "records"
ALMOST_COMPACTED = 64 * 1024 - 500


def _night(sitting: Sitting) -> Night:
    assert sitting.desk.state.night is not None
    return sitting.desk.state.night


def _accepted(refusal: Objection | None) -> None:
    assert refusal is None, refusal


def begin(rules: str) -> Act:
    """A series begins; its players have names with more than plain letters."""
    return lambda sitting: _accepted(sitting.desk.start("♣ Friday", NAMES, 2, parse(rules)))


def deal_short(*sizes: int) -> Act:
    """The deal on the table is replaced by one with these hands, so that the round is short."""

    def deal(sitting: Sitting) -> None:
        setup = replace(_night(sitting).round.setup, hand_sizes=sizes)
        _accepted(sitting.desk.redeal(setup))

    return deal


def deal_next(sitting: Sitting) -> None:
    _accepted(sitting.desk.deal(_night(sitting).series.next_setup()))


def deal_to_one_more(sitting: Sitting) -> None:
    """Somebody joins for the next round."""
    players = (*_night(sitting).round.setup.players, "Dov")
    setup = Setup.dealt(_night(sitting).series.latest_rules, players, 3)
    _accepted(sitting.desk.deal(setup, (Player("Dov", "Dov O'Hara"),)))


def play(sitting: Sitting) -> None:
    """Whoever is due plays the first card that can be played."""
    round_ = _night(sitting).round
    assert round_.due is not None
    card = spread(round_.playable)[0] if round_.turns else at(Suit.CLUBS, Rank.SEVEN)
    _accepted(sitting.desk.record(Played(round_.due, card)))


def pass_on(sitting: Sitting) -> None:
    due = _night(sitting).round.due
    assert due is not None
    _accepted(sitting.desk.record(Passed(due)))


def record(event: Event, number: int | None = None) -> Act:
    return lambda sitting: _accepted(sitting.desk.record(event, number))


def undo(sitting: Sitting) -> None:
    assert sitting.desk.night.can_undo
    sitting.desk.undo()


def take_again(*usual: Act) -> Act:
    """Redo; somebody who has just started the app does it once more by hand."""

    def redo(sitting: Sitting) -> None:
        if sitting.desk.night.can_redo:
            sitting.desk.redo()
        else:
            do(sitting, usual)

    return redo


def plan(rules: str) -> Act:
    return lambda sitting: sitting.desk.plan(parse(rules))


def prefer(rules: str) -> Act:
    return lambda sitting: sitting.desk.prefer(parse(rules))


def call_it_a_night(sitting: Sitting) -> None:
    _accepted(sitting.desk.end())


@cache
def sheet(name: str) -> Series:
    """A golden score sheet."""
    return loads((RECORDS / f"{name}.fantan").read_text("utf-8"))


def take_in(name: str) -> Act:
    return lambda sitting: sitting.desk.adopt(sheet(name))


def talk(sitting: Sitting) -> None:
    """The home screen's line is written so often that the next time compacts the catalogue."""
    (entry,) = sitting.desk.state.entries
    catalogue = sitting.root / CATALOGUE
    while len(catalogue.read_bytes().rstrip(b"\0")) < ALMOST_COMPACTED:
        sitting.store.note(replace(entry, rounds=1))
        sitting.store.note(entry)


def call_the_doctor(sitting: Sitting) -> None:
    """`fantan doctor --repair`, while the app does not run; where it fails it is called again."""
    sitting.leave()
    with not_in_use(sitting.root):
        findings = list(Doctor(sitting.root, repair=True).visit())
    if any(each.what is What.NOT_REPAIRED for each in findings):
        raise NotOpenedError


def repair_turns(sitting: Sitting) -> None:
    """Below the desk: old turns are replaced in the file of the round."""
    events = sitting.folder.round(_night(sitting).number, 1).table("events")
    events.replace_all([*events.all()[:-2], {"event": "Ann --"}])
