"""The doubt with its suspects: whose passes cannot all be honest, and whose cards would tell."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.judging.judge import Ruling, Verdict, judge
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.views.person import Person, person
from companion.views.speech import listed
from companion.words import Words


@dataclass(frozen=True, slots=True)
class Suspect:
    """A pass that alone, taken as false, removes the contradiction."""

    turn: int
    player: Person
    beneath: str
    says: str


@dataclass(frozen=True, slots=True)
class DoubtView:
    """Why there is a doubt, the suspects if one false pass explains it, and whose cards settle
    it.
    """

    says: str
    suspects: tuple[Suspect, ...]
    settles: str


def doubt_view(series: Series, round_: Round, words: Words) -> DoubtView | None:
    """The doubt about the passes that are still open, None where all can be honest."""
    judgement = judge(round_)
    if round_.void or not judgement.contradiction:
        return None
    still = [ruling for ruling in judgement.rulings if ruling.verdict is Verdict.OPEN]
    suspected = [ruling for ruling in still if ruling.turn in judgement.suspects]
    seats = dict.fromkeys(ruling.seat for ruling in suspected or still)
    names = [person(series, round_.setup.players[seat]).name for seat in seats]
    return DoubtView(
        says=words.say("The open passes cannot all be honest, or a card is missing.")
        if suspected
        else words.say("Several of the open passes were false, or a card is missing."),
        suspects=tuple(_suspect(series, round_, ruling, words) for ruling in suspected),
        settles=words.say(
            "These cards would settle it: those of {names}.", names=listed(names, words)
        ),
    )


def _suspect(series: Series, round_: Round, ruling: Ruling, words: Words) -> Suspect:
    who = person(series, round_.setup.players[ruling.seat])
    turn = words.say("Turn {turn}", turn=ruling.turn)
    return Suspect(ruling.turn, who, turn, f"{who.name}, {turn}")
