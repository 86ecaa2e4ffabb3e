// The engine's side: a module worker that brings Python up and passes requests to it. It keeps nothing between requests.
// @ts-check

/**
 * @typedef {{ answer: (request: string) => string }} Door
 * @typedef {{ code: string, values: Record<string, string> }} Trouble
 */

/** What went wrong while loading, as a key of the catalogue's messages and the values it needs. */
class LoadingError extends Error {
  /** @param {string} code @param {Record<string, string>} values */
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/** How long a download may stand still before we say so, in milliseconds. */
const STILL = 30_000;

/** @type {Door | undefined} */
let door;

/**
 * Fetch a file whole, telling how many bytes have come.
 * @param {URL} url
 * @param {number} size
 * @param {RequestCache} cache
 * @param {(bytes: number) => void} came
 * @returns {Promise<Blob>}
 */
async function whole(url, size, cache, came) {
  const file = url.pathname.split("/").pop() || url.pathname;
  const patience = new AbortController();
  let timer = setTimeout(() => patience.abort(), STILL);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let done = 0;
  try {
    const response = await fetch(url, { signal: patience.signal, cache });
    if (!response.ok) throw new LoadingError("answered", { file, status: String(response.status) });
    const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => patience.abort(), STILL);
      parts.push(piece.value);
      done += piece.value.length;
      came(piece.value.length);
    }
  } catch (error) {
    if (error instanceof LoadingError) throw error;
    throw done
      ? new LoadingError("cut", { file, done: String(done), total: String(size) })
      : new LoadingError("unreachable", { file });
  } finally {
    clearTimeout(timer);
  }
  if (done < size) throw new LoadingError("cut", { file, done: String(done), total: String(size) });
  if (done > size) throw new LoadingError("wrong-type", { file });
  return new Blob(parts);
}

/** @type {Record<string, string>} */
const TYPES = { wasm: "application/wasm", json: "application/json", mjs: "text/javascript" };

/**
 * Load Python and the engine from `base`, which ends in a slash.
 * @param {string} base
 * @param {RequestCache} cache
 */
async function start(base, cache) {
  const sizes = await sizesOf(new URL("sizes.json", base), cache);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let done = 0;
  let told = 0;
  /** @param {number} bytes */
  const came = (bytes) => {
    done += bytes;
    if (done - told > 100_000 || done === total) {
      told = done;
      postMessage({ kind: "progress", done, total });
    }
  };
  /** @type {Map<string, Blob>} */
  const files = new Map();
  await Promise.all(
    Object.entries(sizes).map(async ([name, size]) => {
      const url = new URL(name, base);
      files.set(url.href, await whole(url, size, cache, came));
    }),
  );
  postMessage({ kind: "starting" });
  // Pyodide fetches by itself; it is handed what came already, so that nothing is fetched twice.
  const network = self.fetch;
  self.fetch = async (input, options) => {
    const href = new URL(input instanceof Request ? input.url : String(input), base).href;
    const body = files.get(href);
    if (!body) return network(input, options);
    const typed = new Blob([body], { type: TYPES[href.split(".").pop() || ""] || "application/octet-stream" });
    // The lock file's hash of the wheel comes as `integrity`; only a real fetch makes the browser check it.
    return options?.integrity ? network(URL.createObjectURL(typed), { integrity: options.integrity }) : new Response(typed);
  };
  try {
    const { loadPyodide } = await import(new URL("pyodide.mjs", base).href);
    const python = await loadPyodide({ indexURL: base, packages: ["threetables"], stdout() {}, stderr() {} });
    door = /** @type {Door} */ (python.pyimport("threetables.worker"));
  } catch {
    throw new LoadingError("broken");
  } finally {
    self.fetch = network;
  }
}

/**
 * @param {URL} url
 * @param {RequestCache} cache
 * @returns {Promise<Record<string, number>>}
 */
async function sizesOf(url, cache) {
  const file = "sizes.json";
  let response;
  try {
    response = await fetch(url, { cache });
  } catch {
    throw new LoadingError("unreachable", { file });
  }
  if (!response.ok) throw new LoadingError("answered", { file, status: String(response.status) });
  try {
    return await response.json();
  } catch {
    throw new LoadingError("wrong-type", { file });
  }
}

self.onmessage = async (/** @type {MessageEvent<{ kind: "start", base: string, cache: RequestCache } | { kind: "ask", id: number, request: string }>} */ { data }) => {
  if (data.kind === "start") {
    try {
      await start(data.base, data.cache);
      postMessage({ kind: "live" });
    } catch (error) {
      const { code, values } = error instanceof LoadingError ? error : new LoadingError("broken");
      postMessage({ kind: "failed", code, values });
    }
  } else {
    let answer;
    try {
      if (!door) throw new LoadingError("broken");
      answer = door.answer(data.request);
    } catch {
      answer = null;
    }
    postMessage({ kind: "answer", id: data.id, answer });
  }
};
