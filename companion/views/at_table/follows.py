"""Consequences of a repaired round: misfits, verdicts, chips, points, the winner."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Self, assert_never

from companion.core.books import Reason, ledger
from companion.core.judge import Verdict, judge
from companion.core.log import Log
from companion.core.names import Colours, Player, with_colours
from companion.core.objections import Objection, phrase
from companion.core.payments import payments
from companion.core.rounds.repair import Draft, LeftOut
from companion.core.rounds.round import Round
from companion.core.rounds.setup import (
    POT,
    Account,
    CalledOff,
    Charged,
    FinePaid,
    HandEntered,
    Paid,
    Passed,
    PointsCorrected,
    Seen,
    Shown,
    Waived,
)
from companion.core.series import Series
from companion.desk.table import Snapshot
from companion.views.at_table.passes import verdict_text
from companion.views.at_table.tray import hand_over_words
from companion.views.speech import (
    chips_words,
    listed,
    points_words,
    refusal_words,
    sentence,
    shorts,
    signed,
)
from companion.words import Words


@dataclass(frozen=True)
class Outlook:
    """A draft of a round in `log`, and the series after the repair, None if refused."""

    log: Log
    draft: Draft
    after: Series | None
    name_of: Callable[[str], str]
    colours: Colours
    words: Words

    @classmethod
    def of(cls, seen: Snapshot, draft: Draft, refusal: Objection | None, words: Words) -> Self:
        """Return the outlook on a draft; `refusal` is the objection of the log."""
        log = seen.log
        after = None if refusal else log.after(draft.step).series
        names = {one.handle: one.name for one in (*draft.joined, *log.series.players)}
        colours = with_colours(seen.colours, names.values())
        return cls(log, draft, after, lambda handle: names.get(handle, handle), colours, words)

    @property
    def before(self) -> Round:
        """The round as recorded."""
        return self.draft.recorded

    @property
    def now(self) -> Round:
        """The repaired round, as far as the turns fit."""
        return self.draft.fitting.round

    @property
    def people(self) -> tuple[Player, ...]:
        """All players of the series, and the players who would join."""
        there = {one.handle for one in self.log.series.players}
        more = tuple(one for one in self.draft.joined if one.handle not in there)
        return (*self.log.series.players, *more)

    def winner(self, round_: Round) -> str:
        """Return the name of the first player out, empty if there is none."""
        if round_.winner is None or round_.void:
            return ""
        return self.name_of(round_.setup.players[round_.winner])


_RULED: Final = {
    Waived: phrase("letting the fine for turn {turn} go"),
    Charged: phrase("charging the fine for turn {turn}"),
    FinePaid: phrase("ticking off the fine for turn {turn}"),
}
_FINES = frozenset({Reason.FALSE_PASS, Reason.WITHHELD_SEVEN})


@dataclass(frozen=True, slots=True)
class FollowLine:
    """A consequence of the repair.

    `amount` is a number before and after, e.g. `12 → 7`, or empty. `warns` if something is lost.
    """

    says: str
    amount: str = ""
    warns: bool = False


def follows(seen: Outlook) -> tuple[FollowLine, ...]:
    """Return all consequences of the draft, losses first; none if the draft changes nothing."""
    if seen.draft.unchanged:
        return ()
    found = (_fit, _left_out, _moved, _verdicts, _books, _winner, _totals, _hand_overs, _series)
    return tuple(line for find in found for line in find(seen))


def _fit(seen: Outlook) -> Iterator[FollowLine]:
    fitting, words = seen.draft.fitting, seen.words
    first, count = len(fitting.round.turns) + 1, len(seen.draft.turns)
    if fitting.misfit is None:
        yield FollowLine(words.say("Every turn is possible."))
        return
    why = refusal_words(fitting.misfit, words, seen.name_of)
    yield FollowLine(
        f"{words.say('Turn {turn} is not possible then.', turn=first)} {why}", warns=True
    )
    cut = words.count(
        "Cutting there removes {n} turn.", "Cutting there removes {n} turns.", count - first + 1
    )
    yield FollowLine(cut, warns=True)


def _left_out(seen: Outlook) -> Iterator[FollowLine]:
    for fact in seen.draft.fitting.left_out:
        said = _fact(seen, fact)
        why = fact.objection
        reason = f" {refusal_words(why, seen.words, seen.name_of)}" if why else ""
        yield FollowLine(f"{seen.words.say('Left out: {fact}.', fact=said)}{reason}", warns=True)


def _fact(seen: Outlook, fact: LeftOut) -> str:
    """Return the fact in words, with the seats of the draft if the draft refused the fact."""
    words, event = seen.words, fact.event
    players = (seen.draft if fact.objection else seen.before).setup.players

    def name(account: Account) -> str:
        return words.say("pot") if account == POT else seen.name_of(players[account])

    match event:
        case HandEntered(seat):
            return words.say("the hand of {name}", name=name(seat))
        case Seen(seat, cards):
            return words.say(
                "the note that {name} held {cards}", name=name(seat), cards=shorts(cards, words)
            )
        case Shown(seat):
            return words.say("the cards that {name} showed", name=name(seat))
        case Waived(turn) | Charged(turn) | FinePaid(turn):
            return words.say(_RULED[type(event)], turn=turn)
        case Paid(source, target, chips):
            return words.say(
                "the correction of {chips} from {payer} to {payee}",
                chips=chips_words(chips, words),
                payer=name(source),
                payee=name(target),
            )
        case PointsCorrected(seat, counted):
            return words.say(
                "the correction of {points} for {name}",
                points=points_words(counted, words),
                name=name(seat),
            )
        case CalledOff():
            return words.say("calling the round off")
        case _:
            assert_never(event)


def _moved(seen: Outlook) -> Iterator[FollowLine]:
    """Yield the first turn that goes to another player."""
    was, now = seen.before, seen.now
    for turn, (_, recorded_as) in zip(now.turns, seen.draft.turns, strict=False):
        if not recorded_as:
            continue
        former = was.setup.players[was.turns[recorded_as - 1].seat]
        if now.setup.players[turn.seat] != former:
            say = seen.words.say
            said = say(
                "What was entered from turn {turn} on goes to other players.", turn=recorded_as
            )
            yield FollowLine(said)
            return


def _verdicts(seen: Outlook) -> Iterator[FollowLine]:
    """Yield the passes with another verdict, and new false passes."""
    words, was = seen.words, {one.turn: one.verdict for one in judge(seen.before).rulings}
    changed, false = Counter[tuple[Verdict, Verdict]](), list[str]()
    for ruling in judge(seen.now).rulings:
        former = was.get(seen.draft.turns[ruling.turn - 1].recorded_as)
        if former and former is not ruling.verdict:
            changed[former, ruling.verdict] += 1
        elif former is None and ruling.verdict is Verdict.ILLEGAL:
            false.append(str(ruling.turn))
    for (before, after), count in changed.items():
        yield FollowLine(
            words.count(
                "{n} pass changes from {before} to {after}.",
                "{n} passes change from {before} to {after}.",
                count,
                before=verdict_text(before, words),
                after=verdict_text(after, words),
            )
        )
    if false:
        turns = listed(false, words)
        yield FollowLine(
            words.count(
                "The new pass at turn {turns} is illegal.",
                "The new passes at turns {turns} are illegal.",
                len(false),
                turns=turns,
            )
        )


def _books(seen: Outlook) -> Iterator[FollowLine]:
    """Yield changes in the number of passes, the fines and the pot."""
    say, was, now = seen.words.say, seen.before, seen.now
    lines = (
        (say("Passes"), _passes(was), _passes(now)),
        (say("Fines"), _moved_for(was, _FINES), _moved_for(now, _FINES)),
        (say("Pot"), _pot(was), _pot(now)),
    )
    for what, before, after in lines:
        if before != after:
            yield FollowLine(what, f"{before} → {after}")


def _passes(round_: Round) -> int:
    return sum(isinstance(turn, Passed) for turn in round_.turns)


def _moved_for(round_: Round, reasons: frozenset[Reason]) -> int:
    return sum(one.chips for one in ledger(round_).transfers if one.reason in reasons)


def _pot(round_: Round) -> int:
    """Return the chips in the pot, or paid out of the pot at the end."""
    return ledger(round_).pot or _moved_for(round_, frozenset({Reason.POT}))


def _winner(seen: Outlook) -> Iterator[FollowLine]:
    say, was, now = seen.words.say, seen.winner(seen.before), seen.winner(seen.now)
    if was == now:
        return
    if not now:
        yield FollowLine(say("{name} does not go out.", name=was), warns=True)
    elif was:
        yield FollowLine(say("{name} goes out, not {other}.", name=now, other=was))
    else:
        yield FollowLine(say("{name} goes out.", name=now))


def _totals(seen: Outlook) -> Iterator[FollowLine]:
    """Yield the changed totals, player by player."""
    after, words = seen.after, seen.words
    if after is None:
        return
    was, now = seen.log.series.standing, after.standing
    for one in seen.people:
        chips = was.chips.get(one.handle, 0), now.chips.get(one.handle, 0)
        counted = was.points.get(one.handle, 0), now.points.get(one.handle, 0)
        parts: list[str] = []
        if chips[0] != chips[1]:
            before, later = map(signed, chips)
            parts.append(words.say("chips {before} → {after}", before=before, after=later))
        if counted[0] != counted[1]:
            before, later = map(str, counted)
            parts.append(words.say("points {before} → {after}", before=before, after=later))
        if parts:
            yield FollowLine(one.name, ", ".join(parts))


def _hand_overs(seen: Outlook) -> Iterator[FollowLine]:
    """Yield the chips to hand over after a finished round was settled with real chips."""
    was, now = seen.before, seen.now
    if seen.after is None or not (was.over and now.over):
        return
    owed = Counter[str]()
    for round_, sign in ((was, -1), (now, 1)):
        for handle, chips in zip(round_.setup.players, ledger(round_).chips, strict=True):
            owed[handle] += sign * chips
    names = {place: seen.name_of(handle) for place, handle in enumerate(owed)}
    if said := hand_over_words(payments(dict(enumerate(owed.values()))), names, seen.words):
        yield FollowLine(seen.words.say("Hand over then: {payments}.", payments=said))


def _series(seen: Outlook) -> Iterator[FollowLine]:
    """Yield another end or other winners of the series."""
    if seen.after is None:
        return
    was, now, words = seen.log.series.standing, seen.after.standing, seen.words
    if (was.over, was.winners) == (now.over, now.winners):
        return
    if now.winners:
        names = listed([seen.name_of(handle) for handle in now.winners], words)
        won = words.count(
            "{names} wins the series.", "{names} win the series.", len(now.winners), names=names
        )
        yield FollowLine(won)
    else:
        said = words.say("the series is over") if now.over else words.say("the series goes on")
        yield FollowLine(sentence(said))
