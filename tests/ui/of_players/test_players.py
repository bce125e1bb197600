"""Players over all evenings: the table of them, a player's page, another name, one out of two."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.log import Log
from companion.core.sheet import loads
from companion.screens.players import number_of
from storage.files import WriteFailedError
from tests.desks import Desk
from tests.ui.headless import Headless, opened

ROUND = """\
round {n}
dealer {last}
deal {first} 1 {second} 2 {last} 49
{first} {second} {last}
1 7C . .
"""


def evening(name: str, *players: str, date: str = "2026-11-20", rounds: int = 1) -> Log:
    """Return a series of rounds all won by the first player."""
    first, second, last = players
    lines = [ROUND.format(n=n, first=first, second=second, last=last) for n in range(1, rounds + 1)]
    return loads(f"fantan 1\nseries {name}\ndate {date}\nrules bicycle target=0\n{''.join(lines)}")


FRIDAY = evening("Friday night", "Anna", "Ben", "Cem")
PORCH = evening("Porch", "Ana", "Ben", "Cem", date="2025-03-01", rounds=2)
CABIN = evening("Cabin", "Dee", "Ana", "Eve")


def adopt(desk: Desk, *logs: Log) -> None:
    for log in logs:
        desk.adopt(log)


def path(name: str) -> str:
    return f"/players/player/{number_of(name)}"


def shown(app: Headless) -> list[str]:
    """Return the players in the order on screen."""
    names = [text for text in app.texts() if text in {"Ana", "Anna", "Ben", "Cem", "Dee", "Eve"}]
    return list(dict.fromkeys(names))


HOSTILE = ["/players/player/7", "/players/player", "/players/name", "/players/player/7/name/name"]


@pytest.mark.parametrize("route", HOSTILE)
async def test_a_route_to_nobody_shows_all(route: str, desk: Desk) -> None:
    desk.adopt(FRIDAY)
    async with opened(desk, route) as app:
        assert app.has("player-Anna")


async def test_a_player_gets_another_name_and_that_is_taken_back(desk: Desk) -> None:
    adopt(desk, FRIDAY, PORCH)
    async with opened(desk, path("Ana")) as app:
        await app.tap("rename-player")
        await app.enter_text("player-new-name", "Ana María")
        await app.tap("rename-apply")
        assert "Ana María" in app.texts()
        await app.tap("undo-rename")
        assert "Ana" in app.texts()
        assert not app.has("undo-rename")
        await app.go("/players")
        assert (app.has("player-Ana"), app.has("player-Ana-María")) == (True, False)


LAST_LETTER = {
    "a new name": ("Ana Mari", "Ana Maria", "Ana Maria"),
    "somebody's name": ("Ann", "Anna", "Ana"),
    "no longer somebody's name": ("Anna", "Annab", "Annab"),
}


@pytest.mark.parametrize(("before", "after", "called"), LAST_LETTER.values(), ids=LAST_LETTER)
async def test_the_last_letter_counts(before: str, after: str, called: str, desk: Desk) -> None:
    adopt(desk, FRIDAY, PORCH)
    async with opened(desk, f"{path('Ana')}/name") as app:
        await app.enter_text("player-new-name", before)
        app.write_at_once("player-new-name", after)
        await app.tap("rename-apply")
        if called != after:
            await app.tap("same-person-no")
        assert app.has("undo-rename") == (called == after)
        await app.go("/players")
        assert app.has(f"player-{'-'.join(called.split())}")


async def test_a_name_that_somebody_has_joins_the_two_after_a_question(desk: Desk) -> None:
    desk.adopt(PORCH)
    async with opened(desk, f"{path('Ana')}/name") as app:
        await app.enter_text("player-new-name", "Anna")
        desk.adopt(FRIDAY)
        await app.tap("rename-apply", "same-person-no")
        assert not app.has("same-person-yes")
        assert not app.has("undo-rename")
        await app.tap("rename-apply", "same-person-yes")
        assert app.has("undo-rename")
        await app.go("/players")
        assert "Ana" not in shown(app)
        await app.tap("undo-rename")
        await app.go("/players")
        assert {"Ana", "Anna"} <= set(shown(app))


async def test_another_device_at_the_table_is_notified(desk: Desk) -> None:
    began = loads("fantan 1\nround 1\ndealer Cem\nAna Ben Cem\n  1 7C -- --\n")
    desk.adopt(began)
    async with opened(desk, "/table") as other:
        assert "Ana" in other.text("turn-of")
        async with opened(desk, f"{path('Ana')}/name") as app:
            await app.enter_text("player-new-name", "Zoë")
            await app.tap("rename-apply")
        await other.settle()
        assert "Zoë" in other.text("turn-of")


async def test_full_disk_leaves_all_names_and_the_tap_can_be_repeated(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    adopt(desk, FRIDAY, PORCH, CABIN)
    store = desk.archive.people.store

    def choose(_choices: object) -> None:
        raise WriteFailedError(Path("choices.tdb"), OSError(28, "No space left on device"))

    async with opened(desk, f"{path('Ben')}/name") as app:
        await app.enter_text("player-new-name", "Benjamin")
        await app.tap("rename-apply")
    renamings = store.choices.renamings
    async with opened(desk, f"{path('Ana')}/name") as app:
        with monkeypatch.context() as full:
            full.setattr(store, "choose", choose)
            await app.enter_text("player-new-name", "Zoë")
            await app.tap("rename-apply")
        assert app.has("renamed")
        assert not app.has("undo-rename")
        assert store.choices.renamings == renamings
        await app.go(f"{path('Ana')}/name")
        await app.enter_text("player-new-name", "Zoë")
        await app.tap("rename-apply")
        assert app.has("undo-rename")
    assert [to.new for to in store.choices.renamings] == ["Benjamin", "Zoë"]


async def test_adding_up_shows_until_done(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    adopt(desk, FRIDAY, PORCH)
    people, go_on = desk.archive.people, asyncio.Event()
    real = people.run

    async def slow(work: Callable[[], object]) -> object:
        await go_on.wait()
        return await real(work)

    monkeypatch.setattr(people, "run", slow)
    async with opened(desk, "/players") as app:
        assert app.has("adding-up")
        assert not app.has("player-Ana")
        go_on.set()
        await app.settle()
        assert not app.has("adding-up")
        assert app.has("player-Ana")


async def test_the_page_is_right_when_one_comes_back_to_it(desk: Desk) -> None:
    desk.adopt(FRIDAY)
    async with opened(desk, "/players") as app:
        assert shown(app) == ["Anna", "Ben", "Cem"]
        await app.go("/")
        desk.adopt(PORCH)
        await app.go("/players")
        assert {*shown(app)} == {"Ana", "Anna", "Ben", "Cem"}
