"""The settings of a device as answers to tap, each with the resulting preferences."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.preferences import Look, Lows, Motion, Preferences
from companion.words import LANGUAGES, Words


@dataclass(frozen=True, slots=True)
class Setting:
    """An answer with the resulting preferences; `name` is for the identifier."""

    name: str
    words: str
    chosen: bool
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """A question with its answers, and an explanation, empty if not needed."""

    name: str
    title: str
    says: str
    answers: tuple[Setting, ...]


def settings(now: Preferences, words: Words) -> tuple[SettingGroup, ...]:
    """Return all settings of a device."""
    return (_language(now, words), *_looks(now, words), *_layout(now, words), _motion(now, words))


def _language(now: Preferences, words: Words) -> SettingGroup:
    spoken = [(code, name, replace(now, language=code)) for code, name in LANGUAGES.items()]
    own = ("device", words.say("Auto"), replace(now, language=""))
    return _group("language", words.say("Language"), now, [own, *spoken])


def _looks(now: Preferences, words: Words) -> list[SettingGroup]:
    say = words.say
    looks = [
        ("system", say("Auto"), replace(now, look=Look.SYSTEM)),
        ("light", say("Light"), replace(now, look=Look.LIGHT)),
        ("dark", say("Dark"), replace(now, look=Look.DARK)),
    ]
    suits = [
        ("four", say("Four colours"), replace(now, four_colours=True)),
        ("two", say("Two colours"), replace(now, four_colours=False)),
    ]
    explained = say("Four: ♠ black, ♥ red, ♦ blue, ♣ green. Two: as most packs are printed.")
    return [
        _group("theme", say("Theme"), now, looks),
        _group("suit-colours", say("Suit colours"), now, suits, explained),
    ]


def _layout(now: Preferences, words: Words) -> list[SettingGroup]:
    say = words.say
    lows = [
        ("as-ruled", say("By the rules"), replace(now, lows=Lows.AS_RULED)),
        ("right", say("Right"), replace(now, lows=Lows.RIGHT)),
        ("left", say("Left"), replace(now, lows=Lows.LEFT)),
    ]
    across = [
        ("rows", say("Rows"), replace(now, columns=False)),
        ("columns", say("Columns"), replace(now, columns=True)),
    ]
    sides = [
        ("near", say("My side of the table"), replace(now, turned=False)),
        ("opposite", say("The opposite side"), replace(now, turned=True)),
    ]
    order = [
        ("fixed", say("Fixed"), replace(now, as_laid=False)),
        ("as-laid", say("As they are begun"), replace(now, as_laid=True)),
    ]
    explained = say("Where aces and low cards lie. With the suits as columns, right is below.")
    return [
        _group("low-cards", say("Low cards"), now, lows, explained),
        _group("suits", say("Suits as"), now, across),
        _group("suits-order", say("Order of the suits"), now, order),
        _group("side", say("The layout as seen from"), now, sides),
    ]


def _motion(now: Preferences, words: Words) -> SettingGroup:
    say = words.say
    answers = [
        ("system", say("Auto"), replace(now, motion=Motion.SYSTEM)),
        ("on", say("On"), replace(now, motion=Motion.ON)),
        ("off", say("Off"), replace(now, motion=Motion.OFF)),
    ]
    return _group("motion", say("Motion"), now, answers, say("Cards slide, chips run to the pot."))


def _group(
    name: str,
    title: str,
    now: Preferences,
    answers: Sequence[tuple[str, str, Preferences]],
    says: str = "",
) -> SettingGroup:
    settings = tuple(
        Setting(f"{name}-{answer}", words, made == now, made) for answer, words, made in answers
    )
    return SettingGroup(name, title, says, settings)
