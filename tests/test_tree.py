"""Structure of the tree: no import cycles, a test for each rule, and the views of tables."""

import ast
import re
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
    """Yield the modules imported anywhere in a module; names from a package may be modules."""
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


def test_each_numbered_rule_of_play_has_a_test_of_its_number() -> None:
    marks = (ROOT / "companion" / "core" / "rules.py").read_text("utf-8")
    rules = {int(number) for number in re.findall(r"\bR([0-9]+)\b", marks)}
    tests = "".join(file.read_text("utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    tested = {int(number) for number in re.findall(r"\bdef test_r([0-9]+)_", tests)}
    assert rules
    assert set(range(1, max(rules) + 1)) - tested == set()


def test_screens_see_a_table_only_as_their_viewer_does() -> None:
    past = re.compile(r"table\.snapshot\b(?!\.number|\.revision|, self\.viewer)")
    screens = {name: file for name, file in MODULES.items() if name.startswith("companion.ui.")}
    started = {"companion.ui.in_page"}  # plays a game that nobody sees
    places = [name for name, file in screens.items() if past.search(file.read_text("utf-8"))]
    assert {*places} - started == set()
