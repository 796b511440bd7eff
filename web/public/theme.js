// Before anything is painted: the theme of the last visit, or the system's, so that the page does not flash. (settings.svelte.ts does
// the rest.)
try {
  var kept = JSON.parse(localStorage.getItem("dungeon-twister.settings") || "{}").theme || "system";
  var light = kept === "light" || (kept === "system" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.theme = light ? "light" : "dark";
} catch (error) {
  // No storage: the dark theme stays.
}

// One sentence instead of an empty page, in all languages, each in a line of its own. The styles may not have been loaded.
function say(id) {
  var sentence = document.getElementById(id);
  if (!sentence || document.getElementById("app").firstChild) return;
  var dark = document.documentElement.dataset.theme !== "light";
  document.body.style.cssText = "margin:0;background:" + (dark ? "#14110f" : "#d9cdb6") + ";color:" + (dark ? "#f5ecdb" : "#241a11");
  sentence.style.cssText = "margin:0 auto;padding:10vh 24px;max-width:42em;font:18px/1.5 'Alegreya Sans',system-ui,sans-serif;white-space:pre-line";
  sentence.textContent = sentence.textContent.split(" · ").join("\n\n");
  sentence.hidden = false;
}

// A browser that cannot read the page's modules.
function tooOld() {
  say("old");
}
if (!("noModule" in document.createElement("script"))) addEventListener("load", tooOld);
addEventListener("error", function (event) {
  if (/SyntaxError/.test(event.message || "")) tooOld();
});

// A page that was opened as a file: browsers load no modules and start no workers there.
if (location.protocol === "file:")
  addEventListener("load", function () {
    say("file");
  });
