"""The screen of a new series: players in their seats, the first dealer, the rules, how long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from companion.core.cards import Card
from companion.core.names import tidy
from companion.core.objections import Objection, Why
from companion.core.rules import Points, Rules
from companion.core.setup import MOST_PLAYERS, Setup
from companion.desk import seat_players
from companion.ports import Entry
from companion.views.cards import Face, face
from companion.views.house_rules import (
    AnswerView,
    OptionGroup,
    PresetsView,
    after,
    option_groups,
    presets,
)
from companion.views.refusals import refusal_words
from companion.views.seating import Draft, Place
from companion.views.speech import initial, listed, short
from companion.words import Words

_KNOWN_NAMES: Final = 12
_TARGETS: Final = (25, 50, 100, 0)
_PAIR: Final = 2
_POINTS_A_ROUND: Final = {Points.CARD: 2.0, Points.PIPS: 13.0, Points.RANK: 14.0}
"""What the leader of the race gains in a round: measured for cards, about fifty rounds to 100; a
card's pips are 6.5 on average, its rank 7."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A place at the table, `number` from 1; `says` is what the place is called, and the others
    are the labels of its buttons. `tint` is -1 while nobody sits there.
    """

    key: int
    number: int
    name: str
    initial: str
    tint: int
    says: str
    remove_says: str
    up_says: str
    down_says: str


@dataclass(frozen=True, slots=True)
class DealerLine:
    """A player who may deal first, and the card that was drawn for it."""

    key: int
    handle: str
    name: str
    initial: str
    tint: int
    chosen: bool
    drawn: Face | None


@dataclass(frozen=True, slots=True)
class NewSeriesView:
    """All that the screen shows. `same_table` are the players of the last series, to be seated in
    one tap; `title` is what stands in the field, `called` what the series will be called;
    `obstacle` says why it cannot start yet, empty once it can.
    """

    seats: tuple[SeatLine, ...]
    seated: tuple[SeatLine, ...]
    roster: tuple[str, ...]
    same_table: tuple[str, ...]
    same_table_says: str
    can_add: bool
    remarks: tuple[str, ...]
    dealers: tuple[DealerLine, ...]
    dealer_says: str
    presets: PresetsView
    groups: tuple[OptionGroup, ...]
    targets: tuple[AnswerView, ...]
    forecast: str
    title: str
    called: str
    names: tuple[str, ...]
    dealer: int
    obstacle: str
    summary: str


def new_series(draft: Draft, entries: Sequence[Entry], today: date, words: Words) -> NewSeriesView:
    """The screen for what has been filled in so far."""
    seated = draft.seated
    names = tuple(tidy(each.name) for each in seated)
    last = entries[0].players if entries and not seated else ()
    dealers = _dealers(draft, names, words)
    default = default_title(entries, today, words)
    return NewSeriesView(
        seats=_seats(draft.places, words),
        seated=_seats(seated, words),
        roster=_roster(entries, names),
        same_table=last,
        same_table_says=words.say("As last time: {names}", names=listed(last, words)),
        can_add=draft.has_room,
        remarks=tuple(_remarks(names, words)),
        dealers=dealers,
        dealer_says=_cut(draft, dealers, words),
        presets=presets(draft.rules, words),
        groups=option_groups(draft.rules, words),
        targets=_targets(draft.rules, words),
        forecast=_forecast(draft.rules, words),
        title=default if draft.title is None else draft.title,
        called=tidy(draft.title or "") or default,
        names=names,
        dealer=draft.dealer_seat,
        obstacle=_obstacle(draft, names, words),
        summary=_summary(draft, names, words),
    )


def default_title(entries: Sequence[Entry], today: date, words: Words) -> str:
    """A name for a series that begins on that day, other than those in use."""
    evenings = (
        words.say("Monday evening"),
        words.say("Tuesday evening"),
        words.say("Wednesday evening"),
        words.say("Thursday evening"),
        words.say("Friday evening"),
        words.say("Saturday evening"),
        words.say("Sunday evening"),
    )
    evening, used = evenings[today.weekday()], {each.name for each in entries}
    numbered = (f"{evening} {number}" for number in range(2, len(used) + 3))
    return next(name for name in (evening, *numbered) if name not in used)


def _seats(places: Sequence[Place], words: Words) -> tuple[SeatLine, ...]:
    tints = {each.key: tint for tint, each in enumerate(each for each in places if each.taken)}
    return tuple(
        _seat(number, each, tints.get(each.key, -1), words) for number, each in enumerate(places, 1)
    )


def _seat(number: int, place: Place, tint: int, words: Words) -> SeatLine:
    says = words.say("Player {number}", number=number)
    name = tidy(place.name) or says
    return SeatLine(
        key=place.key,
        number=number,
        name=place.name,
        initial=initial(tidy(place.name)) or str(number),
        tint=tint,
        says=says,
        remove_says=words.say("Remove {name}", name=name),
        up_says=words.say("Move {name} up", name=name),
        down_says=words.say("Move {name} down", name=name),
    )


def _roster(entries: Sequence[Entry], names: Sequence[str]) -> tuple[str, ...]:
    """Known names, those of the newest series first, without who is seated."""
    known: dict[str, str] = {}
    for entry in entries:
        for name in entry.players:
            known.setdefault(name.casefold(), name)
    taken = {name.casefold() for name in names}
    free = [name for folded, name in known.items() if folded not in taken]
    return tuple(free[:_KNOWN_NAMES]) if len(names) < MOST_PLAYERS else ()


def _remarks(names: Sequence[str], words: Words) -> Iterator[str]:
    folded = [name.casefold() for name in names]
    twice = dict.fromkeys(each for each in names if folded.count(each.casefold()) > 1)
    if twice:
        yield words.say(
            "Two players are called {name}. A nickname would tell them apart.",
            name=next(iter(twice)),
        )
    if len(names) == _PAIR:
        yield words.say(
            "With two players hands are no secret: what you do not hold, the other does."
        )


def _dealers(draft: Draft, names: Sequence[str], words: Words) -> tuple[DealerLine, ...]:
    drawn = dict(draft.drawn)
    return tuple(
        DealerLine(
            key=place.key,
            handle=player.handle,
            name=player.name,
            initial=initial(player.name),
            tint=seat,
            chosen=seat == draft.dealer_seat,
            drawn=face(drawn[place.key], words) if place.key in drawn else None,
        )
        for seat, (place, player) in enumerate(zip(draft.seated, seat_players(names), strict=True))
    )


def _cut(draft: Draft, dealers: Sequence[DealerLine], words: Words) -> str:
    """What the cut decided, in words; empty where nobody cut."""
    if not draft.drawn:
        return ""
    drawn: dict[int, Card] = dict(draft.drawn)
    dealer = dealers[draft.dealer_seat]
    card = drawn[dealer.key]
    tied = [each.name for each in dealers if drawn[each.key].rank is card.rank]
    if len(tied) > 1:
        return words.say(
            "{names} drew alike and cut again: {name} deals.",
            names=listed(tied, words),
            name=dealer.name,
        )
    return words.say("{name} drew {card} and deals.", name=dealer.name, card=short(card))


def _targets(rules: Rules, words: Words) -> tuple[AnswerView, ...]:
    """How long the series goes; none where the rules count no points."""
    if rules.points is Points.NONE:
        return ()
    lengths = sorted({*_TARGETS, rules.target} - {0})
    return tuple(
        AnswerView(
            str(target),
            words.say("to {target}", target=target) if target else words.say("open end"),
            target == rules.target,
            after(rules, "target", str(target)),
        )
        for target in (*lengths, 0)
    )


def _forecast(rules: Rules, words: Words) -> str:
    if rules.points is Points.NONE:
        return words.say("These rules count no points: play as many rounds as you like.")
    if not rules.target:
        return words.say("Play as many rounds as you like; the lowest total is ahead.")
    rounds = max(1, round(rules.target / _POINTS_A_ROUND[rules.points]))
    said = words.count("about {n} round", "about {n} rounds", rounds)
    return words.say("An estimate: {rounds} to {target}.", rounds=said, target=rules.target)


def _obstacle(draft: Draft, names: Sequence[str], words: Words) -> str:
    players = seat_players(names)
    if not players:
        return refusal_words(Objection(Why.TOO_FEW_PLAYERS), words, str)
    handles = tuple(each.handle for each in players)
    refusal = Setup.dealt(draft.rules, handles, draft.dealer_seat).objection()
    called = {each.handle: each.name for each in players}
    return refusal_words(refusal, words, called.__getitem__) if refusal else ""


def _summary(draft: Draft, names: Sequence[str], words: Words) -> str:
    if not names:
        return ""
    players = words.count("{n} player", "{n} players", len(names))
    return f"{players} · {words.say('{name} deals', name=names[draft.dealer_seat])}"
