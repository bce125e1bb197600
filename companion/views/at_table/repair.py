"""A round under repair: its turns before and after, the changes offered for one turn, its seats."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self

from companion.core.cards import Card, Cards, spread
from companion.core.names import colour_of
from companion.core.objections import Objection, Why
from companion.core.rounds.events import HandEntered, Played, Seen
from companion.core.rounds.repair import Draft, DraftTurn
from companion.core.rounds.round import Round
from companion.core.slips import Skipped, search
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.forms.entries import Repair, seats_without_slip
from companion.screens.seating import SeatsForm, dealt_seats, repaired_seats
from companion.views import blocks as b
from companion.views.at_table.cards import Face, face
from companion.views.at_table.follows import FollowLine, Outlook, follows
from companion.views.speech import Person, card_name, initial, refusal_words, short
from companion.words import Words


class Mark(Enum):
    """The difference between a repaired turn and the recorded turn."""

    SAME = "same"
    OTHER_PLAYER = "moved"
    NEW = "new"
    MISFIT = "misfit"
    LEFT_OUT = "cut"


@dataclass(frozen=True, slots=True)
class TurnCell:
    """A turn in one of the two columns.

    `player` is empty after a turn that does not fit, `suit` for a pass.
    """

    player: str
    tint: int
    text: str
    suit: str


@dataclass(frozen=True, slots=True)
class RepairRow:
    """A turn as recorded and as repaired, None if missing; `says` describes both."""

    turn: int
    before: TurnCell | None
    after: TurnCell | None
    mark: Mark
    chosen: bool
    says: str


def _row(seen: Outlook, turn: int, *, chosen: bool) -> RepairRow:
    words, turns = seen.words, seen.draft.turns
    before = _before(seen, turn) if turn <= len(seen.before.turns) else None
    after = _after(seen, turn, turns[turn - 1]) if turn <= len(turns) else None
    mark = _mark(seen, turn) if after else Mark.SAME
    parts = [_cell_words(before, words) if before else ""]
    if after != before or mark in {Mark.MISFIT, Mark.LEFT_OUT}:
        parts.append(_repaired(after, mark, words))
    says = words.say("Turn {turn}: {what}", turn=turn, what="; ".join(filter(None, parts)))
    return RepairRow(turn, before, after, mark, chosen, says)


def _before(seen: Outlook, turn: int) -> TurnCell:
    made = seen.before.turns[turn - 1]
    handle = seen.before.setup.players[made.seat]
    return _cell(seen, handle, made.card if isinstance(made, Played) else None)


def _after(seen: Outlook, turn: int, made: DraftTurn) -> TurnCell:
    """Return the repaired turn, with a player up to the first turn that does not fit."""
    round_, handle = seen.now, ""
    if turn <= len(round_.turns):
        handle = round_.setup.players[round_.turns[turn - 1].seat]
    elif turn == len(round_.turns) + 1 and round_.due is not None:
        handle = round_.setup.players[round_.due]
    return _cell(seen, handle, made.move)


def _cell(seen: Outlook, handle: str, move: Card | None) -> TurnCell:
    name, done = (
        seen.name_of(handle),
        seen.words.say("pass") if move is None else short(move, seen.words),
    )
    return TurnCell(
        name,
        colour_of(seen.colours, name) if handle else -1,
        done,
        move.suit.letter if move else "",
    )


def _mark(seen: Outlook, turn: int) -> Mark:
    fits, made, was = len(seen.now.turns), seen.draft.turns[turn - 1], seen.before
    if turn > fits:
        return Mark.MISFIT if turn == fits + 1 else Mark.LEFT_OUT
    if not made.recorded_as:
        return Mark.NEW
    former = was.turns[made.recorded_as - 1]
    if made.move != (former.card if isinstance(former, Played) else None):
        return Mark.NEW
    player = seen.now.setup.players[seen.now.turns[turn - 1].seat]
    same = player == was.setup.players[former.seat]
    return Mark.SAME if same else Mark.OTHER_PLAYER


def _cell_words(cell: TurnCell, words: Words) -> str:
    """Return player and move, e.g. `Ben 8♣`."""
    return words.say("{name} {done}", name=cell.player, done=cell.text).strip()


def _repaired(after: TurnCell | None, mark: Mark, words: Words) -> str:
    if after is None:
        return words.say("repaired: nothing")
    repair = words.say("repaired: {what}", what=_cell_words(after, words))
    if mark is Mark.MISFIT:
        return f"{repair}, {words.say('not possible')}"
    return f"{repair}, {words.say('left out')}" if mark is Mark.LEFT_OUT else repair


def _first_shown(rows: tuple[RepairRow, ...]) -> int:
    """Return the turn before the first changed or selected turn."""
    worth = (row.turn for row in rows if row.chosen or row.before != row.after)
    return max(1, min(worth, default=1) - 1)


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """A card offered for a turn; `chosen` if the turn has the card now."""

    face: Face
    chosen: bool
    says: str


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """The selected turn, with labels of the possible changes.

    `cards` are offered while `picking`. `swap_says` is empty for the last turn. `leaders` are the
    players who may have led the round, with True for the chosen one.
    """

    turn: int
    says: str
    change_says: str
    swap_says: str
    picking: bool
    cards: tuple[MoveChoice, ...]
    passed: bool
    can_pass: bool
    leaders: tuple[tuple[Person, bool], ...]


def _turn_choice(form: Repair, seen: Outlook) -> TurnChoice:
    words, turn, turns = seen.words, form.turn, seen.draft.turns
    move = turns[turn - 1].move
    cell = _after(seen, turn, turns[turn - 1])
    cards = _cards(seen, turn) if form.picking else 0
    last = turn == len(turns)
    title = words.say("Turn {turn} · {name}", turn=turn, name=_cell_words(cell, words))
    return TurnChoice(
        turn=turn,
        says=title,
        change_says=words.say("Another card") if move else words.say("A card instead"),
        swap_says="" if last else words.say("Swap with {turn}", turn=turn + 1),
        picking=form.picking,
        cards=tuple(_move(card, words, chosen=card == move) for card in spread(cards)),
        passed=move is None,
        can_pass=not (turn == 1 and seen.now.setup.rules.opening),
        leaders=_leaders(seen) if turn == 1 else (),
    )


def _cards(seen: Outlook, turn: int) -> Cards:
    """Return the playable cards at a turn, or all cards not laid if no layout is known."""
    round_ = seen.now
    if turn <= len(round_.turns):
        return round_.met[turn - 1]
    if turn == len(round_.turns) + 1 and not round_.played_out:
        return round_.playable
    return round_.setup.rules.pack.cards & ~round_.layout.laid


def _move(card: Card, words: Words, *, chosen: bool) -> MoveChoice:
    return MoveChoice(face(card, words), chosen, card_name(card, words))


def _leader_is_known(round_: Round) -> bool:
    """Return whether the rules or the known hands decide who leads."""
    begun = Round.begin(round_.setup)
    for event in round_.events:
        if isinstance(event, HandEntered | Seen):
            begun = begun.following(event)
    return begun.due is not None


def _leaders(seen: Outlook) -> tuple[tuple[Person, bool], ...]:
    """Return the possible leaders if an opening card leads and no known hand decides (R12)."""
    setup, draft = seen.draft.setup, seen.draft
    if _leader_is_known(seen.now):
        return ()
    return tuple(
        (Person(handle, name, initial(name), colour_of(seen.colours, name)), seat == draft.leader)
        for seat, handle in enumerate(setup.players)
        for name in (seen.name_of(handle),)
    )


@dataclass(frozen=True, slots=True)
class RepairView:
    """The contents of the screen.

    `first` is the turn to scroll to. A tap on `act` records the `draft` once it `can_act`;
    `obstacle` is a reason against the changes. `stale` is a notice that the table has changed
    meanwhile; `can_carry` if the draft can be moved to the changed table.
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
    can_act: bool
    obstacle: str
    stale: str
    can_carry: bool


def repair(form: Repair, seating: SeatsForm, now: Snapshot, words: Words) -> RepairView:
    """Build the screen of a repair in progress; `now` is the present table."""
    draft = form.at(seating)
    setup_refusal = seating.setup.objection()
    refusal = setup_refusal or form.seen.log.objection(draft.step)
    seen = Outlook.of(form.seen, draft, refusal, words)
    stale, turns = not form.follows(now), max(len(seen.before.turns), len(draft.turns))
    rows = tuple(_row(seen, turn, chosen=turn == form.turn) for turn in range(1, turns + 1))
    obstacle = _obstacle(draft, refusal, seen, words, stale=stale)
    problem = (FollowLine(obstacle, warns=True),) if refusal else ()
    return RepairView(
        title=_title(form, words),
        subtitle=_subtitle(draft, words),
        number=draft.number,
        choice=_turn_choice(form, seen) if form.turn else None,
        rows=rows,
        first=_first_shown(rows),
        follows=(*problem, *follows(seen)),
        draft=draft,
        act=_act(draft, words),
        beneath=_beneath(draft, words),
        can_act=not (obstacle or draft.unchanged),
        obstacle=obstacle,
        stale=words.say("The table has changed meanwhile.") if stale else "",
        can_carry=stale and form.carried_to(now) is not None,
    )


def _title(form: Repair, words: Words) -> str:
    if form.turn:
        return words.say("Repair turn {turn}", turn=form.turn)
    return words.say("Repair round {number}", number=form.draft.number)


def _subtitle(draft: Draft, words: Words) -> str:
    number = words.say("Round {number}", number=draft.number)
    return number if draft.unchanged else f"{number} · {words.say('not done yet')}"


def _act(draft: Draft, words: Words) -> str:
    if draft.fitting.misfit is None:
        return words.say("Repair it")
    return words.say("Cut at turn {turn}", turn=len(draft.fitting.round.turns) + 1)


def _beneath(draft: Draft, words: Words) -> str:
    if draft.unchanged:
        return ""
    gone = len(draft.turns) - len(draft.fitting.round.turns)
    if not gone:
        return words.say("every turn is possible")
    return words.count("leaves out {n} turn", "leaves out {n} turns", gone)


def _obstacle(
    draft: Draft, refusal: Objection | None, seen: Outlook, words: Words, *, stale: bool
) -> str:
    """Return the reason against the repair in words, empty if there is none."""
    if stale:
        return words.say("Somebody else was quicker: look at what changed first.")
    if refusal and refusal.why is Why.ROUND_IN_PLAY:
        return words.say("Then nobody would have gone out in round {number}.", number=draft.number)
    return refusal_words(refusal, words, seen.name_of) if refusal else ""


@dataclass(frozen=True, slots=True)
class RepairForm:
    """The form of the screen: the turns and the seats of a round, of which one shows.

    All turns show once they are `unfolded`. Any other change is one of the seats.
    """

    turns: Repair
    seats: SeatsForm
    at_seats: bool = False
    unfolded: bool = False

    def __getattr__(self, step: str) -> Callable[..., Self]:
        """Return the change of the form by the method `step` of its seats."""
        change = getattr(self.seats, step)
        return lambda *args: replace(self, seats=change(*args))

    def turn(self, step: str, *args: object) -> Self:
        """Return a copy with the turns changed by the method `step` of their form."""
        return replace(self, turns=getattr(self.turns, step)(*args))

    def show(self, at_seats: bool) -> Self:  # noqa: FBT001 - the part itself
        """Return a copy that shows the seats, or the turns."""
        return replace(self, at_seats=at_seats)

    def unfold(self) -> Self:
        """Return a copy that shows all turns."""
        return replace(self, unfolded=True)

    def go_on(self, now: Snapshot) -> Self:
        """Return a copy with the changes carried to the present table, or without any."""
        carried, number = self.turns.carried_to(now), self.turns.draft.number
        if carried:
            return replace(self, turns=carried)
        return replace(
            self, turns=Repair.of(now, number), seats=dealt_seats(now.series, SeatsForm, number)
        )


SEATS, SLIP = "seats", "slip"
"""The words in the routes to the seats and to a slip; other routes lead to a turn."""


def begin_repair(now: Snapshot, number: int, kind: str, wanted: int, due: int = 0) -> RepairForm:
    """Return the form for round `number`, at the `wanted` turn or with that slip repaired already.

    With a seat `due`, counted from 1, the slip is one of those after which this seat is due.
    """
    seats = dealt_seats(now.series, SeatsForm, number)
    if kind != SLIP:
        return RepairForm(Repair.of(now, number, wanted), seats, at_seats=kind == SEATS)
    turns = Repair.of(now, number)
    recorded = turns.draft.recorded
    skipped = Skipped.before(recorded, due - 1) if due else None
    offers = skipped.slips if skipped else search(recorded).slips
    slip = dict(enumerate(offers, 1)).get(wanted)
    if slip is None:
        return RepairForm(turns, seats)
    turns = turns.with_passes(skipped.passes_beside(slip)) if skipped else turns
    return RepairForm(turns.without_slip(slip), seats_without_slip(slip, seats))


def repairing(
    now: Snapshot, catalogue: Catalogue, words: Words, leave: str, form: RepairForm
) -> b.Document:
    """Return the screen of a repair, which is left to the path `leave` once it is recorded."""
    say, view, recorded = (
        words.say,
        repair(form.turns, form.seats, now, words),
        form.turns.draft.recorded,
    )
    tabs = (
        b.Action("repair-turns", say("Turns"), b.Edit("show", (False,)), chosen=not form.at_seats),
        b.Action(
            "repair-seats", say("Seats and dealer"), b.Edit("show", (True,)), chosen=form.at_seats
        ),
    )
    undo = say("One undo takes it all back.") if view.follows else say("Nothing is changed yet.")
    follows = b.Custom("follows", (view.follows, undo))
    follow = b.Panel((follows,), say("What follows"), key="follows")
    first: tuple[b.Block, ...] = (_turn(form.turns, view.choice, words), follow)
    last: tuple[b.Block, ...] = (_sheet(form, view, words),)
    if form.at_seats:
        first, last = repaired_seats(form.seats, recorded.setup.rules, catalogue, words)
        last = (*last, follow)  # as it grows, no seat may move from under the finger
    leaves = b.Action("repair-cancel", say("Leave it"), b.Back())
    act = b.Action(
        "repair-apply",
        view.act,
        b.Submit((leave,)) if view.can_act else None,
        b.Emphasis.PRIMARY,
        beneath=view.obstacle or view.beneath,
        label=f"{view.act}. {view.obstacle}" if view.obstacle else "",
    )
    return b.Document(
        say("Seats, dealer, rules") if form.at_seats else view.title,
        (
            (
                *_stale(view, now, words),
                *(() if recorded.by_result else (b.Choice(tabs),)),  # there are no turns
                *first,
            ),
            last,
        ),
        subtitle=view.subtitle,
        footer=(leaves, act),
    )


def _stale(view: RepairView, now: Snapshot, words: Words) -> tuple[b.Block, ...]:
    """Return the notice of a changed table, with a button to go on from there."""
    carry, begin = words.say("Go on with the table as it is now"), words.say("Begin again")
    again = b.Action("repair-again", carry if view.can_carry else begin, b.Edit("go_on", (now,)))
    notice = b.Notice(view.stale, "stale", b.Status.BAD)
    return (notice, b.Actions((again,))) if view.stale else ()


def _turn(form: Repair, choice: TurnChoice | None, words: Words) -> b.Panel:
    """Return the panel of the chosen turn, or a hint while no turn is chosen."""
    hint, back = (
        words.say("Tap the turn that was entered wrongly."),
        words.say("Take back the last change"),
    )
    undo = b.Action("repair-undo", back, change_turn("taken_back"), b.Emphasis.QUIET, b.Icon.UNDO)
    blocks = (
        *(_ways(choice, words) if choice else (b.Text(hint),)),
        *((b.Actions((undo,)),) if form.can_take_back else ()),
    )
    return b.Panel(blocks, choice.says if choice else "", key="turn-actions")


def change_turn(step: str, *args: object) -> b.Edit:
    """Return the intent to change the turns by the method `step` of their form."""
    return b.Edit("turn", (step, *args), once=True)


def _ways(choice: TurnChoice, words: Words) -> tuple[b.Block, ...]:
    """Return the ways to change the turn, after the question for the leader if nobody is known."""
    say, turn = words.say, choice.turn
    look = b.Emphasis.PRIMARY if choice.picking else b.Emphasis.SECONDARY
    leaders = tuple(
        b.PersonOption(
            f"lead-{leader.handle}",
            leader,
            leader.name,
            change_turn("led_by", leader.handle),
            chosen=chosen,
        )
        for leader, chosen in choice.leaders
    )
    swap = change_turn("swapped") if choice.swap_says else None
    return (
        *(
            (b.Text(say("Who led?"), style=b.Style.STRONG), b.PeopleChoice(leaders))
            if leaders
            else ()
        ),
        b.Actions(
            (
                b.Action(f"edit-{turn}", choice.change_says, change_turn("choosing"), look),
                b.Action(
                    f"insert-{turn}", say("Insert a pass before"), change_turn("with_pass_before")
                ),
            )
        ),
        b.Actions(
            (
                b.Action(f"delete-{turn}", say("Delete"), change_turn("without_turn")),
                b.Action(f"swap-{turn}", choice.swap_says or say("Swap"), swap),
            )
        ),
        *(_moves(choice, words) if choice.picking else ()),
    )


def _moves(choice: TurnChoice, words: Words) -> tuple[b.Block, ...]:
    """Return the cards that could be played in the turn, and the pass."""
    says = b.Text(words.say("These cards could be played then:"), style=b.Style.MUTED)
    passing = b.Action(
        "edit-pass", words.say("pass"), change_turn("with_move", None), chosen=choice.passed
    )
    return (
        *((says, b.Custom("moves", choice.cards)) if choice.cards else ()),
        *((b.Choice((passing,)),) if choice.can_pass else ()),
    )


_MOST: Final = 30
"""The number of turns that show at first; a button shows the others."""


def _sheet(form: RepairForm, view: RepairView, words: Words) -> b.Panel:
    """Return the turns before and after the repair."""
    first = view.first - 1
    rows: Sequence[RepairRow] = view.rows if form.unfolded else view.rows[first : first + _MOST]
    heads = words.say("as recorded"), words.say("repaired")
    sheet = b.Custom("sheet", (heads, tuple(rows)))
    unfold = (
        (b.unfolds("repair-all", words.say("Show all turns"), b.Edit("unfold")),)
        if len(rows) < len(view.rows)
        else ()
    )
    return b.Panel((sheet, *unfold), words.say("Before and after"), key="sheets")
