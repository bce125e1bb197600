"""The repair of a round: its turns before and after, the changes of one turn, and its seats."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from companion.core.cards import Card, Cards, spread
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.rounds.events.cards import HandEntered, Seen
from companion.core.rounds.events.turns import Played
from companion.core.rounds.repair import Draft, DraftTurn
from companion.core.rounds.round import Round
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.board import face
from companion.screens.cards import HandGrid, Known, RevealCard
from companion.screens.follows import Outlook, follows, loses
from companion.screens.kit import App, Form, OverRound, ScreenFacts, State, edit, submit
from companion.screens.result import result
from companion.screens.seating import SeatsForm, dealt_seats, repaired_seats
from companion.screens.speech import (
    card_name,
    person_among,
    pot_named,
    refusal_words,
    sentence,
    short,
)
from companion.words import Words


def _row(seen: Outlook, turn: int, *, chosen: bool) -> b.Row:
    """Return a turn as recorded, with what is there instead; a tap selects it."""
    words = seen.words
    before = _before(seen, turn) if turn <= len(seen.before.turns) else ""
    after = ""
    status = b.Status.MUTED
    note = ""
    intent = None
    if turn <= len(seen.draft.turns):
        after = _after(seen, turn)
        status, note = _change(seen, turn)
        intent = edit(Repair.looking_at, turn)
    parts = [before]
    value = ""
    if after != before or status is not b.Status.PLAIN:
        value = after or "–"
        repaired = words.pair(words.say("repaired"), after or words.say("nothing"))
        parts.append(words.join((repaired, note)))
    what = words.join(parts)
    return b.Row(
        f"{turn} · {before or '–'}",
        f"turn-{turn}",
        value=value,
        status=status,
        note=note,
        chosen=chosen if intent else None,
        intent=intent,
        label=words.say("Turn {turn}: {what}", turn=turn, what=what),
    )


def _before(seen: Outlook, turn: int) -> str:
    made = seen.before.turns[turn - 1]
    handle = seen.before.setup.players[made.seat]
    return _turn_words(seen, handle, made.card if isinstance(made, Played) else None)


def _after(seen: Outlook, turn: int) -> str:
    """Return the repaired turn, with a player up to the first turn that does not fit."""
    round_ = seen.now
    handle = ""
    if turn <= len(round_.turns):
        handle = round_.setup.players[round_.turns[turn - 1].seat]
    elif turn == len(round_.turns) + 1 and round_.due is not None:
        handle = round_.setup.players[round_.due]
    return _turn_words(seen, handle, seen.draft.turns[turn - 1].move)


def _turn_words(seen: Outlook, handle: str, move: Card | None) -> str:
    """Return player and move, e.g. `Ben 8♣`."""
    done = seen.words.say("pass") if move is None else short(move, seen.words)
    return f"{seen.name_of(handle)} {done}".strip()


def _change(seen: Outlook, turn: int) -> tuple[b.Status, str]:
    """Return whether a repaired turn is new, and a note if it does not fit."""
    fits = len(seen.now.turns)
    if turn == fits + 1:
        return b.Status.BAD, seen.words.say("not possible")
    if turn > fits:
        return b.Status.MUTED, seen.words.say("left out")
    made = seen.draft.turns[turn - 1]
    if made.recorded_as:
        former = seen.before.turns[made.recorded_as - 1]
        if made.move == (former.card if isinstance(former, Played) else None):
            return b.Status.PLAIN, ""
    return b.Status.GOOD, ""


def _cards(seen: Outlook, turn: int) -> Cards:
    """Return the playable cards at a turn, or all cards not laid if no layout is known."""
    round_ = seen.now
    if turn <= len(round_.turns):
        return round_.met[turn - 1]
    if turn == len(round_.turns) + 1 and not round_.played_out:
        return round_.playable
    return round_.setup.rules.pack.cards & ~round_.layout.laid


def _leader_is_known(round_: Round) -> bool:
    """Return whether the rules or the known hands decide who leads."""
    begun = Round.begin(round_.setup)
    for event in round_.events:
        if isinstance(event, HandEntered | Seen):
            begun = begun.following(event)
    return begun.due is not None


def _leaders(seen: Outlook) -> tuple[b.PersonOption, ...]:
    """Return the possible leaders if an opening card leads and no known hand decides (R12)."""
    if _leader_is_known(seen.now):
        return ()
    options = list[b.PersonOption]()
    for seat, handle in enumerate(seen.draft.setup.players):
        name = seen.name_of(handle)
        who = person_among(seen.known, seen.colours, handle, name)
        chosen = seat == seen.draft.leader
        lead = edit(Repair.led_by, handle)
        options.append(b.PersonOption(f"lead-{handle}", who, name, lead, chosen=chosen))
    return tuple(options)


def _refusal_words(refusal: Objection, seen: Outlook) -> str:
    """Return the reason against the repair in words."""
    if refusal.why is Why.ROUND_IN_PLAY:
        return seen.words.say(
            "Then nobody would have gone out in round {number}.", number=seen.draft.number
        )
    return refusal_words(refusal, seen.words, seen.name_of)


@dataclass(frozen=True)
class Repair(SeatsForm, OverRound):
    """The form for a repair of a round: its table, and its turns.

    `drafts` are the round as recorded and then after each change; `seen` is the table at the start
    of the repair. `turn` is the selected turn, 0 for none; `picking` says that another card or a
    pass is being chosen for this turn. `leader` is the handle of the player named as leader.
    The seats show if `at_seats`, else the turns.
    """

    drafts: tuple[Draft, ...] = ()
    seen: Snapshot = field(kw_only=True)
    turn: int = 0
    picking: bool = False
    leader: str = ""
    at_seats: bool = False

    @staticmethod
    def of(seen: Snapshot, number: int, turn: int = 0) -> Repair:
        """Return the unchanged form for round `number`, counted from 1."""
        draft = Draft.of(number, seen.series.round(number))
        table = dealt_seats(seen.series, SeatsForm, number)
        same = {part.name: getattr(table, part.name) for part in fields(SeatsForm)}
        return Repair(**same, drafts=(draft,), seen=seen, turn=min(turn, len(draft.turns)))

    @property
    def draft(self) -> Draft:
        """The current turns, at the table as recorded."""
        return self.drafts[-1]

    @property
    def repaired(self) -> Draft:
        """The current turns, at the table of the form if this table is possible."""
        draft = self.draft
        setup = self.setup
        if setup != draft.setup and setup.objection() is None:
            draft = draft.seated(setup, self._joined)
        if self.leader in draft.setup.players:
            draft = draft.led_by(draft.setup.players.index(self.leader))
        return draft

    @property
    def _joined(self) -> tuple[Player, ...]:
        """The seated players who are not in the series yet."""
        known = {player.handle for player in self.known}
        return tuple(player for player in self.players if player.handle not in known)

    def looking_at(self, turn: int) -> Repair:
        """Return a copy with another turn selected."""
        return replace(self, turn=turn, picking=False)

    def choosing(self) -> Repair:
        """Return a copy with the choice of another card shown, or hidden again."""
        return replace(self, picking=not self.picking)

    def with_move(self, move: Card | None) -> Repair:
        """Return a copy with another card, or a pass, at the selected turn."""
        if self.draft.turns[self.turn - 1].move == move:
            return replace(self, picking=False)
        return self._with(self.draft.changed(self.turn, move))

    def with_turn_before(self, move: Card | None) -> Repair:
        """Return a copy with a card or pass inserted before the selected turn, and selected."""
        return self._with(self.draft.inserted(self.turn, move))

    def without_turn(self) -> Repair:
        """Return a copy without the selected turn, and the next turn selected."""
        draft = self.draft.deleted(self.turn)
        return replace(self._with(draft), turn=min(self.turn, len(draft.turns)))

    def led_by(self, handle: str) -> Repair:
        """Return a copy with another player leading the round."""
        return replace(self, leader=handle)

    def show_seats(self, shown: bool) -> Repair:  # noqa: FBT001 - the part itself
        """Return a copy that shows the seats, or the turns."""
        return replace(self, at_seats=shown)

    @property
    def can_take_back(self) -> bool:
        """True if a turn was changed."""
        return len(self.drafts) > 1

    def taken_back(self) -> Repair:
        """Return a copy without the last change of a turn."""
        drafts = self.drafts[:-1] or self.drafts
        turn = min(self.turn, len(drafts[-1].turns))
        return replace(self, drafts=drafts, turn=turn, picking=False)

    def _with(self, draft: Draft) -> Repair:
        return replace(self, drafts=(*self.drafts, draft), picking=False)

    def carried_to(self, now: Snapshot) -> Repair | None:
        """Return a copy with the changes applied to the current table, before any newer turns.

        Return None if the round was changed in another way.
        """
        rounds = now.series.rounds
        number = self.draft.number
        if self.seen.number != now.number or number > len(rounds):
            return None
        recorded = rounds[number - 1]
        was = self.draft.recorded
        unchanged = min(len(recorded.turns), len(was.turns))
        if recorded.setup != was.setup or recorded.turns[:unchanged] != was.turns[:unchanged]:
            return None
        drafts = tuple(_carried(draft, recorded, unchanged) for draft in self.drafts)
        turn = min(self.turn, len(drafts[-1].turns))
        return replace(self, drafts=drafts, seen=now, turn=turn, picking=False)

    def go_on(self, begin: State, was: Snapshot, now: Snapshot) -> State:  # noqa: ARG002
        """Return a copy with the changes carried to the present table, or without any."""
        return self.carried_to(now) or begin

    def outlook(self, words: Words) -> tuple[Outlook, Objection | None]:
        """Return what the repair changes, and the reason against it, if any."""
        draft = self.repaired
        refusal = self.setup.objection() or self.seen.log.objection(draft.step)
        return Outlook.of(self.seen, draft, refusal, words), refusal

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen of the repair."""
        say = facts.say
        words = facts.words
        seen, refusal = self.outlook(words)
        obstacle = pot_named((player.name for player in self._joined), words)
        if refusal:
            obstacle = _refusal_words(refusal, seen)
        recorded = self.draft.recorded
        problem = (loses(obstacle),) if refusal else ()
        lines = (*problem, *follows(seen)) or (b.Row(say("As before.")),)
        losses = tuple(line for line in lines if isinstance(line, b.Notice))
        changes = tuple(line for line in lines if isinstance(line, b.Row))
        follow = b.Panel(
            (*losses, *b.lists(changes)),
            say("What follows"),
            key="follows",
            id="repair-follows",
            live=True,
        )
        first: b.Blocks = (_turn(self, seen), follow)
        last: b.Blocks = (_sheet(self, seen), *self._more(words))
        if self.at_seats:
            first, last = repaired_seats(self, recorded.setup.rules, facts.catalogue, words)
            last = (*last, follow)  # as it grows, no seat may move from under the finger
            if not recorded.by_result:  # else there are no turns
                turns = edit(Repair.show_seats, False)
                first = (b.Actions((b.Action("repair-turns", say("Turns"), turns),)), *first)
        leaves = b.Action("repair-cancel", say("Leave it"), b.Back())
        says = say("Repair it")
        if seen.draft.fitting.misfit:
            says = say("Cut at turn {turn}", turn=len(seen.now.turns) + 1)
        can_act = not (obstacle or seen.unchanged)
        repair_it = b.Action(
            "repair-apply",
            says,
            submit(repair_round, _below_the_lists(facts)) if can_act else None,
            b.Emphasis.PRIMARY,
            beneath=obstacle,
            label=f"{sentence(says, words)} {obstacle}" if obstacle else "",
        )
        return b.Document(
            say("Repair round {number}", number=seen.draft.number),
            (first, last),
            footer=(leaves, repair_it),
        )

    def _more(self, words: Words) -> tuple[b.Actions, ...]:
        """Return the button that shows what is seldom repaired, and the way there."""
        more = b.Action(
            "repair-more",
            words.say("More"),
            edit(Repair.fold, "more"),
            b.Emphasis.QUIET,
            b.Icon.MORE,
        )
        if "more" not in self.unfolded:
            return (b.Actions((more,)),)
        seats = b.Action(
            "repair-seats", words.say("Seats and dealer"), edit(Repair.show_seats, True)
        )
        return b.Actions((more,)), b.Actions((seats,))


def _carried(draft: Draft, recorded: Round, unchanged: int) -> Draft:
    """Return a draft carried over to a round whose first `unchanged` turns are the same."""
    before = tuple(turn for turn in draft.turns if turn.recorded_as <= unchanged)
    behind: tuple[DraftTurn, ...] = Draft.of(draft.number, recorded).turns[unchanged:]
    return replace(draft, recorded=recorded, turns=(*before, *behind))


SEATS = "seats"
"""The word in the route to the seats; other routes lead to a turn."""


def repair(facts: ScreenFacts) -> Form:
    """Return the repair of a round, at its seats or at the turn in the route.

    A round that was entered by its result has no turns to repair.
    """
    night = facts.night
    name = facts.route.name
    if facts.round.by_result and name != SEATS:
        return result(facts)
    wanted = facts.route.number or 0
    begin = replace(Repair.of(night, facts.number, wanted), at_seats=name == SEATS)
    return Form(begin, f"{name}-{facts.seats}-{wanted}-{night.revision}")


def _below_the_lists(facts: ScreenFacts) -> str:
    """Return the path that a finished repair leads to: the screen below the turns or the repair."""
    stack = facts.route.stack
    lists = {"turns", facts.route.name}
    below = next(place for place, at in enumerate(stack) if at.name in lists)
    return stack[below - 1].path


async def repair_round(app: App, form: Repair, leave: str) -> None:
    """Replace the recorded round by the repaired one, and leave the screen."""
    await app.ask(form.repaired.step, form.seen, place="repair", then=leave)


def _turn(form: Repair, seen: Outlook) -> b.Panel:
    """Return the panel of the chosen turn, or a hint while no turn is chosen."""
    say = seen.words.say
    title = ""
    blocks: b.Blocks = (b.Text(say("Tap the turn that was entered wrongly.")),)
    if form.turn:
        what = _after(seen, form.turn)
        title = say("Turn {turn}: {what}", turn=form.turn, what=what)
        blocks = _ways(form, seen)
    if form.can_take_back:
        back = edit(Repair.taken_back)
        undo = b.Action("repair-undo", say("Undo"), back, b.Emphasis.QUIET, b.Icon.UNDO)
        blocks = (*blocks, b.Actions((undo,)))
    return b.Panel(blocks, title, key="turn-actions")


def _ways(form: Repair, seen: Outlook) -> b.Blocks:
    """Return the ways to change the turn, after the question for the leader if nobody is known."""
    say = seen.words.say
    turn = form.turn
    move = seen.draft.turns[turn - 1].move
    leaders = _leaders(seen) if turn == 1 else ()
    asks = (b.Text(say("Who leads?"), style=b.Style.STRONG), b.PeopleChoice(leaders))
    look = b.Emphasis.PRIMARY if form.picking else b.Emphasis.SECONDARY
    pass_before = edit(Repair.with_turn_before, None)
    delete = b.Action(f"delete-{turn}", say("Delete"), edit(Repair.without_turn))
    return (
        *(asks if leaders else ()),
        b.Actions(
            (
                b.Action(f"edit-{turn}", say("Change"), edit(Repair.choosing), look),
                b.Action(f"insert-{turn}", say("Insert a pass before"), pass_before),
            )
        ),
        b.Actions((delete,)),
        *(_moves(turn, move, seen) if form.picking else ()),
    )


def _moves(turn: int, move: Card | None, seen: Outlook) -> b.Blocks:
    """Return the cards that could be played in the turn, and the pass."""
    words = seen.words
    cards = tuple(
        RevealCard(
            f"edit-card-{card}",
            face(card, words),
            Known.NOTHING,
            None,
            card_name(card, words),
            edit(Repair.with_move, card),
            picked=card == move,
        )
        for card in spread(_cards(seen, turn))
    )
    to_pass = edit(Repair.with_move, None)
    passing = b.Action("edit-pass", words.say("pass"), to_pass, chosen=move is None)
    can_pass = turn > 1 or seen.now.setup.rules.opening is None or bool(seen.now.starters)
    return (
        *((b.Custom(HandGrid((("moves", cards),))),) if cards else ()),
        *((b.Choice((passing,)),) if can_pass else ()),
    )


_MOST = 30
"""The number of turns that show at first; a button shows the others."""


def _sheet(form: Repair, seen: Outlook) -> b.Panel:
    """Return the turns before and after the repair."""
    words = seen.words
    turns = max(len(seen.before.turns), len(seen.draft.turns))
    rows = tuple(_row(seen, turn, chosen=turn == form.turn) for turn in range(1, turns + 1))
    worth = (place for place, row in enumerate(rows) if row.chosen or row.value)
    first = max(0, min(worth, default=0) - 1)  # with the turn before it
    shown = rows if "turns" in form.unfolded else rows[first : first + _MOST]
    unfold: tuple[b.Actions, ...] = ()
    if rest := len(rows) - len(shown):
        says = words.say("Show {n} more", n=rest)
        unfold = (b.unfolds("repair-all", says, edit(Repair.fold, "turns")),)
    heads = f"{words.say('as entered')} → {words.say('repaired')}"
    return b.Panel((b.List(shown), *unfold), words.say("Turns"), heads, key="sheets")
