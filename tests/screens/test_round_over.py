"""The end of a round: payments, open questions and the next deal."""

from dataclasses import replace

from companion.core.cards import card
from companion.core.rounds.events.cards import Seen
from companion.core.rounds.events.decisions import CalledOff, FineCharged, FineTicked, FineWaived
from companion.core.rounds.setup import POT
from companion.core.sheet.taken import SheetTaken
from companion.core.steps import (
    Dealt,
    Ended,
    HandedOver,
    NotPutOff,
    PlayerRenamed,
    PutOff,
    Recorded,
    Redealt,
    Step,
)
from companion.desk.table import Snapshot
from companion.screens.blocks import (
    Do,
    Document,
    Emphasis,
    Go,
    plain,
)
from companion.screens.hand_overs import EVEN
from companion.screens.kit import ScreenFacts
from companion.screens.round_over import RoundOver
from companion.screens.series import SeriesForm
from companion.screens.settling import Settling
from companion.screens.speech import person
from companion.words import ENGLISH
from tests.cases import cases
from tests.screens import nights as n
from tests.screens.documents import actions, chips_named, heroes, numbers, rows, texts
from tests.screens.nights import ended, night, then

OVER = night(n.ANN_GOES_OUT)
PIPS = "bicycle points=pips"


def view_of(played: Snapshot) -> Document:
    return RoundOver().view(ScreenFacts(snapshot=played))


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


@cases("played, ways", LATER)
def test_a_tap_puts_off_what_a_player_has_to_hand_over(
    played: Snapshot, ways: list[tuple[bool, Step]]
) -> None:
    found = [row.badge.action for row in rows(view_of(played)) if row.to and row.badge]
    assert [(way.chosen, way.intent) for way in found] == [
        (on, Do(step, exact=True)) for on, step in ways
    ]


def test_nothing_is_said_of_the_others_where_they_pay_as_before() -> None:
    assert "others-pay" not in texts(view_of(PUT_OFF))


THREE_LEFT = n.ANN_GOES_OUT.replace("Ann 2 Ben 25 Cem 25", "Ann 2 Ben 3 Cem 47")
DEAL_AFTER_THREE = Dealt(night(THREE_LEFT).series.next_setup())
DEAL = Dealt(PUT_OFF.series.next_setup())
GIVES_THE_POT = "Ann Ben Cem Dee\nresult Ann 3 1 Ben 0 1 Cem 4 1 Dee 2 1\npay pot Cem 17\n"
BEN_STILL_OWES = f"{n.ANN_GOES_OUT}round 2\nAnn Ben Cem\nopen Ben Ann 25\nlater Ben\n"
FORMER_LISTS = {
    "after the end": (after(PUT_OFF, Ended()), [25]),
    "in play": (after(PUT_OFF, DEAL), [25]),
    "and dealt again": (after(PUT_OFF, DEAL, Redealt(DEAL.setup)), [25]),
    "less a part": (after(PUT_OFF, DEAL, HandedOver("Ben", "Ann", 5)), []),
    "on a sheet, which has no former lists": (night(BEN_STILL_OWES), []),
    "after a sheet": (after(PUT_OFF, DEAL, SheetTaken(night(BEN_STILL_OWES).log)), []),
    "of balances": (night(n.ANN_GOES_OUT, rules="bicycle chips=app"), []),
}


@cases("played, cards", FORMER_LISTS)
def test_what_is_left_of_a_list_keeps_its_reasons(played: Snapshot, cards: list[int]) -> None:
    listed = rows(Settling().view(ScreenFacts(snapshot=played)))
    open_ = (row for row in listed if row.tick and not row.tick.on)
    (row,) = (row for row in open_ if row.leading == person(played, "Ben"))
    assert numbers(plain(row.subtitle)) == cards


def test_what_was_handed_over_of_a_former_list_is_not_in_the_next() -> None:
    taken = SheetTaken(night(n.ANN_GOES_OUT, n.ANN_GOES_OUT).log)
    played = after(OVER, HandedOver("Ben", "Ann", 4), taken)
    assert [row.value for row in rows(view_of(played)) if row.id.startswith("handed-")] == []


def test_who_is_even_gives_the_pot_what_others_give() -> None:
    played = night(GIVES_THE_POT)
    (row,) = (row for row in rows(view_of(played)) if row.id == "even-Ben")
    assert sorted(numbers(plain(row.subtitle))) == [2, 3, 4, 9]


def test_settling_is_offered_where_there_is_something_to_settle() -> None:
    in_app = night(n.ANN_GOES_OUT, rules="bicycle chips=app")
    looks = [
        [way.look for way in view_of(ended(night_)).footer if way.id == "settle"]
        for night_ in (OVER, PUT_OFF, in_app)
    ]
    assert looks == [[], [Emphasis.PRIMARY], [Emphasis.PRIMARY]]
    uncounted = night(n.ANN_GOES_OUT, rules="pagat chips=app")
    assert "settle" not in actions(view_of(ended(uncounted)))


ROUND = "deal Ann 1 Ben 51\ndealer Ben\n    Ann Ben\n 1  7D  .\n"


def test_the_end_of_a_round_settling_and_the_series_show_one_list() -> None:
    played = night(ROUND, f"{ROUND}open Ben Ann 8\n", rules="kartendomino")
    here = ScreenFacts(snapshot=played)
    for view in (view_of(played), Settling().view(here)):
        assert [row.value for row in rows(view) if row.to] == ["59"]
    assert numbers(texts(SeriesForm().view(here))["hand-over"]) == [59]


IN_DEBT_FOR_NOTHING: dict[str, tuple[Snapshot, bool]] = {
    "a round in play": (night(n.ANN_GOES_OUT, n.IN_PLAY), False),
    "a round in play in the app": (
        night(n.IN_PLAY, rules="bicycle chips=app"),
        True,
    ),
    "all handed over": (after(OVER, Ended()), True),
}


@cases("played, all_even", IN_DEBT_FOR_NOTHING)
def test_nobody_is_called_even_while_chips_are_in_play(
    played: Snapshot,
    all_even: bool,  # noqa: FBT001
) -> None:
    here = ScreenFacts(snapshot=played)
    told = texts(Settling().view(here))["even"], texts(SeriesForm().view(here))["hand-over"]
    assert [says == ENGLISH.say(EVEN) for says in told] == [all_even, all_even]


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


WON = night(n.WON_WITH_A_FINE)
TICKED: dict[str, tuple[FineTicked, ...]] = {
    "nothing": (),
    "what lies in the pot": (FineTicked(3, POT, 3),),
    "what others got": (FineTicked(3, 2, 10),),
    "all": (FineTicked(3),),
}


@cases("ticks", TICKED)
def test_a_tick_names_all_that_it_moves(ticks: tuple[FineTicked, ...]) -> None:
    played = WON
    for tick in ticks:
        played = then(played, tick)
    (row,) = (row for row in rows(view_of(played)) if row.id == "turn-3")
    assert row.tick
    assert isinstance(row.tick.intent, Do)
    assert isinstance(row.tick.intent.step, Recorded)
    after_it = then(played, row.tick.intent.step.event)
    was, now = (sum(tick.chips for tick in at.round.decisions.paid) for at in (played, after_it))
    moved = abs(now - was)
    assert chips_named(row.tick.label) == moved
    assert moved in map(chips_named, (row.tick.says, plain(row.title)))


ANSWERS = {
    "none": ((), False, 0),
    "false": (((1, "7H"),), True, 2),
    "nothing yet": (((2, "7H"),), True, 0),
    "legal": (((2, "7H"), (2, "7C"), (2, "7S")), True, 2),
}


@cases("answers, told, turn", ANSWERS)
def test_an_answer(answers: tuple[tuple[int, str], ...], told: bool, turn: int) -> None:  # noqa: FBT001
    at = OVER
    for seat, code in answers:
        at = then(at, Seen(seat, card(code).bit))
    view = view_of(at)
    assert ("answer" in texts(view)) == told
    way = actions(view).get("answer-verdict")
    assert (way and way.intent) == (Go(f"verdict/{turn}") if turn else None)


def test_an_answer_says_what_the_fine_costs() -> None:
    told = texts(view_of(then(OVER, Seen(1, card("7H").bit))))
    assert chips_named(told["answer"]) == 3


def test_an_answer_about_an_earlier_round_is_news_without_a_way_to_a_turn() -> None:
    told = texts(view_of(then(night(n.ANN_GOES_OUT, n.ANN_FIRST), Seen(1, card("7H").bit))))
    assert "answer" not in told
    assert numbers(told["news-1"])[:2] == [1, 2]  # the round and its turn


def test_a_late_fine_of_an_earlier_round_is_news_after_a_call_off() -> None:
    off = then(night(n.ANN_GOES_OUT, n.ANN_FIRST), CalledOff(), 2)
    assert numbers(texts(view_of(then(off, Seen(1, card("7H").bit))))["news-1"])[:2] == [1, 2]


def test_a_debt_that_only_equals_a_paid_one_has_none_of_its_reasons() -> None:
    played = after(night(THREE_LEFT), DEAL_AFTER_THREE, Recorded(1, Seen(1, card("7H").bit)))
    (row,) = (row for row in rows(Settling().view(ScreenFacts(snapshot=played))) if row.to)
    assert (row.value, plain(row.subtitle)) == ("3", "")


def test_reasons_name_people_as_they_are_called_now() -> None:
    owing = night(f"{n.ANN_GOES_OUT}open Ann Ben 2\n")
    played = after(
        owing, PutOff("Ben"), Dealt(owing.series.next_setup()), PlayerRenamed("Ann", "Ada")
    )
    (row,) = (row for row in rows(Settling().view(ScreenFacts(snapshot=played))) if row.to)
    assert "Ada" in plain(row.subtitle)
    assert "Ann" not in plain(row.subtitle)


def test_debts_keep_their_reasons_when_the_round_in_play_is_called_off_at_the_end() -> None:
    played = after(PUT_OFF, DEAL, Ended(calls_off=True))
    listed = rows(Settling().view(ScreenFacts(snapshot=played)))
    (row,) = (row for row in listed if row.to and row.leading == person(played, "Ben"))
    assert numbers(plain(row.subtitle))


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


@cases("played, won, deals", ENDS)
def test_the_end(played: Snapshot, won: list[list[str]], *, deals: bool) -> None:
    view = view_of(played)
    large = [hero for hero in heroes(view) if not hero.small]
    assert [[person.name for person in hero.people] for hero in large] == won
    assert ("next-round" in actions(view)) is deals
