// The worker for Python, started with the page and long before Flutter needs it.
//
// Its messages to the page are {bytes} for arrived bytes, {stage}, {handKept} for a private hand,
// {refused} when another tab has the app open, {failed} with a reason, {died} when Python has ended, and
// {backup}. Plain bytes are packets of Flet for Flutter.
const MODULE = "@MODULE@", SNAPSHOT_BYTES = "@SNAPSHOT_BYTES@";
const LETTERS = "abcdefghijklmnopqrstuvwxyz", LOG = /^fantan\.[a-z]$/;
const PATIENCE_MILLISECONDS = 4000;
const here = new URL("./", self.location.href).href;
const tell = (message) => self.postMessage(message);
const pause = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));

// The page as seen by Python, in its module `flet_js`.
const bridge = self.flet_js = {
  receive_callback: (message) => {
    const bytes = message.toJs();
    self.postMessage(bytes, [bytes.buffer]);
  },
  shown: () => tell({stage: "shown"}),
  handKept: () => tell({handKept: true}),
  kept: null,
  missing: "",
  cleared: false,
  room: self.room ?? null,
  invitation: "",
};

// All fetched bytes count, including those fetched by Pyodide; the copy lets the original stream on.
// A fetched archive arrives unpacked.
const plainFetch = self.fetch.bind(self);
self.fetch = async (file, ...how) => {
  const answer = await plainFetch(file, ...how);
  count(answer.clone());
  if (!answer.ok || !String(file).endsWith(".gz")) { return answer; }
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")));
};
async function count(answer) {
  const reader = answer.body?.getReader();
  for (let part; reader && !(part = await reader.read().catch(() => ({done: true}))).done;) {
    tell({bytes: part.value.length});
  }
}

// Without its wasm Pyodide only warns, and then waits for ever.
const instantiate = WebAssembly.instantiateStreaming.bind(WebAssembly);
WebAssembly.instantiateStreaming = async (...given) => {
  try {
    return await instantiate(...given);
  } catch (problem) {
    tell({failed: `pyodide.asm.wasm: ${problem}`});
    throw problem;
  }
};

async function fetchFile(file) {
  const answer = await fetch(here + file);
  if (!answer.ok) { throw new Error(`${file}: ${answer.status}`); }
  return answer;
}

// Fill the room with the content of an archive as its parts arrive.
async function pour(answer, room) {
  const reader = (await answer).body.getReader();
  let at = 0;
  for (let part; !(part = await reader.read()).done; at += part.value.length) {
    room.set(part.value, at);
  }
  if (at !== room.length) { throw new Error(`the memory has ${at} bytes`); }
}

// The two handles on the origin's private file system, which only one page can have. The worker of a
// page that was just left releases them in a moment.
//
// Chromium locks the names of open files that were cleared away until Chromium ends. A page that alone
// has the lock of the origin takes the next two names then, but never if the former files have content.
async function openHandles() {
  const alone = await isOnlyPage(), folder = keep(await navigator.storage.getDirectory());
  for (let at = await findNewest(folder); ; at += 2) {
    const names = [...LETTERS.slice(at, at + 2)].map((letter) => `fantan.${letter}`);
    try {
      const taken = [];
      for (const name of names) { taken.push(await openHandle(folder, name, {create: true})); }
      bridge.reopen = () => reopen(folder, names);
      return taken.map((held, place) => watchName(held, folder, names[place]));
    } catch (held) {
      if (!inUse(held) || !alone || at + 2 >= LETTERS.length || await holdAnything(folder, names)) { throw held; }
    }
  }
}

// Chromium drops the answer to a call on a handle that is collected meanwhile, and every second reload
// would wait for ever.
const alive = new Set();
function keep(entry) {
  alive.add(entry);
  return entry;
}

// The index of the first of the two letters in use.
async function findNewest(folder) {
  let last = 0;
  for await (const name of folder.keys()) {
    if (LOG.test(name)) { last = Math.max(last, LETTERS.indexOf(name.at(-1))); }
  }
  return last - last % 2;
}

// Return whether this page alone runs the app; false if the browser has no locks.
async function isOnlyPage() {
  if (!navigator.locks) { return false; }
  return new Promise((answer) => {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const forEver = () => { answer(true); return new Promise(() => {}); };
    navigator.locks.request("fantan", {signal}, forEver).catch(() => answer(false));
  });
}

const inUse = ({name}) => name === "NoModificationAllowedError" || name === "InvalidStateError";

async function holdAnything(folder, names) {
  for (const name of names) {
    try {
      const file = keep(await folder.getFileHandle(name));
      if ((await file.getFile()).size) { return true; }
    } catch (problem) {
      if (problem.name !== "NotFoundError") { return true; }
    }
  }
  return false;
}

async function openHandle(folder, name, how) {
  for (const start = Date.now(); ;) {
    try {
      const file = keep(await folder.getFileHandle(name, how));
      return await file.createSyncAccessHandle();
    } catch (held) {
      if (!inUse(held) || Date.now() - start > PATIENCE_MILLISECONDS) { throw held; }
      await pause(100);
    }
  }
}

// A browser can lose hold of a file that lies open: Chromium then answers each write with -4, after a page
// lay open for twenty minutes. Files that were cleared away meanwhile are not made anew.
async function reopen(folder, names) {
  for (const handle of bridge.handles) {
    try { handle.close(); } catch { /* it is lost anyway */ }
  }
  const held = [];
  for (const name of names) { held.push(watchName(await openHandle(folder, name, {}), folder, name)); }
  bridge.handles = held;
}

// Writing to a file that was cleared away raises no error, so each flush is followed by a search for
// its name.
function watchName(handle, folder, name) {
  const flush = handle.flush.bind(handle);
  handle.flush = () => {
    flush();
    lookFor(folder, name);
  };
  return handle;
}

async function lookFor(folder, name) {
  try {
    await folder.getFileHandle(name);
  } catch (problem) {
    if (bridge.cleared || problem.name !== "NotFoundError") { return; }
    bridge.cleared = true;
    bridge.heard?.();
  }
}

// An archive has the length of its list, the list of names and sizes, and then all files.
function put(python, archive) {
  const size = new DataView(archive.buffer).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(archive.subarray(4, 4 + size)));
  let at = 4 + size;
  for (const [name, length] of list) {
    python.FS.mkdirTree("/app/" + name.slice(0, Math.max(0, name.lastIndexOf("/"))));
    python.FS.writeFile("/app/" + name, archive.subarray(at, at + length));
    at += length;
  }
}

// Python is created before its memory has arrived, because the size of the memory is known.
async function load(way) {
  const settings = {indexURL: here + "pyodide/", stdLibURL: `${here}${way}/library.gz`};
  const room = way === "snapshot" && new Uint8Array(SNAPSHOT_BYTES);
  const memory = room && fetchFile("snapshot/memory.gz");
  const [{loadPyodide}, {default: make}] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(`${here}pyodide/${name}`)));
  if (!room) { return loadPyodide(settings); }
  const poured = pour(memory, room);
  return loadPyodide({
    ...settings,
    _loadSnapshot: room,
    createPyodideModule: async (given) => {
      const [module] = await Promise.all([make(given), poured]);
      module.growMemory(room.length);
      return module;
    },
  });
}

// Python with the files of the app.
async function loadApp(way) {
  const app = fetchFile(`${way}/app.gz`).then((answer) => answer.arrayBuffer());
  const [python, files] = await Promise.all([load(way), app]);
  put(python, new Uint8Array(files));
  return python;
}

// Start from the memory with the app imported, or plainly if that fails.
async function startPython() {
  if (SNAPSHOT_BYTES && !self.location.search.includes("plain")) {
    try {
      const python = await loadApp("snapshot");
      // The memory has a cache of the library from before its imported modules were left out.
      python.runPython("import importlib; importlib.invalidate_caches()");
      return [python, "snapshot"];
    } catch (problem) {
      console.warn("Fan Tan starts plainly:", problem);
    }
  }
  const python = await loadApp("plain");
  python.runPython("import sys; sys.path.insert(0, '/app')");
  return [python, "plain"];
}

// Nothing is kept here, so the room keeps the tables of a guest. Where another tab has the files, only an
// invitation makes a guest: an app without the game nights would look as if they were lost.
function startAsGuest(problem) {
  if (!bridge.room || inUse(problem) && !bridge.invitation) { throw problem; }
  return bridge.room.forGuest();
}

// A backup of all game nights; null where Python does not run or cannot read them.
async function saveBackup() {
  try {
    const [python] = await loading;
    tell({backup: await python.runPythonAsync(`from ${MODULE} import make_backup\nawait make_backup()`)});
  } catch (problem) {
    console.warn("Fan Tan cannot save a backup:", problem);
    tell({backup: null});
  }
}

let loading;
async function start(asked) {
  const held = openHandles();
  loading = startPython();
  loading.catch(() => {});
  try {
    bridge.handles = await held.catch(startAsGuest);
    bridge.reopen ??= async () => {}; // a guest's are in memory
  } catch (problem) {
    tell({refused: String(problem.name || problem)});
    return;
  }
  const [python, way] = await loading;
  python._api.on_fatal = (problem) => {
    if (bridge.room) { bridge.room.die(problem); } else { tell({died: String(problem), table: ""}); }
  };
  python.registerJsModule("flet_js", bridge);
  tell({stage: "loaded", way});
  const {args, documentUrl, keptBefore, broken} = await asked;
  if (bridge.room) { bridge.room.broken = broken; }
  Object.assign(bridge, {args, documentUrl, kept: bridge.kept ?? keptBefore});
  await python.runPythonAsync(`from ${MODULE} import main\nmain()`);
  await bridge.start_connection(bridge.receive_callback);
  tell({stage: "ready"});
}

let heard;
const asked = new Promise((answer) => { heard = answer; });
self.onmessage = ({data}) => {
  if (data.packet) {
    bridge.receive?.(data.packet, data.at);
  } else if (data.tooLarge) {
    bridge.refuse_file?.();
  } else if ("kept" in data) {
    Object.assign(bridge, data);
    bridge.heard?.();
  } else if ("invitation" in data) {
    bridge.invitation = data.invitation;
    bridge.invited?.();
  } else if (data.save) {
    saveBackup();
  } else if (data.awake) {
    bridge.room.wake();
  } else {
    heard(data);
  }
};
start(asked).catch((problem) => tell({failed: String(problem.stack || problem)}));
