"""The composition root where the app runs in the browser alone.

There files are in memory, and every change to them goes to a log in the browser's private file
system. There are no threads, and nothing comes after the app: it ends with the page.
"""

from __future__ import annotations

import importlib
import random
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.desk.archive import Archive
from companion.desk.runner import at_once
from companion.opfs import Handle
from companion.ui.start import in_page
from companion.words import LANGUAGES, words_in
from storage import files
from storage.mirror import Mirror
from storage.store import FolderStore

DATA: Final = Path("/data/fantan")


def get_ready() -> None:
    """Do what every start needs and none changes, for the snapshot that is taken behind it."""
    for language in LANGUAGES:
        words_in(language)
    in_page.get_ready()
    with TemporaryDirectory() as folder:
        store = FolderStore(Path(folder))
        in_page.warm_up(Archive(store, date.today, at_once))
        store.close()


def main() -> None:
    """Open the store and let Flet begin. A snapshot holds the state of `random` as well.

    :raises OSError: when the browser gives no place to keep anything
    :raises StoreFailedError: when what is kept cannot be opened
    """
    random.seed()
    page = importlib.import_module("flet_js")
    first, second = page.handles
    files.mirror = Mirror(DATA, (Handle(first), Handle(second)))
    in_page.run(Archive(FolderStore(DATA), date.today, at_once), page)
