// The comparison: another set of rules over a column, and the same trick stepped through at three tables.
// @ts-check

/**
 * @param {Element} part
 * @param {string} selector
 * @returns {Iterable<HTMLElement>}
 */
const all = (part, selector) => /** @type {Iterable<HTMLElement>} */ (part.querySelectorAll(selector));

class Compare extends HTMLElement {
  connectedCallback() {
    this.setAttribute("data-ready", "");
    this.addEventListener("change", this);
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value, dataset } = event.target;
    let number = 0;
    for (const cell of all(this, `td[data-game="${dataset.game}"]`)) {
      const other = cell.querySelector(`[data-variant="${CSS.escape(value)}"]`);
      for (const way of all(cell, ":scope > div > div")) way.hidden = other ? way !== other : !!way.dataset.variant;
      cell.toggleAttribute("data-differs", !!other);
      number += other ? 1 : 0;
    }
    const status = /** @type {HTMLElement} */ (this.querySelector("[role=status]"));
    status.textContent = (status.dataset.told || "").replace("{number}", String(number));
  }
}

class SameTrick extends HTMLElement {
  #trick = 0;
  #step = Infinity;

  connectedCallback() {
    this.setAttribute("data-ready", "");
    this.addEventListener("click", this);
    this.#show();
  }

  /** @param {Event} event */
  handleEvent(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    const { pick, step } = button.dataset;
    const tricks = this.querySelectorAll("[data-trick]").length;
    const chosen = this.querySelectorAll("[data-pick]").length - 1;
    if (pick) {
      this.#trick = pick === "another" ? (this.#trick + 1 < tricks ? Math.max(this.#trick + 1, chosen) : chosen) : Number(pick);
      this.#step = Infinity;
    } else if (step) {
      this.#step = step === "first" ? 1 : Math.max(1, Math.min(this.#last, Math.min(this.#step, this.#last) + Number(step)));
    }
    this.#show();
  }

  get #last() {
    const steps = [...all(this, `[data-trick="${this.#trick}"] [data-only]`)].map((part) => Number(part.dataset.only));
    return Math.max(...steps);
  }

  #show() {
    for (const part of all(this, "[data-trick]")) part.hidden = Number(part.dataset.trick) !== this.#trick;
    for (const part of all(this, "[data-pick]")) {
      part.setAttribute("aria-pressed", String(part.dataset.pick === String(this.#trick)));
    }
    const step = Math.min(this.#step, this.#last);
    const told = [];
    for (const column of all(this, `[data-trick="${this.#trick}"] [data-game]`)) {
      const own = Math.max(...[...all(column, "[data-only]")].map((part) => Number(part.dataset.only)));
      const now = Math.min(step, own);
      for (const part of all(column, "[data-step]")) part.hidden = Number(part.dataset.step) > now;
      for (const part of all(column, "[data-only]")) {
        part.hidden = Number(part.dataset.only) !== now;
        if (!part.hidden) told.push(`${column.querySelector("h4")?.textContent}: ${part.textContent}`);
      }
    }
    const status = /** @type {HTMLElement} */ (this.querySelector("[role=status]"));
    status.textContent = told.join(" ");
    for (const part of all(this, "button[data-step]")) {
      const off = part.dataset.step === "1" ? step >= this.#last : step <= 1;
      part.setAttribute("aria-disabled", String(off));
    }
  }
}

customElements.define("tt-compare", Compare);
customElements.define("tt-same", SameTrick);
