"""No module imports, however indirectly, a module that imports it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

from tests.places import ROOT

MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for folder in ("companion", "storage")
    for file in (ROOT / folder).rglob("*.py")
}


def imported(file: Path) -> Iterator[str]:
    """What a module imports at its top, in a function or for type checkers alone. What it takes
    from a package may be a module of it or a name in it.
    """
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "imports are written in full here"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_imports_make_a_circle() -> None:
    imports = {module: MODULES.keys() & set(imported(file)) for module, file in MODULES.items()}
    TopologicalSorter(imports).prepare()
