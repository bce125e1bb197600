"""A series as one page of HTML, to be read, printed and kept; what it says, in words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.books.payments import series_payments
from companion.core.house_rules.rules import Rules
from companion.core.series import Series
from companion.views.of_series import markup
from companion.views.of_series.picture import PictureView, picture
from companion.views.of_series.series import RoundLine, SeriesView, series_view
from companion.views.setting_up.house_rules import option_groups, presets
from companion.views.speech import pays
from companion.words import Words


def html_page(series: Series, words: Words) -> str:
    """The page: who won, standings, rounds, hand-overs, and the house rules in words."""
    view, result = series_view(series, words), picture(series, words)
    standings = markup.won(result.headline), _standings(result, words)
    body = [
        markup.head(result.title, result.subtitle),
        markup.section(words.say("Standings"), *standings),
        *_rounds(view, words),
        *_hand_overs(series, words),
        _rules(series.latest_rules, words),
        markup.foot(result.made_by),
    ]
    return markup.document(result.title, words.language, body)


def _standings(view: PictureView, words: Words) -> str:
    points = bool(view.points_title)
    titles = ["", words.say("Player"), *([view.points_title] if points else []), view.chips_title]
    rows = [
        [line.place, line.named, *([line.points] if points else []), line.chips]
        for line in view.lines
    ]
    return markup.table(titles, rows, named=1)


def _rounds(view: SeriesView, words: Words) -> list[str]:
    """A table of what each round brought: points where they are counted, then chips."""
    tables = [(words.say("Chips"), [line.chips for line in view.rounds], view.chips)]
    if view.in_points:
        tables.insert(0, (words.say("Points"), [line.points for line in view.rounds], view.points))
    seating = markup.paragraphs(view.seating)
    return [
        markup.section(
            f"{words.say('Rounds')} · {title}", _of_rounds(view, cells, totals, words), seating
        )
        for title, cells, totals in tables
    ]


def _of_rounds(
    view: SeriesView, cells: Sequence[Sequence[str]], totals: Sequence[str], words: Words
) -> str:
    titles = [words.say("Round"), *(player.name for player in view.players)]
    rows = [[str(line.number), *row] for line, row in zip(view.rounds, cells, strict=True)]
    notes = list(map(_remark, view.rounds))
    return markup.table(titles, rows, sums=[words.say("Total"), *totals], notes=notes)


def _remark(line: RoundLine) -> str:
    return ", ".join(filter(None, (line.remark, line.note)))


def _hand_overs(series: Series, words: Words) -> list[str]:
    """What was handed over, and what is still to be."""
    done = [
        words.say(
            "{payer} has paid {payee} {chips}",
            payer=series.name_of(one.source),
            payee=series.name_of(one.target),
            chips=one.chips,
        )
        for one in series.settled
    ]
    due = [
        pays(series.name_of(one.source), series.name_of(one.target), one.chips, words)
        for one in series_payments(series)
    ]
    told = ((words.say("Pass these chips"), due), (words.say("Handed over"), done))
    return [markup.section(title, markup.listing(lines)) for title, lines in told if lines]


def _rules(rules: Rules, words: Words) -> str:
    """The rules that were played by, each with its value and what it means."""
    named = presets(rules, words)
    told = [
        (f"{option.title}: {option.value}", option.says)
        for group in option_groups(rules, words)
        for option in group.options
    ]
    head = markup.paragraphs((named.title, named.says, named.changes))
    return markup.section(words.say("House rules"), head, markup.terms(told))
