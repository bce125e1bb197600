"""Hints for a hand, and the odds of an open pass, in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.cards import Card, gather
from companion.core.hints import ABOUT_EQUAL, Candidate, Goal, Hint, HintReason, hint
from companion.core.judge import Verdict, judge
from companion.core.objections import phrase
from companion.core.odds import Odds, odds
from companion.desk.table import Mine, Snapshot
from companion.screens.board import face
from companion.screens.speech import short, shorts
from companion.words import Words

_MUCH = 5
"""Chips or points above which the rule of thumb weighs so much that no number is shown."""


@dataclass(frozen=True)
class OwnHint:
    """Advice for the viewer's turn, and the cards that can be laid, best first.

    Each card has the words that lay it, and how much worse than the best it is.
    """

    says: str
    choices: tuple[tuple[Card, str, str], ...]


def offers_hint(mine: Mine) -> bool:
    """Return whether the viewer can ask for a hint: on their turn, with a card that fits.

    The rule of thumb is for games in which a player who can play has to.
    """
    rules = mine.round.setup.rules
    return bool(mine.to_lay) and rules.hints and rules.must_play


def own_hint(snapshot: Snapshot, words: Words) -> OwnHint | None:
    """Work out the hint for the viewer's turn, which takes some milliseconds; None without one."""
    mine = snapshot.mine
    given = hint(mine.round, mine.seat) if mine and offers_hint(mine) else None
    if given is None:
        return None
    choices = (
        (
            candidate.card,
            words.say("Play {card}", card=face(candidate.card, words).name),
            worse(given, candidate, words),
        )
        for candidate in given.candidates
    )
    return OwnHint(advice(given, words), tuple(choices))


def advice(given: Hint, words: Words) -> str:
    """Return the best card with one reason."""
    card = short(given.candidates[0].card, words)
    if given.reason is HintReason.HOLDS_BACK:
        other = short(given.cards[0], words)
        return words.say(
            "{card} rather than {other}: as long as you hold the {other}, nobody gets past it.",
            card=card,
            other=other,
        )
    cards = shorts(gather(given.cards), words)
    if given.reason is HintReason.OWN_NEXT:
        return words.count(
            "{card}: only your own {cards} can follow.",
            "{card}: only your own cards {cards} can follow.",
            len(given.cards),
            card=card,
            cards=cards,
        )
    return words.say(_SAYS[given.reason], card=card, cards=cards)


def worse(given: Hint, candidate: Candidate, words: Words) -> str:
    """Return how much worse than the best a candidate is; empty if that was not worked out."""
    if candidate is given.candidates[0]:
        return words.say("best")
    if candidate.less is None:
        return ""
    if candidate.less < ABOUT_EQUAL:
        return words.say("about as good")
    if candidate.less > _MUCH:
        return words.say("much worse")
    less = max(1, round(candidate.less))
    if given.goal is Goal.POINTS:
        return words.count("about {n} point more", "about {n} points more", less)
    return words.count("about {n} chip less", "about {n} chips less", less)


def odds_seen(snapshot: Snapshot, number: int, turn: int, words: Words) -> str:
    """Return the odds of an open pass, or the proof that the viewer's own hand is.

    They take some milliseconds to work out.
    """
    mine = snapshot.mine
    round_ = snapshot.series.round(number)
    if mine and number == snapshot.round_number and not (mine.covered or mine.clash):
        round_ = mine.round
    ruling = judge(round_).ruling(turn)
    found = odds(round_, turn)
    if ruling is None or found is None:
        return ""
    return {
        Verdict.OPEN: odds_sentence(found, words),
        Verdict.LEGAL: words.say("Your own hand shows that this pass was honest."),
        Verdict.ILLEGAL: words.say("Your own hand shows that this pass was false."),
    }[ruling.verdict]


def odds_sentence(found: Odds, words: Words) -> str:
    """Return the odds of an open pass, empty where they are left open."""
    if not found.is_calibrated:
        return ""
    return words.say(
        "About {n} in 100 passes like this one are honest.",
        n=min(99, round(100 * found.honest)),
    )


_SAYS: Mapping[HintReason, str] = {
    HintReason.ONLY_CARD: phrase("{card}: you can lay no other card."),
    HintReason.MOST_OF_RANK: phrase(
        "{card}: its rank then opens every suit, and no rank that you can lay is in your hand more"
        " often."
    ),
    HintReason.ENDS_ROW: phrase("{card}: nothing comes after it."),
    HintReason.OPENS_LEAST: phrase("{card}: it opens least for the others."),
    HintReason.OWN_WAIT: phrase("{card}: it clears the way to your {cards}."),
    HintReason.OWN_BEHIND: phrase("{card}: it clears the way to your {cards}."),
    HintReason.DEALS: phrase("{card}: tried out in many possible deals, it comes out best."),
    HintReason.NONE_BETTER: phrase("{card}: what you can lay is all much alike."),
}
