// Pyodide under node, for the parts of the build in the page's own Python.
//
//   node python.mjs compile PYODIDE IN.zip OUT.zip   every .py of the archive becomes .pyc
//   node python.mjs snapshot PYODIDE STDLIB.zip FILES.zip OUT MODULE NAMES   the memory with the
//     app's module imported, and the names of Flet that it uses; prints their files
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const COMPILE = `
import importlib.util, inspect, marshal, opcode, struct, types, zipfile

STORE_NAME, LOAD_CONST = opcode.opmap["STORE_NAME"], opcode.opmap["LOAD_CONST"]
HAS_DOCSTRING = inspect.CO_HAS_DOCSTRING

def without_docstrings(code):
    """The code with a blank for each docstring; a dataclass would make one up if it had none."""
    consts = [without_docstrings(c) if isinstance(c, types.CodeType) else c for c in code.co_consts]
    for place in docstrings(code):
        consts[place] = " "
    return code.replace(co_consts=tuple(consts))

def docstrings(code):
    """The place of the docstring of a function among its constants, or of a class or module."""
    if code.co_flags & HAS_DOCSTRING:
        return [0]
    if "__doc__" not in code.co_names:
        return []
    name, made = code.co_names.index("__doc__"), code.co_code
    return [
        made[at - 1]
        for at in range(2, len(made), 2)
        if made[at] == STORE_NAME and made[at + 1] == name and made[at - 2] == LOAD_CONST
        and isinstance(code.co_consts[made[at - 1]], str)
    ]

def compiled(name, source):
    code = without_docstrings(compile(source, name, "exec", dont_inherit=True, optimize=0))
    return importlib.util.MAGIC_NUMBER + struct.pack("<IQ", 1, 0) + marshal.dumps(code)

with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w") as made:
    for name in sorted(given.namelist()):
        content = given.read(name)
        if name.endswith(".py"):
            name, content = name + "c", compiled(name, content)
        made.writestr(zipfile.ZipInfo(name), content)
`;

// Flet imports the object of a name only when the name is first used. Freed memory keeps its bytes, 0.2 MB
// of a first visit, so most of it is taken once more for zeros.
const IMPORT = `
import gc, importlib, sys
sys.path.insert(0, "/app")
importlib.import_module(app).get_ready()
import flet
for name in names.split(","):
    getattr(flet, name)
importlib.invalidate_caches()
files = [getattr(module, "__file__", None) for module in sys.modules.values()]
loaded = "\\n".join(sorted(file for file in files if file))
gc.collect()
[bytes(size) for size in range(2000, 16, -16) for _ in range(30)]
loaded
`;

async function compile(folder, source, target) {
  // Columns in tracebacks would add 0.9 MB to a first visit.
  const python = await load(folder, { env: { PYTHONNODEBUGRANGES: "1" } });
  python.FS.writeFile("/in.zip", fs.readFileSync(source));
  python.runPython(COMPILE);
  fs.writeFileSync(target, python.FS.readFile("/out.zip"));
}

async function snapshot(folder, library, files, target, app, names) {
  standStill();
  const python = await load(folder, {
    _makeSnapshot: true,
    stdLibURL: path.resolve(library),
    env: { PYTHONHASHSEED: "0" },
  });
  python.unpackArchive(new Uint8Array(fs.readFileSync(files)), "zip", { extractDir: "/app" });
  console.log(python.runPython(IMPORT, {locals: python.toPy({app, names})}));
  fs.writeFileSync(target, python.makeMemorySnapshot());
}

// A fixed clock and counted random bytes give the same memory for the same files.
function standStill() {
  const moment = Date.UTC(2026, 0, 1);
  const Clock = Date;
  globalThis.Date = class extends Clock {
    constructor(...given) { super(...(given.length ? given : [moment])); }
    static now() { return moment; }
  };
  performance.now = () => 0;
  let count = 0;
  const fill = (room) => {
    const bytes = new Uint8Array(room.buffer, room.byteOffset, room.byteLength);
    bytes.forEach((_, place) => { bytes[place] = count++ & 255; });
    return room;
  };
  crypto.randomFillSync = fill;
}

async function load(folder, options) {
  const { loadPyodide } = await import(pathToFileURL(path.resolve(folder, "pyodide.mjs")).href);
  return loadPyodide({ indexURL: path.resolve(folder) + path.sep, ...options });
}

const [job, ...given] = process.argv.slice(2);
try {
  await { compile, snapshot }[job](...given);
} catch (problem) {
  // The last line of a traceback has the reason.
  console.error(String(problem.message ?? problem).trim().split("\n").at(-1));
  process.exit(1);
}
