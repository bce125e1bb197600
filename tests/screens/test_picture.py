"""The picture of a result: winners or leaders, and all totals."""

import pytest

from companion.core.sheet import loads
from companion.desk.table import Snapshot
from companion.screens.kit import Here, edit, submit
from companion.screens.picture import PictureForm, draw_result, picture, save_picture, share_picture
from companion.words import ENGLISH
from tests.screens.documents import actions
from tests.screens.nights import ANN_GOES_OUT, night, recorded

RESULTS = {
    "series_over": (True, ["Ben"]),
    "friday_night": (False, ["Ann"]),
    "number_of_rounds": (True, ["A", "B"]),
}


@pytest.mark.parametrize(("name", "result"), RESULTS.items(), ids=RESULTS)
def test_picture_shows_winners_or_leaders(name: str, result: tuple[bool, list[str]]) -> None:
    view = draw_result(recorded(name), ENGLISH)
    assert (view.over, [person.name for person in view.winners]) == result


def test_only_players_who_left_have_a_remark() -> None:
    lines = draw_result(recorded("people_join_and_leave"), ENGLISH).table.lines
    assert [one.player.name for one in lines if one.remark] == ["Ana María Pérez"]


@pytest.mark.parametrize(
    ("rules", "figures"), [("bicycle", 2), ("bicycle points=none", 1), ("pagat", 1)]
)
def test_figures_that_are_not_counted_are_not_shown(rules: str, figures: int) -> None:
    view = draw_result(night(ANN_GOES_OUT, rules=rules), ENGLISH)
    assert {len(line.figures) for line in view.table.lines} == {figures}
    assert len(view.table.titles) == figures


@pytest.mark.parametrize("dark", [False, True])
def test_picture_begins_in_the_look_of_the_device(*, dark: bool) -> None:
    facts = Here(snapshot=recorded("series_over"), dark=dark)
    form = picture(facts).begin
    assert form == PictureForm(dark)
    shown = actions(form.view(facts))
    assert shown["picture-dark"].intent == edit(PictureForm.look, True)
    assert (shown["picture-dark"].chosen, shown["picture-light"].chosen) == (dark, not dark)
    assert shown["save-picture"].intent == submit(save_picture)
    assert shown["share-picture"].intent == submit(share_picture)


WORTHS: dict[str, tuple[str, list[str]]] = {
    "no worth": ("", []),
    "coins": ("0.05 €", ["\N{MINUS SIGN}0.35\N{NO-BREAK SPACE}€", "+0.35\N{NO-BREAK SPACE}€"]),
    "a word": ("2 nuts", ["\N{MINUS SIGN}14\N{NO-BREAK SPACE}nuts", "+14\N{NO-BREAK SPACE}nuts"]),
}


@pytest.mark.parametrize(("worth", "coins"), WORTHS.values(), ids=WORTHS)
def test_chips_are_shown_in_coins_where_a_worth_is_set(worth: str, coins: list[str]) -> None:
    stated = f"worth {worth}\n" if worth else ""
    sheet = f"fantan 1\n{stated}round 1\nAnn Ben\nresult Ann 0 0 Ben 5 1\n"
    log = loads(sheet)
    lines = draw_result(Snapshot(1, len(log.steps), log), ENGLISH).table.lines
    assert sorted(line.figures[2].says for line in lines if line.figures[2:]) == sorted(coins)
