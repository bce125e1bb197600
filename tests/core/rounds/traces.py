"""Recorded games of other programs, as rounds."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from companion.core.cards import Cards, card, gather, spread
from companion.core.presets import parse
from companion.core.rounds.events.cards import HandEntered, Shown
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup

VARIABLE = "FANTAN_TRACES"
_FREE = "bicycle ante=0 short_ante=0 pass_fee=0 false_pass_fine=0 seven_fine=0 card_fee=0 target=0"
_POOL = "bicycle false_pass_fine=0 seven_fine=0 card_fee=0 target=0"
RULES = {
    "adam_sevens_py_4p": _FREE,
    "badaam_satti_7H_3p": f"{_FREE} opening=7H points=rank",
    "badaam_satti_7H_5p": f"{_FREE} opening=7H points=rank",
    "cardiverse_fantan_3p": _POOL,
    "cardiverse_fantan_4p": _POOL,
    "cardiverse_fantan_6p": _POOL,
    "cardiverse_fantan_illegal_pass_4p": "bicycle seven_fine=0 card_fee=0 target=0",
    "family_cinquillo_40_2p": "cinquillo opening=left points=none",
    "family_cinquillo_40_4p": "cinquillo opening=left points=none",
    "family_devyatka_36_3p": "devyatka ante=0 pass_fee=0",
    "family_devyatka_36_4p": "devyatka ante=0 pass_fee=0",
    "williams_java_2p": _FREE,
    "williams_java_3p": _FREE,
    "williams_java_4p": _FREE,
    "williams_java_5p": _FREE,
    "williams_java_8p": _FREE,
}
ALL = tuple(RULES)
RULES["family_yachi_free3_4p"] = "shichinarabe"
"""Starters are laid first there, so the other tests of `ALL` do not fit."""
POOLS = ("cardiverse_fantan_3p", "cardiverse_fantan_4p", "cardiverse_fantan_6p")
RANKS = ("badaam_satti_7H_3p", "badaam_satti_7H_5p")
FALSE_PASSES = "cardiverse_fantan_illegal_pass_4p"


@dataclass(frozen=True)
class Trace:
    """Recorded game: its place in the file, the rules of the file, and the recorded facts."""

    where: str
    rules: str
    data: dict[str, Any]

    @cached_property
    def hands(self) -> tuple[Cards, ...]:
        """Dealt hands, by seat."""
        return tuple(gather(map(card, hand)) for hand in self.data["deal"])

    @property
    def plies(self) -> list[dict[str, Any]]:
        """Turns as recorded in the file."""
        plies: list[dict[str, Any]] = self.data["plies"]
        return plies

    @cached_property
    def turns(self) -> tuple[Played | Passed, ...]:
        """Turns as events."""
        return tuple(
            Played(ply["player"], card(ply["move"])) if ply["move"] else Passed(ply["player"])
            for ply in self.plies
        )

    def dealt(self) -> Round:
        """Return the round before its first turn, without hands."""
        hands = self.hands
        dealer = (self.data["first"] - 1) % len(hands)
        sizes = tuple(hand.bit_count() for hand in hands)
        handles = tuple(f"P{seat}" for seat in range(len(hands)))
        return Round.begin(Setup(parse(self.rules), handles, dealer, sizes))

    def prefixes(self, round_: Round) -> Iterator[Round]:
        """Yield the round before its first turn and after each."""
        yield round_
        for turn in self.turns:
            round_ = round_.after(turn)
            yield round_

    @cached_property
    def played(self) -> Round:
        """Whole round, without hands."""
        *_, last = self.prefixes(self.dealt())
        return last

    def with_hands(self) -> Round:
        """Return the round before its first turn, with every hand."""
        round_ = self.dealt()
        for seat, hand in enumerate(self.hands):
            round_ = round_.after(HandEntered(seat, hand))
        return round_

    @cached_property
    def played_with_hands(self) -> Round:
        """Whole round, with every hand entered before the first turn."""
        *_, last = self.prefixes(self.with_hands())
        return last

    @cached_property
    def shown(self) -> Round:
        """Whole round without hands, with all cards left shown."""
        round_ = self.played
        for seat, hand in enumerate(self.hands):
            if left := hand & ~round_.layout.laid:
                round_ = round_.after(Shown(seat, left))
        return round_

    def held(self, round_: Round, seat: int) -> Cards:
        """Return the true hand of the player."""
        return self.hands[seat] & ~round_.layout.laid


def texts(cards: Cards) -> list[str]:
    """Return the cards as the files write them, in the order of the files."""
    return sorted(str(card) for card in spread(cards))


def traces(name: str) -> tuple[Trace, ...]:
    """Return the games of a file; skip without a folder, fail if the folder lacks the file."""
    folder = os.environ.get(VARIABLE)
    if not folder:
        pytest.skip(f"{VARIABLE} is not set")
    file = Path(folder) / f"{name}.jsonl"
    assert file.is_file(), f"{VARIABLE} names {folder}, which has no {file.name}"
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(
        Trace(f"{name}:{number}", RULES[name], json.loads(line))
        for number, line in enumerate(lines, 1)
    )
