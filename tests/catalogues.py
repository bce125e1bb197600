"""Command `python -m tests.catalogues`, which updates the message catalogues from the code.

Words are written as `words.say("…")`, `words.count("…", "…", n)` and `phrase("…")`. Each catalogue
gains new texts with an empty translation and loses obsolete ones. The compiled catalogues are kept
with the code, so that installing the app needs no tools. The command prints the missing
translations. Until a catalogue is complete its language is not offered.
"""

import ast
import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileParser, write_po

from companion.words import CATALOGUES, LANGUAGES, MISSING, SOURCE

PACKAGE = Path(__file__).parents[1] / "companion"
TEXTS = {"say": 1, "phrase": 1, "count": 2}
"""Number of texts for people among the first arguments of each call."""

_FEW = 100
"""Missing translations of a language that are listed one by one."""

Id = str | tuple[str, str]
"""Text, or a singular with its plural."""


class UnsignedCatalog(Catalog):
    """Catalogue whose header says how many translations are missing.

    It does not name the version of Babel, so that all versions agree.
    """

    def __iter__(self) -> Iterator[Message]:
        """Yield the header and the messages."""
        for message in super().__iter__():
            if not message.id:
                lines = str(message.string).splitlines()
                kept = [line for line in lines if not line.startswith("Generated-By:")]
                kept.append(f"{MISSING}: {len(self.missing())}")
                message.string = "".join(f"{line}\n" for line in kept)
            yield message

    def missing(self) -> list[Message]:
        """Return the messages without a translation."""
        own = (message for message in super().__iter__() if message.id)
        return [message for message in own if not all(forms(message)) or message.fuzzy]


def called(node: ast.expr) -> str:
    """Return the last part of a dotted name: `say` for `link.words.say`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def texts_in(source: str) -> Iterator[tuple[int, Id]]:
    """Yield the texts for people in a module, each with its line."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        wanted = TEXTS.get(called(call.func), 0)
        given = [
            argument.value for argument in call.args[:wanted] if isinstance(argument, ast.Constant)
        ]
        texts = [text for text in given if isinstance(text, str)]
        if wanted and len(texts) == wanted:
            yield call.lineno, (texts[0], texts[1]) if wanted > 1 else texts[0]


def template() -> Catalog:
    """Return a catalogue of all texts in the code."""
    found = Catalog(domain="fantan")
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(PACKAGE).as_posix()
        for line, text in texts_in(file.read_text("utf-8")):
            found.add(text, locations=[(place, line)])
    return found


def translated_into() -> list[str]:
    """Return the languages with a catalogue."""
    return [language for language in LANGUAGES if language != SOURCE]


def po_file(language: str) -> Path:
    """Return the path of the catalogue that people edit."""
    return CATALOGUES / language / "LC_MESSAGES" / "fantan.po"


def mo_file(language: str) -> Path:
    """Return the path of the compiled catalogue."""
    return po_file(language).with_suffix(".mo")


def catalogue(language: str) -> UnsignedCatalog:
    """Read the catalogue of a language; without a file the catalogue is empty."""
    file = po_file(language)
    words = UnsignedCatalog(locale=language, domain="fantan", project="Fan Tan companion")
    if file.exists():
        with file.open("rb") as text:
            PoFileParser(words).parse(text)
    return words


def messages(words: Catalog) -> list[Message]:
    """Return the messages of a catalogue, without its header."""
    return [message for message in words if message.id]


def compiled(words: Catalog) -> bytes:
    """Compile a catalogue."""
    written = io.BytesIO()
    write_mo(written, words)
    return written.getvalue()


def renewed(language: str) -> UnsignedCatalog:
    """Return the catalogue with the texts of the code; translations are kept."""
    words, code = catalogue(language), template()
    code.creation_date = words.creation_date
    words.update(code, no_fuzzy_matching=True)
    return words


def bring_up_to_date(language: str) -> list[Message]:
    """Write and compile the catalogue; return the messages without a translation."""
    words = renewed(language)
    po_file(language).parent.mkdir(parents=True, exist_ok=True)
    with po_file(language).open("wb") as text:
        write_po(text, words, width=100, ignore_obsolete=True, include_lineno=False)
    mo_file(language).write_bytes(compiled(words))
    return words.missing()


def forms(message: Message) -> tuple[str, ...]:
    """Return the translation in each of its plural forms."""
    forms = message.string or ""
    return (forms,) if isinstance(forms, str) else tuple(forms)


def main() -> None:
    """Update every catalogue and print the missing translations."""
    for language in translated_into():
        missing = bring_up_to_date(language)
        print(f"{language}: {len(messages(catalogue(language)))} messages, {len(missing)} to do")
        if len(missing) <= _FEW:
            print("".join(f"  {message.id!r}\n" for message in missing), end="")
    from tests import letters  # noqa: PLC0415 - which reads the catalogues written above

    letters.bring_up_to_date()


if __name__ == "__main__":
    main()
