"""Positions for the referee, written as a layout line and a hand."""

import re

from companion.core.cards import card, gather, spell_rank
from companion.core.presets import parse
from companion.core.referee import Situation
from companion.core.rounds.layout import Run


def position(rules: str, layout: str = "-/-/-/-", hand: str = "", opened: str = "") -> Situation:
    """Return the position of a layout line such as `-/59/7/4K`, clubs to spades."""
    runs = tuple(_run(text) for text in layout.split("/"))
    named = spell_rank(opened) if opened else None
    return Situation(parse(rules), runs, named, gather(map(card, hand.split())))


def _run(text: str) -> Run | None:
    ends = [spell_rank(rank) for rank in re.findall(r"10|[2-9AJQK]", text)]
    return Run(ends[0], ends[-1]) if ends else None
