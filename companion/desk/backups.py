"""All series taken along in one file, and brought back from it, while others play on: where the
store's work is done each series is a piece of its own, and sheets are read and written beside.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from companion.core.backup import (
    TAKEN,
    About,
    Backup,
    Known,
    Match,
    Packing,
    packed_sheets,
    story_of,
)
from companion.core.log import Log
from companion.core.sheet import dumps, loads
from companion.core.standings.entry import Entry
from companion.desk.ports import Runner, Store, StoreFailedError


@dataclass(frozen=True, slots=True)
class SavedBackup:
    """A backup's bytes, of how many series, and how many could not be read and are not in it."""

    content: bytes
    count: int
    left_out: int = 0


class Backups:
    """The backups of one store, whose work is done where `run` runs it."""

    def __init__(self, store: Store, run: Runner) -> None:
        self._store, self._run = store, run

    async def make(self) -> SavedBackup:
        """All that is stored, by the numbers of the series."""
        sheets: list[Packing] = []
        left_out, archived = 0, await self._run(self._store.archived)
        for entry in reversed(await self._run(self._store.entries)):
            log = await self._log(entry.number)
            if log is None:
                left_out += 1
            else:
                sheet = await asyncio.to_thread(dumps, log)
                sheets.append(Packing(entry.name, sheet, entry.number in archived))
        about = await self._run(lambda: about_of(self._store))
        content = await asyncio.to_thread(packed_sheets, sheets, about)
        return SavedBackup(content, len(sheets), left_out)

    async def match(self, backup: Backup) -> tuple[Match, ...]:
        """How each series of a backup stands to those that are here."""
        known = await self._known()
        matches: list[Match] = []
        for sheet in backup.sheets:
            await self._learn(known, sheet.entry)
            matches.append(known.match(sheet.entry, sheet.story))
        return tuple(matches)

    async def restore(self, backup: Backup) -> int:
        """Add what is not here, and take the usual rules where none were chosen; gives how many
        series were added. Once more, it adds nothing.

        :raises StoreFailedError: when one cannot be stored; those before it stay
        """
        known, count = await self._known(), 0
        for sheet in backup.sheets:
            await self._learn(known, sheet.entry)
            if known.match(sheet.entry, sheet.story).kin in TAKEN:
                log = await asyncio.to_thread(loads, sheet.text)
                number = await self._create(log, archived=sheet.archived)
                known.add(number, sheet.entry, sheet.story)
                count += 1
        await self._run(lambda: take_rules(self._store, backup.about))
        return count

    async def _known(self) -> Known:
        return Known(reversed(await self._run(self._store.entries)))

    async def _learn(self, known: Known, entry: Entry) -> None:
        for number in known.unread(entry):
            log = await self._log(number)
            known.note(number, await asyncio.to_thread(story_of, log) if log else None)

    async def _log(self, number: int) -> Log | None:
        """The series of that number, if it can be read and has a round."""

        def load() -> Log | None:
            try:
                log = self._store.load(number).log
            except StoreFailedError:
                return None
            return log if log.series.rounds else None

        return await self._run(load)

    async def _create(self, log: Log, *, archived: bool) -> int:
        def create() -> int:
            number = self._store.create(log)
            if archived:
                self._store.archive(number, whether=True)
            return number

        return await self._run(create)


def about_of(store: Store) -> About:
    """What was chosen for no single series."""
    return About(store.usual_rules(), tuple(store.saved_rules().items()))


def take_rules(store: Store, about: About) -> tuple[str, ...]:
    """Keep house rules of a backup beside those that are here; gives the names of those that are
    here with other rules, an empty one for the usual rules. They stay.
    """
    usual, saved = store.usual_rules(), store.saved_rules()
    stay = [name for name, rules in about.saved if saved.get(name, rules) != rules]
    if about.usual is not None and usual is None:
        store.keep_usual_rules(about.usual)
    elif about.usual not in {None, usual}:
        stay.insert(0, "")
    if new := {name: rules for name, rules in about.saved if name not in saved}:
        store.keep_saved_rules({**saved, **new})
    return tuple(stay)
