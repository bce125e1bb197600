"""`fantan doctor`, which checks the data folder, prints faults, and repairs them if wanted."""

import shlex
import sys
from pathlib import Path

from companion.commands.folder import LOST
from companion.commands.streams import ProgressLine
from companion.desk.ports import Finding, StoreFailedError
from storage.doctor import NOTES, Visit, check_for_nights, repair, says
from storage.paths import data_folder

ALL_WELL, WRONG, CANNOT_OPEN = 0, 1, 3


def doctor(folder: str | None, *, repair: bool) -> int:
    """Check every file of the stored game nights, and report each fault.

    exit codes:
      0  all is well, or everything was repaired
      1  something is wrong, or could not be repaired
      2  the command line is wrong
      3  the folder is missing, cannot be read, or the app has it open

    Lines marked `note:` are no faults. Nothing is changed without --repair. A repair keeps each
    damaged file beside the new one, with .damaged behind its name.
    """
    progress = ProgressLine()
    visit = Visit(Path(folder).absolute() if folder else data_folder(), progress.step)
    verdict, left = "all is well.", visit.wrong
    try:
        check_for_nights(visit.root)
        for finding in visit.look():
            progress.clear()
            note = "note: " if finding.problem in NOTES else ""
            print(f"{finding.where}: {note}{says(finding)}")
        progress.clear()
        if wrong := visit.wrong:
            left = _repaired(visit.root, wrong) if repair else wrong
            command = shlex.join(["fantan", "doctor", "--repair", *([folder] if folder else [])])
            verdict = f"{_things(len(left))} wrong. Repair with: {command}"
            if repair:
                still = f"{_things(len(left))} still wrong."
                repaired = "everything was repaired."
                if any(finding.problem in LOST for finding in wrong):
                    repaired = "repaired, but the lost parts stay lost."
                verdict = still if left else repaired
    except StoreFailedError as problem:
        sys.stderr.write(f"fantan doctor: {problem}\n")
        return CANNOT_OPEN
    rounds = _counted(visit.rounds, "round", "rounds")
    print(f"{visit.series:,} series, {rounds}: {verdict}")
    return WRONG if left else ALL_WELL


def _repaired(root: Path, wrong: list[Finding]) -> list[Finding]:
    """Repair and print the faults, and return those that are left."""
    copies = {repaired.where: repaired.aside for repaired in repair(root, wrong) if repaired.aside}
    again = Visit(root)
    left = [*again.look()] and again.wrong
    still = {finding.where for finding in left}
    lost = {finding.where for finding in wrong if finding.problem in LOST}
    for where in dict.fromkeys(finding.where for finding in wrong if finding.where not in still):
        aside = copies.get(where)
        words = f"; the damaged file is kept as {aside.name}" if aside else ""
        done = "repaired, but the lost parts stay lost" if where in lost else "repaired"
        print(f"{where}: {done}{words}")
    for finding in left:
        print(f"{finding.where}: could not be repaired: {says(finding)}")
    return left


def _things(count: int) -> str:
    return f"{_counted(count, 'thing', 'things')} {'is' if count == 1 else 'are'}"


def _counted(count: int, singular: str, plural: str) -> str:
    return f"{count:,} {singular if count == 1 else plural}"
