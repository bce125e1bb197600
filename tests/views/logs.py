"""Random logs, some with facts in another order than on the score sheet."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from companion.core import steps
from companion.core.log import Log
from companion.core.names import Player
from companion.core.rounds import setup as facts
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Event, Setup
from companion.core.rules import Rules
from companion.core.series import Series
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


def _taken(log: Log, drawn: Iterator[steps.Step]) -> Log:
    """Return the log with the steps that are legal in their turn."""
    for step in drawn:
        log = log if log.objection(step) else log.after(step)
    return log


def _of_round(chance: Random, log: Log, played: Round) -> Iterator[steps.Step]:
    """Draw a deal, now and then an earlier one that is replaced, and the events of the round."""
    number, setup = log.round_number + 1, played.setup
    if chance.randrange(3) == 0:
        others = setup.players[1:] if len(setup.players) > 2 else (*setup.players, "Zoe")
        first = Setup.dealt(setup.rules, others, 0)
        yield steps.Dealt(first, _joined(chance, log, first))
        yield steps.Redealt(setup, _joined(chance, log, setup))
    yield steps.Dealt(setup, _joined(chance, log, setup))
    yield from (steps.Recorded(number, event) for event in played.events)


def _joined(chance: Random, log: Log, setup: Setup) -> tuple[Player, ...]:
    there = {player.handle for player in log.series.players}
    new = [handle for handle in setup.players if handle not in there]
    return tuple(Player(handle, handle + chance.choice(_SURNAMES)) for handle in new)


def _late(chance: Random, log: Log, planned: Rules) -> Iterator[steps.Step]:
    """Draw facts entered after the turns, in any order."""
    series = log.series
    late: list[steps.Step] = [
        steps.Recorded(number, event)
        for number, round_ in enumerate(series.rounds, 1)
        for event in _entered(chance, round_)
    ]
    late += [
        draft_of(chance, number, round_).step
        for number, round_ in enumerate(series.rounds, 1)
        if chance.randrange(6) == 0
    ]
    late += [steps.Renamed(f"Night {len(series.rounds)}")] * (chance.randrange(6) == 0)
    handles = list(series.standing.chips)
    late += [steps.PlayerRenamed(chance.choice(handles), f"Zoë {len(series.rounds)}")] * (
        chance.randrange(6) == 0
    )
    if len(handles) > 1:
        source, target = chance.sample(handles, 2)
        late += [steps.Settled(source, target, chance.randint(1, 9))] * chance.randrange(3)
    late += [steps.Planned(planned)] * chance.randrange(2) + [steps.Ended()] * chance.randrange(2)
    chance.shuffle(late)
    yield from late


def _entered(chance: Random, round_: Round) -> Iterator[Event]:
    seat = chance.randrange(len(round_.setup.players))
    turn = chance.randint(1, len(round_.turns) + 1)
    free = ~round_.layout.laid & chance.getrandbits(52)
    lowest = free & -free
    source, target = chance.sample([POT, *range(len(round_.setup.players))], 2)
    events = (
        facts.Waived(turn),
        facts.FinePaid(turn),
        facts.Charged(turn),
        facts.Seen(seat, lowest),
        facts.Shown(seat, free),
        facts.HandEntered(seat, free | round_.played_by(seat)),
        facts.Paid(source, target, chance.randint(1, 30), chance.choice(("", "change"))),
        facts.PointsCorrected(seat, chance.choice((-3, 2, 40)), chance.choice(("", "miscounted"))),
    )
    return (event for event in events if chance.randrange(3) == 0)
