"""The page's and the worker's side of a room under node, with sockets and clocks of a few lines."""

import json

import pytest

from companion.site import client
from tests.cases import cases
from tests.page.test_scripts import page, run

WORKER = """
globalThis.self = globalThis;
self.location = {href: 'https://host/path/worker.js'};
let now = 0, timers = [];
const after = (does, milliseconds, every) => {
  const timer = {at: now + milliseconds, does, every};
  timers.push(timer);
  return timer;
};
globalThis.setTimeout = (does, milliseconds) => after(does, milliseconds, 0);
globalThis.setInterval = (does, milliseconds) => after(does, milliseconds, milliseconds);
globalThis.clearTimeout = globalThis.clearInterval = (timer) => {
  timers = timers.filter((other) => other !== timer);
};
const pass = (milliseconds) => {
  for (const end = now + milliseconds; ;) {
    timers.sort((one, other) => one.at - other.at);
    if (!timers.length || timers[0].at > end) { now = end; return; }
    const timer = timers.shift();
    now = timer.at;
    if (timer.every) { timers.push({...timer, at: now + timer.every}); }
    timer.does();
  }
};
Math.random = () => 1;
globalThis.postMessage = () => {};
const events = [];
let socket;
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  constructor(url) { socket = this; events.push(`opens at ${now}`); this.url = String(url); }
  send(frame) { events.push(frame); }
  close() { this.readyState = 3; }
  opens() { this.readyState = 1; this.onopen(); }
  says(data) { this.onmessage({data}); }
  ends() { this.readyState = 3; this.onclose(); }
};
ROOM
const greet = () => 'greeting', hear = (frame) => events.push(`heard ${frame}`);
const asked = room.connect(greet, hear, () => events.push('lost'));
ASKED;
console.log(JSON.stringify(events.slice(1)));
process.exit();
"""
WELCOME = '{"welcome":{"table":"t","secret":"s","token":"k"}}'
MET = "socket.opens(); events.length = 1"
CONNECTIONS = {
    "greets and hears": ("socket.opens(); socket.says('a')", ["greeting", "heard a"]),
    "sends while it is open": (
        f"events.push(asked.send('a')); {MET}; events.push(asked.send('b'))",
        ["b", True],
    ),
    "comes again with longer pauses": (
        "socket.ends(); pass(100); socket.ends(); pass(200); socket.ends(); pass(400)",
        ["lost", "opens at 100", "lost", "opens at 300", "lost", "opens at 700"],
    ),
    "pauses for five seconds at most": (
        "for (let n = 0; n < 9; n += 1) { socket.ends(); pass(5000); } events.splice(1, 17)",
        ["opens at 45000"],
    ),
    "comes soon after a room that answered": (
        (
            f"socket.ends(); pass(100); {MET}; pass(5000); socket.says('{{\"pong\":1}}');"
            " socket.ends(); pass(100)"
        ),
        ['{"ping":1}', "lost", "opens at 5200"],
    ),
    "leaves a silent room": (f"{MET}; pass(10100)", ['{"ping":1}', "lost", "opens at 10100"]),
    "leaves a room that does not open": ("pass(10100)", ["lost", "opens at 10100"]),
    "stays with a room that says something": (
        f"{MET}; pass(9000); socket.says('a'); pass(9000)",
        ['{"ping":1}', "heard a", '{"ping":2}', '{"ping":3}'],
    ),
    "comes again at once when woken": (
        "socket.ends(); pass(100); socket.ends(); room.wake()",
        ["lost", "opens at 100", "lost", "opens at 100"],
    ),
    "asks an open room when woken": (f"{MET}; room.wake()", ['{"ping":1}']),
    "leaves a room that does not answer when woken": (
        f"{MET}; room.wake(); pass(2100)",
        ['{"ping":1}', "lost", "opens at 2100"],
    ),
    "hears nothing from a former connection": (
        (
            "const former = socket; former.opens(); former.ends(); pass(100); events.length = 1;"
            " former.says('a'); former.ends()"
        ),
        [],
    ),
    "ends for good": (
        (
            f"{MET}; asked.close(); socket.ends(); room.wake(); pass(99000); "
            "events.push(asked.send('a'))"
        ),
        [False],
    ),
    "has the seat of a guest kept for this tab alone": (
        (
            "globalThis.postMessage = ({guest}) => guest !== undefined"
            " && events.push(`keeps ${guest}`); room.forGuest();"
            """ socket.says('{"welcome":{"table":"t","secret":"s","token":"k"}}'); asked.close()"""
        ),
        ["keeps t.s.k", 'heard {"welcome":{"table":"t","secret":"s","token":"k"}}', "keeps "],
    ),
    "keeps the seat of a guest who is refused, and joins no other table": (
        (
            "globalThis.postMessage = ({guest}) => guest !== undefined"
            " && events.push(`keeps ${guest}`); room.forGuest();"
            """ socket.says('{"welcome":{"table":"t","secret":"s","token":"k"}}');"""
            """ socket.says('{"refused":"many"}'); asked.close(); events.length = 1;"""
            " room.connect(greet, hear, () => {}).close()"
        ),
        ["opens at 0"],
    ),
    "has nothing kept beside the files of the page": (
        (
            "globalThis.postMessage = ({guest}) => guest !== undefined && events.push('keeps');"
            """ socket.says('{"welcome":{}}'); asked.close()"""
        ),
        ['heard {"welcome":{}}'],
    ),
    "names a table until Python has taken it in": (
        (
            "globalThis.postMessage = (told) => events.push(told);"
            f" socket.says('{WELCOME}'); pass(1100)"
        ),
        [{"opening": "t"}, f"heard {WELCOME}", {"opened": "t"}],
    ),
    "names the table that ends Python": (
        (
            "globalThis.postMessage = (told) => events.push(told);"
            " room.connect(greet, () => { throw new Error('deep'); }, () => {});"
            f" socket.says('{WELCOME}'); pass(1100); events.shift()"
        ),
        [{"opening": "t"}, {"died": "Error: deep", "table": "t"}],
    ),
    "lets a table be opened again": (
        (
            "globalThis.postMessage = (told) => events.push(told);"
            " room.broken = 't'; room.mend(); events.push(room.broken)"
        ),
        [{"opened": "t"}, ""],
    ),
    "is beside the page": (
        "events.push(socket.url, room.address)",
        ["wss://host/path/room", "https://host/path/"],
    ),
}


@cases("asked, expected", CONNECTIONS)
def test_a_connection(asked: str, expected: list[object]) -> None:
    script = WORKER.replace("ROOM", client.script("room.js")).replace("ASKED", asked)
    assert run(script) == expected


SERVED = "http://192.168.1.5:8552/"
INVITING = {
    "this machine by its number": ("http://127.0.0.1:8552/", SERVED, SERVED),
    "this machine by its name": ("http://localhost:8552/", SERVED, SERVED),
    "another name of this machine": ("http://laptop.local:8552/", SERVED, None),
    "a room that does not say": ("http://127.0.0.1:8552/", "", None),
    "the internet": ("https://cards.example.org/", "https://cards.example.org/", None),
}


@cases("opened, page, invites", INVITING)
def test_an_invitation_has_an_address_that_others_find(
    opened: str, page: str, invites: str | None
) -> None:
    welcome = json.dumps({"welcome": {"table": "t", "secret": "s", "token": "k", "page": page}})
    asked = f"socket.opens(); socket.says({welcome!r}); events.splice(1, 9, room.address)"
    script = WORKER.replace("https://host/path/", opened).replace("ASKED", asked)
    assert run(script.replace("ROOM", client.script("room.js"))) == [invites or opened]


IN_MEMORY = """
globalThis.self = globalThis;
self.location = {href: 'http://host/worker.js'};
ROOM
const [file] = room.forGuest(), into = new Uint8Array(SIZE + 9);
file.write(new Uint8Array(SIZE).fill(7), {at: 3});
file.truncate(5);
file.write(new Uint8Array([1]), {at: 6});
file.flush();
const found = file.read(into, {at: 1});
console.log(JSON.stringify([room.keeps, file.getSize(), found, [...into.slice(0, 7)]]));
"""


@pytest.mark.parametrize("size", [2, 1 << 20])
def test_a_file_in_memory(size: int) -> None:
    script = IN_MEMORY.replace("ROOM", client.script("room.js")).replace("SIZE", str(size))
    assert run(script) == [False, 7, 6, [0, 0, 7, 7, 0, 1, 0]]


GUESTS = {
    "no private storage": ("undefined", "", "guest"),
    "a private window": ("{getDirectory: refuses('SecurityError')}", "", "guest"),
    "another tab": ("{getDirectory: refuses('NoModificationAllowedError')}", "", "refused"),
    "an invitation beside another tab": (
        "{getDirectory: refuses('NoModificationAllowedError')}",
        "T.S",
        "guest",
    ),
}
STARTS = """
globalThis.self = globalThis;
self.location = {href: 'http://host/worker.js', search: '?plain'};
self.fetch = () => new Promise(() => {});
const end = (text) => { console.log(JSON.stringify(text)); process.exit(); };
self.postMessage = ({refused}) => { if (refused) { end('refused'); } };
const refuses = (name) => async () => { throw Object.assign(new Error(name), {name}); };
const navigator = {storage: STORAGE};
ROOM
Object.defineProperty(bridge, 'handles', {set() { end(bridge.room?.keeps ? 'keeps' : 'guest'); }});
self.onmessage({data: {invitation: 'INVITATION'}});
"""


@cases("storage, invitation, expected", GUESTS)
@pytest.mark.parametrize("room", [True, False])
def test_a_guest_has_a_memory(storage: str, invitation: str, expected: str, *, room: bool) -> None:
    worker = client.script("worker.js", module="m", snapshot_bytes=0)
    script = STARTS.replace("ROOM", (client.script("room.js") if room else "") + worker)
    script = script.replace("STORAGE", storage).replace("INVITATION", invitation)
    assert run(script) == (expected if room else "refused")


OPENED = {
    "an invitation": ("https://host/a/join#T.S", "/a/join", "T.S"),
    "with a query of a shared link": ("https://host/a/join?from=mail#T.S", "/a/join", "T.S"),
    "too long": (f"https://host/a/join#{'S' * 999}", "/a/join", "S" * 200),
    "another screen": ("https://host/a/table#T.S", "/a/table", ""),
    "no fragment": ("https://host/a/join", "", ""),
}
OPENS = """
document.baseURI = 'https://host/a/';
const opens = (url) => {
  const {hash, pathname, search} = new URL(url);
  Object.assign(location, {hash, pathname, search});
};
let put = '';
const history = {state: null, replaceState(_, __, path) {
  put = path;
  Object.assign(location, {hash: '', search: ''});
}};
const sent = [];
Worker.prototype.postMessage = (data) => { sent.push(data); };
"""


@cases("url, put, invitation", OPENED)
@pytest.mark.parametrize("event", ["", "hashchange", "popstate"])
def test_an_invitation_leaves_the_address(url: str, put: str, invitation: str, event: str) -> None:
    goes = f"opens('{url}');"
    asked = "console.log(JSON.stringify([put, sent])); process.exit();"
    asked = f"{goes} fires('{event}'); {asked}" if event else asked
    before = OPENS if event else OPENS + goes
    assert page(asked, before=before, has_room=True) == [
        put,
        [{"invitation": invitation}] if invitation else [],
    ]


BROKEN = {
    "its own address": ("https://host/a/table/3", "T", "/a/", "T"),
    "a link to it": ("https://host/a/join#T.S", "T", "/a/join", ""),
    "a link to another": ("https://host/a/join#U.S", "T", "/a/", "T"),
    "none": ("https://host/a/table/3", "", "", ""),
}
STARTED = """
globalThis.jsConnect(0, [], () => {}).catch(() => {});
says({stage: 'ready'});
setTimeout(() => {
  const {broken} = sent.find((told) => 'broken' in told);
  console.log(JSON.stringify([put, broken])); process.exit();
}, 50);
"""


@cases("url, kept, put, broken", BROKEN)
def test_a_table_that_could_not_be_opened_is_left_alone(
    url: str, kept: str, put: str, broken: str
) -> None:
    before = f"{OPENS} opens('{url}');"
    told = page(STARTED, chosen=json.dumps(kept), before=before, has_room=True)
    assert told == [put, broken]


DIED = {
    "a table for the first time": ("'T'", ["T", "https://host/a/", ""]),
    "the table that is left alone": ("'B'", ["", "", "failed"]),
    "a table that was tried again": ("(says({opened: 'B'}), 'B')", ["B", "https://host/a/", ""]),
    "no table": ("''", ["", "", "failed"]),
}


@cases("table, expected", DIED)
def test_the_end_of_python_is_told_or_begins_anew_without_its_table(
    table: str, expected: list[str]
) -> None:
    asked = f"""
says({{stage: 'shown'}});
says({{died: 'deep', table: {table}}});
console.log(JSON.stringify([kept, went, box.dataset.told ?? ''])); process.exit();
"""
    before = f"""{OPENS} opens('https://host/a/table');
let kept = '', went = '';
localStorage.setItem = (_, table) => {{ kept = table; }};
localStorage.removeItem = () => {{}};
location.replace = (url) => {{ went = url; }};
"""
    assert page(asked, chosen='"B"', before=before, has_room=True) == expected
