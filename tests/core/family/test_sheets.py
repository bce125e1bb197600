"""Whole rounds of the wider family as sheets with all checks, and what is refused."""

from pathlib import Path

import pytest

from companion.core.objections import RulesError
from companion.core.presets import parse
from companion.core.sheet import dumps, loads, report
from tests.cases import cases
from tests.core.tables import refusal

SHEETS = sorted((Path(__file__).parent / "sheets").glob("*.fantan"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_sheet_is_written_as_it_was_read(path: Path) -> None:
    text = path.read_text("utf-8")
    assert dumps(loads(text)) == text


def test_r25_report_has_places_and_hands_laid_out() -> None:
    log = loads((Path(__file__).parent / "sheets" / "shichinarabe.fantan").read_text("utf-8"))
    (round_,) = report(log, "night")["rounds"]
    assert round_["laid_out"] == ["Chi"]
    assert round_["places"] == {"Ana": 2, "Ben": 3, "Chi": 4, "Dov": 1}


HEAD = "rules {rules}\nround 1\ndealer D\ndeal A 13 B 13 C 13 D 13\n"
REFUSED: dict[str, tuple[str, str, str]] = {
    "a turn before the starters are known": (
        "shichinarabe",
        "holds A 7D 7C\nA B C D\n1 6D . . .",
        "laid 7H",
    ),
    "a pass after the last one, with an unknown hand": (
        "shichinarabe passes=1",
        "holds A 7C 7D 7H 7S\nA B C D\n1 6D -- 8C 8D\n2 6C -- . .",
        "enter its cards first",
    ),
    "a result alone": (
        "shichinarabe",
        "A B C D\nresult A 0 1 B 3 1 C 3 1 D 3 1",
        "entered turn by turn",
    ),
}


@cases("rules, rest, reason", REFUSED)
def test_round_is_refused(rules: str, rest: str, reason: str) -> None:
    assert reason in refusal(HEAD.format(rules=rules) + rest)


WRONG_RULES = ("shichinarabe starter=any", "stalemate passes=3 starter=5/9", "devyatka starter=5")


@pytest.mark.parametrize("rules", WRONG_RULES)
def test_rules_are_refused(rules: str) -> None:
    with pytest.raises(RulesError):
        parse(rules)
