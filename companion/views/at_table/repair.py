"""A round that is repaired: the turns before and after side by side, what can be done to one of
them, and what would follow.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.objections import Objection, Why
from companion.core.rounds.repair import Draft
from companion.desk.table import Snapshot
from companion.forms.repair import Repair
from companion.forms.seating import SeatsForm
from companion.views.at_table.follows import FollowLine, follows
from companion.views.at_table.outlook import Outlook
from companion.views.at_table.repair_rows import RepairRow, first_worth_a_look, repair_rows
from companion.views.at_table.turn_choice import TurnChoice, turn_choice
from companion.views.refusals import refusal_words
from companion.words import Words


@dataclass(frozen=True, slots=True)
class RepairView:
    """All that the screen shows. `first` is the first row worth looking at. `draft` is what a tap
    on `act` does; `obstacle` says why it cannot be done. `stale` tells that the table was changed
    meanwhile, and `can_carry` that what was done here can be done to it as it is now.
    """

    title: str
    subtitle: str
    number: int
    choice: TurnChoice | None
    rows: tuple[RepairRow, ...]
    first: int
    follows: tuple[FollowLine, ...]
    draft: Draft
    act: str
    beneath: str
    obstacle: str
    stale: str
    can_carry: bool


def repair(form: Repair, seating: SeatsForm, now: Snapshot, words: Words) -> RepairView:
    """The round as it would be with what has been done so far, at the table as it is `now`."""
    draft = form.at(seating)
    setup_refusal = seating.setup.objection()
    refusal = setup_refusal or form.seen.log.objection(draft.step)
    seen = Outlook.of(form.seen.log, draft, refusal, words)
    stale, rows = not form.follows(now), repair_rows(seen, form.turn)
    obstacle = _obstacle(draft, refusal, seen, words, stale=stale)
    problem = (FollowLine(obstacle, warns=True),) if refusal else ()
    return RepairView(
        title=_title(form, words),
        subtitle=_subtitle(draft, words),
        number=draft.number,
        choice=turn_choice(form, seen) if form.turn else None,
        rows=rows,
        first=first_worth_a_look(rows),
        follows=(*problem, *follows(seen)),
        draft=draft,
        act=_act(draft, words),
        beneath=_beneath(draft, words),
        obstacle=obstacle,
        stale=words.say("The table has changed meanwhile.") if stale else "",
        can_carry=stale and form.carried_to(now) is not None,
    )


def _title(form: Repair, words: Words) -> str:
    if form.turn:
        return words.say("Repair turn {turn}", turn=form.turn)
    return words.say("Repair round {number}", number=form.draft.number)


def _subtitle(draft: Draft, words: Words) -> str:
    done = words.say("nothing is changed yet")
    if not draft.unchanged:
        done = words.say("not done yet")
    return f"{words.say('Round {number}', number=draft.number)} · {done}"


def _act(draft: Draft, words: Words) -> str:
    if draft.fitting.misfit is None:
        return words.say("Repair it")
    return words.say("Cut at turn {turn}", turn=len(draft.fitting.round.turns) + 1)


def _beneath(draft: Draft, words: Words) -> str:
    """What the repair does to the turns, in a few words."""
    if draft.unchanged:
        return ""
    gone = len(draft.turns) - len(draft.fitting.round.turns)
    if not gone:
        return words.say("every turn fits")
    return words.count("leaves out {n} turn", "leaves out {n} turns", gone)


def _obstacle(
    draft: Draft, refusal: Objection | None, seen: Outlook, words: Words, *, stale: bool
) -> str:
    """Why the repair cannot be done, in words; empty once it can."""
    if stale:
        return words.say("Somebody else was quicker: look at what changed first.")
    if draft.unchanged and refusal is None:
        return words.say("Nothing is changed yet.")
    if refusal and refusal.why is Why.ROUND_IN_PLAY:
        return words.say("Then nobody has gone out in round {number}.", number=draft.number)
    return refusal_words(refusal, words, seen.name_of) if refusal else ""
