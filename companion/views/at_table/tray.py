"""Fines due at the table, and news of the last change that no other part shows.

The hand-overs at the end of a round are listed elsewhere and never netted with the fines.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, assert_never

from companion.core.books import Fine, Further, certain, fines, ledger, still_open, withheld
from companion.core.judge import judge
from companion.core.objections import phrase
from companion.core.payments import (
    PaymentDue,
    hand_overs,
    taker,
    unticked,
)
from companion.core.rounds import events
from companion.core.rounds.repair import Move, OtherEvent, moves_of
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Account, Setup
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.slips import Moves
from companion.core.steps import (
    Dealt,
    DebtPaid,
    Ended,
    Planned,
    PlayerRenamed,
    Recorded,
    Redealt,
    Renamed,
    Repaired,
    SeriesDated,
    Step,
    Valued,
    only_describes,
)
from companion.desk.commands import deal_again
from companion.desk.table import Snapshot
from companion.views.speech import (
    Person,
    account_name,
    chips_words,
    holder,
    listed,
    pays,
    points_words,
    short,
    shorts,
)
from companion.words import Words


@dataclass(frozen=True, slots=True)
class OwedPart:
    """The chips of a fine that go to one payee, a player or the pot."""

    payee: Person
    chips: int


@dataclass(frozen=True, slots=True)
class OwedFine:
    """The fine for the false pass at `turn` of round `number`.

    `says` names payer and parts, e.g. `Ben owes Cem 10`; `why` gives the reason and the parts still
    to come. The `tick` is for what is certain; a part that becomes certain later is a further fine
    of the same pass. A tap on a fine that is `ticked` or `let_go` charges the fine
    again. The labels describe the buttons.
    """

    number: int
    turn: int
    payer: Person
    parts: tuple[OwedPart, ...]
    says: str
    why: str
    tick: events.FineTicked
    paid_label: str
    waive_label: str
    why_label: str
    ticked: bool
    let_go: bool

    @property
    def closed(self) -> bool:
        """True if the fine is ticked off or let go."""
        return self.ticked or self.let_go


def owed_fines(snapshot: Snapshot, number: int, words: Words) -> tuple[OwedFine, ...]:
    """Return the fines of round `number`, from 1, that are not ticked off, by false pass.

    There are none if the app keeps the chips.
    """
    return _by_turn(snapshot, number, unticked(snapshot.series.rounds[number - 1]), words)


def certain_fines(snapshot: Snapshot, words: Words) -> dict[int, OwedFine]:
    """Return the fines of the last round by their turns, ticked or not.

    There are none if the app keeps the chips.
    """
    number, round_ = snapshot.round_number, snapshot.round
    if round_.setup.rules.chips is ChipPlace.APP:
        return {}
    owed = {fine.turn: fine for fine in owed_fines(snapshot, number, words)}
    due = () if round_.void else tuple(fines(round_, judge(round_)))
    ticked = _by_turn(snapshot, number, due, words)
    return {fine.turn: owed.get(fine.turn, fine) for fine in ticked}


def _by_turn(
    snapshot: Snapshot, number: int, due: Sequence[Fine], words: Words
) -> tuple[OwedFine, ...]:
    """Return the fines that are not for the offender, who took the pot with them."""
    round_ = snapshot.series.rounds[number - 1]
    due = [fine for fine in due if taker(round_, fine) != fine.offender]
    return tuple(
        _owed(snapshot, number, [fine for fine in due if fine.turn == turn], words)
        for turn in dict.fromkeys(fine.turn for fine in due)
    )


def tray(snapshot: Snapshot, words: Words) -> tuple[OwedFine, ...]:
    """Return the fines in the tray of the last round, in order of turns.

    Fines ticked off or let go by the latest steps stay, so that no other fine slides under the
    finger. There are none after the last card, when the list has them, nor if the app keeps the
    chips.
    """
    number, round_ = snapshot.round_number, snapshot.round
    if round_.over or round_.setup.rules.chips is ChipPlace.APP:
        return ()
    owed = owed_fines(snapshot, number, words)
    closed = [
        _owed(snapshot, number, due, words)
        for turn in _closed_last(snapshot) - {fine.turn for fine in owed}
        if (due := certain(round_, turn))
    ]
    shown = sorted((*owed, *closed), key=lambda fine: fine.turn)
    if len(shown) == 1:
        return tuple(shown)
    # The screen may cut a list of fines, so each has its place in the list.
    places = (
        words.say("{place} of {count}", place=place, count=len(shown))
        for place in range(1, len(shown) + 1)
    )
    pairs = zip(places, shown, strict=True)
    return tuple(replace(fine, why=f"{place} · {fine.why}") for place, fine in pairs)


def _closed_last(snapshot: Snapshot) -> frozenset[int]:
    """Return the turns of the fines that the latest steps closed.

    Only steps since the series was opened count, because a sheet records no times.
    """
    turns = set[int]()
    for step in reversed(snapshot.made_here):
        if not isinstance(step, Recorded) or step.number != snapshot.round_number:
            break
        if not isinstance(step.event, events.FineTicked | events.FineWaived | events.FineCharged):
            break
        turns.add(step.event.turn)
    decisions = snapshot.round.decisions
    return frozenset(turns) & decisions.waived.union(paid.turn for paid in decisions.paid)


def _owed(snapshot: Snapshot, number: int, due: Sequence[Fine], words: Words) -> OwedFine:
    turn, round_ = due[0].turn, snapshot.series.rounds[number - 1]
    payer = holder(snapshot, round_, due[0].offender, words)
    parts = _parts(snapshot, round_, due, words)
    shares = parts_words(parts, words)
    says = owes = words.say("{name} owes {parts}", name=payer.name, parts=shares)
    let_go = turn in round_.decisions.waived
    open_turns = {fine.turn for fine in unticked(round_)}
    ticked = round_.decisions.ticked(turn) and turn not in open_turns
    if let_go:
        says = words.say("Let go: {name} owed {parts}", name=payer.name, parts=shares)
    elif ticked:
        says = words.say("{name} has paid {parts}", name=payer.name, parts=shares)
    why = _why(round_, turn, Further() if let_go else still_open(round_, turn), words)
    return OwedFine(
        number=number,
        turn=turn,
        payer=payer,
        parts=parts,
        says=says,
        why=why,
        tick=events.FineTicked(turn),
        paid_label=words.say("Paid: {owed}", owed=owes),
        waive_label=words.say("Let it go: {owed}", owed=owes),
        why_label=words.say("{owed}. Why?", owed=f"{says}: {why}"),
        ticked=ticked,
        let_go=let_go,
    )


def _parts(
    snapshot: Snapshot, round_: Round, due: Sequence[Fine], words: Words
) -> tuple[OwedPart, ...]:
    chips = dict.fromkeys((fine.target for fine in due), 0)
    for fine in due:
        chips[fine.target] += fine.chips
    return tuple(
        OwedPart(holder(snapshot, round_, target, words), total) for target, total in chips.items()
    )


def parts_words(parts: Sequence[OwedPart], words: Words) -> str:
    """Return the parts of a fine in words, e.g. `the pot 3 and Cem 5`."""
    return listed([_part(part, words) for part in parts], words)


def _part(part: OwedPart, words: Words) -> str:
    if part.payee.tint < 0:
        return words.say("the pot {chips}", chips=part.chips)
    return words.say("{name} {chips}", name=part.payee.name, chips=part.chips)


def _why(round_: Round, turn: int, further: Further, words: Words) -> str:
    """Return the turn, the sevens held back and the parts still to come, in words."""
    rules, ruling = round_.setup.rules, judge(round_).ruling(turn)
    reasons = [words.say("false pass at turn {turn}", turn=turn)]
    if ruling and rules.seven_fine and (sevens := withheld(round_, ruling)):
        cards = listed([short(holding.card, words) for holding in sevens], words)
        reasons.append(words.say("held {cards} back", cards=cards))
    if further.to_come:
        cards = listed([short(card, words) for card in further.to_come], words)
        reasons.append(
            words.count(
                "{chips} more to whoever holds {cards}",
                "{chips} more each to whoever holds {cards}",
                len(further.to_come),
                chips=rules.seven_fine,
                cards=cards,
            )
        )
    if further.may:
        reasons.append(
            words.count(
                "more to come if {cards} was held back",
                "more to come if one of {cards} was held back",
                len(further.may),
                cards=", ".join(short(card, words) for card in further.may),
            )
        )
    if further.winner:
        chips = rules.false_pass_fine
        reasons.append(words.say("{chips} more to the winner of the round", chips=chips))
    return " · ".join(reasons)


_PAIR = 2
_ROOM = 60
"""Number of letters of payments that fit beside the notice."""


def taken_back(snapshot: Snapshot, words: Words) -> str:
    """Return a notice of the step that the last change undid, empty for a turn or no undo."""
    before, now = snapshot.before, snapshot.led_to
    if before is None or len(before.steps) != len(now.steps) + 1:
        return ""
    step = before.steps[-1]
    undone = _step(step, before.series, words)
    if isinstance(step, Repaired) and step == deal_again(now):
        undone = words.say("the second deal of round {number}", number=now.round_number)
    return words.say("Taken back: {what}.", what=undone) if undone else ""


def undo_says(snapshot: Snapshot, plain: str, words: Words) -> str:
    """Return the label of Undo: the name, date or worth that it takes back, else `plain`.

    A name may have been given on another page, unseen from here.
    """
    last = snapshot.log.steps[-1] if snapshot.log.steps else None
    if last is None or not only_describes(last):
        return plain
    return words.say("Undo: {what}", what=_step(last, snapshot.series, words))


def _step(step: Step, series: Series, words: Words) -> str:  # noqa: C901, PLR0911 - a kind each
    number = len(series.rounds)
    match step:
        case Recorded():
            return _recorded(step, series, words)
        case Dealt():
            return words.say("the deal of round {number}", number=number)
        case Redealt():
            return words.say("the new setup of round {number}", number=number)
        case Repaired(number):
            return words.say("the repair of round {number}", number=number)
        case Planned():
            return words.say("the change of the rules")
        case Ended():
            return words.say("the end of the series")
        case Renamed(name) | PlayerRenamed(name=name):
            return words.say("the name {name}", name=name)
        case SeriesDated():
            return words.say("the change of the date")
        case DebtPaid(source, target, chips):
            payer, payee = series.name_of(source), series.name_of(target)
            return words.say(
                "{payer} has paid {payee} {chips}", payer=payer, payee=payee, chips=chips
            )
        case Valued():
            return words.say("the worth of a chip")
        case _:
            assert_never(step)


def _recorded(step: Recorded, series: Series, words: Words) -> str:
    """Return an event in words, with its round if that is not the last; nothing for a turn."""
    number, players = step.number, series.round(step.number).setup.players
    match step.event:
        case events.Played() | events.Passed() | events.PassRun():
            return ""
        case events.CalledOff():
            return words.say("calling off round {number}", number=number)
        case events.Dated():
            return words.say("the date of round {number}", number=number)
        case events.MarkWithdrawn(source, target):
            payer, payee = (series.name_of(players[seat]) for seat in (source, target))
            says = words.say("the note that {payer} has paid {payee}", payer=payer, payee=payee)
        case events.Forgotten(seat, cards):
            says = words.say(
                "withdrawing the note that {name} held {cards}",
                name=series.name_of(players[seat]),
                cards=shorts(cards, words),
            )
        case event:
            says = fact_words(event, players, series.name_of, words)
    earlier = number < len(series.rounds)
    return words.say("{what} (round {number})", what=says, number=number) if earlier else says


_RULED: Final = {
    events.FineWaived: phrase("letting the fine for turn {turn} go"),
    events.FineCharged: phrase("charging the fine for turn {turn}"),
    events.FineTicked: phrase("ticking off the fine for turn {turn}"),
}


def fact_words(  # noqa: C901, PLR0911 - a kind each
    event: OtherEvent, players: Sequence[str], name_of: Callable[[str], str], words: Words
) -> str:
    """Return an event other than a turn in words, such as `the hand of Ben`."""

    def name(account: Account) -> str:
        return words.say("pot") if account == POT else name_of(players[account])

    match event:
        case events.HandEntered(seat):
            return words.say("the hand of {name}", name=name(seat))
        case events.Seen(seat, cards):
            return words.say(
                "the note that {name} held {cards}", name=name(seat), cards=shorts(cards, words)
            )
        case events.Shown(seat):
            return words.say("the cards that {name} showed", name=name(seat))
        case events.FineWaived(turn) | events.FineCharged(turn) | events.FineTicked(turn):
            return words.say(_RULED[type(event)], turn=turn)
        case events.ChipsCorrection(source, target, chips):
            return words.say(
                "the correction of {chips} from {payer} to {payee}",
                chips=chips_words(chips, words),
                payer=name(source),
                payee=name(target),
            )
        case events.PointsCorrection(seat, counted):
            return words.say(
                "the correction of {points} for {name}",
                points=points_words(counted, words),
                name=name(seat),
            )
        case events.MarkedUnpaid(source, target, chips):
            return words.say(
                "the note that {payer} owes {payee} {chips}",
                chips=chips_words(chips, words),
                payer=name(source),
                payee=name(target),
            )
        case events.Result():
            return words.say("the result of the round")
        case events.CalledOff():
            return words.say("calling the round off")
        case _:
            assert_never(event)


def hand_over_words(owed: Iterable[PaymentDue], names: Mapping[Account, str], words: Words) -> str:
    """Return payments in words, e.g. `Ben pays Ann 4; Cem pays Ann 2`."""
    return "; ".join(
        pays(names[payment.source], names[payment.target], payment.chips, words) for payment in owed
    )


def repaired(snapshot: Snapshot, words: Words) -> str:
    """Return a notice of the repair that the last change made, empty for any other change."""
    before, steps = snapshot.before, snapshot.led_to.steps
    last = steps[-1] if steps else None
    if before is None or len(steps) <= len(before.steps) or not isinstance(last, Repaired):
        return ""
    number = last.number
    was, now = before.series.rounds[number - 1], snapshot.series.rounds[number - 1]
    if not now.turns:
        return ""
    changes = list(_changed_setup(was.setup, now.setup, snapshot.series.name_of, words))
    if not changes or moves_of(was) != moves_of(now):
        turns = _change_of(moves_of(was), moves_of(now), words)
        changes.insert(0, turns or words.say("its turns were repaired"))
    return words.say("Round {number}: {what}", number=number, what="; ".join(changes))


def _changed_setup(
    was: Setup, now: Setup, name_of: Callable[[str], str], words: Words
) -> Iterator[str]:
    """Yield the changes of players, seats, dealer and rules; hand sizes only if nothing else."""
    for handle in was.players:
        if handle not in now.players:
            yield words.say("{name} sits out now", name=name_of(handle))
    for handle in now.players:
        if handle not in was.players:
            yield words.say("{name} plays now", name=name_of(handle))
    former = [handle for handle in was.players if handle in now.players]
    present = [handle for handle in now.players if handle in was.players]
    moved = [name_of(old) for old, new in zip(former, present, strict=True) if old != new]
    if len(moved) == _PAIR:
        yield words.say("{one} and {other} changed seats", one=moved[0], other=moved[1])
    elif moved:
        names = listed([name_of(handle) for handle in now.players], words)
        yield words.say("the seats are now {names}", names=names)
    dealer = now.players[now.dealer]
    if dealer != was.players[was.dealer]:
        yield words.say("{name} deals now", name=name_of(dealer))
    if now.rules != was.rules:
        yield words.say("other house rules apply now")
    if replace(was, hand_sizes=now.hand_sizes) == now != was:
        yield words.say("the hands have other sizes now")


def _change_of(was: Moves, now: Moves, words: Words) -> str:
    """Return the single change between two lists of turns, empty for none or several."""
    turn = _last_changed(was, now)
    if len(was) == len(now) + 1 and was[: turn - 1] + was[turn:] == now:
        deleted = _move(was[turn - 1], words)
        return words.say("turn {turn} was deleted: {what}", turn=turn, what=deleted)
    if len(now) == len(was) + 1 and now[: turn - 1] + now[turn:] == was:
        inserted = _move(now[turn - 1], words)
        return words.say("turn {turn} was inserted: {what}", turn=turn, what=inserted)
    if len(was) != len(now) or was == now:
        return ""
    first, last = turn - 1, slice(max(turn - 2, 0), turn)
    if was[:first] == now[:first]:
        after, before = _move(now[first], words), _move(was[first], words)
        return words.say(
            "turn {turn} is now {after}, not {before}", turn=turn, after=after, before=before
        )
    if was[: last.start] == now[: last.start] and was[last] == now[last][::-1]:
        earlier, later = (_move(move, words) for move in now[last])
        return words.say(
            "turns {first} and {last} were exchanged: first {one}, then {other}",
            first=first,
            last=turn,
            one=earlier,
            other=later,
        )
    return ""


def _move(move: Move, words: Words) -> str:
    return short(move, words) if move else words.say("a pass")


def _last_changed(was: Moves, now: Moves) -> int:
    """Return the last turn of the longer list that differs, with both lists aligned at the end."""
    pairs = zip(reversed(was), reversed(now), strict=False)
    return max(len(was), len(now)) - sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)
    )


def dealt_again(snapshot: Snapshot, words: Words) -> str:
    """Return a notice of a second deal that the last change made, empty for any other change.

    The notice lists the chips given back if all of them fit. Corrections stay in force.
    """
    before, steps = snapshot.before, snapshot.led_to.steps
    last = steps[-1] if steps else None
    if before is None or len(steps) <= len(before.steps) or not isinstance(last, Repaired):
        return ""
    was = before.series.rounds[last.number - 1]
    if was.void or not was.turns or snapshot.series.rounds[last.number - 1].turns:
        return ""
    play = [
        event
        for event in was.events
        if not isinstance(event, events.ChipsCorrection | events.PointsCorrection)
    ]
    back = hand_overs(Round.of(was.setup, [*play, events.CalledOff()]))
    if not back and not ledger(was).transfers:
        return ""
    accounts = {account for payment in back for account in (payment.source, payment.target)}
    names = {account: account_name(before.series, was, account, words) for account in accounts}
    says = words.say("Dealt again: antes and fees go back, and everybody pays a new ante.")
    payments = hand_over_words(back, names, words)
    if back and len(payments) <= _ROOM:
        says += " " + words.say("Given back: {payments}.", payments=payments)
    return says
