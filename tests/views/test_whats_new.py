"""The news of this version, for users of an older one."""

import tomllib

import pytest
from packaging.version import Version

from companion.views.home import NEW, VERSION, whats_new
from companion.words import ENGLISH, LANGUAGES, words_in
from tests.places import ROOT

THREE = {"0.9.0": "Fans.", "0.10.0": "Chips.", "1.0.0": "Cards."}
SEEN = {
    "the version before": ("0.10.0", "Cards."),
    "two versions before": ("0.9.0", "Chips. Cards."),
    "one between them": ("0.9.5", "Chips. Cards."),
    "one of before these words": ("", "Fans. Chips. Cards."),
    "what is no version": ("soon", "Fans. Chips. Cards."),
    "this version": ("1.0.0", ""),
    "one on the way to it": ("1.0.0.dev0", "Cards."),
    "one on the way to the next": ("1.0.1.dev0", ""),
    "a newer one": ("1.1.0", ""),
}


@pytest.mark.parametrize(("seen", "expected"), SEEN.values(), ids=SEEN)
def test_what_came_since_the_version_that_was_seen(seen: str, expected: str) -> None:
    assert whats_new(seen, ENGLISH, THREE) == expected


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION


def test_the_version_that_people_get_has_its_words() -> None:
    version, latest = Version(VERSION), Version(next(reversed(NEW)))
    assert latest == version or (version.is_devrelease and latest < version)


def test_versions_stand_in_their_order() -> None:
    assert [*map(Version, NEW)] == sorted(map(Version, NEW))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_new_is_said_in_a_few_words(language: str) -> None:
    words = words_in(language)
    assert [told for told in NEW.values() if not 0 < len(words.say(told)) <= 160] == []
