"""The message where the game nights cannot be opened."""

from errno import EACCES, EIO, ENOENT, ENOSPC
from pathlib import Path

import pytest

from companion.desk.ports import StoreFailedError, Trouble
from companion.screens.findings import cannot_open
from companion.words import ENGLISH, words_in
from storage import files

PLACE = Path("/nights")
FAILURES = {
    "another window": files.StoreLockedError("x"),
    "full disk": files.WriteFailedError(PLACE, OSError(ENOSPC, "")),
    "no permission": files.ReadFailedError(PLACE, OSError(EACCES, "")),
    "no folder": files.WriteFailedError(PLACE, OSError(ENOENT, "")),
    "broken disk": files.ReadFailedError(PLACE, OSError(EIO, "")),
    "newer version": files.NewerSchemaError("x"),
    "no locks": files.NoLocksError("x"),
    "damage": files.DamagedFileError("x"),
}


def test_each_failure_has_a_reason_of_its_own_and_its_details() -> None:
    views = [cannot_open(failed, ENGLISH) for failed in FAILURES.values()]
    assert [view.details for view in views] == [str(failed) for failed in FAILURES.values()]
    assert len({view.why for view in views}) == len(views)


@pytest.mark.parametrize("trouble", Trouble)
def test_every_trouble_is_said_in_german(trouble: Trouble) -> None:
    failed = StoreFailedError("x")
    failed.trouble = trouble
    english, german = (cannot_open(failed, words_in(language)) for language in ("en", "de"))
    assert german.title != english.title
    assert german.why != english.why
