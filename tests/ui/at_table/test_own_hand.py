"""The private hand on screen: entering, laying, warnings, and what other devices get of it."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion.core.cards import card, gather
from companion.core.sheet import dumps
from tests.desks import Desk, desk_in, turns
from tests.screens.documents import numbers
from tests.screens.nights import night
from tests.ui.at_table.test_shared import at_one_table
from tests.ui.headless import Headless, opened

IN_PLAY = """
deal Ann 3 Ben 2 Cem 47
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""
HELD = ("8D", "KS")
"""The cards that Ann still holds."""


@pytest.fixture
def desk(desk: Desk, request: pytest.FixtureRequest) -> Desk:
    """Return a desk with a round in play, by other rules if a test gives them."""
    rules = getattr(request, "param", "bicycle")
    desk.adopt(night(f"rules {rules}\n{IN_PLAY}").log)
    return desk


async def enter(app: Headless, *codes: str) -> None:
    """Keep a hand of Ann's, who was dealt 7♦ and these cards."""
    await app.go("/table/1/mine")
    if app.has("hand-of-Ann"):
        await app.tap("hand-of-Ann")
    await app.tap(*(f"hand-pick-{code}" for code in codes), "keep-hand")


async def offer_hints(app: Headless) -> None:
    """Let the device offer hints, and go to the table."""
    await app.go("/settings")
    await app.tap("hints-on")
    await app.go("/table/1")


def row(app: Headless) -> list[str]:
    """Return the cards in the row of the hand."""
    names = (str(node.get("identifier", "")) for node in app.tree.below(app.tree.root))
    return [name[4:] for name in names if re.fullmatch("own-(10|[2-9AJQK])[CDHS]", name)]


async def test_a_hand_is_entered_for_its_device_alone(desk: Desk, app: Headless) -> None:
    await app.tap("more", "enter-hand")
    assert not app.has("keep-hand")
    await app.tap("hand-of-Ann")
    assert app.rests("keep-hand", "forget-hand")
    await app.tap("hand-pick-9D", "hand-pick-KS")
    assert numbers(app.text("keep-hand")) == [3, 3]
    await app.tap("hand-pick-QS")
    assert not app.find("hand-pick-KS")["selected"]
    await app.tap("hand-pick-9D", "hand-pick-8D", "keep-hand")
    assert row(app) == ["QS", "8D"]
    assert app.page.route == "/table/1"
    assert desk.night.round.knowledge.silent


async def test_the_hand_offers_its_cards_and_loses_those_that_are_laid(
    desk: Desk, app: Headless
) -> None:
    assert app.has("play-5D")
    await enter(app, *HELD)
    assert not app.has("play-5D")
    assert app.has("why-not-5D")
    assert app.rests("own-KS")
    await app.tap("own-8D")
    assert turns(desk)[3:] == ["8D"]
    assert row(app) == ["KS"]
    await app.tap("undo")
    assert row(app) == ["KS", "8D"]


async def test_the_turn_of_another_player_is_no_way_around_the_question(
    desk: Desk, app: Headless
) -> None:
    await enter(app, *HELD)
    await app.tap("seat-Cem", "turn-of-Cem")
    await app.tap("pass-yes")
    assert turns(desk) == ["7D", "--", "6D", "--"]


async def test_a_card_of_the_hand_is_not_laid_for_another_player(desk: Desk, app: Headless) -> None:
    await enter(app, *HELD)
    await app.tap("pass", "pass-yes", "noted-8D")
    assert app.has("turn-of-Ann")
    await app.tap("own-repair")
    assert app.page.route == "/table/1/turns"
    assert turns(desk) == ["7D", "--", "6D", "--"]


async def test_a_mis_tap_elsewhere_is_reported_and_repaired(desk: Desk) -> None:
    async with opened(desk, "/table") as mine, opened(desk, "/table", hub=mine.pubsubhub) as other:
        await enter(mine, *HELD)
        await other.tap("pass", "play-8D")
        await mine.settle()
        assert [one for one in ("8♦", "5", "Ben") if one not in mine.text("own-clash")] == []
        assert not other.has("own-clash")
        await mine.tap("own-clash")
        assert mine.page.route == "/table/1/turns/repair/5"
        await other.tap("undo")
        await mine.go("/table/1")
        assert not mine.has("own-clash")
        assert row(mine) == ["KS", "8D"]


async def test_a_hand_shows_as_long_as_a_finger_holds_it(app: Headless) -> None:
    await enter(app, *HELD)
    await app.tap("more", "enter-hand", "hand-covered", "back")
    assert row(app) == []
    assert app.has("play-5D")
    await app.touch("hold-to-look")
    assert row(app) == ["KS", "8D"]
    assert not app.has("play-5D")
    await app.lift("hold-to-look")
    assert row(app) == []
    await app.tap("pass")
    assert not re.search("[8K][♦♠]", " ".join(app.texts()))
    await app.tap("pass-no", "more", "enter-hand", "hand-shown", "back")
    assert row(app) == ["KS", "8D"]


async def test_a_hand_is_forgotten(app: Headless) -> None:
    before = app.texts()
    await enter(app, *HELD)
    await app.tap("more", "enter-hand", "forget-hand")
    assert numbers(app.text("keep-hand")) == [1, 3]
    await app.tap("back")
    assert app.texts() == before


async def test_a_hint_is_given_on_request_and_lays_the_card(desk: Desk, app: Headless) -> None:
    await offer_hints(app)
    assert not app.has("hint")
    await enter(app, *HELD)
    assert not app.has("hint-1")
    await app.tap("hint")
    assert any(shown.startswith("8♦:") for shown in app.texts())
    await app.tap("hint-1")
    assert turns(desk)[3:] == ["8D"]
    assert not app.has("hint")


async def test_a_hint_closes_with_the_turn(desk: Desk) -> None:
    async with opened(desk, "/table") as mine, opened(desk, "/table", hub=mine.pubsubhub) as other:
        await offer_hints(mine)
        await enter(mine, *HELD)
        await mine.tap("hint")
        await other.tap("pass")
        await mine.settle()
        assert not mine.has("hint-1")
        await other.tap("undo")
        await mine.settle()
        assert mine.has("hint")
        assert not mine.has("hint-1")


UNWANTED = {
    "by the device": ("bicycle", "off", "shown"),
    "by the rules": ("bicycle hints=no", "on", "shown"),
    "while the hand is covered": ("bicycle", "on", "covered"),
}


@pytest.mark.parametrize(
    ("desk", "hints", "hand"), UNWANTED.values(), ids=UNWANTED, indirect=["desk"]
)
async def test_no_hint_is_offered_where_none_is_wanted(
    app: Headless, hints: str, hand: str
) -> None:
    await app.go("/settings")
    await app.tap(f"hints-{hints}")
    await enter(app, *HELD)
    await app.tap("more", "enter-hand", f"hand-{hand}", "back")
    assert app.has("own-8D" if hand == "shown" else "hold-to-look")
    assert not app.has("hint")


PLAY = ("pass", "pass", "play-5D", "pass", "play-7H", "play-4D", "pass", "play-8H")
"""Turns after which Ben is out. Ann passes, the first time though she could lay a card."""
OVER = "/table/1/over"
EXPORTS = ("series-more", "export", "export-csv", "copy-sheet", "share-result")


async def play_on(app: Headless, *taps: str) -> None:
    """Tap, and pass all the same where the app asks."""
    for tap in taps:
        await app.tap(tap)
        if app.has("pass-yes"):
            await app.tap("pass-yes")


async def play(folder: Path, *, hand: bool) -> tuple[list[Any], dict[str, Any]]:
    """Play the round on two devices, with a private hand on one of them or without.

    The owner of the hand asks for a hint, and for the odds of the open pass, whenever that is
    possible. Return the screens of the other device, and what else has left the app.
    """
    screens: list[Any] = []
    with desk_in(folder) as desk:
        desk.adopt(night(IN_PLAY).log)
        async with (
            opened(desk, "/table/1") as mine,
            opened(desk, "/table/1", hub=mine.pubsubhub) as other,
        ):
            await offer_hints(mine)
            await (enter(mine, *HELD) if hand else mine.go("/table/1/mine"))
            asked = 0
            await mine.go("/table/1")
            for turn, tap in enumerate(PLAY):
                if mine.has("hint"):
                    await mine.tap("hint", "menu-close")
                    asked += 1
                await mine.go("/table/1/verdict/2")
                await mine.go("/table/1")
                await play_on(other if turn % 3 else mine, tap)
                await other.settle()
                screens.append(shown(other))
                await mine.settle()
            assert asked == 3 * hand
            assert mine.has("show-hand") is hand
            for path in (f"{OVER}/cards", f"{OVER}/series"):
                await mine.go(path)
                screens.append(shown(mine))
            mine.replies["Share", "share_text"] = {"status": "success", "raw": ""}
            await mine.tap(*EXPORTS)
            exports = (dumps(desk.night.log), mine.sent("save_file"), mine.sent("set"), mine.kept)
            rest = mine.sent("push_route"), files_in(folder)
            return screens, {"exports": exports, "rest": rest}


def files_in(folder: Path) -> dict[str, str]:
    """Return the text of all files of the store."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "ballast")
    return {path.name: path.read_text("utf-8") for path in files}


def shown(app: Headless) -> list[dict[str, Any]]:
    """Return all controls of the screen on top, without their numbers."""
    return [
        {
            name: value
            for name, value in node.items()
            if name != "_i" and not isinstance(value, dict | list)
        }
        for node in app.tree.below(app.tree.root)
    ]


async def test_a_hand_stays_on_its_device(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.store.new_id", lambda: "0123456789abcdef")
    caplog.set_level("INFO")
    screens, left = await play(tmp_path / "with", hand=True)
    assert not re.search(r"\b(8D|KS)\b|[8K][♦♠]", f"{left} {caplog.text}")
    usual, left_usually = await play(tmp_path / "without", hand=False)
    assert screens == usual
    assert left["exports"] == left_usually["exports"]


async def test_a_hand_goes_into_the_record_only_after_the_round(desk: Desk) -> None:
    async with opened(desk, "/table/1") as app:
        await enter(app, *HELD)
        await play_on(app, *PLAY)
        assert app.page.route == OVER
        await app.tap("undo", "play-8H", "show-hand")
        assert not app.has("show-hand")
    assert desk.night.round.knowledge.hands[0] == gather(map(card, ("7D", *HELD)))


@pytest.mark.parametrize("leave", [("forget-hand",), ("next-round", "undo")])
async def test_else_the_hand_is_gone(desk: Desk, leave: tuple[str, ...]) -> None:
    async with opened(desk, "/table/1") as app:
        await enter(app, *HELD)
        await play_on(app, *PLAY)
        await app.tap(*leave)
        assert app.page.route == OVER
        assert not app.has("show-hand")
    assert desk.night.round.knowledge.silent


async def take_along(app: Headless) -> list[Any]:
    """Export the series in all ways, and return the files and the texts."""
    before = len(app.invoked)
    app.replies["Share", "share_text"] = {"status": "success", "raw": ""}
    await app.go("/table/1/series")
    await app.tap(*EXPORTS)
    await app.go("/settings")
    await app.tap("backup")
    ways = {"save_file", "set", "share_text"}
    return [args for _, name, args in app.invoked[before:] if name in ways]


async def test_at_a_shared_table_a_hand_in_play_is_private(tmp_path: Path) -> None:
    async with at_one_table(tmp_path) as (host, guest):
        before, along = shown(guest), await take_along(host)
        await host.go("/table/1/hand")
        assert not host.has("save-hand")
        assert not host.has("hand-of-Ann")
        assert not host.has("hand-for-all")
        assert host.has("keep-hand")
        size = int(host.text("keep-hand").split()[-2])
        hand = [f"{rank}{suit}" for suit in "CDH" for rank in "A23456"][:size]
        await host.tap(*(f"hand-pick-{code}" for code in hand), "keep-hand")
        assert sorted(row(host)) == sorted(hand)
        assert not host.has("play-7H")
        await guest.settle()
        assert shown(guest) == before
        assert await take_along(host) == along
        assert len(along) == len(("print", *EXPORTS[1:], "backup"))
        (table,) = host.way.room.tables.values()
        assert len(table.lines) == 4
