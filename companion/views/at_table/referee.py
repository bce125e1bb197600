"""The referee's screen, which judges a pass in any position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Self

from companion.core.books import cost, held_back
from companion.core.cards import Card, Cards, Rank, Suit, at, gather, spread
from companion.core.forecast import Entry
from companion.core.judge import Holding, Ruling, Verdict, judge
from companion.core.presets import name_of, preset
from companion.core.referee import Cost, Situation
from companion.core.rounds.events import Passed, Played
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Seat
from companion.core.rules import OPTIONS, FinePer, Option, Picture, Rules, Topic
from companion.core.series import Series
from companion.desk.archive import Catalogue
from companion.screens.board import Face, face
from companion.screens.explanation import rule_link, rule_words
from companion.screens.house_rules import PresetAnswer, PresetsView, presets, rule_row
from companion.screens.verdict import because, counted_seven
from companion.views import blocks as b
from companion.views.speech import (
    chips_words,
    day_words,
    listed,
    rank_index,
    rank_name,
    short,
    shorts,
)
from companion.words import Words


class Opinion(Enum):
    """The judgement of the referee on a pass; open while cards of the hand are missing."""

    ASKING = "asking"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"


_OPINIONS: Final = {Verdict.LEGAL: Opinion.LEGAL, Verdict.ILLEGAL: Opinion.ILLEGAL}


@dataclass(frozen=True, slots=True)
class RefereeStart:
    """The first position of the referee.

    `about` names the turn to judge, if any, and `cards` is the number of cards that its player
    held then; `holding` if the first taps go to the hand. The position is `of_round` or of no
    series. `sevens` were held back in the pass, in the order in which they came to light, and
    `holders` are the names of the known holders of cards, `winner` gets a fine for the pot once it
    is taken, and `ruled` is a verdict that the entered cards do not show, with its reason.
    """

    position: Situation
    about: str = ""
    cards: int = 0
    holding: bool = False
    of_round: bool = False
    sevens: tuple[Holding, ...] = ()
    holders: Mapping[Card, str] = field(default_factory=dict[Card, str])
    winner: str = ""
    ruled: tuple[Opinion, str] | None = None


def start_at(series: Series, number: int, words: Words, turn: int = 0) -> RefereeStart:
    """Return the position at a turn of round `number`, both from 1.

    Without a turn it is the last pass of the round, or the present layout before any pass.
    """
    round_ = series.rounds[number - 1]
    passes = [place for place, made in enumerate(round_.turns, 1) if isinstance(made, Passed)]
    if not 1 <= turn <= len(round_.turns):
        turn = passes[-1] if passes else 0
    if not turn:
        return RefereeStart(_laid_before(round_, round_.next_turn), of_round=True)
    position, seat = _laid_before(round_, turn), round_.turns[turn - 1].seat
    earlier = (made for made in round_.turns[: turn - 1] if isinstance(made, Played))
    cards = round_.setup.hand_sizes[seat] - sum(made.seat == seat for made in earlier)
    names = [series.name_of(handle) for handle in round_.setup.players]
    about = words.say("{name}’s turn {turn}", name=names[seat], turn=turn)
    if turn in passes:
        about = words.say("{name}’s pass at turn {turn}", name=names[seat], turn=turn)
    known = replace(position, hand=_known_hand(round_, seat))
    decided = known.could_play or known.held.bit_count() == cards
    begun, judgement = replace(known, hand=known.held), judge(round_)
    ruling = judgement.ruling(turn)
    ruled = _OPINIONS.get(ruling.verdict) if ruling and not decided else None
    why = " ".join(because(series, round_, ruling, words)) if ruling and ruled else ""
    return RefereeStart(
        begun,
        about,
        cards,
        holding=not decided,
        of_round=True,
        sevens=held_back(round_, ruling) if ruling else (),
        holders={card: names[held.seat] for card, held in judgement.holdings.items()},
        winner=_gets_the_fine(series, round_, ruling),
        ruled=(ruled, why) if ruled else None,
    )


def _gets_the_fine(series: Series, round_: Round, ruling: Ruling | None) -> str:
    """Return the winner of a finished round, unless the fine of the pass went to the pot."""
    false = ruling if ruling and ruling.verdict is Verdict.ILLEGAL else None
    due = cost(round_, judge(round_), false) if false else ()
    if round_.winner is None or any(fine.target == POT for fine in due):
        return ""
    return series.name_of(round_.setup.players[round_.winner])


def _laid_before(round_: Round, turn: int) -> Situation:
    """Return the layout before a turn, under the rules of the round."""
    rules = round_.setup.rules
    layout, empty = Layout.empty(rules), Situation(rules)
    for made in round_.turns[: turn - 1]:
        if isinstance(made, Played):
            layout = layout.with_card(made.card)
    return empty.with_runs(layout.starter, layout.runs) if layout.starter else empty


def _known_hand(round_: Round, seat: Seat) -> Cards:
    """Return the cards that a player is known to have been dealt."""
    entered = round_.knowledge.hands[seat]
    if entered is not None:
        return entered
    return gather(card for card, held in judge(round_).holdings.items() if held.seat == seat)


_PAGE: Final = 5
"""The number of series that are listed at first, and by each request for more."""


@dataclass(frozen=True, slots=True)
class RefereeForm:
    """The position on the screen; `holding` if taps go to the hand.

    The single rules are `unfolded` or not, and `listed` series offer their rules.
    """

    position: Situation
    holding: bool = False
    unfolded: bool = False
    listed: int = 0

    def lay(self, card: Card) -> Self:
        """Return a copy with the run of a suit ended at the card."""
        return self._at(self.position.with_laid(card))

    def hold(self, card: Card) -> Self:
        """Return a copy with the card put into the hand, or out of it."""
        return self._at(self.position.with_held(card))

    def open_with(self, rank: Rank) -> Self:
        """Return a copy in which another rank opened the suits."""
        return self._at(self.position.opened_with(rank))

    def under(self, rules: Rules) -> Self:
        """Return a copy under other rules."""
        return self._at(self.position.under(rules))

    def clear(self) -> Self:
        """Return a copy with an empty table and hand."""
        return self._at(Situation(self.position.rules))

    def turn_to(self, holding: bool) -> Self:  # noqa: FBT001 - the mode itself
        """Return a copy in which taps go to the hand, or to the table."""
        return replace(self, holding=holding)

    def unfold(self) -> Self:
        """Return a copy that shows the single rules if this one does not, and the reverse."""
        return replace(self, unfolded=not self.unfolded)

    def list_series(self) -> Self:
        """Return a copy that lists more series."""
        return replace(self, listed=self.listed + _PAGE)

    def _at(self, position: Situation) -> Self:
        return replace(self, position=position)


class SpotState(Enum):
    """The place of a card in the position."""

    FREE = "free"
    PLAYABLE = "playable"
    LAID = "laid"
    HELD = "held"
    COULD = "could"
    """In the hand, and playable."""


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
class RefereeView:
    """The contents of the screen.

    `about` names the turn to judge, empty once rules or layout are changed. `headline` and
    `because` are the answer, and `assumes` is what it takes for granted. `brief` sums up the
    `costs`, which add up to `total`. The panel `quotes` the rule that decides, `starters` asks for
    the opening rank where the first card decides, and `rules` changes the rules.
    """

    about: str
    rows: tuple[SpotRow, ...]
    low_right: bool
    table_says: str
    hand_says: str
    starters: tuple[b.Action, ...]
    opinion: Opinion
    headline: str
    because: str
    assumes: str
    brief: str
    costs: tuple[b.Row, ...]
    total: int
    quotes: tuple[b.Panel, ...]
    rules: b.Panel


def referee(
    form: RefereeForm, start: RefereeStart, catalogue: Catalogue, words: Words
) -> RefereeView:
    """Build the screen for a position; `start` is the first position."""
    position = form.position
    same_layout = position.layout == start.position.layout
    missing = start.cards - position.held.bit_count() if start.cards and same_layout else None
    same_rules = position.rules == start.position.rules
    as_begun = same_layout and same_rules and position.held == start.position.held
    ruled = start.ruled if as_begun else None
    opinion = ruled[0] if ruled else _opinion(position, missing or 0)
    judged = opinion in _OPINIONS.values()
    winner = start.winner if same_layout and same_rules else ""
    sevens = start.sevens if as_begun else ()
    holders = start.holders if as_begun else dict[Card, str]()
    first = sevens[0].card if sevens else None
    costs = tuple(position.costs(first, false=opinion is Opinion.ILLEGAL)) if judged else ()
    total = sum(cost.chips for cost in costs)
    fee = sum(part.chips for part in costs if not part.fine and not part.withheld)
    headline, reason = _answer(position, opinion, words, holding=form.holding)
    open_costs = [cost for cost in costs if cost.neighbour not in holders]
    assumes = "" if ruled else _assumes(position, opinion, missing, open_costs, words)
    return RefereeView(
        about=start.about if same_layout and same_rules else "",
        rows=tuple(_row(position, suit, words) for suit in reversed(Suit)),
        low_right=position.rules.picture is Picture.RIGHT,
        table_says=_counted(words.say("On the table"), position.layout.laid),
        hand_says=_counted(words.say("In the hand"), position.held),
        starters=_starters(position, words),
        opinion=opinion,
        headline=headline,
        because=ruled[1] if ruled else reason,
        assumes=" ".join(filter(None, (assumes, _counted_seven(position, sevens, words)))),
        brief=_brief(total, fee, words) if judged else "",
        costs=tuple(_cost(cost, holders, winner, words) for cost in costs),
        total=total,
        quotes=_quotes(position, opinion, costs, start if same_rules else None, words),
        rules=_rules(form, start, catalogue, words),
    )


def _assumes(
    position: Situation,
    opinion: Opinion,
    missing: int | None,
    costs: Sequence[Cost],
    words: Words,
) -> str:
    """Return what the verdict takes for granted of the hand.

    `missing` is the number of cards of the hand that are not entered, None if it is not known. The
    payees of the `costs` are not known.
    """
    if opinion is Opinion.ASKING:
        return ""
    if missing is not None and missing < 0:
        return words.count(
            "That hand had {n} card less than is entered here.",
            "That hand had {n} cards less than are entered here.",
            -missing,
        )
    if missing == 0:
        return words.say("The whole hand is entered.")
    if opinion is Opinion.LEGAL:
        return words.count(
            "This takes the {n} card for the whole hand.",
            "This takes the {n} cards for the whole hand.",
            position.held.bit_count(),
        )
    if opinion is Opinion.OPEN:
        return words.count(
            "{n} card of that hand is not entered. If it can be played, the pass was false.",
            "{n} cards of that hand are not entered. If one can be played, the pass was false.",
            missing or 0,
        )
    neighbours = [short(cost.neighbour, words) for cost in costs if cost.neighbour]
    if not neighbours:
        return words.say("That holds whatever else is in the hand.")
    return words.say(
        "That holds whatever else is in the hand. The fines count if others hold {cards}.",
        cards=listed(neighbours, words),
    )


def _counted_seven(position: Situation, sevens: tuple[Holding, ...], words: Words) -> str:
    """Return which of several starters held back are fined; `sevens` if their order is known."""
    per, back = position.rules.seven_fine_per, position.held_back
    if not back[1:] or not position.rules.seven_fine:
        return ""
    if sevens[1:]:
        return counted_seven(sevens, per, words)
    if per is FinePer.SEVEN:
        return ""
    return words.say(
        "Of {cards} only the one that came to light first is fined. The referee does not know"
        " which, and takes {card}.",
        cards=listed([short(card, words) for card in back], words),
        card=short(back[0], words),
    )


def _quotes(
    position: Situation,
    opinion: Opinion,
    costs: Sequence[Cost],
    linked: RefereeStart | None,
    words: Words,
) -> tuple[b.Panel, ...]:
    """Return the rules that decide, in the sentences of *How to play*.

    The link leads to the first of them under the rules of `linked`, the start of the referee.
    """
    decides = {
        Opinion.ASKING: ("R2",) if _leads(position) and position.held else (),
        Opinion.LEGAL: ("R3", "R4"),
        Opinion.OPEN: ("R3", "R4"),
        Opinion.ILLEGAL: ("R8", "R9") if any(cost.withheld for cost in costs) else ("R8",),
    }[opinion]
    if not decides:
        return ()
    quoted = [b.Text(rule_words(rule, position.rules, words), f"quoted-{rule}") for rule in decides]
    link = b.Action(
        "rule-link",
        words.say("Read on in “How to play”"),
        rule_link(decides[0], upon="rules" if linked and linked.of_round else "how"),
        b.Emphasis.QUIET,
        b.Icon.RULES,
    )
    links = (b.Actions((link,)),) if linked else ()
    return (b.Panel((*quoted, *links), words.say("The rule"), key="rule"),)


def _rules(form: RefereeForm, start: RefereeStart, catalogue: Catalogue, words: Words) -> b.Panel:
    """Return the choice of the rules: saved and named ones, those of a series, and single ones."""
    rules, say = form.position.rules, words.say
    change = say("Hide the single rules") if form.unfolded else say("Change a single rule")
    fold = b.Action(
        "referee-change-rules",
        change,
        b.Edit("unfold"),
        icon=b.Icon.FOLD if form.unfolded else b.Icon.UNFOLD,
    )
    single = (rule_row(option, rules, words, _choose) for option in OPTIONS if _matters(option))
    chosen = _with_own(presets(rules, words, catalogue.saved), rules, start, catalogue, words)
    return b.Panel(
        (
            *chosen.blocks(_choose),
            *_of_series(form, catalogue.entries, words),
            b.Actions((fold,)),
            *((b.List(tuple(single)),) if form.unfolded else ()),
        ),
        say("House rules"),
    )


def _choose(rules: Rules) -> b.Intent:
    return b.Edit("under", (rules,))


def _matters(option: Option) -> bool:
    """Return whether an option may change the verdict on a pass, or its costs."""
    return option.topic in {Topic.TURN, Topic.FALSE_PASS} or option.rule == "R6"


def _with_own(
    view: PresetsView, rules: Rules, start: RefereeStart, catalogue: Catalogue, words: Words
) -> PresetsView:
    """Put the rules of the round, the usual and the saved ones before the presets."""
    named = list[tuple[str, str, Rules]]()
    if start.of_round:
        named.append(("begun", words.say("Rules of the round"), start.position.rules))
    usual, saved = catalogue.usual, catalogue.saved
    if usual != preset(usual.preset) and not name_of(usual, saved):
        named.append(("usual", words.say("Usual rules"), usual))
    named += [(f"saved-{place}", name, of) for place, (name, of) in enumerate(saved, 1)]
    own = tuple(PresetAnswer(name, title, of == rules, of) for name, title, of in named)
    chosen = any(answer.chosen for answer in own)
    others = (replace(answer, chosen=answer.chosen and not chosen) for answer in view.answers)
    return replace(view, answers=(*own, *others))


def _of_series(form: RefereeForm, entries: tuple[Entry, ...], words: Words) -> tuple[b.Block, ...]:
    """Return the list of series whose rules can be taken, the newest first."""
    rows = tuple(_of_entry(entry, words) for entry in entries[: form.listed])
    if len(rows) == len(entries):
        return (b.List(rows),) if rows else ()
    says = words.say("More series") if rows else words.say("Take the rules of a series")
    more = b.Actions((b.Action("referee-series", says, b.Edit("list_series"), icon=b.Icon.SERIES),))
    return (b.List(rows), more) if rows else (more,)


def _of_entry(entry: Entry, words: Words) -> b.Row:
    """Return a series whose rules can be taken, with its day and players."""
    facts = (day_words(entry.date, words), listed(entry.players, words))
    return b.Row(
        entry.name or words.say("Series"),
        f"rules-of-{entry.number}",
        subtitle=" · ".join(filter(None, facts)),
        intent=b.Act("rules_of", (entry.number,)),
    )


def _opinion(position: Situation, missing: int) -> Opinion:
    if not position.held or (_leads(position) and not position.could_play):
        return Opinion.ASKING
    if position.could_play:
        return Opinion.ILLEGAL
    return Opinion.OPEN if missing > 0 else Opinion.LEGAL


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


def _starters(position: Situation, words: Words) -> tuple[b.Action, ...]:
    """Return the ranks to choose from if the first card played opens the suits (R13)."""
    grows = position.growth
    if grows.starter or position.rules.opening or not position.layout.laid:
        return ()
    ranks = sorted({card.rank for card in spread(grows.openers(None))})
    return tuple(
        b.Action(
            f"referee-opened-{rank.text}",
            rank_index(rank, words),
            b.Edit("open_with", (rank,)),
            label=rank_name(rank, words),
            chosen=rank is position.starter,
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
    legal = words.say("A legal pass") if opinion is Opinion.LEGAL else words.say("Legal so far")
    return legal, f"{none} {can}"


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


def _brief(total: int, fee: int, words: Words) -> str:
    """Return the costs in words, with the fee apart because a legal pass costs the fee too."""
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


def _cost(cost: Cost, holders: Mapping[Card, str], winner: str, words: Words) -> b.Row:
    if cost.withheld and cost.neighbour:
        card, name = short(cost.neighbour, words), holders.get(cost.neighbour)
        payee = words.say("to whoever holds {card}", card=card)
        if name:
            payee = words.say("to {name}, holds {card}", name=name, card=card)
        what = words.say("{card} held back", card=short(cost.withheld, words))
        return b.Row(what, subtitle=payee, value=str(cost.chips))
    payee = words.say("to the winner of the round") if cost.to_winner else words.say("to the pot")
    if cost.fine and winner:
        payee = words.say("to {name}, the winner of the round", name=winner)
    what = words.say("False pass") if cost.fine else words.say("Pass")
    return b.Row(what, subtitle=payee, value=str(cost.chips))
