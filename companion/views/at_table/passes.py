"""Passes in words: their verdicts, and the money that moved after the fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core.books.fines import Fine, fines
from companion.core.books.ledger import Reason, ledger
from companion.core.cards import Card
from companion.core.judging.judge import Verdict, judge
from companion.core.rounds.events import POT, Account, Forgotten
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.views.person import holder
from companion.views.speech import listed, pays, short
from companion.words import Words


def verdict_text(verdict: Verdict, words: Words) -> str:
    """One word for a verdict."""
    return {
        Verdict.LEGAL: words.say("legal"),
        Verdict.ILLEGAL: words.say("illegal"),
        Verdict.OPEN: words.say("open"),
    }[verdict]


@dataclass(frozen=True, slots=True)
class News:
    """A line of what came to light: that the pass at `turn` costs somebody chips, or that it no
    longer does and nobody said it was paid; with 0 anything else.
    """

    says: str
    turn: int = 0


def news(series: Series, round_: Round, moment: int, words: Words) -> tuple[News, ...]:
    """What became certain at a moment and costs somebody chips, a line a pass."""
    certain = fines(round_, judge(round_))
    fresh = [fine for fine in certain if fine.moment == moment]
    return _by_pass(series, round_, fresh, words)


def _by_pass(series: Series, round_: Round, due: Sequence[Fine], words: Words) -> tuple[News, ...]:
    """A line a pass."""
    turns = dict.fromkeys(fine.turn for fine in due)
    return tuple(
        News(_announced(series, round_, [fine for fine in due if fine.turn == turn], words), turn)
        for turn in turns
    )


def found_late(snapshot: Snapshot, words: Words) -> tuple[News, ...]:
    """What the last change revised in the fines, if it was a fact that was entered late: a line a
    pass (RULES, Readings). It is said once, for the record does not tell when something was
    entered.
    """
    series, before = snapshot.series, snapshot.before
    pairs = zip(before.series.rounds if before else (), series.rounds, strict=False)
    for number, (was, now) in enumerate(pairs, 1):
        same = was.turns == now.turns or _forgot(snapshot, number)
        if was is not now and same and was != now:
            if number == len(series.rounds):
                return _revised(series, was, now, words)
            return _revised_earlier(series, number, was, words)
    return ()


def _forgot(snapshot: Snapshot, number: int) -> bool:
    """Return whether the last change took a note back in that round."""
    before, now = snapshot.before, snapshot.led_to
    grown = before is not None and len(now.steps) > len(before.steps)
    match now.steps[-1] if grown else None:
        case Recorded(at, Forgotten()):
            return at == number
        case _:
            return False


def _revised_earlier(series: Series, number: int, was: Round, words: Words) -> tuple[News, ...]:
    """The same of a round before the last one: its pot is gone, so nobody gives back any of it by
    hand. The fines of the last round are not meant, whatever their turns.
    """
    now = series.rounds[number - 1]
    old, new = _owed(was), _owed(now)
    added = [fine for key, fine in new.items() if key not in old]
    gone = dict.fromkeys(fine.turn for key, fine in old.items() if key not in new)
    told = [
        *(line.says for line in _by_pass(series, now, added, words)),
        *(
            words.say("a fine for turn {turn} is off, settling up counts it", turn=one)
            for one in gone
        ),
    ]
    return tuple(
        News(words.say("Round {number}: {what}", number=number, what=what)) for what in told
    )


def _revised(series: Series, before: Round, now: Round, words: Words) -> tuple[News, ...]:
    was, new = _owed(before), _owed(now)
    added = [fine for key, fine in new.items() if key not in was]
    gone = [fine for key, fine in was.items() if key not in new]
    back = (
        News(
            words.say("{given}: turn {turn}", given=given, turn=turn),
            0 if turn in before.decisions.paid else turn,
        )
        for turn in dict.fromkeys(fine.turn for fine in gone)
        for given in given_back(series, now, [one for one in gone if one.turn == turn], words)
    )
    return (*_by_pass(series, now, added, words), *back)


def given_back(
    series: Series, round_: Round, gone: Sequence[Fine], words: Words
) -> tuple[str, ...]:
    """`Cem gives Ben 5 back`, once for each payee of what one pass cost."""
    chips = Counter[tuple[Account, Account]]()
    for fine in gone:
        chips[fine.target, fine.offender] += fine.chips
    return tuple(
        words.say(
            "{payee} gives {payer} {chips} back",
            payee=holder(series, round_, payee, words).name,
            payer=holder(series, round_, payer, words).name,
            chips=owed,
        )
        for (payee, payer), owed in chips.items()
    )


def _owed(round_: Round) -> dict[tuple[int, int, Card | None], Fine]:
    """The fines by what they are for and who gets them, whenever that became certain."""
    due = fines(round_, judge(round_))
    return {(fine.turn, fine.target, fine.neighbour): fine for fine in due}


def _announced(series: Series, round_: Round, due: list[Fine], words: Words) -> str:
    name = holder(series, round_, due[0].offender, words).name
    said = words.say("{name}’s pass at turn {turn} was false:", name=name, turn=due[0].turn)
    return f"{said} {', '.join(_shares(series, round_, due, words))}"


def _shares(series: Series, round_: Round, due: list[Fine], words: Words) -> Iterator[str]:
    for fine in due:
        name = holder(series, round_, fine.target, words).name
        if fine.target == POT:
            yield words.say("{chips} to the pot", chips=fine.chips)
        elif fine.neighbour:
            card = short(fine.neighbour, words)
            yield words.say(
                "{chips} to {name}, who held {card}", chips=fine.chips, name=name, card=card
            )
        else:
            yield words.say("{chips} to {name}", chips=fine.chips, name=name)


def finish(series: Series, round_: Round, words: Words) -> tuple[News, ...]:
    """With `play_on`: what the last turn settled, if it put a player out and play goes on (R11)."""
    moment, seat = len(round_.turns), round_.out[-1] if round_.out else None
    if seat is None or round_.played_out or round_.turns[-1].seat != seat:
        return ()
    name = holder(series, round_, seat, words).name
    said = words.say("{name} goes out in place {place}.", name=name, place=len(round_.out))
    paid = [
        pays(
            holder(series, round_, transfer.source, words).name,
            holder(series, round_, transfer.target, words).name,
            transfer.chips,
            words,
        )
        for transfer in ledger(round_).transfers
        if transfer.moment == moment and transfer.reason in {Reason.POT, Reason.CARDS_LEFT}
    ]
    return (News(f"{said} {'; '.join(paid)}".rstrip()),)


def doubt(round_: Round, words: Words) -> str:
    """The doubt in a sentence, or nothing where there is none; of a round that was called off
    nothing is doubted, for it costs nobody anything.
    """
    judgement = judge(round_)
    if round_.void or not judgement.contradiction:
        return ""
    if not judgement.suspects:
        return words.say("These passes cannot all be honest, or a card is missing.")
    suspects = judgement.suspects
    return words.count(
        "Somebody passed falsely, or a card is missing: look at turn {turns}.",
        "Somebody passed falsely, or a card is missing: look at turns {turns}.",
        len(suspects),
        turns=listed(list(map(str, suspects)), words),
    )
