"""The referee's screen, which judges a pass in any position."""

from dataclasses import dataclass, replace
from enum import Enum

from companion.core.cards import NO_CARDS, Card, Cards, Rank, Suit, at, gather, spread
from companion.core.judge import judge
from companion.core.presets import SavedRules
from companion.core.referee import Cost, Situation
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Passed, Played
from companion.core.rules import Picture, Rules
from companion.core.series import Series
from companion.views.at_table.cards import Face, face
from companion.views.setting_up.house_rules import PresetAnswer, PresetsView, presets
from companion.views.speech import chips_words, listed, rank_index, rank_name, short, shorts
from companion.words import Words


@dataclass(frozen=True, slots=True)
class RefereeStart:
    """The first position of the referee.

    `about` names the pass to judge, if any; `holding` if the first taps go to the hand.
    """

    position: Situation
    about: str = ""
    holding: bool = False


def last_pass(series: Series, number: int, words: Words) -> RefereeStart:
    """Return the last pass of round `number`, from 1, or the present layout before any pass."""
    round_ = series.rounds[number - 1]
    passes = [turn for turn, made in enumerate(round_.turns, 1) if isinstance(made, Passed)]
    if not passes:
        return RefereeStart(_laid_before(round_, round_.next_turn))
    turn = passes[-1]
    position = _laid_before(round_, turn)
    seat = round_.turns[turn - 1].seat
    name = series.name_of(round_.setup.players[seat])
    hand = _known_hand(round_, turn) & ~position.layout.laid
    return RefereeStart(
        Situation(position.rules, position.runs, position.named, hand),
        words.say("{name}’s pass at turn {turn}", name=name, turn=turn),
        holding=not hand,
    )


def _laid_before(round_: Round, turn: int) -> Situation:
    """Return the layout before a turn, under the rules of the round."""
    rules = round_.setup.rules
    layout, empty = Layout.empty(rules), Situation(rules)
    for made in round_.turns[: turn - 1]:
        if isinstance(made, Played):
            layout = layout.with_card(made.card)
    return empty.with_runs(layout.starter, layout.runs) if layout.starter else empty


def _known_hand(round_: Round, turn: int) -> Cards:
    """Return the entered hand of the player who passed, or known cards that prove a false pass.

    Any other part of a hand would make the pass look legal.
    """
    seat = round_.turns[turn - 1].seat
    entered = round_.knowledge.hands[seat]
    if entered is not None:
        return entered
    holdings = judge(round_).holdings
    known = gather(card for card, held in holdings.items() if held.seat == seat)
    return known if known & round_.met[turn - 1] else NO_CARDS


class SpotState(Enum):
    """The place of a card in the position."""

    FREE = "free"
    PLAYABLE = "playable"
    LAID = "laid"
    HELD = "held"
    COULD = "could"
    """In the hand, and playable."""


class Opinion(Enum):
    """The judgement of the referee on a pass."""

    ASKING = "asking"
    LEGAL = "legal"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Spot:
    """A card of the position, with labels of a tap for the table and for the hand."""

    face: Face
    card: Card
    state: SpotState
    lay_says: str
    hold_says: str


@dataclass(frozen=True, slots=True)
class SpotRow:
    """A suit of the position from its lowest to its highest card."""

    suit: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class StarterAnswer:
    """A rank that may have opened the suits."""

    rank: Rank
    words: str
    chosen: bool
    says: str


@dataclass(frozen=True, slots=True)
class CostLine:
    """A part of the costs of a pass: reason, payee and chips."""

    what: str
    recipient: str
    chips: int


@dataclass(frozen=True, slots=True)
class RefereeView:
    """The contents of the screen.

    `about` names the pass to judge, empty once rules or layout are changed. `headline` and
    `because` are the answer, `brief` sums up the `costs`, which add up to `total`.
    """

    about: str
    rows: tuple[SpotRow, ...]
    low_right: bool
    table_says: str
    hand_says: str
    starters: tuple[StarterAnswer, ...]
    starters_says: str
    opinion: Opinion
    headline: str
    because: str
    brief: str
    costs: tuple[CostLine, ...]
    total: int
    presets: PresetsView


def referee(
    position: Situation,
    words: Words,
    *,
    holding: bool = False,
    saved: SavedRules = (),
    start: RefereeStart | None = None,
) -> RefereeView:
    """Build the screen for a position.

    `holding` if taps go to the hand. `saved` are the house rules saved under a name, and `start` is
    the first position.
    """
    opinion = _opinion(position)
    costs = tuple(position.costs()) if opinion is not Opinion.ASKING else ()
    total = sum(cost.chips for cost in costs)
    fee = sum(cost.chips for cost in costs if not cost.fine and not cost.withheld)
    headline, because = _answer(position, opinion, words, holding=holding)
    return RefereeView(
        about=start.about
        if start
        and (position.rules, position.layout) == (start.position.rules, start.position.layout)
        else "",
        rows=tuple(_row(position, suit, words) for suit in reversed(Suit)),
        low_right=position.rules.picture is Picture.RIGHT,
        table_says=_counted(words.say("On the table"), position.layout.laid),
        hand_says=_counted(words.say("In the hand"), position.held),
        starters=_starters(position, words),
        starters_says=words.say("The first card played was a"),
        opinion=opinion,
        headline=headline,
        because=because,
        brief=_brief(opinion, total, fee, words),
        costs=tuple(_cost(cost, words) for cost in costs),
        total=total,
        presets=_with_saved(presets(position.rules, words, saved), position.rules, saved),
    )


def _with_saved(view: PresetsView, rules: Rules, saved: SavedRules) -> PresetsView:
    """Put the saved rules before the named ones."""
    own = tuple(
        PresetAnswer(f"saved-{place}", name, of == rules, of)
        for place, (name, of) in enumerate(saved, 1)
    )
    chosen = any(answer.chosen for answer in own)
    named = (replace(answer, chosen=answer.chosen and not chosen) for answer in view.answers)
    return replace(view, answers=(*own, *named))


def _opinion(position: Situation) -> Opinion:
    if not position.held or (_leads(position) and not position.could_play):
        return Opinion.ASKING
    return Opinion.ILLEGAL if position.could_play else Opinion.LEGAL


def _leads(position: Situation) -> bool:
    """Return whether the holder of a named card has to lead (R12)."""
    return position.rules.opening is not None and not position.layout.laid


def _counted(words: str, cards: int) -> str:
    return f"{words} · {cards.bit_count()}" if cards else words


def _row(position: Situation, suit: Suit, words: Words) -> SpotRow:
    spots = (_spot(position, at(suit, rank), words) for rank in position.growth.order)
    return SpotRow(suit.letter, tuple(spots))


def _spot(position: Situation, card: Card, words: Words) -> Spot:
    named, state = face(card, words), _state(position, card)
    label = {
        SpotState.FREE: named.name,
        SpotState.PLAYABLE: words.say("{card}, can be played", card=named.name),
        SpotState.LAID: words.say("{card}, on the table", card=named.name),
        SpotState.HELD: words.say("{card}, in the hand", card=named.name),
        SpotState.COULD: words.say("{card}, in the hand, can be played", card=named.name),
    }[state]
    return Spot(
        face=named,
        card=card,
        state=state,
        lay_says=words.say("Table: {card}", card=label),
        hold_says=words.say("Hand: {card}", card=label),
    )


def _state(position: Situation, card: Card) -> SpotState:
    if card.bit & position.layout.laid:
        return SpotState.LAID
    if card.bit & position.held:
        return SpotState.COULD if card.bit & position.playable else SpotState.HELD
    return SpotState.PLAYABLE if card.bit & position.playable else SpotState.FREE


def _starters(position: Situation, words: Words) -> tuple[StarterAnswer, ...]:
    """Return the ranks to choose from if the first card played opens the suits (R13)."""
    grows = position.growth
    if grows.starter or position.rules.opening or not position.layout.laid:
        return ()
    ranks = sorted({card.rank for card in spread(grows.openers(None))})
    return tuple(
        StarterAnswer(
            rank, rank_index(rank, words), rank is position.starter, rank_name(rank, words)
        )
        for rank in ranks
    )


def _answer(
    position: Situation, opinion: Opinion, words: Words, *, holding: bool
) -> tuple[str, str]:
    """Return the headline and the reason."""
    can = _can_be_played(position, words)
    if opinion is Opinion.ASKING:
        return _asking(position, words, holding=holding), can
    if opinion is Opinion.ILLEGAL:
        could = listed([short(card, words) for card in spread(position.could_play)], words)
        return words.say("Not a legal pass"), words.say("The hand can play {cards}.", cards=could)
    none = words.say("Nothing in the hand can be played.")
    return words.say("A legal pass"), f"{none} {can}"


def _asking(position: Situation, words: Words, *, holding: bool) -> str:
    if position.held:
        return words.say("No pass is due yet")
    if holding:
        return words.say("Tap the cards in the hand")
    if position.layout.laid:
        return words.say("Now choose “In the hand”")
    return words.say("Tap the ends of the rows on the table")


def _can_be_played(position: Situation, words: Words) -> str:
    opening, playable = position.rules.opening, position.playable
    if opening and _leads(position):
        return words.say("{card} leads the round.", card=short(opening, words))
    if playable == position.rules.pack.cards:
        return words.say("Any card can be played.")
    if not playable:
        return words.say("No card can be played any more.")
    return words.say("Can be played: {cards}", cards=shorts(playable, words))


def _brief(opinion: Opinion, total: int, fee: int, words: Words) -> str:
    """Return the costs in words, with the fee apart because a legal pass costs the fee too."""
    if opinion is Opinion.ASKING:
        return ""
    if not total:
        return words.say("costs nothing")
    if 0 < fee < total:
        return words.say(
            "costs {total}: {fee} for the pass, {fine} as fine",
            total=total,
            fee=fee,
            fine=total - fee,
        )
    return words.say("costs {chips}", chips=chips_words(total, words))


def _cost(cost: Cost, words: Words) -> CostLine:
    pot, winner = words.say("to the pot"), words.say("to the winner of the round")
    if cost.withheld and cost.neighbour:
        return CostLine(
            words.say("{card} held back", card=short(cost.withheld, words)),
            words.say("to whoever holds {card}", card=short(cost.neighbour, words)),
            cost.chips,
        )
    what = words.say("False pass") if cost.fine else words.say("Pass")
    return CostLine(what, winner if cost.to_winner else pot, cost.chips)
