"""What the data folder found damaged and replaced by itself, as the desk's reports have it."""

from __future__ import annotations

from companion.desk.ports import Mended
from storage.folder import DataFolder
from storage.places import CATALOGUE, HEAD
from storage.recovery import Damage


def mended(folder: DataFolder) -> list[Mended]:
    """The catalogue and the heads of series that were damaged, in the order they were met."""
    found = [each for each in folder.reports if isinstance(each, Damage)]
    replaced = (each for each in found if each.path in folder.kept_aside)
    return [_mended(each, folder) for each in replaced if each.path.name in (CATALOGUE, HEAD)]


def _mended(damage: Damage, folder: DataFolder) -> Mended:
    series = None if damage.path.name == CATALOGUE else int(damage.path.parent.name)
    missing = sum(map(len, damage.missing))
    return Mended(series, missing, damage.open_end, folder.kept_aside.get(damage.path))
