"""The table's screen after every step of random rounds: cards, notes, whose turn it is, buttons and
verdicts are the ones that the engine and a view built for the position alone ask for, and now and
then all that a device shows that joins.

`BOARD_ROUNDS=300 python -m pytest tests/ui/at_table/test_board_drawn_afresh.py` plays 300 rounds of
every preset.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from companion.core.cards import CARDS, Card, card, spread
from companion.core.judge import judge
from companion.core.presets import PRESETS
from companion.core.rounds.events.cards import Seen
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.desk.table import Snapshot
from companion.preferences import Preferences
from companion.screens.board import Slot, SlotState, SuitRow, board_rows
from companion.screens.table import TableView, table, turn_of
from companion.ui.parts.cards.board import suit_cards
from companion.ui.parts.cards.layout_board import choosing
from companion.ui.parts.table.plan import plan_of
from companion.ui.parts.table.tray import pile_of
from companion.ui.routes import Viewport
from companion.ui.shown import Pointer
from companion.words import Words, words_in
from tests.desks import Desk, begin, desk_in
from tests.strategies import HANDLES, Hands, choose_turn, deal, forgetting
from tests.ui.headless import Headless, opened

_ROUNDS = int(os.environ.get("BOARD_ROUNDS", "0"))
_FALSE_PASSES, _NOTES, _FORGETS, _UNDOS, _JOINS = 5, 12, 4, 12, 2
"""How many in a hundred passes are false, and turns come with a note, with a note taken back, with
an undo, and with a device that joins.
"""
_WRONG, _ON_THE_DEVICE = 20, 25
"""How many in a hundred notes are wrong, and are written on the device that is looked at."""
_MOST, _SHORT = 400, 12
"""Turns of a round, and of the one round of each preset that every run of the tests plays."""
_FIRST = 5
"""The seed of that one round: it shows a wrong memo of the board at its seventh turn."""


class Part(NamedTuple):
    """A part of the screen: its words, whether it can be tapped, whether it is selected, and how
    many cells a card is moved.
    """

    says: str
    enabled: bool = True
    selected: bool = False
    along: float | None = None


Parts = dict[str, Part]
_CARDS = ("play", "noted", "card")
_COMPARED = {
    *_CARDS,
    *["lead", "seat", "turn", "pot", "pass", "undo", "owed", "doubt", "told"],
}


def shown(app: Headless) -> Parts:
    """Return the parts that have an identifier."""
    return dict(_shown(app))


def _shown(app: Headless) -> Iterator[tuple[str, Part]]:
    for trail in app.tree.trails():
        node = trail[-1]
        name = node.get("identifier") if node["_c"] == "Semantics" else None
        if not name:
            continue
        moved = [one["offset"].get("x") or 0 for one in trail if one.get("offset")]
        along = sum(moved) if _kind(name) in _CARDS else None
        says = node.get("label") or " ".join(app.tree.spoken(node))
        yield name, Part(says, not node.get("disabled"), bool(node.get("selected")), along)


def _kind(identifier: str) -> str:
    return identifier.split("-", 1)[0]


def asked_for(snapshot: Snapshot, viewport: Viewport) -> Parts:
    """Return the parts of a phone's screen that show the snapshot."""
    words = words_in("en", spanish=snapshot.round.setup.rules.pack.is_spanish)
    view = table(snapshot, words)
    return {
        **dict(_cards(view, viewport)),
        **{f"seat-{seat.handle}": Part(seat.says, selected=seat.to_play) for seat in view.seats},
        "turn-of": Part(turn_of(snapshot, words)),
        **({} if view.pot is None else {"pot": Part(str(view.pot))}),
        "pass": Part(f"{view.passing.says} {view.passing.costs}".strip(), view.passing.possible),
        "undo": Part(view.undo.says, view.undo.possible),
        **dict(_tray(view)),
    }


def _cards(view: TableView, viewport: Viewport) -> Iterator[tuple[str, Part]]:
    board = plan_of(view, viewport, Preferences()).board
    if view.lead:
        for seat in view.seats:
            yield f"lead-{seat.handle}", Part(seat.name)
    elif choosing(view.rows, board):
        for slot in (slot for row in view.rows for slot in row.openers):
            yield _name(slot), Part(slot.says, along=0)
    else:
        for position in (card for row in view.rows for card in suit_cards(row, board)):
            along = board.along(position.cell)
            yield _name(position.slot), Part(position.slot.says, along=along)


def _name(slot: Slot) -> str:
    if slot.state is SlotState.LAID:
        return f"card-{slot.face.code}"
    return f"{'noted' if slot.noted else 'play'}-{slot.face.code}"


def _tray(view: TableView) -> Iterator[tuple[str, Part]]:
    if fine := pile_of(view, Pointer(), 0).fine:
        yield f"owed-{fine.turn}", Part(fine.why_label)
        return
    if view.news.doubt:
        yield "doubt", Part(view.news.doubt)
    for number, news in enumerate(view.news.notices, 1):
        yield f"told-{number}", Part(news)


def check(app: Headless, snapshot: Snapshot) -> None:
    """Compare the screen with the parts that show the snapshot, and its offers with the engine."""
    parts = {name: part for name, part in shown(app).items() if _kind(name) in _COMPARED}
    asked = asked_for(snapshot, Viewport().of(app.page))
    if "told-1" in parts and "told-1" not in asked:  # the last turn, where there is no news
        words = words_in("en", spanish=snapshot.round.setup.rules.pack.is_spanish)
        assert table(snapshot, words).news.happened == parts.pop("told-1").says
    assert parts == asked
    round_ = snapshot.round
    if round_.due is not None:
        legal = (one for one in CARDS if not round_.objection(Played(round_.due, one)))
        offered = {name.removeprefix("play-") for name in parts if name.startswith("play-")}
        assert offered == {one.text for one in legal}
        assert parts["pass"].enabled == (round_.objection(Passed(round_.due)) is None)
        player = round_.setup.players[round_.due]
        seats = (name for name in parts if name.startswith("seat-"))
        assert [name for name in seats if parts[name].selected] == [f"seat-{player}"]


def can_be_noted(round_: Round, seat: int, noted: Card) -> bool:
    """Return whether the page of a hand takes the card as a note: the card follows from nothing and
    is not the last unknown card of the hand.
    """
    holdings = judge(round_).holdings
    known = sum(held.seat == seat for held in holdings.values())
    return noted not in holdings and known + 1 < round_.setup.hand_sizes[seat]


class Evening:
    """A device at a random round, and the hands in truth."""

    def __init__(self, app: Headless, desk: Desk, chance: Random, hands: Hands) -> None:
        self.app, self.desk, self.chance, self.hands = app, desk, chance, hands

    def happens(self, share: int) -> bool:
        """Return whether something happens that comes so many times in a hundred."""
        return self.chance.randrange(100) < share

    async def step(self) -> None:
        """Take one step: who laid a starter, else a note, a note taken back, an undo, a redo, or
        else a turn.
        """
        table = self.desk.night
        if table.round.unclaimed:
            await self.claim()
        elif self.happens(_NOTES):
            await self.note()
        elif self.happens(_FORGETS):
            self.desk.record(forgetting(self.chance, table.round, self.hands))
            await self.app.settle()
        elif self.happens(_UNDOS) and table.round.turns:
            await self.app.tap("undo")
        elif self.happens(_UNDOS * 3) and table.can_redo:
            await self.app.tap("redo")
        else:
            await self.turn()

    async def claim(self) -> None:
        """Tell who laid the first starter of unknown holder."""
        round_ = self.desk.night.round
        starter = spread(round_.unclaimed)[0]
        seat = next(seat for seat, hand in enumerate(self.hands) if hand & starter.bit)
        await self.app.tap(f"lead-{round_.setup.players[seat]}")
        assert not self.desk.night.round.unclaimed & starter.bit

    async def note(self) -> None:
        """Note a card that somebody still holds, on this device or on another one."""
        round_ = self.desk.night.round
        seat = self.chance.randrange(len(self.hands))
        unknown = self.hands[seat] & ~round_.layout.laid & ~round_.knowledge.held(seat)
        if not unknown:
            return
        noted = self.chance.choice(spread(unknown))
        if self.happens(_WRONG):
            self.desk.record(Seen((seat + 1) % len(self.hands), noted.bit))
            await self.app.settle()
        elif not (self.happens(_ON_THE_DEVICE) and can_be_noted(round_, seat, noted)):
            self.desk.record(Seen(seat, noted.bit))
            await self.app.settle()
        else:
            await self.note_here(seat, noted.text)

    async def note_here(self, seat: int, code: str) -> None:
        """Note the card on this device, if nobody else was noted for it."""
        round_ = self.desk.night.round
        if round_.objection(Seen(seat, card(code).bit)):
            return
        await self.app.go("/table/1/hand")
        await self.app.tap(f"hand-of-{round_.setup.players[seat]}")
        await self.app.tap(f"pick-{code}")
        await self.app.tap("note-cards")
        assert card(code).bit & self.desk.night.round.knowledge.held(seat)

    async def turn(self) -> None:
        """Take the turn of whoever is due, as their hand and the notes allow."""
        round_ = self.desk.night.round
        turn = choose_turn(self.chance, round_, self.hands, _FALSE_PASSES)
        if round_.due is None and isinstance(turn, Played):
            await self.app.tap(f"lead-{round_.setup.players[turn.seat]}")
        elif not isinstance(turn, Played):
            await self.pass_turn()
        elif self.app.has(f"noted-{turn.card.text}"):
            await self.app.tap(f"noted-{turn.card.text}")
            await self.app.tap(f"forget-{turn.card.text}")
        elif round_.objection(turn):
            await self.pass_turn()
            turn = Passed(turn.seat)
        else:
            await self.app.tap(f"play-{turn.card.text}")
        assert self.desk.night.round.turns[len(round_.turns) :] == (turn,)

    async def pass_turn(self) -> None:
        """Pass, and confirm the pass where the app asks."""
        await self.app.tap("pass")
        if self.app.has("pass-yes"):
            await self.app.tap("pass-yes")


def chance_of(rules: str, seed: int) -> Random:
    """Return the chance of a round, the same every time."""
    return Random(f"{rules} {seed}")  # noqa: S311


async def play(desk: Desk, chance: Random, rules: str, most: int) -> None:
    """Play a round, and check the screen after every step."""
    seats = chance.randint(3, 6)
    begin(desk, "Friday night", " ".join(HANDLES[:seats]), rules)
    hands = deal(chance, desk.night.round.setup.hand_sizes)
    async with opened(desk, "/table/1") as app:
        evening = Evening(app, desk, chance, hands)
        for _ in range(most):
            await evening.step()
            if desk.night.round.over:
                break
            check(app, desk.night)
            if evening.happens(_JOINS):
                async with opened(desk, "/table/1") as other:
                    assert shown(app) == shown(other)


@pytest.mark.parametrize("rules", sorted(PRESETS))
async def test_it_is_the_board_drawn_afresh(tmp_path: Path, rules: str) -> None:
    for seed in range(_FIRST, _FIRST + (_ROUNDS or 1)):
        with desk_in(tmp_path / str(seed)) as desk:
            await play(desk, chance_of(rules, seed), rules, _MOST if _ROUNDS else _SHORT)


async def test_a_wrong_memo_is_noticed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    memo: dict[Layout, tuple[SuitRow, ...]] = {}

    def planted(snapshot: Snapshot, words: Words) -> tuple[SuitRow, ...]:
        return memo.setdefault(snapshot.round.layout, board_rows(snapshot, words))

    monkeypatch.setattr("companion.ui.parts.cards.layout_board.board_rows", planted)
    with pytest.raises(AssertionError, match="play-"):
        await play(desk, chance_of("bicycle", _FIRST), "bicycle", _SHORT)
