"""Steps of a series, one class a kind: its document, what is against it, and what it does.

The facts of a log in the order in which they were recorded. The store asks `content` and `read`,
the log `objection` and `effect`. A new kind is a class, and its place in `KINDS`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Self

from companion.core.books import ticks_of
from companion.core.documents import event_in, rules_in
from companion.core.dues import debts_of_round, dues, hand_overs, put_in_play
from companion.core.names import Player, is_handle, tidy, worth_as_written
from companion.core.objections import (
    IllegalEventError,
    LineError,
    Objection,
    Why,
    phrase,
)
from companion.core.payments import Payment, back, balances_of, merged, pay_past, sort_merged
from companion.core.presets import describe
from companion.core.rounds.events.decisions import CalledOff, ChipsCorrection, FineTicked, to_chips
from companion.core.rounds.events.times import Dated, Timed
from companion.core.rounds.position import Event
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup, is_date, is_time
from companion.core.rounds.texts import (
    POT_WORD,
    ChipsWord,
    DateWord,
    HandleWord,
    Line,
    NoteWords,
    Players,
    Spelling,
    read_number,
    read_seat,
    read_time,
)
from companion.core.rules import ChipPlace, Rules
from companion.core.series import (
    Series,
    balance_of,
    ends_early,
    named,
    successors,
    to_coins,
    to_deal,
    to_join,
    to_name,
    to_value,
)

MOST_ROUNDS = 2_000
MOST_PLAYERS = 100
"""Upper bounds of a series (RULES, Readings)."""
_NO_FIRST_ROUND = Objection(Why.NO_ROUND, number=1)


RulesWords = Annotated[
    Rules, Spelling(lambda text, _: rules_in(text), lambda rules, _: describe(rules), open_end=True)
]


@dataclass(frozen=True)
class Step(Line):
    """Step of a series, by default of the whole series.

    A step that is `naming` could give two players the same name. One that `describes` changes a
    name, a date or a worth.
    """

    naming: ClassVar[bool] = False
    describes: ClassVar[bool] = False

    def place(self, dealt: int) -> int:  # noqa: ARG002 - most steps are of the whole series
        """Return the round of the step, 0 for the whole series, when `dealt` rounds are dealt."""
        return 0

    @property
    def new_round(self) -> Round | None:
        """Last round as the step makes it, whatever was before; None for most steps."""
        return None

    def objection(self, series: Series) -> Objection | None:
        """Return why the step cannot follow, or None."""
        return None if series.last else _NO_FIRST_ROUND

    def objection_if_new(self) -> Objection | None:
        """Return why the step is refused today, though logs of former versions may have it."""
        return None

    def effect(self, series: Series) -> Series:
        """Return the series after the step, without checking the step."""
        raise NotImplementedError


@dataclass(frozen=True)
class Recorded(Step):
    """Event recorded in round `number`, counted from 1.

    An event that ends the round may bring `at`, the time of day as `HH:MM`.
    """

    number: int
    event: Event
    at: str = ""

    def place(self, dealt: int) -> int:  # noqa: ARG002
        """Return the round of the event."""
        return self.number

    def words(self, players: Players) -> str:
        """Write the event, with the time in a line of its own."""
        written = self.event.words(players)
        return f"{written}\n{Timed.word} {self.at}" if self.at else written

    def objection(self, series: Series) -> Objection | None:
        """Return why the event is illegal; an earlier round must not end the series early."""
        number = self.number
        if not 1 <= number <= series.round_number:
            return Objection(Why.NO_ROUND, number=number)
        refusal = self.refusal(series.round(number))
        if not refusal and self.at and not is_time(self.at):
            refusal = Objection(Why.NO_TIME)
        if refusal or number == series.round_number:
            return refusal
        early = ends_early(self.effect(series).rounds)
        return Objection(Why.ENDS_EARLIER) if early else None

    def refusal(self, before: Round) -> Objection | None:
        """Return why the round does not take the event, or None."""
        event = self.event
        refusal = event.objection(before)
        if refusal is None or refusal.why is not Why.NOT_CERTAIN:
            return refusal
        assert isinstance(event, FineTicked)
        ticks = ticks_of(before, event.turn)  # what the round alone cannot know
        if ticks is None:
            return refusal
        return None if ticks else Objection(Why.PAID_ALREADY, number=event.turn)

    def _events(self, before: Round) -> Iterable[Event]:
        """Return the event, or a tick for each payee where it is for all that is certain."""
        event = self.event
        if isinstance(event, FineTicked) and event.payee is None:
            return ticks_of(before, event.turn) or ()
        return (event,)

    def effect(self, series: Series) -> Series:
        """Return the series with the event."""
        return series.with_round(self.number, self.change(series.round(self.number)))

    def change(self, before: Round) -> Round:
        """Return the round with the event."""
        after = before
        for event in self._events(before):
            after = after.following(event)
        if self.at and before.setup.dealt_at:
            after = replace(after, setup=replace(after.setup, ended_at=self.at))
        return after


@dataclass(frozen=True)
class Seating(Step):
    """Setup of a round, with the players who join for it.

    Its words are the head of a round on a sheet, nothing of it left out, and its row of handles.
    """

    naming = True
    setup: Setup
    joined: tuple[Player, ...] = ()

    def place(self, dealt: int) -> int:
        """Return the last round."""
        return dealt

    @property
    def new_round(self) -> Round | None:
        """Round before its first event."""
        return Round.dealt(self.setup)

    def words(self, players: Players) -> str:  # noqa: ARG002
        """Write the head of the round."""
        return "\n".join((self.word, *head_lines(self.setup, self.joined)))

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:  # noqa: ARG003
        """Read the lines of the head."""
        setup, joined, _ = read_head(rest)
        return cls(setup, joined)


def head_lines(setup: Setup, joined: Iterable[Player]) -> Iterator[str]:
    """Yield the head of a round with the row of handles."""
    if setup.date:
        yield f"date {setup.date}"
    if setup.dealt_at:
        yield Timed(setup.dealt_at, setup.ended_at).words(())
    yield f"rules {describe(setup.rules)}"
    yield f"dealer {setup.players[setup.dealer]}"
    yield f"deal {' '.join(map(str, setup.hand_sizes))}"
    yield from (f"called {player.handle} {player.name}" for player in joined)
    yield " ".join(setup.players)


def read_head(lines: list[str]) -> tuple[Setup, tuple[Player, ...], list[str]]:
    """Read the head of a round, and return the lines below its row.

    :raises ValueError: when a line is missing or cannot be read
    """
    head = {"date": "", "time": ""}
    joined = list[Player]()
    for place, line in enumerate(lines):
        word, _, rest = line.partition(" ")
        if word == "called":
            handle, _, name = rest.partition(" ")
            joined.append(Player(handle, name))
        elif word in {"date", "rules", "dealer", "deal"} or (word == "time" and is_time(rest[:5])):
            head[word] = rest
        elif {"rules", "dealer", "deal"} <= head.keys():
            players = tuple(line.split())
            sizes = tuple(map(int, head["deal"].split()))
            dealer = read_seat(head["dealer"], players)
            times = [*map(read_time, head["time"].split())]
            setup = Setup(rules_in(head["rules"]), players, dealer, sizes, head["date"], *times)
            return setup, tuple(joined), lines[place + 1 :]
    raise LineError("{word} takes the head of a round", word="deal")


@dataclass(frozen=True)
class Dealt(Seating):
    """Deal of the next round."""

    word = "deal"
    about = phrase("the deal of round {number}")

    def objection(self, series: Series) -> Objection | None:
        """Require a setup that fits behind the last round, and room for it."""
        refusal = to_join(self.joined) or to_deal(series.totals, series.last, self.setup)
        if not refusal and series.round_number >= MOST_ROUNDS:
            return Objection(Why.TOO_MANY_ROUNDS, expected=MOST_ROUNDS)
        return refusal or _to_all_players(series.players, self.joined, self.setup)

    def effect(self, series: Series) -> Series:
        """Return the series with the round, which says that the list was handed over (R18)."""
        handed_over = series.hand_over()
        dealt = replace(
            handed_over,
            earlier=series.rounds,
            last=Round.dealt(self.setup),
            planned=None,
            ended=False,
            former=series.former and bool(handed_over.carried),
        )
        dealt.carry(series.totals)
        return _naming(dealt, (*series.players, *self.joined), series.players)


@dataclass(frozen=True)
class Redealt(Seating):
    """New setup of the last round, before anything happened in it.

    The players who join replace those who joined for the former deal.
    """

    word = "redeal"
    about = phrase("the change of round {number}")

    def objection(self, series: Series) -> Objection | None:
        """Require an untouched round, and a setup that fits."""
        if refusal := to_join(self.joined):
            return refusal
        if series.last is None:
            return _NO_FIRST_ROUND
        if not series.last.untouched:
            return Objection(Why.ROUND_HAS_BEGUN)
        return _to_last(series, self.setup) or _to_all_players(
            series.undealt, self.joined, self.setup
        )

    def effect(self, series: Series) -> Series:
        """Return the series with the other setup."""
        redealt = _of_players(series.changed(last=Round.dealt(self.setup)), series.later)
        return _naming(redealt, (*series.undealt, *self.joined), series.undealt)


@dataclass(frozen=True)
class Repaired(Step):
    """Corrected entry of round `number`, counted from 1.

    `events` are all facts of the round in the order of the score sheet. `joined` are the seated
    players who are new to the series.
    """

    word = "repair"
    about = phrase("the change of round {number}")
    naming = True
    number: int
    setup: Setup
    events: tuple[Event, ...]
    joined: tuple[Player, ...] = ()

    def place(self, dealt: int) -> int:  # noqa: ARG002
        """Return the repaired round."""
        return self.number

    def words(self, players: Players) -> str:  # noqa: ARG002
        """Write the round, its facts below the row of handles."""
        facts = (event.words(self.setup.players) for event in self.events)
        return "\n".join(
            (f"{self.word} {self.number}", *head_lines(self.setup, self.joined), *facts)
        )

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:  # noqa: ARG003
        """Read the lines of the round."""
        number, *lines = rest
        setup, joined, facts = read_head(lines)
        # Former versions repeat the marks of a round, which a repair leaves as they are.
        facts = [words for words in facts if words.split()[0] not in FORMER_MARKS]
        events = tuple(event_in(words, setup.players) for words in facts)
        return cls(read_number(number), setup, events, joined)

    def objection(self, series: Series) -> Objection | None:
        """Require facts that fit together, and leave other rounds valid."""
        number = self.number
        rounds = series.rounds
        if not 1 <= number <= len(rounds):
            return Objection(Why.NO_ROUND, number=number)
        if refusal := to_join(self.joined):
            return refusal
        try:
            repaired = Round.of(self.setup, self.events)
        except IllegalEventError as refused:
            return refused.objection
        if not repaired.over and (series.ended or number < len(rounds)):
            return Objection(Why.ROUND_IN_PLAY)
        before = rounds[: number - 1]
        after = rounds[number:]
        refusal = None if after else _to_last(series, repaired.setup)
        if after and ends_early([*before, repaired, *after]):
            refusal = Objection(Why.ENDS_EARLIER)
        return refusal or _to_all_players(series.players, self.joined, self.setup)

    def effect(self, series: Series) -> Series:
        """Return the series with the repaired round."""
        # Store a player only when they play; a bare handle needs no entry.
        full_names = {player.handle for player in series.players if player.name != player.handle}
        joined = tuple(
            player
            for player in self.joined
            if player.handle not in full_names and not series.plays(player.handle)
        )
        is_last = self.number == series.round_number
        before = series.round(self.number)
        repaired = series.with_round(self.number, self.change(before), repaired=True)
        repaired = _taken_over(repaired, before, self.setup, is_last=is_last)
        undealt = series.undealt if is_last else (*series.undealt, *joined)
        return _naming(repaired, (*series.players, *joined), undealt)

    def change(self, before: Round) -> Round:  # noqa: ARG002 - as of an event
        """Return the round as it is repaired."""
        return Round.of(self.setup, self.events)


def _taken_over(series: Series, before: Round, after: Setup, *, is_last: bool) -> Series:
    """Return the repaired series; whoever takes over a seat has handed over what was its due."""
    later = set(series.later)
    for gone, come in successors(before.setup, after).items():
        due = dues(before).get(gone, 0) if before.setup.rules.chips is ChipPlace.TABLE else 0
        put = balances_of(put_in_play(before)).get(gone, 0)
        if not series.plays(gone):
            carried = Counter(dict(series.carried))
            carried[come] += carried.pop(gone, 0)
            series = series.changed(
                carried=balance_of(carried),
                promised=_in_place_of(gone, come, series.promised),
                handed=_in_place_of(gone, come, series.handed),
            )
            later = {come if handle == gone else handle for handle in later}
        elif not is_last:
            series = series.with_debts(_moved(come, gone, due + put))
            series = series.changed(promised=pay_past(come, series.promised))
        else:
            moved = _moved(gone, come, due * series.ended + put * series.lists)
            series = series.changed(handed=merged(series.handed, moved))
    if not series.lists:  # the repaired round goes on, and what was handed over was too early
        series = series.with_debts(back(series.handed)).changed(handed=())
    return _of_players(series.changed(handed=sort_merged(series.handed)), later)


def _moved(payer: str, payee: str, chips: int) -> tuple[Payment, ...]:
    """Return the payment of these chips, the other way round if they are less than nothing."""
    paid = (Payment(payer, payee, abs(chips)),) if chips else ()
    return paid if chips > 0 else back(paid)


def _in_place_of(gone: str, come: str, paid: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return payments with another player in the place of one."""
    names = {gone: come}
    renamed = (
        Payment(names.get(payer, payer), names.get(payee, payee), chips)
        for payer, payee, chips in paid
    )
    return merged(one for one in renamed if one.source != one.target)


def _of_players(series: Series, later: Iterable[str]) -> Series:
    """Return the series with the marks of players who sit in one of its rounds."""
    return series.changed(later=tuple(sorted(filter(series.plays, {*later}))))


@dataclass(frozen=True)
class Planned(Step):
    """Change of the rules from the next round on."""

    word = "planned"
    about = phrase("the change of the rules")
    rules: RulesWords

    def effect(self, series: Series) -> Series:
        """Return the series with these rules for the next round."""
        return series.changed(planned=self.rules)


@dataclass(frozen=True)
class Ended(Step):
    """End of the series, decided by the table.

    `calls_off` also calls off the round in play, so that one undo takes both back.
    """

    word = "end"
    about = phrase("the end of the series")
    calls_off: Annotated[
        bool, Spelling(lambda text, _: text == "void", lambda off, _: "void" * off, least=0)
    ] = False

    def objection(self, series: Series) -> Objection | None:
        """Require a round that is over, or one in play to call off."""
        if series.last is None:
            return _NO_FIRST_ROUND
        if series.last.over is self.calls_off:
            return Objection(Why.ROUND_IS_OVER if self.calls_off else Why.ROUND_IN_PLAY)
        return Objection(Why.SERIES_IS_OVER) if series.ended else None

    def effect(self, series: Series) -> Series:
        """Return the series at its end, which says that the list was handed over (R18).

        What a round gives back that is called off now is open: nobody has seen its list yet.
        """
        if self.calls_off:
            series = Recorded(series.round_number, CalledOff()).effect(series)
            return series.changed(ended=True)
        if not series.lists:
            return series.changed(ended=True)
        handed = sort_merged(debts_of_round(series.round(series.round_number)))
        return series.hand_over().changed(handed=handed, ended=True)


@dataclass(frozen=True)
class Renamed(Step):
    """New name of the series."""

    word = "series"
    about = phrase("the name {name}")
    describes = True
    name: NoteWords

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))

    def objection(self, series: Series) -> Objection | None:  # noqa: ARG002
        """Require a name."""
        return to_name(self.name)

    def effect(self, series: Series) -> Series:
        """Return the series with this name."""
        return series.changed(name=self.name)


@dataclass(frozen=True)
class SeriesDated(Step):
    """New date of the series, `YYYY-MM-DD`, which its rounds have up to the first with its own."""

    word = "date"
    about = phrase("the change of the date")
    describes = True
    date: DateWord

    def objection(self, series: Series) -> Objection | None:  # noqa: ARG002
        """Require a day of the calendar."""
        return None if is_date(self.date) else Objection(Why.NO_DATE)

    def effect(self, series: Series) -> Series:
        """Return the series with this date."""
        return series.changed(date=self.date)


@dataclass(frozen=True)
class PlayerRenamed(Step):
    """New name of the player with this handle."""

    word = "called"
    about = phrase("the name {name}")
    naming = True
    describes = True
    handle: HandleWord
    name: NoteWords

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))

    def objection(self, series: Series) -> Objection | None:
        """Require a player of the series and a name; the log refuses names of others."""
        if series.last is None:
            return _NO_FIRST_ROUND
        if all(self.handle != player.handle for player in series.players):
            return Objection(Why.NOT_IN_SERIES, player=self.handle)
        return to_name(self.name, Why.NO_NAME)

    def effect(self, series: Series) -> Series:
        """Return the series with the name."""
        player = Player(self.handle, self.name)
        return _naming(series, (*series.players, player), (*series.undealt, player))


@dataclass(frozen=True)
class HandedOver(Step):
    """Chips that one player, or the pot, handed to another at any time, both by handle (R18).

    They are of what the first has put off before, then of the list of the last round. A repair may
    since have left out who handed them over.
    """

    word = "handed"
    about = phrase("what {payer} owes {payee}")
    takes = "{word} takes two players and a number of chips"
    source: HandleWord
    target: HandleWord
    chips: ChipsWord

    @property
    def paid(self) -> Payment:
        """The payment that was made."""
        return Payment(self.source, self.target, self.chips)

    def objection(self, series: Series) -> Objection | None:  # noqa: ARG002
        """Require chips between two accounts."""
        return _to_owed(self.paid)

    def effect(self, series: Series) -> Series:
        """Return the series with less open; who has nothing left to hand over puts nothing off."""
        of_debts, of_list = self._parts(series)
        handed = sort_merged(series.handed, of_list)
        return series.with_debts(back(of_debts)).with_hands(handed=handed)

    def _parts(self, series: Series) -> tuple[list[Payment], list[Payment]]:
        """Return what these chips pay of earlier rounds, and what of the last list."""
        if not series.lists or series.former:
            return [self.paid], []
        if not series.put_off_by:
            return [], [self.paid]  # the fewest payments cost time
        between = {self.source, self.target}
        put_off = [paid for paid in series.debts_put_off if {*paid[:2]} == between]
        if self.paid in series.open:
            # The row is what one owes less what the other does, and pays both.
            return put_off, [self.paid, *back(put_off)]
        known = (paid.chips for paid in put_off if paid.source == self.source)
        of_debts = min(sum(known), self.chips)
        rest = self.chips - of_debts
        return [self.paid._replace(chips=of_debts)], [self.paid._replace(chips=rest)]


@dataclass(frozen=True)
class LeftOpen(Step):
    """All that is open of the rounds before the last, nothing without payments (R18)."""

    word = "open"
    about = phrase("what is still owed")
    owed: tuple[Payment, ...] = ()

    def words(self, players: Players) -> str:  # noqa: ARG002
        """Write the payments, e.g. `open Ben Ana 4  pot Ana 12`."""
        return " ".join((self.word, "  ".join(" ".join(map(str, paid)) for paid in self.owed)))

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:  # noqa: ARG003
        """Read the payments."""
        if len(rest) % 3:
            raise LineError("open takes two players and a number of chips, for each payment")
        ends = zip(rest[::3], rest[1::3], rest[2::3], strict=True)
        return cls(tuple(Payment(payer, payee, read_number(chips)) for payer, payee, chips in ends))

    def objection(self, series: Series) -> Objection | None:  # noqa: ARG002
        """Require chips between two accounts; one may have left with a repair."""
        return next(filter(None, map(_to_owed, self.owed)), None)

    def effect(self, series: Series) -> Series:
        """Return the series with this open."""
        carried = balance_of(balances_of(self.owed))
        return series.with_hands(former=False, carried=carried, promised=merged(self.owed))


def _to_owed(owed: Payment) -> Objection | None:
    """Return why nobody can owe or hand over these chips, or None."""
    for handle in owed[:2]:
        if handle != POT_WORD and not is_handle(handle):
            return Objection(Why.NOT_IN_SERIES, player=handle)
    return Objection(Why.SAME_ACCOUNT) if owed.source == owed.target else to_chips(owed.chips)


def to_strangers(series: Series, step: Step) -> Objection | None:
    """Return who of these chips has never played here and has nothing open, or None.

    A sheet may name somebody who left with a repair. In a step that is entered it is a slip.
    """
    made = step.owed if isinstance(step, LeftOpen) else ()
    made = (step.paid,) if isinstance(step, HandedOver) else made
    known = {POT_WORD, *dict(series.carried), *balances_of(series.handed)}
    named_here = (handle for paid in made for handle in paid[:2])
    strangers = (one for one in named_here if one not in known and not series.plays(one))
    stranger = next(strangers, None)
    return Objection(Why.NOT_IN_SERIES, player=stranger) if stranger else None


@dataclass(frozen=True)
class PutOff(Step):
    """Mark of a player who hands nothing over for now: the next deal leaves it open (R18)."""

    word = "later"
    about = phrase("what {name} puts off")
    takes = "{word} takes one player"
    handle: HandleWord

    def objection(self, series: Series) -> Objection | None:
        """Require a player of the series."""
        plays = series.plays(self.handle)
        return None if plays else Objection(Why.NOT_IN_SERIES, player=self.handle)

    def effect(self, series: Series) -> Series:
        """Return the series with the mark."""
        return _of_players(series.changed(former=False), {*series.put_off_by, self.handle})


@dataclass(frozen=True)
class NotPutOff(Step):
    """Withdrawal of the mark: the player hands it over with the list."""

    word = "now"
    about = phrase("what {name} puts off")
    takes = "{word} takes one player"
    handle: HandleWord

    def objection(self, series: Series) -> Objection | None:
        """Require a mark to withdraw."""
        marked = self.handle in series.put_off_by
        return None if marked else Objection(Why.NOT_PUT_OFF, player=self.handle)

    def effect(self, series: Series) -> Series:
        """Return the series without the mark."""
        return _of_players(series.changed(former=False), {*series.put_off_by} - {self.handle})


@dataclass(frozen=True)
class FormerMark(Step):
    """Line `owed A B n` or `handed A B` of a former version, which put off a single payment.

    Where marks are withdrawn `chips` are less than nothing.
    """

    number: int
    says: str
    chips: int = 0

    def place(self, dealt: int) -> int:  # noqa: ARG002
        """Return the round in which it was written."""
        return self.number

    def words(self, players: Players) -> str:  # noqa: ARG002
        """Write the line as it was."""
        return self.says

    @property
    def paid(self) -> Payment:
        """The payment that is put off."""
        _, payer, payee, *_ = self.says.split()
        return Payment(payer, payee, self.chips)

    def objection(self, series: Series) -> Objection | None:  # noqa: ARG002
        """Require two accounts."""
        return _to_owed(self.paid._replace(chips=1))

    def effect(self, series: Series) -> Series:
        """Return the series in which so much stays open, as a part of the list or beside it."""
        more = _moved(*self.paid)
        after = series.with_debts(more).changed(former=True)
        if self.number < series.round_number or series.ended or not self._is_of_list(series):
            return after
        return after.changed(handed=sort_merged(series.handed, more))

    def _is_of_list(self, series: Series) -> bool:
        """Return whether the list has the payment, as the former version guessed by its chips."""
        if series.last is None or not series.lists:
            return False
        names = (*series.last.setup.players, POT_WORD)
        made = (
            (names[one.source], names[one.target], one.chips)
            for one in series.last.decisions.payments
            if isinstance(one, ChipsCorrection)
        )
        return self.paid in hand_overs(series.last) or self.paid not in set(made)


@dataclass(frozen=True)
class Valued(Step):
    """New value of a chip, such as `0.05 €`; empty for chips without a value."""

    word = "worth"
    about = phrase("the worth of a chip")
    describes = True
    worth: NoteWords

    def __post_init__(self) -> None:
        object.__setattr__(self, "worth", worth_as_written(self.worth))

    def objection(self, series: Series) -> Objection | None:  # noqa: ARG002
        """Require a number and a word."""
        return to_value(self.worth)

    def objection_if_new(self) -> Objection | None:
        """Require a worth that coins can pay."""
        return to_coins(self.worth)

    def effect(self, series: Series) -> Series:
        """Return the series with the worth."""
        return series.changed(worth=self.worth)


KINDS: dict[str, type[Step]] = {
    kind.word: kind
    for kind in (
        Dealt,
        Redealt,
        Repaired,
        Planned,
        Ended,
        Renamed,
        SeriesDated,
        PlayerRenamed,
        HandedOver,
        LeftOpen,
        PutOff,
        NotPutOff,
        Valued,
    )
}
"""Kinds of steps by their first words; an event is recorded in a round, the others have none."""


FORMER_MARKS = {"owed": 3, "handed": 2}
"""First words of events of a former version, each with the number of words behind it."""


def make_last_round(steps: Sequence[Step], number: int) -> Round:
    """Return the last round, which has this number, as the steps of a series make it."""
    changes: list[Recorded | Repaired] = []
    for step in reversed(steps):
        match step:
            case Recorded(number=of) | Repaired(number=of) if of == number:
                changes.append(step)
            case Ended(calls_off=True):
                changes.append(Recorded(number, CalledOff()))
            case _ if made := step.new_round:
                break
            case _:
                pass
    else:
        raise LookupError("there is no round")
    for change in reversed(changes):
        made = change.change(made)
    return made


def only_describes(step: Step) -> bool:
    """Return whether the step changes a name, a date or a worth, on a page of its own."""
    return step.describes or (isinstance(step, Recorded) and isinstance(step.event, Dated))


def _to_last(series: Series, setup: Setup) -> Objection | None:
    """Return why this setup cannot follow the rounds before the last, or None."""
    return to_deal(series.before, series.earlier[-1] if series.earlier else None, setup)


def _to_all_players(
    known: Iterable[Player], joined: Iterable[Player], setup: Setup
) -> Objection | None:
    """Return an objection if too many players would belong to the series."""
    handles = {player.handle for player in (*known, *joined)}.union(setup.players)
    if len(handles) > MOST_PLAYERS:
        return Objection(Why.TOO_MANY_IN_SERIES, expected=MOST_PLAYERS)
    return None


def _naming(series: Series, players: Iterable[Player], undealt: Iterable[Player]) -> Series:
    """Return the series with these players; of several names of one handle, the last counts."""
    seated = (*series.before.chips, *(series.last.setup.players if series.last else ()))
    last_names = {player.handle: player for player in undealt}
    return series.changed(players=named(seated, players), undealt=tuple(last_names.values()))
