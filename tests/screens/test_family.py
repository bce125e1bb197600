"""Small packs, free passes, starters laid first and hands laid out, on the screens."""

import pytest

from companion.core.cards import card
from companion.core.judge import judge
from companion.core.objections import Objection
from companion.core.presets import parse, preset
from companion.core.rounds.events.cards import LaidOut, Seen
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.sheet import loads
from companion.desk.commands import answer_lead, step_of
from companion.desk.table import Snapshot
from companion.screens.blocks import Text
from companion.screens.explanation import explanation
from companion.screens.hand import hand
from companion.screens.kit import Form, ScreenFacts
from companion.screens.routes import Screen
from companion.screens.speech import card_name, short
from companion.screens.table import TableView, table
from companion.screens.turns import turns
from companion.screens.verdict import verdict
from companion.words import ENGLISH
from tests.places import ROOT
from tests.screens import nights as n
from tests.screens.documents import rows

SPANISH = ENGLISH.with_cards(spanish=True)
SHEETS = ROOT / "tests" / "core" / "family" / "sheets"
NAMES = ("shichinarabe", "shichinarabe-strict", "devyatka", "cinquillo", "seises")


def round_of(name: str) -> Round:
    return loads((SHEETS / f"{name}.fantan").read_text("utf-8")).round


def so_far(whole: Round, turns_: int) -> Round:
    """Return the round after so many turns, without the hands that are entered later."""
    kept = Round.begin(whole.setup)
    for seat in range(len(whole.setup.players)):
        if laid := whole.knowledge.held(seat) & whole.starters:
            kept = kept.after(Seen(seat, laid))
    for turn in whole.turns[:turns_]:
        seat = turn.seat
        if kept.awaited_hand == seat and turn.laid is None:
            kept = kept.after(LaidOut(seat, whole.knowledge.hands[seat] or 0))
        else:
            kept = kept.after(turn)
    return kept


def at(name: str, turns_: int) -> Snapshot:
    return n.played(so_far(round_of(name), turns_))


def view(snapshot: Snapshot) -> TableView:
    return table(snapshot, ENGLISH)


@pytest.mark.parametrize("name", NAMES)
def test_every_turn_of_a_round_is_shown(name: str) -> None:
    whole = round_of(name)
    for turns_ in range(len(whole.turns) + 1):
        snapshot = at(name, turns_)
        shown, words = view(snapshot), ENGLISH.with_cards(spanish=whole.setup.rules.pack.is_spanish)
        assert [seat.cards for seat in shown.seats] == [*snapshot.round.cards_left]
        for ruling in judge(snapshot.round).rulings[-1:]:
            route = Screen(f"/table/turns/verdict/{ruling.turn}")
            assert verdict(ScreenFacts(words=words, route=route, snapshot=snapshot)).columns
        assert turns(ScreenFacts(words=words, snapshot=snapshot)).columns


def test_r21_asks_by_seats_who_laid_each_starter() -> None:
    snapshot = n.played(Round.begin(Setup.dealt(preset("shichinarabe"), tuple("ABCDE"), 4)))
    asked = list[str]()
    for handle in "BCBD":
        question = view(snapshot).lead
        assert question
        asked.append(question.card.code)
        step = step_of(answer_lead(handle), snapshot.log)
        assert not isinstance(step, Objection)
        snapshot = n.opened(snapshot.log.after(step))
    assert asked == ["7C", "7D", "7H", "7S"]
    assert view(snapshot).lead is None
    assert snapshot.round.due == 2, "who laid the 7 of diamonds begins"
    assert [seat.cards for seat in view(snapshot).seats] == [11, 9, 9, 9, 10]


def test_r22_free_pass_has_its_verdict_and_no_warning() -> None:
    snapshot = at("shichinarabe", 1)
    assert [line.verdict for line in view(snapshot).turns] == ["free"]
    assert rows(turns(ScreenFacts(snapshot=snapshot)))[0].badge
    warned = {
        rules: view(n.night(f"{HELD}", rules=rules)).passing.warning != "" for rules in FREE_OR_NOT
    }
    assert warned == FREE_OR_NOT


HELD = "dealer D\nhand A 7C 7D 7H 7S AC 2C 3C 4C 5C 6C 8C 9C 10C\nA B C D\n"
FREE_OR_NOT = {"pagat": True, "stalemate": False}


def test_r23_pass_says_how_many_are_left_and_then_lays_the_hand_out() -> None:
    whole, shown = round_of("shichinarabe"), dict[int, tuple[str, bool]]()
    prompts = set[tuple[bool, str]]()
    for turns_ in range(30):
        snapshot = at("shichinarabe", turns_)
        if snapshot.round.due == 2:
            now = view(snapshot)
            shown[snapshot.round.passes_left(2) or 0] = (now.seats[2].passes, now.passing.lays_out)
            prompts.add((now.passing.lays_out, now.prompt))
    assert len(prompts) == len({prompt for _, prompt in prompts}) == 2
    assert shown == {3: ("●●●", False), 2: ("●●○", False), 1: ("●○○", False), 0: ("○○○", True)}
    assert view(at("shichinarabe", 29)).seats[2].passes == "×"
    assert view(at("shichinarabe", 29)).has_gaps
    assert view(at("shichinarabe", 29)).behind_gap != ""
    assert whole.laid_out == (2,)


def lay_out_screen(snapshot: Snapshot) -> Form:
    seat = snapshot.round.awaited_hand
    assert seat is not None
    return hand(ScreenFacts(snapshot=snapshot, route=Screen(f"/table/hand/{seat + 1}")))


def test_r23_hand_is_entered_and_laid_out_in_one_step() -> None:
    before = at("shichinarabe", 28)
    form = lay_out_screen(before)
    here = ScreenFacts(snapshot=before)
    (empty,) = form.begin.view(here).footer
    assert (empty.id, empty.intent) == ("lay-out", None)
    whole = round_of("shichinarabe").knowledge.hands[2]
    assert whole
    after = n.then(before, LaidOut(2, whole))
    assert after.round.laid_out == (2,)
    assert after.round.knowledge.hands[2] == whole
    assert len(after.log.steps) == len(before.log.steps) + 1
    assert view(after).undo.says != ""


@pytest.mark.parametrize("pack", ["40", "48"])
def test_r20_spanish_pictures_are_sota_caballo_rey(pack: str) -> None:
    rules = parse(f"cinquillo pack={pack}")
    assert rules.pack.is_spanish
    assert [short(card(f"{rank}D"), SPANISH) for rank in "AJQK"] == ["1♦", "10♦", "11♦", "12♦"]
    names = [card_name(card(f"{rank}S"), SPANISH) for rank in "JQK"]
    assert [name.split()[0] for name in names] == ["sota", "caballo", "rey"]
    told = [block for panel in explanation(rules, ENGLISH) for block in panel.blocks]
    words = {
        word.strip("().,")
        for block in told
        if isinstance(block, Text)
        for word in block.says.split()
    }
    assert {"sota", "caballo", "rey"} <= words
    assert not {"jack", "queen", "king"} & words
