// The page's side of the engine: one worker for the whole visit, woken when first needed, replaced when it dies.
// @ts-check

/**
 * @typedef {"asleep" | "loading" | "starting" | "live" | "failed"} State
 * @typedef {{ code: string, values: Record<string, string> }} Trouble
 * @typedef {{ ok: boolean, id: number, error?: string, [key: string]: any }} Answer
 * @typedef {{
 *   request: Record<string, unknown>, id: number, tries: number, patience: number, timer: number,
 *   resolve: (answer: Answer) => void, reject: (trouble: Trouble) => void,
 * }} Pending
 * @typedef {(
 *   { kind: "progress", done: number, total: number } | { kind: "starting" } | { kind: "live" } |
 *   { kind: "failed", code: string, values: Record<string, string> } |
 *   { kind: "answer", id: number, answer: string | null }
 * )} Message
 */

/** How long an answer may take before the worker counts as dead, in milliseconds. */
const PATIENCE = 8_000;

const WORKER = new URL("worker.js", import.meta.url).href;
const PYODIDE = new URL("../pyodide/", import.meta.url).href;

class Engine extends EventTarget {
  /** @type {State} */
  state = "asleep";
  done = 0;
  total = 0;
  /** @type {Trouble | null} Why loading failed. */
  trouble = null;
  /** The worker's id: another one means another worker. */
  id = "";
  /** @type {Worker | null} */
  worker = null;
  #last = 0;
  /** @type {Map<number, Pending>} */
  #pending = new Map();

  /** Start loading, unless that was done before. */
  wake() {
    if (this.state === "asleep") this.#start();
  }

  /** Load again after a failure. */
  retry() {
    // What the browser kept of a failed download may itself be at fault.
    if (this.state === "failed") this.#start("reload");
  }

  /**
   * Ask the engine something; waits for it to be live. Every request can be asked twice, since the worker keeps nothing.
   * @param {Record<string, unknown>} request
   * @param {number} patience
   * @returns {Promise<Answer>}
   */
  ask(request, patience = PATIENCE) {
    this.wake();
    return new Promise((resolve, reject) => {
      if (this.state === "failed") {
        reject(this.trouble);
        return;
      }
      const id = ++this.#last;
      const pending = { request, id, tries: 0, patience, timer: 0, resolve, reject };
      this.#pending.set(id, pending);
      if (this.state === "live") this.#send(pending);
    });
  }

  /** @param {RequestCache} cache */
  #start(cache = "default") {
    this.#drop();
    this.id = crypto.randomUUID();
    this.done = 0;
    this.trouble = null;
    // An import takes no word about the cache; a new address passes it by.
    const script = cache === "reload" ? `${WORKER}?${this.id}` : WORKER;
    // Through a blob, so that a policy of the page binds the worker too.
    const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(script)};`], { type: "text/javascript" }));
    const worker = new Worker(blob, { type: "module", name: `three-tables ${this.id}` });
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (worker === this.worker) this.#heard(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.worker) this.#fail({ code: "unreachable", values: { file: "worker.js" } });
    };
    // The blob's import may still be under way; its address has to last until the worker runs.
    worker.addEventListener("message", () => URL.revokeObjectURL(blob), { once: true });
    worker.postMessage({ kind: "start", base: PYODIDE, cache });
    this.#turn("loading");
  }

  #drop() {
    this.worker?.terminate();
    this.worker = null;
    for (const pending of this.#pending.values()) clearTimeout(pending.timer);
  }

  /** @param {Pending} pending */
  #send(pending) {
    pending.tries += 1;
    pending.timer = setTimeout(() => this.#late(pending), pending.patience);
    this.worker?.postMessage({ kind: "ask", id: pending.id, request: JSON.stringify({ ...pending.request, id: pending.id }) });
  }

  /** @param {Pending} pending */
  #late(pending) {
    if (!this.#pending.has(pending.id)) return;
    if (pending.tries > 1) this.#settle(pending, null);
    // The worker is dead or lost in thought; what is still unanswered is asked again when the next one is live.
    this.#start();
  }

  /** @param {Message} message */
  #heard(message) {
    if (message.kind === "progress") {
      this.done = message.done;
      this.total = message.total;
      this.#turn("loading");
    } else if (message.kind === "starting") {
      this.#turn("starting");
    } else if (message.kind === "live") {
      this.#turn("live");
      for (const pending of [...this.#pending.values()]) this.#send(pending);
    } else if (message.kind === "failed") {
      this.#fail({ code: message.code, values: message.values });
    } else {
      const pending = this.#pending.get(message.id);
      if (pending) this.#settle(pending, message.answer);
    }
  }

  /** @param {Pending} pending @param {string | null} text */
  #settle(pending, text) {
    clearTimeout(pending.timer);
    this.#pending.delete(pending.id);
    if (text === null) pending.reject({ code: "fault", values: {} });
    else pending.resolve(JSON.parse(text));
  }

  /** @param {Trouble} trouble */
  #fail(trouble) {
    this.#drop();
    this.trouble = trouble;
    this.#turn("failed");
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of waiting) pending.reject(trouble);
  }

  /** @param {State} state */
  #turn(state) {
    this.state = state;
    this.dispatchEvent(new Event("turn"));
  }
}

/** One engine for the whole visit: instant page changes keep `window`. */
const visit = /** @type {Window & { threeTables?: { engine: Engine } }} */ (window);
visit.threeTables ??= { engine: new Engine() };
export const engine = visit.threeTables.engine;
