"""The answers to a question of the rules, made from the declarations of the options."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.cards import Card, Rank, Suit, at, spread
from companion.core.errors import RulesError
from companion.core.house_rules.rules import Rules, changed, spoken
from companion.core.house_rules.values import Option
from companion.core.rounds.layout import growth
from companion.views.speech import rank_index, rank_name, short, suit_name
from companion.words import Words


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer to a question of the rules: `name` for the identifier, the words on it, what is
    said aloud where that differs, and the rules that follow from it.
    """

    name: str
    words: str
    chosen: bool
    rules: Rules
    says: str = ""


def rails(option: Option, rules: Rules, words: Words) -> tuple[tuple[AnswerView, ...], ...]:
    """Rows of answers, one of each chosen."""
    if not option.codec.choices:
        return _openings(option, rules, words)
    now = spoken(rules, option.name)
    return (
        tuple(
            AnswerView(
                answer.replace("/", "-"),
                answer_words(option, answer, words),
                answer == now,
                after(rules, option.name, answer),
            )
            for answer in option.codec.choices
        ),
    )


def _openings(option: Option, rules: Rules, words: Words) -> tuple[tuple[AnswerView, ...], ...]:
    """Left of the dealer, or a card: one of four where one rank opens, else rank and suit."""
    grows = growth(rules.aces, rules.starter, rules.high_first)
    ranks = sorted({card.rank for card in spread(grows.openers(grows.starter))})
    left = AnswerView(
        "left",
        answer_words(option, "left", words),
        rules.opening is None,
        after(rules, option.name, "left"),
    )
    if len(ranks) == 1:
        cards = (at(suit, ranks[0]) for suit in Suit)
        return ((left, *(_led_by(rules, card, card.text, short(card, words)) for card in cards)),)
    now = rules.opening or at(Suit.DIAMONDS, Rank.SEVEN if Rank.SEVEN in ranks else ranks[0])
    named = replace(
        _led_by(rules, now, "card", answer_words(option, "card", words)), chosen=not left.chosen
    )
    if left.chosen:
        return ((left, named),)
    by_rank = (
        _led_by(
            rules, at(now.suit, rank), rank.text, rank_index(rank, words), rank_name(rank, words)
        )
        for rank in ranks
    )
    by_suit = (
        _led_by(rules, at(suit, now.rank), suit.letter, suit.symbol, suit_name(suit, words))
        for suit in Suit
    )
    return ((left, named), tuple(by_rank), tuple(by_suit))


def _led_by(rules: Rules, card: Card, name: str, shown: str, says: str = "") -> AnswerView:
    """The answer that this card leads the round."""
    return AnswerView(name, shown, card == rules.opening, after(rules, "opening", card.text), says)


def after(rules: Rules, option: str, answer: str) -> Rules:
    """The rules with an option changed; a card that then could never open gives up the lead."""
    try:
        return changed(rules, {option: answer})
    except RulesError:
        return changed(rules, {option: answer, "opening": "left"})


def answer_words(option: Option, answer: str, words: Words) -> str:
    """Return an answer, given in the words of the sheet, as people say it."""
    phrase = option.codec.phrases.get(answer)
    return words.say(phrase) if phrase else answer
