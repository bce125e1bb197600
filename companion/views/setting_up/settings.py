"""The settings of a device, whose answers carry the resulting preferences."""

from collections.abc import Sequence
from dataclasses import replace

from companion.desk.archive import Catalogue
from companion.preferences import Look, Lows, Motion, Preferences
from companion.screens.backups import Keeping, backup_panel, backup_says
from companion.views import blocks as b
from companion.views.setting_up.house_rules import presets
from companion.words import LANGUAGES, Words


def settings(now: Preferences, catalogue: Catalogue, keeping: Keeping, words: Words) -> b.Document:
    """Build the screen of all settings of a device, the usual rules and the backup."""
    say, usual = words.say, presets(catalogue.usual, words, catalogue.saved)
    change = b.Action("usual-rules", say("Change"), b.Go("usual"))
    device = (_language(now, words), *_looks(now, words), _motion(now, words), _hints(now, words))
    rules = say("House rules of a new series")
    return b.Document(
        say("Settings"),
        (
            (b.Panel(device, say("This device")),),
            (b.Panel(_layout(now, words), say("The layout")),),
            (b.Panel((*usual.texts, b.Actions((change,))), rules, usual.title),),
            (backup_panel(backup_says(keeping, words), words, restores=True),),
        ),
    )


def _language(now: Preferences, words: Words) -> b.Choice:
    spoken = [(code, name, replace(now, language=code)) for code, name in LANGUAGES.items()]
    own = ("device", words.say("Auto"), replace(now, language=""))
    return _choice("language", words.say("Language"), now, [own, *spoken])


def _looks(now: Preferences, words: Words) -> tuple[b.Choice, ...]:
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
    return (
        _choice("theme", say("Theme"), now, looks),
        _choice("suit-colours", say("Suit colours"), now, suits, explained),
    )


def _layout(now: Preferences, words: Words) -> tuple[b.Choice, ...]:
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
    return (
        _choice("low-cards", say("Low cards"), now, lows, explained),
        _choice("suits", say("Suits as"), now, across),
        _choice("suits-order", say("Order of the suits"), now, order),
        _choice("side", say("The layout as seen from"), now, sides),
    )


def _motion(now: Preferences, words: Words) -> b.Choice:
    say = words.say
    answers = [
        ("system", say("Auto"), replace(now, motion=Motion.SYSTEM)),
        ("on", say("On"), replace(now, motion=Motion.ON)),
        ("off", say("Off"), replace(now, motion=Motion.OFF)),
    ]
    return _choice("motion", say("Motion"), now, answers, say("Cards slide, chips run to the pot."))


def _hints(now: Preferences, words: Words) -> b.Choice:
    answers = [
        ("off", words.say("Off"), replace(now, hints=False)),
        ("on", words.say("On"), replace(now, hints=True)),
    ]
    explained = words.say(
        "With your own hand entered here, a tap on your turn shows which card is best, and why."
    )
    return _choice("hints", words.say("Hints"), now, answers, explained)


def _choice(
    name: str,
    title: str,
    now: Preferences,
    answers: Sequence[tuple[str, str, Preferences]],
    says: str = "",
) -> b.Choice:
    """Return a choice of preferences; `name` is for the identifiers."""
    actions = tuple(
        b.Action(f"{name}-{answer}", words, b.Act("prefer", (made,)), chosen=made == now)
        for answer, words, made in answers
    )
    return b.Choice(actions, title, says)
