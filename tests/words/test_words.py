"""Words in a language, and which language a device asks for."""

from collections.abc import Callable
from functools import partial

import pytest

from companion.core.cards import Rank, card, gather
from companion.core.objections import Objection, Why
from companion.screens.speech import (
    card_name,
    chips_words,
    day_words,
    listed,
    pays,
    rank_index,
    rank_name,
    refusal_words,
    shorts,
)
from companion.screens.worth import worth_of
from companion.words import ENGLISH, Words, best, words_in
from tests.cases import cases
from tests.catalogues import catalogue, forms, messages

GERMAN = words_in("de")


TAGS = {
    **dict.fromkeys(("de", "de-AT", "de_DE.UTF-8", "de_CH@euro", "DE-LU", "pl-PL de-CH en"), "de"),
    **dict.fromkeys(("es", "es-MX en", "ca-ES es"), "es"),
    **dict.fromkeys(("fr_CA.UTF-8", "fr-CH de"), "fr"),
    **dict.fromkeys(("it-CH de", "it_IT@euro"), "it"),
    **dict.fromkeys(("en-GB", "pl-PL nl", "C.UTF-8", "den", ""), "en"),
}


@pytest.mark.parametrize(("tags", "language"), TAGS.items(), ids=TAGS)
def test_the_best_language_for_a_device(tags: str, language: str) -> None:
    assert best(tags.split()) == language


def test_an_empty_tag_asks_for_no_language() -> None:
    assert best([""]) == "en"


def test_words_are_made_once_a_language() -> None:
    assert words_in("de") is GERMAN
    assert words_in("en") is ENGLISH


def test_another_language_is_english() -> None:
    assert (Words("pl").language, Words("pl").say("House rules")) == ("en", "House rules")


READ = ("en", "de", "es", "fr", "it")
"""The languages of the table below, in its order."""


def spanish(written: str, words: Words) -> str:
    """Return the name of a card of a Spanish pack."""
    return card_name(card(written), words.with_cards(spanish=True))


SAID: dict[str, tuple[Callable[[Words], str], str]] = {
    "one chip": (partial(chips_words, 1), "1 chip | 1 Jeton | 1 ficha | 1 jeton | 1 fiche"),
    "no chip": (partial(chips_words, 0), "0 chips | 0 Jetons | 0 fichas | 0 jeton | 0 fiches"),
    "chips": (partial(chips_words, 4), "4 chips | 4 Jetons | 4 fichas | 4 jetons | 4 fiches"),
    "a chip lost": (
        partial(chips_words, -1),
        "−1 chip | −1 Jeton | −1 ficha | −1 jeton | −1 fiche",
    ),
    "a number": (
        partial(card_name, card("7H")),
        "7 of hearts | Herz 7 | 7 de corazones | 7 de cœur | 7 di cuori",
    ),
    "a ten": (
        partial(card_name, card("10C")),
        "10 of clubs | Kreuz 10 | 10 de tréboles | 10 de trèfle | 10 di fiori",
    ),
    "a picture": (
        partial(card_name, card("QS")),
        "queen of spades | Pik Dame | reina de picas | dame de pique | donna di picche",
    ),
    "an ace": (
        partial(card_name, card("AD")),
        "ace of diamonds | Karo Ass | as de diamantes | as de carreau | asso di quadri",
    ),
    "a Spanish card": (
        partial(spanish, "7H"),
        "7 of copas | copas 7 | 7 de copas | 7 de copas | 7 di copas",
    ),
    "a Spanish picture": (
        partial(spanish, "KH"),
        "rey of copas | copas rey | rey de copas | rey de copas | rey di copas",
    ),
    "the signs": (
        lambda words: shorts(gather(map(card, ("AS", "KS", "QS", "JS"))), words),
        "A♠ J♠ Q♠ K♠ | A♠ B♠ D♠ K♠ | A♠ J♠ Q♠ K♠ | A♠ V♠ D♠ R♠ | A♠ J♠ Q♠ K♠",
    ),
    "names": (
        partial(listed, ["Ann", "Ben", "Cem"]),
        "Ann, Ben and Cem | Ann, Ben und Cem | Ann, Ben y Cem | Ann, Ben et Cem | Ann, Ben e Cem",
    ),
    "a text and what it is about": (
        lambda words: words.pair("Ann", words.join(["4", "", "7"])),
        "Ann: 4, 7 | Ann: 4, 7 | Ann: 4, 7 | Ann : 4, 7 | Ann: 4, 7",
    ),
    "a payment": (
        partial(pays, "Ben", "Ann", 4),
        "Ben pays Ann 4 | Ben zahlt Ann 4 | Ben paga 4 a Ann | Ben paie 4 à Ann | Ben paga 4 a Ann",
    ),
    "money": (
        partial(worth_of, "0.05 €", 25),
        "1.25 € | 1,25 € | 1,25 € | 1,25 € | 1,25 €",
    ),
    "a day": (
        partial(day_words, "2026-05-20"),
        "20 May 2026 | 20. Mai 2026 | 20 de mayo de 2026 | 20 mai 2026 | 20 maggio 2026",
    ),
    "a first day": (
        partial(day_words, "2027-03-01"),
        "1 March 2027 | 1. März 2027 | 1 de marzo de 2027 | 1 mars 2027 | 1 marzo 2027",
    ),
    "no day": (partial(day_words, ""), " |  |  |  | "),
}


@cases("say, expected", SAID)
def test_what_is_said_in_each_language(say: Callable[[Words], str], expected: str) -> None:
    said = " | ".join(say(words_in(language)) for language in READ)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == expected


WRITTEN: dict[str, tuple[str, ...]] = {
    "ru": (
        "1 фишка, 3 фишки, 5 фишек и 21 фишка",
        "дама пик",
        "1 марта 2027 г.",  # noqa: RUF001 - a Russian year
        "1,50\N{NO-BREAK SPACE}€",
    ),
    "hi": ("1 चिप, 3 चिप, 5 चिप और 21 चिप", "हुकुम बेगम", "1 मार्च 2027", "1.50\N{NO-BREAK SPACE}€"),
    "ja": (
        "チップ1枚、チップ3枚、チップ5枚とチップ21枚",
        "スペードのクイーン",
        "2027年3月1日",
        "1.50\N{NO-BREAK SPACE}€",
    ),
}


@pytest.mark.parametrize(("language", "expected"), WRITTEN.items(), ids=WRITTEN)
def test_chips_cards_days_and_money_are_written_as_people_do(
    language: str, expected: tuple[str, ...]
) -> None:
    words = words_in(language)
    chips = [chips_words(count, words) for count in (1, 3, 5, 21)]
    queen, day = card_name(card("QS"), words), day_words("2027-03-01", words)
    assert (listed(chips, words), queen, day, worth_of("0.5 €", 3, words)) == expected


def test_signs_between_texts_are_those_of_the_language() -> None:
    assert words_in("fr").pair("Annuler", "7♥") == "Annuler\N{NO-BREAK SPACE}: 7♥"
    assert (
        words_in("ja").pair("取り消す", words_in("ja").join(["花子", "太郎"]))
        == "取り消す\uff1a花子、太郎"
    )


def test_a_refusal_is_a_sentence() -> None:
    refused = Objection(Why.NEIGHBOUR_MISSING, card=card("9H"), other_card=card("8H"))
    expected = "9♥ geht nicht: 8♥ liegt noch nicht auf dem Tisch."
    assert refusal_words(refused, GERMAN, str) == expected
    turn = Objection(Why.OUT_OF_TURN, player="Ann", other="Ben")
    assert refusal_words(turn, GERMAN, str) == "Ben ist dran, nicht Ann."
    assert refusal_words(turn, words_in("ja"), str) == "AnnではなくBenの番です。"
    assert refusal_words(turn, words_in("hi"), str) == "बारी Ben की है, Ann की नहीं।"


def test_cards_are_listed_by_their_german_index() -> None:
    assert shorts(gather([card("JH"), card("QH")]), GERMAN) == "B♥ D♥"


def test_the_german_catalogue_describes_the_signs_that_cards_show() -> None:
    ranks = (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)
    signs = " ".join(rank_index(rank, GERMAN) for rank in ranks)
    names = ", ".join(rank_name(rank, GERMAN) for rank in ranks)
    described = " ".join(catalogue("de").header_comment.replace("#", "").split())
    assert f"Short signs of cards are those of German packs: {signs}; in full {names}." in described


@pytest.mark.parametrize("avoided", ["erfasst", "eingegeben", "\N{MULTIPLICATION SIGN}"])
def test_german_has_one_word_for_entering_and_speaks_of_times_in_words(avoided: str) -> None:
    said = [form for message in messages(catalogue("de")) for form in forms(message)]
    assert [words for words in said if avoided in words.lower()] == []


SENTENCES = {
    "a name from left to right": ("Ольга", "Ольга 2"),
    "a name from right to left": ("محمد", "\u2068محمد\u2069 2"),
    "Hebrew": ("דנה", "\u2068דנה\u2069 2"),
}


@cases("name, says", SENTENCES)
def test_a_name_from_right_to_left_moves_no_figure_beside_it(name: str, says: str) -> None:
    assert ENGLISH.say("{name} {n}", name=name, n=2) == says
    assert ENGLISH.count("{name} {n}", "{name} {n}", 2, name=name) == says


def test_a_list_of_names_keeps_its_order() -> None:
    assert listed(["花子", "محمد", "Ann"], ENGLISH) == "花子, \u2068محمد\u2069 and Ann"
