"""`fantan record`: the answer to each command, and the series afterwards."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from companion.core.log import Log
from companion.core.names import Player
from companion.core.presets import describe
from companion.core.rounds.events.turns import Passed, PassRun, Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.series import next_dealer
from companion.core.sheet import dumps
from companion.core.steps import (
    Dealt,
    Ended,
    HandedOver,
    LeftOpen,
    NotPutOff,
    Planned,
    PutOff,
    Recorded,
    Repaired,
    Step,
    to_strangers,
)
from tests.commands.recording import SHORT, Run, lines, numbers, record, sheet_in
from tests.places import bytes_in, scratch, store_in
from tests.storage.logs import add_line, file_of
from tests.strategies import dealt_logs, log_of

_ = " "  # columns are filled up to their width


def begun(home: Path, fed: str | bytes = "", text: str = SHORT) -> Run:
    """Run a new series of the sheet, fed the lines."""
    run = record(home, "--new", sheet_in(home.parent, text), fed=fed)
    assert (run.code, run.err) == (0, "")
    return run


def stored(home: Path, number: int = 1) -> Log:
    with store_in(home) as store:
        return store.load(number).log


def plain(home: Path) -> str:
    """Return the sheet of the series without its id."""
    return dumps(stored(home).known_as(""))


STARTERS_LAID = """fantan 1
rules shichinarabe
round 1
dealer Cem

Ann Ben Cem
"""


def test_lead_names_who_laid_the_opening_card_where_starters_lie_on_the_table(home: Path) -> None:
    fed = ["lead Ben", "lead Ann", "holds Ann 7C 7H", "holds Cem 7S", "2C", "sheet"]
    run = begun(home, lines(fed), STARTERS_LAID)
    assert run.answers[:2] == ["ok 2", "no 7D is in the hand of Ben"]
    assert "holds    Ben 7D" in run.out
    assert "no " in run.answers[4]
    assert run.answers[2:4] == ["ok 3", "ok 4"]


def test_a_series_is_gone_on_with_in_another_process_and_another_one_added(home: Path) -> None:
    assert begun(home, "7C").answers == ["ok 2"]
    assert record(home, "--series", 1).out == "series 1 2\n"
    assert begun(home).out == "series 2 1\n"
    assert record(home, "--series", 1, fed="7D\n").out == "series 1 2\nok 3\n"


REFUSED = {
    "": "this line asks for nothing",
    "8C": "8C cannot be played: 7C is not on the table",
    "1C": "1C is neither a card nor a command; did you mean AC?",
    "wiave 1": "wiave is neither a card nor a command; did you mean waive?",
    "7C 7D": "7C takes nothing after it",
    "Ann 7C": "Ann is neither a card nor a command",
    "\x1b[2J": "\\x1b[2J is neither a card nor a command",
    "x" * 50: f"{'x' * 39}… is neither a card nor a command",
    "x" * 20_000: "this line is too long",
    "lead": "lead takes one player",
    "lead Ann": "these rules name no card that leads the round",
    "-- --": "-- takes nothing after it",
    "undo": "there is nothing to undo",
    "redo": "there is nothing to redo",
    "deal": "the round is still in play",
    "deal now": "deal takes dealer HANDLE and players HANDLE…",
    "deal dealer": "deal takes dealer HANDLE and players HANDLE…",
    "deal players": "deal takes dealer HANDLE and players HANDLE…",
    "deal players Ann Ben dealer Ann": "the round is still in play",
    "planned": "planned takes house rules",
    "forget": "nobody does not sit at the table",
    "forget Ann 7C": "nobody noted 7C for Ann",
    "handed Ann": "handed takes two players and a number of chips",
    "handed Ann Ben": "handed takes two players and a number of chips",
    "handed Ann Ben 3": "Ann owes Ben 0, not 3: put anyway behind it to record it",
    "handed Ann Zoe 3 anyway": "Zoe does not play in this series",
    "later": "later takes one player",
    "now Ann": "Ann puts nothing off",
    "open Ann": "open takes two players and a number of chips, for each payment",
    "open Ann Ben 1 Zoe pot 3": "Zoe does not play in this series",
    "date Friday": "date takes one YYYY-MM-DD",
    "time at eight": "time takes HH:MM, and perhaps a second HH:MM",
    "time 20:60": "time takes HH:MM, and perhaps a second HH:MM",
    "result Ann 0 0": "result takes each player in seating order, with cards left and passes",
    "result Ann 0 0 Ben 0 0 Cem 2 0": "exactly one player has no cards left",
}


@pytest.mark.parametrize(("command", "reason"), REFUSED.items(), ids=lambda text: text[:30])
def test_a_wrong_command_is_refused_and_the_next_done(
    command: str, reason: str, home: Path
) -> None:
    assert begun(home, lines([command, "7C"])).answers == [f"no {reason}", "ok 2"]


@pytest.mark.parametrize("dash", ["--", "—", "–", "―", "−", "-"])
def test_a_pass_may_be_any_dash_that_a_phone_makes(dash: str, home: Path) -> None:
    run = begun(home, f"7C\n{dash}\n".encode())
    assert run.answers == ["ok 2", "ok 3"]
    assert isinstance(stored(home).round.turns[-1], Passed)


ADDED = {
    "a result": (
        ["7C", "--"],
        "result Ann 0 0 Ben 2 1 Cem 40 3",
        "result   Ann 0 0  Ben 2 1  Cem 40 3",
    ),
    "a debt": ([], "open Ben Ann 3", "open     Ben Ann 3"),
    "more than is owed": (["open Ben Ann 3"], "handed Ben Ann 5 anyway", "open     Ann Ben 2"),
    "who puts off": ([], "later Ben", "later    Ben"),
    "a date": ([], "date 2026-11-21", "date     2026-11-21"),
    "the times": ([], "time 20:15 20:41", "time     20:15 20:41"),
    "a date after the end": (["void"], "date 2026-11-21", "date     2026-11-21"),
    "a part of a fine": (["--", "7D", "7S", "7C"], "paid 1 pot 1", "paid     1 pot 1"),
    "a correction after the calling off": (["void"], "pay Ann Ben 3", "void\npay      Ann Ben 3"),
}
TAKEN_BACK = {
    "a debt handed over": (["open Ben Ann 3"], "handed Ben Ann 3", "open"),
    "a part of it": (["open Ben Ann 3"], "handed Ben Ann 2", "open     Ben Ann 3"),
    "what was put off": (["later Ben"], "now Ben", "later"),
    "a note": (["holds Ben 7D 8D"], "forget Ben 7D", "7D"),
    "a tick": (["--", "7D", "7S", "7C", "paid 1 pot 1"], "charge 1", "paid"),
    "turns for a result": (["7C", "7D"], "result Ann 0 0 Ben 2 1 Cem 40 3", "7D"),
}


@pytest.mark.parametrize(
    ("before", "command", "added", "gone"),
    [
        *((before, command, written, None) for before, command, written in ADDED.values()),
        *((before, command, "", word) for before, command, word in TAKEN_BACK.values()),
    ],
    ids=[*ADDED, *TAKEN_BACK],
)
def test_a_command(
    before: list[str], command: str, added: str, gone: str | None, home: Path
) -> None:
    numbers(begun(home, lines(before)).answers)
    sheet = dumps(stored(home))
    numbers(record(home, "--series", 1, fed=command).answers)
    changed = dumps(stored(home))
    assert added in changed
    assert added not in sheet or not added
    assert gone is None or (gone in sheet and gone not in changed)
    numbers(record(home, "--series", 1, fed="undo").answers)
    assert dumps(stored(home)) == sheet


OVER = "void\n"
NOT_DEALT = {
    "deal players Ann": "at least two players are needed",
    "deal players Ann Ben ben": "ben is spelled Ben elsewhere: a player has one spelling",
    "deal players "
    + " ".join(f"P{number}" for number in range(99)): "at most ten players can play",
    "deal players Ann Ben dealer": "dealer cannot be the heading of a column",
    "7C": "the round is called off",
}


@pytest.mark.parametrize(("command", "reason"), NOT_DEALT.items(), ids=lambda text: text[:30])
def test_between_rounds_too(command: str, reason: str, home: Path) -> None:
    assert begun(home, f"{OVER}{command}\ndeal\n").answers == ["ok 2", f"no {reason}", "ok 3"]


def test_bytes_that_are_no_text_are_refused(home: Path) -> None:
    assert begun(home, b"7\xff\n7C\n").answers == ["no this is not UTF-8 text", "ok 2"]


REPAIRED = "Ann Ben Cem\n1 7C 7D 7S\n2 -- -- 6S"


def test_a_block_takes_the_place_of_its_round(home: Path) -> None:
    block = f"round 1\ndealer Cem\ndeal Ann 2 Ben 2 Cem 48\n\n{REPAIRED}\n."
    run = begun(home, lines(["7C", "7D", "repair 1", block, "8C", "sheet", "undo", "undo", "7S"]))
    sheet = [" ".join(line.split()) for line in run.out.splitlines()]
    assert sheet[:5] == ["series 1 1", "ok 2", "ok 3", "ok 4", "ok 5"]
    assert {"1 7C 7D 7S", "2 -- -- 6S", "3 8C . ."} <= {*sheet}
    assert sheet[-3:] == ["ok 6", "ok 7", "ok 8"]
    (round_,) = stored(home).series.rounds
    assert [str(turn.card) for turn in round_.turns if isinstance(turn, Played)] == [
        *("7C", "7D", "7S")
    ]


def test_a_block_may_be_copied_from_a_sheet(home: Path) -> None:
    run = begun(home, "7C\n7D\nsheet\n")
    sheet = run.out.partition("ok 3\n")[2]
    block = sheet[sheet.index("round ") :]
    fed = f"repair 1\n# as it was\n\n{block}undo\n"
    assert record(home, "--series", 1, fed=fed).answers == ["ok 4", "ok 5"]


UNREPAIRED = {
    "repair 1": ("Ann Ben Cem\n1 9C . .", "line 2: 9C cannot be played: 8C is not on the table"),
    "repair  1": ("round 2\nAnn Ben", "line 1: this should be round 1, not 2"),
    "repair 1 # nothing": ("", "line 1: round 1 has no row of handles"),
    "repair 2": (REPAIRED, "there is no round 2"),
    "repair 0": (REPAIRED, "0 is not a number from 1 up"),
    "repair": (REPAIRED, "repair takes the number of a round, and its block below"),
    "repair 1 2": (REPAIRED, "repair takes the number of a round, and its block below"),
    "repair one": (REPAIRED, "one is not a number from 1 up"),
}


@pytest.mark.parametrize("command", UNREPAIRED)
def test_a_block_that_cannot_be_changes_nothing(command: str, home: Path) -> None:
    block, reason = UNREPAIRED[command]
    assert begun(home, f"{command}\n{block}\n.\n7C\n").answers == [f"no {reason}", "ok 2"]


def test_a_block_without_an_end_changes_nothing(home: Path) -> None:
    (answer,) = begun(home, f"repair 1\n{REPAIRED}\n").answers
    assert answer == "no this block has no end: a line with a single . closes it"


def test_a_check_of_a_block_that_does_not_hold_is_reported(home: Path) -> None:
    fed = f"repair 1\ndeal Ann 2 Ben 2 Cem 48\n{REPAIRED}\n= pot 99\n.\n"
    run = record(home, "--new", sheet_in(home.parent), fed=fed)
    assert run.answers == ["ok 2"]
    assert run.err == "fantan record: round 1, line 5: pot is 7, not 99\n"


def test_a_sheet_that_cannot_be_read_begins_nothing(home: Path) -> None:
    sheet = sheet_in(home.parent, "fantan 1\nrules pagat\n")
    run = record(home, "--new", sheet, fed="7C\n")
    assert run == Run(2, "", f"{sheet}:1: this sheet has no round yet\n")
    assert not home.exists()


@pytest.mark.parametrize("number", ["2", "0", "-1", "9" * 300])
def test_a_series_that_is_not_there_is_reported(number: str, home: Path) -> None:
    begun(home)
    run = record(home, "--series", number, fed="7C\n")
    assert (run.code, run.out) == (3, "")
    assert run.err.startswith("fantan record: ")
    assert run.err.count("\n") == 1


def test_a_sealed_series_is_shown_and_not_changed(home: Path) -> None:
    begun(home, "7C\n")
    add_line(file_of(home, 1), {"steps": {"4": {"round": 1, "says": "shout Ann"}}})
    before = bytes_in(home)["series/00001.tdb"]
    run = record(home, "--series", 1, fed="7D\nundo\nsheet\n")
    no = "no series 1 can be looked at, not changed: not everything in it is understood"
    assert run.answers[:2] == [no, no]
    assert run.answers[2:] == [*dumps(stored(home)).splitlines(), "."]
    assert bytes_in(home)["series/00001.tdb"] == before


@pytest.mark.parametrize("begins", ["round 99", "dealer Cem", "rules bicycle", "Ann Ben Cem"])
def test_no_line_of_a_refused_block_is_a_command(begins: str, home: Path) -> None:
    fed = lines(["repair 99", begins, "void", "hand Ann 7C 8C", ".", "7D"])
    assert begun(home, fed).answers == ["no there is no round 99", "ok 2"]


def test_an_impossible_result_is_remarked_on(home: Path) -> None:
    sheet = "fantan 1\nround 1\nAnn Ben Cem\n"
    run = record(
        home, "--new", sheet_in(home.parent, sheet), fed="result Ann 0 0 Ben 17 17 Cem 17 17\n"
    )
    assert run.answers == ["ok 2"]
    assert run.err == "fantan record: note: Ann would have had 18 turns, not 17\n"


def commands_of(log: Log) -> tuple[str, list[str], str]:
    """Return a sheet with a log's first deal, the commands for the rest as far as commands exist,
    and the resulting sheet.
    """
    first, *rest = log.steps
    assert isinstance(first, Dealt)
    made = Log.of(log.head, [first])
    begins, commands = dumps(made), list[str]()
    for step in rest:
        meant = _meant(made, step)
        if meant is None or made.objection(meant) is not None:
            continue
        if to_strangers(made.series, meant):
            continue  # dealt in by a step that no command expresses: `record` refuses the chips
        if command := _command_of(made, meant):
            made = made.after(meant)
            commands.append(command)
    return begins, commands, dumps(made)


def _meant(log: Log, step: Step) -> Step | None:
    """Return the step as a command can express it: newcomers by handle, all in the last round."""
    if isinstance(step, Dealt):
        players, rules = step.setup.players, log.series.planned or log.series.latest_rules
        return Dealt(Setup.dealt(rules, players, step.setup.dealer), _new(log, players))
    if isinstance(step, Repaired):
        return replace(step, joined=_new(log, step.setup.players))
    return replace(step, number=log.round_number) if isinstance(step, Recorded) else step


def _new(log: Log, players: tuple[str, ...]) -> tuple[Player, ...]:
    there = {player.handle for player in log.series.players}
    return tuple(Player(one, one) for one in players if one not in there)


def _command_of(log: Log, step: Step) -> str:
    players = log.round.setup.players
    match step:
        case Dealt(setup):
            follows = next_dealer(log.round, setup.players) == setup.dealer
            dealer = "" if follows else f" dealer {setup.players[setup.dealer]}"
            seated = "" if setup.players == players else f" players {' '.join(setup.players)}"
            return f"deal{dealer}{seated}"
        case Recorded(_, Played(seat, laid)) if log.round.due is None:
            return f"lead {players[seat]}" if laid == log.round.setup.rules.opening else ""
        case Recorded(_, event) if not isinstance(event, PassRun):
            words = event.words(players)
            return words.split(" ", 1)[1] if words.split()[0] in players else words
        case Planned(rules):
            return f"planned {describe(rules)}"
        case Ended(calls_off=False):
            return "end"
        case HandedOver() | LeftOpen() | PutOff() | NotPutOff():
            return step.words(()) + " anyway" * isinstance(step, HandedOver)
        case Repaired(number, setup, events, _):
            repaired = Round.of(setup, events)
            return f"repair {number}\n{_block_of(repaired)}\n."
        case _:
            return ""


def _block_of(round_: Round) -> str:
    """Return the round as on a sheet, with its rules."""
    sheet = dumps(log_of(round_))
    block = sheet.partition("round ")[2].partition("= ")[0].partition("\n")[2]
    return f"rules {describe(round_.setup.rules)}\n{block}".replace("\n\n", "\n").rstrip()


@settings(max_examples=12)
@given(night=dealt_logs(2).map(commands_of))
def test_the_commands_of_a_log_make_the_same_series(night: tuple[str, list[str], str]) -> None:
    begins, commands, comes = night
    with scratch() as home:
        home.mkdir()
        run = record(home / "data", "--new", sheet_in(home, begins), fed=lines(commands))
        assert numbers(run.answers) == list(range(2, 2 + len(commands)))
        assert plain(home / "data") == comes


def test_free_pass_has_no_fine_to_waive(home: Path) -> None:
    free = SHORT.replace("bicycle", "bicycle free_pass=yes")
    assert begun(home, "7C\n--\nwaive 2\n", free).answers == [
        *("ok 2", "ok 3", "no the pass at turn 2 is free: there is no fine"),
    ]
