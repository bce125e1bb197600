"""States of the table screen whose words are kept, each written as a score sheet."""

from dataclasses import dataclass

from companion.core.rounds.events import Event
from companion.desk.table import Snapshot
from companion.words import words_in
from tests.screens import nights as n
from tests.screens.text import dump_table


@dataclass(frozen=True, slots=True)
class TableState:
    """State of the table: rounds on the sheet, and what happens then."""

    name: str
    rounds: tuple[str, ...]
    rules: str = "bicycle"
    events: tuple[Event, ...] = ()
    language: str = "en"

    def __str__(self) -> str:
        return self.name

    @property
    def snapshot(self) -> Snapshot:
        """The table after the last event."""
        shown = n.night(*self.rounds, rules=self.rules)
        for event in self.events:
            shown = n.then(shown, event, len(self.rounds))
        return shown

    @property
    def text(self) -> str:
        """The words of the screen."""
        return dump_table(self.snapshot, words_in(self.language))


FIVE = "dealer Mia\nLena Tom Ruth Paul Mia\n"
GRANDMAS = """called Ruth Grandma Ruth
called Rosa Grandma Rosa
called Grace Grace Hall
called Grace2 Grace Kim
dealer Grace
Ruth Rosa Tom 花子 अनिल 민준 Ольга Grace2 Lena Grace
"""
TABLES = (
    TableState("dealt to four", ("dealer Ann\nAnn Ben Cem Dee\n",)),
    TableState("dealt to five", (FIVE,)),
    TableState("dealt to five in German", (FIVE,), language="de"),
    TableState("dealt to ten", (GRANDMAS,)),
    TableState("dealt without antes", (FIVE,), "kartendomino"),
    TableState("dealt with an ante for short hands", (FIVE,), "bicycle ante=0 short_ante=2"),
)
