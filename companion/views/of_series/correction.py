"""Corrections of chips and of points in a round, whichever of the two its rules count."""

from typing import Final

from companion.core.log import Log
from companion.core.objections import phrase
from companion.core.payments import owed_corrections
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Account, HandedOver, Owed, Paid, PointsCorrected
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.forms.entries import Correction
from companion.views import blocks as b
from companion.views.speech import account_name, holder, pays, refusal_words, signed
from companion.words import Words

_ANY_PAYMENT: Final = Paid(0, 1, 1)
_ANY_POINTS: Final = PointsCorrected(0, 1)
"""Placeholders for the correction until its people are chosen."""
_STEPS: Final = {
    -5: ("less-5", b.Icon.FEWER),
    -1: ("less", b.Icon.LESS),
    1: ("more", b.Icon.ADD),
    5: ("more-5", b.Icon.MANY_MORE),
}
"""The changes of a number by a tap, with their identifiers and signs."""


def begin_correction(number: int, round_: Round) -> Correction:
    """Return the empty form for round `number`: of chips, or of points if it counts no chips."""
    rules = round_.setup.rules
    return Correction(number, in_points=rules.count_points and not rules.charge_chips)


def correction(snapshot: Snapshot, words: Words, form: Correction) -> b.Document:
    """Return the correction screen of a round."""
    round_ = snapshot.series.rounds[form.number - 1]
    rules, event = round_.setup.rules, form.event
    act = b.Action(
        "pay",
        words.say("Write it down"),
        b.Submit(),
        b.Emphasis.PRIMARY,
        beneath=_says(snapshot.series, round_, event, words) if event else "",
        obstacle=_obstacle(form, snapshot.log, words),
    )
    kinds = (_kinds(form, words),) if rules.charge_chips and rules.count_points else ()
    asks: tuple[b.Block, ...] = (*kinds, *_people(form, snapshot, words))
    number: tuple[b.Block, ...] = (_number(form, words),)
    counts = rules.charge_chips or rules.count_points
    if not counts:
        says = words.say("These rules count neither chips nor points.")
        asks, number = (b.Text(says, "counts-nothing"),), ()
    return b.Document(
        words.say("Correction"),
        (asks, (*number, *_made(snapshot, form.number, words))),
        subtitle=words.say("Round {number}", number=form.number),
        footer=(act,) if counts else (),
    )


def booked(snapshot: Snapshot, words: Words) -> str:
    """Return the correction in words if the last change was a correction; else an empty text."""
    log, before = snapshot.led_to, snapshot.before
    last = log.steps[-1] if log.steps else None
    if before is None or len(before.steps) >= len(log.steps) or not isinstance(last, Recorded):
        return ""
    if not isinstance(last.event, Paid | PointsCorrected):
        return ""
    series, event = snapshot.series, last.event
    says = _says(series, series.rounds[last.number - 1], event, words)
    return words.say("Booked: {paid}", paid=f"{says} ({event.note})" if event.note else says)


def _kinds(form: Correction, words: Words) -> b.Choice:
    """Return the choice between a correction of chips and one of points."""

    def kind(name: str, says: str, *, points: bool) -> b.Action:
        chosen = points is form.in_points
        return b.Action(f"correct-{name}", says, b.Edit("of", (points,)), chosen=chosen)

    chips = kind("chips", words.say("Chips"), points=False)
    return b.Choice((chips, kind("points", words.say("Points"), points=True)))


def _people(form: Correction, snapshot: Snapshot, words: Words) -> tuple[b.Panel, ...]:
    """Return the choices of payer and payee, or of one player for points.

    The pot is among payers and payees, unless the round was called off.
    """
    round_, say = snapshot.series.rounds[form.number - 1], words.say
    pot = () if round_.void or form.in_points else (POT,)
    accounts = (*range(len(round_.setup.players)), *pot)
    people = {account: holder(snapshot, round_, account, words) for account in accounts}

    def panel(title: str, name: str, step: str, label: str, chosen: Account | None) -> b.Panel:
        options = tuple(
            b.PersonOption(
                f"{name}-{player.handle}",
                player,
                say(label, name=player.name),
                b.Edit(step, (account,)),
                chosen=account == chosen,
            )
            for account, player in people.items()
        )
        return b.Panel((b.PeopleChoice(options),), title, key=name)

    if form.in_points:
        label = phrase("The points of {name}")
        return (panel(say("Whose points?"), "points-of", "at", label, form.seat),)
    return (
        panel(say("Who pays?"), "pay-from", "from_", phrase("{name} pays"), form.source),
        panel(say("Who gets it?"), "pay-to", "to", phrase("{name} gets"), form.target),
    )


def _number(form: Correction, words: Words) -> b.Panel:
    """Return the number of chips or points, and the note."""
    steps = tuple(_step(form, by, words) for by in _STEPS)
    name, number = ("points", signed(form.points)) if form.in_points else ("chips", str(form.chips))
    counter = b.Counter(b.Text(number, f"pay-{name}"), steps[:2], steps[2:])
    note = b.Field("pay-note", form.note, words.say("What for?"), "noted")
    title = words.say("Points") if form.in_points else words.say("Chips")
    return b.Panel((counter, note), title, key=name)


def _step(form: Correction, by: int, words: Words) -> b.Action:
    """Return the button that changes the number, disabled at the smallest number of chips.

    A large step leads to the next multiple of five.
    """
    name, icon = _STEPS[by]
    if form.in_points:
        label = _more(form.with_points(by).points - form.points, words)
        return b.Action(
            f"pay-points-{name}", "", b.Edit("with_points", (by,)), icon=icon, label=label
        )
    more = form.with_chips(by).chips - form.chips or by
    label = (
        words.count("{n} chip less", "{n} chips less", -more)
        if by < 0
        else words.count("{n} chip more", "{n} chips more", more)
    )
    step = b.Edit("with_chips", (by,)) if by > 0 or form.chips > 1 else None
    return b.Action(f"pay-chips-{name}", "", step, icon=icon, label=label)


def _more(points: int, words: Words) -> str:
    """Return points added or taken away, e.g. `5 points more`."""
    if points < 0:
        return words.count("{n} point less", "{n} points less", -points)
    return words.count("{n} point more", "{n} points more", points)


def _made(snapshot: Snapshot, number: int, words: Words) -> tuple[b.Panel, ...]:
    """Return the corrections that hold: of a round called off those made since then."""
    round_ = snapshot.series.rounds[number - 1]
    ticked, rows = owed_corrections(round_), list[b.Row]()
    for place, event in enumerate(round_.decisions.corrections, 1):
        mark = _mark(round_, event)
        owed = mark is not None and ticked[mark] > 0
        if mark and owed:
            ticked[mark] -= 1
        rows.append(
            b.Row(
                _says(snapshot.series, round_, event, words),
                f"correction-{place}",
                leading=holder(snapshot, round_, _account(event), words),
                subtitle=event.note,
                status=b.Status.MUTED if owed else b.Status.PLAIN,
                tick=_still_owes(snapshot, number, place, mark, words, owed=owed) if mark else None,
            )
        )
    title = words.say("Corrections of this round")
    return (b.Panel((b.List(tuple(rows)),), title, key="made"),) if rows else ()


def _mark(round_: Round, event: Paid | PointsCorrected) -> Owed | None:
    """Return the mark of a correction that is still owed; None if it cannot be owed (R18)."""
    if round_.void or round_.setup.rules.chips is ChipPlace.APP:
        return None
    if not isinstance(event, Paid) or POT in {event.source, event.target}:
        return None
    return Owed(event.source, event.target, event.chips)


def _still_owes(
    snapshot: Snapshot, number: int, place: int, mark: Owed, words: Words, *, owed: bool
) -> b.Tick:
    """Return the box that marks a correction as still owed, or withdraws the mark."""
    round_ = snapshot.series.rounds[number - 1]
    payer, payee = (
        account_name(snapshot.series, round_, seat, words) for seat in (mark.source, mark.target)
    )
    owes = words.say(
        "{payer} still owes {payee} {chips}", payer=payer, payee=payee, chips=mark.chips
    )
    event = HandedOver(mark.source, mark.target) if owed else mark
    step = b.Do(Recorded(number, event), exact=True)
    return b.Tick(f"still-owes-{place}", owes, owed, step, words.say("still owes"))


def _account(event: Paid | PointsCorrected) -> Account:
    """Return the payer of chips, or the player whose points are corrected."""
    return event.source if isinstance(event, Paid) else event.seat


def _says(series: Series, round_: Round, event: Paid | PointsCorrected, words: Words) -> str:
    """Return a correction in words, e.g. `Ben pays Ann 4` or `Ben: 5 points more`."""
    if isinstance(event, PointsCorrected):
        name = account_name(series, round_, event.seat, words)
        return words.say("{name}: {points}", name=name, points=_more(event.points, words))
    payer = account_name(series, round_, event.source, words)
    return pays(payer, account_name(series, round_, event.target, words), event.chips, words)


def _obstacle(form: Correction, log: Log, words: Words) -> str:
    """Return the reason why the correction is not possible yet, empty for a possible one."""
    event = form.event or (_ANY_POINTS if form.in_points else _ANY_PAYMENT)
    if refusal := log.objection(Recorded(form.number, event)):
        return refusal_words(refusal, words, log.series.name_of)
    if form.event:
        return ""
    if form.in_points:
        return words.say("Tap the player whose points change.")
    return words.say("Tap who pays.") if form.source is None else words.say("Tap who gets it.")
