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
python.runPython(`import sys\nsys.path.insert(0, "/app")`);
python.runPython(code);
