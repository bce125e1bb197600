"""The explanation of the game by the rules in force: play, keeping score, judging a pass.

Every sentence follows from the options, so that the text agrees with the app.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from companion.core.cards import Rank
from companion.core.judge import Verdict
from companion.core.objections import phrase
from companion.core.presets import SavedRules
from companion.core.rounds.setup import FEWEST_PLAYERS, MOST_PLAYERS
from companion.core.rules import OPTIONS, Aces, AnyStarter, FinePer, FineTo, Points, Rules, Topic
from companion.views import blocks as b
from companion.views.setting_up.house_rules import presets, source_names
from companion.views.speech import card_name, chips_words, points_words, rank_name
from companion.words import Words

DECIDING: Final = {
    Verdict.LEGAL: (
        2,
        phrase("A turn is one card, if you can play one, and a pass if you cannot."),
    ),
    Verdict.ILLEGAL: (
        4,
        phrase("A player who can play a card must not pass. Passing anyway is a false pass."),
    ),
    Verdict.OPEN: (
        7,
        phrase(
            "A pass is legal when its player cannot have held such a card, and open as long as"
            " nobody knows."
        ),
    ),
}
"""The rule that decides each verdict, with the number of its chapter, counted from 1."""


def chapter(rules: Rules, number: int, words: Words) -> b.Document:
    """Build the screen that explains the game by these rules and begins at a chapter."""
    chapters = list(explanation(rules, words))
    place = min(number, len(chapters)) - 1
    chapters[place] = replace(chapters[place], beside=words.say("this rule decides"))
    return b.Document(words.say("How to play"), (tuple(chapters),), begins_at=chapters[place].id)


def how_to_play(rules: Rules, saved: SavedRules, words: Words) -> b.Document:
    """Build the screen that explains the game by the usual rules."""
    say, chapters, usual = words.say, explanation(rules, words), presets(rules, words, saved)
    half = (len(chapters) + 1) // 2
    change = b.Action("change-usual", say("Other house rules"), b.Go("usual"), icon=b.Icon.UNFOLD)
    named = b.Panel(
        (*usual.texts, b.Actions((change,))), say("By the rules: {name}", name=usual.title)
    )
    return b.Document(say("How to play"), (chapters[:half], (*chapters[half:], named)))


def explanation(rules: Rules, words: Words) -> tuple[b.Panel, ...]:
    """Return the explanation of the game by the given rules, a panel for each chapter."""
    say = words.say
    end = {Topic.FINISH, Topic.POINTS}
    parts: tuple[tuple[str, str, Iterator[str], Collection[Topic]], ...] = (
        ("game", say("The game"), _game(rules, words), ()),
        ("turn", say("A turn"), _turn(rules, words), {Topic.TURN}),
        ("chips", say("Chips"), _chips(rules, words), {Topic.CHIPS}),
        ("false-pass", say("A false pass"), _false_pass(rules, words), {Topic.FALSE_PASS}),
        ("end", say("The end of a round, and of a series"), _end(rules, words), end),
        ("scores", say("Keeping score with this"), _scores(words), ()),
        ("judged", say("How a pass is judged"), _judged(words), ()),
    )
    return tuple(
        b.Panel((*map(b.Text, sentences), *_source(topics, words)), title, id=f"told-{name}")
        for name, title, sentences, topics in parts
    )


def _source(topics: Collection[Topic], words: Words) -> tuple[b.Text, ...]:
    marks = " ".join(option.source for option in OPTIONS if option.topic in topics)
    if not marks:
        return ()
    source = words.say("Source: {source}", source=source_names(marks, words))
    return (b.Text(source, style=b.Style.SMALL),)


def _game(rules: Rules, words: Words) -> Iterator[str]:
    yield words.say(
        "Fan Tan has many names: Sevens, Parliament, Card Dominoes, Laying Out Sevens,"
        " Kartendomino, Stops, Badam Satti."
    )
    yield words.say(
        "{fewest} to {most} can play; it is best with four to six. With two, hands are no secret.",
        fewest=FEWEST_PLAYERS,
        most=MOST_PLAYERS,
    )
    yield words.say(
        "The whole pack of {n} cards is dealt one at a time, from the dealer’s left. Some may hold"
        " one card more than others. After each round the deal passes to the left.",
        n=rules.pack.size,
    )
    yield words.say("The first player with no cards left wins the round.")


def _turn(rules: Rules, words: Words) -> Iterator[str]:
    if rules.opening:
        yield words.say(
            "Whoever holds the {card} leads the round with it; then it goes clockwise.",
            card=card_name(rules.opening, words),
        )
    else:
        yield words.say("The player at the dealer’s left begins; then it goes clockwise.")
    yield words.say(DECIDING[Verdict.LEGAL][1])
    yield _starter(rules, words)
    yield words.say(
        "An open suit goes on with the next card above its highest or the next below its lowest."
    )
    if rules.high_first:
        yield words.say("In each suit the card above the first one goes before the one below it.")
    if rules.aces is Aces.LOW:
        yield words.say("Aces are low: each suit runs from the ace up to the king.")
    else:
        lowest = rank_name(rules.pack.ranks[1], words)
        yield words.say("Aces are high: each suit runs from the {rank} up to the ace.", rank=lowest)


def _starter(rules: Rules, words: Words) -> str:
    if isinstance(rules.starter, Rank):
        return words.say("Each suit is opened by its {rank}.", rank=rank_name(rules.starter, words))
    if rules.starter is AnyStarter.FIVE_OR_NINE:
        return words.say(
            "The first card of the round is a five or a nine, and that rank opens the other suits."
        )
    return words.say("The first card may be any, and its rank opens the other suits.")


def _chips(rules: Rules, words: Words) -> Iterator[str]:
    if rules.ante:
        ante = chips_words(rules.ante, words)
        yield words.say("Before the deal each player pays {chips} to the pot.", chips=ante)
    if rules.short_ante:
        short = chips_words(rules.short_ante, words)
        yield words.say("Whoever is dealt fewer cards than others pays {chips} more.", chips=short)
    if rules.pass_fee:
        fee = chips_words(rules.pass_fee, words)
        yield words.say("A pass costs {chips}, to the pot.", chips=fee)
    yield words.say("The winner of the round takes what is in the pot.")
    if rules.card_fee:
        fee = chips_words(rules.card_fee, words)
        yield words.say("Each of the others pays the winner {chips} for a card left.", chips=fee)


def _false_pass(rules: Rules, words: Words) -> Iterator[str]:
    yield words.say(DECIDING[Verdict.ILLEGAL][1])
    if rules.false_pass_fine and rules.false_pass_to is FineTo.POT:
        fine = chips_words(rules.false_pass_fine, words)
        yield words.say(
            "It costs {chips} more, to the pot; once the round is over, to its winner.", chips=fine
        )
    elif rules.false_pass_fine:
        fine = chips_words(rules.false_pass_fine, words)
        yield words.say("It costs {chips} more, to the winner of the round.", chips=fine)
    if rules.seven_fine:
        yield words.say(
            "If a card that opens a suit was held back, it costs {chips} to the "
            "holder of the card below it and the same to the holder of the card "
            "above it.",
            chips=chips_words(rules.seven_fine, words),
        )
        if rules.seven_fine_per is FinePer.PASS:
            yield words.say("That is paid once per pass, however many were held back.")
        else:
            yield words.say("That is paid for each one that was held back.")
    if not (rules.false_pass_fine or rules.seven_fine):
        yield words.say("By these rules it costs nothing more.")
    yield words.say("The table may let a fine go, and charge it again.")


def _end(rules: Rules, words: Words) -> Iterator[str]:
    if rules.play_on:
        yield words.say(
            "When somebody is out the others play on for second place, third, and so on: after"
            " each the cards left are paid, and a new pot begins."
        )
    else:
        yield words.say("The round is over when somebody is out.")
    yield {
        Points.CARD: words.say("Each card left counts one point."),
        Points.PIPS: words.say(
            "Cards left count points: an ace 1, pictures 10, the others their number."
        ),
        Points.RANK: words.say("Cards left count points: from 1 for an ace to 13 for a king."),
        Points.NONE: words.say("These rules count no points."),
    }[rules.points]
    if rules.count_points and rules.target:
        yield words.say(
            "The series ends with the round in which a total reaches {points}; the lowest total"
            " wins. If two share it, it goes on.",
            points=points_words(rules.target, words),
        )
    if rules.rounds:
        yield words.count(
            "The series ends after {n} round.", "The series ends after {n} rounds.", rules.rounds
        )


def _scores(words: Words) -> Iterator[str]:
    yield words.say("Lay the card on the table, and tap the same card here: that is the turn.")
    yield words.say("The dashed cards are those that can be played, whoever holds them.")
    yield words.say("A player who cannot play says so: tap Pass.")
    yield words.say(
        "Whose turn it is, antes, fees, fines, the pot, cards left and points follow by themselves."
    )
    yield words.say("Undo takes the last tap back, whatever it was.")


def _judged(words: Words) -> Iterator[str]:
    yield words.say(
        "Cards are never drawn, so a card that somebody lays later was in their hand all along."
    )
    yield words.say(
        "A pass is illegal when its player is known to have held a card that could "
        "be played, or when the others cannot have held all of those cards."
    )
    yield words.say(DECIDING[Verdict.OPEN][1])
    yield words.say(
        "Other passes prove nothing: they may be false themselves. Show the cards "
        "left after the round, and open passes are decided."
    )
