// The page beside Flutter: the worker and its splash, the service worker, and lasting storage.
(() => {
  const SITE = "@SITE@";
  const base = document.baseURI;
  const plainly = location.search === "?plain";
  // An invitation to a shared table is a fragment. It has a secret, so it leaves the address and the
  // history at once.
  const LONGEST_INVITATION = 200, JOIN = new URL("join", base).pathname;
  const takeInvitation = () => {
    const {hash, pathname} = location;
    if (!SITE.room || !hash) { return ""; }
    history.replaceState(history.state, "", pathname);
    return pathname === JOIN ? hash.slice(1, 1 + LONGEST_INVITATION) : "";
  };
  // A guest's phone keeps nothing but this tab's seat at the table, for when the tab is loaded anew.
  const GUEST = "fantan.guest";
  const guest = () => {
    try {
      const last = SITE.room && sessionStorage.getItem(GUEST);
      if (last) { history.replaceState(history.state, "", JOIN); }
      return last || "";
    } catch { return ""; }
  };
  const keepGuest = (seat) => { try { sessionStorage.setItem(GUEST, seat); } catch { /* not even that is kept */ } };
  // A table that could not be opened at the last start is left alone, and home says so. A link to it tries
  // once more.
  const OPENING = "fantan.opening";
  const keepOpening = (table) => {
    try {
      if (table) { localStorage.setItem(OPENING, table); } else { localStorage.removeItem(OPENING); }
    } catch { /* nothing is kept here */ }
  };
  const opening = () => {
    try { return SITE.room && localStorage.getItem(OPENING) || ""; } catch { return ""; }
  };
  const opened = takeInvitation();
  let broken = opened.startsWith(opening()) ? "" : opening();
  const left = broken && guest().startsWith(broken);
  if (broken) { history.replaceState(history.state, "", new URL(base).pathname); }
  if (left) { keepGuest(""); }
  const invitation = opened || !left && guest() || "";
  // Shared links often have a query, which is no part of a route.
  if (location.search) { history.replaceState(history.state, "", location.pathname); }
  const splash = () => document.getElementById("splash");

  // --- Settings for Flet's client and Flutter's start ---

  const flet = globalThis.flet = {...SITE.flet};
  flet.flutterAppLoaded = new Promise((loaded) => { flet.flutterAppResolve = loaded; });
  // Flutter may choose the client for Chromium, if the browser has all required features.
  const chromium = navigator.vendor === "Google Inc." && "ImageDecoder" in window
    && "v8BreakIterator" in Intl && "Segmenter" in Intl;
  flet.webRenderer = chromium ? "auto" : "canvaskit";
  // A page restored from the browser's memory has lost its handles on the stored files.
  addEventListener("pageshow", (event) => { if (event.persisted) { location.reload(); } });

  // --- The splash: a progress bar ---

  let chosen = "";
  try {
    chosen = JSON.parse(JSON.parse(localStorage.getItem("flutter.fantan.preferences"))).language;
  } catch { /* nothing is kept here */ }
  const words = SITE.words[chosen || navigator.language.slice(0, 2)] ?? SITE.words.en;
  const DOWNLOADED = 0.8, STAGES = {loaded: 0.88, ready: 0.95, shown: 1};
  const SILENT_MILLISECONDS = 20000, LOOK_MILLISECONDS = 1000;
  let bytes = 0, stage = 0, seen = {at: performance.now()};
  const downloading = () => stage < STAGES.loaded && bytes < SITE.bytes;
  const showLoading = () => {
    const line = splash()?.querySelector("[role=status]");
    if (line) { line.textContent = words.loading; }
  };
  const grow = () => {
    const share = Math.max(stage, DOWNLOADED * Math.min(1, bytes / SITE.bytes));
    const bar = splash()?.querySelector("[role=progressbar]");
    if (!bar || share * 100 <= Number(bar.getAttribute("aria-valuenow"))) { return; }
    bar.setAttribute("aria-valuenow", String(Math.floor(share * 100)));
    bar.firstElementChild.style.transform = `scaleX(${share})`;
  };
  // Flutter waits for ever where it may not read what is kept.
  let denied = "";
  try { void [window.localStorage, window.sessionStorage]; } catch (problem) { denied = String(problem); }
  addEventListener("DOMContentLoaded", () => {
    showLoading();
    showLast();
    if (denied) { say("denied", denied); }
  });

  // A download may stall without an error, so the splash only offers a reload.
  const looks = setInterval(() => {
    if (seen.bytes !== bytes) { seen = {bytes, at: performance.now()}; }
    const slow = splash()?.querySelector(".slow");
    if (!slow || !downloading()) { return; }
    const silent = performance.now() - seen.at >= SILENT_MILLISECONDS;
    if (slow.hidden !== silent) { return; }
    slow.hidden = !silent;
    const [text, again] = slow.children;
    [text.textContent, again.textContent] = silent ? [words.slow, words.again] : ["", ""];
    again.onclick = () => location.reload();
  }, LOOK_MILLISECONDS);
  const heavy = new Map(Object.entries(SITE.heavy).map(([file, size]) => [base + file, size]));
  new PerformanceObserver((list) => {
    for (const {name} of list.getEntries()) {
      bytes += heavy.get(name) ?? 0;
      heavy.delete(name);
    }
    grow();
  }).observe({type: "resource", buffered: true});

  const uncover = () => requestAnimationFrame(() => requestAnimationFrame(() => splash()?.remove()));
  const say = (key, detail = "") => {
    const box = splash() ?? document.body.appendChild(document.createElement("div"));
    box.id = "splash";
    box.innerHTML = "<h1></h1><p></p><pre></pre><button></button><button></button>";
    const [title, text, pre, again, saves] = box.children;
    [title.textContent, text.textContent, again.textContent] = [...words[key], words.again];
    pre.textContent = detail;
    pre.hidden = !detail;
    box.dataset.told = key;
    again.onclick = () => location.reload();
    saves.textContent = words.save;
    saves.hidden = key !== "failed";
    saves.onclick = () => save().catch((problem) => { pre.textContent = String(problem); });
    again.focus();
  };

  // The page that runs the app holds this lock until it closes.
  const startOnceFree = () => navigator.locks?.request("fantan", () => location.reload());

  // Where the app does not start, its game nights stay available: as a backup, or else as the files
  // that hold them. The worker has the handles of these files until it ends.
  const SAVING_MILLISECONDS = 10000;
  let backedUp = () => {};
  const askForBackup = () => new Promise((answer) => {
    backedUp = answer;
    setTimeout(answer, SAVING_MILLISECONDS);
    worker.postMessage({save: true});
  });
  async function save() {
    const backup = await askForBackup();
    if (backup) { download("Fan Tan.zip", backup); return; }
    worker.terminate();
    const folder = await navigator.storage.getDirectory();
    for await (const [name, entry] of folder.entries()) {
      const content = /^fantan\.[a-z]$/.test(name) && await letGo(entry);
      if (content?.byteLength) { download(name, content); }
    }
  }
  function download(name, content) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content]));
    link.download = name;
    link.click();
  }
  async function letGo(entry) {
    for (let tries = 20; ; tries -= 1) {
      try { return await (await entry.getFile()).arrayBuffer(); } catch (held) {
        if (!tries) { throw held; }
        await new Promise((wake) => setTimeout(wake, 100));
      }
    }
  }

  // --- The last table: its picture on the splash, until the table is drawn ---

  // The picture is taken when the page is hidden, and removed when the page returns, because play may
  // go on. A canvas that cannot be read is empty. No picture is taken once the page has had a private
  // hand, for nothing may keep the hand.
  const LAST = "fantan.picture", TABLE = /\/table(\/\d+)?$/;
  const here = () => [location.pathname, innerWidth, innerHeight].join(" ");
  let secret = false;
  const keepLast = () => {
    localStorage.removeItem(LAST);
    const hides = document.visibilityState === "hidden" && stage >= STAGES.shown;
    if (secret || !hides || !TABLE.test(location.pathname)) { return; }
    const picture = document.createElement("canvas"), pen = picture.getContext("2d");
    [picture.width, picture.height] = [innerWidth, innerHeight];
    for (const canvas of document.querySelector("flt-glass-pane").shadowRoot.querySelectorAll("canvas")) {
      const {x, y, width, height} = canvas.getBoundingClientRect();
      pen.drawImage(canvas, x, y, width, height);
    }
    const [, , , opaque] = pen.getImageData(innerWidth >> 1, innerHeight >> 1, 1, 1).data;
    if (opaque) { localStorage.setItem(LAST, JSON.stringify([here(), picture.toDataURL("image/jpeg", 0.6)])); }
  };
  addEventListener("visibilitychange", () => { try { keepLast(); } catch { /* the next start has no picture */ } });
  const showLast = () => {
    try {
      const [where, src] = JSON.parse(localStorage.getItem(LAST));
      localStorage.removeItem(LAST);
      if (where === here()) { splash().prepend(Object.assign(new Image(), {className: "last", alt: "", src})); }
    } catch { /* nothing was kept */ }
  };

  // --- The worker, started before Flutter ---

  const worker = new Worker(`${base}worker.js${plainly ? "?plain" : ""}`, {type: "module"});
  let toFlutter = () => {}, way = "snapshot", ready, failed;
  const running = new Promise((yes, no) => { [ready, failed] = [yes, no]; });
  running.catch(() => {});
  worker.onmessage = ({data}) => {
    if (data instanceof Uint8Array) { toFlutter(data); return; }
    if (data.bytes) { bytes += data.bytes; }
    if (data.stage) {
      stage = STAGES[data.stage];
      way = data.way ?? way;
      if (data.stage === "ready") { ready(); }
      if (data.stage === "shown") { watch(false); clearInterval(looks); uncover(); settle(); sendUpdate("shown"); }
    }
    if (data.refused) {
      const taken = /NoModification|InvalidState/.test(data.refused);
      if (taken) { say("taken"); startOnceFree(); } else if (!denied) { say("unable", data.refused); }
      failed(data.refused);
    }
    if ("guest" in data) { keepGuest(data.guest); }
    if (data.opening) { keepOpening(data.opening); }
    if (data.opened && data.opened === opening()) { keepOpening(""); broken = ""; }
    if (data.died) { die(data); }
    if (data.handKept) { secret = true; }
    if ("backup" in data) { backedUp(data.backup); }
    if (data.failed) { lost(data.failed); failed(data.failed); }
    grow();
  };

  // Sleep and a change of the network end a connection unnoticed. An invitation may also be opened by a
  // running app.
  if (SITE.room) {
    const wake = () => { if (document.visibilityState === "visible") { worker.postMessage({awake: true}); } };
    for (const type of ["online", "visibilitychange"]) { addEventListener(type, wake); }
    const invite = (opened) => { if (opened) { worker.postMessage({invitation: opened}); } };
    for (const type of ["popstate", "hashchange"]) { addEventListener(type, () => invite(takeInvitation()), true); }
    invite(invitation);
  }

  // A missing file is reported only before the app shows, because later an error must not cover a
  // table. The first report stays; pictures and files of other sites are not needed.
  const lost = (detail) => {
    if (stage >= STAGES.shown || splash()?.dataset.told) { return; }
    say(globalThis.WebAssembly ? "failed" : "unfit", String(detail));
  };
  // Python has ended, and nothing answers any more. A table that ended it is opened no more at the next
  // start, which therefore can follow at once.
  const die = ({died, table}) => {
    if (table && table !== broken) {
      keepOpening(table);
      location.replace(base);
    } else {
      say("failed", died);
    }
  };
  const broke = ({target, message}) => {
    if (target?.tagName === "SCRIPT") {
      if (target.src.startsWith(base)) { lost(target.src); }
    } else if (message) { lost(message); }
  };
  const rejected = ({reason}) => lost(reason);
  const watch = (watches) => {
    const change = watches ? addEventListener : removeEventListener;
    change("error", broke, true);
    change("unhandledrejection", rejected);
    worker.onerror = watches ? ({message}) => {
      lost(message || `${base}worker.js`);
      failed(message);
    } : null;
  };
  watch(true);

  globalThis.jsConnect = async (appId, args, dartOnMessage) => {
    toFlutter = dartOnMessage;
    const kept = await asks(navigator.storage, "persisted");
    worker.postMessage({args, documentUrl: document.URL, keptBefore: kept, broken});
    await running;
  };
  globalThis.jsSend = async (appId, data) => worker.postMessage({packet: data, at: tappedAt()}, [data.buffer]);
  globalThis.jsDisconnect = async () => worker.terminate();

  // --- Files that are far too large are refused unread: Flutter takes a second per megabyte ---

  // Flutter's field for files is in no document, so its events reach listeners at the field only.
  const refuse = (event) => {
    const {target} = event;
    if (![...target.files].some(({size}) => size > SITE.largest)) { return; }
    event.stopImmediatePropagation();
    target.dispatchEvent(new Event("cancel"));
    worker.postMessage({tooLarge: true});
  };
  const {click} = HTMLInputElement.prototype;
  HTMLInputElement.prototype.click = function () {
    if (this.type === "file") { this.addEventListener("change", refuse, true); }
    click.call(this);
  };

  // --- When the app shows: install it for offline use, and ask for lasting storage ---

  async function settle() {
    const {storage} = navigator;
    const asked = asks(storage, "persisted").then((kept) => kept || asks(storage, "persist"));
    const missing = navigator.serviceWorker ? await notKept() : "";
    worker.postMessage({kept: await asked, missing});
  }
  const asks = async (storage, what) => await storage?.[what]?.() || false;

  // The missing file that prevents a start without a network; empty if all files are kept, or those of
  // a former version.
  let missing = "sw.js";
  async function notKept() {
    const keep = `${globalThis._flutter_skwasmInstance ? "chromium" : "full"},${way}`;
    try {
      const registered = await navigator.serviceWorker.register(`${base}sw.js?keep=${keep}`);
      if (registered.active) { return ""; }
      const {installing} = registered;
      while (installing?.state === "installing") { await changes(installing); }
      return registered.waiting || registered.active ? "" : missing;
    } catch (problem) {
      console.warn("Fan Tan will not start offline:", problem);
      return missing;
    }
  }
  const changes = (installing) => new Promise((changed) => {
    installing.addEventListener("statechange", changed, {once: true});
  });

  // --- A waiting update is installed now, before anything shows, and never under an open table ---

  // An update may also take over by itself, if the last page is closed while this page is loading.
  navigator.serviceWorker?.addEventListener("message", ({data}) => {
    if (data === "took over" && stage < STAGES.shown) { location.reload(); }
    missing = data.missing ?? missing;
  });
  navigator.serviceWorker?.startMessages();
  const update = navigator.serviceWorker?.getRegistration(base).then((registered) => registered?.waiting);
  const sendUpdate = (message) => update?.then((waiting) => waiting?.postMessage(message));
  sendUpdate("take over");

  // --- Flutter rewrites the viewport without its extension to the edges of the screen ---

  new MutationObserver(() => {
    const viewport = document.querySelector("meta[name=viewport][flt-viewport], meta[name=viewport]");
    if (viewport && !viewport.content.includes("viewport-fit")) {
      viewport.content += ", viewport-fit=cover";
    }
  }).observe(document.head, {childList: true});
})();
