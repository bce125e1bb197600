"""A series on one screen: totals, the race, every round, a chart, and how to go on."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.core.books import cards_left, ledger, points
from companion.core.judge import Verdict, judge
from companion.core.names import SHEET
from companion.core.rounds.round import Round
from companion.core.rounds.setup import PACK_SIZE
from companion.core.series import Series
from companion.core.standing import Totals
from companion.desk.table import Snapshot
from companion.views.of_series.length import aim_of
from companion.views.of_series.standings import RaceView, beginnings, changes, race
from companion.views.speech import Person, day_words, listed, person, rounds_words, signed
from companion.words import Words


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A row in the table of rounds, with a cell for each of `SeriesView.players`.

    `remark` is the reason why the round does not count, or not yet; `chips_say`, `points_say` and
    `cards_say` are sentences on the round with these figures. `winner` is an index into the
    players; `note` names the dealer and counts the false passes; `has_open` is True if cards left
    are still hidden.
    """

    number: int
    title: str
    chips: tuple[str, ...]
    points: tuple[str, ...]
    cards: tuple[str, ...]
    dealer: str
    false_passes: str
    note: str
    winner: int | None
    void: bool
    remark: str
    chips_say: str
    points_say: str
    cards_say: str
    has_open: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's totals: on joining, then after each round until they left.

    `begins` is the number of rounds played before the player joined.
    """

    player: Person
    totals: tuple[int, ...]
    begins: int = 0


@dataclass(frozen=True, slots=True)
class SeriesView:
    """The content of the series screen.

    `chips`, `points` and `cards` are the totals of the `players`, in this order; `ended` names the
    winners, empty during the series. `seating` lists the players who joined or left, a line for
    each round; `resume_says` labels the way to the table.
    """

    title: str
    subtitle: str
    ended: str
    winners: tuple[Person, ...]
    players: tuple[Person, ...]
    chips: tuple[str, ...]
    points: tuple[str, ...]
    cards: tuple[str, ...]
    race: RaceView
    in_points: bool
    target: int
    rounds: tuple[RoundLine, ...]
    seating: tuple[str, ...]
    point_curves: tuple[Curve, ...]
    chip_curves: tuple[Curve, ...]
    points_say: str
    chips_say: str
    all_says: str
    swipe_says: str
    sheet_says: str
    file_name: str
    resume_says: str


def series_view(snapshot: Snapshot, words: Words) -> SeriesView:
    """Return the content of the screen of a series."""
    series = snapshot.series
    standing = series.standing
    handles, left = tuple(standing.chips), _cards_in_all(series)
    in_points = series.latest_rules.count_points
    return SeriesView(
        title=series.name or words.say("Series"),
        subtitle=_subtitle(series, words),
        ended=_ended(series, words),
        winners=tuple(person(snapshot, handle) for handle in standing.winners),
        players=tuple(person(snapshot, handle) for handle in handles),
        chips=tuple(signed(standing.chips[handle]) for handle in handles),
        points=tuple(
            "?" if handle in standing.open else str(standing.points[handle]) for handle in handles
        ),
        cards=tuple(str(left[handle]) for handle in handles),
        race=race(snapshot, words),
        in_points=in_points,
        target=standing.target if in_points else 0,
        rounds=tuple(
            _round(series, number, handles, words) for number in range(1, len(series.rounds) + 1)
        ),
        seating=changes(series, words),
        point_curves=_curves(snapshot, lambda after: after.points, points) if in_points else (),
        chip_curves=_curves(snapshot, lambda after: after.chips, lambda one: ledger(one).chips),
        points_say=words.say("The points after each round"),
        chips_say=words.say("The chips after each round"),
        all_says=words.say("Show all {n} rounds", n=len(series.rounds)),
        swipe_says=words.say("Swipe the table sideways to see all {n} players", n=len(handles)),
        sheet_says=words.say(
            "Every turn as text, as people keep it on paper. It can be read in again anywhere."
        ),
        file_name=f"{file_stem(series, words)}{SHEET}",
        resume_says=words.say("The last round")
        if standing.over
        else words.say("Back to the table"),
    )


def _ended(series: Series, words: Words) -> str:
    if not series.standing.over:
        return ""
    winners = listed([series.name_of(handle) for handle in series.standing.winners], words)
    if not winners:
        said = words.say("Nobody has won: points are still open.")
    elif len(series.standing.winners) > 1:
        said = words.say("{names} share the win.", names=winners)
    else:
        said = words.say("{name} won this series.", name=winners)
    return f"{words.say('The table called it a night.')} {said}" if series.ended else said


def _subtitle(series: Series, words: Words) -> str:
    parts = (day_words(series.date, words), counted_rounds(series, words), aim_of(series, words))
    return " · ".join(filter(None, parts))


def counted_rounds(series: Series, words: Words) -> str:
    """Return the number of rounds in words, and of the rounds called off."""
    off = sum(round_.void for round_ in series.rounds)
    return rounds_words(len(series.rounds) - off, off, words)


def file_stem(series: Series, words: Words) -> str:
    """Return a file name without an ending that every file system accepts."""
    named = f"{series.name or words.say('Fan Tan')} {series.date}"
    kept = "".join(letter if letter.isalnum() or letter in " -_" else " " for letter in named)
    return " ".join(kept.split())


def _round(series: Series, number: int, handles: tuple[str, ...], words: Words) -> RoundLine:
    round_ = series.rounds[number - 1]
    chips = dict(zip(round_.setup.players, ledger(round_).chips, strict=True))
    counted = dict(zip(round_.setup.players, points(round_), strict=True))
    won = None if round_.void or round_.winner is None else round_.setup.players[round_.winner]
    title = words.say("Round {number}", number=number)
    remark = _remark(round_, words)
    said = words.say("{name} goes out", name=series.name_of(won)) if won else ""
    joined = beginnings(series, number, words)
    left = _cards_left(round_)
    known = counted.items() if round_.over else ()
    scores = {handle: "?" if score is None else str(score) for handle, score in known}

    def say(figures: Mapping[str, str]) -> str:
        counts = (f"{series.name_of(handle)} {figure}" for handle, figure in figures.items())
        return ", ".join(filter(None, (title, remark, *joined, said, *counts, note)))

    false = sum(ruling.verdict is Verdict.ILLEGAL for ruling in judge(round_).rulings)
    dealer = series.name_of(round_.setup.players[round_.setup.dealer])
    note = _note(dealer, false, words)
    return RoundLine(
        number=number,
        title=title,
        chips=tuple(signed(chips[handle]) if handle in chips else "" for handle in handles),
        points=tuple(scores.get(handle, "") for handle in handles),
        cards=tuple(str(left[handle]) if handle in left else "" for handle in handles),
        dealer=dealer,
        false_passes=str(false),
        note=note,
        winner=handles.index(won) if won else None,
        void=round_.void,
        remark=remark,
        chips_say=say({handle: signed(net) for handle, net in chips.items()}),
        points_say=say(scores),
        cards_say=say({handle: str(cards) for handle, cards in left.items()}),
        has_open=round_.played_out and not round_.void and len(judge(round_).holdings) < PACK_SIZE,
    )


def _note(dealer: str, false_passes: int, words: Words) -> str:
    said = words.count("{n} false pass", "{n} false passes", false_passes) if false_passes else ""
    return " · ".join(filter(None, (words.say("{name} dealt", name=dealer), said)))


def _cards_in_all(series: Series) -> Counter[str]:
    """Return the cards left to each player in all rounds that count."""
    left = Counter[str]()
    for round_ in series.rounds:
        if not round_.void:
            left.update(_cards_left(round_))
    return left


def _cards_left(round_: Round) -> dict[str, int]:
    """Return the cards left by player; none before a player is out."""
    return dict(zip(round_.setup.players, cards_left(round_) or (), strict=False))


def _remark(round_: Round, words: Words) -> str:
    if round_.void:
        return words.say("called off")
    return "" if round_.over else words.say("in play")


def _curves(
    snapshot: Snapshot,
    totals_of: Callable[[Totals], Mapping[str, int]],
    brought_by: Callable[[Round], Sequence[int | None]],
) -> tuple[Curve, ...]:
    """Return the totals of every player after each round that counts, from joining to leaving."""
    series = snapshot.series
    after = zip(series.rounds, series.standings, strict=True)
    played = [(one, totals_of(totals)) for one, totals in after if one.over and not one.void]
    curves: list[Curve] = []
    for handle in series.standing.chips:
        sat = [place for place, (one, _) in enumerate(played) if handle in one.setup.players]
        if not sat:
            continue
        joined, totals = played[sat[0]]
        brought = brought_by(joined)[joined.setup.players.index(handle)] or 0
        stays = handle in series.standing.seated
        shown = played[sat[0] :] if stays else played[sat[0] : sat[-1] + 1]
        curve = (totals[handle] - brought, *(totals_[handle] for _, totals_ in shown))
        curves.append(Curve(person(snapshot, handle), curve, sat[0]))
    return tuple(curves)
