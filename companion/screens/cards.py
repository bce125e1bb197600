"""The cards left after a round: a grid of them, and who held which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.core.cards import NO_CARDS, Card, Cards, Suit, gather, spread
from companion.core.judge import Holding, How, judge
from companion.core.rounds.events.cards import Seen, Shown
from companion.core.rounds.round import Round
from companion.core.steps import Recorded
from companion.desk.commands import Reveal
from companion.screens import blocks as b
from companion.screens.board import Face, face, note_menu, noted_cards
from companion.screens.card_notes import card_menus
from companion.screens.kit import Form, OverRound, ScreenFacts, edit
from companion.screens.news import tell_shown
from companion.screens.passes import hidden, to_ask
from companion.screens.speech import Person, join_facts, person, suit_name


class Known(Enum):
    """The state of a card in the grid; `ELSEWHERE` is outside the entered hand."""

    NOTHING = "nothing"
    HELD = "held"
    DEDUCED = "deduced"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True)
class RevealCard:
    """A card of the grid, with the holder if known.

    It is picked or not, and its note can be taken back or not; a tap on it has an intent or none.
    """

    id: str
    face: Face
    known: Known
    player: Person | None
    says: str
    intent: b.Intent | None = None
    picked: bool = False
    noted: bool = False


Suits = tuple[tuple[str, tuple[RevealCard, ...]], ...]
"""Cards by suit, with its name."""


@dataclass(frozen=True)
class HandGrid:
    """Cards to pick from, by suit."""

    suits: Suits


@dataclass(frozen=True)
class CardGroup:
    """Cards under a title, by suit."""

    title: str
    suits: Suits


@dataclass(frozen=True)
class CardsLeft:
    """The cards left after a round, and the meaning of the sign of a deduced card."""

    groups: tuple[CardGroup, ...]
    deduced_says: str


@dataclass(frozen=True)
class CardsForm(OverRound):
    """The cards picked to be given to a player."""

    picked: Cards = NO_CARDS

    def pick(self, card: Card) -> CardsForm:
        """Return a copy with the card picked, or put back."""
        return CardsForm(self.picked ^ card.bit)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen of the cards left; deciding cards come first."""
        round_ = facts.round
        deciding = spread(to_ask(round_))
        named = gather(_holdings(round_))
        missing = hidden(round_)
        picked = self.picked & ~named
        counted = facts.say("{n} to name", n=missing) if missing else ""
        asks = b.Text(
            facts.say("Tap one card or several, then who held them."), style=b.Style.MUTED
        )
        can_undo = facts.night.can_undo and _showed_last(facts)
        undo = b.Undo() if can_undo else None
        take_back = b.Action("undo", "", undo, icon=b.Icon.UNDO, label=facts.say("Undo"))
        done = b.Action("done", facts.say("Done"), b.Back(), b.Emphasis.PRIMARY)
        options = b.PeopleChoice(tuple(_options(facts, picked)))
        answer = b.notices(tell_shown(facts.night, facts.number, facts.words), "answer")
        notes = noted_cards(facts.night.series, facts.number, named, facts.words)
        left = b.Custom(
            _cards_left(facts, deciding, picked, frozenset(note.card for note in notes))
        )
        return b.Document(
            title=facts.say("Cards left"),
            subtitle=join_facts(facts.say("Round {number}", number=facts.number), counted),
            ground=b.Ground.BANNER,
            columns=(
                (*(answer or ((asks,) if missing else ())), left),
                *([(options,)] if missing else []),
            ),
            pinned=bool(missing),
            footer=() if missing else (done,),
            beside=(take_back,),
            menus=card_menus(notes, facts.words),
        )


def cards(facts: ScreenFacts) -> Form:
    """Return the screen of the cards left of a round."""
    turns = hash(facts.round.turns)
    return Form(CardsForm(), f"cards-{facts.seats}-{turns}")


def _holdings(round_: Round) -> dict[Card, Holding]:
    """Return the known holders of cards; after a round by its result, those of the cards left."""
    found = judge(round_).holdings
    if not round_.by_result:
        return found
    return {card: holding for card, holding in found.items() if holding.how is How.SHOWN}


def _showed_last(facts: ScreenFacts) -> bool:
    """Return whether the last step showed cards of the round."""
    last = facts.night.log.steps[-1]
    if not isinstance(last, Recorded) or last.number != facts.number:
        return False
    return isinstance(last.event, Seen | Shown)


def _cards_left(
    facts: ScreenFacts, deciding: tuple[Card, ...], picked: Cards, noted: frozenset[Card]
) -> CardsLeft:
    """Return the cards that were not laid, with the holders as far as known.

    A tap on a card that was `noted` for somebody corrects that.
    """
    round_ = facts.round
    holdings = _holdings(round_)
    left = spread(round_.setup.rules.pack.cards & ~round_.layout.laid)
    if round_.by_result and not hidden(round_):
        left = spread(gather(holdings))

    def shown(card: Card) -> RevealCard:
        named = face(card, facts.words)
        holding = holdings.get(card)
        if holding is None:
            says = facts.say("{card}, holder unknown", card=named.name)
            return RevealCard(
                f"reveal-{card}",
                named,
                Known.NOTHING,
                None,
                says,
                edit(CardsForm.pick, card),
                picked=bool(card.bit & picked),
            )
        holder = person(facts.night, round_.setup.players[holding.seat])
        says = facts.say("{card}, held by {name}", card=named.name, name=holder.name)
        known = Known.DEDUCED if holding.how is How.COUNTED else Known.HELD
        intent = b.Ask(note_menu(card)) if card in noted else None
        return RevealCard(f"reveal-{card}", named, known, holder, says, intent)

    suits = tuple(
        (suit_name(suit, facts.words), tuple(map(shown, cards)))
        for suit in reversed(Suit)
        if (cards := [card for card in left if card.suit is suit and card not in deciding])
    )
    first = facts.count("This card decides:", "These cards decide:", len(deciding))
    groups = [CardGroup(first, (("deciding", tuple(map(shown, deciding))),))] if deciding else []
    if suits:
        groups.append(CardGroup(facts.say("The others") if deciding else "", suits))
    deduced = any(card in holdings and holdings[card].how is How.COUNTED for card in left)
    return CardsLeft(tuple(groups), facts.say("follows") if deduced else "")


def _options(facts: ScreenFacts, picked: Cards) -> Iterator[b.PersonOption]:
    """Yield the players with cards left, who can be given the cards picked."""
    round_ = facts.round
    left = ~round_.layout.laid
    holdings = _holdings(round_).values()
    for seat, handle in enumerate(round_.setup.players):
        if not round_.cards_left[seat]:
            continue
        known = sum(held.seat == seat and bool(held.card.bit & left) for held in holdings)
        missing = round_.cards_left[seat] - known
        holder = person(facts.night, handle)
        says = facts.say("{n} to name", n=missing) if missing else facts.say("known")
        count = picked.bit_count()
        fits = bool(picked) and (count == missing if round_.by_result else count <= missing)
        yield b.PersonOption(
            f"reveal-to-{holder.handle}",
            holder,
            facts.words.join((holder.name, says)),
            b.Do(Reveal(seat, picked, facts.number), exact=True) if fits else None,
            says,
            settled=not missing,
        )
