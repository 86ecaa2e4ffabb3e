// What a reader prefers, kept on this device under one key.
// @ts-check

/** @typedef {{ faces: string, suits: string, motion: string, scheme: string, near: string, calling: string }} Settings */

const KEY = "three-tables";

/** @type {Settings} */
const DEFAULTS = { faces: "full", suits: "two", motion: "system", scheme: "system", near: "A1", calling: "letters" };

/** Tells "change" when a setting was changed. */
export const changes = new EventTarget();

/** @returns {Settings} */
export function settings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** Whether the engine has to draw for these settings: the page was written for the defaults. */
export function plain() {
  const { near, calling } = settings();
  return near === DEFAULTS.near && calling === DEFAULTS.calling;
}

/** Whether cards may travel. */
export function mayMove() {
  return settings().motion !== "none" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Settings | null} wanted */
function keep(wanted) {
  try {
    if (wanted) localStorage.setItem(KEY, JSON.stringify(wanted));
    else forget();
  } catch {
    // Blocked storage: the choice lasts for this page only.
  }
  const shown = wanted ?? DEFAULTS;
  const { dataset } = document.documentElement;
  for (const name of /** @type {const} */ (["faces", "suits", "motion", "scheme"])) {
    if (shown[name] === "system") delete dataset[name];
    else dataset[name] = shown[name];
  }
  changes.dispatchEvent(new Event("change"));
}

/** Remove all that this site keeps: our key, and the theme's, which begin with the site's path. */
function forget() {
  const { pathname } = new URL("../../", import.meta.url);
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (key === KEY || key.startsWith(`${pathname}.`)) storage.removeItem(key);
    }
  }
}

/** The dialog, which the build wrote as a file of its own; "" where it does not come. */
const written = () =>
  fetch(new URL("settings.html", import.meta.url))
    .then((response) => (response.ok ? response.text() : ""))
    .catch(() => "");

/** It is fetched with the page, so that it opens without a network too. */
const early = written();
/** @type {HTMLDialogElement | null} */
let dialog = null;

/** Open the dialog. */
async function open() {
  if (!dialog) {
    const html = (await early) || (await written());
    if (!html) return;
    const holder = document.createElement("div");
    holder.innerHTML = html;
    dialog = /** @type {HTMLDialogElement} */ (holder.firstElementChild);
    dialog.addEventListener("change", () => keep(chosen()));
    dialog.addEventListener("click", ({ target }) => {
      const act = target instanceof Element ? target.closest("[data-do]")?.getAttribute("data-do") : null;
      if (act === "close") dialog?.close();
      if (act === "forget") {
        keep(null);
        fill();
        const told = dialog?.querySelector("[role=status]");
        if (told) told.textContent = told.getAttribute("data-forgotten");
      }
    });
  }
  document.body.append(dialog);
  fill();
  dialog.showModal();
}

/** @returns {Settings} */
function chosen() {
  const form = /** @type {HTMLFormElement} */ (dialog?.querySelector("form"));
  return { ...DEFAULTS, .../** @type {Partial<Settings>} */ (Object.fromEntries(new FormData(form))) };
}

function fill() {
  const form = /** @type {HTMLFormElement} */ (dialog?.querySelector("form"));
  for (const [name, value] of Object.entries(settings())) {
    const input = form.querySelector(`[name=${CSS.escape(name)}][value=${CSS.escape(value)}]`);
    if (input instanceof HTMLInputElement) input.checked = true;
  }
}

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-tt-settings]")) {
    event.preventDefault();
    void open();
  }
});
