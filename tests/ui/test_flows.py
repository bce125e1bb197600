"""One way through each screen in memory: what a tap there records, and where it leads."""

from datetime import date

from companion.core.backup import About
from companion.core.cards import card, spread
from companion.core.judge import How, judge
from companion.core.presets import parse, preset
from companion.core.rounds.events.decisions import ChipsCorrection
from companion.core.rounds.events.turns import Played
from companion.core.rounds.setup import Setup
from companion.core.sheet import dumps, loads
from companion.core.steps import Repaired
from companion.screens.players import number_of
from tests.core.backup.test_backup import NIGHT, packed, played
from tests.desks import Desk, begin, turns
from tests.places import RECORDS
from tests.screens.nights import (
    ALL_TOLD,
    ANN_FIRST,
    ANN_GOES_OUT,
    BEN_FIRST,
    FEW_LEFT,
    SAID_TO_BE_WITH_CEM,
    night,
)
from tests.screens.test_family import at, round_of
from tests.ui.headless import Headless, opened
from tests.ui.screen_states import HONEST, evening, having


def noted(desk: Desk, seat: int) -> list[str]:
    """Return the cards noted for the seat."""
    return list(map(str, spread(desk.night.round.knowledge.noted(seat))))


def is_over(desk: Desk) -> bool:
    """Return whether home lists the newest series as over."""
    return desk.archive.catalogue.entries[0].over


async def test_a_series_from_its_names_to_its_first_turn(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        for number, name in enumerate(("Ann", "Ben", "Cem"), 1):
            await app.enter_text(f"player-name-{number}", name)
        await app.tap("open-dealer", "dealer-Ben", "start-series")
        await app.tap("play-7H")
        assert app.due == "Ann"
        await app.go("/new")
        await app.tap("same-table")
        assert app.text("player-name-3").endswith("Cem")
    desk.open(1)
    assert desk.night.round.setup == Setup.dealt(preset("bicycle"), ("Ann", "Ben", "Cem"), 1)


async def test_the_next_round_with_other_people_seats_and_rules(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk, "/table/1/over/next") as app:
        await app.tap("change-seats", "player-up-3", "change-seats", "remove-player-1")
        await app.tap("add-player")
        await app.enter_text("player-name-3", "Zoe")
        await app.tap("dealer-Ben", "next-rules-change", "change-rules", "rule-ante-more", "back")
        before = len(app.frames)
        await app.tap("deal-next")
        assert app.page.route == "/table/1"
        assert not any(b"redeal" in frame for frame in app.frames[before:]), "a screen between"
    setup = desk.night.round.setup
    assert (setup.players, setup.dealer) == (("Cem", "Ben", "Zoe"), 1)
    assert setup.rules == parse("bicycle ante=2")


async def test_a_deal_is_set_up_anew(desk: Desk) -> None:
    begin(desk, "Porch")
    async with opened(desk, "/table/1/deal") as app:
        await app.tap("add-player")
        await app.enter_text("player-name-4", "Zoe Quill")
        await app.tap("dealer-Cem", "redeal")
        assert app.page.route == "/table/1"
    assert desk.night.round.setup == Setup.dealt(preset("bicycle"), ("Ann", "Ben", "Cem", "Zoe"), 2)
    assert desk.night.series.name_of("Zoe") == "Zoe Quill"


async def test_passes_up_to_a_player(desk: Desk) -> None:
    begin(desk, "Friday night", "Ann Ben Cem Dee")
    async with opened(desk, "/table") as app:
        await app.tap("play-7H")
        await app.hold("pass")
        await app.tap("pass-until-Ann")
        assert app.due == "Ann"
        assert turns(desk) == ["7H", "--", "--"]
        await app.tap("undo")
    assert turns(desk) == ["7H"]


async def test_a_correction_from_the_seat_of_the_payer(desk: Desk) -> None:
    begin(desk, "Porch")
    async with opened(desk, "/table/1/payer/2") as app:
        await app.tap("pay-to-Ann", "pay-chips-more-5", "pay-chips-less")
        await app.enter_text("pay-note", "forgot the ante")
        await app.tap("pay")
        assert app.page.route == "/table/1"
        assert any(says.endswith("4 (forgot the ante)") for says in app.texts())
        await app.go("/table/pay")
        assert app.text("pay-chips") == "1", "the form is empty again"
        assert app.has("correction-1")
    given = desk.night.round.decisions.payments
    assert given == (ChipsCorrection(1, 0, 4, "forgot the ante"),)


async def test_a_repair_of_turns_and_of_seats(desk: Desk) -> None:
    begin(desk, "Friday night")
    for seat, code in ((1, "7H"), (2, "8H"), (0, "6H")):
        desk.record(Played(seat, card(code)))
    async with opened(desk, "/table") as app:
        await app.tap("turns", "turn-2", "delete-2", "repair-cancel")
        await app.tap("turn-2", "insert-2")
        before = len(app.frames)
        await app.tap("repair-apply")
        assert app.page.route == "/table/1"
        assert not any(b"edit-1" in frame for frame in app.frames[before:]), "a screen between"
        assert turns(desk) == ["7H", "--", "8H", "6H"]
        assert isinstance(desk.night.log.steps[-1], Repaired)
        await app.go("/table/1/seats")
        await app.tap("dealer-Ben", "change-rules", "rule-ante-more", "repair-apply")
    assert desk.night.round.setup == Setup.dealt(parse("bicycle ante=2"), ("Ann", "Ben", "Cem"), 1)


async def test_a_round_that_ended_is_in_play_again_by_a_repair(desk: Desk) -> None:
    desk.adopt(night(ANN_FIRST, BEN_FIRST).log)
    async with opened(desk, "/table/1/over/turns/2/repair/1") as app:
        await app.tap("edit-1", "edit-pass", "repair-apply")
        assert app.page.route == "/table/1"
        before = turns(desk)
        await app.press("P")
        assert turns(desk) == [*before, "--"]


async def test_an_earlier_round_is_repaired_where_it_was_opened(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT, ANN_FIRST, "dealer Ann\nAnn Ben Cem\n1 . 7D 6D\n").log)
    async with opened(desk, "/table/1/series") as app:
        await app.tap("round-1")
        await app.go("/table/1/series/turns/1/repair/2")
        await app.tap("edit-2", "edit-card-7C", "repair-apply")
        assert app.page.route == "/table/1/series"
    assert desk.night.series.rounds[0].turns[1] == Played(1, card("7C"))
    assert len(desk.night.series.rounds) == 3


async def test_a_round_by_its_result_alone(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with opened(desk, "/table/result", size=(360, 740)) as app:
        before = app.places("number-1")
        await app.tap("number-0")
        assert app.places("number-1") == before, "a number of the pad has moved"
        await app.tap("number-4", "number-2")
        frames = len(app.frames)
        await app.tap("save-result")
        assert app.page.route == "/table/1/over"
        assert not any(b"left-Ann" in frame for frame in app.frames[frames:]), "a screen between"
        assert desk.night.round.cards_left == (0, 4, 2)
        await app.tap("undo")
        assert app.page.route == "/table/1"


async def test_cards_left_and_a_verdict_that_they_decide(desk: Desk) -> None:
    desk.adopt(night(FEW_LEFT).log)
    async with opened(desk, "/table/1/over/cards") as app:
        await app.tap("reveal-KS", "reveal-QS", "reveal-JS", "reveal-QS", "reveal-to-Ann")
        held = judge(desk.night.round).holdings.items()
        assert {str(card) for card, by in held if by.how is How.SEEN} == {"KS", "JS"}
        await app.tap("undo", "reveal-KS", "reveal-to-Cem", "done")
        assert app.page.route == "/table/1/over"


async def test_a_fine_is_let_go_and_charged_again(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD, FEW_LEFT).log)
    async with opened(desk, "/series/1/turns/1/verdict/2") as app:
        await app.tap("waive-2")
        assert [round_.decisions.waived for round_ in desk.night.series.rounds] == [{2}, set()]
        await app.tap("charge-2", "rule-link")
        assert app.page.route == "/series/1/turns/1/verdict/2/rules/8"
        await app.tap("back")
        assert app.has("waive-2")


async def test_a_note_is_taken_over_and_taken_back(desk: Desk) -> None:
    desk.adopt(night(SAID_TO_BE_WITH_CEM).log)
    async with opened(desk, "/table/hand/2") as app:
        await app.tap("pick-6H", "holds-6H-2")
        assert (noted(desk, 1), noted(desk, 2)) == (["6H"], [])
        await app.tap("pick-6H", "forget-6H")
        assert noted(desk, 1) == []


async def test_cards_are_noted_for_a_hand(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with opened(desk, "/table/1/hand/2") as app:
        await app.tap("pick-KS", "note-cards")
    assert noted(desk, 1) == ["KS"]


async def test_a_hand_is_laid_out_with_the_pass_after_the_last(desk: Desk) -> None:
    desk.adopt(at("shichinarabe", 28).log)
    held = round_of("shichinarabe").knowledge.hands[2] or 0
    async with opened(desk, "/table") as app:
        await app.tap("pass")
        left = spread(held & ~desk.night.round.layout.laid)
        await app.tap(*(f"pick-{one}" for one in left), "lay-out")
    assert desk.night.round.laid_out == (2,)


async def test_a_card_noted_for_another_is_laid_after_a_question(desk: Desk) -> None:
    desk.adopt(night(SAID_TO_BE_WITH_CEM).log)
    async with opened(desk, "/table") as app:
        await app.tap("noted-6H", "keep-6H")
        assert turns(desk)[-1] == "--"
        await app.tap("noted-6H", "forget-6H")
        assert (turns(desk)[-1], noted(desk, 2)) == ("6H", [])


async def test_a_series_ends_is_named_is_deleted_and_comes_back(desk: Desk) -> None:
    desk.adopt(loads((RECORDS / "friday_night.fantan").read_text("utf-8")))
    async with opened(desk, "/series/1") as app:
        await app.tap("series-more", "end-series", "end-series-yes")
        assert is_over(desk)
        await app.tap("undo")
        assert not is_over(desk)
        await app.enter_text("series-name", "  Porch   night ")
        await app.tap("rename-series", "show-cards")
        assert app.has("total-cards-Ann")
        assert desk.archive.catalogue.entries[0].name == "Porch night"
        await app.tap("delete-series", "home-deleted", "put-back-1", "back")
        assert app.has("home-series-1") or app.has("home-resume")
        await app.go("/series/1")
        await app.tap("series-more", "delete-series", "home-deleted", "forget-1", "forget-yes")
        assert not app.has("deleted-1")
        await app.go("/series/1")
        assert app.has("refusal")


async def test_once_more_and_on_to_a_higher_target(desk: Desk) -> None:
    desk.adopt(loads((RECORDS / "series_over.fantan").read_text("utf-8")))
    async with opened(desk, "/series/1") as app:
        await app.tap("once-more")
        assert app.page.route == "/table/2"
        await app.go("/series/1")
        await app.tap("play-on")
        assert not app.has("winner")


async def test_the_worth_of_a_chip_is_set(desk: Desk) -> None:
    having(evening(4, HONEST, HONEST, rules="bicycle chips=app"))(desk)
    async with opened(desk, "/series/1/settle") as app:
        await app.tap("chip-worth")
        await app.enter_text("worth", "0,05 €")
        await app.tap("set-worth")
        assert app.page.route == "/series/1/settle"
    assert desk.night.series.worth == "0.05 €"


async def test_an_evening_gets_the_day_chosen_in_the_calendar(desk: Desk) -> None:
    begin(desk, "Porch", "Ana Ben Cem")
    async with opened(desk, "/series/1") as app:
        await app.tap("series-more", "series-date")
        await app.pick_day(date(2026, 11, 1))
        assert not app.crash
    assert desk.night.series.date == "2026-11-01"


async def test_a_player_gets_another_name_and_that_is_taken_back(desk: Desk) -> None:
    begin(desk, "Porch", "Ana Ben Cem")
    async with opened(desk, f"/players/player/{number_of('Ana')}") as app:
        await app.tap("rename-player")
        await app.enter_text("player-new-name", "Ana María")
        await app.tap("rename-apply")
        assert "Ana María" in app.texts()
        await app.tap("undo-rename")
        await app.go("/players")
        assert (app.has("player-Ana"), app.has("player-Ana-María")) == (True, False)


async def test_two_names_of_one_person_are_joined_after_a_question(desk: Desk) -> None:
    begin(desk, "Porch", "Ana Ben Cem")
    begin(desk, "Cabin", "Anna Dee")
    async with opened(desk, f"/players/player/{number_of('Ana')}/name") as app:
        await app.enter_text("player-new-name", "Anna")
        await app.tap("rename-apply", "same-person-no")
        assert not app.has("undo-rename")
        await app.tap("rename-apply", "same-person-yes")
        assert app.has("undo-rename")
        await app.go("/players")
        assert (app.has("player-Ana"), app.has("player-Anna")) == (False, True)


async def picks(app: Headless, content: bytes, *taps: str) -> None:
    """Choose the file in the dialog of the app, and tap what follows."""
    file = {"id": 1, "name": "night.fantan", "size": len(content), "bytes": content}
    app.replies["FilePicker", "pick_files"] = [file]
    await app.tap("import-file", *taps)


async def test_a_sheet_is_saved_copied_and_taken_in(desk: Desk) -> None:
    desk.adopt(loads(NIGHT))
    async with opened(desk, "/series/1") as app:
        await app.tap("series-more", "export", "copy-sheet")
        saved = app.sent("save_file")[0]
        assert saved["src_bytes"].decode("utf-8-sig") == dumps(desk.night.log)
        copied = next(args for kind, _, args in app.invoked if kind == "Clipboard")
        assert loads(next(iter(copied.values()))).series == desk.night.series
        await app.go("/import")
        await app.enter_text("import-text", dumps(played(["7C"])))
        await app.tap("import")
        assert app.page.route == "/series/2"


async def test_a_backup_is_saved_and_taken_in(desk: Desk) -> None:
    desk.adopt(loads(NIGHT))
    async with opened(desk, "/settings") as app:
        await app.tap("backup")
        content = app.sent("save_file")[0]["src_bytes"]
        assert app.has("backed-up")
        await app.go("/settings/import")
        await picks(app, content)
        assert app.rests("import"), "it is here already"
        await picks(app, packed([loads(NIGHT), played(["7C"])]), "import")
        assert app.has("restored")
    assert len(desk.archive.catalogue.entries) == 2


async def test_a_backup_of_one_series_opens_it(desk: Desk) -> None:
    async with opened(desk, "/settings/import") as app:
        await picks(app, packed([played(["7C"])], About(preset("parliament"))), "import")
        assert app.page.route == "/series/1"
        notice = app.text("refusal")
    assert "1 series was added." in notice
    assert "House rules were added." in notice


async def test_many_series_are_searched(desk: Desk) -> None:
    for day in range(1, 12):
        begin(desk, f"Cabin, day {day}")
        desk.end()
    async with opened(desk, "/") as app:
        await app.tap("back")
        await app.enter_text("home-search", "day 9")
        assert list(app.places("home-series-")) == ["home-series-9"]
        await app.tap("home-series-9", "back")
        assert list(app.places("home-series-")) == ["home-series-9"]
        await app.tap("home-search-clear")
        assert len(app.places("home-series-")) > 1
