"""Whole round tapped in German."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.cards import card
from companion.core.rounds.setup import Played
from companion.core.sheet import loads
from companion.desk.commands import play as play_card
from companion.ui.screens import main_for
from tests.desks import Desk, desk_in
from tests.places import RECORDS
from tests.ui.headless import Headless

NIGHT = loads((RECORDS / "night.fantan").read_text("utf-8")).series
"""Dov passes at turn 8 with 7H and 10D in hand; Chi goes out."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as opened:
        yield opened


def on_a_german_device(desk: Desk) -> Headless:
    return Headless(main_for(desk.archive), route="/new", language="de")


async def begin(app: Headless) -> None:
    """Start a new series with the settings of the record."""
    for number, player in enumerate(NIGHT.rounds[0].setup.players, 1):
        await app.enter_text(f"player-name-{number}", player)
    await app.tap("dealer-Dov", "start-series")


async def play(app: Headless, turns: slice) -> None:
    """Tap these turns of the record."""
    for turn in NIGHT.rounds[0].turns[turns]:
        await app.tap(f"play-{turn.card}" if isinstance(turn, Played) else "pass")


async def test_a_new_series(desk: Desk) -> None:
    async with on_a_german_device(desk) as app:
        await app.enter_text("player-name-1", "Ana")
        assert app.text("obstacle") == "Mindestens zwei müssen mitspielen."
        await begin(app)
    assert desk.archive.catalogue.entries[0].name == "Freitagabend"


async def test_a_round_from_the_first_card_to_the_last(desk: Desk) -> None:
    async with on_a_german_device(desk) as app:
        await begin(app)
        assert app.text("turn-of") == "Ana ist dran"
        assert app.text("pass") == "Passen zahlt 1 Jeton"
        assert app.find("play-7H")["label"] == "Herz 7 legen"
        await play(app, slice(0, 8))
        await app.until(lambda: "Dov passt, zahlt 1" in " ".join(app.texts()))
        assert app.find("play-7S")["label"] == "Pik 7 legen"
        await play(app, slice(8, None))
        assert app.page.route == "/table/1/over"
        assert "Chi gewinnt" in app.texts()
        assert app.text("payment-1").startswith("Ana zahlt")
        assert "Runde 2 austeilen" in app.text("next-round")


async def test_a_verdict(desk: Desk) -> None:
    async with on_a_german_device(desk) as app:
        await begin(app)
        await play(app, slice(0, 24))
        await app.go("/table/turns")
        assert app.text("verdict-8") == "falsch"
        await app.go("/table/turns/verdict/8")
        proof = "Dov legte später 10♦ (Zug 24) und 7♥ (Zug 20): beim Passen schon auf der Hand."
        assert proof in " ".join(app.texts())
        assert app.text("waive-8") == "Erlassen"


async def test_an_objection(desk: Desk) -> None:
    async with on_a_german_device(desk) as app:
        await begin(app)
        desk.do(play_card(card("7H")))
        await app.tap("play-7D")
        said = "Jemand war schneller: erst noch einmal auf den Tisch schauen."
        assert said in app.texts()
