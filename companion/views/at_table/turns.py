"""The list of turns, with the playable cards of each turn and the verdicts of the passes."""

from dataclasses import dataclass, replace

from companion.core.judge import Verdict, judge
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Forgotten, Passed, Played, Turn
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.views.at_table.passes import doubt, verdict_text
from companion.views.at_table.slip_offers import Denied, SlipsView, slips_view
from companion.views.speech import Person, person, short, shorts
from companion.words import Words


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A turn in the list.

    `verdict` is `legal`, `illegal`, `open`, `unclear` for a false pass that a slip may explain, or
    empty for a card. `suit` is a letter, empty for a pass.
    """

    turn: int
    player: str
    tint: int
    text: str
    suit: str
    verdict: str
    verdict_text: str


@dataclass(frozen=True, slots=True)
class MetTurn:
    """A turn with the cards that could be played, in words."""

    line: TurnLine
    met: str
    waived_text: str


@dataclass(frozen=True, slots=True)
class TurnsView:
    """All turns of round `number`, and the `undone` turns that can be redone, both latest first."""

    title: str
    subtitle: str
    number: int
    doubt: str
    turns: tuple[MetTurn, ...]
    slips: SlipsView | None
    undone: tuple[TurnLine, ...]
    undone_says: str
    empty: str


def turns(snapshot: Snapshot, number: int, words: Words, denied: Denied = frozenset()) -> TurnsView:
    """Build the list of turns of round `number`, from 1; `denied` are dismissed slips."""
    round_ = snapshot.series.rounds[number - 1]
    slips = slips_view(snapshot.series, number, words, denied)
    lines = turn_lines(snapshot, round_, words, accused=not (slips and slips.no_says))
    met = tuple(_met(round_, line, words) for line in lines)
    undone = _undone(snapshot, number, words)
    passes = len(judge(round_).rulings)
    counted = words.count("{n} turn", "{n} turns", len(met))
    passed = words.count("{n} pass", "{n} passes", passes)
    return TurnsView(
        title=words.say("Turns"),
        subtitle=f"{words.say('Round {number}', number=number)} · {counted} · {passed}",
        number=number,
        doubt=doubt(round_, words),
        turns=met,
        slips=slips,
        undone=undone,
        undone_says=words.say("Taken back") if undone else "",
        empty="" if undone else words.say("No card has been played yet."),
    )


def _met(round_: Round, line: TurnLine, words: Words) -> MetTurn:
    return MetTurn(
        line=line,
        met=words.say("could be played: {cards}", cards=shorts(round_.met[line.turn - 1], words)),
        waived_text=words.say("let go") if line.turn in round_.decisions.waived else "",
    )


def _undone(snapshot: Snapshot, number: int, words: Words) -> tuple[TurnLine, ...]:
    """Return the undone turns that can follow the last turn of the round."""
    round_, lines = snapshot.series.rounds[number - 1], list[TurnLine]()
    if number < snapshot.round_number:
        return ()
    for step in reversed(snapshot.undone):
        if not isinstance(step, Recorded) or step.number != number:
            break
        if round_.objection(step.event):
            break
        event = step.event.instead if isinstance(step.event, Forgotten) else step.event
        if isinstance(event, Played | Passed):
            player = _who(snapshot, round_, event)
            lines.append(_line(player, round_.next_turn, event, words))
        round_ = round_.following(step.event)
    return tuple(reversed(lines))


def turn_lines(
    snapshot: Snapshot, round_: Round, words: Words, *, accused: bool = True
) -> tuple[TurnLine, ...]:
    """Return the turns of the round, latest first.

    False passes are `accused` unless a slip may explain them.
    """
    verdicts = {ruling.turn: ruling.verdict for ruling in judge(round_).rulings}
    lines = [
        _line(_who(snapshot, round_, turn), number, turn, words, verdicts.get(number))
        for number, turn in enumerate(round_.turns, 1)
    ]
    shown = lines if accused else [_unaccused(line, words) for line in lines]
    return tuple(reversed(shown))


def _unaccused(line: TurnLine, words: Words) -> TurnLine:
    """Mark a false pass as unclear, because a turn may have been entered wrongly."""
    if line.verdict != Verdict.ILLEGAL.value:
        return line
    return replace(line, verdict="unclear", verdict_text=words.say("unclear"))


def _line(
    who: Person, number: int, turn: Turn, words: Words, verdict: Verdict | None = None
) -> TurnLine:
    return TurnLine(
        turn=number,
        player=who.name,
        tint=who.tint,
        text=short(turn.card, words) if isinstance(turn, Played) else words.say("pass"),
        suit=turn.card.suit.letter if isinstance(turn, Played) else "",
        verdict=verdict.value if verdict else "",
        verdict_text=verdict_text(verdict, words) if verdict else "",
    )


def _who(snapshot: Snapshot, round_: Round, turn: Turn) -> Person:
    return person(snapshot, round_.setup.players[turn.seat])
