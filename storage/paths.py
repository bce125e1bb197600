"""Where the data lives on each platform."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import platformdirs

_APP = "fantan"
_CHOSEN = ("FANTAN_HOME", "FLET_APP_STORAGE_DATA")


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder named by FANTAN_HOME, else the packaged app's own, else the platform's."""
    for name in _CHOSEN:
        if chosen := environment.get(name):
            return Path(chosen).expanduser().absolute()
    return platformdirs.user_data_path(_APP, appauthor=False)
