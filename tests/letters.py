"""Letters of languages that our typefaces lack: subsets of Noto, made from the catalogues.

`python -m tests.catalogues` makes them where a catalogue has letters that its subset lacks. Each is
a file of its own, which a device fetches once it speaks the language. The names of the languages
themselves are in small files that every device has, for people choose their language by them.
"""

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from companion.words import LANGUAGES, LETTERS, LETTERS_LIST
from tests.catalogues import catalogue, forms, messages

ASSETS = Path(__file__).parents[1] / "assets"
FONTS = ASSETS / "fonts"
SOURCES = {
    "hi": ("@expo-google-fonts/noto-sans-devanagari@0.4.1", "NotoSansDevanagari_500Medium.ttf"),
    "ja": ("@expo-google-fonts/noto-sans-jp@0.4.3", "NotoSansJP_500Medium.ttf"),
}
"""The package of npm with the whole typeface of a language, and its file in it."""
MOST_BYTES = 200_000


@cache
def covered() -> frozenset[int]:
    """Return the code points of the typefaces that every device has."""
    files = (FONTS / "Inter-Regular.ttf", FONTS / "Suits.ttf")
    return frozenset().union(*map(_codes_in, files))


def _codes_in(file: Path) -> frozenset[int]:
    return frozenset(TTFont(file).getBestCmap() or ())


def wanted(texts: Iterable[str]) -> list[int]:
    """Return the code points of texts that our typefaces lack, in order."""
    return sorted({ord(letter) for text in texts for letter in text} - covered())


def letters_of(language: str) -> list[int]:
    """Return the code points that a catalogue and the name of its language need."""
    said = (text for message in messages(catalogue(language)) for text in forms(message))
    return wanted((*said, LANGUAGES[language]))


def has_letters(file: Path, codes: Iterable[int]) -> bool:
    """Return whether the file is there and has these letters."""
    return file.exists() and _codes_in(file).issuperset(codes)


def file_of(language: str) -> Path:
    """Return the path of the letters of a language."""
    return ASSETS / LETTERS.get(language, "none")


def name_file(language: str) -> Path:
    """Return the path of the letters of a language's own name."""
    return FONTS / f"Noto-{language}.ttf"


def bring_up_to_date() -> None:
    """Make the letters that are missing, and list them."""
    listed = dict(LETTERS)
    for language in SOURCES:
        codes = letters_of(language)
        if not has_letters(file_of(language), codes):
            listed[language] = _make(language, codes)
        if not has_letters(name_file(language), name := wanted([LANGUAGES[language]])):
            name_file(language).write_bytes(_subset(language, name, f"Name {language}"))
    written = json.dumps(listed, indent=2, sort_keys=True) + "\n"
    LETTERS_LIST.write_text(written, encoding="utf-8", newline="\n")


def _make(language: str, codes: list[int]) -> str:
    """Write the letters under a name that no other letters have; return the path in the assets."""
    made = _subset(language, codes, f"Letters {language}")
    if len(made) > MOST_BYTES:
        raise ValueError(f"the letters of {language} take {len(made)} bytes")
    folder = ASSETS / "letters"
    folder.mkdir(exist_ok=True)
    for former in folder.glob(f"{language}-*.ttf"):
        former.unlink()
    name = f"{language}-{hashlib.sha256(made).hexdigest()[:8]}.ttf"
    (folder / name).write_bytes(made)
    return f"letters/{name}"


def _subset(language: str, codes: list[int], family: str) -> bytes:
    font = TTFont(_whole(language), recalcTimestamp=False)
    # Devanagari is joined by its features; those of Japanese are other shapes of each letter.
    features = ["*"] if language == "hi" else []
    options = subset.Options(layout_features=features, glyph_names=False, hinting=False)
    options.notdef_outline = True
    tool = subset.Subsetter(options)
    tool.populate(unicodes=codes)
    tool.subset(font)
    names = font["name"]
    for name_id, text in {1: family, 4: family, 6: family.replace(" ", "-")}.items():
        names.removeNames(nameID=name_id)
        names.setName(text, name_id, 3, 1, 0x409)
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "letters.ttf"
        font.save(file)
        return file.read_bytes()


@cache
def _whole(language: str) -> Path:
    """Return the whole typeface, which npm fetches."""
    package, file = SOURCES[language]
    scratch = Path(tempfile.mkdtemp())
    npm = shutil.which("npm") or "npm"
    subprocess.run([npm, "pack", package], cwd=scratch, check=True, capture_output=True)  # noqa: S603
    (archive,) = scratch.glob("*.tgz")
    with tarfile.open(archive) as packed:
        packed.extractall(scratch, filter="data")
    return next(scratch.rglob(file))
