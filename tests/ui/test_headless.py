"""The headless client does to a small app what a browser would do to it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import flet as ft
import pytest
from flet.pubsub.pubsub_hub import PubSubHub

from tests.ui.headless import Small
from tests.ui.wire import CrashError


def button(words: str, act: Callable[[], object]) -> ft.Control:
    """Return a control as the app builds them: an identifier around the part to be touched."""
    touched = ft.Container(ft.Text(words), on_click=act)
    return ft.Semantics(content=touched, identifier=words.lower(), label=f"Press {words}")


class Counter:
    """A small app in the imperative style."""

    def __init__(self) -> None:
        self.shown = ft.Text("0", key="shown")
        self.field = ft.TextField(label="Name", on_submit=self.greet)

    def main(self, page: ft.Page) -> None:
        """Lay the page out."""
        self.page = page
        page.add(
            ft.Semantics(content=ft.Row([ft.Text("pot"), self.shown]), identifier="pot"),
            button("Add", self.add),
            button("Slow", self.add_in_a_thread),
            button("Late", self.add_after_a_pause),
            button("Break", self.fail),
            ft.Row([button("Off", self.add)], disabled=True),
            ft.Row([button("Hidden", self.add)], visible=False),
            button("Ask", self.ask),
            button("Keep", self.keep),
            ft.Semantics(content=self.field, identifier="name"),
        )

    def add(self) -> None:
        """Count up."""
        self.shown.value = str(int(self.shown.value) + 1)

    async def add_in_a_thread(self) -> None:
        """Count up by work that leaves the event loop."""
        await asyncio.to_thread(time.sleep, 0.05)
        await asyncio.get_running_loop().run_in_executor(None, time.sleep, 0.05)
        self.add()

    async def add_after_a_pause(self) -> None:
        """Count up after a pause."""
        await asyncio.sleep(0.05)
        self.add()

    def fail(self) -> None:
        """Raise."""
        raise ValueError("bad card")

    def ask(self) -> None:
        """Show a dialog."""
        self.page.show_dialog(
            ft.AlertDialog(title="Sure?", actions=[ft.TextButton("Yes", on_click=self.close)])
        )

    def close(self) -> None:
        """Put the dialog away."""
        self.page.pop_dialog()
        self.add()
        self.page.update()

    async def keep(self) -> None:
        """Ask the device for what it keeps."""
        try:
            self.shown.value = str(await ft.SharedPreferences().get("pot"))
        except RuntimeError as refusal:
            self.shown.value = str(refusal)

    def greet(self) -> None:
        """Take the name."""
        self.shown.value = f"Hello {self.field.value}"


@ft.observable
@dataclass
class Table:
    """The state of the declarative app."""

    cards: list[str] = field(default_factory=lambda: ["7H", "7S", "7D"])


@ft.component
def Cards(table: Table) -> ft.Control:
    """A component of one button a card; a card named X cannot be drawn."""
    if "X" in table.cards:
        raise ValueError("no such card")
    return ft.Column(
        [
            *[ft.Text(card, key=card) for card in table.cards],
            button("Turn", table.cards.reverse),
            button("Spoil", lambda: table.cards.append("X")),
        ]
    )


def declarative(page: ft.Page) -> None:
    """The app `Cards`."""
    page.render(Cards, Table())


@pytest.mark.parametrize("what", ["add", "Press Add", "Add"], ids=["identifier", "label", "words"])
async def test_a_control_is_found_by(what: str) -> None:
    async with Small(Counter().main) as app:
        await app.tap(what)
        assert app.text("shown") == "1"


async def test_what_shows_is_read_in_order_and_a_label_before_what_it_names() -> None:
    async with Small(Counter().main) as app:
        assert (app.text("pot"), app.text("add")) == ("pot 0", "Press Add Add")
        assert app.texts()[:4] == ["pot", "0", "Add", "Slow"]
        assert (app.has("add"), app.has("Hidden"), app.has("nothing")) == (True, False, False)
        assert (app.rests("add"), app.rests("off", "pot")) == (False, True)


REFUSED = {"nothing": "no 'nothing' shows", "off": "'off' is disabled", "pot": "does not react"}


@pytest.mark.parametrize(("what", "says"), REFUSED.items(), ids=REFUSED)
async def test_what_cannot_be_tapped_is_reported(what: str, says: str) -> None:
    async with Small(Counter().main) as app:
        with pytest.raises(AssertionError, match=says):
            await app.tap(what)


async def test_it_waits_for_threads_and_until_something_comes_after_a_pause() -> None:
    async with Small(Counter().main) as app:
        await app.tap("slow")
        assert app.text("shown") == "1"
        await app.tap("late")
        assert app.text("shown") == "1"
        await app.until(lambda: app.text("shown") == "2")


async def test_text_is_entered_and_a_dialog_is_answered() -> None:
    async with Small(Counter().main) as app:
        await app.tap("ask")
        assert app.has("Sure?")
        await app.tap("Yes")
        assert (app.has("Sure?"), app.text("shown")) == (False, "1")
        await app.enter_text("name", "Zoë")
        assert "Zoë" in app.text("name")
        await app.enter_text("name", "Ann", submit=True)
        assert app.text("shown") == "Hello Ann"


@pytest.mark.parametrize(
    ("reply", "shown"),
    [("11", "11"), (RuntimeError("refused"), "refused")],
    ids=["an answer", "a refusal"],
)
async def test_the_device_gives(reply: object, shown: str) -> None:
    async with Small(Counter().main) as app:
        app.replies["SharedPreferences", "get"] = reply
        await app.tap("keep")
        assert app.text("shown") == shown
        assert app.invoked[-1] == ("SharedPreferences", "get", {"key": "pot"})


async def test_the_page_hears_of_its_route_and_size() -> None:
    heard: list[str] = []

    def main(page: ft.Page) -> None:
        page.on_route_change = lambda event: heard.append(event.route)
        page.on_resize = lambda event: heard.append(f"{event.width:g} x {event.height:g}")

    async with Small(main, route="/series/1") as app:
        assert app.page.route == "/series/1"
        await app.go("/rules")
        await app.resize(1180, 820)
        await app.page.push_route("/referee")
        await app.settle()
        assert heard == ["/rules", "1180 x 820", "/referee"]
        assert app.page.width == 1180


async def test_the_client_moves_what_keeps_its_key() -> None:
    async with Small(declarative) as app:
        before = app.find("7H")["_i"]
        await app.tap("turn")
        assert app.texts()[:3] == ["7D", "7S", "7H"]
        assert app.find("7H")["_i"] == before


CRASHES = {"break": (Counter().main, "bad card"), "spoil": (declarative, "no longer draws")}


@pytest.mark.parametrize("tap", CRASHES)
async def test_what_fails_is_a_crash(tap: str) -> None:
    main, says = CRASHES[tap]
    async with Small(main) as app:
        with pytest.raises(CrashError, match=says):
            await app.tap(tap)


async def test_sessions_on_one_hub_hear_each_other() -> None:
    hub = PubSubHub(asyncio.get_running_loop())

    def main(page: ft.Page) -> None:
        shown = ft.Text("quiet")

        async def hear(message: str) -> None:
            shown.value = message
            page.update()

        page.pubsub.subscribe(hear)
        page.add(shown, button("Say", lambda: page.pubsub.send_others("Ben passed")))

    async with Small(main, hub=hub) as ann, Small(main, hub=hub) as ben:
        await ben.tap("say")
        await ann.settle()
        assert ann.texts() == ["Ben passed", "Say"]
        assert ben.texts() == ["quiet", "Say"]
