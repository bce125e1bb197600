"""Choices of the players that belong to no single series, in a small file with a copy.

Each file is one line: a checksum, the generation, and the choices as JSON. Every choice makes a new
generation: one rename replaces the file, then the copy is written. A file that is missing, damaged
or older than the copy was changed by another program; the change is reported and the copy is used.
"""

import contextlib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from companion.core.names import COLOURS, Colours
from companion.core.presets import describe
from companion.core.rules import Rules
from companion.core.step_words import Doc, rules_in, values
from companion.desk.ports import Choices, Finding, Problem, Trouble
from storage import files
from storage.files import NewerSchemaError, ReadFailedError, StorageError, writing
from storage.lines import encode, read_json, read_line, schema_today, write_line
from storage.paths import CHOICES, CHOICES_COPY, keep_aside

_SEED: Final = zlib.crc32(b"choices")
_KINDS: Final[Mapping[str, Any]] = {
    "usual": str,
    "archived": [int],
    "saved": dict,
    "removed": [int],
    "renaming": [str],
    "colours": dict,
}
_FORMER: Final = {"usual": "1", "archived": "2", "saved": "3", "removed": "4", "renaming": "5"}
"""Keys of the choices in the catalogue of earlier versions."""


class _Version(NamedTuple):
    """Content of one file. Generation 0 means that the content is damaged or missing."""

    content: bytes | None = None
    generation: int = 0
    doc: Mapping[str, Any] = {}

    @staticmethod
    def read(content: bytes | None) -> "_Version":
        """Parse the bytes of a file."""
        line = read_line(content[:-1], _SEED) if content and content.endswith(b"\n") else None
        doc = read_json(line.text) if line else None
        if line is None or not isinstance(doc, dict):
            return _Version(content)
        return _Version(content, line.sequence, cast("dict[str, Any]", doc))


class ChoicesFile:
    """Choices of a data folder.

    `unread` is the error of a file that cannot be read; new choices are refused then, because they
    would overwrite the unread ones.
    """

    def __init__(self, root: Path) -> None:
        """Read the file and the copy, without any change to either."""
        self._path, self._copy = root / CHOICES, root / CHOICES_COPY
        content, fault = files.try_to_read(self._path)
        copied, _ = files.try_to_read(self._copy)
        self._own, self._other = _Version.read(content), _Version.read(copied)
        self.unread = ReadFailedError(self._path, fault) if fault else None
        self._now = max(self._own, self._other, key=lambda version: version.generation)
        self.choices = read_choices(self._now.doc)
        self.findings = [*self._find(fault)]

    def _find(self, fault: OSError | None) -> Iterator[Finding]:
        own, other = self._own, self._other
        if fault:
            why = fault.strerror or str(fault)
            yield Finding(Problem.CHOICES_UNREADABLE, CHOICES, detail=why)
        elif own.generation < other.generation or not (own.generation or self.is_new):
            why = "damaged" if own.content is not None else "missing"
            why = "an older copy" if own.generation else why
            problem = Problem.CHOICES_RESTORED if other.generation else Problem.CHOICES_LOST
            yield Finding(problem, CHOICES, detail=why)
        if self._newer:
            yield Finding(Problem.CHOICES_NEWER, CHOICES)

    @property
    def is_new(self) -> bool:
        """True while neither file exists."""
        return self.unread is None and self._own.content is None and self._other.content is None

    @property
    def _newer(self) -> bool:
        schema = self._now.doc.get("schema", 1)
        return type(schema) is not int or schema > schema_today()

    def make_durable(self) -> None:
        """Sync the folder, and make the file and the copy equal again if possible."""
        if self.unread or self.is_new or self._newer:
            return
        with contextlib.suppress(OSError, StorageError):
            files.sync_folder(self._path.parent)
            if self._own.generation == self._now.generation > 0:
                self._put_copy()
                return
            if self._own.content is not None:
                aside = keep_aside(self._path, self._own.content)
                self.findings = [replace(finding, aside=aside) for finding in self.findings]
            self._put(self._now.doc)

    def choose(self, choices: Choices) -> None:
        """Write the choices, and preserve the fields of other versions.

        :raises StorageError: when the choices cannot be written
        """
        if self.unread is not None:
            raise self.unread
        if self._newer:
            raise NewerSchemaError(f"{self._path}: {Trouble.NEWER.value}")
        doc = {"schema": schema_today(), **self._now.doc, **_doc(choices, self._now.doc)}
        if doc != self._now.doc:
            self._put(doc)

    def _put(self, doc: Mapping[str, Any]) -> None:
        generation = self._now.generation + 1
        content = write_line(_SEED, generation, encode(doc))
        with writing(self._path):
            files.put_instead(self._own.content, self._path, content)
        self._own = self._now = _Version(content, generation, doc)
        self.choices = read_choices(doc)
        self._put_copy()

    def _put_copy(self) -> None:
        """Write the copy; after a failure the next choice or start tries again."""
        if self._other != self._own and self._own.content is not None:
            with contextlib.suppress(OSError):
                files.put(self._copy, self._own.content)
                self._other = self._own


def read_choices(doc: Mapping[str, Any]) -> Choices:
    """Return the choices of a document that this version understands."""
    saved = ((name, _rules(words)) for name, words in _value(doc, "saved", {}).items())
    return Choices(
        _rules(_value(doc, "usual", None)),
        tuple((name, rules) for name, rules in saved if rules),
        frozenset(_value(doc, "archived", ())),
        frozenset(_value(doc, "removed", ())),
        _value(doc, "renaming", ()),
        _colours(_value(doc, "colours", {})),
    )


def former_choices(table: Mapping[str, Any]) -> Choices:
    """Return the choices in the catalogue of an earlier version."""
    docs = {choice: table[key] for choice, key in _FORMER.items() if key in table}
    return read_choices({choice: next(iter(doc.values())) for choice, doc in docs.items()})


def _doc(choices: Choices, before: Mapping[str, Any]) -> Doc:
    """Return the changed choices as a document; rules of other versions are preserved."""
    before_saved = _value(before, "saved", {})
    others = {name: words for name, words in before_saved.items() if not _rules(words)}
    now = read_choices(before)
    words = {
        "usual": choices.usual and describe(choices.usual),
        "archived": sorted(choices.archived),
        "saved": others | {name: describe(rules) for name, rules in choices.saved},
        "removed": sorted(choices.removed),
        "renaming": list(choices.renaming),
        "colours": dict(choices.colours),
    }
    return {k: words[k] for k in _KINDS if getattr(choices, k) != getattr(now, k)}


def _value(doc: Mapping[str, Any], choice: str, otherwise: Any) -> Any:
    """Return the value of a choice, or `otherwise` if the value has the wrong type."""
    with contextlib.suppress(ValueError):
        return values(dict(doc), {choice: _KINDS[choice]})[0]
    return otherwise


def _colours(doc: Mapping[str, Any]) -> Colours:
    return {
        name: colour
        for name, colour in doc.items()
        if type(colour) is int and 0 <= colour < COLOURS
    }


def _rules(words: object) -> Rules | None:
    with contextlib.suppress(ValueError):
        return rules_in(words) if isinstance(words, str) else None
    return None
