"""The end of an evening in words: its stories."""

from companion.core.anecdotes import Anecdote, Kind, anecdotes
from companion.core.series import Series
from companion.screens import blocks as b
from companion.screens.speech import chips_words, short
from companion.words import Words


def stories(series: Series, words: Words) -> tuple[str, ...]:
    """Return the stories of the last evening of a series, as sentences."""
    return tuple(_tell(story, series, words) for story in anecdotes(series))


def stories_panel(series: Series, words: Words) -> tuple[b.Panel, ...]:
    """Return the stories of an evening that is over, if it has any."""
    sentences = stories(series, words)
    if not sentences:
        return ()
    lines = (b.Text(says, f"story-{place}") for place, says in enumerate(sentences, 1))
    return (b.Panel((*lines,), words.say("What a night"), key="stories"),)


def _tell(story: Anecdote, series: Series, words: Words) -> str:
    name = series.name_of(story.handle)
    number = story.number
    match story.kind:
        case Kind.COMEBACK:
            return words.say(
                "{name} was last after round {number} and ended up first.",
                name=name,
                number=number,
            )
        case Kind.FINE:
            return words.say(
                "{name}’s false pass in round {number} cost {chips}.",
                name=name,
                number=number,
                chips=chips_words(story.count, words),
            )
        case Kind.PASSES:
            return words.say(
                "{name} passed {n} times in a row in round {number}.",
                name=name,
                n=story.count,
                number=number,
            )
        case Kind.WAIT:
            assert story.card
            return words.say(
                "The table waited {n} turns for {name}’s {card} in round {number}.",
                name=name,
                card=short(story.card, words),
                n=story.count,
                number=number,
            )
        case Kind.CLOSEST:
            return words.say(
                "Round {number} was the closest: {cards} left when {name} went out.",
                name=name,
                number=number,
                cards=words.count("{n} card", "{n} cards", story.count),
            )
