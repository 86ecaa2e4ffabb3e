// What the head of the page needs beyond HTML. Instant page changes keep the head, so this runs once a visit.
// @ts-check

const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.tt-menu"));

document.addEventListener("click", ({ target }) => {
  if (menu && target instanceof Element && (!menu.contains(target) || target.closest("a"))) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu?.open) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
  const { target } = event;
  if ((event.key === "Enter" || event.key === " ") && target instanceof HTMLLabelElement && target.role === "button") {
    event.preventDefault();
    target.click();
  }
});

/** Settings need a script; what opens them is shown once there is one. */
function reveal() {
  for (const button of document.querySelectorAll("[data-tt-settings][hidden]")) button.removeAttribute("hidden");
}

reveal();
const theme = /** @type {Window & { document$?: { subscribe(then: () => void): void } }} */ (window);
theme.document$?.subscribe(reveal);
