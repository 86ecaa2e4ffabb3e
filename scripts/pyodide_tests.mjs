// Run the engine's tests inside the Pyodide that the site serves, with the wheel that the site serves, under Node:
//   node scripts/pyodide_tests.mjs SITE/assets/pyodide SITE_PACKAGES [pytest's own arguments]
// pytest and Hypothesis are pure Python, so those that are installed for this machine's Python will do.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, packages, ...more] = process.argv.slice(2);
const folder = resolve(pyodide) + "/";
const { loadPyodide } = await import(pathToFileURL(folder + "pyodide.mjs").href);
const python = await loadPyodide({ indexURL: folder, packages: ["threetables"], stdout: console.log, stderr: console.error });

const root = resolve(import.meta.dirname, "..");
python.mountNodeFS("/project", root);
python.mountNodeFS("/packages", resolve(packages));
python.globals.set("arguments", python.toPy(more));
const status = await python.runPythonAsync(`
import os, sys

import threetables

assert "/project/" not in threetables.__file__, "the engine must come from the wheel"
sys.dont_write_bytecode = True
sys.path += ["/packages", "/project"]
os.chdir("/project")
os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "HYPOTHESIS_STORAGE_DIRECTORY": "/tmp/hypothesis"}

import pytest

pytest.main([
    "-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-o", "pythonpath=. scripts",
    "-m", "not browser and not slow and not thorough and not native",
    "--ignore=tests/scripts", "--ignore=tests/docs", "--ignore=tests/browser", "--ignore=tests/tutorials", "--ignore=tests/test_pyodide.py", "--hypothesis-profile=few", *arguments,
])
`);
process.exit(Number(status));
