"""Hints for a hand in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.core.cards import Card, gather
from companion.core.hints import Hint, HintReason, hint
from companion.core.objections import phrase
from companion.desk.table import Mine, Snapshot
from companion.screens.board import face
from companion.screens.speech import short, shorts
from companion.words import Words


@dataclass(frozen=True, slots=True)
class OwnHint:
    """Advice for the viewer's turn, and the cards that can be laid, best first, in words."""

    says: str
    choices: tuple[tuple[Card, str], ...]


def offers_hint(mine: Mine) -> bool:
    """Return whether the viewer can ask for a hint: on their turn, with a card that fits.

    The rule of thumb is for games in which a player who can play has to.
    """
    rules = mine.round.setup.rules
    return bool(mine.to_lay) and rules.hints and rules.must_play


def own_hint(snapshot: Snapshot, words: Words) -> OwnHint | None:
    """Return the hint for the viewer's turn, None without one."""
    mine = snapshot.mine
    given = hint(mine.round, mine.seat) if mine and offers_hint(mine) else None
    if given is None:
        return None
    choices = (
        (card, words.say("Play {card}", card=face(card, words).name)) for card in given.cards
    )
    return OwnHint(advice(given, words), tuple(choices))


_SAYS: Final[Mapping[HintReason, str]] = {
    HintReason.ONLY_CARD: phrase("{card}: you can lay no other card."),
    HintReason.MOST_OF_RANK: phrase("{card}: you hold that rank most often."),
    HintReason.OWN_NEXT: phrase("{card}: only you can follow it, with {cards}."),
    HintReason.ENDS_ROW: phrase("{card}: nothing comes after it."),
    HintReason.OWN_WAIT: phrase("{card}: it clears the way to your {cards}."),
    HintReason.OPENS_LEAST: phrase("{card}: it opens least for the others."),
    HintReason.HOLDS_BACK: phrase("{card}: keep {cards} back, it opens more for the others."),
    HintReason.NONE_BETTER: phrase("{card}: what you can lay is all much alike."),
}


def advice(given: Hint, words: Words) -> str:
    """Return the best card with one reason."""
    best = short(given.cards[0], words)
    return words.say(_SAYS[given.reason], card=best, cards=shorts(gather(given.named), words))
