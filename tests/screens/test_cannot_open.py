"""The message where the game nights cannot be opened."""

from errno import EACCES, EIO, ENOENT, ENOSPC
from pathlib import Path

import pytest

from companion.desk.ports import StoreFailedError, Trouble
from companion.screens.findings import cannot_open
from companion.words import ENGLISH, words_in
from storage import files

PLACE = Path("/nights")
SAID = {
    "another window": (files.StoreLockedError("x"), "Fan Tan is open already, in another window."),
    "a full disk": (files.WriteFailedError(PLACE, OSError(ENOSPC, "")), "The disk is full."),
    "no permission": (
        files.ReadFailedError(PLACE, OSError(EACCES, "")),
        "may not be read or written",
    ),
    "no folder": (
        files.WriteFailedError(PLACE, OSError(ENOENT, "")),
        "is not there. Bring it back",
    ),
    "a broken disk": (files.ReadFailedError(PLACE, OSError(EIO, "")), "The disk reports an error."),
    "a newer version": (files.NewerSchemaError("x"), "written by a newer version"),
    "no locks": (files.NoLocksError("x"), "Files cannot be locked on this drive"),
    "damage": (files.DamagedFileError("x"), "The stored data cannot be used as it is."),
    "anything else": (StoreFailedError("x"), "The stored data cannot be used as it is."),
}


@pytest.mark.parametrize(("failed", "says"), SAID.values(), ids=SAID)
def test_it_says_why_and_what_can_be_done(failed: StoreFailedError, says: str) -> None:
    view = cannot_open(failed, ENGLISH)
    assert says in view.why
    assert view.details == str(failed)


def test_a_second_time_it_says_that_nothing_has_changed() -> None:
    failed = files.StoreLockedError("x")
    first, second = (cannot_open(failed, ENGLISH, again=again) for again in (False, True))
    assert second.why == f"Nothing has changed. {first.why}"


@pytest.mark.parametrize("trouble", Trouble)
def test_every_trouble_is_said_in_german(trouble: Trouble) -> None:
    failed = StoreFailedError("x")
    failed.trouble = trouble
    english, german = (cannot_open(failed, words_in(language)) for language in ("en", "de"))
    assert german.title != english.title
    assert german.why != english.why
    assert german.kept != english.kept
