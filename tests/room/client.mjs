// A player at a shared table, from docs/hosting.md alone: node client.mjs LINK SEAT TURN
// It joins, takes a free seat, prints every line, and plays TURN when the player before has played.
import { randomBytes } from "node:crypto";

const [link, seat, turn] = process.argv.slice(2);
const page = new URL(link);
const [table, secret] = page.hash.slice(1).split(".");
const hex = (bytes) => randomBytes(bytes).toString("hex");
const token = hex(16);
const lines = []; // [member, id, text]
let member = 0;
let waiting = null; // the line that we have said: its id and its documents

const socket = new WebSocket(`${page.origin.replace("http", "ws")}/room`, {
  headers: { origin: page.origin },
});
const send = (frame) => socket.send(JSON.stringify(frame));

function say(documents) {
  waiting ??= { id: hex(8), documents };
  send({ say: [lines.length + 1, waiting.id, JSON.stringify(documents)] });
}

function take(place, by, id, text) {
  if (place !== lines.length + 1) return;
  lines.push([by, id, text]);
  for (const document of JSON.parse(text)) {
    if (document.says) console.log(`${place} member ${by}: ${document.says}`);
  }
  if (waiting?.id === id) waiting = null;
}

const documents = () => lines.slice(1).flatMap(([by, , text]) =>
  JSON.parse(text).map((document) => ({ by, ...document })));

function goOn() {
  if (waiting) return;
  const all = documents();
  const turns = all.filter((document) => document.says);
  if (!all.some((document) => document.seat === seat)) say([{ seat }]);
  else if (turns.some((document) => document.by === member)) socket.close();
  else if (turns.length) say([{ round: 1, says: turn }]);
}

socket.onopen = () => send({ format: 1, join: table, secret, token });
socket.onclose = () => process.exit(waiting ? 1 : 0);
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.welcome) member = frame.welcome.member;
  for (const line of frame.lines ?? []) take(...line);
  if (frame.quicker) say(waiting.documents); // the line of the other one has come before
  if (frame.refused) throw new Error(frame.refused);
  if (frame.lines) goOn();
};
setInterval(() => send({ ping: lines.length }), 10_000).unref();
