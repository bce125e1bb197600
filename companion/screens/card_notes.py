"""The menus of a card that was noted for somebody, or whose holder is asked for."""

from collections.abc import Iterable, Iterator

from companion.core.cards import Card, spread
from companion.core.rounds.events.cards import Forgotten, Seen
from companion.core.rounds.events.turns import Played
from companion.desk.commands import Command, record
from companion.screens import blocks as b
from companion.screens.board import (
    AwaitedCard,
    NotedCard,
    asking_menu,
    laying_menu,
    note_menu,
    tell_card,
)
from companion.screens.kit import ScreenFacts, act, leave_menu
from companion.words import Words


def card_menus(cards: Iterable[NotedCard | AwaitedCard], words: Words) -> tuple[b.Menu, ...]:
    """Return the menus of cards that are noted or asked for."""
    return tuple(
        _asks(card) if isinstance(card, AwaitedCard) else _corrects(card, words) for card in cards
    )


def lay_menu(noted: NotedCard, words: Words) -> b.Menu:
    """Return the question whether the player to move lays a card noted for another one."""
    card = noted.card
    played = None if noted.layer is None else Played(noted.layer, card)
    lays = record(Forgotten(noted.seat, card.bit, played), noted.number)
    no = words.say("{name} holds it", name=noted.name)
    actions = (
        b.Action(f"forget-{card}", noted.lay_says, b.Do(lays, exact=True), icon=b.Icon.CARDS),
        b.Action(f"keep-{card}", no, act(leave_menu), icon=b.Icon.CLOSE),
    )
    return b.Menu(laying_menu(card.text), noted.says, actions)


def laid_menu(card: Card) -> str:
    """Return the name of the menu of a card on the table that a hand would need."""
    return f"laid-{card}"


def laid_menus(facts: ScreenFacts) -> Iterator[b.Menu]:
    """Yield the menus that tell at which turn a card was laid, and lead to its repair."""
    night = facts.night
    for card in spread(night.round.layout.laid):
        story = tell_card(night, card, facts.words)
        way = b.Go(f"../{story.repair}")
        repair = b.Action(f"repair-{card}", facts.say("Repair it"), way, icon=b.Icon.EDIT)
        yield b.Menu(laid_menu(card), story.says, (repair,) if story.repair else ())


def _corrects(noted: NotedCard, words: Words) -> b.Menu:
    """Return the menu that takes the note back, or notes the card for another player."""
    card = noted.card
    forget = record(Forgotten(noted.seat, card.bit), noted.number)
    back = b.Action(
        f"forget-{card}",
        words.say("Take it back"),
        b.Do(forget, exact=True),
        icon=b.Icon.UNDO,
    )
    notes = (
        (
            words.say("{name} holds it", name=holder.name),
            record(Forgotten(noted.seat, card.bit, Seen(holder.seat, card.bit)), noted.number),
        )
        for holder in noted.holders
    )
    return b.Menu(note_menu(card), noted.says, (back, *_holders(card, notes)))


def _asks(awaited: AwaitedCard) -> b.Menu:
    """Return the menu that asks for the holder of a card."""
    card = awaited.card
    notes = (
        (holder.name, record(Seen(holder.seat, card.bit), awaited.number))
        for holder in awaited.holders
    )
    actions = tuple(_holders(card, notes))
    return b.Menu(asking_menu(card), awaited.asks, actions, awaited.why)


def _holders(card: Card, notes: Iterable[tuple[str, Command]]) -> Iterator[b.Action]:
    """Yield the actions that note a card for somebody."""
    for place, (says, command) in enumerate(notes, 1):
        intent = b.Do(command, exact=True)
        yield b.Action(f"holds-{card}-{place}", says, intent, icon=b.Icon.PERSON)
