"""What came of saying who held a card once a round is played out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.cards import Cards, spread
from companion.core.judging.judge import Ruling, Verdict, judge
from companion.core.rounds.events import Seen, Shown
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.views.at_table.passes import News
from companion.views.person import person
from companion.views.speech import listed, short
from companion.words import Words

_MOST_NAMED = 3
"""So many cards and passes are told one by one; more are counted."""


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """The result in words; `turn` is the pass whose verdict tells more, 0 where none was decided,
    and `look_says` leads there. `turns` are all passes that are told of, `still_open` those of the
    round `number` that the answer left open.
    """

    says: str
    number: int
    turn: int
    look_says: str
    turns: frozenset[int]
    still_open: frozenset[int]

    def concerns(self, number: int, turn: int) -> bool:
        """Return whether the result says something on that pass: it was decided, or none was and
        it is open.
        """
        return number == self.number and turn in (self.turns or self.still_open)


def answered(snapshot: Snapshot, late: Sequence[News], words: Words) -> AnswerResult | None:
    """What the last change decided, if it was an answer to who held a card, and passes were open
    before it; `late` are the fines that it revised, in words.
    """
    before, now = snapshot.before, snapshot.led_to
    if before is None or len(now.steps) != len(before.steps) + 1:
        return None
    step = now.steps[-1]
    if not isinstance(step, Recorded) or not isinstance(step.event, Seen | Shown):
        return None
    was, round_ = (one.series.rounds[step.number - 1] for one in (before, now))
    still = {one.turn for one in judge(was).rulings if one.verdict is Verdict.OPEN}
    if not was.played_out or not still:
        return None
    decided = [
        one
        for one in judge(round_).rulings
        if one.turn in still and one.verdict is not Verdict.OPEN
    ]
    fresh = step.event.cards & ~was.knowledge.held(step.event.seat)
    names = [person(snapshot.series, handle).name for handle in round_.setup.players]
    told = (_held(names[step.event.seat], fresh, words), *_results(names, decided, late, words))
    settled = frozenset(one.turn for one in decided)
    turn = next((one.turn for one in sorted(decided, key=_legal_last)), 0)
    return AnswerResult(
        says=" ".join(f"{one}." for one in told),
        number=step.number,
        turn=turn,
        look_says=words.say("Verdict of turn {turn}", turn=turn) if turn else "",
        turns=settled,
        still_open=frozenset(still - settled),
    )


def _legal_last(ruling: Ruling) -> tuple[bool, int]:
    return ruling.verdict is Verdict.LEGAL, ruling.turn


def _held(name: str, cards: Cards, words: Words) -> str:
    told = [short(card, words) for card in spread(cards)]
    if len(told) > _MOST_NAMED:
        return words.count("{name} held {n} card", "{name} held {n} cards", len(told), name=name)
    return words.say("{name} held {cards}", name=name, cards=listed(told, words))


def _results(
    names: Sequence[str], decided: Sequence[Ruling], late: Sequence[News], words: Words
) -> tuple[str, ...]:
    """A sentence a pass; many are counted."""
    if not decided:
        return (words.say("That decides no pass yet"),)
    false = [one for one in decided if one.verdict is Verdict.ILLEGAL]
    if len(decided) <= _MOST_NAMED:
        return tuple(_result(names, one, late, words) for one in decided)
    legal = len(decided) - len(false)
    counted = words.count("{n} pass was legal", "{n} passes were legal", legal) if legal else ""
    told = (_result(names, one, late, words) for one in false)
    return tuple(filter(None, (*told, counted)))


def _result(names: Sequence[str], ruling: Ruling, late: Sequence[News], words: Words) -> str:
    """What the pass turned out to be, with what it costs."""
    for line in late:
        if line.turn == ruling.turn:
            return line.says
    name, turn = names[ruling.seat], ruling.turn
    if ruling.verdict is Verdict.ILLEGAL:
        return words.say("{name}’s pass at turn {turn} was false", name=name, turn=turn)
    return words.say("{name}’s pass at turn {turn} was legal", name=name, turn=turn)
