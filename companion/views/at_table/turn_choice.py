"""What can be done to one turn of a round that is repaired."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.cards import PACK, Card, Cards, spread
from companion.core.rounds.events import HandEntered, Seen
from companion.core.rounds.round import Round
from companion.forms.repair import Repair
from companion.views.at_table.cards import Face, face
from companion.views.at_table.outlook import Outlook
from companion.views.at_table.repair_rows import cell_words, turn_after
from companion.views.person import tints_of
from companion.views.speech import card_name, initial
from companion.words import Words


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """Another card for a turn; `chosen` if it is the one that stands there."""

    face: Face
    chosen: bool
    says: str


@dataclass(frozen=True, slots=True)
class LeaderChoice:
    """A player who may have led the round."""

    handle: str
    name: str
    initial: str
    tint: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """The turn looked at, what can be done to it in words, and the cards to choose from while
    another one is chosen. `swap_says` is empty for the last turn.
    """

    turn: int
    says: str
    change_says: str
    swap_says: str
    picking: bool
    cards: tuple[MoveChoice, ...]
    passed: bool
    can_pass: bool
    leaders: tuple[LeaderChoice, ...]


def turn_choice(form: Repair, seen: Outlook) -> TurnChoice:
    """What can be done to the turn that is looked at."""
    words, turn, turns = seen.words, form.turn, seen.draft.turns
    move = turns[turn - 1].move
    cell = turn_after(seen, turn, turns[turn - 1])
    cards = _cards(seen, turn) if form.picking else 0
    last = turn == len(turns)
    said = words.say("Turn {turn} · {name}", turn=turn, name=cell_words(cell, words))
    return TurnChoice(
        turn=turn,
        says=said,
        change_says=words.say("Another card") if move else words.say("A card instead"),
        swap_says="" if last else words.say("Swap with {turn}", turn=turn + 1),
        picking=form.picking,
        cards=tuple(_move(card, words, chosen=card == move) for card in spread(cards)),
        passed=move is None,
        can_pass=not (turn == 1 and seen.now.setup.rules.opening),
        leaders=_leaders(seen) if turn == 1 else (),
    )


def _cards(seen: Outlook, turn: int) -> Cards:
    """What the layout took at that turn; all that is not laid yet where no layout is known."""
    round_ = seen.now
    if turn <= len(round_.turns):
        return round_.met[turn - 1]
    if turn == len(round_.turns) + 1 and not round_.played_out:
        return round_.playable
    return PACK & ~round_.layout.laid


def _move(card: Card, words: Words, *, chosen: bool) -> MoveChoice:
    return MoveChoice(face(card, words), chosen, card_name(card, words))


def _leader_is_told(round_: Round) -> bool:
    """Whether the rules say who leads, or the hands that are known do: whoever has the opening
    card, or alone has room for it.
    """
    begun = Round.begin(round_.setup)
    for event in round_.events:
        if isinstance(event, HandEntered | Seen):
            begun = begun.following(event)
    return begun.due is not None


def _leaders(seen: Outlook) -> tuple[LeaderChoice, ...]:
    """Who may have led, where the rules name an opening card and no hand tells (R12)."""
    setup, draft = seen.draft.setup, seen.draft
    if _leader_is_told(seen.now):
        return ()
    tints = tints_of(seen.log.series, seen.people)
    return tuple(
        LeaderChoice(
            handle=handle,
            name=seen.name_of(handle),
            initial=initial(seen.name_of(handle)),
            tint=tints.get(handle, 0),
            chosen=seat == draft.leader,
        )
        for seat, handle in enumerate(setup.players)
    )
