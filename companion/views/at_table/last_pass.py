"""The last pass of a round as a position for the referee: what lay on the table then, and what is
known of the hand.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.cards import NO_CARDS, Cards, gather
from companion.core.judging.judge import judge
from companion.core.judging.referee import Situation
from companion.core.rounds.events import Passed, Played
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.views.person import person
from companion.words import Words


@dataclass(frozen=True, slots=True)
class RefereeStart:
    """What the referee begins with: a position, whose pass it is `about`, empty where it is
    nobody's, and whether the first taps go to the hand.
    """

    position: Situation
    about: str = ""
    holding: bool = False


def last_pass(series: Series, number: int, words: Words) -> RefereeStart:
    """The last pass of round `number`, counted from 1; where nobody passed yet, the table as it
    lies.
    """
    round_ = series.rounds[number - 1]
    passes = [turn for turn, made in enumerate(round_.turns, 1) if isinstance(made, Passed)]
    if not passes:
        return RefereeStart(_laid_before(round_, round_.next_turn))
    turn = passes[-1]
    position = _laid_before(round_, turn)
    seat = round_.turns[turn - 1].seat
    name = person(series, round_.setup.players[seat]).name
    hand = _known_hand(round_, turn) & ~position.layout.laid
    return RefereeStart(
        Situation(position.rules, position.runs, position.named, hand),
        words.say("{name}’s pass at turn {turn}", name=name, turn=turn),
        holding=not hand,
    )


def _laid_before(round_: Round, turn: int) -> Situation:
    """What lay on the table before that turn, under the rules of the round."""
    rules = round_.setup.rules
    layout, empty = Layout.empty(rules), Situation(rules)
    for made in round_.turns[: turn - 1]:
        if isinstance(made, Played):
            layout = layout.with_card(made.card)
    return empty.with_runs(layout.starter, layout.runs) if layout.starter else empty


def _known_hand(round_: Round, turn: int) -> Cards:
    """The hand of whoever passed then: as it was entered, or what came to light of it if that is
    enough to tell that the pass was false. A part of a hand would make any other pass look legal.
    """
    seat = round_.turns[turn - 1].seat
    entered = round_.knowledge.hands[seat]
    if entered is not None:
        return entered
    holdings = judge(round_).holdings
    known = gather(card for card, held in holdings.items() if held.seat == seat)
    return known if known & round_.met[turn - 1] else NO_CARDS
