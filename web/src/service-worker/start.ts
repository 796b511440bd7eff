// What is about the page itself comes after the page.
import { mount } from "svelte";
import Notices from "./Notices.svelte";

mount(Notices, { target: document.body });
