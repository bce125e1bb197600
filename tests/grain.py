"""Figures about the wording of the code, each with a bound that it may not exceed.

`python -m tests.grain` prints all figures; with `--places` also the lines behind each of them.
"""

import argparse
import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from tests.places import ROOT

APP: Final = ("companion", "storage")
OPENINGS: Final = frozenset(
    {
        *("what", "which", "who", "whoever", "whose", "where", "wherever", "whether"),
        *("how", "when", "why", "that", "those", "it", "its", "such", "so", "as", "likewise"),
        "has",
    }
)
"""First words that make a docstring read like a translation."""
_FIRST_WORD: Final = re.compile(r"[\W_]*(\w+)")
_TOLD: Final = re.compile(r"\btold\b|_told", re.IGNORECASE)
_Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """Parsed Python file."""

    path: Path

    @cached_property
    def text(self) -> str:
        """Text of the file."""
        return self.path.read_text("utf-8")

    @cached_property
    def nodes(self) -> Sequence[ast.AST]:
        """Nodes of the syntax tree."""
        return list(ast.walk(ast.parse(self.text)))

    @property
    def docstrings(self) -> Iterator[tuple[int, str]]:
        """Line number and text of the docstring of each module, class and function."""
        for node in self.nodes:
            if isinstance(node, _Documented) and (text := ast.get_docstring(node)):
                yield getattr(node, "lineno", 1), text

    def place(self, line: int, words: str) -> str:
        """Return `path:line words`, for people to look up."""
        return f"{self.path.relative_to(ROOT)}:{line} {words}"


@dataclass(frozen=True)
class Bound:
    """Figure with its limit and its aim.

    Lower `limit` whenever the figure falls; never raise it to let a change pass.
    """

    figure: str
    limit: float
    aim: float
    measure: Callable[[], tuple[float, list[str]]]


_sources: dict[str, list[Source]] = {}


def _in(*folders: str) -> Iterator[Source]:
    """Yield the sources of these folders, each parsed once."""
    for folder in folders:
        if folder not in _sources:
            _sources[folder] = [Source(path) for path in sorted((ROOT / folder).rglob("*.py"))]
        yield from _sources[folder]


def _odd_openings(*folders: str) -> tuple[float, list[str]]:
    odd, docstrings = list[str](), 0
    for source in _in(*folders):
        for line, text in source.docstrings:
            docstrings += 1
            first = _FIRST_WORD.match(text)
            if first and first[1].lower() in OPENINGS:
                odd.append(source.place(line, text.splitlines()[0]))
    return round(100 * len(odd) / docstrings, 1), odd


def _told() -> tuple[float, list[str]]:
    places = [
        source.place(number, line.strip())
        for source in _in(*APP)
        for number, line in enumerate(source.text.splitlines(), 1)
        for _ in _TOLD.findall(line)
    ]
    return len(places), places


def _shared_names() -> tuple[float, list[str]]:
    by_name = defaultdict[str, list[str]](list)
    for source in _in(*APP):
        by_name[source.path.stem].append(str(source.path.relative_to(ROOT)))
    del by_name["__init__"]
    shared = [", ".join(paths) for paths in by_name.values() if len(paths) > 1]
    return len(shared), shared


BOUNDS: Final = (
    Bound("oddly opened docstrings, %", 1, 1, lambda: _odd_openings(*APP)),
    Bound("the same in benchmarks, %", 1, 1, lambda: _odd_openings("benchmarks")),
    Bound("the same in tests, %", 1, 1, lambda: _odd_openings("tests")),
    Bound("'told' and '_told'", 6, 6, _told),
    # A description of a page in `screens` is named as its drawing in `ui`, or as its matter in
    # `core` and `desk`: five pairs more than before the screens were laid out so.
    Bound("module names used twice or more", 12, 7, _shared_names),
)
"""All figures; where no folder is named, those of `companion/` and `storage/`."""


def main() -> None:
    """Print each figure with its limit and its aim."""
    parser = argparse.ArgumentParser(prog="python -m tests.grain", description=__doc__)
    parser.add_argument("--places", action="store_true", help="list the lines behind each figure")
    asked = parser.parse_args()
    print(f"{'figure':<34}{'now':>8}{'limit':>8}{'aim':>8}")
    for bound in BOUNDS:
        figure, places = bound.measure()
        print(f"{bound.figure:<34}{figure:>8,}{bound.limit:>8,}{bound.aim:>8,}")
        if asked.places:
            print(*(f"    {place}" for place in places), sep="\n", end="\n" if places else "")


if __name__ == "__main__":
    main()
