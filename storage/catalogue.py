"""Documents of the catalogue, one for each series: what lists and statistics need of it.

The catalogue is a cache, so it may vanish at any time. Names are those in the file of the series.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from companion.core.entries import Entry, entry_of
from companion.core.series import Series
from companion.core.sheet import series_report
from companion.core.statistics import Sitting, Tally, sittings
from storage.series import OpenSeries

VERSION = 10
"""Version of the documents, raised with every change in them or in the statistics."""
_NAMES = ("players", "leaders", "left")
Doc = dict[str, Any]
Names = Callable[[str], str]


def light_doc(opened: OpenSeries) -> Doc:
    """Return what the list of series needs; its cost does not grow with the rounds."""
    series = opened.log.series
    doc: Doc = {
        "number": opened.number,
        "dealt": 0,
        "size": opened.size,
        "lines": opened.revision,
        "id": opened.id,
        "version": VERSION,
    }
    if not series.rounds:
        return doc
    entry = asdict(entry_of(opened.number, series))
    for key in _NAMES:
        entry[key] = [opened.back.get(name, name) for name in entry[key]]
    return {**doc, **entry}


def whole_doc(opened: OpenSeries) -> Doc:
    """Return the document of a series, with `totals`, the report and the statistics as well."""
    doc = light_doc(opened)
    series = opened.log.series
    if not doc["dealt"]:
        return doc

    def back(name: str) -> str:
        return opened.back.get(name, name)

    closed = series.closed
    totals = {
        back(series.name_of(handle)): {"chips": chips, "points": closed.points[handle]}
        for handle, chips in closed.chips.items()
    }
    return {
        **doc,
        "totals": totals,
        "report": report_of(series, back),
        "evenings": [_evening_doc(evening, back) for evening in sittings(series)],
    }


def report_of(series: Series, names: Names = str) -> Doc:
    """Return the facts about a series for programs."""
    called = {player.handle: names(player.name) for player in series.players}
    played = {"dealt": len(series.rounds), "played": series.standing.played}
    return {**series_report(series), "called": called, **played}


def entry_in(doc: Mapping[str, Any], names: Names) -> Entry:
    """Return the entry of a series in a document."""
    fields: Doc = {name: doc[name] for name in Entry.__match_args__}
    for key in _NAMES:
        fields[key] = tuple(map(names, fields[key]))
    return Entry(**fields)


def sittings_in(doc: Mapping[str, Any], names: Names) -> tuple[Sitting, ...]:
    """Return the summaries of the evenings in a whole document."""
    return tuple(
        Sitting(date, {names(name): Tally(*tally) for name, tally in tallies.items()})
        for date, tallies in doc["evenings"]
    )


def _evening_doc(evening: Sitting, back: Names) -> list[Any]:
    return [evening.date, {back(name): tally for name, tally in evening.summary.items()}]
