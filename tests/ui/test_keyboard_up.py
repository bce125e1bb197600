"""A keyboard that covers half of the page: every screen with a text field lets head and bar give
way, and scrolls to the field.
"""

import pytest

from companion.core.presets import preset
from companion.ui.routes import Viewport
from tests.desks import Desk
from tests.ui.headless import Headless, opened

SIZES = {(740, 360): (740, 160), (360, 740): (360, 400)}
FIELDS = (
    ("/table/1/pay", "pay-note"),
    ("/new", "player-name-4"),
    ("/import", "import-text"),
    ("/", "home-search"),
)


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """Return a desk with enough series for a search field."""
    for number in range(12):
        desk.start(f"Evening {number}", ("Ann", "Ben", "Cem"), 2, preset("bicycle"))
    return desk


@pytest.mark.parametrize("size", SIZES, ids=("on its side", "upright"))
@pytest.mark.parametrize(("route", "identifier"), FIELDS)
async def test_fields_stay(desk: Desk, route: str, identifier: str, size: tuple[int, int]) -> None:
    async with opened(desk, route, size=size) as app:
        await app.go(route)
        await app.enter_text(identifier, "Ab")
        await app.focus(identifier)
        before = field_of(app, identifier)
        app.invoked.clear()
        await app.resize(*SIZES[size])
        await app.until(lambda: bool(app.invoked))
        kind, name, asked = app.invoked[0]
        assert (kind, name, asked["scroll_key"]) == ("Column", "scroll_to", identifier)
        assert field_of(app, identifier) == before


def field_of(app: Headless, identifier: str) -> tuple[int, str]:
    """Return the number of the text field in the client's tree, and the text in it."""
    node = next(each for each in app.tree.below(app.find(identifier)) if each["_c"] == "TextField")
    return node["_i"], node["value"]


async def test_a_keyboard_of_the_device_takes_from_the_room(desk: Desk) -> None:
    nothing = {"left": 0, "top": 0, "right": 0, "bottom": 0}
    async with opened(desk, size=(740, 360)) as app:
        media = {"padding": nothing, "view_padding": nothing, "device_pixel_ratio": 1}
        media |= {"orientation": "landscape", "view_insets": nothing | {"bottom": 200}}
        await app.page_event("media_change", media, media=media)
        assert Viewport().of(app.page).height == 160
