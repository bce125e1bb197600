"""Choices that belong to no single series, and memberships, in two small files with a copy each.

Each file is one line: a checksum, the generation, and the content as JSON. Every change makes a new
generation: one rename replaces the file, then the copy is written. A file that is missing, damaged
or older than the copy was changed by another program; the change is reported and the copy is used.
"""

import contextlib
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from companion.core.names import COLOURS, Colours
from companion.core.presets import describe
from companion.core.rules import Rules
from companion.core.step_words import Doc, rules_in, shape_of, values
from companion.desk.ports import Choices, Finding, Membership, Problem, Trouble
from storage import files
from storage.files import NewerSchemaError, ReadFailedError, StorageError, writing
from storage.lines import encode, read_json, read_line, schema_today, write_line
from storage.paths import CHOICES, COPY, TABLES, keep_aside

_MISHAPS: Final = ("RESTORED", "LOST", "UNREADABLE", "NEWER")
"""Ends of the names of the problems with each file."""
_MEMBERSHIP: Final = shape_of(Membership)
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
    def read(content: bytes | None, seed: int) -> "_Version":
        """Parse the bytes of a file."""
        line = read_line(content[:-1], seed) if content and content.endswith(b"\n") else None
        doc = read_json(line.text) if line else None
        if line is None or not isinstance(doc, dict):
            return _Version(content)
        return _Version(content, line.sequence, cast("dict[str, Any]", doc))


class KeptFile:
    """Small file of a data folder, written whole, with a copy.

    `doc` is the content of the newer one of both. `unread` is the error of a file that cannot be
    read; it is not written to then, because that would overwrite the unread content.
    """

    def __init__(self, path: Path) -> None:
        """Read the file and the copy, without any change to either."""
        self._path, self._copy = path, path.with_name(path.name + COPY)
        self._seed = seed = zlib.crc32(path.name.encode())
        content, fault = files.try_to_read(self._path)
        copied, _ = files.try_to_read(self._copy)
        self._own, self._other = _Version.read(content, seed), _Version.read(copied, seed)
        self.unread = ReadFailedError(self._path, fault) if fault else None
        self._now = max(self._own, self._other, key=lambda version: version.generation)
        self.findings = [*self._find(fault)]

    @property
    def doc(self) -> Doc:
        """Content of the file."""
        return self._now.doc

    def _find(self, fault: OSError | None) -> Iterator[Finding]:
        kind = self._path.name.upper()
        restored, lost, unreadable, newer = (Problem[f"{kind}_{mishap}"] for mishap in _MISHAPS)
        own, other, where = self._own, self._other, self._path.name
        if fault:
            yield Finding(unreadable, where, detail=fault.strerror or str(fault))
        elif own.generation < other.generation or not (own.generation or self.is_new):
            why = "damaged" if own.content is not None else "missing"
            why = "an older copy" if own.generation else why
            yield Finding(restored if other.generation else lost, where, detail=why)
        if self._newer:
            yield Finding(newer, where)

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

    def write(self, changes: Doc) -> None:
        """Write changed fields, and preserve the others.

        :raises StorageError: when the file cannot be written
        """
        if self.unread is not None:
            raise self.unread
        if self._newer:
            raise NewerSchemaError(f"{self._path}: {Trouble.NEWER.value}")
        doc = {"schema": schema_today(), **self._now.doc, **changes}
        if doc != self._now.doc:
            self._put(doc)

    def _put(self, doc: Doc) -> None:
        generation = self._now.generation + 1
        content = write_line(self._seed, generation, encode(doc))
        with writing(self._path):
            files.put_instead(self._own.content, self._path, content)
        self._own = self._now = _Version(content, generation, doc)
        self._put_copy()

    def _put_copy(self) -> None:
        """Write the copy; after a failure the next choice or start tries again."""
        if self._other != self._own and self._own.content is not None:
            with contextlib.suppress(OSError):
                files.put(self._copy, self._own.content)
                self._other = self._own


class ChoicesFile(KeptFile):
    """Choices of a data folder."""

    def __init__(self, root: Path) -> None:
        """Read the choices, without any change."""
        super().__init__(root / CHOICES)
        self._choices = self.doc, read_choices(self.doc)

    @property
    def choices(self) -> Choices:
        """Choices in the file."""
        if self._choices[0] is not self.doc:
            self._choices = self.doc, read_choices(self.doc)
        return self._choices[1]

    def choose(self, choices: Choices) -> None:
        """Write the choices.

        :raises StorageError: when the choices cannot be written
        """
        self.write(_doc(choices, self.doc))


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


class MembershipsFile(KeptFile):
    """Memberships of a data folder at shared tables.

    Exports and backups do not contain them. They have secrets, and steps that are not shared yet.
    """

    def __init__(self, root: Path) -> None:
        """Read the memberships, without any change."""
        super().__init__(root / TABLES)
        self.memberships = dict(_memberships(self.doc))

    def keep(self, number: int, membership: Membership | None) -> None:
        """Write the membership of a series, or forget it.

        :raises StorageError: when the file cannot be written
        """
        doc = membership and json.loads(encode(asdict(membership)))  # as it is read again
        docs = {**self.doc.get(TABLES, {}), str(number): doc}
        self.write({TABLES: {key: doc for key, doc in docs.items() if doc}})
        self.memberships = dict(_memberships(self.doc))


def _memberships(doc: Doc) -> Iterator[tuple[int, Membership]]:
    with contextlib.suppress(ValueError):
        (docs,) = values(dict(doc), {TABLES: dict})
        for key, content in docs.items():
            with contextlib.suppress(ValueError):
                fields = dict(zip(_MEMBERSHIP, values(content, _MEMBERSHIP), strict=True))
                values(fields["sent"], dict.fromkeys(fields["sent"], int))
                yield int(key), Membership(**fields)
