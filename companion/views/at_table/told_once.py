"""What the last change did and no screen shows by itself: told once, since the record does not say
when something was done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import assert_never

from companion.core.books.payments import Payment, hand_overs
from companion.core.judging.change import Moves
from companion.core.rounds.events import Account, CalledOff, Paid, Passed, Played, PointsCorrected
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.steps import (
    Dealt,
    Ended,
    Planned,
    PlayerRenamed,
    Recorded,
    Redealt,
    Renamed,
    Repaired,
    Settled,
    Step,
)
from companion.desk.commands import deal_again
from companion.desk.table import Snapshot
from companion.views.people import holder
from companion.views.speech import pays
from companion.words import Words

_ROOM = 60
"""How many letters of payments fit beside what else is said."""


def taken_back(snapshot: Snapshot, words: Words) -> str:
    """What an undo took back, if it was no turn; empty where the last change was no undo."""
    before, now = snapshot.before, snapshot.led_to
    if before is None or len(before.steps) != len(now.steps) + 1:
        return ""
    step = before.steps[-1]
    what = _step(step, before.series, words)
    if isinstance(step, Repaired) and step == deal_again(now):
        what = words.say("that round {number} was dealt again", number=now.round_number)
    return words.say("Taken back: {what}.", what=what) if what else ""


def undo_says(snapshot: Snapshot, plain: str, words: Words) -> str:
    """What Undo takes back, where that is a name, which may have been given from another page; else
    what is said as a rule.
    """
    last = snapshot.log.steps[-1] if snapshot.log.steps else None
    if not isinstance(last, Renamed | PlayerRenamed):
        return plain
    return words.say("Undo: {what}", what=_step(last, snapshot.series, words))


def _step(step: Step, series: Series, words: Words) -> str:  # noqa: PLR0911 - a kind each
    number = len(series.rounds)
    match step:
        case Recorded(_, Played() | Passed()):
            return ""
        case Recorded(number):
            return words.say("something noted in round {number}", number=number)
        case Dealt():
            return words.say("the deal of round {number}", number=number)
        case Redealt():
            return words.say("the new setup of round {number}", number=number)
        case Repaired(number):
            return words.say("the repair of round {number}", number=number)
        case Planned():
            return words.say("the change of the rules")
        case Ended():
            return words.say("the end of the series")
        case Renamed(name) | PlayerRenamed(name=name):
            return words.say("the name {name}", name=name)
        case Settled(source, target, chips):
            payer, payee = series.name_of(source), series.name_of(target)
            return words.say(
                "{payer} has paid {payee} {chips}", payer=payer, payee=payee, chips=chips
            )
        case _:
            assert_never(step)


def hand_over_words(owed: Iterable[Payment], names: Mapping[Account, str], words: Words) -> str:
    """`Ben pays Ann 4; Cem pays Ann 2`."""
    return "; ".join(
        pays(names[paid.source], names[paid.target], paid.chips, words) for paid in owed
    )


def repaired(snapshot: Snapshot, words: Words) -> str:
    """What a repair did to the turns of a round just now, where it can be said in a line."""
    before, steps = snapshot.before, snapshot.led_to.steps
    last = steps[-1] if steps else None
    if before is None or len(steps) <= len(before.steps) or not isinstance(last, Repaired):
        return ""
    number = last.number
    was, now = (_moves(one.rounds[number - 1]) for one in (before.series, snapshot.series))
    if not now:
        return ""
    said, turn = words.say("its entry was repaired"), _last_changed(was, now)
    if len(was) == len(now) + 1 and was[: turn - 1] + was[turn:] == now:
        said = words.say("turn {turn} was taken out", turn=turn)
    elif len(now) == len(was) + 1 and now[: turn - 1] + now[turn:] == was:
        said = words.say("turn {turn} was put in", turn=turn)
    elif len(was) == len(now) and was != now and was[: turn - 1] == now[: turn - 1]:
        said = words.say("turn {turn} was changed", turn=turn)
    return words.say("Round {number}: {what}", number=number, what=said)


def _last_changed(was: Moves, now: Moves) -> int:
    """The last turn of the longer list that is not as in the other, counted from their ends."""
    pairs = zip(reversed(was), reversed(now), strict=False)
    return max(len(was), len(now)) - sum(1 for _ in takewhile(lambda two: two[0] == two[1], pairs))


def _moves(round_: Round) -> Moves:
    """The card of each turn, None for a pass."""
    return tuple(turn.card if isinstance(turn, Played) else None for turn in round_.turns)


def dealt_again(snapshot: Snapshot, words: Words) -> str:
    """That a round was dealt again just now, and who gives back what where all of it has room;
    corrections stay.
    """
    before, steps = snapshot.before, snapshot.led_to.steps
    again = steps[-1] if steps else None
    if before is None or len(steps) <= len(before.steps) or not isinstance(again, Repaired):
        return ""
    was = before.series.rounds[again.number - 1]
    if was.void or not was.turns or snapshot.series.rounds[again.number - 1].turns:
        return ""
    kept = [event for event in was.events if not isinstance(event, Paid | PointsCorrected)]
    back = hand_overs(Round.of(was.setup, [*kept, CalledOff()]))
    people = {
        account: holder(before.series, was, account, words).name
        for paid in back
        for account in (paid.source, paid.target)
    }
    if not back:
        return ""
    said = words.say("Dealt again: antes and fees given back, antes paid anew.")
    payments = hand_over_words(back, people, words)
    if len(payments) > _ROOM:
        return said
    return f"{said} {words.say('Given back: {payments}.', payments=payments)}"
