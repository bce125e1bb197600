"""Cards, chips, players and refusals in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from companion.core.cards import Card, Cards, Rank, Suit, number_on, spread
from companion.core.names import Colours, seen_length, uncased, with_colours, with_people
from companion.core.objections import Objection, Why, phrase
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Account
from companion.core.series import Series
from companion.desk.archive import Catalogue
from companion.desk.ports import Trouble
from companion.desk.table import Snapshot
from companion.screens.short_names import marks, short_names
from companion.words import LANGUAGES, Words, number_words, words_in

MONTHS = (
    phrase("January"),
    phrase("February"),
    phrase("March"),
    phrase("April"),
    phrase("May"),
    phrase("June"),
    phrase("July"),
    phrase("August"),
    phrase("September"),
    phrase("October"),
    phrase("November"),
    phrase("December"),
)


def rank_index(rank: Rank, words: Words) -> str:
    """Return the index on a card of a rank, e.g. `10` or `Q`; on a Spanish card a number."""
    if words.spanish:
        return str(number_on(rank, spanish=True))
    pictures = {
        Rank.ACE: words.say("A"),
        Rank.JACK: words.say("J"),
        Rank.QUEEN: words.say("Q"),
        Rank.KING: words.say("K"),
    }
    return pictures.get(rank, rank.text)


def short(card: Card, words: Words) -> str:
    """Return a card in short, e.g. `10♥`."""
    return f"{rank_index(card.rank, words)}{card.suit.symbol}"


def shorts(cards: Cards, words: Words) -> str:
    """Return cards in short by suit, spades first, then from ace to king."""
    by_suit = sorted(spread(cards), key=lambda card: -card.suit)
    return " ".join(short(card, words) for card in by_suit)


def suit_name(suit: Suit, words: Words) -> str:
    """Return the name of a suit, e.g. `hearts`."""
    if words.spanish:
        return ("bastos", "oros", "copas", "espadas")[suit]
    names = (words.say("clubs"), words.say("diamonds"), words.say("hearts"), words.say("spades"))
    return names[suit]


def rank_name(rank: Rank, words: Words) -> str:
    """Return the name of a rank, e.g. `queen`."""
    pictures = {
        Rank.ACE: words.say("ace"),
        Rank.JACK: words.say("jack"),
        Rank.QUEEN: words.say("queen"),
        Rank.KING: words.say("king"),
    }
    if words.spanish:
        pictures |= {Rank.JACK: "sota", Rank.QUEEN: "caballo", Rank.KING: "rey"}
    return pictures.get(rank, rank.text)


def card_name(card: Card, words: Words) -> str:
    """Return the name of a card, e.g. `7 of hearts`."""
    rank = rank_name(card.rank, words)
    suit = suit_name(card.suit, words)
    return words.say("{rank} of {suit}", rank=rank, suit=suit)


def signed(chips: int) -> str:
    """Return a balance with a sign, e.g. `+6`, `−3` or `0`."""
    return number_words(chips, signed=True) if chips else "0"


def owes(payer: str, payee: str, chips: int, words: Words) -> str:
    """Return a debt in words, e.g. `Ben still owes Ann 4`."""
    fields = {"payer": payer, "payee": payee, "chips": chips}
    return words.say("{payer} still owes {payee} {chips}", **fields)


def false_pass(name: str, turn: int, words: Words) -> str:
    """Return that a pass was false in words, e.g. `Ben’s pass at turn 3 was false`."""
    return words.say("{name}’s pass at turn {turn} was false", name=name, turn=turn)


def pays(payer: str, payee: str, chips: int, words: Words) -> str:
    """Return a payment in words, e.g. `Ben pays Ann 4`."""
    return words.say("{payer} pays {payee} {chips}", payer=payer, payee=payee, chips=chips)


def chips_words(chips: int, words: Words) -> str:
    """Return a number of chips, e.g. `4 chips`."""
    return words.count("{n} chip", "{n} chips", chips)


def points_words(points: int, words: Words) -> str:
    """Return a number of points, e.g. `24 points`."""
    return words.count("{n} point", "{n} points", points)


def listed(parts: Sequence[str], words: Words) -> str:
    """Return a list in words, e.g. `A, B and C`."""
    if len(parts) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(parts)
    *many, last = parts
    return words.say("{many} and {last}", many=words.join(many), last=last)


def join_facts(*facts: str) -> str:
    """Return the facts that are not empty with dots between them, e.g. `2 rounds · over`."""
    return " · ".join(filter(None, facts))


def day_words(written: str, words: Words) -> str:
    """Return a date such as `2026-11-20` as `20 November 2026`, any other text unchanged."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    month = words.say(MONTHS[day.month - 1])
    return words.say("{day} {month} {year}", day=day.day, month=month, year=day.year)


def called(name: str, day: str, words: Words) -> str:
    """Return the name of a series, or else its date in the language of the device."""
    return name or day_words(day, words) or words.say("Fan Tan")


@cache
def _pot_names() -> frozenset[str]:
    """Return what the pot is called in each language of the app."""
    return frozenset(uncased(words_in(language).say("Pot")) for language in LANGUAGES)


def pot_named(names: Iterable[str], words: Words) -> str:
    """Return why players cannot have these names, if one of them is that of the pot."""
    taken = next((name for name in names if uncased(name) in _pot_names()), "")
    return refusal_words(Objection(Why.NAME_TAKEN, taken), words) if taken else ""


def short_day(written: str, today: date, words: Words) -> str:
    """Return a date, with the year unless current, e.g. `21 November`."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    if day.year != today.year:
        return day_words(written, words)
    return words.say("{day} {month}", day=day.day, month=words.say(MONTHS[day.month - 1]))


def rounds_words(played: int, words: Words, off: int = 0) -> str:
    """Return a number of rounds, e.g. `2 rounds, 1 called off`."""
    rounds = words.count("{n} round", "{n} rounds", played)
    called_off = words.count("{n} called off", "{n} called off", off) if off else ""
    return words.join((rounds, called_off))


def by_result(round_: Round, words: Words) -> str:
    """Return a remark on a round that was entered by its result alone, empty for another."""
    if round_.scored:
        return words.say("entered by its points, chips open")
    return words.say("entered by its result") if round_.by_result else ""


def state_words(round_: Round, words: Words) -> str:
    """Return why a round does not count, or not yet; empty for one that counts."""
    if round_.void:
        return words.say("called off")
    return "" if round_.over else words.say("in play")


def unread_words(unread: int, words: Words) -> str:
    """Return how many series cannot be read, empty for none."""
    if not unread:
        return ""
    return words.count("{n} series cannot be read.", "{n} series cannot be read.", unread)


@dataclass(frozen=True)
class Person:
    """A player, or the pot (handle `pot`, tint -1), in a line of text.

    `initial` is the letter on the avatar, or two where people share their first.
    """

    handle: str
    name: str
    initial: str
    tint: int


def person_among(people: tuple[str, ...], colours: Colours, handle: str, name: str) -> Person:
    """Return one of all people, with a mark that nobody else has, so it is that of all screens.

    `people` are all who play in a series or are about to, in the form in which names are compared.
    The colours are no list of them: they remember names that nobody has any more.
    """
    people = with_people(people, [name])
    colours = with_colours(colours, [name])
    known = uncased(name)
    return Person(handle, name, marks(people)[people.index(known)], colours[known])


def person(snapshot: Snapshot, handle: str) -> Person:
    """Return the player of a handle."""
    names = [player.name for player in snapshot.series.players]
    people = with_people(snapshot.people, names)
    colours = with_colours(snapshot.colours, names)
    return person_among(people, colours, handle, snapshot.series.name_of(handle))


_LONGEST_SPOKEN = 12
"""The most letters of a name in a sentence that is read out to the table."""


def spoken_names(snapshot: Snapshot, round_: Round) -> Mapping[str, str]:
    """Return the names by which a sentence to the table calls its players, by handle."""
    handles = round_.setup.players
    names = tuple(map(snapshot.series.name_of, handles))
    spoken = short_names(names, lambda name: seen_length(name) <= _LONGEST_SPOKEN)
    return dict(zip(handles, spoken, strict=True))


def holder(snapshot: Snapshot, round_: Round, account: Account, words: Words) -> Person:
    """Return the player or the pot behind an account of a round."""
    if account == POT:
        return Person("pot", account_name(snapshot.series, round_, account, words), "•", -1)
    return person(snapshot, round_.setup.players[account])


def account_name(series: Series, round_: Round, account: Account, words: Words) -> str:
    """Return the name of the player or the pot behind an account of a round."""
    if account == POT:
        return words.say("Pot")
    return series.name_of(round_.setup.players[account])


def refusal_words(
    objection: Objection | None, words: Words, name_of: Callable[[str], str] = str
) -> str:
    """Return an objection as a sentence, empty for none; `name_of` maps handles to names."""
    if objection is None:
        return ""
    return sentence(
        words.say(
            objection.why.value,
            player=objection.player and name_of(objection.player),
            other=objection.other and name_of(objection.other),
            card=objection.card and short(objection.card, words),
            other_card=objection.other_card and short(objection.other_card, words),
            number=objection.number,
            expected=objection.expected,
        ),
        words,
    )


def trouble_words(trouble: Trouble, words: Words) -> str:
    """Return a notice that a tap could not be saved, with a remedy."""
    return f"{words.say('Nothing was saved.')} {cause_words(trouble, words)}"


def cause_words(trouble: Trouble, words: Words) -> str:
    """Return the cause of a failed write, with a remedy."""
    return {
        Trouble.FULL: words.say("The disk is full. Free some space, then tap again."),
        Trouble.FORBIDDEN: words.say(
            "This folder may not be written to. Allow it, then tap again."
        ),
        Trouble.GONE: words.say("The data folder is gone. Bring it back, then tap again."),
        Trouble.BROKEN: words.say("The disk reports an error. Tap again, or use another disk."),
        Trouble.UNHELD: words.say(
            "The browser lost its hold of the file. Load this page again: what was saved is safe."
        ),
        Trouble.NEWER: words.say(
            "This was written by a newer version: it can be looked at, not changed."
        ),
        Trouble.UNCLEAR: words.say(
            "This was written by a newer version: it can be looked at, not changed."
        ),
        Trouble.REMOVED: words.say(
            "This series was deleted. It can be put back on the home screen."
        ),
    }.get(trouble, words.say("The stored data cannot be used as it is."))


def no_series(number: int, catalogue: Catalogue, words: Words) -> str:
    """Return the reason why there is no series of a number."""
    if any(entry.number == number for entry in catalogue.removed):
        return words.say("This series was deleted. It can be put back on the home screen.")
    return words.say("There is no such page.")


def copy_words(catalogue: Catalogue, number: int, words: Words) -> str:
    """Return what the copy of a shared table is called, empty for any other series."""
    left = catalogue.copies.get(number)
    if left and left.alone:
        return words.say("played on alone")
    is_copy = left or number in catalogue.taken_in
    return words.say("copy of a shared table") if is_copy else ""


def capital(phrase: str) -> str:
    """Return the phrase with a capital letter."""
    return f"{phrase[:1].upper()}{phrase[1:]}"


_ENDS = (".", "?", "\N{FULLWIDTH QUESTION MARK}")
"""The ends of a sentence that needs no full stop, whatever that is in the language."""


def sentence(phrase: str, words: Words) -> str:
    """Return the phrase with a capital letter and a full stop, unless it is a question."""
    stop = words.say(".")
    if phrase.endswith((stop, *_ENDS)):
        stop = ""
    return f"{capital(phrase)}{stop}" if phrase else ""


def explained(says: str, why: str, words: Words) -> str:
    """Return what is read out of something, with the reason or the remark behind it if any."""
    return f"{sentence(says, words)} {why}" if why else says
