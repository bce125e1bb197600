"""The settings of a device, whose answers carry the resulting preferences."""

from collections.abc import Sequence
from dataclasses import replace

from companion.preferences import Look, Motion, Preferences
from companion.screens import blocks as b
from companion.screens.backups import backup_panel, backup_says
from companion.screens.house_rules import presets
from companion.screens.kit import App, Here, act
from companion.words import offered


def settings(here: Here) -> b.Document:
    """Return the screen of all settings of a device, the usual rules and the backup."""
    usual = presets(here.catalogue.usual, here.words)
    change = b.Action("usual-rules", here.say("Change"), b.Go("usual"))
    device = (_language(here), *_looks(here), _motion(here), _chime(here), _hints(here))
    rules = here.say("House rules of a new series")
    return b.Document(
        here.say("Settings"),
        (
            (b.Panel(device, here.say("This device")),),
            (b.Panel((*usual.texts, b.Actions((change,))), rules, usual.title),),
            (backup_panel(backup_says(here.storage, here.words), here.words, restores=True),),
        ),
    )


async def prefer(app: App, preferences: Preferences) -> None:
    """Apply the preferences to this device, and store them."""
    await app.prefer(preferences)


def _language(here: Here) -> b.Choice:
    now = here.preferences
    spoken = [(code, name, replace(now, language=code)) for code, name in offered().items()]
    own = ("device", here.say("Auto"), replace(now, language=""))
    return _choice("language", here.say("Language"), now, [own, *spoken])


def _looks(here: Here) -> tuple[b.Choice, ...]:
    now = here.preferences
    looks = [
        ("system", here.say("Auto"), replace(now, look=Look.SYSTEM)),
        ("light", here.say("Light"), replace(now, look=Look.LIGHT)),
        ("dark", here.say("Dark"), replace(now, look=Look.DARK)),
    ]
    suits = [
        ("four", here.say("Four colours"), replace(now, four_colours=True)),
        ("two", here.say("Two colours"), replace(now, four_colours=False)),
    ]
    return (
        _choice("theme", here.say("Theme"), now, looks),
        _choice("suit-colours", here.say("Suit colours"), now, suits),
    )


def _motion(here: Here) -> b.Choice:
    now = here.preferences
    answers = [
        ("system", here.say("Auto"), replace(now, motion=Motion.SYSTEM)),
        ("on", here.say("On"), replace(now, motion=Motion.ON)),
        ("off", here.say("Off"), replace(now, motion=Motion.OFF)),
    ]
    return _choice("motion", here.say("Motion"), now, answers)


def _chime(here: Here) -> b.Choice:
    now = here.preferences
    off = replace(now, chime=False)
    on = replace(now, chime=True)
    return _switch("chime", here.say("Sound on my turn"), off, on, here)


def _hints(here: Here) -> b.Choice:
    now = here.preferences
    off = replace(now, hints=False)
    on = replace(now, hints=True)
    return _switch("hints", here.say("Hints"), off, on, here)


def _switch(name: str, title: str, off: Preferences, on: Preferences, here: Here) -> b.Choice:
    """Return the choice between off and on."""
    answers = [("off", here.say("Off"), off), ("on", here.say("On"), on)]
    return _choice(name, title, here.preferences, answers)


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
