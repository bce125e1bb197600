"""Standing of a series: the table of the players with remarks, and why nobody has won yet."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from companion.core.books import Reason, ledger, places, points
from companion.core.dues import lying
from companion.core.objections import phrase
from companion.core.rounds.round import Round
from companion.core.rounds.texts import POT_WORD
from companion.core.rules import Rules
from companion.core.series import Series, Standing
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.speech import Person, listed, person, points_words, rounds_words, signed
from companion.words import Words, number_words


def seating_words(series: Series, handle: str, words: Words) -> str:
    """Return a remark such as `left` or `joined in round 3 with 24 points` on a player.

    The remark is empty for players seated since the first round.
    """
    number = _joined_in(series, handle)
    if not number:
        return words.say("left")
    if number == 1:
        return ""
    return words.say("joined in round {number}", number=number)


def _joined_in(series: Series, handle: str) -> int:
    """Return the first round, counted from 1, of a player's unbroken stay; 0 if they left."""
    number = len(series.rounds)
    while number and handle in series.round(number).setup.players:
        number -= 1
    return 0 if number == len(series.rounds) else number + 1


def joined_for(series: Series, number: int) -> tuple[str, ...]:
    """Return the handles of the players who joined for round `number`."""
    if number == 1:
        return ()
    before, now = (series.rounds[place].setup.players for place in (number - 2, number - 1))
    return tuple(handle for handle in now if handle not in before)


def beginnings(series: Series, number: int, words: Words) -> tuple[str, ...]:
    """Return `Zoe begins with 24 points` for each player who joined for round `number`.

    Return nothing if no points count.
    """
    begun = (
        (handle, began_with(series, handle, number, words)) for handle in joined_for(series, number)
    )
    return tuple(
        words.pair(series.name_of(handle), words.say("begins with {points}", points=with_))
        for handle, with_ in begun
        if with_
    )


def left_after(series: Series, number: int) -> tuple[str, ...]:
    """Return the handles of the players who left after round `number`."""
    if number == len(series.rounds):
        return ()
    now, then = (series.rounds[place].setup.players for place in (number - 1, number))
    return tuple(handle for handle in now if handle not in then)


def moved_words(series: Series, number: int, handle: str, words: Words) -> str:
    """Return a remark on a player who joined for round `number` or left after the round."""
    begun = (
        began_with(series, handle, number, words) if handle in joined_for(series, number) else ""
    )
    remarks = (
        words.say("begins with {points}", points=begun) if begun else "",
        words.say("left") if handle in left_after(series, number) else "",
    )
    return words.join(remarks)


def began_with(series: Series, handle: str, number: int, words: Words) -> str:
    """Return the first points of a player who joined for a round; empty if no points count."""
    round_ = series.round(number)
    if not round_.setup.rules.count_points:
        return ""
    counted = points(round_)[round_.setup.players.index(handle)] or 0
    return points_words(series.standings[number - 1].points[handle] - counted, words)


@dataclass(frozen=True)
class StandingRow:
    """The line of a player in the standing.

    `place` is empty for a player who left and cannot win (R17), and a question mark while points
    are open. `gain` is what the last round brought, and `why` what its chips came of. `share` is
    the part of the way to the target, or of the highest total, in points. `remark` reports that the
    player left, joined or came back, or the place in the last round; `leads` marks the winners, or
    the players ahead.
    """

    player: Person
    place: str
    figures: tuple[b.Text, ...]
    gain: str = ""
    why: str = ""
    share: float = 0
    remark: str = ""
    leads: bool = False


@dataclass(frozen=True)
class StandingTable:
    """The standing, best first, with the players who left at the end.

    `titles` head the figures that the game counts: points, chips, or else the rounds won.
    """

    titles: tuple[str, ...]
    lines: tuple[StandingRow, ...]


class Unit(Enum):
    """The kind of figures of a standing, a chart or a table of rounds."""

    POINTS = "points"
    CHIPS = "chips"
    CARDS = "cards"
    WON = "won"


def unit_names(words: Words) -> dict[Unit, str]:
    """Return the names of the figures that each round brings."""
    return {
        Unit.POINTS: words.say("Points"),
        Unit.CHIPS: words.say("Balance"),
        Unit.CARDS: words.say("Cards"),
    }


def units(series: Series) -> tuple[Unit, ...]:
    """Return the kinds of figures that decide a series, the deciding one first."""
    in_points = (Unit.POINTS,) if series.latest_rules.count_points else ()
    in_chips = (Unit.CHIPS,) if series.counts_chips else ()
    return (*in_points, *in_chips) or (Unit.WON,)


def standing_table(snapshot: Snapshot, words: Words) -> StandingTable:
    """Return the current standing with the gains of the last round."""
    series = snapshot.series
    standing = snapshot.series.standing
    shown = units(snapshot.series)
    totals = {handle: _total(series, shown[0], handle) for handle in standing.chips}
    full = max(standing.target, *totals.values(), 1) if shown[0] is Unit.POINTS else 0
    places, first = _places(series, totals), leaders(series)
    lines = tuple(
        StandingRow(
            player=person(snapshot, handle),
            place=_place(series, shown[0], places.get(handle)),
            figures=tuple(_figure(series, unit, handle) for unit in shown),
            gain=_gain(series, shown, handle, words),
            why=_why(series, handle, words),
            share=round(max(0, totals[handle]) / full, 3) if full else 0,
            remark=_remark(series, handle, words),
            leads=handle in first,
        )
        for handle in sorted(totals, key=lambda handle: places.get(handle, len(totals) + 1))
    )
    titles = {**unit_names(words), Unit.WON: words.say("Won")}
    return StandingTable(tuple(titles[unit] for unit in shown), lines)


def standing_panel(snapshot: Snapshot, words: Words) -> b.Panel:
    """Return the standing, above the reason why nobody has won yet."""
    series = snapshot.series
    table = standing_table(snapshot, words)
    title, beside = _titles(series.standing, units(series)[0], words)
    blocks: list[b.Block] = [b.Custom(table)]
    blocks.extend(b.notices(undecided(series, words), "undecided"))
    if says := _in_pot(series, words):
        blocks.append(b.Text(says, "in-pot", b.Style.SMALL))
    return b.Panel(tuple(blocks), title, beside, key="standing")


def _in_pot(series: Series, words: Words) -> str:
    """Return what of the chips lies in the pot while a round is in play."""
    last = series.last
    if last is None or last.over or Unit.CHIPS not in units(series):
        return ""
    pot = lying(last)[POT_WORD]
    if not pot:
        return ""
    return words.count(
        "{n} chip of this round is in the pot.", "{n} chips of this round are in the pot.", pot
    )


def winners(series: Series) -> tuple[str, ...]:
    """Return the handles of the winners; a game without points and chips has none."""
    return () if Unit.WON in units(series) else series.standing.winners


def outcome(series: Series, words: Words) -> str:
    """Return the winners of a series that is over; a game that counts nothing has none."""
    won = winners(series)
    names = listed([series.name_of(handle) for handle in won], words)
    if Unit.WON in units(series):
        return words.say("The series is over.")
    if not won:
        return words.say("Nobody has won: points are still open.")
    if len(won) > 1:
        return words.say("{names} share the win.", names=names)
    return words.say("{name} won this series.", name=names)


def leaders(series: Series) -> tuple[str, ...]:
    """Return the handles of the winners, or of the players ahead."""
    standing, (unit, *_) = series.standing, units(series)
    if standing.over and unit is not Unit.WON:
        return standing.winners
    totals = {handle: _total(series, unit, handle) for handle in standing.seated}
    best = (min if unit is Unit.POINTS else max)(totals.values(), default=0)
    return tuple(handle for handle, total in totals.items() if total == best)


def _total(series: Series, unit: Unit, handle: str) -> int:
    standing = series.standing
    if unit is Unit.WON:
        return sum(_winner(round_) == handle for round_ in series.rounds)
    return standing.points[handle] if unit is Unit.POINTS else standing.chips[handle]


def _winner(round_: Round) -> str:
    """Return the handle of the winner of a round that counts."""
    if round_.void or round_.winner is None:
        return ""
    return round_.setup.players[round_.winner]


def _places(series: Series, totals: Mapping[str, int]) -> dict[str, int]:
    """Return the places of the seated players; equal totals share a place."""
    sign = 1 if units(series)[0] is Unit.POINTS else -1
    seated = {handle: sign * totals[handle] for handle in series.standing.seated}
    return {
        handle: 1 + sum(other < total for other in seated.values())
        for handle, total in seated.items()
    }


def _place(series: Series, unit: Unit, place: int | None) -> str:
    if place is None:
        return ""
    unknown = unit is Unit.POINTS and series.standing.open.intersection(series.standing.seated)
    return "?" if unknown else str(place)


def _figure(series: Series, unit: Unit, handle: str) -> b.Text:
    total = _total(series, unit, handle)
    says = signed(total) if unit is Unit.CHIPS else number_words(total)
    if unit is Unit.POINTS and handle in series.standing.open:
        says = "?"
    return b.Text(says, f"{unit.value}-{handle}")


def _gain(series: Series, shown: Sequence[Unit], handle: str, words: Words) -> str:
    """Return what the last round brought, empty if nothing counts in it."""
    says = words.join(_gains(series, shown, handle, words))
    return words.pair(words.say("This round"), says) if says else ""


def _gains(series: Series, shown: Sequence[Unit], handle: str, words: Words) -> Iterator[str]:
    """Yield the points and the chips that the last round brought, with the unit of each of two.

    A question mark stands for points not known yet; a player who was not seated has no gain, nor
    has anybody in a round that was called off.
    """
    last = series.last
    if last is None or handle not in last.setup.players:
        return
    seat = last.setup.players.index(handle)
    several = len(shown) > 1
    gained = points(last)[seat]
    chips = ledger(last).chips[seat]
    if Unit.POINTS in shown and last.over and (gained or not last.void):
        says = "?" if gained is None else signed(gained)
        yield (
            words.count("{gain} point", "{gain} points", gained or 0, gain=says)
            if several
            else says
        )
    if Unit.CHIPS in shown and (chips or not last.void):
        says = signed(chips)
        yield words.count("{gain} chip", "{gain} chips", chips, gain=says) if several else says
    if Unit.WON in shown and _winner(last) == handle:
        yield words.say("out first")


_SOURCES = {
    phrase("pot {chips}"): {Reason.ANTE, Reason.SHORT_ANTE, Reason.PASS, Reason.POT},
    phrase("cards {chips}"): {Reason.CARDS_LEFT},
    phrase("fines {chips}"): {Reason.FALSE_PASS, Reason.WITHHELD_SEVEN},
    phrase("corrections {chips}"): {Reason.CORRECTION},
}


def _why(series: Series, handle: str, words: Words) -> str:
    """Return what the chips of the last round came of, once it is over; nothing for one reason."""
    last = series.last
    if last is None or not last.over or handle not in last.setup.players:
        return ""
    seat = last.setup.players.index(handle)
    chips = Counter[Reason]()
    for moved in ledger(last).transfers:
        chips[moved.reason] += moved.chips * ((moved.target == seat) - (moved.source == seat))
    sums = {says: sum(chips[reason] for reason in of) for says, of in _SOURCES.items()}
    parts = [words.say(says, chips=signed(moved)) for says, moved in sums.items() if moved]
    return words.join(parts) if len(parts) > 1 else ""


def _remark(series: Series, handle: str, words: Words) -> str:
    """Return a remark on the seating, and the place in the last round if it has any (R11, R25)."""
    remarks = [seating_words(series, handle, words)]
    last = series.last
    if last and not last.void and handle in last.setup.players:
        seat = last.setup.players.index(handle)
        rules = last.setup.rules
        ranking = places(last) if rules.play_on or rules.ranks else None
        if ranking or (rules.play_on and seat in last.out):
            place = ranking[seat] if ranking else last.out.index(seat) + 1
            remarks.append(words.say("place {place} in this round", place=place))
        if seat in last.laid_out:
            remarks.append(words.say("laid the hand out"))
    return words.join(remarks)


def _titles(standing: Standing, unit: Unit, words: Words) -> tuple[str, str]:
    if unit is Unit.WON:
        return words.say("Rounds"), ""
    if unit is Unit.CHIPS:
        return words.say("Balance"), words.say("most chips win")
    if standing.target:
        return words.say("Race to {target}", target=standing.target), words.say("lowest wins")
    return words.say("Points"), words.say("lowest wins")


def undecided(series: Series, words: Words) -> str:
    """Return why a series that has come to its end has no winner yet: a tie, or open points."""
    standing = series.standing
    if standing.over:
        return ""
    if standing.tied:
        return words.say(
            "{names} share the lowest total: play on until one is lowest.",
            names=listed([series.name_of(handle) for handle in standing.tied], words),
        )
    target = standing.target if series.latest_rules.count_points else 0
    reached = target and max(standing.points.values(), default=0) >= target
    played = standing.limit and standing.played >= standing.limit
    if standing.open and (reached or played):
        return words.say("Nobody has won: points are still open.")
    return ""


def aim(rules: Rules, words: Words) -> str:
    """Return the aim of rules, such as `to 100 or 7 rounds`; empty for an open end."""
    target = rules.target if rules.count_points else 0
    rounds = rules.rounds
    if not rounds:
        return words.say("to {target}", target=target) if target else ""
    if not target:
        return words.count("to {n} round", "to {n} rounds", rounds)
    return words.count(
        "to {target} or {n} round", "to {target} or {n} rounds", rounds, target=target
    )


def aim_of(series: Series, words: Words) -> str:
    """Return the aim by the rules of the current round, or of the next round after its end."""
    planned = series.planned if series.last and series.last.over else None
    return aim(planned or series.latest_rules, words)


def counted_rounds(series: Series, words: Words) -> str:
    """Return the number of rounds in words, and of the rounds called off."""
    off = series.totals.off
    return rounds_words(len(series.rounds) - off, words, off)
