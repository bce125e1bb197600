"""The preferences of a device, as stored and as offered."""

import pytest

from companion.preferences import Look, Lows, Motion, Preferences
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
def test_what_a_device_keeps_is_read_again(preferences: Preferences) -> None:
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
def test_what_makes_no_sense_is_as_usual(kept: object, read: Preferences) -> None:
    assert Preferences.read(kept) == read


@pytest.mark.parametrize("now", [USUAL, OTHERWISE], ids=["usual", "otherwise"])
def test_of_every_setting_one_answer_is_chosen(now: Preferences) -> None:
    chosen = {
        group.name: [answer for answer in group.answers if answer.chosen]
        for group in settings(now, ENGLISH)
    }
    assert {name: len(answers) for name, answers in chosen.items()} == dict.fromkeys(chosen, 1)
    assert all(answers[0].preferences == now for answers in chosen.values())


def test_an_answer_changes_its_own_setting_alone() -> None:
    made = {
        answer.name: answer.preferences
        for group in settings(USUAL, ENGLISH)
        for answer in group.answers
    }
    assert made["language-de"] == Preferences(language="de")
    assert made["theme-dark"] == Preferences(look=Look.DARK)
    assert made["suit-colours-two"] == Preferences(four_colours=False)
    assert made["low-cards-left"] == Preferences(lows=Lows.LEFT)
    assert made["suits-columns"] == Preferences(columns=True)
    assert made["side-opposite"] == Preferences(turned=True)
    assert made["motion-off"] == Preferences(motion=Motion.OFF)
