"""Small packs, free passes, starters laid first and hands laid out, on the screens."""

from collections.abc import Iterable

import pytest

from companion.core.books import places
from companion.core.cards import NO_CARDS, card, gather, spread
from companion.core.judge import judge
from companion.core.objections import Objection, Why
from companion.core.presets import PRESETS, parse, preset
from companion.core.rounds.events.cards import HandEntered, LaidOut, Seen
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.sheet import loads
from companion.desk.commands import PassUntil, answer_lead, step_of
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.explanation import explanation
from companion.screens.hand import hand
from companion.screens.house_rules import rule_panels, source_names
from companion.screens.kit import Form, ScreenFacts
from companion.screens.result import result_obstacle
from companion.screens.round_over import RoundOver
from companion.screens.routes import Screen
from companion.screens.rule_sets import ListForm, preset_blocks
from companion.screens.seating import under
from companion.screens.speech import card_name, short
from companion.screens.table import TableView, table
from companion.screens.turns import turns
from companion.screens.verdict import verdict
from companion.words import ENGLISH
from tests.places import ROOT
from tests.screens import nights as n
from tests.screens.documents import heroes, rows

SHEETS = ROOT / "tests" / "core" / "family" / "sheets"
NAMES = ("shichinarabe", "shichinarabe-strict", "devyatka", "cinquillo", "seises")
ADDED = (*NAMES, "cinquillo-48", "stalemate")
SPANISH = ENGLISH.with_cards(spanish=True)


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


def test_r23_passes_in_a_row_stop_at_a_hand_to_lay_out() -> None:
    before = at("shichinarabe", 28)
    assert before.round.due == 2
    refused = step_of(PassUntil("Dov"), before.log)
    step = refused if isinstance(refused, Objection) else before.log.objection(refused)
    assert step
    assert step.why is Why.NOBODY_PASSES


def test_r25_places_and_who_is_left_over() -> None:
    over = n.played(round_of("shichinarabe"))
    assert places(over.round) == (2, 3, 4, 1)
    (winner,) = heroes(RoundOver().view(ScreenFacts(snapshot=over)))
    assert [person.name for person in winner.people] == ["Dov"]
    left_over = n.played(_left_over())
    assert (left_over.round.winner, left_over.round.out) == (2, ())
    assert RoundOver().view(ScreenFacts(snapshot=left_over)).columns


def _left_over() -> Round:
    """Return a round in which two of three lay their hands out, and the third lays a card."""
    setup = Setup.dealt(parse("shichinarabe passes=1"), tuple("ABC"), 2)
    round_, pack = Round.begin(setup), spread(setup.rules.pack.cards)
    for seat, start in enumerate((0, 18, 35)):
        dealt = gather(pack[start : start + setup.hand_sizes[seat]])
        round_ = round_.after(HandEntered(seat, dealt))
    while not round_.over:
        due = round_.due
        assert due is not None
        playable = spread((round_.held(due) or NO_CARDS) & round_.playable)
        plays = due == WINNER and playable
        round_ = round_.after(Played(due, playable[0]) if plays else Passed(due))
    return round_


WINNER = 2


def test_result_alone_is_refused_with_a_reason() -> None:
    refused = {name: bool(result_obstacle(Round.begin(_setup(name)), ENGLISH)) for name in PRESETS}
    assert [name for name in ADDED if refused[name]] == ["shichinarabe", "shichinarabe-strict"]
    laid = Round.begin(_setup("pagat laid=starters"))
    assert result_obstacle(laid, ENGLISH)


def _setup(rules: str) -> Setup:
    return Setup.dealt(parse(rules), tuple("ABCD"), 3)


@pytest.mark.parametrize("pack", ["40", "48"])
def test_r20_spanish_pictures_are_sota_caballo_rey(pack: str) -> None:
    rules = parse(f"cinquillo pack={pack}")
    assert rules.pack.is_spanish
    indexes = [short(card(f"{rank}D"), SPANISH) for rank in "AJQK"]
    assert indexes == ["1♦", "10♦", "11♦", "12♦"]
    names = [card_name(card(f"{rank}S"), SPANISH) for rank in "JQK"]
    assert [name.split()[0] for name in names] == ["sota", "caballo", "rey"]
    told = " ".join(text for panel in explanation(rules, ENGLISH) for text in _words(panel.blocks))
    assert {"sota", "caballo", "rey"} <= {word.strip("().,") for word in told.split()}
    assert not {"jack", "queen", "king"} & {word.strip("().,") for word in told.split()}


def _words(told: Iterable[b.Block]) -> list[str]:
    return [block.says for block in told if isinstance(block, b.Text)]


RULES_OF = {
    "R20": "devyatka",
    "R21": "shichinarabe",
    "R22": "stalemate",
    **dict.fromkeys(("R23", "R24", "R25"), "shichinarabe"),
}


@pytest.mark.parametrize(("rule", "name"), RULES_OF.items(), ids=RULES_OF)
def test_how_to_play_marks_each_rule(rule: str, name: str) -> None:
    panels = explanation(preset(name), ENGLISH, int(rule[1:]))
    marked = [block for panel in panels for block in panel.blocks if isinstance(block, b.Text)]
    assert [block for block in marked if block.style is b.Style.MARKED]


@pytest.mark.parametrize("name", ADDED)
def test_rule_sets_are_offered_with_their_source(name: str) -> None:
    rules = preset(name)
    assert source_names(PRESETS[name].source, ENGLISH)
    assert rule_panels(rules, ENGLISH, under)
    form = ListForm(frozenset({"presets"}))
    listed = preset_blocks(form, rules, ENGLISH, under)
    (rows_of,) = (block.rows for block in listed if isinstance(block, b.List))
    assert [row.id for row in rows_of if row.chosen] == [f"preset-{name}"]


def test_passes_are_counted_only_where_one_rank_opens() -> None:
    rows_of = [
        row for panel in rule_panels(parse("domino"), ENGLISH, under) for row in _rows(panel)
    ]
    (passes,) = (row for row in rows_of if row.id == "rule-passes")
    assert passes.counter
    assert passes.counter.more[0].intent is None


def _rows(panel: b.Panel) -> list[b.Row]:
    return [row for block in panel.blocks if isinstance(block, b.List) for row in block.rows]
