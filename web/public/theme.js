// Before anything is painted: the theme of the last visit, or the system's, so that the page does not flash.
// (settings.svelte.ts does the rest.)
try {
  var kept = JSON.parse(localStorage.getItem("dungeon-twister.settings") || "{}").theme || "system";
  var light = kept === "light" || (kept === "system" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.theme = light ? "light" : "dark";
} catch {
  // No storage: the dark theme stays.
}

// A browser that cannot read the page's modules says so instead of showing nothing.
function tooOld() {
  var sentence = document.getElementById("old");
  if (sentence && !document.getElementById("app").firstChild) sentence.hidden = false;
}
if (!("noModule" in document.createElement("script"))) addEventListener("load", tooOld);
addEventListener("error", function (event) {
  if (/SyntaxError/.test(event.message || "")) tooOld();
});
