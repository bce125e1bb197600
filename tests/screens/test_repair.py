"""A round under repair: its turns before and after, what is offered, and what stands against it."""

from collections.abc import Callable
from dataclasses import replace

from companion.core.names import Player
from companion.core.rounds.events.decisions import FineWaived
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.setup import Setup
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.cards import HandGrid, RevealCard
from companion.screens.kit import ScreenFacts, submit
from companion.screens.repair import Repair, repair, repair_round
from companion.screens.routes import Screen
from tests.cases import cases
from tests.screens.documents import actions, custom, people, rows
from tests.screens.nights import ANN_FIRST, BEN_FIRST, night, then

IN_PLAY = """
dealer Cem
Ann Ben Cem
1   7D  7C  8D
2   6D  5D  --
3   9D  .   .
waive 6
"""
CHANGES = {
    b.Status.PLAIN: "moved",
    b.Status.GOOD: "new",
    b.Status.BAD: "misfit",
    b.Status.MUTED: "cut",
}
Change = Callable[[Repair], Repair]


def form_of(path: str, at: Snapshot) -> Repair:
    form = repair(ScreenFacts(snapshot=at, route=Screen(path))).begin
    assert isinstance(form, Repair)
    return form


def changed(at: Snapshot, *changes: Change, turn: int = 0) -> Repair:
    form = Repair.of(at, 1, turn)
    for change in changes:
        form = change(form)
    return form


def offered(form: Repair) -> tuple[RevealCard, ...]:
    """Return the cards that are offered for the selected turn."""
    screen = form.view(ScreenFacts(snapshot=form.seen))
    (grid,) = custom(screen, HandGrid)
    ((_, cards),) = grid.suits
    return cards


def marks(form: Repair) -> list[str]:
    """Return the differences of the repaired turns."""
    unfolded = form.fold("turns")
    named = {row.id: row for row in rows(unfolded.view(ScreenFacts(snapshot=form.seen)))}
    turns = [named[f"turn-{turn}"] for turn in range(1, len(form.draft.turns) + 1)]
    return [CHANGES[row.status] if row.value else "same" for row in turns]


def test_unchanged_round_cannot_be_repaired() -> None:
    at = night(IN_PLAY)
    form = form_of("/table/1/turns/repair/3", at)
    screen = form.view(ScreenFacts(snapshot=at, route=Screen("/table/1/turns/repair/3")))
    assert form.turn == 3
    assert actions(screen)["repair-apply"].intent is None
    assert set(marks(form)) == {"same"}


def test_forgotten_pass_moves_the_turns_behind_it() -> None:
    at, route = night(IN_PLAY), Screen("/table/1/turns/repair/3")
    form = Repair.of(at, 1, 3).with_turn_before(None)
    screen = form.view(ScreenFacts(snapshot=at, route=route))
    assert marks(form) == [*["same"] * 2, "new", *["moved"] * 5]
    assert actions(screen)["repair-apply"].intent == submit(repair_round, "/table/1")


def test_cards_that_could_be_played_are_offered_or_all_where_nobody_knows() -> None:
    cards = offered(changed(night(IN_PLAY), Repair.choosing, turn=2))
    assert [one.face.code for one in cards] == ["7C", "6D", "8D", "7H", "7S"]
    assert [one.face.code for one in cards if one.picked] == ["7C"]
    beyond: Change = lambda form: form.without_turn().looking_at(6)  # noqa: E731
    cards = offered(changed(night(IN_PLAY), beyond, Repair.choosing, turn=4))
    assert len(cards) == 52 - 3


def ben_led(form: Repair) -> Repair:
    """Return a night dealt by Ann, with the hands as recorded."""
    return replace(form, dealer=form.places[0].key, sizes=(1, 1, 50))


def can_act(form: Repair) -> bool:
    return actions(form.view(ScreenFacts(snapshot=form.seen)))["repair-apply"].intent is not None


def test_earlier_round_needs_its_end() -> None:
    two = night(ANN_FIRST, BEN_FIRST)
    assert not can_act(changed(two, Repair.without_turn, turn=1))
    assert can_act(changed(two, ben_led))


def test_somebody_sat_there_instead() -> None:
    def dov_for_ben(form: Repair) -> Repair:
        table = form.without(1).seating("Dov").moved(3, 1)
        assert isinstance(table, Repair)
        return table

    draft = changed(night(IN_PLAY), dov_for_ben).repaired
    assert draft.setup == Setup.dealt(draft.setup.rules, ("Ann", "Dov", "Cem"), 2)
    assert draft.joined == (Player("Dov", "Dov"),)


def test_impossible_seats_are_refused() -> None:
    def alone(form: Repair) -> Repair:
        table = form.without(0).without(1)
        assert isinstance(table, Repair)
        return table

    assert not can_act(changed(night(IN_PLAY), alone))


CARRIED = {
    "a turn more": (lambda at: then(at, Passed(1)), 9),
    "something else": (lambda at: then(at, FineWaived(6)), 8),
    "another round altogether": (lambda _: night(IN_PLAY.replace("7C", "7H")), None),
}


@cases("change, turns", CARRIED)
def test_changes_are_carried_on(change: Callable[[Snapshot], Snapshot], turns: int | None) -> None:
    begun = night(IN_PLAY.replace("waive 6\n", ""))
    carried = Repair.of(begun, 1, 3).with_turn_before(None).carried_to(change(begun))
    assert (len(carried.draft.turns) if carried else None) == turns


def test_change_is_taken_back() -> None:
    form = Repair.of(night(IN_PLAY), 1, 7).without_turn().without_turn()
    assert (form.turn, len(form.draft.turns)) == (5, 5)
    form = form.taken_back().taken_back()
    assert form.draft.unchanged
    assert not form.can_take_back
    assert form.taken_back() == form


LEADS = {
    "the opening card in a hand": "deal Ann 25 Ben 25 Cem 2\ndealer Ann\nhand Cem 7D KD",
    "room for it in one hand alone": (
        "deal Ann 2 Ben 2 Cem 48\ndealer Ann\nhand Ann 2C 3C\nhand Ben 4C 5C"
    ),
}


@cases("hands", LEADS)
def test_nobody_is_asked_who_led_where_the_hands_tell(hands: str) -> None:
    at = night(f"{hands}\nAnn Ben Cem\n1 . . 7D\n", rules="seven-of-diamonds")
    assert not people(Repair.of(at, 1, 1).view(ScreenFacts(snapshot=at)))


def test_another_player_led_where_a_card_opens() -> None:
    at = night("rules seven-of-diamonds\ndealer Ann\nAnn Ben Cem\n1 . 7D 7C\n")
    form = Repair.of(at, 1, 1).led_by("Cem")
    leaders = people(form.view(ScreenFacts(snapshot=at)))
    assert [(leader.id, leader.chosen) for leader in leaders] == [
        ("lead-Ann", False),
        ("lead-Ben", False),
        ("lead-Cem", True),
    ]
    assert [turn.seat for turn in form.repaired.fitting.round.turns] == [2, 0]
