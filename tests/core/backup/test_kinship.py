"""An evening on two devices: what an import of the one does to the other."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.core.cards import card
from companion.core.kinship import (
    NO_MORE,
    Kin,
    More,
    contains,
    copy_id,
    evening_of,
    is_here,
    kin,
    more_in,
    new_id,
    steps_to,
)
from companion.core.log import Log
from companion.core.names import is_id
from companion.core.payments import Payment
from companion.core.rounds.events.cards import Forgotten
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.sheet.taken import SheetTaken
from companion.core.steps import Dealt, LeftOpen, PlayerRenamed, Recorded, Renamed, Step
from tests.cases import cases
from tests.strategies import Evening, choose_turn, habits, luck, rules, seatings

BASE = """\
fantan 1
series Friday
date 2026-11-20

round 1
dealer Cem
deal Ann 17 Ben 17 Cem 18
         Ann  Ben  Cem
1        7C   6C   5C
2        8C   4C   3C
"""
RESULT = f"{BASE.partition('1  ')[0]}result Ann 0 1 Ben 2 0 Cem 3 0\n"
NO_PASS = RESULT.replace("Ann 0 1", "Ann 0 0")
SHORTER = BASE.replace("   4C   3C", "   .    .")
OFF = f"{BASE}void\n"
PAID = f"{BASE}pay Ann Ben 50\nvoid\n"
END = f"{OFF}\nend\n"
OPEN = f"{END}open pot Ann 1\n"
GAVE = f"{RESULT}handed Ben Ann 2\n"
IN_APP = RESULT.replace("\n\n", "\nrules bicycle chips=app\n", 1)
LEFT = f"{RESULT}later Ben\n"
NEXT = f"{OFF}\nround 2\ndealer Ann\n Ann Ben Cem\n"
PLANNED = f"{BASE}\nplanned pagat\n"
LATER = BASE.replace("dealer", "date 2026-11-21\ndealer")


def renamed(text: str, series: str = "Friday", player: str = "Anna") -> str:
    head = f"series {series}\ndate 2026-11-20\ncalled Ann {player}\n"
    return text.replace("series Friday\ndate 2026-11-20\n", head)


KINS = {
    "the same": (BASE, BASE, Kin.SAME),
    "turns more": (SHORTER, BASE, Kin.FURTHER),
    "turns less": (BASE, SHORTER, Kin.SAME),
    "another turn": (BASE, BASE.replace("8C", "7D"), Kin.BOTH),
    "both went on": (f"{BASE}3 9C . .\n", f"{BASE}3 7D . .\n", Kin.BOTH),
    "a name given since": (renamed(BASE), BASE, Kin.SAME),
    "a name given there": (BASE, renamed(BASE), Kin.FURTHER),
    "names given on both": (renamed(BASE), renamed(BASE, player="Annie"), Kin.BOTH),
    "the series renamed": (renamed(BASE, "Porch", "Ann"), BASE, Kin.BOTH),
    "ended since": (END, OFF, Kin.SAME),
    "ended there": (OFF, END, Kin.FURTHER),
    "ended there, played on here": (NEXT, END, Kin.SAME),
    "handed over since": (END, OPEN, Kin.SAME),
    "handed over there": (OPEN, END, Kin.FURTHER),
    "more is open there": (OPEN, OPEN.replace("pot Ann 1", "pot Ann 2"), Kin.SAME),
    "turns more, and more is open": (f"{NEXT}1 . 7C .\nopen Ben Ann 3\n", NEXT, Kin.BOTH),
    "chips given here": (GAVE, RESULT, Kin.SAME),
    "chips given there": (
        f"{RESULT}handed Ben Ann 2\n",
        f"{RESULT}handed Ben Ann 3\n",
        Kin.FURTHER,
    ),
    "chips given in the app there": (IN_APP, f"{IN_APP}handed Ben Ann 1\n", Kin.FURTHER),
    "others gave chips": (GAVE, GAVE.replace("Ben Ann", "Cem Ann"), Kin.BOTH),
    "put off since": (LEFT, RESULT, Kin.SAME),
    "put off there": (RESULT, LEFT, Kin.FURTHER),
    "put off here, dealt on there": (LEFT, f"{RESULT}\nround 2\n Ann Ben Cem\n", Kin.BOTH),
    "a card noted since": (f"{BASE}holds Ann 9D\n", BASE, Kin.SAME),
    "a card more noted": (f"{BASE}holds Ann 9D 10D\n", f"{BASE}holds Ann 9D\n", Kin.SAME),
    "a card noted there": (f"{BASE}holds Ann 9D\n", f"{BASE}holds Ann 9D 10D\n", Kin.FURTHER),
    "a note here, turns there": (f"{SHORTER}pay Ann Ben 1 nuts\n", BASE, Kin.BOTH),
    "paid since": (PAID, BASE, Kin.SAME),
    "paid there": (BASE, PAID, Kin.FURTHER),
    "paid there, played on here": (NEXT, PAID, Kin.BOTH),
    "paid twice there": (PAID, PAID.replace("pay", "pay Ann Ben 50\npay"), Kin.FURTHER),
    "paid before and after it was called off": (PAID, f"{OFF}pay Ann Ben 50\n", Kin.BOTH),
    "rules planned there": (BASE, PLANNED, Kin.FURTHER),
    "other rules planned": (f"{BASE}\nplanned fwend\n", PLANNED, Kin.BOTH),
    "a round was dealt on another day there": (BASE, LATER, Kin.FURTHER),
    "on different days": (LATER, LATER.replace("11-21", "11-22"), Kin.BOTH),
    "it ended when it was dealt there": (
        f"{BASE}time 20:10 20:40\n",
        f"{BASE}time 20:40\n",
        Kin.BOTH,
    ),
    "its result alone there": (BASE, RESULT, Kin.BOTH),
    "other players": (BASE, BASE.replace("Ben", "Dan"), Kin.BOTH),
    "paid there, without a pass": (NO_PASS, f"{NO_PASS}pay Ann Ben 50\n", Kin.FURTHER),
    "handed over there, without a pass": (NO_PASS, f"{NO_PASS}handed Ben Ann 2\n", Kin.FURTHER),
    "put off there, without a pass": (NO_PASS, f"{NO_PASS}later Ben\n", Kin.FURTHER),
    "a worth there, without a pass": (
        NO_PASS,
        NO_PASS.replace("\n\n", "\nworth 1 ct\n\n", 1),
        Kin.FURTHER,
    ),
    "rules planned there, without a pass": (NO_PASS, f"{NO_PASS}\nplanned pagat\n", Kin.FURTHER),
    "ended there, without a pass": (NO_PASS, f"{NO_PASS}\nend\n", Kin.FURTHER),
    "cards shown there, without a pass": (NO_PASS, f"{NO_PASS}left Ben 3H 4H\n", Kin.FURTHER),
    "renamed there, without a pass": (NO_PASS, renamed(NO_PASS, "Porch", "Ann"), Kin.BOTH),
    "other rules there, without a pass": (
        NO_PASS,
        NO_PASS.replace("\n\n", "\nrules bicycle ante=5\n\n", 1),
        Kin.BOTH,
    ),
    "a round called off there, by its result": (
        NO_PASS,
        f"{NO_PASS}\nround 2\n Ann Ben Cem\nresult Ann 0 0 Ben 1 0 Cem 1 0\nvoid\n",
        Kin.FURTHER,
    ),
}


@cases("ours, theirs, how", KINS)
def test_states_of_an_evening_are_compared_by_all_their_facts(
    ours: str, theirs: str, how: Kin
) -> None:
    assert kin(loads(ours), loads(theirs).series) is how


OWED = f"{RESULT}\nround 2\n Ann Ben Cem\nopen Ben Ann 2\n"
VANISHED: dict[str, tuple[str, list[Step], Kin]] = {
    "a card": (
        f"{SHORTER}holds Ben 9D\n",
        [Recorded(1, Forgotten(1, card("9D").bit))],
        Kin.FURTHER,
    ),
    "a name, before all was handed over": (OWED, [Renamed("Porch"), LeftOpen()], Kin.BOTH),
    "a name, before a part was handed over": (
        OWED,
        [Renamed("Porch"), LeftOpen((Payment("Ben", "Ann", 1),))],
        Kin.BOTH,
    ),
}


@cases("text, steps, as_sheet", VANISHED)
def test_facts_that_vanished_here_make_no_other_evening(
    text: str, steps: list[Step], as_sheet: Kin
) -> None:
    now = older = loads(text)
    for step in steps:
        now = now.after(step)
    assert not contains(now.series, older.series)
    assert kin(now, older.series) is Kin.SAME
    assert kin(loads(dumps(now)), older.series) is as_sheet


MORE = {
    "nothing": (BASE, BASE, NO_MORE),
    "two turns": (BASE, SHORTER, More(turns=2)),
    "another turn": (BASE, BASE.replace("8C", "7D"), More(turns=3)),
    "a round": (NEXT, OFF, More(rounds=1)),
    "a card and a payment": (f"{BASE}holds Ann 9D\npay Ann Ben 1\n", BASE, More(others=2)),
    "a name and the end": (renamed(END), OFF, More(others=2)),
    "other players": (BASE, BASE.replace("Ben", "Dan"), More(others=1)),
}


@cases("one, other, more", MORE)
def test_what_one_state_has_more_is_counted(one: str, other: str, more: More) -> None:
    assert more_in(loads(one).series, loads(other).series) == more


WITHOUT_ID = {
    "the same": (BASE, BASE, True),
    "all of it is here": (NEXT, SHORTER, True),
    "it goes on": (SHORTER, BASE, False),
    "another player": (BASE, BASE.replace("Ben", "Dan"), False),
    "another name": (BASE, renamed(BASE), False),
    "another date": (BASE, BASE.replace("11-20", "11-21"), False),
    "another series": (renamed(BASE, "Porch", "Ann"), BASE, False),
    "the same result": (RESULT, RESULT, True),
    "results alone": (f"{RESULT}\nround 2\ndealer Ann\n Ann Ben Cem\n", RESULT, False),
    "a deal alone": (BASE, BASE.partition("1  ")[0], False),
}


@cases("ours, theirs, here", WITHOUT_ID)
def test_sheet_without_an_id_is_here_only_if_all_of_it_proves_that(
    ours: str, theirs: str, *, here: bool
) -> None:
    assert is_here(loads(ours), loads(theirs).series) is here


@pytest.mark.parametrize(("theirs", "here"), [(BASE, True), (SHORTER, True), (RESULT, False)])
def test_sheet_without_an_id_is_here_if_its_players_were_renamed_since(
    theirs: str, *, here: bool
) -> None:
    ours = loads(RESULT if theirs is RESULT else BASE)
    assert is_here(ours.after(PlayerRenamed("Ann", "Anna")), loads(theirs).series) is here


def test_copies_share_the_id_of_their_evening_and_no_other() -> None:
    for known in (new_id(), "friday-night_of-the-20th", "01234567"):
        copies = {copy_id(known) for _ in range(9)}
        assert {evening_of(copy) for copy in copies} == {evening_of(known)}
        assert all(map(is_id, copies))
        assert evening_of(new_id()) != evening_of(known)
    assert evening_of("friday-night-1") != evening_of("friday-night-2")


# Any two states


@st.composite
def states(draw: st.DrawFn, count: int = 2) -> tuple[Log, ...]:
    """Draw states of one evening, each as one of the devices has it that went on alone."""
    chance, chosen = draw(luck()), draw(st.lists(rules(), min_size=1, max_size=2))
    head = Series(
        name=draw(st.sampled_from(("", "Friday night"))),
        date=draw(st.sampled_from(("", "2026-11-20"))),
        rules=chosen[0],
        id=new_id(),
    )
    evening = Evening(chance, head, draw(habits()), chosen)
    for _ in range(draw(st.integers(1, 2))):
        evening.round(draw(seatings(2, 5)))
    assume(evening.log.steps)
    return tuple(gone_on(evening, draw(luck()), draw(st.integers(0, 9))) for _ in range(count))


def gone_on(evening: Evening, chance: Random, count: int) -> Log:
    """Return the log of a device that does a few more things than the others."""
    alone = Evening(chance, evening.log.head, evening.how, evening.more)
    alone.log, alone.hands = evening.log, [*evening.hands]
    for _ in range(count):
        now = alone.log.round
        turn = chance.randrange(3) == 0 and not now.over and not now.by_result
        if turn and len(alone.hands) == alone.log.round_number:
            step = choose_turn(chance, now, alone.hands[-1], evening.how.false_passes)
            alone.write(alone._recorded(step))  # noqa: SLF001
        elif chance.randrange(8) == 0:
            alone.round(now.setup.players)
        else:
            alone.aside()
    return alone.log


@settings(max_examples=25)
@given(states())
def test_continuation_makes_exactly_the_further_state(both: tuple[Log, Log]) -> None:
    ours, theirs = both[0], loads(dumps(both[1]))
    for steps in (steps_to(ours, theirs), (SheetTaken(theirs),)):
        after = ours
        for step in steps:
            after = after.after(step)
        assert after.series == theirs.series
        assert after.series.id == ours.series.id
        for step in reversed(steps):
            assert after.steps[-1] == step
            after = after.without_last()
        assert after == ours
        assert after.series == ours.series


CONTINUED = {
    "hand-overs in a chain": f"{RESULT}handed Ben Cem 2\nhanded Cem Ann 5\n",
    "debts to others": f"{RESULT}open Ben Cem 2 Cem Ann 2\nlater Ben\nlater Cem\n",
    "what the app settles": f"{IN_APP}handed Ben Ann 1\n",
}


@cases("sheet", CONTINUED)
def test_single_steps_continue_an_evening_by(sheet: str) -> None:
    ours = loads(IN_APP if "chips=app" in sheet else RESULT)
    theirs = loads(sheet)
    steps = steps_to(ours, theirs)
    assert not any(isinstance(step, SheetTaken) for step in steps)
    for step in steps:
        ours = ours.after(step)
    assert (ours.series, ours.series.open) == (theirs.series, theirs.series.open)


@settings(max_examples=25)
@given(states())
def test_older_state_of_our_own_log_is_the_same(both: tuple[Log, Log]) -> None:
    log = both[0]
    for count in range(1, len(log.steps) + 1, 1 + len(log.steps) // 4):
        older = loads(dumps(Log.of(log.head, log.steps[:count])))
        assert contains(older.series, older.series)
        later = enumerate(log.steps[count:], count)
        said = next((place for place, step in later if isinstance(step, Dealt | LeftOpen)), None)
        if said is None or not opens_more(log, said):
            assert kin(log, older.series) is Kin.SAME


def opens_more(log: Log, place: int) -> bool:
    """Return whether the step at this place says that more is open, as the line of a sheet does.

    That was open all along.
    """
    if not isinstance(log.steps[place], LeftOpen):
        return False
    before, after = (
        dict(Log.of(log.head, log.steps[:end]).series.carried) for end in (place, place + 1)
    )
    had = {handle: before.get(handle, 0) for handle in after}
    return any(not min(0, had[one]) <= chips <= max(0, had[one]) for one, chips in after.items())
