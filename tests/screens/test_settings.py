"""The preferences of a device: their text and their settings."""

from companion.preferences import Look, Lows, Motion, Preferences
from companion.screens.blocks import Choice, Panel
from companion.screens.kit import ScreenFacts, act
from companion.screens.settings import prefer, settings
from tests.cases import cases

USUAL = Preferences()
RARE = {"four_colours": False, "columns": True, "turned": True, "hints": True, "chime": True}
OTHERWISE = Preferences("de", Look.DARK, lows=Lows.LEFT, motion=Motion.OFF, **RARE)


@cases("preferences", {"usual": USUAL, "otherwise": OTHERWISE})
def test_written_preferences_are_read_again(preferences: Preferences) -> None:
    assert Preferences.read(preferences.written()) == preferences


FAULTY: dict[str, tuple[object, Preferences]] = {
    "nothing": (None, USUAL),
    "cut off": ("{", USUAL),
    "a list": ("[1, 2]", USUAL),
    "a number": (7, USUAL),
    "values unknown": ('{"look": "purple", "columns": "yes", "turned": 1}', USUAL),
    "a newer app's": ('{"look": "dark", "wallpaper": "felt"}', Preferences(look=Look.DARK)),
}


@cases("kept, read", FAULTY)
def test_faulty_preferences_are_read_as_usual(kept: object, read: Preferences) -> None:
    assert Preferences.read(kept) == read


@cases("now", {"usual": USUAL, "otherwise": OTHERWISE})
def test_each_setting_has_one_chosen_answer(now: Preferences) -> None:
    columns = settings(ScreenFacts(preferences=now)).columns
    panels = [block for column in columns for block in column if isinstance(block, Panel)]
    choices = [block for panel in panels for block in panel.blocks if isinstance(block, Choice)]
    chosen = [[one.intent for one in choice.answers if one.chosen] for choice in choices]
    assert chosen == [[act(prefer, now)]] * 6
