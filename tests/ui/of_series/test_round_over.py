"""Round over on screen: payments, verdicts to open, the next deal in one tap, undo, the end."""

import pytest

from companion.core.rounds.events.decisions import ChipsCorrection
from companion.core.rounds.position import Event
from tests.cases import cases
from tests.desks import Desk
from tests.screens.nights import ALL_TOLD, ANN_GOES_OUT, holds, night
from tests.ui.headless import opened

OVER = "/table/1/over"
OF_FIVE = """
dealer Ann
Ann Ben Cem Dee Eva
result Ann 2 3 Ben 0 1 Cem 1 2 Dee 3 4 Eva 4 5
"""


def after(desk: Desk, *rounds: str, rules: str = "bicycle") -> Desk:
    """Return the desk with a night of the rounds."""
    desk.adopt(night(*rounds, rules=rules).log)
    return desk


def record(desk: Desk, event: Event) -> None:
    """Record an event before the screen opens."""
    assert desk.record(event) is None


async def test_what_a_player_hands_over_later_stays_open_and_can_be_ticked(desk: Desk) -> None:
    async with opened(after(desk, ANN_GOES_OUT), OVER) as app:
        await app.tap("later-Ben")
        chosen = [app.find(f"later-{name}")["checked"] for name in ("Ben", "Cem")]
        assert (chosen, desk.night.series.later) == ([True, False], ("Ben",))
        await app.tap("next-round")
        await app.go("/table/1/settle")
        assert ("Ann 25" in app.text("settle-1"), app.has("settle-2")) == (True, False)
        await app.tap("paid-1")
        assert app.has("even")
        await app.tap("paid-1")
        assert not app.has("even")


SHEETS = {
    "a share sheet": ({"status": "success", "raw": ""}, 0),
    "a sheet that was closed again": ({"status": "dismissed", "raw": ""}, 0),
    "no share sheet": (RuntimeError("not allowed"), 1),
    "a mail program at most": ({"status": "unavailable", "raw": ""}, 1),
}


@cases("answer, copies", SHEETS)
async def test_standing_goes_to_share_sheet_or_clipboard(
    desk: Desk, answer: object, copies: int
) -> None:
    async with opened(after(desk, ANN_GOES_OUT), OVER) as app:
        app.replies["Share", "share_text"] = answer
        await app.tap("more", "share-result")
        (shared,) = app.sent("share_text")
        copied = [args["data"] for kind, _, args in app.invoked if kind == "Clipboard"]
        assert copied == [shared["text"]] * copies
        assert app.has("refusal") == bool(copies)


async def test_the_list_of_five_is_in_sight_on_a_small_phone(desk: Desk) -> None:
    async with opened(after(desk, OF_FIVE), OVER, size=(360, 740)) as app:
        assert len(app.places("payment-", whole=True)) == 5
        assert "next-round" in app.places(whole=True)


async def test_a_payment_with_its_button_is_in_sight_in_large_text(desk: Desk) -> None:
    async with opened(after(desk, ANN_GOES_OUT), OVER, size=(844, 390)) as app:
        await app.write_at(2)
        shown = app.places(scale=2, whole=True)
        payment, later = shown["payment-1"], shown["later-Ben"]
        assert payment.right <= later.left
        assert payment.bottom > later.top


async def test_a_tick_that_is_not_the_last_step_is_taken_back_as_well(desk: Desk) -> None:
    async with opened(after(desk, ALL_TOLD), OVER) as app:
        await app.tap("reveal-to-Cem", "fine-paid-2")
        desk.record(ChipsCorrection(0, 2, 4))
        await app.settle()
        await app.tap("fine-paid-2")
        assert not app.find("fine-paid-2")["checked"]
        assert not desk.night.round.decisions.paid
        assert len(desk.night.round.decisions.payments) == 1


@pytest.mark.usefixtures("_bouncing")
async def test_a_bounce_on_the_deal_does_not_pass(desk: Desk) -> None:
    async with opened(after(desk, ANN_GOES_OUT), OVER) as app:
        await app.tap("next-round", "pass")
    assert (desk.night.round_number, desk.night.round.turns) == (2, ())


async def test_a_step_undone_can_be_redone(desk: Desk) -> None:
    record(after(desk, ANN_GOES_OUT), holds(1, "7C"))
    async with opened(desk, OVER) as app:
        await app.tap("undo")
        assert not app.has("verdict-2")
        await app.tap("redo")
        assert app.has("verdict-2")
