"""Letters of languages that our typefaces lack."""

import hashlib

import pytest

from companion.ui.looks import NAMES
from companion.words import LANGUAGES, LETTERS
from tests.catalogues import translated_into
from tests.letters import (
    ASSETS,
    MOST_BYTES,
    SOURCES,
    file_of,
    has_letters,
    letters_of,
    name_file,
    wanted,
)


@pytest.mark.parametrize("language", translated_into())
def test_a_device_has_all_letters_of_a_catalogue(language: str) -> None:
    codes = letters_of(language)
    assert has_letters(file_of(language), codes) if language in SOURCES else codes == []


@pytest.mark.parametrize("language", SOURCES)
def test_letters_are_small_and_named_by_their_content(language: str) -> None:
    made = file_of(language).read_bytes()
    assert len(made) <= MOST_BYTES
    assert LETTERS[language] == f"letters/{language}-{hashlib.sha256(made).hexdigest()[:8]}.ttf"


@pytest.mark.parametrize("language", SOURCES)
def test_every_device_has_the_letters_of_the_names_of_languages(language: str) -> None:
    assert has_letters(name_file(language), wanted([LANGUAGES[language]]))
    assert NAMES[f"Name {language}"] == name_file(language).relative_to(ASSETS).as_posix()


def test_missing_letters_are_found() -> None:
    assert wanted(["Ab", "日本"]) == [0x65E5, 0x672C]
    assert not has_letters(name_file("ja"), wanted(["花"]))
