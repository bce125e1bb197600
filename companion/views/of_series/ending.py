"""How a series ends and goes on: called by the table, played on, once more with the same table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from companion.core.entry import Entry
from companion.core.house_rules.rules import Points, Rules
from companion.core.series import Series
from companion.core.setup import Setup
from companion.core.steps import Ended
from companion.desk.table import Snapshot
from companion.views.of_series.aims import aim
from companion.views.setting_up.new_series import default_title
from companion.views.speech import listed
from companion.words import Words

_STEPS: Final = {Points.CARD: 10, Points.PIPS: 50, Points.RANK: 50}
"""By how many points the target goes up and down."""


@dataclass(frozen=True, slots=True)
class LengthView:
    """What the series is played to, to be counted up and down: `rules` are those that `act` puts
    in force from the next round on, None while they are as before. `resumes` says that a series
    which is over goes on with them.
    """

    title: str
    number: str
    can_less: bool
    less_says: str
    more_says: str
    act: str
    rules: Rules | None
    resumes: str
    plays_on: bool


@dataclass(frozen=True, slots=True)
class OnceMore:
    """A new series with the same people, rules and seats; the deal passes on."""

    says: str
    beneath: str
    name: str
    names: tuple[str, ...]
    dealer: int
    rules: Rules


@dataclass(frozen=True, slots=True)
class EndingView:
    """What can be decided about the end. `explains` says before the table calls it a night what
    that means; `can_take_back` that this was the last thing that happened. `deal` is the round
    with which a series goes on that the table ended; no other length does that, so that there is
    no `length` then.
    """

    explains: str
    can_take_back: bool
    length: LengthView | None
    deal: Setup | None
    deal_says: str
    once_more: OnceMore | None


def ending(
    snapshot: Snapshot, steps: int, entries: Sequence[Entry], today: date, words: Words
) -> EndingView:
    """The choices, with the target counted up by so many steps."""
    series, last = snapshot.series, snapshot.log.steps[-1]
    over = series.standing.over
    setup = series.next_setup()
    goes_on = over and series.ended and series.objection_to_deal(setup) is None
    return EndingView(
        explains=_explains(series, words),
        can_take_back=series.ended and isinstance(last, Ended) and snapshot.can_undo,
        length=None if series.ended else _length(series, steps, words),
        deal=setup if goes_on else None,
        deal_says=words.say("Play on: deal round {number}", number=len(series.rounds) + 1),
        once_more=_once_more(series, setup, default_title(entries, today, words), words)
        if over
        else None,
    )


def _explains(series: Series, words: Words) -> str:
    """Who wins if the table calls it a night now."""
    winners = [series.name_of(handle) for handle in replace(series, ended=True).standing.winners]
    if not winners:
        won = words.say("Nobody wins: points are still open.")
    elif len(winners) > 1:
        won = words.say("{names} share the win then.", names=listed(winners, words))
    else:
        won = words.say("{name} wins then.", name=winners[0])
    return f"{won} {words.say('It can be taken back, and played on.')}"


def _length(series: Series, steps: int, words: Words) -> LengthView | None:
    """The target in points; the number of rounds where that ended the series, or is all there is.
    None for an open end.
    """
    rules, standing = series.planned or series.latest_rules, series.standing
    highest, target = max(standing.points.values(), default=0), rules.target
    in_points = bool(rules.count_points and target)
    reached = in_points and highest >= target
    played_out = bool(rules.rounds and standing.played >= rules.rounds)
    if in_points and (reached or not played_out):
        size = _STEPS[rules.points]
        least = (highest // size + 1) * size
        begun = max(target, least)
        number = max(least, begun + steps * size)
        rounds = 0 if played_out else rules.rounds
        return _counted(series, replace(rules, target=number, rounds=rounds), number > least, words)
    if not rules.rounds:
        return None
    least = standing.played + 1
    number = max(least, max(rules.rounds, least) + steps)
    return _counted(series, replace(rules, rounds=number), number > least, words)


def _counted(
    series: Series,
    rules: Rules,
    can_less: bool,  # noqa: FBT001 - part of the number
    words: Words,
) -> LengthView:
    over, now = series.standing.over, series.planned or series.latest_rules
    to = aim(rules, words)
    plays_on = over and rules != now
    resumes = words.say("The series goes on then, {to}.", to=to) if plays_on else ""
    return LengthView(
        title=words.say("Play on?") if plays_on else words.say("How long?"),
        number=to,
        can_less=can_less,
        less_says=words.say("Shorter"),
        more_says=words.say("Longer"),
        act=words.say("Play on {to}", to=to) if plays_on else words.say("Play {to}", to=to),
        rules=None if rules == now else rules,
        resumes=resumes,
        plays_on=plays_on,
    )


def _once_more(series: Series, setup: Setup, name: str, words: Words) -> OnceMore:
    names = tuple(map(series.name_of, setup.players))
    deals = words.say("{name} deals", name=names[setup.dealer])
    return OnceMore(
        says=words.say("Once more with the same table"),
        beneath=f"{listed(names, words)} · {deals}",
        name=name,
        names=names,
        dealer=setup.dealer,
        rules=setup.rules,
    )
