"""What just happened, in words."""

from dataclasses import replace

import pytest

from companion.core.cards import card
from companion.core.presets import parse
from companion.core.rounds.events import MarkedUnpaid, Played
from companion.core.steps import DebtPaid, Planned, Recorded, Step
from companion.desk.table import Snapshot
from companion.screens.news import tell
from companion.words import ENGLISH
from tests.screens.nights import holds, night, then

ANN_HAS_ONE_CARD = "deal Ann 1 Ben 25 Cem 26\ndealer Cem\nAnn Ben Cem\n"


def after(before: Snapshot, step: Step) -> Snapshot:
    """Return the night after a further step."""
    return replace(before, log=before.log.after(step), before=before.log)


LATER: dict[str, Step] = {
    "a card seen": Recorded(1, holds(1, "7H")),
    "other rules": Planned(parse("pagat")),
    "a debt that is paid": DebtPaid("Ben", "Ann", 1),
    "a debt put off": Recorded(1, MarkedUnpaid(1, 0, 1)),
}


@pytest.mark.parametrize("step", LATER.values(), ids=LATER)
def test_r11_who_goes_out_is_told_once(step: Step) -> None:
    dealt = night(ANN_HAS_ONE_CARD, rules="kartendomino-ranking")
    out = then(dealt, Played(0, card("7D")))
    assert len(tell(out, ENGLISH)) == 1
    assert tell(after(out, step), ENGLISH) == ()
