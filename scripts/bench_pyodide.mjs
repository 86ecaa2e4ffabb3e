// Time the engine inside the Pyodide that the site serves, with the wheel that the site serves, under Node:
//   node scripts/bench_pyodide.mjs SITE/assets/pyodide DEALS
// Prints the JSON of `replays` in bench_engine.py.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, deals] = process.argv.slice(2);
const folder = resolve(pyodide) + "/";
const { loadPyodide } = await import(pathToFileURL(folder + "pyodide.mjs").href);
const python = await loadPyodide({ indexURL: folder, packages: ["threetables"], stdout: () => {} });
python.runPython(readFileSync(join(import.meta.dirname, "bench_engine.py"), "utf8"));
console.log(python.runPython(`replays(${Number(deals)})`));
