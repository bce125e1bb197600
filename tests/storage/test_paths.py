"""Choice of the data folder."""

from pathlib import Path

import platformdirs
import pytest

from storage.paths import data_folder

PLATFORM = platformdirs.user_data_path("fantan", appauthor=False)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, PLATFORM),
        ({"FANTAN_HOME": ""}, PLATFORM),
        ({"FLET_APP_STORAGE_DATA": "/app/data"}, Path("/app/data")),
        ({"FANTAN_HOME": "/games", "FLET_APP_STORAGE_DATA": "/app/data"}, Path("/games")),
        ({"FANTAN_HOME": "~/games"}, Path.home() / "games"),
        ({"FANTAN_HOME": "games"}, Path.cwd() / "games"),
    ],
    ids=["platform", "empty", "packaged app", "chosen", "home", "relative"],
)
def test_data_folder(environment: dict[str, str], expected: Path) -> None:
    assert data_folder(environment) == expected
