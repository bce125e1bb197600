"""States of screens whose text is kept, each from a sheet of the records."""

import json
from dataclasses import replace
from typing import cast

import flet as ft
from flet.components.component import Component

from companion.core.cards import card
from companion.core.objections import Objection, Why
from companion.core.rounds.events.cards import Seen
from companion.core.sheet import loads
from companion.core.steps import HandedOver, Recorded
from companion.desk.company import Author, Company, SharedState
from companion.screens.blocks import Document
from companion.screens.players import number_of
from companion.ui.screens import main_for
from tests.core.backup.test_backup import zipped
from tests.desks import Desk
from tests.places import RECORDS
from tests.screens import nights as n
from tests.ui import screen_states
from tests.ui.headless import Headless
from tests.ui.screen_states import Fill, Step, recorded


class State(screen_states.State):
    """State whose screen is a document."""

    async def screen(self, desk: Desk) -> Document:
        """Return the document that the app shows in this state."""
        self.fill(desk)
        async with Headless(main_for(desk.archive), route=self.path) as app:
            await self.bring_about(app, desk)
            return _document(app.page)


def _document(page: ft.Page) -> Document:
    """Return the document of the uppermost screen."""
    stack = cast("list[ft.View]", _body(page.views))
    shown = _body(stack[-1].controls[0])
    assert isinstance(shown, ft.Control)
    assert isinstance(shown.data, Document), "the screen is no document"
    return shown.data


def _body(shown: object) -> object:
    """Return the body that a component has drawn, if the control is a component."""
    while isinstance(shown, Component):
        shown = shown._b  # noqa: SLF001 - the body of a component has no public name
    return shown


def evenings(*names: str) -> Fill:
    """Return a preparation that stores these records, the last one on the desk.

    `NAME@20` is a record of which only 20 turns of the last round were played.
    """

    def fill(desk: Desk) -> None:
        for name in names:
            record, _, turns = name.partition("@")
            if turns:
                desk.adopt(recorded(record, int(turns), renamed=False))
            else:
                desk.adopt(loads((RECORDS / f"{record}.fantan").read_text("utf-8")))

    return fill


def sheet(text: str) -> Fill:
    """Return a preparation that stores a score sheet."""
    return lambda desk: desk.adopt(loads(text))


def settled(*places: int) -> Fill:
    """Return a preparation that ticks payments of an evening off, by their places.

    The app keeps the chips of the evening.
    """

    def fill(desk: Desk) -> None:
        text = (RECORDS / "friday_night.fantan").read_text("utf-8")
        text = text.replace("round ", "worth 0.05 €\nround ", 1)
        desk.adopt(loads(text.replace("rules    bicycle", "rules bicycle chips=app", 1)))
        listed = desk.night.series.open
        for place in places:
            desk.do(HandedOver(*listed[place]))

    return fill


def _one_even(desk: Desk) -> None:
    """Store a round in whose list one is even, and another has paid already."""
    sheet(ONE_EVEN)(desk)
    desk.do(HandedOver("Dee", "Ann", 1))


def _many(desk: Desk) -> None:
    """Store more evenings than home lists at first."""
    for number in range(12):
        desk.adopt(replace(recorded("series_over", renamed=False), name=f"Evening {number}"))


def _hold_six(_: Headless, desk: Desk) -> None:
    """Note on another device that the third player held 6H."""
    desk.do(Recorded(1, Seen(2, card("6H").bit)))


def _deal(_: Headless, desk: Desk) -> None:
    """Deal the next round on another device."""
    desk.deal(desk.night.series.next_setup())


def _deleted(desk: Desk) -> None:
    evenings("series_over", "friday_night")(desk)
    desk.delete(2)


def _taken_back(desk: Desk) -> None:
    evenings("friday_night@14")(desk)
    desk.undo()
    desk.undo()


def shared(company: Company | None = None, *, keeps: bool = True) -> Fill:
    """Return a preparation with an evening at a table with this company, or at one to share."""

    def fill(desk: Desk) -> None:
        evenings("friday_night@14")(desk)
        desk.share(company, keeps=keeps)

    return fill


def _copied(desk: Desk) -> None:
    """Store a copy of a shared table after its round."""
    sheet(VOIDED)(desk)
    desk.archive.catalogue = replace(desk.archive.catalogue, taken_in=frozenset({1}))


def _stepped_by_others(desk: Desk) -> None:
    """Store an evening whose last step is that of another phone."""
    sheet(VOIDED)(desk)
    desk.share(replace(GUEST, undo_refusal=Objection(Why.NOT_YOUR_STEP)))


def _broken(desk: Desk) -> None:
    """Store an evening at a shared table that could not be opened at the last start."""
    shared()(desk)
    desk.archive.catalogue = replace(desk.archive.catalogue, broken=1)


EVENING = f"""fantan 1
series Friday night
date 2026-11-20
worth 0.05 €
called Ann Grandma Ann
round 1
time 20:05 20:26
{n.PASSES_IN_A_ROW}
round 2
time 20:31 20:32
{n.ANN_IS_LAST}
round 3
time 20:40 20:58
{n.ALL_TOLD}
round 4
time 21:02 21:17
{n.ANN_LEADS}
end
"""
"""An evening of an hour and twelve minutes with a fine, a row of passes and a card waited for."""
LINK = f"https://fantan.example/join#{'0123456789abcdef' * 2}.{'fedcba9876543210' * 2}"
HOSTING = Company(
    1,
    seats={"Ann": 1, "Ben": 2},
    here=frozenset({1, 3}),
    members=frozenset({1, 2, 3}),
    state=SharedState.LIVE,
    invitation=LINK,
    code="ABCD2345",
)
FULL = replace(HOSTING, here=frozenset({1, 2}))
CLAIMER = replace(HOSTING, me=3, claims={"Ben": 3}, code="")
ALONE = replace(CLAIMER, here=frozenset({3}))
GUEST = replace(HOSTING, me=2, code="")
HEIR = replace(HOSTING, me=2, here=frozenset({2, 3}), away_seconds={1: 121}, code="")
LOST = replace(HOSTING, me=2, state=SharedState.LOST, code="", here=frozenset(), unshared=3)
PASSED_OVER = replace(
    HOSTING,
    me=2,
    here=frozenset({1, 2}),
    entered={(1, 9): Author(1, "Ann")},
    refused=('{"round":1,"says":"Ben 9H"}',),
)
AGAIN = "repair 1\nrules bicycle\ndealer Dee\ndeal 13 13 13 13\nAnn Ben Cem Dee"
LATE = replace(
    LOST,
    state=SharedState.LIVE,
    here=frozenset({1, 2}),
    unshared=0,
    refused=(
        json.dumps({"round": 1, "says": f"{AGAIN}\nAnn 7S\nBen 7H\nCem 6H"}),
        json.dumps({"round": 1, "says": AGAIN}),
        '{"round":1,"says":"Ben 7C"}',
        '{"round":1,"says":"Cem --"}',
        '{"round":0,"says":"handed Ben Ann 5"}',
        '{"round":2,"says":"deal\\nrules bicycle\\ndealer Ann\\ndeal 18 17 17\\nAnn Ben Dov"}',
        '{"round":1,"says":"pay Ben pot 3"}',
        '{"round":2,"says":"Dov 3C"}',
        '{"round":3,"says":"Dov 4C"}',
        "Eve 5C",
    ),
)
REVEALED: tuple[Step, ...] = ("reveal-KS", "reveal-QS", "reveal-to-Ann")
PAYS: tuple[Step, ...] = ("pay-from-Ben", "pay-to-pot", ("pay-note", "Forgot the ante"), "pay")
DEALT: tuple[Step, ...] = (*PAYS[:3], _deal)
END: tuple[Step, ...] = ("series-more", "end-series")
RAISED: tuple[Step, ...] = ("change-rules", "rule-ante-more")

OVER, SERIES, SETTLE = "/table/over", "/table/over/series", "/table/over/settle"
PLAYER, BEN = (f"/players/player/{number_of(name)}" for name in ("Ann", "Ben"))
ROUND = "fantan 1\nrules bicycle\nround 1"
OWED = f"{ROUND}{n.ANN_GOES_OUT}later Ben\n"
ONE_EVEN = f"""{ROUND}
Ann Ben Cem Dee
result Ann 0 2 Ben 2 1 Cem 4 1 Dee 1 0
open Cem Ben 2
"""
"""Ben owes Ann what Cem owes him."""
PUT_OFF = f"""{ROUND}{n.ANN_GOES_OUT}round 2
Ann Ben Cem
result Ann 3 0 Ben 4 0 Cem 0 1
open Ben Ann 25
later Ben
"""
"""Ben still owes Ann what he lost in round 1."""
WAIVED = f"{ROUND}{n.SAID_TO_BE_WITH_CEM}paid 3\nwaive 3\n"
PAID_IN_PART = f"{ROUND}{n.ALL_TOLD}paid 2 pot 3\n"
COUNTS_NOTHING = f"fantan 1\nrules pagat\nround 1{n.ANN_GOES_OUT}"
VOIDED = "fantan 1\nround 1\ndealer Cem\nAnn Ben Cem\n1 7D -- 6D\nvoid\n"
OWN = """
deal Ann 3 Ben 2 Cem 47
dealer Cem
    Ann Ben Cem
 1  7D  8D  7H
 2  6D  .   .
"""
OWN_HAND: tuple[Step, ...] = ("hand-of-Ann", "hand-pick-KS", "keep-hand", "play-9D")
THURSDAYS = """fantan 1
series Thursdays
date 2026-11-05
rules bicycle
round 1
dealer Ann
Ann Ben Cem Dee
result Ann 0 1 Ben 3 5 Cem 2 4 Dee 1 2
round 2
dealer Ben
Ann Ben Cem Dee
result Ann 2 4 Ben 0 2 Cem 1 3 Dee 5 7
round 3
date 2026-11-20
dealer Cem
Ann Ben Cem
result Ann 4 3 Ben 6 4 Cem 0 0
"""
BY_RESULT = """fantan 1
rules badam-satti
round 1
dealer Ann
Ann Ben Cem Dee Eva
result Ann 4 5 Ben 0 1 Cem 2 2 Dee 1 2 Eva 3 4
"""
FAMILY = RECORDS.parent / "core" / "family" / "sheets"
SHICHINARABE, CINQUILLO = (
    (FAMILY / f"{name}.fantan").read_text("utf-8") for name in ("shichinarabe", "cinquillo")
)
PAID = SHICHINARABE.replace("shichinarabe", "shichinarabe pass_fee=1 card_fee=1", 1)
WITH_CHIPS = "".join(line for line in PAID.splitlines(True) if line[:1] != "=")
TO_LAY_OUT = """fantan 1
rules shichinarabe passes=1 pass_fee=1 card_fee=1
round 1
dealer Cem
holds Ann 7C 7D
holds Ben 7H
holds Cem 7S
Ann Ben Cem
1 6D -- 8C
2 -- . .
"""
LEFT_OVER = """fantan 1
rules shichinarabe passes=1 pass_fee=1 card_fee=1
round 1
dealer Cem
hand Ann 7C 7D AC 2C 3C 4C 5C 6C 8C 9C 10C JC QC KC AD 2D 3D 4D
hand Ben 5D 6D 8D 9D 10D JD QD KD AH 2H 3H 4H 5H 6H 7H 8H 9H
holds Cem 7S
Ann Ben Cem
1 -- -- 8S
2 -- -- .
"""


def of_series(name: str, *more: str) -> str:
    """Return the sheet of an evening whose id is its name."""
    known = f"id {name:->16}\n" if name else ""
    head = f"fantan 1\n{known}series {name}\ndate 2026-11-20\nround 1\nAnn Ben Cem\n"
    return "".join((head, *more))


FIRST, SECOND, NOTED = "1 -- 7D 6D\n", "2 7C 8D 5D\n", "pay Ann Ben 2 nuts\n"
NEXT_ROUND = "void\nround 2\nAnn Ben Cem\n1 . 7H .\n"
HERE = {
    "Same": of_series("Same", FIRST),
    "Older": of_series("Older", FIRST, SECOND, NOTED),
    "Newer": of_series("Newer", FIRST),
    "Changed": of_series("Changed", FIRST, NOTED),
    "Other": of_series("Other", FIRST),
    "Typed": of_series("Typed", FIRST, SECOND),
}
BROUGHT = {
    "Same": HERE["Same"],
    "Older": of_series("Older", FIRST),
    "Newer": of_series("Newer", FIRST, SECOND, NEXT_ROUND),
    "Changed": of_series("Changed", FIRST, SECOND),
    "Other": HERE["Other"].replace("-Other", "-Alike"),
    "Typed": HERE["Typed"].replace("id -----------Typed\n", "").replace(SECOND, ""),
}


def begun(desk: Desk) -> None:
    """Begin the series that a file is compared with."""
    for text in HERE.values():
        desk.adopt(loads(text))


def choose(*names: str) -> Step:
    """Return a step that offers a backup of these series in the file dialog."""

    def offer(app: Headless, _desk: Desk) -> None:
        content = zipped({f"{name}.fantan": BROUGHT[name] for name in names})
        file = {"id": 1, "name": "b.zip", "size": len(content), "bytes": content}
        app.replies["FilePicker", "pick_files"] = [file]

    return offer


IMPORT = "/settings/import"
TABLE = "Friday nights\nDate;Ana;Ben;Chi\n5.1.2024;0;3;12\n12.1.2024;4;;0\nTotal;4;3;12"
PLAYS = json.dumps(
    {
        "games": [{"id": 1, "name": "Fan Tan"}, {"id": 2, "name": "Chess"}],
        "players": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Ben"}],
        "plays": [
            {
                "gameRefId": game,
                "playDate": "2024-01-05 20:15:00",
                "playerScores": [
                    {"playerRefId": 1, "score": "12", "winner": game == 2},
                    {"playerRefId": 2, "score": score, "winner": True},
                ],
            }
            for game, score in ((1, "-3"), (1, ""), (2, "1"))
        ],
    }
)
SCORED = """fantan 1
rules pagat-pool ante=0 pass_fee=0 card_fee=0 points=card
round 1
Ana Ben Chi
scored Ben Ana 12 Ben -3 Chi ?
end
"""
STATES = (
    State("import of each kind", IMPORT, begun, (choose(*BROUGHT), "import-file"), "backup-1"),
    State("import of an older one", IMPORT, begun, (choose("Older"), "import-file"), "backup-1"),
    State(
        "import that takes this one",
        IMPORT,
        begun,
        (choose("Changed"), "import-file", "replace-1"),
        "backup-1",
    ),
    State("import of a table", IMPORT, steps=(("import-text", TABLE), "as-1"), shows="backup-1"),
    State("import of points", IMPORT, steps=(("import-text", TABLE), "as-2"), shows="backup-1"),
    State("import of a faulty table", IMPORT, steps=(("import-text", "A,B\n0,0\n1,three\n3,2"),)),
    State("import of a game to choose", IMPORT, steps=(("import-text", PLAYS),)),
    State("import of a game", IMPORT, steps=(("import-text", PLAYS), "as-1"), shows="backup-1"),
    State(
        "series from a table",
        IMPORT,
        steps=(("import-text", TABLE), "import"),
        shows="series-more",
    ),
    State("series of points", "/series/1", sheet(SCORED)),
    State("turns of a round of points", "/series/1/rounds/1/turns", sheet(SCORED)),
    State("hand to lay out", "/table/hand/2", sheet(TO_LAY_OUT), ("pick-2S",)),
    State("turns free", f"{OVER}/turns", sheet(SHICHINARABE)),
    State("verdict free", f"{OVER}/verdict/3", sheet(SHICHINARABE)),
    State("verdict of a hand laid out", f"{OVER}/verdict/29", sheet(SHICHINARABE)),
    State("round over with places", OVER, sheet(WITH_CHIPS)),
    State("round over left over", OVER, sheet(LEFT_OVER)),
    State("repair of a hand laid out", "/table/turns/repair/26", sheet(SHICHINARABE), ("edit-26",)),
    State("rules of shichinarabe", f"{OVER}/rules/23", sheet(WITH_CHIPS)),
    State("rules of cinquillo", f"{OVER}/rules/20", sheet(CINQUILLO)),
    State("round over in Spain", OVER, sheet(CINQUILLO)),
    State("home first start", "/"),
    State("home in play", "/", evenings("series_over", "friday_night@40")),
    State(
        "home of kinds",
        "/",
        evenings("series_over", "tie_at_the_target", "called_off", "points_open", "friday_night"),
    ),
    State("home in Spain", "/", sheet(CINQUILLO)),
    State("home broken table", "/", _broken),
    State(
        "home deleted",
        "/series/1",
        evenings("series_over", "friday_night"),
        ("series-more", "delete-series"),
    ),
    State("home nothing found", "/", _many, (("home-search", "Yusuf"),)),
    State("deleted", "/deleted", _deleted, ("forget-2",)),
    State("settings", "/settings", steps=("language-de",)),
    State("how to play", "/how"),
    State("players none", "/players"),
    State("players", "/players", evenings("series_over", "friday_night")),
    State("player", PLAYER, evenings("series_over", "friday_night")),
    State("player of two evenings", BEN, evenings("series_over", "friday_night")),
    State(
        "player renamed", f"{PLAYER}/name", evenings("friday_night"), (("player-new-name", "Bo"),)
    ),
    State(
        "player same person",
        f"{PLAYER}/name",
        evenings("friday_night", "points_open"),
        (("player-new-name", "Chi"), "rename-apply"),
    ),
    State("verdict false", f"{OVER}/verdict/10", evenings("friday_night")),
    State("verdict open", f"{OVER}/verdict/42", evenings("friday_night")),
    State("verdict let go", f"{OVER}/verdict/10", evenings("friday_night"), ("waive-10",)),
    State("verdict let go after its tick", "/table/turns/verdict/3", sheet(WAIVED)),
    State("turns with a fine let go", "/table/turns", sheet(WAIVED)),
    State("verdict sevens", f"{OVER}/verdict/3", evenings("several_sevens_per_pass")),
    State("verdict doubt", f"{OVER}/verdict/2", sheet(f"{ROUND}{n.DOUBTED}")),
    State("verdict counted", "/table/turns/verdict/2", sheet(f"{ROUND}{n.NO_ROOM_ELSEWHERE}")),
    State("verdict in play", "/table/turns/verdict/6", sheet(f"{ROUND}{n.PASSED_TWICE}")),
    State("verdict rule", f"{OVER}/verdict/10/rules/8", evenings("friday_night")),
    State("round over", OVER, evenings("friday_night")),
    State("round over more", OVER, sheet(f"{ROUND}{n.ANN_FIRST}"), ("more",)),
    State("round over won with a fine", OVER, sheet(f"{ROUND}{n.WON_WITH_A_FINE}")),
    State("round over fine paid in part", OVER, sheet(PAID_IN_PART)),
    State("turns with a fine paid in part", f"{OVER}/turns", sheet(PAID_IN_PART)),
    State("round over points open", OVER, evenings("points_open")),
    State("round over others pay", OVER, sheet(PUT_OFF), ("later-Ben",)),
    State("round over late card", OVER, sheet(f"{ROUND}{n.FALSE_TWICE}"), (_hold_six,)),
    State("series fine waived after tick", "/table/series", sheet(WAIVED)),
    State(
        "repair of an earlier round", "/series/1/turns/1/repair/2", sheet(PUT_OFF), ("insert-2",)
    ),
    State(
        "series after a repair",
        "/series/1/turns/1/repair/2",
        sheet(PUT_OFF),
        ("insert-2", "repair-apply"),
        "series-more",
    ),
    State("round over netted", OVER, evenings("seven_kept_to_the_end")),
    State("round over called off", OVER, evenings("called_off")),
    State("round over voided", OVER, sheet(VOIDED)),
    State("round over of a copy", OVER, _copied),
    State("round over undo refused", OVER, _stepped_by_others),
    State("round over worked example", OVER, evenings("worked_example")),
    State("fine ticked", OVER, evenings("fine_ticked")),
    State("fine late by holds", OVER, evenings("fine_late_by_holds")),
    State("fine late by cards left", OVER, evenings("fine_late_by_cards_left")),
    State("fine waived after tick", OVER, evenings("fine_waived_after_tick")),
    State("round over correction", f"{OVER}/pay", evenings("friday_night"), PAYS),
    State("round over still owes", OVER, sheet(OWED)),
    State("round over one even", OVER, _one_even),
    State("settling one even", SETTLE, _one_even),
    State("round over in app", OVER, settled()),
    State("round over played on", OVER, evenings("play_on_with_pots")),
    State("round over counts nothing", OVER, sheet(COUNTS_NOTHING)),
    State("round over own hand", "/table/mine", sheet(f"{ROUND}{OWN}"), OWN_HAND),
    State("series over", OVER, evenings("series_over")),
    State("series over tie", OVER, evenings("tie_at_the_target")),
    State("round over and evening over", OVER, sheet(EVENING)),
    State("series of an ended evening", "/series/1", sheet(EVENING)),
    State("correction", f"{OVER}/pay", evenings("corrections"), PAYS[:3]),
    State("settling of marks", SETTLE, sheet(OWED)),
    State("settling nothing paid", SETTLE, settled()),
    State("settling in part", SETTLE, settled(0)),
    State("settling older tick", SETTLE, settled(0, 1)),
    State("settling all even", SETTLE, settled(0, 1, 2)),
    State("worth", "/table/series/worth", evenings("friday_night"), (("worth", "0,05 €"),)),
    State("worth refused", f"{SETTLE}/worth", settled(), (("worth", "a nut"),)),
    State("correction dealt meanwhile", f"{OVER}/pay", evenings("corrections"), DEALT, "stale"),
    State("result", "/table/result", evenings("friday_night@14"), ("number-3", "number-0")),
    State("round over by result", OVER, sheet(BY_RESULT)),
    State("turns by result", f"{OVER}/turns", sheet(BY_RESULT)),
    State("turns", "/table/turns", evenings("friday_night@14")),
    State("turns doubt", "/table/turns", evenings("in_play_all_passed")),
    State("turns of a winner", f"{OVER}/turns", evenings("winner_as_offender")),
    State("turns taken back", "/table/turns", _taken_back),
    State("repair", "/table/turns/repair/10", evenings("friday_night@14"), ("edit-10",)),
    State("repair more", "/table/turns/repair/10", evenings("friday_night@14"), ("repair-more",)),
    State("repair that cuts", "/table/turns/repair/4", evenings("friday_night@14"), ("delete-4",)),
    State("repair of seats", "/table/seats", evenings("friday_night@14")),
    State("cards left", f"{OVER}/cards", sheet(f"{ROUND}{n.FEW_LEFT}")),
    State("cards left named", f"{OVER}/cards", sheet(f"{ROUND}{n.FEW_LEFT}"), REVEALED),
    State("hand", "/table/hand/2", evenings("friday_night@14"), ("pick-2S",)),
    State("hand of my own", "/table/mine", evenings("friday_night@14"), ("hand-of-Ann",)),
    State("series", "/table/series", evenings("people_join_and_leave")),
    State("series of evenings", "/series/1", sheet(THURSDAYS), ("show-chips",)),
    State("player of evenings", PLAYER, sheet(THURSDAYS)),
    State("series ended", SERIES, evenings("friday_night"), (*END, "end-series-yes")),
    State("series more", SERIES, evenings("friday_night"), ("series-more",)),
    State("series to play on", SERIES, evenings("series_over")),
    State("series question", SERIES, evenings("friday_night"), END),
    State("series question with debts", SERIES, sheet(PUT_OFF), END),
    State("series question in app", SERIES, settled(0), END),
    State("next round", f"{OVER}/next", evenings("friday_night")),
    State("new series", "/new", evenings("friday_night")),
    State(
        "new series who deals",
        "/new",
        steps=(("player-name-1", "Ann"), ("player-name-2", "Ben"), "open-dealer"),
    ),
    State("new series by name", "/new", steps=("open-rules", ("rules-search", "sevens"))),
    State(
        "new series of no such name", "/new", steps=("open-rules", ("rules-search", "Parlament"))
    ),
    State("rules pending", "/table/rules", evenings("friday_night@14"), RAISED),
    State("company to share", "/table/company", shared(), ("seat-Ben",)),
    State("company of host", "/table/company", shared(HOSTING), ("company-more", "remove-Ben")),
    State("company of guest", "/table/company", shared(replace(HOSTING, me=3), keeps=False)),
    State("company of host in memory", "/table/company", shared(HOSTING, keeps=False)),
    State("company of guest with more", "/table/company", shared(GUEST), ("company-more",)),
    State("company passes on", "/table/company", shared(FULL), ("company-more", "host-Ben")),
    State("company claimed", "/table/company", shared(replace(HOSTING, claims={"Ben": 3}))),
    State("company of claimer", "/table/company", shared(CLAIMER)),
    State("company of claimer alone", "/table/company", shared(ALONE)),
    State("company without host", "/table/company", shared(HEIR)),
    State("company out of reach", "/table/company", shared(LOST)),
    State(
        "company that differs",
        "/table/company",
        shared(replace(LOST, state=SharedState.STOPPED, stopped="differs")),
    ),
    State("company of late turns", "/table/company", shared(LATE)),
    State("turns entered by another", "/table/turns", shared(PASSED_OVER)),
    State("company of a card passed over", "/table/company", shared(PASSED_OVER)),
    State(
        "company closed",
        "/table/company",
        shared(replace(HOSTING, me=2, state=SharedState.CLOSED, stopped="closed")),
    ),
    State("join", "/join", shared(keeps=False), (("join-code", "abcd 2345"),)),
    State("join by a strange link", "/join", shared(), (("join-url", "https://a.example/join"),)),
    State("join refused", "/join", shared(), (("join-code", "ABCD2346"), "join-table")),
    State("usual rules", "/settings/usual", steps=("change-rules", "rule-ante-more")),
)
