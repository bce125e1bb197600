"""Slips in entering turns that would explain false passes, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Self

from companion.core.judge import judge
from companion.core.objections import phrase
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat
from companion.core.series import Series
from companion.core.slips import (
    Change,
    Search,
    Skipped,
    Slip,
    SlipKind,
    explained,
    search,
)
from companion.desk.commands import PassUntil
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.kit import App, Here, act
from companion.screens.speech import listed, short
from companion.words import Words

_MOST = 3
"""Number of slips offered, or more if the first slips are equally likely."""

_SAYS = {
    SlipKind.PASS_FORGOTTEN: phrase("A pass may be missing near {where}."),
    SlipKind.CARD_FORGOTTEN: phrase("{card} may be missing near {where}."),
    SlipKind.PASS_TOO_MANY: phrase("A pass may be one too many at {where}."),
    SlipKind.CARD_TOO_MANY: phrase("{card} may be one too many at {where}."),
    SlipKind.SWAPPED: phrase("Two turns may have been swapped at {where}."),
    SlipKind.OTHER_CARD: phrase("{card} may have been laid at {where}."),
    SlipKind.OTHER_LEADER: phrase("{name} may have led the round."),
}


Denied = frozenset[Change]
"""The changes of a round that players have denied to be slips."""
_NONE: Denied = frozenset()


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation of the false passes: slip number `slip`, from 1, or 0 for a false pass."""

    slip: int
    turn: int
    says: str


@dataclass(frozen=True, slots=True)
class SlipsView:
    """The explanations in the order shown.

    A tap on `no_says` denies all slips that were found: the passes were false.
    """

    title: str
    explanations: tuple[Explanation, ...]
    no_says: str


@dataclass(frozen=True, slots=True)
class SlipFirst:
    """A slip shown before the fines for false passes, so that nobody is accused yet."""

    slip: int
    title: str
    says: str
    label: str

    def below(self, warning: str) -> Self:
        """Return the slip as the explanation of a warning, which comes first."""
        label = f"{warning} {self.label}"
        return replace(self, title=warning, says=self.label, label=label)


def slip_first(snapshot: Snapshot, words: Words, denied: Denied = _NONE) -> SlipFirst | None:
    """Return the slip shown before the fines, None if there is none or all are denied."""
    series = snapshot.series
    round_ = snapshot.round
    found = explained(round_)
    if found is None or _changes(found.slips) <= denied:
        return None
    title = f"{_title(found, words)}:"
    says = _says(series, round_, found.slips[0], words)
    return SlipFirst(
        slip=1,
        title=title,
        says=says,
        label=f"{title} {says}",
    )


def slips_view(
    series: Series, number: int, words: Words, denied: Denied = _NONE
) -> SlipsView | None:
    """Build the explanations of the false passes of round `number`.

    None without slips, or if the slips come before the fines and all are denied.
    """
    round_ = series.rounds[number - 1]
    found = search(round_)
    if not found.slips:
        return None
    explanations = tuple(
        Explanation(place, slip.first, _says(series, round_, slip, words))
        for place, slip in enumerate(_likeliest(found.slips), 1)
    )
    first = found.accuses_nobody_yet
    if first and _changes(found.slips) <= denied:
        return None
    return SlipsView(
        title=_title(found, words),
        explanations=explanations if first else (*_false(series, round_, words), *explanations),
        no_says=words.count("No, it was false", "No, they were false", found.false_passes)
        if first
        else "",
    )


@dataclass(frozen=True, slots=True)
class TurnClaim:
    """The claim that it is the turn of the player at a place, from 1: those before have passed.

    `beneath` names them, or the reason why the claim is not `possible`. A `doubted` claim
    contradicts what is known: first a screen asks for a forgotten turn.
    """

    place: int
    handle: str
    name: str
    says: str
    beneath: str
    possible: bool
    doubted: bool


def turn_claim(snapshot: Snapshot, seat: Seat, words: Words) -> TurnClaim:
    """Return the claim that it is the turn of this seat in the last round."""
    series = snapshot.series
    round_ = snapshot.round
    skipped = Skipped.before(round_, seat)
    name = _name(series, round_, seat)
    possible = bool(skipped.seats) and not snapshot.sealed and not round_.opening
    return TurnClaim(
        place=seat + 1,
        handle=round_.setup.players[seat],
        name=name,
        says=words.say("It is {name}’s turn", name=name),
        beneath=_passers(series, skipped, words) if possible else _why_not(round_, words),
        possible=possible,
        doubted=possible and skipped.doubted,
    )


def _why_not(round_: Round, words: Words) -> str:
    """Return why nobody can have passed before this seat."""
    if round_.opening:
        return words.say("{card} leads the round", card=short(round_.opening, words))
    return ""


def _passers(series: Series, skipped: Skipped, words: Words) -> str:
    """Return the players who have passed in words."""
    names = [_name(series, skipped.entered, seat) for seat in skipped.seats]
    return words.count(
        "{names} has passed.", "{names} have passed.", len(names), names=listed(names, words)
    )


def forgotten(here: Here) -> b.Document:
    """Return the screen that asks for a forgotten turn before doubtful passes are recorded.

    The seat in the route, counted from 1, is said to be due.
    """
    snapshot = here.night
    words = here.words
    seat = max(0, min(here.route.number or 0, len(snapshot.round.setup.players)) - 1)
    series = snapshot.series
    round_ = snapshot.round
    say = words.say
    claim = turn_claim(snapshot, seat, words)
    skipped = Skipped.before(round_, seat)
    offers = skipped.slips if claim.doubted else ()
    links = tuple(
        b.Notice(
            _says(series, skipped.passed, slip, words),
            tap=b.Action(f"slip-{place}", "", b.Go(f"slip/{place}")),
        )
        for place, slip in enumerate(_likeliest(offers) if offers else (), 1)
    )
    passed = act(pass_until, PassUntil(claim.handle))
    says = say("All the same: {what}", what=claim.beneath)
    again = b.Action("all-the-same", says, passed if claim.possible else None, b.Emphasis.QUIET)
    return b.Document(
        say("Was a turn forgotten here?"),
        (
            (
                b.Text(f"{claim.says}: {claim.beneath}"),
                *(b.Text(line) for line in _contradictions(series, skipped, words)),
                *([b.Panel(links)] if links else []),
                b.Actions((again,)),
            ),
        ),
        subtitle=say("Round {number}", number=snapshot.round_number),
    )


def _contradictions(series: Series, skipped: Skipped, words: Words) -> Iterator[str]:
    """Yield why the passes cannot all have been honest, a line for each false one."""
    for ruling in skipped.false:
        cards = listed([short(holding.card, words) for holding in ruling.proof], words)
        if cards:
            name = _name(series, skipped.entered, ruling.seat)
            yield words.say("But {name} holds {cards} and could play.", name=name, cards=cards)
    if skipped.doubted and not any(ruling.proof for ruling in skipped.false):
        yield words.say("But one of the passes of this round must be false then.")


def _likeliest(slips: Sequence[Slip]) -> Sequence[Slip]:
    """Return the slips to offer.

    Slips that differ only in the card are equally likely: all are offered or none, so that no suit
    is preferred.
    """
    groups = [[*alike] for _, alike in groupby(slips, lambda slip: (slip.kind, slip.places))]
    offered = groups[0]
    for alike in groups[1:]:
        if len(offered) + len(alike) > _MOST:
            break
        offered = [*offered, *alike]
    return offered


def slip_changes(round_: Round) -> Denied:
    """Return the changes of all slips that would explain the false passes."""
    return _changes(search(round_).slips)


def _changes(slips: Sequence[Slip]) -> frozenset[Change]:
    return frozenset(change for slip in slips for change in slip.changes)


def _title(found: Search, words: Words) -> str:
    if not found.accuses_nobody_yet:
        return words.say("A false pass, or a slip")
    return words.count(
        "One slip would explain a false pass",
        "One slip would explain {n} false passes",
        found.false_passes,
    )


def _false(series: Series, round_: Round, words: Words) -> tuple[Explanation, ...]:
    """Return the first false pass, proven by the turns as they stand, or suspected."""
    judgement = judge(round_)
    turns = (*(ruling.turn for ruling in judgement.illegal), *judgement.suspects)
    return tuple(
        Explanation(
            0,
            turn,
            words.say(
                "{name} may have passed falsely at turn {turn}.",
                name=_name(series, round_, round_.turns[turn - 1].seat),
                turn=turn,
            ),
        )
        for turn in turns[:1]
    )


def _name(series: Series, round_: Round, seat: int) -> str:
    return series.name_of(round_.setup.players[seat])


def _says(series: Series, round_: Round, slip: Slip, words: Words) -> str:
    first = slip.first
    last = slip.last + 1 if slip.kind is SlipKind.SWAPPED else slip.last
    where = words.say("turn {turn}", turn=first)
    if last > first:
        where = words.say("turns {first} to {last}", first=first, last=last)
    return words.say(
        _SAYS[slip.kind],
        name=_name(series, round_, slip.seats[0]),
        card=short(slip.card, words) if slip.card else "",
        where=where,
    )


async def deny(app: App, number: int) -> None:
    """Note on this device that no slip explains the false passes of the round.

    The record has no entry, because its fines already treat the passes as false.
    """
    night = app.here.night
    changes = slip_changes(night.series.rounds[number - 1])
    app.deny(frozenset((night.number, number, change) for change in changes))


async def pass_until(app: App, command: PassUntil) -> None:
    """Record passes in spite of a doubt, deny the slips that explain them, and go to the table."""
    if await app.ask(command, place="all-the-same"):
        await deny(app, app.here.night.round_number)
        await app.go_to_table()
