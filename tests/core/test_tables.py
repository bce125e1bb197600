"""Tables of scores as people keep them, and the plays of BG Stats, as rounds by their results."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.core.kinship import Kin, kin
from companion.core.log import Log
from companion.core.names import tidy, uncased
from companion.core.objections import SheetError
from companion.core.outside import OutsideError
from companion.core.plays import read_scores, text_in
from companion.core.sheet import loads
from companion.core.tables import CARDS, POINTS, Scores, bring, table_of, unit_of
from companion.screens.spreadsheet import score_table
from companion.words import ENGLISH, LANGUAGES, words_in
from tests.cases import cases
from tests.places import RECORDS

LARGEST = 4 * 2**20
LONG = "Ana,Ben\n" + "0,3\n" * 500
TEN = ",".join("ABCDEFGHIJ") + "\n" + ",".join("0123451234")


def brought(content: str | bytes, how: str = "") -> tuple[Log, ...]:
    """Return the logs that a file brings."""
    text = text_in(content.encode() if isinstance(content, str) else content)
    read = read_scores(text, LARGEST, how)
    assert read is not None, "this is no table"
    return tuple(sheet.log for sheet in read.sheets)


def shown(log: Log) -> str:
    """Return the rounds in a line: the date, then each name with its score, `*` for who won."""
    unit, rows = table_of(log.series)
    rounds = (
        " ".join(
            filter(
                None,
                (
                    row.date,
                    *(
                        f"{name}{'*' * (name == row.winner)} {'?' if score is None else score}"
                        for name, score in row.by_name.items()
                    ),
                ),
            )
        )
        for row in rows
    )
    return f"{unit}: {'; '.join(rounds)}"


TWO = "cards: Ana* 0 Ben 3; Ana 4 Ben* 0"
READ: dict[str, tuple[str | bytes, str]] = {
    "commas": ("Ana,Ben\n0,3\n4,0\n", TWO),
    "semicolons": ("Ana;Ben\r\n0;3\r\n4;0\r\n", TWO),
    "cells pasted from a spreadsheet": ("Ana\tBen\n0\t3\n4\t0", TWO),
    "quotes": ('"Ana","Ben"\n"0","3"\n"4","0"\n', TWO),
    "blanks and empty lines": ("\n Ana ; Ben \n\n 0 ; 3\n;;\n4 ;\xa00\n", TWO),
    "a mark of UTF-8": ("\ufeffAna;Ben\n0;3\n4;0", TWO),
    "UTF-16": ("Ana\tBen\r\n0\t3\r\n4\t0\r\n".encode("utf-16"), TWO),
    "an older spreadsheet": (
        "Jörg;Ben\n0;3\n4;0\n".encode("cp1252"),
        TWO.replace("Ana", "Jörg"),
    ),
    "decimals of zeros": ("Ana;Ben\n0,0;3,00\n4,;0", TWO),
    "empty columns at the end": ("Ana,Ben,,,\n0,3,,,\n4,0,,,\n", TWO),
    "a title row": ("Fan Tan 2024;;\nAna;Ben\n0;3\n4;0\n", TWO),
    "a line of a spreadsheet that names the sign": ("sep=;\nAna;Ben\n0;3\n4;0\n", TWO),
    "numbers of rounds": ("Round,Ana,Ben\n1,0,3\n2,4,0\n", TWO),
    "names of rounds": ("Spiel,Ana,Ben\nErstes,0,3\nZweites,4,0\n", TWO),
    "numbers without a head": (",Ana,Ben\n1,0,3\n2,4,0\n", TWO),
    "days with points between": (
        "Datum;Ana;Ben\n5.1.2024;0;3\n;4;0\n12.01.24;0;1",
        "cards: 2024-01-05 Ana* 0 Ben 3; 2024-01-05 Ana 4 Ben* 0; 2024-01-12 Ana* 0 Ben 1",
    ),
    "days after months": (
        "When,Ana,Ben\n1/5/2024,0,3\n1/31/2024,4,0",
        "cards: 2024-01-05 Ana* 0 Ben 3; 2024-01-31 Ana 4 Ben* 0",
    ),
    "days of Japan": (
        "日付\t花子\t太郎\n2024年1月5日\t0\t3\n2024年1月6日\t4\t0",
        "cards: 2024-01-05 花子* 0 太郎 3; 2024-01-06 花子 4 太郎* 0",
    ),
    "numbers and days": (
        "No.,Date,Ana,Ben\n1,2024-01-05,0,3\n2,2024-01-06 20:15,4,0",
        "cards: 2024-01-05 Ana* 0 Ben 3; 2024-01-06 Ana 4 Ben* 0",
    ),
    "digits of another script": ("आशा,बीना\n०,३\n४,०", "cards: आशा* 0 बीना 3; आशा 4 बीना* 0"),  # noqa: RUF001
    "sums with a word": ("Runde;Ana;Ben\n1;0;3\n2;4;0\nSumme;4;3", TWO),
    "sums without a word": ("Ana,Ben\n0,3\n4,0\n4,3", TWO),
    "sums without a word below days": (
        "Date,Ana,Ben\n2024-01-05,0,3\n2024-01-06,4,0\n,4,3",
        "cards: 2024-01-05 Ana* 0 Ben 3; 2024-01-06 Ana 4 Ben* 0",
    ),
    "sums with a word of their own": ("No,Ana,Ben\n1,0,3\n2,4,0\nAll in all,4,3", TWO),
    "sums with a word of Spain": ("Ronda;Ana;Ben\n1;0;3\n2;4;0\nSuma;4;3", TWO),
    "sums of points": (
        "Date,Ana,Ben\n2024-01-05,-3,3\n2024-01-06,5,-5\n,2,-2",
        "points: 2024-01-05 Ana* -3 Ben 3; 2024-01-06 Ana 5 Ben* -5",
    ),
    "a last round that adds up": (
        "Ana,Ben\n0,3\n0,2\n0,5",
        "cards: Ana* 0 Ben 3; Ana* 0 Ben 2; Ana* 0 Ben 5",
    ),
    "a last round of points that adds up": (
        "Ana,Ben\n2,3\n-3,2\n-1,5",
        "points: Ana* 2 Ben 3; Ana* -3 Ben 2; Ana* -1 Ben 5",
    ),
    "a last round that adds up on the same day": (
        "Date,Ana,Ben\n2024-01-05,0,3\n,0,2\n,0,5",
        "cards: 2024-01-05 Ana* 0 Ben 3; 2024-01-05 Ana* 0 Ben 2; 2024-01-05 Ana* 0 Ben 5",
    ),
    "a last round with another word": (
        "No,Ana,Ben\n1,0,3\n2,4,0\nlast,0,1",
        "cards: Ana* 0 Ben 3; Ana 4 Ben* 0; Ana* 0 Ben 1",
    ),
    "one round with a word": ("Spiel,Ana,Ben\nErstes,0,3", "cards: Ana* 0 Ben 3"),
    "a column of sums": ("Ana,Ben,Total\n0,3,3\n4,0,4\n", TWO),
    "a column of sums without a head": (
        "Ana,Ben,\n0,3,3\n4,0,4\n0,1,1",
        f"{TWO}; Ana* 0 Ben 1",
    ),
    "somebody did not play": (
        "Ana,Ben,Chi\n0,3,\n4,,0\n-,0,2\nx,0,1",
        "cards: Ana* 0 Ben 3; Ana 4 Chi* 0; Ben* 0 Chi 2; Ben* 0 Chi 1",
    ),
    "ten players": (
        TEN,
        "cards: A* 0 B 1 C 2 D 3 E 4 F 5 G 1 H 2 I 3 J 4",
    ),
    "more than a hand holds": ("Ana,Ben\n0,30\n4,0", "points: Ana* 0 Ben 30; Ana 4 Ben* 0"),
    "negative points": ("Ana,Ben\n-3,3\n5,−5", "points: Ana* -3 Ben 3; Ana 5 Ben* -5"),
    "nobody with nothing": ("Ana,Ben\n2,3\n4,1", "points: Ana* 2 Ben 3; Ana 4 Ben* 1"),
    "a winner with a mark": ("Ana,Ben\n2,3*\n4,1", "points: Ana 2 Ben* 3; Ana 4 Ben* 1"),
    "open points": ("Ana,Ben\n2,?\n?*,?", "points: Ana* 2 Ben ?; Ana* ? Ben ?"),
    "names as formulas": ("'=Ana;'-Ben\n0;3\n4;0", "cards: =Ana* 0 -Ben 3; =Ana 4 -Ben* 0"),
    "points with a capital": ("Points,Ana,Ben\n1,0,3", "points: Ana* 0 Ben 3"),
    "a player who seems to number the rounds": (
        "cards,No,Ben,Chi\n1,1,0,\n2,2,0,\n3,3,0,\n4,0,1,\n5,,0,2",
        "cards: No 1 Ben* 0; No 2 Ben* 0; No 3 Ben* 0; No* 0 Ben 1; Ben* 0 Chi 2",
    ),
    "500 rounds": (LONG, "cards: " + "; ".join(["Ana* 0 Ben 3"] * 500)),
}


@cases("content, rounds", READ)
def test_table_becomes_rounds(content: str | bytes, rounds: str) -> None:
    (log,) = brought(content)
    assert shown(log) == rounds
    assert log.series.standing.over
    assert not any(log.series.standing.chips.values()) or rounds.startswith("cards")


REFUSED = {
    "a tie of points": ("Ana,Ben\n2,3\n4,4\n", {3: "fewest points"}),
    "two out": ("cards,Ana,Ben,Chi\n1,0,0,3\n2,0,1,2", {2: "exactly one"}),
    "two winners with a mark": ("Ana,Ben\n2*,3*\n4,1", {2: "fewest points"}),
    "a thousand": ("Ana;Ben\n0;1.000\n4;0\n1,000;0", {2: "number: 1.000", 4: "number: 1,000"}),
    "thousands below the first name": (
        "Ana;Ben;Chi\n1.000;0;3\n2.000;4;0",
        {2: "number: 1.000", 3: "number: 2.000"},
    ),
    "a day in other words": (
        "Date,Ana,Ben\n5.1.2024,0,3\n12.1.2024,4,0\n19 Jan 2024,0,1",
        {4: "date"},
    ),
    "a hand too large": ("cards,Ana,Ben\n1,0,30\n2,4,0", {2: "Ben was dealt 26 cards"}),
    "halves": ("Ana;Ben\n0;3\n2,5;0", {3: "number: 2,5"}),
    "words": ("Ana,Ben\n0,three\n4,0\nfour,0", {2: "number: three", 4: "number: four"}),
    "two sheets in one paste": ("Ana,Ben\n0,3\n\nChi,Dov\n0,3", {4: "number: Chi"}),
    "no names": ("0,3\n4,0", {1: "names of 2 to 10 players"}),
    "one player": (
        "Date,Ana\n2024-01-05,0\n2024-01-06,4",
        {2: "number: 2024-01-05", 3: "number: 2024-01-06"},
    ),
    "the same name twice": ("Ana,ana\n0,3\n4,0", {1: "names of 2 to 10 players"}),
    "a column without a name": ("Ana,,Ben\n0,1,3\n4,2,0", {1: "names of 2 to 10 players"}),
    "eleven players": (
        f"{TEN.replace('J', 'J,K')},10",
        {1: "names of 2 to 10 players"},
    ),
    "a long name": (f"Ana,{'B' * 41}\n0,3\n4,0", {1: "at most 40 characters"}),
    "no such day": ("Date,Ana,Ben\n31.2.2024,0,3\n1.3.2024,4,0", {2: "date"}),
    "somebody alone": ("Ana,Ben\n0,3\n4,", {3: "players"}),
    "more rounds than a series": ("Ana,Ben\n" + "0,3\n" * 9999, {2041: "at most 2000 rounds"}),
    "no rounds": ("Ana,Ben\n,\n,", {1: "no round"}),
    "a column for each day": ("," * 50 + "\n" + "1," * 50, {2: "names of 2 to 10 players"}),
}


@cases("text, faults", REFUSED)
def test_table_is_refused_with_each_line_and_its_reason(
    text: str, faults: Mapping[int, str]
) -> None:
    with pytest.raises(SheetError) as caught:
        brought(text)
    found = {fault.line: fault.problem for fault in caught.value.faults}
    assert found.keys() == faults.keys()
    for line, reason in faults.items():
        assert reason in found[line]


@cases(
    "text",
    {
        "empty": "",
        "a letter": "Dear Ann,",
        "a sheet": "fantan 1\nround 1\nA,B\n1,2",
        "a sheet with blanks": "  Fantan 1 # so\nA;B\n1;2",
    },
)
def test_other_text_is_no_table(text: str) -> None:
    assert read_scores(text, LARGEST) is None


@cases(
    "content",
    {
        "a zero byte": b"Ana;Ben\n0;\x003\n4;\xff\n",
        "a control character": b"PK\x01;\xe9\n;\n",
        "no letter of that coding": b"J\x81rg;Ben\n0;3\n",
    },
)
def test_damaged_file_is_no_table(content: bytes) -> None:
    with pytest.raises(SheetError, match="UTF-8"):
        text_in(content)


@pytest.mark.parametrize(("how", "unit"), [("", CARDS), (CARDS, CARDS), (POINTS, POINTS)])
def test_unit_can_be_said(how: str, unit: str) -> None:
    read = read_scores("Ana,Ben\n0,3\n4,0", LARGEST, how)
    assert read is not None
    assert read.unit == unit
    scored = [bool(round_.scored) for round_ in read.sheets[0].log.series.rounds]
    assert scored == [unit == POINTS] * 2


def test_same_table_has_the_same_id_however_it_is_written() -> None:
    first, *others = (
        brought(text)[0].series.id
        for text in (
            "Ana;Ben\n0;3\n4;0",
            "Ana\tBen\n0\t3\n4\t0",
            "Nights\nRound,Ana,Ben\n1,0,3\n2,4,0\nTotal,4,3",
            "Ben,Ana\n3,0\n0,4",
            "sep=,\nAna,Ben\n0*,3\n4,0",
            "Ana,Ben\n0,3\n4,1",
            "Ana,Ben\n0,3*\n4,0",
        )
    )
    assert [other == first for other in others] == [True] * 4 + [False] * 2


@pytest.mark.parametrize("text", ["sep=;\nNights;\n", "Nights;\nsep=;\n"])
def test_row_above_the_names_is_the_name_unless_it_tells_the_separator(text: str) -> None:
    assert brought(f"{text}Ana;Ben\n0;3\n4;0")[0].series.name == "Nights"
    assert not brought("sep=;\nAna;Ben\n0;3\n4;0")[0].series.name


def test_table_that_grew_goes_on_with_the_series_of_its_first_day() -> None:
    text = "Date,Ana,Ben\n2024-01-05,0,3\n"
    before, after, other = (
        brought(text + more)[0] for more in ("5.1.2024,", "2024-01-06,4,0", "2024-01-06,0,1\n")
    )
    assert before.series.id == after.series.id == other.series.id
    assert kin(before, after.series) is Kin.FURTHER
    assert kin(after, before.series) is Kin.SAME
    assert kin(after, other.series) is Kin.BOTH


@cases(
    "before, more",
    {
        "the month turns out to stand first": ("5/1/2024,0,3\n", "1/31/2024,4,0"),
        "not all are cards any more": ("2024-01-05,0,3\n", "2024-01-06,0,30"),
    },
)
def test_what_a_later_row_tells_of_the_first_leaves_the_id(before: str, more: str) -> None:
    first, grown = (brought(f"Date,Ana,Ben\n{before}{rest}")[0] for rest in ("", more))
    assert first.series.id == grown.series.id
    assert kin(first, grown.series) is Kin.BOTH


names = (
    st.text(min_size=1, max_size=12)
    .map(tidy)
    .filter(lambda name: any(map(str.isalpha, name)) and not name.startswith("'"))
)
days = st.dates().map(lambda day: day.isoformat())


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Scores], str]:
    """Draw the rounds of a table, and its unit."""
    people = draw(st.lists(names, min_size=2, max_size=10, unique_by=uncased))
    dated = draw(st.booleans())
    cards = draw(st.booleans())
    rows: list[Scores] = []
    for number in range(1, draw(st.integers(2, 8))):
        seated = draw(st.sets(st.sampled_from(people), min_size=2))
        order = [name for name in people if name in seated]
        winner = draw(st.sampled_from(order))
        score = st.integers(1, 5) if cards else st.none() | st.integers(-99, 99)
        scores = {name: draw(score) for name in order}
        scores[winner] = 0 if cards else scores[winner]
        rows.append(Scores(number, draw(days) if dated else "", scores, winner))
    return rows, CARDS if cards else POINTS


@example(([Scores(1, "", {"Ann": 2, "Ben": 1, "Total": 0}, "Total")], CARDS), "en")
@settings(max_examples=150)
@given(tables(), st.sampled_from([*LANGUAGES]))
def test_export_and_import_give_the_same_rounds(
    drawn: tuple[list[Scores], str], language: str
) -> None:
    rows, unit = drawn
    log = bring(rows, unit, "Nights; and days", "", []).log
    (again,) = brought(score_table(log.series, words_in(language)))
    assert table_of(again.series) == table_of(log.series) == (unit, rows)
    assert again.series.id == log.series.id
    assert kin(log, again.series, of_scores=True) is Kin.SAME


@pytest.mark.parametrize("record", ["friday_night"])
def test_table_of_an_evening_with_turns_is_that_evening(record: str) -> None:
    log = loads((RECORDS / f"{record}.fantan").read_text("utf-8")).known_as("0123456789abcdef")
    (again,) = brought(score_table(log.series, ENGLISH))
    assert table_of(again.series) == table_of(log.series)
    assert kin(log, again.series, of_scores=True) is Kin.SAME
    assert kin(again, log.series) is not Kin.SAME


def export(*plays: dict[str, Any], games: tuple[str, ...] = ("Fan Tan", "Chess")) -> str:
    """Return an export of BG Stats with these plays."""
    return json.dumps(
        {
            "about": "BG Stats",
            "games": [
                {"id": number, "name": name, "uuid": "u", "highestWins": False}
                for number, name in enumerate(games, 1)
            ],
            "players": [
                {"id": number, "name": name, "isAnonymous": False, "metaData": "{}"}
                for number, name in enumerate(("Ana", "Ben", "Chi"), 1)
            ],
            "locations": [{"id": 1, "name": "Porch"}],
            "plays": plays,
        }
    )


def play(scores: str, winners: str = "1", game: int = 1, day: int = 5) -> dict[str, Any]:
    """Return a play with the scores of the players in order, a dash for one who is missing."""
    return {
        "gameRefId": game,
        "playDate": f"2024-01-{day:02} 20:15:00",
        "durationMin": 30,
        "locationRefId": 1,
        "playerScores": [
            {
                "playerRefId": number,
                "score": "" if score == "?" else score,
                "winner": f"{number}" in winners,
                "seatOrder": 0,
            }
            for number, score in enumerate(scores.split(), 1)
            if score != "-"
        ],
    }


PLAYS = {
    "in the order of their days": (
        [play("4 0", "2", day=9), play("0 3")],
        ["cards: 2024-01-05 Ana* 0 Ben 3; 2024-01-09 Ana 4 Ben* 0"],
    ),
    "each group of players": (
        [play("0 3"), play("0 3 1"), play("0 2", day=6)],
        [
            "cards: 2024-01-05 Ana* 0 Ben 3; 2024-01-06 Ana* 0 Ben 2",
            "cards: 2024-01-05 Ana* 0 Ben 3 Chi 1",
        ],
    ),
    "where the most win": ([play("9 3")], ["points: 2024-01-05 Ana* ? Ben ?"]),
    "without scores": ([play("? ?")], ["points: 2024-01-05 Ana* ? Ben ?"]),
    "with points": ([play("-2 30")], ["points: 2024-01-05 Ana* -2 Ben 30"]),
    "and not those of other games": (
        [play("0 3"), play("1 2", game=2)],
        ["cards: 2024-01-05 Ana* 0 Ben 3"],
    ),
}


@cases("plays, rounds", PLAYS)
def test_plays_are_rounds(plays: list[dict[str, Any]], rounds: list[str]) -> None:
    logs = brought(export(*plays), "fan tan")
    assert [shown(log) for log in logs] == rounds
    assert {log.series.name for log in logs} == {"Fan Tan"}


def test_plays_without_one_winner_or_with_one_player_are_counted() -> None:
    text = export(play("0 3"), play("3 3", "12"), play("1 2", ""), play("0"), play("0 1", game=2))
    read = read_scores(text, LARGEST, "Fan Tan")
    assert read is not None
    assert (read.unread, read.games, len(read.sheets)) == (3, ("Fan Tan", "Chess"), 1)


@cases("lost", {"game": play("0 1", game=9), "player": play("- - - 0 3", "4")})
def test_play_with_a_deleted_game_or_player_is_counted(lost: dict[str, Any]) -> None:
    read = read_scores(export(play("0 3"), lost), LARGEST, "Fan Tan")
    assert read is not None
    assert (read.unread, read.games, len(read.sheets)) == (1, ("Fan Tan",), 1)


def test_same_scores_in_another_game_or_with_another_winner_are_another_series() -> None:
    text = export(play("3 9"), play("3 9", game=2))
    ids = {
        brought(text, "Fan Tan")[0].series.id,
        brought(text, "chess")[0].series.id,
        brought(export(play("? ?")))[0].series.id,
        brought(export(play("? ?", "2")))[0].series.id,
    }
    assert len(ids) == 4


def test_game_is_chosen_unless_it_is_the_only_one() -> None:
    both = read_scores(export(play("0 3"), play("1 2", game=2)), LARGEST)
    one = read_scores(export(play("1 2", game=2)), LARGEST)
    assert both is not None
    assert one is not None
    assert (both.chosen, both.sheets) == ("", ())
    assert one.chosen == "Chess"


def test_later_export_goes_on() -> None:
    (before,) = brought(export(play("0 3")), "Fan Tan")
    (after,) = brought(export(play("0 3"), play("4 0", "2", day=9)), "Fan Tan")
    assert kin(before, after.series) is Kin.FURTHER


@cases(
    "text",
    {
        "nothing": "{}",
        "half": "{",
        "numbers": '{"players": 1, "games": [], "plays": []}',
        "a play of one": export().replace("[]", "[1]"),
        "a number for a day": export({**play("0 3"), "playDate": 5}, play("0 3")),
        "a list for a game": export({**play("0 3"), "gameRefId": []}),
        "an unknown game": export({**play("0 3"), "gameRefId": 0.5}),
        "too deep": "{" * 100_000,
        "too long": '{"a": "' + "a" * LARGEST + '"}',
        "a table too deep": "Ana,Ben\n" + "[" * 20 + ",1",
    },
)
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(OutsideError):
        read_scores(text, LARGEST)


def test_unit_follows_from_all_rounds() -> None:
    cards, more = Scores(1, "", {"Ana": 0, "Ben": 3}), Scores(1, "", {"Ana": 0, "Ben": 30})
    assert [unit_of([cards]), unit_of([cards, more])] == [CARDS, POINTS]
