"""Choice of the data folder."""

from pathlib import Path

import platformdirs

from storage.paths import data_folder
from tests.cases import cases

PLATFORM = platformdirs.user_data_path("fantan", appauthor=False)


@cases(
    "environment, expected",
    {
        "platform": ({}, PLATFORM),
        "empty": ({"FANTAN_HOME": ""}, PLATFORM),
        "packaged app": ({"FLET_APP_STORAGE_DATA": "/app/data"}, Path("/app/data")),
        "chosen": ({"FANTAN_HOME": "/games", "FLET_APP_STORAGE_DATA": "/app/data"}, Path("/games")),
        "home": ({"FANTAN_HOME": "~/games"}, Path.home() / "games"),
        "relative": ({"FANTAN_HOME": "games"}, Path.cwd() / "games"),
    },
)
def test_data_folder(environment: dict[str, str], expected: Path) -> None:
    assert data_folder(environment) == expected
