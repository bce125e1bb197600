"""Preferences that belong to no single series, set in a store."""

from dataclasses import replace
from typing import Any

from storage.store import FolderStore


def choose(store: FolderStore, **changed: Any) -> None:
    """Set this preference and keep the others."""
    store.choose(replace(store.choices, **changed))


def remove(store: FolderStore, number: int) -> None:
    choose(store, removed=store.choices.removed | {number})


def put_back(store: FolderStore, number: int) -> None:
    choose(store, removed=store.choices.removed - {number})
