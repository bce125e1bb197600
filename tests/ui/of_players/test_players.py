"""Players over all evenings: the table of them, a player's page, another name, one out of two."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.log import Log
from companion.core.sheet import loads
from companion.desk.archive import Archive
from companion.desk.ports import at_once
from companion.ui.screens import main_for
from companion.views.players import number_of
from storage.files import WriteFailedError
from storage.store import FolderStore
from tests import desks
from tests.desks import Desk
from tests.ui.headless import Headless

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
TOGETHER = evening("Together", "Ana", "Anna", "Cem")


def path(name: str) -> str:
    return f"/players/player/{number_of(name)}"


def shown(app: Headless) -> list[str]:
    """Return the players in the order on screen."""
    names = [text for text in app.texts() if text in {"Ana", "Anna", "Ben", "Cem", "Dee", "Eve"}]
    return list(dict.fromkeys(names))


def plain(app: Headless) -> list[str]:
    """Return all readable text, regardless of unbreakable spaces."""
    return [words.replace("\N{NO-BREAK SPACE}", " ") for words in app.texts()]


async def test_home_leads_to_the_players_and_they_to_their_pages(desk: Desk) -> None:
    for log in (FRIDAY, PORCH, CABIN):
        desk.adopt(log)
    async with Headless(main_for(desk.archive)) as app:
        await app.tap("players")
        assert "6 players · 3 evenings" in plain(app)
        assert shown(app) == ["Ana", "Ben", "Cem", "Anna", "Dee", "Eve"]
        await app.tap("player-Ana")
        assert "2 evenings · 3 rounds · since Mar 2025" in plain(app)
        assert app.text("figure-won") == "67 %"
        await app.tap("evening-2")
        assert "Porch" in app.texts()
        await app.go("/")
        assert app.has("players")


async def test_nobody_has_played_yet(desk: Desk) -> None:
    async with Headless(main_for(desk.archive)) as app:
        assert not app.has("players")
        await app.go("/players")
        assert "Nobody has played yet" in app.texts()
        await app.tap("players-new-series")
        assert app.has("start-series")


SORTED = {
    "name": ("Ana Anna Ben Cem Dee Eve", "Eve Dee Cem Ben Anna Ana"),
    "won": ("Anna Dee Ana Ben Cem Eve", "Eve Cem Ben Ana Dee Anna"),
    "left": ("Anna Dee Ana Ben Cem Eve", "Eve Cem Ben Ana Dee Anna"),
}


@pytest.mark.parametrize(("order", "right"), SORTED.items(), ids=SORTED)
async def test_a_tap_sorts_and_another_one_turns_it_round(
    order: str, right: tuple[str, str], desk: Desk
) -> None:
    for log in (FRIDAY, PORCH, CABIN):
        desk.adopt(log)
    async with Headless(main_for(desk.archive), route="/players") as app:
        for names in right:
            await app.tap(f"sort-{order}")
            assert shown(app) == names.split()


HOSTILE = ["/players/player/7", "/players/player", "/players/name", "/players/player/7/same/same"]


@pytest.mark.parametrize("route", HOSTILE)
async def test_a_route_to_nobody_shows_all(route: str, desk: Desk) -> None:
    desk.adopt(FRIDAY)
    async with Headless(main_for(desk.archive), route=route) as app:
        assert app.has("player-Anna")
        assert app.has("no-such-player") == ("/7" in route)


async def test_a_player_gets_another_name_and_that_is_taken_back(desk: Desk) -> None:
    desk.adopt(FRIDAY)
    desk.adopt(PORCH)
    async with Headless(main_for(desk.archive), route=path("Ana")) as app:
        await app.tap("rename-player")
        assert not app.has("rename-follows")
        await app.enter_text("player-new-name", "Ana María")
        assert app.text("rename-follows") == "Ana becomes Ana María on 1 evening."
        await app.tap("rename-apply")
        assert "Ana is Ana María now on 1 evening." in app.texts()
        assert app.has("figure-won")
        await app.tap("undo-rename")
        assert "2 rounds" in " ".join(app.texts())
        assert not app.has("undo-rename")
        await app.go("/players")
        assert app.has("player-Ana")
        assert not app.has("player-Ana-María")


REFUSED = {
    "nothing": ("  ", "A player needs a name."),
    "somebody else": ("Anna", "Ana and Anna sat together in “Together”: they are two people."),
    "too long": ("x" * 41, "A name has at most 40 characters."),
}


@pytest.mark.parametrize(("name", "says"), REFUSED.values(), ids=REFUSED)
async def test_a_name_that_cannot_be_is_refused_with_a_word(
    name: str, says: str, desk: Desk
) -> None:
    desk.adopt(TOGETHER)
    async with Headless(main_for(desk.archive), route=f"{path('Ana')}/name") as app:
        await app.enter_text("player-new-name", name)
        assert app.text("rename-follows") == says
        with pytest.raises(AssertionError):
            await app.tap("rename-apply")


async def test_a_name_that_somebody_has_is_said_to_make_one_of_two(desk: Desk) -> None:
    desk.adopt(FRIDAY)
    desk.adopt(PORCH)
    async with Headless(main_for(desk.archive), route=f"{path('Ana')}/name") as app:
        await app.enter_text("player-new-name", "Anna")
        assert app.text("rename-follows") == "Ana and Anna become one player: 2 evenings."
        assert app.text("rename-apply") == "Merge them"
        await app.tap("rename-apply")
        assert "2 evenings · 3 rounds · since Mar 2025" in plain(app)


LAST_LETTER = {
    "a new name": ("Ana Mari", "Ana Maria", "Ana Maria"),
    "somebody's name": ("Ann", "Anna", "Ana"),
    "no longer somebody's name": ("Anna", "Annab", "Ana"),
}


@pytest.mark.parametrize(("before", "after", "called"), LAST_LETTER.values(), ids=LAST_LETTER)
async def test_the_last_letter_counts_and_only_what_the_button_said_is_done(
    before: str, after: str, called: str, desk: Desk
) -> None:
    desk.adopt(FRIDAY)
    desk.adopt(PORCH)
    async with Headless(main_for(desk.archive), route=f"{path('Ana')}/name") as app:
        await app.enter_text("player-new-name", before)
        app.write_at_once("player-new-name", after)
        await app.tap("rename-apply")
        assert app.has("undo-rename") == (called == after)
        await app.go("/players")
        assert app.has(f"player-{'-'.join(called.split())}")


async def test_a_name_that_somebody_has_meanwhile_is_asked_anew(desk: Desk) -> None:
    desk.adopt(PORCH)
    async with Headless(main_for(desk.archive), route=f"{path('Ana')}/name") as app:
        await app.enter_text("player-new-name", "Anna")
        assert app.text("rename-follows") == "Ana becomes Anna on 1 evening."
        desk.adopt(FRIDAY)
        await app.tap("rename-apply")
        assert app.texts().count("Ana and Anna become one player: 2 evenings.") == 2
        assert app.text("rename-apply") == "Merge them"
        await app.tap("rename-apply")
        assert "Ana is Anna now on 1 evening." in app.texts()


async def test_two_spellings_become_one_player(desk: Desk) -> None:
    for log in (FRIDAY, PORCH, CABIN, evening("Together", "Ana", "Zoe", "Ben")):
        desk.adopt(log)
    async with Headless(main_for(desk.archive), route=path("Ana")) as app:
        await app.tap("merge-player")
        assert app.has("same-Anna")
        assert not any(app.has(f"same-{name}") for name in ("Ana", "Ben", "Cem", "Dee", "Zoe"))
        await app.tap("same-Anna")
        await app.tap("one-player-no")
        assert not app.has("one-player-yes")
        await app.tap("same-Anna")
        assert "Ana and Anna become one player: 4 evenings." in " ".join(app.texts())
        await app.tap("one-player-yes")
        assert "Ana is Anna now on 3 evenings." in app.texts()
        await app.go("/players")
        assert shown(app) == ["Anna", "Ben", "Cem", "Dee", "Eve"]


async def test_another_device_at_the_table_is_notified(desk: Desk) -> None:
    began = loads("fantan 1\nround 1\ndealer Cem\nAna Ben Cem\n  1 7C -- --\n")
    desk.adopt(began)
    async with Headless(main_for(desk.archive), route="/table") as other:
        assert "Ana" in other.text("turn-of")
        async with Headless(main_for(desk.archive), route=f"{path('Ana')}/name") as app:
            await app.enter_text("player-new-name", "Zoë")
            await app.tap("rename-apply")
        await other.settle()
        assert "Zoë" in other.text("turn-of")


async def test_a_full_disk_half_way_is_shown_and_it_can_go_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.adopt(FRIDAY)
    desk.adopt(PORCH)
    desk.adopt(CABIN)
    store = desk.archive.people.store
    real, room = store.save, [1]

    def save(*said: object) -> None:
        if not room:
            raise WriteFailedError(Path("00001.tdb"), OSError(28, "No space left on device"))
        room.pop()
        real(*said)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "save", save)
    async with Headless(main_for(desk.archive), route=f"{path('Ana')}/name") as app:
        await app.enter_text("player-new-name", "Zoë")
        await app.tap("rename-apply")
        assert app.text("renamed").startswith(
            "Ana is Zoë now on 1 evening. The rest is still to be done. The disk is full."
        )
        monkeypatch.undo()
        await app.tap("rename-again")
        assert app.text("renamed") == "Ana is Zoë now on 2 evenings."
        assert app.has("undo-rename")
        assert not app.has("rename-again")


async def test_a_change_that_was_cut_off_is_finished_at_the_next_start(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        store.create(PORCH)
        store.choose(replace(store.choices, renaming=("Ana", "Zoë")))
        archive = Archive(store, lambda: desks.FRIDAY, at_once)
        async with Headless(main_for(archive)) as app:
            await app.settle()
        names = [player.name for player in store.load(1).log.series.players]
    assert names == ["Zoë", "Ben", "Cem"]


async def test_how_far_adding_up_is_shows_until_it_is_done(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.adopt(FRIDAY)
    desk.adopt(PORCH)
    people, go_on = desk.archive.people, asyncio.Event()
    real = people.run
    waits = [False, True, False]

    async def slow(work: Callable[[], object]) -> object:
        if waits and waits.pop(0):
            await go_on.wait()
        return await real(work)

    monkeypatch.setattr(people, "run", slow)
    async with Headless(main_for(desk.archive), route="/players") as app:
        assert app.text("adding-up") == "Adding up … 0 of 2"
        assert not app.has("player-Ana")
        go_on.set()
        await app.settle()
        assert not app.has("adding-up")
        assert app.has("player-Ana")


async def test_the_page_is_right_when_one_comes_back_to_it(desk: Desk) -> None:
    desk.adopt(FRIDAY)
    async with Headless(main_for(desk.archive), route="/players") as app:
        assert "3 players · 1 evening" in plain(app)
        await app.go("/")
        desk.adopt(PORCH)
        await app.go("/players")
        assert "4 players · 2 evenings" in plain(app)
