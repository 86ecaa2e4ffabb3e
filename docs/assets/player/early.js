// Runs before the page is painted, so that a reader's settings never flash in late. Classic script, no module.
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem("three-tables") || "{}");
    for (const name of ["faces", "suits", "motion", "scheme"]) {
      if (typeof kept[name] === "string" && kept[name] !== "system") document.documentElement.dataset[name] = kept[name];
    }
  } catch {
    // Storage may be blocked or hold something else; the defaults are fine.
  }
})();
