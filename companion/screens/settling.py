"""The screen that settles up a series (R18)."""

from dataclasses import dataclass

from companion.core.payments import Payment, balances_of
from companion.core.rules import ChipPlace
from companion.core.steps import HandedOver
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.hand_overs import (
    all_handed_over,
    even_rows,
    holder_of,
    keeps_balances,
    list_of,
    list_title,
    nothing_open,
    reasons,
)
from companion.screens.kit import Form, ScreenFacts
from companion.screens.speech import owes, pays, person, signed
from companion.screens.worth import worth_link, worth_of
from companion.words import Words


@dataclass(frozen=True)
class Settling:
    """What is open in the series, and nothing else."""

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the settling screen."""
        series = facts.night.series
        last = series.last
        unfinished = last and not last.over and last.setup.rules.chips is ChipPlace.APP
        in_play = facts.say("The round in play does not count yet.") if unfinished else ""
        even = "" if series.open else nothing_open(series, facts.words)
        to_do: tuple[b.Block, ...] = (
            *b.notices(in_play, "in-play"),
            *_to_settle(facts.night, facts.words),
            *all_handed_over(series, facts.words),
            *b.notices(even, "even"),
        )
        balances = (_balances(facts.night, facts.words),) if keeps_balances(series) else ()
        beside = (*balances, *worth_link(series, facts.words))
        return b.Document(facts.say("Settle up"), (to_do, beside), subtitle=facts.called)


def settle(facts: ScreenFacts) -> Form:
    """Return the screen of the payments that are open."""
    return Form(Settling(), f"settle-{facts.night.number}")


def _to_settle(snapshot: Snapshot, words: Words) -> tuple[b.Panel, ...]:
    """Return the payments that are open, and ticked those that were made since the last list."""
    whys = reasons(snapshot, words)
    listed = tuple(
        _row(snapshot, paid, number, words, why="" if ticked else whys[paid], ticked=ticked)
        for number, (paid, ticked) in enumerate(list_of(snapshot), 1)
    )
    rows = (*listed, *even_rows(snapshot, words))
    return (b.Panel((b.List(rows),), list_title(snapshot.series, words)),) if listed else ()


def _tick(snapshot: Snapshot, paid: Payment, *, ticked: bool) -> b.Intent:
    """Return the intent to record a payment or to take it back.

    The newest step is undone; an older payment is taken back by its opposite.
    """
    if not ticked:
        return b.Do(HandedOver(*paid), exact=True)
    if snapshot.can_undo and snapshot.log.steps[-1] == HandedOver(*paid):
        return b.Undo(only_shown=True)
    return b.Do(HandedOver(paid.target, paid.source, paid.chips), exact=True)


def _row(
    snapshot: Snapshot, paid: Payment, number: int, words: Words, *, why: str, ticked: bool
) -> b.Row:
    payer = holder_of(snapshot, paid.source, words)
    payee = holder_of(snapshot, paid.target, words)
    worth = worth_of(snapshot.series.worth, paid.chips, words)
    later = not ticked and paid.source in snapshot.series.put_off_by
    does = pays(payer.name, payee.name, paid.chips, words)
    says = owes(payer.name, payee.name, paid.chips, words) if later else does
    beside = " · ".join(filter(None, (why, worth)))
    read = words.join((says, why, worth))
    intent = _tick(snapshot, paid, ticked=ticked)
    return b.Row(
        says,
        f"settle-{number}",
        leading=payer,
        to=payee,
        subtitle=beside,
        value=str(paid.chips),
        status=b.Status.MUTED if ticked or later else b.Status.PLAIN,
        tick=b.Tick(f"paid-{number}", does, ticked, intent),
        label=read,
        key=f"settle-{number}-{paid.source}-{paid.target}-{paid.chips}",
    )


def _balances(snapshot: Snapshot, words: Words) -> b.Panel:
    """Return the balances that the app keeps, with those who joined for the round in play."""
    series = snapshot.series
    still = balances_of(series.open)
    closed = series.closed.chips
    rows = tuple(
        b.Row(
            series.name_of(handle),
            leading=person(snapshot, handle),
            subtitle=_open(
                still.get(handle, 0), closed.get(handle, 0) - still.get(handle, 0), words
            ),
            value=signed(closed.get(handle, 0)),
            key=handle,
        )
        for handle in series.standing.chips
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
