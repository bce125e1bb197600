"""A whole evening on a small phone: five players, four rounds, four fines, a debt, a misdeal.

Only the test knows the hands; it deals them, and works out pot, payments and balances from them. A
round is entered by its result alone, and a player leaves. In the end the app asks for what is owed,
and the score sheet shows the same evening in another place. Every decision is a tap; the other
turns are recorded while the server is off.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random

from companion.core.rounds.round import Round
from companion.desk.commands import evening_of
from companion.screens.speech import signed
from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import AT_REST, Table
from tests.e2e.evening import balances, downloaded, payments_shown, scroll_to, take_in
from tests.e2e.forks import QuickServer
from tests.e2e.true_hands import TrueHands, play
from tests.screens.nights import night

SMALL_PHONE = (360, 740)
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva")
FIRST, SECOND, THIRD, FOURTH = 1319, 5, 40, 33
"""Seeds of four rounds: Dee passes falsely at turn 14 of the first and Eva at turn 15, with a seven
in hand; nobody in the second; one player in each of the others. Later cards prove all of it.
"""
READ_ALOUD = "() => readAloud(document.querySelector('flt-semantics-host'))"


def dealt(seed: int, players: int, leads: int, one_in: int) -> TrueHands:
    """Return a round played to its end, with a false pass now and then."""
    chance = Random(seed)  # noqa: S311 - the same round every time
    hands = TrueHands(chance, players, leads)
    play(hands, chance, one_in)
    return hands


class Evening:
    """The balances that the true hands make so far, and the debt that Eva leaves."""

    def __init__(self) -> None:
        self.chips: dict[str, int] = dict.fromkeys(NAMES, 0)
        self.open = Counter[str]()

    def see_table(self, table: Table, hands: TrueHands) -> None:
        """See the chips in the pot, and those that lie before each player."""
        shown: dict[str, str | None] = {"pot": str(sum(hands.put))}
        for name, put in zip(NAMES, hands.put, strict=False):
            shown[f"chips-{name}"] = signed(self.chips[name] - self.open[name] - put)
        table.see_all(shown)

    def see_end(self, table: Table, hands: TrueHands) -> None:
        """See the payments at the end of a round, and then the balances."""
        table.see("next-round")
        hands.finish()
        names = [*NAMES[: hands.pot], "Pot"]
        owed = Counter(dict(zip(names, hands.owed(), strict=True)))
        owed.update(self.open)
        expected = {name: chips for name, chips in owed.items() if chips}
        assert balances(payments_shown(table)) == expected
        for name, gained in zip(names, hands.gained[:-1], strict=False):
            self.chips[name] += gained
        self.see_balances(table)

    def see_balances(self, table: Table) -> None:
        """See the balance of each player."""
        table.see_all({f"chips-{name}": signed(n) for name, n in self.chips.items()})


def recorded(turns: Sequence[str], players: int, leads: int) -> str:
    """Return the sheet of a round."""
    cells = [*["."] * leads, *(turn or "--" for turn in turns)]
    cells += ["."] * (-len(cells) % players)
    rows = [cells[start : start + players] for start in range(0, len(cells), players)]
    lines = [f"{number} {' '.join(row)}" for number, row in enumerate(rows, 1)]
    head = (f"dealer {NAMES[leads - 1 if leads else players - 1]}", " ".join(NAMES[:players]))
    return "\n".join((*head, *lines))


def test_a_whole_evening(sit_down: Place, tmp_path: Path) -> None:
    table, here, there = sit_down(SMALL_PHONE), tmp_path / "here", tmp_path / "there"
    sheet = tmp_path / "evening.fantan"
    today = evening_of(datetime.now().astimezone()).isoformat()
    evening = Evening()
    first, second = dealt(FIRST, 5, 0, 14), dealt(SECOND, 5, 1, 0)
    third, fourth = dealt(THIRD, 4, 2, 25), dealt(FOURTH, 4, 3, 25)
    before = recorded(first.turns[:-1], 5, 0)
    with desk_in(here / "data") as desk:
        desk.adopt(night(before, date=today).log)
    with QuickServer(here) as server:
        table.open(f"{server.url}/table/1")
        evening.see_table(table, first)
        table.tap(f"play-{first.turns[-1]}")
        evening.see_end(table, first)
        table.tap("next-round")
        enter_the_second_round(table, second)
        evening.see_end(table, second)
        owe_and_leave(table)
        left = len(second.left[NAMES.index("Eva")])
        evening.open.update({NAMES[second.due]: left, "Eva": -left})
        table.turn_away()
        server.kill()
        third_round, fourth_round = recorded(third.turns, 4, 2), recorded(fourth.turns[:-1], 4, 3)
        record_the_other_turns(here, night(third_round).round, night(fourth_round).round)
        add_up(evening, third)
        server.start()
        table.open(f"{server.url}/table/1")
        evening.see_table(table, fourth)
        table.tap(f"play-{fourth.turns[-1]}")
        evening.see_end(table, fourth)
        screens = read_screens(table, second)
        table.tap("back")
        evening.see_balances(table)
        table.tap("series-more")
        downloaded(table, "export").save_as(sheet)
        table.turn_away()
    there.mkdir()
    with QuickServer(there) as server:
        take_in(table, server.url, sheet)
        assert read_screens(table, second) == screens


def enter_the_second_round(table: Table, hands: TrueHands) -> None:
    """Deal again after the first card, and enter only the result."""
    table.see("turn-of", "Ben to play")
    table.tap("play-7H")
    table.see("turn-of", "Cem to play")
    table.tap("more")
    table.tap("deal-again")
    table.see("turn-of", "Ben to play")
    table.tap("more")
    table.tap("result-only")
    for number in (*(len(hands.left[seat]) for seat in range(hands.pot)), *hands.passes()):
        table.tap(f"number-{number}")
    table.tap("save-result")


def owe_and_leave(table: Table) -> None:
    """Mark what Eva does not pay, and deal without her."""
    scroll_to(table, "later-Eva")
    table.tap("later-Eva")
    for tap in ("more", "next-table"):
        scroll_to(table, tap)
        table.tap(tap)
    table.tap("remove-player-5")
    table.tap("deal-next")
    table.see("turn-of", "Cem to play")


def record_the_other_turns(home: Path, third: Round, fourth: Round) -> None:
    with desk_in(home / "data") as desk:
        desk.open(1)
        steps = (
            *map(desk.record, third.events),
            desk.deal(fourth.setup),
            *map(desk.record, fourth.events),
        )
        assert not any(steps)


def add_up(evening: Evening, hands: TrueHands) -> None:
    """Add a round that nobody looks at."""
    hands.finish()
    for name, gained in zip(NAMES, hands.gained[:-1], strict=False):
        evening.chips[name] += gained


def read_screens(table: Table, second: TrueHands) -> list[str]:
    """Return the words of the last round, of the series and of the way to settle it."""
    read = [read_aloud(table, "next-round")]
    table.tap("series")
    read.append(read_aloud(table, "series-more"))
    table.tap("settle")
    read.append(read_aloud(table, "settle-1"))
    winner, left = NAMES[second.due], len(second.left[NAMES.index("Eva")])
    rows = (f"settle-{number}" for number in range(1, 9))
    shown = [table.text(row).split() for row in rows if table.has(row)]
    assert any({"Eva", winner, f"{left}"} <= {*words} for words in shown)
    return read


def read_aloud(table: Table, shown: str) -> str:
    """Return all words of a screen, once the screen has come and is at rest."""
    table.see(shown)
    table.wait_until(AT_REST)
    return str(table.page.evaluate(READ_ALOUD))
