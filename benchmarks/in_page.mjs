// Runs Python code in the page's own Python under node, and prints its output.
//
//   node in_page.mjs PYODIDE SOURCES.zip CODE
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, sources, code] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: path.resolve(folder) + path.sep });
python.unpackArchive(new Uint8Array(fs.readFileSync(sources)), "zip", { extractDir: "/app" });
// Emscripten's clock of the process is the one on the wall, which a busy machine drives.
const seconds = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
python.globals.set("seconds", seconds);
python.runPython(`import sys, time\nsys.path.insert(0, "/app")\ntime.process_time = seconds`);
python.runPython(code);
