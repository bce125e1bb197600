"""Random rounds and series, honest or not, for Hypothesis.

A strategy draws the habits of a table and the seed of its luck. Hypothesis so shrinks the number of
events, and prints a failing case as a few numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.core.cards import CARDS, Card, Cards, Pack, Rank, Suit, at, card, gather, spread
from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import RulesError
from companion.core.presets import PRESETS, preset
from companion.core.rounds.events.cards import Forgotten, HandEntered, LaidOut, Seen, Shown
from companion.core.rounds.events.decisions import (
    CalledOff,
    ChipsCorrection,
    FineCharged,
    FineTicked,
    FineWaived,
    PointsCorrection,
)
from companion.core.rounds.events.results import Result, Scored
from companion.core.rounds.events.times import Dated, Timed
from companion.core.rounds.events.turns import Passed, PassRun, Played
from companion.core.rounds.position import Event, Turn
from companion.core.rounds.repair import Draft
from companion.core.rounds.round import Round
from companion.core.rounds.setup import FEWEST_PLAYERS, POT, Setup
from companion.core.rules import OPTIONS, AnyStarter, Laid, Option, Points, Rules
from companion.core.series import Series, named
from companion.core.steps import (
    Dealt,
    Ended,
    HandedOver,
    LeftOpen,
    NotPutOff,
    Planned,
    PlayerRenamed,
    PutOff,
    Recorded,
    Redealt,
    Renamed,
    SeriesDated,
    Step,
    Valued,
)

Hands = tuple[Cards, ...]

HANDLES = (
    *("Ana", "Ben", "Chi", "Dov", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"),
    *("Élan", "Ümit"),
)
_STARTERS = (*Rank, *AnyStarter)
_TIMES = ("20:15", "23:59", "00:07", "24:00", "")
_DATES = ("2026-11-20", "2026-11-21", "2028-02-29")


@dataclass(frozen=True)
class Habits:
    """Habits of a table: most turns, false passes in a hundred, and shares of known cards.

    The shares are the hands entered, the hands seen in part and the cards shown, in a hundred.
    """

    turns: int = 400
    false_passes: int = 0
    entered: int = 0
    shown: int = 0
    seen: int = 0


@cache
def habits() -> st.SearchStrategy[Habits]:
    """Draw the habits of a table."""
    share = st.sampled_from((0, 0, 10, 40, 100))
    return st.builds(
        Habits,
        turns=st.one_of(st.just(400), st.integers(0, 120)),
        false_passes=st.sampled_from((0, 3, 15, 50)),
        entered=share,
        shown=share,
        seen=share,
    )


@cache
def luck() -> st.SearchStrategy[Random]:
    """Draw a random generator with a seed."""
    return st.integers(0, 2**32 - 1).map(Random)


def deal(chance: Random, sizes: tuple[int, ...]) -> Hands:
    """Deal the shuffled pack."""
    cards = list(spread(Pack(str(sum(sizes))).cards))
    chance.shuffle(cards)
    return tuple(gather(cards.pop() for _ in range(size)) for size in sizes)


def choose_turn(chance: Random, round_: Round, hands: Hands, false_passes: int) -> Turn:
    """Return the next turn, with a card of the player's hand."""
    opening = round_.opening
    if opening:
        leader = next(seat for seat, hand in enumerate(hands) if hand & opening.bit)
        return Played(leader, opening)
    assert round_.due is not None
    held = spread(hands[round_.due] & round_.playable)
    if not held or chance.randrange(100) < false_passes:
        return Passed(round_.due)
    return Played(round_.due, chance.choice(held))


def choose_event(chance: Random, round_: Round, hands: Hands, false_passes: int) -> Event:
    """Return the next turn, or who laid a starter; a hand is laid out with its pass."""
    if unclaimed := round_.unclaimed:
        seat = next(seat for seat, hand in enumerate(hands) if hand & unclaimed)
        return Seen(seat, hands[seat] & unclaimed)
    turn = choose_turn(chance, round_, hands, false_passes)
    lays_out = turn == Passed(turn.seat) and round_.awaited_hand is not None
    return LaidOut(turn.seat, hands[turn.seat]) if lays_out else turn


def play(chance: Random, round_: Round, hands: Hands, how: Habits) -> Round:
    """Return the round after hands were entered or seen, turns taken, and cards shown."""
    for seat, hand in enumerate(hands):
        if round_.knowledge.hands[seat] is None and chance.randrange(100) < how.entered:
            round_ = round_.after(HandEntered(seat, hand))
        if chance.randrange(100) < how.seen:
            round_ = round_.after(Seen(seat, some_of(chance, hand)))
    for _ in range(how.turns):
        if round_.played_out:
            break
        round_ = round_.after(choose_event(chance, round_, hands, how.false_passes))
    return show(chance, round_, hands, how.shown) if round_.played_out else round_


def some_of(chance: Random, cards: Cards) -> Cards:
    """Return one to four of the cards."""
    held = spread(cards)
    return gather(chance.sample(held, chance.randint(1, min(4, len(held)))))


def show(chance: Random, round_: Round, hands: Hands, share: int) -> Round:
    """Return the round after some players showed all cards left."""
    for seat, hand in enumerate(hands):
        left = left_of(round_, seat, hand) & ~round_.knowledge.shown[seat]
        if left and chance.randrange(100) < share:
            round_ = round_.after(Shown(seat, left))
    return round_


def left_of(round_: Round, seat: int, hand: Cards) -> Cards:
    """Return the cards left of a hand; some, where only the result of the round is known."""
    if not round_.by_result:
        return hand & ~round_.layout.laid
    return gather(spread(hand)[: round_.cards_left[seat]])


def result_of(round_: Round) -> Result:
    """Return the result of a round that was played out for one place."""
    counts = [sum(turn == Passed(seat) for turn in round_.turns) for seat in _seats(round_)]
    return Result(round_.cards_left, tuple(counts))


def any_points(chance: Random, round_: Round) -> Scored:
    """Return points of a round, some of them open."""
    seats = _seats(round_)
    points = (chance.choice((None, 0, chance.randint(-9, 99))) for _ in seats)
    return Scored(chance.choice(seats), tuple(points))


def any_result(chance: Random, round_: Round) -> Result:
    """Return a result for the table of the round."""
    left = [chance.randint(1, size) for size in round_.setup.hand_sizes]
    left[chance.choice(_seats(round_))] = 0
    return Result(tuple(left), tuple(chance.randint(0, 5) for _ in left))


def _seats(round_: Round) -> range:
    return range(len(round_.setup.players))


def forgetting(chance: Random, round_: Round, hands: Hands) -> Forgotten:
    """Return the withdrawal of a note, perhaps for a contradicting event; may be illegal."""
    known = round_.knowledge
    seat = chance.choice([seat for seat in range(len(hands)) if known.noted(seat)] or [0])
    cards = some_of(chance, known.noted(seat) or Pack.FULL.cards)
    if chance.randrange(3) == 0:
        return Forgotten(seat, known.noted(seat))
    if chance.randrange(2) == 0:
        return Forgotten(seat, cards)
    other, card_ = chance.randrange(len(hands)), spread(cards)[0]
    seen = Seen(other, card_.bit)
    return Forgotten(seat, card_.bit, chance.choice((seen, Played(round_.due or 0, card_))))


def _opening(starter: Rank | AnyStarter, suit: Suit | None) -> Card | None:
    if suit is None:
        return None
    if isinstance(starter, AnyStarter):
        starter = Rank.FIVE
    return at(suit, starter)


_CHIPS = st.sampled_from((0, 1, 2, 7))
_NUMBERS = {
    "target": st.sampled_from((0, 0, 30, 100, 1_000)),
    "rounds": st.sampled_from((0, 0, 1, 2, 3)),
}


def _values(option: Option) -> st.SearchStrategy[Any]:
    if option.codec.choices:
        return st.sampled_from([option.codec.read(text) for text in option.codec.choices])
    return _NUMBERS.get(option.name, _CHIPS)


_OF_THEIR_OWN = {"starter", "opening", "laid", "free_pass", "passes"}
"""Options that are drawn apart, or that the random rounds of the wider family have."""
_CHANGES = {option.name: _values(option) for option in OPTIONS if option.name not in _OF_THEIR_OWN}
_CHANGES["points"] = st.sampled_from([points for points in Points if points is not Points.PLACE])
_BASES = sorted(
    name for name in PRESETS if preset(name).must_play and preset(name).laid is Laid.NONE
)
_CHANGED = st.lists(st.sampled_from(sorted(_CHANGES)), unique=True, max_size=5)


@cache
@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Draw a preset, unchanged or with any options changed."""
    base = preset(draw(st.sampled_from(_BASES)))
    if draw(st.booleans()):
        return base
    chosen = draw(_CHANGED)
    opens = {}
    if draw(st.booleans()):
        starter = draw(st.sampled_from(_STARTERS))
        suit = draw(st.one_of(st.none(), st.sampled_from(Suit)))
        opens = {"starter": starter, "opening": _opening(starter, suit)}
    changes = {name: draw(_CHANGES[name]) for name in chosen} | opens
    try:
        return replace(base, **changes)
    except RulesError:  # a rank that opens is not in the pack
        return replace(base, **changes | {"pack": Pack.FULL})


@st.composite
def setups(
    draw: st.DrawFn, players: tuple[str, ...], dealer: int, rule: Rules | None = None
) -> Setup:
    """Draw an honest deal, or sometimes a misdeal that stands, and its rules if none are given."""
    honest = Setup.dealt(rule or draw(rules()), players, dealer)
    sizes = list(honest.hand_sizes)
    if draw(st.integers(0, 3)) == 0:
        giver, taker = draw(st.permutations(range(len(players))))[:2]
        given = draw(st.integers(1, sizes[giver] - 1))
        sizes[giver] -= given
        sizes[taker] += given
    return replace(honest, hand_sizes=tuple(sizes), date=draw(st.sampled_from(("", *_DATES))))


@st.composite
def rounds(
    draw: st.DrawFn,
    players: tuple[str, ...] = (),
    rule: Rules | None = None,
    how: st.SearchStrategy[Habits] | None = None,
) -> Round:
    """Draw a round, finished or not, with known cards and decisions, some by the result alone."""
    handles = players or draw(seatings())
    dealer = draw(st.integers(0, len(handles) - 1))
    setup = draw(setups(handles, dealer, rule))
    chance, ways = draw(luck()), draw(habits() if how is None else how)
    hands = deal(chance, setup.hand_sizes)
    played = play(chance, Round.begin(setup), hands, ways)
    if draw(st.integers(0, 7)) == 7 and not setup.rules.play_on:
        played = show(chance, played.after(any_result(chance, played)), hands, ways.shown)
    return decide(chance, played, draw(st.sampled_from((0, 0, 30, 80))))


@cache
def seatings(fewest: int = 2, most: int = 10) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw the handles round a table."""
    some = st.lists(st.sampled_from(HANDLES), unique=True, min_size=fewest, max_size=most)
    return some.map(tuple)


NOTES = ("", "", "change", "für die Brezeln, danke", "pot 3")


def decide(chance: Random, round_: Round, share: int) -> Round:
    """Return the round after fines were decided and corrections made; perhaps it was
    then called off and corrected again.
    """
    for turn, event in enumerate(round_.turns, 1):
        if isinstance(event, Passed) and chance.randrange(100) < share // 2:
            for decision in _ruled(chance, turn, len(round_.setup.players)):
                round_ = ruled(round_, decision)
    round_ = _correct(chance, round_, share)
    called_off = chance.randrange(200) < share
    return _correct(chance, round_.after(CalledOff()), share) if called_off else round_


def ruled(round_: Round, decision: Event) -> Round:
    """Return the round after a decision that it takes; others change nothing."""
    recorded = Recorded(1, decision)
    return round_ if recorded.refusal(round_) else recorded.change(round_)


def _ruled(chance: Random, turn: int, players: int) -> tuple[Event, ...]:
    """Return decisions on the fine for the pass at a turn; may be illegal."""
    named = FineTicked(turn, chance.randrange(POT, players), chance.randint(1, 6))
    return chance.choice(
        (
            (FineWaived(turn),),
            (FineWaived(turn), FineCharged(turn)),
            (FineTicked(turn),),
            (named, FineTicked(turn)),
            (FineTicked(turn), FineCharged(turn)),
            (FineTicked(turn), FineWaived(turn)),
            (named,),
            (named, FineWaived(turn), FineCharged(turn)),
        )
    )


def _correct(chance: Random, round_: Round, share: int) -> Round:
    while chance.randrange(100) < share:
        correction = _correction(chance, round_)
        round_ = round_ if round_.objection(correction) else round_.after(correction)
    return round_


def _correction(chance: Random, round_: Round) -> ChipsCorrection | PointsCorrection:
    """Return a correction; may be illegal."""
    seats, note = _seats(round_), chance.choice(NOTES)
    if chance.randrange(3) == 0:
        return PointsCorrection(chance.choice(seats), chance.choice((-7, -1, 2, 40)), note)
    source, target = chance.sample((POT, *seats), 2)
    return ChipsCorrection(source, target, chance.randint(1, 30), note)


def with_round(series_: Series, round_: Round) -> Series:
    """Return the series with a further round, finished or not."""
    earlier = series_.rounds
    seated = (handle for played in (*earlier, round_) for handle in played.setup.players)
    players = named(seated, series_.players)
    played = replace(series_, earlier=earlier, last=round_, players=players)
    return replace(played, planned=None, ended=False)


def _player(chance: Random, handle: str) -> Player:
    full = ("", "", " Maria Pérez", " O'Hara 2", " von der Tann")
    return Player(handle, handle + chance.choice(full))


def steps_of(rounds: Iterable[Round]) -> Iterator[Step]:
    """Yield steps that make these rounds."""
    for number, round_ in enumerate(rounds, 1):
        yield Dealt(round_.setup)
        yield from (Recorded(number, event) for event in round_.events)


def log_of(*rounds: Round) -> Log:
    """Return the log of these rounds."""
    return Log.of(Series(rules=rounds[0].setup.rules), steps_of(rounds))


def draft_of(chance: Random, number: int, round_: Round) -> Draft:
    """Return the draft of a round with some turns changed, inserted or removed."""
    draft = Draft.of(number, round_)
    for _ in range(chance.randrange(4)):
        turn = chance.randint(1, len(draft.turns) + 1)
        move = chance.choice((None, chance.choice(CARDS)))
        if turn > len(draft.turns) or chance.randrange(4) == 0:
            draft = draft.inserted(turn, move)
        elif chance.randrange(3) == 0:
            draft = draft.deleted(turn)
        else:
            draft = draft.changed(turn, move)
    return draft


class Evening:
    """Table at play that records all kinds of steps, and sometimes takes some back."""

    def __init__(self, chance: Random, head: Series, how: Habits, more: Sequence[Rules]) -> None:
        """Seat the table; `more` are the rules for later rounds."""
        self.chance, self.how, self.more = chance, how, more
        self.log = Log.begin(head)
        self.hands: list[Hands] = []

    def write(self, step: Step) -> bool:
        """Record the step, sometimes with undo and redo; return whether the step was accepted."""
        if self.log.objection(step):
            return False
        self.log = self.log.after(step)
        if self.chance.randrange(40) == 0:
            self.log = self.log.without_last().after(step)
        return True

    def round(self, seated: tuple[str, ...]) -> bool:
        """Play a round with these players; return whether the round is over."""
        if not self._dealt(seated):
            return False
        self.hands.append(deal(self.chance, self.log.round.setup.hand_sizes))
        for _ in range(self.how.turns):
            now = self.log.round
            if now.over:
                break
            hands, falsely = self.hands[-1], self.how.false_passes
            self.write(self._recorded(choose_event(self.chance, now, hands, falsely)))
            if self.chance.randrange(12) == 0:
                self.aside()
        while self.chance.randrange(4):
            self.aside()
        goes_on = self.chance.randrange(4)
        return self.log.round.over or (goes_on > 0 and self.write(self._recorded(CalledOff())))

    def _dealt(self, seated: tuple[str, ...]) -> bool:
        joined = tuple(_player(self.chance, handle) for handle in seated)
        dealer = self.chance.randrange(len(seated))
        rules = self.log.series.planned or self.log.series.latest_rules
        date = self.chance.choice(("", "", *_DATES))
        setup = replace(Setup.dealt(rules, seated, dealer), date=date)
        if not self.write(Dealt(setup, joined)):
            raised = replace(rules, target=rules.target and 5_000, rounds=rules.rounds and 50)
            setup = Setup.dealt(raised, seated, dealer)
            if not (self.write(Planned(raised)) and self.write(Dealt(setup, joined))):
                return False
        if self.chance.randrange(4) == 0:
            others = seated[1:] if len(seated) > FEWEST_PLAYERS else seated[::-1]
            self.write(Redealt(Setup.dealt(self.chance.choice(self.more), others, 0)))
        return True

    def _recorded(self, event: Event) -> Recorded:
        return Recorded(self.log.round_number, event)

    def aside(self) -> None:
        """Record something other than a turn, sometimes in an earlier round."""
        chance, rounds = self.chance, self.log.series.rounds
        number = len(rounds) if chance.randrange(4) else chance.randint(1, len(rounds))
        kind = chance.randrange(20)
        if kind == 0:
            self.write(Planned(chance.choice(self.more)))
        elif kind == 1:
            self.write(Ended(calls_off=chance.randrange(4) == 0))
        elif kind == 5:
            self.write(Renamed(chance.choice(("Friday", "Skat & Sevens ♣", "", "x" * 41))))
        elif kind == 6:
            handle = chance.choice([player.handle for player in self.log.series.players])
            name = chance.choice(("Zoë", "Jo von der Tann", handle, "", "x" * 41))
            self.write(PlayerRenamed(handle, name))
        elif kind == 7:
            self.write(SeriesDated(chance.choice((*_DATES, "", "2026-02-30"))))
        elif kind == 8:
            self.write(Valued(chance.choice(("0,10 €", "1 sweet", "", "a nut"))))
        elif kind == 4:
            self.repair(number)
        elif kind in {2, 3}:
            self.write(self._handing())
        else:
            self.write(Recorded(number, self._event(rounds[number - 1], self.hands[number - 1])))

    def _handing(self) -> Step:
        """Return a hand-over, or what is put off; may be illegal."""
        chance, series = self.chance, self.log.series
        source, target = chance.sample([*sorted(series.standing.chips), "pot"], 2)
        listed = [HandedOver(*paid) for paid in series.open]
        kinds: tuple[Step, ...] = (
            HandedOver(source, target, chance.randint(1, 40)),
            chance.choice((*listed, PutOff(source))),
            LeftOpen(series.open[:1]) if chance.randrange(4) == 0 else PutOff(target),
            PutOff(source),
            NotPutOff(chance.choice((*series.later, target))),
        )
        return chance.choice(kinds)

    def repair(self, number: int) -> None:
        """Correct a round with a few of its turns, seats or facts changed."""
        chance = self.chance
        draft = draft_of(chance, number, self.log.series.rounds[number - 1])
        if chance.randrange(3) == 0:
            players = list(draft.setup.players)
            chance.shuffle(players)
            players[0] = chance.choice((players[0], "Zoe")) if "Zoe" not in players else players[0]
            seated, dealer = tuple(players), chance.randrange(len(players))
            joined = (_player(chance, "Zoe"),) if "Zoe" in players else ()
            draft = draft.seated(Setup.dealt(draft.setup.rules, seated, dealer), joined)
        self.write(draft.step)

    def _event(self, round_: Round, hands: Hands) -> Event:
        """Return an event that is no single turn; may be illegal."""
        chance, seat = self.chance, self.chance.randrange(len(hands))
        passes = [turn for turn, event in enumerate(round_.turns, 1) if isinstance(event, Passed)]
        turn = chance.choice((*passes, *round_.decisions.waived, 1))
        kinds: tuple[Event, ...] = (
            FineWaived(turn),
            FineWaived(turn),
            FineCharged(chance.choice((*round_.decisions.waived, 1))),
            FineTicked(turn),
            Dated(chance.choice((*_DATES, "", "29.2.2028"))),
            Timed(chance.choice(_TIMES), chance.choice((*_TIMES, ""))),
            any_result(chance, round_),
            any_points(chance, round_),
            Seen(seat, some_of(chance, hands[seat])),
            HandEntered(seat, hands[seat]),
            Shown(seat, left_of(round_, seat, hands[seat])),
            Shown(seat, left_of(round_, seat, hands[seat])),
            forgetting(chance, round_, hands),
            forgetting(chance, round_, hands),
            PassRun(round_.seats_before(seat)),
            _correction(chance, round_),
            CalledOff() if chance.randrange(8) == 0 else _correction(chance, round_),
        )
        return chance.choice(kinds)


@st.composite
def logs(draw: st.DrawFn, most: int = 4) -> Log:
    """Draw a log of some rounds with all kinds of steps, whose last round may be in play."""
    chance, chosen = draw(luck()), draw(st.lists(rules(), min_size=1, max_size=3))
    head = Series(
        name=draw(st.sampled_from(("", "Friday night", "♣ Skat & Sevens"))),
        date=draw(st.sampled_from(("", "2026-11-20"))),
        rules=chosen[0],
        players=draw(st.sampled_from(((), (Player("Jo", "Jo von der Tann"),)))),
        worth=draw(st.sampled_from(("", "0.05 €", "1 sweet each"))),
    )
    evening = Evening(chance, head, draw(habits()), chosen)
    seated = draw(seatings())
    for _ in range(draw(st.integers(0, most))):
        if not evening.round(seated):
            break
        seated = draw(st.one_of(st.just(seated), seatings()))
    for _ in range(draw(st.sampled_from((0, 0, 0, 3)))):
        evening.log = evening.log.without_last() if evening.log.steps else evening.log
    return evening.log


def dealt_logs(most: int = 4) -> st.SearchStrategy[Log]:
    """Draw a log of a round or more."""
    return logs(most).filter(lambda log: bool(log.steps))


SMALL_PACKS = (
    "7C 6C 8C 7D 6D 8D",
    "7C 6C 8C 5C 9C 7D 6D 8D",
    "7C 7D 7H 7S 6S 8S",
    "6H 5H 4H 8H 9H 10H 7S",
    "7C 7D 7H 7S",
    "AC KC 2C QC 7H 6H 8H",
    "5C 9C 5D 9D 7C 6D 10D JS",
    "7C 6C 5C 8C 9C 7D 6D 8D 7H 6H 8H 7S",
)


@st.composite
def small_packs(draw: st.DrawFn) -> tuple[Round, Hands]:
    """Draw a round before its first turn and its true hands.

    At most twelve cards of two to four players are unknown. All others are in the dealer's hand,
    which is entered.
    """
    named = st.sampled_from(SMALL_PACKS).map(lambda words: [card(word) for word in words.split()])
    drawn = st.lists(st.sampled_from(CARDS), unique=True, min_size=2, max_size=12)
    hidden = draw(st.permutations(draw(st.one_of(named, drawn))))
    cuts = st.lists(st.integers(1, len(hidden) - 1), unique=True, min_size=1, max_size=3)
    bounds = [0, *sorted(draw(cuts)), len(hidden)]
    own = [gather(hidden[low:high]) for low, high in pairwise(bounds)]
    hands = (*own, Pack.FULL.cards & ~gather(hidden))
    sizes = tuple(hand.bit_count() for hand in hands)
    dealer = len(hands) - 1
    house = replace(draw(rules()), pack=Pack.FULL)
    begun = Round.begin(Setup(house, HANDLES[: len(hands)], dealer, sizes))
    return begun.after(HandEntered(dealer, hands[dealer])), hands
