import { mount } from "svelte";
import "./styles/tokens.css";
import "./styles/ui.css";
import App from "./App.svelte";
import { startLanguage } from "$lib/i18n.svelte";
import { startRouter } from "$lib/router.svelte";
import { applySettings, readSettings } from "$lib/settings.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
if (SITE) {
  await (await import("./transport/storage-mirror")).openStorageMirror();
  readSettings();
} else applySettings();
startRouter();
await startLanguage();
mount(App, { target });
// Load the notices about updates and the connection after the page; at once if there is no network.
setTimeout(() => void import("./service-worker/start"), navigator.onLine ? 2500 : 0);
