"""What is open in a series: its books less what changed hands (R18)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from os import environ
from random import Random

from hypothesis import given, settings

from companion.core.books import Reason, booked, ledger
from companion.core.dues import dues
from companion.core.log import Log
from companion.core.payments import Payment
from companion.core.presets import parse
from companion.core.rounds.events.decisions import (
    CalledOff,
    ChipsCorrection,
    FineCharged,
    FineTicked,
    FineWaived,
)
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.position import Event
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Setup
from companion.core.rules import ChipPlace
from companion.core.series import Series, successors
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
from tests.cases import cases
from tests.core.books.random_nights import any_rules, play_round
from tests.core.tables import log_of
from tests.strategies import HANDLES, Evening, Habits, habits, logs, luck, seatings

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
    "by way of somebody who sits in no round": (f"{ONE}{NEXT}open B X 3 X A 3", ["B A 3"]),
    "also while it is put off": (f"{ONE}{NEXT}open B X 3 X A 3\nlater B", ["B X 3", "X A 3"]),
    "nothing of a circle": (f"{ONE}{NEXT}open A B 9 B C 9 C A 9 C B 1", ["C B 1"]),
    "what is put off stands apart": (
        f"{ONE}open B C 3\nlater B",
        ["B A 20", "B C 3", "C A 29", "pot A 6"],
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


@cases("sheet, expected", SERIES)
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
OWING = f"{FALSE}\nholds B 8H\nholds C 6H"
"""And 5 to C, whose six waited for it."""
LATE = Recorded(1, FineWaived(2))
TWO_OWE = """
round 1
A B C D
result A 3 1 B 0 1 C 4 1 D 2 1
round 2
A B C D
open B A 6 B C 5 D A 6 D C 10
later B
later D
"""


def without_c(rules: str = "bicycle") -> Repaired:
    """Return the repair that leaves C out of the only round."""
    setup = Setup.dealt(parse(rules), ("A", "B"), 1)
    return Repaired(1, setup, (Result((0, 20), (0, 2)),))


def without_passes() -> Repaired:
    """Return the repair of the round in which B did not pass and pay a chip."""
    setup = log_of(ONE).round.setup
    return Repaired(1, setup, (Result((0, 20, 29), (0, 0, 0)),))


MOVES: Mapping[str, tuple[str, list[Step | Event | str], list[str], list[str]]] = {
    "who puts off owes after the deal": (ONE, [PutOff("B"), "deal"], ["B A 20"], ["B"]),
    "not who does so no more": (ONE, [PutOff("B"), NotPutOff("B"), "deal"], [], []),
    "over two deals": (ONE, [PutOff("B"), "deal", CalledOff(), "deal"], ["B A 20"], ["B"]),
    "and nobody waits for it": (
        # In round 2 antes and a pass of 1: A, who goes out, gets 20 of B for round 1 later.
        ONE,
        [PutOff("B"), "deal", Result((3, 4, 0), (0, 0, 1))],
        ["A C 3", "B A 20", "B C 4", "pot C 6"],
        ["B"],
    ),
    "nor for what is put off of the list": (
        # C gives A 24 of her 29 cards otherwise, and B the rest.
        OWING,
        [PutOff("B")],
        ["B A 23", "B C 5", "C A 29", "pot A 6"],
        ["B"],
    ),
    "which what others give covers": (
        # B gives A the 5 of the 29 that she gives C otherwise.
        OWING,
        [PutOff("C")],
        ["B A 28", "C A 24", "pot A 6"],
        ["C"],
    ),
    "nor for an old debt, which is less by what its payee owes": (
        # B owes A 23 for cards and a fine, and C 5; C owes A 29.
        f"{OWING}\nopen A B 40 A C 40",
        [PutOff("A")],
        ["A B 17", "A C 11", "B C 5", "pot A 6"],
        ["A"],
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
        # Also the chip that C put into the pot, of which 6 lie there.
        [HandedOver("C", "A", 9), without_c()],
        ["B A 16", "B C 4", "pot C 6"],
        [],
    ),
    "and after the end": (ONE, [Ended(), without_c()], ["A C 30"], []),
    "and of the chips that the app keeps": (
        APP,
        [HandedOver("C", "A", 9), without_c("bicycle chips=app")],
        ["B A 14", "B C 9"],
        [],
    ),
    "a repair of a round that is settled": (ONE, ["deal", without_passes()], ["A B 1"], []),
    "also at the end": (ONE, [Ended(), without_passes()], ["A B 1"], []),
    "and of one that is not, whose chip lies in the pot": (
        ONE,
        [without_passes()],
        ["B A 19", "C A 29", "pot A 6"],
        [],
    ),
    "a late tick of a round that is settled": (FALSE, [Ended(), FineTicked(2)], [], []),
    "nor what is no longer ticked": (
        FALSE,
        [FineTicked(2), "deal", Recorded(1, FineCharged(2))],
        [],
        [],
    ),
    "several who put off, each to those whom they owe": (
        TWO_OWE,
        [Result((0, 1, 4, 3), (0, 0, 0, 0)), "deal"],
        ["B A 7", "B C 5", "D A 9", "D C 10"],
        ["B", "D"],
    ),
    "and at the end": (
        TWO_OWE,
        [Result((0, 1, 4, 3), (0, 0, 0, 0)), Ended()],
        ["B A 7", "B C 5", "D A 9", "D C 10"],
        ["B", "D"],
    ),
    "one after the other": (
        TWO_OWE,
        [HandedOver("D", "A", 6), HandedOver("B", "C", 5)],
        ["B A 6", "D C 10"],
        ["B", "D"],
    ),
    "and less by what is let go between two of them": (
        FALSE,
        [PutOff("B"), PutOff("C"), "deal", LATE],
        ["B A 20", "C A 29"],
        ["B", "C"],
    ),
    "what is given back of a debt, beside a list that the pot has paid": (
        f"{TWO_OWE.partition('open')[0]}open D B 5 B C 16",
        [
            HandedOver("D", "B", 5),
            Result((2, 0, 3, 6), (5, 5, 5, 5)),
            PutOff("D"),
            PutOff("A"),
            HandedOver("pot", "B", 11),
            HandedOver("B", "D", 5),
        ],
        ["A B 2", "D B 11", "pot C 13"],
        ["A", "D"],
    ),
    "all the rest was handed over": (ONE, [PutOff("B"), "deal", LeftOpen()], [], []),
}


def test_the_app_keeps_balances_alone_of_what_was_put_off() -> None:
    in_app = Setup.dealt(parse("bicycle chips=app"), ("A", "B", "C", "D"), 0)
    log = after(log_of(TWO_OWE), Result((0, 1, 4, 3), (0, 0, 0, 0)), Dealt(in_app))
    read = loads(dumps(log)).series
    assert read.open == log.series.open
    assert _open(log) == ["B C 12", "D A 16", "D C 3"]


def test_a_mark_is_of_players_alone_also_after_a_former_one_of_the_pot() -> None:
    log = after(log_of(f"{ONE}owed pot A 6"), PutOff("B"))
    assert log.series.later == ("B",)


@cases("sheet, steps, expected, later", MOVES)
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


def _in_play(round_: Round) -> Iterator[tuple[str, str, int]]:
    """Yield what people put down in play but by corrections, read off the books a second time."""
    names = (*round_.setup.players, "pot")
    rules = {Reason.ANTE, Reason.SHORT_ANTE, Reason.PASS}
    if round_.setup.rules.chips is ChipPlace.APP:
        return
    for moved in booked(round_).transfers:
        if moved.reason in rules or (moved.reason is Reason.CARDS_LEFT and moved.target == POT):
            yield names[moved.source], names[moved.target], moved.chips
    for tick in round_.decisions.paid:
        assert tick.payee is not None
        yield names[round_.turns[tick.turn - 1].seat], names[tick.payee], tick.chips


def _corrected(round_: Round) -> Iterator[tuple[str, str, int]]:
    """Yield the corrections of chips."""
    names = (*round_.setup.players, "pot")
    for moved in booked(round_).transfers:
        if moved.reason is Reason.CORRECTION:
            yield names[moved.source], names[moved.target], moved.chips
    for made in round_.decisions.after_void:
        if isinstance(made, ChipsCorrection):
            yield names[made.source], names[made.target], made.chips


def _at_once(round_: Round) -> Iterator[tuple[str, str, int]]:
    """Yield all that people put down in play."""
    yield from _in_play(round_)
    yield from _corrected(round_)


class People(Evening):
    """Evening beside which people move their chips as the app asks them to.

    `put` are the chips that each has of what was put down, `given` those of what was handed over.
    """

    put: Counter[str]
    given: Counter[str]

    def write(self, step: Step) -> bool:
        """Record the step, let people follow it, and hold what they have against the books."""
        before = self.log.series
        if not super().write(step):
            return False
        now = self.log.series
        self._follow(before, step, now)
        have, books = Counter(self.put), _books(now)
        have.update(self.given)
        _move(have, now.open)
        assert +have == +books
        assert -have == -books
        ends = isinstance(step, Ended) and not step.calls_off
        if before.lists and (ends or isinstance(step, Dealt)):
            kept = [paid for paid in before.open if paid.source in before.later]
            # Who puts something off still owes it to the same people, in rows of their own.
            assert sorted(now.open) == sorted(kept)
            assert {paid.source for paid in now.open} == {*now.later}
        return True

    def _follow(self, before: Series, step: Step, now: Series) -> None:
        self.put = Counter[str]()
        for round_ in now.rounds:
            if round_.setup.rules.chips is ChipPlace.TABLE:
                _move(self.put, _at_once(round_))
        ends = isinstance(step, Ended) and not step.calls_off
        if before.lists and (ends or isinstance(step, Dealt)):
            _move(self.given, (paid for paid in before.open if paid.source not in before.later))
        if isinstance(step, HandedOver):
            _move(self.given, [step.paid])
        if isinstance(step, LeftOpen):
            _move(self.given, before.debts)
            _move(self.given, (Payment(payee, payer, n) for payer, payee, n in step.owed))
        if isinstance(step, Recorded | Repaired):
            self._keep_settled(before, step, now)

    def _keep_settled(self, before: Series, step: Recorded | Repaired, now: Series) -> None:
        """Let nobody put down chips anew in a round that is settled.

        Whoever takes over a seat in it has handed over what was its due.
        """
        round_, after = before.round(step.number), now.round(step.number)
        settled = step.number < before.round_number or before.ended
        on_table = round_.setup.rules.chips is ChipPlace.TABLE
        put = Counter[str]()
        listed = before.lists and after.over and (before.ended or isinstance(step, Repaired))
        if step.number < before.round_number or listed:
            _move(put, _in_play(round_))
            self.given.update(put)
            _move(self.given, ((payee, payer, n) for payer, payee, n in _in_play(after)))
        if not isinstance(step, Repaired):
            return
        for gone, come in successors(round_.setup, step.setup).items():
            due = dues(round_).get(gone, 0) if on_table and settled else 0
            chips = due + put[gone] if now.plays(gone) else self.given[gone]
            _move(self.given, [Payment(gone, come, chips)])


def _move(chips: Counter[str], moves: Iterable[tuple[str, str, int]]) -> None:
    for source, target, moved in moves:
        chips.update({source: -moved, target: moved})


def _books(series: Series) -> Counter[str]:
    """Return the books of what is over, and what was put down in the round that is in play."""
    books = Counter[str]()
    for round_ in series.rounds:
        names = (*round_.setup.players, "pot")
        if round_.over:
            net = ledger(round_)
            books.update(dict(zip(names, (*net.chips, net.pot), strict=True)))
        elif round_.setup.rules.chips is ChipPlace.TABLE:
            _move(books, _at_once(round_))
    return books


EVENINGS = int(environ.get("FANTAN_ROUNDS", "40"))
"""Random evenings; more are asked for by the environment."""


@settings(max_examples=EVENINGS, deadline=None)
@given(luck(), seatings(), habits())
def test_r18_who_hands_over_what_is_open_has_what_the_books_say(
    chance: Random, seated: tuple[str, ...], how: Habits
) -> None:
    head = Series(rules=any_rules(chance))
    evening = People(chance, head, how, [any_rules(chance), any_rules(chance)])
    evening.given = Counter()
    for _ in range(chance.randint(1, 4)):
        if not evening.round(seated):
            break
        seated = chance.choice((seated, seated[1:] + seated[:1], tuple(HANDLES[:3])))
    log = evening.log
    read = loads(dumps(log)).series
    assert read == Log.of(log.head, log.steps).series == log.series
    assert (read.open, read.put_off) == (log.series.open, log.series.put_off)
    for paid in log.series.open:
        assert evening.write(HandedOver(*paid))
    assert evening.log.series.open == ()


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


def test_a_row_pays_the_list_and_what_is_put_off_of_it() -> None:
    log = log_of(f"{ONE}open A C 1 B D 2\nlater A")
    assert _open(log) == ["B A 20", "B D 2", "C A 28", "pot A 6"]
    assert _open(log.after(HandedOver("C", "A", 28))) == ["B A 20", "B D 2", "pot A 6"]


@settings(max_examples=30, deadline=None)
@given(logs())
def test_payments_of_what_is_open_close_it(log: Log) -> None:
    number = len(log.series.open)
    # The rest may be between others: then what was netted with something put off shows again.
    apart = bool(log.series.later)
    for paid in log.series.open:
        log = log.after(HandedOver(*paid))
        number -= 1
        assert apart or len(log.series.open) == number
    assert log.series.open == ()
