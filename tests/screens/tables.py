"""States of the table screen whose words are kept, each written as a score sheet."""

from dataclasses import dataclass, replace

from companion.core.rounds.events.cards import Forgotten
from companion.core.rounds.events.decisions import FineCharged, FineTicked, FineWaived
from companion.core.rounds.events.results import Scored
from companion.core.rounds.position import Event
from companion.desk.table import Snapshot
from companion.words import words_in
from tests.screens import nights as n
from tests.screens.text import dump_table


@dataclass(frozen=True, slots=True)
class TableState:
    """State of the table: rounds on the sheet, and what happens then; the last may be undone.

    It happens in `round_number`, 0 for the last.
    """

    name: str
    rounds: tuple[str, ...]
    rules: str = "bicycle"
    events: tuple[Event, ...] = ()
    language: str = "en"
    takes_back: bool = False
    round_number: int = 0

    def __str__(self) -> str:
        return self.name

    @property
    def snapshot(self) -> Snapshot:
        """The table after the last event."""
        shown = n.night(*self.rounds, rules=self.rules)
        for event in self.events:
            shown = n.then(shown, event, self.round_number or len(self.rounds))
        if self.takes_back:
            shown = replace(shown, log=shown.log.without_last(), before=shown.log)
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
ANN_BEN_CEM = "dealer Cem\nAnn Ben Cem\n"
KEPT_BACK = """
called Mia Grandma Mia
deal Lena 13 Rosa 13 Mia 13 Tom 13
dealer Tom
Lena Rosa Mia Tom
1 --  7H  7S  8S
2 6S  8H  --  9S
3 5S  9H  7D  8D
4 6D  .   .   .
"""
"""Mia passed at turn 7 and laid the seven at turn 11; all are known who are paid for it."""
ANY_CARD = """
deal Ann 17 Ben 17 Cem 18
dealer Ben
holds Ben 9D
Ann Ben Cem
1 .   .   7D
2 6D  --  8D
3 --  --  .
"""
"""Ben passed at turn 6 although he holds 9D."""
FALSE_TO_THE_END = """
deal Ann 3 Ben 31 Cem 18
dealer Cem
    Ann Ben Cem
 1  7D  --  8D
 2  6D  --  9D
 3  5D  .   .
"""
"""Ben passed at turns 2 and 5; of 7H nobody knows yet."""
SIX = "dealer Fay\nAnn Ben Cem Dee Eva Fay\n"
IN_DEBT = f"{SIX}open Dee Ben 1 Cem Ben 2 Fay Ben 3 Dee Ann 7\n"
LATE = n.holds(1, "7H")
TABLES = (
    TableState("dealt to four", ("dealer Ann\nAnn Ben Cem Dee\n",)),
    TableState("dealt to five", (FIVE,)),
    TableState("dealt to five in German", (FIVE,), language="de"),
    TableState("dealt to ten", (GRANDMAS,)),
    TableState("dealt without antes", (FIVE,), "kartendomino"),
    TableState("dealt with an ante for short hands", (FIVE,), "bicycle ante=0 short_ante=2"),
    TableState(
        "dealt with a fine still owed", (n.OVER_WITH_A_FINE, f"{ANN_BEN_CEM}open Ben Ann 4\n")
    ),
    TableState("fine for a seven", (KEPT_BACK,)),
    TableState("fine for a seven in German", (KEPT_BACK,), language="de"),
    TableState("fine for a seven in the app", (KEPT_BACK,), "bicycle chips=app"),
    TableState("fine for an entered hand", (n.TWICE_SHOWN,)),
    TableState("fine let go", (n.TWICE_SHOWN,), events=(FineWaived(6),)),
    TableState("fine ticked off", (KEPT_BACK,), events=(FineTicked(7),)),
    TableState("fine let go after its tick", (KEPT_BACK,), events=(FineTicked(7), FineWaived(7))),
    TableState(
        "waiver taken back",
        (KEPT_BACK,),
        events=(FineWaived(7),),
        takes_back=True,
    ),
    TableState("tick taken back", (KEPT_BACK,), events=(FineTicked(7),), takes_back=True),
    TableState("fine for any card", (ANY_CARD,)),
    TableState(
        "scored round taken back",
        (ANN_BEN_CEM,),
        events=(Scored(0, (-5, 3, None)),),
        takes_back=True,
    ),
    TableState("fine for another pass of a row", (n.PASS_TOO_MANY,)),
    TableState(
        "fine of an earlier round", (n.BEN_HOLDS_TWO_SEVENS, SIX), events=(LATE,), round_number=1
    ),
    TableState(
        "fine of an earlier round taken back",
        (n.BEN_HOLDS_TWO_SEVENS, SIX),
        events=(LATE,),
        takes_back=True,
        round_number=1,
    ),
    TableState(
        "fine among many debts",
        (n.BEN_HOLDS_TWO_SEVENS, IN_DEBT),
        events=(LATE,),
        round_number=1,
    ),
    TableState(
        "fine among many debts in German",
        (n.BEN_HOLDS_TWO_SEVENS, IN_DEBT),
        events=(LATE,),
        language="de",
        round_number=1,
    ),
    TableState(
        "fine let go among many debts",
        (n.BEN_HOLDS_TWO_SEVENS, IN_DEBT),
        events=(LATE, FineWaived(2)),
        round_number=1,
    ),
    TableState(
        "fine that costs nobody anything",
        (f"{n.WON_WITH_A_FINE}waive 3\n", ANN_BEN_CEM),
        "bicycle seven_fine=0",
        events=(FineCharged(3),),
        round_number=1,
    ),
    TableState(
        "fines that went",
        (FALSE_TO_THE_END, ANN_BEN_CEM),
        events=(n.holds(1, "7H"), Forgotten(1, n.cards_of("7H"))),
        round_number=1,
    ),
)
