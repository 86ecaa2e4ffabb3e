// The page that opens a deal: from a pasted record, from a link's fragment, or freshly dealt.
// @ts-check
import { engine } from "./engine.js";
import { fragment, read, readPasted } from "./links.js";

/** @typedef {import("./engine.js").Trouble} Trouble */

/** Drawing every step of a long deal takes a while on a small phone, in milliseconds. */
const PATIENCE = 20_000;

class Opener extends HTMLElement {
  /** @type {Record<string, string>} */
  #words = {};
  #wanted = 0;

  connectedCallback() {
    const template = /** @type {HTMLTemplateElement} */ (this.#part("words"));
    this.#words = JSON.parse(template.content.textContent || "{}");
    this.setAttribute("data-ready", "");
    this.addEventListener("submit", this);
    this.addEventListener("change", this);
    this.addEventListener("click", this);
    window.addEventListener("hashchange", this.#follow);
    engine.addEventListener("turn", this.#turned);
    this.#choose();
    this.#shuffle();
    this.#follow();
  }

  disconnectedCallback() {
    window.removeEventListener("hashchange", this.#follow);
    engine.removeEventListener("turn", this.#turned);
  }

  /**
   * @param {string} name
   * @returns {HTMLElement}
   */
  #part(name) {
    return /** @type {HTMLElement} */ (this.querySelector(`[data-part="${name}"]`));
  }

  /** @returns {HTMLFormElement} */
  #form(name = "deal") {
    return /** @type {HTMLFormElement} */ (this.#part(name));
  }

  /** Show the choices of the chosen game only. */
  #choose() {
    const game = new FormData(this.#form()).get("game");
    for (const group of this.querySelectorAll("fieldset[data-game]")) {
      if (!(group instanceof HTMLFieldSetElement)) continue;
      group.hidden = group.disabled = group.dataset.game !== game;
    }
  }

  #shuffle() {
    const seed = this.#form().elements.namedItem("seed");
    if (seed instanceof HTMLInputElement) seed.value = String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000);
  }

  #follow = () => {
    const link = read(location.hash.slice(1));
    if (link.whole && !link.values.has("record")) return;
    this.prepend(...this.#replies());
    this.#arrive(link);
  };

  /** What tells how a request fares; it stands with the form that the request came from. */
  #replies() {
    return ["waiting", "error", "again"].map((name) => this.#part(name));
  }

  #turned = () => {
    const { state, done, total, trouble } = engine;
    this.dataset.engine = state;
    if (state === "loading" && total && this.#waiting) {
      this.#wait(this.#fill("fetching", { done: (done / 1e6).toFixed(1), total: (total / 1e6).toFixed(1) }));
    }
    const retry = this.#part("again");
    retry.hidden = state !== "failed";
    if (state === "failed" && trouble) this.#tell(this.#filled(trouble));
    else if (state === "live" && this.#failed) this.#again();
  };

  #failed = false;
  /** Asks once more for what the engine could not answer. */
  #again = () => {};
  #waiting = false;

  /** @param {string} code @param {Record<string, string>} values */
  #fill(code, values) {
    return (this.#words[code] ?? "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  /** @param {Trouble} trouble */
  #filled({ code, values }) {
    this.#failed = true;
    return this.#fill(code, values);
  }

  /** @param {string} text */
  #tell(text) {
    const error = this.#part("error");
    error.textContent = text;
    if (text) error.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text */
  #wait(text) {
    this.#part("waiting").textContent = text;
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === "change") return this.#choose();
    if (event.type === "click") {
      const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
      const act = this.contains(button) && !button?.closest("tt-player") ? button?.getAttribute("data-do") : null;
      if (act === "retry") engine.retry();
      if (act === "shuffle") this.#shuffle();
      return;
    }
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    form.append(...this.#replies());
    if (form !== this.#form("paste")) return void this.#deal();
    const text = String(new FormData(form).get("record") ?? "");
    const link = readPasted(text);
    if (link && (!link.whole || link.values.has("record"))) this.#arrive(link);
    else void this.#open(text);
  }

  /**
   * Open what a link holds; if it was damaged on its way, only show what is left.
   * @param {{ values: URLSearchParams, whole: boolean }} link
   */
  #arrive({ values, whole }) {
    const record = values.get("record") ?? "";
    if (whole) return void this.#open(record, values);
    this.#wanted += 1;
    this.#wait("");
    this.#box.value = record;
    this.#tell(this.#words["damaged-link"]);
  }

  get #box() {
    return /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea[name=record]"));
  }

  /** @param {Record<string, unknown>} request */
  async #ask(request) {
    const wanted = ++this.#wanted;
    this.#tell("");
    this.#failed = false;
    this.#waiting = engine.state !== "live";
    this.#wait(this.#waiting ? this.#words["needs-engine"] : "");
    try {
      const answer = await engine.ask(request, PATIENCE);
      if (wanted !== this.#wanted) return null;
      this.#waiting = false;
      this.#wait("");
      this.#tell(answer.ok ? "" : answer.error ?? "");
      return answer.ok ? answer : null;
    } catch (error) {
      this.#waiting = false;
      this.#wait("");
      if (wanted === this.#wanted) this.#tell(this.#filled(/** @type {Trouble} */ (error)));
      return null;
    }
  }

  async #deal() {
    this.#again = () => void this.#deal();
    const { game, rules, seats, seed, ...choices } = /** @type {Record<string, string>} */ (
      Object.fromEntries([...new FormData(this.#form())].filter(([, value]) => value !== ""))
    );
    const answer = await this.#ask({ kind: "deal", game, rules, seats, seed, choices });
    if (answer) await this.#open(answer.record);
  }

  /**
   * Open a record; the link's fragment may name a step, a seat and a tried line as well.
   * @param {string} record
   * @param {URLSearchParams} [where]
   */
  async #open(record, where = new URLSearchParams()) {
    this.#again = () => void this.#open(record, where);
    if (this.#box.value !== record) this.#box.value = record;
    const request = { kind: "open", record, step: where.get("step"), eyes: where.get("eyes") ?? "" };
    const tried = where.has("at") ? { at: where.get("at"), extra: (where.get("then") ?? "").split("\n").filter(Boolean) } : {};
    const answer = await this.#ask({ ...request, ...tried });
    if (!answer) return;
    const opened = this.#part("opened");
    opened.innerHTML = answer.html;
    const player = /** @type {(HTMLElement & { goTo(where: object): Promise<void> }) | null} */ (opened.querySelector("tt-player"));
    if (!where.has("record")) history.replaceState(history.state, "", `#${fragment({ record })}`);
    await player?.goTo(answer.where);
    player?.scrollIntoView({ block: "start" });
  }
}

customElements.define("tt-open", Opener);
