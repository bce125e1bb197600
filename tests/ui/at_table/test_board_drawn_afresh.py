"""The board after every step of random rounds: what a device shows that played them is what a
device shows that joins now.

`BOARD_ROUNDS=300 python -m pytest tests/ui/at_table/test_board_drawn_afresh.py` plays 300 rounds of
every preset.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from companion.core.cards import card, spread
from companion.core.presets import PRESETS
from companion.core.rounds.setup import Passed, Played, Seen, honest_deal
from companion.ui.app import main_for
from tests.desks import Desk, begin, desk_in
from tests.strategies import HANDLES, Hands, choose_turn, deal
from tests.ui.headless import Headless

_ROUNDS = int(os.environ.get("BOARD_ROUNDS", "0"))
_FALSE_PASSES, _NOTES, _UNDOS, _JOINS = 5, 12, 12, 20
"""How many in a hundred passes are false, and turns come with a note, an undo, and, in the short
run, a look at what a device shows that joins.
"""
_WELL_HIDDEN = 5
"""Cards of a hand that are unknown, so that none follows from the rest."""
_SHORT = 20
"""Turns of the one round of each preset that every run of the tests plays."""

Shown = dict[str, tuple[float, float, str]]


def board(app: Headless) -> Shown:
    """Each card on the board, laid or offered: its identifier -> its corner and its label."""
    shown: Shown = {}
    for trail in app.tree.trails():
        name = (trail[-1].get("identifier") or "") if trail[-1]["_c"] == "Semantics" else ""
        if name.startswith(("play-", "card-")):
            left, top = (sum(one.get(side) or 0 for one in trail) for side in ("left", "top"))
            shown[name] = left, top, str(trail[-1].get("label"))
    return shown


class Evening:
    """A device at a random round, and the hands in truth."""

    def __init__(self, app: Headless, desk: Desk, chance: Random, hands: Hands) -> None:
        self.app, self.desk, self.chance, self.hands = app, desk, chance, hands

    def happens(self, share: int) -> bool:
        """Return whether something happens that comes so many times in a hundred."""
        return self.chance.randrange(100) < share

    async def step(self) -> None:
        """Take one step: a note, an undo, a redo, or else a turn."""
        table = self.desk.night
        if self.happens(_NOTES):
            await self.note()
        elif self.happens(_UNDOS) and table.round.turns:
            await self.app.tap("undo")
        elif self.happens(_UNDOS * 3) and table.can_redo:
            await self.app.tap("redo")
        else:
            await self.turn()

    async def note(self) -> None:
        """Note a card that somebody still holds, on this device or on another one."""
        round_ = self.desk.night.round
        seat = self.chance.randrange(len(self.hands))
        unknown = self.hands[seat] & ~round_.layout.laid & ~round_.knowledge.held(seat)
        if not unknown:
            return
        noted = self.chance.choice(spread(unknown))
        if self.happens(50) or unknown.bit_count() < _WELL_HIDDEN:
            assert self.desk.record(Seen(seat, noted.bit)) is None
            await self.app.settle()
            return
        await self.app.go("/table/1/hand")
        await self.app.tap(f"hand-of-{round_.setup.players[seat]}")
        await self.app.tap(f"pick-{noted.text}")
        await self.app.tap("note-cards")
        assert noted.bit & self.desk.night.round.knowledge.held(seat)

    async def turn(self) -> None:
        """Take the turn of whoever is due, as their hand allows."""
        round_ = self.desk.night.round
        turn = choose_turn(self.chance, round_, self.hands, _FALSE_PASSES)
        if round_.due is None and isinstance(turn, Played):
            await self.app.tap(f"lead-{round_.setup.players[turn.seat]}")
        elif isinstance(turn, Passed):
            await self.app.tap("pass")
            if self.app.has("pass-yes"):
                await self.app.tap("pass-yes")
        else:
            await self.app.tap(f"play-{turn.card.text}")
        assert self.desk.night.round.turns[len(round_.turns) :] == (turn,)


async def play(desk: Desk, chance: Random, rules: str, *, most: int, joins: int) -> None:
    """Play a round, and compare its board with one that is drawn afresh."""
    seats = chance.randint(3, 6)
    begin(desk, "Friday night", " ".join(HANDLES[:seats]), rules)
    hands = deal(chance, honest_deal(seats, 0))
    async with Headless(main_for(desk.archive), route="/table/1") as app:
        evening = Evening(app, desk, chance, hands)
        for _ in range(most):
            await evening.step()
            if desk.night.round.over:
                break
            if evening.happens(joins):
                async with Headless(main_for(desk.archive), route="/table/1") as other:
                    assert board(app) == board(other)


@pytest.mark.parametrize("rules", sorted(PRESETS))
async def test_it_is_the_board_drawn_afresh(tmp_path: Path, rules: str) -> None:
    for seed in range(_ROUNDS or 1):
        with desk_in(tmp_path / str(seed)) as desk:
            chance = Random(f"{rules} {seed}")  # noqa: S311 - the same rounds every time
            most, joins = (400, 100) if _ROUNDS else (_SHORT, _JOINS)
            await play(desk, chance, rules, most=most, joins=joins)


async def test_a_card_that_was_noted_is_offered_to_its_holder(desk: Desk) -> None:
    begin(desk, "Friday night", "Dora Ana Bernd Cem")
    noted = card("7H")
    assert desk.record(Seen(2, noted.bit)) is None
    async with Headless(main_for(desk.archive), route="/table/1") as app:
        for code in ("7S", "6S", "8S", "9S"):
            await app.tap(f"play-{code}")
        assert not app.has("play-7H")
        await app.tap("pass")
        assert app.has("play-7H")


async def test_a_card_that_somebody_else_noted_is_offered_no_more(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with Headless(main_for(desk.archive), route="/table/1") as app:
        assert app.has("play-7H")
        assert desk.record(Seen(2, card("7H").bit)) is None
        await app.settle()
        assert not app.has("play-7H")
