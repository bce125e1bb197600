"""Who left a running series, joined it or came back to it, and with how many points (R17)."""

from __future__ import annotations

from companion.core.books.points import points
from companion.core.series import Series
from companion.views.speech import points_words
from companion.words import Words


def seating_words(series: Series, handle: str, words: Words) -> str:
    """`left`, `joined in round 3 with 24 points`, `came back in round 5`; empty for whoever sat at
    the table from the first round on.
    """
    number = _joined_in(series, handle)
    if not number:
        return words.say("left")
    if number == 1:
        return ""
    earlier = (round_.setup.players for round_ in series.rounds[: number - 1])
    back = any(handle in players for players in earlier)
    begun = began_with(series, handle, number, words)
    if begun and back:
        return words.say("came back in round {number} with {points}", number=number, points=begun)
    if begun:
        return words.say("joined in round {number} with {points}", number=number, points=begun)
    if back:
        return words.say("came back in round {number}", number=number)
    return words.say("joined in round {number}", number=number)


def _joined_in(series: Series, handle: str) -> int:
    """The first of the rounds, counted from 1, that the player has sat through without a break
    until now; 0 for whoever left.
    """
    number = len(series.rounds)
    while number and handle in series.rounds[number - 1].setup.players:
        number -= 1
    return 0 if number == len(series.rounds) else number + 1


def joined_for(series: Series, number: int) -> tuple[str, ...]:
    """Who sits down for round `number` of a running series, by handle."""
    if number == 1:
        return ()
    before, now = (series.rounds[place].setup.players for place in (number - 2, number - 1))
    return tuple(handle for handle in now if handle not in before)


def beginnings(series: Series, number: int, words: Words) -> tuple[str, ...]:
    """`Zoe begins with 24 points`, for each who sits down for round `number` of a running series;
    nothing where no points count.
    """
    begun = (
        (handle, began_with(series, handle, number, words)) for handle in joined_for(series, number)
    )
    return tuple(
        words.say("{name} begins with {points}", name=series.name_of(handle), points=with_)
        for handle, with_ in begun
        if with_
    )


def left_after(series: Series, number: int) -> tuple[str, ...]:
    """Who sat in round `number` and not in the next one, by handle."""
    if number == len(series.rounds):
        return ()
    now, then = (series.rounds[place].setup.players for place in (number - 1, number))
    return tuple(handle for handle in now if handle not in then)


def changes(series: Series, words: Words) -> tuple[str, ...]:
    """`Round 3: Zoe begins with 24 points, Ben left`, for each round that people joined or that
    somebody who was there before is not in.
    """
    told: list[str] = []
    for number in range(2, len(series.rounds) + 1):
        said = [*beginnings(series, number, words)]
        said += [
            words.say("{name} left", name=series.name_of(handle))
            for handle in left_after(series, number - 1)
        ]
        if said:
            told.append(f"{words.say('Round {number}', number=number)}: {', '.join(said)}")
    return tuple(told)


def moved_words(series: Series, number: int, handle: str, words: Words) -> str:
    """Whether somebody in round `number` joined for it, and left after it."""
    begun = (
        began_with(series, handle, number, words) if handle in joined_for(series, number) else ""
    )
    said = (
        words.say("begins with {points}", points=begun) if begun else "",
        words.say("left after this round") if handle in left_after(series, number) else "",
    )
    return ", ".join(filter(None, said))


def began_with(series: Series, handle: str, number: int, words: Words) -> str:
    """What somebody began with who joined for round `number`; empty where no points count."""
    round_ = series.rounds[number - 1]
    if not round_.setup.rules.count_points:
        return ""
    counted = points(round_)[round_.setup.players.index(handle)] or 0
    return points_words(series.standings[number - 1].points[handle] - counted, words)
