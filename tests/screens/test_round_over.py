"""The end of a round: payments, open questions and the next deal."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from companion.core.cards import card
from companion.core.objections import Objection, Why
from companion.core.rounds.events.cards import Seen
from companion.core.rounds.events.decisions import CalledOff, FineCharged, FineTicked, FineWaived
from companion.core.rounds.setup import POT
from companion.core.steps import HandedOver, NotPutOff, PutOff, Step
from companion.desk.archive import Catalogue
from companion.desk.company import Company
from companion.desk.ports import Membership
from companion.desk.table import Snapshot
from companion.screens.blocks import (
    Do,
    Document,
    Emphasis,
    Go,
    Notice,
    Panel,
    Status,
    Text,
    Undo,
    plain,
)
from companion.screens.kit import ScreenFacts
from companion.screens.round_over import RoundOver
from companion.screens.series import SeriesForm
from companion.screens.settling import Settling
from companion.screens.speech import Person, refusal_words
from companion.words import ENGLISH
from tests.screens import nights as n
from tests.screens.documents import actions, blocks, heroes, numbers, rows, texts
from tests.screens.nights import ended, night, shows, then

OVER, NO_CHIPS = night(n.ANN_GOES_OUT), night(n.ANN_GOES_OUT, rules="pagat")
SHOWN = then(OVER, shows(1, n.LEFT_TO_BEN))
NOT_MINE = Objection(Why.NOT_YOUR_STEP)
PIPS = "bicycle points=pips"


def view_of(played: Snapshot) -> Document:
    return RoundOver().view(ScreenFacts(snapshot=played))


@pytest.mark.parametrize("refusal", [None, NOT_MINE], ids=["may", "may not"])
def test_a_phone_that_may_not_undo_says_why(refusal: Objection | None) -> None:
    company = Company(2, seats={"Ann": 1, "Ben": 2}, undo_refusal=refusal)
    undo = next(iter(view_of(replace(OVER, company=company)).footer))
    says = refusal_words(refusal, ENGLISH, str) if refusal else ""
    assert (undo.intent, undo.obstacle) == (None if refusal else Undo(), says)


def test_a_copy_of_a_shared_table_says_so() -> None:
    own, left, kept = (
        RoundOver().view(ScreenFacts(snapshot=OVER, catalogue=catalogue)).subtitle
        for catalogue in (
            Catalogue(()),
            Catalogue((), copies={OVER.number: Membership("", "")}),
            Catalogue((), taken_in=frozenset({OVER.number})),
        )
    )
    assert own != left == kept


def after(played: Snapshot, *steps: Step) -> Snapshot:
    """Return the night after further steps."""
    for step in steps:
        played = replace(played, log=played.log.after(step), before=played.log)
    return played


PUT_OFF = after(OVER, PutOff("Ben"))
LATER: dict[str, tuple[Snapshot, list[tuple[bool, Step]]]] = {
    "nobody": (OVER, [(False, PutOff("Ben")), (False, PutOff("Cem"))]),
    "one": (PUT_OFF, [(True, NotPutOff("Ben")), (False, PutOff("Cem"))]),
    "a round called off": (then(OVER, CalledOff()), []),
}


@pytest.mark.parametrize(("played", "ways"), LATER.values(), ids=LATER)
def test_a_tap_puts_off_what_a_player_has_to_hand_over(
    played: Snapshot, ways: list[tuple[bool, Step]]
) -> None:
    found = [row.badge.action for row in rows(view_of(played)) if row.to and row.badge]
    assert [(way.chosen, way.intent) for way in found] == [
        (on, Do(step, exact=True)) for on, step in ways
    ]


def test_settling_is_offered_where_there_is_something_to_settle() -> None:
    in_app = night(n.ANN_GOES_OUT, rules="bicycle chips=app")
    looks = [
        [way.look for way in view_of(ended(night_)).footer if way.id == "settle"]
        for night_ in (OVER, PUT_OFF, in_app)
    ]
    assert looks == [[], [Emphasis.PRIMARY], [Emphasis.PRIMARY]]
    uncounted = night(n.ANN_GOES_OUT, rules="pagat chips=app")
    assert "settle" not in actions(view_of(ended(uncounted)))


def test_a_single_payment_is_said_once() -> None:
    played = night(n.WITHOUT_CEM, rules="kartendomino")
    view = view_of(played)
    assert len([row for row in rows(view) if row.badge]) == 1
    assert "hand-over" not in texts(view)


ROUND = "deal Ann 1 Ben 51\ndealer Ben\n    Ann Ben\n 1  7D  .\n"


def test_the_end_of_a_round_settling_and_the_series_show_one_list() -> None:
    played = night(ROUND, f"{ROUND}open Ben Ann 8\n", rules="kartendomino")
    here = ScreenFacts(snapshot=played)
    for view in (view_of(played), Settling().view(here)):
        assert [row.value for row in rows(view) if row.to] == ["59"]
    assert numbers(texts(SeriesForm().view(here))["hand-over"]) == [59]


def test_a_row_says_what_is_from_before() -> None:
    played = night(ROUND, f"{ROUND}open Ben Ann 8\n", rules="kartendomino")
    (row,) = (row for row in rows(view_of(played)) if row.to)
    assert isinstance(row.subtitle, Text)
    assert numbers(plain(row.subtitle)) == [51, 8]


def test_a_late_fact_changes_the_list() -> None:
    later = then(PUT_OFF, n.holds(1, "7H"))
    assert [row.value for row in rows(view_of(later)) if row.to] == ["28", "24", "5"]


def test_a_payment_that_was_handed_over_is_not_listed() -> None:
    paid = after(OVER, HandedOver("Ben", "Ann", 25))
    assert [row.value for row in rows(view_of(paid)) if row.to and row.badge] == ["24"]


def test_a_game_without_chips_says_nothing_of_them() -> None:
    view = view_of(NO_CHIPS)
    assert [action.id for action in view.footer] == ["undo", "next-round"]
    assert "hand-over" not in texts(view)
    shared = view_of(ended(NO_CHIPS))
    assert [action.id for action in shared.footer] == ["undo", "share-result"]


def fines(played: Snapshot) -> list[tuple[str, bool | None]]:
    """Return the false passes with the ticks of their fines."""
    listed = [row for row in rows(view_of(played)) if row.id.startswith("turn-")]
    return [(plain(row.title), row.tick.on if row.tick else None) for row in listed]


def test_a_false_pass_stands_once_with_the_tick_of_its_fine() -> None:
    ticked = then(night(n.ALL_TOLD), FineTicked(2))
    assert [tick for _, tick in fines(ticked)] == [True]
    assert [tick for _, tick in fines(then(ticked, FineCharged(2)))] == [False]
    assert [tick for _, tick in fines(then(night(n.ALL_TOLD), FineWaived(2)))] == [None]
    assert [tick for _, tick in fines(night(n.ALL_TOLD, rules="bicycle chips=app"))] == [None]


def test_a_tick_names_all_that_it_moves_also_what_came_back_with_the_pot() -> None:
    kept = """
deal Ann 2 Ben 3 Cem 47
dealer Ben
    Ann Ben Cem
 1  .   .   7D
 2  6D  --  8D
 3  --  7H  8H
 4  --  9D  6H
 5  --  10D .
"""
    ticked = night(kept)
    for tick in (FineTicked(3, POT, 3), FineTicked(3, 2, 5), FineTicked(3)):
        ticked = then(ticked, tick)
    (row,) = (row for row in rows(view_of(ticked)) if row.id == "turn-3")
    assert row.tick
    assert row.tick.on
    assert sum(map(int, re.findall(r"\d+(?= to )", row.tick.label))) == 13


QUESTIONS = {
    "the holder of a neighbour": (night(n.ALL_TOLD), True),
    "a pass and points": (night(n.ANN_GOES_OUT, rules=PIPS), True),
    "nothing": (night(n.FEW_LEFT), False),
}


@pytest.mark.parametrize(("played", "asks"), QUESTIONS.values(), ids=QUESTIONS)
def test_questions_open_until_the_cards_left_are_shown(played: Snapshot, *, asks: bool) -> None:
    view = view_of(played)
    assert any(isinstance(block, Panel) and block.key == "open" for block in blocks(view)) is asks
    unfolded = RoundOver(more=True).view(ScreenFacts(snapshot=played))
    assert actions(unfolded)["reveal"].intent == Go("cards")


def test_with_all_cards_known_there_is_nothing_to_show() -> None:
    known = then(night(n.FEW_LEFT), shows(2, "KS"))
    assert "reveal" not in actions(RoundOver(more=True).view(ScreenFacts(snapshot=known)))


def test_a_false_pass_costs_a_fine_until_it_is_let_go() -> None:
    view = view_of(then(night(n.ALL_TOLD), FineWaived(2)))
    (row,) = (row for row in rows(view) if row.id == "turn-2")
    assert row.badge
    assert row.badge.status is Status.MUTED


def test_news_and_an_answer_do_not_say_the_same_twice() -> None:
    view = view_of(SHOWN)
    notices = [block.id for block in blocks(view) if isinstance(block, Notice)]
    assert not any(name.startswith("news-") for name in notices)
    assert "answer" in texts(view)


ANSWERS = {
    "none": ((), False, 0),
    "false": (((1, "7H"),), True, 2),
    "nothing yet": (((2, "7H"),), True, 0),
    "legal": (((2, "7H"), (2, "7C"), (2, "7S")), True, 2),
}


@pytest.mark.parametrize(("answers", "told", "turn"), ANSWERS.values(), ids=ANSWERS)
def test_an_answer(answers: tuple[tuple[int, str], ...], told: bool, turn: int) -> None:  # noqa: FBT001
    at = OVER
    for seat, code in answers:
        at = then(at, Seen(seat, card(code).bit))
    view = view_of(at)
    assert ("answer" in texts(view)) == told
    way = actions(view).get("answer-verdict")
    assert (way and way.intent) == (Go(f"verdict/{turn}") if turn else None)


def test_passes_that_contradict_each_other_raise_a_doubt() -> None:
    assert actions(view_of(night(n.DOUBTED)))["doubt"].intent == Go("turns")
    assert "doubt" not in actions(view_of(night(n.FEW_LEFT)))


SHARED = night(n.ANN_FIRST, n.BEN_FIRST, rules="bicycle rounds=2")
ENDS: dict[str, tuple[Snapshot, list[list[str]], bool]] = {
    "a tie at the target": (night(n.ANN_FIRST, n.BEN_FIRST), [], True),
    "a shared win": (SHARED, [["Ann", "Ben"]], False),
    "a round was called off": (
        ended(then(night(n.ANN_FIRST, n.BEN_FIRST), CalledOff(), 2)),
        [["Ann"]],
        True,
    ),
    "without winners": (ended(night(n.FEW_LEFT, rules=PIPS)), [[]], True),
}


@pytest.mark.parametrize(("played", "won", "deals"), ENDS.values(), ids=ENDS)
def test_the_end(played: Snapshot, won: list[list[str]], *, deals: bool) -> None:
    view = view_of(played)
    large = [hero for hero in heroes(view) if not hero.small]
    assert [[person.name for person in hero.people] for hero in large] == won
    assert ("next-round" in actions(view)) is deals


def test_a_fine_that_the_winner_gets_back_with_the_pot_is_not_ticked() -> None:
    (line,) = (
        row for row in rows(view_of(n.recorded("winner_as_offender"))) if row.id == "turn-17"
    )
    assert (line.title, line.tick) == ("Ana", None)


def test_the_reasons_of_netted_payments_add_up_for_each_payer() -> None:
    view = view_of(n.recorded("seven_kept_to_the_end"))
    paid = Counter[str]()
    why: dict[str, str] = {}
    for row in rows(view):
        payer = row.leading
        if isinstance(payer, Person) and isinstance(row.subtitle, Text):
            assert row.value is not None
            paid[payer.name] += int(plain(row.value))
            why[payer.name] = plain(row.subtitle)
    owed = {
        payer: sum(
            int(chips) * (-1 if "from" in part else 1)
            for part in says.split(", ")
            for chips in re.findall(r"\d+", part)
        )
        for payer, says in why.items()
    }
    assert len(owed) > 1
    assert owed == paid
