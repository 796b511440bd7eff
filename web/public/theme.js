// Before anything is painted: the theme of the last visit, so that the page does not flash. (settings.svelte.ts does the rest.)
try {
  var kept = JSON.parse(localStorage.getItem("dungeon-twister.settings") || "{}");
  var light = kept.theme === "light" || (kept.theme === "system" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.theme = light ? "light" : "dark";
} catch (error) {
  // No storage: the dark theme stays.
}
