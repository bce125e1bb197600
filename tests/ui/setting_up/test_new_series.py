"""A new series from nothing: names, seats, dealer, rules, and the first round is dealt."""

import pytest

from companion.core.objections import Why
from companion.core.presets import PRESETS, parse, preset
from companion.core.rounds.setup import Setup
from companion.core.series import Series
from companion.screens.new_series import NewForm
from companion.screens.seating import read_draft
from companion.screens.speech import sentence
from companion.ui.screens import main_for
from tests.desks import Desk, begin
from tests.ui.headless import Headless, opened


async def write(app: Headless, *names: str) -> None:
    """Write the names into the first fields, and add further ones."""
    for number, name in enumerate(names, 1):
        if not app.has(f"player-name-{number}"):
            await app.tap("add-player")
        await app.enter_text(f"player-name-{number}", name)


def started(desk: Desk) -> Series:
    """Return the newest series."""
    desk.open(desk.archive.catalogue.entries[0].number)
    return desk.night.series


def first_deal(desk: Desk) -> Setup:
    return started(desk).rounds[0].setup


async def test_enter_behind_the_last_name_makes_room_for_another(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await app.enter_text("player-name-4", "Dee", submit=True)
        assert app.has("player-name-5")


async def test_two_taps_after_the_names_choose_who_deals(desk: Desk) -> None:
    async with opened(desk, "/new", size=(360, 740)) as app:
        await write(app, "Ann", "Ben", "Cem")
        await app.tap("open-dealer", "dealer-Cem")
        assert "Cem" in app.text("open-dealer")
        await app.tap("start-series")
    assert first_deal(desk).dealer == 2


async def test_a_seated_name_lets_no_other_slide_under_the_finger(desk: Desk) -> None:
    begin(desk, "Porch", "Zoe Yve Xan")
    async with opened(desk, "/new", size=(360, 740)) as app:
        before = app.places("known-")
        await app.tap("known-1")
        assert app.places("known-") == before
        assert app.rests("known-1")
        await app.tap("known-2", "start-series")
    assert first_deal(desk).players == ("Zoe", "Yve")


@pytest.mark.parametrize("removed", [(), (4,), (3, 3)], ids=["none", "the last", "two"])
async def test_an_added_player_has_the_focus(desk: Desk, removed: tuple[int, ...]) -> None:
    async with opened(desk, "/new") as app:
        for number in removed:
            await app.tap(f"remove-player-{number}")
        app.invoked.clear()
        await app.tap("add-player")
        assert app.has(f"player-name-{5 - len(removed)}")
        asked = [(kind, name) for kind, name, _ in app.invoked]
        assert asked.count(("TextField", "focus")) == 1


async def test_the_last_table_sits_down_in_one_tap(desk: Desk) -> None:
    begin(desk, "Porch", "Zoe Yve Xan")
    async with opened(desk, "/new") as app:
        await app.tap("same-table", "start-series")
    assert first_deal(desk).players == ("Zoe", "Yve", "Xan")


async def test_the_names_of_the_last_table_are_not_cut_at_the_edge(desk: Desk) -> None:
    begin(desk, "Porch", "Zoe Yve Xan")
    async with opened(desk, "/new", size=(360, 640)) as app:
        trail = next(iter(app.tree.find("same-table")))
        assert [node for node in trail if node["_c"] == "Row" and node.get("scroll")] == []


async def test_rules_are_chosen_and_changed(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await write(app, "Ann", "Ben")
        await app.tap("open-rules", "preset-pagat-pool", "change-rules", "rule-ante-more")
        await app.tap("rule-play_on-yes")
        await app.tap("rule-opening-7D", "rule-points-card")
        assert "7♦" in app.text("open-rules")
        await app.tap("open-length", "target-50")
        await app.tap("start-series")
    changed = "pagat-pool opening=7D ante=2 play_on=yes points=card target=50"
    assert first_deal(desk).rules == parse(changed)


async def test_no_letter_is_lost_that_was_written_just_before_the_tap(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await write(app, "Ann", "Be")
        app.write_at_once("player-name-2", "Ben")
        await app.tap("start-series")
    assert first_deal(desk).players == ("Ann", "Ben")


async def test_letters_written_while_earlier_ones_are_drawn_stay(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        app.write_at_once("player-name-1", "An", further="n")
        await app.settle()
        assert app.text("player-name-1") == "Player 1 Ann"


async def test_letters_whose_event_is_under_way_stay_while_another_field_is_drawn(
    desk: Desk,
) -> None:
    async with opened(desk, "/new") as app:
        app.write_at_once("player-name-1", "Ann")
        app.fill("player-name-2", "Ben")
        await app.settle()
        assert app.text("player-name-2").endswith("Ben")
        app.write_at_once("player-name-2", "Ben")
        await app.settle()
        assert app.text("player-name-2").endswith("Ben")


async def test_a_name_that_went_just_before_the_tap_keeps_it_from_beginning(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await write(app, "Ann", "B")
        app.write_at_once("player-name-2", "")
        await app.tap("start-series")
        assert app.text("obstacle") == sentence(Why.TOO_FEW_PLAYERS.value)
    assert desk.archive.catalogue.entries == ()


def loaded_again(desk: Desk, kept: dict[str, object]) -> Headless:
    """Return a new page of a device with the same storage."""
    app = opened(desk, "/new")
    app.kept.update(kept)
    return app


async def test_a_half_filled_form_outlives_the_page_until_the_series_begins(desk: Desk) -> None:
    main = main_for(desk.archive)
    async with Headless(main, route="/new") as app:
        await write(app, "Ann", "Ben", "Cem", "Dee", "Eve")
        await app.tap("open-dealer", "dealer-Ben")
        kept = app.kept
    async with loaded_again(desk, kept) as app:
        assert app.find("player-name-5")
        await app.tap("start-series")
        kept = app.kept
    names = ("Ann", "Ben", "Cem", "Dee", "Eve")
    assert first_deal(desk) == Setup.dealt(preset("bicycle"), names, 1)
    async with loaded_again(desk, kept) as app:
        assert app.text("obstacle") == sentence(Why.TOO_FEW_PLAYERS.value)


async def test_clearing_the_form_drops_what_the_device_keeps(desk: Desk) -> None:
    main = main_for(desk.archive)
    async with Headless(main, route="/new") as app:
        assert not app.has("clear-form")
        await write(app, "Ann", "Ben")
        await app.tap("clear-form")
        assert app.text("obstacle") == sentence(Why.TOO_FEW_PLAYERS.value)
        kept = app.kept
    async with loaded_again(desk, kept) as app:
        assert not app.has("clear-form")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[1]",
        '{"names": 5}',
        '{"names": [7, null, "\\ud800"], "title": 3, "rules": "none such", "dealer": 1.0}',
        '{"names": [], "dealer": -1, "rules": []}',
    ],
)
def test_a_draft_that_makes_no_sense_is_an_empty_form(text: str) -> None:
    assert read_draft(text, NewForm()) == NewForm()


async def test_the_last_rules_begin_the_next_series(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await write(app, "Ann", "Ben", "Cem")
        await app.tap("open-length", "target-25", "open-rules", "change-rules", "rule-ante-more")
        await app.tap("start-series")
        assert first_deal(desk).rules == parse("bicycle ante=2 target=25")
        await app.go("/new")
        await app.tap("open-length")
        assert app.find("target-25")["selected"]
        await app.tap("open-rules", "change-rules")
        assert "2" in app.text("rule-ante-value")


async def test_a_name_of_the_game_leads_to_its_rules(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await app.tap("open-rules")
        await app.enter_text("rules-search", "七並べ")
        assert not app.has("preset-bicycle")
        await app.tap("preset-shichinarabe")
        assert PRESETS["shichinarabe"].title in app.text("open-rules")
        await app.enter_text("rules-search", "Parlament")
        assert app.has("rules-found")
        assert app.has("preset-pagat")
