"""The standing as a text to share."""

import json

from companion.screens.figures import series_view
from companion.screens.kit import ScreenFacts
from companion.screens.routes import Screen
from companion.screens.sharing import printed, standing_text
from companion.words import ENGLISH, words_in
from tests.cases import cases
from tests.screens.nights import ANN_GOES_OUT, night, recorded

LINES = {
    "points and chips": ("bicycle", ["1. Ann: Points 0, Balance +52"]),
    "chips alone": ("bicycle points=none", ["1. Ann: Balance +52"]),
    "rounds won": ("pagat", ["1. Ann: Won 1"]),
}


@cases("rules, first", LINES)
def test_each_player_has_a_line_with_what_counts(rules: str, first: list[str]) -> None:
    lines = standing_text(night(ANN_GOES_OUT, rules=rules), ENGLISH).splitlines()
    assert lines[3:4] == first
    assert len(lines) == 6


def test_player_who_left_has_no_place() -> None:
    *_, last = standing_text(recorded("people_join_and_leave"), ENGLISH).splitlines()
    assert last.startswith("Ana María Pérez: ")


def test_a_remark_stands_beside_its_round_as_the_language_writes_it() -> None:
    japanese = words_in("ja")
    facts = ScreenFacts(japanese, Screen("/series/1"), recorded("called_off"))
    said = json.loads(printed(facts, series_view(facts.night, japanese)))
    titles = [row[0] for table in said["tables"] for row in table]
    assert not any(", " in title for title in titles)
    assert any("、" in title for title in titles)
