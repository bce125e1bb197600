"""Consequences of a repaired round: misfits, verdicts, chips, points, the winner."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

from companion.core.books import Reason, ledger
from companion.core.judge import Verdict, judge
from companion.core.log import Log
from companion.core.names import Colours, Player, with_colours
from companion.core.objections import Objection
from companion.core.payments import payments
from companion.core.rounds import events
from companion.core.rounds.repair import Draft, LeftOut
from companion.core.rounds.round import Round
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.desk.table import Snapshot
from companion.views import speech
from companion.views.at_table.passes import verdict_text
from companion.views.at_table.tray import fact_words, hand_over_words
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
    def of(cls, snapshot: Snapshot, draft: Draft, refusal: Objection | None, words: Words) -> Self:
        """Return the outlook on a draft; `refusal` is the objection of the log."""
        log = snapshot.log
        after = None if refusal else log.after(draft.step).series
        players = (*draft.joined, *log.series.players)
        names = {player.handle: player.name for player in players}
        colours = with_colours(snapshot.colours, names.values())
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
        players = self.log.series.players
        handles = {player.handle for player in players}
        return (*players, *(new for new in self.draft.joined if new.handle not in handles))

    def winner(self, round_: Round) -> str:
        """Return the name of the first player out, empty if there is none."""
        if round_.winner is None or round_.void:
            return ""
        return self.name_of(round_.setup.players[round_.winner])


_FINES = frozenset({Reason.FALSE_PASS, Reason.WITHHELD_SEVEN})


@dataclass(frozen=True, slots=True)
class FollowLine:
    """A consequence of the repair.

    `amount` is a number before and after, e.g. `12 → 7`, or empty. `warns` if something is lost.
    """

    says: str
    amount: str = ""
    warns: bool = False


def follows(outlook: Outlook) -> tuple[FollowLine, ...]:
    """Return all consequences of the draft, losses first; none if the draft changes nothing."""
    if outlook.draft.unchanged:
        return ()
    sections = (_fit, _left_out, _moved, _verdicts, _books, _winner, _totals, _hand_overs, _series)
    return tuple(line for section in sections for line in section(outlook))


def _fit(outlook: Outlook) -> Iterator[FollowLine]:
    fitting, words = outlook.draft.fitting, outlook.words
    first, count = len(fitting.round.turns) + 1, len(outlook.draft.turns)
    if fitting.misfit is None:
        yield FollowLine(words.say("Every turn is possible."))
        return
    why = speech.refusal_words(fitting.misfit, words, outlook.name_of)
    yield FollowLine(
        f"{words.say('Turn {turn} is not possible then.', turn=first)} {why}", warns=True
    )
    cut = words.count(
        "Cutting there removes {n} turn.", "Cutting there removes {n} turns.", count - first + 1
    )
    yield FollowLine(cut, warns=True)


def _left_out(outlook: Outlook) -> Iterator[FollowLine]:
    for fact in outlook.draft.fitting.left_out:
        says = outlook.words.say("Left out: {fact}.", fact=_fact(outlook, fact))
        if fact.objection:
            says += f" {speech.refusal_words(fact.objection, outlook.words, outlook.name_of)}"
        yield FollowLine(says, warns=True)


def _fact(outlook: Outlook, fact: LeftOut) -> str:
    """Return the fact in words, with the seats of the draft if the draft refused the fact."""
    players = (outlook.draft if fact.objection else outlook.before).setup.players
    return fact_words(fact.event, players, outlook.name_of, outlook.words)


def _moved(outlook: Outlook) -> Iterator[FollowLine]:
    """Yield the first turn that goes to another player."""
    was, now = outlook.before, outlook.now
    for turn, (_, recorded_as) in zip(now.turns, outlook.draft.turns, strict=False):
        if not recorded_as:
            continue
        former = was.setup.players[was.turns[recorded_as - 1].seat]
        if now.setup.players[turn.seat] != former:
            says = outlook.words.say(
                "What was entered from turn {turn} on goes to other players.", turn=recorded_as
            )
            yield FollowLine(says)
            return


def _verdicts(outlook: Outlook) -> Iterator[FollowLine]:
    """Yield the passes with another verdict, and new false passes."""
    words = outlook.words
    was = {ruling.turn: ruling.verdict for ruling in judge(outlook.before).rulings}
    changes, false_turns = Counter[tuple[Verdict, Verdict]](), list[str]()
    for ruling in judge(outlook.now).rulings:
        former = was.get(outlook.draft.turns[ruling.turn - 1].recorded_as)
        if former and former is not ruling.verdict:
            changes[former, ruling.verdict] += 1
        elif former is None and ruling.verdict is Verdict.ILLEGAL:
            false_turns.append(str(ruling.turn))
    for (before, after), count in changes.items():
        yield FollowLine(
            words.count(
                "{n} pass changes from {before} to {after}.",
                "{n} passes change from {before} to {after}.",
                count,
                before=verdict_text(before, words),
                after=verdict_text(after, words),
            )
        )
    if false_turns:
        yield FollowLine(
            words.count(
                "The new pass at turn {turns} is illegal.",
                "The new passes at turns {turns} are illegal.",
                len(false_turns),
                turns=speech.listed(false_turns, words),
            )
        )


def _books(outlook: Outlook) -> Iterator[FollowLine]:
    """Yield changes in the number of passes, the fines and the pot."""
    say, was, now = outlook.words.say, outlook.before, outlook.now
    lines = (
        (say("Passes"), _passes(was), _passes(now)),
        (say("Fines"), _moved_for(was, _FINES), _moved_for(now, _FINES)),
        (say("Pot"), _pot(was), _pot(now)),
    )
    for title, before, after in lines:
        if before != after:
            yield FollowLine(title, f"{before} → {after}")


def _passes(round_: Round) -> int:
    return sum(isinstance(turn, events.Passed) for turn in round_.turns)


def _moved_for(round_: Round, reasons: frozenset[Reason]) -> int:
    return sum(move.chips for move in ledger(round_).transfers if move.reason in reasons)


def _pot(round_: Round) -> int:
    """Return the chips in the pot, or paid out of the pot at the end."""
    return ledger(round_).pot or _moved_for(round_, frozenset({Reason.POT}))


def _winner(outlook: Outlook) -> Iterator[FollowLine]:
    say, was, now = outlook.words.say, outlook.winner(outlook.before), outlook.winner(outlook.now)
    if was == now:
        return
    if not now:
        yield FollowLine(say("{name} does not go out.", name=was), warns=True)
    elif was:
        yield FollowLine(say("{name} goes out, not {other}.", name=now, other=was))
    else:
        yield FollowLine(say("{name} goes out.", name=now))


def _totals(outlook: Outlook) -> Iterator[FollowLine]:
    """Yield the changed totals, player by player."""
    after, words = outlook.after, outlook.words
    if after is None:
        return
    was, now = outlook.log.series.standing, after.standing
    for player in outlook.people:
        handle, parts = player.handle, list[str]()
        chips = was.chips.get(handle, 0), now.chips.get(handle, 0)
        points = was.points.get(handle, 0), now.points.get(handle, 0)
        if chips[0] != chips[1]:
            before, later = map(speech.signed, chips)
            parts.append(words.say("chips {before} → {after}", before=before, after=later))
        if points[0] != points[1]:
            before, later = map(str, points)
            parts.append(words.say("points {before} → {after}", before=before, after=later))
        if parts:
            yield FollowLine(player.name, ", ".join(parts))


def _hand_overs(outlook: Outlook) -> Iterator[FollowLine]:
    """Yield the chips to hand over after a finished round was settled with real chips."""
    was, now = outlook.before, outlook.now
    in_app = now.setup.rules.chips is ChipPlace.APP
    if outlook.after is None or in_app or not (was.over and now.over):
        return
    balance = Counter[str]()
    for round_, sign in ((was, -1), (now, 1)):
        for handle, chips in zip(round_.setup.players, ledger(round_).chips, strict=True):
            balance[handle] += sign * chips
    names = {place: outlook.name_of(handle) for place, handle in enumerate(balance)}
    owed = payments(dict(enumerate(balance.values())))
    if says := hand_over_words(owed, names, outlook.words):
        yield FollowLine(outlook.words.say("Hand over then: {payments}.", payments=says))


def _series(outlook: Outlook) -> Iterator[FollowLine]:
    """Yield another end or other winners of the series."""
    if outlook.after is None:
        return
    was, now, words = outlook.log.series.standing, outlook.after.standing, outlook.words
    if (was.over, was.winners) == (now.over, now.winners):
        return
    if now.winners:
        names = speech.listed([outlook.name_of(handle) for handle in now.winners], words)
        won = words.count(
            "{names} wins the series.", "{names} win the series.", len(now.winners), names=names
        )
        yield FollowLine(won)
    else:
        says = words.say("the series is over") if now.over else words.say("the series goes on")
        yield FollowLine(speech.sentence(says))
