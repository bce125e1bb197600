"""Fines due at the table, and news of the last change that no other part shows.

The hand-overs at the end of a round are listed elsewhere and never netted with the fines.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.books import Fine, Further, certain, fines, still_open, withheld
from companion.core.judge import judge
from companion.core.payments import (
    taker,
    unticked,
)
from companion.core.rounds import events
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Account
from companion.core.rules import ChipPlace
from companion.core.steps import (
    Recorded,
)
from companion.desk.table import Snapshot
from companion.screens.speech import (
    Person,
    holder,
    listed,
    short,
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
    def chips(self) -> int:
        """All chips of the fine."""
        return sum(part.chips for part in self.parts)

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
    number = snapshot.round_number
    round_ = snapshot.round
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
    number = snapshot.round_number
    round_ = snapshot.round
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
    turn = due[0].turn
    round_ = snapshot.series.rounds[number - 1]
    payer = holder(snapshot, round_, due[0].offender, words)
    let_go = turn in round_.decisions.waived
    open_turns = {fine.turn for fine in unticked(round_)}
    ticked = round_.decisions.ticked(turn) and turn not in open_turns
    parts = _parts(snapshot, round_, due, words, at_end=not (let_go or ticked))
    shares = parts_words(parts, words)
    says = owes = words.say("{name} owes {parts}", name=payer.name, parts=shares)
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
    snapshot: Snapshot, round_: Round, due: Sequence[Fine], words: Words, *, at_end: bool
) -> tuple[OwedPart, ...]:
    """Return the chips by payee; `at_end` by the player who has taken the pot, if it is taken."""
    chips = dict[Account, int]()
    for fine in due:
        payee = taker(round_, fine) if at_end else fine.payee
        chips[payee] = chips.get(payee, 0) + fine.chips
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
    rules = round_.setup.rules
    ruling = judge(round_).ruling(turn)
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
