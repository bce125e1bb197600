// The installation of a version stores all checked files of the site, and answers from them from then
// on. A new version has another VERSION; it waits until a page starts while no other page is open.
//
// All copies of the site on one origin share its caches, so the name of a cache has the path of its copy.
const PREFIX = `fantan${new URL(self.registration.scope).pathname} `, WITHOUT_PATH = "fantan ";
const VERSION = `${PREFIX}${"@VERSION@"}`, FILES = "@FILES@", VARIANTS = "@VARIANTS@";
const LIST = "kept.json";
// Few hosts send these headers. They isolate the page from all others, which lets Flutter for Chromium
// draw in a separate thread. Otherwise Python's answers wait behind the frames of the tap's ripple. The
// headers save a quarter of the time of a tap, as `python -m benchmarks page` shows.
const ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"};
// The policy of the page does not bind its worker. Older Safari wants the address of the sockets by name.
const POLICY = "@POLICY@", ROOM = "@ROOM@";
const policy = () => POLICY + (ROOM ? ` ${self.location.origin.replace("http", "ws")}` : "");
// Variants of this browser, and of others.
const chosen = new URL(self.location.href).searchParams.get("keep").split(",");
const others = Object.keys(VARIANTS).filter((folder) => !chosen.includes(VARIANTS[folder]));
const wanted = Object.entries(FILES).filter(([file]) => !others.some((folder) => file.startsWith(folder)));
const at = (file) => new URL(file, self.registration.scope).href;
// Letters of other scripts are kept once a name needed them, also for later versions: their addresses
// name a version of their own.
const LETTERS = `fantan-letters${new URL(self.registration.scope).pathname}`;
const ON_DEMAND = "@ON_DEMAND@".map(at);

async function checksum(answer) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The caches of this copy. Caches of earlier versions have names without a path. They belong to this
// copy if they contain its page, which is stored first of all files.
async function own() {
  const names = [];
  for (const name of await caches.keys()) {
    const mine = name.startsWith(PREFIX)
      || name.startsWith(WITHOUT_PATH) && await caches.match(at("./"), {cacheName: name});
    if (mine) { names.push(name); }
  }
  return names;
}

// An unchanged file in the cache of an earlier version.
async function former(file, sum) {
  for (const name of await own()) {
    const cache = await caches.open(name), list = await cache.match(at(LIST));
    if (list && (await list.json())[file] === sum) { return cache.match(at(file)); }
  }
  return undefined;
}

async function keep(cache, file, sum) {
  const kept = await former(file, sum);
  if (kept) { await cache.put(at(file), kept); return; }
  const answer = await fetch(at(file), {cache: "no-cache"});
  if (!answer.ok || await checksum(answer.clone()) !== sum) { throw new Error(`${file} is not of ${VERSION}`); }
  await cache.put(at(file), answer);
}

// A host may lack or alter a file; a device may have no room.
async function tellMissing(missing) {
  const pages = await self.clients.matchAll({type: "window", includeUncontrolled: true});
  for (const page of pages) { page.postMessage({missing}); }
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(VERSION);
  for (const [file, sum] of wanted) {
    try { await keep(cache, file, sum); } catch (problem) { await tellMissing(file); throw problem; }
  }
  await cache.put(at(LIST), new Response(JSON.stringify(Object.fromEntries(wanted))));
})()));

// The cache of a newer version must stay, so nothing is deleted beside one: the newer version clears
// up. A version with a cache in the list is installing or waiting when the registration is read.
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const former = (await own()).filter((name) => name !== VERSION);
  const {installing, waiting} = self.registration;
  if (!installing && !waiting) { await Promise.all(former.map((name) => caches.delete(name))); }
  await self.clients.claim();
  for (const page of await self.clients.matchAll({type: "window"})) { page.postMessage("took over"); }
})()));

// A page that was just left still counts, on a busy device for seconds. So the pages are counted
// again until the app shows. Only the page that asked reloads; no other page may change.
let looks = 0;
self.addEventListener("message", (event) => event.waitUntil((async () => {
  if (event.data === "shown") { looks = 0; }
  if (event.data !== "take over") { return; }
  for (looks = 100; looks > 0; looks -= 1) {
    const pages = await self.clients.matchAll({type: "window", includeUncontrolled: true});
    if (looks > 0 && pages.every(({id}) => id === event.source.id)) { await self.skipWaiting(); return; }
    await new Promise((wake) => setTimeout(wake, 100));
  }
})()));

function answered(kept, added) {
  const headers = new Headers(kept.headers);
  for (const [name, value] of Object.entries(added)) { headers.set(name, value); }
  return new Response(kept.body, {headers});
}

async function lettersAt(request) {
  const cache = await caches.open(LETTERS), kept = await cache.match(request.url, {ignoreVary: true});
  if (kept) { return kept; }
  const answer = await fetch(request);
  if (answer.ok) { await cache.put(request.url, answer.clone()).catch(() => { /* no room */ }); }
  return answer;
}

self.addEventListener("fetch", (event) => {
  const {request} = event, url = new URL(request.url);
  if (request.method !== "GET") { return; }
  if (url.origin !== self.location.origin) { event.respondWith(Response.error()); return; }
  if (ON_DEMAND.some((start) => url.href.startsWith(start))) { event.respondWith(lettersAt(request)); return; }
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    // A route has no dot in its last part. Other paths are files, and only index.html is the page.
    const file = url.pathname.split("/").pop();
    const navigates = request.mode === "navigate" && (file === "index.html" || !file.includes("."));
    const kept = await cache.match(navigates ? at("./") : url.origin + url.pathname, {ignoreVary: true});
    if (!kept) { return fetch(request); }
    const added = {};
    if (file === "worker.js") { added["Content-Security-Policy"] = policy(); }
    if (chosen.includes("chromium") && (navigates || request.destination === "worker")) {
      Object.assign(added, ISOLATED);
    }
    return answered(kept, added);
  })());
});
