"""The states of each screen at its fullest: long names, many players, much text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from errno import ENOSPC
from functools import cache
from inspect import isawaitable
from pathlib import Path
from random import Random
from typing import Any, cast

from companion.core.cards import card, gather, spread
from companion.core.judge import judge
from companion.core.names import Player
from companion.core.presets import parse
from companion.core.rounds.events.cards import HandEntered, Seen
from companion.core.rounds.events.turns import Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat, Setup
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.desk.archive import seat_players
from companion.desk.commands import pass_turn
from companion.desk.company import Company, SharedState
from companion.screens.players import number_of
from storage.files import WriteFailedError
from tests.core.backup.test_backup import zipped
from tests.desks import Desk, log_of
from tests.places import RECORDS
from tests.screens.nights import DOUBTED
from tests.screens.test_family import round_of, so_far
from tests.strategies import Habits, deal, play, with_round
from tests.ui.headless import Headless

PEOPLE = (
    "Maximiliane Sonnenschein",
    "Bartholomew Featherstone",
    "Theodora von Hohenlinden",
    "Sebastian de la Fontaine",
    "Christopher Wolfenbüttel",
    "Alexandrina Weatherfield",
    "Ferdinand-Maria Lindgren",
    "Josephine van Nieuwkerke",
    "Emmanuelle Saint-Germain",
    "Gwendolyn Ashworth-Hayes",
)
"""Ten names of 24 letters."""


EVENING = "Thursdays at the Golden Lion’s"

HONEST, FALSE = Habits(), Habits(false_passes=25)

Fill = Callable[[Desk], object]
"""Puts on the desk what the screen shows."""

Step = str | tuple[str, str] | Callable[[Headless, Desk], object]
"""A tap, something written into a field, or what happens elsewhere."""


@dataclass(frozen=True, slots=True)
class State:
    """A screen's state: the desk, path and actions, and the identifier that proves the state."""

    name: str
    path: str
    fill: Fill = field(default=lambda _: None)
    steps: tuple[Step, ...] = ()
    shows: str = ""

    def __str__(self) -> str:
        return self.name

    async def bring_about(self, app: Headless, desk: Desk) -> None:
        """Go to the path, also home where a round is in play, and take the actions."""
        if self.path == "/":
            await app.go("/")
        for step in self.steps:
            match step:
                case str():
                    await app.tap(step)
                case (where, words):
                    await app.enter_text(where, words)
                case _:
                    done = step(app, desk)
                    if isawaitable(done):
                        await done
                    await app.settle()
        if self.shows:
            await app.until(lambda: app.has(self.shows))


@cache
def evening(count: int, *rounds: Habits, rules: str = "bicycle", seed: int = 1) -> Series:
    """Return a series of the number of players, with the rounds."""
    chance = Random(seed)  # noqa: S311 - the same evening every time
    players = seat_players(PEOPLE[:count])
    series = Series(EVENING, "2026-11-20", parse(rules), players)
    for habits in rounds:
        setup = series.next_setup() if series.rounds else _first(series)
        hands = deal(chance, setup.hand_sizes)
        series = with_round(series, play(chance, Round.begin(setup), hands, habits))
    return series


def _first(series: Series) -> Setup:
    return Setup.dealt(series.rules, tuple(player.handle for player in series.players), 0)


def recorded(name: str, turns: int | None = None, *, renamed: bool = True) -> Series:
    """Return the series of a record, cut to `turns` in its last round, with long names."""
    told = loads((RECORDS / f"{name}.fantan").read_text("utf-8")).series
    people = tuple(
        Player(who.handle, long if renamed else who.name)
        for who, long in zip(told.players, PEOPLE, strict=False)
    )
    series = Series(EVENING, told.date, told.rules, people)
    for round_ in told.rounds:
        kept = Round.begin(round_.setup)
        for turn in round_.turns[: turns if round_ is told.rounds[-1] else None]:
            kept = kept.after(turn)
        series = with_round(series, kept)
    return series


def _long_names(night: Series) -> Series:
    named = zip(night.players, PEOPLE, strict=False)
    return replace(night, players=tuple(Player(who.handle, long) for who, long in named))


def having(*series: Series) -> Fill:
    """Return a preparation that stores the series, the last one on the desk."""

    def fill(desk: Desk) -> None:
        for told in series:
            desk.adopt(told)

    return fill


def record(name: str, turns: int | None = None, *, renamed: bool = True) -> Fill:
    """Return a preparation that stores the series of a record."""
    return lambda desk: desk.adopt(recorded(name, turns, renamed=renamed))


def _friday(turns: int) -> Fill:
    return record("friday_night", turns)


def _shichinarabe(turns: int) -> Fill:
    """Return a preparation that stores a round in which Chi lays the hand out at turn 29."""
    played = so_far(round_of("shichinarabe"), turns)
    people = (Player(handle, handle) for handle in played.setup.players)
    series = Series(EVENING, "2026-11-20", played.setup.rules, tuple(people))
    return having(_long_names(with_round(series, played)))


def rounds(count: int, *played: Habits, rules: str = "bicycle", seed: int = 1) -> Fill:
    """Return a preparation that stores a series of the number of players, with the rounds."""
    return lambda desk: desk.adopt(evening(count, *played, rules=rules, seed=seed))


def dealt(count: int, rules: str = "bicycle") -> Fill:
    """Return a preparation that begins a series."""
    return lambda desk: desk.start(EVENING, PEOPLE[:count], 0, parse(rules))


def in_play(count: int, turns: int = 30, rules: str = "bicycle") -> Fill:
    """Return a preparation that adopts a series with a round in play."""
    return lambda desk: desk.adopt(evening(count, Habits(turns=turns), rules=rules))


def seated(count: int) -> tuple[Step, ...]:
    """Return the steps that write the number of names into the form of a new series."""
    there = 4
    more = ["add-player"] * (count - there)
    return (*more, *((f"player-name-{n}", name) for n, name in enumerate(PEOPLE[:count], 1)))


def _hand_shows_a_false_pass(desk: Desk) -> None:
    """Enter a hand with four cards that the player due could lay."""
    dealt(4)(desk)
    for code in ("7H", "7D", "7C"):
        desk.record(Played(_due(desk), card(code)))
    hand = "8H 6H 8D 6D 2S 3S 4S 5S 9S 10S JS QS KS"
    desk.record(HandEntered(_due(desk), gather(map(card, hand.split()))))


def _noted(count: int) -> Fill:
    """Note 7♥ for the leader after a false pass; the next player is due."""

    def fill(desk: Desk) -> None:
        dealt(count)(desk)
        leader = _due(desk)
        desk.do(pass_turn)
        desk.record(Seen(leader, card("7H").bit))

    return fill


def _due(desk: Desk) -> Seat:
    due = desk.night.round.due
    assert due is not None
    return due


def _taken_back(desk: Desk) -> None:
    desk.adopt(recorded("friday_night", 40))
    for _ in range(3):
        desk.undo()


def _passes(_: Headless, desk: Desk) -> None:
    """Pass on another device."""
    desk.do(pass_turn)


def disk_full(_: Headless, desk: Desk) -> None:
    """Make every later write fail."""

    def save(*_: object) -> None:
        raise WriteFailedError(Path("00001.tdb"), OSError(ENOSPC, "No space left on device"))

    cast("Any", desk.archive)._store.save = save  # noqa: SLF001 - a disk that is full


def _many(count: int) -> Fill:
    return having(*(evening(4, FALSE, seed=seed) for seed in range(count)), evening(4, HONEST))


def _deleted(desk: Desk) -> None:
    _many(4)(desk)
    desk.delete(2)
    desk.delete(4)


def _in_doubt(desk: Desk) -> None:
    told = loads(f"fantan 1\nrules bicycle\nround 1{DOUBTED}").series
    named = zip(told.players, PEOPLE, strict=False)
    people = tuple(Player(who.handle, long) for who, long in named)
    desk.adopt(with_round(Series(EVENING, told.date, told.rules, people), told.rounds[0]))


def _people(desk: Desk) -> None:
    """Store evenings of different people, one of whom has two spellings."""
    for seed in range(4):
        desk.adopt(evening(5, FALSE, HONEST, rules="bicycle target=5", seed=seed))
    desk.adopt(evening(10, FALSE))
    other = (Player("Maximili", "Maximiliane Sonnenscheyn"), *seat_players(PEOPLE[8:]))
    named = evening(3, HONEST)
    handles = dict(zip((one.handle for one in named.players), other, strict=True))
    desk.adopt(replace(named, players=tuple(Player(k, one.name) for k, one in handles.items())))


def _to_share(desk: Desk) -> None:
    dealt(10)(desk)
    desk.share()


def _shared(count: int = 4, *, me: int = 3, **facts: Any) -> Fill:
    """Share a table among all players, the first and the player to move away."""

    def fill(desk: Desk) -> None:
        in_play(count)(desk)
        players, due = desk.night.round.setup.players, _due(desk)
        seats = {handle: member for member, handle in enumerate(players, 1)}
        members = frozenset({*seats.values(), count + 1, count + 2})
        here = members - {1, due + 1} if due + 1 != me else members
        link = f"https://cards.example.org/join#{'0' * 32}.{'f' * 32}"
        company = Company(
            me,
            seats=seats,
            here=here,
            members=members,
            state=SharedState.LIVE,
            invitation=link,
        )
        desk.share(replace(company, code="ABCD2345", **facts))

    return fill


TURN_NOT_TAKEN = '{"round":1,"says":"Theodora 7D"}'


def shared_with_a_fine(desk: Desk) -> None:
    """Share a table with a fine that is due, and with turns of this phone that were refused."""
    desk.adopt(recorded("friday_night", 16))
    players = desk.night.round.setup.players
    seats = {handle: member for member, handle in enumerate(players, 1)}
    members = frozenset(seats.values())
    company = Company(1, seats=seats, here=members, members=members, state=SharedState.LIVE)
    desk.share(replace(company, code="ABCD2345", refused=(TURN_NOT_TAKEN,) * 2))


def own_hand(count: int, turns: int, *steps: Step) -> tuple[Fill, tuple[Step, ...]]:
    """Return a round in play, and the steps that enter a hand of the player to move."""
    round_ = evening(count, Habits(turns=turns)).rounds[-1]
    seat = round_.due or 0
    free = judge(round_).unknown
    fitting, others = spread(free & round_.playable)[:2], spread(free & ~round_.playable)
    needed = round_.setup.hand_sizes[seat] - round_.played_by(seat).bit_count()
    picked = (*fitting, *others[:: len(others) // needed], *others)
    taps = (f"hand-pick-{card}" for card in list(dict.fromkeys(picked))[:needed])
    enter = ("more", "enter-hand", f"hand-of-{round_.setup.players[seat]}", *taps)
    return in_play(count, turns), (*enter, *(steps or ("keep-hand",)))


async def _offer_hints(app: Headless, _: Desk) -> None:
    """Let the device offer hints, and return to the table."""
    at = app.page.route
    await app.go(f"{at}/settings")
    await app.tap("hints-on")
    await app.go(at)


_COVERED = ("keep-hand", "more", "enter-hand", "hand-covered", "back")
_HINTS = ("keep-hand", _offer_hints)
_PASSED = ("keep-hand", "pass", "pass-yes")


def _lay_for_another(_: Headless, desk: Desk) -> None:
    """Lay a card of the hand, 4♣, for the next player on another device."""
    desk.record(Played(_due(desk), card("4C")))


_NUMBERS: tuple[Step, ...] = (*("number-0", *["number-1"] * 10, "number-11", "save-result"),)
"""Ten hands are entered with passes that cannot be."""
_PLAYER = f"/players/player/{number_of(PEOPLE[0])}"
OVER, TURNS, USUAL = "/table/over", "/table/turns", "/settings/usual"
MANY_FALSE = Habits(turns=40, false_passes=25)
FRIDAY = record("friday_night")
_WRONG_CHECKS = dumps(log_of(recorded("friday_night"))).replace("= pot", "= pot 99 #")
_WRITES = ("player-new-name", "Maximiliane von Sonnenschein")
_RAISED = ("change-rules", "rule-ante-more", "change-rules")
_NOTE = "Forgot the ante, and the short one, too"
LONG = (*(FALSE,) * 13, Habits(false_passes=25, shown=0))


def _choose_backup(app: Headless, desk: Desk) -> None:
    """Offer a file with series of every kind and a picture to the file dialog."""
    night = dumps(desk.night.log)
    evenings = (night.replace("date     2026", f"date     {year}") for year in (2024, 2025))
    facts = {f"{place}.fantan": text for place, text in enumerate([night, *evenings])}
    content = zipped({**facts, "Ein Bild vom Abend im Löwen.png": ""})
    file = {"id": 1, "name": "b.zip", "size": len(content), "bytes": content}
    app.replies["FilePicker", "pick_files"] = [file]


STATES: Sequence[State] = (
    State("home on the first start", "/"),
    State("home with a table and earlier series", "/", lambda d: (_many(6)(d), in_play(4)(d))),
    State(
        "home with many series, one deleted",
        "/series/3",
        lambda d: (_many(12)(d), in_play(4)(d)),
        ("series-more", "delete-series", ("home-search", "Golden")),
        "undo-delete",
    ),
    State("home where nothing is found", "/", _many(12), (("home-search", "Yusuf"),), "home-found"),
    State("deleted, with a question", "/deleted", _deleted, ("forget-2",), "forget-yes"),
    State("new series for ten", "/new", _many(2), (*seated(10), "open-rules", "change-rules")),
    State("new series, who deals", "/new", steps=(*seated(10), "open-dealer")),
    State("new series for ten, seats to change", "/new", _many(2), (*seated(10), "change-seats")),
    State("table for two", "/table", in_play(2)),
    State("table for four", "/table", in_play(4)),
    State("table for ten", "/table", in_play(10)),
    State("table for ten before the first turn", "/table", dealt(10)),
    State("table with news", "/table", _friday(14)),
    State("table with a fine", "/table", _friday(34), shows="paid-10"),
    State("table, a fine put aside", "/table", _friday(16), ("fine-aside",), "fines-due"),
    State("table with fines", "/table", rounds(4, MANY_FALSE, seed=4)),
    State("table with fines and a doubt", "/table", rounds(4, MANY_FALSE, seed=2)),
    State("table of ten with fines", "/table", rounds(10, MANY_FALSE, seed=6)),
    State("table, menu of the layout", "/table", in_play(4), ("more", "layout-menu"), "flip"),
    State("table, menu", "/table", dealt(10), ("more",), "deal-again"),
    State("table, menu of a seat", "/table", in_play(4), ("seat-Maximili",), "menu-hand"),
    State("table with a refusal", "/table", dealt(4), (disk_full, "play-7H"), "notice"),
    State("table with a question", "/table", _hand_shows_a_false_pass, ("pass",), "pass-yes"),
    State("table with a noted card", "/table", _noted(4), shows="noted-7H"),
    State("table that asks about a note", "/table", _noted(10), ("noted-7H",), "forget-7H"),
    State("table of ten asking who leads", "/table", dealt(10, "fwend")),
    State("table asking who laid a card", "/table", dealt(5, "shichinarabe pass_fee=1 card_fee=1")),
    State("table before a hand is laid out", "/table", _shichinarabe(28)),
    State("hand to lay out", "/table/hand/3", _shichinarabe(28), shows="lay-out"),
    State("table with cards behind a gap", "/table", _shichinarabe(30), shows="behind-gap"),
    State("table where any card opens", "/table", dealt(4, "domino")),
    State("table on the phone of another", "/table", _shared(), shows="company"),
    State("table that cannot be reached", "/table", _shared(state=SharedState.LOST, unshared=12)),
    State(
        "table with late turns", "/table", _shared(refused=(TURN_NOT_TAKEN,)), shows="phone-news"
    ),
    State("table with a fine and late turns", "/table", shared_with_a_fine, shows="fines-due"),
    State("company to share", "/table/company", _to_share, shows="share-table"),
    State(
        "company of the host",
        "/table/company",
        _shared(me=1),
        ("company-more",),
        shows="remove-Theodora",
    ),
    State("company of ten", "/table/company", _shared(10, me=3), shows="qr"),
    State("company of late turns", "/table/company", _shared(refused=(TURN_NOT_TAKEN,) * 9)),
    State(
        "company closed",
        "/table/company",
        _shared(state=SharedState.CLOSED, stopped="closed"),
        shows="leave-table",
    ),
    State("joining", "/join", lambda desk: desk.share(keeps=False), shows="keeps-nothing"),
    State("turns", TURNS, _friday(40)),
    State("turns with some taken back", TURNS, _taken_back, shows="undone-39"),
    State("repair with a card to choose", f"{TURNS}/repair/31", _friday(40), ("edit-31",)),
    State("repair, a turn more", f"{TURNS}/repair/12", _friday(40), ("insert-12", "repair-all")),
    State("repair, impossible", f"{TURNS}/repair/12", FRIDAY, ("delete-12", "turn-30", "edit-30")),
    State("repair, gone on", f"{TURNS}/repair/3", in_play(10), ("insert-3", _passes), "stale"),
    State("seats of the round in play", "/table/seats", in_play(4), ("change-hands",)),
    State(
        "seats of ten in play",
        "/table/seats",
        in_play(10),
        ("change-seats", "player-down-1", "change-rules"),
    ),
    State("hand of one of ten", "/table/hand", in_play(10, 5), ("pick-KH", "pick-2C")),
    State("hand with a noted card", "/table/hand/2", _noted(4), ("pick-7H",), "forget-7H"),
    State("whose hand", "/table/mine", in_play(10, 5), shows="hand-of-Maximili"),
    State("private hand", "/table", *own_hand(10, 20, "forget-hand"), "hand-covered"),
    State("table with a hand of one of ten", "/table", *own_hand(10, 20)),
    State("hint", "/table", *own_hand(5, 22, *_HINTS, "hint"), "hint-1"),
    State("table with hints", "/table", *own_hand(10, 20, *_HINTS), "hint"),
    State("table with a covered hand", "/table", *own_hand(4, 20, *_COVERED), "hold-to-look"),
    State(
        "table with a hand that does not fit",
        "/table",
        *own_hand(5, 22, *_PASSED, _lay_for_another),
        "own-clash",
    ),
    State(
        "table that asks about a card of the hand",
        "/table",
        *own_hand(5, 22, *_PASSED, "noted-4C"),
        "own-change",
    ),
    State("rules", "/table/rules", in_play(4)),
    State("rules pending", "/table/rules", in_play(4), _RAISED),
    State("setting the round up anew", "/table/deal", dealt(4), ("change-hands",)),
    State("verdict of a false pass", f"{OVER}/verdict/10", FRIDAY),
    State("verdict by a note", "/table/verdict/1", _noted(4), shows="note-7H"),
    State("verdict whose note changes", "/table/verdict/1", _noted(10), ("note-7H",), "forget-7H"),
    State("verdict with suspects", f"{OVER}/verdict/2", _in_doubt, shows="doubt"),
    State("round over", OVER, FRIDAY, shows="fine-paid-10"),
    State(
        "round over with a correction",
        f"{OVER}/pay",
        FRIDAY,
        ("pay-from-Ben", "pay-to-pot", ("pay-note", _NOTE), "pay"),
        "booked",
    ),
    State("round over, answer", OVER, record("points_open"), ("reveal-to-Chi",), shows="answer"),
    State("round over for ten", OVER, rounds(10, FALSE)),
    State("series over", OVER, record("series_over")),
    State("cards left of ten", f"{OVER}/cards", rounds(10, FALSE)),
    State("next round for ten", f"{OVER}/next", rounds(10, FALSE), ("change-hands",)),
    State(
        "next round, joined",
        f"{OVER}/next",
        FRIDAY,
        ("add-player", ("player-name-5", PEOPLE[4])),
        "rule-join_points-mean",
    ),
    State("result only", "/table/result", _friday(34), ("number-3", "number-0", "number-2")),
    State("result of ten", "/table/result", dealt(10), _NUMBERS, "doubt-yes"),
    State("correction from a seat", "/table/payer/2", in_play(4), shows="pay"),
    State("correction of ten", f"{OVER}/pay", rounds(10, FALSE)),
    State(
        "settling up of ten",
        "/series/1/settle",
        rounds(10, *LONG, rules="bicycle chips=app"),
        ("paid-1",),
    ),
    State("series", f"{OVER}/series", record("people_join_and_leave")),
    State("long series of ten", f"{OVER}/series", rounds(10, *LONG), ("all-rounds",)),
    State(
        "series at its end", "/series/1", record("tie_at_the_target"), ("series-more", "copy-sheet")
    ),
    State("series to play on", "/series/1", record("series_over"), shows="play-on"),
    State("series, question", "/series/1", FRIDAY, ("series-more", "end-series"), "end-series-yes"),
    State("players", "/players", _people, shows="player-Maximiliane-Sonnenschein"),
    State("a player", _PLAYER, _people, shows="figure-won"),
    State("name given", f"{_PLAYER}/name", _people, (_WRITES, "rename-apply"), "undo-rename"),
    State(
        "the same person",
        f"{_PLAYER}/name",
        _people,
        (("player-new-name", "Maximiliane Sonnenscheyn"), "rename-apply"),
        "same-person-yes",
    ),
    State(
        "series in play, question",
        "/table/series",
        in_play(4),
        ("series-more", "end-series"),
        "end-series-yes",
    ),
    State("referee", "/referee", steps=("play-7H", "play-8H", "pass", "pick-9H", "judge-hand")),
    State("referee from a table", "/table/referee", _friday(34)),
    State("worth", "/series/1/worth", _friday(34), (("worth", "0,05 €"),)),
    State(
        "correction of points",
        f"{OVER}/pay",
        record("corrections"),
        ("correct-points", "points-of-Ben", "pay-points-less-5"),
    ),
    State("import", "/import"),
    State("import with faults", "/import", steps=(("import-text", _WRONG_CHECKS),)),
    State("import of no sheet", "/import", steps=(("import-text", "fantan 1\nround 1\n 1 7X"),)),
    State("a backup", "/settings/import", FRIDAY, (_choose_backup, "import-file"), "backup-1"),
    State("how to play", "/how", shows="told-judged"),
    State("settings", "/settings"),
    State("usual rules", USUAL, steps=("change-rules", "rule-ante-more")),
)
