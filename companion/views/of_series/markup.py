"""The markup of a page of HTML that needs nothing else, and its style.

Everything that is given as words is text on the page, whatever stands in it. The page forbids
itself all but its own style, which is named by its checksum, so that it stays what it is wherever
it is opened.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from typing import Final

_STYLE: Final = """
:root { color-scheme: light dark; --paper: #faf7f0; --panel: #fff; --ink: #1f2a26;
  --muted: #5a645f; --line: #e4dfd3; --head: #124a38; --lead: #124a38; }
@media (prefers-color-scheme: dark) { :root { --paper: #111815; --panel: #1b2420;
  --ink: #eef1ea; --muted: #a9b5ad; --line: #2f3a35; --head: #9fdcc0; --lead: #ffd87a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.25rem 1rem 3rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: break-word; }
h1, h2 { font-family: Georgia, serif; color: var(--head); line-height: 1.15; margin: 0 0 .5rem; }
h1 { font-size: 1.9rem; } h2 { font-size: 1.2rem; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 1rem;
  padding: 1rem; margin: 1rem 0; break-inside: avoid-page; }
p { margin: .25rem 0; } .muted { color: var(--muted); }
.won { font-weight: 600; color: var(--lead); font-size: 1.1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: right;
  vertical-align: top; }
th { font-weight: 600; } thead th { color: var(--muted); font-size: .85rem; }
th[scope=row], .word { text-align: left; }
td:first-child { width: 2.5rem; }
.noted th, .noted td { border-bottom: 0; padding-bottom: 0; }
.note { text-align: left; color: var(--muted); font-size: .85rem; padding-top: 0; }
tfoot td, tfoot th { font-weight: 700; border-bottom: 0; }
ul, dl { margin: 0; padding: 0; list-style: none; } li { padding: .2rem 0; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; color: var(--muted); }
footer { color: var(--muted); font-size: .85rem; }
@media (max-width: 30rem) { body { padding: 1rem .5rem 2rem; } section { padding: .8rem .7rem; }
  th, td { padding: .35rem .25rem; } thead th { font-size: .75rem; }
  td:first-child { width: 1.5rem; } }
@media print {
  :root { color-scheme: light; --paper: #fff; --panel: #fff; --ink: #000; --muted: #444;
    --line: #bbb; --head: #124a38; --lead: #124a38; }
  body { padding: 0; max-width: none; font-size: .8rem; }
  section { border: 0; border-radius: 0; padding: 0; }
  .wide { overflow: visible; } th, td { padding: .15rem .2rem; }
  table { font-size: .7rem; } thead th { font-size: .6rem; overflow-wrap: anywhere; } }
"""
_POLICY: Final = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    f"style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
)


def document(title: str, language: str, body: Iterable[str]) -> str:
    """The whole page; its body is markup."""
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"{_joined(body)}\n</body>\n</html>\n"
    )


def head(title: str, beneath: str) -> str:
    """What the page is about."""
    return _tag("header", _tag("h1", escape(title)), f'<p class="muted">{escape(beneath)}</p>')


def section(title: str, *content: str) -> str:
    """A part of the page; its content is markup."""
    return _tag("section", _tag("h2", escape(title)), *content)


def won(words: str) -> str:
    """Who won."""
    return f'<p class="won">{escape(words)}</p>'


def paragraphs(lines: Iterable[str]) -> str:
    """A paragraph a line that is not empty."""
    return _joined(_tag("p", escape(line)) for line in lines if line)


def listing(lines: Iterable[str]) -> str:
    """A list."""
    return _tag("ul", *(_tag("li", escape(line)) for line in lines))


def terms(told: Iterable[tuple[str, str]]) -> str:
    """Each with what it means, if that is said."""
    return _tag(
        "dl",
        *(
            _tag("dt", escape(term)) + (_tag("dd", escape(says)) if says else "")
            for term, says in told
        ),
    )


def foot(words: str) -> str:
    """The last line."""
    return _tag("footer", escape(words))


def table(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    sums: Sequence[str] = (),
    named: int = 0,
    notes: Sequence[str] = (),
) -> str:
    """The table; the cell `named` of a row heads it, and a row may have a note below it, so that it
    is read on a phone without scrolling sideways.
    """

    def row(cells: Sequence[str], *, of_head: bool = False, note: str = "") -> str:
        shown: list[str] = []
        for place, cell in enumerate(cells):
            kind = ' class="word"' if of_head and place == named else ""
            heads = ' scope="col"' if of_head else ' scope="row"' if place == named else ""
            tag = "th" if heads else "td"
            shown.append(f"<{tag}{heads}{kind}>{escape(cell)}</{tag}>")
        if not note:
            return _tag("tr", "".join(shown))
        below = f'<td></td><td class="note" colspan="{len(titles) - 1}">{escape(note)}</td>'
        return _joined([f'<tr class="noted">{"".join(shown)}</tr>', _tag("tr", below)])

    told = zip(rows, notes or [""] * len(rows), strict=True)
    body = [row(cells, note=note) for cells, note in told]
    parts = [_tag("thead", row(titles, of_head=True)), _tag("tbody", *body)]
    if sums:
        parts.append(_tag("tfoot", row(sums)))
    return f'<div class="wide">{_tag("table", *parts)}</div>'


def _tag(name: str, *content: str) -> str:
    return f"<{name}>{_joined(content)}</{name}>"


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(parts)
