"""Two clients from the document alone play a round at a real room, with what a table decides."""

import asyncio
import json
from pathlib import Path

from companion.core.sheet import dumps
from companion.desk.shared_log import read_first
from storage.sqlite_lines import SqliteLines
from tests.room.engines import opened
from tests.room.guest import Document, Guest
from tests.room.rooms import room

SHEET = "fantan 1\nrules bicycle\nround 1\ndealer C\ndeal A 1 B 1 C 50\nA B C\n"
HEAD = "rules bicycle\ndealer A\ndeal 46 3 3\nA B C"
TURNS = ("B 7C", "C --", "A 6C", "B 8C", "C 7S", "A 8S", "B 6S")
FINES = ("paid 2 pot 3", "paid 2 A 5", "paid 2 B 5")
EXPECTED = (
    "2      6C   8C   7S",
    "pay      A pot 1",
    "paid     2 pot 3",
    "= chips  A -41  B +59  C -18",
)


def step(says: str, number: int = 2) -> Document:
    return {"round": number, "says": says}


async def test_whole_round_is_played_from_the_document_alone(tmp_path: Path) -> None:
    async with opened(lambda: SqliteLines(tmp_path)) as lines, room(lines) as served:
        page = served.url.replace("ws", "http", 1).removesuffix("room")
        host = Guest.opens(page, SHEET)
        await host.until_line(1)
        ben = Guest.joins(host.link)
        await ben.until_line(1)
        await asyncio.gather(host.say({"seat": "A"}), ben.say({"seat": "B"}))
        assert host.quicker + ben.quicker == 1
        await host.say(step("A 7D", 1))
        await ben.until_line(4)
        await ben.say(step(f"deal\n{HEAD}"))
        for turn in TURNS:
            player = ben if turn.startswith("B") else host
            if turn == "B 8C":
                await player.say(step("B 5C"))  # the wrong card
                await player.say(step("undo", 0))
                await ben.lose()
            place = await player.say(step(turn))
            await asyncio.gather(host.until_line(place), ben.until_line(place))
        await host.say(step("holds C 7S"))
        await host.say(*map(step, FINES))
        place = await host.say(step("pay A pot 2"))
        await ben.until_line(place)
        facts = "\n".join((*TURNS, "holds C 7S", *FINES, "pay A pot 1"))
        place = await ben.say(step(f"repair 2\n{HEAD}\n{facts}"))
        await host.until_line(place)
        assert host.lines == ben.lines
        await host.leave()
        await ben.leave()
    (_, _, first), *rest = host.lines
    log = read_first(json.dumps(first))
    for member, _, documents in rest:
        after = log.after(member, json.dumps(documents))
        assert after != log, f"{documents} are ignored"
        log = after
    assert log.seats == {"A": 1, "B": 2}
    sheet = dumps(log.log)
    assert [line for line in EXPECTED if line not in sheet] == []
