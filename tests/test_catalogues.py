"""Catalogues: complete, equal to the code, and compiled."""

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from companion.words import CATALOGUES, LANGUAGES, Words, best, is_offered, offered
from tests.cases import cases
from tests.catalogues import (
    bring_up_to_date,
    catalogue,
    compiled,
    forms,
    messages,
    mo_file,
    po_file,
    template,
    texts_in,
    translated_into,
)

each_language = pytest.mark.parametrize("language", translated_into())


def fields(text: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def translations(words: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return each text with its translations."""
    return {_texts(message): forms(message) for message in messages(words)}


def _texts(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def untranslated(words: Catalog, code: Catalog) -> list[object]:
    """Return the texts of the code without a certain translation."""
    known = {message.id: message for message in messages(words)}
    return [
        message.id
        for message in messages(code)
        if message.id not in known or not all(forms(known[message.id])) or known[message.id].fuzzy
    ]


def misfilled(words: Catalog) -> list[object]:
    """Return the texts whose translation has other fields; a singular may omit the number."""
    return [message.id for message in messages(words) if not _fills(message)]


def _fills(message: Message) -> bool:
    if not any(forms(message)):
        return True
    given = _texts(message)
    wanted, spared = fields(given[-1]), {"n"} & (fields(given[-1]) - fields(given[0]))
    *first, last = map(fields, forms(message))
    return last == wanted and all(wanted - spared <= message <= wanted for message in first)


def test_every_text_of_the_code_is_translated_into_german() -> None:
    assert untranslated(catalogue("de"), template()) == []


@each_language
def test_a_language_is_offered_once_its_catalogue_is_complete(language: str) -> None:
    lacks = untranslated(catalogue(language), template())
    assert is_offered(language) is (lacks == []), f"{len(lacks)} texts lack"
    assert (language in offered()) is is_offered(language)


def test_an_incomplete_catalogue_says_the_rest_in_english_and_is_no_best_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.catalogues.CATALOGUES", tmp_path)
    monkeypatch.setattr("companion.words.CATALOGUES", tmp_path)
    is_offered.cache_clear()
    try:
        bring_up_to_date("es")
        begun = catalogue("es")
        begun["Undo"].string = "Deshacer"
        mo_file("es").write_bytes(compiled(begun))
        words = Words("es")
        assert (words.say("Undo"), words.say("Redo")) == ("Deshacer", "Redo")
        assert words.count("{n} chip", "{n} chips", 2) == "2 chips"
        assert best(["es-MX", "en"]) == "en"
        assert "es" not in offered()
    finally:
        is_offered.cache_clear()


@each_language
def test_no_text_is_translated_that_the_code_no_longer_has(language: str) -> None:
    words = catalogue(language)
    assert set(translations(words)) - set(translations(template())) == set()
    assert not words.obsolete


@each_language
def test_translations_have_the_fields_of_the_text(language: str) -> None:
    assert misfilled(catalogue(language)) == []


@each_language
def test_plurals_have_all_their_forms(language: str) -> None:
    words = catalogue(language)
    plural = [message for message in messages(words) if message.pluralizable]
    assert [message.id for message in plural if len(forms(message)) != words.num_plurals] == []


@each_language
def test_no_translation_stands_twice(language: str) -> None:
    said = [text for message in messages(catalogue(language)) for text in forms(message)]
    halves = [(text[: len(text) // 2], text[len(text) // 2 :]) for text in said]
    assert [first for first, second in halves if first and first == second] == []


ENGLISH_ALONE = re.compile(
    r"\b(and|cards?|chips?|dealer|from|of|player|round|seat|that|the|turn|with|you|your)\b",
    re.IGNORECASE,
)
"""Words of the English texts that none of the other languages has."""


@each_language
def test_no_english_is_left(language: str) -> None:
    said = [text for message in messages(catalogue(language)) for text in forms(message)]
    bare = [re.sub(r"\{\w+\}", "", text) for text in said]
    assert [text for text in bare if ENGLISH_ALONE.search(text)] == []


NBSP = "\N{NO-BREAK SPACE}"
UNTYPICAL = {
    "de": r"[«»”]| [;:?!]",
    "es": r"[“”„]|^[^¿]*\?|^[^¡]*!| [;:?!»]|« ",
    "fr": rf"(?<!{NBSP})([;?!»]|:(?!\w))|«(?!{NBSP})|[“”„]",
    "it": r"[“”„]| [;:?!»]|« ",
    "ru": r"[“”„]| [;:?!»]|« ",
    "hi": r"[«»„]| [;:?!।]|\.$",
    "ja": r"[“”«»„]|[、。] |\.$",
}
"""Quotation marks and spaces that the language does not have."""


@pytest.mark.parametrize("language", UNTYPICAL)
def test_marks_are_those_of_the_language(language: str) -> None:
    said = [text for message in messages(catalogue(language)) for text in forms(message)]
    strange = re.compile(rf"[\"']|\.\.\.|  | $|^ |{UNTYPICAL[language]}")
    assert [text for text in said if strange.search(text)] == []


@each_language
def test_what_the_app_reads_is_the_catalogue(language: str) -> None:
    with mo_file(language).open("rb") as file:
        read = translations(read_mo(file))
    said = {text: forms for text, forms in translations(catalogue(language)).items() if all(forms)}
    assert {text: read[text] for text in said} == said
    english = {text: forms for text, forms in read.items() if text not in said}
    assert all(set(forms) <= set(text) for text, forms in english.items())


@each_language
def test_the_app_speaks_the_language(language: str) -> None:
    words = Words(language)
    assert words.language == language
    assert words.say("House rules") == (
        forms(catalogue(language)["House rules"])[0] or "House rules"
    )


def test_every_catalogue_is_of_a_language_that_has_a_name() -> None:
    assert {folder.name for folder in CATALOGUES.iterdir()} == set(translated_into())
    assert set(translated_into()) < set(LANGUAGES)


# --- The checks themselves ---


def sample(translation: str | tuple[str, str], **given: object) -> Catalog:
    words = Catalog(locale="de")
    many = isinstance(translation, tuple)
    text: str | tuple[str, str] = ("{n} of {name}", "{n} by {name}") if many else "{n} of {name}"
    words.add(text, translation, flags=["fuzzy"] if given.get("fuzzy") else [])
    return words


@cases(
    "words, missing",
    {
        "not there": (Catalog(locale="de"), ["{n} of {name}"]),
        "empty": (sample(""), ["{n} of {name}"]),
        "fuzzy": (sample("{n} von {name}", fuzzy=True), ["{n} of {name}"]),
        "translated": (sample("{n} von {name}"), []),
    },
)
def test_what_is_not_translated_is_found(words: Catalog, missing: list[str]) -> None:
    assert untranslated(words, sample("")) == missing


@cases(
    "translation, wrong",
    {
        "the same": ("{n} von {name}", False),
        "one is missing": ("von {name}", True),
        "another one": ("{n} von {Name}", True),
        "both forms": (("{n} von {name}", "{n} durch {name}"), False),
        "the plural lacks one": (("{n} von {name}", "{n} durch"), True),
    },
)
def test_other_fields_are_found(translation: str | tuple[str, str], *, wrong: bool) -> None:
    assert bool(misfilled(sample(translation))) is wrong


def test_texts_are_found_wherever_they_are_said() -> None:
    source = """
words.say("plain", name=1); say("alone"); phrase("as data"); link.words.say("a " "b")
words.count("{n} card", "{n} cards", 3); shown = f"{words.say('within')} · {n}"
words.say(known); text.count("x"); words.say(f"{n} built"); other("no text")
"""
    found = [text for _, text in texts_in(source)]
    plural = ("{n} card", "{n} cards")
    assert found == ["plain", "alone", "as data", "a b", plural, "within"]


def test_an_update_keeps_translations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = po_file("de").read_bytes()
    monkeypatch.setattr("tests.catalogues.CATALOGUES", tmp_path)
    missing = [message.id for message in bring_up_to_date("de")]
    assert missing == [message.id for message in messages(template())]
    po_file("de").write_bytes(kept)
    assert bring_up_to_date("de") == []
    assert po_file("de").read_bytes() == kept
    assert mo_file("de").read_bytes() == compiled(catalogue("de"))


def test_a_catalogue_does_not_depend_on_the_version_of_babel(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = po_file("de").read_bytes(), mo_file("de").read_bytes()
    monkeypatch.setattr("tests.catalogues.CATALOGUES", tmp_path)
    monkeypatch.setattr("babel.messages.catalog.VERSION", "99.0")
    po_file("de").parent.mkdir(parents=True)
    po_file("de").write_bytes(kept[0])
    bring_up_to_date("de")
    assert (po_file("de").read_bytes(), mo_file("de").read_bytes()) == kept
