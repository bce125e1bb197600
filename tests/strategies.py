"""Rounds and series that never were: random tables at play, honest or not.

A strategy draws how a table plays, and the seed of its luck; so what Hypothesis shrinks is how much
happens, and a failing case prints as a handful of numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Final

from hypothesis import strategies as st

from companion.core.cards import PACK, Card, Cards, Rank, Suit, at, card, gather, spread
from companion.core.events import (
    POT,
    CalledOff,
    Charged,
    HandEntered,
    Paid,
    Passed,
    Played,
    Shown,
    Turn,
    Waived,
)
from companion.core.presets import PRESETS, preset
from companion.core.round import Round
from companion.core.rules import Aces, AnyStarter, FinePer, FineTo, Picture, Points, Rules
from companion.core.names import Player
from companion.core.series import Series
from companion.core.setup import Setup, honest_deal

Hands = tuple[Cards, ...]

HANDLES: Final = (
    "Ana",
    "Ben",
    "Chi",
    "Dov",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    "Élan",
    "Ümit",
)
_STARTERS: Final = (*Rank, *AnyStarter)


@dataclass(frozen=True)
class Habits:
    """How a table plays: turns at most, how many in a hundred passes of those who could play, and
    in a hundred the hands entered and the cards shown.
    """

    turns: int = 400
    false_passes: int = 0
    entered: int = 0
    shown: int = 0


def habits() -> st.SearchStrategy[Habits]:
    """Tables that stop early or play to the end, honest or not, open or close."""
    share = st.sampled_from((0, 0, 10, 40, 100))
    return st.builds(
        Habits,
        turns=st.one_of(st.just(400), st.integers(0, 120)),
        false_passes=st.sampled_from((0, 3, 15, 50)),
        entered=share,
        shown=share,
    )


def luck() -> st.SearchStrategy[Random]:
    """A source of chances that starts from a drawn seed."""
    return st.integers(0, 2**32 - 1).map(Random)


def deal(chance: Random, sizes: tuple[int, ...]) -> Hands:
    """The pack, shuffled and dealt."""
    cards = list(spread(PACK))
    chance.shuffle(cards)
    return tuple(gather(cards.pop() for _ in range(size)) for size in sizes)


def choose_turn(chance: Random, round_: Round, hands: Hands, false_passes: int) -> Turn:
    """The next turn by whoever it is, with a card of their hand."""
    opening = round_.setup.rules.opening
    if opening and not round_.turns:
        leader = next(seat for seat, hand in enumerate(hands) if hand & opening.bit)
        return Played(leader, opening)
    assert round_.due is not None
    held = spread(hands[round_.due] & round_.playable)
    if not held or chance.randrange(100) < false_passes:
        return Passed(round_.due)
    return Played(round_.due, chance.choice(held))


def play(chance: Random, round_: Round, hands: Hands, how: Habits) -> Round:
    """The round after hands were entered, turns taken, and cards shown at the end."""
    for seat, hand in enumerate(hands):
        if round_.knowledge.hands[seat] is None and chance.randrange(100) < how.entered:
            round_ = round_.after(HandEntered(seat, hand))
    for _ in range(how.turns):
        if round_.played_out:
            break
        round_ = round_.after(choose_turn(chance, round_, hands, how.false_passes))
    return show(chance, round_, hands, how.shown) if round_.played_out else round_


def show(chance: Random, round_: Round, hands: Hands, share: int) -> Round:
    """The round after some players showed all that they still held."""
    for seat, hand in enumerate(hands):
        left = hand & ~round_.layout.laid & ~round_.knowledge.shown[seat]
        if left and chance.randrange(100) < share:
            round_ = round_.after(Shown(seat, left))
    return round_


def _opening(starter: Rank | AnyStarter, suit: Suit | None) -> Card | None:
    if suit is None:
        return None
    if isinstance(starter, AnyStarter):
        starter = Rank.FIVE
    return at(suit, starter)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """A preset, as it is or with any of its options changed."""
    base = preset(draw(st.sampled_from(sorted(PRESETS))))
    if draw(st.booleans()):
        return base
    chips = st.sampled_from((0, 1, 2, 7))
    changes = {
        "aces": st.sampled_from(Aces),
        "high_first": st.booleans(),
        "ante": chips,
        "short_ante": chips,
        "pass_fee": chips,
        "false_pass_fine": chips,
        "false_pass_to": st.sampled_from(FineTo),
        "seven_fine": chips,
        "seven_fine_per": st.sampled_from(FinePer),
        "card_fee": chips,
        "play_on": st.booleans(),
        "points": st.sampled_from(Points),
        "target": st.sampled_from((0, 0, 30, 100, 1_000)),
        "picture": st.sampled_from(Picture),
    }
    chosen = draw(st.lists(st.sampled_from(sorted(changes)), unique=True, max_size=5))
    opens = {}
    if draw(st.booleans()):
        starter = draw(st.sampled_from(_STARTERS))
        suit = draw(st.one_of(st.none(), st.sampled_from(Suit)))
        opens = {"starter": starter, "opening": _opening(starter, suit)}
    return replace(base, **{name: draw(changes[name]) for name in chosen}, **opens)


@st.composite
def hand_sizes(draw: st.DrawFn, players: int, dealer: int) -> tuple[int, ...]:
    """An honest deal, or now and then a misdeal that the table lets stand."""
    sizes = list(honest_deal(players, dealer))
    if draw(st.integers(0, 3)) == 0:
        giver, taker = draw(st.permutations(range(players)))[:2]
        given = draw(st.integers(1, sizes[giver] - 1))
        sizes[giver] -= given
        sizes[taker] += given
    return tuple(sizes)


@st.composite
def rounds(draw: st.DrawFn, players: tuple[str, ...] = (), rule: Rules | None = None) -> Round:
    """A round as far as it went, with what the table knows and decided."""
    handles = players or draw(seatings())
    dealer = draw(st.integers(0, len(handles) - 1))
    sizes = draw(hand_sizes(len(handles), dealer))
    chance, how = draw(luck()), draw(habits())
    begun = Round.begin(Setup(rule or draw(rules()), handles, dealer, sizes))
    played = play(chance, begun, deal(chance, sizes), how)
    return decide(chance, played, draw(st.sampled_from((0, 0, 30, 80))))


def seatings(fewest: int = 2, most: int = 10) -> st.SearchStrategy[tuple[str, ...]]:
    """Some handles round a table."""
    some = st.lists(st.sampled_from(HANDLES), unique=True, min_size=fewest, max_size=most)
    return some.map(tuple)


def decide(chance: Random, round_: Round, share: int) -> Round:
    """The round after fines were let go or charged again, corrections, or a calling off."""
    for turn, event in enumerate(round_.turns, 1):
        if isinstance(event, Passed) and chance.randrange(100) < share // 2:
            round_ = round_.after(Waived(turn))
            if chance.randrange(4) == 0:
                round_ = round_.after(Charged(turn))
    accounts = [POT, *range(len(round_.setup.players))]
    while chance.randrange(100) < share:
        source, target = chance.sample(accounts, 2)
        note = chance.choice(("", "change", "für die Brezeln, danke", "pot 3"))
        round_ = round_.after(Paid(source, target, chance.randint(1, 30), note))
    return round_.after(CalledOff()) if chance.randrange(200) < share else round_


@st.composite
def series(draw: st.DrawFn, most: int = 4) -> Series:
    """A series: people join and leave, rules change, the last round may still be in play."""
    told = Series(
        name=draw(st.sampled_from(("", "Friday night", "♣ Skat & Sevens", "round 3"))),
        date=draw(st.sampled_from(("", "2026-11-20"))),
        rules=draw(rules()),
    )
    seated = draw(seatings())
    for _ in range(draw(st.integers(0, most))):
        rule = draw(st.one_of(st.just(told.latest_rules), rules()))
        round_ = draw(rounds(players=seated, rule=rule))
        if told.objection_to_deal(round_.setup):
            break
        told = told.with_round(round_)
        seated = draw(st.one_of(st.just(seated), seatings()))
    return replace(told, players=_named(draw(luck()), told))


def _named(chance: Random, told: Series) -> tuple[Player, ...]:
    """The players in order of appearance, some with a full name."""
    handles = dict.fromkeys(each for one in told.rounds for each in one.setup.players)
    full = ("", "", " Maria Pérez", " O'Hara 2", " von der Tann")
    return tuple(Player(handle, handle + chance.choice(full)) for handle in handles)


SMALL_PACKS: Final = (
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
    """A round before its first turn with at most twelve unknown cards among two to four players,
    and the hands in truth: all the other cards are in the entered hand of the dealer.
    """
    named = st.sampled_from(SMALL_PACKS).map(lambda words: [card(word) for word in words.split()])
    drawn = st.lists(st.sampled_from(spread(PACK)), unique=True, min_size=2, max_size=12)
    hidden = draw(st.permutations(draw(st.one_of(named, drawn))))
    cuts = st.lists(st.integers(1, len(hidden) - 1), unique=True, min_size=1, max_size=3)
    bounds = [0, *sorted(draw(cuts)), len(hidden)]
    own = [gather(hidden[low:high]) for low, high in pairwise(bounds)]
    hands = (*own, PACK & ~gather(hidden))
    sizes = tuple(hand.bit_count() for hand in hands)
    dealer = len(hands) - 1
    begun = Round.begin(Setup(draw(rules()), HANDLES[: len(hands)], dealer, sizes))
    return begun.after(HandEntered(dealer, hands[dealer])), hands
