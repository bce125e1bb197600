"""Search for text in the code that reaches people without the catalogues.

A literal counts as words if it has letters and is not shaped like a name in code: `turn-of`,
`/table/over`, `AC`. Words must be arguments of `say`, `count` or `phrase`, and so must any literal
that is passed directly to a control that shows it.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.catalogues import PACKAGE, TEXTS, called

_CODE = re.compile(r"[a-z0-9_]*([-./_:#?=+][a-z0-9_]*)*|[A-Z0-9_]+|_\w+|R\d+( R\d+)*")
_SHOWING = {"text", "heading", "notice", "button", "Text", "TextSpan", "SnackBar"}
"""Controls that show their first argument unchanged."""
_SHOWN = {
    *("beneath", "back_says", "headline", "hint", "hint_text", "label", "says", "semantics_label"),
    *("subtitle", "title", "tooltip", "words"),
}
"""Arguments that are shown or spoken unchanged."""
_TO_THE_MACHINE = {"cast", "compile", "findall", "get", "getLogger", "report", "TypeVar"}
_TO_A_LOG = re.compile(r"_?log(ger)?\.")
_MARKUP = re.compile(r"""[<>;]|=["]""")
"""Signs of a text for machines: tags, scripts, styles."""
_NAME_FILES = {
    *("looks.py", "web_client.py", "door.py", "server.py", "in_page.py", "connections.py"),
    "emblems.py",
}
"""Modules that name typefaces, files, headers, scripts, lines or players of a warm-up, no words."""

SOURCES = [
    file
    for folder in ("screens", "ui")
    for file in sorted((PACKAGE / folder).rglob("*.py"))
    if file.name not in _NAME_FILES
]


class Module:
    """Module with its literals and the node round each of them."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.around = {
            inner: node for node in ast.walk(self.tree) for inner in ast.iter_child_nodes(node)
        }

    def loose(self) -> Iterator[str]:
        """Yield the literals that reach people without a catalogue."""
        for node in ast.walk(self.tree):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(node, ast.Constant) and isinstance(text, str) and self._says(node, text):
                yield text

    def _says(self, node: ast.Constant, text: str) -> bool:
        has_letters = any(letter.isalpha() for letter in text)
        if not has_letters or _MARKUP.search(text):
            return False
        if self._is_said(node) or self._is_for_the_machine(node):
            return False
        return self._is_shown(node) or _CODE.fullmatch(text) is None

    def _is_said(self, node: ast.AST) -> bool:
        """Return whether the literal is a text of a `say`, `count` or `phrase`."""
        call = self.around[node]
        return isinstance(call, ast.Call) and node in call.args[: TEXTS.get(called(call.func), 0)]

    def _is_for_the_machine(self, node: ast.AST) -> bool:
        """Return whether the literal is compared, logged, raised, a key, or the like."""
        around = self.around[node]
        match around:
            case ast.Expr() | ast.Compare() | ast.Subscript() | ast.MatchValue():
                return True
            case ast.keyword(arg="bound"):
                return True
            case ast.Dict(keys=keys) if node in keys:
                return True
            case ast.AnnAssign(annotation=note) | ast.arg(annotation=note) if note is node:
                return True
            case ast.Call(func=func):
                to_no_person = called(func) in _TO_THE_MACHINE or _TO_A_LOG.match(ast.unparse(func))
                return bool(to_no_person) or isinstance(self.around[around], ast.Raise)
            case ast.JoinedStr() | ast.BinOp() | ast.Set() | ast.Tuple() | ast.List():
                return self._is_for_the_machine(around)
            case _:
                return False

    def _is_shown(self, node: ast.AST) -> bool:
        """Return whether the literal is passed directly to a control or argument that shows it."""
        while isinstance(self.around[node], ast.JoinedStr | ast.BinOp | ast.IfExp | ast.BoolOp):
            node = self.around[node]
        around = self.around[node]
        if isinstance(around, ast.keyword):
            return around.arg in _SHOWN
        return (
            isinstance(around, ast.Call)
            and called(around.func) in _SHOWING
            and around.args[:1] == [node]
        )


def test_all_words_come_from_the_catalogues() -> None:
    loose = {
        file.relative_to(PACKAGE).as_posix(): words
        for file in SOURCES
        if (words := list(Module(file.read_text("utf-8")).loose()))
    }
    assert loose == {}


@pytest.mark.parametrize(
    "source",
    [
        'text("Play a card")',
        'text("undo")',
        'button("pass" if due else "")',
        'notice(f"{name} passed", identifier="told")',
        'icon_button(icon, act, identifier="undo", label="undo")',
        'Tile(says="held")',
        'return f"{name} pays {chips}"',
        'title = "Undo"',
        'said = words.say("Undo" if n else "Redo")',
        'words.say("{name} pays", name="the pot of Ann")',
        'shown = {"pot": "Pot"}',
        '", ".join((name, "and others"))',
        'shown = "Räuber" + name',
        'words.count("{n} card", many_words("more cards"), n)',
    ],
)
def test_loose_words_are_found(source: str) -> None:
    assert list(Module(f"def shown():\n    {source}").loose()) != []


@pytest.mark.parametrize(
    "source",
    [
        '"""Says nothing."""',
        'text(words.say("Play a card"))',
        'words.count("{n} card", "{n} cards", n)',
        '_KNOWN = {"aces low": phrase("low")}',
        'button(says, act, identifier="undo", key=f"undo-{n}")',
        'link.go("/table/over")',
        '_log.warning("not saved: %s", failed)',
        'raise LookupError(f"{page} has no place")',
        'change = cast("Callable[[Change], None]", set_change)',
        'text(f"{rank} · {count}")',
        'shown = "AJQK" + letter',
        'gone = key == "Enter" or key in {"Tab", "Page Up"}',
    ],
)
def test_what_nobody_reads_may_stand(source: str) -> None:
    assert list(Module(f"def shown():\n    {source}").loose()) == []
