// A page with every part in its states, for looking at them (`npm run dev`, then /parts.html). Not in the build.
// Query: theme=light, lang=fr, show=combat (one layer over everything; show=* all of them).
import "../styles/tokens.css";
import "../styles/ui.css";
import { setLanguage, type Language } from "$lib/i18n.svelte";
import { mount } from "svelte";
import Gallery from "./Gallery.svelte";

const query = new URLSearchParams(location.search);
await setLanguage((query.get("lang") ?? "en") as Language, { keep: false });
document.documentElement.dataset.theme = query.get("theme") ?? "dark";
const target = document.getElementById("gallery");
if (target) mount(Gallery, { target, props: { show: query.get("show") ?? "" } });
