"""The result of a series on a card, to be shared as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.series import Series
from companion.views.of_series.aims import aim_of
from companion.views.of_series.series import counted_rounds, file_stem
from companion.views.of_series.standings import race
from companion.views.person import Person, person
from companion.views.speech import day_words, listed, signed
from companion.words import Words

_MOST_WINNERS: Final = 3
"""So many discs stand beside each other above the names of those who share a win."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's line: totals that are not counted are empty. `leads` marks who won or is ahead;
    `remark` says that somebody left.
    """

    player: Person
    place: str
    points: str
    chips: str
    leads: bool
    left: bool
    remark: str

    @property
    def named(self) -> str:
        """The name, and that they left if they did."""
        return ", ".join(filter(None, (self.player.name, self.remark)))


@dataclass(frozen=True, slots=True)
class PictureView:
    """All that the card shows; `says` is the same in words, for who does not see it, and for the
    message that goes with the picture.
    """

    title: str
    subtitle: str
    headline: str
    over: bool
    winners: tuple[Person, ...]
    points_title: str
    chips_title: str
    lines: tuple[ResultLine, ...]
    foot: str
    made_by: str
    says: str
    file_name: str
    failed: str
    saved: str


def picture(series: Series, words: Words) -> PictureView:
    """The result as it stands."""
    standing, in_points = series.standing, series.latest_rules.count_points
    first = _first(series)
    names = listed([series.name_of(handle) for handle in first], words)
    headline = _headline(names, len(first), words, over=standing.over)
    lines = _lines(series, first, words)
    counted = [
        " ".join(filter(None, (line.player.name, line.points or line.chips, line.remark)))
        for line in lines
    ]
    title = series.name or words.say("Fan Tan")
    facts = (day_words(series.date, words), counted_rounds(series, words), aim_of(series, words))
    subtitle = " · ".join(filter(None, facts))
    shared = first if len(first) <= _MOST_WINNERS else ()
    stem = file_stem(series, words)
    return PictureView(
        title=title,
        subtitle=subtitle,
        headline=headline,
        over=standing.over,
        winners=tuple(person(series, handle) for handle in shared),
        points_title=words.say("Points") if in_points else "",
        chips_title=words.say("Chips"),
        lines=lines,
        foot=words.say("lowest wins") if in_points else words.say("most chips win"),
        made_by=words.say("Fan Tan companion"),
        says=f"{title}. {subtitle}. {headline} {', '.join(counted)}",
        file_name=f"{stem}.png",
        failed=words.say("This device could not take the picture."),
        saved=words.say("The picture is saved: {name}.", name=stem),
    )


def _first(series: Series) -> tuple[str, ...]:
    """The handles of those who won, or who are ahead."""
    standing = series.standing
    if standing.over:
        return standing.winners
    in_points = series.latest_rules.count_points
    totals = standing.points if in_points else standing.chips
    seated = {handle: total for handle, total in totals.items() if handle in standing.seated}
    best = (min if in_points else max)(seated.values(), default=0)
    return tuple(handle for handle, total in seated.items() if total == best)


def _headline(names: str, count: int, words: Words, *, over: bool) -> str:
    if not names:
        return words.say("Nobody has won: points are still open.")
    if over and count > 1:
        return words.say("{names} share the win.", names=names)
    if over:
        return words.say("{name} won this series.", name=names)
    return words.count("{names} is ahead.", "{names} are ahead.", count, names=names)


def _lines(series: Series, first: tuple[str, ...], words: Words) -> tuple[ResultLine, ...]:
    """Everybody, who is ahead first; those who are level share a place, and who left has none."""
    standing, in_points = series.standing, series.latest_rules.count_points
    lines: list[ResultLine] = []
    place, before = 0, None
    for counted, line in enumerate(race(series, words).lines, 1):
        handle, left = line.player.handle, line.player.handle not in standing.seated
        place = place if line.total == before else counted
        before = line.total
        points = "?" if handle in standing.open else str(standing.points.get(handle, 0))
        lines.append(
            ResultLine(
                player=line.player,
                place="" if left else str(place),
                points=points if in_points else "",
                chips=signed(standing.chips[handle]),
                leads=handle in first,
                left=left,
                remark=words.say("left") if left else "",
            )
        )
    return tuple(lines)
