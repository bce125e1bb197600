"""Series that were deleted: the file of one gets another name in the same folder by one rename, so
that it is there or deleted and never half, and is put back by the same rename back. What was
deleted for good leaves an empty file, which keeps its number from being given again.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Mapping
from pathlib import Path

from companion.desk.ports import Finding, Problem
from storage import files
from storage.documents import Noted
from storage.errors import writing
from storage.open_series import read_series
from storage.paths import REMOVED, Glance, glances, misplaced, where


def was_removed(root: Path, number: int) -> bool:
    """Whether the series is one that was deleted."""
    place = where(number)
    return files.exists(root / f"{place}{REMOVED}") and not files.exists(root / place)


def removed_series(
    root: Path,
    seen: Mapping[int, Glance],
    listed: Mapping[int, Noted],
    misplaced: Mapping[int, Finding],
) -> tuple[dict[int, Noted], list[Finding]]:
    """What is known of the deleted series, of which these files were seen, and what was found wrong
    with them; where the catalogue does not list a file as it is, the file is read. What cannot be
    read is not offered.
    """
    removed: dict[int, Noted] = {}
    findings: list[Finding] = []
    for number, (header, size) in seen.items():
        noted = listed.get(number)
        known = (noted.id, number, noted.length) if noted else None
        if size and (header is None or (header.id, header.number, size) != known):
            told, noted = read_removed(root, number, noted, misplaced.get(number))
            findings += told
        if size and noted:
            removed[number] = noted
    return removed, findings


def read_removed(
    root: Path, number: int, listed: Noted | None, misplaced: Finding | None
) -> tuple[list[Finding], Noted | None]:
    """What is wrong with the file of a deleted series, and what there is to note of it."""
    found = read_series(root, number, listed, misplaced, REMOVED)
    findings, noted = list(found.findings), None if found.failure else found.noted
    if listed and noted and listed.id != noted.id and not misplaced:
        findings.append(Finding(Problem.ENTRY_WRONG, f"{where(number)}{REMOVED}", number))
    return findings, noted


def rename_series(root: Path, number: int, before: str, after: str) -> None:
    """Exchange the suffix of a series' file; all or nothing. Where a try before could neither be
    finished nor taken back, the name is the new one already.

    :raises WriteFailedError: when nothing has changed
    """
    source, target = (root / f"{where(number)}{suffix}" for suffix in (before, after))
    with writing(source):
        renamed = files.exists(target)
        if renamed and files.exists(source):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        try:
            if renamed:
                files.sync_folder(target.parent)
            else:
                files.take_name(source, target)
        except OSError:
            with contextlib.suppress(OSError):
                if not files.exists(source):
                    files.take_name(target, source)
            raise


def empty_removed(root: Path, number: int) -> None:
    """Take away for good what a deleted series has.

    :raises WriteFailedError: when nothing has changed
    """
    path = root / f"{where(number)}{REMOVED}"
    with writing(path):
        files.put_instead(files.read(path) if files.exists(path) else None, path, b"")


def misplaced_at(root: Path, number: int) -> dict[int, Finding]:
    """What will be wrong with the place of a removed series once it is put back.

    :raises ReadFailedError: when the folder cannot be read
    """
    found, removed = glances(root), glances(root, REMOVED)
    wrong = misplaced(removed | found, "", removed).get(number)
    return {number: wrong} if wrong else {}
