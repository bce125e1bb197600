"""The preferences of a device: their text and their settings."""

import pytest

from companion.desk.archive import Catalogue
from companion.preferences import Look, Lows, Motion, Preferences
from companion.views.backups import NOT_ITS_OWN
from companion.views.blocks import Act, Choice, Panel
from companion.views.setting_up.settings import settings
from companion.words import ENGLISH

USUAL = Preferences()
OTHERWISE = Preferences(
    language="de",
    look=Look.DARK,
    four_colours=False,
    lows=Lows.LEFT,
    columns=True,
    turned=True,
    motion=Motion.OFF,
)


@pytest.mark.parametrize("preferences", [USUAL, OTHERWISE], ids=["usual", "otherwise"])
def test_written_preferences_are_read_again(preferences: Preferences) -> None:
    assert Preferences.read(preferences.written()) == preferences


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        (None, USUAL),
        ("", USUAL),
        ("{", USUAL),
        ("[1, 2]", USUAL),
        (7, USUAL),
        ('{"look": "purple", "columns": "yes", "turned": 1}', USUAL),
        ('{"look": "dark", "wallpaper": "felt"}', Preferences(look=Look.DARK)),
    ],
    ids=["nothing", "empty", "cut off", "a list", "a number", "values unknown", "a newer app's"],
)
def test_faulty_preferences_are_read_as_usual(kept: object, read: Preferences) -> None:
    assert Preferences.read(kept) == read


def choices(now: Preferences) -> list[Choice]:
    """Return all choices of the screen."""
    columns = settings(now, Catalogue(()), NOT_ITS_OWN, ENGLISH).columns
    panels = [block for column in columns for block in column if isinstance(block, Panel)]
    return [block for panel in panels for block in panel.blocks if isinstance(block, Choice)]


@pytest.mark.parametrize("now", [USUAL, OTHERWISE], ids=["usual", "otherwise"])
def test_each_setting_has_one_chosen_answer(now: Preferences) -> None:
    for choice in choices(now):
        (chosen,) = (answer for answer in choice.answers if answer.chosen)
        assert chosen.intent == Act("prefer", (now,))


def test_an_answer_changes_its_own_setting_alone() -> None:
    made = {answer.id: answer.intent for choice in choices(USUAL) for answer in choice.answers}
    for answer, preferences in {
        "language-de": Preferences(language="de"),
        "theme-dark": Preferences(look=Look.DARK),
        "suit-colours-two": Preferences(four_colours=False),
        "low-cards-left": Preferences(lows=Lows.LEFT),
        "suits-columns": Preferences(columns=True),
        "side-opposite": Preferences(turned=True),
        "motion-off": Preferences(motion=Motion.OFF),
    }.items():
        assert made[answer] == Act("prefer", (preferences,))
