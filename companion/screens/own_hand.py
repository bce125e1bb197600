"""The private hand of the player at a device: the row at the table, and its questions."""

from dataclasses import dataclass

from companion.core.cards import Card, card, spread
from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.turns import Played
from companion.core.steps import Recorded
from companion.desk.table import Mine, Snapshot
from companion.screens import blocks as b
from companion.screens.board import Slot, SlotState, face
from companion.screens.hints import offers_hint
from companion.screens.kit import App, act
from companion.screens.phones import barred
from companion.screens.speech import refusal_words, short, shorts
from companion.words import Words


@dataclass(frozen=True)
class OwnView:
    """Row of the cards left in a private hand, of which the playable ones can be laid now.

    `looks` is the label of a `covered` row. `clash` is the reason why the record contradicts the
    hand, and `repair` the path to the repair. `prompt` is for a player who can only pass.
    `hint` is the label of the button that asks for a hint, empty where none is offered.
    """

    slots: tuple[Slot, ...]
    covered: bool
    looks: str
    clash: str
    repair: str
    prompt: str
    hint: str


def own_hand(snapshot: Snapshot, words: Words) -> OwnView | None:
    """Return the private hand of the viewer, None without one."""
    mine = snapshot.mine
    if mine is None:
        return None
    order = mine.round.layout.growth.order.index
    left = sorted(spread(mine.left), key=lambda held: (-held.suit, order(held.rank)))
    clash, repair = _clash(snapshot, mine, words) if mine.clash else ("", "")
    stuck = mine.round.due == mine.seat and not (mine.to_lay or mine.clash or mine.covered)
    return OwnView(
        slots=() if mine.covered else tuple(_slot(snapshot, mine, held, words) for held in left),
        covered=mine.covered,
        looks=words.say("Hold to look"),
        clash=clash,
        repair=repair,
        prompt=words.say("none of your cards fits") if stuck else "",
        hint=words.say("Hint") if offers_hint(mine) else "",
    )


def _slot(snapshot: Snapshot, mine: Mine, held: Card, words: Words) -> Slot:
    named = face(held, words)
    if held.bit & mine.to_lay:
        says = words.say("Play {card}", card=named.name)
        reason = barred(snapshot, words)
        return Slot(named, SlotState.PLAYABLE, says, newest=False, barred=reason)
    return Slot(named, SlotState.FREE, named.name, newest=False)


def _clash(snapshot: Snapshot, mine: Mine, words: Words) -> tuple[str, str]:
    """Return why the record contradicts the hand, and the path to the repair."""
    round_ = snapshot.round
    name_of = snapshot.series.name_of
    for number, turn in enumerate(round_.turns, 1):
        if not isinstance(turn, Played):
            continue
        own = turn.seat == mine.seat
        laid = turn.card
        repair = f"turns/repair/{number}"
        if own and not laid.bit & mine.cards:
            says = words.say(
                "Turn {n} says that you laid {card}, which is not in your hand.",
                n=number,
                card=short(laid, words),
            )
            return says, repair
        if not own and laid.bit & mine.cards:
            says = words.say(
                "You hold {card}, but turn {n} says that {name} laid it.",
                card=short(laid, words),
                n=number,
                name=name_of(round_.setup.players[turn.seat]),
            )
            return says, repair
    assert mine.clash
    reason = refusal_words(mine.clash, words, name_of)
    return words.say("Your hand does not fit: {reason}", reason=reason), "mine"


def own_pass_warning(snapshot: Snapshot, words: Words) -> str:
    """Return a question before a pass of the viewer who could lay a card."""
    mine = snapshot.mine
    if mine is None or not mine.to_lay or mine.round.passes_freely(mine.seat):
        return ""
    if mine.covered:
        return words.say("You hold a card that fits. Pass all the same?")
    cards = shorts(mine.to_lay, words)
    return words.say("You hold {cards}. Pass all the same?", cards=cards)


def you_hold(slot: Slot, words: Words) -> str:
    """Return the answer to a tap on a card of one's own on the turn of another player."""
    return words.say("You hold {card}.", card=short(card(slot.face.code), words))


def let_in(snapshot: Snapshot, words: Words) -> tuple[b.Panel, ...]:
    """Return the question after a round whether the private hand goes into the record."""
    mine = snapshot.mine
    if mine is None or mine.clash:
        return ()
    entered = Recorded(snapshot.round_number, HandEntered(mine.seat, mine.cards))
    answers = (
        b.Action("forget-hand", words.say("Forget it"), act(forget_hand)),
        b.Action(
            "show-hand",
            words.say("Show it to everybody"),
            b.Do(entered, exact=True),
            b.Emphasis.PRIMARY,
        ),
    )
    return (b.Panel((b.Actions(answers),), words.say("My hand"), key="own-hand"),)


async def forget_hand(app: App) -> None:
    """Forget the private hand."""
    await app.forget_hand()
