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
from companion.core.rounds.repair import Move, moves_of
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
from companion.views.person import holder
from companion.views.speech import pays, short
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
    """What Undo takes back where that is a name, which may have been given on another page; else
    the usual words.
    """
    last = snapshot.log.steps[-1] if snapshot.log.steps else None
    if not isinstance(last, Renamed | PlayerRenamed):
        return plain
    return words.say("Undo: {what}", what=_step(last, snapshot.series, words))


def _step(step: Step, series: Series, words: Words) -> str:
    number = len(series.rounds)
    match step:
        case Recorded():
            return _recorded(step, words)
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


def _recorded(step: Recorded, words: Words) -> str:
    if isinstance(step.event, Played | Passed):
        return ""
    if isinstance(step.event, CalledOff):
        return words.say("that round {number} was called off", number=step.number)
    return words.say("something noted in round {number}", number=step.number)


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
    was, now = (one.rounds[number - 1] for one in (before.series, snapshot.series))
    if not now.turns:
        return ""
    said = _change_of(moves_of(was), moves_of(now), words)
    if not said and was.turns and was.setup != now.setup and moves_of(was) == moves_of(now):
        said = words.say("its seats or its dealer were changed")
    said = said or words.say("its entry was repaired")
    return words.say("Round {number}: {what}", number=number, what=said)


def _change_of(was: Moves, now: Moves, words: Words) -> str:
    """The one change that leads from these turns to those, with what it put there or took away;
    empty where there is none, or several.
    """
    turn = _last_changed(was, now)
    if len(was) == len(now) + 1 and was[: turn - 1] + was[turn:] == now:
        taken = _move(was[turn - 1], words)
        return words.say("turn {turn} was taken out, {what}", turn=turn, what=taken)
    if len(now) == len(was) + 1 and now[: turn - 1] + now[turn:] == was:
        put = _move(now[turn - 1], words)
        return words.say("turn {turn} was put in, {what}", turn=turn, what=put)
    if len(was) != len(now) or was == now:
        return ""
    first, last = turn - 1, slice(max(turn - 2, 0), turn)
    if was[:first] == now[:first]:
        after, before = _move(now[first], words), _move(was[first], words)
        return words.say(
            "turn {turn} is now {after}, not {before}", turn=turn, after=after, before=before
        )
    if was[: last.start] == now[: last.start] and was[last] == now[last][::-1]:
        one, other = (_move(move, words) for move in now[last])
        return words.say(
            "turns {first} and {last} were exchanged: first {one}, then {other}",
            first=first,
            last=turn,
            one=one,
            other=other,
        )
    return ""


def _move(move: Move, words: Words) -> str:
    """`8♦`, `a pass`."""
    return short(move, words) if move else words.say("a pass")


def _last_changed(was: Moves, now: Moves) -> int:
    """The last turn of the longer list that is not as in the other, counted from their ends."""
    pairs = zip(reversed(was), reversed(now), strict=False)
    return max(len(was), len(now)) - sum(1 for _ in takewhile(lambda two: two[0] == two[1], pairs))


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
