"""Settling up: who hands what to whom so that everybody in the series is even, and what was."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal

from companion.core.books.payments import series_payments
from companion.core.series import Series
from companion.core.steps import Settled
from companion.desk.table import Snapshot
from companion.views.people import Person, person
from companion.views.speech import pays, signed
from companion.words import Words


@dataclass(frozen=True, slots=True)
class HandOver:
    """Chips to be handed over, or handed over already: `says` is the whole in words, e.g. `Ben
    pays Ann 4`; `worth` what the chips are worth, empty where that is not said. What was handed
    over is taken back by its opposite, or by an undo while it is the `newest` step.
    """

    settled: Settled
    payer: Person
    payee: Person
    chips: int
    says: str
    worth: str
    paid_says: str
    take_back_says: str
    newest: bool = False

    @property
    def opposite(self) -> Settled:
        """The same chips handed back."""
        return Settled(self.settled.target, self.settled.source, self.settled.chips)


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What a player won or lost in all, and in words what is open of that."""

    player: Person
    chips: str
    open_says: str


@dataclass(frozen=True, slots=True)
class SettlingView:
    """All that the screen shows. `even` says that nothing is open, and why nothing is to be done
    yet; `done` is what was handed over and not handed back; `checks` is the sum over all players.
    """

    title: str
    subtitle: str
    open: tuple[HandOver, ...]
    done: tuple[HandOver, ...]
    even: str
    balances: tuple[BalanceLine, ...]
    checks: str
    in_play: str


def settling(snapshot: Snapshot, words: Words) -> SettlingView:
    """What settles the series from here."""
    series, due = snapshot.series, series_payments(snapshot.series)
    return SettlingView(
        title=words.say("Settle up"),
        subtitle=series.name,
        open=tuple(_hand_over(series, one, words) for one in due),
        done=_done(snapshot, words),
        even="" if due else words.say("Everybody is even: nobody owes anything."),
        balances=_balances(series, due, words),
        checks=words.say(
            "All balances together are {sum}, as they must be.",
            sum=sum(series.closed.chips.values()),
        ),
        in_play=words.say("The round in play does not count yet.")
        if series.last and not series.last.over
        else "",
    )


def _done(snapshot: Snapshot, words: Words) -> tuple[HandOver, ...]:
    """What was handed over; what was handed back afterwards is left out with it."""
    stands: list[tuple[int, Settled]] = []
    for place, one in enumerate(snapshot.series.settled):
        back = (one.target, one.source, one.chips)
        undone = [
            pair for pair in stands if (pair[1].source, pair[1].target, pair[1].chips) == back
        ]
        if undone:
            stands.remove(undone[-1])
        else:
            stands.append((place, one))
    steps = snapshot.log.steps
    newest = len(snapshot.series.settled) - 1
    if not (snapshot.can_undo and isinstance(steps[-1], Settled)):
        newest = -1
    return tuple(
        replace(_hand_over(snapshot.series, one, words), newest=place == newest)
        for place, one in stands
    )


def _hand_over(series: Series, one: Settled, words: Words) -> HandOver:
    payer, payee = person(series, one.source), person(series, one.target)
    worth = worth_of(series.worth, one.chips)
    fields = {"payer": payer.name, "payee": payee.name, "chips": one.chips, "worth": worth}
    says = pays(payer.name, payee.name, one.chips, words)
    if worth:
        says = words.say("{payer} pays {payee} {chips}, worth {worth}", **fields)
    return HandOver(
        settled=one,
        payer=payer,
        payee=payee,
        chips=one.chips,
        says=says,
        worth=worth,
        paid_says=words.say("{payer} has paid {payee} {chips}", **fields),
        take_back_says=words.say("Not paid after all: {payer} to {payee}, {chips}", **fields),
    )


def _balances(series: Series, due: tuple[Settled, ...], words: Words) -> tuple[BalanceLine, ...]:
    """Of all who have played; who sits in the round in play alone may have settled already."""
    still = Counter(dict.fromkeys(series.standing.chips, 0))
    for one in due:
        still[one.source] -= one.chips
        still[one.target] += one.chips
    had = Counter[str]()
    for one in series.settled:
        had[one.source] -= one.chips
        had[one.target] += one.chips
    return tuple(
        BalanceLine(
            person(series, handle),
            signed(series.closed.chips.get(handle, 0)),
            _open(chips, had[handle], words),
        )
        for handle, chips in still.items()
    )


def _open(chips: int, had: int, words: Words) -> str:
    """What is open, behind what was handed over already."""
    told: list[str] = []
    if had:
        said = words.say("has had {chips}", chips=had)
        told.append(said if had > 0 else words.say("has paid {chips}", chips=-had))
    if not chips:
        told.append(words.say("even"))
    elif chips < 0:
        told.append(words.say("pays {chips}", chips=-chips))
    else:
        told.append(words.say("gets {chips}", chips=chips))
    return " · ".join(told)


def worth_of(worth: str, chips: int) -> str:
    """What so many chips are worth, by a line such as `0.05 €`; empty where there is none. It is
    written with the decimal mark of that line, and as many decimals.
    """
    if not worth:
        return ""
    number, _, unit = worth.partition(" ")
    each = Decimal(number.replace(",", "."))
    amount = f"{each * chips:f}"
    return f"{amount.replace('.', ',') if ',' in number else amount} {unit}"
