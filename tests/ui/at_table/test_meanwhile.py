"""Forms over a round that are being filled in while somebody else deals or changes the round."""

from collections.abc import Callable

from companion.core.cards import card
from companion.core.rounds.events.decisions import CalledOff, ChipsCorrection
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.setup import Setup
from tests.cases import cases
from tests.desks import Desk, begin, turns
from tests.screens.documents import numbers
from tests.screens.nights import FEW_LEFT, night
from tests.ui.headless import Headless, opened

CODES = "7H 8H 6H 9H 5H 10H 4H"


def in_play(desk: Desk) -> None:
    begin(desk, "Friday night")
    for code in CODES.split():
        desk.record(Played(desk.night.round.due or 0, card(code)))


def called_off(desk: Desk) -> None:
    in_play(desk)
    desk.record(CalledOff())


def few_left(desk: Desk) -> None:
    desk.adopt(night(FEW_LEFT).log)


def deal(desk: Desk) -> None:
    desk.deal(desk.night.series.next_setup())


def lay_another(desk: Desk) -> None:
    desk.record(Played(desk.night.round.due or 0, card("JH")))


def seat_others(desk: Desk) -> None:
    for _ in CODES.split():
        desk.undo()
    desk.redeal(Setup.dealt(desk.night.round.setup.rules, ("Ben", "Ann"), 0))


def chips(app: Headless) -> bool:
    return app.text("pay-chips") == "5" and bool(app.find("pay-from-Ben")["selected"])


def cards_left(app: Headless) -> bool:
    return app.text("left-Ann").endswith(" 0")


def picked_for_cem(app: Headless) -> bool:
    return bool(app.find("hand-of-Cem")["selected"]) and numbers(app.text("save-hand"))[0] == 3


Case = tuple[
    Callable[[Desk], None], str, str, Callable[[Desk], None], Callable[[Headless], bool], str
]
CASES: dict[str, Case] = {
    "correction": (
        called_off,
        "/table/over/pay",
        "pay-from-Ben pay-to-Ann pay-chips-more-5",
        deal,
        chips,
        "pay",
    ),
    "result only": (in_play, "/table/result", "number-0", lay_another, cards_left, "save-result"),
    "cards left": (
        few_left,
        "/table/1/over/cards",
        "reveal-KS",
        deal,
        lambda app: bool(app.find("reveal-KS")["selected"]),
        "",
    ),
    "hand": (
        in_play,
        "/table/hand",
        "hand-of-Cem pick-KS",
        seat_others,
        picked_for_cem,
        "note-cards",
    ),
    "repair": (
        in_play,
        "/table/1/turns/repair/2",
        "insert-2",
        lay_another,
        lambda app: app.has("turn-8"),
        "repair-apply",
    ),
}
"""The night, the form, what is entered, what another device does, and what stays to be seen.

Then the button that asks the table for it.
"""


@cases("case", CASES)
async def test_what_was_entered_stays_to_be_looked_at(case: Case, desk: Desk) -> None:
    prepare, path, taps, meanwhile, stays, asks = case
    prepare(desk)
    async with opened(desk, path) as app:
        await app.tap(*taps.split())
        assert stays(app)
        meanwhile(desk)
        await app.settle()
        steps = desk.night.log.steps
        assert app.has("stale")
        assert stays(app)
        assert not asks or app.rests(asks)
        await app.tap("go-on")
        assert not app.has("stale")
    assert desk.night.log.steps == steps


@cases("case", CASES)
async def test_an_empty_form_follows_the_table(case: Case, desk: Desk) -> None:
    prepare, path, _, meanwhile, _, _ = case
    prepare(desk)
    async with opened(desk, path) as app:
        meanwhile(desk)
        await app.settle()
        assert not app.has("stale")


async def test_a_card_is_given_to_nobody_over_a_table_that_has_changed(desk: Desk) -> None:
    few_left(desk)
    async with opened(desk, "/table/1/over/cards") as app:
        await app.tap("reveal-KS")
        deal(desk)
        await app.settle()
        steps = desk.night.log.steps
        await app.tap("reveal-to-Cem")
        assert app.has("refusal")
    assert desk.night.log.steps == steps


async def test_a_correction_goes_on_in_its_round(desk: Desk) -> None:
    called_off(desk)
    async with opened(desk, "/table/over/pay") as app:
        await app.tap("pay-from-Ben", "pay-to-Ann", "pay-chips-more-5")
        deal(desk)
        await app.settle()
        await app.tap("go-on", "pay")
    assert desk.night.series.round(1).decisions.corrections == (ChipsCorrection(1, 0, 5),)
    assert desk.night.round.decisions.corrections == ()


async def test_a_repair_goes_on_with_the_turns_that_came(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, "/table/1/turns/repair/2") as app:
        await app.tap("insert-2")
        lay_another(desk)
        await app.settle()
        await app.tap("go-on", "repair-apply")
    assert isinstance(desk.night.round.turns[1], Passed)
    assert turns(desk) == ["7H", "--", "8H", "6H", "9H", "5H", "10H", "4H", "JH"]
