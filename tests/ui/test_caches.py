"""Caches and memos: each gives what would be made anew, whatever input changes."""

import importlib
import pkgutil
import sys
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from functools import wraps
from random import Random
from typing import Any

import pytest

import companion
from companion.core.cards import CARDS, card, spread
from companion.core.presets import PRESETS
from companion.core.rounds.events.cards import Forgotten, Seen
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.core.steps import PlayerRenamed
from companion.desk.table import Snapshot
from companion.screens.board import SuitRow, board_rows
from companion.words import Words, words_in
from tests.desks import Desk, begin
from tests.screens.nights import night
from tests.strategies import Hands, choose_event, deal
from tests.ui.client_tree import Node
from tests.ui.headless import Headless, opened

CACHES: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "companion.screens.board._waits": (
        (card("9H"), card("8H"), words_in("en")),
        (card("5D"), card("6D"), words_in("de")),
    ),
    "companion.screens.board.face": (
        (card("QH"), words_in("en")),
        (card("5H"), words_in("de")),
    ),
    "companion.screens.short_names.marks": ((("Ruth", "Rosa"),), (("Lena", "Tom"),)),
    "companion.words.is_offered": (("en",), ("sv",)),
    "companion.words.words_in": (("en",), ("de",)),
}
"""Each cached function with arguments, and with another value for every one of them."""
FOLDERS = ("desk", "screens", "ui", "words")


def cached_functions() -> Iterator[str]:
    """Yield the name of every function with parameters whose results are kept."""
    for name in (module.name for module in pkgutil.walk_packages(companion.__path__, "companion.")):
        if name.split(".")[1] in FOLDERS:
            for known in vars(importlib.import_module(name)).values():
                made = known.__wrapped__ if hasattr(known, "cache_info") else None
                if made and made.__module__ == name and made.__code__.co_argcount:
                    yield f"{name}.{made.__name__}"


def test_every_cache_is_in_the_table() -> None:
    assert {*cached_functions()} == {*CACHES}


@pytest.mark.parametrize("name", CACHES)
def test_a_cache_gives_what_would_be_made_anew_whichever_argument_changes(name: str) -> None:
    module, _, function = name.rpartition(".")
    cached: Any = getattr(importlib.import_module(module), function)
    usual, others = CACHES[name]
    before = cached(*usual)
    for place, other in enumerate(others):
        changed = [*usual]
        changed[place] = other
        assert _value(cached(*changed)) == _value(cached.__wrapped__(*changed)) != _value(before)


def _value(made: object) -> object:
    """Return the value by which two results are compared: words by their language."""
    return made.language if isinstance(made, Words) else made


OWED = """
deal Ann 17 Ben 2 Cem 33
dealer Cem
hand Ben 8D KS
    Ann Ben Cem
 1  7D  --  --
"""


async def larger_text(app: Headless) -> None:
    await app.write_at(1.1)


async def turned(app: Headless) -> None:
    await app.resize(844, 390)


async def wide(app: Headless) -> None:
    await app.resize(1180, 820)


async def german(app: Headless) -> None:
    app.speak_at_once("de")
    await app.settle()


@pytest.mark.parametrize("change", [larger_text, turned, wide, german])
async def test_the_table_follows(desk: Desk, change: Callable[[Headless], Awaitable[None]]) -> None:
    desk.adopt(night(OWED).log)
    for handle in ("Ann", "Ben", "Cem"):
        desk.do(PlayerRenamed(handle, f"{handle} Maximiliane-Sophie Wolkenstein"))
    async with opened(desk, "/table/1") as app:
        assert app.has("owed-2")
        await change(app)
        async with opened(desk) as other:
            await change(other)
            await other.go("/table/1")
            assert plain(screen(app)) == plain(screen(other))


STEPS = ("turn", "turn", "note", "turn", "undo", "redo", "forget", "turn")


@pytest.mark.parametrize("rules", sorted(PRESETS))
async def test_the_table_after_each_step_is_as_another_device_draws_it(
    desk: Desk, rules: str
) -> None:
    await play(desk, rules)


async def test_a_wrong_memo_is_noticed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    memo: dict[Layout, tuple[SuitRow, ...]] = {}

    @wraps(board_rows)
    def planted(snapshot: Snapshot, words: Words) -> tuple[SuitRow, ...]:
        return memo.setdefault(snapshot.round.layout, board_rows(snapshot, words))

    vars(planted)["cache_info"] = memo
    monkeypatch.setattr("companion.ui.parts.cards.layout_board.board_rows", planted)
    with pytest.raises(AssertionError, match=r"^assert \["):
        await play(desk, "bicycle")


async def play(desk: Desk, rules: str) -> None:
    """Take the steps, and compare the table after each with that of a device without any cache.

    Cards are laid here; other events and notes of cards come from elsewhere.
    """
    chance = Random(rules)  # noqa: S311 - the same round every time
    begin(desk, "Friday night", "Ann Ben Cem Dee", rules)
    hands = deal(chance, desk.night.round.setup.hand_sizes)
    noted = Seen(0, 0)
    async with opened(desk, "/table/1") as app:
        for step in STEPS:
            round_ = desk.night.round
            event = choose_event(chance, round_, hands, 15)
            if step == "note" and round_.due is not None:
                noted = note(round_, hands)
                desk.record(noted)
                await app.settle()
            elif step in {"undo", "redo"}:
                await app.tap(step)
            elif step == "forget" and noted.cards:
                desk.record(Forgotten(noted.seat, noted.cards))
                await app.settle()
            elif isinstance(event, Played) and app.has(f"play-{event.card.text}"):
                await app.tap(f"play-{event.card.text}")
            else:
                assert desk.record(event) is None
                await app.settle()
            with no_caches():
                async with opened(desk, "/table/1") as other:
                    assert parts(app) == parts(other)
                    assert app.places() == other.places()
            round_ = desk.night.round
            if round_.due is not None:
                legal = {one.text for one in CARDS if not round_.objection(Played(round_.due, one))}
                assert {name[5:] for name in names(app) if name.startswith("play-")} == legal
                assert app.rests("pass") == bool(round_.objection(Passed(round_.due)))


def note(round_: Round, hands: Hands) -> Seen:
    """Return that somebody who is not due holds a card, one that could be laid if there is one."""
    others = [seat for seat in range(len(hands)) if seat != round_.due]
    held = [(seat, one) for seat in others for one in spread(hands[seat] & ~round_.layout.laid)]
    fits = (one for one in held if not round_.objection(Played(round_.due or 0, one[1])))
    seat, one = next(fits, held[0])
    return Seen(seat, one.bit)


@contextmanager
def no_caches() -> Generator[None]:
    """Put what is cached in the place of every cache of the app, but for its words."""
    with pytest.MonkeyPatch.context() as patch:
        for module in [sys.modules[name] for name in sys.modules if name.startswith("companion.")]:
            for name, known in [*vars(module).items()]:
                if hasattr(known, "cache_info") and known is not words_in:
                    patch.setattr(module, name, known.__wrapped__)
        yield


def names(app: Headless) -> list[str]:
    return [str(name) for name, *_ in parts(app)]


def parts(app: Headless) -> list[tuple[object, ...]]:
    """Return what has an identifier, in reading order: its words, and whether it can be tapped and
    is selected.
    """
    shown = (trail[-1] for trail in app.tree.trails() if trail[-1].get("identifier"))
    return [
        (one["identifier"], app.tree.spoken(one), bool(one.get("disabled")), one.get("selected"))
        for one in shown
    ]


def screen(app: Headless) -> Node:
    """Return the screen that shows."""
    return next(trail[-1] for trail in app.tree.trails() if trail[-1]["_c"] == "View")


def plain(node: Any) -> Any:
    """Return the controls without their numbers."""
    if isinstance(node, dict):
        return {name: plain(value) for name, value in node.items() if name != "_i"}
    return [plain(value) for value in node] if isinstance(node, list) else node
