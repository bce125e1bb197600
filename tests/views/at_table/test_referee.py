"""The referee's answers in words."""

import pytest

from companion.core.cards import card
from companion.core.presets import parse
from companion.core.referee import Situation
from companion.desk.archive import Catalogue
from companion.screens.explanation import explanation
from companion.views.at_table.referee import (
    Opinion,
    RefereeForm,
    RefereeStart,
    RefereeView,
    SpotState,
    referee,
    start_at,
)
from companion.views.blocks import Choice, Panel, Text
from companion.words import ENGLISH
from tests.core.positions import position
from tests.views.nights import recorded


def judged(at: Situation, *, cards: int = 0, holding: bool = False) -> RefereeView:
    """Return the screen of a position, in which the player held so many cards."""
    start = RefereeStart(at, "Ben’s pass" if cards else "", cards)
    return referee(RefereeForm(at, holding), start, Catalogue(()), ENGLISH)


def shown(rules: str, layout: str = "-/-/-/-", hand: str = "", opened: str = "") -> RefereeView:
    return judged(position(rules, layout, hand, opened))


FIVE_TO_NINE, FULL = "-/-/-/59", "AK/AK/AK/AK"
CAN = "Can be played: 4♠ 10♠ 7♥ 7♦ 7♣"
TABLE, HAND = "Tap the ends of the rows on the table", "Now choose “In the hand”"
LEADS_7D, HAS_7D = (position("seven-of-diamonds", hand=code) for code in ("7H", "7D"))
FALSE = position("bicycle", FIVE_TO_NINE, "4S 7H KC")
ANSWERS = {
    "an empty table": (position("bicycle"), TABLE, "Can be played: 7♠ 7♥ 7♦ 7♣"),
    "a table without a hand": (position("bicycle", FIVE_TO_NINE), HAND, CAN),
    "an honest pass": (
        position("bicycle", FIVE_TO_NINE, "2H KC"),
        "A legal pass",
        f"Nothing in the hand can be played. {CAN}",
    ),
    "a false pass": (FALSE, "Not a legal pass", "The hand can play 7♥ and 4♠."),
    "the lead is another’s": (LEADS_7D, "No pass is due yet", "7♦ leads the round."),
    "the lead is here": (HAS_7D, "Not a legal pass", "The hand can play 7♦."),
    "any card opens": (position("domino"), TABLE, "Any card can be played."),
    "all are on the table": (position("bicycle", FULL), HAND, "No card can be played any more."),
}


@pytest.mark.parametrize(("at", "headline", "because"), ANSWERS.values(), ids=ANSWERS)
def test_what_the_referee_says(at: Situation, headline: str, because: str) -> None:
    view = judged(at)
    assert (view.headline, view.because) == (headline, because)


def test_while_the_hand_is_tapped_the_referee_waits_for_it() -> None:
    view = judged(position("bicycle", FIVE_TO_NINE), holding=True)
    assert view.headline == "Tap the cards in the hand"


LEGAL, SIX = position("bicycle", FIVE_TO_NINE, "2H KC"), position("bicycle", FIVE_TO_NINE, "4S 2H")
ASSUMED = {
    "no hand": (position("bicycle", FIVE_TO_NINE), 0, ""),
    "a hand of unknown size": (LEGAL, 0, "This takes the 2 cards for the whole hand."),
    "a whole hand": (LEGAL, 2, "The whole hand is entered."),
    "a part of a hand": (
        LEGAL,
        5,
        "3 cards of that hand are not entered. If one can be played, the pass was false.",
    ),
    "too many cards": (LEGAL, 1, "That hand had 1 card less than is entered here."),
    "a part that could be played": (SIX, 5, "That holds whatever else is in the hand."),
    "a seven held back": (
        FALSE,
        0,
        "That holds whatever else is in the hand. The fines count if others hold 6♥ and 8♥.",
    ),
}


@pytest.mark.parametrize(("at", "cards", "assumes"), ASSUMED.values(), ids=ASSUMED)
def test_the_verdict_says_what_it_assumes(at: Situation, cards: int, assumes: str) -> None:
    view = judged(at, cards=cards)
    assert view.assumes == assumes
    assert (view.opinion is Opinion.OPEN) is (at is LEGAL and cards > at.held.bit_count())
    assert bool(view.costs) is (view.opinion in {Opinion.LEGAL, Opinion.ILLEGAL})


QUOTED = {
    "a legal pass": (LEGAL, ["R3", "R4"]),
    "a false pass": (SIX, ["R8"]),
    "a seven held back": (FALSE, ["R8", "R9"]),
    "the lead is another’s": (LEADS_7D, ["R2"]),
    "no hand": (position("bicycle"), []),
}


@pytest.mark.parametrize(("at", "rules"), QUOTED.values(), ids=QUOTED)
def test_the_deciding_rule_is_quoted_from_how_to_play(at: Situation, rules: list[str]) -> None:
    told = {text.id: text.says for text in _texts(explanation(at.rules, ENGLISH))}
    quoted = {text.id: text.says for text in _texts(judged(at).quotes)}
    assert quoted == {f"quoted-{rule}": told[f"rule-{rule}"] for rule in rules}


def _texts(panels: tuple[Panel, ...]) -> list[Text]:
    return [block for panel in panels for block in panel.blocks if isinstance(block, Text)]


def test_what_a_pass_costs_line_by_line() -> None:
    view = shown("bicycle", FIVE_TO_NINE, "7H KC")
    assert [(cost.title, cost.subtitle, cost.value) for cost in view.costs] == [
        ("Pass", "to the pot", "1"),
        ("False pass", "to the pot", "3"),
        ("7♥ held back", "to whoever holds 6♥", "5"),
        ("7♥ held back", "to whoever holds 8♥", "5"),
    ]
    assert (view.total, view.brief) == (14, "costs 14: 1 for the pass, 13 as fine")
    winner = shown("kartendomino", FIVE_TO_NINE, "4S")
    assert [cost.subtitle for cost in winner.costs] == ["to the winner of the round"]
    free = shown("pagat", FIVE_TO_NINE, "2H")
    assert (free.opinion, free.brief, free.costs) == (Opinion.LEGAL, "costs nothing", ())
    no_hand = shown("bicycle", FIVE_TO_NINE)
    assert (no_hand.opinion, no_hand.brief, no_hand.costs) == (Opinion.ASKING, "", ())


def test_each_card_lies_in_the_order_of_play() -> None:
    view = shown("bicycle", FIVE_TO_NINE, "4S KC")
    states = {spot.face.code: spot.state for row in view.rows for spot in row.spots}
    assert [states[code] for code in ("5S", "4S", "10S", "KC", "QC")] == [
        *(SpotState.LAID, SpotState.COULD, SpotState.PLAYABLE, SpotState.HELD, SpotState.FREE)
    ]
    assert (view.table_says, view.hand_says) == ("On the table · 5", "In the hand · 2")
    rows = {row.suit: [spot.face.rank for spot in row.spots] for row in shown("pagat").rows}
    assert list(rows) == ["S", "H", "D", "C"]
    assert (rows["S"][0], rows["S"][-1]) == ("2", "A")


def test_the_rank_that_opened_is_asked_for_once_a_card_named_it() -> None:
    assert shown("five-or-nine").starters == shown("bicycle", FIVE_TO_NINE).starters == ()
    starters = shown("five-or-nine", "-/-/-/9", "", "9").starters
    assert [(starter.says, starter.chosen) for starter in starters] == [("5", False), ("9", True)]


def test_rules_of_a_round_and_rules_saved_under_a_name_can_be_chosen() -> None:
    own, round_ = parse("bicycle ante=3"), parse("pagat pass_fee=2")
    catalogue = Catalogue((), usual=parse("bicycle ante=2"), saved=(("Pub", own),))
    start = RefereeStart(Situation(round_), of_round=True)
    view = referee(RefereeForm(Situation(own)), start, catalogue, ENGLISH)
    choice = next(block for block in view.rules.blocks if isinstance(block, Choice))
    assert [answer.id for answer in choice.answers][:4] == [
        *("preset-begun", "preset-usual", "preset-saved-1", "preset-bicycle")
    ]
    assert [answer.says for answer in choice.answers if answer.chosen] == ["Pub"]


SEVERAL = recorded("several_sevens_per_pass").series
BEFORE = start_at(SEVERAL, 1, ENGLISH, 3)
UNKNOWN_ORDER = (
    "Of 7♣ and 7♦ only the one that came to light first is fined. The referee does not know"
    " which, and takes 7♣."
)
KNOWN_ORDER = "7♣ and 7♦ were held back; only one is fined per pass, and 7♦ came to light first."
AS_PLAYED = ["7♦ held back to Ben, holds 6♦", "7♦ held back to Dov, holds 8♦"]
SUPPOSED = ["7♣ held back to whoever holds 6♣", "7♣ held back to whoever holds 8♣"]
BEGUN = RefereeForm(BEFORE.position)
SEVENS = {
    "as it was played": (BEGUN, AS_PLAYED, KNOWN_ORDER),
    "by other rules": (BEGUN.under(parse("bicycle ante=2")), SUPPOSED, UNKNOWN_ORDER),
    "with another card": (BEGUN.hold(card("KC")), SUPPOSED, UNKNOWN_ORDER),
}


@pytest.mark.parametrize(("form", "fined", "reason"), SEVENS.values(), ids=SEVENS)
def test_the_first_of_sevens_is_fined(form: RefereeForm, fined: list[str], reason: str) -> None:
    view = referee(form, BEFORE, Catalogue(()), ENGLISH)
    assert [f"{cost.title} {cost.subtitle}" for cost in view.costs[2:]] == fined
    assert reason in view.assumes
