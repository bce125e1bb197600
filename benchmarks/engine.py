"""The engine's costs: the replay of the log of a thousand rounds."""

from time import process_time

from companion.core.log import Log
from companion.core.sheet import loads
from tests.core.sheet.hostile import ordinary

TARGET_REPLAY_SECONDS = 0.6
ROUNDS = 1_000


def run() -> None:
    """Replay the log of a thousand rounds."""
    log = loads(ordinary(ROUNDS * 750))
    start = process_time()
    assert Log.of(log.head, log.steps).series == log.series
    seconds = process_time() - start
    text = f"{len(log.steps)} steps of {log.round_number} rounds"
    print(f"{text} folded in {seconds:.2f} s, target below {TARGET_REPLAY_SECONDS}")
