"""The private hand: whom it is shown to, and when it is gone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings

from companion.core.cards import card, gather, spread
from companion.core.log import Log
from companion.core.objections import Why
from companion.core.rounds.events.cards import HandEntered, Seen
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.position import Event
from companion.core.sheet import dumps, loads
from companion.core.steps import Repaired
from companion.desk import commands
from companion.desk.observation import EVERYBODY, OwnHand, Viewer, seen_by
from companion.desk.ports import Stored
from companion.desk.table import Snapshot
from companion.screens.kit import ScreenFacts
from companion.screens.round_over import round_over
from companion.screens.spreadsheet import spreadsheet
from companion.screens.table import table
from companion.screens.turns import turns
from companion.words import ENGLISH
from tests.desks import Desk, desk_in, why
from tests.strategies import logs, luck

SHEET = """fantan 1
rules bicycle
round 1
deal Ann 3 Ben 2 Cem 47
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""
HAND = gather(map(card, ("7D", "8D", "KS")))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as desk:
        desk.adopt(loads(SHEET))
        yield desk


def ann(desk: Desk) -> Viewer:
    return Viewer(OwnHand.of(desk.night, "Ann", HAND))


def test_the_owner_can_lay_the_cards_of_the_hand_alone(desk: Desk) -> None:
    seen = seen_by(desk.night, ann(desk))
    offered = [slot.face.code for row in table(seen, ENGLISH).rows for slot in row.openers]
    assert seen.mine
    assert spread(seen.mine.to_lay) == (card("8D"),)
    assert seen.board.objection(Played(0, card("5D")))
    assert seen.round.objection(Played(0, card("5D"))) is None
    assert (seen.log, seen.series, seen.round) == (
        desk.night.log,
        desk.night.series,
        desk.night.round,
    )
    assert offered == []
    assert "8♦" in table(seen, ENGLISH).passing.warning
    assert table(desk.night, ENGLISH).passing.warning == ""


def test_a_covered_hand_offers_what_everybody_sees(desk: Desk) -> None:
    hand = ann(desk).hand
    seen = seen_by(desk.night, Viewer(hand, covered=True))
    assert table(seen, ENGLISH).rows == table(desk.night, ENGLISH).rows
    assert "8♦" not in str(table(seen, ENGLISH))
    assert table(seen, ENGLISH).passing.warning


Happens = Callable[[Desk], object]
STAYS: dict[str, Happens] = {
    "a card of the hand is laid": lambda desk: desk.record(Played(0, card("8D"))),
    "its player passes": lambda desk: desk.record(Passed(0)),
    "a turn is undone": lambda desk: desk.undo(),
    "an undone turn is redone": lambda desk: (desk.undo(), desk.redo()),
    "the round is repaired": lambda desk: desk.do(
        lambda log: Repaired(1, log.round.setup, tuple(log.round.events)[:-1])
    ),
    "a note on another hand": lambda desk: desk.record(Seen(1, card("2C").bit)),
}
GOES: dict[str, Happens] = {
    "the round is dealt again": lambda desk: desk.do(commands.deal_again),
    "the round is called off": lambda desk: desk.do(commands.call_off),
    "another round is dealt": lambda desk: (
        desk.do(commands.call_off),
        desk.deal(desk.night.series.next_setup()),
    ),
    "another series is opened": lambda desk: desk.adopt(loads(SHEET)),
    "the record has the hand": lambda desk: desk.record(HandEntered(0, HAND)),
}


@pytest.mark.parametrize("name", [*STAYS, *GOES])
def test_the_hand_stays_as_long_as_its_round(desk: Desk, name: str) -> None:
    viewer = ann(desk)
    (STAYS | GOES)[name](desk)
    seen = seen_by(desk.night, viewer)
    assert (seen.mine is not None) is (name in STAYS)
    if seen.mine:
        assert seen.mine.clash is None
        assert seen.mine.left == HAND & ~desk.night.round.layout.laid


@pytest.mark.parametrize(
    ("events", "clash", "names"),
    [
        ([Played(0, card("5D"))], Why.NOT_IN_HAND, ("4", "5♦")),
        ([Passed(0), Played(1, card("8D"))], Why.HELD_BY_OTHER, ("8♦", "5", "Ben")),
        ([Seen(2, card("KS").bit)], Why.HELD_BY_OTHER, ("K♠", "Cem")),
    ],
)
def test_a_hand_that_the_record_contradicts(
    desk: Desk, events: list[Event], clash: Why, names: tuple[str, ...]
) -> None:
    viewer = ann(desk)
    for event in events:
        assert desk.record(event) is None
    seen = seen_by(desk.night, viewer)
    assert seen.mine
    assert why(seen.mine.clash) is clash
    assert seen.board is desk.night.round
    own = table(seen, ENGLISH).own
    assert own
    assert [name for name in names if name not in own.clash] == []


@settings(max_examples=40)
@given(logs(most=2), luck())
def test_nothing_public_has_a_private_hand(log: Log, chance: Random) -> None:
    assume(log.series.rounds)
    public = Snapshot.of(1, Stored(log, 9), {})
    assert seen_by(public, EVERYBODY) is public
    setup = log.round.setup
    seat = chance.randrange(len(setup.players))
    cards = chance.sample(spread(setup.rules.pack.cards), setup.hand_sizes[seat])
    hand = OwnHand.of(public, setup.players[seat], gather(cards))
    seen = seen_by(public, Viewer(hand))
    assert seen_by(seen, EVERYBODY) == public
    assert dumps(seen.log) == dumps(public.log)
    assert spreadsheet(seen.series, ENGLISH) == spreadsheet(public.series, ENGLISH)
    assert turns(ScreenFacts(snapshot=seen)) == turns(ScreenFacts(snapshot=public))
    assert repr(hand.cards) not in repr(seen)
    if public.round.over:
        for_all = seen_by(seen, EVERYBODY)
        assert round_over(ScreenFacts(snapshot=for_all)) == round_over(ScreenFacts(snapshot=public))
