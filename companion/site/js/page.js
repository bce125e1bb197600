// What the page does beside Flutter: the worker and its splash, the service worker, lasting storage.
(() => {
  const SITE = "@SITE@";
  const base = document.baseURI;
  const plainly = location.search === "?plain";
  // A route has no query: links that were passed on often have one.
  if (location.search) { history.replaceState(history.state, "", location.pathname); }
  const splash = () => document.getElementById("splash");

  // --- What Flet's client and Flutter's start read ---

  const flet = globalThis.flet = {...SITE.flet};
  flet.flutterAppLoaded = new Promise((loaded) => { flet.flutterAppResolve = loaded; });
  // Flutter may choose the client for Chromium, if all that it wants is there.
  const chromium = navigator.vendor === "Google Inc." && "ImageDecoder" in window
    && "v8BreakIterator" in Intl && "Segmenter" in Intl;
  flet.webRenderer = chromium ? "auto" : "canvaskit";
  // A page that comes back from the browser's memory has lost its hold on what it stores.
  addEventListener("pageshow", (event) => { if (event.persisted) { location.reload(); } });

  // --- The splash, with a bar that tells how much is there ---

  const DOWNLOADED = 0.8, STAGES = {loaded: 0.88, ready: 0.95, shown: 1};
  let bytes = 0, stage = 0;
  const grow = () => {
    const share = Math.max(stage, DOWNLOADED * Math.min(1, bytes / SITE.bytes));
    const bar = splash()?.querySelector("[role=progressbar]");
    if (!bar || share * 100 <= Number(bar.getAttribute("aria-valuenow"))) { return; }
    bar.setAttribute("aria-valuenow", String(Math.floor(share * 100)));
    bar.firstElementChild.style.transform = `scaleX(${share})`;
  };
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
    const words = SITE.words[navigator.language.slice(0, 2)] ?? SITE.words.en;
    const box = splash() ?? document.body.appendChild(document.createElement("div"));
    box.id = "splash";
    box.innerHTML = "<h1></h1><p></p><pre></pre><button></button>";
    const [title, text, pre, again] = box.children;
    [title.textContent, text.textContent, again.textContent] = [...words[key], words.again];
    pre.textContent = detail;
    box.dataset.told = key;
    again.onclick = () => location.reload();
    again.focus();
  };

  // --- The worker, from the start; Flutter joins when it is there ---

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
      if (data.stage === "shown") { watch(false); uncover(); settle(); tellUpdate("shown"); }
    }
    if (data.refused) {
      say(/NoModification|InvalidState/.test(data.refused) ? "taken" : "unable", data.refused);
      failed(data.refused);
    }
    if (data.failed) { lost(data.failed); failed(data.failed); }
    grow();
  };

  // A file that cannot be had is told until the app shows: later an error must not cover a table. What
  // was told first stays, and pictures and what is elsewhere are not needed.
  const lost = (detail) => {
    if (stage < STAGES.shown && !splash()?.dataset.told) { say("failed", String(detail)); }
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
    worker.postMessage({args, documentUrl: document.URL});
    await running;
  };
  globalThis.jsSend = async (appId, data) => worker.postMessage(data, [data.buffer]);
  globalThis.jsDisconnect = async () => worker.terminate();

  // --- Once the app shows: keep it for the next time, and keep what it stores ---

  async function settle() {
    if (navigator.serviceWorker) {
      const keep = `${globalThis._flutter_skwasmInstance ? "chromium" : "full"},${way}`;
      await navigator.serviceWorker.register(`${base}sw.js?keep=${keep}`)
        .catch((problem) => console.warn("Fan Tan will not start offline:", problem));
    }
    const {storage} = navigator;
    const kept = await storage?.persisted?.() || await storage?.persist?.() || false;
    worker.postMessage({kept});
  }

  // --- An update that waits is taken now, before anything shows; never under an open table ---

  // One also takes over by itself when the last page is closed, just while this one is loaded.
  navigator.serviceWorker?.addEventListener("message", ({data}) => {
    if (data === "took over" && stage < STAGES.shown) { location.reload(); }
  });
  navigator.serviceWorker?.startMessages();
  const update = navigator.serviceWorker?.getRegistration(base).then((registered) => registered?.waiting);
  const tellUpdate = (told) => update?.then((waiting) => waiting?.postMessage(told));
  tellUpdate("take over");

  // --- Flutter writes the viewport anew, and forgets that the page goes to the edges ---

  new MutationObserver(() => {
    const viewport = document.querySelector("meta[name=viewport][flt-viewport], meta[name=viewport]");
    if (viewport && !viewport.content.includes("viewport-fit")) {
      viewport.content += ", viewport-fit=cover";
    }
  }).observe(document.head, {childList: true});
})();
