"""The same kind of thing looks the same on every screen: columns, lines of parts, hand-overs."""

import re
from dataclasses import replace

import pytest

from companion.core.names import Player
from companion.ui.parts.basics.frames import WIDEST
from companion.ui.parts.basics.panels import WIDE, column_width
from companion.ui.parts.basics.text import kept_together
from companion.ui.routes import Viewport
from tests.desks import Desk
from tests.layout.boxes import Size
from tests.layout.screen import screen
from tests.ui.headless import opened
from tests.ui.screen_states import HONEST, evening, having, in_play, recorded

PHONE = (360, 740)
VIEWPORTS = {
    "a phone": (Viewport(*PHONE), 360),
    "a phone on its side": (Viewport(844, 390), 432),
    "a tablet": (Viewport(820, 1180), 420),
    "a monitor": (Viewport(1920, 1080), 570),
    "a monitor with large text": (Viewport(1920, 1080, 2.0), 1920),
}


@pytest.mark.parametrize(("viewport", "width"), VIEWPORTS.values(), ids=VIEWPORTS)
def test_a_column_is_as_wide_as_a_phone(viewport: Viewport, width: int) -> None:
    assert column_width(viewport) == width
    assert viewport.two_columns == (width != viewport.width)


LINES = {
    "of parts": ("3 rounds · Ann ahead with 2", "3~rounds · Ann ahead with~2"),
    "of one part": ("forgot the ante", "forgot the ante"),
    "with a part of one word": ("3 rounds · over", "3~rounds · over"),
    "with a percentage": ("3 rounds · 30 % won", "3~rounds · 30~%~won"),
    "empty": ("", ""),
}


@pytest.mark.parametrize(("line", "together"), LINES.values(), ids=LINES)
def test_no_part_leaves_its_last_word_alone(line: str, together: str) -> None:
    assert kept_together(line) == together.replace("~", "\N{NO-BREAK SPACE}")


TITLED = ("/", "/settings", "/settings/import", "/how", "/series/1", "/series/1/settle")


async def test_on_a_phone_on_its_side_every_screen_begins_at_the_same_edge(desk: Desk) -> None:
    having(evening(4, HONEST, rules="bicycle chips=app"), recorded("friday_night"))(desk)
    async with opened(desk, size=(844, 390)) as app:
        widths = set[object]()
        for route in TITLED:
            await app.go(route)
            shown = app.tree.below(app.tree.root)
            widths |= {node["width"] for node in shown if node.get("width") in {WIDEST, WIDE}}
        assert widths == {WIDE}


async def test_hand_overs_are_drawn_as_the_payments_of_a_round_are(desk: Desk) -> None:
    long = evening(4, HONEST, HONEST, rules="bicycle chips=app")
    names = zip(long.players, ("Ann", "Ben", "Cem", "Dee"), strict=True)
    having(replace(long, players=tuple(Player(one.handle, name) for one, name in names)))(desk)
    async with opened(desk, "/series/1/settle", size=PHONE) as app:
        says = app.text("settle-1")
        payer, _, payee, chips = says.split()
        assert {payer, payee} <= set(app.texts())
        assert any(chips in words.split() for words in app.texts())
        assert says not in app.texts()
    having(long)(desk)
    async with opened(desk, "/series/2/settle", size=PHONE) as app:
        sentences = [words.replace("\N{NO-BREAK SPACE}", " ") for words in app.texts()]
        assert app.text("settle-1") in sentences, "long names stand in a sentence"


async def test_a_question_on_a_monitor_is_no_wider_than_people_read(desk: Desk) -> None:
    in_play(4)(desk)
    async with opened(desk, "/series/1", size=(1180, 820)) as app:
        await app.tap("series-more", "end-series")
        asked, *_ = screen(app.tree.root, Size(1180, 820))
        assert asked.place.wide < 600


async def test_in_large_text_all_turns_begin_at_the_same_edge(desk: Desk) -> None:
    having(recorded("friday_night", 20))(desk)
    size = (1180, 820)
    async with opened(desk, "/table/1/turns", size=size) as app:
        await app.write_at(2)
        placed = screen(app.tree.root, Size(*size), 2)
        titles = [one for one in placed if re.match(r"\d+ · ", str(one.node.get("value")))]
        assert len(titles) == 20
        assert len({one.place.left for one in titles}) == 1
