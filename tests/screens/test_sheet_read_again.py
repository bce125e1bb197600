"""Score sheets read again, which show the same table and the same end of a round."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hypothesis import example, given, settings

from companion.core.log import Log
from companion.core.rounds.events.cards import HandEntered, Seen
from companion.core.rounds.events.decisions import FineCharged, FineTicked
from companion.core.rounds.events.turns import Passed
from companion.core.sheet import dumps, loads
from companion.core.steps import HandedOver, Recorded
from companion.desk.table import Snapshot
from companion.screens.blocks import Block, Document, List, Panel
from companion.screens.kit import ScreenFacts
from companion.screens.round_over import RoundOver
from companion.screens.standings import standing_table
from companion.screens.table import UndoView, table
from companion.words import ENGLISH
from tests.screens.nights import ANN_GOES_OUT, TWICE_SHOWN, cards_of, night, opened, then
from tests.strategies import dealt_logs

LATE_HAND = then(
    night("deal Ann 3 Ben 3 Cem 46\ndealer Cem\n Ann Ben Cem\n 1 7D -- 6D"),
    HandEntered(1, cards_of("7C 2C 3C")),
)
PAID_TWICE = then(
    then(then(night(TWICE_SHOWN), FineTicked(6)), Seen(0, cards_of("JS"))), FineTicked(3)
)
"""A sheet writes the two ticks one after the other."""


@given(dealt_logs(3))
@example(LATE_HAND.log)
@example(PAID_TWICE.log)
@example(then(night(ANN_GOES_OUT, "dealer Ann\n Ann Ben Cem\n"), Passed(1), 2).log)
@settings(max_examples=20)
def test_a_sheet_read_again_shows_the_same_screens(log: Log) -> None:
    read = loads(dumps(log))
    made = any(isinstance(step, HandedOver) for step in (*log.steps, *read.steps))
    assert dict(screens(log, made=made)) == dict(screens(read, made=made))


def screens(log: Log, *, made: bool) -> Iterator[tuple[str, object]]:
    """Yield the screens of a freshly opened log, where all news is old.

    Payments may have been `made` beside the lists.
    """
    snapshot = opened(log)
    yield "table", _plain(snapshot)
    yield "standing", standing_table(snapshot, ENGLISH)
    if snapshot.round.over:
        view = RoundOver().view(ScreenFacts(snapshot=snapshot))
        # No sheet has the order of steps, nor what was ticked of a list that is even.
        steps = {"undo", "redo", "" if log.series.open else "settle"}
        footer = tuple(action for action in view.footer if action.id not in steps)
        yield "round over", _without_history(replace(view, footer=footer), log, made=made)
    decided, number = snapshot.round.decisions, snapshot.round_number
    for turn in sorted(decided.waived.union(tick.turn for tick in decided.paid)):
        if not log.objection(Recorded(number, FineCharged(turn))):
            yield f"turn {turn} charged", _plain(then(snapshot, FineCharged(turn), number))


def _plain(snapshot: Snapshot) -> object:
    """Return the table without undo and redo, which a sheet does not record."""
    undo = UndoView("", possible=False, barred="", can_redo=False)
    return replace(table(snapshot, ENGLISH), undo=undo)


def _without_history(view: Document, log: Log, *, made: bool) -> Document:
    """Return the end of a round without what was handed over: a sheet keeps what is left of it.

    After the end it does not keep the last list.
    """
    first, *others = view.columns
    return replace(view, columns=(tuple(_left_of(first, log, made=made)), *others))


def _left_of(blocks: Iterable[Block], log: Log, *, made: bool) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, Panel):
            yield replace(block, blocks=tuple(_left_of(block.blocks, log, made=made)))
        elif not isinstance(block, List):
            yield block
        else:
            kinds = ("payment-",) if made else ("payment-", "even-")
            left = [row for row in block.rows if row.id.startswith(kinds)]
            ended = log.series.ended
            rows = tuple(replace(row, subtitle="" if ended else row.subtitle) for row in left)
            yield from (List(rows),) if rows else ()
