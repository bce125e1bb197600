"""Kills of `fantan record` at random moments.

After each kill all acknowledged commands are there and at most one more, revisions grow by one, and
home finds no errors.
"""

import random
import time
from collections.abc import Iterator
from pathlib import Path

from companion.core.cards import spread
from companion.core.log import Log
from companion.core.rounds.events.decisions import ChipsCorrection
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.position import Turn
from companion.core.steps import Dealt, Recorded
from tests.commands.recording import SHORT, Run, begin, ended, lines, record, sheet_in
from tests.faults.found import Tally, look
from tests.places import store_in

_SHEET = SHORT.replace("bicycle", "bicycle target=0")
_FED, _KILLS_A_SERIES, _EARLY_OF_TEN = 300, 20, 1
_LONGEST_SECONDS, _START_SECONDS = 0.08, 0.5


def kill_often(times: int, folder: Path, seed: int = 0) -> Tally:
    """Kill a recording process in a folder `times` times."""
    chance, tally = random.Random(seed), Tally()  # noqa: S311 - the same moments every time
    home, number = folder / "root" / "fantan", 0
    home.parent.mkdir(parents=True)
    for count in range(times):
        if count % _KILLS_A_SERIES == 0:
            begun = record(home, "--new", sheet_in(folder, _SHEET))
            number = int(begun.out.split()[1])
        problem, answered = _killed(home, number, chance)
        tally.add(problem, reported=answered)
    return tally


def _killed(home: Path, number: int, chance: random.Random) -> tuple[str, bool]:
    """Return the errors after one kill, and whether any command was acknowledged."""
    with store_in(home) as store:
        before = store.load(number)
    fed = [one for one, _ in zip(_commands(before.log, chance), range(_FED), strict=False)]
    with begin(home, "--series", number) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(lines(command for command, _ in fed))
        process.stdin.flush()
        early = chance.randrange(10) < _EARLY_OF_TEN
        said = "" if early else process.stdout.readline()
        time.sleep(chance.uniform(0, _START_SECONDS if early else _LONGEST_SECONDS))
        process.kill()
        run = ended(process)
    answers = (said + run.out).split("\n")[:-1]  # a line that was cut off says nothing
    acknowledged = len(answers) - 1
    problem = _wrong_answers(answers, number, before.revision)
    problem = problem or _lost(home, number, before.revision, acknowledged, fed, run)
    return problem, acknowledged > 0


def _wrong_answers(answers: list[str], number: int, revision: int) -> str:
    expected = [f"ok {revision + count}" for count in range(1, len(answers))]
    right = [f"series {number} {revision}", *expected][: len(answers)]
    wrong = next((pair for pair in zip(answers, right, strict=True) if pair[0] != pair[1]), None)
    return f"answered {wrong[0]}, expected {wrong[1]}" if wrong else ""


def _lost(
    home: Path, number: int, revision: int, acknowledged: int, fed: list[tuple[str, Log]], run: Run
) -> str:
    """Return lost commands and wrong states."""
    if findings := look(home)[1]:
        return str(findings)
    with store_in(home) as store:
        stored = store.load(number)
    more = stored.revision - revision
    if more not in {max(acknowledged, 0), max(acknowledged, 0) + 1}:
        return f"{acknowledged} were acknowledged, {more} are there"
    if more and stored.log != fed[more - 1][1]:
        return f"something else is there than the {more} commands"
    return f"it ended by itself: {run}" if run.code >= 0 else ""


def _commands(log: Log, chance: random.Random) -> Iterator[tuple[str, Log]]:
    """Yield endless commands, each with the log after it."""
    while True:
        players = log.round.setup.players
        if log.round.over and chance.randrange(3):
            log = log.after(Dealt(log.series.next_setup()))
            yield "deal", log
        elif len(log.steps) > 1 and chance.randrange(8) == 0:
            log = log.without_last()
            yield "undo", log
        elif log.round.over or chance.randrange(12) == 0:
            paid = ChipsCorrection(0, 1, chance.randint(1, 9), "für die Brezeln")
            log = log.after(Recorded(log.round_number, paid))
            yield paid.words(players), log
        else:
            turn = _turn(log, chance)
            log = log.after(Recorded(log.round_number, turn))
            yield turn.words(players).split()[1], log


def _turn(log: Log, chance: random.Random) -> Turn:
    due, number = log.round.due, log.round_number
    assert due is not None
    cards = [Played(due, laid) for laid in spread(log.round.playable)]
    chance.shuffle(cards)
    free = (laid for laid in cards if not log.objection(Recorded(number, laid)))
    return next(free, Passed(due)) if chance.randrange(5) else Passed(due)
