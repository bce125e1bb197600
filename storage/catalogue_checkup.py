"""The catalogue looked over: whether what it lists is what the series say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from companion.desk.ports import Entry
from storage import documents, places
from storage.checkup import Checkup, damage_facts
from storage.documents import ENTRIES
from storage.findings import Finding, What
from storage.looking import Looked, look
from storage.migrations import Migrations


@dataclass
class CatalogueCheckup:
    """What is listed, and what should be; a series that is not understood stays listed as it is."""

    looked: Looked
    listed: dict[int, Entry] = field(default_factory=dict[int, Entry])
    findings: list[Finding] = field(default_factory=list[Finding])
    right: dict[int, Entry] = field(default_factory=dict[int, Entry])
    _differing: list[Finding] = field(default_factory=list[Finding])
    _there: bool = False

    def compare(self, checkup: Checkup) -> None:
        """Hear what a series says."""
        number, entry = checkup.number, checkup.entry
        listed = self.listed.get(number)
        if kept := entry or listed:
            self.right[number] = kept
            self._there = True
        if entry and listed is None:
            self._tell(What.NOT_LISTED, number=number)
        elif entry and entry != listed and not checkup.wrong:
            self._tell(What.LISTED_OTHERWISE, number=number, differs=_difference(listed, entry))

    def compared(self) -> Iterator[Finding]:
        """What is wrong with the list, once all series were heard."""
        if self.looked.sealed:
            return
        if not self.looked.there and self._there:
            yield Finding(self.looked.where, What.CATALOGUE_MISSING)
        else:
            yield from self._differing
        for number, entry in self.listed.items():
            if number not in self.right:
                facts = {"number": number, "name": entry.name or "without a name"}
                yield Finding(self.looked.where, What.LISTED_ALONE, facts)

    def tables(self) -> dict[str, dict[str, Any]]:
        """What the catalogue is to say."""
        entries = {str(number): documents.entry_doc(each) for number, each in self.right.items()}
        return self.looked.everything | {ENTRIES: entries}

    def _tell(self, what: What, **facts: object) -> None:
        self._differing.append(Finding(self.looked.where, what, facts))


def check_catalogue(root: Path, migrations: Migrations) -> CatalogueCheckup:
    """Look it over by itself."""
    looked = look(root, places.catalogue_file(root), migrations)
    checkup = CatalogueCheckup(looked, findings=list(looked.told))
    if looked.damaged and looked.state:
        checkup.findings.append(Finding(looked.where, What.DAMAGED, damage_facts(looked.state)))
    for number, doc in looked.everything.get(ENTRIES, {}).items():
        try:
            checkup.listed[int(number)] = documents.read_entry(int(number), doc)
        except ValueError as fault:
            if not looked.sealed:
                facts = {"number": number, "fault": fault}
                checkup.findings.append(Finding(looked.where, What.LISTED_BADLY, facts))
    return checkup


def _difference(listed: Entry | None, entry: Entry) -> str:
    """The first thing in which they differ, in words."""
    before, after = asdict(listed) if listed else {}, asdict(entry)
    name = next(each for each in after if before.get(each) != after[each])
    return f"{name.replace('_', ' ')}: {_said(after[name])}, listed as {_said(before.get(name))}"


def _said(value: Any) -> str:
    return str(value) if isinstance(value, str | int | None) else ", ".join(value)
