"""The fines for false passes: the newest as a line for the whole table, and those still due.

The hand-overs at the end of a round are listed elsewhere and never netted with the fines.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.books import Fine, certain, cost, fines, not_ticked, unclaimed, withheld
from companion.core.cards import Card
from companion.core.dues import taker, unticked
from companion.core.judge import Holding, Ruling, Verdict, judge
from companion.core.rounds.events.decisions import FineTicked
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Account
from companion.core.rules import ChipPlace, FineTo
from companion.desk.table import Snapshot
from companion.screens.speech import Person, holder, listed, sentence, short, spoken_names
from companion.words import Words


@dataclass(frozen=True)
class OwedPart:
    """The chips of a fine that go to one payee, a player or the pot, maybe for holding cards."""

    payee: Person
    chips: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class OwedFine:
    """The fine for the false pass at `turn` of round `number`.

    `says` is the sentence for the table, and `why` names the turn, what is paid already and what is
    still to come. The `tick` is for what is certain; a part that becomes certain later is a further
    fine of the same pass. `since` is the moment at which the last part became certain. `tick_says`
    and the labels describe the buttons, and name all that they move.
    """

    number: int
    turn: int
    since: int
    payer: Person
    parts: tuple[OwedPart, ...]
    says: str
    why: str
    tick: FineTicked
    tick_says: str
    paid_label: str
    waive_label: str
    why_label: str
    ticked: bool

    @property
    def moment(self) -> tuple[int, int, int]:
        """The round, the turn and the moment of the fine, by which no two are mistaken."""
        return self.number, self.turn, self.since


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
    """Return the fines that are not for the offender alone, who took the pot with them."""
    round_ = snapshot.series.rounds[number - 1]
    for_others = [fine for fine in due if taker(round_, fine) != fine.offender]
    turns = dict.fromkeys(fine.turn for fine in for_others)
    by_turn = ([fine for fine in for_others if fine.turn == turn] for turn in turns)
    return tuple(_owed(snapshot, number, of_turn, words) for of_turn in by_turn)


def fines_due(snapshot: Snapshot, words: Words) -> tuple[OwedFine, ...]:
    """Return the fines of the round in play that nobody has ticked off or let go, by turns.

    There are none after the last card, when the list has them, nor if the app keeps the chips.
    """
    return () if snapshot.round.over else owed_fines(snapshot, snapshot.round_number, words)


def newest_fine(snapshot: Snapshot, words: Words) -> OwedFine | None:
    """Return the fine that came to light last in the round in play, unless it is answered.

    If the app keeps the chips nobody has to answer, and it stays for one turn of everybody.
    """
    round_ = snapshot.round
    if round_.over:
        return None
    judgement = judge(round_)
    certain = list[Fine]()
    for ruling in judgement.rulings:
        if ruling.verdict is Verdict.ILLEGAL:
            parts = list(cost(round_, judgement, ruling))
            if ruling.turn in round_.decisions.waived:
                # It is no news again when another of its parts becomes certain.
                parts = [min(parts, key=lambda fine: fine.moment)] if parts else []
            certain += parts
    newest = max(certain, key=lambda fine: (fine.moment, fine.turn), default=None)
    if newest is None or newest.turn in round_.decisions.waived:
        return None
    if round_.setup.rules.chips is ChipPlace.TABLE:
        due = fines_due(snapshot, words)
        return next((fine for fine in due if fine.turn == newest.turn), None)
    if len(round_.turns) - newest.moment >= len(round_.setup.players):
        return None
    parts = [fine for fine in certain if fine.turn == newest.turn]
    return _owed(snapshot, snapshot.round_number, parts, words)


def _owed(snapshot: Snapshot, number: int, due: Sequence[Fine], words: Words) -> OwedFine:
    turn = due[0].turn
    round_ = snapshot.series.rounds[number - 1]
    whole = certain(round_, turn)
    put, still = _by_tick(round_, whole)
    ticked = all(taker(round_, fine) == fine.offender for fine in still)
    shown, moved = (put, put) if ticked else (due, still)
    parts = _parts(snapshot, round_, shown, words, at_end=not ticked)
    # At the end of a round a tick says that the chips lie in the pot, whoever takes it.
    moves = _parts(snapshot, round_, moved, words, at_end=not (ticked or round_.over))

    def told(parts: Sequence[OwedPart]) -> str:
        return sentence(_sentence(snapshot, round_, turn, parts, words), words)

    def paid_for(parts: Sequence[OwedPart]) -> str:
        return words.pair(words.say("Already paid"), _in_words(snapshot, round_, parts, words))

    tick_word = words.say("Already paid") if round_.over else words.say("Paid")
    paid = "" if ticked or not put else paid_for(_parts(snapshot, round_, put, words, at_end=False))
    as_said = moves == parts and not paid
    tick_says = tick_word if as_said or not round_.over else paid_for(moves)
    if round_.over and all(part.payee.tint < 0 for part in moves):
        tick_says = tick_word = words.say("Already in the pot")
    ruling = judge(round_).ruling(turn)
    assert ruling
    to_come = pending(round_, ruling, words)
    at = words.say("Turn {turn}", turn=turn)
    why = " · ".join(filter(None, (at, paid, to_come)))
    let_go = told(_parts(snapshot, round_, whole, words, at_end=False)), to_come
    return OwedFine(
        number=number,
        turn=turn,
        since=max(fine.moment for fine in due),
        payer=holder(snapshot, round_, due[0].offender, words),
        parts=parts,
        says=_sentence(snapshot, round_, turn, parts, words),
        why=why,
        tick=FineTicked(turn),
        tick_says=tick_says,
        paid_label=words.pair(tick_word, f"{told(moves)} {at}"),
        waive_label=words.pair(words.say("Let it go"), " ".join(filter(None, let_go))),
        why_label=f"{told(parts)} {why}",
        ticked=ticked,
    )


def _by_tick(round_: Round, whole: Sequence[Fine]) -> tuple[list[Fine], list[Fine]]:
    """Return what was ticked of the whole fine for one pass, and the rest."""
    still = list(not_ticked(whole, round_.decisions))
    left = {(fine.payee, fine.neighbour): fine.chips for fine in still}
    put = ((fine, fine.chips - left.get((fine.payee, fine.neighbour), 0)) for fine in whole)
    return [replace(fine, chips=chips) for fine, chips in put if chips], still


def fine_words(snapshot: Snapshot, round_: Round, due: Sequence[Fine], words: Words) -> str:
    """Return the sentence for the table about the fines of one pass that nobody has ticked.

    Of several passes that were `fined_alike` it is the sum.
    """
    parts = _parts(snapshot, round_, due, words, at_end=True)
    return _sentence(snapshot, round_, due[0].turn, parts, words)


def fined_alike(round_: Round, due: Sequence[Fine]) -> Hashable:
    """Return what the fines of one pass have in common with those that one sentence tells with
    them: who passed, what proved it, and what it costs whom.
    """
    turn = due[0].turn
    ruling = judge(round_).ruling(turn)
    assert ruling
    cards = tuple(holding.card for holding in _brought_to_light(round_, ruling))
    costs = tuple((fine.payee, fine.chips) for fine in due)
    return ruling.seat, cards or turn, costs


def fine_became(snapshot: Snapshot, number: int, turn: int, words: Words) -> str:
    """Return what became of the fine for the pass at a turn; empty without one."""
    round_ = snapshot.series.rounds[number - 1]
    if turn in round_.decisions.waived:
        return words.join((words.say("fine let go"), comes_back(snapshot, number, turn, words)))
    due = () if round_.void else certain(round_, turn)
    put, still = (
        [fine for fine in some if taker(round_, fine) != fine.offender]
        for some in _by_tick(round_, due)
    )
    # Of a round whose list was handed over all is paid, or a debt of the series.
    listed = not snapshot.series.is_settled(number)
    states = (
        (put, False, words.say("Already paid") if listed else ""),
        (still, True, words.say("Still owed") if listed and unticked(round_) else ""),
    )
    told = list[str]()
    for some, at_end, state in states:
        if some:
            parts = _parts(snapshot, round_, some, words, at_end=at_end)
            says = _in_words(snapshot, round_, parts, words)
            told.append(words.pair(state, says) if state else says)
    won = sum(fine.chips for fine in due if taker(round_, fine) == fine.offender)
    if won:
        told.append(words.say("{chips} won back with the pot", chips=won))
    return " · ".join(told)


def comes_back(snapshot: Snapshot, number: int, turn: int, words: Words) -> str:
    """Return what was ticked of a fine that was let go and comes back, in words; else nothing."""
    round_ = snapshot.series.rounds[number - 1]
    chips = sum(tick.chips for tick in round_.decisions.paid if tick.turn == turn)
    if not chips or snapshot.series.is_settled(number):
        return ""
    if round_.over:
        return words.say("{n} back", n=chips)
    return words.say("{n} back at the end of the round", n=chips)


def _parts(
    snapshot: Snapshot, round_: Round, due: Sequence[Fine], words: Words, *, at_end: bool
) -> tuple[OwedPart, ...]:
    """Return the chips by payee; `at_end` by the player who has taken the pot, if it is taken.

    Those for holding the cards beside a seven stand apart.
    """
    chips = Counter[tuple[Account, bool]]()
    cards = defaultdict[Account, dict[Card, None]](dict)
    for fine in due:
        taken = taker(round_, fine)
        payee = taken if at_end and taken != fine.offender else fine.payee
        chips[payee, fine.neighbour is not None] += fine.chips
        if fine.neighbour:
            cards[payee][fine.neighbour] = None
    return tuple(
        OwedPart(
            holder(snapshot, round_, payee, words), total, tuple(cards[payee]) if holds else ()
        )
        for (payee, holds), total in chips.items()
    )


def _sentence(
    snapshot: Snapshot, round_: Round, turn: int, parts: Sequence[OwedPart], words: Words
) -> str:
    """Return what was kept back, and what it costs, to be read out."""
    ruling = judge(round_).ruling(turn)
    assert ruling
    fields = {
        "name": spoken_names(snapshot, round_)[round_.setup.players[ruling.seat]],
        "parts": _in_words(snapshot, round_, parts, words),
    }
    held = _brought_to_light(round_, ruling)
    if not held:
        return words.say("{name} could have played: {parts}", **fields)
    cards = listed([short(holding.card, words) for holding in held], words)
    return words.say("{name} kept {cards} back: {parts}", cards=cards, **fields)


def _in_words(snapshot: Snapshot, round_: Round, parts: Sequence[OwedPart], words: Words) -> str:
    names = spoken_names(snapshot, round_)
    return words.join(_part(part, names, words) for part in parts)


def _part(part: OwedPart, names: Mapping[str, str], words: Words) -> str:
    if part.payee.tint < 0:
        return words.say("{chips} to the pot", chips=part.chips)
    name = names[part.payee.handle]
    if part.cards:
        cards = listed([short(card, words) for card in part.cards], words)
        return words.say("{chips} to {name} for {cards}", chips=part.chips, name=name, cards=cards)
    return words.say("{chips} to {name}", chips=part.chips, name=name)


def _brought_to_light(round_: Round, ruling: Ruling) -> Sequence[Holding]:
    """Return the sevens that are fined, else the cards that proved first that the pass was false.

    There are none if counting alone proves it.
    """
    sevens = withheld(round_, ruling) if round_.setup.rules.seven_fine else ()
    first = min((holding.moment for holding in ruling.proof), default=0)
    return sevens or [holding for holding in ruling.proof if holding.moment == first]


def pending(round_: Round, ruling: Ruling, words: Words) -> str:
    """Return the parts of a fine that are not certain yet, in words; empty for none."""
    if ruling.verdict is not Verdict.ILLEGAL or round_.void:
        return ""
    rules = round_.setup.rules
    waits: list[str] = []
    if rules.false_pass_to is FineTo.WINNER and rules.false_pass_fine and round_.winner is None:
        says = words.say("{chips} to the winner of the round", chips=rules.false_pass_fine)
        waits.append(says)
    for card in unclaimed(round_, judge(round_), ruling):
        named = short(card, words)
        says = words.say("{chips} to whoever holds {card}", chips=rules.seven_fine, card=named)
        waits.append(says)
    return words.say("To come: {parts}.", parts=listed(waits, words)) if waits else ""
