"""The turns list: every turn of a round with the layout it met, passes with their verdict."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.events import Played
from companion.core.judging.judge import judge
from companion.core.round import Round
from companion.core.series import Series
from companion.views.at_table.passes import doubt, verdict_text
from companion.views.people import person
from companion.views.speech import short, shorts
from companion.words import Words


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A turn in the list. `verdict` is `legal`, `illegal`, `open` or empty for a card."""

    turn: int
    player: str
    tint: int
    text: str
    verdict: str
    verdict_text: str


@dataclass(frozen=True, slots=True)
class MetTurn:
    """A turn, and in words what the layout took then."""

    line: TurnLine
    met: str
    waived_text: str


@dataclass(frozen=True, slots=True)
class TurnsView:
    """All turns of round `number`, the latest first."""

    title: str
    subtitle: str
    number: int
    doubt: str
    turns: tuple[MetTurn, ...]
    empty: str


def turns(series: Series, number: int, words: Words) -> TurnsView:
    """The turns of round `number`, counted from 1."""
    round_ = series.rounds[number - 1]
    waived = round_.decisions.waived
    met = tuple(
        MetTurn(
            line=line,
            met=words.say("could be played: {cards}", cards=shorts(round_.met[line.turn - 1])),
            waived_text=words.say("let go") if line.turn in waived else "",
        )
        for line in turn_lines(series, round_, words)
    )
    passes = len(judge(round_).rulings)
    counted = words.count("{n} turn", "{n} turns", len(met))
    passed = words.count("{n} pass", "{n} passes", passes)
    return TurnsView(
        title=words.say("Turns"),
        subtitle=f"{words.say('Round {number}', number=number)} · {counted} · {passed}",
        number=number,
        doubt=doubt(round_, words),
        turns=met,
        empty=words.say("No card is laid yet."),
    )


def turn_lines(series: Series, round_: Round, words: Words) -> tuple[TurnLine, ...]:
    """The turns of the round, the latest first."""
    verdicts = {ruling.turn: ruling.verdict for ruling in judge(round_).rulings}
    lines: list[TurnLine] = []
    for number, turn in enumerate(round_.turns, 1):
        who, verdict = person(series, round_.setup.players[turn.seat]), verdicts.get(number)
        lines.append(
            TurnLine(
                turn=number,
                player=who.name,
                tint=who.tint,
                text=short(turn.card) if isinstance(turn, Played) else words.say("pass"),
                verdict=verdict.value if verdict else "",
                verdict_text=verdict_text(verdict, words) if verdict else "",
            )
        )
    return tuple(reversed(lines))
