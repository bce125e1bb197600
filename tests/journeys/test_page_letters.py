"""Letters of every other script, fetched from the registry: they are what the client expects."""

import asyncio
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from companion.site.letters import VERSIONS, Letters, list_slices
from storage.paths import cache_folder

LAST_LATIN = 0x2FF
COMBINING = range(0x300, 0x370)
PUNCTUATION = range(0x1E00, 0x2300)
"""Inter has what a text in any script may need of these."""


def read_sets(written: str) -> list[list[int]]:
    """Return the sets of numbers of slices in the client: differences, to the base of 26."""
    found: list[list[int]] = []
    for one in written.split(","):
        numbers: list[int] = []
        before = -1
        for prefix, letter in re.findall(r"(\d*)([a-z])", one):
            before += int(prefix or 0) * 26 + ord(letter) - ord("a") + 1
            numbers.append(before)
        found.append(numbers)
    return found


def expected_letters() -> dict[str, set[int]]:
    """Return the code points for which the client asks for each slice."""
    client = (files("flet_web") / "web/main.dart.js").read_text("utf-8")
    paths = re.findall(r'"Noto [^"\n]+","(noto[a-z0-9]+/[^"\n]+\.woff2)"', client)
    sets, ranges = sorted(
        re.findall(r'"([0-9A-Za-z,]{3000,})"', client), key=lambda text: "," not in text
    )
    named = read_sets(sets)
    found: dict[str, set[int]] = {path: set() for path in paths}
    start = 0
    for size, many, prefix, letter in re.findall(r"(?:(\d*)([a-z]))?(\d*)([A-Z])", ranges):
        end = start + (int(size or 0) * 26 + ord(many) - ord("a") + 2 if many else 1)
        for number in named[int(prefix or 0) * 26 + ord(letter) - ord("A")]:
            found[paths[number]].update(range(start, end))
        start = end
    assert start == 0x110000
    return found


def written_ranges(text: str) -> Iterator[int]:
    for one in text.replace("U+", "").split(","):
        first, _, last = one.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def test_every_package_has_what_the_client_expects_of_its_slices(tmp_path: Path) -> None:
    kept = cache_folder() / "letters"
    missing = asyncio.run(Letters(kept, tmp_path).lay_all())
    slices = list_slices()
    laid = {path for path in slices if (tmp_path / "assets/fonts" / path).is_file()}
    assert bool(missing) is (laid != slices.keys())
    expected = expected_letters()
    for path in laid:
        package = slices[path].package
        folder = kept / f"{package}-{VERSIONS[package]}"
        letters = json.loads((folder / "unicode.json").read_text("utf-8"))
        part = slices[path].part
        if part == "emoji" or path.startswith("notosans/"):
            continue  # all emoji, and Noto Sans, of which Inter has the rest
        key = f"[{part}]" if part.isdecimal() else part
        has = set(written_ranges(letters[key]))
        lacks = {letter for letter in expected[path] - has if letter > LAST_LATIN}
        lacks -= {*COMBINING, *PUNCTUATION}
        assert len(lacks) < len(has) / 8, (path, sorted(map(hex, lacks)))
        assert (tmp_path / "assets/fonts" / path).with_name("LICENSE.txt").is_file()
