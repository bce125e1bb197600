"""All series taken along in one file, and brought back from it, while others play on: where the
store's work is done each series is a piece of its own, and sheets are read and written beside.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.backup import (
    TAKEN,
    About,
    Backup,
    Kin,
    Known,
    Match,
    Packing,
    packed,
    packing,
    story_of,
    told_apart,
)
from companion.core.house_rules.saved import is_free
from companion.core.log import Log
from companion.core.sheet import loads
from companion.core.standings.entry import Entry
from companion.desk.ports import Runner, Store, StoreFailedError


@dataclass(frozen=True, slots=True)
class SavedBackup:
    """A backup's bytes, how many series are in it, and how many could not be read and are not."""

    content: bytes
    count: int
    left_out: int = 0


class Backups:
    """The backups of one store, whose work is done where `run` runs it."""

    def __init__(self, store: Store, run: Runner) -> None:
        self._store, self._run = store, run
        self._one_by_one = asyncio.Lock()

    async def make(self) -> SavedBackup:
        """All that is stored, by the numbers of the series."""
        packings: list[Packing] = []
        left_out, archived = 0, await self._run(self._store.archived)
        for entry in reversed(await self._run(self._store.entries)):
            log = await self._log(entry.number)
            if log is None:
                left_out += 1
            else:
                put_away = entry.number in archived
                packings.append(await asyncio.to_thread(packing, log, archived=put_away))
        about = await self._run(lambda: about_of(self._store))
        content = await asyncio.to_thread(packed, packings, about)
        return SavedBackup(content, len(told_apart(packings)), left_out)

    async def match(self, backup: Backup) -> tuple[Match, ...]:
        """How each series of a backup stands to those that are here."""
        known = await self._known()
        matches: list[Match] = []
        for sheet in backup.sheets:
            await self._learn(known, sheet.entry)
            matches.append(known.match(sheet.entry, sheet.story))
        return tuple(matches)

    async def restore(self, backup: Backup, shown: Sequence[Match] = ()) -> int:
        """Add what is not here, and the house rules whose names are free; gives how many series
        were added. One that stands beside another that is here is added only where `shown` says
        that somebody has seen that. Once more, it adds nothing.

        :raises StoreFailedError: when one cannot be stored; those before it stay
        """
        async with self._one_by_one:  # another device may restore the same just now
            known, count = await self._known(), 0
            for place, sheet in enumerate(backup.sheets):
                await self._learn(known, sheet.entry)
                match = known.match(sheet.entry, sheet.story)
                seen = shown[place].kin if place < len(shown) else Kin.NEW
                if match.kin in {Kin.NEW, seen} & TAKEN:
                    log = await asyncio.to_thread(loads, sheet.text)
                    await self._create(log, archived=sheet.archived)
                    count += 1  # what is brought is held against what was here before
                elif match.kin is Kin.SAME and sheet.archived:
                    await self._archive(match.number)
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

        def look() -> Log | None:
            try:
                log = self._store.look_at(number).log
            except StoreFailedError:
                return None
            return log if log.series.rounds else None

        return await self._run(look)

    async def _create(self, log: Log, *, archived: bool) -> None:
        def create() -> None:
            number = self._store.create(log)
            self._store.put_away(number)
            if archived:
                self._store.archive(number, whether=True)

        await self._run(create)

    async def _archive(self, number: int) -> None:
        """What kept it from being put away the last time may be gone."""

        def archive() -> None:
            if number not in self._store.archived():
                self._store.archive(number, whether=True)

        await self._run(archive)


def about_of(store: Store) -> About:
    """What was chosen for no single series."""
    return About(store.usual_rules(), tuple(store.saved_rules().items()))


def take_rules(store: Store, about: About) -> tuple[str, ...]:
    """Keep house rules of a backup beside those that are here; gives the names of those whose name
    is taken here by other rules, an empty one for the usual rules. What is here stays.
    """
    usual, before = store.usual_rules(), store.saved_rules()
    saved, stay = tuple(before.items()), list[str]()
    for name, rules in about.saved:
        if is_free(name, saved):
            saved = (*saved, (name, rules))
        elif (name, rules) not in saved:
            stay.append(name)
    if about.usual is not None and usual is None:
        store.keep_usual_rules(about.usual)
    elif about.usual not in {None, usual}:
        stay.insert(0, "")
    if len(saved) > len(before):
        store.keep_saved_rules(dict(saved))
    return tuple(stay)
