// What the head of the page needs beyond HTML. Instant page changes keep the head, so this runs once a visit.
// @ts-check

/** The open menu, if there is one. */
const menu = () => /** @type {HTMLDetailsElement | null} */ (document.querySelector("details:is(.tt-menu, .tt-copies)[open]"));

document.addEventListener("click", ({ target }) => {
  const open = menu();
  if (open && target instanceof Element && (!open.contains(target) || target.closest("a"))) open.open = false;
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const open = menu();
  if (key === "Escape" && open) {
    open.open = false;
    open.querySelector("summary")?.focus();
  }
  if ((key === "Enter" || key === " ") && target instanceof HTMLLabelElement && target.role === "button") {
    event.preventDefault();
    target.click();
  }
  // The theme would leave the page for a single letter, and with it the table one plays at.
  const typing = target instanceof Element && target.closest("input, textarea, select");
  if (key.length === 1 && !typing) event.stopPropagation();
});

/** Settings need a script; what opens them is shown once there is one. */
function reveal() {
  for (const button of document.querySelectorAll("[data-tt-settings][hidden]")) button.removeAttribute("hidden");
}

reveal();
const theme = /** @type {Window & { document$?: { subscribe(then: () => void): void } }} */ (window);
theme.document$?.subscribe(reveal);
