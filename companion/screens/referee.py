"""The referee: the table itself, with a round that is never stored.

The layout is tapped together on the ordinary board, and the cards in question are chosen when
somebody passes. The ordinary verdict answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.cards import NO_CARDS, Card, Cards, Suit, at, gather
from companion.core.log import Log
from companion.core.names import Player
from companion.core.rounds.events.cards import HandEntered, Knowing, Seen
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.repair import Draft
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat, Setup
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.steps import Dealt, Recorded
from companion.screens import blocks as b
from companion.screens.board import face
from companion.screens.cards import HandGrid, Known, RevealCard
from companion.screens.kit import App, ScreenFacts, edit, submit
from companion.screens.speech import suit_name

_PLAYERS = tuple(Player(letter, letter) for letter in "ABCD")
"""The players of a round that nobody played."""


def open_table(rules: Rules) -> Log:
    """Return a round with an empty layout."""
    setup = Setup.dealt(rules, tuple(player.handle for player in _PLAYERS), len(_PLAYERS) - 1)
    return Log.of(Series("", "", rules, _PLAYERS), [Dealt(setup)])


def table_of(facts: ScreenFacts) -> Log:
    """Return the round on the screen before the turn in the route, without what is known of hands.

    Without a turn it is that before the last pass, or the round so far if nobody has passed.
    """
    series = facts.night.series
    round_ = facts.round
    passes = [turn for turn, made in enumerate(round_.turns, 1) if isinstance(made, Passed)]
    turn = facts.route.number or next(reversed(passes), round_.next_turn)
    setup = replace(round_.setup, date="")
    players = tuple(Player(handle, series.name_of(handle)) for handle in setup.players)
    log = Log.of(Series("", "", setup.rules, players), [Dealt(setup)])
    for event in round_.turns[: turn - 1]:
        log = log.after(Recorded(1, event))
    return log


@dataclass(frozen=True)
class CardsInQuestion:
    """The cards that are chosen for the hand of the player who wants to pass."""

    picked: Cards = NO_CARDS

    def pick(self, card: Card) -> CardsInQuestion:
        """Return a copy with the card in the hand, or out of it."""
        return CardsInQuestion(self.picked ^ card.bit)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the question which cards the player has who wants to pass."""
        round_ = facts.night.round
        say = facts.say
        handle = "" if round_.due is None else round_.setup.players[round_.due]
        picked = self.picked & ~round_.layout.laid
        cards = tuple(
            (suit_name(suit, facts.words), tuple(_shown(facts, picked, suit)))
            for suit in reversed(Suit)
        )
        whole = submit(judge_hand) if picked and handle else None
        some = submit(judge_cards) if picked and handle else None
        named = facts.night.series.name_of(handle) if handle else ""
        return b.Document(
            say("Which cards does {name} hold?", name=named)
            if named
            else say("Was that pass legal?"),
            ((b.Custom(HandGrid(cards)),),),
            b.Ground.BANNER,
            footer=(
                b.Action("judge-cards", say("And others"), some),
                b.Action("judge-hand", say("Only these"), whole, b.Emphasis.PRIMARY),
            ),
            cards=True,
        )


def _shown(facts: ScreenFacts, picked: Cards, suit: Suit) -> Iterator[RevealCard]:
    """Yield the cards of a suit: those on the table, and those that can be picked."""
    round_ = facts.night.round
    for rank in round_.setup.rules.pack.ranks:
        card = at(suit, rank)
        named = face(card, facts.words)
        known = Known.NOTHING
        says = named.name
        intent: b.Edit | None = edit(CardsInQuestion.pick, card)
        if card.bit & round_.layout.laid:
            known = Known.ELSEWHERE
            says = facts.say("{card}, on the table", card=named.name)
            intent = None
        chosen = bool(card.bit & picked)
        yield RevealCard(f"pick-{card}", named, known, None, says, intent, picked=chosen)


async def judge_cards(app: App, form: CardsInQuestion) -> None:
    """Record that the player holds the cards, among others, and passes; and judge the pass."""
    due = app.facts.night.round.due
    if due is not None:
        await _judge(app, Seen(due, form.picked & ~app.facts.night.round.layout.laid))


async def judge_hand(app: App, form: CardsInQuestion) -> None:
    """Record that the player holds these cards alone, and passes; and judge the pass."""
    round_ = app.facts.night.round
    due = app.facts.night.round.due
    if due is None:
        return
    hand = form.picked & ~round_.layout.laid | _laid_by(round_, due)
    setup = _with_hand(round_, due, hand.bit_count())
    if setup != round_.setup:
        draft = Draft.of(1, round_).seated(setup, ())
        if not await app.ask(draft.step):
            return
    await _judge(app, HandEntered(due, hand))


async def _judge(app: App, knowing: Knowing) -> None:
    """Record the cards and the pass, and open its verdict."""
    turn = app.facts.night.round.next_turn
    due = app.facts.night.round.due
    assert due is not None
    if await app.ask(Recorded(1, knowing)) and await app.ask(Recorded(1, Passed(due))):
        await app.navigation.go(f"{app.facts.table_path}/verdict/{turn}")


def _laid_by(round_: Round, seat: Seat) -> Cards:
    """Return the cards that the player has laid."""
    turns = (turn for turn in round_.turns if isinstance(turn, Played) and turn.seat == seat)
    return gather(turn.card for turn in turns)


def _with_hand(round_: Round, seat: Seat, size: int) -> Setup:
    """Return the setup in which a hand has this size, and the others share the rest of the pack.

    Each of the others has a card left at least, so that the round is not over.
    """
    others = [other for other in range(len(round_.setup.players)) if other != seat]
    sizes = {seat: size} | {other: _laid_by(round_, other).bit_count() + 1 for other in others}
    rest = round_.setup.rules.pack.cards.bit_count() - sum(sizes.values())
    for turn in range(max(0, rest)):
        sizes[others[turn % len(others)]] += 1
    return replace(round_.setup, hand_sizes=tuple(sizes[place] for place in sorted(sizes)))
