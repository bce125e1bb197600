"""Presets, which are named house rules.

`parse` reads a line of such words; `describe` writes the shortest line for given rules.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from companion.core.names import uncased
from companion.core.objections import RulesError, phrase
from companion.core.rules import CHIPS, OPTION_NAMES, OPTIONS, Rules, changed, spoken
from companion.core.spelling import closest


@dataclass(frozen=True)
class Preset:
    """Named house rules: the preset they change, the changes, the title for people, the source.

    `brief` describes them in a sentence of at most twelve words, and `also` are other names.
    """

    name: str
    base: str
    changes: str
    title: str
    source: str
    brief: str
    also: tuple[str, ...] = ()


_NO_CHIPS = " ".join(f"{option.name}=0" for option in OPTIONS if option.unit == CHIPS)
_LIST = (
    Preset(
        "bicycle",
        "",
        "",
        phrase("Fan Tan (USA)"),
        "S0",
        phrase("Chips for passes and false passes, and points to 100."),
        ("Fan Tan",),
    ),
    Preset(
        "pagat",
        "bicycle",
        f"{_NO_CHIPS} aces=high points=none target=0 picture=left",
        phrase("Parliament (Britain)"),
        "S1",
        phrase("Without chips; whoever is out first wins. Aces are high."),
        ("Parliament", "Sevens", "Card Dominoes", "Laying Out Sevens", "Stops"),
    ),
    Preset(
        "pagat-pool",
        "pagat",
        "ante=1 pass_fee=1 card_fee=1",
        phrase("Parliament with a pool (Britain)"),
        "S1",
        phrase("One chip for each round, pass and card left. Aces are high."),
    ),
    Preset(
        "kartendomino",
        "bicycle",
        "ante=0 short_ante=0 pass_fee=0 false_pass_to=winner points=none target=0 picture=left",
        phrase("Kartendomino (Germany)"),
        "S2",
        phrase("False passes and cards left are paid to the winner."),
        ("Kleinfraß",),
    ),
    Preset(
        "encyclopedia",
        "bicycle",
        "ante=0 short_ante=0 false_pass_fine=0 seven_fine=0 points=none target=0 picture=left",
        phrase("Fan Tan without fines"),
        "S3",
        phrase("One chip for each pass and each card left, no fines."),
    ),
    Preset(
        "parlour",
        "bicycle",
        "short_ante=0 points=none target=0 picture=left",
        phrase("Fan Tan for sweets (Britain)"),
        "S4",
        phrase("Chips for passes and false passes, without points."),
    ),
    Preset(
        "kartendomino-ranking",
        "kartendomino",
        "play_on=yes",
        phrase("Kartendomino for all places (Germany)"),
        "S2",
        phrase("Like Kartendomino, and the others play on for all places."),
    ),
    Preset(
        "seven-of-diamonds",
        "pagat-pool",
        "opening=7D",
        phrase("Sevens, diamonds first"),
        "S1",
        phrase("Whoever holds the 7♦ begins. One chip for each pass."),
    ),
    Preset(
        "fwend",
        "pagat",
        "aces=low opening=7H high_first=yes points=pips target=100",
        phrase("Fwend"),
        "S1",
        phrase("The 7♥ first, and the eight of a suit before its six."),
    ),
    Preset(
        "domino",
        "pagat",
        "starter=any",
        phrase("Domino (France)"),
        "S1",
        phrase("The first card may be any; its rank opens the other suits."),
    ),
    Preset(
        "ten-titans",
        "pagat",
        "starter=10 points=card target=100",
        phrase("Ten Titans"),
        "S1",
        phrase("Tens open the suits, and each card left counts one point."),
    ),
    Preset(
        "five-or-nine",
        "encyclopedia",
        "starter=5/9",
        phrase("Five or Nine"),
        "S3",
        phrase("The first card is a five or a nine; passes cost chips."),
    ),
    Preset(
        "badam-satti",
        "pagat",
        "aces=low opening=7H points=rank rounds=7",
        phrase("Badam Satti (India)"),
        "Badam Satti",
        phrase("The 7♥ first. Seven rounds; cards left count their rank."),
        ("बदाम सात",),
    ),
    Preset(
        "shichinarabe",
        "pagat",
        "aces=low laid=starters opening=7D free_pass=yes passes=3 play_on=yes points=place",
        phrase("Shichinarabe (Japan)"),
        "S5",
        phrase("The sevens lie there at first. Three passes each, at will."),
        ("七並べ",),
    ),
    Preset(
        "shichinarabe-strict",
        "shichinarabe",
        "free_pass=no",
        phrase("Shichinarabe without free passes (Japan)"),
        "S5",
        phrase("The sevens lie there at first. Three passes, if you cannot play."),
    ),
    Preset(
        "stalemate",
        "pagat",
        "aces=low free_pass=yes",
        phrase("Stalemate Sevens (Britain)"),
        "S6",
        phrase("Without chips. You may pass although you could play."),
    ),
    Preset(
        "devyatka",
        "pagat",
        "pack=36 starter=9 opening=9D ante=1 pass_fee=1",
        phrase("Devyatka (Russia)"),
        "S8",
        phrase("With 36 cards. Nines open the suits, the 9♦ first."),
        ("Девятка",),
    ),
    Preset(
        "cinquillo",
        "pagat",
        "pack=40 aces=low starter=5 opening=5D card_fee=1 points=card",
        phrase("Cinquillo (Spain)"),
        "S9",
        phrase("With 40 Spanish cards. Fives open the suits."),
    ),
    Preset(
        "cinquillo-48",
        "cinquillo",
        "pack=48",
        phrase("Cinquillo with 48 cards (Spain)"),
        "S9",
        phrase("Cinquillo with eights and nines."),
    ),
    Preset(
        "seises",
        "cinquillo",
        "starter=6 opening=6D",
        phrase("Seises (Spain)"),
        "S9",
        phrase("With 40 Spanish cards. Sixes open the suits."),
    ),
)
PRESETS = {named.name: named for named in _LIST}


def _spelled(name: str) -> str:
    """Return the form in which names of games are compared."""
    return re.sub("[ -]", "", uncased(name))


_CALLED = {_spelled(called): named.name for named in _LIST for called in (named.name, *named.also)}
"""The preset of each name of the game."""
_MOST_WORDS = max(
    len(re.split("[ -]", called)) for named in _LIST for called in (named.name, *named.also)
)


def nearest(name: str) -> str:
    """Return the preset that may be meant by an unknown name, or an empty string."""
    near = closest(_spelled(name), _CALLED)
    return _CALLED[near] if near else ""


@cache
def preset(name: str) -> Rules:
    """Return the rules of a preset, by any name of the game.

    :raises RulesError: when no preset has this name.
    """
    if name not in PRESETS:
        if called := _CALLED.get(_spelled(name)):
            return preset(called)
        if near := nearest(name):
            unknown = "no house rules are called {name}; did you mean {near}?"
            raise RulesError(unknown, name=name, near=near)
        raise RulesError("no house rules are called {name}", name=name)
    named = PRESETS[name]
    base = preset(named.base) if named.base else Rules()
    return replace(_with_changes(base, named.changes.split()), preset=name)


def _with_changes(rules: Rules, words: list[str]) -> Rules:
    stated: dict[str, str] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name in stated:
            raise RulesError("{word}: expected each option once, as option=value", word=word)
        stated[name] = text
    return changed(rules, stated)


def parse(words: str) -> Rules:
    """Return the rules described by a line such as `pagat ante=2`.

    :raises RulesError: when the line describes no rules.
    """
    name, changes = _divide(words)
    return _with_changes(preset(name), changes)


def _divide(words: str) -> tuple[str, list[str]]:
    """Divide a line into the longest name of a game at its beginning, or a word, and the rest."""
    said = words.split() or [""]
    lengths = range(min(len(said), _MOST_WORDS), 1, -1)
    names = (count for count in lengths if _spelled(" ".join(said[:count])) in _CALLED)
    count = next(names, 1)
    return " ".join(said[:count]), said[count:]


def guess(words: str) -> Rules | None:
    """Return the rules that were probably meant by a line that describes none."""
    name, changes = _divide(words)
    known = _CALLED.get(_spelled(name)) or nearest(name)
    if not known or len(changes) > len(OPTION_NAMES):
        return None
    rules = preset(known)
    for change in changes:
        option, _, value = change.partition("=")
        near = option if option in OPTION_NAMES else closest(option, OPTION_NAMES)
        with suppress(RulesError):
            rules = changed(rules, {near: value})
    return rules


def changes(rules: Rules) -> dict[str, int | str]:
    """Return the options that differ from the preset, with their values; numbers as `int`."""
    base = preset(rules.preset)
    return {
        name: rules[name] if type(rules[name]) is int else spoken(rules, name)
        for name in OPTION_NAMES
        if rules[name] != base[name]
    }


def describe(rules: Rules) -> str:
    """Return the shortest line of the score sheet that describes these rules."""
    return " ".join((rules.preset, *(f"{name}={value}" for name, value in changes(rules).items())))
