// Python code inside the built page's Python under node: prints its value, which is a text.
//
//   node inside.mjs SITE FOLDER FILE EXPRESSION
//
// The file is a module that needs nothing beside the app, and its expression may be awaited. The folder
// has room for what is unpacked.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { pathToFileURL } from "node:url";

function put(python, archive) {
  const size = archive.readUInt32LE(0);
  let at = 4 + size;
  for (const [name, length] of JSON.parse(archive.subarray(4, at).toString())) {
    python.FS.mkdirTree(path.posix.dirname("/app/" + name));
    python.FS.writeFile("/app/" + name, new Uint8Array(archive.subarray(at, at + length)));
    at += length;
  }
}

const [site, folder, file, expression] = process.argv.slice(2);
const unpacked = (name) => zlib.gunzipSync(fs.readFileSync(path.join(site, "plain", name)));
const pyodide = path.resolve(site, "pyodide") + path.sep;
const { loadPyodide } = await import(pathToFileURL(pyodide + "pyodide.mjs").href);
const library = path.resolve(folder, "library.zip");
fs.writeFileSync(library, unpacked("library.gz"));
const python = await loadPyodide({ indexURL: pyodide, stdLibURL: library });
put(python, unpacked("app.gz"));
python.runPython("import sys; sys.path.insert(0, '/app')");
python.runPython(fs.readFileSync(file, "utf8"));
const value = await python.runPythonAsync(expression);
// An exit before all is written would cut the text off.
process.stdout.write(value, () => process.exit(0));
