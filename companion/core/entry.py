"""What the home screen lists of a series, by its finished rounds."""

from __future__ import annotations

from companion.core.rules import Points
from companion.core.series import Series
from companion.desk.ports import Entry


def entry_of(number: int, series: Series) -> Entry:
    """The series in short; it has a round at least."""
    last = series.rounds[-1]
    finished = len(series.rounds) if last.over else len(series.rounds) - 1
    standing = series.standing if last.over else series.before
    in_points = series.latest_rules.points is not Points.NONE
    totals = standing.points if in_points else standing.chips
    best = (min if in_points else max)(totals.values(), default=0)
    ahead = standing.winners or tuple(each for each, total in totals.items() if total == best)
    return Entry(
        number=number,
        name=series.name,
        date=series.date,
        players=tuple(series.name_of(each) for each in last.setup.players),
        rounds=finished,
        over=standing.over or series.ended,
        leaders=tuple(series.name_of(each) for each in ahead),
        score=best,
        in_points=in_points,
    )
