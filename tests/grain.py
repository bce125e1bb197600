"""Figures about size and wording of the code, each with a bound that it may not exceed.

`python -m tests.grain` prints all figures; with `--places` also the lines behind each of them.
"""

import argparse
import ast
import io
import re
import tokenize
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
LONGEST_FILE: Final = 600
LONGEST_BODY: Final = 45
LONGEST_COMPONENT: Final = 70
"""Lines of a file, of a function's body, and of the body of a Flet component."""
_FIRST_WORD: Final = re.compile(r"[\W_]*(\w+)")
_TOLD: Final = re.compile(r"\btold\b|_told", re.IGNORECASE)
_NO_CODE: Final = frozenset(
    {
        *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING),
        *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
    }
)

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Documented = ast.Module | ast.ClassDef | _Function


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

    @cached_property
    def code(self) -> frozenset[int]:
        """Numbers of the lines that are not blank, comment or docstring."""
        code = set[int]()
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type not in _NO_CODE:
                code.update(range(token.start[0], token.end[0] + 1))
        for node in self.nodes:
            if isinstance(node, ast.Expr) and _is_text(node):
                code -= _lines_of(node)
        return frozenset(code)

    @cached_property
    def imports(self) -> frozenset[int]:
        """Numbers of the lines of import statements."""
        imports = (node for node in self.nodes if isinstance(node, ast.Import | ast.ImportFrom))
        return frozenset().union(*map(_lines_of, imports))

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


def _lines_of(node: ast.stmt) -> set[int]:
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))


def _is_text(node: ast.Expr) -> bool:
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


_sources: dict[str, list[Source]] = {}


def _in(*folders: str) -> Iterator[Source]:
    """Yield the sources of these folders, each parsed once."""
    for folder in folders:
        if folder not in _sources:
            _sources[folder] = [Source(path) for path in sorted((ROOT / folder).rglob("*.py"))]
        yield from _sources[folder]


def _modules() -> tuple[float, list[str]]:
    return len(list(_in(*APP))), []


def _import_share() -> tuple[float, list[str]]:
    sources = list(_in(*APP))
    imports = sum(len(source.imports) for source in sources)
    return round(100 * imports / sum(len(source.code) for source in sources), 1), []


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


def _long_functions() -> tuple[float, list[str]]:
    places = list[str]()
    for source in _in(*APP):
        for node in source.nodes:
            if isinstance(node, _Function) and (lines := _body_lines(node)) > _most_lines(node):
                places.append(source.place(node.lineno, f"{node.name}: {lines} lines"))
    return len(places), places


def _body_lines(function: _Function) -> int:
    """Return the number of lines of a body, without its docstring."""
    documented = ast.get_docstring(function) and len(function.body) > 1
    first, last = function.body[1 if documented else 0], function.body[-1]
    return (last.end_lineno or last.lineno) - first.lineno + 1


def _most_lines(function: _Function) -> int:
    is_component = any("component" in ast.dump(one) for one in function.decorator_list)
    return LONGEST_COMPONENT if is_component else LONGEST_BODY


def _long_files() -> tuple[float, list[str]]:
    lines = {source: source.text.count("\n") for source in _in(*APP)}
    places = [one.place(1, f"{many} lines") for one, many in lines.items() if many > LONGEST_FILE]
    return len(places), places


def _code(*folders: str) -> tuple[float, list[str]]:
    return sum(len(source.code) for source in _in(*folders)), []


BOUNDS: Final = (
    Bound("modules", 178, 175, _modules),
    Bound("lines of imports, % of code", 9, 9, _import_share),
    Bound("oddly opened docstrings, %", 1, 1, lambda: _odd_openings(*APP)),
    Bound("the same in benchmarks, %", 1, 1, lambda: _odd_openings("benchmarks")),
    Bound("the same in tests, %", 1, 1, lambda: _odd_openings("tests")),
    Bound("'told' and '_told'", 6, 6, _told),
    Bound("module names used twice or more", 7, 7, _shared_names),
    Bound("functions that are too long", 0, 0, _long_functions),
    Bound("files that are too long", 0, 0, _long_files),
    Bound("lines of code", 32_050, 30_000, lambda: _code(*APP)),
    Bound("lines of code of the tests", 34_750, 32_000, lambda: _code("tests")),
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
