// Runs before the page is painted and before the theme's own script. Classic script, no module.
(() => {
  // Here, so that a reader's settings never flash in late.
  try {
    const kept = JSON.parse(localStorage.getItem("three-tables") || "{}");
    for (const name of ["faces", "suits", "motion", "scheme"]) {
      if (typeof kept[name] === "string" && kept[name] !== "system") document.documentElement.dataset[name] = kept[name];
    }
  } catch {
    // Storage may be blocked or hold something else; the defaults are fine.
  }

  // The theme notes on which page it is only at the first change of pages. Until then it would take a link within the
  // page for such a change, fetch the same page anew, and drop what the reader has on it. At a window listeners are
  // called in the order in which they came, so this one has to come before the theme's.
  const arrivedAt = location.pathname;
  let noted = false;
  document.addEventListener("DOMContentLoaded", () => {
    const theme = /** @type {Window & { location$?: { subscribe(then: () => void): void } }} */ (window);
    theme.location$?.subscribe(() => { noted = true; });
  });
  window.addEventListener("popstate", (event) => {
    if (!noted && location.pathname === arrivedAt) event.stopImmediatePropagation();
  });
})();
