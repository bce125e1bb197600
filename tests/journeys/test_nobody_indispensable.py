"""An evening on four phones that each may die: turns, seats and the host's part go to others."""

import json
import os
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from companion.core.rounds.events.turns import Played
from companion.core.rounds.round import Round
from companion.core.sheet import loads
from tests.e2e.conftest import Phones
from tests.e2e.driver import COMPANION, Table
from tests.e2e.evening import recorded_round, tap_turn
from tests.e2e.forks import QuickServer
from tests.e2e.rooms import (
    RoomServer,
    brought,
    join_by_link,
    play,
    put_fine_aside,
    share,
    sheet_of,
    take_seat,
    visit,
)
from tests.places import ROOT

FASTER = 30
"""How much faster the clock of the room goes by which phones are away."""
FAST = f"""
import sys, time
from companion.room import hub
hub.monotonic = lambda: {FASTER} * time.monotonic()
from companion.__main__ import main
sys.exit(main())
"""
BEFORE = 44
"""Turns that are played before; then Ann, the host, is due."""


def reopen(phone: Table, link: str) -> Table:
    """Open the link in a new page of a phone whose page was closed."""
    again = Table(phone.page.context.new_page())
    join_by_link(again, link)
    return again


def say_yes(phone: Table) -> None:
    """Follow the news for this phone, say yes there, and return to the table."""
    put_fine_aside(phone)
    phone.tap("phone-news")
    phone.tap("agree")
    expect(phone.at("agree")).to_have_count(0)
    phone.tap("back")


def test_phones_die_and_the_evening_goes_on(phones: Phones, page: Path, tmp_path: Path) -> None:
    recorded, (ann, ben, cem, dee, other) = recorded_round(), phones(5)
    players = recorded.setup.players
    room = RoomServer(tmp_path, page)
    room.command = (sys.executable, "-c", FAST)
    with room:
        begun = Round.of(recorded.setup, recorded.turns[:BEFORE])
        assert begun.due == 0
        brought(ann, room, begun, tmp_path / "begun.fantan")
        link, _ = share(ann, players[0])
        for phone, seat in zip((ben, cem, dee), players[1:], strict=True):
            join_by_link(phone, link)
            take_seat(phone, seat)
            put_fine_aside(phone)
        ann.page.close()
        # The host's phone died on its own turn: after a minute another one enters it.
        turn = recorded.turns[BEFORE]
        cem.see("phones")
        assert isinstance(turn, Played)
        cem.see(f"play-{turn.card}")
        ben.see("phone-news")  # after two minutes the one who sits longest is asked
        assert not dee.has("phone-news")
        tap_turn(cem, turn)
        after = Round.of(recorded.setup, recorded.turns[: BEFORE + 1])
        play((cem, ben, cem, dee), after, ())
        say_yes(ben)
        ann = reopen(ann, link)
        ann.see("turn-of")
        say_yes(ben)  # Ann is back, and the host again
        play((ann, ben, cem, dee), after, recorded.turns[BEFORE + 1 : BEFORE + 2])
        dee.page.close()
        join_by_link(other, link)
        other.tap(f"seat-{players[3]}")
        other.see("claimed")
        say_yes(cem)
        other.tap("back")
        four = (ann, ben, cem, other)
        rest = Round.of(recorded.setup, recorded.turns[: BEFORE + 2])
        assert play(four, rest, recorded.turns[BEFORE + 2 :]) == recorded
        sheets = set(map(sheet_of, four))
        assert len(sheets) == 1
        assert loads(sheets.pop().decode()).round == recorded
    # The computer was stopped: it has the evening as a series of its own.
    listed = fantan(tmp_path, "series", "--json")
    assert [*json.loads(listed)["called"].values()] == [*players]
    assert loads(fantan(tmp_path, "export", "-", "--series", "1")).round == recorded
    with QuickServer(tmp_path) as server:
        visit(other, server.url)
        other.tap("home-resume")
        other.see("next-round")


def fantan(home: Path, *arguments: str) -> str:
    """Return what a command prints about the data of the computer."""
    environment = os.environ | {"FANTAN_HOME": str(home / "data"), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*COMPANION, *arguments], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout
