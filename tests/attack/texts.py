"""Random texts through every way in from outside, in any Python: nested, cut, huge, and strange.

The module also runs in the page's own Python, where a text that is nested too deeply ends Python
itself. So it needs nothing beside the app. Each way answers a text in one line.
"""

import asyncio
import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from itertools import chain
from random import Random
from typing import Any
from zipfile import ZipFile

from companion.core.backup import Backup, BackupError, read_about, unpacked
from companion.core.names import finds, handle_for, tidy
from companion.core.objections import LineError, RulesError, SheetError
from companion.core.outside import OutsideError, read_json
from companion.core.plays import read_scores
from companion.core.presets import parse
from companion.core.sheet import read
from companion.desk.company import Invitation, read_code
from companion.desk.ports import Socket
from companion.desk.rights import Admitted
from companion.desk.room_link import RoomLink
from companion.desk.shared_log import first_text, read_first, read_missing
from companion.preferences import Preferences
from companion.screens.backups import LARGEST, Outcome, opened, parse_text
from companion.screens.routes import Screen
from companion.screens.seating import SeatsForm, read_draft
from storage.handles import PageJournal
from storage.journal import content_of, scan
from storage.page_store import PageStore
from storage.series import changes_of

SHEET = """\
fantan 1
series  Friday
rules   bicycle

round 1
dealer  Cem
deal    Ann 18  Ben 17  Cem 17
Ann Ben Cem
1 7D -- 8D
2 6D . .
paid     2 pot 3
holds    Ben 7S
"""
TABLE = """\
Date,Ann,Ben,Cem
2026-01-02,0,3,5
2026-01-02,4,0,1
,1,2,0
,0,?,7
Total,5,5,13
"""
PLAYS = """\
{"players":[{"id":1,"name":"Ann"},{"id":2,"name":"Ben"}],"games":[{"id":7,"name":"Fan Tan"}],
"plays":[{"gameRefId":7,"playDate":"2026-01-02 20:00:00","playerScores":[
{"playerRefId":1,"score":"0","winner":true},{"playerRefId":2,"score":"4","winner":false}]}]}
"""
HEX = "0123456789abcdef" * 2
LOG = read(SHEET).log
FIRST = read_first(first_text(LOG, again=False))
KNOWN = (
    SHEET,
    first_text(LOG, again=False),
    '[{"round":1,"says":"Ann 6D"}]',
    '[{"resumed":[{"round":1,"says":"Ann 6D"},{"round":0,"says":"undo"}]}]',
    '[{"seat":"Ann"},{"claim":"Ben"},{"recording":"all"},{"removed":3},{"closed":true}]',
    '{"round":1,"says":"repair\\n1","on":"0123"}',
    f'{{"welcome":{{"table":"{HEX}","secret":"{HEX}","member":1,"token":"{HEX}","lines":1}}}}',
    '{"lines":[[1,2,"id","[]",{"away":{"3":70},"host":2,"operator":true}]]}',
    '{"here":[1,2],"away":{"3":70}}',
    '{"quicker":"id","at":3}',
    f'{{"format":1,"join":"{HEX}","secret":"{HEX}"}}',
    '{"say":[2,"id","text"],"away":[1],"host":3}',
    f"https://cards.example.org/join#{HEX}.{HEX}",
    "ABCD 2345",
    "/table/1/correction",
    '{"language":"de","look":"dark","played":3}',
    '{"names":["Ann","Ben"],"dealer":1,"title":"Friday","rules":"bicycle"}',
    "fantan-backup 1\nusual bicycle\nsaved bicycle ante=2 : Ours\nid 1 0123456789abcdef\n",
    '{"series":{"1":{"round":1,"says":"Ann 7D"}}}',
    TABLE,
    TABLE.replace(",", "\t"),
    PLAYS,
)
DEEP = tuple(
    text
    for depth in (4_500, 30_000)
    for text in ("[" * depth, '{"a":' * depth, json.dumps(["[" * depth])[2:-2], "[{" * depth)
)
"""Texts that end Python in a browser, if something parses them."""
_STRANGE = (
    "\ud800",
    "\udfff\ud83c",
    "\x00",
    "\u202e",
    "\u0661\u0662",
    "²",
    "NaN",
    "-Infinity",
    "1e999",
    "-0",
    "\\ud800",
    "\\",
    '"',
    "\r",
    "%",
    "٣",
    "ß",
    "\U0001f0a1",
)
_BRACKETS = (("[", "]"), ("{", "}"), ('{"a":', "}"), ('[{"a":[', "]}]"), ("(", ")"))
_DEPTHS = (15, 16, 17, 400, 4_500, 30_000)


def random_text(chance: Random) -> str:  # noqa: PLR0911 - a kind each
    """Return a text that is nested, cut, huge, has long numbers or surrogates, or is changed."""
    known = chance.choice((chance.choice(KNOWN), *KNOWN[:2]))
    at = chance.randrange(len(known))
    match chance.randrange(10):
        case 0:
            opening, closing = chance.choice(_BRACKETS)
            depth = chance.choice(_DEPTHS)
            ends = chance.choice((0, depth, depth - 1))
            deep = opening * depth + chance.choice(("", "1", '"x"')) + closing * ends
            return chance.choice((deep, known[:at] + deep + known[at:], json.dumps([deep])))
        case 1:
            return known[:at]
        case 2:
            return known[:at] + chance.choice("aA [{\"'\n9\\") * chance.randrange(60_000)
        case 3:
            long = chance.choice("123456789") * chance.choice((18, 19, 400, 4_299, 10_000))
            digits = [place for place, sign in enumerate(known) if sign.isdigit()] or [at]
            at = chance.choice(digits)
            return known[:at] + chance.choice(("", "-", "0.", "1e")) + long + known[at + 1 :]
        case 4:
            return known[:at] + chance.choice(_STRANGE) * chance.randrange(1, 40) + known[at:]
        case 5:
            other = chance.choice(KNOWN)
            return known[:at] + other[chance.randrange(len(other)) :]
        case 6:
            lines = known.split("\n")
            chance.shuffle(lines)
            return "\n".join(lines * chance.randrange(1, 20))
        case 7:
            return "".join(map(chr, chance.choices(range(1, 0x500), k=chance.randrange(60))))
        case _:
            changed = [*known]
            for _ in range(chance.randrange(1, 5)):
                changed[chance.randrange(len(changed))] = chr(chance.randrange(32, 127))
            return "".join(changed)


class _Deaf:
    """A room whose frames come from the test."""

    address = "https://cards.example.org/"
    keeps = True
    broken = ""

    def mend(self) -> None:
        """Leave all as it is."""

    def connect(
        self, greet: Callable[[], str], hear: Callable[[str], None], lost: Callable[[], None]
    ) -> Socket:
        """Keep what hears the frames."""
        self.greet = greet
        self.hear = hear
        self.lost = lost
        return _Silent()


class _Silent:
    def send(self, frame: str) -> bool:
        """Send nothing."""
        return not frame

    def close(self) -> None:
        """Leave all as it is."""


class _Memory:
    """A handle on bytes that a browser has kept."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def read(self) -> bytes:
        """Return the content."""
        return self.content

    def write(self, content: bytes, offset: int) -> None:
        """Write the content at the offset."""
        self.content = self.content[:offset] + content + self.content[offset + len(content) :]

    def truncate(self, size: int) -> None:
        """Keep the first bytes."""
        self.content = self.content[:size]

    def flush(self) -> None:
        """Leave all as it is."""


def _frame(text: str) -> str:
    room = _Deaf()
    link = RoomLink(room, {"join": HEX, "secret": HEX})
    room.hear(text)
    room.hear(KNOWN[6])
    room.hear(text)
    link.close()
    return f"{len(link.lines)} lines {room.greet()[:20]}"


def _line(text: str) -> str:
    now = FIRST.after(2, text).after(1, text, Admitted({2: 70}, 1, operator=True))
    return f"{len(now.log.steps)} steps"


def _kept(text: str) -> str:
    content = text.encode(errors="surrogatepass").replace(b"\n", b" ")
    line = b"%08x %s\n" % (zlib.crc32(content, 0), content)
    found = scan(line)
    kind = type(content_of(line[:-1], 0)).__name__
    return f"{kind} {found.end}"


def _journal(text: str) -> str:
    raw = text.encode(errors="surrogatepass")
    return f"{len(PageJournal((_Memory(raw), _Memory(b''))).names)} databases"


def _store(text: str) -> str:
    """Start a page whose browser has kept a text as a turn, as the usual rules, and at the end."""
    handles = _Memory(b""), _Memory(b"")
    journal = PageJournal(handles)
    changes = changes_of(LOG.known_as(HEX))
    changes[-1]["round 1"]["6"] = {"says": text}
    journal.database("00001", {"id": HEX, "number": 1}).extend(changes)
    journal.database("choices").extend([{"choices": {"1": {"usual": text}}}])
    for handle in handles:
        handle.content += text.encode(errors="surrogatepass") + b"\n" if handle.content else b""
    store = PageStore(handles)
    said = f"{len(store.load(1).log.steps)} steps, {len(store.findings())} findings"
    store.close()
    return said


def _pasted(text: str) -> str:
    return _outcome(parse_text(text))


def _file(text: str) -> str:
    return _outcome(opened(text.encode(errors="surrogatepass"), "file")[1])


def _outcome(found: Outcome) -> str:
    if not isinstance(found, Backup):
        raise OutsideError(found.says if found else "nothing")
    return f"{len(found.sheets)} series"


def _scores(text: str) -> str:
    if read_scores(text, LARGEST, "points") is None:
        raise OutsideError("neither a table nor plays")
    return "scores"


def _zip(text: str) -> str:
    content = BytesIO()
    with ZipFile(content, "w") as file:
        file.writestr("backup.txt", text.encode(errors="replace"))
        file.writestr("00001 a.fantan", text.encode(errors="surrogatepass"))
    return f"{len(unpacked(content.getvalue()).sheets)} sheets"


def _broken_zip(text: str) -> str:
    return f"{len(unpacked(b'PK' + text.encode(errors='surrogatepass')).sheets)} sheets"


def _first(text: str) -> str:
    try:
        return f"{len(read_first(text).log.steps)} steps"
    except ValueError as fault:
        raise OutsideError(str(fault)) from fault


def _missing(text: str) -> str:
    return type(read_missing(text, LOG)).__name__


def _link(text: str) -> str:
    if not (found := Invitation.read(text)):
        raise OutsideError("no link")
    return found.table


def _code(text: str) -> str:
    if not (found := read_code(text)):
        raise OutsideError("no code")
    return found


def _route(text: str) -> str:
    screen = Screen(text)
    return f"{screen.series} {len(screen.stack)}"


def _name(text: str) -> str:
    return repr((handle_for(tidy(text) or "x", ["Ann"])[:9], finds(text[:99], "Ann")))


def _told(text: str) -> str:
    about, unread = read_about(text)
    return f"{len(about.ids)} {len(unread)}"


def _draft(text: str) -> str:
    return f"{len(read_draft(text, SeatsForm()).seated)} names"


Ways = Mapping[str, Callable[[str], Any]]
WAYS: Ways = {
    "a line of another phone": _line,
    "the first line": _first,
    "a frame of the room": _frame,
    "a frame of a phone": lambda text: read_json(text, 64 * 1024),
    "a missing step": _missing,
    "a score sheet": lambda text: read(text).log,
    "a pasted text": _pasted,
    "a chosen file": _file,
    "scores of other programs": _scores,
    "house rules": parse,
    "a backup": _zip,
    "a broken backup": _broken_zip,
    "facts of a backup": _told,
    "a line of a journal": _kept,
    "files of the browser": _journal,
    "series in the browser": _store,
    "preferences": lambda text: Preferences.read(text).language,
    "a draft": _draft,
    "a link": _link,
    "a code": _code,
    "an address": _route,
    "a name": _name,
}
"""Ways in for a text, which answer or refuse it."""
REFUSALS = (OutsideError, SheetError, RulesError, LineError, BackupError)


def _is_taken(name: str, text: str, ways: Ways) -> bool:
    """Return whether a way takes a text; what it does not expect is raised."""
    try:
        ways[name](text)
    except REFUSALS as refused:
        if "\n" in str(refused):
            raise ValueError("this answer has many lines") from refused
        return False
    return True


async def send(texts: Iterable[str], more: Ways | None = None) -> str:
    """Send texts through all ways, and return how many each has taken, as JSON.

    :raises AssertionError: naming the way and the text that it does not answer in one line
    """
    ways = {**WAYS, **(more or {})}
    counts = dict.fromkeys(ways, 0)
    for number, text in enumerate(texts):
        await asyncio.sleep(0)  # timers of closed connections go
        for name in ways:
            try:
                counts[name] += _is_taken(name, text, ways)
            except Exception as fault:
                shown = f"{text[:300]!r} of {len(text)} characters"
                raise AssertionError(f"text {number}, {name}: {shown}") from fault
    return json.dumps(counts)


async def run(seed: int, count: int, more: Ways | None = None) -> str:
    """Send deep and random texts through all ways, and return how many each has taken."""
    chance = Random(seed)  # noqa: S311 - the same seed gives the same texts
    return await send(chain(DEEP, (random_text(chance) for _ in range(count))), more)
