"""Statistics of players, compared with a plain count from sheets and their JSON."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.log import Log
from companion.core.sheet import dumps, loads, read, report
from companion.core.statistics import (
    Evening,
    Evenings,
    Tally,
    sittings,
    summary,
    total,
)
from tests.cases import cases
from tests.places import RECORDS
from tests.screens.nights import EVENING
from tests.strategies import dealt_logs

SHEETS = sorted(RECORDS.glob("*.fantan"))


class Plain:
    """Counts of every player, from the text of sheets and the JSON of a replay alone."""

    def __init__(self, sheets: Iterable[str]) -> None:
        self.done: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for sheet in sheets:
            self._add(sheet)

    def _add(self, sheet: str) -> None:
        printed: Any = json.loads(json.dumps(report(read(sheet).log, "-")))
        lines = [words for line in sheet.splitlines() if (words := line.split())]
        called = {words[1]: " ".join(words[2:]) for words in lines if words[0] == "called"}
        starts = [place for place, words in enumerate(lines) if words[0] == "round"]
        blocks = [lines[i:j] for i, j in zip(starts, [*starts[1:], len(lines)], strict=True)]
        for round_, block in zip(printed["rounds"], blocks, strict=True):
            if round_["over"] and ["void"] not in block:
                self._add_round(round_, block, called)
        self._add_ending(printed, called)

    def _add_round(self, round_: Any, block: Sequence[list[str]], called: dict[str, str]) -> None:
        checked = next((words for words in block if words[:2] == ["=", "points"]), [])
        scores = dict(zip(checked[2::2], map(int, checked[3::2]), strict=True))
        chips, passes = round_["chips"], Counter(one["player"] for one in round_["passes"])
        for result in (words[1:] for words in block if words[0] == "result"):
            passes.update(dict(zip(result[::3], map(int, result[2::3]), strict=True)))
        false = Counter(one["player"] for one in round_["passes"] if one["verdict"] == "illegal")
        left = round_["cards_left"] or {}  # unknown of a round that was entered by its points
        for handle in round_["players"]:
            name, wins = _name(called, handle), handle == round_["out"][0]
            self.done[name].update(rounds=1, wins=wins, cards_left=left.get(handle, 0))
            self.done[name].update(passes=passes[handle], false_passes=false[handle])
            self.done[name].update(chips=chips[handle], points=scores.get(handle, 0))
            self.done[name].update(scored=handle in scores)

    def _add_ending(self, printed: Any, called: dict[str, str]) -> None:
        players = {handle for round_ in printed["rounds"] for handle in round_["players"]}
        for name in {_name(called, handle) for handle in players}:
            self.done[name]["series"] += 1
        winners = {_name(called, handle) for handle in printed["series"]["winners"]}
        for name in winners:
            self.done[name]["won"] += 1


def _name(called: dict[str, str], handle: str) -> str:
    return called.get(handle, handle)


def held_against_a_plain_count(played: list[Log]) -> dict[str, Tally]:
    """Return the totals, after a comparison with a plain count."""
    totals = total(summary(log.series) for log in played)
    plain = Plain(dumps(log) for log in played)
    assert totals.keys() == {name for name, counted in plain.done.items() if counted["series"]}
    for name, tally in totals.items():
        counted = plain.done[name]
        assert tally._asdict() == {key: counted[key] for key in tally._fields}
    return totals


@settings(max_examples=15)
@given(st.lists(dealt_logs(), max_size=3))
def test_statistics_agree_with_a_plain_count_of_the_sheets(played: list[Log]) -> None:
    held_against_a_plain_count(played)


def test_all_records_agree_with_a_plain_count() -> None:
    totals = held_against_a_plain_count([loads(path.read_text("utf-8")) for path in SHEETS])
    for key in Tally._fields:
        assert any(getattr(tally, key) for tally in totals.values())


SHORT = "fantan 1\nrules {rules}\nround 1\ndealer Cem\ndeal Ann 2 Ben 3 Cem 47\n"


def tallies(turns: str, rules: str = "bicycle") -> dict[str, Tally]:
    return dict(summary(loads(f"{SHORT.format(rules=rules)}Ann Ben Cem\n{turns}").series))


UNCOUNTED = {
    "called off after its end": ("bicycle", "1 7C 8C 7D\n2 6C . .\nvoid\n"),
    "played on": ("bicycle play_on=yes", "1 7C 8C 7D\n2 6C 9C 6D\n"),
}


@cases("rules, turns", UNCOUNTED)
def test_a_round_not_played_out_or_called_off_counts_nothing(rules: str, turns: str) -> None:
    nothing = dict.fromkeys(("Ann", "Ben", "Cem"), Tally(series=1))
    assert tallies(turns, rules) == nothing


TWO_EVENINGS = """fantan 1
date 2026-11-20
round 1
deal Ann 1 Ben 51
Ann Ben
1 7D .
round 2
date 2026-11-27
deal Ann 51 Ben 1
dealer Ann
Ann Ben
1 . 7D
round 3
deal Ben 1 Cem 51
dealer Cem
Ben Cem
1 7D .
end
"""
"""Ann leaves after the second round, and Cem joins."""


def test_each_evening_has_its_own_records() -> None:
    evenings = Evening.of(EVENING, sittings(loads(TWO_EVENINGS).series))
    assert [(one.date, one.place, sorted(one.summary)) for one in evenings] == [
        ("2026-11-20", 1, ["Ann", "Ben"]),
        ("2026-11-27", 2, ["Ann", "Ben", "Cem"]),
    ]
    counted = [one.summary["Ben"] for one in evenings]
    assert [(one.series, one.rounds) for one in counted] == [(1, 1), (0, 2)]
    found = Evenings.of(evenings)
    assert found.counts == {"Ann": 2, "Ben": 2, "Cem": 1}
    assert found.players == total([summary(loads(TWO_EVENINGS).series)])
    assert (found.series_of("Ben"), found.together("Ann", "Cem")) == ((EVENING,), EVENING)


def test_passes_of_a_round_by_its_result_count_and_are_not_judged() -> None:
    by_result = "fantan 1\nround 1\nAnn Ben\nresult Ann 0 3 Ben 5 7\n"
    tally = summary(loads(by_result).series)["Ben"]
    assert (tally.cards_left, tally.passes, tally.false_passes) == (5, 7, 0)
