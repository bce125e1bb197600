"""The screen that settles up a series (R18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.core.debts import debts_paid, series_payments
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.steps import DebtPaid, Step
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.hand_overs import keeps_balances, say_left_to_hand_over
from companion.screens.kit import Form, Here
from companion.screens.speech import pays, person, signed
from companion.screens.worth import worth_link, worth_of
from companion.words import Words


@dataclass(frozen=True, slots=True)
class Settling:
    """What is still owed in the series, and nothing else.

    The rows keep their order in the series as `begun`, so that no tap hits another row than meant.
    """

    begun: Series

    def view(self, here: Here) -> b.Document:
        """Return the settling screen."""
        series = here.night.series
        due = series_payments(here.night.series)
        last = series.last
        unfinished = last and not last.over and last.setup.rules.chips is ChipPlace.APP
        in_play = here.say("The round in play does not count yet.") if unfinished else ""
        left = say_left_to_hand_over(here.night, here.words)
        even = "" if due or left else here.say("Everybody is even: nobody owes anything.")
        number = here.say("Round {number}", number=here.night.round_number)
        left_over = b.Panel((b.Text(left, "left", b.Style.LOUD),), number, key="left")
        to_do: tuple[b.Block, ...] = (
            *b.notices(in_play, "in-play"),
            *_to_settle(here.night, self.begun, here.words),
            *((left_over,) if left else ()),
            *b.notices(even, "even"),
        )
        balances = (_balances(here.night, due, here.words),) if keeps_balances(series) else ()
        beside = (*balances, *worth_link(series, here.words))
        return b.Document(here.say("Settle up"), (to_do, beside), subtitle=here.called)


def settle(here: Here) -> Form:
    """Return the screen of the payments that are due now, or were when it was opened."""
    owed = list(owed_in_all(here.night.series).values())
    return Form(Settling(here.night.series), f"settle-{here.night.number}-{owed}")


def _to_settle(snapshot: Snapshot, begun: Series, words: Words) -> tuple[b.Panel, ...]:
    """Return the payments due in the series as begun, then the payments made, newest first.

    If these payments no longer make everybody even, list the payments of the current series.
    """
    series = snapshot.series
    places = _ticked_in(_places(begun), series) or _ticked_in(_places(series), series) or ()
    newest = snapshot.log.steps[-1] if snapshot.can_undo else None
    rows = tuple(
        _settled_row(snapshot, paid, number, words, ticked=ticked, newest=newest)
        for number, (paid, ticked) in enumerate(places, 1)
    )
    blocks = (b.List(rows),)
    return (b.Panel(blocks, words.say("Hand over these chips")),) if rows else ()


def _tick(paid: DebtPaid, *, ticked: bool, newest: Step | None) -> b.Intent:
    """Return the intent to record a payment or to take it back.

    The newest step is undone; an older payment is taken back by its opposite.
    """
    if not ticked:
        return b.Do(paid)
    if paid == newest:
        return b.Undo(only_shown=True)
    return b.Do(DebtPaid(paid.target, paid.source, paid.chips), exact=True)


def owed_in_all(series: Series) -> dict[str, int]:
    """Return the chips that each player is owed in the series, with those settled already."""
    received = _received([*series_payments(series), *debts_paid(series)])
    return {handle: received[handle] for handle in series.standing.chips}


def _places(series: Series) -> list[DebtPaid]:
    return [*series_payments(series), *reversed(_standing(series))]


def _ticked_in(rows: Sequence[DebtPaid], series: Series) -> list[tuple[DebtPaid, bool]] | None:
    """Return each row with its tick; None if the rows do not make everybody even."""
    left = Counter(_standing(series))
    ticked = list[bool]()
    for payment in reversed(rows):
        ticked.insert(0, left[payment] > 0)
        left[payment] -= ticked[0]
    open_ = [payment for payment, done in zip(rows, ticked, strict=True) if not done]
    if _received(open_) != _received(series_payments(series)) or any(left.values()):
        return None
    return list(zip(rows, ticked, strict=True))


def _received(payments: Iterable[DebtPaid]) -> Counter[str]:
    """Return the chips that each player receives, less those that the player pays."""
    received = Counter[str]()
    for payment in payments:
        received[payment.source] -= payment.chips
        received[payment.target] += payment.chips
    return received


def _standing(series: Series) -> list[DebtPaid]:
    """Return the payments made, without payments handed back."""
    stands: list[DebtPaid] = []
    for payment in debts_paid(series):
        back = DebtPaid(payment.target, payment.source, payment.chips)
        if back in stands:
            stands.reverse()
            stands.remove(back)
            stands.reverse()
        else:
            stands.append(payment)
    return stands


def _settled_row(
    snapshot: Snapshot,
    paid: DebtPaid,
    number: int,
    words: Words,
    *,
    ticked: bool,
    newest: Step | None,
) -> b.Row:
    payer = person(snapshot, paid.source)
    payee = person(snapshot, paid.target)
    worth = worth_of(snapshot.series.worth, paid.chips, words)
    says = pays(payer.name, payee.name, paid.chips, words)
    read = ", ".join(filter(None, (says, worth)))
    return b.Row(
        says,
        f"settle-{number}",
        leading=payer,
        to=payee,
        subtitle=worth,
        value=str(paid.chips),
        status=b.Status.MUTED if ticked else b.Status.PLAIN,
        tick=b.Tick(f"paid-{number}", says, ticked, _tick(paid, ticked=ticked, newest=newest)),
        label=read,
        key=f"settle-{number}-{paid.source}-{paid.target}-{paid.chips}",
    )


def _balances(snapshot: Snapshot, due: tuple[DebtPaid, ...], words: Words) -> b.Panel:
    """Return the balances that the app keeps, with those who joined for the round in play."""
    series = snapshot.series
    still = _received(due)
    received = _received(debts_paid(snapshot.series))
    balances = owed_in_all(series)
    rows = tuple(
        b.Row(
            series.name_of(handle),
            leading=person(snapshot, handle),
            subtitle=_open(still[handle], received[handle], words),
            value=signed(chips),
            key=handle,
        )
        for handle, chips in balances.items()
    )
    return b.Panel((b.List(rows),), words.say("Balances"))


def _open(chips: int, received: int, words: Words) -> str:
    """Return the chips handed over so far and the open rest in words."""
    parts: list[str] = []
    if received:
        paid = words.say("has paid {chips}", chips=-received)
        got = words.say("has received {chips}", chips=received)
        parts.append(got if received > 0 else paid)
    if not chips:
        parts.append(words.say("even"))
    elif chips < 0:
        parts.append(words.say("pays {chips}", chips=-chips))
    else:
        parts.append(words.say("gets {chips}", chips=chips))
    return " · ".join(parts)
