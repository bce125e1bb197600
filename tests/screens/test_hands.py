"""Cards left, hands for the record and private hands: what is known, and what a tap does."""

from itertools import chain

from companion.core.cards import card
from companion.core.rounds.events.cards import HandEntered, Seen
from companion.core.steps import Recorded
from companion.desk.commands import Reveal, step_of
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.cards import CardsForm, CardsLeft, HandGrid, Known, RevealCard
from companion.screens.hand import HandForm, hand, know
from companion.screens.kit import ScreenFacts, act, edit
from companion.screens.routes import Screen
from tests.screens.documents import actions, custom, people
from tests.screens.nights import FEW_LEFT, cards_of, holds, night, then

IN_PLAY = """
deal Ann 3 Ben 24 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""


def left_of(played: Snapshot, form: CardsForm | None = None) -> b.Document:
    return (form or CardsForm()).view(
        ScreenFacts(snapshot=played, route=Screen("/table/1/over/cards/1"))
    )


def grid(screen: b.Document) -> dict[str, RevealCard]:
    """Return the cards of the screen by their codes."""
    left = [group.suits for value in custom(screen, CardsLeft) for group in value.groups]
    hands = [value.suits for value in custom(screen, HandGrid)]
    suits = chain.from_iterable([*left, *hands])
    found = (shown for _, suit in suits for shown in suit)
    return {shown.face.code: shown for shown in found}


def test_tap_picks_a_card_whose_holder_is_unknown() -> None:
    played = night(FEW_LEFT)
    unknown = [shown for shown in grid(left_of(played)).values() if shown.known is Known.NOTHING]
    first = unknown[0]
    assert first.intent == edit(CardsForm.pick, card(first.face.code))
    picked = left_of(played, CardsForm().pick(card(first.face.code)))
    assert grid(picked)[first.face.code].picked


def test_picked_cards_go_to_whoever_has_room_for_them() -> None:
    played = night(FEW_LEFT)
    assert all(option.intent is None for option in people(left_of(played)))
    shown = next(c for c in grid(left_of(played)).values() if c.known is Known.NOTHING)
    one = card(shown.face.code)
    options = people(left_of(played, CardsForm(one.bit)))
    takers = {o.id: o.intent for o in options if o.intent}
    for seat, handle in enumerate(played.round.setup.players):
        if f"reveal-to-{handle}" in takers:
            gives = b.Do(Reveal(seat, one.bit, 1), exact=True)
            assert takers[f"reveal-to-{handle}"] == gives
    assert takers


def told(played: Snapshot) -> Snapshot:
    """Return the night with the first unknown card given to the first player with room for it."""
    shown = next(c for c in grid(left_of(played)).values() if c.known is Known.NOTHING)
    options = people(left_of(played, CardsForm(card(shown.face.code).bit)))
    give = next(option.intent for option in options if option.intent)
    assert isinstance(give, b.Do)
    step = step_of(give.step, played.log)
    assert isinstance(step, Recorded)
    return then(played, step.event)


def test_a_card_named_for_the_wrong_player_is_corrected_by_a_tap_on_it() -> None:
    named = then(night(FEW_LEFT), holds(0, "QS"))
    screen = left_of(named)
    way = grid(screen)["QS"].intent
    assert isinstance(way, b.Ask)
    (menu,) = (menu for menu in screen.menus if menu.name == way.menu)
    assert {f"forget-{card('QS')}", f"holds-{card('QS')}-1"} <= {way.id for way in menu.actions}


def test_cards_are_named_until_all_are_known() -> None:
    played = night(FEW_LEFT)
    while people(left_of(played)):
        played = told(played)
    screen = left_of(played)
    assert actions(screen)["done"].intent == b.Back()
    assert {shown.known for shown in grid(screen).values()} <= {Known.HELD, Known.DEDUCED}


def hand_of(played: Snapshot, place: int, *picked: str) -> b.Document:
    here = ScreenFacts(snapshot=played, route=Screen(f"/table/1/hand/{place}"))
    form = hand(here).begin
    assert isinstance(form, HandForm)
    for code in picked:
        step = grid(form.view(here))[code].intent
        assert isinstance(step, b.Edit)
        form = step(form)
    return form.view(here)


def test_hand_is_complete_with_as_many_cards_as_were_dealt() -> None:
    played = night(IN_PLAY)
    two = hand_of(played, 1, "8C", "9C")
    assert actions(two)["save-hand"].intent == act(know, HandEntered(0, cards_of("7D 8C 9C")), 1), (
        "the card that was laid belongs to it"
    )
    one = hand_of(played, 1, "8C")
    assert actions(one)["save-hand"].intent is None
    assert actions(one)["note-cards"].intent == act(know, Seen(0, cards_of("8C")), 1)
    assert grid(two)["2C"].intent is None, "the hand is full"
    none = hand_of(played, 1)
    assert [actions(view)["note-cards"].intent for view in (two, none)] == [None, None]


def test_laid_cards_are_certain_in_one_hand_and_out_of_reach_in_the_others() -> None:
    played = night(IN_PLAY)
    assert grid(hand_of(played, 1))["7D"].known is Known.HELD
    assert grid(hand_of(played, 2))["7D"].known is Known.ELSEWHERE
    others = hand_of(played, 2)
    assert grid(others)["7D"].intent == b.Ask("laid-7D")
    (repair,) = next(menu for menu in others.menus if menu.name == "laid-7D").actions
    assert repair.intent == b.Go("../turns/repair/1")
