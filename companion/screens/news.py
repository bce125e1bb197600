"""What just happened in words: one difference of two logs, shown at the table and after a round."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from typing import Any, TypeGuard

from companion.core.books import Fine, fines_due
from companion.core.cards import Cards, spread
from companion.core.explain import Changes, RoundChange, explain
from companion.core.judge import Verdict, judge
from companion.core.payments import Payment
from companion.core.rounds.events.cards import Seen, Shown
from companion.core.rounds.events.decisions import (
    ChipsCorrection,
    FineCharged,
    FineDecision,
    FineWaived,
    PointsCorrection,
)
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.turns import Passed, PassRun
from companion.core.rounds.position import Correction, Event, Turn
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Account
from companion.core.rounds.texts import POT_WORD
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.sheet.taken import SheetTaken
from companion.core.steps import (
    FormerMark,
    HandedOver,
    LeftOpen,
    Recorded,
    Repaired,
    Step,
    only_describes,
)
from companion.desk.company import seat_of
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.speech import (
    account_name,
    chips_words,
    false_pass,
    listed,
    pays,
    points_words,
    sentence,
    short,
    shorts,
    signed,
)
from companion.screens.tray import fine_became, fine_words, fined_alike
from companion.words import Words

NameOf = Callable[[str], str]
_MOST_NAMED = 3
"""Number of payments, passes or cards that are named; more are counted or left out."""


@dataclass(frozen=True)
class News:
    """A line of news.

    `turn` is the pass of the round in play that it is about, 0 for none. The line may say that the
    table `lets_go` of a fine.
    """

    says: str
    turn: int = 0
    lets_go: bool = False


def tell(snapshot: Snapshot, words: Words) -> tuple[News, ...]:
    """Return news of the last change: an undo, a correction, a repair, a fine that came, went or is
    let go, a player out.
    """
    changes = _changes(snapshot)
    if changes is None:
        return ()
    if changes.undone and not changes.done:
        return (News(_taken_back(snapshot, changes, words)),)
    if not changes.done:
        return ()
    step = changes.done[-1]
    if says := say_booked(snapshot, words):
        repaired = isinstance(step, Repaired)
        return (News(says), *(_fines(snapshot, changes, words) if repaired else ()))
    back = _put_back(snapshot, changes, words)
    return (
        *((News(back),) if back else _ruled(snapshot, changes, words)),
        *_fines(snapshot, changes, words),
        *_finish(snapshot, changes, words),
    )


def say_booked(snapshot: Snapshot, words: Words) -> str:
    """Return the correction or the repair that the last change made, or what it took back, in
    words; else nothing.
    """
    changes = _changes(snapshot)
    if changes and changes.undone and not changes.done:
        return _taken_back(snapshot, changes, words)
    step = changes.done[-1] if changes and changes.done else None
    if changes is None or step is None:
        return ""
    if isinstance(step, Repaired) or _is_result_again(step, changes.before.series):
        repaired = (change for change in changes.rounds if change.number == step.number)
        return next((_repaired(changes, change, snapshot, words) for change in repaired), "")
    if says := _booked(step, snapshot.series, words):
        return says
    return _put_back(snapshot, changes, words) if isinstance(step, HandedOver) else ""


def _is_result_again(step: Step, before: Series) -> TypeGuard[Recorded]:
    """Return whether a step enters the result of a round anew that was over."""
    if not (isinstance(step, Recorded) and isinstance(step.event, Result)):
        return False
    return step.number <= before.round_number and before.round(step.number).over


def tell_fines(snapshot: Snapshot, words: Words) -> tuple[News, ...]:
    """Return the fines that the last change brought or took away, a line for each pass, and the
    ruling on one of an earlier round.
    """
    changes = _changes(snapshot)
    if changes is None or not changes.done:
        return ()
    step = changes.done[-1]
    earlier = isinstance(step, Recorded) and step.number < snapshot.round_number
    ruled = _ruled(snapshot, changes, words) if earlier else ()
    return (*ruled, *_fines(snapshot, changes, words))


def undo_says(snapshot: Snapshot, plain: str, words: Words) -> str:
    """Return the label of Undo: the name, date, worth, import or repair that it takes back, else
    `plain`.

    A name may have been given on another page, unseen from here. Whoever repaired a turn and goes
    on to undo the last one would lose the repair.
    """
    last = snapshot.log.steps[-1] if snapshot.log.steps else None
    if isinstance(last, Repaired):
        changes = _changes(snapshot)
        of_round = [one for one in changes.rounds if one.number == last.number] if changes else []
        where, what = (
            _repair_of(of_round[0], words)
            if of_round
            else _repair(last.number, 0, words, anew=False)
        )
        return words.pair(plain, words.join((where, what)))
    if last is None or not (only_describes(last) or isinstance(last, SheetTaken)):
        return plain
    return words.pair(plain, step_words(last, snapshot.series, words))


def _changes(snapshot: Snapshot) -> Changes | None:
    return explain(snapshot.before, snapshot.led_to) if snapshot.before else None


def step_words(step: Step, series: Series, words: Words) -> str:
    """Return a step in words, with its round if that is not the last."""
    number = len(series.rounds)
    if isinstance(step, HandedOver):
        return payment_words([(step.source, step.target, step.chips)], series.name_of, words)
    if isinstance(step, LeftOpen | FormerMark):
        return words.say(LeftOpen.about)
    if not isinstance(step, Recorded):
        named = _fields_in_words(step, number, (), series.name_of, words)
        return words.say(step.about, **named)
    players = series.round(step.number).setup.players
    says = fact_words(step.event, players, series.name_of, words, step.number)
    if step.number == number:
        return says
    return words.pair(words.say("Round {number}", number=step.number), says)


def fact_words(
    event: Event, players: Sequence[str], name_of: NameOf, words: Words, number: int = 0
) -> str:
    """Return an event in words, such as `the hand of Ben`."""
    return words.say(event.about, **_fields_in_words(event, number, players, name_of, words))


def _fields_in_words(
    fact: Event | Step, number: int, players: Sequence[str], name_of: NameOf, words: Words
) -> Mapping[str, object]:
    """Return the fields of a fact for its phrase."""

    def named(account: Account | str) -> str:
        if account == POT:
            return words.say("Pot")
        return name_of(account if isinstance(account, str) else players[account])

    ways: Mapping[str, tuple[str, Callable[[Any], object]]] = {
        "seat": ("name", named),
        "handle": ("name", named),
        "source": ("payer", named),
        "target": ("payee", named),
        "card": ("cards", lambda card: short(card, words)),
        "cards": ("cards", lambda cards: shorts(cards, words)),
        "chips": ("chips", lambda chips: chips_words(chips, words)),
        "points": ("points", lambda points: points_words(points, words)),
    }
    said: dict[str, object] = {"number": number}
    for part in fields(fact):
        value = getattr(fact, part.name)
        if part.name in ways:
            name, way = ways[part.name]
            said[name] = way(value)
        else:
            said[part.name] = value
    return said


def _taken_back(snapshot: Snapshot, changes: Changes, words: Words) -> str:
    """Return what was taken back, by whom, and the chips that it moves."""
    step = changes.undone[-1]
    series = snapshot.series
    what = step_words(step, changes.before.series, words)
    name = _author(snapshot)
    says = words.say("Taken back: {what}.", what=what)
    if name:
        says = words.say("Taken back by {name}: {what}.", name=name, what=what)
    if isinstance(step, Recorded | Repaired) and series.is_settled(step.number):
        return " ".join((says, *chips_moved(changes, step.number, series.name_of, words)))
    if _asks_for_chips(step, series):
        return " ".join((says, *moved_now(changes, series.name_of, words)))
    # Nobody is asked for the chip of a pass: one that was tapped by mistake is taken back before
    # that lies in the pot.
    passed = isinstance(step, Recorded) and isinstance(step.event, Passed | PassRun)
    if passed and (chips := sum(paid.chips for paid in changes.at_once)):
        return f"{says} {sentence(words.say('{n} back', n=chips), words)}"
    return says


def _asks_for_chips(step: Step, before: Series) -> bool:
    """Return whether chips are handed over at once when a step is taken back or put back.

    `before` is the series without it. A fine that is ticked after the round was paid before.
    """
    event = step.event if isinstance(step, Recorded) else None
    ticked = isinstance(event, FineDecision) and before.last is not None and not before.last.over
    again = isinstance(step, HandedOver | Repaired) or _is_result_again(step, before)
    return ticked or again or isinstance(event, Correction)


def _put_back(snapshot: Snapshot, changes: Changes, words: Words) -> str:
    """Return the step that was repeated, if it moves chips or somebody at a shared table did it."""
    step = changes.done[-1]
    asks = snapshot.redone and _asks_for_chips(step, changes.before.series)
    moved = moved_now(changes, snapshot.series.name_of, words) if asks else ()
    name = _author(snapshot) if snapshot.redone else ""
    if not (name or moved):
        return ""
    what = step_words(step, snapshot.series, words)
    says = words.say("Put back: {what}.", what=what)
    if name:
        says = words.say("Put back by {name}: {what}.", name=name, what=what)
    return " ".join((says, *moved))


def _ruled(snapshot: Snapshot, changes: Changes, words: Words) -> tuple[News, ...]:
    """Return news of a fine that is let go, with its round if that is not the last, or charged
    again in an earlier one.
    """
    step = changes.done[-1]
    if not (isinstance(step, Recorded) and isinstance(step.event, FineWaived | FineCharged)):
        return ()
    series = snapshot.series
    earlier = step.number < len(series.rounds)
    round_ = series.round(step.number)
    turn = step.event.turn
    if isinstance(step.event, FineCharged):
        change = next(change for change in changes.rounds if change.number == step.number)
        came = _by_pass(snapshot, round_, change.fines.now, words) if earlier else ()
        fines = (_in_round(step.number, says, turn, words, earlier=True) for says, _ in came)
        return (*fines, *_as_one(_owed_for(change, changes, words))) if earlier else ()
    name = account_name(series, round_, round_.turns[turn - 1].seat, words)
    became = fine_became(snapshot, step.number, turn, words)
    says = sentence(words.pair(name, became), words)
    news = _in_round(step.number, says, 0, words, earlier=earlier)
    moved = chips_moved(changes, step.number, series.name_of, words)
    return (replace(news, lets_go=not earlier), *_as_one(moved))


def _author(snapshot: Snapshot) -> str:
    """Return who made or took back the last step at a shared table; empty if unknown."""
    company = snapshot.company
    sits = company and company.latest is not None and seat_of(company.latest, company.seats)
    return snapshot.series.name_of(sits) if sits else ""


def _booked(step: Step, series: Series, words: Words) -> str:
    """Return a correction in words; chips on the table are handed over at once."""
    if not (isinstance(step, Recorded) and isinstance(step.event, Correction)):
        return ""
    event = step.event
    round_ = series.round(step.number)
    says = correction_words(series, round_, event, words)
    if isinstance(event, ChipsCorrection) and round_.setup.rules.chips is ChipPlace.TABLE:
        says = words.say("Hand over now: {payments}", payments=says)
    return f"{says} ({event.note})" if event.note else says


def correction_words(series: Series, round_: Round, event: Correction, words: Words) -> str:
    """Return a correction in words, e.g. `Ben pays Ann 4` or `Ben: +5 points`."""
    if isinstance(event, PointsCorrection):
        name = account_name(series, round_, event.seat, words)
        gain = signed(event.points)
        more = words.count("{gain} point", "{gain} points", event.points, gain=gain)
        return words.pair(name, more)
    assert isinstance(event, ChipsCorrection)
    payer = account_name(series, round_, event.source, words)
    return pays(payer, account_name(series, round_, event.target, words), event.chips, words)


def _repaired(changes: Changes, change: RoundChange, snapshot: Snapshot, words: Words) -> str:
    """Return the first turn that was repaired, by whom, and the chips that it moves."""
    where, what = _repair_of(change, words)
    if name := _author(snapshot):
        what = words.say("{what} by {name}", what=what, name=name)
    says = words.pair(where, what)
    moved = chips_moved(changes, change.number, snapshot.series.name_of, words)
    return " ".join((sentence(says, words), *moved)) if moved else says


def chips_moved(changes: Changes, number: int, name_of: NameOf, words: Words) -> tuple[str, ...]:
    """Return what a change of a round asks for: what to hand over now, and who owes what then.

    What a round owes that is not settled yet stands in its list. That of another round is counted
    there, perhaps with other payees. Of many payments those of the fined are named, if any are.
    """
    moved = moved_now(changes, name_of, words)
    series = changes.after.series
    if not series.is_settled(number):
        return moved
    counted = series.lists and not series.ended
    owed = changes.more_open if counted else changes.open
    many = len(owed) > _MOST_NAMED
    fined = _fined(changes, number) if many else frozenset[str]()
    named = [paid for paid in owed if fined & {*paid[:2]}] if many else owed
    says = [*_owed_now(named, name_of, words)]
    if counted:
        listed = payment_words(named, name_of, words)
        says = [words.say("Counted in the list: {payments}", payments=listed)] if named else []
    elif many and not named:
        says = [words.say("What is owed has changed: see Settle up.")]
    elif len(named) < len(owed):
        says.append(words.say("What others owe has changed too: see Settle up."))
    elif _comes_to_list(series, named):
        says.append(words.say("It goes on the next list."))
    return (*moved, *(sentence(line, words) for line in says))


def _comes_to_list(series: Series, owed: Iterable[Payment]) -> bool:
    """Return whether any of these debts is due at the end of the round in play."""
    in_play = series.chips is ChipPlace.TABLE and not series.lists
    return in_play and any(paid.chips and paid.source not in series.later for paid in owed)


def _fined(changes: Changes, number: int) -> frozenset[str]:
    """Return the handles of those whose fines came or went in a round."""
    change = next(change for change in changes.rounds if change.number == number)
    sides = (change.was, change.fines.was), (change.now, change.fines.now)
    return frozenset(
        round_.setup.players[fine.offender] for round_, fines in sides if round_ for fine in fines
    )


def _owed_now(owed: Iterable[Payment], name_of: NameOf, words: Words) -> Iterator[str]:
    """Yield who owes what now, then in one line for each payee who owes nothing any more.

    The tray of the table shows the first lines.
    """
    gone = defaultdict[str, list[str]](list)
    for paid in owed:
        payer, payee = _ends(paid, name_of, words)
        if paid.chips:
            yield words.say("{payer} now owes {payee} {n}", payer=payer, payee=payee, n=paid.chips)
        else:
            gone[payee].append(payer)
    for payee, (payer, *others) in gone.items():
        if others:
            payers = listed((payer, *others), words)
            yield words.say("{payers} owe {payee} nothing any more", payers=payers, payee=payee)
        else:
            yield words.say("{payer} owes {payee} nothing any more", payer=payer, payee=payee)


def moved_now(changes: Changes, name_of: NameOf, words: Words) -> tuple[str, ...]:
    """Return what is to be handed over at once, unless it is too much to be told."""
    now = changes.at_once
    if not now or len(now) > _MOST_NAMED:
        return ()
    says = words.say("Hand over now: {payments}", payments=payment_words(now, name_of, words))
    return (sentence(says, words),)


def _repair_of(change: RoundChange, words: Words) -> tuple[str, str]:
    """Return where a round was repaired, with the first turn, and what was done there."""
    was = change.was
    now = change.now
    turn = change.turns[0].turn if change.turns else 0
    anew = bool(was and was.turns and now and not now.turns)
    return _repair(change.number, turn, words, anew=anew)


def repair_words(step: Repaired, series: Series, words: Words) -> str:
    """Return a repair that is still to come in words: the first turn that it changes."""
    was = series.round(step.number).turns
    now = [event for event in step.events if isinstance(event, Turn)]
    pairs = enumerate(zip_longest(was, now), 1)
    turn = next((turn for turn, (old, new) in pairs if old != new), 0)
    where, what = _repair(step.number, turn, words, anew=bool(was and not now))
    return words.pair(where, what)


def _repair(number: int, turn: int, words: Words, *, anew: bool) -> tuple[str, str]:
    """Return where a round is repaired, with the turn unless that is 0, and what is done there."""
    where = words.say("Round {number}", number=number)
    if anew:
        return where, words.say("dealt again")
    if turn:
        where = words.join((where, words.say("Turn {turn}", turn=turn)))
    return where, words.say("repaired")


def payment_words(payments: Iterable[tuple[str, str, int]], name_of: NameOf, words: Words) -> str:
    """Return payments in words, e.g. `Ben pays Ann 4, pot pays Cem 2`."""
    owed = (Payment(*paid) for paid in payments)
    return words.join(pays(*_ends(paid, name_of, words), paid.chips, words) for paid in owed)


def _ends(paid: Payment, name_of: NameOf, words: Words) -> tuple[str, str]:
    payer, payee = (words.say("Pot") if end == POT_WORD else name_of(end) for end in paid[:2])
    return payer, payee


def _fines(snapshot: Snapshot, changes: Changes, words: Words) -> tuple[News, ...]:
    """Return the fines that came and went, and what is owed for those of an earlier round."""
    step = changes.done[-1]
    series = snapshot.series
    if isinstance(step, Recorded) and isinstance(step.event, FineDecision):
        return ()
    lines = list[News]()
    for change in changes.rounds:
        if change.now is None or change.now.void:
            continue
        earlier = change.number < len(series.rounds)
        came = change.fines.now
        for says, turn in _by_pass(snapshot, change.now, came, words):
            lines.append(_in_round(change.number, says, turn, words, earlier=earlier))
        fined = {fine.turn for fine in came}
        false = (turn for turn, seen in change.verdicts.items() if seen.now is Verdict.ILLEGAL)
        for turn in _last_of_each(change.now, set(false) - fined):
            says = _false_at(series, change.now, turn, words)
            lines.append(_in_round(change.number, says, turn, words, earlier=earlier))
        if earlier and not isinstance(step, Repaired):  # which says so itself
            lines += _as_one(_owed_for(change, changes, words))
        if says := _fines_gone(series, change, words):
            lines.append(_in_round(change.number, says, 0, words, earlier=earlier))
    return tuple(lines)


def _as_one(sentences: Sequence[str]) -> tuple[News, ...]:
    """Return one line of news with these sentences, if there are any."""
    return (News(" ".join(sentences)),) if sentences else ()


def _owed_for(change: RoundChange, changes: Changes, words: Words) -> tuple[str, ...]:
    """Return the chips that a change of a round moves, also if its new fines cost nobody any."""
    name_of = changes.after.series.name_of
    moved = chips_moved(changes, change.number, name_of, words)
    if moved or changes.more_open or not change.fines.now:
        return moved
    return (words.say("Nobody owes anything more for it."),)


def _by_pass(
    snapshot: Snapshot, round_: Round, came: Sequence[Fine], words: Words
) -> Iterator[tuple[str, int]]:
    """Yield the turns and what their fines cost, with the last turn of those that cost the same for
    the same reason.

    What these cost is told as a sum.
    """
    groups: dict[Hashable, list[Fine]] = {}
    for turn in dict.fromkeys(fine.turn for fine in came):
        of_pass = [fine for fine in came if fine.turn == turn]
        groups.setdefault(fined_alike(round_, of_pass), []).extend(of_pass)
    for alike in groups.values():
        says = fine_words(snapshot, round_, alike, words)
        turns = list(dict.fromkeys(str(fine.turn) for fine in alike))
        if turns[1:]:
            says = words.say("Turns {turns}: {says}", turns=listed(turns, words), says=says)
        else:
            says = words.pair(words.say("Turn {turn}", turn=turns[0]), says)
        yield says, int(turns[-1])


def _last_of_each(round_: Round, turns: Iterable[int]) -> Iterable[int]:
    """Return the last of these turns of each player."""
    return {round_.turns[turn - 1].seat: turn for turn in sorted(turns)}.values()


def _false_at(series: Series, round_: Round, turn: int, words: Words) -> str:
    name = account_name(series, round_, round_.turns[turn - 1].seat, words)
    return sentence(false_pass(name, turn, words), words)


def _fines_gone(series: Series, change: RoundChange, words: Words) -> str:
    """Return whose fines went, for which turns; a fine of which a part is left did not."""
    if change.was is None or change.now is None:
        return ""
    left = {fine.turn for fine in fines_due(change.now)}
    turns = defaultdict[int, dict[str, None]](dict)
    for fine in change.fines.was:
        if change.moved.get(fine.turn) not in left:
            turns[fine.offender][str(fine.turn)] = None
    return " ".join(
        words.count(
            "{name}’s fine for turn {turns} no longer applies.",
            "{name}’s fines for turns {turns} no longer apply.",
            len(gone),
            name=account_name(series, change.was, offender, words),
            turns=listed([*gone], words),
        )
        for offender, gone in turns.items()
    )


def _in_round(number: int, says: str, turn: int, words: Words, *, earlier: bool) -> News:
    if not earlier:
        return News(says, turn)
    return News(words.pair(words.say("Round {number}", number=number), says))


def _finish(snapshot: Snapshot, changes: Changes, words: Words) -> tuple[News, ...]:
    """Return news of a player who has just gone out while play goes on (R11)."""
    before = changes.before.series.last
    round_ = snapshot.round
    if before is None or not round_.out or round_.out == before.out or round_.played_out:
        return ()
    name = account_name(snapshot.series, round_, round_.out[-1], words)
    named = {"name": name, "place": len(round_.out)}
    return (News(words.say("{name} goes out in place {place}.", **named)),)


@dataclass(frozen=True)
class AnswerResult:
    """The passes of round `number` that an answer decided or fined, and those `still_open`.

    `turn` is the pass to look at, linked by `look_says`; 0 if there is none.
    """

    says: str
    number: int
    turn: int
    look_says: str
    turns: frozenset[int]
    still_open: frozenset[int]

    def concerns(self, number: int, turn: int) -> bool:
        """Return whether the pass was decided, or is still open while none was decided."""
        return number == self.number and turn in (self.turns or self.still_open)


def answer_line(answer: AnswerResult | None) -> tuple[b.Notice, ...]:
    """Return the result of the last answer, which leads to the verdict that it decided."""
    if answer is None:
        return ()
    label = f"{answer.says} {answer.look_says}"
    way = b.Action("answer-verdict", "", b.Go(f"verdict/{answer.turn}"), label=label)
    return (b.Notice(answer.says, "answer", tap=way if answer.turn else None),)


def tell_answer(snapshot: Snapshot, words: Words) -> AnswerResult | None:
    """Return the passes decided by an answer to the question who held a card.

    None unless the last change was an answer and passes were open before.
    """
    changes = _changes(snapshot)
    step = changes.done[-1] if changes and len(changes.done) == 1 else None
    if changes is None or not isinstance(step, Recorded):
        return None
    event = step.event
    was = changes.before.series.round(step.number)
    if not isinstance(event, Seen | Shown) or not was.played_out:
        return None
    change = next(change for change in changes.rounds if change.number == step.number)
    after = changes.after.series.round(step.number)
    still_open = frozenset(r.turn for r in judge(after).rulings if r.verdict is Verdict.OPEN)
    decided = {
        turn: verdict.now
        for turn, verdict in change.verdicts.items()
        if verdict.was is Verdict.OPEN
    }
    came = change.fines.now
    if not (decided or came or still_open):
        return None
    name = snapshot.series.name_of(was.setup.players[event.seat])
    sentences = [_held(name, event.cards & ~was.knowledge.held(event.seat), words)]
    fined = {fine.turn for fine in came}
    told = {turn: verdict for turn, verdict in decided.items() if turn not in fined}
    sentences += _decided(snapshot.series, was, told, words)
    sentences += (says for says, _ in _by_pass(snapshot, after, came, words))
    if came and changes.after.series.is_settled(step.number):
        sentences += _owed_for(change, changes, words)
    if not (decided or came):
        sentences.append(words.say("That decides no pass yet"))
    false = [turn for turn, verdict in decided.items() if verdict is Verdict.ILLEGAL]
    turn = min(false or decided or fined, default=0)
    return AnswerResult(
        says=" ".join(sentence(says, words) for says in sentences),
        number=step.number,
        turn=turn,
        look_says=f"{words.say('Verdict')} · {words.say('Turn {turn}', turn=turn)}" if turn else "",
        turns=frozenset(decided) | fined,
        still_open=still_open,
    )


def tell_shown(snapshot: Snapshot, number: int, words: Words) -> str:
    """Return who held the cards that the last change showed in a round, and what that decides."""
    if answer := tell_answer(snapshot, words):
        return answer.says if answer.number == number else ""
    changes = _changes(snapshot)
    step = changes.done[-1] if changes and changes.done else None
    if not isinstance(step, Recorded) or step.number != number:
        return ""
    event = step.event
    if not isinstance(event, Seen | Shown):
        return ""
    players = snapshot.series.round(number).setup.players
    name = snapshot.series.name_of(players[event.seat])
    return sentence(_held(name, event.cards, words), words)


def _held(name: str, cards: Cards, words: Words) -> str:
    named = [short(card, words) for card in spread(cards)]
    if len(named) > _MOST_NAMED:
        return words.count("{name} held {n} card", "{name} held {n} cards", len(named), name=name)
    return words.say("{name} held {cards}", name=name, cards=listed(named, words))


def _decided(
    series: Series, round_: Round, decided: Mapping[int, Verdict | None], words: Words
) -> list[str]:
    """Return the false passes one by one, and legal ones by their number where they are many."""
    says = list[str]()
    legal = list[int]()
    for turn, verdict in sorted(decided.items()):
        name = account_name(series, round_, round_.turns[turn - 1].seat, words)
        if verdict is Verdict.ILLEGAL:
            says.append(false_pass(name, turn, words))
        elif len(decided) <= _MOST_NAMED:
            says.append(words.say("{name}’s pass at turn {turn} was legal", name=name, turn=turn))
        else:
            legal.append(turn)
    if legal:
        says.append(words.count("{n} pass was legal", "{n} passes were legal", len(legal)))
    return says
