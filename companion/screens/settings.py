"""The settings of a device, whose answers carry the resulting preferences."""

from collections.abc import Sequence
from dataclasses import replace

from companion.preferences import Look, Motion, Preferences
from companion.screens import blocks as b
from companion.screens.backups import backup_panel, backup_says
from companion.screens.house_rules import presets
from companion.screens.kit import App, ScreenFacts, act
from companion.words import offered


def settings(facts: ScreenFacts) -> b.Document:
    """Return the screen of all settings of a device, the usual rules and the backup."""
    usual = presets(facts.catalogue.usual, facts.words)
    change = b.Action("usual-rules", facts.say("Change"), b.Go("usual"))
    now = facts.preferences
    chime = (replace(now, chime=False), replace(now, chime=True))
    hints = (replace(now, hints=False), replace(now, hints=True))
    device = (
        _language(facts),
        *_looks(facts),
        _motion(facts),
        _switch("chime", facts.say("Sound on my turn"), *chime, facts),
        _switch("hints", facts.say("Hints"), *hints, facts),
    )
    rules = facts.say("House rules of a new series")
    return b.Document(
        facts.say("Settings"),
        (
            (b.Panel(device, facts.say("This device")),),
            (b.Panel((*usual.texts, b.Actions((change,))), rules, usual.title),),
            (backup_panel(backup_says(facts.storage, facts.words), facts.words, restores=True),),
        ),
    )


async def prefer(app: App, preferences: Preferences) -> None:
    """Apply the preferences to this device, and store them."""
    await app.prefer(preferences)


def _language(facts: ScreenFacts) -> b.Choice:
    now = facts.preferences
    spoken = [(code, name, replace(now, language=code)) for code, name in offered().items()]
    own = ("device", facts.say("Auto"), replace(now, language=""))
    return _choice("language", facts.say("Language"), now, [own, *spoken])


def _looks(facts: ScreenFacts) -> tuple[b.Choice, ...]:
    now = facts.preferences
    looks = [
        ("system", facts.say("Auto"), replace(now, look=Look.SYSTEM)),
        ("light", facts.say("Light"), replace(now, look=Look.LIGHT)),
        ("dark", facts.say("Dark"), replace(now, look=Look.DARK)),
    ]
    suits = [
        ("four", facts.say("Four colours"), replace(now, four_colours=True)),
        ("two", facts.say("Two colours"), replace(now, four_colours=False)),
    ]
    return (
        _choice("theme", facts.say("Theme"), now, looks),
        _choice("suit-colours", facts.say("Suit colours"), now, suits),
    )


def _motion(facts: ScreenFacts) -> b.Choice:
    now = facts.preferences
    answers = [
        ("system", facts.say("Auto"), replace(now, motion=Motion.SYSTEM)),
        ("on", facts.say("On"), replace(now, motion=Motion.ON)),
        ("off", facts.say("Off"), replace(now, motion=Motion.OFF)),
    ]
    return _choice("motion", facts.say("Motion"), now, answers)


def _switch(
    name: str, title: str, off: Preferences, on: Preferences, facts: ScreenFacts
) -> b.Choice:
    """Return the choice between off and on."""
    answers = [("off", facts.say("Off"), off), ("on", facts.say("On"), on)]
    return _choice(name, title, facts.preferences, answers)


def _choice(
    name: str,
    title: str,
    now: Preferences,
    answers: Sequence[tuple[str, str, Preferences]],
) -> b.Choice:
    """Return a choice of preferences; `name` is for the identifiers."""
    actions = tuple(
        b.Action(f"{name}-{answer}", words, act(prefer, made), chosen=made == now)
        for answer, words, made in answers
    )
    return b.Choice(actions, title)
