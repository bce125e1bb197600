"""The referee: a table that is never stored, with the ordinary board and the ordinary verdict."""

from pathlib import Path

from companion.core.cards import card
from companion.core.judge import Verdict
from companion.core.presets import preset
from companion.core.rounds.events.turns import Played
from companion.core.steps import Recorded
from companion.desk.scratch import scratch_table
from companion.desk.table import Snapshot
from companion.screens.kit import ScreenFacts, submit
from companion.screens.referee import (
    CardsInQuestion,
    judge_cards,
    judge_hand,
    open_table,
    table_of,
)
from companion.screens.routes import Screen
from companion.ui.screens import main_for
from tests.cases import cases
from tests.desks import desk_in
from tests.screens.documents import actions
from tests.screens.nights import recorded
from tests.ui.headless import Headless


def scratch(*laid: str) -> Snapshot:
    log = open_table(preset("bicycle"))
    for code in laid:
        due = log.round.due
        assert due is not None
        log = log.after(Recorded(1, Played(due, card(code))))
    return scratch_table(log).snapshot


def test_cards_in_question_are_picked_from_those_that_are_not_laid() -> None:
    here = ScreenFacts(snapshot=scratch("7H", "8H"), route=Screen("/referee/hand"))
    nothing = CardsInQuestion().view(here)
    assert actions(nothing)["judge-hand"].intent is None
    some = CardsInQuestion().pick(card("9H")).view(here)
    assert actions(some)["judge-hand"].intent == submit(judge_hand)
    assert actions(some)["judge-cards"].intent == submit(judge_cards)


def test_position_of_a_turn_is_that_before_it() -> None:
    night = recorded("friday_night")
    here = ScreenFacts(snapshot=night, route=Screen("/table/1/turns/1/referee/10"))
    log = table_of(here)
    assert len(log.round.turns) == 9
    assert log.round.setup.players == night.series.rounds[0].setup.players


JUDGED = {
    "a card that fits": ("9H", "judge-hand", Verdict.ILLEGAL),
    "a card that fits, among others": ("9H", "judge-cards", Verdict.ILLEGAL),
    "a hand that does not fit": ("2S", "judge-hand", Verdict.LEGAL),
    "others may fit": ("2S", "judge-cards", Verdict.OPEN),
}


@cases("code, button, verdict", JUDGED)
async def test_pass_is_judged_by_the_cards_that_are_chosen(
    code: str, button: str, verdict: Verdict, tmp_path: Path
) -> None:
    with desk_in(tmp_path) as desk:
        async with Headless(main_for(desk.archive), route="/referee") as app:
            for tap in ("play-7H", "play-8H", "pass", f"pick-{code}", button):
                await app.tap(tap)
            await app.until(lambda: app.has("verdict-3"))
            assert app.text("verdict-3") == verdict.value
            assert not desk.archive.catalogue.entries, "nothing is stored"


async def test_referee_leaves_the_series_in_play_alone(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.adopt(recorded("friday_night").log)
        before = desk.night.log
        async with Headless(main_for(desk.archive), route="/table/1/turns/1/referee/10") as app:
            await app.until(lambda: app.has("pass"))
            await app.tap("undo")
            await app.tap("pass")
            await app.tap("pick-2S")
            await app.tap("judge-cards")
            await app.until(lambda: app.has("verdict-9"))
        assert desk.night.log == before
