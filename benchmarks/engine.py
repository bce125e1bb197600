"""The engine's costs beside python-chess: a checked turn, a game read and verified, and the replay
of a long log.

A turn here and a move there both start from a person's notation. The sheet has all its checks, the
PGN as many plies of a game as the sheet has turns; nothing is cached between runs.
"""

from collections.abc import Sequence
from io import StringIO
from time import process_time

import chess
import chess.pgn

from benchmarks.timing import Ratio, compare
from companion.core.log import Log
from companion.core.rounds.events import read_event
from companion.core.rounds.round import Round
from companion.core.sheet import loads, read
from tests.core.sheet.hostile import ordinary
from tests.places import RECORDS

SHEET = RECORDS / "night.fantan"
TARGET, TARGET_REPLAY_SECONDS = 1.0, 0.6
ROUNDS = 1_000
# Kasparov against Topalov, Wijk aan Zee 1999.
GAME = """
    e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6
    Nc1 O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6
    Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3
    """


def run() -> None:
    """Print all costs and their bounds."""
    for ratio in (checked_turn(), read_game()):
        print(f"{ratio}, target at most {TARGET:.1f}")
    replay()


def replay() -> None:
    """Replay the log of a thousand rounds."""
    log = loads(ordinary(ROUNDS * 750))
    start = process_time()
    assert Log.of(log.head, log.steps).series == log.series
    seconds = process_time() - start
    text = f"{len(log.steps)} steps of {log.round_number} rounds"
    print(f"{text} folded in {seconds:.2f} s, target below {TARGET_REPLAY_SECONDS}")


def checked_turn() -> Ratio:
    """Compare one turn, from a person's words to the next round, with one move of chess."""
    (round_,) = loads(SHEET.read_text(encoding="utf-8")).series.rounds
    setup = round_.setup
    words = [turn.words(setup.players) for turn in round_.turns]
    moves = GAME.split()[: len(words)]

    def ours() -> Round:
        played = Round.begin(setup)
        for line in words:
            played = played.after(read_event(line, setup.players))
        return played

    def theirs() -> chess.Board:
        board = chess.Board()
        for move in moves:
            board.push(board.parse_san(move))
        return board

    name = f"one checked turn of {len(words)}, one move of {len(moves)}"
    return compare(name, ours, theirs, units=(len(words), len(moves)))


def read_game() -> Ratio:
    """Compare a score sheet read and verified with a PGN game of as many plies."""
    text = SHEET.read_text(encoding="utf-8")
    turns = len(loads(text).round.turns)
    pgn = _pgn(GAME.split()[:turns])

    def ours() -> None:
        assert read(text).faults == ()

    def theirs() -> None:
        game = chess.pgn.read_game(StringIO(pgn))
        assert game
        assert not game.errors

    return compare(f"a sheet of {turns} turns, a PGN of {turns} plies", ours, theirs)


def _pgn(moves: Sequence[str]) -> str:
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    for move in moves:
        node = node.add_variation(node.board().parse_san(move))
    return str(game)
