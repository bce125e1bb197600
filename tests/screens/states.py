"""States of screens whose text is kept, each from a sheet of the records."""

from collections.abc import Callable
from dataclasses import replace

from companion.core.payments import series_payments
from companion.core.sheet import loads
from companion.core.steps import Settled
from companion.desk.table import Snapshot
from companion.views.blocks import Document
from companion.views.of_series.settling import settling
from companion.words import ENGLISH
from tests.places import RECORDS
from tests.views.nights import opened


def night(record: str) -> Snapshot:
    """Return the series of a record, just opened."""
    return opened(loads((RECORDS / f"{record}.fantan").read_text("utf-8")))


def after(before: Snapshot, *steps: Settled) -> Snapshot:
    """Return the series after further steps of this device."""
    log = before.log
    for step in steps:
        log = log.after(step)
    return replace(before, revision=before.revision + len(steps), log=log)


def worth(snapshot: Snapshot, chip: str) -> Snapshot:
    """Return the series with a worth of one chip."""
    log = snapshot.log
    log = replace(log, head=replace(log.head, worth=chip))
    return replace(snapshot, log=replace(log, series=replace(log.series, worth=chip)))


def _settled(*places: int) -> Snapshot:
    now = worth(night("friday_night"), "0.05 €")
    return after(now, *(series_payments(now.series)[place] for place in places))


STATES: dict[str, Callable[[], Document]] = {
    "settling-nothing-paid": lambda: settling(night("friday_night"), ENGLISH),
    "settling-in-part": lambda: settling(_settled(0), ENGLISH),
    "settling-older-tick": lambda: settling(_settled(0, 1), ENGLISH),
    "settling-all-even": lambda: settling(_settled(0, 1, 2), ENGLISH),
}
