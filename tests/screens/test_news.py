"""What just happened, in words."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from companion.core.books import fines
from companion.core.cards import card
from companion.core.judge import judge
from companion.core.presets import parse
from companion.core.rounds.events.cards import Forgotten, LaidOut
from companion.core.rounds.events.decisions import (
    ChipsCorrection,
    FineCharged,
    FineTicked,
    FineWaived,
)
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.turns import Passed, PassRun, Played
from companion.core.rounds.position import Event
from companion.core.rounds.reading import KINDS as EVENT_KINDS
from companion.core.rounds.repair import Draft
from companion.core.rounds.setup import Account
from companion.core.sheet.taken import SheetTaken
from companion.core.step_words import read_step
from companion.core.steps import (
    KINDS,
    FormerMark,
    HandedOver,
    Planned,
    PutOff,
    Recorded,
    Repaired,
    Step,
)
from companion.desk.commands import deal_again
from companion.desk.company import Company
from companion.desk.table import Snapshot
from companion.screens.news import step_words, tell, undo_says
from companion.screens.table import table
from companion.words import ENGLISH, LANGUAGES, words_in
from tests.cases import cases
from tests.screens import nights as n
from tests.screens.documents import numbers
from tests.screens.nights import (
    BEN_PASSED,
    cards_of,
    holds,
    night,
    then,
)

ANN_HAS_ONE_CARD = "deal Ann 1 Ben 25 Cem 26\ndealer Cem\nAnn Ben Cem\n"


def after(before: Snapshot, step: Step) -> Snapshot:
    """Return the night after a further step."""
    return replace(before, log=before.log.after(step), before=before.log)


def taken_back(after_it: Snapshot) -> Snapshot:
    """Return the night without its last step, which has just been taken back."""
    return replace(after_it, log=after_it.log.without_last(), before=after_it.log)


LATER: dict[str, Step] = {
    "a card seen": Recorded(1, holds(1, "7H")),
    "other rules": Planned(parse("pagat")),
    "a payment that is handed over": HandedOver("Ben", "Ann", 1),
    "what is put off": PutOff("Ben"),
}


@cases("step", LATER)
def test_r11_who_goes_out_is_told_once(step: Step) -> None:
    dealt = night(ANN_HAS_ONE_CARD, rules="kartendomino-ranking")
    out = then(dealt, Played(0, card("7D")))
    assert len(tell(out, ENGLISH)) == 1
    assert tell(after(out, step), ENGLISH) == ()


FALSE_AT_3 = """
deal Ann 17 Ben 17 Cem 18
dealer Ben
    Ann Ben Cem
 1  .   .   7D
 2  6D  --  8D
holds Ben 7H
"""


@pytest.mark.parametrize("rules", ["bicycle", "bicycle chips=app"])
def test_fine_that_was_told_no_longer_applies(rules: str) -> None:
    forgotten = then(night(FALSE_AT_3, rules=rules), Forgotten(1, cards_of("7H")))
    assert [numbers(news.says) for news in tell(forgotten, ENGLISH)] == [[3]]
    assert len(table(forgotten, ENGLISH).news.notices) == 1


TWICE_FALSE = """
deal Ann 17 Ben 17 Cem 18
dealer Cem
    Ann Ben Cem
 1  7D  --  8D
 2  6D  --  9D
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_passes_of_one_reason_are_told_with_what_they_cost_together(language: str) -> None:
    before = night(TWICE_FALSE)
    shown = after(before, Recorded(1, holds(1, "7H")))
    owed = Counter[Account]()
    for fine in fines(shown.round, judge(shown.round)):
        owed[fine.payee] += fine.chips
    words = words_in(language)
    (news,) = tell(shown, words)
    assert news.turn == 5
    told = re.findall(r"[0-9]+", news.says.replace("7♥", "").replace("♥7", ""))
    assert sorted(map(int, told)) == sorted([2, 5, *owed.values()])


def test_fines_that_went_are_told_together_behind_the_chips() -> None:
    first = f"{TWICE_FALSE.replace('Ann 17 Ben 17', 'Ann 3 Ben 31')} 3  5D  .   .\n"
    shown = then(night(first, n.IN_PLAY), holds(1, "7H"))
    owed, gone = tell(then(shown, Forgotten(1, cards_of("7H"))), ENGLISH)
    assert "Ben" in owed.says
    assert numbers(gone.says) == [1, 2, 5]
    assert "Ben" in gone.says


THREE_TURNS = night(BEN_PASSED)
DRAFT = Draft.of(1, THREE_TURNS.round)
REPAIRS: dict[str, tuple[Step, str]] = {
    "another card": (DRAFT.changed(4, card("5D")).step, "Round 1, Turn 4: repaired"),
    "a turn inserted": (DRAFT.inserted(2, card("7S")).step, "Round 1, Turn 2: repaired"),
    "other seats": (
        DRAFT.seated(replace(DRAFT.setup, players=("Ben", "Ann", "Cem"))).step,
        "Round 1: repaired",
    ),
    "dealt again": (deal_again(THREE_TURNS.log), "Round 1: dealt again"),
}


@cases("step, says", REPAIRS)
def test_what_is_repaired(step: Step, says: str) -> None:
    (news,) = tell(after(THREE_TURNS, step), ENGLISH)
    assert news.says.split(".")[0] == says


@cases("step", {name: step for name, (step, _) in REPAIRS.items()})
def test_a_repair_is_told_in_the_signs_of_the_language(step: Step) -> None:
    (news,) = tell(after(THREE_TURNS, step), words_in("ja"))
    assert re.search(r"(?<=[^\x00-\xff])[,.:;] ", news.says) is None


def test_a_repair_tells_its_chips_before_the_fines_that_went() -> None:
    played = night(n.WON_WITH_A_FINE, n.IN_PLAY)
    honest = Draft.of(1, played.series.rounds[0])
    for turn, now in ((3, "7H"), (6, "9D"), (9, "10D"), (12, "JD")):
        honest = honest.changed(turn, card(now))
    repaired, gone = tell(after(played, honest.step), ENGLISH)
    assert numbers(repaired.says)[:2] == [1, 3]
    assert numbers(gone.says) == [1, 3]
    assert "Ben" in gone.says


FIVE = "Ann Ben Cem Dee Eva\n"


@pytest.mark.parametrize(
    ("cards_left", "named"), [((0, 1, 1, 1, 2), [1, 1]), ((0, 2, 2, 2, 2), [1])]
)
def test_debts_of_a_repair_are_named_if_they_are_few(
    cards_left: tuple[int, ...], named: list[int]
) -> None:
    before = night(f"{FIVE}result Ann 0 0 Ben 1 0 Cem 1 0 Dee 1 0 Eva 1 0\n", FIVE)
    result = Result(cards_left, (0,) * 5)
    repaired = after(before, Repaired(1, before.series.rounds[0].setup, (result,)))
    (news,) = tell(repaired, ENGLISH)
    assert numbers(news.says) == named


SIX = "dealer Fay\nAnn Ben Cem Dee Eva Fay\n"
FINED = holds(1, "7H 7S")
ONE_OUT = f"{SIX}result Ann 1 0 Ben 0 0 Cem 1 0 Dee 1 0 Eva 1 0 Fay 1 0\n"
LATE: dict[str, tuple[str, str, list[int]]] = {
    "of three payees": ("bicycle", SIX, [3, 5, 5]),
    "of five payees": ("bicycle seven_fine_per=seven", SIX, [3, 5, 5, 5, 5]),
    "netted": ("bicycle", f"{SIX}open Dee Ben 13\n", [3, 5]),
    "netted among many": (
        "bicycle",
        f"{SIX}open Dee Ben 1 Cem Ben 2 Fay Ben 3 Dee Ann 7\n",
        [7],
    ),
    "in a list": ("bicycle", ONE_OUT, [3, 5, 5]),
    "in a list of five payees": ("bicycle seven_fine_per=seven", ONE_OUT, [3, 5, 5, 5, 5]),
}


@cases("rules, second, owed", LATE)
def test_a_fine_of_an_earlier_round_says_what_is_owed_then(
    rules: str, second: str, owed: list[int]
) -> None:
    before = night(n.BEN_HOLDS_TWO_SEVENS, second, rules=rules)
    shown = then(before, FINED)
    _, told = tell(shown, ENGLISH)
    assert numbers(told.says) == owed
    let_go = then(shown, FineWaived(2))
    _, told = tell(let_go, ENGLISH)
    assert "Ben" in told.says
    charged = then(let_go, FineCharged(2))
    _, told = tell(charged, ENGLISH)
    assert numbers(told.says) == owed


def test_a_late_fine_that_costs_nobody_anything_says_so() -> None:
    let_go = night(f"{n.WON_WITH_A_FINE}waive 3\n", n.IN_PLAY, rules="bicycle seven_fine=0")
    fine, owed = tell(then(let_go, FineCharged(3)), ENGLISH)
    assert numbers(fine.says)
    assert owed.says
    assert not numbers(owed.says)


BY_RESULT = "Ann Ben Cem\nresult Ann 0 2 Ben 3 1 Cem 4 0\n"
ONE_MORE_PASS = Result((0, 3, 4), (2, 2, 0))
PUT_BACK: dict[str, tuple[Snapshot, Step, list[int]]] = {
    "a fine that is paid": (night(n.SAID_TO_BE_WITH_CEM), Recorded(1, FineTicked(3)), [3, 3]),
    "a debt that is paid": (night(BY_RESULT), HandedOver("Ben", "Ann", 3), [3, 3]),
    "a first result": (night("Ann Ben Cem\n"), Recorded(1, ONE_MORE_PASS), []),
    "a card": (night(BEN_PASSED), Recorded(1, Played(0, card("9D"))), []),
}


@cases("before, step, moved", PUT_BACK)
def test_redo_says_which_chips_to_hand_over(before: Snapshot, step: Step, moved: list[int]) -> None:
    told = tell(replace(after(before, step), redone=True), ENGLISH)
    assert numbers(" ".join(news.says for news in told)) == moved


def test_undo_of_a_pass_says_what_comes_back_and_asks_nobody_for_it() -> None:
    (news,) = tell(taken_back(then(night(BEN_PASSED), Passed(0))), ENGLISH)
    assert numbers(news.says) == [1]


TAKEN_BACK: dict[str, tuple[tuple[Event, ...], list[int]]] = {
    "a card shown": ((FINED,), []),
    "a fine let go": ((FINED, FineWaived(2)), [3, 5, 5]),
    "a fine charged": ((FINED, FineWaived(2), FineCharged(2)), []),
}


@cases("facts, owed", TAKEN_BACK)
def test_taking_back_a_late_fact_says_what_is_owed_then(
    facts: tuple[Event, ...], owed: list[int]
) -> None:
    played = night(n.BEN_HOLDS_TWO_SEVENS, SIX)
    for fact in facts:
        played = then(played, fact)
    (news,) = tell(taken_back(played), ENGLISH)
    _what, *moved = re.split(r"(?<=[.]) ", news.says)
    assert len(moved) == 3 + bool(owed)  # what is owed goes on the next list
    assert numbers(" ".join(moved)) == owed


def test_taking_back_a_repair_of_an_earlier_round_says_what_is_owed_then() -> None:
    before = night(BY_RESULT, BY_RESULT)
    step = Repaired(1, before.series.rounds[0].setup, (Result((0, 3, 5), (2, 1, 0)),))
    (news,) = tell(taken_back(after(before, step)), ENGLISH)
    assert numbers(news.says) == [1, 1]


def test_letting_a_fine_go_is_taken_back_in_other_words_than_the_fine() -> None:
    says = {
        event: step_words(Recorded(1, event), THREE_TURNS.series, ENGLISH)
        for event in (FineWaived(3), FineCharged(3))
    }
    assert len({*says.values()}) == len(says)


def test_a_result_that_is_entered_anew_moves_its_pass_fees_at_once() -> None:
    before = night(BY_RESULT)
    entered = then(before, ONE_MORE_PASS)
    (news,) = tell(entered, ENGLISH)
    assert numbers(news.says) == [1, 1]
    (back,) = tell(replace(before, before=entered.log), ENGLISH)
    assert numbers(back.says) == [1]


def test_a_result_that_ends_a_round_moves_nothing_at_once() -> None:
    assert tell(then(night("Ann Ben Cem\n"), ONE_MORE_PASS), ENGLISH) == ()


@cases("chips, pays_now", {"on the table": ("table", True), "in the app": ("app", False)})
def test_a_correction_says_that_chips_on_the_table_are_paid_now(
    chips: str,
    pays_now: bool,  # noqa: FBT001
) -> None:
    before = night(BY_RESULT, rules=f"bicycle chips={chips}")
    (news,) = tell(then(before, ChipsCorrection(1, 0, 4, "lost")), ENGLISH)
    assert news.says.startswith("Ben") is not pays_now


def test_repair_at_a_shared_table_names_its_author() -> None:
    step, says = REPAIRS["another card"]
    at_ben = Company(1, seats={"Ann": 1, "Ben": 2}, latest=2)
    (news,) = tell(replace(after(THREE_TURNS, step), company=at_ben), ENGLISH)
    assert news.says.split(".")[0] == f"{says} by Ben"


@cases("step, says", REPAIRS)
def test_undo_says_that_it_would_take_back_a_repair(step: Step, says: str) -> None:
    assert undo_says(THREE_TURNS, "Undo", ENGLISH) == "Undo"
    repaired = after(THREE_TURNS, step)
    where, what = says.split(": ")
    assert undo_says(repaired, "Undo", ENGLISH) == f"Undo: {where}, {what}"
    loaded_anew = replace(repaired, before=None)
    assert undo_says(loaded_anew, "Undo", ENGLISH) == "Undo: Round 1, repaired"


PLAYERS = ("Ann", "Ben", "Cem")
RECORDED = (
    "Ann 7D",
    "Ann --",
    "Ann -- Ben --",
    "hand Ben 7H 8H",
    "hand Ben 7H then Ben --",
    "holds Ben 7H",
    "left Ben 7H 8H",
    "forget Ben 7H",
    "result Ann 0 2 Ben 3 1 Cem 4 0",
    "scored Ann Ann -5 Ben 3 Cem ?",
    "date 2026-11-20",
    "time 21:00",
    "waive 2",
    "charge 2",
    "paid 2",
    "pay Ben Ann 4",
    "points Ben +3",
    "void",
)
OF_SERIES = (
    "deal\nrules pagat\ndealer Ann\ndeal 17 17 18\nAnn Ben Cem",
    "redeal\nrules pagat\ndealer Ann\ndeal 17 17 18\nAnn Ben Cem",
    "planned pagat",
    "end",
    "series Porch",
    "date 2026-11-20",
    "called Ben Benjamin",
    "handed Ben Ann 4",
    "open Ben Ann 4",
    "later Ben",
    "now Ben",
    "worth 0.05 €",
    "sheet\nfantan 1\nround 1\nAnn Ben Cem\n1 7D . .",
)


def test_every_kind_of_step_is_said() -> None:
    series = THREE_TURNS.series
    steps = [
        *(read_step(says, 1, PLAYERS) for says in RECORDED),
        *(read_step(says, 0, PLAYERS) for says in OF_SERIES),
        read_step("owed Ben Ann 4", 1, PLAYERS),
        REPAIRS["another card"][0],
    ]
    events = {type(step.event) for step in steps if isinstance(step, Recorded)}
    assert events == {*EVENT_KINDS.values(), Played, Passed, PassRun, LaidOut}
    assert {type(step) for step in steps} == {*KINDS.values(), Recorded, FormerMark, SheetTaken}
    for step in steps:
        says = step_words(step, series, ENGLISH)
        assert says, step
        assert not {*"{}()\n"} & {*says}, says
