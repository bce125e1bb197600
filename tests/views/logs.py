"""Random logs, some with facts in another order than on the score sheet."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from companion.core.log import Log
from companion.core.names import Player
from companion.core.rounds.round import Round
from companion.core.rounds.setup import (
    POT,
    Charged,
    Event,
    FinePaid,
    HandEntered,
    Paid,
    PointsCorrected,
    Seen,
    Setup,
    Shown,
    Waived,
)
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.steps import (
    Dealt,
    Ended,
    Planned,
    PlayerRenamed,
    Recorded,
    Redealt,
    Renamed,
    Settled,
    Step,
)
from tests.strategies import draft_of, luck, rounds, rules, seatings

_SURNAMES = ("", "", " Pérez", " von der Tann")


@st.composite
def logs(draw: st.DrawFn, most: int = 3) -> Log:
    """Draw a log of one or more rounds: people join, leave and come back, rules change, facts are
    entered late, and the last round may still be in play.
    """
    chance, changes = draw(luck()), draw(st.lists(rules(), min_size=1, max_size=3))
    name = draw(st.sampled_from(("", "Friday night")))
    log = Log.begin(Series(name, draw(st.sampled_from(("", "2026-11-20"))), changes[0]))
    players = draw(seatings())
    for _ in range(draw(st.integers(1, most))):
        played = draw(rounds(players=players, rule=draw(st.sampled_from(changes))))
        log = _taken(log, _of_round(chance, log, played))
        log = _taken(log, _late(chance, log, draw(st.sampled_from(changes))))
        players = draw(st.one_of(st.just(players), seatings()))
    return log


def _taken(log: Log, steps: Iterator[Step]) -> Log:
    """Return the log with the steps that are legal in their turn."""
    for step in steps:
        log = log if log.objection(step) else log.after(step)
    return log


def _of_round(chance: Random, log: Log, played: Round) -> Iterator[Step]:
    """Draw a deal, now and then an earlier one that is replaced, and the events of the round."""
    number, setup = log.round_number + 1, played.setup
    if chance.randrange(3) == 0:
        others = setup.players[1:] if len(setup.players) > 2 else (*setup.players, "Zoe")
        first = Setup.dealt(setup.rules, others, 0)
        yield Dealt(first, _joined(chance, log, first))
        yield Redealt(setup, _joined(chance, log, setup))
    yield Dealt(setup, _joined(chance, log, setup))
    yield from (Recorded(number, event) for event in played.events)


def _joined(chance: Random, log: Log, setup: Setup) -> tuple[Player, ...]:
    there = {player.handle for player in log.series.players}
    new = [handle for handle in setup.players if handle not in there]
    return tuple(Player(handle, handle + chance.choice(_SURNAMES)) for handle in new)


def _late(chance: Random, log: Log, planned: Rules) -> Iterator[Step]:
    """Draw facts entered after the turns, in any order."""
    series = log.series
    late: list[Step] = [
        Recorded(number, event)
        for number, round_ in enumerate(series.rounds, 1)
        for event in _entered(chance, round_)
    ]
    late += [
        draft_of(chance, number, round_).step
        for number, round_ in enumerate(series.rounds, 1)
        if chance.randrange(6) == 0
    ]
    late += [Renamed(f"Night {len(series.rounds)}")] * (chance.randrange(6) == 0)
    handles = list(series.standing.chips)
    late += [PlayerRenamed(chance.choice(handles), f"Zoë {len(series.rounds)}")] * (
        chance.randrange(6) == 0
    )
    if len(handles) > 1:
        source, target = chance.sample(handles, 2)
        late += [Settled(source, target, chance.randint(1, 9))] * chance.randrange(3)
    late += [Planned(planned)] * chance.randrange(2) + [Ended()] * chance.randrange(2)
    chance.shuffle(late)
    yield from late


def _entered(chance: Random, round_: Round) -> Iterator[Event]:
    seat = chance.randrange(len(round_.setup.players))
    turn = chance.randint(1, len(round_.turns) + 1)
    free = ~round_.layout.laid & chance.getrandbits(52)
    lowest = free & -free
    source, target = chance.sample([POT, *range(len(round_.setup.players))], 2)
    events = (
        Waived(turn),
        FinePaid(turn),
        Charged(turn),
        Seen(seat, lowest),
        Shown(seat, free),
        HandEntered(seat, free | round_.played_by(seat)),
        Paid(source, target, chance.randint(1, 30), chance.choice(("", "change"))),
        PointsCorrected(seat, chance.choice((-3, 2, 40)), chance.choice(("", "miscounted"))),
    )
    return (event for event in events if chance.randrange(3) == 0)
