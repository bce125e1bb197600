"""Settling up: who hands what to whom so that everybody in the series is even, and what was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from companion.core.books.payments import series_payments
from companion.core.series import Series
from companion.core.steps import Settled
from companion.desk.table import Snapshot
from companion.views.person import Person, person
from companion.views.speech import pays, signed
from companion.words import Words

_TOGETHER: Final = "\N{NO-BREAK SPACE}"
_LONGEST_SIGN: Final = 3
"""So many letters has a sign or an abbreviation, such as € or EUR, which has no plural."""
"""Between a sum and what it is a sum of, which stand in one line."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """Chips to be handed over, or handed over already: `says` is the whole in words, e.g. `Ben
    pays Ann 4`; `worth` what the chips are worth, empty where that is not said. What was handed
    over is `ticked`; it is taken back by its opposite, or by an undo while it is the `newest` step.
    """

    settled: Settled
    payer: Person
    payee: Person
    chips: int
    says: str
    worth: str
    paid_says: str
    ticked: bool = False
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
    yet; `counts_says` which rounds this is about; `rows` are what is open and what was handed over
    and not handed back, each in its place; `checks` is the sum over all players.
    """

    title: str
    subtitle: str
    rows: tuple[HandOver, ...]
    counts_says: str
    even: str
    balances: tuple[BalanceLine, ...]
    checks: str
    in_play: str


def settling(snapshot: Snapshot, words: Words, begun: Series | None = None) -> SettlingView:
    """What settles the series from here. The rows keep the order that they had in the series as it
    had `begun`, so that no tap meets another row than it was meant for.
    """
    series, due = snapshot.series, series_payments(snapshot.series)
    return SettlingView(
        title=words.say("Settle up"),
        subtitle=series.name,
        rows=_rows(snapshot, begun or series, words),
        counts_says=words.say(
            "All rounds together, less what was ticked off here. Where chips were passed after "
            "every round, nothing is left to pay."
        ),
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


def _rows(snapshot: Snapshot, begun: Series, words: Words) -> tuple[HandOver, ...]:
    """What was open as it had begun, then what was handed over by then, the last one first. Where
    these no longer make everybody even, all is laid out anew.
    """
    series = snapshot.series
    places = _ticked_in(_places(begun), series) or _ticked_in(_places(series), series) or ()
    newest = snapshot.log.steps[-1] if snapshot.can_undo else None
    return tuple(
        replace(_hand_over(series, one, words), ticked=ticked, newest=ticked and one == newest)
        for one, ticked in places
    )


def _places(series: Series) -> list[Settled]:
    return [*series_payments(series), *reversed(_standing(series))]


def _ticked_in(rows: Sequence[Settled], series: Series) -> list[tuple[Settled, bool]] | None:
    """Each with whether it was handed over; None where the others do not make everybody even."""
    left, ticked = Counter(_standing(series)), list[bool]()
    for one in reversed(rows):
        ticked.insert(0, left[one] > 0)
        left[one] -= ticked[0]
    balances = Counter(series.closed.chips)
    open_ = [one for one, done in zip(rows, ticked, strict=True) if not done]
    for one in (*series.settled, *open_):
        balances[one.source] += one.chips
        balances[one.target] -= one.chips
    if any(balances.values()) or any(left.values()):
        return None
    return list(zip(rows, ticked, strict=True))


def _standing(series: Series) -> list[Settled]:
    """What was handed over; what was handed back afterwards is left out with it."""
    stands: list[Settled] = []
    for one in series.settled:
        back = Settled(one.target, one.source, one.chips)
        if back in stands:
            stands.reverse()
            stands.remove(back)
            stands.reverse()
        else:
            stands.append(one)
    return stands


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
    written with the decimal mark of that line, and as many decimals. A unit of several letters is a
    word for one, whose plural is not known: `3 × sweet`. A shorter one is a sign or an
    abbreviation: `3 €`.
    """
    if not worth:
        return ""
    number, _, unit = worth.partition(" ")
    one = Decimal(number.replace(",", "."))
    amount = f"{one * chips:f}"
    told = amount.replace(".", ",") if "," in number else amount
    times = f"×{_TOGETHER}" if number == "1" and chips != 1 and len(unit) > _LONGEST_SIGN else ""
    return f"{told}{_TOGETHER}{times}{unit}"
