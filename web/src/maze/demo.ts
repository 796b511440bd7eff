/** A page for looking at the maze while working on it (`npm run dev`, then /maze.html); not part of the build. */
import { mount } from "svelte";
import "../styles/tokens.css";
import { startLanguage } from "$lib/i18n.svelte";
import Demo from "./Demo.svelte";

void startLanguage().then(() => mount(Demo, { target: document.body }));
