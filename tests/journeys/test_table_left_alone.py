"""A shared table that ends the app keeps a phone from none of its other series."""

from pathlib import Path

from companion.core.rounds.round import Round
from tests.e2e.conftest import Phones
from tests.e2e.driver import LOADING_MILLISECONDS, Table
from tests.e2e.evening import recorded_round
from tests.e2e.rooms import RoomServer, brought, share

END = """() => {
  const {loads} = flet_js.receive.__globals__.get("importlib").import_module("json");
  try { loads("[".repeat(100_000)); } catch { /* as whoever called Python */ }
}"""
"""Let Python parse what no way in from outside lets through: its parser overflows the stack."""


def end_python(phone: Table) -> None:
    """End Python on a phone by its shared table, and wait for the start that follows."""
    with phone.page.expect_navigation(timeout=LOADING_MILLISECONDS):
        (python,) = (one for one in phone.page.workers if one.url.endswith("/worker.js"))
        python.evaluate(END)
    phone.wait_for_app()


def test_table_that_ends_the_app_is_left_alone(phones: Phones, page: Path, tmp_path: Path) -> None:
    recorded, (host,) = recorded_round(), phones(1)
    with RoomServer(tmp_path, page) as room:
        brought(host, room, Round.begin(recorded.setup), tmp_path / "begun.fantan")
        share(host, recorded.setup.players[0])
        end_python(host)
        host.see("broken-table")
        host.tap("try-again")
        host.see("turn-of")
        end_python(host)
        host.reload()
        host.see("broken-table")
        host.tap("leave-table")
        host.at("broken-table").wait_for(state="detached")
        host.tap("home-resume")
        host.see("turn-of")
        host.reload()
        host.see("turn-of")
