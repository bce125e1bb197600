"""Consequences of a repaired round: misfits, verdicts, chips, points, the winner."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from companion.core.explain import Changes, RoundChange, compare_rounds, explain
from companion.core.judge import Verdict
from companion.core.log import Log
from companion.core.names import Colours, Player, with_colours, with_people
from companion.core.objections import Objection
from companion.core.rounds.repair import Draft, LeftOut
from companion.core.rounds.round import Round
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens import speech
from companion.screens.news import chips_moved, fact_words
from companion.screens.passes import verdict_text
from companion.screens.standings import outcome
from companion.words import Words


@dataclass(frozen=True)
class Outlook:
    """A draft of a round in `log`, and what the repair changes, None if refused.

    `known` are all people, with those of the draft, in the form in which names are compared.
    """

    log: Log
    draft: Draft
    changes: Changes | None
    name_of: Callable[[str], str]
    colours: Colours
    known: tuple[str, ...]
    words: Words

    @classmethod
    def of(cls, snapshot: Snapshot, draft: Draft, refusal: Objection | None, words: Words) -> Self:
        """Return the outlook on a draft; `refusal` is the objection of the log."""
        log = snapshot.log
        changes = None if refusal else explain(log, log.after(draft.step))
        players = (*draft.joined, *log.series.players)
        names = {player.handle: player.name for player in players}
        colours = with_colours(snapshot.colours, names.values())
        known = with_people(snapshot.people, names.values())
        return cls(
            log, draft, changes, lambda handle: names.get(handle, handle), colours, known, words
        )

    @property
    def before(self) -> Round:
        """The round as recorded."""
        return self.draft.recorded

    @property
    def now(self) -> Round:
        """The repaired round, as far as the turns fit."""
        return self.draft.fitting.round

    @property
    def unchanged(self) -> bool:
        """True if the round stays as recorded, perhaps because a change was changed back."""
        fitting = self.draft.fitting
        same = fitting.misfit is None and not fitting.left_out and self.now == self.before
        return same or self.draft.unchanged

    @property
    def people(self) -> tuple[Player, ...]:
        """All players of the series, and the players who would join."""
        players = self.log.series.players
        handles = {player.handle for player in players}
        return (*players, *(new for new in self.draft.joined if new.handle not in handles))

    @cached_property
    def change(self) -> RoundChange:
        """What changes in the round, as far as its turns fit."""
        return compare_rounds(self.draft.number, self.before, self.now)


Consequence = b.Row | b.Notice
"""A line with a number before and after, e.g. `12 → 7`, or a notice of a loss."""


def loses(says: str) -> b.Notice:
    """Return the notice of a loss."""
    return b.Notice(says, status=b.Status.BAD)


def follows(outlook: Outlook) -> tuple[Consequence, ...]:
    """Return all consequences of the draft; none if the draft changes nothing."""
    if outlook.unchanged:
        return ()
    sections = (_fit, _left_out, _moved, _verdicts, _pot, _winner, _totals, _hand_overs, _series)
    return tuple(line for section in sections for line in section(outlook))


def _fit(outlook: Outlook) -> Iterator[Consequence]:
    fitting = outlook.draft.fitting
    words = outlook.words
    first = len(fitting.round.turns) + 1
    count = len(outlook.draft.turns)
    if fitting.misfit is None:
        yield b.Row(words.say("Every turn is possible."))
        return
    why = speech.refusal_words(fitting.misfit, words, outlook.name_of)
    yield loses(f"{words.say('Turn {turn} is not possible then.', turn=first)} {why}")
    cut = words.count(
        "Cutting there removes {n} turn.", "Cutting there removes {n} turns.", count - first + 1
    )
    yield loses(cut)


def _left_out(outlook: Outlook) -> Iterator[Consequence]:
    for fact in outlook.draft.fitting.left_out:
        says = outlook.words.say("Left out: {fact}.", fact=_fact(outlook, fact))
        if fact.objection:
            says += f" {speech.refusal_words(fact.objection, outlook.words, outlook.name_of)}"
        yield loses(says)


def _fact(outlook: Outlook, fact: LeftOut) -> str:
    """Return the fact in words, with the seats of the draft if the draft refused the fact."""
    players = (outlook.draft if fact.objection else outlook.before).setup.players
    return fact_words(fact.event, players, outlook.name_of, outlook.words)


def _moved(outlook: Outlook) -> Iterator[Consequence]:
    """Yield the first turn that goes to another player."""
    was = outlook.before
    now = outlook.now
    for turn, (_, recorded_as) in zip(now.turns, outlook.draft.turns, strict=False):
        if not recorded_as:
            continue
        former = was.setup.players[was.turns[recorded_as - 1].seat]
        if now.setup.players[turn.seat] != former:
            says = outlook.words.say(
                "What was entered from turn {turn} on goes to other players.", turn=recorded_as
            )
            yield b.Row(says)
            return


def _verdicts(outlook: Outlook) -> Iterator[Consequence]:
    """Yield the passes with another verdict, and new false passes."""
    words = outlook.words
    changes = Counter[tuple[Verdict, Verdict]]()
    false_turns = list[int]()
    for turn, verdict in outlook.change.verdicts.items():
        if verdict.was and verdict.now:
            changes[verdict.was, verdict.now] += 1
        elif verdict.now is Verdict.ILLEGAL:
            false_turns.append(turn)
    for (before, after), count in changes.items():
        yield b.Row(
            words.count(
                "{n} pass changes from {before} to {after}.",
                "{n} passes change from {before} to {after}.",
                count,
                before=verdict_text(before, words),
                after=verdict_text(after, words),
            )
        )
    for turn in false_turns:
        name = outlook.name_of(outlook.now.setup.players[outlook.now.turns[turn - 1].seat])
        yield b.Row(speech.sentence(speech.false_pass(name, turn, words), words))


def _pot(outlook: Outlook) -> Iterator[Consequence]:
    pot = outlook.change.pot
    if pot.was != pot.now:
        yield b.Row(outlook.words.say("Pot"), value=f"{pot.was} → {pot.now}")


def _winner(outlook: Outlook) -> Iterator[Consequence]:
    winner = outlook.change.winner
    say = outlook.words.say
    was = outlook.name_of(winner.was)
    now = outlook.name_of(winner.now)
    if winner.was == winner.now:
        return
    if was:
        yield loses(say("{name} does not go out.", name=was))
    if not now:
        return
    says = say("{name} goes out", name=now)
    if not outlook.now.out:
        says = say("{name} is left over", name=now)
    yield b.Row(speech.sentence(says, outlook.words))


def _totals(outlook: Outlook) -> Iterator[Consequence]:
    """Yield the changed totals, player by player."""
    changes = outlook.changes
    words = outlook.words
    if changes is None:
        return
    for player in outlook.people:
        parts = list[str]()
        if chips := changes.chips.get(player.handle):
            before = speech.signed(chips.was)
            later = speech.signed(chips.now)
            parts.append(f"{words.say('Balance')} {before} → {later}")
        if points := changes.points.get(player.handle):
            parts.append(f"{words.say('Points')} {points.was} → {points.now}")
        if parts:
            value, *below = parts
            yield b.Row(player.name, value=value, subtitle=words.join(below))


def _hand_overs(outlook: Outlook) -> Iterator[Consequence]:
    """Yield the chips to move because others are put down, and what is owed with the repair."""
    if outlook.changes is None or not outlook.before.over:
        return
    yield from map(
        b.Row, chips_moved(outlook.changes, outlook.draft.number, outlook.name_of, outlook.words)
    )


def _series(outlook: Outlook) -> Iterator[Consequence]:
    """Yield another end or other winners of the series."""
    if outlook.changes is None:
        return
    logs = outlook.changes
    words = outlook.words
    was = logs.before.series.standing
    now = logs.after.series.standing
    if (was.over, was.winners) == (now.over, now.winners):
        return
    ends = outcome(logs.after.series, words)
    yield b.Row(ends if now.over else words.say("The series goes on."))
