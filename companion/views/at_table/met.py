"""The cards that could be played when somebody passed: who held each, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.cards import Card, spread
from companion.core.judging.judge import Holding, How, Judgement, Ruling
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.views.at_table.cards import Face, face
from companion.views.person import person
from companion.views.speech import listed, short
from companion.words import Words


@dataclass(frozen=True, slots=True)
class MetCard:
    """A card that could be played when the player passed; `held` if the player had it then,
    `elsewhere` if somebody else had. `who` is the holder, `known` how that is known: `turn 55`.
    """

    face: Face
    held: bool
    elsewhere: bool
    who: str
    known: str
    says: str


def met_cards(
    series: Series, round_: Round, judgement: Judgement, ruling: Ruling, words: Words
) -> tuple[MetCard, ...]:
    """The cards that could be played at that pass, by suit."""

    def met(card: Card) -> MetCard:
        named, held = face(card, words), judgement.holdings.get(card)
        if held is None:
            says = words.say("{card}, holder unknown", card=named.name)
            return MetCard(
                named, held=False, elsewhere=False, who="?", known=words.say("unknown"), says=says
            )
        who, known = person(series, round_.setup.players[held.seat]).name, how_known(held, words)
        says = words.say("{card}, held by {name}, {known}", card=named.name, name=who, known=known)
        own = held.seat == ruling.seat
        return MetCard(named, own, not own, who, known, says)

    return tuple(met(card) for card in spread(ruling.playable))


def how_known(held: Holding, words: Words) -> str:
    """How it is known that somebody held a card, in a word or two."""
    return {
        How.PLAYED: words.say("turn {turn}", turn=held.moment),
        How.ENTERED: words.say("hand entered"),
        How.SEEN: words.say("seen"),
        How.SHOWN: words.say("shown"),
        How.COUNTED: words.say("follows"),
    }[held.how]


def what_decides(judgement: Judgement, ruling: Ruling, words: Words) -> str:
    """Which cards an open pass hangs on: `Who held 7♣ and 7♥ decides it.`."""
    unknown = [card for card in spread(ruling.playable) if card not in judgement.holdings]
    return words.say(
        "Who held {cards} decides it.",
        cards=listed([short(card, words) for card in unknown], words),
    )
