"""The same kind of thing looks the same on every screen: columns, lines of parts, hand-overs."""

from companion.ui.parts.basics.text import kept_together
from tests.cases import cases
from tests.desks import Desk
from tests.layout.boxes import Size
from tests.layout.screen import screen
from tests.screens.states import evenings
from tests.ui.headless import opened
from tests.ui.screen_states import in_play

LINES = {
    "of parts": ("3 rounds · Ann ahead with 2", "3~rounds · Ann ahead with~2"),
    "of one part": ("forgot the ante", "forgot the ante"),
    "with a part of one word": ("3 rounds · over", "3~rounds · over"),
    "with a percentage": ("3 rounds · 30 % won", "3~rounds · 30~%~won"),
    "empty": ("", ""),
}


@cases("line, together", LINES)
def test_no_part_leaves_its_last_word_alone(line: str, together: str) -> None:
    assert kept_together(line) == together.replace("~", "\N{NO-BREAK SPACE}")


async def test_no_sentence_leaves_a_card_alone_on_its_last_line(desk: Desk) -> None:
    evenings("friday_night")(desk)
    async with opened(desk, "/table/over") as app:
        assert any(text.endswith(" Ann for\N{NO-BREAK SPACE}6♦") for text in app.texts())


async def test_a_question_on_a_monitor_is_no_wider_than_people_read(desk: Desk) -> None:
    in_play(4)(desk)
    async with opened(desk, "/series/1", size=(1180, 820)) as app:
        await app.tap("series-more", "end-series")
        asked, *_ = screen(app.tree.root, Size(1180, 820))
        assert asked.place.wide < 600
