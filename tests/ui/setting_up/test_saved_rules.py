"""House rules under a name on screen: saved, chosen with one tap, and deleted."""

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
        assert "Fan Tan (USA)" in app.text("saved-1")


async def test_a_name_survives_a_turn_of_the_device_and_enter_takes_it(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await app.tap("change-rules", "rule-ante-more", "save-rules")
        await app.enter_text("rules-name", "At home")
        await app.resize(1180, 820)
        await app.enter_text("rules-name", "At home!", submit=True)
        assert saved(desk) == ["At home!"]


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


async def test_rules_of_a_taken_name_are_not_saved(desk: Desk) -> None:
    desk.save("Pub", PUB)
    async with opened(desk, "/new") as app:
        await app.tap("change-rules", "rule-ante-more", "save-rules")
        await app.enter_text("rules-name", "Inn")
        app.write_at_once("rules-name", "Pub")
        await app.tap("save-rules-yes")
        assert saved(desk) == ["Pub"]
        assert app.has("rules-obstacle")


async def test_rules_are_deleted(desk: Desk) -> None:
    for name in ("Pub", "Inn", "Lion"):
        desk.save(name, PUB)
    async with opened(desk, "/settings/usual") as app:
        await app.tap("saved-2-delete", "delete-rules-no", "saved-2-delete", "delete-rules")
        assert saved(desk) == ["Pub", "Lion"]


async def test_what_is_saved_on_one_device_shows_on_the_other(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        desk.save("Pub", PUB)
        await app.settle()
        assert "7♦" in app.text("saved-1")
