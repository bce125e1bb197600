"""Standings in words: the race, the players who left or joined, and the forecast."""

from dataclasses import dataclass

from companion.core.books import ledger, points
from companion.core.forecast import forecast as rounds_to_go
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.standing import Standing
from companion.desk.table import Snapshot
from companion.views import blocks as b
from companion.views.speech import Person, chips_words, listed, person, points_words, signed
from companion.words import Words


def seating_words(series: Series, handle: str, words: Words) -> str:
    """Return a remark such as `left` or `joined in round 3 with 24 points` on a player.

    The remark is empty for players seated since the first round.
    """
    number = _joined_in(series, handle)
    if not number:
        return words.say("left")
    if number == 1:
        return ""
    earlier = (round_.setup.players for round_ in series.rounds[: number - 1])
    back = any(handle in players for players in earlier)
    begun = began_with(series, handle, number, words)
    if begun and back:
        return words.say("came back in round {number} with {points}", number=number, points=begun)
    if begun:
        return words.say("joined in round {number} with {points}", number=number, points=begun)
    if back:
        return words.say("came back in round {number}", number=number)
    return words.say("joined in round {number}", number=number)


def _joined_in(series: Series, handle: str) -> int:
    """Return the first round, counted from 1, of a player's unbroken stay; 0 if they left."""
    number = len(series.rounds)
    while number and handle in series.rounds[number - 1].setup.players:
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
        words.say("{name} begins with {points}", name=series.name_of(handle), points=with_)
        for handle, with_ in begun
        if with_
    )


def left_after(series: Series, number: int) -> tuple[str, ...]:
    """Return the handles of the players who left after round `number`."""
    if number == len(series.rounds):
        return ()
    now, then = (series.rounds[place].setup.players for place in (number - 1, number))
    return tuple(handle for handle in now if handle not in then)


def changes(series: Series, words: Words) -> tuple[str, ...]:
    """Return `Round 3: Zoe begins with 24 points, Ben left` for each round with such changes."""
    lines: list[str] = []
    for number in range(2, len(series.rounds) + 1):
        events = [*beginnings(series, number, words)]
        events += [
            words.say("{name} left", name=series.name_of(handle))
            for handle in left_after(series, number - 1)
        ]
        if events:
            lines.append(f"{words.say('Round {number}', number=number)}: {', '.join(events)}")
    return tuple(lines)


def moved_words(series: Series, number: int, handle: str, words: Words) -> str:
    """Return a remark on a player who joined for round `number` or left after the round."""
    begun = (
        began_with(series, handle, number, words) if handle in joined_for(series, number) else ""
    )
    remarks = (
        words.say("begins with {points}", points=begun) if begun else "",
        words.say("left after this round") if handle in left_after(series, number) else "",
    )
    return ", ".join(filter(None, remarks))


def began_with(series: Series, handle: str, number: int, words: Words) -> str:
    """Return the first points of a player who joined for a round; empty if no points count."""
    round_ = series.rounds[number - 1]
    if not round_.setup.rules.count_points:
        return ""
    counted = points(round_)[round_.setup.players.index(handle)] or 0
    return points_words(series.standings[number - 1].points[handle] - counted, words)


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A player's total.

    `share` is the length of the bar: 0 to 1, in chips also -1 to 0. `added` is the gain of the last
    round, empty if not counted. `remark` reports that the player left, joined or came back (R17),
    and is part of `says`.
    """

    player: Person
    total: int
    total_text: str
    added: str
    share: float
    remark: str
    says: str


@dataclass(frozen=True, slots=True)
class RaceView:
    """The totals, best first, with the players who left at the end.

    In chips the bars start in the middle. `unplaced` names a leader who does not win, and why.
    `forecast` estimates the rounds to go, empty if unknown; `tie` marks an equal lowest total at
    the target.
    """

    title: str
    beside: str
    in_points: bool
    lines: tuple[RaceLine, ...]
    unplaced: str
    forecast: str
    tie: bool


def race(snapshot: Snapshot, words: Words, *, last: bool = False) -> RaceView:
    """Return the current race; with `last` also the gains of the last round, which is over."""
    series = snapshot.series
    standing, in_points = series.standing, series.latest_rules.count_points
    totals = standing.points if in_points else standing.chips
    gained = _gained(series.rounds[-1], in_points=in_points) if last else {}
    longest = max((abs(total) for total in totals.values()), default=0)
    full = max(standing.target, longest, 1) if in_points else max(longest, 1)
    lines = tuple(
        RaceLine(
            player=person(snapshot, handle),
            total=totals[handle],
            total_text=str(totals[handle]) if in_points else signed(totals[handle]),
            added=gained.get(handle, ""),
            share=(max(0, totals[handle]) if in_points else totals[handle]) / full,
            remark=seating_words(series, handle, words),
            says=_says(series, handle, totals[handle], words, in_points=in_points),
        )
        for handle in _order(standing, in_points=in_points)
    )
    title, beside = _titles(standing, words, in_points=in_points)
    why, to_go = unplaced(series, words), forecast(series, words)
    return RaceView(title, beside, in_points, lines, why, to_go, bool(standing.tied))


def race_panel(view: RaceView) -> b.Panel:
    """Return the race as bars, above its forecast."""
    kind = "points" if view.in_points else "chips"
    bars = tuple(
        b.Bar(
            line.player,
            line.share,
            b.Text(line.total_text, f"{kind}-{line.player.handle}"),
            line.added,
            line.remark,
        )
        for line in view.lines
    )
    blocks: list[b.Block] = [b.Bars(bars, both_ways=not view.in_points)]
    if view.unplaced:
        blocks.append(b.Text(view.unplaced, "unplaced", b.Style.SMALL))
    if view.tie:
        blocks.append(b.Notice(view.forecast, "forecast"))
    elif view.forecast:
        blocks.append(b.Text(view.forecast, "forecast", b.Style.SMALL))
    return b.Panel(tuple(blocks), view.title, view.beside)


def unplaced(series: Series, words: Words) -> str:
    """Return why those with the fewest points or the most chips do not win, empty if they do."""
    standing, in_points = series.standing, series.latest_rules.count_points
    totals = standing.points if in_points else {who: -n for who, n in standing.chips.items()}
    best = min((totals[handle] for handle in standing.seated), default=0)
    says = [
        words.say("{name} has the fewest points, but has left and cannot win.", name=name)
        if in_points
        else words.say("{name} has the most chips, but has left and cannot win.", name=name)
        for name in (series.name_of(who) for who in series.left if totals[who] <= best)
    ]
    most = max(standing.chips.values(), default=0)
    if in_points and most and standing.winners:
        says += [
            words.say(
                "{name} has the most chips, but the fewest points win.", name=series.name_of(who)
            )
            for who, chips in standing.chips.items()
            if chips == most and who not in standing.winners
        ]
    return " ".join(says)


def _order(standing: Standing, *, in_points: bool) -> list[str]:
    """Return the handles, best first; players who left cannot win and are last (R17)."""

    def place(handle: str) -> tuple[bool, int]:
        total = standing.points[handle] if in_points else -standing.chips[handle]
        return handle not in standing.seated, total

    return sorted(standing.chips, key=place)


def _gained(round_: Round, *, in_points: bool) -> dict[str, str]:
    """Return the gains of a round by handle; a question mark for points not known yet."""
    counted = points(round_) if in_points else ledger(round_).chips
    gained = zip(round_.setup.players, counted, strict=True)
    return {handle: "?" if net is None else f"{net:+d}" for handle, net in gained}


def _says(series: Series, handle: str, total: int, words: Words, *, in_points: bool) -> str:
    counted = points_words(total, words) if in_points else chips_words(total, words)
    parts = (series.name_of(handle), counted, seating_words(series, handle, words))
    return ", ".join(filter(None, parts))


def _titles(standing: Standing, words: Words, *, in_points: bool) -> tuple[str, str]:
    if not in_points:
        most = words.say("most chips win") if standing.limit else words.say("most chips first")
        return words.say("Chips"), most
    if standing.target:
        return words.say("Race to {target}", target=standing.target), words.say("lowest wins")
    if standing.limit:
        rounds = words.count("Race over {n} round", "Race over {n} rounds", standing.limit)
        return rounds, words.say("lowest wins")
    return words.say("Points"), words.say("lowest first")


def forecast(series: Series, words: Words) -> str:
    """Return an estimate of the rounds to go, and a note if a finished series goes on."""
    standing = series.standing
    if standing.over:
        return ""
    if standing.tied:
        return words.say(
            "{names} share the lowest total, {points}: the series goes on until one is lowest.",
            names=listed([series.name_of(handle) for handle in standing.tied], words),
            points=points_words(standing.points[standing.tied[0]], words),
        )
    to_go = _to_go(series, words)
    if not _resumed(series):
        return to_go
    return (
        words.say("The series goes on: {rounds}.", rounds=to_go)
        if to_go
        else words.say("The series goes on.")
    )


def _to_go(series: Series, words: Words) -> str:
    standing = series.standing
    target = standing.target if series.latest_rules.count_points else 0
    highest = max(standing.points.values(), default=0)
    left = standing.limit - standing.played
    if standing.open and ((target and highest >= target) or (standing.limit and left <= 0)):
        return words.say("The winner depends on points that are still open")
    if standing.limit and not target:
        return words.count("{n} round to go", "{n} rounds to go", left)
    if not target:
        return ""
    about = rounds_to_go(series)
    if about is None:
        limit = words.count("at most {n} round to go", "at most {n} rounds to go", left)
        return limit if standing.limit else ""
    if standing.limit and left <= about.low:
        return words.count("{n} round to go", "{n} rounds to go", left)
    most = left if standing.limit else about.high
    to_go, high = min(about.rounds, most), min(about.high, most)
    if about.low == high:
        return words.count("about {n} round to go", "about {n} rounds to go", to_go)
    return words.count(
        "about {n} round to go, {low} to {high}",
        "about {n} rounds to go, {low} to {high}",
        to_go,
        low=about.low,
        high=high,
    )


def _resumed(series: Series) -> bool:
    """Return whether a series over by the rules of its last round goes on by planned rules."""
    last = series.last
    if last is None or not last.over or not series.planned:
        return False
    return series.totals.outcome(last, last.setup.rules).over
