// The player: steps through a deal, shows what the engine answers, and never decides anything about cards.
// @ts-check
import { Idiomorph } from "../vendor/idiomorph.js";
import { engine } from "./engine.js";
import { fragment } from "./links.js";
import { changes, mayMove, plain, settings } from "./settings.js";
import "./header.js";
import "./compare.js";
import "./open.js";
import "./report.js";

/**
 * A line that leaves the deal as played: so many of its actions are kept, then these follow.
 * @typedef {{ at: number, extra: string[] }} Branch
 * @typedef {{ step: number, html: string, say: string }} Frame
 * @typedef {import("./engine.js").Trouble} Trouble
 * @typedef {import("./engine.js").Answer} Answer
 */

/** How long a step is shown while the deal plays by itself, in milliseconds. */
const PACE = /** @type {Record<string, number>} */ ({ slow: 2600, steady: 1500, quick: 700 });
/** How long a step is shown when only the rules act, after a card was tried. */
const BY_RULE = 650;
/** How long a card travels. */
const TRAVEL = 220;

/** @param {string} text @param {Record<string, unknown>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

class Player extends HTMLElement {
  #record = "";
  /** @type {Record<string, string>} */
  #words = {};
  /** @type {Branch | null} */
  #branch = null;
  /** The step before the branch was left, to come back to. */
  #left = 0;
  #step = 0;
  #steps = 0;
  /** "" for all open, else a seat. */
  #eyes = "";
  /** Counts what was asked to be shown; an answer to anything but the last is dropped. */
  #wanted = 0;
  /** The number in `#wanted` of a card or another action that waits for its answer. */
  #tried = 0;
  /** @type {Frame[]} Steps by rule still to be shown. */
  #queue = [];
  /** The options that go with the last of them. */
  #options = "";
  #timer = 0;
  #addressing = 0;
  #playing = false;
  #ready = false;
  /** Whether a step is still to be shown that the engine could not draw. */
  #owed = false;
  /** Whether the engine draws the list of plays: it does in a branch and with one seat's eyes. */
  #listed = "";
  /** @type {Record<string, string>} What the reader calls the seats, by the engine's word. */
  #seats = {};
  /** @type {IntersectionObserver | null} */
  #near = null;

  connectedCallback() {
    if (!this.#ready) {
      const template = /** @type {HTMLTemplateElement} */ (this.#part("data"));
      const data = JSON.parse(template.content.textContent || "{}");
      this.#record = data.record;
      this.#words = data.words;
      this.#steps = Number(this.dataset.steps);
      this.#step = Number(this.dataset.step || 0);
      this.#ready = true;
      this.addEventListener("click", this);
      this.addEventListener("change", this);
      this.addEventListener("keydown", this);
      this.addEventListener("pointerdown", this);
      this.addEventListener("pointerup", this);
      this.#plays = this.#part("plays").innerHTML;
      this.#part("report").setAttribute("href", this.#report.href);
    }
    this.setAttribute("data-ready", "");
    engine.addEventListener("turn", this.#turned);
    changes.addEventListener("change", this.#changed);
    this.#near = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.#approach(), {
      rootMargin: "50%",
    });
    this.#near.observe(this);
    this.#turned();
    window.addEventListener("hashchange", this.#follow);
    if (!this.#follow()) void this.show(this.#step);
  }

  /** Show the step that the address names, if it names one: a law leads to the steps at which it is at work. */
  #follow = () => {
    const named = /^#step-(\d+)$/.exec(location.hash);
    if (!named || this.dataset.deal === "opened") return false;
    this.#halt();
    this.#leave();
    this.scrollIntoView({ block: "start" });
    void this.show(Number(named[1]));
    return true;
  };

  disconnectedCallback() {
    this.#halt();
    this.#near?.disconnect();
    window.removeEventListener("hashchange", this.#follow);
    engine.removeEventListener("turn", this.#turned);
    changes.removeEventListener("change", this.#changed);
  }

  /** The list of plays as the page has it. */
  #plays = "";

  /**
   * One of the player's own parts.
   * @param {string} name
   * @returns {HTMLElement}
   */
  #part(name) {
    return /** @type {HTMLElement} */ (this.querySelector(`[data-part="${name}"]`));
  }

  /** @param {string} name @param {Record<string, unknown>} values */
  #say(name, values = {}) {
    return filled(this.#words[name] ?? "", values);
  }

  /** Whether the deal was only dealt, so that all its plays are the reader's own. */
  get #byHand() {
    return this.hasAttribute("data-by-hand");
  }

  #approach() {
    const link = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection;
    if (!link?.saveData) engine.wake();
  }

  /** What every request says of this player. */
  #state() {
    const { near, calling } = settings();
    return { record: this.#record, ...(this.#branch ?? {}), eyes: this.#eyes, near, calling };
  }

  /** Whether the page itself holds the frame of the steps of this line, for these eyes and settings. */
  #written() {
    return !this.#branch && !this.#eyes && plain() && this.#template() !== null;
  }

  /** @returns {HTMLTemplateElement | null} */
  #template() {
    return this.querySelector("template[data-part=frames]");
  }

  /**
   * Show a step of the line.
   * @param {number} step
   */
  async show(step) {
    this.#queue = [];
    this.#step = Math.max(0, Math.min(step, this.#steps - 1));
    this.#hide("refusal");
    const wanted = ++this.#wanted;
    this.dataset.step = String(this.#step);
    if (engine.state !== "live" && this.#written()) {
      this.#paint(this.#from(this.#step), "page");
      return;
    }
    if (engine.state !== "live") this.#promise();
    const plays = this.#line() !== this.#listed;
    const answer = await this.#ask({ kind: "frame", step: this.#step, plays, ...this.#state() }, wanted);
    if (wanted !== this.#wanted) return;
    if (answer?.ok) {
      this.#adopt(answer);
      this.#paint(/** @type {any} */ (answer), "engine", answer.id);
    } else if (this.#written()) {
      this.#paint(this.#from(this.#step), "page");
    }
  }

  /** What the list of plays depends on. */
  #line() {
    return this.#written() ? "" : JSON.stringify([this.#state(), this.#eyes && this.#step]);
  }

  /**
   * Ask the engine; null when the answer comes too late, or not at all (then the status says why).
   * @param {Record<string, unknown>} request
   * @param {number} wanted
   * @returns {Promise<Answer | null>}
   */
  async #ask(request, wanted) {
    try {
      const answer = await engine.ask(request);
      if (wanted !== this.#wanted) return null;
      if (!answer.ok && answer.error) this.#tell(answer.error);
      return answer;
    } catch (error) {
      const trouble = /** @type {Trouble} */ (error);
      this.#owed = true;
      if (wanted === this.#wanted && engine.state === "live") this.#tell(this.#say(trouble.code, trouble.values));
      return null;
    }
  }

  /**
   * The frame of a step as the page has it.
   * @param {number} step
   * @returns {Frame}
   */
  #from(step) {
    const section = this.#section(step);
    return {
      step,
      html: section?.querySelector("[data-part=board]")?.innerHTML ?? "",
      say: section?.querySelector("[data-part=say]")?.textContent ?? "",
    };
  }

  /** @param {number} step */
  #section(step) {
    return this.#template()?.content.querySelector(`[data-step="${step}"]`) ?? null;
  }

  /**
   * Put what an answer says of the line into the page.
   * @param {Answer} answer
   */
  #adopt(answer) {
    this.#steps = answer.steps;
    this.dataset.steps = String(answer.steps);
    this.#keep(() => {
      if (typeof answer.plays === "string") {
        this.#part("plays").innerHTML = answer.plays;
        this.#listed = this.#line();
      }
      this.#part("options").innerHTML = answer.options ?? "";
    });
    this.#seats = answer.seats;
    for (const eyes of /** @type {NodeListOf<HTMLOptionElement>} */ (this.querySelectorAll("[data-do=eyes] option"))) {
      eyes.textContent = answer.eyes[eyes.value] ?? eyes.textContent;
    }
  }

  /**
   * Change the page. Where that takes away what has the focus, the focus stays in the player, so that keys still work.
   * @param {() => void} change
   */
  #keep(change) {
    const focused = document.activeElement;
    const inside = focused instanceof HTMLElement && this.contains(focused);
    change();
    if (!inside || focused.checkVisibility()) return;
    const step = this.#part("plays").querySelector(`[data-step="${focused.dataset.step}"]`);
    (step instanceof HTMLElement ? step : this.#part("board")).focus({ preventScroll: true });
  }

  /**
   * Paint a frame.
   * @param {Frame & { options?: string }} frame
   * @param {"page" | "engine"} source
   * @param {number} [request]
   */
  #paint(frame, source, request) {
    if (this.#written() && this.#listed) {
      this.#keep(() => (this.#part("plays").innerHTML = this.#plays));
      this.#listed = "";
    }
    const before = mayMove() ? places(this.#part("board")) : null;
    this.#board(frame.html);
    if (engine.state === "live") this.#tell(this.#say("live"), false);
    this.#part("say").textContent = frame.say;
    this.#part("announcer").textContent = frame.say;
    const progress = this.#say("progress", { step: frame.step, steps: this.#steps - 1 });
    this.#part("progress").textContent = progress;
    this.#mark(frame.step);
    this.#note(frame.step);
    const branched = this.#branch !== null;
    this.toggleAttribute("data-branch", branched);
    if (branched === this.#part("branch").hidden) this.#keep(() => (this.#part("branch").hidden = !branched));
    this.#enable(frame.step);
    this.dataset.eyes = this.#eyes;
    this.dataset.shown = String(frame.step);
    this.dataset.source = source;
    if (request !== undefined) this.dataset.answer = String(request);
    // What asks where things lie comes last, so that the browser lays the page out once.
    if (before) travel(this.#part("board"), before);
    this.#scroll();
    if (!this.#queue.length) this.dispatchEvent(new CustomEvent("tt-settled", { bubbles: true }));
    if (this.dataset.deal === "opened") this.#address();
  }

  /** On the page that opens deals, the address follows what is shown, so that going on and coming back loses nothing. */
  #address() {
    clearTimeout(this.#addressing);
    // Not at each step: a browser counts how often a page changes its address.
    this.#addressing = setTimeout(() => this.isConnected && history.replaceState(history.state, "", this.link), 400);
  }

  /** Morph the board, and keep the focus on the card it was on. @param {string} html */
  #board(html) {
    const board = this.#part("board");
    const focused = document.activeElement;
    const card = focused instanceof HTMLElement && board.contains(focused) ? focused.dataset.card : undefined;
    Idiomorph.morph(board, html, { morphStyle: "innerHTML", restoreFocus: false });
    if (card) {
      // A card that was played leaves the focus to the seat that plays next.
      const next = board.querySelector(`button[data-card="${card}"]`) ?? board.querySelector(".tt-turn button[data-card]");
      (next instanceof HTMLElement ? next : board).focus({ preventScroll: true });
    }
  }

  /** @param {number} step */
  #mark(step) {
    const list = this.#part("plays");
    for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    list.querySelector(`li [data-step="${step}"]`)?.setAttribute("aria-current", "step");
  }

  /** Let the list of plays show the step that is marked. */
  #scroll() {
    const list = this.#part("plays");
    const now = list.querySelector("[aria-current]");
    if (!now) return;
    const box = list.getBoundingClientRect();
    const line = now.getBoundingClientRect();
    if (line.top < box.top || line.bottom > box.bottom) list.scrollTop += line.top - box.top - box.height / 3;
  }

  /** @param {number} step */
  #note(step) {
    const notes = this.#part("notes");
    const written = !this.#branch && !this.#eyes;
    const found = written ? this.#section(step)?.querySelector("[data-part=notes]") : null;
    notes.innerHTML = found?.innerHTML ?? "";
    for (const seat of notes.querySelectorAll("[data-seat]")) {
      seat.textContent = this.#seats[/** @type {HTMLElement} */ (seat).dataset.seat || ""] ?? seat.textContent;
    }
    this.#part("folded").hidden = !this.#eyes || !this.#template()?.content.querySelector("[data-part=notes]");
  }

  /** @param {number} step */
  #enable(step) {
    const ends = { first: step === 0, back: step === 0, forward: step >= this.#steps - 1, last: step >= this.#steps - 1 };
    for (const [name, off] of Object.entries({ ...ends, "previous-trick": ends.first, "next-trick": ends.last })) {
      // Not `disabled`: the focus would be lost at the end of the deal.
      this.querySelector(`[data-do="${name}"]`)?.setAttribute("aria-disabled", String(off));
    }
  }

  /** @param {string} name */
  #hide(name) {
    if (!this.#part(name).hidden) this.#keep(() => (this.#part(name).hidden = true));
  }

  /**
   * A sentence below the board, read out too unless it comes by itself again and again.
   * @param {string} text
   */
  #tell(text, aloud = true) {
    this.#part("status").textContent = text;
    if (aloud) this.#part("announcer").textContent = text;
  }

  /** Whether something that was touched waits for the engine. */
  #promised = false;

  #promise() {
    this.#promised = true;
    this.#tell(this.#say("needs-engine"));
  }

  #turned = () => {
    const { state, done, total, trouble } = engine;
    this.dataset.engine = state;
    this.#promised &&= state === "loading";
    const retry = this.#part("retry");
    retry.hidden = state !== "failed";
    const meter = /** @type {HTMLProgressElement} */ (this.#part("meter"));
    meter.hidden = state !== "loading";
    meter.max = total || 1;
    meter.value = done;
    if (state === "loading" && total) {
      const loading = this.#say("loading", { done: megabytes(done), total: megabytes(total) });
      this.#tell(this.#promised ? `${loading} ${this.#say("needs-engine")}` : loading, false);
    } else if (state === "failed" && trouble) {
      this.#tell(this.#say("failed", { why: this.#say(trouble.code, trouble.values) }));
    } else if (state !== "loading") {
      this.#tell(this.#say(state), state === "live");
    }
    // From here on every step is the engine's.
    const owed = (this.#owed || this.dataset.source !== "engine") && !this.#queue.length && this.#tried !== this.#wanted;
    if (state === "live" && this.isConnected && owed) {
      this.#owed = false;
      void this.show(this.#step);
    }
  };

  #changed = () => {
    if (this.isConnected) void this.show(this.#step);
  };

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof KeyboardEvent) this.#key(event);
    else if (event.type === "click") this.#click(event);
    else if (event.type === "change") this.#chose(event);
    else if (event instanceof PointerEvent) this.#swipe(event);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest("select, input, textarea")) return;
    const act = /** @type {Record<string, string>} */ ({
      ArrowRight: "forward", ArrowLeft: "back", ArrowDown: "next-trick", ArrowUp: "previous-trick",
      Home: "first", End: "last", Escape: "return",
    })[event.key];
    if (!act || (act === "return" && (!this.#branch || this.#byHand))) return;
    event.preventDefault();
    this.#do(act);
  }

  /** @param {Event} event */
  #click(event) {
    if (!(event.target instanceof Element)) return;
    const target = event.target.closest("[data-do], [data-card], [data-step]");
    if (!(target instanceof HTMLElement) || !this.contains(target) || target === this) return;
    if (target.dataset.do) this.#do(target.dataset.do, target);
    else if (target.dataset.step && target.closest("[data-part=plays]")) this.#stop(Number(target.dataset.step));
    else if (target.matches("button[data-card]")) void this.#try({ kind: "try", card: target.dataset.card, seat: target.dataset.seat });
  }

  /** @param {Event} event */
  #chose(event) {
    if (event.target instanceof HTMLSelectElement && event.target.dataset.do === "eyes") {
      this.#halt();
      this.#eyes = event.target.value;
      void this.show(this.#step);
    }
  }

  #down = { x: 0, y: 0, time: 0 };

  /** @param {PointerEvent} event */
  #swipe(event) {
    engine.wake();
    if (event.type === "pointerdown") {
      this.#down = { x: event.clientX, y: event.clientY, time: event.timeStamp };
      return;
    }
    const across = event.clientX - this.#down.x;
    const along = event.clientY - this.#down.y;
    const board = event.target instanceof Element ? event.target.closest("[data-part=board]") : null;
    if (event.pointerType === "mouse" || !board || event.timeStamp - this.#down.time > 600) return;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(along)) {
      this.#do(across < 0 ? "forward" : "back");
    } else if (Math.hypot(across, along) < 10 && !(/** @type {Element} */ (event.target).closest("button"))) {
      const { left, width } = board.getBoundingClientRect();
      this.#do(event.clientX > left + width / 2 ? "forward" : "back");
    }
  }

  /**
   * Do what a button says.
   * @param {string} act
   * @param {HTMLElement} [button]
   */
  #do(act, button) {
    const now = this.#step;
    switch (act) {
      case "first": return this.#stop(0);
      case "back": return this.#stop(now - 1);
      case "forward": return this.#stop(now + 1);
      case "last": return this.#stop(this.#steps - 1);
      case "previous-trick": return this.#stop(this.#trick(-1));
      case "next-trick": return this.#stop(this.#trick(1));
      case "play": return this.#playing ? this.#halt() : this.#start();
      case "return": return this.#leave();
      case "dismiss": return void this.show(this.#step);
      case "retry": return engine.retry();
      case "copy-link": return void this.#copy(this.link);
      case "copy-record": return void this.#copyAnswer("record");
      case "copy-text": return void this.#copyAnswer("text");
      case "report": return button && this.#correct(button);
      case "take":
        return void this.#try({ kind: "act", action: this.#chosen(button) });
    }
  }

  /** The action a button stands for: its own, or the one chosen in the list beside it. @param {HTMLElement} [button] */
  #chosen(button) {
    const list = button?.parentElement?.querySelector("select");
    return button?.dataset.action ?? list?.value ?? "";
  }

  /** Step somewhere by hand, which ends playing by itself. @param {number} step */
  #stop(step) {
    this.#halt();
    if (step >= 0 && step < this.#steps) void this.show(step);
  }

  /** The step at which the next or the previous trick begins. @param {1 | -1} way */
  #trick(way) {
    const heads = [...this.#part("plays").querySelectorAll("[data-trick][data-step]")].map((head) =>
      Number(/** @type {HTMLElement} */ (head).dataset.step),
    );
    if (way > 0) return heads.find((step) => step > this.#step) ?? this.#steps - 1;
    return heads.reverse().find((step) => step < this.#step) ?? 0;
  }

  #start() {
    if (this.#step >= this.#steps - 1) this.#step = -1;
    this.#playing = true;
    this.#label();
    this.#tick();
  }

  #tick() {
    if (!this.#playing) return;
    if (this.#step >= this.#steps - 1) return this.#halt();
    const speed = /** @type {HTMLSelectElement | null} */ (this.querySelector("[data-do=speed]"));
    void this.show(this.#step + 1).then(() => {
      if (this.#playing) this.#timer = setTimeout(() => this.#tick(), PACE[speed?.value ?? "steady"]);
    });
  }

  /** Stop everything that goes on by itself; what the rules did after a card is then shown at once. */
  #halt() {
    clearTimeout(this.#timer);
    const last = this.#queue.pop();
    this.#queue = [];
    if (last && this.isConnected) this.#unrolled(last);
    this.#playing = false;
    this.#label();
  }

  #label() {
    const button = this.querySelector("[data-do=play]");
    const name = this.#say(this.#playing ? "pause" : "play");
    button?.setAttribute("aria-label", name);
    button?.setAttribute("title", name);
    button?.toggleAttribute("data-on", this.#playing);
  }

  /**
   * Try a card, or take another action, at the step that is shown.
   * @param {Record<string, unknown>} what
   */
  async #try(what) {
    this.#halt();
    const wanted = (this.#tried = ++this.#wanted);
    if (engine.state !== "live") this.#promise();
    const answer = await this.#ask({ ...what, step: this.#step, ...this.#state() }, wanted);
    if (wanted === this.#tried) this.#tried = 0;
    if (!answer?.ok) return;
    if (answer.refusal) {
      this.#refuse(answer);
      return;
    }
    if (answer.branch && !this.#branch) this.#left = this.#step;
    this.#branch = answer.branch;
    this.#step = answer.frames[answer.frames.length - 1].step;
    this.dataset.step = String(this.#step);
    this.dataset.answer = String(answer.id);
    this.#adopt({ ...answer, options: "" });
    this.#options = answer.options;
    this.#hide("refusal");
    this.#queue = answer.frames;
    this.#unroll();
  }

  /** Show one after the other what the rules do after a card. */
  #unroll() {
    const frame = this.#queue.shift();
    if (!frame) return;
    if (!this.#queue.length) return this.#unrolled(frame);
    this.#paint(frame, "engine");
    this.#timer = setTimeout(() => this.#unroll(), BY_RULE);
  }

  /** Show the last of it, at which the next seat may act. @param {Frame} frame */
  #unrolled(frame) {
    this.#part("options").innerHTML = this.#options;
    this.#paint(frame, "engine");
  }

  /** @param {Answer} answer */
  #refuse(answer) {
    const { law, text, why, cards } = answer.refusal;
    this.#board(answer.html);
    const panel = this.#part("refusal");
    panel.dataset.law = law;
    panel.dataset.cards = cards.join(" ");
    this.#part("why").textContent = why;
    this.#part("law").textContent = text;
    panel.hidden = false;
    panel.scrollIntoView({ block: "nearest" });
    this.#part("announcer").textContent = `${why} ${text}`;
    this.dataset.answer = String(answer.id);
    this.dataset.source = "engine";
    this.dispatchEvent(new CustomEvent("tt-settled", { bubbles: true }));
  }

  /** Back to the deal as it was played. */
  #leave() {
    if (!this.#branch) return;
    this.#halt();
    this.#branch = null;
    this.#steps = Number(this.#part("data").dataset.steps);
    this.dataset.steps = String(this.#steps);
    void this.show(this.#left).then(() => this.#tell(this.#say(this.#byHand ? "dropped" : "returned")));
  }

  /** The address of this very step. */
  get link() {
    const link = new URL(this.#part("data").dataset.open || "", new URL("../../", import.meta.url));
    link.hash = fragment({
      record: this.#record,
      step: String(this.#step),
      ...(this.#eyes && { eyes: this.#eyes }),
      ...(this.#branch && { at: String(this.#branch.at), then: this.#branch.extra.join("\n") }),
    });
    return link.href;
  }

  /** Where the page for corrections is. */
  get #report() {
    return new URL(this.#part("report").dataset.page || "", new URL("../../", import.meta.url));
  }

  /**
   * Tell the page for corrections which step it is, and under which rules. Only while the link is followed: it holds
   * the whole deal, which a seat may not see.
   * @param {HTMLElement} link
   */
  #correct(link) {
    const plain = this.#report;
    const page = new URL(plain);
    const rules = [...this.#record.matchAll(/^\[(Game|Rules|Set) "(.*)"\]$/gm)].map(([, name, value]) => [name.toLowerCase(), value]);
    page.hash = new URLSearchParams([...rules, ["step", this.link]]).toString();
    link.setAttribute("href", page.href);
    setTimeout(() => link.setAttribute("href", plain.href));
  }

  /**
   * Go where a link says.
   * @param {{ step: number, eyes: string, branch: Branch | null, left: number }} where
   */
  async goTo({ step, eyes, branch, left }) {
    this.#branch = branch;
    this.#eyes = eyes;
    const select = /** @type {HTMLSelectElement | null} */ (this.querySelector("[data-do=eyes]"));
    if (select) select.value = eyes;
    if (branch) {
      this.#left = left;
      this.#steps = step + 1;
    }
    await this.show(step);
  }

  /** @param {"record" | "text"} kind */
  async #copyAnswer(kind) {
    if (kind === "record" && !this.#branch && !this.#eyes) return this.#copy(this.#record);
    const answer = await this.#ask({ kind, step: this.#step, ...this.#state() }, this.#wanted);
    if (answer?.ok) await this.#copy(answer.text);
  }

  /** @param {string} text */
  async #copy(text) {
    const shown = this.#part("copied");
    try {
      await navigator.clipboard.writeText(text);
      this.#tell(this.#say("copied"));
      this.#keep(() => this.querySelector(".tt-copies")?.removeAttribute("open"));
      shown.hidden = true;
    } catch {
      this.#tell(this.#say("not-copied"));
      shown.textContent = text;
      shown.hidden = false;
    }
  }
}

/** Where each card lies. @param {HTMLElement} board */
function places(board) {
  /** @type {Map<string, DOMRect>} */
  const found = new Map();
  for (const card of board.querySelectorAll("[data-card]")) {
    found.set(/** @type {HTMLElement} */ (card).dataset.card || "", card.getBoundingClientRect());
  }
  return found;
}

/**
 * Let each card that lies elsewhere than before travel there. Animations rather than view transitions: a view
 * transition covers the page with pictures of itself, so that nothing could be clicked while a card moves.
 * @param {HTMLElement} board
 * @param {Map<string, DOMRect>} before
 */
function travel(board, before) {
  for (const card of board.querySelectorAll("[data-card]")) {
    const was = before.get(/** @type {HTMLElement} */ (card).dataset.card || "");
    if (!was?.width) continue;
    const now = card.getBoundingClientRect();
    const across = was.left - now.left;
    const along = was.top - now.top;
    if (Math.abs(across) + Math.abs(along) < 2) continue;
    const from = `translate(${across}px, ${along}px) scale(${was.width / now.width})`;
    card.animate([{ transform: from, transformOrigin: "0 0", zIndex: 1 }, { transform: "none", transformOrigin: "0 0", zIndex: 1 }], {
      duration: TRAVEL,
      easing: "ease-out",
    });
  }
}

customElements.define("tt-player", Player);
