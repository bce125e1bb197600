"""What is open in a series: its books less what changed hands (R18)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

import pytest
from hypothesis import given, settings

from companion.core.books import Reason, booked, ledger
from companion.core.log import Log
from companion.core.presets import parse
from companion.core.rounds.events import (
    CalledOff,
    ChipsCorrection,
    Event,
    FineCharged,
    FineTicked,
    FineWaived,
    Passed,
    PointsCorrection,
    Result,
)
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Setup
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.steps import (
    Dealt,
    Ended,
    HandedOver,
    LeftOpen,
    NotPutOff,
    PutOff,
    Recorded,
    Repaired,
    Step,
)
from tests.core.books.random_nights import play_round
from tests.core.tables import log_of
from tests.strategies import logs, luck

ONE = "rules bicycle\nround 1\ndeal A 2 B 20 C 30\ndealer C\nA B C\n1 7D -- 6D\n2 8D . .\n"
"""A goes out: B has 20 cards left, C 29, and 6 chips lie in the pot."""
LIST = ["B A 20", "C A 29", "pot A 6"]
APP = ONE.replace("bicycle", "bicycle chips=app")
NEXT = "round 2\nA B C\n"
SERIES = {
    "the list of the last round": (ONE, LIST),
    "nothing while the first round is in play": ("round 1\nA B C\n", []),
    "nothing after the next deal": (f"{ONE}{NEXT}", []),
    "nothing after the end": (f"{ONE}end", []),
    "of rounds before what the sheet says": (f"{ONE}{NEXT}open B A 3", ["B A 3"]),
    "and the list": (f"{ONE}open B C 3", ["B A 23", "C A 26", "pot A 6"]),
    "what is put off stands apart": (
        f"{ONE}open B C 3\nlater B",
        ["B C 3", "B A 20", "C A 29", "pot A 6"],
    ),
    "what was put off with the rest": (f"{ONE}later B", LIST),
    "less what was handed over": (f"{ONE}handed B A 20\nhanded C A 9", ["C A 20", "pot A 6"]),
    "what was handed over too much": (f"{ONE}{NEXT}handed B A 3", ["A B 3"]),
    "the balances that the app keeps": (APP, ["B A 23", "C A 30"]),
    "less a part": (f"{APP}handed B A 20", ["B A 3", "C A 30"]),
    "less all": (f"{APP}handed B A 23\nhanded C A 30", []),
    "the balances that the app keeps after a deal": (f"{APP}{NEXT}", ["B A 23", "C A 30"]),
    "and after the end": (f"{APP}end", ["B A 23", "C A 30"]),
    "no round called off": (f"{APP}{NEXT}pay A B 9\nvoid", ["B A 23", "C A 30"]),
    "its later corrections": (f"{APP}{NEXT}void\npay A B 9", ["B A 14", "C A 30"]),
    "what goes back": (f"{ONE}{NEXT}void", ["pot A 2", "pot B 1", "pot C 2"]),
    "each round by its own rules": (f"{APP}round 2\nrules parlour\nA B C\n", ["B A 23", "C A 30"]),
    "a debt of a former sheet": (f"{ONE}owed B A 20", LIST),
    "of an earlier round": (f"{ONE}owed B A 4\n{NEXT}", ["B A 4"]),
    "of a correction": (f"{ONE}pay B C 4\nowed B C 4\n{NEXT}", ["B C 4"]),
    "beside a list that is handed over": (
        f"{ONE}owed B A 4\nround 2\nA B C\nresult A 0 0 B 2 1 C 4 1\nround 3\nA B C",
        ["B A 4"],
    ),
    "settled as on a former sheet": (f"{APP}settled B A 20", ["B A 3", "C A 30"]),
}


def _open(log: Log) -> list[str]:
    return [" ".join(map(str, paid)) for paid in log.series.open]


@pytest.mark.parametrize(("sheet", "expected"), SERIES.values(), ids=SERIES)
def test_r18_what_is_open(sheet: str, expected: list[str]) -> None:
    log = log_of(sheet)
    assert _open(log) == expected
    assert loads(dumps(log)).series == log.series


def test_nothing_is_open_before_the_first_round() -> None:
    assert Series().open == ()


def after(log: Log, *steps: Step | Event | str) -> Log:
    """Return the log after these steps, events of the last round, or `deal`."""
    for step in steps:
        if step == "deal":
            log = log.after(Dealt(log.series.next_setup()))
        elif isinstance(step, Step):
            log = log.after(step)
        elif isinstance(step, Event):
            log = log.after(Recorded(log.round_number, step))
    assert Log.of(log.head, log.steps).series == log.series
    assert log.without_last().after(log.steps[-1]).series == log.series
    assert loads(dumps(log)).series == log.series
    return log


FALSE = ONE.replace("8D . .", "8D . .\nholds B 7H")
"""B passed with the 7H: 3 chips to A, who took the pot, so 23."""
LATE = Recorded(1, FineWaived(2))


def without_c(rules: str = "bicycle") -> Repaired:
    """Return the repair that leaves C out of the only round."""
    setup = Setup.dealt(parse(rules), ("A", "B"), 1)
    return Repaired(1, setup, (Result((0, 20), (0, 2)),))


MOVES: Mapping[str, tuple[str, list[Step | Event | str], list[str], list[str]]] = {
    "who puts off owes after the deal": (ONE, [PutOff("B"), "deal"], ["B A 20"], ["B"]),
    "not who does so no more": (ONE, [PutOff("B"), NotPutOff("B"), "deal"], [], []),
    "over two deals": (ONE, [PutOff("B"), "deal", CalledOff(), "deal"], ["B A 20"], ["B"]),
    "and nobody waits for it": (
        # In round 2 antes and a pass of 1: A, who goes out, gets 20 of B for round 1 later.
        ONE,
        [PutOff("B"), "deal", Result((3, 4, 0), (0, 0, 1))],
        ["B A 20", "A C 3", "B C 4", "pot C 6"],
        ["B"],
    ),
    "until it is handed over": (ONE, [PutOff("B"), "deal", HandedOver("B", "A", 20)], [], []),
    "a part": (ONE, [PutOff("B"), "deal", HandedOver("B", "A", 4)], ["B A 16"], ["B"]),
    "to another": (ONE, [PutOff("B"), "deal", HandedOver("B", "C", 20)], ["C A 20"], []),
    "a mark without a debt is gone with the deal": (ONE, [PutOff("A"), "deal"], [], []),
    "what the end leaves": (ONE, [PutOff("C"), Ended()], ["C A 29"], ["C"]),
    "a late waiver before the deal": (FALSE, [FineWaived(2)], LIST, []),
    "and after it": (FALSE, ["deal", LATE], ["A B 3"], []),
    "after the end": (FALSE, [Ended(), FineWaived(2)], ["A B 3"], []),
    "of a fine put off": (FALSE, [PutOff("B"), "deal", LATE], ["B A 20"], ["B"]),
    "and charged again": (
        FALSE,
        [PutOff("B"), "deal", LATE, Recorded(1, FineCharged(2))],
        ["B A 23"],
        ["B"],
    ),
    "a late correction is made at once": (
        ONE,
        ["deal", Recorded(1, ChipsCorrection(1, 2, 4))],
        [],
        [],
    ),
    "one with the pot goes to who took it": (
        ONE,
        ["deal", Recorded(1, ChipsCorrection(1, POT, 4))],
        ["pot A 4"],
        [],
    ),
    "a late tick, which lay in the pot already": (
        FALSE,
        [FineTicked(2)],
        ["B A 20", "C A 29", "pot A 9"],
        [],
    ),
    "a late calling off": (
        ONE,
        ["deal", Recorded(1, CalledOff())],
        ["A B 23", "A C 30"],
        [],
    ),
    "of a payment put off": (
        ONE,
        [PutOff("B"), "deal", Recorded(1, CalledOff())],
        ["A B 3", "A C 30"],
        ["B"],
    ),
    "a round called off at the end has not been handed back": (
        ONE,
        ["deal", Ended(calls_off=True)],
        ["pot A 2", "pot B 1", "pot C 2"],
        [],
    ),
    "a hand-over of what was put off": (
        ONE,
        [PutOff("B"), "deal", Result((3, 4, 0), (0, 0, 1)), HandedOver("B", "A", 20)],
        ["A C 3", "B C 4", "pot C 6"],
        ["B"],
    ),
    "and of the list": (
        ONE,
        [PutOff("B"), "deal", Result((3, 4, 0), (0, 0, 1)), HandedOver("A", "C", 3)],
        ["B A 20", "B C 4", "pot C 6"],
        ["B"],
    ),
    "who left with a repair gets back what they handed over": (
        ONE,
        [HandedOver("C", "A", 9), without_c()],
        ["B A 11", "B C 9", "pot A 4"],
        [],
    ),
    "and after the end": (ONE, [Ended(), without_c()], ["A C 29", "A pot 2"], []),
    "and of the chips that the app keeps": (
        APP,
        [HandedOver("C", "A", 9), without_c("bicycle chips=app")],
        ["B A 14", "B C 9"],
        [],
    ),
    "all the rest was handed over": (ONE, [PutOff("B"), "deal", LeftOpen()], [], []),
}


@pytest.mark.parametrize(("sheet", "steps", "expected", "later"), MOVES.values(), ids=MOVES)
def test_r18_what_is_open_after_steps(
    sheet: str, steps: list[Step | Event | str], expected: list[str], later: list[str]
) -> None:
    log = after(log_of(sheet), *steps)
    assert (_open(log), list(log.series.later)) == (expected, later)


def test_who_takes_over_a_seat_has_handed_over_its_list() -> None:
    log = after(log_of(FALSE), PutOff("B"), "deal")
    round_ = log.series.rounds[0]
    seated = round_.setup.players[0], "D", round_.setup.players[2]
    setup = log.series.rounds[0].setup
    repaired = Repaired(
        1, type(setup)(setup.rules, seated, setup.dealer, setup.hand_sizes), tuple(round_.events)
    )
    assert _open(after(log, repaired)) == ["B A 23"]  # who sits in round 2 as well
    log = after(log_of(FALSE), PutOff("B"), repaired)
    assert (_open(log), log.series.later) == (["D A 23", "C A 29", "pot A 6"], ("D",))


def _at_once(round_: Round) -> Iterator[tuple[str, str, int]]:
    """Yield what people put down in play, read off the books a second time."""
    names = (*round_.setup.players, "pot")
    rules = {Reason.ANTE, Reason.SHORT_ANTE, Reason.PASS, Reason.CORRECTION}
    for moved in booked(round_).transfers:
        if moved.reason in rules or (moved.reason is Reason.CARDS_LEFT and moved.target == POT):
            yield names[moved.source], names[moved.target], moved.chips
    for tick in round_.decisions.paid:
        assert tick.payee is not None
        yield names[round_.turns[tick.turn - 1].seat], names[tick.payee], tick.chips
    for made in round_.decisions.after_void:
        if isinstance(made, ChipsCorrection):
            yield names[made.source], names[made.target], made.chips


class People:
    """Chips of the people beside the log, who do what the app asks them for."""

    def __init__(self) -> None:
        self.has = Counter[str]()

    def gives(self, *moves: tuple[str, str, int]) -> None:
        """Move chips."""
        for source, target, chips in moves:
            self.has[source] -= chips
            self.has[target] += chips

    def follow(self, before: Series, step: Step, now: Series) -> None:
        """Do what the step says that people did."""
        for number, round_ in enumerate(now.rounds):
            if round_.setup.rules.chips is ChipPlace.TABLE:
                self.gives(*_at_once(round_))
                if number < len(before.rounds):
                    was = _at_once(before.rounds[number])
                    self.gives(*((target, source, chips) for source, target, chips in was))
        lists = isinstance(step, Dealt) or (isinstance(step, Ended) and not step.calls_off)
        if lists and before.last and before.chips is ChipPlace.TABLE:
            self.gives(*(paid for paid in before.open if paid.source not in before.later))
        if isinstance(step, HandedOver):
            self.gives((step.source, step.target, step.chips))

    def verify(self, series: Series) -> None:
        """Hold what people have, and what is open, against the books."""
        have, books = Counter(self.has), Counter[str]()
        for source, target, chips in series.open:
            have.update({source: -chips, target: chips})
        for round_ in series.rounds:
            names = (*round_.setup.players, "pot")
            if round_.over:
                net = ledger(round_)
                books.update(dict(zip(names, (*net.chips, net.pot), strict=True)))
            elif round_.setup.rules.chips is ChipPlace.TABLE:
                for source, target, chips in _at_once(round_):
                    books[source] -= chips
                    books[target] += chips
        assert {name: n for name, n in have.items() if n} == {
            name: n for name, n in books.items() if n
        }


@settings(max_examples=60, deadline=None)
@given(luck())
def test_r18_who_hands_over_what_is_open_has_what_the_books_say(chance: Random) -> None:
    log, people, facts = Log.begin(log_of("rules bicycle\n").head), People(), list[Event]()

    def write(step: Step) -> None:
        nonlocal log
        if not log.objection(step):
            before, log = log.series, log.after(step)
            people.follow(before, step, log.series)
            people.verify(log.series)
            if isinstance(step, Dealt) and before.chips is ChipPlace.TABLE:
                assert {paid.source for paid in log.series.open} <= {*log.series.later}

    for number in range(1, 4):
        night = play_round(chance)
        write(Dealt(night.round.setup))
        if log.round_number < number:
            break
        for event in night.round.events:
            write(Recorded(number, event))
        facts += night.facts
        for _ in range(chance.randrange(8)):
            write(_any_step(chance, log, facts))
    assert loads(dumps(log)).series == log.series
    for paid in log.series.open:
        write(HandedOver(*paid))
    assert log.series.open == ()


def _any_step(chance: Random, log: Log, facts: list[Event]) -> Step:
    """Return what may happen at a table beside the turns; may be illegal."""
    series = log.series
    number = chance.randint(1, len(series.rounds))
    round_ = series.round(number)
    payer, payee = chance.sample([POT, *range(len(round_.setup.players))], 2)
    passes = [turn for turn, event in enumerate(round_.turns, 1) if isinstance(event, Passed)]
    turn = chance.choice(passes or [1])
    handles = sorted(series.totals.chips)
    giver, taker = chance.sample(handles, 2)
    listed = [HandedOver(*paid) for paid in series.open]
    events: list[Event] = [
        *(FineWaived(turn), FineCharged(turn), FineTicked(turn), FineTicked(turn, POT, 2)),
        ChipsCorrection(payer, payee, chance.randint(1, 9)),
        chance.choice(facts) if facts else PointsCorrection(0, 1),
    ]
    steps: list[Step] = [
        *(Recorded(number, event) for event in events),
        *(PutOff(chance.choice(handles)), NotPutOff(chance.choice(handles))),
        *(HandedOver(giver, taker, 3), chance.choice([*listed, PutOff(handles[0])])),
        *(Recorded(number, CalledOff()), Ended())[: chance.randrange(3)],
    ]
    return chance.choice(steps)


@settings(max_examples=40, deadline=None)
@given(luck())
def test_late_facts_in_another_order_leave_the_same_open(chance: Random) -> None:
    night = play_round(chance)
    log = Log.begin(log_of("rules bicycle\n").head).after(Dealt(night.round.setup))
    for event in night.round.events:
        log = log.after(Recorded(1, event))
    if chance.randrange(2):
        log = log.after(PutOff(chance.choice(night.round.setup.players)))
    log = log.after(Dealt(log.series.next_setup()))
    passes = [turn for turn, event in enumerate(night.round.turns, 1) if isinstance(event, Passed)]
    late: list[Event] = [*night.facts]
    late += (FineWaived(turn) for turn in passes if chance.randrange(3) == 0)
    late += (ChipsCorrection(0, chance.choice((POT, 1)), chips) for chips in range(1, 4))
    found = set[tuple[object, ...]]()
    for _ in range(3):
        chance.shuffle(late)
        other, waiting = log, list(late)
        for one in (*late, *late):  # what does not fit yet may fit behind the others
            if one in waiting and not other.objection(Recorded(1, one)):
                other = other.after(Recorded(1, one))
                waiting.remove(one)
        if not waiting:
            found.add((other.series.open, other.series.later))
    assert len(found) <= 1


@settings(max_examples=30, deadline=None)
@given(logs())
def test_payments_of_what_is_open_close_it(log: Log) -> None:
    number = len(log.series.open)
    for paid in log.series.open:
        log = log.after(HandedOver(*paid))
        number -= 1
        assert len(log.series.open) == number
    assert log.series.open == ()
