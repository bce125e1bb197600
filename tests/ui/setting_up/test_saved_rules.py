"""House rules under a name on screen: saved, chosen with one tap, renamed and deleted."""

import pytest

from companion.core.presets import parse
from tests.desks import Desk, begin
from tests.ui.headless import opened

PUB = parse("pagat ante=2 opening=7D")


def saved(desk: Desk) -> list[str]:
    """Return the names of the saved rules."""
    return [name for name, _ in desk.archive.catalogue.saved]


async def test_rules_are_saved_from_a_new_series_and_chosen_in_the_next(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        assert not app.has("save-rules")
        await app.tap("change-rules", "rule-ante-more", "save-rules")
        assert app.rests("save-rules-yes")
        await app.enter_text("rules-name", " At hom")
        app.write_at_once("rules-name", " At home ")
        await app.tap("save-rules-yes")
        assert desk.archive.catalogue.saved == (("At home", parse("bicycle ante=2")),)
        assert app.find("saved-1")["selected"]
        assert not app.has("save-rules")
        await app.tap("preset-pagat")
        assert not app.find("saved-1")["selected"]
        await app.tap("saved-1")
        assert "Like Fan Tan (USA): Before the deal each player" in app.text("saved-1")


async def test_a_name_survives_a_turn_of_the_device_and_enter_takes_it(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await app.tap("change-rules", "rule-ante-more", "save-rules")
        await app.enter_text("rules-name", "At home")
        await app.resize(1180, 820)
        await app.enter_text("rules-name", "At home!", submit=True)
        assert saved(desk) == ["At home!"]
        await app.tap("saved-1-edit")
        await app.enter_text("rules-name", "Inn")
        await app.resize(360, 740)
        await app.tap("rename-rules")
    assert saved(desk) == ["Inn"]


async def test_saved_rules_are_what_a_new_series_usually_begins_with(desk: Desk) -> None:
    desk.save("Pub", PUB)
    async with opened(desk, "/settings/usual") as app:
        await app.tap("saved-1")
        assert desk.archive.catalogue.usual == PUB
        await app.go("/new")
        assert app.find("saved-1")["selected"]


async def test_saved_rules_are_taken_up_from_the_next_round_on(desk: Desk) -> None:
    begin(desk, "Friday night")
    desk.save("Pub", PUB)
    async with opened(desk, "/table/rules") as app:
        await app.tap("change-rules", "saved-1")
        assert desk.night.series.planned == PUB


@pytest.mark.parametrize(
    ("written", "names"),
    [("The Golden Lion", ["The Golden Lion", "Inn"]), ("Inn", ["Pub", "Inn"])],
    ids=["a name", "one that others have"],
)
async def test_no_letter_is_lost_before_the_tap(desk: Desk, written: str, names: list[str]) -> None:
    desk.save("Pub", PUB)
    desk.save("Inn", parse("fwend"))
    async with opened(desk, "/settings/usual") as app:
        await app.tap("saved-1-edit")
        await app.enter_text("rules-name", written[:-1])
        app.write_at_once("rules-name", written)
        await app.tap("rename-rules")
        assert saved(desk) == names
        assert app.has("rules-obstacle") == (names[0] == "Pub")


async def test_rules_are_deleted(desk: Desk) -> None:
    for name in ("Pub", "Inn", "Lion"):
        desk.save(name, PUB)
    async with opened(desk, "/settings/usual") as app:
        await app.tap("saved-2-edit", "delete-rules")
        assert saved(desk) == ["Pub", "Lion"]


async def test_what_is_saved_on_one_device_shows_on_the_other(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        desk.save("Pub", PUB)
        await app.settle()
        assert "Like Parliament (Britain): The holder of the 7♦" in app.text("saved-1")
