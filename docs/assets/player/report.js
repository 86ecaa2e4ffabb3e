// The page for corrections: the text to send, begun with what the address says it is about.
// @ts-check

class Report extends HTMLElement {
  #blank = "";

  connectedCallback() {
    this.#blank ||= this.#area.value;
    this.setAttribute("data-ready", "");
    this.addEventListener("click", this);
    this.addEventListener("input", this);
    window.addEventListener("hashchange", this.#fill);
    this.#fill();
  }

  disconnectedCallback() {
    window.removeEventListener("hashchange", this.#fill);
  }

  get #area() {
    return /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea"));
  }

  #fill = () => {
    const about = [...new URLSearchParams(location.hash.slice(1))].filter(([name]) => /^[a-z]+$/.test(name));
    const told = about.map(([name, value]) => `${name} ${value.slice(0, 4000)}`).join(", ");
    this.#area.value = told ? this.#blank.replace(/^(.*: ).*$/m, (_, asked) => asked + told) : this.#blank;
    this.#send();
  };

  /** Where reports can be sent, the link brings the text along. */
  #send() {
    const place = document.querySelector("meta[name=tt-reports]")?.getAttribute("content");
    const link = /** @type {HTMLAnchorElement} */ (this.querySelector("[data-part=send]"));
    if (!place) return;
    const title = this.#area.value.split("\n", 1)[0].slice(0, 120);
    link.href = `${place.replace(/\/$/, "")}/issues/new?${new URLSearchParams({ title, body: this.#area.value })}`;
    link.hidden = false;
  }

  /** @param {Event} event */
  async handleEvent(event) {
    if (event.type === "input") return this.#send();
    if (!(event.target instanceof Element) || !event.target.closest("[data-do=copy]")) return;
    const status = /** @type {HTMLElement} */ (this.querySelector("[data-part=status]"));
    try {
      await navigator.clipboard.writeText(this.#area.value);
      status.textContent = status.dataset.done || "";
    } catch {
      this.#area.select();
      status.textContent = status.dataset.by || "";
    }
  }
}

customElements.define("tt-report", Report);
