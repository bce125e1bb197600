// The built page's Python under node, with the app in it. The folder has room for what is unpacked.
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

const unpacked = (site, file) => zlib.gunzipSync(fs.readFileSync(path.join(site, file)));

async function start(site, folder, way) {
  const pyodide = path.resolve(site, "pyodide") + path.sep;
  const { loadPyodide } = await import(pathToFileURL(pyodide + "pyodide.mjs").href);
  const library = path.resolve(folder, `${way}.zip`);
  fs.writeFileSync(library, unpacked(site, `${way}/library.gz`));
  const settings = { indexURL: pyodide, stdLibURL: library };
  if (way === "plain") { return loadPyodide(settings); }
  const { default: make } = await import(pathToFileURL(pyodide + "pyodide.asm.mjs").href);
  const memory = new Uint8Array(unpacked(site, "snapshot/memory.gz"));
  const createPyodideModule = async (given) => {
    const module = await make(given);
    module.growMemory(memory.length);
    return module;
  };
  return loadPyodide({ ...settings, _loadSnapshot: memory, createPyodideModule });
}

export async function load(site, folder, way) {
  const python = await start(site, folder, way);
  put(python, unpacked(site, `${way}/app.gz`));
  if (way === "plain") { python.runPython("import sys; sys.path.insert(0, '/app')"); }
  return python;
}
