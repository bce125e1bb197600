"""Exports of a series: a page of HTML, a table for spreadsheets, and a picture.

The page escapes every text. Its content policy allows nothing but its own style, named by a
checksum, so that the page loads and runs nothing wherever a browser opens the file.
"""

import csv
import io
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final, Self

from companion.core.books import cards_left, ledger, points
from companion.core.debts import series_payments
from companion.core.judge import Verdict, judge
from companion.core.rules import OPTIONS, Rules
from companion.core.series import Series
from companion.desk.table import Snapshot
from companion.screens.dates import days_words
from companion.screens.house_rules import presets, rule_row
from companion.views import blocks as b
from companion.views.blocks import plain
from companion.views.of_series.figures import Cells, SeriesView, series_view
from companion.views.of_series.length import aim_of
from companion.views.of_series.series import counted_rounds, file_stem
from companion.views.of_series.standings import (
    StandingTable,
    Unit,
    leaders,
    moved_words,
    standing_table,
    units,
)
from companion.views.speech import Person, by_result, listed, pays, person
from companion.words import Words

_STYLE: Final = Path(__file__).with_name("page.css").read_text("utf-8")
_POLICY: Final = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    f"style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
)


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table in which cell `named` heads each row.

    Notes stand below their rows, so that a phone shows them without scrolling sideways. Heads stand
    above their rows, with the sums of the rows below them.
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sums: tuple[str, ...] = ()
    named: int = 0
    notes: tuple[str, ...] = ()
    heads: Mapping[int, tuple[str, Cells]] = field(default_factory=dict[int, tuple[str, Cells]])


def markup(page: b.Document, language: str, foot: str) -> str:
    """Return a document of panels, texts, lists and tables as a whole page of HTML."""
    title = escape(page.title)
    body = [
        _tag("header", _tag("h1", title), f'<p class="muted">{escape(page.subtitle)}</p>'),
        *(_block(block) for column in page.columns for block in column),
        _tag("footer", escape(foot)),
    ]
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"{_joined(body)}\n</body>\n</html>\n"
    )


def _block(block: b.Block) -> str:
    """Return a block as markup.

    :raises TypeError: when no page has such a block
    """
    match block:
        case b.Panel(blocks, title):
            return _tag("section", _tag("h2", escape(title)), *map(_block, blocks))
        case b.Text(says, style=style):
            kind = ' class="won"' if style is b.Style.STRONG else ""
            return f"<p{kind}>{escape(says)}</p>"
        case b.List(rows):
            return _tag(
                "dl" if any(plain(row.subtitle) for row in rows) else "ul", *map(_row, rows)
            )
        case b.Custom(value=PrintedTable() as table):
            return _table(table)
        case _:
            raise TypeError(type(block).__name__)


def _row(row: b.Row) -> str:
    """Return a line, or a term with its meaning."""
    if not plain(row.subtitle):
        return _tag("li", escape(plain(row.title)))
    term = f"{plain(row.title)}: {row.value if isinstance(row.value, str) else ''}"
    return _tag("dt", escape(term)) + _tag("dd", escape(plain(row.subtitle)))


def _table(table: PrintedTable) -> str:
    def row(cells: Sequence[str], *, of_head: bool = False, note: str = "") -> str:
        shown: list[str] = []
        for place, cell in enumerate(cells):
            kind = ' class="word"' if of_head and place == table.named else ""
            heads = ' scope="col"' if of_head else ' scope="row"' if place == table.named else ""
            tag = "th" if heads else "td"
            shown.append(f"<{tag}{heads}{kind}>{escape(cell)}</{tag}>")
        if not note:
            return _tag("tr", "".join(shown))
        below = f'<td></td><td class="note" colspan="{len(table.titles) - 1}">{escape(note)}</td>'
        return _joined([f'<tr class="noted">{"".join(shown)}</tr>', _tag("tr", below)])

    def head(title: str, sums: Sequence[str]) -> str:
        across = len(table.titles)
        named = f'<th class="head" scope="rowgroup" colspan="{across}">{escape(title)}</th>'
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in ("", *sums))
        return _joined([_tag("tr", named), f'<tr class="sums">{cells}</tr>'])

    notes, body = table.notes or [""] * len(table.rows), list[str]()
    for place, (cells, note) in enumerate(zip(table.rows, notes, strict=True)):
        if place in table.heads:
            body.append(head(*table.heads[place]))
        body.append(row(cells, note=note))
    parts = [_tag("thead", row(table.titles, of_head=True)), _tag("tbody", *body)]
    if table.sums:
        parts.append(_tag("tfoot", row(table.sums)))
    return f'<div class="wide">{_tag("table", *parts)}</div>'


def _tag(name: str, *content: str) -> str:
    return f"<{name}>{_joined(content)}</{name}>"


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(parts)


_MOST_WINNERS: Final = 3
"""The most discs side by side above the names of players who share a win."""


@dataclass(frozen=True, slots=True)
class PictureView:
    """The content of the picture; `says` is the text for screen readers and for the message."""

    title: str
    subtitle: str
    headline: str
    over: bool
    winners: tuple[Person, ...]
    table: StandingTable
    foot: str
    made_by: str
    says: str
    file_name: str
    failed: str
    saved: str


@dataclass(frozen=True, slots=True)
class PictureForm:
    """The look of the picture, and the report of a saved file."""

    dark: bool
    report: str = ""

    def lighten(self) -> Self:
        """Return a copy with a light picture."""
        return replace(self, dark=False)

    def darken(self) -> Self:
        """Return a copy with a dark picture."""
        return replace(self, dark=True)

    def saved(self, report: str) -> Self:
        """Return a copy with the report of a saved file."""
        return replace(self, report=report)


def picture_page(view: PictureView, words: Words, form: PictureForm) -> b.Document:
    """Return the screen of the picture."""
    say, dark = words.say, form.dark
    looks = (
        b.Action("picture-light", say("Light"), b.Edit("lighten"), chosen=not dark),
        b.Action("picture-dark", say("Dark"), b.Edit("darken"), chosen=dark),
    )
    save, share = b.Submit((view, "save")), b.Submit((view, "share"))
    column: tuple[b.Block, ...] = (
        *b.notices(form.report, "picture-saved"),
        b.Custom("picture", (view, dark)),
        b.Choice(looks),
    )
    return b.Document(
        say("Picture of the result"),
        (column,),
        footer=(
            b.Action("save-picture", say("Save"), save, icon=b.Icon.SAVE),
            b.Action("share-picture", say("Share"), share, b.Emphasis.PRIMARY, b.Icon.SHARE),
        ),
    )


def picture(snapshot: Snapshot, words: Words) -> PictureView:
    """Return the picture of the current result."""
    series, table = snapshot.series, standing_table(snapshot, words)
    left = words.say("left")
    lines = (replace(line, remark="" if line.place else left) for line in table.lines)
    table = replace(table, lines=tuple(lines))
    first, over = leaders(series), series.standing.over and Unit.WON not in units(series)
    names = listed([series.name_of(handle) for handle in first], words)
    headline = _headline(names, len(first), words, over=over)
    counted = [
        " ".join(filter(None, (line.player.name, line.figures[0].says, line.remark)))
        for line in table.lines
    ]
    title = series.name or words.say("Fan Tan")
    facts = (days_words(series, words), counted_rounds(series, words), aim_of(series, words))
    subtitle = " · ".join(filter(None, facts))
    shared = first if len(first) <= _MOST_WINNERS else ()
    stem = file_stem(series, words)
    feet = {
        Unit.POINTS: words.say("lowest wins"),
        Unit.CHIPS: words.say("most chips win"),
        Unit.WON: words.say("most rounds first"),
    }
    return PictureView(
        title=title,
        subtitle=subtitle,
        headline=headline,
        over=over,
        winners=tuple(person(snapshot, handle) for handle in shared),
        table=table,
        foot=feet[units(series)[0]],
        made_by=words.say("Fan Tan companion"),
        says=f"{title}. {subtitle}. {headline} {', '.join(counted)}",
        file_name=f"{stem}.png",
        failed=words.say("This device could not take the picture."),
        saved=words.say("The picture is saved: {name}.", name=stem),
    )


def _headline(names: str, count: int, words: Words, *, over: bool) -> str:
    if not names:
        return words.say("Nobody has won: points are still open.")
    if over and count > 1:
        return words.say("{names} share the win.", names=names)
    if over:
        return words.say("{name} won this series.", name=names)
    return words.count("{names} is ahead.", "{names} are ahead.", count, names=names)


def html_page(snapshot: Snapshot, words: Words) -> str:
    """Return the page with the winners, standings, rounds, hand-overs and house rules."""
    series, result = snapshot.series, picture(snapshot, words)
    standings = b.Text(result.headline, style=b.Style.STRONG), _standings(series, result, words)
    panels = (
        b.Panel(standings, words.say("Standings")),
        *_hand_overs(series, words),
        *_rounds(series_view(snapshot, words), units(series), words),
        _rules(series.latest_rules, words),
    )
    page = b.Document(result.title, (panels,), subtitle=result.subtitle)
    return markup(page, words.language, result.made_by)


def _standings(series: Series, view: PictureView, words: Words) -> b.Custom:
    """Return the standing as the screens show it, with the gains of the last round."""
    number = words.say("Round {number}", number=series.round_number)
    titles = "", words.say("Player"), *view.table.titles, number
    rows = (
        (
            line.place,
            line.named,
            *(figure.says for figure in line.figures),
            ", ".join(line.gains),
        )
        for line in view.table.lines
    )
    return b.Custom("table", PrintedTable(titles, tuple(rows), named=1))


def _rounds(view: SeriesView, shown: Sequence[Unit], words: Words) -> list[b.Panel]:
    """Return a table of the rounds for each kind of figure: points, chips or else cards left."""
    say, seating = words.say, tuple(map(b.Text, view.seating))
    tables = {
        Unit.POINTS: (Unit.POINTS, say("Points")),
        Unit.CHIPS: (Unit.CHIPS, say("Chips")),
        Unit.WON: (Unit.CARDS, say("Cards")),
    }
    return [
        b.Panel((_of_rounds(view, unit, words), *seating), f"{say('Rounds')} · {title}")
        for unit, title in (tables[unit] for unit in shown)
    ]


def _of_rounds(view: SeriesView, unit: Unit, words: Words) -> b.Custom:
    titles = words.say("Round"), *(player.name for player in view.players)
    heads = {line.rounds[0] - 1: (line.title, line.figures[unit]) for line in view.evenings}
    rows = tuple((str(line.number), *line.figures[unit]) for line in view.rounds)
    notes = tuple(", ".join(filter(None, (line.remark, line.note))) for line in view.rounds)
    sums = (words.say("Total"), *view.totals[unit])
    return b.Custom("table", PrintedTable(titles, rows, sums, notes=notes, heads=heads))


def _hand_overs(series: Series, words: Words) -> list[b.Panel]:
    """Return the lists of the payments due and of the payments made."""
    done = [
        words.say(
            "{payer} has paid {payee} {chips}",
            payer=series.name_of(paid.source),
            payee=series.name_of(paid.target),
            chips=paid.chips,
        )
        for paid in series.settled
    ]
    due = [
        pays(series.name_of(paid.source), series.name_of(paid.target), paid.chips, words)
        for paid in series_payments(series)
    ]
    lists = ((words.say("Still owed"), due), (words.say("Handed over"), done))
    return [b.Panel((b.List(tuple(map(b.Row, rows))),), title) for title, rows in lists if rows]


def _rules(rules: Rules, words: Words) -> b.Panel:
    """Return the house rules, each with its value and meaning."""
    named = presets(rules, words)
    texts = [b.Text(says) for says in (named.title, named.says, named.changes) if says]
    rows = b.List(tuple(rule_row(option, rules, words) for option in OPTIONS))
    return b.Panel((*texts, rows), words.say("House rules"))


_COMMANDS: Final = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of a cell that a spreadsheet takes for a formula."""
_SEPARATORS: Final = {"de": ";"}
"""The separators other than a comma, by language.

Where a comma is the decimal sign, spreadsheets put a line with commas into one cell.
"""

Cell = str | int


def spreadsheet(series: Series, words: Words) -> str:
    """Return the table as CSV; facts not known yet are empty cells."""
    written = io.StringIO()
    table = csv.writer(written, delimiter=_SEPARATORS.get(words.language, ","))
    table.writerow(
        [
            words.say("Round"),
            words.say("Dealer"),
            words.say("Player"),
            words.say("Out first"),
            words.say("Cards left"),
            words.say("Points"),
            words.say("Chips"),
            words.say("Passes"),
            words.say("False passes"),
            words.say("Remark"),
            words.say("Date"),
        ]
    )
    table.writerows([_harmless(cell) for cell in row] for row in _rows(series, words))
    return written.getvalue()


def _rows(series: Series, words: Words) -> Iterator[list[Cell]]:
    for number, round_ in enumerate(series.rounds, 1):
        players, rulings = round_.setup.players, judge(round_).rulings
        left, counted = cards_left(round_), points(round_)
        dealer = series.name_of(players[round_.setup.dealer])
        remark = words.say("called off") if round_.void else ""
        remark = remark or ("" if round_.over else words.say("in play"))
        remark = remark or by_result(round_, words)
        for seat, chips in enumerate(ledger(round_).chips):
            verdicts = [ruling.verdict for ruling in rulings if ruling.seat == seat]
            score = counted[seat]
            yield [
                number,
                dealer,
                series.name_of(players[seat]),
                int(seat == round_.winner),
                "" if left is None else left[seat],
                "" if score is None else score,
                chips,
                round_.passes[seat] if round_.by_result else len(verdicts),
                "" if round_.by_result else verdicts.count(Verdict.ILLEGAL),
                ", ".join(
                    filter(None, (remark, moved_words(series, number, players[seat], words)))
                ),
                series.dates[number - 1],
            ]


def _harmless(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_COMMANDS) else cell
