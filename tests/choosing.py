"""What people choose for no single series, asked of a store."""

from dataclasses import replace
from typing import Any

from storage.store import FolderStore


def choose(store: FolderStore, **changed: Any) -> None:
    """Choose this, and leave the rest."""
    store.choose(replace(store.choices, **changed))


def archive(store: FolderStore, number: int) -> None:
    choose(store, archived=store.choices.archived | {number})


def remove(store: FolderStore, number: int) -> None:
    choose(store, removed=store.choices.removed | {number})


def put_back(store: FolderStore, number: int) -> None:
    choose(store, removed=store.choices.removed - {number})
