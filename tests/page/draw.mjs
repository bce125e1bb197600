// The built page's Python under node, with a client that refuses all that it is asked: prints what it is sent.
//
//   node draw.mjs SITE FOLDER FILE FILE
//
// The app starts twice on two handles in memory with the content of the files: from the snapshot, where
// it also imports what is not in it, and plainly. The folder has room for what is unpacked.
import fs from "node:fs";
import { load } from "./site.mjs";

const CLIENT = `
import json, msgpack
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack

ABOUT = {"route": "/", "width": 390, "height": 844, "web": True, "platform": "linux",
         "platform_brightness": "light"}

def packed(action, body):
    return b"\\0" + msgpack.packb([action.value, body])

def hello():
    return packed(MessageAction.REGISTER_CLIENT, {"session_id": None, "page_name": "", "page": ABOUT})

def heard(message):
    """What a packet says, and the answer that it wants."""
    action, body = msgpack.unpackb(bytes(message)[1:], ext_hook=decode_ext_from_msgpack)
    answer = None
    if action == MessageAction.INVOKE_METHOD.value:
        asked = {"control_id": body["control_id"], "call_id": body["call_id"]}
        answer = packed(MessageAction.INVOKE_METHOD, asked | {"result": None, "error": "not here"})
    return json.dumps([action, body], default=str), answer
`;

class Handle {
  flushes = 0;
  constructor(content) { this.content = content; }
  getSize() { return this.content.length; }
  read(room, { at }) { room.set(this.content.subarray(at, at + room.length)); return room.length; }
  truncate(size) {
    const before = this.content;
    this.content = new Uint8Array(size);
    this.content.set(before.subarray(0, size));
  }
  write(bytes, { at }) {
    if (at + bytes.length > this.content.length) { this.truncate(at + bytes.length); }
    this.content.set(bytes, at);
    return bytes.length;
  }
  flush() { this.flushes += 1; }
}

const LATE = `
import importlib
importlib.invalidate_caches()
import calendar, csv, fractions
import flet
flet.Icons.ADD_ALARM, flet.CupertinoIcons.ALARM
`;

async function start(site, folder, way, handles) {
  const python = await load(site, folder, way);
  if (way === "snapshot") { python.runPython(LATE); }
  let finished;
  const shown = new Promise((done) => { finished = done; });
  const page = { handles, kept: null, missing: "", cleared: false, room: null, invitation: "", handKept() {}, args: null, documentUrl: "http://127.0.0.1/", shown: finished };
  python.registerJsModule("flet_js", page);
  await python.runPythonAsync("from companion.page import main\nmain()");
  const client = python.runPython(CLIENT + "\nheard");
  const told = [];
  await page.start_connection((message) => {
    const [text, answer] = client(message).toJs();
    told.push(text);
    if (answer) { page.send(answer); }
  });
  page.send(python.runPython("hello()").toJs());
  await shown;
  return told;
}

const [site, folder, ...files] = process.argv.slice(2);
const handles = files.map((file) => new Handle(new Uint8Array(fs.readFileSync(file))));
const first = await start(site, folder, "snapshot", handles);
const again = await start(site, folder, "plain", handles);
const flushes = handles.map((handle) => handle.flushes);
const sizes = handles.map((handle) => handle.getSize());
// An exit before all is written would cut the text off.
process.stdout.write(JSON.stringify({ first, again, flushes, sizes }), () => process.exit(0));
