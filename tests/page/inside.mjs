// Python code inside the built page's Python under node: prints its value, which is a text.
//
//   node inside.mjs SITE FOLDER FILE EXPRESSION
//
// The file is a module that needs nothing beside the app, and its expression may be awaited.
import fs from "node:fs";
import { load } from "./site.mjs";

const [site, folder, file, expression] = process.argv.slice(2);
const python = await load(site, folder, "plain");
python.runPython(fs.readFileSync(file, "utf8"));
const value = await python.runPythonAsync(expression);
process.stdout.write(value, () => process.exit(0));
